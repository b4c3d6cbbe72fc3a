"""Letters that another program spoiled: UTF-8 that it took for something else (`KÃ¤se` for `Käse`).

In      the text of a table.
Out     the first word that was spoiled so, and what it was; the finding that says it.
Not here  in which encoding the table is now (`read.tables.text_encoding`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec import Struct

from cardgen.core.findings import Finding, Span
from cardgen.read.syntax.nodes import Node, ScalarNode, SequenceNode

_DOUBTFUL = re.compile("[\ufffdâãÃÂ√ÐÑÎÏ]")
"""What a spoiled word begins with; most texts have none of them."""
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
    if text.isascii() or not _DOUBTFUL.search(text):
        return None
    for found in _SPOILED.finditer(text):
        start, word = _word_around(text, *found.span())
        meant = _what_was_meant(word)
        if meant or found[0] in ("\ufffd", "â€"):
            return SpoiledWord(start, word, meant)
    return None


def describe_spoiled(word: SpoiledWord, span: Span, what: str = "") -> Finding:
    """The finding at a spoiled word.

    Args:
        word: The word.
        span: Its place.
        what: What has it that another program wrote; empty if somebody types in it.
    """
    hint = f"open the original as UTF-8 in the program that wrote {what}, and export it again"
    if not what:
        hint = "open the original as UTF-8, and copy the text again, or type it"
    if word.meant:
        hint = f"it was `{word.meant}`: {hint}"
    when = f"{what} was" if what else "they were"
    message = f"letters of `{word.text}` were spoiled when {when} saved or copied"
    return Finding("spoiled-letters", message, span, severity="warning", hint=hint)


def doubt_texts(node: Node) -> Finding | None:
    """The first spoiled word in the texts of a row, or of whatever a file holds."""
    for scalar in _list_scalars(node):
        word = None if scalar.text.isascii() else find_spoiled(scalar.text)
        if word is not None:
            return describe_spoiled(word, scalar.part(word.start, len(word.text)))
    return None


def _list_scalars(node: Node) -> Iterator[ScalarNode]:
    if isinstance(node, ScalarNode):
        yield node
        return
    below = node.items if isinstance(node, SequenceNode) else [v for _, v in node.entries.values()]
    for one in below:
        yield from _list_scalars(one)


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
