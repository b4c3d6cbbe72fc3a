"""Tables as strangers have them: what is in a cell is on the card, or there is a finding."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable
from datetime import datetime
from typing import Any

import pytest
import xlsxwriter

from cardgen.core.findings import Finding
from cardgen.read.tables.spoiled_letters import find_spoiled
from tests.support.color_fonts import make_png
from tests.support.samples import the
from tests.support.sixty_cards import DATA
from tests.support.workbooks import open_document, workbook_of_sheets
from tests.unit.read.test_table_formats import fault, read, values

DAY = datetime(2026, 3, 1)
FOX = [{"name": "Fox", "rule": "Käse"}]


def sheet(fill: Callable[[Any, Any], None]) -> bytes:
    """A workbook whose one sheet, `Units`, is filled by a function."""
    out = io.BytesIO()
    book = xlsxwriter.Workbook(out, {"in_memory": True})
    fill(book, book.add_worksheet("Units"))
    book.close()
    return out.getvalue()


def with_part(data: bytes, name: str, old: bytes, new: bytes) -> bytes:
    """The workbook with another text in a part of its archive."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as parts, zipfile.ZipFile(out, "w") as made:
        for part in parts.namelist():
            text = parts.read(part)
            if part.endswith(name):
                assert old in text
                text = text.replace(old, new)
            made.writestr(part, text)
    return out.getvalue()


def found_in(data: bytes, file: str = "c.xlsx") -> Finding:
    return the(read(file, {file: data})[1])


def test_a_number_of_too_many_digits_for_a_spreadsheet_program_is_told_as_in_a_csv() -> None:
    book = workbook_of_sheets({"Units": [["name", "code"], ["Fox", 12345678901234567]]})
    found = found_in(book)
    assert (found.code, str(found.span)) == ("table-cell", "c.xlsx: Units!B2")
    assert found.message.startswith("a spreadsheet program made `1.23456789012346E+16` of another")
    sound = workbook_of_sheets({"Units": [["name", "code"], ["Fox", 978123456789012]]})
    assert read("c.xlsx", {"c.xlsx": sound})[1] == ()


# --- encodings -----------------------------------------------------------------------------


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be", "utf-16", "utf-32", "utf-8-sig"])
def test_wide_encodings_are_known_without_being_stated(encoding: str) -> None:
    assert values("c.csv", {"c.csv": "name,rule\nFox,Käse\n".encode(encoding)}) == FOX


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_utf_16_without_a_mark_is_known_in_any_script(encoding: str) -> None:
    text = "имя,правило\nЛиса,Возьми карту\n狐,カードを引く\n"
    cards = values("c.csv", {"c.csv": text.encode(encoding)})
    assert cards[1] == {"имя": "狐", "правило": "カードを引く"}


@pytest.mark.parametrize(
    ("encoding", "word"),
    [
        ("mac-roman", "Größe"),
        ("mac-roman", "Don’t"),
        ("windows-1252", "“Élan”"),
        ("windows-1250", "źródło"),
        ("iso-8859-2", "příšerně"),
        ("windows-1251", "Возьми"),
        ("koi8-r", "сбрось"),
        ("windows-1253", "Τράβηξε"),
        ("windows-1254", "ışığı"),
        ("cp850", "Défaussez"),
        ("shift-jis", "カードを引く。"),
        ("euc-jp", "手札を二枚捨てる"),
        ("gb18030", "然后弃掉两张手牌。"),
        ("big5", "然後棄掉兩張手牌。"),
        ("euc-kr", "카드를 뽑는다"),
    ],
)
def test_a_word_tells_in_which_encoding_a_table_was_saved(encoding: str, word: str) -> None:
    files = {"c.csv": f"name,rule\nFox,{word}\n".encode(encoding)}
    assert values("c.csv", files)[0]["rule"] == word
    assert f"`encoding: {encoding}`" in fault("c.csv", files).hint


def test_a_guess_is_told_with_a_word_to_judge_it_by_and_with_another() -> None:
    found = fault("c.csv", {"c.csv": "name,rule\nFox,ein Kůň\n".encode("windows-1250")})
    assert (found.message, str(found.span)) == (
        "this file is not UTF-8; it is read as windows-1252, in which this is `Kùò`", "c.csv:2:9",
    )  # fmt: skip
    assert "(`Kůň` in windows-1250)" in found.hint


def test_a_file_that_is_text_in_no_encoding_is_told_what_to_do() -> None:
    found = fault("c.csv", {"c.csv": b"name\n\x98\x81\xff\x8f\xa0\xfd\x80\xff\n"})
    assert found.hint


@pytest.mark.parametrize(
    ("word", "hint"),
    [
        ("KÃ¤se", "it was `Käse`"),
        ("â€œhiâ€™", "it was `“hi’`"),
        ("StraÃŸe", "it was `Straße`"),
        ("5Â°", "it was `5°`"),
        ("K√§se", "it was `Käse`"),
        ("Ð›Ð¸Ñ‚Ð¾", "it was `Лито`"),
        ("K\ufffdse", "export it again"),
    ],
)
def test_letters_that_another_program_spoiled_are_told(word: str, hint: str) -> None:
    found = fault("c.csv", {"c.csv": f"name,rule\r\nFox,{word}\r\n"})
    assert (found.code, found.severity, str(found.span)) == (
        "spoiled-letters", "warning", "c.csv:2:5")  # fmt: skip
    assert hint in found.hint


@pytest.mark.parametrize(
    "word", ["NÃO", "Âge", "MÃE", "pâté", "Ã", "IRMÃ!", "IRMÃ»", "CAFÉ”", "VOCÊ…", "√2", "ÐÑ"]
)
def test_rare_letters_are_not_spoiled_ones(word: str) -> None:
    assert read("c.csv", {"c.csv": f"name,rule\nFox,{word}\n"})[1] == ()


def test_a_long_run_of_doubtful_letters_is_looked_at_once() -> None:
    """Each of them was looked at with all of the run: minutes for this one."""
    assert find_spoiled("Ã£¤" * 100_000) is None


def test_one_damaged_letter_does_not_turn_all_others_into_a_guess() -> None:
    data = "name,rule\nFox,Käse\nOwl,x\n".encode().replace(b",x", b",\xff")
    found = the(read("c.csv", {"c.csv": data})[1])
    assert (found.code, "is not utf-8 text (line 3)" in found.message) == ("unreadable-file", True)


def test_zero_bytes_are_no_text() -> None:
    found = the(read("c.csv", {"c.csv": b"name,rule\nFox,a\0b\n"})[1])
    assert "holds a zero byte (line 2)" in found.message


def test_a_workbook_under_a_name_for_texts_is_told_so() -> None:
    found = the(read("c.csv", {"c.csv": sheet(lambda _, s: s.write(0, 0, "name"))})[1])
    assert "name it `.xlsx`" in found.message


# --- characters ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("c.csv", "name\nFo\x07x\n"),
        ("c.jsonl", '{"name": "Fo\\u0007x"}\n'),
        ("c.yaml", '- {name: "Fo\\ax"}\n'),
        ("c.csv", "name\nFo\x0bx\n"),
    ],
)
def test_a_character_that_prints_nothing_is_pointed_at(file: str, text: str) -> None:
    assert fault(file, {file: text}).code == "control-character"


def test_another_program_s_line_break_is_told_as_such() -> None:
    found = fault("c.csv", {"c.csv": "name,rule\nFox,one\x0btwo\n"})
    assert (str(found.span), "line break" in found.hint) == ("c.csv:2:8", True)


@pytest.mark.parametrize(
    ("shown", "why"),
    [
        *((error, "error of a formula") for error in ("#REF!", "#N/A", "#DIV/0!", "#NV")),
        *((error, "error of a formula") for error in ("#¡VALOR!", "#N/D", "#ИМЯ?", "#BUSY!")),
        *((error, "error of a formula") for error in ("Err:508", "#ERROR!", "#GETTING_DATA")),
        *((word, "not worked out") for word in ("Loading...", "Loading…", "Wird geladen...")),
        ("####", "too narrow"),
    ],
)
def test_what_stands_in_the_place_of_a_value_in_a_csv_is_said(shown: str, why: str) -> None:
    found = fault("c.csv", {"c.csv": f"name,rule\nFox,{shown}\n"})
    assert (found.code, found.severity, str(found.span)) == (
        "failed-formula",
        "warning",
        "c.csv:2:5",
    )
    assert f"`{shown}`" in found.message
    assert why in found.message


def test_the_error_of_a_formula_that_was_pasted_as_a_text_is_said() -> None:
    found = found_in(sheet(lambda _, page: page.write_column("A1", ["rule", "#BEZUG!"])))
    place = "c.xlsx: Units!A2"
    assert (found.code, found.severity, str(found.span)) == ("failed-formula", "warning", place)


@pytest.mark.parametrize(
    "text", ["#1", "##", "#WIN", "Loading", "Loading... done", "Error: 504", "See #REF!", "#ffcc00"]
)
def test_words_that_begin_like_the_error_of_a_formula_are_words(text: str) -> None:
    assert read("c.csv", {"c.csv": f"name,rule\nFox,{text}\n"})[1] == ()


@pytest.mark.parametrize("last", [",4,3", ",4,", ",,3"])
def test_a_row_of_sums_without_a_word_for_it_is_told(last: str) -> None:
    table = f"name,copies,cost\nFox,2,1\nOwl,1,2\nBat,1,\n{last}\n"
    found = fault("c.csv", {"c.csv": table})
    assert (found.code, str(found.span)) == ("doubtful-row", "c.csv:5:1")
    assert found.message.startswith("this row seems to add up those above it")


@pytest.mark.parametrize("last", [",3,", "4,4,3", ",4,text"])
def test_a_last_row_of_numbers_that_are_no_sums_is_a_card(last: str) -> None:
    table = f"name,copies,cost\nFox,2,1\nOwl,1,2\nBat,1,\n{last}\n"
    assert read("c.csv", {"c.csv": table})[1] == ()


def test_a_number_that_a_spreadsheet_program_shortened_is_said() -> None:
    found = fault("c.csv", {"c.csv": "name,code\nFox,4.01234E+12\nOwl,E+2\n"})
    assert (found.code, found.severity, str(found.span)) == ("table-cell", "warning", "c.csv:2:5")


@pytest.mark.parametrize(
    ("cell", "hint"),
    [
        ('="007"', "write `007`"),
        ('"=""007"""', "write `007`"),
        ("'007", "write `007`"),
        ("=1+1", "what its cells show"),
        ("=B2*3", "what its cells show"),
        ('"=SUMME(B2;B3)"', "what its cells show"),
    ],
)
def test_what_was_typed_in_a_spreadsheet_and_is_printed_so_is_said(cell: str, hint: str) -> None:
    found = fault("c.csv", {"c.csv": f"name,rule\nFox,{cell}\n"})
    assert (found.code, found.severity, str(found.span)) == ("table-cell", "warning", "c.csv:2:5")
    assert hint in found.hint


@pytest.mark.parametrize("cell", ["= 3 gold", "=", "==", "'90s", "'=1+1", "=> draw", "=D"])
def test_signs_of_a_formula_alone_are_texts(cell: str) -> None:
    assert read("c.csv", {"c.csv": f"name,rule\nFox,{cell}\n"})[1] == ()


@pytest.mark.parametrize(
    "day",
    ["2-Jan", "02. Jan", "2/jan", "Jan-02", "1-févr", "1/2/2024", "01.02.24", "2024-01-02"],
)
def test_a_cell_that_a_spreadsheet_program_took_for_a_day_is_said(day: str) -> None:
    """`1/2` is a strength, and a day; `4/13` stays what it is."""
    table = f"name,power\nFox,4/13\nOwl,{day}\nHen,*/2\nElk,\n"
    found = fault("c.csv", {"c.csv": table})
    assert (found.code, found.severity, str(found.span)) == ("table-cell", "warning", "c.csv:3:5")
    assert found.message == f"a spreadsheet program made the day `{day}` of what was typed here"


@pytest.mark.parametrize(
    "cells",
    [
        ("2-Jan", "3-Feb", "4/13"),
        ("1/2", "3/4", "Mar-a-Lago"),
        ("1/2", "3/4", "2-gold"),
        ("1/2", "3/4", "Level-12"),
        ("1/2", "3/4", "1/2/10"),
        ("1990-01-02", "x", "2"),
    ],
)
def test_days_among_days_and_pairs_among_pairs_are_meant(cells: tuple[str, ...]) -> None:
    rows = "".join(f"Card {i},{cell}\n" for i, cell in enumerate(cells))
    assert read("c.csv", {"c.csv": f"name,power\n{rows}"})[1] == ()


@pytest.mark.parametrize(
    "rows",
    [
        "name,cost,rule\nOwl,1,Pass.",
        "Rule,Cost,Name\nPass.,1,Owl",
        "\nname,reward,text\nInn,2,Rest.",
        "\nplace,reward,text\nInn,2,Rest.",
    ],
)
def test_heads_within_the_rows_are_said_to_be_a_card(rows: str) -> None:
    table = f"name,cost,rule\nFox,1,Draw.\nHen,2,Draw.\n{rows}\n"
    found = fault("c.csv", {"c.csv": table})
    line = 4 + (rows[0] == "\n")
    assert (found.code, str(found.span)) == ("doubtful-row", f"c.csv:{line}:1")
    assert "name fields" in found.message


@pytest.mark.parametrize(
    "rows",
    [
        "place,reward,text\nInn,2,Rest.",  # no gap
        "\nJoker,X,Wild\nInn,2,Rest.",
        "\nJoker,Wild,Wild\nInn,2,Rest.",
        "Rule,1,Cost",
        "\nJoker,any,Wild",
        "\nThe name,2,Rest.",
        "\nname,2,Rest.",
        "\nInn,2,rule",
        '"two\nlines",2,x\nname,reward,text',
    ],
)
def test_cards_like_heads_are_cards(rows: str) -> None:
    table = f"name,cost,rule\nFox,1,Draw.\nHen,2,Draw.\n{rows}\n"
    assert read("c.csv", {"c.csv": table})[1] == ()


@pytest.mark.parametrize("row", ["# Owl,3", "#Owl,3", "// later,1", "# later"])
def test_a_row_like_a_comment_is_said_to_be_a_card(row: str) -> None:
    rows = f"name,cost\nFox,1\n{row},\nHen,2\nElk,1\n"
    found = [f for f in read("c.csv", {"c.csv": rows})[1] if "comment" in f.message]
    assert (the(found).code, str(the(found).span)) == ("doubtful-row", "c.csv:3:1")


def test_names_that_all_begin_with_a_mark_are_no_comments() -> None:
    assert read("c.csv", {"c.csv": "name,cost\n#Fox,1\n#Owl,2\n#fab,1\n#1,2\n"})[1] == ()


@pytest.mark.parametrize("line", ["|---|:-:|", "| --- | ---: |"])
def test_the_line_below_the_head_of_a_markdown_table_is_said_to_be_a_card(line: str) -> None:
    found = fault("c.csv", {"c.csv": f"|name|cost|\n{line}\n|Fox|1|\n|Owl|2|\n"})
    assert (found.code, "dashes" in found.message) == ("doubtful-row", True)


def test_a_table_under_a_name_that_says_nothing_is_told_what_to_be_called() -> None:
    found = fault("c.txt", {"c.txt": "name,rule\nFox,a: b\n"})
    assert (found.code, "`c.csv`" in found.hint) == ("unreadable-file", True)


def test_cards_in_yaml_may_have_any_name() -> None:
    assert values("c.txt", {"c.txt": "- {name: Fox, rule: Käse}\n"}) == FOX


# --- lines before the table, counts --------------------------------------------------------


@pytest.mark.parametrize("line", ["sep=;", "SEP=;", '"sep=;"', "sep=;;;", "sep=; "])
def test_the_line_with_the_separator_is_no_row_however_it_was_saved(line: str) -> None:
    assert values("c.csv", {"c.csv": f"{line}\r\nname;rule\r\nFox;Käse\r\n"}) == FOX


@pytest.mark.parametrize(
    ("typed", "copies"), [("2.0", 2), ("3.00", 3), ("0.0", 0), ("2,0", 2), ("3,00", 3)]
)
def test_whole_numbers_with_decimals_are_copies(typed: str, copies: int) -> None:
    spec, found = read("c.csv", {"c.csv": f'name,qty\nFox,"{typed}"\n'})
    assert (spec.cards["units"][0].copies, found) == (copies, ())


@pytest.mark.parametrize("typed", ["1.000", "1,000", "2.5", "3x", "-1"])
def test_what_may_be_thousands_or_halves_is_no_number_of_copies(typed: str) -> None:
    assert fault("c.csv", {"c.csv": f'name,qty\nFox,"{typed}"\n'}).code == "bad-copies"


@pytest.mark.parametrize("headers", ["copies,Qty", "Qty,Copies", "QTY,copies"])
def test_two_columns_of_copies_that_differ_are_refused_in_any_case(headers: str) -> None:
    assert fault("c.csv", {"c.csv": f"name,{headers}\nFox,2,3\n"}).code == "bad-copies"


@pytest.mark.parametrize(
    ("typed", "hint"),
    [("x2", "write `2`"), ("3 ×", "write `3`"), ("٣", "write `3`"), ("two", "leave it empty"),
     ("-", "leave it empty"), ("1.5", "0 benches")],
)  # fmt: skip
def test_a_number_of_copies_that_is_none_is_said_to_be_written_so(typed: str, hint: str) -> None:
    assert hint in fault("c.csv", {"c.csv": f"name,copies\nFox,{typed}\n"}).hint


def test_two_keys_that_become_one_field_are_a_fault_in_json_too() -> None:
    found = fault("c.json", {"c.json": '[{"a b": 1, "a-b": 2}]'})
    assert (found.code, str(found.span)) == ("duplicate-key", "c.json:1:13")


# --- workbooks -----------------------------------------------------------------------------


def add_up(_: Any, page: Any) -> None:
    page.write_column(0, 0, ["name", "Fox", "Owl", "Total"])
    page.write_column(0, 1, ["cost", 1, 2, 3])
    columns = [{"header": "name", "total_string": "Total"}, {"header": "cost"}]
    page.add_table("A1:B4", {"total_row": True, "columns": columns})


def test_a_totals_row_is_said_to_be_a_card() -> None:
    found = found_in(sheet(add_up))
    assert (found.severity, str(found.span)) == ("warning", "c.xlsx: Units!A4")
    assert "totals row" in found.message


def strike(book: Any, page: Any) -> None:
    struck = book.add_format({"font_strikeout": True})
    page.write_column(0, 0, ["name", "Fox", "Owl"])
    page.write(2, 0, "Owl", struck)
    page.write_column(0, 1, ["cost", 1, 2])
    page.write(2, 1, 2, struck)
    page.write(3, 1, None, struck)


def test_struck_through_cells_are_said_to_be_on_the_cards() -> None:
    found = found_in(sheet(strike))
    assert (found.severity, str(found.span)) == ("warning", "c.xlsx: Units!A3")
    assert found.message.startswith("A3, B3 are struck through")


def paste(_: Any, page: Any) -> None:
    page.write_column(0, 0, ["name", "Fox", "Owl"])
    for cell in ("D1", "B2", "B3"):
        page.insert_image(cell, "fox.png", {"image_data": io.BytesIO(make_png())})


def test_pictures_on_cells_are_said_to_reach_no_card() -> None:
    found = found_in(sheet(paste))
    assert (found.severity, str(found.span)) == ("warning", "c.xlsx: Units!B2")
    assert found.message.startswith("pictures lie on B2, B3")


def embed(_: Any, page: Any) -> None:
    page.write_column(0, 0, ["name", "Fox", "Owl"])
    page.embed_image("B2", "fox.png", {"image_data": io.BytesIO(make_png())})
    page.write("B1", "art")


def test_a_picture_in_a_cell_is_told_as_one() -> None:
    found = found_in(sheet(embed))
    assert (found.severity, str(found.span)) == ("error", "c.xlsx: Units!B2")
    assert "shows a picture" in found.message


def hide(_: Any, page: Any) -> None:
    page.write_column(0, 0, ["name", "Fox", "Owl", "Hen"])
    page.set_row(2, None, None, {"hidden": True})
    page.set_row(9, None, None, {"hidden": True})  # empty


def test_hidden_rows_are_cards_and_said_to_be() -> None:
    spec, found = read("c.xlsx", {"c.xlsx": sheet(hide)})
    assert len(spec.cards["units"]) == 3
    one = the(found)
    assert (one.severity, str(one.span)) == ("warning", "c.xlsx: Units!A3")
    assert one.message == "row 3 is hidden or filtered out, and a card all the same"


def test_filtered_rows_of_a_document_are_said_to_be_cards() -> None:
    data = open_document([["name"], ["Fox"], ["Owl"]])
    old = b'<table:table-row><table:table-cell office:value-type="string"><text:p>Owl'
    new = old.replace(b"table-row>", b'table-row table:visibility="filter">', 1)
    assert "row 3 is hidden" in found_in(with_part(data, "content.xml", old, new), "c.ods").message


def hide_columns(_: Any, page: Any) -> None:
    page.write_row(0, 0, ["name", "cost", "notes"])
    page.write_row(1, 0, ["Fox", 2, "too strong?"])
    page.set_column(2, 7, None, None, {"hidden": True})


def test_a_hidden_column_is_a_field_and_said_to_be() -> None:
    one = found_in(sheet(hide_columns))
    assert (one.severity, str(one.span)) == ("warning", "c.xlsx: Units!C1")
    assert one.message == "column C is hidden, and a field of the cards all the same"


def test_a_hidden_column_without_cells_is_none() -> None:
    def fill(_: Any, page: Any) -> None:
        page.write_column(0, 0, ["name", "Fox"])
        page.set_column(1, 9, None, None, {"hidden": True})

    assert read("c.xlsx", {"c.xlsx": sheet(fill)})[1] == ()


def test_hidden_columns_of_a_document_are_said_to_be_fields() -> None:
    data = open_document([["name", "cost", "notes"], ["Fox", "2", "too strong?"]])
    old = b"<table:table-row>"
    shown = b'<table:table-column table:number-columns-repeated="1"/>'
    new = (
        shown
        + b'<table:table-column table:visibility="collapse" table:number-columns-repeated="9"/>'
    )
    found = found_in(with_part(data, "content.xml", old, new + old), "c.ods")
    assert found.message == "columns B, C are hidden, and fields of the cards all the same"


def heading(_: Any, page: Any) -> None:
    page.write_row(0, 0, ["name", "cost"])
    page.merge_range(1, 0, 1, 1, "Beasts")
    page.write_row(2, 0, ["Fox", 2])


def test_a_heading_across_the_table_is_pointed_at() -> None:
    found = found_in(sheet(heading))
    assert (found.severity, str(found.span)) == ("warning", "c.xlsx: Units!A2")
    assert "stands in 2 columns" in found.message


def test_a_merged_cell_down_a_column_stands_in_all_its_rows_without_a_word() -> None:
    def fill(_: Any, page: Any) -> None:
        page.write_column(0, 0, ["name", "Fox", "Owl"])
        page.write(0, 1, "kind")
        page.merge_range(1, 1, 2, 1, "beast")

    assert [row["kind"] for row in values("c.xlsx", {"c.xlsx": sheet(fill)})] == ["beast"] * 2


def test_bold_words_of_a_cell_are_no_silent_loss() -> None:
    def fill(book: Any, page: Any) -> None:
        bold = book.add_format({"bold": True})
        page.write_row(0, 0, ["name", "rule"])
        page.write(1, 0, "Fox", bold)  # a whole cell is set as the layout says
        page.write_rich_string(1, 1, "Draw ", bold, "two", " cards.")

    found = found_in(sheet(fill))
    assert (found.severity, str(found.span)) == ("warning", "c.xlsx: Units!B2")
    assert "`**bold**`" in found.hint


def test_encoded_characters_of_excel_are_what_they_stand_for() -> None:
    def fill(_: Any, page: Any) -> None:
        page.write_column(0, 0, ["rule", "one@\ntwo", "one@two", "_x0041_"])

    data = with_part(sheet(fill), "sharedStrings.xml", b"@", b"_x000D_")
    rows = values("c.xlsx", {"c.xlsx": data})
    assert [row["rule"] for row in rows] == ["one\ntwo", "one\ntwo", "_x0041_"]


def test_a_formula_whose_result_is_an_empty_text_is_an_empty_cell() -> None:
    def fill(_: Any, page: Any) -> None:
        page.write_row(0, 0, ["name", "rule"])
        page.write(1, 0, "Fox")
        page.write_formula(1, 1, "=A1", None, "x")

    data = with_part(sheet(fill), "sheet1.xml", b"<v>x</v>", b"<v></v>")
    assert values("c.xlsx", {"c.xlsx": data}) == [{"name": "Fox", "rule": None}]


def test_a_format_that_hides_its_cell_shows_nothing() -> None:
    def fill(book: Any, page: Any) -> None:
        page.write_row(0, 0, ["name", "note"])
        page.write(1, 0, "Fox")
        page.write_number(1, 1, 5, book.add_format({"num_format": ";;;"}))

    assert values("c.xlsx", {"c.xlsx": sheet(fill)}) == [{"name": "Fox", "note": None}]


def test_a_date_system_that_begins_in_1904_gives_the_same_dates() -> None:
    def fill(book: Any, page: Any) -> None:
        page.write(0, 0, "day")
        page.write_datetime(1, 0, DAY, book.add_format({"num_format": "d. mmmm yyyy"}))

    for options in ({}, {"date_1904": True}):
        out = io.BytesIO()
        book = xlsxwriter.Workbook(out, {"in_memory": True, **options})
        fill(book, book.add_worksheet())
        book.close()
        assert values("c.xlsx", {"c.xlsx": out.getvalue()}) == [{"day": "1. March 2026"}]


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (123456789012.5, "123456789012.5"),
        (9999999999.25, 9999999999.25),
        (0.0000001, "1E-07"),
        (1e21, "1E+21"),
        (0.1 + 0.2, 0.3),
    ],
)
def test_a_number_without_a_format_is_written_as_spreadsheets_do(
    value: float, shown: str | float
) -> None:
    data = sheet(lambda _, page: page.write_column(0, 0, ["n", value]))
    assert values("c.xlsx", {"c.xlsx": data}) == [{"n": shown}]


@pytest.mark.parametrize("number", [-5, 0])
def test_a_date_before_the_first_is_no_silent_guess(number: int) -> None:
    def fill(book: Any, page: Any) -> None:
        page.write(0, 0, "day")
        page.write_number(1, 0, number, book.add_format({"num_format": "yyyy-mm-dd"}))

    finding = found_in(sheet(fill))
    assert finding.code == "table-cell"
    assert finding.message.startswith("this cell holds no date to show as `yyyy-mm-dd`")


@pytest.mark.parametrize(("number", "said"), [(1, True), (59, True), (60, True), (61, False)])
def test_a_day_that_other_programs_show_otherwise_is_told(number: int, *, said: bool) -> None:
    """Excel shows 29 February 1900 for 60, LibreOffice the 28th, which Excel shows for 59."""

    def fill(book: Any, page: Any) -> None:
        page.write_column(0, 0, ["day"])
        page.write_number(1, 0, number, book.add_format({"num_format": "yyyy-mm-dd"}))
        page.write_number(2, 0, number, book.add_format({"num_format": "[h]:mm"}))

    found = read("c.xlsx", {"c.xlsx": sheet(fill)})[1]
    assert [one.code for one in found] == ["table-cell"] * said


def test_the_first_sheet_is_the_first_that_is_seen() -> None:
    def fill(book: Any, page: Any) -> None:
        page.write_column(0, 0, ["name", "Old"])
        shown = book.add_worksheet("Shown")
        shown.write_column(0, 0, ["name", "Fox"])
        shown.activate()
        page.hide()

    data = sheet(fill)
    assert values("c.xlsx", {"c.xlsx": data}) == [{"name": "Fox"}]
    assert values("'c.xlsx#Units'", {"c.xlsx": data}) == [{"name": "Old"}]


def test_the_first_sheet_of_an_old_workbook_is_the_first_that_is_seen() -> None:
    data = (DATA / "hidden_first.xls").read_bytes()
    assert values("c.xls", {"c.xls": data}) == [{"name": "Fox"}]
    assert values("'c.xls#Old'", {"c.xls": data}) == [{"name": "Old"}]


def test_the_first_sheet_of_a_document_is_the_first_that_is_seen() -> None:
    hidden = (
        '<office:automatic-styles xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0">'
        '<style:style style:name="ta1" style:family="table">'
        '<style:table-properties table:display="false"/></style:style></office:automatic-styles>'
    )
    old = "<table:table table:style-name='ta1' table:name='Old'/>"
    data = open_document([["name"], ["Fox"]], sheet="Shown")
    data = with_part(data, "content.xml", b"<office:body>", f"{hidden}<office:body>".encode())
    start = b"<office:spreadsheet>"
    data = with_part(data, "content.xml", start, start + old.encode())
    assert values("c.ods", {"c.ods": data}) == [{"name": "Fox"}]


def test_a_mark_of_byte_order_within_a_table_is_pointed_at() -> None:
    """Joined files have one in their middle: it prints nothing, and the name is another."""
    finding = found_in("name\nOwl\n\ufeffFox\n".encode(), "c.csv")
    assert (finding.code, finding.span and finding.span.line) == ("control-character", 3)


@pytest.mark.parametrize(
    ("value", "code", "shown"),
    [
        ("Fox", '"No. "@', "No. Fox"),
        ("Fox", '0;-0;0;@" pts"', "Fox pts"),
        ("Fox", ";;;", None),
        ("Fox", "0.00", "Fox"),
        (5551234567, "(###) ###-####", "(555) 123-4567"),
        (12, "000-000", "000-012"),
        (100, '0\\ "%"', "100 %"),
        (12.5, "0.0 %", "1250.0 %"),
        (5, 'General" pts"', "5 pts"),
        (1234, "0.0E+0", "1.2E+3"),
        (45000.5000058, "hh:mm:ss.00", "12:00:00.50"),
    ],
)
def test_a_format_shows_what_the_spreadsheet_shows(
    value: float | str, code: str, shown: str | None
) -> None:
    def fill(book: Any, page: Any) -> None:
        page.write_row(0, 0, ["name", "x"])
        page.write(1, 0, "A")
        page.write(1, 1, value, book.add_format({"num_format": code}))

    assert values("c.xlsx", {"c.xlsx": sheet(fill)}) == [{"name": "A", "x": shown}]


@pytest.mark.parametrize("code", ["bbbb", "e", '"No. "@', "##0.0E+0", "0,0-0.0"])
def test_a_format_of_a_number_that_is_not_known_is_no_silent_guess(code: str) -> None:
    def fill(book: Any, page: Any) -> None:
        page.write(0, 0, "x")
        page.write(1, 0, 45000, book.add_format({"num_format": code}))

    assert "is not known here" in found_in(sheet(fill)).message


# --- sheets that nothing reads -------------------------------------------------------------

CARDS = [["name", "rule"], ["Fox", "Draw."]]


def two_in_a_document(second: str) -> bytes:
    """An `.ods` file with the cards in a sheet `Base`, and another sheet."""
    table = second.encode().replace(b"SHEET", b'<table:table table:name="More">')
    end = b"</office:spreadsheet>"
    return with_part(open_document(CARDS, "Base"), "content.xml", end, table + end)


ROW = "<table:table-row>{}</table:table-row>"
CELL = "<table:table-cell><text:p>{}</text:p></table:table-cell>"
HEADS = ROW.format(CELL.format("name") + CELL.format("rule"))


@pytest.mark.parametrize(
    ("file", "data"),
    [
        ("c.xlsx", workbook_of_sheets({"Base": CARDS, "More": [[], *CARDS]})),
        ("c.ods", two_in_a_document(
            f"SHEET{HEADS}{ROW.format(CELL.format('Owl'))}</table:table>")),
    ],
)  # fmt: skip
def test_a_sheet_with_the_heads_of_the_one_that_is_read_is_told(file: str, data: bytes) -> None:
    found = found_in(data, file)
    assert (found.code, str(found.span)) == ("unread-sheet", f"{file}: More!A1")
    assert f"['{file}#Base', '{file}#More']" in found.hint
    assert read(f"{file}#Base", {file: data})[1] == ()


@pytest.mark.parametrize(
    "more",
    [
        {"More": [["name", "cost"], ["Owl", "2"]]},
        {"More": [["name", "rule", "cost"], ["Owl", "Pass.", "2"]]},
        {"More": []},
        {"More": CARDS[:1]},
    ],
)
def test_other_sheets_are_left_alone(more: dict[str, list[list[str]]]) -> None:
    data = workbook_of_sheets({"Base": CARDS, **more})
    assert read("c.xlsx", {"c.xlsx": data})[1] == ()


def test_a_sheet_of_a_document_that_is_still_to_be_filled_is_left_alone() -> None:
    data = two_in_a_document(f"SHEET{HEADS}{ROW.format('<table:table-cell/>')}</table:table>")
    assert read("c.ods", {"c.ods": data})[1] == ()


def test_a_hidden_sheet_is_meant_for_nothing() -> None:
    data = workbook_of_sheets({"Base": CARDS, "Old": CARDS}, hidden=["Old"])
    assert read("c.xlsx", {"c.xlsx": data})[1] == ()
