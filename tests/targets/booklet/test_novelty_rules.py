"""Novelty's rules: everything the design says is in them, and their sums come out."""

from __future__ import annotations

import re
import shutil
from functools import cache
from pathlib import Path

import pytest

from cardgen.bind.booklet.bound_booklet import BookTable
from cardgen.bind.booklet.inline_text import inlines_of
from cardgen.bind.bound_faces import RichText
from cardgen.bind.game.bound_game import BoundGame
from cardgen.check.engine.registry import all_checks
from cardgen.core.findings import Finding, Report
from cardgen.core.geometry import POINTS_PER_MM
from cardgen.files.game_files import DiskGame
from cardgen.layout.booklet.pages import LaidBooklet, lay_out_booklet
from cardgen.pipeline.build import check_game
from tests.conftest import NOVELTY, ROOT
from tests.support.game_data import runs_of_the_design
from tests.targets.booklet.test_pages import text_of

RULES = (NOVELTY / "rules.md").read_text("utf-8")

SECTIONS = (
    "The game", "Components", "Setting up", "The round", "Drawing", "Drafting", "Word building",
    "Scoring", "The end of the game", "Examples of hands", "Word rules", "Challenges",
    "Minor notes", "Y, vowel or consonant", "Order of effects", "Order of motifs", "Variants",
    "Credits", "Art", "Motifs and fair use", "Playtesters", "Final remarks",
    "Letters and how many there are", "All letter cards", "All motifs",
)  # fmt: skip


@cache
def checked(folder: Path = NOVELTY) -> tuple[BoundGame, tuple[Finding, ...]]:
    report = Report()
    found = check_game(DiskGame(folder), report, checks=all_checks())
    assert found is not None
    return found.bound, report.findings


@cache
def laid() -> tuple[LaidBooklet, tuple[Finding, ...]]:
    bound, findings = checked()
    return lay_out_booklet(bound.booklets[0]), findings


@cache
def words() -> str:
    return text_of(laid()[0])


def edited(folder: Path, file: str, line: str, instead: str) -> str:
    """The words of the booklet after an edit to a card, and to nothing else. Without the
    composition, which would call the edit a slip."""
    game = folder / "card_data" / "novelty"
    shutil.copytree(NOVELTY, game, ignore=shutil.ignore_patterns(".*", "composition.yaml"))
    for name in ("fonts", "textures"):
        shutil.copytree(ROOT / name, folder / name)
    text = (game / file).read_text("utf-8")
    assert text.count(line) == 1
    (game / file).write_text(text.replace(line, instead), "utf-8")
    return text_of(lay_out_booklet(checked(game)[0].booklets[0]))


def test_the_booklet_has_no_finding() -> None:
    found = [f for f in laid()[1] if f.span and (f.span.file == "rules.md" or "rules/" in f.card)]
    assert found == []


@pytest.mark.parametrize("section", SECTIONS)
def test_every_section_of_the_design_is_there(section: str) -> None:
    titles = [label.title for page in laid()[0].pages for label in page.labels]
    assert section in titles


@pytest.mark.parametrize(
    "fact",
    [
        "The 168 letter cards", "the 48 motif cards", "37 red cards and 37 blue ones",
        "three rounds", "three letter cards to each player", "eight more letter cards",
        "to the left in the first and third round, to the right in the second", "eleven cards",
        "30 seconds", "more than three letters", "awarded 5 points", "five motifs",
        "Collins Scrabble Words", "Tim Fowers’s", "thomas.r.jiang+novelty@gmail.com",
    ],
)  # fmt: skip
def test_names_and_numbers_of_the_design_are_kept(fact: str) -> None:
    assert fact in words()


def test_every_card_of_the_game_is_in_its_tables() -> None:
    text = words()
    assert len(re.findall(r"Double score of a word shorter than", text)) == 2
    for name in ("Chaotic Neutral", "Qfwfq", "Noah’s Ark", "Red Pill, Blue Pill"):
        assert text.count(name) >= 2, name


def test_the_sums_of_the_example_tables_come_out() -> None:
    """The last column holds what a card counts; its last cell, in bold, what the word does."""
    totals = []
    for block in checked()[0].booklets[0].blocks:
        if isinstance(block, BookTable) and cell_text(block.head[-1]) == "Worth":
            *cards, total = [int(cell_text(row[-1])) for row in block.rows]
            assert sum(cards) == total
            totals.append(total)
    assert len(totals) == 2
    assert f"{totals[0]} + {totals[1]} − 4 = {sum(totals) - 4}" in words()


def cell_text(text: RichText) -> str:
    return "".join(inline.text for inline in inlines_of(text))


CARDS = "- {letter: %s, copies: 1, points: %d, effect: %s}"


@pytest.mark.parametrize(
    ("file", "line", "instead", "said"),
    [
        (
            "letters.yaml", CARDS % ("l", 1, "+2 if word is five letters or longer"),
            CARDS % ("l", 4, "+2 if word is five letters or longer"), "23 + 8 − 4 = 27",
        ),
        ("motifs.yaml", "Blue cards are worth +1.", "Blue cards are worth +3.", "21 + 8 − 4 = 25"),
        ("motifs.yaml", "-2 points per unused", "-3 points per unused", "17 + 8 − 6 = 19"),
        (
            "letters.yaml", CARDS % ("g", 2, "+2 if first letter in word"),
            CARDS % ("g", 5, "+2 if first letter in word"), "bonuses make 11",
        ),
        (
            "letters.yaml", CARDS % ("d", 1, "+1 per adjacent vowel"),
            CARDS % ("d", 3, "+1 per adjacent vowel"), "for the motif, 16 in all",
        ),
        (
            "letters.yaml", CARDS % ("k", 1, "Double score of adjacent cards"),
            CARDS % ("k", 2, "Double score of adjacent cards"), "1 + 1 + 8 + 2 = 12",
        ),
    ],
)  # fmt: skip
def test_an_edit_to_a_card_changes_the_examples(
    tmp_path: Path, file: str, line: str, instead: str, said: str
) -> None:
    assert said not in words()
    assert said in edited(tmp_path, file, line, instead)


def test_the_booklet_lies_in_the_box() -> None:
    bound = checked()[0]
    booklet, (box,) = bound.booklets[0].size.trim, bound.boxes
    play = 4 * POINTS_PER_MM
    assert booklet.height + play <= box.spec.piles * box.card.width + box.room
    assert booklet.width + play <= box.card.height + box.room
    assert box.spec.extra is not None


def test_the_rules_are_told_in_words_of_their_own() -> None:
    """No six words in a row are those of the specification; the address is."""
    assert runs_of_the_design("novelty", runs(RULES)) == []


def runs(text: str, length: int = 6) -> set[tuple[str, ...]]:
    """All runs of so many words, links, expressions and addresses left aside."""
    plain = re.sub(r"\(\S+:\S*?\)|\{\{.*?\}\}|\S+@\S+", " § ", text.lower().replace("’", "'"))
    found = re.findall(r"[a-z0-9']+|§", plain)
    every = (tuple(found[n : n + length]) for n in range(len(found) - length + 1))
    return {run for run in every if "§" not in run}


def test_the_pages_make_whole_sheets() -> None:
    assert len(laid()[0].pages) % 4 == 0
