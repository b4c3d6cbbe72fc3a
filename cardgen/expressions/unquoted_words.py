"""Words in an expression that are compared with a field, as texts are: their quotes are missing.

In      an expression, a name that nothing has.
Out     the comparison as it is written if that name is a text.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator
from functools import lru_cache

from msgspec import Struct

_WORD = r"(?P<word>\w+(?:-\w+)*)(?![\w(.|\[-])"
_FIELD = r"(?<![\w.'\"])(?P<field>[^\W\d]\w*)"
_START, _END = r"(?<![\w.'\"-])", r"(?![\w(.|\[])"
_COMPARED = tuple(
    re.compile(pattern)
    for pattern in (
        rf"{_FIELD}\s*[=!]=\s*{_WORD}",
        rf"{_START}{_WORD}\s*[=!]=\s*{_FIELD}{_END}",
        rf"{_START}{_WORD}\s+(?:not\s+)?in\s+{_FIELD}{_END}",
    )
)
_LISTED = re.compile(rf"{_FIELD}\s+(?:not\s+)?in\s*\[(?P<words>[^]]*)\]")
_OF_LIST = re.compile(r"(?<![^\s,])\w+(?:-\w+)*(?=\s*(?:,|$))")


class _ComparedWord(Struct, frozen=True):
    """A word, the field beside it, and both as they are typed."""

    word: str
    field: str
    typed: str


def quote_word(name: str, known: Container[str], source: str) -> str:
    """Return a comparison with a name as it is written if that is a text; "" if it is compared with
    nothing that is known."""
    for one in _list_compared(source):
        parts = one.word.split("-")
        if name in parts and one.field in known and not any(part in known for part in parts):
            return re.sub(rf"(?<![\w-]){re.escape(one.word)}(?![\w-])", f"'{one.word}'", one.typed)
    return ""


@lru_cache(maxsize=16)
def _list_compared(source: str) -> tuple[_ComparedWord, ...]:
    """All that is compared: looked for once, however many names an expression gets wrong."""
    return tuple(_find_compared(source))


def _find_compared(source: str) -> Iterator[_ComparedWord]:
    for pattern in _COMPARED:
        for found in pattern.finditer(source):
            yield _ComparedWord(found["word"], found["field"], found[0])
    for listed in _LISTED.finditer(source):
        for word in _OF_LIST.finditer(listed["words"]):
            yield _ComparedWord(word[0], listed["field"], listed[0])
