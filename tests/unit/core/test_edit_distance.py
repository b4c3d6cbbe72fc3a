from __future__ import annotations

import pytest

from cardgen.core import edit_distance
from cardgen.core.edit_distance import count_slips


@pytest.mark.parametrize(
    ("typed", "meant", "slips"),
    [
        ("title", "title", 0),
        ("titel", "title", 1),
        ("tile", "title", 1),
        ("titlle", "title", 1),
        ("titke", "title", 1),
        ("aaa", "aa", 1),
        ("", "abc", 3),
        ("cost", "copies", 4),
    ],
)
def test_a_swapped_missing_added_or_wrong_letter_is_one_slip(
    typed: str, meant: str, slips: int
) -> None:
    assert count_slips(typed, meant) == slips


def test_one_slip_in_a_long_text_is_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(edit_distance, "_MOST", 4)
    assert count_slips("x" * 50 + "ab" + "y" * 50, "x" * 50 + "ba" + "y" * 50) == 1


def test_long_texts_that_are_not_alike_are_not_compared_letter_by_letter() -> None:
    assert count_slips("ab" * 1_000_000, "cde" * 1_000_000) == 3_000_000
