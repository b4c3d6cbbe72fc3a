"""Lines with gradients and dashes, and what is painted with a pattern."""

import time

import pytest

from cardgen.core.color import Color
from cardgen.core.geometry import Rect
from cardgen.scene.items import Group, Linear, Path, walk
from cardgen.scene.outlines import Move
from cardgen.svg.drawing import placed, read_drawing
from tests.unit.svg.test_drawing import boxes, drawn, gaps, pixels, svg

BOX = 'viewBox="0 0 40 40" width="40pt" height="40pt"'
STOPS = '<stop offset="0" stop-color="red"/><stop offset="1" stop-color="blue"/>'
GRADIENT = f'<linearGradient id="g">{STOPS}</linearGradient>'
DOTS = '<pattern id="p" width="4" height="4" patternUnits="userSpaceOnUse" {}>{}</pattern>'
DOT = '<rect width="2" height="2" fill="red"/>'
WALL = '<rect width="40" height="40" fill="url(#p)"/>'
RED, BLUE, WHITE = Color(255, 0, 0), Color(0, 0, 255), Color(255, 255, 255)


def colors(body: str, *points: tuple[int, int]) -> list[Color]:
    """What a drawing of 40 by 40 units shows at some places on white."""
    drawing, found = read_drawing(svg(body, BOX))
    assert found == ()
    shown = pixels(drawing, 200)
    return [Color(*(int(part) for part in shown[5 * y][5 * x][:3])) for x, y in points]


# --- lines ---------------------------------------------------------------------------------


def test_a_line_shows_its_gradient_where_it_is_and_nowhere_else() -> None:
    ring = '<circle cx="20" cy="20" r="15" fill="none" stroke="url(#g)" stroke-width="6"/>'
    left, middle, right = colors(GRADIENT + ring, (5, 20), (20, 20), (35, 20))
    assert left.red > 200
    assert left.blue < 60
    assert middle == WHITE
    assert right.blue > 200


def test_a_gradient_along_a_line_stays_one_in_the_scene_and_may_be_recolored() -> None:
    stops = STOPS.replace("red", "currentColor")
    body = f'<linearGradient id="g">{stops}</linearGradient>'
    body += '<path d="M15 15L25 25" stroke="url(#g)" stroke-width="4"/>'
    drawing, found = read_drawing(svg(body, BOX))
    (group,) = placed(drawing, Rect(0, 0, 40, 40), keep=True, color=Color(0, 128, 0))
    assert found == ()
    assert isinstance(group, Group)
    (area,), (line,) = group.items, group.mask
    assert isinstance(area, Path)
    assert isinstance(area.fill, Linear)
    assert [stop.color for stop in area.fill.stops] == [Color(0, 128, 0), BLUE]
    assert isinstance(line, Path)
    assert line.stroke is not None


def test_a_part_with_a_line_of_a_gradient_is_as_large_as_with_one_of_a_color() -> None:
    shape = '<circle id="c" cx="20" cy="20" r="10" fill="none" stroke="{}" stroke-width="4"/>'
    plain, _ = read_drawing(svg(shape.format("red"), BOX), "c")
    soft, _ = read_drawing(svg(GRADIENT + shape.format("url(#g)"), BOX), "c")
    assert (soft.width, soft.height) == pytest.approx((plain.width, plain.height))


@pytest.mark.parametrize(("said", "offset"), [("4", 4), ("-2", 7), ("20", 2), ("50%", 2)])
def test_dashes_begin_where_they_are_said_to(said: str, offset: float) -> None:
    line = f'<path d="M0 9L40 19" stroke="red" stroke-dasharray="6 3" stroke-dashoffset="{said}"/>'
    found = list(walk(drawn(line, BOX)))
    assert gaps(line) == []
    assert [isinstance(item, Path) and item.stroke and item.stroke.offset for item in found] == [
        pytest.approx(offset)
    ]


def test_an_odd_dash_goes_round_twice_before_it_repeats() -> None:
    line = '<path d="M0 20H40" stroke="red" stroke-width="4" stroke-dasharray="5" {}/>'
    shown = colors(line.format('stroke-dashoffset="7"'), (1, 20), (5, 20), (10, 20), (15, 20))
    assert shown == [WHITE, RED, WHITE, RED]


def test_a_line_that_does_not_scale_is_as_wide_as_it_says_on_the_drawing() -> None:
    line = '<path d="M0 2L4 2" stroke="red" stroke-width="4" vector-effect="non-scaling-stroke"/>'
    shown = colors(f'<g transform="scale(10)">{line}</g>', (20, 17), (20, 19), (20, 21), (20, 23))
    assert shown == [WHITE, RED, RED, WHITE]


@pytest.mark.parametrize("data", ["M0 20H40", "M9 9L30 30", "M9 9L30 30L20 20z", "M1 1h9M1 9v9"])
def test_a_straight_path_has_no_area_to_show_between_its_dashes(data: str) -> None:
    line = f'<path d="{data}" stroke="red" stroke-width=".1" stroke-dasharray="9 9"/>'
    found = list(walk(drawn(line, BOX)))
    assert [isinstance(item, Path) and item.fill for item in found] == [None]


def test_very_many_lines_with_a_gradient_are_told_and_drawn_in_its_first_color() -> None:
    """A face has only so many masks, which are for the masks of the layout, too."""
    line = '<path d="M9 9L19 19" stroke="url(#g)"/>'
    items = read_drawing(svg(GRADIENT + line * 27, BOX))[0].items
    assert gaps(GRADIENT + line * 25) == []
    assert gaps(GRADIENT + line * 27) == [
        "more than 25 lines with a gradient are drawn in its first color"
    ]
    assert sum(isinstance(item, Group) for item in items) == 25
    assert [
        isinstance(item, Path) and item.stroke and item.stroke.paint for item in items[25:]
    ] == [
        RED,
        RED,
    ]


# --- gradients that go on ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "said", "reds", "blues"),
    [
        ("linear", 'x2=".25" spreadMethod="repeat"', [1, 11, 21, 31], [9, 19, 29, 39]),
        ("linear", 'x2=".25" spreadMethod="reflect"', [1, 19, 21, 39], [9, 11, 29, 31]),
        ("linear", 'x1=".75" x2="1" spreadMethod="reflect"', [9, 11, 29, 31], [1, 19, 21, 39]),
        ("radial", 'r=".25" spreadMethod="repeat"', [20, 31, 9], [28, 39, 1]),
    ],
)
def test_a_gradient_goes_on_beyond_its_ends(
    kind: str, said: str, reds: list[int], blues: list[int]
) -> None:
    body = f'<{kind}Gradient id="g" {said}>{STOPS}</{kind}Gradient>'
    wall = '<rect width="40" height="40" fill="url(#g)"/>'
    shown = colors(body + wall, *((x, 20) for x in (*reds, *blues)))
    assert [color.red > color.blue for color in shown] == [True] * len(reds) + [False] * len(blues)


@pytest.mark.parametrize(
    ("kind", "size"), [("linear", 'x2="1e-6"'), ("radial", 'r="1e-6"'), ("radial", 'r="1e-308"')]
)
def test_a_gradient_that_would_go_on_for_ever_is_told(kind: str, size: str) -> None:
    body = f'<{kind}Gradient id="g" {size} spreadMethod="repeat">{STOPS}</{kind}Gradient>'
    found = gaps(body + '<rect width="40" height="40" fill="url(#g)"/>')
    assert found == ["the spreadMethod `repeat` of a gradient is left out"]


# --- patterns ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("attributes", "content"),
    [
        ("", DOT),
        ('x="4"', DOT),
        ('viewBox="0 0 8 8"', '<rect width="4" height="4" fill="red"/>'),
        ("", '<circle r="9" fill="red" cx="-9" cy="-9"/><g transform="scale(2)">'
             '<path d="M0 0H1V1H0z" fill="red"/></g>'),
    ],
)  # fmt: skip
def test_a_pattern_repeats_what_is_in_it(attributes: str, content: str) -> None:
    shown = colors(DOTS.format(attributes, content) + WALL, (1, 1), (3, 3), (21, 37), (23, 37))
    assert shown == [RED, WHITE, RED, WHITE]


def test_a_pattern_goes_by_the_box_of_its_shape_if_it_says_so() -> None:
    pattern = '<pattern id="p" width=".5" height="1">{}</pattern>'
    body = pattern.format('<rect width="5" height="20" fill="red"/>')
    shape = '<rect x="10" y="10" width="20" height="20" fill="url(#p)"/>'
    shown = colors(body + shape, (5, 20), (12, 20), (17, 20), (22, 20), (27, 20))
    assert shown == [WHITE, RED, WHITE, RED, WHITE]


def test_a_pattern_takes_from_another_what_it_does_not_say() -> None:
    turned = '<pattern id="p" href="#q" patternTransform="translate(2 0)"/>'
    shown = colors(DOTS.replace('"p"', '"q"').format("", DOT) + turned + WALL, (1, 1), (3, 1))
    assert shown == [WHITE, RED]


def test_a_line_may_be_painted_with_a_pattern() -> None:
    line = '<path d="M0 20H40V30" fill="none" stroke="url(#p)" stroke-width="8"/>'
    shown = colors(DOTS.format("", DOT) + line, (1, 21), (3, 21), (1, 9))
    assert shown == [RED, WHITE, WHITE]


def test_tiles_that_nothing_sticks_out_of_are_one_path() -> None:
    (group,) = drawn(DOTS.format("", DOT) + WALL, BOX)
    assert isinstance(group, Group)
    (tiles,) = group.items
    assert isinstance(tiles, Path)
    assert sum(isinstance(segment, Move) for segment in tiles.outline) == 100
    assert boxes([tiles]) == [pytest.approx((0, 0, 38, 38))]


def test_a_bitmap_in_a_pattern_is_told() -> None:
    found = gaps(DOTS.format("", '<image width="4" height="4"/>') + WALL)
    assert "a bitmap inside the drawing is not drawn" in found


@pytest.mark.parametrize(
    ("body", "message"),
    [
        (DOTS.format("", DOT).replace('"4"', '"0.001"') + WALL, "a pattern of very many tiles"),
        (DOTS.format("", DOT).replace('"4"', '"1e-300"') + WALL, "a pattern of very many tiles"),
        (DOTS.format('patternTransform="scale(1e-5)"', DOT) + WALL, "a pattern of very many tiles"),
        (DOTS.format("", f'<g opacity=".5">{DOT}{DOT}</g>') + WALL * 9, "a pattern of very many"),
        (DOTS.format("", WALL) + WALL, "the pattern `p` is painted in itself"),
        (DOTS.format('href="#p"', DOT) + WALL, "the pattern refers to `#p`, which cannot be used"),
        (DOTS.format("", '<path d="M0 0' + "h1v1" * 900 + 'z"/>') + WALL, "a pattern of very many"),
    ],
)
def test_a_pattern_that_would_be_too_much_is_told(body: str, message: str) -> None:
    start = time.perf_counter()
    found = gaps(body)
    assert time.perf_counter() - start < 5
    assert found[0].startswith(message)


def test_patterns_in_patterns_in_patterns_are_cut_short() -> None:
    layers = "".join(
        DOTS.replace('"p"', f'"p{n}"').format(
            "", f'<rect width="4" height="4" fill="url(#p{n + 1})"/>'
        )
        for n in range(9)
    )
    found = gaps(layers + WALL.replace("#p", "#p0"))
    assert any("is painted in itself" in message for message in found)
