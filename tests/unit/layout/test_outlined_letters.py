"""Outlines have the letters that a text has, in their order and with their marks in place."""

from __future__ import annotations

import re

import pytest

from cardgen.core.findings import Report
from cardgen.files.memory_game import MemoryGame
from cardgen.layout.face.letters import run_outline
from cardgen.pipeline.inspection import check_game
from cardgen.scene.items import Glyphs, Item, Path, walk
from cardgen.scene.outlines import bounds
from tests.conftest import ROOT
from tests.support.color_fonts import bitmap_font, make_png

FONTS = ROOT / "tests" / "data" / "fonts"
LAYOUTS = """\
layouts:
  beast:
    safe:
      - {outline: "{{ word }}", font: text, size: 20pt, fill: black}
      - {text: "{{ word }}", font: text, size: 20pt, smart: no}
"""


def files_of(fonts: str, word: str, layouts: str = LAYOUTS) -> dict[str, str | bytes]:
    return {
        "game.yaml": f"game: Tide\nfonts: {{{fonts}}}\n"
        "decks: {beasts: {cards: beasts.yaml, size: poker, front: beast}}\n",
        "layouts.yaml": layouts,
        "beasts.yaml": f'- {{word: "{word}"}}\n',
    }


def drawn(font: str, word: str, more: str = "") -> list[Item]:
    files = files_of(f"text: {font}{more}", word)
    for name in re.findall(r"\w[^ ,\]}]*-subset\.\w+", font + more):
        files[name] = (FONTS / name).read_bytes()
    report = Report()
    found = check_game(MemoryGame(files), report, checks=())
    assert found is not None, report.findings
    (scene,) = found.laid.scenes.values()
    return list(walk(scene.items))


def tell(fonts: str, word: str, **files: bytes) -> list[str]:
    """What is said of an outline."""
    alone = LAYOUTS.replace('      - {text: "{{ word }}", font: text, size: 20pt, smart: no}\n', "")
    report = Report()
    made = files_of(fonts, word, alone) | {f"{name}.ttf": data for name, data in files.items()}
    check_game(MemoryGame(made), report, checks=())
    return [f"{found.message}; {found.hint}" for found in report.findings]


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
    check_letters(drawn(font, word))


def check_letters(items: list[Item]) -> None:
    """An outline has the letters of the text that says the same."""
    (outline,) = (one.outline for one in items if isinstance(one, Path))
    letters = [s for one in items if isinstance(one, Glyphs) for s in run_outline(one)]
    ink, text = bounds(outline), bounds(tuple(letters))
    assert ink is not None
    assert text is not None
    assert (ink.width, ink.height) == pytest.approx((text.width, text.height), abs=0.02)
    assert len(outline) == len(letters)


def test_letters_that_its_font_lacks_are_those_of_its_fallback() -> None:
    """Each is as large as its own font has it, and stands in the order of the words."""
    text = "{regular: fonts/EBGaramond-Regular.ttf, fallback: [hebrew, thai]}"
    more = ", hebrew: FrankRuhlLibre-subset.ttf, thai: NotoSansThai-subset.woff2"
    check_letters(drawn(text, "A שלום B ก", more))


def test_a_letter_that_no_font_draws_is_told_with_what_to_do() -> None:
    (said,) = tell("text: {regular: fonts/EBGaramond-Regular.ttf, fallback: title}, "
                   "title: fonts/Fraunces-SemiBold.ttf", "A★")  # fmt: skip
    assert said.startswith(
        "no glyph for `★` (U+2605) in `fonts/EBGaramond-Regular.ttf` and "
        "`fonts/Fraunces-SemiBold.ttf`; write another character, or give the font a `fallback:`"
    )


def test_a_letter_that_is_a_picture_in_its_font_is_told_or_taken_from_the_next() -> None:
    picture = bitmap_font(make_png(), outlines=False)
    (said,) = tell("text: emoji.ttf", "A", emoji=picture)
    assert said.startswith("`A` has no outline in the font `emoji.ttf`")
    fonts = "text: {regular: emoji.ttf, fallback: other}, other: fonts/EBGaramond-Regular.ttf"
    assert tell(fonts, "A", emoji=picture) == []
