"""What readers take for one character: Unicode's own test file, in full."""

from __future__ import annotations

import gzip
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.text.clusters import split_clusters
from cardgen.text.graphemes import split_graphemes
from tests.conftest import ROOT
from tests.support.samples import law

CASES = ROOT / "tests" / "data" / "unicode" / "GraphemeBreakTest.txt.gz"
"""GraphemeBreakTest.txt of Unicode 17.0.0, © 2025 Unicode, Inc., Unicode License v3."""


def cases() -> Iterator[list[str]]:
    """The clusters of each line of the file."""
    for line in gzip.decompress(CASES.read_bytes()).decode("utf-8").splitlines():
        marks = line.partition("#")[0].strip("÷ ")
        if marks:
            parts = (part.split("×") for part in marks.split("÷"))
            yield ["".join(chr(int(code, 16)) for code in part) for part in parts]


def test_unicode_s_own_cases_all_pass() -> None:
    found = list(cases())
    assert len(found) == 766
    wrong = [parts for parts in found if list(split_graphemes("".join(parts))) != parts]
    assert wrong == []


@pytest.mark.parametrize(
    "parts",
    [
        ["e\u0301", "t", "e\u0301"],
        ["क्ष", "त्रि", "य"],
        ["👩\u200d🚀", "👍🏽", "🇫🇷", "🇩🇪"],
        ["각", "\u1100\u1161\u11a8"],
        ["\r\n", "\n", "a"],
    ],
)
def test_letters_marks_flags_and_syllables_are_one(parts: list[str]) -> None:
    assert list(split_graphemes("".join(parts))) == parts


def test_codes_without_a_glyph_stay_with_what_they_follow() -> None:
    """One font has to draw them: a change of font at a soft hyphen would divide the word."""
    assert list(split_clusters("a\u00adb\u200bc")) == ["a\u00ad", "b\u200b", "c"]


@given(st.text(max_size=40))
@law
def test_nothing_is_lost(text: str) -> None:
    assert "".join(split_graphemes(text)) == text
    assert "".join(split_clusters(text)) == text
