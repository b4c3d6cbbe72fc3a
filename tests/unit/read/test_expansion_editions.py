"""A word game with a base deck and an expansion as editions: the sums of each are held."""

from __future__ import annotations

import pytest

from cardgen.files.memory_game import MemoryGame
from cardgen.pipeline.edition_checks import check_views

FILES = {
    "game.yaml": """\
game: Letters and Covers
fonts: {text: fonts/EBGaramond-Regular.ttf}
decks:
  letters: {cards: base.yaml, size: poker, front: letter}
  awards: {cards: awards.yaml, size: poker, front: letter}
editions:
  base: {without: awards, composition: base-sums.yaml}
  expansion:
    decks: {letters: {cards: [base.yaml, expansion.yaml]}}
    composition: expansion-sums.yaml
""",
    "layouts.yaml": """\
layouts:
  letter: {safe: [{text: "{{ letter }} {{ points }} {{ cents }}", font: text, size: 14pt}]}
""",
    "base.yaml": "- {letter: e, copies: 6, points: 1, cents: 2}\n"
    "- {letter: t, copies: 4, points: 2, cents: 3}\n",
    "expansion.yaml": "- {letter: qu, copies: 2, points: 6, cents: 8}\n",
    "awards.yaml": "- {letter: bestseller, points: 9, cents: 0}\n",
    "composition.yaml": "letters: {total: 10, count: {letter: {e: 6, t: 4}}}\nawards: {total: 1}\n"
    "game: {total: 11}\n",
    "base-sums.yaml": "game: {total: 10}\n",
    "expansion-sums.yaml": "letters: {total: 12, count: {letter: {qu: 2}}}\ngame: {total: 13}\n",
}
VIEWS = ("", "base", "expansion")


def codes(**files: str) -> list[tuple[str, tuple[str, ...]]]:
    named = FILES | {name.replace("__", ".").replace("_", "-"): t for name, t in files.items()}
    report = check_views([MemoryGame(dict(named), edition=edition) for edition in VIEWS]).report
    return [(f.code, tuple(note.message for note in f.notes[-1:])) for f in report.findings]


def test_the_sums_of_all_editions_hold() -> None:
    assert codes() == []


@pytest.mark.parametrize(
    ("name", "text", "where"),
    [
        ("base_sums__yaml", "game: {total: 9}\n", "only in the edition `base`"),
        (
            "expansion__yaml",
            "- {letter: qu, copies: 3, points: 6, cents: 8}\n",
            "only in the edition `expansion`",
        ),
    ],
)
def test_a_sum_that_is_off_is_found_in_its_edition_alone(name: str, text: str, where: str) -> None:
    found = codes(**{name: text})
    assert found
    assert {note for _, notes in found for note in notes} == {where}


def test_a_card_too_many_in_the_base_is_found_in_all_of_them() -> None:
    more = FILES["base.yaml"].replace("copies: 4", "copies: 5")
    found = codes(base__yaml=more)
    assert ("composition-count") in {code for code, _ in found}


def test_a_deck_that_was_left_out_and_comes_back_is_held_to_its_sums() -> None:
    back = "decks: {awards: {cards: awards.yaml, size: poker, front: letter}}"
    edition = f"  whole: {{extends: base, {back}, composition: whole-sums.yaml}}\n"
    files = FILES | {
        "game.yaml": FILES["game.yaml"] + edition,
        "whole-sums.yaml": "awards: {total: 2}\ngame: {total: 11}\n",
    }
    report = check_views([MemoryGame(dict(files), edition="whole")]).report
    assert [finding.code for finding in report.findings] == ["composition-total"]
