"""Findings name what designers can write: no name of the program's own."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from cardgen.core.findings import Report
from cardgen.files.memory_game import MemoryGame
from cardgen.pipeline.inspection import check_game

FILES: Mapping[str, str] = {
    "game.yaml": """\
game: Fables
fonts: {text: fonts/EBGaramond-Regular.ttf}
decks: {beasts: {cards: beasts.yaml, size: poker, front: beast}}
""",
    "beasts.yaml": "- {name: Fox}\n",
    "layouts.yaml": """\
layouts:
  beast: {safe: [{text: "{{ name }}", font: text, size: 9pt}]}
  panel: {safe: [{text: "{{ xyzzy }}", font: text, size: 9pt}]}
""",
    "rules.md": "# Rules\n\nText of {{ game }}.\n",
}


def told(files: Mapping[str, str]) -> list[str]:
    report = Report()
    check_game(MemoryGame({**FILES, **files}), report, checks=())
    return [f"{one.message} {one.hint}" for one in report.findings if one.severity == "error"]


@pytest.mark.parametrize(
    "files",
    [
        {
            "game.yaml": FILES["game.yaml"]
            + "boxes: {tuck: {extra: 20mm, panels: {front: panel}}}\n"
        },
        {
            "game.yaml": FILES["game.yaml"]
            + "booklets: {rules: {text: rules.md, page: a6, foot: '{{ xyzzy }}'}}\n"
        },
    ],
    ids=["panel", "foot"],
)
def test_names_that_nobody_may_use_are_in_no_hint(files: Mapping[str, str]) -> None:
    (found,) = told(files)
    assert "`game`" in found
    assert "`_" not in found


@pytest.mark.parametrize(
    "files",
    [
        {"beasts.yaml": "- {name: '***Fox***'}\n"},
        {"layouts.yaml": FILES["layouts.yaml"].replace("font: text", "font: text bold italic", 1)},
    ],
    ids=["words", "text"],
)
def test_a_face_is_called_as_layouts_call_it(files: Mapping[str, str]) -> None:
    (found,) = told(files)
    assert "has no bold italic face" in found


def test_a_table_without_heads_is_told_whatever_was_told_before() -> None:
    game = """\
game: Fables
fonts: {text: fonts/EBGaramond-Regular.ttf}
decks:
  others: {cards: others.csv, size: poker, front: other}
  beasts: {cards: beasts.csv, size: poker, front: beast}
"""
    other = (
        "  other: {safe: [{shape: rectangle, height: 3mm, fill: black, cap: round}]}\n"  # warned of
    )
    files = {
        "game.yaml": game,
        "layouts.yaml": FILES["layouts.yaml"] + other,
        "others.csv": "name\nFox\n",
        "beasts.csv": "Owl,3\nElk,4\n",
    }
    assert any(one.startswith("the first row is read as the names") for one in told(files))


@pytest.mark.parametrize("head", ["Name", "NAME", "names"])
def test_a_head_that_is_typed_otherwise_than_in_the_layout_is_no_card(head: str) -> None:
    game = FILES["game.yaml"].replace("beasts.yaml", "beasts.csv")
    files = {"game.yaml": game, "beasts.csv": f"{head},copies\nFox,2\nOwl,3\n"}
    (found,) = told(files)
    assert found == f"no card of the deck `beasts` has a field `name` did you mean `{head}`?"


def test_a_title_above_the_heads_is_told_once() -> None:
    game = FILES["game.yaml"].replace("beasts.yaml", "beasts.csv")
    rows = "My cards,,\nname,copies,rule\nFox,2,Run\nOwl,3,Fly\n"
    found = [one for one in told({"game.yaml": game, "beasts.csv": rows}) if "first row" in one]
    assert [one.partition(" stands")[0] for one in found] == ["nothing but `My cards`"]
