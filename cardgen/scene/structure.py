"""What the parts of a document are: headings, paragraphs, lists, tables, figures, links.

In      built by `layout`, while it composes.
Out     `StructureNode`s, each knowing what it is part of; what stands on a page refers to them.
Not here  how a file writes them (`render.pdf.tag_tree`).

A page shows a text as it is broken and placed; screen readers need to be told what it was.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

StructureRole = Literal[
    "Document",
    "Div",
    "BlockQuote",
    "P",
    "H1",
    "H2",
    "H3",
    "H4",
    "H5",
    "H6",
    "L",
    "LI",
    "Lbl",
    "LBody",
    "Table",
    "TR",
    "TH",
    "TD",
    "Caption",
    "Figure",
    "TOC",
    "TOCI",
    "Reference",
    "Link",
    "Span",
]
"""The standard types of PDF 32000-1, 14.8.4, as far as they are used."""


class StructureNode(Struct, frozen=True, eq=False):
    """A part of a document. Two are the same only if they are one object."""

    role: StructureRole
    parent: StructureNode | None = None
    order: int = 0
    """Its place among the parts of its parent; 0 where that is as the pages show them."""
    alt: str = ""
    """What is said instead of a picture."""
    actual: str = ""
    """The words that a sign in a text stands for."""
    language: str = ""
    """Its own, if that is not its parent's."""
    numbered: bool = False
    """Whether a list counts its items."""
    target: str = ""
    """Where a link leads."""
