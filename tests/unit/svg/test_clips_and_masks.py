"""Clip paths and masks of drawings: what they take from where they stand, what they show."""

import pytest

from cardgen.core.color import BLACK
from cardgen.svg.drawing import DrawingError, read_drawing
from tests.unit.svg.test_drawing import at, gaps, pixels, svg

VIEW = 'viewBox="0 0 100 100"'
WHITE, RED = (255, 255, 255), (255, 0, 0)
RING = "M0 0H80V80H0Z M20 20H60V60H20Z"
SHOWN = '<rect width="100" height="100" fill="red" {}/>'


def shown(body: str, x: float, y: float, attributes: str = VIEW) -> tuple[int, ...]:
    """The color that a drawing without gaps has at a share of its width and height."""
    drawing, found = read_drawing(svg(body, attributes))
    assert found == ()
    return at(pixels(drawing, 100, BLACK), x, y)


@pytest.mark.parametrize(
    ("body", "attributes"),
    [
        (f'<clipPath id="c"><path clip-rule="evenodd" d="{RING}"/></clipPath>', VIEW),
        (f'<clipPath id="c" clip-rule="evenodd"><path d="{RING}"/></clipPath>', VIEW),
        (f'<g style="clip-rule:evenodd"><clipPath id="c"><path d="{RING}"/></clipPath></g>', VIEW),
        (f'<clipPath id="c"><path d="{RING}"/></clipPath>', f'{VIEW} style="clip-rule:evenodd"'),
    ],
)
def test_a_clip_path_has_the_holes_of_its_rule_wherever_that_is_said(
    body: str, attributes: str
) -> None:
    body += SHOWN.format('clip-path="url(#c)"')
    assert shown(body, 0.1, 0.1, attributes) == RED
    assert shown(body, 0.4, 0.4, attributes) == WHITE


def test_a_star_that_crosses_itself_clips_by_its_rule() -> None:
    star = '<path clip-rule="evenodd" d="M50 5L80 95L5 35H95L20 95Z"/>'
    body = f'<clipPath id="c">{star}</clipPath>' + SHOWN.format('clip-path="url(#c)"')
    assert (shown(body, 0.5, 0.2), shown(body, 0.5, 0.5)) == (RED, WHITE)


def test_holes_beside_other_shapes_of_a_clip_path_are_told() -> None:
    ring = f'<path clip-rule="evenodd" d="{RING}"/>'
    (found,) = gaps(
        f'<clipPath id="c">{ring}<circle r="9"/></clipPath>' + SHOWN.format('clip-path="url(#c)"')
    )
    assert found == "the clip-rule `evenodd` beside other shapes is not supported"


@pytest.mark.parametrize(
    ("body", "attributes"),
    [
        ('<g fill="white"><mask id="m"><circle r="50"/></mask></g>', VIEW),
        ('<mask id="m"><circle r="50"/></mask>', f'{VIEW} style="fill:white"'),
        ('<mask id="m" fill="white"><circle r="50"/></mask>', f'{VIEW} fill="none"'),
    ],
)
def test_a_mask_has_the_colors_of_what_it_stands_in(body: str, attributes: str) -> None:
    body += SHOWN.format('mask="url(#m)"')
    assert shown(body, 0.1, 0.1, attributes) == RED
    assert shown(body, 0.9, 0.9, attributes) == WHITE


def test_a_gradient_has_the_color_of_what_it_stands_in() -> None:
    stops = '<stop stop-color="currentColor"/><stop offset="1" stop-color="currentColor"/>'
    gradient = f'<g color="red"><linearGradient id="g">{stops}</linearGradient></g>'
    body = f'{gradient}<rect width="100" height="100" fill="url(#g)"/>'
    assert shown(body, 0.5, 0.5) == RED


@pytest.mark.parametrize("how", ['clip-path="url(#c)"', 'mask="url(#m)"'])
def test_what_clips_a_use_moves_along_with_its_x_and_y(how: str) -> None:
    circle = '<circle cx="25" cy="25" r="25" fill="white"/>'
    body = (
        f'<clipPath id="c">{circle}</clipPath><mask id="m">{circle}</mask>'
        '<defs><rect id="r" width="50" height="50" fill="red"/></defs>'
        f'<use href="#r" x="40%" y="40" {how}/>'
    )
    assert (shown(body, 0.65, 0.65), shown(body, 0.87, 0.87)) == (RED, WHITE)


BLENDED = '<rect width="100" height="100" fill="aqua" style="mix-blend-mode:multiply"/>'


@pytest.mark.parametrize(
    ("group", "color"),
    [
        ("<g>", (0, 255, 0)),
        ('<g style="isolation:auto">', (0, 255, 0)),
        ('<g style="isolation:isolate">', (0, 255, 255)),
        ('<clipPath id="c"><circle r="90"/></clipPath><g clip-path="url(#c)">', (0, 255, 255)),
    ],
)
def test_a_group_that_is_isolated_blends_with_nothing_below_it(
    group: str, color: tuple[int, ...]
) -> None:
    ground = '<rect width="100" height="100" fill="yellow"/>'
    assert shown(f"{ground}{group}{BLENDED}</g>", 0.2, 0.2) == color


PAIR = (
    '<rect y="20" width="20" height="60" fill="red"/><rect x="40" y="20" width="40" height="20"/>'
)


@pytest.mark.parametrize(
    ("part", "how"),
    [
        ('<clipPath id="k" clipPathUnits="objectBoundingBox">{}</clipPath>', "clip-path"),
        ('<mask id="k" maskContentUnits="objectBoundingBox">{}</mask>', "mask"),
    ],
)
def test_the_box_of_a_group_measures_what_clips_and_masks_it(part: str, how: str) -> None:
    """The group's box reaches to 80 both ways, and so the half of its height to 50."""
    half = '<rect width="1" height="0.5" fill="white"/>'
    body = part.format(half) + f'<g {how}="url(#k)" transform="translate(5 0)">{PAIR}</g>'
    assert (shown(body, 0.1, 0.45), shown(body, 0.1, 0.55)) == (RED, WHITE)


def test_a_mask_shows_nothing_beyond_its_share_of_the_box() -> None:
    mask = '<mask id="m" x="0" y="0" width="0.5" height="1"><circle r="200" fill="white"/></mask>'
    body = mask + '<rect x="20" width="60" height="60" fill="red" mask="url(#m)"/>'
    assert (shown(body, 0.45, 0.3), shown(body, 0.55, 0.3)) == (RED, WHITE)


def test_what_is_wrong_with_a_mask_is_said_of_the_mask() -> None:
    mask = '\n<mask id="m" maskUnits="userSpaceOnUse" x="left"><circle r="9"/></mask>\n'
    with pytest.raises(DrawingError, match="on line 2, in `<mask>`: `left` is no length"):
        read_drawing(svg(mask + SHOWN.format('mask="url(#m)"')))


@pytest.mark.parametrize("order", ["stroke", "markers stroke", "stroke fill markers"])
def test_a_line_is_below_its_area_in_every_order_that_says_so(order: str) -> None:
    shape = f'<rect width="50" height="50" fill="red" stroke-width="40" paint-order="{order}"'
    assert shown(f'{shape} stroke="black"/>', 0.1, 0.1) == RED
