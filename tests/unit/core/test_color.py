"""Colors as designers type them, and the light they stand for."""

import ast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.core.color import (
    BLACK,
    LINEAR_LIGHT,
    WHITE,
    Color,
    contrast_ratio,
    decode_channel,
    is_hex,
    luminance,
    parse_hex,
)
from tests.conftest import ROOT
from tests.support.samples import law

channel = st.integers(0, 255)


def test_six_digits_are_two_a_channel() -> None:
    assert parse_hex("#a3262a") == Color(0xA3, 0x26, 0x2A)


def test_three_digits_are_doubled() -> None:
    assert parse_hex("#fa0") == parse_hex("#ffaa00")


def test_capitals_do_not_matter() -> None:
    assert parse_hex("#ABCDEF") == parse_hex("#abcdef")


@pytest.mark.parametrize("text", ["a3262a", "#a326", "#ggg", "#fff\n", " #fff", "#ffff", "", "red"])
def test_anything_else_is_no_colour(text: str) -> None:
    assert not is_hex(text)
    with pytest.raises(ValueError):
        parse_hex(text)


def test_units_run_from_0_to_1() -> None:
    assert Color(0, 51, 255).unit == (0, 51 / 255, 1)


@law
@given(channel, channel, channel)
def test_a_colour_reads_back_as_it_is_written(red: int, green: int, blue: int) -> None:
    color = Color(red, green, blue)
    assert parse_hex(str(color)) == color


# --- light ---------------------------------------------------------------------------------


def test_the_two_parts_of_the_curve_meet() -> None:
    """IEC 61966-2-1's own constants leave a step of 3e-8."""
    assert abs(decode_channel(0.04045) - decode_channel(0.0404500001)) < 1e-7
    assert (LINEAR_LIGHT[0], LINEAR_LIGHT[10], LINEAR_LIGHT[255]) == (0, 10 / 255 / 12.92, 1)
    assert abs(LINEAR_LIGHT[119] - 0.18447499) < 1e-8


def test_white_on_black_has_the_largest_contrast() -> None:
    assert (luminance(BLACK), luminance(WHITE)) == (0, 1)
    assert contrast_ratio(luminance(BLACK), luminance(WHITE)) == 21
    assert contrast_ratio(0.2, 0.2) == 1


def test_constants_of_color_and_of_arcs_are_written_once() -> None:
    """Copies of them came to differ: one had the curve's old threshold."""
    once = {"0.04045", "12.92", "0.03928", "0.0031308", "0.5522847498307936"}
    texts = {path: path.read_text("utf-8") for path in (ROOT / "cardgen").rglob("*.py")}
    found = [
        (ast.unparse(node), path.name)
        for path, text in texts.items()
        if any(number in text for number in once)
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Constant) and repr(node.value) in once
    ]
    assert sorted(found) == [
        ("0.04045", "color.py"),
        ("0.5522847498307936", "geometry.py"),
        ("12.92", "color.py"),
    ]
