"""Tables that are read, and whose cards are not those that the sheet shows: each is told."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Iterable

import pytest

from cardgen.core.findings import Finding
from tests.unit.read.test_odd_tables import sheet
from tests.unit.read.test_table_formats import fault, read, values

_CALC = "urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0"
_SPACES = f'xmlns:calcext="{_CALC}" ' + " ".join(
    f'xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{space}:1.0"'
    for name, space in [
        ("office", "office"), ("table", "table"), ("text", "text"), ("style", "style"),
        ("fo", "xsl-fo-compatible"), ("draw", "drawing"),
    ]
)  # fmt: skip


def document(cell: str, styles: str = "") -> bytes:
    """An `.ods` file of the fields `name` and `rule`, whose one card has this cell."""
    heads = "".join(f"<table:table-cell><text:p>{n}</text:p></table:table-cell>" for n in FIELDS)
    name = "<table:table-cell><text:p>Fox</text:p></table:table-cell>"
    return document_of((heads, name + cell), styles)


def document_of(rows: Iterable[str], styles: str = "") -> bytes:
    """An `.ods` file whose rows have these cells."""
    made = "".join(f"<table:table-row>{row}</table:table-row>" for row in rows)
    content = (
        f"<office:document-content {_SPACES}><office:automatic-styles>{styles}"
        "</office:automatic-styles><office:body><office:spreadsheet>"
        f"<table:table table:name='Units'>{made}</table:table>"
        "</office:spreadsheet></office:body></office:document-content>"
    )
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as parts:
        parts.writestr("content.xml", content)
    return out.getvalue()


FIELDS = ("name", "rule")


def told(cell: str, styles: str = "") -> Finding:
    return fault("c.ods", {"c.ods": document(cell, styles)})


# --- brackets that are no list ---------------------------------------------------------------


@pytest.mark.parametrize(
    "others",
    ["- {rule: Draw.}", "- {rule: Draw a card.}\n- {rule: Take two cards.}\n- {rule: [Go, on]}"],
)
def test_a_list_among_texts_is_told_for_its_brackets_are_not_printed(others: str) -> None:
    found = fault("c.yaml", {"c.yaml": f"- {{rule: [Quick]}}\n{others}\n"})
    assert (found.code, found.severity) == ("bracketed-text", "warning")
    assert str(found.span) == "c.yaml:1:10"
    assert "'\\[…\\]'" in found.hint


@pytest.mark.parametrize(
    "rows",
    [
        "- {rule: [Quick]}\n",
        "- {rule: [wet]}\n- {rule: [wet, dark]}\n- {rule: dry}\n- {rule: cold}\n",
        "- {rule: [wet]}\n- {rule: [dark]}\n- {rule: dry}\n",
        "- {rule: [1]}\n- {rule: 2}\n",
        "- {rule: []}\n- {rule: Draw.}\n",
    ],
)
def test_a_list_that_may_be_meant_is_a_list(rows: str) -> None:
    assert read("c.yaml", {"c.yaml": rows})[1] == ()


def test_a_list_of_a_declared_field_is_meant() -> None:
    rows = "- {rule: [Quick]}\n- {rule: Draw.}\n"
    assert read("c.yaml", {"c.yaml": rows}, fields="fields: {rule: list}")[1] == ()


# --- words for nothing ---------------------------------------------------------------------


@pytest.mark.parametrize("word", ["NaN", "null", "None", "-inf", "~"])
def test_a_word_for_nothing_among_numbers_is_told(word: str) -> None:
    found = fault("c.csv", {"c.csv": f"name,cost\nFox,1\nOwl,{word}\nHen,{word}\nElk,2\n"})
    assert (found.code, found.severity, str(found.span)) == ("empty-word", "warning", "c.csv:3:5")
    assert [str(note.span) for note in found.notes] == ["c.csv:4:5"]


def test_a_word_that_stands_for_every_empty_cell_is_told() -> None:
    found = fault("c.csv", {"c.csv": "name,rule\nFox,NULL\nOwl,Draw.\nHen,NULL\n"})
    assert (found.code, str(found.span)) == ("empty-word", "c.csv:2:5")


@pytest.mark.parametrize(
    "rows",
    [
        "None,a\nOwl,b\nHen,c",  # a name
        "Fox,None\nOwl,Draw.\nHen,None",  # it is printed so in many a game
        "Fox,NULL\nOwl,\nHen,NULL",  # an empty cell is empty here
        "Fox,NULL\nOwl,Draw.\nHen,Pay.",
        "Fox,None\nOwl,1\nHen,X",
    ],
)
def test_a_word_that_may_be_meant_is_a_text(rows: str) -> None:
    assert read("c.csv", {"c.csv": f"name,rule\n{rows}\n"})[1] == ()


# --- rows ----------------------------------------------------------------------------------


def test_headers_that_come_once_more_are_said_to_be_a_card() -> None:
    found = fault("c.csv", {"c.csv": "name,rule\nFox,x\nname,rule\nOwl,y\n"})
    assert (found.code, str(found.span)) == ("doubtful-row", "c.csv:3:1")


@pytest.mark.parametrize("word", ["Total", "Summe:", "TOTAL"])
def test_a_last_row_of_sums_is_said_to_be_a_card(word: str) -> None:
    found = fault("c.csv", {"c.csv": f"name,cost\nFox,1\nOwl,2\n{word},3\n"})
    assert (found.code, str(found.span)) == ("doubtful-row", "c.csv:4:1")


@pytest.mark.parametrize("row", ["Total,all of it", "Totality,3", "Total,3\nHen,1"])
def test_a_card_with_such_a_name_is_no_sum(row: str) -> None:
    assert read("c.csv", {"c.csv": f"name,cost\nFox,1\nOwl,2\n{row}\n"})[1] == ()


def test_headers_in_a_cell_across_columns_are_told_to_be_unmerged() -> None:
    def fill(_: object, page: object) -> None:
        page.merge_range(0, 0, 0, 1, "Cards")  # type: ignore[attr-defined]
        page.write_row(1, 0, ["Fox", "x"])  # type: ignore[attr-defined]

    assert "unmerge" in fault("c.xlsx", {"c.xlsx": sheet(fill)}).hint


def test_a_title_across_the_columns_is_told_as_one() -> None:
    def fill(_: object, page: object) -> None:
        page.merge_range(0, 0, 0, 2, "My Game")  # type: ignore[attr-defined]
        page.write_row(1, 0, ["name", "cost", "rule"])  # type: ignore[attr-defined]

    found = fault("c.xlsx", {"c.xlsx": sheet(fill)})
    assert found.message == "nothing but `My Game` stands in the first row, which names the fields"
    assert found.hint == "delete what stands above the row that names them"


HEADS = "name,cost,rule,clan"
CARD = "Fox,1,Draw.,red"


def doubted(*rows: str, heads: str = HEADS) -> list[str]:
    """What is said of a table with these rows."""
    table = "\n".join((heads, *rows)) + "\n"
    return [one.message for one in read("c.csv", {"c.csv": table})[1]]


def test_headings_of_short_sections_are_told() -> None:
    found = doubted("Beasts,,,", CARD, CARD, "Spells,,,", CARD)
    assert [one.split(" stands")[0] for one in found] == [
        "nothing but `Beasts`",
        "nothing but `Spells`",
    ]


@pytest.mark.parametrize(
    "rows",
    [
        (CARD, "Joker,,,", CARD, "Blank,,,"),
        ("Joker,,,", "Blank,,,", CARD, CARD, CARD),
        ("Joker,,,", CARD, CARD, ",,Draw.,", CARD),
        ("Joker,,,", CARD, "Blank,,,", "Wild,,,", CARD, CARD, CARD, CARD),
    ],
)
def test_cards_that_have_a_name_alone_are_cards(rows: tuple[str, ...]) -> None:
    assert doubted(*rows) == []


SIX = [f"Card {n},1,Draw.,red,," for n in range(6)]
APART = f"{HEADS},,kind"


@pytest.mark.parametrize(
    "rows",
    [
        [row + ("beast" if i < 2 else "") for i, row in enumerate(SIX)],
        [*(row + "beast" for row in SIX), ",,,,,spell", ",,,,,place"],
    ],
    ids=["a legend", "a longer table"],
)
def test_what_stands_beside_the_table_is_told(rows: list[str]) -> None:
    assert doubted(*rows, heads=APART) == [
        "`kind` stands apart from the other columns, and is a field of the cards all the same"
    ]


def test_a_number_of_copies_beside_the_table_is_told() -> None:
    rows = [f"{row}beast,{i}" if i < 2 else f"{row}," for i, row in enumerate(SIX)]
    (found,) = doubted(*rows, heads=f"{APART},Count")
    assert found.endswith("are fields of the cards all the same; `Count` counts them")


@pytest.mark.parametrize(
    "rows",
    [
        [row + "beast" for row in SIX],
        [row + ("beast" if i > 3 else "") for i, row in enumerate(SIX)],
        [*(row + "beast" for row in SIX), ",,,,,spell"],
        [row.removesuffix(",") + ("x,beast" if i < 2 else ",") for i, row in enumerate(SIX)],
    ],
    ids=["in all rows", "in the last rows", "in a row more", "behind cells without a head"],
)
def test_a_column_behind_an_empty_one_may_be_a_field(rows: list[str]) -> None:
    assert not any("apart" in one for one in doubted(*rows, heads=APART))


# --- where, join, several files -------------------------------------------------------------


@pytest.mark.parametrize(("cost", "hint"), [("", "(cost or 0) > 3"), ("x", "")])
def test_a_row_that_where_cannot_judge_is_told_of(cost: str, hint: str) -> None:
    """Such rows were cards without a word."""
    files = {"c.csv": f"name,cost\nFox,5\nOwl,{cost}\n"}
    found = fault("{file: c.csv, where: cost > 3}", files)
    assert (found.code, found.span and found.span.file) == ("template-value", "game.yaml")
    assert [str(note.span) for note in found.notes] == ["c.csv:3:1"]
    assert hint in found.hint


def test_where_that_allows_for_rows_without_a_value_is_sound() -> None:
    files = {"c.csv": "name,cost\nFox,5\nOwl,\n"}
    where = "{file: c.csv, where: (cost or 0) > 3}"
    assert values(where, files) == [{"name": "Fox", "cost": 5}]


@pytest.mark.parametrize(
    ("where", "said", "hint"),
    [
        ("ready", "`ready` is the text `FALSE` here, and in 1 other row,", "ready != 'FALSE'"),
        ("cost > 1 and not ready", "`ready` is the text `FALSE`", "ready != 'FALSE'"),
        ("kind == 'unit'", "`kind` is `Unit` here, and `where`", "`lower(kind)` with `'unit'`"),
        ("kind|lower == 'Unit'", "`kind|lower` is `unit` here, and", "write `'unit'` for `'Unit'`"),
        ("kind in ['unit', 'x']", "`kind` is `Unit` here", "`lower(kind)` with `'unit'`"),
        ("kind != 'unit'", "`kind` is `Unit` here", "`lower(kind)` with `'unit'`"),
        ("kind == 'spell  '", "`kind` is `spell` here", "write it alike: the blanks differ"),
        ("cost == '3'", "`cost` is a number here, and in 1 other row,", "write `3` for `'3'`"),
        ("cost != '3'", "`cost` is a number here", "write `3` for `'3'`"),
        ("cost|trim == 3", "`cost|trim` is a text here, and in 1", "write `'3'` for `3`"),
        ("rank == 7", "`rank` is a text here", "write `'7'` for `7`"),
    ],
)
def test_a_row_that_where_takes_otherwise_than_it_is_meant_is_told(
    where: str, said: str, hint: str
) -> None:
    """Rows that are left out are no cards, and nothing else would look at them."""
    rows = [
        {"name": "Fox", "kind": "unit", "cost": 2, "rank": "x", "ready": "TRUE"},
        {"name": "Owl", "kind": "Unit", "cost": 3, "rank": "7", "ready": "FALSE"},
        {"name": "Elk", "kind": "spell", "cost": 3, "rank": "x", "ready": "FALSE"},
    ]
    fields = "fields: {name: text, kind: text, cost: integer, rank: text, ready: text}"
    found = read(f'{{file: c.json, where: "{where}"}}', {"c.json": json.dumps(rows)}, fields)[1]
    (doubt,) = [one for one in found if one.code == "doubtful-where"]
    assert doubt.message.startswith(said)
    assert hint in doubt.hint
    assert doubt.notes[0].span
    assert doubt.notes[0].span.file == "game.yaml"


@pytest.mark.parametrize(
    "where",
    [
        "ready == 'TRUE'",
        "lower(kind) == 'unit'",
        "kind == 'unit' or kind == 'Unit'",
        "cost == 3",
        "cost|trim == '3'",
        "name",
    ],
)
def test_a_condition_that_says_what_it_means_is_sound(where: str) -> None:
    table = "name,kind,cost,ready\nFox,unit,2,TRUE\nOwl,Unit,3,FALSE\n"
    assert not read(f'{{file: c.csv, where: "{where}"}}', {"c.csv": table})[1]


@pytest.mark.parametrize(("other", "told"), [("y", 1), ("a", 0)])
def test_a_letter_that_says_no_is_told_among_answers_alone(other: str, told: int) -> None:
    table = f"name,letter\nFox,{other}\nOwl,n\n"
    assert len(read("{file: c.csv, where: letter}", {"c.csv": table})[1]) == told


def test_a_joined_row_that_is_nearly_the_card_s_is_named() -> None:
    files = {"c.csv": "name,rule\nFox,x\n", "j.csv": "name,art\nfox,y\n"}
    found = read("c.csv", files, "join: {table: j.csv, on: name}")[1]
    assert "`fox`" in found[0].hint


@pytest.mark.parametrize("hidden", ["~$b.csv", ".b.csv"])
def test_a_pattern_leaves_out_what_programs_hide(hidden: str) -> None:
    files = {"a.csv": "name\nFox\n", hidden: "name\nnot a card\n"}
    assert values("'*.csv'", files) == [{"name": "Fox"}]


@pytest.mark.parametrize(
    ("stated", "file"),
    [
        ("sheet: Two", "c.csv"),
        ("separator: semicolon", "c.yaml"),
        ("encoding: mac-roman", "c.yaml"),
    ],
)
def test_what_a_kind_of_table_does_not_have_is_not_stated_of_it(stated: str, file: str) -> None:
    text = "- {name: Fox}\n" if file == "c.yaml" else "name\nFox\n"
    found = fault(f"{{file: {file}, {stated}}}", {file: text})
    assert (found.code, found.hint) == ("unknown-field", "leave it out")


def test_a_stated_separator_that_parts_nothing_is_doubted() -> None:
    files = {"c.csv": "name,rule\nFox,x\n"}
    found = fault("{file: c.csv, separator: semicolon}", files)
    assert (found.code, "`separator: comma`" in found.hint) == ("csv-column", True)


# --- invisible characters ------------------------------------------------------------------


def test_a_header_is_called_what_it_shows() -> None:
    assert values("c.csv", {"c.csv": "na\u200bme\nFox\n"}) == [{"name": "Fox"}]


@pytest.mark.parametrize("text", ["Fox\u200b", "\u2060Fox"])
def test_an_invisible_end_makes_equal_texts_differ_and_is_told(text: str) -> None:
    assert fault("c.csv", {"c.csv": f"name\n{text}\n"}).code == "control-character"


def test_a_place_within_a_word_where_a_line_may_end_is_no_fault() -> None:
    assert read("c.csv", {"c.csv": "name\nDonau\u200bdampf\n"})[1] == ()


# --- OpenDocument --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("attributes", "shown"),
    [
        ('office:value-type="string" office:string-value="x"', "x"),
        ('office:value-type="boolean" office:boolean-value="true"', "TRUE"),
        ('office:value-type="float" office:value="3"', 3),
    ],
)
def test_a_value_without_its_text_is_read(attributes: str, shown: object) -> None:
    files = {"c.ods": document(f"<table:table-cell {attributes}/>")}
    assert values("c.ods", files) == [{"name": "Fox", "rule": shown}]


@pytest.mark.parametrize(
    "attributes",
    [
        'office:value-type="date" office:date-value="2026-03-01"',
        'office:value-type="percentage" office:value="0.25"',
    ],
)
def test_a_value_whose_format_is_not_in_the_file_is_told(attributes: str) -> None:
    found = told(f"<table:table-cell {attributes}/>")
    assert (found.code, found.severity, str(found.span)) == (
        "table-cell", "warning", "c.ods: Units!B2")  # fmt: skip


def test_an_error_in_any_language_is_one() -> None:
    marks = 'table:formula="of:=NA()" calcext:value-type="error" office:value-type="string"'
    found = told(f"<table:table-cell {marks}><text:p>#NV</text:p></table:table-cell>")
    assert (found.severity, "#NV" in found.message) == ("error", True)


def test_a_formula_that_was_never_worked_out_is_told() -> None:
    assert "does not hold its value" in told('<table:table-cell table:formula="of:=1"/>').message


def test_struck_cells_and_bold_words_are_told() -> None:
    struck = (
        '<style:style style:name="s" style:family="table-cell"><style:text-properties '
        'style:text-line-through-style="solid"/></style:style>'
    )
    cell = '<table:table-cell table:style-name="s"><text:p>x</text:p></table:table-cell>'
    assert "B2 is struck through" in told(cell, struck).message
    bold = (
        '<style:style style:name="b" style:family="text"><style:text-properties '
        'fo:font-weight="bold"/></style:style>'
    )
    words = "<text:p>a <text:span text:style-name='b'>b</text:span></text:p>"
    found = told(f"<table:table-cell>{words}</table:table-cell>", bold)
    assert "format of their own" in found.message


PICTURE = "<draw:frame><draw:image/></draw:frame>"


def test_a_picture_on_a_cell_of_a_document_is_told() -> None:
    found = told(f"<table:table-cell>{PICTURE}</table:table-cell>")
    assert (found.severity, str(found.span)) == ("warning", "c.ods: Units!B2")
    assert "a picture lies on B2" in found.message


def test_a_picture_above_the_cards_is_nobodys() -> None:
    data = document("<table:table-cell/>")
    plain = b"<table:table-cell><text:p>rule"
    with zipfile.ZipFile(io.BytesIO(data)) as parts:
        content = parts.read("content.xml")
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as parts:
        text = content.replace(plain, plain.replace(b"<text", PICTURE.encode() + b"<text"))
        assert text != content
        parts.writestr("content.xml", text)
    assert read("c.ods", {"c.ods": out.getvalue()})[1] == ()


def test_line_ends_between_the_words_of_a_document_are_blanks() -> None:
    cell = "<table:table-cell><text:p>a\n   b<text:s/>c</text:p></table:table-cell>"
    assert values("c.ods", {"c.ods": document(cell)})[0]["rule"] == "a b c"


# --- fields ----------------------------------------------------------------------------------


TABLE = {"c.csv": "name,tags\nFox,a/b\nOwl,c\n"}


@pytest.mark.parametrize(
    ("fields", "code", "words"),
    [
        ("{title: {from: Titel}, name: text, tags: text}", "unknown-column", "a column `Titel`"),
        ("{title: {from: name}, other: {from: name}, tags: text}", "bad-field", "into `title`"),
        ('{name: text, tags: {separator: "/"}}', "bad-field", "`tags` is no list"),
    ],
)
def test_a_field_that_says_nothing_of_any_card_is_told(fields: str, code: str, words: str) -> None:
    found = fault("c.csv", TABLE, f"fields: {fields}")
    assert (found.code, words in found.message) == (code, True)
    assert found.span is not None
    assert found.span.file == "game.yaml"


def test_a_column_that_one_card_fills_is_there() -> None:
    files = {"c.csv": "name,Titel\nFox,\nOwl,x\n"}
    assert read("c.csv", files, "fields: {title: {from: Titel}, name: text}")[1] == ()


def test_whole_numbers_of_a_choice_are_numbers() -> None:
    fields = "fields: {name: text, cost: {type: integer, one-of: [1, 2]}}"
    assert values("c.csv", {"c.csv": "name,cost\nFox,2\n"}, fields)[0]["cost"] == 2


@pytest.mark.parametrize(
    ("file", "table", "place"),
    [("c.csv", "tags\na; d\nb\n", "c.csv:2:4"), ("c.yaml", "- tags: [a, d]\n", "c.yaml:1:13")],
)
def test_each_item_of_a_list_is_one_of_those_that_it_may_hold(
    file: str, table: str, place: str
) -> None:
    found = fault(file, {file: table}, "fields: {tags: {type: list, one-of: [a, b]}}")
    assert (found.code, str(found.span)) == ("wrong-value", place)


def test_a_join_on_a_field_that_no_card_has_is_told_once() -> None:
    files = {"c.csv": "name\nFox\nOwl\n", "j.csv": "title,art\nFox,x\n"}
    found = fault("c.csv", files, "join: {table: j.csv, on: title}")
    assert (found.code, "`title`" in found.message) == ("unknown-field", True)


def test_a_table_in_the_network_is_said_to_be_downloaded() -> None:
    found = fault("https://example.org/cards?format=csv", {"x.txt": ""})
    assert (found.code, "download" in found.hint) == ("unreadable-file", True)


# --- files that are something else -----------------------------------------------------------


@pytest.mark.parametrize(
    ("file", "data", "words"),
    [
        ("c.xls", b"<html><table><tr><td>name</td></tr></table>", "a page in HTML"),
        ("c.xls", b'<?xml version="1.0"?><Workbook/>', "a text in XML"),
        ("c.xlsx", b"name,cost\nFox,1\n", "a text: call it `.csv`"),
        ("c.ods", b'[{"name": "Fox"}]', "JSON: call it `.json`"),
        ("c.csv", b'\xef\xbb\xbf[\n {"name": "Fox"}]', "JSON: call it `.json`"),
        ("c.csv", b"<!DOCTYPE html><p>Sign in</p>", "a page in HTML"),
    ],
)
def test_a_file_that_is_something_else_is_said_to_be_so(file: str, data: bytes, words: str) -> None:
    found = fault(file, {file: data})
    assert (found.code, words in found.message) == ("unreadable-file", True)


def test_a_table_whose_first_head_is_in_brackets_is_a_table() -> None:
    assert values("c.csv", {"c.csv": "<name>,{cost}\nFox,1\n"})[0] == {"name": "Fox", "cost": 1}


# --- hints -----------------------------------------------------------------------------------


def test_a_join_that_names_a_file_alone_is_told_in_full() -> None:
    found = fault("c.csv", TABLE, "join: art.csv")
    assert (found.code, found.hint.startswith("write `{table: art.csv")) == ("wrong-type", True)
