"""Masks of boxes; pictures turned, flipped, spread, in parts and in other colors."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator
from typing import Any

import pytest
from PIL import Image, features

from cardgen.bind.pictures import PictureStore
from cardgen.core.color import Color
from cardgen.core.findings import Report
from cardgen.pipeline.checked_game import Checked
from cardgen.pipeline.inspection import check_game, inspect_game
from cardgen.render.face_pixels import rasterize
from cardgen.render.raster.pixel_arrays import Pixels
from cardgen.scene.items import Glyphs, Group, Item, Path, Picture, walk
from cardgen.scene.outlines import bounds
from tests.unit.layout.test_effects import codes, items
from tests.unit.layout.test_faces import SAFE, errors, faults, game_of

MM = 72 / 25.4
LEAF = (
    '<svg viewBox="0 0 100 100" width="100" height="100"><g transform="translate(20 0)">'
    '<rect id="plate" width="80" height="80" fill="#00ff00"/>'
    '<rect id="leaf" x="10" y="20" width="40" height="10" fill="#cc0000"/></g>'
    '<defs><circle id="dot" r="9" fill="#0000ff"/></defs>'
    '<symbol id="sign" viewBox="0 0 10 10"><rect width="10" height="5"/></symbol></svg>'
)


def quarters(kind: str = "PNG", orientation: int = 1) -> bytes:
    """A picture of four colors: red, green / blue, white, wider than high; as a camera that was
    held otherwise stores it, with a note of it."""
    image = Image.new("RGB", (60, 40), "white")
    image.paste((255, 0, 0), (0, 0, 30, 20))
    image.paste((0, 255, 0), (30, 0, 60, 20))
    image.paste((0, 0, 255), (0, 20, 30, 40))
    out = io.BytesIO()
    exif = Image.Exif()
    exif[0x0112] = orientation
    image.save(out, kind, exif=exif.tobytes(), **({"lossless": True} if kind == "WEBP" else {}))
    return out.getvalue()


FILES: dict[str, str | bytes] = {
    "leaf.svg": LEAF,
    "four.png": quarters(),
    "four.webp": quarters("WEBP"),
    **{f"held-{number}.png": quarters(orientation=number) for number in range(1, 9)},
}


def painted(elements: str, **more: Any) -> Pixels:
    """The card's pixels, one a point, from the safe box's corner."""
    checked = lay_out(elements, **more)
    (face,) = checked.laid.scenes.values()
    size = round(face.page.width), round(face.page.height)
    ((_, pixels),) = rasterize((face,), size, checked.bound.pictures)
    return pixels[round(SAFE.top) :, round(SAFE.left) :]


def lay_out(elements: str, **more: Any) -> Checked:
    report = Report()
    checked = check_game(game_of(elements, files=FILES, **more), report, checks=())
    assert checked is not None, report.findings
    return checked


def colors(pixels: Pixels, width: float, height: float) -> str:
    """The colors in the middle of a box's quarters: top left, top right, bottom left, right."""
    names = {"100": "r", "010": "g", "001": "b", "111": "w"}
    places = [(x, y) for y in (0.25, 0.75) for x in (0.25, 0.75)]
    found = [pixels[int(y * height * MM), int(x * width * MM)] for x, y in places]
    return "".join(names["".join(str(int(level > 128)) for level in pixel)] for pixel in found)


# --- turned and flipped --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("how", "seen"),
    [
        ("", "rgbw"),
        (", flip: horizontal", "grwb"),
        (", flip: vertical", "bwrg"),
        (", flip: both", "wbgr"),
        (", turn: 180", "wbgr"),
        (", turn: 90", "brwg"),
        (", turn: 270", "gwrb"),
        (", turn: 90, flip: horizontal", "rbgw"),
    ],
)
def test_a_picture_is_flipped_and_turned(how: str, seen: str) -> None:
    place = "left: 0, top: 0, width: 30mm, height: 20mm, fit: stretch"
    assert colors(painted(f"- {{picture: four.png, {place}{how}}}"), 30, 20) == seen


@pytest.mark.parametrize(
    ("orientation", "seen"),
    [
        (1, "rgbw"),
        (2, "grwb"),
        (3, "wbgr"),
        (4, "bwrg"),
        (5, "rbgw"),
        (6, "brwg"),
        (7, "wgbr"),
        (8, "gwrb"),
    ],
)
def test_a_photograph_stands_upright_as_viewers_show_it(orientation: int, seen: str) -> None:
    place = "left: 0, top: 0, width: 30mm, height: 20mm, fit: stretch"
    shown = f"- {{picture: held-{orientation}.png, {place}}}"
    assert colors(painted(shown), 30, 20) == seen


@pytest.mark.parametrize(("typed", "seen"), [("turn: 0", "rgbw"), ("flip: horizontal", "grwb")])
def test_what_is_typed_of_a_photograph_is_of_its_pixels_as_stored(typed: str, seen: str) -> None:
    place = "left: 0, top: 0, width: 30mm, height: 20mm, fit: stretch"
    assert colors(painted(f"- {{picture: held-6.png, {place}, {typed}}}"), 30, 20) == seen


def test_a_tinted_photograph_stands_upright_too() -> None:
    column = "- column:\n    - {{picture: {}.png, width: 20mm, self: start, color: a}}"
    heights = []
    for name in ("held-1", "held-6"):
        placed = lay_out(column.format(name)).laid
        (face,) = placed.scenes
        (group,) = placed.elements(face)
        heights.append(round(group.children[0].rect.height / MM, 2))
    assert heights == [13.33, 30.0]


@pytest.mark.parametrize("orientation", [2, 5, 6, 8])
def test_a_photograph_among_letters_stands_as_one_in_a_box(orientation: int) -> None:
    icon, place = f"held: {{picture: held-{orientation}.png}}", "left: 0, top: 0, height: 30mm"
    turns, shapes = [], []
    for element in (
        f"- {{picture: held-{orientation}.png, width: 20mm, {place}}}",
        f'- {{text: "{{held}}", font: text, size: 20pt, {place}}}',
    ):
        made = items(element, files=FILES, icons=icon)
        ((group, picture),) = list_turned(made)
        assert group.transform is not None
        turns.append((group.transform.a, group.transform.b, group.transform.c, group.transform.d))
        shapes.append(picture.rect.width / picture.rect.height)
    assert turns[0] == turns[1]
    assert shapes == pytest.approx([1.5, 1.5], rel=0.01)


def list_turned(made: Iterable[Item]) -> Iterator[tuple[Group, Picture]]:
    """The pictures that are turned, and what turns them."""
    for group in made:
        if isinstance(group, Group):
            yield from ((group, one) for one in group.items if isinstance(one, Picture))
            yield from list_turned(group.items)


def test_a_turned_picture_has_the_other_proportions() -> None:
    column = "- column:\n    - {{picture: four.png, width: 20mm, self: start{}}}"
    heights = []
    for turn in ("", ", turn: 90"):
        placed = lay_out(column.format(turn)).laid
        (face,) = placed.scenes
        (group,) = placed.elements(face)
        heights.append(round(group.children[0].rect.height / MM, 2))
    assert heights == [13.33, 30.0]


@pytest.mark.parametrize("given", ["width: 30pt", "height: 20pt"])
def test_a_part_of_a_picture_has_its_own_proportions(given: str) -> None:
    """Half of a picture was as high as the whole, and a quarter of it was cut away."""
    crop = "crop: [0%, 0%, 50%, 100%]"
    placed = lay_out(f"- column: [{{picture: four.png, {given}, self: start, {crop}}}]").laid
    (face,) = placed.scenes
    ((rect,),) = ([child.rect for child in one.children] for one in placed.elements(face))
    wide_and_high = (30, 40) if "width" in given else (15, 20)
    assert (rect.width, rect.height) == pytest.approx(wide_and_high)


def test_the_focus_stays_in_sight_where_a_picture_is_cut() -> None:
    lefts = []
    for focus in ("0%, 0%", "50%, 50%", "100%, 0%"):
        place = "left: 0, top: 0, width: 20mm, height: 20mm"
        made = items(f"- {{picture: four.png, {place}, focus: [{focus}]}}", files=FILES)
        (picture,) = (item for item in walk(made) if isinstance(item, Picture))
        lefts.append(round((picture.rect.left - SAFE.left) / MM, 2))
    assert lefts == [0.0, -5.0, -10.0]


# --- spread --------------------------------------------------------------------------------


def test_the_corners_of_a_frame_keep_their_size_at_every_size_of_it() -> None:
    for width, height in ((30, 20), (50, 10), (20, 40)):
        made = items(
            f"- {{picture: four.png, left: 0, top: 0, width: {width}mm, height: {height}mm, "
            "slice: [25%, 25%, 25%, 25%], slice-width: 3mm}",
            files=FILES,
        )
        corners = [group for group in made if isinstance(group, Group)][-4:]
        sizes = set()
        for corner in corners:
            box = bounds(corner.clip or ())
            assert box is not None
            sizes.add((round(box.width / MM, 2), round(box.height / MM, 2)))
        assert sizes == {(3.0, 2.0)}


def test_a_frame_fills_its_box_without_a_seam() -> None:
    pixels = painted(
        "- {picture: four.png, left: 0, top: 0, width: 30.3mm, height: 20.7mm, "
        "slice: [25%, 25%, 25%, 25%], slice-width: 3.1mm}",
    )
    inside = pixels[2:55, 2:40]
    assert not ((inside > 40) & (inside < 215)).all(axis=2).any()


def test_tiles_fill_the_box_and_nothing_else() -> None:
    made = items("- {picture: four.png, width: 30mm, height: 20mm, tile: 6mm}", files=FILES)
    assert sum(isinstance(item, Picture) for item in walk(made)) == 25
    (group,) = made
    assert isinstance(group, Group)
    assert group.clip is not None


def test_too_many_tiles_are_told() -> None:
    assert "over-budget" in errors("- {picture: four.png, tile: 0.1mm}", files=FILES)


@pytest.mark.parametrize(
    "fields",
    [
        "tile: 3mm, fit: contain",
        "tile: 3mm, slice: [25%, 25%, 25%, 25%]",
        "slice-width: 3mm",
        "slice: [50%, 25%, 50%, 25%]",
        "turn: 45",
        "flip: up",
    ],
)
def test_what_makes_no_sense_together_is_told(fields: str) -> None:
    assert errors(f"- {{picture: four.png, {fields}}}", files=FILES)


# --- formats, parts, colors ----------------------------------------------------------------


@pytest.mark.parametrize("size", [(10, 60), (40, 10), (20, 15)])
def test_the_path_of_a_missing_picture_keeps_its_proportions_in_any_box(
    size: tuple[int, int],
) -> None:
    """The sheet and its diagonals are as large as the box."""
    width, height = size
    box = f"{{picture: gone.png, top: 0, left: 0, width: {width}mm, height: {height}mm}}"
    checked = inspect_game(game_of(f"- {box}"), Report(), checks=())
    assert checked is not None
    (face,) = checked.laid.scenes.values()
    made = list(walk(face.items))
    (label,) = (item for item in made if isinstance(item, Picture))
    assert label.rect.width / label.rect.height == pytest.approx(4 / 3)
    around = [bounds(item.outline) for item in made if isinstance(item, Path)]
    for found in around:
        assert found is not None
        assert (found.width, found.height) == pytest.approx(
            (width * 72 / 25.4, height * 72 / 25.4), abs=1.01
        )


@pytest.mark.parametrize("width", ["0", "0.1mm", "2mm"])
def test_the_lines_of_the_sheet_for_a_missing_picture_are_not_the_layouts(width: str) -> None:
    report = Report()
    check_game(game_of(f"- {{picture: gone.png, top: 0, height: 9mm, width: {width}}}"), report)
    assert "hairline" not in {found.code for found in report.findings}


def test_pictures_may_be_webp() -> None:
    place = "left: 0, top: 0, width: 30mm, height: 20mm"
    assert colors(painted(f"- {{picture: four.webp, {place}}}"), 30, 20) == "rgbw"


@pytest.mark.skipif(not features.check("avif"), reason="this Pillow has no AVIF")
def test_pictures_may_be_avif() -> None:
    files = {**FILES, "four.avif": quarters("AVIF")}
    report = Report()
    game = game_of("- {picture: four.avif}", files=files)
    assert check_game(game, report, checks=()) is not None


@pytest.mark.parametrize(
    ("data", "kind"),
    [(b"GIF89a", "GIF"), (b"II*\0", "TIFF"), (b"\xff\x0a", "JPEG XL"), (b"8BPS", "Photoshop")],
)
def test_a_picture_of_another_kind_is_named(data: bytes, kind: str) -> None:
    report = Report()
    check_game(game_of("- {picture: odd.png}", files={"odd.png": data + bytes(40)}), report)
    (found,) = (f for f in report.findings if f.code == "bad-picture")
    assert f"is a {kind} file" in found.message


def leaf(part: str) -> list[Path]:
    made = items(f'- {{picture: "leaf.svg#{part}", width: 40mm, height: 40mm}}', files=FILES)
    return [item for item in walk(made) if isinstance(item, Path)]


def test_a_part_of_a_drawing_is_as_large_as_itself() -> None:
    (path,) = leaf("leaf")
    assert path.fill == Color(0xCC, 0, 0)
    box = bounds(path.outline)
    assert box is not None
    assert box.width / box.height == pytest.approx(4)


@pytest.mark.parametrize("part", ["dot", "sign"])
def test_a_part_may_be_one_that_is_only_there_to_be_used(part: str) -> None:
    assert len(leaf(part)) == 1


def test_a_part_that_is_not_there_is_told_and_pixels_have_none() -> None:
    (missing,) = faults('- {picture: "leaf.svg#lef"}', files=FILES)
    (pixels,) = faults('- {picture: "four.png#lef"}', files=FILES)
    assert missing.code == pixels.code == "bad-picture"
    assert missing.hint.startswith("write the id of another element")
    assert pixels.hint == "leave `#lef` out, or take an SVG drawing"


def test_colors_of_a_drawing_are_replaced_by_those_of_the_card() -> None:
    made = items(
        "- {picture: leaf.svg, recolor: {'#00ff00': '{{ tint }}'}}",
        card="name: Fox, tint: b",
        files=FILES,
    )
    fills = {str(item.fill) for item in walk(made) if isinstance(item, Path)}
    assert fills == {"#bb0000", "#cc0000"}


def groups_of(made: Iterable[Item]) -> Iterator[Group]:
    for item in made:
        if isinstance(item, Group):
            yield item
            yield from groups_of(item.items)


def test_a_color_of_a_drawing_may_become_translucent() -> None:
    made = items("- {picture: leaf.svg, recolor: {'#00ff00': 'b / 30%'}}", files=FILES)
    (faded,) = (group for group in groups_of(made) if group.opacity == 0.3)
    (path,) = faded.items
    assert isinstance(path, Path)
    assert path.fill == Color(0xBB, 0, 0)


def test_a_stop_of_a_drawing_may_become_translucent() -> None:
    stops = '<stop offset="0" stop-color="#00ff00"/><stop offset="1" stop-color="#0000ff"/>'
    shade = (
        f'<svg viewBox="0 0 9 9"><linearGradient id="g">{stops}</linearGradient>'
        '<rect width="9" height="9" fill="url(#g)"/></svg>'
    )
    made = items(
        "- {picture: shade.svg, recolor: {'#00ff00': 'b / 0%'}}", files={"shade.svg": shade}
    )
    assert any(group.by_light and group.mask for group in groups_of(made))


def test_a_color_that_a_drawing_does_not_have_is_told() -> None:
    assert "bad-recolor" in codes("- {picture: leaf.svg, recolor: {d: a}}", files=FILES)
    assert "bad-recolor" in codes("- {picture: four.png, recolor: {d: a}}", files=FILES)


def test_a_drawing_in_the_color_around_it_is_not_said_to_be_black() -> None:
    leaf = LEAF.replace("#00ff00", "currentColor")
    game = game_of("- {picture: leaf.svg, recolor: {'#000': a}}", files={"leaf.svg": leaf})
    report = Report()
    check_game(game, report, checks=())
    (hint,) = (one.hint for one in report.findings if one.code == "bad-recolor")
    assert hint.startswith("it has `#cc0000`, `currentColor`; `color:` says")


@pytest.mark.parametrize("field", ["focus: [150%, 0%]", "tile: 0", "crop: [0%, 0%, 50%]"])
def test_a_place_or_a_size_that_a_picture_cannot_have_is_told(field: str) -> None:
    (found,) = faults(f"- {{picture: four.png, {field}}}", files=FILES)
    assert found.hint.startswith("write ")


# --- masks ---------------------------------------------------------------------------------

BLUE = "overlay: [{shape: rectangle, fill: '#0000ff'}], left: 0, top: 0, width: 30mm, height: 20mm"
HALF = "{shape: rectangle, left: 0, width: 50%, fill: black}"


def test_a_box_shows_where_its_mask_is_painted() -> None:
    assert colors(painted(f"- {{{BLUE}, mask: {HALF}}}"), 30, 20) == "bwbw"


def test_a_mask_by_light_shows_where_it_is_white() -> None:
    assert colors(painted(f"- {{{BLUE}, mask: {HALF}, mask-by: light}}"), 30, 20) == "wwww"
    light = HALF.replace("black", "white")
    assert colors(painted(f"- {{{BLUE}, mask: {light}, mask-by: light}}"), 30, 20) == "bwbw"


def test_words_of_a_mask_can_be_copied() -> None:
    made = items(f"- {{{BLUE}, mask: {{text: Tide, font: text, size: 20pt}}}}")
    (run,) = (item for item in walk(made) if isinstance(item, Glyphs))
    assert (run.text, run.hidden) == ("Tide", True)


def test_a_mask_may_differ_from_card_to_card_and_be_left_out() -> None:
    mask = "{shape: rectangle, fill: black, when: masked == 1}"
    for card, count in (("name: Fox, masked: 1", 1), ("name: Fox, masked: 0", 0)):
        made = items(f"- {{{BLUE}, mask: {mask}}}", card=card)
        assert sum(bool(item.mask) for item in made if isinstance(item, Group)) == count


def test_a_text_in_a_mask_that_does_not_fit_is_told() -> None:
    mask = "{text: Overwhelmingly, font: text, size: 40pt}"
    assert "text-overflow" in errors(f"- {{{BLUE}, mask: {mask}}}")


def test_mask_by_without_a_mask_is_told() -> None:
    assert errors(f"- {{{BLUE}, mask-by: light}}")


def test_what_is_masked_hides_no_text() -> None:
    text = "- {text: Tide, font: text, size: 20pt, top: 0, left: 0}\n"
    assert "covered-text" in codes(f"{text}- {{{BLUE}}}")
    fade = "{shape: rectangle, fill: {from: black / 0%, to: black / 60%}}"
    assert "covered-text" not in codes(f"{text}- {{{BLUE}, mask: {fade}}}")


def test_a_store_of_no_pictures_needs_none_for_masks() -> None:
    (face,) = lay_out(f"- {{{BLUE}, mask: {HALF}}}").laid.scenes.values()
    assert list(rasterize((face,), (20, 30), PictureStore()))


def test_the_line_of_a_clipped_box_runs_along_the_cut_and_over_it() -> None:
    """It ran around the box, whatever shape that was cut to, and half of it under the content."""
    star = "{shape: rectangle, fill: '#00ff00'}"
    found = items(
        f"- {{overlay: [{star}], clip: diamond, stroke: '#ff0000', width: 20mm, height: 20mm}}"
    )
    group, line = found
    assert isinstance(group, Group)
    assert isinstance(line, Path)
    assert line.outline == group.clip
    assert len(line.outline) == 5


def test_what_fills_its_box_keeps_its_limits() -> None:
    """They counted in columns and rows alone, and were passed over here."""
    (path,) = items("- {shape: rectangle, fill: '#00ff00', max-width: 10mm, max-height: 5mm}")
    assert isinstance(path, Path)
    box = bounds(path.outline)
    assert box is not None
    assert (box.width, box.height) == pytest.approx((10 * MM, 5 * MM))
    assert box.center == pytest.approx(SAFE.center)
