"""A ligature whose letters are in several runs looks as each of them."""

from __future__ import annotations

import io
from collections.abc import Sequence

import pytest
from fontTools.feaLib.builder import addOpenTypeFeaturesFromString
from fontTools.otlLib.builder import buildLigCaretList
from fontTools.ttLib import TTFont, newTable
from fontTools.ttLib.tables import otTables

from cardgen.core.color import Color
from cardgen.core.findings import Report
from cardgen.files.memory_game import MemoryGame
from cardgen.pipeline.inspection import check_game
from cardgen.scene.items import Glyphs, Group, Item, Path
from cardgen.scene.outlines import bounds
from cardgen.text.fonts import Face, open_face
from cardgen.text.ligature_carets import find_carets
from tests.conftest import ROOT

GARAMOND = "fonts/EBGaramond-Regular.ttf"
INK, CORAL = Color(0, 0, 0), Color(255, 0, 0)


def items_of(
    text: str, font: str = GARAMOND, style: str = "", data: bytes = b""
) -> tuple[Item, ...]:
    files: dict[str, str | bytes] = {
        "game.yaml": f"game: Tide\npalette: {{coral: '#ff0000'}}\nfonts: {{text: {font}}}\n"
        "decks: {main: {cards: cards.yaml, size: poker, front: face, back: face}}\n",
        "cards.yaml": f"- {{rule: '{text}'}}\n",
        "layouts.yaml": "styles: {lined: {stroke: coral, stroke-width: 1pt}}\n"
        "layouts: {face: {safe: [{text: '{{ rule }}', font: text, size: 20pt, color: black"
        f"{style}}}]}}}}\n",
    }
    if data:
        files[font] = data
    report = Report()
    checked = check_game(MemoryGame(files), report)
    assert checked is not None, report.findings
    assert "clipped-text" not in {finding.code for finding in report.findings}
    (face,) = checked.laid.scenes.values()
    return face.items


def shares_of(items: Sequence[Item]) -> list[tuple[float, float, Color]]:
    """From where to where letters are shown that are part of a ligature, and their colors."""
    found = []
    for group in items:
        if isinstance(group, Group) and group.clip:
            box, letter = bounds(group.clip), group.items[0]
            assert box is not None
            color = letter.color if isinstance(letter, Glyphs) else getattr(letter, "fill", None)
            assert isinstance(color, Color)
            found.append((box.left, box.right, color))
    return found


def texts_of(items: Sequence[Item]) -> str:
    inner = [one for item in items for one in (item.items if isinstance(item, Group) else (item,))]
    return "".join(one.text for one in inner if isinstance(one, Glyphs))


def test_each_letter_of_a_ligature_has_its_color() -> None:
    items = items_of("f[i]{coral}nd")
    (left, middle, first), (start, _, second) = shares_of(items)
    assert (first, second) == (INK, CORAL)
    assert left < middle == start


def test_a_ligature_in_three_colors_is_parted_twice() -> None:
    colors = [color for _, _, color in shares_of(items_of("o[f]{coral}f[i]{coral}ce"))]
    assert colors == [CORAL, INK, CORAL]


def test_its_text_is_there_once() -> None:
    assert texts_of(items_of("of[fi]{coral}ce")) == texts_of(items_of("office")) == "office"


def test_the_letters_read_from_the_right_begin_at_the_right() -> None:
    items = items_of("ש[ל]{coral}ום", "hebrew.ttf", data=with_hebrew_ligature())
    (left, middle, first), (start, end, second) = sorted(shares_of(items), key=lambda one: one[0])
    assert (first, second) == (CORAL, INK)
    assert left < middle == start < end


@pytest.mark.parametrize("markup", ["underline", "strike"])
def test_a_line_below_or_through_a_letter_is_as_long_as_the_letter(markup: str) -> None:
    items = items_of(f"f[i]{{{markup}}}nd")
    (line,) = (bounds(one.outline) for one in items if isinstance(one, Path))
    _, (start, _, _) = shares_of(items)
    assert line is not None
    assert line.left == pytest.approx(start)
    assert 1 < line.width < 6


def test_a_line_around_a_letter_is_not_around_its_neighbor() -> None:
    (start, _, pen), *_ = (
        (bounds(one.clip), one.clip, one.items[0])
        for one in items_of("f[i]{lined}nd")
        if isinstance(one, Group) and one.clip and isinstance(one.items[0], Path)
    )
    assert isinstance(pen, Path)
    assert pen.stroke is not None
    assert start is not None
    assert start.left == shares_of(items_of("f[i]{coral}nd"))[1][0]


def test_letters_that_look_alike_are_not_parted() -> None:
    assert not shares_of(items_of("f[i]{black}nd"))
    assert not shares_of(items_of("[fi]{coral}nd"))


@pytest.mark.parametrize(
    "style", [", writing: vertical", ", curve: {start: -60, sweep: 90, shift: -5mm}, height: 30mm"]
)
def test_a_ligature_is_parted_where_lines_turn(style: str) -> None:
    colors = [color for _, _, color in shares_of(items_of("f[i]{coral}nd", style=style))]
    assert colors == [INK, CORAL]


def with_hebrew_ligature() -> bytes:
    """A font with a ligature of shin and lamed, which looks as its final mem."""
    font, out = (
        TTFont(ROOT / "tests" / "data" / "fonts" / "FrankRuhlLibre-subset.ttf"),
        io.BytesIO(),
    )
    shin, lamed, mem = (font.getBestCmap()[ord(letter)] for letter in "שלם")
    rule = f"feature liga {{ script hebr; sub {shin} {lamed} by {mem}; }} liga;"
    addOpenTypeFeaturesFromString(font, rule)
    font.save(out)
    return out.getvalue()


def with_carets(*carets: int) -> tuple[Face, int]:
    """EB Garamond as a font that says where the letters of its ligature `fi` part."""
    font, out = TTFont(ROOT / GARAMOND), io.BytesIO()
    name = "f_i" if "f_i" in font.getGlyphOrder() else "fi"
    if "GDEF" not in font:
        font["GDEF"] = newTable("GDEF")
        font["GDEF"].table = otTables.GDEF()
        font["GDEF"].table.Version = 0x00010000
    made = buildLigCaretList({name: carets}, {}, font.getReverseGlyphMap())
    font["GDEF"].table.LigCaretList = made
    font.save(out)
    return open_face(out.getvalue(), name="carets.ttf"), font.getGlyphID(name)


def test_letters_part_where_the_font_says() -> None:
    face, glyph = with_carets(123)
    inner = find_carets(face, glyph, "fi", (), "en", rtl=False)[1]
    assert inner == 123 / face.upem


def test_carets_of_another_number_of_letters_are_passed_over() -> None:
    face, glyph = with_carets(123, 200)
    start, inner, end = find_carets(face, glyph, "fi", (), "en", rtl=False)
    assert start < inner < end
    assert inner != 123 / face.upem


def test_without_carets_letters_share_a_ligature_by_their_widths() -> None:
    face = open_face((ROOT / GARAMOND).read_bytes(), name=GARAMOND)
    glyph = with_carets(1)[1]
    start, inner, end = find_carets(face, glyph, "fi", (), "en", rtl=False)
    assert inner - start > end - inner  # an `f` is wider than an `i`
