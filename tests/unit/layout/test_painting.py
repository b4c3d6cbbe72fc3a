"""How elements are painted: icons in the color of their text, translucent colors, gradients."""

from __future__ import annotations

from typing import Any

import pytest

from cardgen.core.color import Color
from cardgen.scene.items import Conic, Glyphs, Group, Item, Linear, Path, Radial, walk
from cardgen.scene.outlines import bounds
from tests.unit.layout.test_effects import items
from tests.unit.layout.test_faces import errors, faults, laid

SHELL = '<svg width="10" height="20"><rect width="10" height="20"{}/></svg>'
AMBER, BLUE = Color(0xEE, 0xAA, 0), Color(0, 0, 0xDD)


def icon_of(drawing: str, text: str, *, icons: str = "shell: {picture: shell.svg}") -> Path:
    """The one path of an icon in a text of amber letters."""
    face, found = laid(
        f'- {{text: "{text}", font: text, size: 10pt, color: "#eeaa00"}}',
        files={"shell.svg": drawing},
        icons=icons,
    )
    assert not [f for f in found if f.severity == "error"]
    (path,) = (item for item in walk(face.items) if isinstance(item, Path))
    return path


@pytest.mark.parametrize("fill", ["", ' fill="currentColor"', ' style="fill:currentcolor"'])
def test_an_icon_takes_the_color_of_the_text_around_it(fill: str) -> None:
    assert icon_of(SHELL.format(fill), "go {shell}").fill == AMBER


def test_an_icon_takes_the_color_of_the_words_that_it_is_marked_with() -> None:
    assert icon_of(SHELL.format(""), "go [now {shell}]{d}").fill == Color(0xDD, 0, 0)


def test_an_icon_keeps_the_colors_of_its_drawing_and_of_its_declaration() -> None:
    assert icon_of(SHELL.format(' fill="#0000dd"'), "go {shell}").fill == BLUE
    declared = 'shell: {picture: shell.svg, color: "#0000dd"}'
    assert icon_of(SHELL.format(""), "go {shell}", icons=declared).fill == BLUE


def test_a_picture_leaves_black_what_its_drawing_does_not_fill() -> None:
    face, _ = laid(
        '- {picture: shell.svg, color: "#0000dd", width: 5mm}',
        files={"shell.svg": SHELL.format("")},
    )
    (path,) = (item for item in walk(face.items) if isinstance(item, Path))
    assert path.fill == Color(0, 0, 0)


def test_a_bitmap_icon_takes_the_color_it_is_declared_with() -> None:
    face, found = laid(
        '- {text: "go {dot}", font: text, size: 10pt}',
        icons='dot: {picture: wide.png, color: "#0000dd"}',
    )
    plain, _ = laid(
        '- {text: "go {dot}", font: text, size: 10pt}', icons="dot: {picture: wide.png}"
    )
    assert not [f for f in found if f.severity == "error"]
    assert face.marks.items[-1] != plain.marks.items[-1]


def test_optical_centering_counts_icons() -> None:
    """An icon alone in its line stands in the middle of the box, and letters with it."""
    text = "- {text: '{sun}{sun}.', font: text, size: 20pt, align: center, optical: yes}"
    face, _ = laid(text)
    paths = [item for item in walk(face.items) if isinstance(item, Path)]
    lefts = [box.left for path in paths if (box := bounds(path.outline))]
    (dot,) = (item for item in walk(face.items) if isinstance(item, Glyphs))
    ink = dot.face.ink(dot.glyphs[0].index)
    assert ink is not None
    right = dot.glyphs[0].x + ink[2] * dot.size
    assert (min(lefts) + right) / 2 == pytest.approx(face.page.width / 2, abs=0.01)


# --- translucent colors --------------------------------------------------------------------


def only(elements: str, **more: Any) -> Item:
    face, found = laid(elements, **more)
    assert not [f for f in found if f.severity == "error"], found
    (item,) = face.items
    return item


@pytest.mark.parametrize(
    "color", ["#aa000080", "#a008", "rgb(170 0 0 / 50%)", "rgba(170, 0, 0, .5)", "a / 50%", "veil"]
)
def test_a_color_may_let_through_what_is_below_it(color: str) -> None:
    item = only(f'- {{shape: rectangle, fill: "{color}"}}', palette='veil: "a / 50%"')
    assert isinstance(item, Group)
    assert item.opacity == pytest.approx(0.5, abs=0.04)
    (path,) = item.items
    assert isinstance(path, Path)
    assert path.fill == Color(0xAA, 0, 0)


def test_a_translucent_line_leaves_its_area_solid() -> None:
    face, _ = laid('- {shape: ellipse, fill: a, stroke: "b / 25%", stroke-width: 1mm}')
    area, line = face.items
    assert isinstance(area, Path)
    assert area.stroke is None
    assert isinstance(line, Group)
    assert line.opacity == 0.25


def test_translucent_letters_fade_with_their_icons() -> None:
    face, _ = laid('- {text: "go {sun}", font: text, size: 14pt, color: "a / 80%"}')
    assert [type(item) for item in face.items] == [Group, Group]
    assert all(isinstance(item, Group) and item.opacity == 0.8 for item in face.items)


def test_a_color_in_the_palette_is_a_share_of_one_above_it_only() -> None:
    assert errors(
        "- {shape: rectangle, fill: veil}", palette='veil: "later / 50%", later: "#ffffff"'
    ) == ["bad-color"]


@pytest.mark.parametrize("color", ["a / 50", "a / 150%", "a /", "rgb(1 2)", "#12345", "red"])
def test_what_is_no_color_is_told(color: str) -> None:
    assert errors(f'- {{shape: rectangle, fill: "{color}"}}') == ["unknown-color"]


@pytest.mark.parametrize(
    ("color", "meant"),
    [("red", "#ff0000"), ("SlateBlue", "#6a5acd"), ("0xff8800", "#ff8800"), ("ff8800", "#ff8800")],
)
def test_a_color_as_other_tools_write_it_is_told_as_it_is_written_here(
    color: str, meant: str
) -> None:
    shape = "- {{shape: rectangle, fill: {}}}"
    (told,) = faults(shape.format(color))
    declared = "or declare it under `palette:` in game.yaml"
    assert told.code == "unknown-color"
    assert told.hint == f"write `{meant}`, in quotes, {declared}"
    (told,) = faults(shape.format("veil"), palette=f"veil: {color}")
    assert (told.code, told.hint) == ("bad-color", f"write `{meant}`, in quotes")


def test_a_color_of_the_game_is_meant_before_one_of_other_tools() -> None:
    (told,) = faults("- {shape: rectangle, fill: goldd}", palette='golds: "#c09030"')
    assert told.hint == "did you mean `golds`?"


@pytest.mark.parametrize(
    "side", ["width: 0, height: 5mm", "width: 5mm, height: 0", "left: 50%, right: 50%"]
)
@pytest.mark.parametrize(
    "kind", ["shape: rectangle, radius: 50%", "path: M0 0 H100 V100 Z", "overlay: []"]
)
def test_what_has_no_area_is_not_filled(kind: str, side: str) -> None:
    """PDFium fills it by the finest line that it has: a bar at 0 would leave one."""
    assert items(f"- {{{kind}, fill: a, {side}}}") == ()


def test_a_line_without_an_area_is_still_drawn() -> None:
    (line,) = items("- {shape: rectangle, fill: a, stroke: b, width: 0, height: 5mm}")
    assert isinstance(line, Path)
    assert (line.fill, line.stroke is None) == (None, False)


def test_a_share_of_a_color_that_is_none_is_told_as_a_share() -> None:
    (found,) = faults('- {shape: rectangle, fill: "a / 0.5"}')
    assert found.hint == "write how solid it is in percent, 0 to 100: `a / 50%`"


# --- gradients -----------------------------------------------------------------------------


def test_stops_of_one_opacity_fade_as_one() -> None:
    item = only('- {shape: rectangle, fill: {from: "a / 40%", to: "b / 40%"}}')
    assert isinstance(item, Group)
    assert (item.opacity, item.mask) == (0.4, ())


def test_stops_of_unlike_opacity_are_a_mask() -> None:
    stops = "[{at: 0%, color: a}, {at: 100%, color: a, opacity: 0}]"
    item = only(f"- {{shape: rectangle, fill: {{stops: {stops}}}}}")
    assert isinstance(item, Group)
    assert item.by_light
    (mask,) = item.mask
    assert isinstance(mask, Path)
    assert isinstance(mask.fill, Linear)
    assert [stop.color.red for stop in mask.fill.stops] == [255, 0]


def test_a_gradient_may_run_around_or_out_of_a_place_of_its_own() -> None:
    around = only("- {shape: rectangle, fill: {from: a, to: b, conic: yes, center: [0%, 0%]}}")
    out = only("- {shape: rectangle, fill: {from: a, to: b, radial: yes, center: [0%, 0%]}}")
    assert isinstance(around, Path)
    assert isinstance(out, Path)
    assert isinstance(around.fill, Conic)
    assert isinstance(out.fill, Radial)
    assert around.fill.center == out.fill.center
    assert out.fill.radius == pytest.approx((162.72**2 + 234.72**2) ** 0.5, abs=0.01)


@pytest.mark.parametrize(
    "gradient", ["{from: a, to: b, radial: yes, conic: yes}", "{from: a, to: b, center: [1%, 1%]}"]
)
def test_a_gradient_of_two_minds_is_told(gradient: str) -> None:
    assert errors(f"- {{shape: rectangle, fill: {gradient}}}") == ["bad-gradient"]


def test_lines_have_caps_and_joins() -> None:
    item = only("- {shape: line, stroke: a, stroke-width: 1mm, cap: round, join: bevel}")
    assert isinstance(item, Path)
    assert item.stroke is not None
    assert (item.stroke.cap, item.stroke.join) == ("round", "bevel")


def test_stops_that_stand_out_of_order_are_told() -> None:
    told = "this stop at 20% is drawn before that at 80%"
    assert told in _told_of_stops("{at: 80%, color: a}, {at: 20%, color: b}")
    hard = "{at: 0%, color: a}, {at: 50%, color: a}, {at: 50%, color: b}"
    assert not any("is drawn before" in message for message in _told_of_stops(hard))


def _told_of_stops(stops: str) -> list[str]:
    _, found = laid(f"- {{shape: rectangle, fill: {{stops: [{stops}]}}}}")
    return [one.message for one in found]
