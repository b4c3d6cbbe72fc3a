"""Novelty's rules: everything the design says is in them, and their sums come out."""

from __future__ import annotations

import re
from functools import cache

import pytest

from cardgen.build import check_game
from cardgen.check.catalogue import all_checks
from cardgen.diagnostics import Finding, Report
from cardgen.layout.booklet import LaidBooklet, lay_out_booklet
from cardgen.workspace import DiskGame
from tests.conftest import NOVELTY
from tests.test_booklet import text_of

RULES = (NOVELTY / "rules.md").read_text("utf-8")

SECTIONS = (
    "The game", "Components", "Setting up", "The round", "Drawing", "Drafting", "Word building",
    "Scoring", "The end of the game", "Examples of hands", "Word rules", "Challenges",
    "Minor notes", "Y, vowel or consonant", "Order of effects", "Order of motifs", "Variants",
    "Credits", "Art", "Motifs and fair use", "Playtesters", "Final remarks",
    "Letters and how many there are", "All letter cards", "All motifs",
)  # fmt: skip


@cache
def laid() -> tuple[LaidBooklet, tuple[Finding, ...]]:
    report = Report()
    checked = check_game(DiskGame(NOVELTY), report, checks=all_checks())
    assert checked is not None
    return lay_out_booklet(checked.bound.booklets[0]), report.findings


@cache
def words() -> str:
    return text_of(laid()[0])


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
    tables = re.findall(r"\| Card \|.*?\n\|[-:| ]+\|\n((?:\|.*\n)+)", RULES)
    assert len(tables) == 2
    totals = []
    for table in tables:
        *cards, total = [row.split("|")[-2].strip() for row in table.splitlines()]
        assert sum(map(int, cards)) == int(total.strip("*"))
        totals.append(int(total.strip("*")))
    assert f"{totals[0]} + {totals[1]} − 4 = **{sum(totals) - 4}**" in RULES


def test_the_pages_make_whole_sheets() -> None:
    assert len(laid()[0].pages) % 4 == 0
