"""Colours as designers type them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.core.color import Color, is_hex, parse_hex
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
