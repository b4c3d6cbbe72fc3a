"""A part of a text has its place in the file, however the text is written there."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.core.findings import Finding
from cardgen.read.syntax.nodes import MappingNode, Node, ScalarNode, SequenceNode
from cardgen.read.syntax.yaml_tree import read_yaml
from cardgen.read.tables.delimited import scan_rows
from cardgen.read.tables.json_rows import read_json
from tests.support.samples import law

WORDS = re.compile(r"\S+")


def list_scalars(node: Node | None) -> Iterator[ScalarNode]:
    if isinstance(node, ScalarNode):
        yield node
    for one in node.items if isinstance(node, SequenceNode) else ():
        yield from list_scalars(one)
    for _, one in node.entries.values() if isinstance(node, MappingNode) else ():
        yield from list_scalars(one)


def read(text: str, file: str) -> list[ScalarNode]:
    findings: list[Finding] = []
    if file.endswith(".csv"):
        return [cell for row in scan_rows(text, file, findings) for cell in row]
    if file.endswith(".json"):
        rows = list[Node]()
        read_json(text, file, rows.append, findings, lines=False)
        return [scalar for row in rows for scalar in list_scalars(row)]
    return list(list_scalars(read_yaml(text, file)[0]))


def list_words(scalar: ScalarNode, text: str) -> list[str]:
    """What stands in a file at the place of each word of a text."""
    lines = text.split("\n")
    places = [scalar.part(one.start(), len(one[0])) for one in WORDS.finditer(scalar.text)]
    return [lines[one.line - 1][one.column - 1 : one.end_column - 1] for one in places]


@pytest.mark.parametrize(
    "text",
    [
        "- rule: |\n    Take {coin}.\n\n      Then [go]{red}\n  cost: 2\n",
        "- |\n  no line end",
        "- rule: |2-\n      deep\n    less\n- x",
        "- rule: >-\n    Take one\n    and\n\n    go on # here\n  cost: 2\n",
        "- rule: >\n    Take\n      one\n    more",
        "- rule: &same |+\n    Take\n\n- rule: *same",
        "- Take one\n  and two\n\n  and three",
        '- {rule: "Take one\n    and two"}',
        "- {rule: 'Take one\n    and two', cost: 1}",
        "- 🦊 fox 🦊\n  {coin} 🦊",
    ],
)
def test_a_word_of_a_text_of_several_lines_is_found_in_its_line(text: str) -> None:
    for scalar in read(text, "cards.yaml"):
        assert list_words(scalar, text) == WORDS.findall(scalar.text)


@pytest.mark.parametrize(
    ("text", "file", "words"),
    [
        ("- 'it''s {coin} ''now'''", "a.yaml", ["it''s", "{coin}", "''now''"]),
        (r'- "a \"b\" {coin}\n[c]{red}"', "a.yaml", ["a", r"\"b\"", "{coin}", "[c]{red}"]),
        (r'- &x "\u00e4 \U0001F98A fox"', "a.yaml", [r"\u00e4", r"\U0001F98A", "fox"]),
        ('x\n"Say ""hi"",\nthen {coin} ""x"""\n', "a.csv",
         ["x", "Say", '""hi"",', "then", "{coin}", '""x""']),
        ('x\n"Say,\nthen {coin}"\n', "a.csv", ["x", "Say,", "then", "{coin}"]),
        (r'[{"x": "a \"b\" \ud83e\udd8a {coin}"}]', "a.json",
         ["a", r"\"b\"", r"\ud83e\udd8a", "{coin}"]),
    ],
)  # fmt: skip
def test_a_word_is_found_behind_what_stands_for_other_letters(
    text: str, file: str, words: list[str]
) -> None:
    assert [word for one in read(text, file) for word in list_words(one, text)] == words


def test_a_part_that_goes_on_below_ends_with_its_line() -> None:
    text = "- |\n  Take at  \n  at once\n"
    (scalar,) = read(text, "a.yaml")
    part = scalar.part(5, 12)
    assert (part.line, part.column, part.end_column) == (2, 8, 10)


PIECES = st.lists(st.sampled_from(("a", "bc", "{coin}", "ä", "🦊", "it's", "#", "-")), min_size=1)


@law
@given(
    st.lists(st.tuples(st.integers(0, 3), PIECES), min_size=1, max_size=5),
    st.sampled_from(("|", ">", "|-", ">+")),
)
def test_each_word_of_a_block_is_found(rows: list[tuple[int, list[str]]], mark: str) -> None:
    lines = [" " * indent + " ".join(words) for indent, words in rows]
    text = f"- rule: {mark[0]}1{mark[1:]}\n" + "".join(f"   {line}\n" for line in lines) + "- x\n"
    for scalar in read(text, "a.yaml"):
        assert list_words(scalar, text) == WORDS.findall(scalar.text)


@pytest.mark.parametrize("text", ["- |\n" + "  a\n" * 20_000, '- "' + "\\u0061" * 20_000 + '"\n'])
def test_a_text_of_very_many_lines_or_escapes_has_one_place(text: str) -> None:
    """Each of a million faults in it would be a finding of its own."""
    root, _ = read_yaml(text, "cards.yaml")
    (scalar,) = list_scalars(root)
    assert scalar.part(0, 1) == scalar.part(10_000, 1)
