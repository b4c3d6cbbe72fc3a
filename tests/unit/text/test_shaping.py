"""Glyphs, their advances and the text they stand for."""

import io

import pytest
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen
from hypothesis import given
from hypothesis import strategies as st

from cardgen.text.fonts import MISSING, Face, open_face
from cardgen.text.shaping import GlyphIndex, Shaped, shape, split_scripts
from tests.support.processor_time import processor_time_below
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


# --- scripts -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "parts",
    [
        "plain text, 2 cards",
        "Ωmega и море 2",
        "Fox|कार्ड",
        "(Fox) |कार्ड, 2 |Owl",
        "שלום |fox",
        "森の狐 Fox",
        "ไพ่ 2 ใบ|fox",
    ],
)
def test_a_text_is_parted_where_its_script_changes(parts: str) -> None:
    assert "|".join(split_scripts(parts.replace("|", ""))) == parts


def square_face(characters: str) -> Face:
    """A font of square glyphs; a character's glyph is its place in the text, from 1 on."""
    names = [".notdef", *(f"u{ord(character):04X}" for character in characters)]
    pen = TTGlyphPen(None)
    pen.moveTo((0, 0))
    pen.lineTo((0, 500))
    pen.lineTo((500, 500))
    pen.closePath()
    builder = FontBuilder(1000, isTTF=True)
    builder.setupGlyphOrder(names)
    builder.setupCharacterMap(dict(zip(map(ord, characters), names[1:], strict=True)))
    builder.setupGlyf(dict.fromkeys(names, pen.glyph()))
    builder.setupHorizontalMetrics(dict.fromkeys(names, (600, 0)))
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupNameTable({"familyName": "Square"})
    builder.setupOS2()
    builder.setupPost()
    out = io.BytesIO()
    builder.font.save(out)
    return open_face(out.getvalue(), name="square.ttf")


def test_a_word_of_two_scripts_is_shaped_by_the_rules_of_each() -> None:
    """The vowel of कि stands before its letter, also where Latin letters are beside it."""
    face = square_face("Foxकि")
    assert [glyph.index for glyph in shape(face, "कि").glyphs] == [5, 4]
    assert [glyph.index for glyph in shape(face, "Foxकि").glyphs] == [1, 2, 3, 5, 4]
    assert [glyph.index for glyph in shape(face, "किFox").glyphs] == [5, 4, 1, 2, 3]


def test_each_letter_of_a_word_of_thousands_is_found_at_once() -> None:
    whole = Shaped(shape(garamond(), "(*" * 10).glyphs * 1_500, 1.0)
    index = GlyphIndex(whole)
    with processor_time_below(1):
        parts = [index.take(at, 1) for at in range(30_000)]
    assert tuple(glyph for part in parts for glyph in part.glyphs) == whole.glyphs
