"""Texts along circles and paths, letter by letter; letter outlines of a fixed size."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import Any

import pypdfium2 as pdfium
import pytest

from cardgen.bind.pictures import PictureStore
from cardgen.check.engine.ink_marks import list_glyph_rects
from cardgen.core.geometry import Rect
from cardgen.render.ink_extents import reach
from cardgen.render.pdf.document import PdfFile
from cardgen.render.pdf.face_pages import show_face
from cardgen.scene.items import Glyphs, Group, Linear, Path, walk
from cardgen.scene.outlines import bounds
from tests.conftest import ROOT
from tests.unit.layout.test_effects import codes, items, scene
from tests.unit.layout.test_faces import GAME, SAFE, errors

MM = 72 / 25.4
ROUND = "font: text, size: 10pt, left: 10mm, top: 10mm, width: 30mm, height: 30mm"
MIDDLE = SAFE.left + 25 * MM, SAFE.top + 25 * MM


def run(elements: str, **more: Any) -> Glyphs:
    (made,) = (i for i in walk(items(elements, **more)) if isinstance(i, Glyphs))
    return made


def around(curve: str, *, align: str = "center", text: str = "Tide") -> Glyphs:
    return run(f"- {{text: {text}, {ROUND}, align: {align}, curve: {curve}}}")


def degrees(glyphs: Glyphs, index: int) -> float:
    """Where on the circle a glyph's pen stands, clockwise after the top."""
    x, y = glyphs.glyphs[index].x - MIDDLE[0], glyphs.glyphs[index].y - MIDDLE[1]
    return math.degrees(math.atan2(x, -y)) % 360


def far(glyphs: Glyphs, index: int) -> float:
    """How far from the middle of the circle a glyph's pen stands, in millimeters."""
    glyph = glyphs.glyphs[index]
    return math.hypot(glyph.x - MIDDLE[0], glyph.y - MIDDLE[1]) / MM


def test_letters_stand_on_the_circle_in_reading_order() -> None:
    made = around("{}")
    assert made.text == "Tide"
    places = [(degrees(made, i) + 180) % 360 for i in range(4)]
    assert places == sorted(places)
    assert all(far(made, i) == pytest.approx(15, abs=0.15) for i in range(4))


def test_a_centered_text_stands_about_its_start() -> None:
    made = around("{start: 90}", text="HH")
    width = made.face.advance(made.glyphs[1].index) * made.size
    last = math.degrees(width / (15 * MM))
    assert (degrees(made, 0) + degrees(made, 1) + last) / 2 == pytest.approx(90, abs=0.6)
    assert made.turns[0] < math.pi / 2 < made.turns[1]


def test_a_text_begins_or_ends_at_its_start() -> None:
    assert degrees(around("{start: 30}", align="left"), 0) == pytest.approx(30, abs=1)
    assert 270 < degrees(around("{start: 0}", align="right"), 0) < 360


def test_a_reversed_text_is_upright_at_the_foot() -> None:
    made = around("{start: 180, reverse: yes}")
    assert [glyph.x for glyph in made.glyphs] == sorted(glyph.x for glyph in made.glyphs)
    assert all(abs(turn) < math.pi / 4 for turn in made.turns)


def test_letters_are_shifted_off_their_line() -> None:
    assert far(around("{shift: 2mm}"), 0) == pytest.approx(17, abs=0.2)
    assert far(around("{shift: -0.5em}"), 0) == pytest.approx(15 - 5 / MM, abs=0.2)


def test_letters_are_spread_over_the_whole_circle() -> None:
    made = around("{spread: yes}", text="IIII")
    places = sorted(degrees(made, i) for i in range(4))
    steps = [after - before for before, after in pairwise(places)]
    assert steps == pytest.approx([90] * 3, abs=1)


def test_letters_are_spread_over_a_part_of_it() -> None:
    made = around("{spread: yes, sweep: 90}", text="IIII")
    places = [(degrees(made, i) + 180) % 360 - 180 for i in range(4)]
    assert places[0] == pytest.approx(-45, abs=1)
    assert 40 < places[-1] < 46


def list_places(text: str, curve: str) -> dict[str, list[tuple[int, float, float]]]:
    """The glyphs of a text in pointed Hebrew, and where, by how they are carried."""
    made = items(
        f"- {{text: {text}, {ROUND.replace('text', 'he')}{curve}}}",
        files={
            "he.ttf": (ROOT / "tests/data/fonts/FrankRuhlLibre-subset.ttf").read_bytes(),
            "game.yaml": GAME.replace("fonts: {", "fonts: {he: he.ttf, "),
        },
    )
    runs = [item for item in walk(made) if isinstance(item, Glyphs)]
    glyphs = [glyph for item in runs for glyph in item.glyphs]
    return {
        kind: [(one.index, one.x, one.y) for one in glyphs if bool(one.text) is (kind == "letters")]
        for kind in ("letters", "marks")
    }


def test_marks_stay_with_their_letters_however_far_these_are_spread() -> None:
    """Shin has a dot and a vowel, lamed none, vav a dot: between them only letters are parted."""
    text = "שָׁלוֹם"
    level, spread = list_places(text, ""), list_places(text, ", curve: {spread: yes}")
    assert len(level["letters"]) == 4
    assert [mark[0] for mark in spread["marks"]] == [mark[0] for mark in level["marks"]]
    for before, after in zip(level["marks"], spread["marks"], strict=True):
        near = min(math.dist(before[1:], letter[1:]) for letter in level["letters"])
        assert min(math.dist(after[1:], letter[1:]) for letter in spread["letters"]) == (
            pytest.approx(near, abs=0.01)
        )


def test_a_text_follows_a_path() -> None:
    made = run(f"- {{text: Tide, {ROUND}, curve: {{path: M0 0 L100 100}}}}")
    assert all(turn == pytest.approx(math.pi / 4) for turn in made.turns)


def test_an_icon_is_turned_with_the_letters() -> None:
    made = items(f"- {{text: '{{sun}} Tide', {ROUND}, align: center, curve: {{}}}}")
    (icon,) = (item for item in made if isinstance(item, Group))
    assert icon.transform is not None
    assert icon.transform.b < 0


def test_lines_and_gradients_of_letters_are_turned_too() -> None:
    made = items(f"- {{text: Tide, {ROUND}, curve: {{}}, stroke: black, fill: {{from: a, to: b}}}}")
    line, letters = (item for item in made if isinstance(item, Path))
    (hidden,) = (item for item in made if isinstance(item, Glyphs))
    assert hidden.hidden
    one, other, box = bounds(line.outline), bounds(letters.outline), reach(hidden)
    assert one == other
    assert one is not None
    assert box is not None
    assert box.inset_by(-0.5).contains(one)


def test_an_icon_on_a_curve_has_the_line_of_its_text_below_all_letters() -> None:
    made = items(f"- {{text: 'Tide {{sun}}', {ROUND}, curve: {{}}, stroke: black}}")
    line = next(item for item in made if isinstance(item, Group))
    (pen,) = line.items
    assert isinstance(pen, Path)
    assert pen.stroke is not None
    assert line.transform == made[-1].transform  # type: ignore[union-attr]
    assert made.index(line) < next(at for at, item in enumerate(made) if isinstance(item, Glyphs))


def test_a_gradient_runs_from_the_first_letter_on_a_curve_to_the_last() -> None:
    made = items(f"- {{text: Tide, {ROUND}, curve: {{}}, fill: {{from: a, to: b}}}}")
    letters = next(item for item in made if isinstance(item, Path))
    box = bounds(letters.outline)
    assert box is not None
    assert isinstance(letters.fill, Linear)
    assert (letters.fill.start[0], letters.fill.end[0]) == pytest.approx((box.left, box.right))


def test_the_words_can_be_copied_whole() -> None:
    file = PdfFile(PictureStore(), title="seal")
    show_face(file, scene(f"- {{text: low water, {ROUND}, curve: {{}}}}"))
    with pdfium.PdfDocument(file.save()) as document:
        assert "low water" in document[0].get_textpage().get_text_range()


def test_rules_know_where_turned_letters_stand() -> None:
    boxes = list(list_glyph_rects(around("{spread: yes}", text="IIII")))
    whole = boxes[0]
    for box in boxes[1:]:
        whole = whole.union(box)
    circle = Rect(MIDDLE[0] - 15 * MM, MIDDLE[1] - 15 * MM, 30 * MM, 30 * MM)
    assert circle.inset_by(-3 * MM).contains(whole)
    assert whole.width > 20 * MM
    out = "left: -1mm, top: -1mm, width: 30mm, height: 30mm"
    text = f"- {{text: Tide over tide over, font: text, size: 10pt, {out}, curve: {{}}}}"
    assert "text-outside-safe" in codes(text)


def test_a_text_shrinks_to_its_curve_and_no_further_than_it_may() -> None:
    text = f"- {{{{text: {'tide ' * 19}, {ROUND}, curve: {{{{}}}}{{}}}}}}"
    assert run(text.format(", min-size: 6pt, step: 0.25pt")).size < 10
    assert "text-overflow" in errors(text.format(""))


def test_a_second_line_is_told() -> None:
    assert "text-overflow" in errors(f'- {{text: "two\\nlines", {ROUND}, curve: {{}}}}')


@pytest.mark.parametrize(
    ("curve", "code"),
    [
        ("{path: M0 0 H9 M1 1 H9}", "bad-path"),
        ("{path: M0 0}", "bad-path"),
        ("{path: nonsense}", "bad-path"),
        ("{path: M0 0 H9, start: 9}", "bad-path"),
        ("{view: [0, 0, 9, 9]}", "bad-path"),
        ("{sweep: 0}", "bad-value"),
    ],
)
def test_a_curve_that_is_none_is_told(curve: str, code: str) -> None:
    found = errors(f"- {{text: Tide, {ROUND}, curve: {curve}}}")
    assert found
    assert code in found or code == "bad-value"


def test_white_letters_around_a_dark_disc_are_judged_where_they_stand() -> None:
    ground = "- {shape: rectangle, fill: white, left: -9mm, right: -9mm, top: -9mm, bottom: -9mm}\n"
    disc = (
        "- {shape: ring, inner: 60%, fill: black, left: 6mm, top: 6mm, width: 38mm, height: 38mm}\n"
    )
    text = f"- {{text: Tide over tide, {ROUND}, color: white, align: center, curve: {{}}}}"
    assert "low-contrast" not in codes(ground + disc + text)
    assert "low-contrast" in codes(ground + text)


def test_words_on_a_curve_that_would_be_ruled_are_told() -> None:
    assert "bad-stroke" in codes(f"- {{text: Tide, {ROUND}, underline: yes, curve: {{}}}}")
    assert "bad-stroke" in codes(f"- {{text: 'a [b]{{strike}}', {ROUND}, curve: {{}}}}")


# --- outlines ------------------------------------------------------------------------------


def test_a_letter_outline_may_have_the_same_size_on_every_card() -> None:
    heights = []
    for word in ("SEA", "SHORES"):
        (path,) = items(
            f"- {{outline: {word}, font: text, size: 20pt, fill: a, left: 0, top: 0, "
            "width: 50mm, height: 20mm}"
        )
        assert isinstance(path, Path)
        box = bounds(path.outline)
        assert box is not None
        heights.append(box.height)
    assert heights[0] == pytest.approx(heights[1], rel=0.06)


def test_a_letter_outline_that_is_too_large_for_its_box_is_told() -> None:
    place = "left: 0, top: 0, width: 20mm, height: 20mm"
    assert "box-overflow" in errors(
        f"- {{outline: SHORES, font: text, size: 40pt, fill: a, {place}}}"
    )
