"""Which value an expression could not be worked out for, by its name.

In      what is said of two kinds of values that do not go together; the expression, and the values
        of a card.
Out     a hint that names the field, what it holds on the card, and what to write.
Not here  what is said of errors in general (`expressions.fault_messages`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

_ADDED = "added"
_OPERANDS = re.compile(
    rf"(.*) cannot be (?:compared|{_ADDED}|subtracted|multiplied|divided|combined by .*)"
    r"|`[*%]` works on plain numbers only"
)
_NUMBER = re.compile(r"[+-]?\d{1,15}(\.\d{1,15})?")
_QUOTED = re.compile(r"(?<![\w'\"])(['\"])(?P<number>[+-]?\d{1,15}(?:\.\d{1,15})?)\1")
_SHOWN = 30


def suggest_operand(said: str, source: str, names: Iterable[str], values: Mapping[str, Any]) -> str:
    """What to write for the value that does not go with the other.

    Args:
        said: What is wrong, as in `a text and a number cannot be compared`.
        source: The expression, or a template.
        names: The names in it.
        values: What a card holds.

    Returns:
        The hint; empty if the value is none of a name, or could be one of several.
    """
    if not _OPERANDS.fullmatch(said):
        return ""
    held = {name: values.get(name) for name in names if name in values}
    if "nothing" in said:
        spare = "''" if "a text" in said else "0"
        return _only([_of_nothing(name, spare) for name, value in held.items() if value is None])
    texts = {name: value for name, value in held.items() if isinstance(value, str)}
    numbers = {
        name: value
        for name, value in texts.items()
        if _NUMBER.fullmatch(value.strip()) and _is_taken_as_it_is(name, source)
    }
    if numbers:
        return next(_of_digits(name, value.strip()) for name, value in numbers.items())
    if quoted := _QUOTED.search(source):
        return f"write `{quoted['number']}` without quotes: in quotes it is a text"
    if _ADDED in said or "`" in said:
        return ""  # texts are joined
    if "list" in said:
        lists = [name for name, value in held.items() if isinstance(value, list | tuple)]
        return _only([f"`{n}` is a list here: `{n}|length` counts what is in it" for n in lists])
    shown = [f"`{n}` is the text `{v[:_SHOWN]}` here, and no number" for n, v in texts.items()]
    return _only(shown)


def _only(hints: list[str]) -> str:
    return hints[0] if len(hints) == 1 else ""


def _is_taken_as_it_is(name: str, source: str) -> bool:
    """Whether an expression does not make a number of a value in all places."""
    return re.search(rf"\b{re.escape(name)}\b(?!\s*\|\s*(?:int|float)\b)", source) is not None


def _of_nothing(name: str, spare: str) -> str:
    return f"`{name}` is empty here: write `({name} or {spare})`, or leave it out with `when:`"


def _of_digits(name: str, text: str) -> str:
    kind, declared = ("float", "number") if "." in text else ("int", "integer")
    return (
        f"`{name}` is the text `{text}` here: write `{name}|{kind}`, or declare "
        f"`{name}: {declared}` below the deck's `fields:`"
    )
