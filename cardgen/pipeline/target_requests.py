"""Targets as they are typed: `sheets:paper=a4,duplex=long`."""

from __future__ import annotations

import re
from collections.abc import Sequence

from cardgen.targets.foreign_names import suggest_target
from cardgen.targets.installed import ALL, target_names


class TargetRequestError(ValueError):
    """There is no such target, or what is typed is no option; the message is one sentence."""


def read_targets(typed: Sequence[str]) -> dict[str, dict[str, str]]:
    """Read the targets' names and their options.

    Raises:
        TargetRequestError: there is no such target, or an option is none.
    """
    wanted: dict[str, dict[str, str]] = {}
    names = target_names() if typed else ()
    for text in typed:
        if text == ALL:
            wanted |= {name: {} for name in names if name not in wanted}
            continue
        name, _, rest = text.partition(":")
        if name not in names:
            hint = _correct_name(text, name, names)
            raise TargetRequestError(f"there is no target `{name}`; {hint}")
        options = wanted.setdefault(name, {})
        for key, value in map(_read_option, filter(None, rest.split(","))):
            if options.setdefault(key, value) != value:
                message = f"`{key}` of `{name}` is both `{options[key]}` and `{value}`"
                raise TargetRequestError(message)
    return wanted


def _correct_name(text: str, name: str, names: Sequence[str]) -> str:
    """What to type in place of a target that is not there."""
    several = name.split(",")
    if len(several) > 1 and set(several) <= {*names}:
        return "write " + " ".join(f"`-t {each}`" for each in several)
    first, *options = re.split(r"[,=\s]", text, maxsplit=1)
    if first in names and options and "=" in options[0]:
        return f"write a colon before its options, as in `-t {first}:{options[0]}`"
    unknown = next(each for each in several if each not in names)
    return suggest_target(unknown, names)


def _read_option(text: str) -> tuple[str, str]:
    key, equals, value = (part.strip() for part in text.partition("="))
    if not (key and equals and value):
        raise TargetRequestError(f"`{text}` is no option; write `name=value`, as in `paper=a4`")
    return key, value
