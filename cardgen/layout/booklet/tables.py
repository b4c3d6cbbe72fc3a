"""Tables of a booklet: the widths of columns, rows as strips, a head on every page.

In      a `BookTable`, the measure.
Out     a strip for each row; the head is repeated where a page begins within the table.
Not here  what cells say (`bind`).

Source  CSS 2.1, 17.5.2.2, automatic table layout: a column is at least as wide as its widest
        word and at most as its widest cell; what is left is shared out by what columns lack.
        Departure: a table that fits is not stretched, and stands in the middle.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from cardgen.bind.booklet.bound_booklet import BookTable
from cardgen.bind.booklet.colors import mixed
from cardgen.bind.bound_texts import RichText, TextSetting
from cardgen.core.color import Color
from cardgen.core.findings import Finding
from cardgen.core.sizes import millimeters
from cardgen.layout.booklet.composer import Composer
from cardgen.layout.booklet.drawing import ELEMENT, draw_lines
from cardgen.layout.booklet.strips import KEPT, Marks, PageContent, Strip, mark_items
from cardgen.layout.text.lines import measure_natural_width, measure_widest_word
from cardgen.layout.text.placed_text import TextBlock
from cardgen.read.markdown_text.tree import Align
from cardgen.scene.items import Item, Path, Stroke
from cardgen.scene.outlines import Line, Move
from cardgen.scene.structure import StructureNode

_GAP = 1.1
"""Between columns, in ems."""
_ACROSS = 1.8
"""Between parts of a table that stand beside each other, in ems."""
_PAD = 0.14
"""Above and below the text of a row, in ems."""
_HAIR, _RULE = 0.35, 0.7
_PALE = 0.35
"""Rules: between rows, and below the head; between rows they are that much paler."""
_AROUND = 0.6
_CAPTION = 0.4
_ROW = 20.0
_SHORT = 6
"""Rows up to which a table is not divided."""
_WORD = 0.01
_OTHER_SIDE: Mapping[Align, Align] = {"left": "right", "right": "left"}


class _GridColumn(Struct, frozen=True):
    """A column from `left`; `gap` is the space before it."""

    left: float
    width: float
    align: Align


class _ColumnGrid(Struct, frozen=True):
    columns: tuple[_GridColumn, ...]
    left: float
    width: float


def lay_out_table(composer: Composer, block: BookTable, measure: float) -> list[Strip]:
    """The strips of a table: caption, head, rows."""
    fitting = _fit_table(block, measure)
    head, rows, grid = fitting.head, fitting.rows, fitting.grid
    if grid.left + grid.width > measure + _WORD:
        over = millimeters(grid.width - measure)
        message = f"the table is {over:g} mm too wide for the column, however its words are divided"
        hint = "leave out a column, use shorter words or smaller type, or turn the table"
        composer.report.add(Finding("text-overflow", message, block.span, hint=hint))
    grid = _mirror_grid(grid) if composer.mirrored else grid
    nodes = _add_table_nodes(composer, block, fitting)
    made = [
        _compose_row(composer, block, grid, row, number, nodes.rows[number])
        for number, row in enumerate(rows)
    ]
    first = _compose_head(composer, block, grid, head, nodes.head) if head else None
    again = _compose_head(composer, block, grid, head, (None,) * len(head)) if head else None
    ordered = _keep_together(made, first, again, whole=fitting.across > 1)
    return _add_caption(composer, block, ordered, measure, nodes.caption)


class _TableNodes(Struct, frozen=True):
    """What the cells of each printed row are; what stands there again is nothing."""

    caption: StructureNode
    head: Sequence[StructureNode | None]
    rows: Sequence[Sequence[StructureNode | None]]


def _add_table_nodes(composer: Composer, block: BookTable, fitting: _FittedTable) -> _TableNodes:
    """A row for each row of the text, also where parts of the table stand beside each other."""
    width, high = len(block.aligns), len(fitting.rows)
    none: list[StructureNode | None] = [None] * width
    with composer.within(composer.add_node("Table")):
        caption = composer.add_text_node("Caption", block.caption_setting)
        head = _add_row_nodes(composer, "TH", block.head) + none * (fitting.across - 1)
        rows = [_add_row_nodes(composer, "TD", row) for row in block.rows]
    rows += [none] * (high * fitting.across - len(rows))
    beside = [[node for part in rows[i::high] for node in part] for i in range(high)]
    return _TableNodes(caption, head, beside)


def _add_row_nodes(
    composer: Composer, role: Literal["TH", "TD"], row: Sequence[RichText]
) -> list[StructureNode | None]:
    with composer.within(composer.add_node("TR")):
        return [composer.add_node(role) for _ in row]


class _FittedTable(Struct, frozen=True):
    """A table with as many parts beside each other as there is room for."""

    head: tuple[RichText, ...]
    rows: list[tuple[RichText, ...]]
    grid: _ColumnGrid
    across: int


def _fit_table(block: BookTable, measure: float) -> _FittedTable:
    for across in range(block.across, 0, -1):
        part = replace(block, across=across)
        head, rows = _arrange_beside(part)
        grid = _measure_grid(part, head, rows, block.aligns * across, measure)
        if grid.width <= measure + _WORD:
            break
    return _FittedTable(head, rows, grid, across)


def _arrange_beside(block: BookTable) -> tuple[tuple[RichText, ...], list[tuple[RichText, ...]]]:
    """Head and rows with `across` parts of the table beside each other, to be read downwards."""
    if block.across == 1:
        return block.head, list(block.rows)
    high = math.ceil(len(block.rows) / block.across)
    none = (RichText(()),) * len(block.aligns)
    parts = [
        [*block.rows[i * high : (i + 1) * high], *([none] * high)][:high]
        for i in range(block.across)
    ]
    rows = [tuple(cell for row in beside for cell in row) for beside in zip(*parts, strict=True)]
    return block.head * block.across, rows


# --- columns -----------------------------------------------------------------------------------


def _measure_grid(
    block: BookTable,
    head: Sequence[RichText],
    rows: Sequence[Sequence[RichText]],
    aligns: Sequence[Align],
    measure: float,
) -> _ColumnGrid:
    gaps = list(_list_gaps(block, len(aligns)))
    texts = list(_list_columns(block, head, rows, len(aligns)))
    most = [
        max((measure_natural_width(t, s, s.size) for t, s in one), default=0.0) for one in texts
    ]
    least = [max((measure_widest_word(t, s, s.size) for t, s in one), default=0.0) for one in texts]
    room = measure - sum(gaps)
    alike = _equalize_parts(most, block.across)
    widths = alike if sum(alike) <= room else distribute_widths(least, most, room)
    left = max(0.0, (measure - sum(gaps) - sum(widths)) / 2)
    columns, x = [], left
    for gap, width, align in zip(gaps, widths, aligns, strict=True):
        columns.append(_GridColumn(x + gap, width, align))
        x += gap + width
    return _ColumnGrid(tuple(columns), left, x - left)


def _mirror_grid(grid: _ColumnGrid) -> _ColumnGrid:
    """The columns from right to left."""
    ends = 2 * grid.left + grid.width
    columns = tuple(
        _GridColumn(ends - one.left - one.width, one.width, _OTHER_SIDE.get(one.align, one.align))
        for one in grid.columns
    )
    return _ColumnGrid(columns, grid.left, grid.width)


def _list_gaps(block: BookTable, count: int) -> Iterator[float]:
    em = block.setting.size
    for index in range(count):
        part = index % len(block.aligns) == 0
        yield 0.0 if index == 0 else (_ACROSS if part else _GAP) * em


def _list_columns(
    block: BookTable, head: Sequence[RichText], rows: Sequence[Sequence[RichText]], count: int
) -> Iterator[list[tuple[RichText, TextSetting]]]:
    for index in range(count):
        cells = [(row[index], block.setting) for row in rows]
        yield [*([(head[index], block.head_setting)] if head else []), *cells]


def _equalize_parts(widths: Sequence[float], across: int) -> list[float]:
    """The parts of a table that stand beside each other have columns of the same widths."""
    count = len(widths) // across
    return [max(widths[index % count :: count]) for index in range(len(widths))]


def distribute_widths(least: Sequence[float], most: Sequence[float], room: float) -> list[float]:
    """Widths of columns.

    Args:
        least: Of each column, below which a word sticks out.
        most: Of each column, above which nothing is gained.
        room: For all columns together.

    Returns:
        Widths whose sum is at most `room`, unless the least ones do not fit.
    """
    if sum(most) <= room:
        return list(most)
    slack = [b - a for a, b in zip(least, most, strict=True)]
    free = room - sum(least)
    if free <= 0 or not sum(slack):
        return list(least)
    return [a + free * s / sum(slack) for a, s in zip(least, slack, strict=True)]


# --- rows --------------------------------------------------------------------------------------


class _RowCells(Struct, frozen=True):
    """A row set: its blocks, at the left of each column."""

    blocks: tuple[tuple[float, TextBlock], ...]
    height: float


def _set_row(
    composer: Composer,
    block: BookTable,
    grid: _ColumnGrid,
    row: Sequence[RichText],
    setting: TextSetting,
) -> _RowCells:
    blocks, pad = [], _PAD * setting.size
    for text, column in zip(row, grid.columns, strict=True):
        own = replace(setting, align=column.align)
        made = composer.set_text(text, own, column.width + _WORD, block.span)
        blocks.append((column.left, made))
    pitch = setting.leading.resolve(0.0, setting.size)
    height = max((made.height for _, made in blocks), default=0.0) or pitch
    return _RowCells(tuple(blocks), height + 2 * pad)


def _compose_row(
    composer: Composer,
    block: BookTable,
    grid: _ColumnGrid,
    row: Sequence[RichText],
    number: int,
    nodes: Sequence[StructureNode | None],
) -> Strip:
    cells = _set_row(composer, block, grid, row, block.setting)
    pale = mixed(composer.booklet.accent, _PALE, composer.booklet.paper)
    rule = (_HAIR, pale) if number else None
    pad = _PAD * block.setting.size
    draw = partial(_draw_row, cells, grid, pad, nodes, rule, None)
    return Strip(cells.height, draw, block.span, cost=_ROW if number else 0.0)


def _compose_head(
    composer: Composer,
    block: BookTable,
    grid: _ColumnGrid,
    head: Sequence[RichText],
    nodes: Sequence[StructureNode | None],
) -> Strip:
    cells = _set_row(composer, block, grid, head, block.head_setting)
    pad = _PAD * block.setting.size
    below = (_RULE, composer.booklet.accent)
    draw = partial(_draw_row, cells, grid, pad, nodes, None, below)
    return Strip(cells.height, draw, block.span)


def _keep_together(
    rows: list[Strip], head: Strip | None, again: Strip | None, *, whole: bool
) -> list[Strip]:
    """The head before the first row, and again where a page begins; no row stands alone. Short
    tables, and those with parts beside each other, are kept whole."""
    last = len(rows) - 1
    whole = whole or last < _SHORT
    kept = []
    for index, row in enumerate(rows):
        tied = whole or index in (1, last) or (index == 0 and head is not None)
        kept.append(replace(row, head=again if index else None, cost=KEPT if tied else row.cost))
    return [head, *kept] if head else [replace(kept[0], cost=0.0), *kept[1:]] if kept else []


def _add_caption(
    composer: Composer,
    block: BookTable,
    strips: list[Strip],
    measure: float,
    node: StructureNode,
) -> list[Strip]:
    """Space around, the caption above."""
    line = composer.line
    if block.caption is not None and strips:
        made = composer.set_text(block.caption, block.caption_setting, measure, block.span)
        draw = partial(draw_lines, made.lines, node=node)
        caption = Strip(made.height, draw, block.span, below=_CAPTION * line)
        strips = [caption, replace(strips[0], cost=KEPT), *strips[1:]]
    if strips:
        strips[0] = replace(strips[0], above=_AROUND * line)
        strips[-1] = replace(strips[-1], below=_AROUND * line)
    return strips


def _draw_row(  # noqa: PLR0913 - what a row shows, then a strip's place
    cells: _RowCells,
    grid: _ColumnGrid,
    pad: float,
    nodes: Sequence[StructureNode | None],
    above: tuple[float, Color] | None,
    below: tuple[float, Color] | None,
    left: float,
    top: float,
) -> Marks:
    items: tuple[Item, ...] = ()
    for rule, y in ((above, top), (below, top + cells.height)):
        if rule is not None:
            outline = (Move(left + grid.left, y), Line(left + grid.left + grid.width, y))
            items += (Path(outline, stroke=Stroke(rule[1], rule[0]), element=ELEMENT),)
    marks = mark_items(items)
    for (x, block), node in zip(cells.blocks, nodes, strict=True):
        cell = Marks((PageContent(node=node),)) if node else Marks()  # an empty one is one too
        marks += cell + draw_lines(block.lines, left + x, top + pad, node)
    return marks
