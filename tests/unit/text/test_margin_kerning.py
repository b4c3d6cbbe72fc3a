"""What stands out at a line's ends is measured: punctuation, and a little of letters."""

from __future__ import annotations

import pytest

from cardgen.text.fonts import Face, open_face
from cardgen.text.margin_kerning import measure_protrusion
from tests.support.samples import font_bytes, garamond

FACES = ("EBGaramond-Regular.ttf", "EBGaramond-RegularItalic.ttf", "Fraunces-SemiBold.ttf")


def protrusion(character: str, face: Face | None = None, *, right: bool = True) -> float:
    own = face or garamond()
    return measure_protrusion(own, own.glyph(character), character, right=right, ends=right)


@pytest.mark.parametrize("name", FACES)
def test_small_signs_stand_out_by_most_of_their_width_in_any_font(name: str) -> None:
    face = open_face(font_bytes(name), name=name)
    for sign in ".,-’”":
        assert 0.45 < protrusion(sign, face) / face.advance(face.glyph(sign)) < 0.9, sign


@pytest.mark.parametrize("name", FACES)
def test_letters_stand_out_by_a_twentieth_of_an_em_at_most(name: str) -> None:
    face = open_face(font_bytes(name), name=name)
    found = [
        protrusion(letter, face, right=right) for letter in "AHTVWoilry7" for right in (True, False)
    ]
    assert min(found) >= 0
    assert max(found) <= 0.05


def test_letters_that_leave_blank_edges_stand_out_further_than_straight_ones() -> None:
    for open_letter in "TVWY":
        assert protrusion(open_letter, right=False) > 0.03
        assert protrusion(open_letter) > 0.03
    assert max(protrusion("H"), protrusion("H", right=False)) < 0.01
    assert protrusion("r") > protrusion("d")
    assert protrusion("L") > protrusion("L", right=False)


def test_signs_that_fill_their_height_stand_out_less() -> None:
    assert protrusion(".") > protrusion(":") > protrusion("!") > protrusion(")")


def test_a_dash_or_a_bullet_that_begins_a_line_stays_there() -> None:
    """It begins a speech or an entry; an opening quotation mark does not."""
    for sign in "—–•*":
        assert protrusion(sign, right=False) <= 0.05
    assert protrusion("“", right=False) > 0.2
    assert protrusion('"', right=False) > 0.2


def test_joined_letters_and_wide_ones_keep_their_places() -> None:
    glyph = garamond().glyph("T")
    for letter in "ب漢":
        assert measure_protrusion(garamond(), glyph, letter, right=True, ends=True) == 0


def test_a_glyph_without_ink_stays() -> None:
    assert protrusion(" ") == 0
