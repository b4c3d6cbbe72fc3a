"""A picture in a paragraph of its own, with what other programs put around it.

In      the nodes of a paragraph.
Out     its picture, if it holds nothing else, and what is typed beside it and lost.
Not here  where its file is, how wide it may be (`bind.booklet.blocks`).
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from markdown_it.tree import SyntaxTreeNode
from msgspec import Struct

from cardgen.core.findings import Finding, Span

_ATTRIBUTES = re.compile(r"[.#]\w|[\w-]+=")
"""What Pandoc has in braces: a class, a name, `key=value`."""
_WIDTH = re.compile(r"""\bwidth=["']?(?P<width>[\d.]+ ?(?:%|[a-z]+))""")


class LonePicture(Struct, frozen=True):
    """A picture, and what beside it is not read: its attributes in braces, or its link."""

    image: SyntaxTreeNode
    lost: str = ""

    def report_lost(self, span: Span) -> Finding:
        width = _WIDTH.search(self.lost)
        message = f"`{self.lost}` is not read"
        hint = 'take it away; behind the file stands its width: `![caption](map.png "60mm")`'
        if not self.lost.startswith("{"):
            message, hint = "this picture is no link", "write the link into a text below it"
        elif width:
            message += ": a picture has its width behind its file"
            hint = f'write `![caption](map.png "{width["width"]}")`'
        return Finding("markdown-lost", message, span, "warning", hint=hint)


def find_picture(shown: Sequence[SyntaxTreeNode]) -> LonePicture | None:
    """The picture that is all of a paragraph; None if it holds words, or several pictures.

    Args:
        shown: The nodes of the paragraph that are no spaces.
    """
    kinds = [one.type for one in shown]
    if kinds == ["image"]:
        return LonePicture(shown[0])
    if kinds == ["image", "symbol"] and _ATTRIBUTES.match(shown[1].content):
        return LonePicture(shown[0], f"{{{shown[1].content}}}")
    if kinds == ["link"] and [one.type for one in shown[0].children] == ["image"]:
        return LonePicture(shown[0].children[0], f"]({shown[0].attrs.get('href', '')})")
    return None
