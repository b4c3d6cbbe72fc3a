"""A letter and the marks on it are drawn by one font, or are a finding."""

from __future__ import annotations

import pytest

from cardgen.text.clusters import find_lacking, is_blank, split_clusters
from cardgen.text.fonts import Face, open_face
from tests.conftest import ROOT
from tests.support.samples import garamond


def hebrew() -> Face:
    file = ROOT / "tests" / "data" / "fonts" / "FrankRuhlLibre-subset.ttf"
    return open_face(file.read_bytes(), name="Hebrew")


@pytest.mark.parametrize(
    ("text", "parts"),
    [("ab", 2), ("x\u0331a", 2), ("בְּב", 2), ("कि", 1), ("a\u200db", 2), ("", 0), ("\u0301", 1)],
)
def test_marks_stay_with_their_letter(text: str, parts: int) -> None:
    found = list(split_clusters(text))
    assert len(found) == parts
    assert "".join(found) == text


@pytest.mark.parametrize(
    ("cluster", "lacking"),
    [
        ("x\u20d7", "\u20d7"),
        ("e\u0301", ""),
        ("é", ""),
        ("x\u0331", ""),
        ("a\u05b0", "\u05b0"),
        ("a\u200d", ""),
        ("a\ufe0f", ""),
        ("漢", "漢"),
    ],
)
def test_a_font_lacks_the_marks_that_it_cannot_draw(cluster: str, lacking: str) -> None:
    assert find_lacking(garamond(), cluster) == lacking


def test_a_font_that_has_both_draws_both() -> None:
    assert find_lacking(hebrew(), "a\u05b0") == ""


def test_spaces_and_codes_without_a_glyph_fit_any_font() -> None:
    assert is_blank(" \u200b\u2069")
    assert not is_blank("\u0301")
