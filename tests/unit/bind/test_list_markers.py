"""Bullets of booklets come from the font of the text or its fallbacks, as all that is printed."""

from __future__ import annotations

import pytest

from cardgen.bind.booklet.bound_booklet import BookList
from cardgen.bind.booklet.inline_text import inlines_of
from cardgen.bind.bound_texts import TextRun
from cardgen.core.findings import Report
from cardgen.files.memory_game import MemoryGame
from cardgen.pipeline.inspection import check_game
from tests.conftest import ROOT

AMIRI = ROOT / "tests/data/fonts/Amiri-subset.woff2"
"""It has a hyphen, and neither bullet nor dash."""


@pytest.mark.parametrize(("fallback", "bullet"), [("", "-"), (", fallback: latin", "•")])
def test_a_bullet_is_taken_from_a_fallback(fallback: str, bullet: str) -> None:
    files: dict[str, str | bytes] = {
        "game.yaml": "game: Book\nlanguage: ar\nfonts:\n"
        f"  text: {{regular: fonts/f.woff2{fallback}}}\n"
        "  latin: fonts/EBGaramond-Regular.ttf\n"
        "decks: {main: {cards: cards.yaml, size: poker, front: face, back: face}}\n"
        "booklets: {rules: {text: rules.md, page: a6}}\n",
        "cards.yaml": "- {id: one}\n",
        "rules.md": "- اسحب\n- العب\n",
        "layouts.yaml": "layouts: {face: {bleed: []}}\n",
        "fonts/f.woff2": AMIRI.read_bytes(),
    }
    checked = check_game(MemoryGame(files), Report(), checks=())
    assert checked is not None
    (booklet,) = checked.bound.booklets
    (listing,) = (block for block in booklet.blocks if isinstance(block, BookList))
    markers = [inline for marker in listing.markers for inline in inlines_of(marker)]
    assert [run.text for run in markers if isinstance(run, TextRun)] == [bullet, bullet]
