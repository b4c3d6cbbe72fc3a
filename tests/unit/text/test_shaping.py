"""Glyphs, their advances and the text they stand for."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.text.shaping import MISSING, Shaped, shape
from tests.support.samples import garamond, law

PLAIN = (("kern", 0), ("liga", 0), ("clig", 0), ("calt", 0), ("dlig", 0))


def shaped(text: str, *features: tuple[str, int]) -> Shaped:
    return shape(garamond(), text, features)


def texts(run: Shaped) -> list[str]:
    return [glyph.text for glyph in run.glyphs]


def test_each_glyph_stands_for_its_letter() -> None:
    assert texts(shaped("Box")) == ["B", "o", "x"]


def test_a_ligature_carries_its_letters() -> None:
    assert texts(shaped("fit", ("liga", 1))) == ["fi", "t"]


def test_a_ligature_that_is_switched_off_is_its_letters() -> None:
    assert texts(shaped("fit", *PLAIN)) == ["f", "i", "t"]


def test_a_pair_is_kerned() -> None:
    assert shaped("AV").width < shaped("AV", ("kern", 0)).width


def test_without_kerning_a_run_is_as_wide_as_its_letters() -> None:
    letters = [shaped(letter, *PLAIN).width for letter in "AVATAR"]
    assert shaped("AVATAR", *PLAIN).width == pytest.approx(sum(letters))


def test_small_capitals_are_other_glyphs_for_the_same_text() -> None:
    small, lower = shaped("ark", ("smcp", 1)), shaped("ark")
    assert texts(small) == texts(lower) == list("ark")
    assert not {g.index for g in small.glyphs} & {g.index for g in lower.glyphs}


def test_the_width_is_that_of_the_advances() -> None:
    run = shaped("Noah’s Ark")
    assert run.width == sum(glyph.advance for glyph in run.glyphs)


def test_widths_are_in_ems() -> None:
    assert 0.4 < shaped("n").width < 0.7


def test_a_letter_the_face_lacks_is_named() -> None:
    run = shaped("a狐b")
    assert run.missing == "狐"
    assert [glyph.index == MISSING for glyph in run.glyphs] == [False, True, False]


def test_an_accent_typed_after_its_letter_stays_with_it() -> None:
    run = shaped("e\u0301a")
    assert "".join(texts(run)) == "e\u0301a"
    assert texts(run)[0] == "e\u0301"


def test_a_run_from_right_to_left_stands_in_visual_order() -> None:
    run = shape(garamond(), "abc", rtl=True)
    assert texts(run) == ["c", "b", "a"]


@law
@given(st.text("abfilAVTo ’“é—1\u0301😀", min_size=1, max_size=12))
def test_the_texts_of_the_glyphs_are_the_text(text: str) -> None:
    assert "".join(texts(shaped(text))) == text


@law
@given(st.text("Bonx", min_size=1), st.text("Bonx", min_size=1))
def test_without_kerning_widths_add_up(one: str, other: str) -> None:
    apart = shaped(one, *PLAIN).width + shaped(other, *PLAIN).width
    assert shaped(one + other, *PLAIN).width == pytest.approx(apart)


def test_the_same_run_is_shaped_once() -> None:
    assert shaped("once") is shaped("once")
