"""Gaps between Chinese or Japanese characters and letters of other scripts."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cardgen.bind.bound_texts import RichText, TextRun, TextSetting
from cardgen.core.color import Color
from cardgen.core.lengths import Length
from cardgen.layout.text.paragraph import set_text
from cardgen.layout.text.placed_text import PlacedRun, SetLine
from cardgen.layout.text.wide_joints import has_autospace
from cardgen.read.models.values import TextAlign
from cardgen.targets.shared.card_text import read_card_text
from cardgen.text.fonts import Face, open_face
from tests.unit.text.test_scripts import FONTS, copied_by_pdfium, copied_by_poppler
from tests.unit.text.test_vertical import card

SIZE = 10.0


def mincho() -> Face:
    return open_face(FONTS["japanese.woff2"].read_bytes(), name="japanese.woff2")


def set_line(text: str, align: TextAlign = "left", measure: float = 500.0) -> SetLine:
    return set_lines(text, align, measure)[0]


def set_lines(
    text: str, align: TextAlign = "left", measure: float = 500.0, *, autospace: bool = True
) -> tuple[SetLine, ...]:
    setting = TextSetting(
        mincho(), SIZE, SIZE, SIZE, 0.5, "none", Length(ems=1.5), align, "top", "ja",
        autospace=autospace,
    )  # fmt: skip
    run = TextRun(text, mincho(), Color(0, 0, 0))
    return set_text(RichText((((run,),),)), setting, SIZE, measure).lines


def widened(text: str, *, autospace: bool = True) -> float:
    """How much wider a line is than its characters by themselves, in ems."""
    plain = sum(set_line(character).width for character in text)
    return (set_lines(text, autospace=autospace)[0].width - plain) / SIZE


@pytest.mark.parametrize(
    ("text", "ems"),
    [
        ("札2枚", 0.5),
        ("札あ枚", 0.0),
        ("札A", 0.25),
        ("カA", 0.25),
        ("札。2", 0.0),
        ("札（2）枚", 0.0),
        ("札　2", 0.0),
        ("札２枚", 0.0),
        ("札ー2", 0.25),
    ],
)
def test_a_quarter_of_an_em_parts_scripts_but_not_signs(text: str, ems: float) -> None:
    assert widened(text) == pytest.approx(ems, abs=0.005)


def test_a_typed_space_takes_the_place_of_the_gap() -> None:
    narrow = set_line("道 道").width - 2 * SIZE
    assert set_line("札 2").width == pytest.approx(SIZE + set_line("2").width + narrow)


def test_hangul_and_wide_latin_letters_have_no_gap() -> None:
    assert not has_autospace("한", "A")
    assert not has_autospace("札", "Ａ")
    assert has_autospace("札", "é")
    assert has_autospace("я", "札")


def test_the_gap_can_be_turned_off() -> None:
    assert widened("札2枚", autospace=False) == pytest.approx(0.0, abs=0.005)
    assert card("札Word枚", "autospace: no").runs[2].glyphs[0].y < (
        card("札Word枚").runs[2].glyphs[0].y - 0.49 * SIZE
    )


def test_no_line_begins_or_ends_with_the_gap() -> None:
    first, second = set_lines("札枚山A", "right", 33.0)
    assert first.width == pytest.approx(30.0)
    assert second.width == pytest.approx(set_line("A").width)


def test_the_gap_shrinks_before_a_character_moves_to_the_next_line() -> None:
    natural = set_line("札枚A山森").width
    made = set_line("札枚A山森札枚", "justify", natural - 2.0)
    texts = "".join(
        glyph.text for part in made.parts if isinstance(part, PlacedRun) for glyph in part.glyphs
    )
    assert texts == "札枚A山森"


def test_a_gap_is_not_copied_as_a_space(tmp_path: Path) -> None:
    made = card("手札2枚Wordと10枚", "valign: top")
    for text in (
        copied_by_poppler(made.pdf, tmp_path),
        copied_by_pdfium(made.pdf),
    ):
        assert re.sub(r"[\r\n\f]", "", text).strip() == "手札2枚Wordと10枚"
    assert read_card_text(made.scene) == "手札2枚Wordと10枚"


def test_a_mark_or_selector_after_a_character_changes_no_gap() -> None:
    chosen = "\U000e0100"
    assert widened(f"道{chosen}森") == pytest.approx(0.0, abs=0.005)
    assert widened(f"道{chosen}A") == pytest.approx(0.25, abs=0.005)
