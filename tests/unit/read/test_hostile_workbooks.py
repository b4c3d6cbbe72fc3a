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
from tests.unit.read.test_table_formats import fault, read


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


# --- cells that are far out --------------------------------------------------------------------


@pytest.mark.parametrize(
    "cell",
    [
        "<c r='XFD1048576'>",
        '<c\nr="XFD1048576">',
        '<c r = "XFD1048576">',
        '<c r="xfd1048576">',
        '<c r="ZZZZZ3">',
        '<c s="&gt;" r="XFD1048576">',
        '<c s=">" r="XFD1048576">',
        '<c s=\'" r="A3"\' r="XFD1048576">',
        '<c x:r="A3" xmlns:x="x" r="XFD1048576">',
    ],
)
def test_a_cell_far_out_is_refused_however_its_place_is_written(cell: str) -> None:
    row = f'<row r="4">{cell}<v>1</v></c></row></sheetData>'
    found = fault("c.xlsx", {"c.xlsx": with_xml("</sheetData>", row)})
    assert "too far from the first" in found.message


def test_a_row_far_out_is_refused_where_its_cells_have_no_place() -> None:
    cells = "<c><v>1</v></c>" * 5
    row = f'<row r="1048576">{cells}</row></sheetData>'
    found = fault("c.xlsx", {"c.xlsx": with_xml("</sheetData>", row)})
    assert "row 1048576" in found.message


def test_cells_without_a_place_stand_side_by_side() -> None:
    row = '<row><c t="inlineStr"><is><t>Hen</t></is></c></row></sheetData>'
    spec, found = read("c.xlsx", {"c.xlsx": with_xml("</sheetData>", row)})
    assert [card.values["name"] for card in spec.cards["units"]] == ["Fox", "Owl", "Hen"]
    assert not found


def test_of_two_sheets_of_a_name_the_size_of_the_one_that_is_read_counts() -> None:
    far = '<row r="1048576"><c r="XFD1048576"><v>1</v></c></row></sheetData>'
    again = '<sheet name="Units" sheetId="2" r:id="rId9"/></sheets>'
    data = with_part(with_xml("</sheetData>", far), "xl/workbook.xml", b"</sheets>", again.encode())
    assert "too far from the first" in fault("c.xlsx", {"c.xlsx": data}).message
