"""What a transform of a style turns its element about, and in which units."""

import pytest

from cardgen.svg.drawing import read_drawing
from tests.unit.svg.test_drawing import boxes, drawn, gaps, svg

BOX = 'viewBox="0 0 40 40" width="40pt" height="40pt"'
RECT = '<rect x="4" y="8" width="8" height="4" {}/>'


@pytest.mark.parametrize(
    ("style", "box"),
    [
        ("transform:scale(.5);transform-origin:4px 8px", (4, 8, 4, 2)),
        ("transform:scale(.5);transform-origin:50% 50%", (12, 14, 4, 2)),
        ("transform:scale(.5);transform-origin:center;transform-box:fill-box", (6, 9, 4, 2)),
        ("transform:scale(.5);transform-origin:bottom right;transform-box:fill-box", (8, 10, 4, 2)),
        ("transform:scaleX(-1);transform-origin:50% 0;transform-box:view-box", (28, 8, 8, 4)),
        ("transform:rotate(.25turn);transform-origin:center;transform-box:fill-box", (6, 6, 4, 8)),
        ("transform:rotate(100grad);transform-origin:8px 10px", (6, 6, 4, 8)),
        ("transform:translate(50%, 100%);transform-box:fill-box", (8, 12, 8, 4)),
        ("transform:translateX(10%) translateY(1in) translateZ(0)", (8, 104, 8, 4)),
    ],
)
def test_a_transform_turns_about_its_origin(style: str, box: tuple[float, ...]) -> None:
    assert gaps(RECT.format(f'style="{style}"')) == []
    items = read_drawing(svg(RECT.format(f'style="{style}"'), BOX))[0].items
    left, top, width, height = box
    assert boxes(items)[0] == pytest.approx((left, top, left + width, top + height))


def test_an_origin_is_for_a_transform_that_is_an_attribute_too() -> None:
    items = drawn(RECT.format('transform="rotate(90)" transform-origin="8 10"'), BOX)
    assert boxes(items)[0] == pytest.approx((6, 6, 10, 14))


def test_a_group_turns_about_the_box_of_what_is_in_it() -> None:
    style = 'style="transform:rotate(180deg);transform-origin:center;transform-box:fill-box"'
    body = f'<g {style}><rect width="4" height="4"/><rect x="4" width="8" height="8"/></g>'
    assert boxes(drawn(body, BOX)) == [
        pytest.approx((8, 4, 12, 8)),
        pytest.approx((0, 0, 8, 8)),
    ]


def test_what_is_in_a_clip_path_turns_about_its_own_box() -> None:
    style = 'style="transform:scale(.5);transform-origin:center;transform-box:fill-box"'
    body = f'<clipPath id="c">{RECT.format(style)}</clipPath>'
    (group,) = drawn(f'{body}<rect width="40" height="40" clip-path="url(#c)"/>', BOX)
    assert (group.clip[0].x, group.clip[0].y) == pytest.approx((6, 9))  # type: ignore[union-attr,index]


def test_the_box_of_lines_is_told_to_be_that_of_areas() -> None:
    style = "transform:scale(.5);transform-box:stroke-box;transform-origin:center"
    assert gaps(RECT.format(f'stroke="red" style="{style}"')) == [
        "the transform-box `stroke-box` is taken to be `fill-box`"
    ]


def test_an_origin_that_cannot_be_read_is_told() -> None:
    style = "transform:scale(.5);transform-origin:1 2 3 4"
    assert gaps(RECT.format(f'style="{style}"')) == [
        "the transform-origin `1 2 3 4` is not `x y`; it is left out"
    ]
