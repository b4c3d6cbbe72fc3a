"""In which entry a line stands: of a name below a name, of a row with an id or one without."""

from __future__ import annotations

import pytest

from cardgen.cache.disk_store import MAX_IN_MEMORY
from cardgen.core.entry_lines import EntryLine
from cardgen.read.syntax.entries import LineNumbers, find_starts, list_starts
from cardgen.read.syntax.yaml_tree import read_yaml


def name_lines(text: str) -> list[str]:
    lines = text.splitlines()
    by_line = LineNumbers(lines)
    numbers = [by_line[line] for line in range(len(lines))]
    assert numbers == list(range(1, len(lines) + 1))
    return [f"{n.entry}+{n.below}" if isinstance(n, EntryLine) else str(int(n)) for n in numbers]


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("# no entry\n\n", ["1", "2"]),
        ("# a\ngame: A\ndecks:\n  # of b\n  b:\n    size: mini\n  c: {}\n", [
            "1", "game#1+0", "decks#1+0", "decks#1+1", "decks/b#1+0", "decks/b#1+1", "decks/c#1+0",
        ]),
        ("a:\n  b: 1\n  b: 2\n", ["a#1+0", "a/b#1+0", "a/b#2+0"]),
        ("- {name: A}\n# of b\n- name: B\n  text: C\n", ["#1+0", "#1+1", "#2+0", "#2+1"]),
        ("- {id: a}\n- {name: B}\n- name: C\n  id: c\n", ["a#1+0", "#1+0", "c#1+0", "c#1+1"]),
        ("- {id: a}\n- {id: a}\n", ["a#1+0", "a#2+0"]),
    ],
)  # fmt: skip
def test_a_line_is_known_by_its_entry(text: str, named: list[str]) -> None:
    assert name_lines(text) == named


def test_rows_of_a_table_that_is_set_aside_are_known_by_their_lines() -> None:
    assert name_lines("- {id: a}\n" * MAX_IN_MEMORY)[-1] == f"a#{MAX_IN_MEMORY}+0"
    assert name_lines("- {id: a}\n" * (MAX_IN_MEMORY + 1))[-1] == str(MAX_IN_MEMORY + 1)


def test_entries_begin_where_their_names_are() -> None:
    tree, _ = read_yaml("# above\ndecks:\n  a:\n    size: mini\n", "game.yaml")
    assert tree is not None
    starts = {("game.yaml", "decks#1"): 2, ("game.yaml", "decks/a#1"): 3}
    assert list_starts(tree, None) == starts
    assert find_starts([tree.span]) == {("game.yaml", "decks#1"): 2}
