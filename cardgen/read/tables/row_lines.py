"""Which lines of a table stand in which row, as `read.syntax.entries` says it of YAML.

In      the rows of cells below the headers of a table.
Out     the same rows; the numbers of their lines know the row (`core.entry_lines`).

A row is known by its `id`, or by its first cell where no column is called so, and among rows that
are alike there by their order. The headers are part of its name: a file that two decks divide into
columns in two ways has rows of both. Rows that are set aside are known by their lines alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from zlib import crc32

from msgspec.structs import replace

from cardgen.cache.disk_store import MAX_IN_MEMORY
from cardgen.core.entry_lines import EntryLine
from cardgen.core.findings import Span
from cardgen.read.syntax.nodes import ScalarNode

_LONGEST = 60
"""Characters by which a row is known; they are kept with each place in it."""


class RowLines:
    """The lines of the rows of one table."""

    def __init__(self, headers: Sequence[ScalarNode]) -> None:
        names = [header.text for header in headers]
        self._column = next((i for i, name in enumerate(names) if name.casefold() == "id"), 0)
        self._table = f"{crc32(repr(names).encode()):x}"
        self._met = Counter[str]()
        self._count = 0

    def mark(self, row: Sequence[ScalarNode]) -> Sequence[ScalarNode]:
        """Return a row whose places know it; rows are asked for in their order."""
        self._count += 1
        if self._count > MAX_IN_MEMORY:
            return row
        name = row[self._column].text[:_LONGEST] if self._column < len(row) else ""
        self._met[name] += 1
        entry = f"{self._table}/{name}#{self._met[name]}"
        return [self._mark_cell(cell, row[0].span.line, entry) for cell in row]

    def _mark_cell(self, cell: ScalarNode, first: int, entry: str) -> ScalarNode:
        span = cell.span
        line = EntryLine(span.line, entry, span.line - first)
        return replace(cell, span=Span(span.file, line, span.column, span.end_column))
