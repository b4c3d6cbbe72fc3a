"""Workbooks of few bytes that ask for much, and those of which a part is not what it should be."""

from __future__ import annotations

import io
import struct
import zipfile
import zlib
from types import SimpleNamespace
from typing import Any

import pytest

from cardgen.read.tables.archive import read_part
from cardgen.read.tables.cells import WorkbookError
from cardgen.read.tables.merged_cells import cover_rows
from cardgen.read.tables.ods import read_ods
from cardgen.read.tables.xls import _rows as rows_of_old_sheet
from tests.support.processor_time import processor_time_below
from tests.support.workbooks import open_document, workbook_of_sheets
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


# --- archives ----------------------------------------------------------------------------------


def with_entries(data: bytes, at: int, value: bytes) -> bytes:
    """The archive with some bytes of each entry of its list replaced."""
    out, start = bytearray(data), 0
    while (start := out.find(b"PK\1\2", start)) >= 0:
        out[start + at : start + at + len(value)] = value
        start += 4
    return bytes(out)


FOX = open_document([["name"], ["Fox"]])
VERSION, FLAGS, METHOD, NAME = 6, 8, 10, 46
"""Where an entry says in which version of the format it is, whether it is locked, how it is packed,
and what its name is."""


@pytest.mark.parametrize("file", ["c.xlsx", "c.ods"])
@pytest.mark.parametrize(
    ("at", "value", "told"),
    [
        (VERSION, b"\x63\0", "workbook"),
        (FLAGS, b"\1\0", "needs a password: save it without one"),
        (FLAGS, b"\0\x08\x63", "is packed in a way that is not read: save it again"),
        (METHOD, b"\x63\0", "is packed in a way that is not read: save it again"),
        (NAME, b"zz", "workbook: it has no part `"),
    ],
)
def test_an_archive_that_nobody_can_unpack_is_told_in_plain_words(
    file: str, at: int, value: bytes, told: str
) -> None:
    data = FOX if file == "c.ods" else sheet(two_cards)
    found = fault(file, {file: with_entries(data, at, value)})
    assert (found.code, told in found.message) == ("unreadable-file", True), found.message
    assert "zip" not in found.message


def test_a_name_of_a_part_that_is_no_text_is_told_in_plain_words() -> None:
    data = with_entries(with_entries(FOX, NAME, b"\xff"), FLAGS, b"\0\x08")
    assert "is no OpenDocument workbook" in fault("c.ods", {"c.ods": data}).message


def test_a_part_that_is_spoiled_is_named() -> None:
    spoiled = bytearray(FOX)
    at = FOX.index(b"content.xml") + len("content.xml")
    spoiled[at : at + 20] = b"\xff" * 20
    message = fault("c.ods", {"c.ods": bytes(spoiled)}).message
    assert message == "`c.ods` is damaged: its part `content.xml` cannot be unpacked"


@pytest.mark.parametrize(
    ("file", "other", "told"),
    [
        ("c.xlsx", "c.ods", "is an OpenDocument file: call it `.ods`, or save it as .xlsx"),
        ("c.ods", "c.xlsx", "is an Excel workbook: call it `.xlsx`"),
        ("c.xls", "c.xlsx", "is a newer kind of workbook: call it `.xlsx`, or `.ods`"),
    ],
)
def test_a_workbook_by_the_name_of_another_kind_is_told_its_own(
    file: str, other: str, told: str
) -> None:
    data = FOX if other == "c.ods" else sheet(two_cards)
    assert fault(file, {file: data}).message == f"`{file}` {told}"


@pytest.mark.parametrize("file", ["c.xlsx", "c.ods"])
def test_a_part_that_holds_more_than_it_says_is_refused(file: str) -> None:
    """The sum is that of the bytes that it owns up to."""
    data = FOX if file == "c.ods" else sheet(two_cards)
    with zipfile.ZipFile(io.BytesIO(data)) as parts:
        name = "content.xml" if file == "c.ods" else "xl/sharedStrings.xml"
        part, begin = parts.getinfo(name), parts.read(name)[:-1]
    true = struct.pack("<LLL", part.CRC, part.compress_size, part.file_size)
    said = struct.pack("<LLL", zlib.crc32(begin), part.compress_size, part.file_size - 1)
    assert true in data
    message = fault(file, {file: data.replace(true, said)}).message
    assert f"is damaged: its part `{name}`" in message


def test_a_part_that_holds_much_more_than_it_says_is_not_unpacked() -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as made:
        made.writestr("bomb", bytes(30_000_000))
    parts = zipfile.ZipFile(out)
    part = parts.getinfo("bomb")
    part.file_size, part.CRC = 70, zlib.crc32(bytes(71))
    with pytest.raises(WorkbookError, match="is damaged: its part `bomb` is longer than it says"):
        read_part(parts, "bomb")


def test_elements_within_elements_without_end_are_refused() -> None:
    spans = "<text:span>" * 20_000 + "Fox" + "</text:span>" * 20_000
    data = with_part(FOX, "content.xml", b"Fox", spans.encode())
    assert "nests elements over 100 deep" in fault("c.ods", {"c.ods": data}).message


@pytest.mark.parametrize(
    ("part", "old", "new"),
    [
        ("xl/styles.xml", 'numFmtId="0"', 'numFmtId="abc"'),
        ("xl/styles.xml", "<styleSheet", "<styleSheet x"),
        ("xl/worksheets/sheet1.xml", "</sheetData>", '<row r="0"><c r="A0"/></row></sheetData>'),
        ("xl/worksheets/sheet1.xml", "<v>1</v>", "<v>77</v>"),
    ],
)
def test_what_a_library_says_of_a_workbook_is_not_handed_on(part: str, old: str, new: str) -> None:
    message = fault("c.xlsx", {"c.xlsx": with_xml(old, new, part)}).message
    own = ("spreadsheet program, and save it again", "is no XML that can be read")
    assert message.endswith(own), message


# --- what is said a million times --------------------------------------------------------------


def wide_row(book: Any, page: Any) -> None:
    two_cards(book, page)
    page.write_row(0, 1, [f"c{number}" for number in range(900)])


def test_columns_that_are_hidden_again_and_again_are_looked_at_once() -> None:
    columns = '<cols><col min="2" max="2" hidden="1"/>' + (
        '<col min="16000" max="16000" hidden="1"/>' * 100_000 + "</cols><sheetData>"
    )
    data = with_part(sheet(wide_row), "sheet1.xml", b"<sheetData>", columns.encode())
    with processor_time_below(2):
        found = read("c.xlsx", {"c.xlsx": data})[1]
    assert [one.message for one in found if "hidden" in one.message] == [
        "column B is hidden, and a field of the cards all the same"
    ]


def test_empty_rows_without_end_are_passed_over() -> None:
    data = workbook_of_sheets({"A": [["name", "rule"], ["Fox", "Run."]], "B": [["name", "rule"]]})
    rows = b"<sheetData>" + b'<row r="1"/>' * 15_000
    data = with_part(data, "sheet1.xml", b"<sheetData>", rows)
    with processor_time_below(1):
        assert not read("c.xlsx", {"c.xlsx": data})[1]


def test_a_thousand_names_of_a_large_sheet_are_one_sheet() -> None:
    names = "".join(f'<sheet name="S{n}" sheetId="{n + 2}" r:id="rId1"/>' for n in range(1_000))
    data = with_xml("</sheets>", f"{names}</sheets>", "xl/workbook.xml")
    blanks = f"{' ' * 20_000_000}</sheetData>".encode()
    with processor_time_below(2):
        spec, found = read(
            "c.xlsx", {"c.xlsx": with_part(data, "sheet1.xml", b"</sheetData>", blanks)}
        )
    assert spec is not None
    assert any(spec.cards.values())
    assert not found


def test_hidden_rows_that_are_repeated_without_end_are_not_counted_to_it() -> None:
    row = b'<table:table-row table:visibility="collapse" table:number-rows-repeated="99999999">'
    data = with_part(FOX, "content.xml", b"<table:table-row>", row)
    with processor_time_below(1):
        assert next(read_ods(data, "c.ods", "", [])[1]) == (1, ["name"])
