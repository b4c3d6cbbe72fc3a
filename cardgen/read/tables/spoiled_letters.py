"""Letters that another program spoiled: UTF-8 that it took for something else (`KÃ¤se` for `Käse`).

In      the text of a table.
Out     the first word that was spoiled so, and what it was.
Not here  in which encoding the table is now (`read.tables.text_encoding`).
"""

from __future__ import annotations

import re

from msgspec import Struct

_SPOILED = re.compile(
    r"""\ufffd | â€ | ã[€‚ƒ] | Ã[œŸŠšŽžŒƒˆªºµ²³¹¼½¾] | √[§∂º©ü®±≠¥∏]
      | [ÂÃ][^\w\s,;|"'.:!?()»”’…-]
      | (?<![A-Z])[ÂÃ][»”’…]             # behind capitals it is the end of a quotation
      | [ÐÑ][^a-zA-Z\s][ÐÑ] | [ÎÏ][^a-zA-Z\s][ÎÏ]   # Cyrillic, Greek
    """,
    re.VERBOSE,
)
"""Letters that were UTF-8 and were read as windows-1252 or Mac Roman, or one that was lost."""
_WORD = re.compile(r'[^\s,;|"]*')
_LONGEST = 40
"""Characters before and behind the first spoiled letter that are told, and looked at."""


class SpoiledWord(Struct, frozen=True):
    """A word that another program spoiled; `meant` is empty where that cannot be known."""

    start: int
    text: str
    meant: str


def find_spoiled(text: str) -> SpoiledWord | None:
    """The first word of a text that was spoiled before."""
    if text.isascii():
        return None
    for found in _SPOILED.finditer(text):
        start, word = _word_around(text, *found.span())
        meant = _what_was_meant(word)
        if meant or found[0] in ("\ufffd", "â€"):
            return SpoiledWord(start, word, meant)
    return None


def _word_around(text: str, start: int, end: int) -> tuple[int, str]:
    before = _WORD.match(text[max(start - _LONGEST, 0) : start][::-1])
    behind = _WORD.match(text, end, end + _LONGEST)
    assert before is not None
    assert behind is not None
    return start - len(before[0]), text[start - len(before[0]) : behind.end()]


def _what_was_meant(word: str) -> str:
    for encoding in ("windows-1252", "mac-roman"):
        try:
            return word.encode(encoding).decode("utf-8")
        except UnicodeError:
            continue
    return ""
