"""Lines of a table know their row: its id, or its first cell, and which of those alike it is."""

from __future__ import annotations

from cardgen.core.entry_lines import EntryLine
from cardgen.core.findings import Finding
from cardgen.read.tables.delimited import scan_rows
from cardgen.read.tables.row_lines import RowLines


def list_keys(text: str, separator: str = ",") -> list[tuple[int, str, int]]:
    """Of each cell below the headers its line, its row without the table, and how far below."""
    found: list[Finding] = []
    headers, *rows = scan_rows(text, "cards.csv", found, separator)
    lines = RowLines(headers)
    cells = [cell for row in rows for cell in lines.mark(row)]
    keys = []
    for cell in cells:
        assert isinstance(cell.span.line, EntryLine)
        entry, below = cell.span.line.key
        keys.append((int(cell.span.line), entry.partition("/")[2], below))
    return keys


def test_a_row_is_known_by_its_id_and_by_its_first_cell_if_there_is_no_such_column() -> None:
    assert list_keys("name,ID\nFox,a\n\nOwl,b\n")[::2] == [(2, "a#1", 0), (4, "b#1", 0)]
    assert list_keys("name,note\nFox,\nOwl,\n")[::2] == [(2, "Fox#1", 0), (3, "Owl#1", 0)]
    assert list_keys("name,id\nFox\n") == [(2, "#1", 0)]


def test_rows_that_are_alike_are_told_apart_by_their_order() -> None:
    assert list_keys("kind\nland\nsea\nland\n") == [
        (2, "land#1", 0), (3, "sea#1", 0), (4, "land#2", 0),
    ]  # fmt: skip


def test_a_cell_of_several_lines_moves_those_after_it_down_in_their_row() -> None:
    assert list_keys('note,name\n"two\nlines",Fox\nx,Owl\n') == [
        (2, "two\nlines#1", 0), (3, "two\nlines#1", 1), (4, "x#1", 0), (4, "x#1", 0),
    ]  # fmt: skip


def test_a_table_divided_in_two_ways_has_rows_of_both() -> None:
    text, found = "name,x|id\nFox,1|Owl\n", list[Finding]()
    entries = set()
    for separator in ",|":
        headers, row = scan_rows(text, "cards.csv", found, separator)
        line = RowLines(headers).mark(row)[0].span.line
        assert isinstance(line, EntryLine)
        entries.add(line.entry.partition("/")[0])
    assert len(entries) == 2
