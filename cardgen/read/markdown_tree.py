"""What a booklet's Markdown is read into: blocks and inlines that know their places.

In      built by `read.markdown`.
Out     read by `bind.booklet_text`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from cardgen.diagnostics import Span

Align = Literal["left", "center", "right"]


@dataclass(frozen=True, slots=True)
class Look:
    """How words were marked."""

    bold: bool = False
    italic: bool = False
    code: bool = False
    styles: tuple[str, ...] = ()
    link: str = ""


@dataclass(frozen=True, slots=True)
class Words:
    """Characters with one look."""

    text: str
    span: Span
    look: Look = Look()


@dataclass(frozen=True, slots=True)
class Spot:
    """An expression that stands where its value goes."""

    source: str
    span: Span
    look: Look = Look()


@dataclass(frozen=True, slots=True)
class Symbol:
    """An icon of the game, `{name}`."""

    name: str
    span: Span
    look: Look = Look()


@dataclass(frozen=True, slots=True)
class Break:
    """A line ends here, as asked."""

    span: Span


Inline = Words | Spot | Symbol | Break
Line = tuple[Inline, ...]


@dataclass(frozen=True, slots=True)
class Heading:
    level: int
    line: Line
    slug: str
    span: Span


@dataclass(frozen=True, slots=True)
class Paragraph:
    line: Line
    span: Span


@dataclass(frozen=True, slots=True)
class Listing:
    """A list. `start` is the first number of an ordered one, None of others."""

    items: tuple[tuple[Block, ...], ...]
    start: int | None
    tight: bool
    span: Span


@dataclass(frozen=True, slots=True)
class Table:
    head: tuple[Line, ...]
    rows: tuple[tuple[Line, ...], ...]
    aligns: tuple[Align, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Quote:
    blocks: tuple[Block, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Aside:
    """A box beside the text: `> [!example] Title`."""

    kind: str
    title: Line
    blocks: tuple[Block, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Figure:
    """A picture in a paragraph of its own; its alternative text is its caption."""

    source: str
    width: str
    caption: Line
    span: Span


@dataclass(frozen=True, slots=True)
class Code:
    """Lines to be set as they were typed."""

    text: str
    span: Span


@dataclass(frozen=True, slots=True)
class Rule:
    span: Span


Block = Heading | Paragraph | Listing | Table | Quote | Aside | Figure | Code | Rule


@dataclass(frozen=True, slots=True)
class Document:
    """A text read."""

    file: str
    blocks: tuple[Block, ...]


def plain(line: Line) -> str:
    """The words of a line without their looks."""
    parts = (inline.text if isinstance(inline, Words) else " " for inline in line)
    return " ".join("".join(parts).split())


def slug_of(title: str) -> str:
    """A heading's name in links, as GitHub makes it."""
    kept = re.sub(r"[^\w\- ]", "", title.lower())
    return kept.strip().replace(" ", "-") or "section"
