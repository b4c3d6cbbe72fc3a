"""CSS variables in drawings."""

import pytest

from cardgen.core.color import Color
from cardgen.scene.items import Path
from cardgen.svg.color import CURRENT
from cardgen.svg.drawing import read_drawing
from tests.unit.svg.test_drawing import drawn, gaps, svg

RED, BLUE = Color(255, 0, 0), Color(0, 0, 255)
SHAPE = '<rect width="9" height="9" {}/>'


def fills(body: str, root: str = "") -> list[object]:
    """What the shapes are filled with; nothing may be told."""
    drawing, found = read_drawing(svg(body, f'viewBox="0 0 40 40" {root}'))
    assert found == ()
    return [item.fill for item in drawing.items if isinstance(item, Path)]


@pytest.mark.parametrize(
    ("root", "css", "shape"),
    [
        ("", ":root{--x:red}", 'fill="var(--x)"'),
        ("", "svg{--x:red}rect{fill:var( --x )}", ""),
        ('style="--x:red"', "", 'style="fill:var(--x)"'),
        ("", "", 'fill="var(--x, red)"'),
        ("", "", 'style="fill:var(--x,var(--y, rgb(255, 0, 0)))"'),
        ("", "svg{--r:255;--c:rgb(var(--r), 0, 0)}", 'fill="var(--c)"'),
        ("", "svg{--X:red;--x:blue}", 'fill="var(--X)"'),
        ("", "svg{--x:blue}", 'style="--x:red" fill="var(--x)"'),
        ("", "rect{--x:red!important}rect{--x:blue;fill:var(--x)}", ""),
        ("", "svg{--x:blue;fill:red}rect{--x:initial}", 'style="fill:var(--x)"'),
        ("", "svg{--a:var(--b, blue);--b:var(--a);fill:red}", 'fill="var(--c,)"'),
    ],
)
def test_a_variable_is_its_value(root: str, css: str, shape: str) -> None:
    assert fills(f"<style>{css}</style>{SHAPE.format(shape)}", root) == [RED]


def test_each_use_may_give_a_variable_another_value() -> None:
    part = '<defs><path id="p" d="M0 0h9v9" fill="var(--c, currentColor)"/></defs>'
    uses = '<use href="#p" style="--c:red"/><use href="#p" style="--c:blue"/><use href="#p"/>'
    assert fills(part + uses) == [RED, BLUE, CURRENT]


def test_variables_are_for_sizes_transforms_and_backgrounds_too() -> None:
    css = (
        "svg{--w:4;--t:translate(9px,9px)}rect{stroke:red;stroke-width:var(--w);transform:var(--t)}"
    )
    ground, shape = drawn(
        f"<style>{css}</style>{SHAPE.format('')}",
        'viewBox="0 0 40 40" style="--g:blue;background:var(--g)"',
    )
    assert isinstance(ground, Path)
    assert isinstance(shape, Path)
    assert ground.fill == BLUE
    assert shape.stroke is not None
    assert shape.stroke.width == pytest.approx(3)
    assert (shape.outline[0].x, shape.outline[0].y) == pytest.approx((6.75, 6.75))  # type: ignore[union-attr]


def test_a_variable_that_nothing_sets_is_told() -> None:
    assert gaps(SHAPE.format('fill="var(--x)"')) == [
        "the CSS variable `--x` is not set in the drawing"
    ]


def test_variables_that_are_set_and_not_used_are_no_gap() -> None:
    assert gaps("<style>*{--tw-ring:1;--tw-x:;}</style>" + SHAPE.format('fill="red"')) == []


def test_variables_that_multiply_are_as_if_they_were_not_set() -> None:
    chain = ";".join(f"--v{n}:var(--v{n + 1}) var(--v{n + 1})" for n in range(60))
    css = f"svg{{fill:red;{chain};--v60:blue}}rect{{fill:var(--v0)}}"
    assert fills(f"<style>{css}</style>{SHAPE.format('')}") == [RED]
