"""Characters of a text that print nothing, or make it read otherwise than it was typed.

In      a text, as it is printed.
Out     the first of each kind, with its offset, what it does and what to do about it.
Not here  control characters (`read.tables.cards`), the order that they ask for (`text.bidi`).

Marks of direction, joiners, soft hyphens, zero-width spaces and selectors of variants belong to
texts, and so do isolates that are closed. Overrides turn letters around, so that a card says
something else than its table; whoever reviews the table does not see it.

Source  Unicode Technical Report 36, "Unicode Security Considerations"; UAX 9, sections 2 and 6.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec import Struct

_TAGS = "\U0001f3f4[\U000e0020-\U000e007e]+\U000e007f"
"""The flag of a part of a country: the tags after it are its letters."""
_HIDDEN = re.compile(
    f"{_TAGS}|([\u2028-\u202e]|[\u3164\uffa0\u2061-\u2065\u206a-\u206f\ufff0-\ufffb"
    "\U0001d173-\U0001d17a\U000e0000-\U000e00ff\U000e01f0-\U000e0fff])"
)
_LINE_ENDS = {"\u2028": "line", "\u2029": "paragraph"}
"""What ends in other programs where they stand."""
_ISOLATES = re.compile("[\u2066-\u2069]")
_CLOSE = "\u2069"
_TURNING = {
    "\u202a": "makes the text after it run from the left",
    "\u202b": "makes the text after it run from the right",
    "\u202d": "prints the letters after it from left to right, whatever they are",
    "\u202e": "prints the letters after it backward",
}


class HiddenCharacter(Struct, frozen=True):
    """A character that nobody sees: where it is, what it does."""

    offset: int
    message: str
    hint: str


def find_hidden_characters(text: str) -> Iterator[HiddenCharacter]:
    """List the characters that do what nobody who reads the text can see, each kind once."""
    if text.isascii():
        return
    seen: set[str] = set()
    for found in _HIDDEN.finditer(text):
        character = found[1]
        if character and character not in seen:
            seen.add(character)
            yield _describe(character, found.start())
    unpaired = _find_unpaired_isolate(text)
    if unpaired is not None:
        yield unpaired


def _describe(character: str, offset: int) -> HiddenCharacter:
    name = f"the character U+{ord(character):04X}"
    if character in _TURNING:
        hint = "delete it; Hebrew and Arabic run from the right without it"
        return HiddenCharacter(offset, f"{name} {_TURNING[character]}", hint)
    if character in _LINE_ENDS:
        hint = f"it ends a {_LINE_ENDS[character]} in other programs: write a line break"
        return HiddenCharacter(
            offset, f"{name} prints nothing: the words beside it run together", hint
        )
    return HiddenCharacter(offset, f"{name} prints nothing", "delete it; it is invisible")


def _find_unpaired_isolate(text: str) -> HiddenCharacter | None:
    """The first isolate that its line does not close, or what closes none."""
    opened: list[int] = []
    for found in _ISOLATES.finditer(text):
        if found[0] != _CLOSE:
            opened.append(found.start())
        elif opened:
            opened.pop()
        else:
            message = "the character U+2069 closes no isolate"
            return HiddenCharacter(found.start(), message, "delete it; it is invisible")
    if not opened:
        return None
    code = ord(text[opened[0]])
    message = f"the isolate U+{code:04X} is never closed: it reaches to the end of the text"
    return HiddenCharacter(opened[0], message, "close it with U+2069, or delete it")
