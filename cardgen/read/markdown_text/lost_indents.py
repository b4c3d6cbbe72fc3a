"""Indents that Markdown does not follow: what was to stand in an item, and stands beside it.

In      blocks and lists as the parser gives them, the lines they came from.
Out     findings at what is printed on another level than it is typed on.

An item holds what is indented as far as its own words: by two spaces behind `- `, three behind
`1. `, four behind `10. `. Anything less ends the list.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from markdown_it.tree import SyntaxTreeNode

from cardgen.core.findings import Finding, Span, plural

LISTS = ("bullet_list", "ordered_list")
_ITEM = re.compile(r"(?:[-+*]|(?P<number>\d{1,9})[.)])[ ]+")
_TAB = 4


def find_lost_block(
    before: SyntaxTreeNode | None, node: SyntaxTreeNode, lines: Sequence[str], span: Span
) -> Finding | None:
    """A block below a list that is indented, but not as far as the words of the last item."""
    if before is None or before.type not in LISTS or node.type == "html_block":
        return None  # HTML is a comment, or told itself
    least = 1 if node.type in LISTS else 2
    item = before.children[-1]
    indent, marker = _indent_of(node, lines), _indent_of(item, lines)
    missing = marker + _width_of(item, lines) - indent
    if indent - marker < least or missing < 1:
        return None
    message = "this stands beside the item above, not in it: the item's words are indented further"
    return _lost(message, missing, span)


def find_lost_item(
    listing: SyntaxTreeNode, lines: Sequence[str], first: Sequence[Span]
) -> Finding | None:
    """The first item that is indented below another, but not as far as its words.

    Args:
        listing: The list.
        lines: Those of the text.
        first: The first line of each item.
    """
    for (above, item), span in zip(pairwise(listing.children), first[1:], strict=True):
        further = _indent_of(item, lines) - _indent_of(above, lines)
        if further > 0 and not _follows(above, item, lines):
            message = "this item stands on the level of the one above, not below it"
            return _lost(message, _width_of(above, lines) - further, span)
    return None


def _lost(message: str, missing: int, span: Span) -> Finding:
    more = f"indent it by {plural(max(1, missing), 'space')} more"
    hint = f"{more}, or begin it where the item above begins"
    return Finding("markdown-lost", message, span, "warning", hint=hint)


def _follows(above: SyntaxTreeNode, item: SyntaxTreeNode, lines: Sequence[str]) -> bool:
    """Whether the number of an item is that behind the one above."""
    numbers = [_ITEM.match(_inner(one, lines).lstrip()) for one in (above, item)]
    one, other = (int(found["number"] or 0) if found else 0 for found in numbers)
    return other == one + 1


def _inner(node: SyntaxTreeNode, lines: Sequence[str]) -> str:
    """The first line of a node, without the marks of the quotations that it stands in."""
    number = node.map[0] if node.map else len(lines)
    line = lines[number].expandtabs(_TAB) if number < len(lines) else ""
    quotes, parent = 0, node.parent
    while parent is not None:
        quotes, parent = quotes + (parent.type == "blockquote"), parent.parent
    return re.sub(rf"(?:[ ]*>[ ]?){{{quotes}}}", "", line, count=1)


def _indent_of(node: SyntaxTreeNode, lines: Sequence[str]) -> int:
    line = _inner(node, lines)
    return len(line) - len(line.lstrip())


def _width_of(item: SyntaxTreeNode, lines: Sequence[str]) -> int:
    """How far the words of an item stand behind the beginning of its mark."""
    found = _ITEM.match(_inner(item, lines).lstrip())
    return len(found[0]) if found else 0
