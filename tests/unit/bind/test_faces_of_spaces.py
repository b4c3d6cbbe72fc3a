"""A space is that of the words beside it, unless their font has none that fits."""

from __future__ import annotations

import io

import pytest
from fontTools import subset
from fontTools.ttLib import TTFont

from cardgen.core.findings import Report
from cardgen.files.memory_game import MemoryGame
from cardgen.layout.face.letters import run_outline
from cardgen.pipeline.inspection import check_game
from cardgen.scene.items import Glyphs, Path, walk
from cardgen.text.fonts import open_face
from tests.support.color_fonts import color_font
from tests.support.samples import font_bytes


def spaceless() -> bytes:
    """The text font with four letters."""
    font = TTFont(io.BytesIO(font_bytes()))
    options = subset.Options()
    options.notdef_outline = True
    cut = subset.Subsetter(options)
    cut.populate(text="abcd")
    cut.subset(font)
    out = io.BytesIO()
    font.save(out)
    return out.getvalue()


def runs(fonts: str, rule: str, fields: str = "") -> list[Glyphs | Path]:
    files: dict[str, str | bytes] = {
        "game.yaml": f"game: Tide\nfonts: {{{fonts}}}\n"
        "decks: {beasts: {cards: beasts.yaml, size: poker, front: beast}}\n",
        "layouts.yaml": "layouts: {beast: {safe: [{text: '{{ rule }}', font: text, "
        f"size: 9pt{fields}}}]}}}}\n",
        "beasts.yaml": f"- {{rule: '{rule}'}}\n",
        "spaceless.ttf": spaceless(),
        "color.ttf": color_font(),
    }
    report = Report()
    checked = check_game(MemoryGame(files), report, checks=())
    assert checked is not None, report.findings
    (scene,) = checked.laid.scenes.values()
    return [item for item in walk(scene.items) if isinstance(item, Glyphs | Path)]


HEAD = "fonts/Fraunces-SemiBold.ttf"


@pytest.mark.parametrize(
    ("fonts", "rule"),
    [
        (f"text: {{regular: spaceless.ttf, fallback: head}}, head: {HEAD}", "ab Zcd ab"),
        (f"text: {{regular: {HEAD}, fallback: color}}, color: color.ttf", "Z Σ Σ Z"),
    ],
)
def test_beside_a_font_without_spaces_or_of_pictures_they_are_of_another(
    fonts: str, rule: str
) -> None:
    """Fraunces has no Greek, the font that paints its `A` has."""
    glyphs = [
        (item.face.name, glyph.text)
        for item in runs(fonts, rule)
        if isinstance(item, Glyphs)
        for glyph in item.glyphs
    ]
    assert len({name for name, _ in glyphs}) == 2
    assert {name for name, text in glyphs if text == " "} == {HEAD}


@pytest.mark.parametrize("order", ["[plain, color]", "[color, plain]"])
def test_what_is_typed_as_an_emoji_or_as_none_is_of_such_a_font(order: str) -> None:
    fonts = (
        f"text: {{regular: {HEAD}, fallback: {order}}}, color: color.ttf, "
        "plain: fonts/EBGaramond-Regular.ttf"
    )
    found = [
        item.face.name
        for item in runs(fonts, "Z\ufe0f Σ\ufe0e Σ\ufe0f Z\ufe0e Z")
        if isinstance(item, Glyphs)
        for glyph in item.glyphs
        if glyph.text.strip()
    ]
    assert found == ["color.ttf", "fonts/EBGaramond-Regular.ttf", "color.ttf", HEAD, HEAD]


def test_no_line_is_drawn_around_a_space_that_a_font_lacks() -> None:
    found = runs("text: spaceless.ttf", "ab cd", ", stroke: black, stroke-width: 1pt")
    (line,) = (item for item in found if isinstance(item, Path))
    letters = [
        segment
        for item in found
        if isinstance(item, Glyphs)
        for glyph in item.glyphs
        if glyph.text.strip()
        for segment in run_outline(Glyphs(item.face, item.size, item.color, (glyph,)))
    ]
    assert len(line.outline) == len(letters)
    assert open_face(spaceless(), name="Spaceless").outline(0)
