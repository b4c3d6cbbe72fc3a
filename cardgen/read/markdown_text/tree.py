"""What a booklet's Markdown is read into: blocks and inlines that know their places.

In      built by `read.markdown_text.parser`.
Out     read by `bind.booklet.blocks`, kept by `read.markdown_text.kept_documents`.
"""

from __future__ import annotations

from typing import Literal
from unicodedata import category

from msgspec import Struct

from cardgen.core.findings import Span
from cardgen.files.spelling import compose

_LOOKS = frozenset(map(chr, range(0xFE00, 0xFE10)))
"""What says whether an emoji is colored: a mark to Unicode."""

Align = Literal["left", "center", "right"]


class SpanLook(Struct, frozen=True, tag=True, array_like=True):
    """How words were marked."""

    bold: bool = False
    italic: bool = False
    code: bool = False
    styles: tuple[str, ...] = ()
    link: str = ""


class TextSpan(Struct, frozen=True, tag=True, array_like=True):
    """Characters with one look."""

    text: str
    span: Span
    look: SpanLook = SpanLook()
    goes_on: bool = False
    """Whether it is one text with that before it: one of the two was typed as `&amp;` or `\\*`."""
    ends_line: bool = False
    """Whether it is the space that a line of the file ends with."""


class InlineExpression(Struct, frozen=True, tag=True, array_like=True):
    """An expression that stands where its value goes."""

    source: str
    span: Span
    look: SpanLook = SpanLook()


class Symbol(Struct, frozen=True, tag=True, array_like=True):
    """An icon of the game, `{name}`."""

    name: str
    span: Span
    look: SpanLook = SpanLook()


class Break(Struct, frozen=True, tag=True, array_like=True):
    """A line ends here, as asked."""

    span: Span


Inline = TextSpan | InlineExpression | Symbol | Break
Line = tuple[Inline, ...]


class Heading(Struct, frozen=True, tag=True, array_like=True):
    level: int
    line: Line
    slug: str
    span: Span


class Paragraph(Struct, frozen=True, tag=True, array_like=True):
    line: Line
    span: Span


class Listing(Struct, frozen=True, tag=True, array_like=True):
    """A list. `start` is the first number of an ordered one, None of others; `mark` stands behind
    its numbers."""

    items: tuple[tuple[Block, ...], ...]
    start: int | None
    tight: bool
    span: Span
    mark: str = "."


class MarkdownTable(Struct, frozen=True, tag=True, array_like=True):
    head: tuple[Line, ...]
    rows: tuple[tuple[Line, ...], ...]
    aligns: tuple[Align, ...]
    span: Span


class Quote(Struct, frozen=True, tag=True, array_like=True):
    blocks: tuple[Block, ...]
    span: Span


class Callout(Struct, frozen=True, tag=True, array_like=True):
    """A box beside the text: `> [!example] Title`."""

    kind: str
    title: Line
    blocks: tuple[Block, ...]
    span: Span


class Figure(Struct, frozen=True, tag=True, array_like=True):
    """A picture in a paragraph of its own; its alternative text is its caption."""

    source: str
    width: str
    caption: Line
    span: Span


class Code(Struct, frozen=True, tag=True, array_like=True):
    """Lines to be set as they were typed."""

    text: str
    span: Span


class HorizontalRule(Struct, frozen=True, tag=True, array_like=True):
    span: Span


Block = (
    Heading | Paragraph | Listing | MarkdownTable | Quote | Callout | Figure | Code | HorizontalRule
)


class Document(Struct, frozen=True, tag=True, array_like=True):
    """A text read."""

    file: str
    blocks: tuple[Block, ...]


def plain(line: Line) -> str:
    """The words of a line without their looks."""
    parts = (inline.text if isinstance(inline, TextSpan) else " " for inline in line)
    return " ".join("".join(parts).split())


def slug_of(title: str) -> str:
    """A heading's name in links, as GitHub makes it: of letters with their marks (की, not क)."""
    kept = "".join(filter(_is_named, compose(title).lower()))
    return kept.strip().replace(" ", "-") or "section"


def _is_named(character: str) -> bool:
    if character.isalnum() or character in "-_ ":
        return True
    return category(character).startswith("M") and character not in _LOOKS


def compose_name(text: str) -> str:
    """The name of a heading as a link or `{#name}` types it, without the joiners (U+200C) that
    stand within words in Persian, which names have not."""
    return compose(text).replace("\u200c", "").replace("\u200d", "")
