"""Outlines have the letters that a text has, in their order and with their marks in place."""

from __future__ import annotations

import pytest

from cardgen.core.findings import Report
from cardgen.files.memory_game import MemoryGame
from cardgen.layout.face.letters import run_outline
from cardgen.pipeline.inspection import check_game
from cardgen.scene.items import Glyphs, Item, Path, walk
from cardgen.scene.outlines import bounds
from tests.conftest import ROOT

FONTS = ROOT / "tests" / "data" / "fonts"
LAYOUTS = """\
layouts:
  beast:
    safe:
      - {outline: "{{ word }}", font: text, size: 20pt, fill: black}
      - {text: "{{ word }}", font: text, size: 20pt, smart: no}
"""


def drawn(font: str, word: str) -> list[Item]:
    files: dict[str, str | bytes] = {
        "game.yaml": f"game: Tide\nfonts: {{text: {font}}}\n"
        "decks: {beasts: {cards: beasts.yaml, size: poker, front: beast}}\n",
        "layouts.yaml": LAYOUTS,
        "beasts.yaml": f'- {{word: "{word}"}}\n',
    }
    if not font.startswith("fonts/"):
        files[font] = (FONTS / font).read_bytes()
    report = Report()
    found = check_game(MemoryGame(files), report, checks=())
    assert found is not None, report.findings
    (scene,) = found.laid.scenes.values()
    return list(walk(scene.items))


@pytest.mark.parametrize(
    ("font", "word"),
    [
        ("fonts/EBGaramond-Regular.ttf", "AVe\u0301x\u0304"),
        ("Amiri-subset.woff2", "مرحبا"),
        ("Amiri-subset.woff2", "السَّلَام"),
        ("FrankRuhlLibre-subset.ttf", "שלום"),
        ("FrankRuhlLibre-subset.ttf", "בְּרֵאשִׁית 12 (א)"),
        ("NotoSansDevanagari-subset.woff2", "कि"),
    ],
)
def test_an_outline_has_the_letters_of_a_text(font: str, word: str) -> None:
    items = drawn(font, word)
    (outline,) = (one.outline for one in items if isinstance(one, Path))
    letters = [s for one in items if isinstance(one, Glyphs) for s in run_outline(one)]
    ink, text = bounds(outline), bounds(tuple(letters))
    assert ink is not None
    assert text is not None
    assert (ink.width, ink.height) == pytest.approx((text.width, text.height), abs=0.02)
    assert len(outline) == len(letters)
