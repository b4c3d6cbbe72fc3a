"""Workbooks of few bytes that ask for much, and those of which a part is not what it should be."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from cardgen.read.tables.cells import WorkbookError
from cardgen.read.tables.merged_cells import cover_rows
from cardgen.read.tables.xls import _rows as rows_of_old_sheet
from tests.support.processor_time import processor_time_below
from tests.unit.read.test_odd_tables import sheet, with_part
from tests.unit.read.test_table_formats import read


def two_cards(_book: Any, page: Any) -> None:
    page.write_column(0, 0, ["name", "Fox", "Owl"])


def with_xml(old: str, new: str, part: str = "xl/worksheets/sheet1.xml") -> bytes:
    """A workbook of two cards with another text in a part of it."""
    return with_part(sheet(two_cards), part, old.encode(), new.encode())


# --- merged cells ------------------------------------------------------------------------------


def test_cells_that_are_merged_beyond_the_filled_ones_take_no_room() -> None:
    merges = '<mergeCell ref="A3:XFD1048576"/>' + '<mergeCell ref="B1:XFD1048576"/>' * 1_000
    data = with_xml("</sheetData>", f"</sheetData><mergeCells>{merges}</mergeCells>")
    with processor_time_below(1):
        spec, _ = read("c.xlsx", {"c.xlsx": data})
    assert [card.values["name"] for card in spec.cards["units"]] == ["Fox", "Owl"]


def test_a_merge_that_is_listed_again_and_again_is_refused() -> None:
    with pytest.raises(WorkbookError, match="merges more than 4,000,000 cells"):
        list(cover_rows([(1, 1, 1_000, 1_000)] * 5, 1_000, 1_000))


def test_a_covered_cell_shows_what_the_first_one_holds() -> None:
    found = list(cover_rows([(2, 1, 3, 2), (1, 3, 2, 3)], 3, 3))
    assert found == [
        {3: (1, 3)},
        {3: (1, 3), 1: (2, 1), 2: (2, 1)},
        {1: (2, 1), 2: (2, 1)},
    ]


def test_an_old_sheet_that_is_merged_as_a_whole_is_refused() -> None:
    page = SimpleNamespace(merged_cells=[(0, 65_536, 0, 256)], nrows=65_536)
    with pytest.raises(WorkbookError, match="merges more than"):
        next(rows_of_old_sheet(None, page, "c.xls#S", []))
