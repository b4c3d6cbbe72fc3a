"""What filters of texts take for a character: a letter with its marks, as readers do.

In      a text, or what else an expression is about, which stays as it is.
Out     its characters: `कि` is one, and so is `É` where a Mac has written it as two.

The type room has all of Unicode's rules (`text.graphemes`); here are those of marks, conjuncts
and emoji.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import wraps
from itertools import pairwise
from typing import Any
from unicodedata import category

from jinja2.filters import do_reverse

_PARTED = re.compile("[^\x00-\u02ff]")
"""What may be a part of a character; letters of Latin that are typed whole are none."""
_CONJOINING = frozenset("\u094d\u09cd\u0acd\u0b4d\u0c4d\u0d4d\u200d")
"""Signs that make one character of what stands on both sides: viramas, U+200D."""
_PARTS = re.compile(
    "[\u1160-\u11ff\ud7b0-\ud7ff\uff9e\uff9f\u200c\u200d\U0001f3fb-\U0001f3ff\U000e0020-\U000e007f]"
)
"""What belongs to the character before it and is no mark: vowels and ends of Korean syllables that
a Mac has parted, voiced Kana of half width, joiners, tones of skin, the letters of a flag."""
_FLAG = re.compile("[\U0001f1e6-\U0001f1ff]")


def read_characters(value: Any) -> Any:
    """The characters of a text; anything else, and a text whose letters have no marks, as it
    is."""
    if not isinstance(value, str) or not _PARTED.search(value):
        return value
    return _split(value)


def pick_part(value: Any, which: Any) -> Any:
    """What `name[0]` or `name[1:]` is of a text, and `tags[0]` of a list."""
    found = read_characters(value)[which]
    return "".join(found) if isinstance(value, str) else found


def reverse_value(value: Any) -> Any:
    """A text or a list whose parts follow each other the other way."""
    if isinstance(value, str):
        return "".join(read_characters(value)[::-1])
    return do_reverse(value)


def of_characters(function: Callable[..., Any]) -> Callable[..., Any]:
    """A filter that goes through the characters of a text."""

    @wraps(function)
    def read(*args: Any, **options: Any) -> Any:
        return function(*map(read_characters, args), **options)

    return read


def _split(text: str) -> list[str]:
    made = [text[0]]
    for before, character in pairwise(text):
        if _goes_on(made[-1], before, character):
            made[-1] += character
        else:
            made.append(character)
    return made


def _goes_on(held: str, before: str, character: str) -> bool:
    """Whether a character belongs to what is `held`, which ends with the one before."""
    if before in "\r\n" or character in "\r\n":
        return before + character == "\r\n"
    if category(character).startswith("M") or _PARTS.match(character):
        return True
    if before in _CONJOINING:
        return not character.isspace()
    return len(held) == 1 and bool(_FLAG.match(held) and _FLAG.match(character))
