"""A value is written in the manner of the old one, and every other byte stays."""

from __future__ import annotations

import difflib

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from cardgen.editing.csv_values import edit_csv_value, scan_table
from cardgen.editing.refusal import RefusedError
from cardgen.editing.yaml_values import RowPlace, edit_yaml_value
from cardgen.read.syntax.nodes import MappingNode, Node, ScalarNode, SequenceNode
from cardgen.read.syntax.yaml_tree import read_yaml

CARDS = """\
# The beasts
- {name: Bear, kind: land,   copies: 2}   # big
- name: 'It''s a fox'      # quoted
  note: |  # as typed
    One line.

    And more.

  flavor: >-
    Folded words
    go on here.
  list: [a, "b"]
-
  name: "Crab \\u2014 \\"red\\""
  empty:
  note:   spread over
    two lines

# the last
- {name: &whale Whale, kind: "sea", note: *whale}
"""


def read(text: str) -> list[Node]:
    """The rows of a text that cardgen reads without a word."""
    root, findings = read_yaml(text, "cards.yaml")
    assert not findings
    assert isinstance(root, SequenceNode)
    return root.items


def plain(node: Node) -> object:
    if isinstance(node, MappingNode):
        return {name: plain(value) for name, (_, value) in node.entries.items()}
    if isinstance(node, SequenceNode):
        return [plain(item) for item in node.items]
    return node.text


def place(node: Node) -> RowPlace:
    return RowPlace(node.span.line, node.span.column)


def edited(text: str, number: int, key: str, new: str) -> str:
    """Edit a value of a row, and hold the result to what was meant."""
    rows = read(text)
    row = rows[number]
    assert isinstance(row, MappingNode)
    old = row.value(key)
    assert old is None or isinstance(old, ScalarNode)
    result = edit_yaml_value(text, place(row), key, None if old is None else old.text, new)
    wanted = [plain(item) for item in rows]
    wanted[number] = {**wanted[number], key: new}  # type: ignore[dict-item]
    assert [plain(item) for item in read(result)] == wanted
    return result


def changed_lines(before: str, after: str) -> tuple[list[str], list[str]]:
    lines = list(difflib.ndiff(before.splitlines(), after.splitlines()))
    return (
        [line[2:] for line in lines if line[:2] == "- "],
        [line[2:] for line in lines if line[:2] == "+ "],
    )


@pytest.mark.parametrize(
    ("row", "key", "new", "gone", "come"),
    [
        (0, "name", "Wolf", ["- {name: Bear, kind: land,   copies: 2}   # big"],
         ["- {name: Wolf, kind: land,   copies: 2}   # big"]),
        (0, "copies", "12", ["- {name: Bear, kind: land,   copies: 2}   # big"],
         ["- {name: Bear, kind: land,   copies: 12}   # big"]),
        (0, "kind", "sea, land", ["- {name: Bear, kind: land,   copies: 2}   # big"],
         ["- {name: Bear, kind: 'sea, land',   copies: 2}   # big"]),
        (0, "kind", "", ["- {name: Bear, kind: land,   copies: 2}   # big"],
         ["- {name: Bear, kind: ,   copies: 2}   # big"]),
        (1, "name", "that's", ["- name: 'It''s a fox'      # quoted"],
         ["- name: 'that''s'      # quoted"]),
        (1, "note", "One line.\n\nAnd none.\n", ["    And more."], ["    And none."]),
        (1, "flavor", "Folded no more.", ["    Folded words", "    go on here."],
         ["    Folded no more."]),
        (2, "name", 'a "b"', ['  name: "Crab \\u2014 \\"red\\""'], ['  name: "a \\"b\\""']),
        (2, "empty", "full", ["  empty:"], ["  empty: full"]),
        (2, "note", "on one", ["  note:   spread over", "    two lines"], ["  note:   on one"]),
        (2, "note", "a #1", ["  note:   spread over", "    two lines"], ["  note:   'a #1'"]),
        (0, "note", "new", ["- {name: Bear, kind: land,   copies: 2}   # big"],
         ["- {name: Bear, kind: land,   copies: 2, note: new}   # big"]),
        (1, "legs", "4", [], ["  legs: 4"]),
    ],
)  # fmt: skip
def test_a_value_keeps_its_manner(
    row: int, key: str, new: str, gone: list[str], come: list[str]
) -> None:
    for text in (CARDS, CARDS.replace("\n", "\r\n")):
        rows = read(text)
        node = rows[row]
        assert isinstance(node, MappingNode)
        result = edited(text, row, key, new)
        assert changed_lines(text, result) == (gone, come)
        assert result.count("\r") == result.count("\n") or "\r" not in result


@pytest.mark.parametrize(
    ("text", "after"),
    [
        ("- {\n  name: Bear,  # who\n  z: 1  # what\n  }\n",
         "- {\n  name: Bear,  # who\n  z: 1, note: new  # what\n  }\n"),
        ("- {name: Bear, z: 'it}', }\n", "- {name: Bear, z: 'it}', note: new, }\n"),
        ("- {}\n", "- { note: new}\n"),
        ("- {note, name: Bear, z: 1}\n", "- {note: new, name: Bear, z: 1}\n"),
        ('- {"note"}  # c\n', '- {"note": new}  # c\n'),
        ('[{"name":"Bear","note":"old"}]\n', '[{"name":"Bear","note":"new"}]\n'),
    ],
)  # fmt: skip
def test_a_value_in_braces_stands_where_it_is_read(text: str, after: str) -> None:
    """Also before a comment, before a comma at the end, and behind a key that has no colon."""
    assert edited(text, 0, "note", "new") == after


@pytest.mark.parametrize(
    ("number", "key", "old", "said"),
    [
        (3, "note", "Whale", "written elsewhere"),
        (3, "name", "Whale", "other places"),
        (1, "list", "", "is a list"),
        (0, "name", "Wolf", "changed meanwhile"),
        (0, "name", None, "changed meanwhile"),
        (0, "note", "gone", "comes from elsewhere"),
    ],
)
def test_what_is_not_this_value_alone_is_refused(
    number: int, key: str, old: str | None, said: str
) -> None:
    with pytest.raises(RefusedError, match=said):
        edit_yaml_value(CARDS, place(read(CARDS)[number]), key, old, "x")


def test_a_row_that_is_brought_again_is_refused() -> None:
    text = "- &a {name: Fox}\n- *a\n- {<<: *a, kind: x}\n"
    first = RowPlace(1, 3)
    with pytest.raises(RefusedError, match="other places"):
        edit_yaml_value(text, first, "name", "Fox", "Wolf")
    with pytest.raises(RefusedError, match=r"the row is `\*a`, written elsewhere"):
        edit_yaml_value(text, RowPlace(2, 3), "name", "Fox", "Wolf")
    with pytest.raises(RefusedError, match="comes from elsewhere"):
        edit_yaml_value(text, RowPlace(3, 3), "name", "Fox", "Wolf")


@pytest.mark.parametrize("new", ["*w", "&w", "!t", "<<", "---", "...", "? a"])
def test_what_yaml_would_take_for_something_else_is_quoted(new: str) -> None:
    text = "- {id: a, x: &w 1}\n- id: b\n  note: old\n"
    assert edit_yaml_value(text, RowPlace(2, 3), "note", "old", new) == text.replace(
        "old", new if new in ("<<", "---", "...") else f"'{new}'"
    )


WORDS = st.text(
    st.characters(blacklist_categories=("Cs", "Cc", "Cn"), blacklist_characters="\ufeff")
    | st.sampled_from("\n\n'\"#:,[]{}&*!|>-? %@`\\\u2028\x85"),
    max_size=30,
)
STYLES = ("plain", "single", "double", "literal", "folded", "flow")


def write_row(style: str, value: str) -> str:
    one_line = value.replace("\n", " ")
    quoted = "'" + one_line.replace("'", "''") + "'"
    match style:
        case "flow":
            return f"- {{id: a, note: {quoted}, x: 1}}\n"
        case "single":
            return f"- id: a\n  note: {quoted}  # why\n  x: 1\n"
        case "double":
            return '- id: a\n  note: "old words"\n  x: 1\n'
        case "literal":
            return "- id: a\n  note: |\n      old\n       words\n\n  # about x\n  x: 1\n"
        case "folded":
            return "- id: a\n  note: >\n    old\n    words\n  x: 1\n"
    return "- id: a\n  note: old words # why\n  x: 1\n"


@settings(max_examples=400, deadline=None, derandomize=True)
@given(
    style=st.sampled_from(STYLES), old=WORDS.filter(str.isprintable), new=WORDS, crlf=st.booleans()
)
def test_any_text_is_written_and_read_back_as_it_is(
    style: str, old: str, new: str, crlf: bool
) -> None:
    text = "# first\n" + write_row(style, old) + "\n# between\n- {id: b, note: z}\n"
    text = text.replace("\n", "\r\n") if crlf else text
    result = edited(text, 0, "note", new)
    before, after = text.split("# between"), result.split("# between")
    assert before[1] == after[-1]
    assert result.startswith(text[:9])
    assert edited(result, 0, "x", "2").count("2") >= 1


@settings(max_examples=300, deadline=None, derandomize=True)
@given(
    cells=st.lists(st.lists(WORDS, min_size=3, max_size=3), min_size=1, max_size=4),
    new=WORDS,
    separator=st.sampled_from(",;\t|"),
    at=st.tuples(st.integers(0, 3), st.integers(0, 2)),
    ending=st.sampled_from(("\n", "\r\n")),
)
def test_any_cell_is_written_and_read_back_as_it_is(
    cells: list[list[str]], new: str, separator: str, at: tuple[int, int], ending: str
) -> None:
    quoted = [
        ['"' + cell.replace('"', '""').replace("\n", ending) + '"' for cell in row] for row in cells
    ]
    lines = [separator.join(("a", "b", "c")), *(separator.join(row) for row in quoted)]
    text = ending.join(lines) + ending
    table = scan_table(text, separator)
    number, column = at[0] % len(cells), at[1]
    if number + 1 >= len(table.rows) or len(table.rows) != len(cells) + 1:
        return  # an empty row is no row
    row = table.rows[number + 1]
    assume(new or any(cell.text for i, cell in enumerate(row) if i != column))
    result = edit_csv_value(
        text, RowPlace(row[0].span.line, row[0].span.column), column,
        row[column].text, new, separator,
    )  # fmt: skip
    again = scan_table(result, separator)
    if len(again.rows) == len(table.rows):
        assert again.rows[number + 1][column].text == new
    start, end = table.extent(row[column])
    assert result.startswith(text[:start])
    assert result.endswith(text[end:])


def test_half_a_character_is_refused_as_what_prints_nothing() -> None:
    with pytest.raises(RefusedError, match="prints nothing"):
        edit_csv_value("a,b\nx,\n", RowPlace(2, 1), 0, "x", "\ud83d")


def test_a_row_is_not_emptied() -> None:
    with pytest.raises(RefusedError, match="delete the row"):
        edit_csv_value("a,b\nx,\n", RowPlace(2, 1), 0, "x", "")


@pytest.mark.parametrize("end", ["\x85", "\u2028", "\u2029"])
def test_a_table_whose_rows_end_at_rare_line_ends_is_not_edited(end: str) -> None:
    text = end.join(("name,kind", "Bear,land", "Crab,sea", ""))
    with pytest.raises(RefusedError, match="rare line ends"):
        edit_csv_value(text, RowPlace(3, 1), 1, "sea", "land")


@pytest.mark.parametrize(
    ("text", "column", "old", "new", "line"),
    [
        ("name,kind\nFox,land\n", 1, "land", "sea", "Fox,sea"),
        ("name;kind\nFox;land\n", 1, "land", "a;b", 'Fox;"a;b"'),
        ('name,kind\n"Fox" ,  land\n', 0, "Fox", 'a "b"', '"a ""b""" ,  land'),
        ("name,kind,n\nFox\n", 2, "", "3", "Fox,,3"),
        ("name\tkind\nFox\tland\n", 1, "land", " x ", 'Fox\t" x "'),
        ("name,kind\nFox,land\n", 1, "land", "=1+1", "Fox,=1+1"),
        ("sep=;\nname;kind\nFox;land\n", 1, "land", "", "Fox;"),
    ],
)
def test_a_cell_keeps_its_dialect(text: str, column: int, old: str, new: str, line: str) -> None:
    lines = text.split("\n")
    number = len(lines) - 1
    result = edit_csv_value(text, RowPlace(number, 1), column, old, new)
    assert result == "\n".join([*lines[: number - 1], line, ""])
