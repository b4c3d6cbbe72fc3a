"""Large tables of rows in braces are read without a parser, and as the parser reads them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.core.findings import Finding
from cardgen.read.syntax import flow_rows, node_builder, yaml_tree
from cardgen.read.syntax.nodes import Node, SequenceNode
from cardgen.read.syntax.yaml_tree import read_yaml
from tests.support.samples import codes, law

ROW = '- {id: fox, name: "Fox, red", rule: Draw 1 (or 2)., n: -3}\n'
ROWS = (
    ROW,
    "- {id: hen}",
    "- { big id: 'a: {b}' , n: 4 }  \r\n",
    "- {rule: Take #3, n: 1}\n",
    "- {rule: Pay 3, or pass}\n",
    "- {n: 1, n: 2}\n",
    "- {list: [a, b], does: {add: 1}}\n",
    "- &a {id: &b owl}\n",
    "- *a\n",
    "- {<<: *a, id: *b}\n",
    "- name: Fox\n  rule: |\n    - {id: text}\n",
    "- >+\n  one\n\n",
    "- plain\n  text\n",
    "- 'it is\n  a quote'\n",
    "- {a: b,\n  c: d}\n",
    "- !!str {a: b}\n",
    "- {a: 'it''s', b: \"\\n\", c: x:y, d: why?, : e}\n",
    "# words\n",
    "\n",
)
PARTS = (
    *("- {", "}", "\n", "- {id: x", '"', "'", "[", "  ", "&c ", "*c", "|", ": ", "a", ",", "#"),
    *("---\n", "...\n", "%T\n", "\t", "\u2028", "\xa0", "\x07", "x: y\n", " - {a: b}\n"),
)


@pytest.fixture(autouse=True)
def _all_are_large(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(yaml_tree, "_MOST_KEPT", -1)


Read = tuple[list[str], str, list[Finding]]


def read(text: str) -> Read:
    """Rows, list and findings; nodes with what their equality leaves out."""
    yaml_tree._stopped.clear()
    rows: list[Node] = []
    _, findings = read_yaml(text, "cards.yaml", rows.append)
    root, again = read_yaml(text, "cards.yaml")
    assert [*findings] == again
    return [repr(row) for row in rows], repr(root), findings


def read_by_parser(text: str) -> Read:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(yaml_tree, "read_flow_table", lambda *_: None)
        return read(text)


@law
@given(st.lists(st.sampled_from((*ROWS, *ROWS, *PARTS)), max_size=12).map("".join))
def test_any_table_is_read_as_a_parser_reads_it(text: str) -> None:
    assert read(ROW + text) == read_by_parser(ROW + text)


@pytest.mark.parametrize("row", ROWS)
def test_a_row_between_others_is_read_as_a_parser_reads_it(row: str) -> None:
    text = f"# cards\n{ROW}{ROWS[7]}{ROW}{row}{'' if row[-1] == chr(10) else chr(10)}{ROW}"
    assert read(text) == read_by_parser(text)


def test_rows_of_texts_are_not_parsed(parsed: list[str]) -> None:
    rows: list[Node] = []
    text = f"{ROW}{ROWS[2]}- [one, two]\n- {{a: [b]}}\n{ROW}{ROWS[1]}"
    root, findings = read_yaml(text, "cards.yaml", rows.append)
    assert isinstance(root, SequenceNode)
    assert (len(rows), findings) == (6, [])
    assert parsed == ["- [one, two]\n- {a: [b]}\n"]


def test_a_file_without_such_rows_is_parsed_at_once(parsed: list[str]) -> None:
    text = "- name: Fox\n- name: Hen\n"
    read_yaml(text, "cards.yaml")
    assert parsed == [text]


def test_rows_before_a_fault_are_handed_over_once(parsed: list[str]) -> None:
    rows: list[Node] = []
    text = f"{ROW}{ROW}- [one]\n- [two\n{ROW}"
    root, findings = read_yaml(text, "cards.yaml", rows.append)
    assert root is None
    assert codes(findings) == ["yaml-syntax"]
    assert [node.span.line for node in rows] == [1, 2, 3]
    assert parsed == ["- [one]\n- [two\n", text]


@pytest.mark.parametrize("most", [1, 5, 10, 14, 18, 19, 27, 28, 100])
def test_a_table_of_too_many_nodes_ends_where_a_parser_ends_it(
    most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(node_builder, "MAX_NODES", most)
    text = ROW * 2 + ROWS[7] + ROW
    assert read(text) == read_by_parser(text)


def test_a_table_of_too_many_faults_ends_where_a_parser_ends_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(node_builder, "MAX_FAULTS", 1)
    text = ROW + ROWS[5] * 2 + ROW * 2
    assert read(text) == read_by_parser(text)
    assert codes(read(text)[2])[-1] == "yaml-limit"


def test_a_long_key_is_left_to_the_parser() -> None:
    """YAML allows a thousand characters."""
    text = f"{ROW}- {{{'k' * 1_100}: v}}\n"
    assert flow_rows.read_flow_row(text, len(ROW), "", 1) is None
    assert read(text) == read_by_parser(text)
