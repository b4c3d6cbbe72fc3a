"""Marks that markup parts from their letters stay with them, and that is told."""

from __future__ import annotations

import pytest

from cardgen.bind.bound_elements import TextBox
from cardgen.bind.bound_texts import TextRun
from cardgen.core.findings import Report
from cardgen.files.memory_game import MemoryGame
from cardgen.pipeline.inspection import check_game
from tests.conftest import ROOT

HEBREW = ROOT / "tests/data/fonts/FrankRuhlLibre-subset.ttf"
INDIC = ROOT / "tests/data/fonts/NotoSansDevanagari-subset.woff2"


def bound(rule: str) -> tuple[list[str], list[str]]:
    """The words of a text by their looks, and what is told at which column."""
    files: dict[str, str | bytes] = {
        "game.yaml": "game: Tide\npalette: {rust: '#8a2f1d'}\n"
        "fonts:\n  text: {regular: fonts/EBGaramond-Regular.ttf, "
        "bold: fonts/EBGaramond-SemiBold.ttf, fallback: [he, hi]}\n"
        "  he: hebrew.ttf\n  hi: indic.woff2\n"
        "decks: {beasts: {cards: beasts.yaml, size: poker, front: beast}}\n",
        "layouts.yaml": "layouts: {beast: {safe: [{text: '{{ rule }}', font: text, size: 9pt}]}}\n",
        "beasts.yaml": f"- {{rule: '{rule}'}}\n",
        "hebrew.ttf": HEBREW.read_bytes(),
        "indic.woff2": INDIC.read_bytes(),
    }
    report = Report()
    checked = check_game(MemoryGame(files), report, checks=())
    assert checked is not None, report.findings
    (face,) = {face for deck in checked.bound.decks for face in deck.faces}
    (text,) = (part for part in face.drawn.open().safe if isinstance(part, TextBox))
    ((line,),) = text.text.paragraphs
    told = [f"{f.message.split(' ')[0]} at {f.span.column}" for f in report.findings if f.span]
    return [one.text for one in line if isinstance(one, TextRun)], told


@pytest.mark.parametrize(
    ("rule", "runs", "told"),
    [
        ("caf[e\u0301]{rust} x", ["caf", "e\u0301", " x"], []),
        ("cafe[\u0301]{rust} x", ["cafe\u0301", " x"], ["`\u0301` at 16"]),
        ("cafe[\u0301s]{rust} x", ["cafe\u0301", "s", " x"], ["`\u0301` at 16"]),
        ("caf[e]{rust}\u0301 x", ["caf", "e\u0301", " x"], ["`\u0301` at 23"]),
        ("cafe**\u0301** x", ["cafe\u0301", " x"], ["`\u0301` at 17"]),
        ("ש[ָ]{rust}ם", ["שָ", "ם"], ["`ָ` at 13"]),
        ("ש[ל]{rust}ם", ["ש", "ל", "ם"], []),
        ("क[ि]{rust}न", ["कि", "न"], ["`ि` at 13"]),
    ],
)
def test_a_mark_is_in_the_run_of_its_letter(rule: str, runs: list[str], told: list[str]) -> None:
    assert bound(rule) == (runs, told)


def test_codes_that_print_nothing_are_joined_without_a_word() -> None:
    """A joiner between letters of two colors has no color."""
    assert bound("क[\u200d]{rust} x") == (["क\u200d", " x"], [])
