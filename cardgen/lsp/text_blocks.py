"""Texts of several lines: where the one begins that a line goes on with.

In      the lines of a file of YAML that need not be whole, one of them.
Out     the line with the key, or the item of a list, whose text goes on there.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from cardgen.lsp.siblings import KEY

_ITEM = re.compile(r"\s*(?:- +)+")
_NAME = re.compile(r"(?:[&!]\S*\s+)+(?=\S)")
"""An anchor or a tag before a value."""
_BLOCK = re.compile(r"[|>][-+\d]{0,2}\s*(?:#.*)?\Z")
_QUOTED = re.compile(r"""(?:"(?:[^"\\]|\\.)*"|'(?:[^']|'')*')\s*(?:,|#.*)?\Z""")
_STRUCTURE = ("{", "[", "&", "*", "!", "#")
"""How values begin that are no texts."""


def find_block(
    lines: Sequence[str], line: int, column: int, *, in_braces: bool = False
) -> int | None:
    """Return the line in which the text around a place begins, if that is not its own; all from 0.

    What is indented farther than a key that has a text is that text, whatever it looks like; but
    for what stands in braces, which is indented as one likes.
    """
    indent = _measure(lines[line][:column]) if line < len(lines) else column
    for number in range(line - 1, -1, -1):
        above = lines[number]
        if not above.strip():
            continue
        key = KEY.match(above)
        start = len(key["lead"]) if key else _measure(above)
        if start >= indent:
            continue
        indent = start
        value = above[key.end() :] if key else _find_item(above)
        if value is not None and _is_open(value.strip(), in_braces=in_braces):
            return number
    return None


def _measure(text: str) -> int:
    return len(text) - len(text.lstrip())


def _find_item(text: str) -> str | None:
    """What stands in an item of a list; None of a line that is none."""
    item = _ITEM.match(text)
    return text[item.end() :] if item else None


def _is_open(value: str, *, in_braces: bool) -> bool:
    """Whether a text that begins so may go on below."""
    name = _NAME.match(value)
    value = value[name.end() :] if name else value
    if _BLOCK.match(value):
        return True
    is_text = bool(value) and not value.startswith(_STRUCTURE) and not _QUOTED.match(value)
    return is_text and not in_braces
