"""Letters of justified lines take their part of what the lines lack, where a font can do that."""

from __future__ import annotations

import io
import re
from functools import cache
from itertools import pairwise

import pypdfium2 as pdfium
import pytest
import uharfbuzz as hb
from fontTools.ttLib import TTFont
from msgspec.structs import replace

from cardgen.bind.bound_texts import RichText, TextRun, TextSetting
from cardgen.bind.pictures import PictureStore
from cardgen.core.color import Color
from cardgen.core.findings import Finding, Report
from cardgen.core.lengths import Length
from cardgen.layout.text.letter_widths import choose_step
from cardgen.layout.text.paragraph import set_text
from cardgen.layout.text.placed_text import PlacedRun, SetLine
from cardgen.pipeline.inspection import check_game
from cardgen.read.models.values import TextAlign
from cardgen.render.pdf.document import PdfFile
from cardgen.render.pdf.face_pages import show_face
from cardgen.scene.items import Glyphs, Scene, walk
from cardgen.text.font_widths import AXIS, FaceWidths, FontSource, open_widths
from cardgen.text.fonts import Face, open_face
from tests.conftest import ROOT
from tests.support.width_fonts import add_width_axis, open_cff2, open_garamond
from tests.unit.layout.test_faces import GAME, SENTENCE, game_of

SIZE, MEASURE = 10.0, 130.0
STATIC = ROOT / "fonts" / "EBGaramond-Bold.ttf"
LETTERS = "abcdefghijklmnopqrstuvwxyz"


@cache
def face_of(data: bytes = b"", name: str = "Wide.ttf") -> Face:
    return open_face(data or open_garamond(), name=name)


@cache
def widths_of(data: bytes = b"", most: float = 0.02) -> FaceWidths:
    found = open_widths(face_of(data), FontSource(data or open_garamond(), {}), most)
    assert found is not None
    return found


def setting_of(
    *widths: FaceWidths, face: Face | None = None, align: TextAlign = "justify"
) -> TextSetting:
    return TextSetting(
        face=face or face_of(), size=SIZE, floor=SIZE, ceiling=SIZE, step=0.5, fit="none",
        leading=Length(ems=1.2), align=align, valign="top", language="en", hang=True,
        widths=widths,
    )  # fmt: skip


def text_of(text: str, face: Face | None = None) -> RichText:
    return RichText((((TextRun(text, face or face_of(), Color(0, 0, 0)),),),))


def lines_of(*widths: FaceWidths, text: str = SENTENCE, measure: float = MEASURE) -> list[SetLine]:
    return list(set_text(text_of(text), setting_of(*widths), SIZE, measure).lines)


def runs_of(line: SetLine) -> list[PlacedRun]:
    return [part for part in line.parts if isinstance(part, PlacedRun)]


def width_of(face: Face) -> float:
    return sum(face.advance(face.glyph(letter)) for letter in LETTERS)


def test_faces_are_each_half_a_percent_wider_whatever_the_axis_counts_in() -> None:
    """The axis goes from 0 to 1000, where letters are a tenth narrower and wider."""
    widths = widths_of()
    faces = *widths.narrower[::-1], widths.face, *widths.wider
    shares = [width_of(face) / width_of(widths.face) - 1 for face in faces]
    wanted = [step / 200 for step in range(-4, 5)]
    assert shares == pytest.approx(wanted, abs=0.0015)


def test_an_axis_that_stops_at_the_normal_width_goes_one_way() -> None:
    widths = widths_of(open_garamond(wider=0.0))
    assert (len(widths.narrower), len(widths.wider)) == (4, 0)
    assert widths.find(3) is widths.face


def test_an_axis_that_ends_before_the_limit_is_used_as_far_as_it_goes() -> None:
    widths = widths_of(open_garamond(narrower=0.011, wider=0.1))
    assert (len(widths.narrower), len(widths.wider)) == (2, 4)


def test_a_font_without_that_axis_has_no_widths() -> None:
    for data in (STATIC.read_bytes(), ROOT.joinpath(
        "tests/data/fonts/EBGaramond-variable-subset.ttf").read_bytes()):  # fmt: skip
        assert open_widths(face_of(data), FontSource(data, {}), 0.02) is None


def test_a_packed_font_has_the_same_widths() -> None:
    font, out = TTFont(io.BytesIO(open_garamond()), recalcTimestamp=False), io.BytesIO()
    font.flavor = "woff2"
    font.save(out)
    packed = open_widths(face_of(), FontSource(out.getvalue(), {}), 0.02)
    assert packed is not None
    assert [*map(width_of, packed.wider)] == [*map(width_of, widths_of().wider)]


def test_a_font_of_cubic_outlines_that_vary_has_widths_too() -> None:
    widths = widths_of(open_cff2())
    faces = *widths.narrower[::-1], widths.face, *widths.wider
    shares = [width_of(face) / width_of(widths.face) for face in faces]
    assert shares == pytest.approx([0.98 + 0.005 * step for step in range(9)], abs=0.002)
    lefts = [face.ink(face.glyph("m")) for face in faces]
    rights = [ink[2] for ink in lefts if ink]
    assert rights == sorted(rights)
    assert rights[0] < rights[-1]


def test_lines_are_full_and_their_spaces_nearer_to_normal() -> None:
    def spread(lines: list[SetLine]) -> float:
        return sum(abs(line.space - 1) for line in lines[:-1])

    plain, stretched = lines_of(), lines_of(widths_of())
    assert len(plain) == len(stretched) > 4
    assert spread(stretched) < 0.85 * spread(plain)
    for line in stretched[:-1]:
        last = runs_of(line)[-1].glyphs[-1]
        end = line.left + last.x + runs_of(line)[-1].run.face.advance(last.index) * SIZE
        assert MEASURE - 0.01 < end < MEASURE + 0.5 * SIZE  # what hangs is out of it


def test_loose_lines_have_wider_letters_and_the_last_line_normal_ones() -> None:
    widths = widths_of()
    steps = [*widths.narrower[::-1], widths.face, *widths.wider]
    for measure in (100.0, MEASURE, 200.0):
        *lines, last = lines_of(widths, measure=measure)
        for line in lines:
            (face,) = {run.run.face for run in runs_of(line)}
            step = steps.index(face) - len(widths.narrower)
            assert step >= 0 if line.space > 1.02 else step <= 0
        assert {run.run.face for run in runs_of(last)} == {widths.face}


def test_no_space_is_narrower_than_its_limit() -> None:
    setting = setting_of(widths_of())
    for measure in range(90, 240, 3):
        block = set_text(text_of(SENTENCE), setting, SIZE, float(measure))
        assert all(line.space > 0.75 - 0.02 for line in block.lines)


def test_letters_take_their_steps_towards_what_the_line_asks_for() -> None:
    setting = setting_of(widths_of())
    ratios = (-1.0, -0.6, -0.1, 0.0, 0.1, 0.6, 1.0, 7.0)
    assert [choose_step(setting, ratio) for ratio in ratios] == [-4, -3, -1, 0, 0, 2, 4, 4]


def test_each_line_is_what_harfbuzz_sets_of_the_variable_font_there() -> None:
    """Not a stretched picture of letters: the font's own glyphs, kerns and ligatures."""
    variable = hb.Font(hb.Face(open_garamond()))
    for line in lines_of(widths_of()):
        (run,) = runs_of(line)
        name = run.run.face.name
        place = float(name.partition(f" {AXIS} ")[2].removesuffix(".ttf") or 500)
        variable.set_variations({AXIS: place})
        text = "".join(glyph.text for glyph in run.glyphs)
        buffer = hb.Buffer()
        buffer.add_str(text)
        buffer.guess_segment_properties()
        buffer.language = "en"
        hb.shape(variable, buffer, {})
        assert [g.codepoint for g in buffer.glyph_infos] == [g.index for g in run.glyphs]
        steps = [(b.x - a.x) / SIZE for a, b in pairwise(run.glyphs)]
        advances = [p.x_advance / 1000 for p in buffer.glyph_positions][:-1]
        off = [
            step - advance
            for step, advance, glyph in zip(steps, advances, run.glyphs, strict=False)
            if glyph.text != " "
        ]
        assert max(map(abs, off)) < 0.0016


def test_joined_letters_that_never_move_apart_are_wider_too() -> None:
    data = add_width_axis(
        open_face(ROOT.joinpath("tests/data/fonts/Amiri-subset.woff2").read_bytes(), name="A").data
    )
    face = face_of(data)
    run = TextRun("اسحب بطاقتين ثم اختر لاعبا يتخلص من بطاقة واحدة من يده", face, Color(0, 0, 0))
    setting = replace(setting_of(widths_of(data), face=face), language="ar")
    block = set_text(RichText((((run,),),)), setting, SIZE, 75.0)
    faces = {part.run.face for line in block.lines for part in runs_of(line)}
    assert len(block.lines) > 2
    assert faces & {*widths_of(data).wider, *widths_of(data).narrower}


def test_words_in_another_font_keep_their_width() -> None:
    bold = open_face(STATIC.read_bytes(), name="Bold.ttf")
    first, _, rest = SENTENCE.partition(" glittering ")
    runs = tuple(
        TextRun(text, face, Color(0, 0, 0))
        for text, face in ((f"{first} ", face_of()), ("glittering", bold), (f" {rest}", face_of()))
    )
    block = set_text(RichText(((runs,),)), setting_of(widths_of()), SIZE, MEASURE)
    faces = {part.run.face for line in block.lines for part in runs_of(line)}
    assert bold in faces
    assert len(faces) > 2


def test_letters_may_move_apart_and_be_wider() -> None:
    """Both take their part: spaces are nearer to normal than with either alone."""

    def spread(setting: TextSetting) -> float:
        lines = set_text(text_of(SENTENCE), setting, SIZE, MEASURE).lines
        return sum(abs(line.space - 1) for line in lines[:-1])

    wide, plain = setting_of(widths_of()), setting_of()
    both = spread(replace(wide, letterspace=0.02))
    assert both < spread(replace(plain, letterspace=0.02))
    assert both < spread(wide)


@pytest.mark.parametrize("align", ["left", "right", "center"])
def test_lines_that_are_not_justified_stay_as_they_are(align: TextAlign) -> None:
    plain = set_text(text_of(SENTENCE), setting_of(align=align), SIZE, MEASURE)
    assert set_text(text_of(SENTENCE), setting_of(widths_of(), align=align), SIZE, MEASURE) == plain


# --- in a game -----------------------------------------------------------------------------

ELEMENT = (
    '- {{text: "{text}", font: {font}, size: 9pt, align: {align}, width: 45mm, height: 40mm, '
    "at: top left, font-stretch: {stretch}}}"
)
FONTS = "fonts: {text: fonts/EBGaramond-Regular.ttf"
MIXED = "mixed: {regular: fonts/Wide.ttf, bold: fonts/EBGaramond-Bold.ttf}"


def check(
    stretch: str, *, font: str = "wide", align: str = "justify", text: str = SENTENCE
) -> tuple[Scene | None, tuple[Finding, ...]]:
    """The card of a game with one text, and what is found wrong with the text's setting."""
    element = ELEMENT.format(text=text, font=font, align=align, stretch=stretch)
    files: dict[str, str | bytes] = {
        "game.yaml": GAME.replace(FONTS, f"{FONTS}, wide: fonts/Wide.ttf, {MIXED}"),
        "fonts/Wide.ttf": open_garamond(),
    }
    report = Report()
    made = check_game(game_of(element, files=files), report)
    found = tuple(
        one for one in report.findings if one.severity == "error" or "font-stretch" in one.message
    )
    return next(iter(made.laid.scenes.values())) if made else None, found


def test_the_printed_letters_are_narrower_and_wider_and_copied_as_typed() -> None:
    scene, found = check("2%")
    assert found == ()
    assert scene is not None
    faces = {item.face for item in walk(scene.items) if isinstance(item, Glyphs)}
    assert len(faces) > 1
    file = PdfFile(PictureStore(), title="Wide")
    show_face(file, scene)
    written = file.save()
    pdf = pdfium.PdfDocument(written)
    fonts = re.findall(rb"/FontName /(\S+)", written)
    assert len(set(fonts)) == len(fonts) == len(faces)
    assert pdf[0].get_textpage().get_text_range().split() == SENTENCE.split()


def test_a_font_without_a_width_axis_is_named() -> None:
    _, (finding,) = check("2%", font="text")
    assert finding.code == "no-width-axis"
    assert "EBGaramond-Regular.ttf" in finding.message
    assert "letter-space" in (finding.hint or "")


def test_words_whose_face_has_no_width_axis_are_named() -> None:
    _, (finding,) = check("2%", font="mixed", text=f"{SENTENCE} **Bold words** and **more**")
    assert (finding.code, finding.severity) == ("no-width-axis", "warning")
    assert "EBGaramond-Bold.ttf" in finding.message
    assert check("2%", font="mixed", text=f"{SENTENCE} **12**")[1] == ()


def test_it_says_nothing_in_lines_that_are_not_justified() -> None:
    assert [finding.code for finding in check("2%", align="left")[1]] == ["idle-field"]


def test_nothing_asked_for_is_nothing_said() -> None:
    assert check("0%", font="text")[1] == ()


@pytest.mark.parametrize("typed", ["2.5%", "75%", "2", "2pt", "-1%", "wide"])
def test_other_values_are_errors(typed: str) -> None:
    made, (finding, *_) = check(typed)
    assert made is None
    assert finding.severity == "error"
    assert finding.span is not None
    assert finding.span.line == 4


def test_the_width_that_css_chooses_with_it_is_chosen_with_the_font() -> None:
    assert "axes: {wdth: 75}" in (check("75%")[1][0].hint or "")


def test_vertical_lines_have_none() -> None:
    made, (finding, *_) = check("2%, writing: vertical")
    assert made is None
    assert (finding.code, finding.message) == (
        "bad-writing",
        "a vertical text has no `font-stretch`",
    )
