"""What git leaves in a file where it could not merge two versions."""

from __future__ import annotations

import pytest

from cardgen.read.syntax.merge_marks import find_conflict
from cardgen.read.syntax.yaml_tree import read_yaml
from tests.rules.test_reading import findings as findings_of
from tests.support.samples import the

BOTH = "<<<<<<< HEAD\n{one}\n=======\n{two}\n>>>>>>> feature/owls\n"


def both(one: str, two: str) -> str:
    return BOTH.format(one=one, two=two)


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("cards.csv", f"name,rule\n{both('Fox,Take one.', 'Fox,Take two.')}"),
        ("cards.csv", f'name,rule\nFox,"Take\n{both("one", "two")}cards."\n'),
        ("cards.json", f"[\n{both('{}', '{}')}]"),
        ("cards.yaml", both("- {name: Fox}", "- {name: Owl}")),
    ],
)
def test_a_table_with_both_versions_is_one_finding(file: str, text: str) -> None:
    game = f"""\
game: Test
fonts: {{text: EBGaramond-Regular.ttf}}
decks: {{main: {{cards: {file}, size: poker, front: face}}}}
"""
    layouts = "layouts: {face: {safe: [{text: '{{ name }}', font: text}]}}\n"
    found = the(findings_of({"game.yaml": game, "layouts.yaml": layouts, file: text}))
    assert (found.code, str(found.span)) == (
        "merge-conflict", f"{file}:{text[: text.index('<')].count(chr(10)) + 1}:1",
    )  # fmt: skip


def test_each_place_of_a_file_is_named() -> None:
    text = "a: 1\n" + both("b: 1", "b: 2") + "c: 1\n" + both("d: 1", "d: 2")
    found = the(read_yaml(text, "game.yaml")[1])
    assert (str(found.span), [str(note.span) for note in found.notes]) == (
        "game.yaml:2:1", ["game.yaml:8:1"],
    )  # fmt: skip


def test_the_lower_mark_alone_is_found_and_lines_may_end_as_on_windows() -> None:
    found = find_conflict("a: 1\r\n>>>>>>> Stashed changes\r\nb: 2\r\n", "game.yaml")
    assert found is not None
    assert (str(found.span), found.span and found.span.end_column) == ("game.yaml:2:1", 24)


@pytest.mark.parametrize(
    "text",
    ["<<: *base\n", "rule: <<<<<<< left\n", "  <<<<<<< HEAD\n", "<<<<<<<<\n", "Title\n=======\n"],
)
def test_what_only_resembles_the_marks_is_none(text: str) -> None:
    assert find_conflict(text, "rules.md") is None
