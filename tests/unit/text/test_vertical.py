"""Vertical lines: which letters stand upright, where lines and letters stand, what is copied."""

from __future__ import annotations

import re
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import pytest
import uharfbuzz as hb

from cardgen.core.findings import Finding, Report
from cardgen.core.geometry import POINTS_PER_INCH, POINTS_PER_MM
from cardgen.files.memory_game import MemoryGame
from cardgen.pipeline.checked_game import Checked
from cardgen.pipeline.inspection import check_game
from cardgen.render.pdf.document import PdfFile
from cardgen.render.pdf.face_pages import show_face
from cardgen.scene.items import Glyphs, Picture, Scene, walk
from cardgen.scene.items import Path as DrawnPath
from cardgen.scene.outlines import bounds
from cardgen.targets.shared.card_text import read_card_text
from cardgen.text import vertical
from cardgen.text.fonts import Face, open_face
from cardgen.text.vertical import is_upright, split_orientations
from tests.conftest import ROOT
from tests.unit.text.test_scripts import copied_by_pdfium, copied_by_poppler

FONT = ROOT / "tests/data/games/japanese/fonts/ShipporiMincho-subset.woff2"
LATIN = ROOT / "fonts/EBGaramond-Regular.ttf"
RULE = "旅人は、茶を休む。札を引き、「手持」に持つ。手札が森の道をこえたら捨てる。"
SIZE = 10.0


class Card(NamedTuple):
    scene: Scene
    pdf: bytes
    findings: tuple[Finding, ...]

    @property
    def runs(self) -> list[Glyphs]:
        return [item for item in walk(self.scene.items) if isinstance(item, Glyphs)]

    @property
    def columns(self) -> list[str]:
        """The text of each line, in the order of the runs."""
        found: dict[float, str] = {}
        for run in self.runs:
            for glyph in run.glyphs:
                half = 0.5 if run.down else run.face.middle
                middle = glyph.x + half * run.size
                near = next((x for x in found if abs(x - middle) < SIZE / 2), middle)
                found[near] = found.get(near, "") + glyph.text
        return list(found.values())


def check(
    text: str,
    style: str = "",
    box: str = "",
    font: Path = FONT,
    *,
    writing: str = "vertical",
    leading: str = "1.6",
) -> tuple[Checked | None, Report]:
    where = box or "left: 0, right: 0, top: 0, height: 40mm"
    set_so = f"{style}, " * bool(style) + f"leading: {leading}" * ("leading" not in style)
    files: dict[str, str | bytes] = {
        "game.yaml": "game: Down\nlanguage: ja\nfonts: {text: fonts/f" + font.suffix + "}\n"
        "icons: {coin: {picture: coin.svg}}\n"
        "decks: {main: {cards: cards.yaml, size: poker, front: face, back: face}}\n",
        "cards.yaml": f'- {{id: one, rule: "{text}"}}\n',
        "layouts.yaml": "layouts: {face: {safe: [{text: '{{ rule }}', name: rule, font: text, "
        f"size: {SIZE}pt, writing: {writing}, {where}, {set_so}}}]}}}}\n",
        f"fonts/f{font.suffix}": font.read_bytes(),
        "coin.svg": '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 10">'
        '<path d="M0 0H20V10H0Z"/></svg>',
    }
    report = Report()
    return check_game(MemoryGame(files), report, checks=()), report


def card(text: str, style: str = "", box: str = "", font: Path = FONT, **given: str) -> Card:
    checked, report = check(text, style, box, font, **given)
    assert checked is not None, [finding.message for finding in report.findings]
    (face,) = checked.laid.scenes.values()
    file = PdfFile(checked.bound.pictures, title="Down")
    show_face(file, face)
    return Card(face, file.save(), report.findings)


def codes(text: str, style: str = "", box: str = "", font: Path = FONT, **given: str) -> list[str]:
    return [finding.code for finding in check(text, style, box, font, **given)[1].findings]


@cache
def mincho() -> Face:
    return open_face(FONT.read_bytes(), name="fonts/ShipporiMincho-subset.woff2")


def safe_box(made: Card) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of the box that `card` sets its text in."""
    trim = made.scene.trim
    inset = 0.12 * POINTS_PER_INCH
    left, top = trim.left + inset, trim.top + inset
    return left, top, trim.right - inset, top + 40 * POINTS_PER_MM


# --- upright or on their side --------------------------------------------------------------


def test_letters_of_chinese_and_japanese_stand_upright_and_latin_lies_on_its_side() -> None:
    parts = list(split_orientations(mincho(), "道のWord 2枚。"))
    assert parts == [("道の", True), ("Word 2", False), ("枚。", True)]


def test_brackets_stand_upright_in_the_shape_that_the_font_has_for_them() -> None:
    assert list(split_orientations(mincho(), "（道）ー")) == [("（道）ー", True)]


def test_brackets_lie_on_their_side_where_the_font_has_no_such_shape() -> None:
    latin = open_face(LATIN.read_bytes(), name="fonts/EBGaramond-Regular.ttf")
    assert list(split_orientations(latin, "（a）")) == [("（a）", False)]


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("旅“人”は", [("旅“人”は", True)]),
        ("旅“Word”は", [("旅", True), ("“Word”", False), ("は", True)]),
        ("don’t", [("don’t", False)]),
    ],
)
def test_quotation_marks_stand_as_what_they_are_beside(
    text: str, parts: list[tuple[str, bool]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a font that has shapes of theirs for vertical lines."""
    monkeypatch.setattr(vertical, "_has_vertical_shape", lambda _face, _character: True)
    is_upright.cache_clear()
    assert list(split_orientations(mincho(), text)) == parts
    is_upright.cache_clear()


def test_glyphs_and_places_of_a_line_are_those_of_harfbuzz() -> None:
    made = card("旅人は、茶を休む。札ー", "markup: no")
    (run,) = made.runs
    buffer = hb.Buffer()
    buffer.add_str("旅人は、茶を休む。札ー")
    buffer.guess_segment_properties()
    buffer.direction = "ttb"
    buffer.language = "ja"
    hb.shape(mincho().font, buffer)
    scale, pen = SIZE / mincho().upem, 0.0
    origin = run.glyphs[0]
    places = []
    for info, place in zip(buffer.glyph_infos, buffer.glyph_positions, strict=True):
        places.append((info.codepoint, place.x_offset * scale, pen - place.y_offset * scale))
        pen -= place.y_advance * scale
    first = places[0]
    assert [glyph.index for glyph in run.glyphs] == [index for index, _, _ in places]
    for glyph, (_, x, y) in zip(run.glyphs, places, strict=True):
        assert glyph.x - origin.x == pytest.approx(x - first[1], abs=0.01)
        assert glyph.y - origin.y == pytest.approx(y - first[2], abs=0.01)


# --- where lines stand ----------------------------------------------------------------------


def test_the_first_line_is_on_the_right_and_the_next_to_its_left() -> None:
    made = card(RULE)
    assert "".join(made.columns) == RULE
    assert len(made.columns) == 4
    middles = [run.glyphs[0].x + SIZE / 2 for run in made.runs]
    _, top, right, _ = safe_box(made)
    assert middles[0] == pytest.approx(right - 8, abs=0.01)
    assert [a - b for a, b in pairwise(middles)] == pytest.approx([16] * 3)
    first = made.runs[0].glyphs[0]
    assert first.y - 0.88 * SIZE == pytest.approx(top, abs=0.01)


def test_no_line_begins_with_a_sign_that_must_not() -> None:
    for height in range(26, 44):
        made = card(RULE, box=f"left: 0, right: 0, top: 0, height: {height}mm")
        assert not any(column[0] in "、。」ー" for column in made.columns)
        assert not any(column.endswith("「") for column in made.columns)


def feet(made: Card) -> list[float]:
    """Where each line ends, from the top of the page: below the square of its last letter."""
    ends: dict[int, float] = {}
    for run in made.runs:
        for glyph in run.glyphs:
            ends[round(glyph.x)] = glyph.y + 0.12 * SIZE
    return list(ends.values())


def test_justified_lines_are_as_long_as_the_box_is_high() -> None:
    made = card(RULE, "align: justify")
    ends = feet(made)
    assert ends[:-1] == pytest.approx([safe_box(made)[3]] * (len(ends) - 1), abs=5.1)
    assert max(ends[:-1]) - min(ends[:-1]) <= 5.1


@pytest.mark.parametrize(("align", "share"), [("right", 0.0), ("center", 0.5), ("left", 1.0)])
def test_align_is_the_side_of_the_box_that_the_lines_stand_on(align: str, share: float) -> None:
    made = card(r"道\n森", f"align: {align}")
    left, _, right, _ = safe_box(made)
    room = right - left - 2 * 16
    middle = made.runs[0].glyphs[0].x + SIZE / 2
    assert middle == pytest.approx(right - 8 - share * room, abs=0.01)


@pytest.mark.parametrize(("valign", "share"), [("top", 0.0), ("middle", 0.5), ("bottom", 1.0)])
def test_valign_is_where_lines_stand_down_the_box(valign: str, share: float) -> None:
    made = card("道森山", f"valign: {valign}")
    _, top, _, bottom = safe_box(made)
    glyph = made.runs[0].glyphs[0]
    begins = glyph.y - 0.88 * SIZE
    assert begins == pytest.approx(top + share * (bottom - top - 3 * SIZE), abs=0.01)


def test_lines_start_on_the_right_and_end_on_the_left() -> None:
    start, end = (card("道", f"align: {side}").runs[0].glyphs[0] for side in ("start", "end"))
    assert start.x > end.x


def test_a_box_without_a_height_is_as_high_as_the_longest_line() -> None:
    checked, _ = check(r"道森\n山", box="at: center")
    assert checked is not None
    (face,) = checked.bound.faces[:1]
    placed = checked.laid.elements(face)[0]
    assert placed.rect.height == pytest.approx(2 * SIZE, abs=0.05)
    assert placed.rect.width == pytest.approx(2 * 16, abs=0.05)


def test_a_text_with_too_many_lines_is_too_wide_for_its_box() -> None:
    _, report = check(RULE * 6)
    (finding,) = report.findings
    assert finding.code == "text-overflow"
    assert "mm too wide" in finding.message


def test_a_word_that_is_longer_than_the_box_is_high_overflows() -> None:
    _, report = check("Extraordinarily", box="left: 0, right: 0, top: 0, height: 12mm")
    assert [f.code for f in report.findings] == ["text-overflow"]
    assert "longer than its box" in report.findings[0].message
    assert "higher box" in report.findings[0].hint


def test_a_text_shrinks_until_its_lines_fit_the_width() -> None:
    made = card(RULE, "min-size: 5pt", "right: 0, width: 12mm, top: 0, height: 40mm")
    assert made.findings == ()
    assert made.runs[0].size < SIZE


# --- what stands in a line ----------------------------------------------------------------


def test_a_number_marked_upright_stands_side_by_side_in_one_square() -> None:
    made = card("手[10]{upright}枚")
    assert [run.text for run in made.runs] == ["手", "10", "枚"]
    before, number, after = made.runs
    assert number.glyphs[0].y == number.glyphs[1].y
    assert number.glyphs[0].x < number.glyphs[1].x
    assert after.glyphs[0].y - before.glyphs[0].y == pytest.approx(2 * SIZE, abs=0.01)


def test_an_upright_number_is_no_wider_than_its_line() -> None:
    (run,) = card("[2026]{upright}").runs
    assert run.size < SIZE
    last = run.glyphs[-1]
    assert last.x + run.face.advance(last.index) * run.size - run.glyphs[0].x <= 1.06 * SIZE


def test_what_is_too_long_to_stand_upright_is_a_finding() -> None:
    assert codes("[20265]{upright}") == ["bad-markup"]
    assert codes("[1 2]{upright}") == ["bad-markup"]


def test_latin_words_lie_with_their_middle_on_the_middle_of_the_line() -> None:
    upright, word = card("道Word").runs
    middle = upright.glyphs[0].x + SIZE / 2
    assert all(glyph.x == pytest.approx(middle - word.face.middle * SIZE) for glyph in word.glyphs)
    assert [glyph.y for glyph in word.glyphs] == sorted(glyph.y for glyph in word.glyphs)


def test_an_icon_stands_upright_on_the_middle_of_the_line() -> None:
    made = card("手{coin}枚")
    icon = next(i for i in walk(made.scene.items) if isinstance(i, DrawnPath | Picture))
    box = icon.rect if isinstance(icon, Picture) else bounds(icon.outline)
    before, after = made.runs
    assert box is not None
    assert box.width == pytest.approx(2 * box.height)
    assert box.center[0] == pytest.approx(before.glyphs[0].x + SIZE / 2, abs=0.01)
    assert after.glyphs[0].y - before.glyphs[0].y == pytest.approx(SIZE + box.height, abs=0.01)


@pytest.mark.parametrize(("language", "right"), [("ja", True), ("zh", False)])
def test_words_are_underlined_beside_the_line(language: str, right: bool) -> None:
    made = card("手[札枚]{underline}を", f"language: {language}")
    (line,) = (i for i in walk(made.scene.items) if isinstance(i, DrawnPath))
    box = bounds(line.outline)
    assert box is not None
    marked = made.runs[1].glyphs[0]
    assert box.height == pytest.approx(2 * SIZE, abs=0.01)
    assert box.top == pytest.approx(marked.y - 0.88 * SIZE, abs=0.01)
    assert (box.left > marked.x + SIZE) if right else (box.right < marked.x)


def test_tracking_sets_letters_apart_down_the_line() -> None:
    (run,) = card("手札", "tracking: 100").runs
    assert run.glyphs[1].y - run.glyphs[0].y == pytest.approx(1.1 * SIZE, abs=0.01)


def test_signs_beside_each_other_share_the_blank_between_them() -> None:
    (run,) = card("「道」。「").runs
    signs = [glyph.y for glyph in run.glyphs]
    plain = [glyph.y for glyph in card("道道道道道").runs[0].glyphs]
    assert signs[3] - signs[2] < 0.6 * (plain[1] - plain[0])


# --- what they do not have ------------------------------------------------------------------


@pytest.mark.parametrize(
    "field",
    [
        "baseline: 4mm",
        "grid: 12pt",
        "drop-cap: 2",
        "optical: yes",
        "curve: {}",
        "within: ellipse",
        "wrap: {width: 5mm, height: 5mm}",
    ],
)
def test_what_a_vertical_text_does_not_have_is_a_finding(field: str) -> None:
    found = codes("道", field)
    assert found.count("bad-writing") == 1


def test_a_font_without_vertical_shapes_is_a_finding_where_a_sign_needs_one() -> None:
    assert "missing-feature" in codes("one。", font=LATIN)
    assert codes("one", font=LATIN) == []


# --- copied and read ------------------------------------------------------------------------


def test_the_text_is_copied_in_the_order_of_its_lines(tmp_path: Path) -> None:
    made = card(RULE)
    assert re.sub(r"\s", "", copied_by_poppler(made.pdf, tmp_path)) == RULE
    assert re.sub(r"\s", "", copied_by_pdfium(made.pdf)) == RULE


def test_a_line_with_words_and_numbers_is_copied_as_it_was_typed(tmp_path: Path) -> None:
    made = card("手札が[10]{upright}枚。Word道")
    copied = re.sub(r"\s", "", copied_by_poppler(made.pdf, tmp_path))
    assert copied == "手札が10枚。Word道"
    assert re.sub(r"\s", "", copied_by_pdfium(made.pdf)) == "手札が10枚。Word道"


def test_whoever_is_read_the_card_hears_one_paragraph() -> None:
    made = card("旅人は、茶を休む。[10]{upright}枚引き、Word手札が森の道をこえたら捨てる。")
    assert read_card_text(made.scene) == (
        "旅人は、茶を休む。10枚引き、Word手札が森の道をこえたら捨てる。"
    )
