"""Arrowheads, and other marks at the corners of lines."""

import pytest

from cardgen.core.color import Color
from cardgen.scene.items import Path, walk
from cardgen.svg.drawing import DrawingError, read_drawing
from tests.unit.svg.test_drawing import boxes, drawn, gaps, svg

BOX = 'viewBox="0 0 40 40" width="40pt" height="40pt"'
MARKER = '<marker id="m" markerWidth="4" markerHeight="4" {}><path d="M0 0H4V2H0z" {}/></marker>'
RED, BLUE = Color(255, 0, 0), Color(0, 0, 255)


def marks(line: str, attributes: str = "", part: str = "") -> list[tuple[float, ...]]:
    """The boxes of what is drawn at the corners of a line."""
    body = MARKER.format(attributes, part) + line
    assert gaps(body) == []
    paths = [item for item in walk(drawn(body, BOX)) if isinstance(item, Path)]
    found = boxes([path for path in paths if path.fill])
    return [tuple(round(side, 6) for side in box) for box in found]


@pytest.mark.parametrize(
    ("line", "attributes", "found"),
    [
        ('<path d="M9 9H20V30" fill="none" {}/>', "", [(20, 30, 24, 32)]),
        ('<path d="M9 9H20" {}/>', 'orient="auto"', [(20, 9, 24, 11)]),
        ('<path d="M9 9V20" {}/>', 'orient="auto"', [(7, 20, 9, 24)]),
        ('<path d="M9 9C9 9 20 9 20 20" fill="none" {}/>', 'orient="auto"', [(18, 20, 20, 24)]),
        ('<path d="M9 9H20" {}/>', 'orient="90"', [(18, 9, 20, 13)]),
        ('<line x1="9" y1="9" x2="20" y2="9" {}/>', 'refX="4" refY="1"', [(16, 8, 20, 10)]),
        ('<path d="M9 9H20" stroke-width="2" {}/>', "", [(20, 9, 28, 13)]),
        ('<path d="M9 9H20" stroke-width="2" {}/>', 'markerUnits="userSpaceOnUse"',
         [(20, 9, 24, 11)]),
        ('<path d="M9 9H20" {}/>', 'viewBox="0 0 8 8"', [(20, 9, 22, 10)]),
        ('<rect x="9" y="9" width="9" height="9" fill="none" {}/>', "", []),
        ('<g transform="scale(2)"><path d="M1 1H5" {}/></g>', "", [(10, 2, 18, 6)]),
    ],
)  # fmt: skip
def test_a_line_ends_in_its_marker(
    line: str, attributes: str, found: list[tuple[float, ...]]
) -> None:
    assert marks(line.format('stroke="red" marker-end="url(#m)"'), attributes) == found


def test_a_marker_may_stand_at_each_corner_and_look_back_at_the_start() -> None:
    line = '<path d="M10 10H20H30" stroke="red" style="marker:url(#m)"/>'
    assert marks(line, 'orient="auto-start-reverse"') == [
        (6, 8, 10, 10),
        (20, 10, 24, 12),
        (30, 10, 34, 12),
    ]


def test_a_marker_may_have_the_color_of_its_line() -> None:
    body = MARKER.format("", 'fill="context-stroke"')
    body += '<path d="M9 9H20" stroke="red" marker-end="url(#m)"/>'
    body += '<path d="M9 19H20" stroke="blue" marker-end="url(#m)"/>'
    assert gaps(body) == []
    fills = [item.fill for item in walk(drawn(body, BOX)) if isinstance(item, Path)]
    assert [fill for fill in fills if fill] == [RED, BLUE]


def test_what_sticks_out_of_a_marker_is_cut_off_unless_it_may() -> None:
    body = '<marker id="m" {}><path d="M0 0H9V9z"/></marker><path d="M0 0H9" marker-end="url(#m)"/>'
    cut = read_drawing(svg(body.format(""), BOX))[0].items
    whole = read_drawing(svg(body.format('style="overflow:visible"'), BOX))[0].items
    assert [getattr(item, "clip", None) is not None for item in (*cut, *whole)] == [True, False]


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ('<path d="M9 9H20" marker-end="url(#no)"/>', "the marker `url(#no)` cannot be used"),
        (
            MARKER.format("", 'marker-end="url(#m)"') + '<path d="M0 0H9" marker-end="url(#m)"/>',
            "the marker `url(#m)` is drawn in itself",
        ),
        (
            MARKER.format("", "") + '<path d="M0 0A9 9 0 0 1 9 9" marker-mid="url(#m)"/>',
            "markers along a path with arcs are not drawn",
        ),
    ],
)
def test_a_marker_that_cannot_be_drawn_is_told(body: str, message: str) -> None:
    assert message in gaps(body)


@pytest.mark.parametrize("said", ['marker-end="none"', 'marker=""', 'style="marker:none"'])
def test_no_marker_is_no_gap(said: str) -> None:
    assert gaps(f'<path d="M9 9H20" stroke="red" {said}/>') == []


def test_a_mistake_in_a_marker_has_the_place_of_the_marker() -> None:
    body = '<path d="M0 0H9" marker-end="url(#m)"/>\n<marker id="m" refX="far"/>'
    with pytest.raises(DrawingError, match="on line 2, in `<marker>`: `far` is no length"):
        read_drawing(svg(body, BOX))
