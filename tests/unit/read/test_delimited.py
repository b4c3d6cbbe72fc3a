"""Card tables out of a spreadsheet."""

import csv
import io
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.core.findings import Finding, Report, Span
from cardgen.read.models.node_data import plain_data
from cardgen.read.syntax.nodes import Node, ScalarNode, SequenceNode, find
from cardgen.read.tables.delimited import scan_rows
from cardgen.read.tables.grid import read_grid
from tests.support.samples import law, read_cards, the


def read_csv(text: str, file: str) -> tuple[SequenceNode | None, list[Finding]]:
    """The rows of a table as nodes, and what is wrong with it."""
    rows: list[Node] = []
    findings: list[Finding] = []
    headers = read_grid(scan_rows(text, file, findings), {}, rows.append, findings)
    return (SequenceNode(headers[0].span, rows) if headers else None), findings


WORDS = st.text('ab ,"\nä', max_size=6)


def table(text: str) -> Any:
    root, findings = read_csv(text, "cards.csv")
    assert findings == []
    return plain_data(root)


def fault(text: str) -> Finding:
    return the(read_csv(text, "cards.csv")[1])


def cell(text: str, row: int, name: str) -> ScalarNode:
    root, _ = read_csv(text, "cards.csv")
    found = find(root, row, name)
    assert isinstance(found, ScalarNode)
    return found


def test_the_first_row_names_the_fields() -> None:
    assert table("name,copies\nFox,2\nOwl,1\n") == [
        {"name": "Fox", "copies": "2"},
        {"name": "Owl", "copies": "1"},
    ]


def test_the_last_line_needs_no_end() -> None:
    assert table("name,copies\nFox,2") == [{"name": "Fox", "copies": "2"}]


def test_lines_may_end_as_windows_ends_them() -> None:
    assert table("name,copies\r\nFox,2\r\n") == table("name,copies\nFox,2\n")


@pytest.mark.parametrize("text", ["name,copies\rFox,2\r", 'name,copies\r"Fox",2'])
def test_lines_may_end_as_old_macs_ended_them(text: str) -> None:
    assert table(text) == [{"name": "Fox", "copies": "2"}]


def test_places_do_not_depend_on_how_lines_end() -> None:
    for end in ("\n", "\r\n", "\r"):
        text = end.join(["name,rule", '"a', 'bc",x', "Owl,y"])
        assert str(cell(text, 1, "rule").span) == "cards.csv:4:5"


def test_an_empty_cell_is_an_absent_field() -> None:
    assert table("name,mark,copies\nFox,,2\nOwl,red,\n") == [
        {"name": "Fox", "copies": "2"},
        {"name": "Owl", "mark": "red"},
    ]


def test_missing_cells_are_absent_fields() -> None:
    assert table("name,mark\nFox\n") == [{"name": "Fox"}]


@pytest.mark.parametrize("empty", ["\n", ",\n", "  \n"])
def test_an_empty_row_is_no_card(empty: str) -> None:
    assert table(f"name,mark\nFox,red\n{empty}Owl,blue\n{empty}") == table(
        "name,mark\nFox,red\nOwl,blue\n"
    )


def test_a_quoted_cell_may_hold_commas_and_lines_and_quotes() -> None:
    assert table('name,rule\nFox,"Say ""yip"", then\nrun"\n') == [
        {"name": "Fox", "rule": 'Say "yip", then\nrun'}
    ]


def test_spaces_around_a_plain_cell_do_not_count() -> None:
    assert table("name , copies\n Fox , 2\n") == [{"name": "Fox", "copies": "2"}]


@pytest.mark.parametrize("row", ['"Fox" ,2', ' "Fox",2', '\t"Fox"\t, 2 '])
def test_spaces_around_a_quoted_cell_do_not_count(row: str) -> None:
    assert table(f"name,copies\n{row}\n") == [{"name": "Fox", "copies": "2"}]


def test_a_cell_after_spaces_lies_where_its_text_begins() -> None:
    assert str(cell("name,copies\nFox,  2\n", 0, "copies").span) == "cards.csv:2:7"


def test_a_part_of_a_cell_of_several_lines_is_found_in_its_line() -> None:
    found = cell('name,rule\nFox,"say\nyip or\nyap"\n', 0, "rule")
    assert found.part(8, 2) == Span("cards.csv", 3, 5, 7)
    assert found.part(12, 2) == Span("cards.csv", 4, 2, 4)
    assert found.part(1, 9) == Span("cards.csv", 2, 7, 9), "it ends where its line does"


@pytest.mark.parametrize(
    ("typed", "place"),
    [
        ('"say ""yip"""', Span("cards.csv", 2, 12, 15)),
        ('"say\n""yip"""', Span("cards.csv", 3, 3, 6)),
    ],
)
def test_a_part_of_a_cell_is_found_behind_doubled_quotes(typed: str, place: Span) -> None:
    assert cell(f"name,rule\nFox,{typed}\n", 0, "rule").part(5, 3) == place


def test_a_quoted_cell_is_not_plain() -> None:
    text = 'name,no\nFox,"1"\nOwl,1\n'
    assert [cell(text, row, "no").plain for row in (0, 1)] == [False, True]


def test_a_cell_lies_where_it_was_typed() -> None:
    assert str(cell("name,copies\nFox,2\nOwl,13\n", 1, "copies").span) == "cards.csv:3:5"


@pytest.mark.parametrize("empty", ["", ",", " , ,", "\t", "\n\n,\n"])
def test_rows_of_empty_cells_count_as_lines(empty: str) -> None:
    found = cell(f"name,copies\n{empty}\nFox,2\n{empty}\n , 3\n{empty}", 1, "copies")
    assert str(found.span) == f"cards.csv:{5 + 2 * empty.count(chr(10))}:4"


def test_rows_after_a_cell_of_two_lines_keep_their_line() -> None:
    assert str(cell('name,rule\n"a\nb",x\nOwl,y\n', 1, "rule").span) == "cards.csv:4:5"


def test_a_cell_after_one_of_two_lines_keeps_its_column() -> None:
    assert str(cell('name,rule\n"a\nbc",x\n', 0, "rule").span) == "cards.csv:3:5"


def test_a_part_of_a_cell_has_a_place() -> None:
    span = cell('name,rule\nFox,"a fox"\n', 0, "rule").part(2, 3)
    assert (span.column, span.end_column) == (8, 11)


@pytest.mark.parametrize("text", ["", "\n", "\n\n", "name\n"])
def test_an_empty_table_is_a_finding(text: str) -> None:
    report = Report()
    assert read_cards(text, "cards.csv", {}, report) == []
    assert the(report.findings).code == "empty-file"


def test_two_columns_of_one_name_are_a_finding_at_the_second() -> None:
    found = fault("name,mark,name\nFox,red,Vixen\n")
    assert (found.code, str(found.span)) == ("duplicate-key", "cards.csv:1:11")


def test_a_row_with_too_many_cells_is_pointed_at_where_the_first_of_them_is() -> None:
    found = fault("name,rule\nFox,Run, jump\n")
    assert (found.code, str(found.span)) == ("csv-row", "cards.csv:2:10")
    assert found.message == "this row has 3 cells, the header 2"


def test_a_quote_that_is_never_closed_is_pointed_at_where_it_opens() -> None:
    found = fault('name,rule\nFox,"Run\nOwl,Fly\n')
    assert (found.code, str(found.span)) == ("csv-quote", "cards.csv:2:5")


@law
@given(st.lists(st.tuples(WORDS, WORDS, WORDS), min_size=1, max_size=4))
def test_what_the_standard_writer_wrote_is_read_back(rows: list[tuple[str, str, str]]) -> None:
    buffer = io.StringIO()
    writer = csv.writer(buffer, quoting=csv.QUOTE_ALL, lineterminator="\n")
    writer.writerows([("x", "y", "z"), *rows])
    given_cells = [{k: v for k, v in zip("xyz", row, strict=True) if v} for row in rows]
    assert table(buffer.getvalue()) == [row for row in given_cells if row]


def test_text_after_a_closing_quote_is_pointed_at_and_begins_no_card() -> None:
    root, findings = read_csv('name,rule\n"Fox"es ,Run\n', "cards.csv")
    assert (the(findings).code, str(the(findings).span)) == ("csv-quote", "cards.csv:2:6")
    assert plain_data(root) == [{"name": "Fox", "rule": "Run"}]


def test_a_quote_in_the_header_that_is_never_closed_is_no_empty_file() -> None:
    assert fault('"name,rule\nFox,Run\n').code == "csv-quote"


def test_cells_under_no_name_are_pointed_at_once_where_the_name_is_missing() -> None:
    found = fault("name,,rule\nFox,x,Run\nOwl,y,Fly\n")
    assert (found.code, str(found.span)) == ("csv-column", "cards.csv:1:6")


def test_a_stray_cell_far_to_the_right_is_pointed_at_itself() -> None:
    found = fault("name,rule\nFox,Run,,,x\n")
    assert (found.code, str(found.span)) == ("csv-row", "cards.csv:2:11")


@pytest.mark.parametrize(
    "text",
    ["My game\nname,rule,cost\nFox,Run,1\nOwl,Fly,2\n", "My game,,\nname,rule,cost\nFox,Run,1\n",
     "My game\nname;rule;cost\nFox;a, b;1\n"],
)  # fmt: skip
def test_a_title_above_the_headers_is_told_once_and_as_such(text: str) -> None:
    found = fault(text)
    assert (found.code, str(found.span)) == ("csv-column", "cards.csv:1:1")
    assert found.message.startswith("nothing but `My game` stands in the first row")


def test_a_table_of_one_column_may_have_commas_in_its_texts() -> None:
    assert table("rule\nRun, jump, and rest\nFly, or wait\n") == [
        {"rule": "Run, jump, and rest"},
        {"rule": "Fly, or wait"},
    ]


def test_an_empty_column_needs_no_name() -> None:
    assert table("name,,\nFox,,\n") == [{"name": "Fox"}]


def test_a_long_quote_that_is_never_closed_takes_no_time() -> None:
    assert fault('name\n"' + '""a' * 200_000).code == "csv-quote"
