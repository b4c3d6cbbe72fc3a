"""The same cards from every kind of table, and each fault at its cell."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping
from datetime import date, datetime, time, timedelta
from typing import Any

import pytest

from cardgen.core.findings import Finding, Report
from cardgen.files.memory_game import MemoryGame
from cardgen.read.game import GameSpec, read_game
from cardgen.read.tables.cards import CardSpec
from cardgen.read.tables.number_formats import CellValue, show_value
from tests.support import sixty_cards
from tests.support.samples import codes, the
from tests.support.workbooks import open_document, workbook

FIELDS = (
    "fields: {name: {from: Karten Name}, cost: number, share: text, day: text, tags: list, "
    "rule: text}"
)
PLAIN = "layouts: {face: {trim: [{shape: rectangle}]}}\n"


def game(cards: str, files: Mapping[str, str | bytes], fields: str = "") -> MemoryGame:
    deck = f"{{cards: {cards}, size: poker, front: face{fields and ', ' + fields}}}"
    made = {"game.yaml": f"game: G\ndecks: {{units: {deck}}}\n", "layouts.yaml": PLAIN, **files}
    return MemoryGame(made)


def read(
    cards: str, files: Mapping[str, str | bytes], fields: str = ""
) -> tuple[GameSpec, tuple[Finding, ...]]:
    report = Report()
    spec = read_game(game(cards, files, fields), report)
    assert spec is not None
    return spec, report.findings


def cards_of(
    cards: str, files: Mapping[str, str | bytes], fields: str = ""
) -> tuple[CardSpec, ...]:
    spec, found = read(cards, files, fields)
    assert [f for f in found if f.code != "guessed-encoding"] == []
    return spec.cards["units"]


def values(cards: str, files: Mapping[str, str | bytes], fields: str = "") -> list[dict[str, Any]]:
    return [dict(card.values) for card in cards_of(cards, files, fields)]


def fault(cards: str, files: Mapping[str, str | bytes], fields: str = "") -> Finding:
    return the(read(cards, files, fields)[1])


# --- the same cards ------------------------------------------------------------------------


def expected() -> list[tuple[int, dict[str, Any]]]:
    file, make = sixty_cards.FORMATS["comma"]
    found = cards_of(file, {file: make(sixty_cards.rows())}, FIELDS)
    return [(card.copies, dict(card.values)) for card in found]


def test_the_table_holds_what_its_cells_show() -> None:
    copies, first = expected()[1]
    assert copies == 2
    assert first == {
        "name": "Käfer 2",
        "cost": 2,
        "share": "20%",
        "day": "3. March 2026",
        "tags": ["green"],
        "rule": "Für jede Mühle: 1 Öl.",
    }
    assert expected()[0][1]["tags"] == ["red", "blue"]


@pytest.mark.parametrize("kind", sixty_cards.FORMATS)
def test_the_same_sixty_cards_come_from_every_format(kind: str) -> None:
    file, make = sixty_cards.FORMATS[kind]
    found = cards_of(file, {file: make(sixty_cards.rows())}, FIELDS)
    assert [(card.copies, dict(card.values)) for card in found] == expected()


def test_the_same_sixty_cards_come_from_an_old_workbook() -> None:
    data = (sixty_cards.DATA / "sixty_cards.xls").read_bytes()
    found = cards_of("cards.xls", {"cards.xls": data}, FIELDS)
    assert [(card.copies, dict(card.values)) for card in found] == expected()


@pytest.mark.parametrize("kind", sixty_cards.FORMATS)
def test_a_fault_is_found_at_its_cell(kind: str) -> None:
    """The seventh column of the sixth card."""
    cells = sixty_cards.rows()
    cells[5][6] = "many"
    file, make = sixty_cards.FORMATS[kind]
    found = [f for f in read(file, {file: make(cells)}, FIELDS)[1] if f.code == "bad-copies"]
    place = str(the(found).span)
    if file.endswith(("xlsx", "ods")):
        assert place == f"{file}: Units!G7"
    else:
        assert place.startswith(f"{file}:")
        assert line_of(make(cells), place) == "many"


def line_of(data: bytes, place: str) -> str:
    """The word that stands at a place of a text file."""
    for encoding in ("utf-8-sig", "utf-16", "cp1252"):
        try:
            text = data.decode(encoding if data[1:2] != b"\0" else "utf-16-le")
            break
        except UnicodeDecodeError:
            continue
    _, line, column = place.split(":")
    return text.splitlines()[int(line) - 1][int(column) - 1 :].strip('"}, \n').split('"')[0]


def test_a_fault_of_an_old_workbook_is_found_at_its_cell() -> None:
    data = (sixty_cards.DATA / "sixty_cards_fault.xls").read_bytes()
    assert str(fault("cards.xls", {"cards.xls": data}, FIELDS).span) == "cards.xls: Units!G7"


# --- text tables ---------------------------------------------------------------------------


def test_what_german_excel_saves_is_no_single_column() -> None:
    text = "Name;Kosten;Text\r\nFuchs;1,5;Zieh eine Karte, dann eine zweite.\r\n"
    found = values("cards.csv", {"cards.csv": text.encode("cp1252")})
    assert found == [
        {"Name": "Fuchs", "Kosten": "1,5", "Text": "Zieh eine Karte, dann eine zweite."}
    ]


def test_a_guessed_encoding_is_said_and_a_stated_one_is_not() -> None:
    data = "name\nMühle\n".encode("cp1252")
    found = fault("cards.csv", {"cards.csv": data})
    assert (found.code, found.severity, str(found.span)) == (
        "guessed-encoding", "warning", "cards.csv:2:1",
    )  # fmt: skip
    stated = "{file: cards.csv, encoding: windows-1252}"
    assert values(stated, {"cards.csv": data}) == [{"name": "Mühle"}]


def test_the_line_in_which_excel_names_the_separator_is_no_row() -> None:
    files = {"cards.csv": "sep=;\nname;cost\nFox;2\n"}
    assert values("cards.csv", files) == [{"name": "Fox", "cost": 2}]
    assert str(cards_of("cards.csv", files)[0].place("cost")) == "cards.csv:3:5"


@pytest.mark.parametrize("end", ["\x85", "\u2028", "\u2029"])
def test_rows_end_where_nothing_else_ends_them(end: str) -> None:
    files = {"cards.csv": end.join(("name,cost", "Fox,2", "Owl,3", ""))}
    assert values("cards.csv", files) == [{"name": "Fox", "cost": 2}, {"name": "Owl", "cost": 3}]


@pytest.mark.parametrize(
    ("typed", "hint"),
    [
        ("../shared/cards.csv", "did you mean `cards.csv`?"),
        ("C:\\Users\\Me\\Cards.csv", "did you mean `cards.csv`?"),
        ("/home/me/beasts.xlsx", "put the file into the game's folder, and write its path from"),
    ],
)
def test_a_table_outside_of_the_game_is_told_what_to_do(typed: str, hint: str) -> None:
    found = fault(typed, {"cards.csv": "name\nFox\n"})
    assert "lies outside the game folder" in found.message
    assert found.hint.startswith(hint)


def test_a_stated_separator_is_taken() -> None:
    files = {"cards.csv": "name/cost\nFox/2\n"}
    assert values('{file: cards.csv, separator: "/"}', files) == [{"name": "Fox", "cost": 2}]


def test_commas_in_the_texts_of_a_semicolon_table_part_nothing() -> None:
    text = "name;rule\n" + "".join(f"Fox {n};a, b, c\n" for n in range(9))
    assert values("cards.csv", {"cards.csv": text})[0] == {"name": "Fox 0", "rule": "a, b, c"}


def test_a_cell_too_many_is_told_with_the_separator_of_the_table() -> None:
    found = fault("cards.csv", {"cards.csv": "name;cost\nFox;2;3\nOwl;1\n"})
    assert (found.code, str(found.span)) == ("csv-row", "cards.csv:2:7")
    assert "semicolon" in found.hint


# --- headers -------------------------------------------------------------------------------


@pytest.mark.parametrize("header", ["copies", "Qty", "COUNT", "Quantity", "number"])
def test_copies_have_many_names_in_any_case(header: str) -> None:
    found = cards_of("cards.csv", {"cards.csv": f"name,{header}\nFox,3\n"})
    assert (found[0].copies, dict(found[0].values)) == (3, {"name": "Fox"})


def test_of_several_such_columns_the_first_in_a_fixed_order_counts() -> None:
    found = cards_of("cards.csv", {"cards.csv": "number,name,Qty\n7,Fox,3\n"})
    assert (found[0].copies, dict(found[0].values)) == (3, {"number": 7, "name": "Fox"})


def test_a_declared_field_is_no_number_of_copies() -> None:
    files = {"cards.csv": "name,number\nFox,7\n"}
    found = cards_of("cards.csv", files, "fields: {name: text, number: integer}")
    assert (found[0].copies, found[0].values["number"]) == (1, 7)


def test_a_header_with_spaces_can_be_used() -> None:
    files = {"cards.csv": "Karten Name,2nd cost,Größe (mm)\nFuchs,2,3\n"}
    assert values("cards.csv", files) == [{"Karten_Name": "Fuchs", "_2nd_cost": 2, "Größe_mm": 3}]


@pytest.mark.parametrize("file", ["cards.csv", "cards.json", "cards.yaml"])
def test_a_field_takes_its_values_from_another_header(file: str) -> None:
    texts = {
        "cards.csv": "Karten Name\nFuchs\n",
        "cards.json": '[{"Karten Name": "Fuchs"}]',
        "cards.yaml": "- {Karten Name: Fuchs}\n",
    }
    fields = "fields: {name: {from: Karten Name}}"
    assert values(file, {file: texts[file]}, fields) == [{"name": "Fuchs"}]


def test_two_headers_of_one_name_are_a_finding() -> None:
    found = fault("cards.csv", {"cards.csv": "a b,a-b\n1,2\n"})
    assert (found.code, str(found.span)) == ("duplicate-key", "cards.csv:1:5")


# --- lists ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "items"),
    [
        ("red; blue", ["red", "blue"]),
        ("red|blue|", ["red", "blue"]),
        ('"red, blue"', ["red", "blue"]),
        ('"a, b; c"', ["a, b", "c"]),
        ("1;2", [1, 2]),
        ("red", ["red"]),
        ('"red\nblue\n"', ["red", "blue"]),
        ('"red,\nblue"', ["red", "blue"]),
    ],
)
def test_a_list_is_split_at_its_separators(typed: str, items: list[Any]) -> None:
    files = {"cards.csv": f"name,tags\nFox,{typed}\n"}
    assert values("cards.csv", files, "fields: {name: text, tags: list}")[0]["tags"] == items


@pytest.mark.parametrize(
    ("type_", "typed", "hint"),
    [
        ("integer", "2.0", "write `2`, or declare the field with `type: number`"),
        ("integer", "+007.00", "write `7`, or declare the field with `type: number`"),
        ("integer", "2.5", "round it, or declare the field with `type: number`"),
        ("integer", "\u22123", "write `-3`: the minus that keyboards have"),
        ("number", "\u20133.5", "write `-3.5`: the minus that keyboards have"),
    ],
)
def test_what_is_nearly_a_number_is_told_how_to_be_written(
    type_: str, typed: str, hint: str
) -> None:
    files = {"cards.csv": f"name,cost\nFox,{typed}\n"}
    fields = f"fields: {{name: text, cost: {type_}}}"
    assert fault("cards.csv", files, fields).hint == hint


def test_a_list_is_split_at_a_stated_separator_alone() -> None:
    files = {"cards.yaml": '- {name: Fox, tags: "a, b / c"}\n'}
    fields = 'fields: {name: text, tags: {type: list, separator: "/"}}'
    assert values("cards.yaml", files, fields)[0]["tags"] == ["a, b", "c"]


# --- spreadsheets --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "code", "shown"),
    [
        (2.0, "General", "2"),
        (0.1 + 0.2, "General", "0.3"),
        (1.5, "0.00", "1.50"),
        (0.125, "0.0%", "12.5%"),
        (1234567.891, "#,##0.00", "1,234,567.89"),
        (-5, "#,##0;(#,##0)", "(5)"),
        (2.5, '0 "€"', "3 €"),
        (7, "000", "007"),
        (3, '"+"0', "+3"),
        (0, '0;-0;"-"', "-"),
        (2.25, "# ?/?", "2 1/4"),
        (1500, '0,"k"', "2k"),
        (datetime(2026, 3, 1), "d. mmmm yyyy", "1. March 2026"),
        (date(2026, 3, 1), "yyyy-mm-dd", "2026-03-01"),
        (datetime(2026, 3, 1, 14, 5), "h:mm AM/PM", "2:05 PM"),
        (time(9, 30), "hh:mm", "09:30"),
        (timedelta(hours=30), "[h]:mm", "30:00"),
    ],
)
def test_a_number_reads_as_its_cell_shows_it(value: CellValue, code: str, shown: str) -> None:
    assert show_value(value, code) == shown


def test_a_format_that_is_not_known_is_said_and_the_value_kept() -> None:
    data = workbook([["name", "cost"], ["Fox", (3, "[>2]0;[<1]00")]])
    spec, found = read("cards.xlsx", {"cards.xlsx": data})
    assert (the(found).code, str(the(found).span)) == ("table-cell", "cards.xlsx: Sheet1!B2")
    assert spec.cards["units"][0].values["cost"] == 3


def test_a_sheet_is_named_after_the_file() -> None:
    data = workbook([["name"], ["Fox"]], "Units", before=["Notes"])
    assert values("cards.xlsx#units", {"cards.xlsx": data}) == [{"name": "Fox"}]
    assert values("{file: cards.xlsx, sheet: Units}", {"cards.xlsx": data}) == [{"name": "Fox"}]


def test_a_sheet_that_is_not_there_is_told_with_those_that_are() -> None:
    data = workbook([["name"], ["Fox"]], "Units")
    found = fault("cards.xlsx#Unit", {"cards.xlsx": data})
    assert found.code == "unreadable-file"
    assert "did you mean `Units`" in found.message


def test_a_formula_that_failed_is_found_at_its_cell() -> None:
    data = workbook([["name", "cost"], ["Fox", "=1/0"]])
    found = fault("cards.xlsx", {"cards.xlsx": data})
    assert (found.code, str(found.span)) == ("table-cell", "cards.xlsx: Sheet1!B2")


def test_a_formula_that_nothing_has_worked_out_is_found_at_its_cell() -> None:
    """As programs write it that do not reckon themselves."""
    parts = zipfile.ZipFile(io.BytesIO(workbook([["name", "cost"], ["Fox", "=1+1"]])))
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as made:
        for name in parts.namelist():
            text = parts.read(name)
            if name.endswith("sheet1.xml"):
                text = text.replace(b' t="e"', b"").replace(b"<v>#DIV/0!</v>", b"<v></v>")
            made.writestr(name, text)
    found = fault("cards.xlsx", {"cards.xlsx": out.getvalue()})
    assert (found.code, str(found.span)) == ("table-cell", "cards.xlsx: Sheet1!B2")


def test_empty_rows_and_columns_around_a_table_do_not_count() -> None:
    data = workbook([[], [None, "name", "cost"], [None, "Fox", 3.0]])
    assert str(cards_of("c.xlsx", {"c.xlsx": data})[0].place("cost")) == "c.xlsx: Sheet1!C3"


def test_a_cell_far_out_does_not_take_all_memory() -> None:
    data = workbook([["name"], ["Fox"]])
    far = _with_text(data, "xl/worksheets/sheet1.xml", b'r="A2"', b'r="XFD1048576"')
    assert fault("c.xlsx", {"c.xlsx": far}).code == "unreadable-file"


@pytest.mark.parametrize("file", ["c.xlsx", "c.xls", "c.ods"])
@pytest.mark.parametrize("data", [b"", b"no workbook", b"PK\x03\x04", b"\xd0\xcf\x11\xe0" * 9])
def test_what_is_no_workbook_is_a_finding(file: str, data: bytes) -> None:
    found = fault(file, {file: data})
    assert (found.code, str(found.span)) == ("unreadable-file", "game.yaml:2:24")


def test_repeated_cells_of_an_open_document_are_unfolded() -> None:
    data = open_document([["name", "cost", "rank"], ["Fox", "2", "2"]])
    cell = b'<table:table-cell office:value-type="string"><text:p>2</text:p></table:table-cell>'
    twice = cell.replace(b"cell ", b'cell table:number-columns-repeated="2" ', 1)
    folded = _with_text(data, "content.xml", cell * 2, twice)
    assert values("c.ods", {"c.ods": folded}) == [{"name": "Fox", "cost": 2, "rank": 2}]


def _with_text(data: bytes, part: str, old: bytes, new: bytes) -> bytes:
    parts, out = zipfile.ZipFile(io.BytesIO(data)), io.BytesIO()
    with zipfile.ZipFile(out, "w") as made:
        for name in parts.namelist():
            text = parts.read(name)
            assert name != part or old in text
            made.writestr(name, text.replace(old, new, 1) if name == part else text)
    return out.getvalue()


# --- JSON ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ('[{"name": "Fox"', "c.json:1:16"),
        ('[{"name": Fox}]', "c.json:1:11"),
        ('{"cards": []}', "c.json:1:1"),
        ('[{"name": "Fox"}] x', "c.json:1:19"),
        ("[" * 200, "c.json:1:42"),
    ],
)
def test_what_is_no_json_is_pointed_at(text: str, place: str) -> None:
    found = fault("c.json", {"c.json": text})
    assert (found.code, str(found.span)) == ("json-syntax", place)


@pytest.mark.parametrize(
    ("text", "column", "hint"),
    [
        ('[{"name": "Fox"},]', 17, "remove the comma"),
        ('[{"name": "Fox", }]', 16, "remove the comma"),
        ('[{"name": NaN}]', 11, "write `null`, or a number"),
        ('[{"name": True}]', 11, "write `true`"),
        ('[{"name": "Fox"}, // {}\n{}]', 19, "delete it: JSON has no comments"),
        ("[{\"name\": 'Fox'}]", 11, "put a text in double quotes"),
    ],
)
def test_what_other_languages_allow_is_told_with_what_json_has(
    text: str, column: int, hint: str
) -> None:
    found = fault("c.json", {"c.json": text})
    assert (found.code, str(found.span), found.hint) == ("json-syntax", f"c.json:1:{column}", hint)


def test_a_value_of_json_keeps_its_kind() -> None:
    text = '[{"name": "7", "cost": 7, "tags": ["a", 1], "rank": null, "emoji": "\\ud83e\\udd8a"}]'
    assert values("c.json", {"c.json": text}) == [
        {"name": "7", "cost": 7, "tags": ["a", 1], "rank": None, "emoji": "🦊"}
    ]


# --- several tables ------------------------------------------------------------------------

UNITS = {"a.csv": "name,kind\nFox,beast\nMill,place\n", "sub/b.csv": "name,kind\nOwl,beast\n"}


def names(cards: str, files: Mapping[str, str | bytes], fields: str = "") -> list[Any]:
    return [card["name"] for card in values(cards, files, fields)]


def test_a_deck_takes_its_cards_from_several_tables_in_order() -> None:
    assert names("[sub/b.csv, a.csv]", UNITS) == ["Owl", "Fox", "Mill"]


def test_a_pattern_finds_tables_by_name() -> None:
    files = {"c/2.csv": "name\nOwl\n", "c/1.csv": "name\nFox\n", "d.csv": "name\nHen\n"}
    assert names('"c/*.csv"', files) == ["Fox", "Owl"]
    assert names('"**/*.csv"', files) == ["Fox", "Owl", "Hen"]


def test_a_pattern_that_finds_nothing_is_a_finding() -> None:
    found = fault('"x/*.csv"', UNITS)
    assert (found.code, str(found.span)) == ("unreadable-file", "game.yaml:2:24")


def test_a_table_whose_name_is_not_in_utf8_is_told_where_the_pattern_stands() -> None:
    found = fault('"c*.csv"', {"caf\udce9.csv": "name\nOwl\n", "c.csv": "name\nFox\n"})
    assert (found.code, str(found.span)) == ("unreadable-file", "game.yaml:2:24")
    assert found.message.startswith("the name of `caf\ufffd.csv` is not in UTF-8")


def test_only_rows_for_which_a_condition_holds_are_cards() -> None:
    assert names("""{file: a.csv, where: "kind == 'beast'"}""", UNITS) == ["Fox"]


def test_what_is_wrong_with_a_row_that_does_not_count_is_no_fault() -> None:
    files = {"a.csv": "name,kind,cost\nFox,beast,2\nMill,place,none\n"}
    fields = "fields: {name: text, kind: text, cost: integer}"
    assert names("""{file: a.csv, where: "kind == 'beast'"}""", files, fields) == ["Fox"]


@pytest.mark.parametrize(
    ("where", "code"),
    [("knd == 1", "undefined-name"), ("kind ==", "template-syntax"), ("kind == 'x'", "empty-file")],
)
def test_a_condition_that_is_at_fault_is_pointed_at(where: str, code: str) -> None:
    found = fault(f'{{file: a.csv, where: "{where}"}}', UNITS)
    assert found.code == code
    assert found.span is not None
    assert found.span.file == "game.yaml"


def test_all_rows_of_a_table_can_be_given_a_field() -> None:
    tables = "[{file: a.csv, set: {set: base, cost: 3}}]"
    assert values(tables, UNITS)[0] == {"name": "Fox", "kind": "beast", "set": "base", "cost": 3}


def test_a_default_stands_where_a_row_has_nothing() -> None:
    files = {"a.csv": "name,cost\nFox,\nOwl,2\n"}
    found = cards_of("a.csv", files, "defaults: {cost: 1, kind: beast}")
    assert [dict(card.values) for card in found] == [
        {"name": "Fox", "cost": 1, "kind": "beast"},
        {"name": "Owl", "cost": 2, "kind": "beast"},
    ]
    assert found[0].place("cost").file == "game.yaml"


def test_columns_of_another_table_come_to_the_cards_of_the_same_name() -> None:
    files: dict[str, str | bytes] = dict(UNITS)
    files["art.xlsx"] = workbook([["name", "art"], ["Mill", "m.png"], ["Fox", "f.png"]])
    found = values("a.csv", files, "join: {table: art.xlsx, on: name}")
    assert found == [
        {"name": "Fox", "kind": "beast", "art": "f.png"},
        {"name": "Mill", "kind": "place", "art": "m.png"},
    ]


def test_a_card_that_is_empty_where_it_would_be_joined_is_told_what_it_lacks() -> None:
    files = {"a.csv": "name,cost\nFox,1\n,2\n", "b.csv": "name,art\nFox,x\n"}
    found = the(read("a.csv", files, "join: {table: b.csv, on: name}")[1])
    assert (found.code, str(found.span)) == ("join-row", "a.csv:3:1")
    assert "has no `name`" in found.message


@pytest.mark.parametrize(
    ("named", "there", "hint"),
    [
        ("layout.csv", "layouts.yaml", "make the file"),
        ("art.csv", "Art.xlsx", "did you mean `Art.xlsx`?"),
        ("cads.csv", "cards.tsv", "did you mean `cards.tsv`?"),
        ("cards.csv", "data/cards.csv", "did you mean `data/cards.csv`?"),
    ],
)
def test_a_missing_table_is_taken_for_another_table(named: str, there: str, hint: str) -> None:
    found = read(named, {there: "name\nFox\n"})[1]
    assert hint in found[0].hint


def test_blanks_of_another_kind_join_as_well() -> None:
    """A space that does not break looks as any other, and the tables seem to be alike."""
    files = {"c.csv": "name\nRed\u00a0Fox\n", "j.csv": "name,art\nRed  Fox,x\n"}
    (card,) = cards_of("c.csv", files, "join: {table: j.csv, on: name}")
    assert card.values["art"] == "x"


def test_a_card_s_own_cell_wins_over_a_joined_one() -> None:
    files = {"a.csv": "name,art\nFox,own.png\nOwl,\n", "b.csv": "name,art\nFox,f\nOwl,o\n"}
    found = values("a.csv", files, "join: {table: b.csv, on: [name]}")
    assert [card["art"] for card in found] == ["own.png", "o"]


def test_rows_without_a_partner_are_findings_on_both_sides() -> None:
    files = {"a.csv": "name\nFox\nOwl\n", "b.csv": "name,art\nFox,f\nHen,h\n"}
    found = read("a.csv", files, "join: {table: b.csv, on: name}")[1]
    assert [(f.code, str(f.span)) for f in found] == [
        ("join-row", "a.csv:3:1"),
        ("join-row", "b.csv:3:1"),
    ]


# --- copies --------------------------------------------------------------------------------


def test_no_copies_bench_a_card() -> None:
    found = cards_of("a.csv", {"a.csv": "name,copies\nFox,0\nOwl,2\n"})
    assert [card.copies for card in found] == [0, 2]


@pytest.mark.parametrize("typed", ["none", "-1", "two"])
def test_what_is_no_number_of_copies_is_told_how_a_card_is_benched(typed: str) -> None:
    """A `#` before a row comments out nothing in a CSV: it made a card named "#A"."""
    found = fault("a.csv", {"a.csv": f"name,copies\nFox,{typed}\n"})
    assert found.code == "bad-copies"
    assert found.hint.endswith("0 benches a card: it is checked, and not printed")


def test_a_row_after_a_hash_is_a_card_like_any_other_in_a_csv() -> None:
    assert names("a.csv", {"a.csv": "name,cost\n#A,1\n"}) == ["#A"]


@pytest.mark.parametrize(
    ("file", "hint"),
    [("cards.numbers", "export it as CSV or Excel"), ("cards.xlsb", "save it as .xlsx")],
)
def test_a_file_of_a_kind_that_nothing_reads_is_told_so(file: str, hint: str) -> None:
    found = fault(file, {file: b"\0\1"})
    assert (found.code, found.hint) == ("unreadable-file", hint)


def test_a_table_that_is_not_there_is_told_with_the_nearest_that_is() -> None:
    found = fault("cards.xlsx", {"card.xlsx": b""})
    assert (found.code, found.hint) == ("unreadable-file", "did you mean `card.xlsx`?")


@pytest.mark.parametrize(
    ("inside", "hint"),
    [
        (("tables/a.csv", "tables/b.csv"), "write `tables/*.csv` for the tables in it"),
        (("tables/a.md",), "name a file"),
    ],
)
def test_a_folder_in_a_table_s_place_is_told_with_the_tables_in_it(
    inside: tuple[str, ...], hint: str
) -> None:
    found = fault("tables", dict.fromkeys(inside, "name\nFox\n"))
    assert (found.message, found.hint) == ("`tables` is a folder", hint)


def test_all_faults_of_a_table_are_found_in_one_run() -> None:
    data = workbook([["name", "copies"], ["Fox", "x"], ["Owl", -1.0], ["Hen", "=1/0"]])
    found = read("c.xlsx", {"c.xlsx": data})[1]
    assert codes(found) == ["bad-copies", "bad-copies", "table-cell"]


def with_part(data: bytes, name: str, before: str, after: str) -> bytes:
    """A workbook with something in one of its parts replaced."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as parts, zipfile.ZipFile(out, "w") as made:
        for part in parts.namelist():
            text = parts.read(part)
            assert part != name or before.encode() in text
            made.writestr(
                part, text.replace(before.encode(), after.encode()) if part == name else text
            )
    return out.getvalue()


@pytest.mark.parametrize("number", ["5" * 5000, "x", "-1", ""])
@pytest.mark.parametrize("what", ["columns-repeated", "columns-spanned", "rows-spanned"])
def test_a_count_that_is_none_is_said_of_a_document(what: str, number: str) -> None:
    given = f'<table:table-cell table:number-{what}="{number}"'
    data = with_part(
        open_document([("name",), ("Fox",)]), "content.xml", "<table:table-cell", given
    )
    found = fault("cards.ods", {"cards.ods": data})
    assert f"is damaged: `number-{what}` is `{number[:20]}`" in found.message


def test_a_style_of_5000_digits_is_said_of_a_workbook() -> None:
    data = workbook([["name", "cost"], ["Fox", (3, "0.0")]])
    styles = with_part(data, "xl/styles.xml", 'numFmtId="0"', f'numFmtId="{"5" * 5000}"')
    found = fault("cards.xlsx", {"cards.xlsx": styles})
    assert "is no Excel workbook that can be read" in found.message
