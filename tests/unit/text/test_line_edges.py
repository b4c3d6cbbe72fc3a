"""Lines begin and end on their margins: letters set apart leave no gap after the last."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from unicodedata import normalize

import pytest
from msgspec.structs import replace

from cardgen.bind.bound_texts import RichText, TextRun, TextSetting
from cardgen.core.color import Color
from cardgen.core.lengths import Length
from cardgen.layout.text.paragraph import set_text
from cardgen.layout.text.placed_text import PlacedGlyph, PlacedRun, SetLine
from cardgen.text.fonts import Face
from cardgen.text.margin_kerning import measure_protrusion
from tests.unit.text.test_scripts import copied_by_pdfium, copied_by_poppler
from tests.unit.text.test_vertical import LATIN, card
from tests.unit.text.test_whole_lines import SIZE, face

TEXTS = {
    "en": "Take two cards from the deck and keep one of them here, then pass the other to whoever "
    "sits on your left hand side of the table.",
    "he": "קחו שני קלפים מן החפיסה ושמרו ABC אחד מהם כאן ואז העבירו את השני XYZ לשחקן היושב "
    "לשמאלכם 12 ליד השולחן הגדול",
    "en with he": "Take שני קלפים two cards מן החפיסה and keep ושמרו אחד one of מהם כאן them here",
}
FONT = "tests/data/fonts/FrankRuhlLibre-subset.ttf"
MEASURES = range(70, 200, 7)


def set_lines(
    name: str, measure: float, tracking: float, align: str, **more: float | bool
) -> list[SetLine]:
    language = "en" if name.startswith("en") else "he"
    setting = TextSetting(
        face(FONT), SIZE, SIZE, SIZE, 0.5, "none", Length(points=12.0), "left", "top", language
    )
    run = TextRun(TEXTS.get(name, name), face(FONT), Color(0, 0, 0), tracking=Length(ems=tracking))
    setting = replace(setting, align=align, **more)
    return list(set_text(RichText((((run,),),)), setting, SIZE, measure).lines)


def glyphs(line: SetLine) -> list[PlacedGlyph]:
    found = (g for part in line.parts if isinstance(part, PlacedRun) for g in part.glyphs)
    return sorted(found, key=lambda glyph: glyph.x)


def edges(line: SetLine, font: Face) -> tuple[float, float]:
    """Where the first letter begins and the last ends, marks apart."""
    spans = [
        (g.x, g.x + font.advance(g.index) * SIZE) for g in glyphs(line) if font.advance(g.index)
    ]
    return line.left + spans[0][0], line.left + max(end for _, end in spans)


@pytest.mark.parametrize("name", TEXTS)
@pytest.mark.parametrize("tracking", [0.0, 0.05, -0.02])
@pytest.mark.parametrize("letterspace", [0.0, 0.02])
def test_a_justified_line_ends_on_its_margins(
    name: str, tracking: float, letterspace: float
) -> None:
    for measure in MEASURES:
        *lines, _ = set_lines(name, measure, tracking, "justify", letterspace=letterspace)
        for line in lines:
            if not line.overfull:
                assert edges(line, face(FONT)) == pytest.approx((0.0, measure), abs=0.01)


@pytest.mark.parametrize("measure", [80, 90, 110])
def test_letters_of_a_loose_line_move_apart_no_further_than_they_may(measure: float) -> None:
    text = "Unfathomable - consequences notwithstanding"
    close = glyphs(set_lines(text, 10_000.0, 0.0, "left")[0])
    lines = set_lines(text.replace(" - ", "\u00a0– "), measure, 0.0, "justify", letterspace=0.02)
    loose = glyphs(lines[0])
    assert lines[0].space > 1.6
    assert edges(lines[0], face(FONT)) == pytest.approx((0.0, measure), abs=0.01)
    for (a, b), (c, d) in zip(pairwise(close[:12]), pairwise(loose[:12]), strict=True):
        assert (d.x - c.x) - (b.x - a.x) == pytest.approx(0.02 * SIZE, abs=1e-6)


def test_a_line_that_has_no_break_spaces_alone_says_how_wide_they_are() -> None:
    line, *_ = set_lines("one\u00a0two unfathomable", 90, 0.0, "justify")
    assert edges(line, face(FONT)) == pytest.approx((0.0, 90), abs=0.01)
    assert line.space > 2


@pytest.mark.parametrize("name", TEXTS)
@pytest.mark.parametrize("tracking", [0.0, 0.05, -0.02])
def test_other_lines_stand_on_their_side_or_in_the_middle(name: str, tracking: float) -> None:
    for measure in MEASURES:
        for align in ("left", "right", "center"):
            for line in set_lines(name, measure, tracking, align):
                left, right = edges(line, face(FONT))
                off = {
                    "left": left,
                    "right": measure - right,
                    "center": (left + right - measure) / 2,
                }
                assert line.overfull or off[align] == pytest.approx(0.0, abs=0.01)


@pytest.mark.parametrize("name", TEXTS)
def test_every_letter_is_set_apart_by_as_much(name: str) -> None:
    for close, apart in zip(
        set_lines(name, 10_000.0, 0.0, "left"), set_lines(name, 10_000.0, 0.05, "left"), strict=True
    ):
        moved = [b.x - a.x for a, b in zip(glyphs(close), glyphs(apart), strict=True)]
        steps = [round(after - before, 2) for before, after in pairwise(moved)]
        assert set(steps) == {0.05 * SIZE}


@pytest.mark.parametrize(
    ("text", "letter"), [("שלום Yap", "Y"), ("שלום Apt WAY", "A"), ("שלום", "ם")]
)
def test_what_hangs_at_a_line_s_end_is_what_is_seen_there(text: str, letter: str) -> None:
    """In a line from the right, Latin words at its end have their first letter outermost."""
    font = face(FONT)
    (line,) = set_lines(text, 200.0, 0.0, "left", hang=True)
    out = measure_protrusion(font, font.glyph(letter), letter, right=False, ends=True)
    assert edges(line, font)[0] == pytest.approx(-out * SIZE, abs=0.01)


@pytest.mark.parametrize("tracking", ["3%", "6%", "10%", "20%"])
@pytest.mark.parametrize("text", ["AVATAR offices waffle, THE FOREST", "x\u0304y fi to Yes"])
def test_words_whose_letters_stand_apart_are_copied_as_words(
    text: str, tracking: str, tmp_path: Path
) -> None:
    """Readers take a gap for a space, in some pairs of letters at 3 % already."""
    made = card(text, f"tracking: {tracking}", font=LATIN, writing="horizontal")
    for copied in (copied_by_poppler(made.pdf, tmp_path), copied_by_pdfium(made.pdf)):
        assert normalize("NFC", " ".join(copied.split())) == normalize("NFC", text)
