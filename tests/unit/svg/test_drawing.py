"""SVG files as scene items: what is drawn, what is named as missing, what is refused."""

from collections.abc import Iterable
from pathlib import Path as File

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.bind.pictures import PictureStore
from cardgen.core.color import BLACK, Color
from cardgen.core.geometry import Extent, Rect
from cardgen.render.face_pixels import rasterize
from cardgen.render.raster.pixel_arrays import Pixels
from cardgen.scene import items as scene
from cardgen.scene import outlines
from cardgen.scene.items import Group, Item, Layer, Linear, Path, Radial, Scene, Stop, walk
from cardgen.scene.outlines import Curve
from cardgen.svg.color import UNPAINTED
from cardgen.svg.drawing import Drawing, DrawingError, Gap, placed, read_drawing
from cardgen.svg.path_data import PathError, read_path
from tests.support.processor_time import processor_time_below
from tests.support.samples import law

DATA = File(__file__).parents[2] / "data" / "svg"
RED, BLUE = Color(255, 0, 0), Color(0, 0, 255)


def svg(body: str, attributes: str = 'viewBox="0 0 120 120" width="160"') -> bytes:
    """A file with `body`; its user units are points unless `attributes` say otherwise."""
    return f'<svg xmlns="http://www.w3.org/2000/svg" {attributes}>{body}</svg>'.encode()


def drawn(body: str, attributes: str = 'viewBox="0 0 120 120" width="160"') -> tuple[Item, ...]:
    """The items of a file that has no gaps."""
    drawing, gaps = read_drawing(svg(body, attributes))
    assert gaps == ()
    return drawing.items


def path(body: str) -> Path:
    """The one path of a file that has no gaps."""
    (item,) = drawn(body)
    assert isinstance(item, Path)
    return item


def group(body: str) -> Group:
    (item,) = drawn(body)
    assert isinstance(item, Group)
    return item


def gaps(body: str) -> list[str]:
    return [gap.message for gap in read_drawing(svg(body))[1]]


def boxes(items: Iterable[Item]) -> list[tuple[float, ...]]:
    """Left, top, right and bottom of each item's control points."""
    return [box(item) for item in scene.walk(items) if isinstance(item, Path)]


def box(item: Path) -> tuple[float, ...]:
    bounds = outlines.bounds(item.outline)
    assert bounds is not None
    numbers = bounds.left, bounds.top, bounds.right, bounds.bottom
    return tuple(round(number, 3) + 0.0 for number in numbers)


# --- size and place ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("attributes", "width", "height"),
    [
        ('width="25.4mm" height="2.54cm"', 72, 72),
        ('width="1in" height="36pt"', 72, 36),
        ('width="96" height="48px"', 72, 36),
        ('viewBox="0 0 96 48"', 72, 36),
        ('viewBox="0 0 2 1" width="72pt"', 72, 36),
        ('viewBox="0 0 2 1" height="1in"', 144, 72),
        ('viewBox="0 0 96 48" width="100%" height="auto"', 72, 36),
    ],
)
def test_a_drawing_has_its_files_size_in_points(
    attributes: str, width: float, height: float
) -> None:
    drawing, _ = read_drawing(svg("", attributes))
    assert (drawing.width, drawing.height) == pytest.approx((width, height))


def test_user_units_are_pixels_where_no_view_box_says_otherwise() -> None:
    items = drawn('<rect width="48" height="96"/>', 'width="96" height="96"')
    assert boxes(items) == [(0, 0, 36, 72)]


@pytest.mark.parametrize(
    ("ratio", "expected"),
    [
        ("none", (0, 0, 200, 100)),
        ("xMidYMid meet", (50, 0, 150, 100)),
        ("xMinYMid", (0, 0, 100, 100)),
        ("xMaxYMax meet", (100, 0, 200, 100)),
        ("xMidYMid slice", (0, -50, 200, 150)),
        ("xMidYMin slice", (0, 0, 200, 200)),
    ],
)
def test_the_view_box_fits_as_preserve_aspect_ratio_says(
    ratio: str, expected: tuple[float, ...]
) -> None:
    attributes = f'width="200pt" height="100pt" viewBox="5 5 10 10" preserveAspectRatio="{ratio}"'
    assert boxes(drawn('<rect x="5" y="5" width="10" height="10"/>', attributes)) == [expected]


def test_what_reaches_out_of_the_view_is_clipped_and_nothing_else_is() -> None:
    assert isinstance(drawn('<rect width="120" height="120"/>')[0], Path)
    outside = group('<rect width="121" height="120"/>')
    assert outside.clip == outlines.rectangle(Rect(0, 0, 120, 120))


def test_a_placed_drawing_keeps_its_proportions_and_is_centred() -> None:
    drawing, _ = read_drawing(svg('<rect width="120" height="120"/>'))
    rect = Rect(10, 20, 50, 80)
    assert boxes(placed(drawing, rect, keep=True, color=None)) == [(10, 35, 60, 85)]
    assert boxes(placed(drawing, rect, keep=False, color=None)) == [(10, 20, 60, 100)]
    assert placed(drawing, Rect(0, 0, 0, 9), keep=True, color=None) == ()


def test_placing_scales_lines_and_clips_along() -> None:
    drawing, _ = read_drawing(svg('<path d="M0 50H200" stroke="red" stroke-dasharray="4 2"/>'))
    (item,) = placed(drawing, Rect(0, 0, 60, 60), keep=True, color=None)
    assert isinstance(item, Group)
    assert item.clip == outlines.rectangle(Rect(0, 0, 60, 60))
    (line,) = item.items
    assert isinstance(line, Path)
    assert line.stroke == scene.Stroke(RED, 0.5, (2.0, 1.0))


def test_a_round_gradient_that_is_stretched_becomes_an_ellipse() -> None:
    """The scene's `Radial` is a circle: the ellipse is one inside a transform."""
    body = '<radialGradient id="g"><stop stop-color="red"/><stop offset="1"/></radialGradient>'
    drawing, _ = read_drawing(svg(body + '<rect width="120" height="120" fill="url(#g)"/>'))
    (item,) = placed(drawing, Rect(0, 0, 200, 50), keep=False, color=None)
    assert isinstance(item, Group)
    assert item.transform is not None
    (inner,) = item.items
    assert isinstance(inner, Path)
    assert isinstance(inner.fill, Radial)
    across = item.transform.apply(inner.fill.center[0] + inner.fill.radius, inner.fill.center[1])
    down = item.transform.apply(inner.fill.center[0], inner.fill.center[1] + inner.fill.radius)
    assert across == pytest.approx((200, 25))
    assert down == pytest.approx((100, 50))


# --- shapes --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("shape", "expected"),
    [
        ('<path d="M10 20h30v40z"/>', (10, 20, 40, 60)),
        ('<rect x="10" y="20" width="30" height="40"/>', (10, 20, 40, 60)),
        ('<rect x="25%" y="25%" width="50%" height="10%"/>', (30, 30, 90, 42)),
        ('<rect x="10" y="20" width="30" height="40" rx="9" ry="99"/>', (10, 20, 40, 60)),
        ('<circle cx="50" cy="40" r="10"/>', (40, 30, 60, 50)),
        ('<ellipse cx="50" cy="40" rx="10" ry="5"/>', (40, 35, 60, 45)),
        ('<polygon points="10,20 40 20,40,60"/>', (10, 20, 40, 60)),
        ('<polyline points="10 20 40 60 50.5.5"/>', (10, 0.5, 50.5, 60)),
        ('<line x1="10" y1="20" x2="40" y2="60" stroke="red"/>', (10, 20, 40, 60)),
    ],
)
def test_every_basic_shape_is_drawn_where_it_says(shape: str, expected: tuple[float, ...]) -> None:
    assert box(path(shape)) == expected


def test_corners_may_be_rounded_more_one_way_than_the_other() -> None:
    outline = path('<rect width="100" height="50" rx="20" ry="5"/>').outline
    assert outline[0] == outlines.Move(20, 0)
    assert any(isinstance(part, Curve) and (part.x, part.y) == (100, 5) for part in outline)


def test_a_circle_begins_at_three_oclock_so_that_dashes_fall_where_they_should() -> None:
    assert path('<circle cx="50" cy="50" r="10"/>').outline[0] == outlines.Move(60, 50)


@pytest.mark.parametrize(
    "nothing",
    [
        '<rect width="0" height="9"/>',
        '<circle r="0"/>',
        '<path d=""/>',
        '<polygon points=""/>',
        '<rect width="9" height="9" fill="none"/>',
        '<rect width="9" height="9" display="none"/>',
        '<rect width="9" height="9" visibility="hidden"/>',
        '<rect width="9" height="9" opacity="0"/>',
        '<g style="display:none"><circle r="9"/></g>',
        '<defs><circle r="9"/></defs><title>A card</title><metadata/>',
        '<line x2="9" stroke="red" stroke-width="0"/>',
        "<text> </text>",
    ],
)
def test_what_shows_nothing_leaves_no_item_and_no_gap(nothing: str) -> None:
    assert len(drawn(nothing + '<circle r="9" cx="9" cy="9"/>')) == 1


@pytest.mark.parametrize(
    "nothing",
    [
        "",
        '<g id="layer1"/>',
        '<g style="display:none"><circle r="9"/></g>',
        '<rect width="9" height="9" fill="none"/>',
        '<circle cx="500" r="9"/>',
    ],
)
def test_a_drawing_in_which_nothing_is_drawn_is_told(nothing: str) -> None:
    assert gaps(nothing) == ["nothing is drawn: all of it is empty, hidden or out of view"]


def test_a_child_of_something_hidden_may_be_visible() -> None:
    assert drawn('<g visibility="hidden"><circle r="9" visibility="visible"/></g>')


def test_flags_of_an_arc_may_stand_without_space() -> None:
    assert read_path("M0 0a5 5 0 0110 0") == read_path("M0 0a5 5 0 0 1 10 0")


def test_a_flag_of_an_arc_is_zero_or_one() -> None:
    with pytest.raises(PathError, match="flags"):
        read_path("M0 0a5 5 0 2 1 10 0")


def test_an_arc_of_next_to_no_radius_is_a_line() -> None:
    assert read_path("M0 0A1e-200 1e-200 0 0 1 9 9")[-1] == outlines.Line(9, 9)


# --- transforms ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("transform", "expected"),
    [
        ("translate(5)", (15, 10, 25, 30)),
        ("translate(5, 6)", (15, 16, 25, 36)),
        ("scale(2)", (20, 20, 40, 60)),
        ("scale(2 .5)", (20, 5, 40, 15)),
        ("rotate(-90 30 30)", (10, 40, 30, 50)),
        ("rotate(180 50 50)", (80, 70, 90, 90)),
        ("skewX(45)", (20, 10, 50, 30)),
        ("skewY(45)", (10, 20, 20, 50)),
        ("matrix(1 0 0 1 5 6)", (15, 16, 25, 36)),
        ("translate(50,50)rotate(90) , scale(2)", (-10, 70, 30, 90)),
    ],
)
def test_every_form_of_transform_moves_the_coordinates(
    transform: str, expected: tuple[float, ...]
) -> None:
    items = drawn(f'<rect x="10" y="10" width="10" height="20" transform="{transform}"/>')
    assert boxes(items) == [expected]


def test_transforms_of_groups_add_up_from_the_outside_in() -> None:
    body = '<g transform="translate(10 0)"><g transform="scale(2)"><circle r="1" cy="9"/></g></g>'
    assert boxes(drawn(body)) == [(8, 16, 12, 20)]


def test_a_lines_width_and_dashes_scale_with_it() -> None:
    line = path('<path d="M5 -20h5" stroke="red" stroke-dasharray="1" transform="scale(4 -4)"/>')
    assert line.stroke is not None
    assert (line.stroke.width, *line.stroke.dash) == pytest.approx((4, 4))


@pytest.mark.parametrize(
    ("attributes", "placing"),
    [('viewBox="0 0 80 20"', "scale(8 2)"), ('width="8" height="8" viewBox="0 0 10 10"', "")],
)
def test_a_line_is_stretched_with_its_drawing(attributes: str, placing: str) -> None:
    frame = f'<rect width="10" height="10" fill="none" stroke="red" transform="{placing}"/>'
    drawing, _ = read_drawing(svg(frame, attributes))
    items = placed(drawing, Rect(0, 0, 80, 20), keep=False, color=None)
    face = Scene(Extent(80, 20), Rect(0, 0, 80, 20), Layer(()), Layer(items))
    ((_, image),) = rasterize([face], (80, 20), PictureStore())
    red = (image == (255, 0, 0)).all(axis=2)
    assert (red[10].sum(), red[:, 40].sum()) == (8, 2)


# --- properties ----------------------------------------------------------------------------


def test_a_shape_is_filled_black_and_not_stroked_unless_it_says_so() -> None:
    plain = path('<circle r="9" cx="50" cy="50"/>')
    assert (plain.fill, plain.stroke, plain.even_odd) == (UNPAINTED, None, False)


def test_groups_hand_down_how_lines_look() -> None:
    line = path(
        '<g stroke="red" stroke-width="2" stroke-linecap="round" stroke-linejoin="bevel"'
        ' stroke-dasharray="1,2" fill="none" fill-rule="evenodd"><path d="M20 20h9"/></g>'
    )
    assert line.stroke == scene.Stroke(RED, 2, (1, 2), "round", "bevel")
    assert line.even_odd is False


def test_a_style_attribute_outdoes_a_rule_and_a_rule_outdoes_an_attribute() -> None:
    sheet = "<style>.a{fill:blue}</style>"
    rect = '<rect class="a" width="9" height="9" {}/>'
    assert path(sheet + rect.format('fill="red"')).fill == BLUE
    assert path(sheet + rect.format('style="fill : red"')).fill == RED


@pytest.mark.parametrize(
    "sheet",
    [
        "rect{fill:red}",
        "*{fill:blue} rect{fill:red}",
        ".a{fill:red} rect{fill:blue}",
        "#i{fill:red} .a.b{fill:blue} .a{fill:blue}",
        ".a{fill:blue} .b{fill:red}",
        ".b{fill:red} .a{fill:blue} .b{fill:red}",
        "rect.b{fill:red} .a{fill:blue}",
        "circle, .a { fill : RED ; }",
        "/* .a{fill:blue} */ .a{fill:red} /* and",
        ".a{fill:red!important} #i{fill:blue}",
        "<!-- .a{fill:red} -->",
        "@charset 'utf-8'; .a{fill:red}",
    ],
)
def test_the_most_specific_and_then_the_last_rule_wins(sheet: str) -> None:
    body = f'<style><![CDATA[{sheet}]]></style><rect id="i" class="a b" width="9" height="9"/>'
    assert path(body).fill == RED


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("#f00", RED),
        ("#FF0000", RED),
        ("Red", RED),
        ("rgb(255,0,0)", RED),
        ("rgb(100%, 0%, 0%)", RED),
        ("rgb(255 0 0)", RED),
        ("hsl(0, 100%, 50%)", RED),
        ("hsl(360deg 100% 50%)", RED),
        ("hsl(-120 100% 50%)", BLUE),
        ("#ff0000 icc-color(cmyk, 0, 1, 1, 0)", RED),
        ("rebeccapurple", Color(0x66, 0x33, 0x99)),
    ],
)
def test_colours_are_read_in_all_their_spellings(text: str, expected: Color) -> None:
    assert path(f'<rect width="9" height="9" fill="{text}"/>').fill == expected


@pytest.mark.parametrize("text", ["#f008", "rgba(255,0,0,.533)", "rgb(255 0 0 / 53.3%)"])
def test_a_translucent_colour_fades_its_area_alone(text: str) -> None:
    items = drawn(f'<rect width="9" height="9" x="9" y="9" fill="{text}" stroke="blue"/>')
    faded, line = items
    assert isinstance(faded, Group)
    assert faded.opacity == pytest.approx(0.533, abs=1e-3)
    assert isinstance(line, Path)
    assert line.fill is None


def test_opacity_fades_area_and_line_as_one() -> None:
    """Two items in the group: painters then fade them together, not one over the other."""
    faded = group('<circle cx="50" cy="50" r="9" stroke="red" opacity=".5"/>')
    assert faded.opacity == 0.5
    assert [(item.fill, item.stroke is None) for item in faded.items if isinstance(item, Path)] == [
        (UNPAINTED, True),
        (None, False),
    ]


def test_a_translucent_group_fades_its_items_as_one() -> None:
    faded = group(
        '<g opacity="50%"><circle r="9" cx="50" cy="50"/><circle r="9" cx="60" cy="50"/></g>'
    )
    assert (faded.opacity, len(faded.items)) == (0.5, 2)


def test_blend_modes_are_kept() -> None:
    assert (
        group('<circle r="9" cx="9" cy="9" style="mix-blend-mode:multiply"/>').blend == "multiply"
    )


def test_a_line_may_be_painted_before_its_area() -> None:
    body = '<circle r="9" cx="50" cy="50" stroke="red" paint-order="stroke"/>'
    line, area = drawn(body)
    assert isinstance(line, Path)
    assert isinstance(area, Path)
    assert (line.fill, area.stroke) == (None, None)


def test_current_color_is_left_to_the_user() -> None:
    body = (
        '<g fill="currentColor"><rect width="9" height="9"/></g><rect width="9" height="9"/>'
        '<g color="red"><rect width="9" height="9" fill="currentColor"/></g>'
    )
    drawing, _ = read_drawing(svg(body))

    def fills(color: Color | None) -> list[object]:
        items = placed(drawing, Rect(0, 0, 9, 9), keep=True, color=color)
        return [item.fill for item in items if isinstance(item, Path)]

    assert fills(BLUE) == [BLUE, BLACK, RED]
    assert fills(None) == [BLACK, BLACK, RED]
    assert all(type(fill) is Color for fill in fills(None))


# --- gradients -----------------------------------------------------------------------------

STOPS = '<stop offset="0" stop-color="red"/><stop offset="100%" style="stop-color:blue"/>'


def fill_of(gradient: str, shape: str = '<rect x="10" y="20" width="40" height="20"') -> object:
    return path(f'{gradient}{shape} fill="url(#g)"/>').fill


def test_a_straight_gradient_spans_the_shapes_box() -> None:
    fill = fill_of(f'<linearGradient id="g">{STOPS}</linearGradient>')
    assert fill == Linear((10, 20), (50, 20), (Stop(0, RED), Stop(1, BLUE)))


def test_the_box_of_a_curve_is_what_it_touches_not_its_control_points() -> None:
    shape = '<path d="M10 50C10 10 50 10 50 50"'
    fill = fill_of(f'<linearGradient id="g" x2="0" y2="1">{STOPS}</linearGradient>', shape)
    assert isinstance(fill, Linear)
    assert (fill.start[1], fill.end[1]) == pytest.approx((20, 50))


def test_a_gradient_in_user_space_moves_with_its_shape() -> None:
    gradient = f'<linearGradient id="g" gradientUnits="userSpaceOnUse" x1="0" x2="10">{STOPS}'
    shape = '<rect width="9" height="9" transform="translate(5 6)"'
    fill = fill_of(f"{gradient}</linearGradient>", shape)
    assert isinstance(fill, Linear)
    assert (fill.start, fill.end) == ((5, 6), (15, 6))


def test_bands_of_a_slanting_gradient_slant_with_a_stretched_box() -> None:
    """Bands run along the box's other diagonal, so the gradient's line is square to that."""
    fill = fill_of(f'<linearGradient id="g" x2="1" y2="1">{STOPS}</linearGradient>')
    assert isinstance(fill, Linear)
    dx, dy = fill.end[0] - fill.start[0], fill.end[1] - fill.start[1]
    assert dx * 40 == pytest.approx(dy * 20)
    assert dx * 40 + dy * 20 == pytest.approx(dx * dx + dy * dy)


def test_gradients_take_stops_and_geometry_from_those_they_refer_to() -> None:
    gradient = (
        f'<linearGradient id="a" x2="0" y2="1">{STOPS}</linearGradient>'
        '<linearGradient id="g" href="#a"/>'
    )
    fill = fill_of(gradient)
    assert isinstance(fill, Linear)
    assert (fill.end, len(fill.stops)) == ((10, 40), 2)


def test_a_round_gradient_is_a_circle_in_a_square() -> None:
    gradient = f'<radialGradient id="g">{STOPS}</radialGradient>'
    fill = fill_of(gradient, '<rect x="10" y="20" width="40" height="40"')
    assert isinstance(fill, Radial)
    assert (*fill.center, fill.radius) == pytest.approx((30, 40, 20))


@pytest.mark.parametrize(
    ("gradient", "expected"),
    [
        ('<linearGradient id="g"><stop stop-color="red"/></linearGradient>', RED),
        (f'<linearGradient id="g" x2="0">{STOPS}</linearGradient>', BLUE),
        (f'<radialGradient id="g" r="0">{STOPS}</radialGradient>', BLUE),
    ],
)
def test_a_gradient_without_extent_is_one_colour(gradient: str, expected: Color) -> None:
    assert fill_of(gradient) == expected


def test_stops_of_one_opacity_fade_the_area() -> None:
    stop = '<stop stop-color="red" stop-opacity=".5"/>'
    gradient = f'<linearGradient id="g">{stop}{stop}</linearGradient>'
    faded = group(f'{gradient}<rect width="9" height="9" fill="url(#g)" fill-opacity=".5"/>')
    assert faded.opacity == 0.25


# --- use, symbols, nested drawings, clips --------------------------------------------------


def test_use_draws_its_target_moved_and_in_its_own_colour() -> None:
    body = '<defs><circle id="c" r="5"/></defs><use href="#c" x="20" y="30" fill="red"/>'
    dot = path(body)
    assert (box(dot), dot.fill) == ((15, 25, 25, 35), RED)


def test_the_older_spelling_of_href_is_known() -> None:
    body = (
        '<defs><circle id="c" r="5" cx="9" cy="9"/></defs>'
        '<use xmlns:xlink="http://www.w3.org/1999/xlink" xlink:href="#c"/>'
    )
    assert boxes(drawn(body)) == [(4, 4, 14, 14)]


def test_a_symbol_fills_the_place_that_use_gives_it() -> None:
    body = (
        '<symbol id="s" viewBox="0 0 2 2"><rect width="2" height="2"/></symbol>'
        '<use href="#s" x="10" y="10" width="40" height="20"/>'
    )
    assert boxes(drawn(body)) == [(20, 10, 40, 30)]


def test_a_nested_drawing_is_used_where_it_stands_whatever_size_it_is_given() -> None:
    small = (
        '<svg id="t" x="70" y="60" width="9" height="9"><rect width="100%" height="100%"/></svg>'
    )
    use = '<use href="#t" x="-50" width="20"/>'
    first, second = scene.walk(drawn(small + use))
    assert isinstance(first, Path)
    assert isinstance(second, Path)
    assert [box(first)[:2], box(second)[:2]] == [(70, 60), (20, 60)]


def test_a_drawing_in_a_drawing_has_its_own_view_and_clip() -> None:
    inner = '<svg x="10" y="10" width="40" height="40" viewBox="0 0 4 4"{}><circle r="1"/></svg>'
    clipped = group(inner.format(""))
    assert clipped.clip == outlines.rectangle(Rect(10, 10, 40, 40))
    assert boxes(clipped.items) == [(0, 0, 20, 20)]
    assert boxes(drawn(inner.format(' overflow="visible"'))) == [(0, 0, 20, 20)]


def test_a_switch_shows_the_first_child_without_conditions() -> None:
    body = (
        '<switch><foreignObject requiredExtensions="x"/><g><circle r="5" cx="9" cy="9"/></g>'
        '<g><circle r="1"/></g></switch>'
    )
    assert boxes(drawn(body)) == [(4, 4, 14, 14)]


def test_a_clip_path_is_the_union_of_its_shapes() -> None:
    """The second runs the other way round: left so, the two would cancel where they overlap."""
    clipped = group(
        '<clipPath id="k"><rect width="9" height="9"/><path d="M5 5v9h9v-9z"/></clipPath>'
        '<g clip-path="url(#k)"><rect width="50" height="50"/></g>'
    )
    assert clipped.clip is not None
    assert clipped.clip[:5] == outlines.rectangle(Rect(0, 0, 9, 9))
    ends = [(p.x, p.y) for p in clipped.clip[5:] if not isinstance(p, outlines.Close)]
    assert ends == [(14, 5), (14, 14), (5, 14), (5, 5)]


def test_a_clip_path_may_be_measured_by_the_shape() -> None:
    clipped = group(
        '<clipPath id="k" clipPathUnits="objectBoundingBox"><rect width=".5" height="1"/>'
        '</clipPath><rect x="10" y="10" width="40" height="20" clip-path="url(#k)"/>'
    )
    assert clipped.clip == outlines.rectangle(Rect(10, 10, 20, 20))


def test_a_clip_path_without_shapes_hides_everything() -> None:
    ball = '<circle r="9" cx="9" cy="9"'
    (item,) = drawn(f'<clipPath id="k"/>{ball} clip-path="url(#k)"/>{ball}/>')
    assert isinstance(item, Path)


# --- gaps ----------------------------------------------------------------------------------

SHAPE = '<rect width="9" height="9" {}/>'


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("<text>Hi</text>", "text is not drawn"),
        ("<text><tspan>Hi</tspan></text>", "text is not drawn"),
        ('<image href="a.png"/>', "a bitmap inside the drawing is not drawn"),
        ("<foreignObject/>", "a `<foreignObject>` is not drawn"),
        ("<script>1</script>", "scripts are not run"),
        ('<rect width="9" height="9"><animate/></rect>', "animation is not played"),
        ("<blink/>", "the element `blink` is not known"),
        ('<use href="other.svg#a"/>', "the element `other.svg#a` that `<use>` shows is not in"),
        ('<use href="#a"/>', "the element `#a` that `<use>` shows is not in the file"),
        ('<g id="a"><use href="#a"/></g>', "`#a` uses itself"),
        (SHAPE.format('filter="url(#f)"'), "a filter is left out"),
        (SHAPE.format('mask="url(#f)"'), "the mask `url(#f)` cannot be used"),
        (SHAPE.format('fill="url(#p)"') + '<mask id="p"/>', "a `<mask>` as fill is not"),
        (SHAPE.format('fill="url(#no) red"'), "`url(#no) red` as fill is not supported"),
        (SHAPE.format('fill="var(--x)"'), "the CSS variable `--x` is not set in the drawing"),
        (SHAPE.format('stroke="red" stroke-width="calc(1)"'), "the stroke-width `calc(1)` is no"),
        (SHAPE.format('clip-path="circle(3)"'), "the clip-path `circle(3)` is not supported"),
        (
            SHAPE.format('style="mix-blend-mode:plus-lighter"'),
            "the mix-blend-mode `plus-lighter` is not supported",
        ),
        (SHAPE.format('style="d:none"'), "the CSS property `d` is not supported"),
        (SHAPE.format('style="transform:rotate3d(1)"'), "`rotate3d(1)` is no transform; it"),
        (SHAPE.format('stroke="red" vector-effect="x"'), "the vector-effect `x` is not supported"),
        ('<path d="M1 1" marker-end="url(#m)"/>', "the marker `url(#m)` cannot be used"),
        ("<style>g || a{fill:red}</style>", "the CSS selector `g || a` is not supported"),
        ("<style>@media (min-width:9px){a{x:y}}</style>", "the CSS rule `@media` is not supported"),
        ("<style>@media not speech{a{x:y}}</style>", "the CSS rule `@media` is not supported"),
        ("<style>@import url(x.css);</style>", "the CSS rule `@import` is not supported"),
        (
            f'<linearGradient id="g">{STOPS}</linearGradient><path d="M1 1H9" stroke="url(#g)"/>',
            "a gradient measured by the box of a straight line paints nothing",
        ),
        (
            f'<radialGradient id="g" fx=".1">{STOPS}</radialGradient>'
            + SHAPE.format('fill="url(#g)"'),
            "a gradient's focal point is taken to be its center",
        ),
        (
            f'<linearGradient id="g" spreadMethod="again">{STOPS}</linearGradient>'
            + SHAPE.format('fill="url(#g)"'),
            "the spreadMethod `again` of a gradient is left out",
        ),
        (
            '<linearGradient id="g" href="#g"/>' + SHAPE.format('fill="url(#g)"'),
            "the gradient refers to `#g`, which cannot be used",
        ),
    ],
)
def test_what_is_not_supported_is_named(body: str, message: str) -> None:
    (found,) = gaps(body)
    assert found.startswith(message)


def test_a_gap_has_the_place_of_its_element_and_says_what_to_do() -> None:
    _, found = read_drawing(svg("\n  <g>\n    <text>Hi</text></g><text>Ho</text>"))
    hint = "turn it into paths (Inkscape: Path → Object to Path)"
    assert found == (Gap("text is not drawn", 3, 5, hint),)


def test_the_rest_is_drawn_in_spite_of_a_gap() -> None:
    drawing, found = read_drawing(svg('<text>Hi</text><circle r="9" cx="9" cy="9"/>'))
    assert (len(drawing.items), len(found)) == (1, 1)


def test_what_drawing_programs_add_for_themselves_is_no_gap() -> None:
    body = (
        '<i:view xmlns:i="http://www.inkscape.org/namespaces/inkscape"><i:x/></i:view>'
        '<rect width="9" height="9" style="-inkscape-stroke:none;font-size:9px;line-height:1;'
        'stroke-miterlimit:4;marker:none;filter:none;enable-background:new;paint-order:normal"/>'
    )
    assert path(body).fill == UNPAINTED


# --- hostile and broken files --------------------------------------------------------------

LAUGHS = b"""<!DOCTYPE svg [<!ENTITY a "haha"><!ENTITY b "&a;&a;&a;&a;">]>
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><desc>&b;</desc></svg>"""
OUTSIDE = b"""<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><desc>&x;</desc></svg>"""
QUADRATIC = f"""<!DOCTYPE svg [<!ENTITY a "{"a" * 999}">]><svg id="{"&a;" * 9_999}"/>""".encode()
UNCLOSED = b"<!DOCTYPE svg SYSTEM 'x'><svg><?x %s?>&boo;</svg>" % (b"<!-- " * 20_000)
NAMED_ELSEWHERE = b"""<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "svg11.dtd">
<svg viewBox="0 0 9 9"><!-- &lt; --><circle r="9" style="&st0;"/></svg>"""
NINEFOLD = "".join(f'<g id="g{n}">{f"""<use href="#g{n + 1}"/>""" * 9}</g>' for n in range(16))
RULES = "".join(f".a.b{n}{{fill:red}}" for n in range(300))
PAIR = '<g opacity=".5"><circle r="9" cx="9" cy="9"/><circle r="9" cx="9" cy="9"/></g>'
ISOLATED = (
    '<g style="isolation:isolate">' * 40
    + '<circle r="9" style="mix-blend-mode:multiply"/>'
    + "</g>" * 40
)
ISOLATED = ISOLATED * 13
BOXED = '<clipPath id="k" clipPathUnits="objectBoundingBox"><rect width="1" height="1"/></clipPath>'
BOXED += '<g clip-path="url(#k)">' * 40 + f'<path d="M0 0{"l1 1l1 2" * 4_500}"/>' + "</g>" * 40
LONG = "M0 0" + "l1 1" * 40_000


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "cannot be read as XML: the file ends before its drawing"),
        (b"\x89PNG", "cannot be read as XML: here is a character"),
        (b"\x1f\x8b\x08", "is compressed"),
        (b"<svg><g></svg>", "than the one that is open (line 1, column 11)"),
        (b"<html/>", "is not an SVG file"),
        (b'<?xml version="1.0" encoding="klingon"?><svg/>', "unknown"),
        (b"<svg/>", "has neither a size nor a `viewBox`"),
        (b'<svg width="0" height="9"/>', "which cannot be drawn"),
        (b'<svg viewBox="0 0 0 9"/>', "`0 0 0 9` is not `x y width height`"),
        (b'<svg width="wide" height="9"/>', "`wide` is no length"),
        (LAUGHS, "declares the XML entity `b`, which is more than a short text"),
        (OUTSIDE, "declares the XML entity `x`, which is more than a short text"),
        (b"<!DOCTYPE svg [<!ENTITY % x SYSTEM 'y'>]><svg/>", "declares the XML entity `x`"),
        (b"<!DOCTYPE svg [<!ENTITY x '<g/>'>]><svg/>", "declares the XML entity `x`"),
        (b"<!DOCTYPE svg [<!ENTITY x '&#38;lt;'>]><svg/>", "declares the XML entity `x`"),
        (QUADRATIC, "uses too many XML entities"),
        (b"<!DOCTYPE svg [<!ATTLIST g d CDATA 'M0 0'>]><svg/>", "gives `d` a value"),
        (NAMED_ELSEWHERE, "write the character itself (`&st0;`)"),
        (b"<svg>" + b"<g>" * 100, "nests its elements more than"),
        (svg("<g/>" * 20_001), "has more than 20,000 elements"),
        (svg(NINEFOLD), "draws more than 20,000 elements"),
        (svg(f'<path id="p" d="{LONG}"/>' + '<use href="#p"/>' * 99), "draws more than 200,000"),
        (svg(f"<desc>{'x' * 5_000_000}</desc>"), "is over 5 MB"),
        (svg(f"<style>{'a{}' * 4_001}</style>"), "has more than 4,000 CSS rules"),
        (svg(f"<style>{'@media print{' * 4_001}</style>"), "has more than 4,000 CSS rules"),
        (svg(f"<style>{RULES}</style>" + '<g class="a"/>' * 9_000), "has too many CSS rules for"),
        (UNCLOSED, "XML does not know the name between"),
        (svg(ISOLATED), "has more than 500 groups that fade"),
        (svg(BOXED), "draws more than 200,000 lines"),
        (svg(PAIR * 501), "has more than 500 groups that fade"),
        (svg(f'<circle r="{"1" * 900_000}x"/>'), "is no length"),
        (svg(f'<circle r="1{" " * 900_000}x"/>'), "`1` is no length"),
        (svg(f'<g transform="{"scale(1)" * 900}"/>'), "is no transform"),
        (svg('<circle r="nine"/>'), "on line 1, in `<circle>`: `nine` is no length"),
        (svg('<circle r="-9"/>'), "its radius is less than 0"),
        (svg('<rect width="1e999" height="9"/>'), "`1e999` is too large"),
        (svg('<rect width="1e9" height="9"/>'), "reaches more than 300 m"),
        (svg('<rect width="NaN" height="9"/>'), "`NaN` is no length"),
        (svg('<polygon points="1,2 3"/>'), "an x without a y"),
        (svg('\n<path d="M1 2 3"/>'), "on line 2, in `<path>`: `L` takes 2 numbers"),
        (svg('<g transform="spin(9)"><g/></g>'), "`spin` is no transform"),
        (svg('<g transform="scale(1 2 3)"/>'), "`scale` takes 1 or 2 numbers"),
        (svg('<g transform="scale(1e9)">' * 9 + "</g>" * 9), "enlarge without measure"),
    ],
)
def test_a_broken_or_hostile_file_is_refused_in_a_clause(data: bytes, message: str) -> None:
    with processor_time_below(5), pytest.raises(DrawingError) as caught:
        read_drawing(data)
    assert message in str(caught.value)


@pytest.mark.parametrize(
    "text",
    ["url(" + " " * 900_000, "rgb(" * 200_000, "#" * 900_000, "1" * 900_000, "url(#" + "(" * 9_000],
    ids=["spaces", "calls", "hashes", "digits", "brackets"],
)
def test_no_value_takes_long_to_be_found_wrong(text: str) -> None:
    body = f'<rect width="9" height="9" fill="{text}" stroke-width="{text}" stroke="red"/>'
    with processor_time_below(5):
        assert len(gaps(body)) == 2


def test_an_entity_is_refused_even_where_no_doctype_shows() -> None:
    with pytest.raises(DrawingError, match="does not know the name between `&` and `;`"):
        read_drawing(b"<svg>&boo;</svg>")


def test_a_plain_doctype_is_read_over() -> None:
    doctype = (
        b'<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" '
        b'"http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">'
    )
    drawing, found = read_drawing(doctype + svg('<circle r="9" cx="9" cy="9"/>'))
    assert (len(drawing.items), found) == (1, ())


@pytest.mark.parametrize(
    "body",
    [
        '<clipPath id="k" clip-path="url(#k)"><circle r="9"/></clipPath>'
        '<circle r="9" cx="9" cy="9" clip-path="url(#k)"/>',
        '<linearGradient id="a" href="#b"/><linearGradient id="b" href="#a"/>'
        '<rect width="9" height="9" fill="url(#a)"/>',
        '<symbol id="s"><use href="#s"/></symbol><use href="#s"/>',
        '<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g>',
    ],
)
def test_references_in_a_circle_end(body: str) -> None:
    assert gaps(body)


def test_a_line_of_millions_of_dashes_is_drawn_solid() -> None:
    body = '<path d="M0 0H90" stroke="red" stroke-dasharray="1e-6"/>'
    drawing, (gap,) = read_drawing(svg(body))
    (line,) = scene.walk(drawing.items)
    assert isinstance(line, Path)
    assert line.stroke is not None
    assert line.stroke.dash == ()
    assert "very many dashes" in gap.message


@law
@given(
    st.lists(
        st.sampled_from(
            ["<g>", "</g>", '<use href="#a"/>', '<path id="a" d="', 'M0 0A1 1 0 01 3 3z"/>', "e9",
             '<rect width="1e9%" height="3" ', 'style="fill:url(#b)"/>', "<style>.a{", "}</style>",
             '<radialGradient id="b" gradientTransform="skewX(90)"><stop/></radialGradient>',
             '<circle r="1e-300"/>', 'transform="scale(0)" ', "&lt;", "/*", "\x00", "<![CDATA["]
        ),
        max_size=12,
    )
)  # fmt: skip
def test_any_file_is_a_drawing_or_an_error(parts: list[str]) -> None:
    try:
        drawing, found = read_drawing(svg("".join(parts)))
    except DrawingError as error:
        said = str(error)
    else:
        said = " ".join(gap.message for gap in found) or "nothing"
        assert pixels(drawing, 8).shape == (8, 8, 3)
    assert said.strip(), "an error says what is wrong"


# --- painted -------------------------------------------------------------------------------


def pixels(drawing: Drawing, side: int, color: Color | None = None) -> Pixels:
    """A drawing in a square, a point a pixel."""
    square = Rect(0, 0, side, side)
    marks = Layer(placed(drawing, square, keep=True, color=color))
    face = Scene(Extent(side, side), square, Layer(()), marks)
    ((_, image),) = rasterize([face], (side, side), PictureStore())
    return image


def icon(name: str) -> Drawing:
    drawing, found = read_drawing((DATA / name).read_bytes())
    assert found == ()
    return drawing


def at(image: Pixels, x: float, y: float) -> tuple[int, ...]:
    """The pixel at a share of the width and height."""
    side = image.shape[0]
    return tuple(int(channel) for channel in image[int(y * side), int(x * side)])


def test_an_icon_of_lines_takes_the_colour_of_its_text() -> None:
    image = pixels(icon("sword.svg"), 240, RED)
    assert at(image, 0.5, 0.5) in ((255, 0, 0), (255, 255, 255))
    reds = np.all(image == (255, 0, 0), axis=2).mean()
    assert 0.1 < reds < 0.3
    assert at(image, 0.215, 0.785) == (0xC9, 0xA2, 0x27)


def test_an_inkscape_file_is_painted_as_inkscape_shows_it() -> None:
    """Sampled where browsers agree: rim, glow, blended ribbon, faded pair, flower."""
    image = pixels(icon("shield.svg"), 480)
    expected = {
        (0.5, 0.3): (204, 63, 52),
        (0.5, 0.52): (201, 162, 39),
        (0.3, 0.65): (97, 27, 22),
        (0.1, 0.05): (255, 255, 255),
    }
    for place, color in expected.items():
        assert at(image, *place) == pytest.approx(color, abs=12), place


def test_an_illustrator_file_is_painted_as_illustrator_shows_it() -> None:
    image = pixels(icon("potion.svg"), 480)
    expected = {
        (0.5, 0.5): (0xDC, 0xEF, 0xF5),
        (0.25, 0.75): (142, 52, 178),
        (0.5, 0.08): (255, 255, 255),
        (0.5, 0.04): (0x7A, 0x4F, 0x2A),
        (0.5, 0.76): (255, 140, 0),
    }
    for place, color in expected.items():
        assert at(image, *place) == pytest.approx(color, abs=3), place


def test_a_sharp_corner_is_cut_off_where_svg_says() -> None:
    def limit(attributes: str) -> float:
        shape = f'<svg width="9" height="9"><path d="M0 0L5 5" stroke="red" {attributes}/></svg>'
        items = read_drawing(shape.encode())[0].items
        path = next(item for item in walk(items) if isinstance(item, Path))
        assert path.stroke is not None
        return path.stroke.miter

    assert limit("") == 4
    assert limit('stroke-miterlimit="7"') == 7


# --- fades ---------------------------------------------------------------------------------

FADE = (
    '<linearGradient id="g"><stop stop-color="#f00"/>'
    '<stop offset="1" stop-color="#f00" stop-opacity="0"/></linearGradient>'
)


def test_a_gradient_into_nothing_shows_what_is_below_it() -> None:
    body = '<rect width="120" height="120" fill="#00f"/>' + FADE
    pixels = painted(body + '<rect width="120" height="120" fill="url(#g)"/>')
    left, middle, right = (pixels[60, x].astype(int) for x in (1, 60, 118))
    assert np.abs(left - (253, 0, 2)).max() < 4
    assert np.abs(middle - (127, 0, 128)).max() < 4
    assert np.abs(right - (3, 0, 252)).max() < 4


def test_a_mask_shows_what_it_masks_by_its_light() -> None:
    mask = '<mask id="m"><rect width="60" height="120" fill="#fff"/></mask>'
    pixels = painted(mask + '<g mask="url(#m)"><rect width="120" height="120" fill="#00f"/></g>')
    assert tuple(pixels[60, 30]) == (0, 0, 255)
    assert tuple(pixels[60, 90]) == (255, 255, 255)


def test_a_mask_by_alpha_takes_no_notice_of_light() -> None:
    mask = '<mask id="m" mask-type="alpha"><rect width="60" height="120" fill="#000"/></mask>'
    pixels = painted(mask + '<rect mask="url(#m)" width="120" height="120" fill="#00f"/>')
    assert tuple(pixels[60, 30]) == (0, 0, 255)


def test_a_round_fade_squashed_by_its_box_keeps_its_mask() -> None:
    fade = FADE.replace("linear", "radial")
    pixels = painted(fade + '<rect width="120" height="60" fill="url(#g)"/>')
    assert pixels[30, 60][1] < 12
    assert pixels[30, 118][1] > 240
    assert pixels[59, 60][1] > 240


def painted(body: str) -> Pixels:
    """The file on white, a pixel a user unit."""
    drawing, found = read_drawing(svg(body))
    assert found == ()
    page = Rect(0, 0, 120, 120)
    items = placed(drawing, page, keep=False, color=None)
    face = Scene(Extent(120, 120), page, Layer(()), Layer(items))
    ((_, pixels),) = rasterize((face,), (120, 120), PictureStore())
    return pixels
