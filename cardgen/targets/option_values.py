"""Read a target's options: `name=value` pairs as typed → values within their limits.

In      pairs from `-t images:format=webp,dpi=150` or from `targets:` in `game.yaml`, and what
        the target says of each option it knows (its `OPTION_HELP`).
Out     one value an option; `OptionError`s that name the option and say what to type.
Not here  whether a value goes with this game's cards (the target itself).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TypeVar

from msgspec import Struct

from cardgen.core.color import Color, is_hex, parse_hex
from cardgen.core.findings import did_you_mean
from cardgen.core.lengths import LengthError, parse_length, plain_number
from cardgen.targets.contract import OptionError

_WHOLE = re.compile(r"[0-9]{1,9}\Z")
_NUMBER = re.compile(r"[0-9]{1,9}(?:\.[0-9]{1,9})?\Z")
_LONG = 12
"""Characters of a number that is worth repeating."""
_YES = {"yes": True, "true": True, "no": False, "false": False}

L = TypeVar("L", bound=str)
D = TypeVar("D")


class Given(Struct, frozen=True):
    """The options that one target was given. Each reader gives `default` if it was not."""

    target: str
    pairs: Mapping[str, str]

    def has(self, name: str) -> bool:
        return name in self.pairs

    def text(self, name: str, default: str = "") -> str:
        """Any text, blanks around it dropped."""
        return str(self.pairs.get(name, default)).strip()

    def choice(self, name: str, known: tuple[L, ...], default: L) -> L:
        """One of some words, in any case."""
        if name not in self.pairs:
            return default
        word = self.text(name).casefold()
        found = next((one for one in known if one == word), None)
        if found is None:
            raise self.refused(name, f"write `{name}=` and one of {', '.join(known)}")
        return found

    def yes(self, name: str, default: bool) -> bool:
        if name not in self.pairs:
            return default
        word = self.text(name).casefold()
        if word not in _YES:
            raise self.refused(name, f"write `{name}=yes` or `{name}=no`")
        return _YES[word]

    def whole(self, name: str, least: int, most: int, default: D) -> int | D:
        """A whole number of `least` … `most`."""
        if name not in self.pairs:
            return default
        text = self.text(name)
        if not (_WHOLE.match(text) and least <= int(text) <= most):
            raise self.refused(name, f"write a whole number from {least} to {most}")
        return int(text)

    def number(self, name: str, least: float, most: float, default: D) -> float | D:
        """A number of `least` … `most`."""
        if name not in self.pairs:
            return default
        text = self.text(name)
        if not (_NUMBER.match(text) and least <= float(text) <= most):
            raise self.refused(name, f"write a number from {least:g} to {most:g}")
        return float(text)

    def length(self, name: str, default: float) -> float:
        """A length on paper, 0 or more, in points."""
        if name not in self.pairs:
            return default
        try:
            length = parse_length(self.text(name))
        except LengthError as error:
            hint = unit_hint(self.text(name)) or error.hint
            raise self.refused(name, hint) from None
        if length.share or length.ems or length.points < 0:
            raise self.refused(name, f"write a length of 0 or more, such as `{name}=3mm`")
        return length.points

    def color(self, name: str, default: Color) -> Color:
        if name not in self.pairs:
            return default
        text = self.text(name)
        if not is_hex(text):
            raise self.refused(name, f"write a colour as `{name}=#ffffff`")
        return parse_hex(text)

    def refused(self, name: str, hint: str) -> OptionError:
        """What to raise for a value that cannot be had."""
        shown = self.text(name)
        shown = shown if len(shown) <= 60 else f"{shown[:57]}…"
        return OptionError(f"`{name}={shown}` is not possible", hint, option=name)


def unit_hint(text: str) -> str:
    """What to write for a length without a unit: no share, which is of nothing here. "" for
    what is no number at all."""
    if plain_number(text) is None or len(text) > _LONG:
        return ""
    return f"write `{text}mm` or `{text}in`"


def given(target: str, pairs: Mapping[str, str], known: Mapping[str, str]) -> Given:
    """The options of a target, all of them known to it.

    Raises:
        OptionError: it has no option of such a name.
    """
    for name in pairs:
        if name not in known:
            hint = did_you_mean(name, known, what="option")
            raise OptionError(f"`{target}` has no option `{name}`", hint, option=name)
    return Given(target, pairs)
