"""What a booklet's expressions give that is no text: figures, tables, lists, breaks.

In      cards, rows of cells, what an expression says of heads and columns.
Out     records that `bind.booklet.blocks` turns into blocks.
Not here  working expressions out (`bind.booklet.expressions`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from msgspec import Struct

from cardgen.bind.booklet.bound_booklet import CardArrangement
from cardgen.expressions.faults import TemplateFault
from cardgen.read.markdown_text.tree import Align, compose_name


class CardFigure(Struct, frozen=True):
    """Cards to be shown as a figure."""

    cards: CardArrangement
    caption: str


class CardTable(Struct, frozen=True):
    """Cells of a table; texts as cards hold them."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    aligns: tuple[Align, ...]
    across: int
    caption: str


class ContentsList(Struct, frozen=True):
    """The contents of the booklet."""

    depth: int


class PageReference(Struct, frozen=True):
    """The number of the page where a heading stands."""

    slug: str


def refer_page(slug: str) -> PageReference:
    """What `page("the-heading")` is."""
    return PageReference(compose_name(str(slug).removeprefix("#")))


class BreakRequest(Struct, frozen=True):
    """A page or column ends here."""

    of: Literal["page", "column"]


class CompositionTable:
    """What `composition` stands for in `table(composition)`."""


class UnsureFault(TemplateFault):
    """A fault that may only follow from another one, which is reported where it is."""


BLOCKS = (CardFigure, CardTable, ContentsList, BreakRequest)


def cell_text(value: Any) -> str:
    """A value as a cell prints it: lists with commas, nothing where there is none."""
    if isinstance(value, list | tuple):
        return ", ".join(map(cell_text, value))
    return "" if value is None else str(value)


def column_title(name: str) -> str:
    """A field's name as the head of its column."""
    return name.replace("_", " ").replace("-", " ").capitalize()


def column_names(given: str | list[str]) -> list[str]:
    """Names parted by commas, or a list of expressions, which may hold commas."""
    parts = given if isinstance(given, list) else str(given).split(",")
    return [str(name).strip() for name in parts if str(name).strip()]


def column_heads(given: str | list[str], otherwise: tuple[str, ...]) -> tuple[str, ...]:
    """The heads that are given, as many as there are columns; otherwise the others."""
    names = column_names(given)
    if names and len(names) != len(otherwise):
        message = f"columns: {len(otherwise)}, heads: {len(names)}; each column has one"
        raise TemplateFault("template-value", message, word="head", hint="part heads by commas")
    return tuple(names) or otherwise


def make_table(
    rows: list[list[str]], head: tuple[str, ...], across: int, caption: str
) -> CardTable:
    """A table of these rows, each column aligned as its cells ask."""
    columns = list(zip(*rows, strict=True)) if rows else [()] * len(head)
    aligns = tuple(_alignment(column) for column in columns)
    return CardTable(head, tuple(map(tuple, rows)), aligns, across, str(caption))


def _alignment(cells: Sequence[str]) -> Align:
    """Numbers stand in the middle of narrow columns, texts at the left."""
    short = all(len(cell) <= 3 for cell in cells)
    numeric = any(cell.lstrip("+-").isdigit() for cell in cells)
    return "center" if short and numeric else "left"
