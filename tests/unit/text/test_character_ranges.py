"""Sets of characters in which whole blocks of Unicode are."""

from __future__ import annotations

import re
import sys

import pytest

from cardgen.text.character_ranges import CharacterRanges

KANA = CharacterRanges("\u3041\u3096", "\u30a1\u30fa", "\u30fc", "\U0001b000\U0001b16f")


def test_it_holds_what_a_pattern_of_the_same_ranges_matches() -> None:
    pattern = re.compile("[\u3041-\u3096\u30a1-\u30fa\u30fc\U0001b000-\U0001b16f]")
    characters = [chr(code) for code in range(sys.maxunicode + 1)]
    assert [one for one in characters if one in KANA] == list(filter(pattern.match, characters))


@pytest.mark.parametrize(
    ("character", "held"),
    [("\u3040", False), ("\u3041", True), ("\u3096", True), ("\u3097", False), ("\u30fb", False),
     ("\u30fc", True), ("\u30fd", False), ("\U0001b16f", True), ("\U0001b170", False), ("", False)],
)  # fmt: skip
def test_a_range_goes_from_its_first_character_to_its_last(character: str, held: bool) -> None:
    assert (character in KANA) == held
