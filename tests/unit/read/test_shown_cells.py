"""What cells of workbooks show: merged ones, dates in a language, looks that cards do not have."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from cardgen.read.tables.date_languages import UnknownLanguageError, read_date_names
from cardgen.read.tables.number_formats import UnknownFormatError, show_value
from tests.support.samples import the
from tests.support.sixty_cards import DATA
from tests.unit.read.test_doubtful_tables import document_of
from tests.unit.read.test_odd_tables import found_in, sheet, with_part
from tests.unit.read.test_table_formats import read, values

# --- merged cells ----------------------------------------------------------------------------


def test_merged_cells_side_by_side_stand_each_in_their_own_rows() -> None:
    """LibreOffice writes the cells that they cover as one, repeated."""
    cell = '<table:table-cell table:number-rows-spanned="{}"><text:p>{}</text:p></table:table-cell>'
    rows = [
        "".join(cell.format(1, text) for text in ("kind", "clan", "name")),
        "".join(cell.format(*one) for one in ((2, "beast"), (2, "wood"), (1, "Fox"))),
        '<table:covered-table-cell table:number-columns-repeated="2"/>' + cell.format(1, "Owl"),
    ]
    assert values("c.ods", {"c.ods": document_of(rows)}) == [
        {"kind": "beast", "clan": "wood", "name": "Fox"},
        {"kind": "beast", "clan": "wood", "name": "Owl"},
    ]


def test_a_merged_cell_shows_its_format_in_all_rows() -> None:
    def fill(book: Any, page: Any) -> None:
        page.write_column(0, 0, ["name", "Fox", "Owl"])
        page.write(0, 1, "chance")
        page.merge_range(1, 1, 2, 1, 0.25, book.add_format({"num_format": "0%"}))

    plain = with_part(sheet(fill), "sheet1.xml", b'<c r="B3" s="1"/>', b'<c r="B3"/>')
    assert [row["chance"] for row in values("c.xlsx", {"c.xlsx": plain})] == ["25%", "25%"]


def test_what_a_merged_cell_hides_is_on_no_card() -> None:
    def fill(_: Any, page: Any) -> None:
        page.write_column(0, 0, ["name", "Fox", "Owl"])
        page.write(0, 1, "kind")
        page.merge_range(1, 1, 2, 1, "beast")
        page.write(2, 1, "hidden")

    assert [row["kind"] for row in values("c.xlsx", {"c.xlsx": sheet(fill)})] == ["beast"] * 2


# --- looks -----------------------------------------------------------------------------------


def test_bold_words_of_a_text_in_its_cell_are_no_silent_loss() -> None:
    """So do programs write it that do not gather the texts of a workbook."""
    runs = "<r><t>Draw </t></r><r><rPr><b/></rPr><t>two</t></r>"
    data = sheet(lambda _, page: page.write_column(0, 0, ["rule", "PLACE"]))
    cell = rb'<c r="A2" t="inlineStr"><is>' + runs.encode() + b"</is></c>"
    data = with_part(data, "sheet1.xml", b'<c r="A2" t="s"><v>1</v></c>', cell)
    assert "format of their own" in found_in(data).message
    same = runs.replace("<rPr><b/></rPr>", "").encode()
    assert not read("c.xlsx", {"c.xlsx": with_part(data, "sheet1.xml", runs.encode(), same)})[1]


def test_struck_cells_of_an_old_workbook_are_told() -> None:
    finding = the(read("c.xls", {"c.xls": (DATA / "struck.xls").read_bytes()})[1])
    assert finding.message == "B2 is struck through, and on the cards all the same"


# --- formats ---------------------------------------------------------------------------------


@pytest.mark.parametrize("number", [5, 44, 57])
def test_a_format_of_the_machine_s_country_is_no_silent_guess(number: int) -> None:
    def fill(book: Any, page: Any) -> None:
        page.write(0, 0, "price")
        page.write(1, 0, 5.5, book.add_format({"num_format": number}))

    finding = found_in(sheet(fill))
    assert f"the number format `no. {number}` is not known here" in finding.message


@pytest.mark.parametrize(("number", "value", "shown"), [(41, 1234, "1,234"), (43, 0, "-")])
def test_a_format_of_accounts_shows_numbers(number: int, value: int, shown: str) -> None:
    def fill(book: Any, page: Any) -> None:
        page.write(0, 0, "price")
        page.write(1, 0, value, book.add_format({"num_format": number}))

    assert values("c.xlsx", {"c.xlsx": sheet(fill)}) == [{"price": shown}]


@pytest.mark.parametrize(
    ("code", "shown"),
    [
        ("[$-407]d. mmmm yyyy", "1. März 2024"),
        ("[$-de-DE]dddd", "Freitag"),
        ("[$-40C]dddd d mmmm", "vendredi 1 mars"),
        ("[$-415]d mmmm", "1 marca"),
        ("[$-C07]mmmmm", "M"),
        ("[$-409]d mmm yyyy", "1 Mar 2024"),
        ("[$-F800]dddd, mmmm dd", "Friday, March 01"),
        ("[$-x-sysdate]dddd", "Friday"),
        ("d. mmmm", "1. March"),
    ],
)
def test_a_date_is_shown_in_the_language_that_its_format_states(code: str, shown: str) -> None:
    assert show_value(date(2024, 3, 1), code) == shown


@pytest.mark.parametrize("code", ["[$-407]d. mmm", "[$-2060401]d mmmm", "[$-zz]mmmm", "[DBNum1]d"])
def test_a_date_whose_words_or_digits_are_not_known_is_no_silent_guess(code: str) -> None:
    with pytest.raises(UnknownFormatError):
        show_value(date(2024, 3, 1), code)


def test_a_language_that_no_program_has_is_unknown() -> None:
    with pytest.raises(UnknownLanguageError):
        read_date_names("[$-3FF]mmmm")
