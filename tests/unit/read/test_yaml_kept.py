"""A file that several editions read is parsed once, and every reader gets the same of it."""

from __future__ import annotations

import pytest

from cardgen.read.syntax import yaml_tree
from cardgen.read.syntax.nodes import Node, SequenceNode
from cardgen.read.syntax.yaml_tree import read_yaml

TABLE = "- {id: fox, copies: 2}\n- {id: hen}\n- &a {id: &b owl}\n"


def read_rows(text: str, file: str = "cards.yaml") -> tuple[list[Node], Node | None, list[str]]:
    rows: list[Node] = []
    root, findings = read_yaml(text, file, rows.append)
    return rows, root, [finding.code for finding in findings]


def test_equal_texts_of_one_file_are_parsed_once(parsed: list[str]) -> None:
    first, again = read_yaml(TABLE, "cards.yaml"), read_yaml(TABLE, "cards.yaml")
    assert first == again
    assert first[1] is not again[1], "a reader may add findings of its own"
    assert read_rows(TABLE)[0] == getattr(first[0], "items", None)
    assert len(parsed) == 1


def test_another_text_or_file_is_parsed(parsed: list[str]) -> None:
    read_yaml(TABLE, "cards.yaml")
    (root, _), (other, _) = read_yaml(TABLE, "others.yaml"), read_yaml("- x\n", "cards.yaml")
    assert root is not None
    assert root.span.file == "others.yaml"
    assert isinstance(other, SequenceNode)
    assert len(other.items) == 1
    assert len(parsed) == 3


@pytest.mark.parametrize(
    "text",
    [TABLE, "", "a: 1\n", "- one\n- [broken\n", "- one\n---\n- two\n", "- *nobody\n", "\x00"],
)
def test_rows_handed_over_are_those_of_a_parse_of_their_own(
    text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = [read_rows(text), read_rows(text)]
    monkeypatch.setattr(yaml_tree, "_MOST_KEPT", -1)
    assert kept == [read_rows(text)] * 2


def test_a_large_file_is_not_kept(parsed: list[str]) -> None:
    text = "- word\n" * 40_000
    assert len(read_rows(text)[0]) == 40_000
    read_rows(text)
    assert len(parsed) == 2
