"""Where a line may end: Unicode's own test file, in full."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from itertools import pairwise

import pytest

from cardgen.text.line_breaking import find_line_breaks
from tests.conftest import ROOT

CASES = ROOT / "tests" / "data" / "unicode" / "LineBreakTest.txt.gz"
"""LineBreakTest.txt of Unicode 17.0.0, © 2025 Unicode, Inc., Unicode License v3."""


def cases() -> Iterator[tuple[str, tuple[int, ...]]]:
    """The texts of the file, and where a line may end in them."""
    for line in gzip.decompress(CASES.read_bytes()).decode("utf-8").splitlines():
        marks = line.partition("#")[0].split()
        if not marks:
            continue
        text, breaks = "", []
        for mark in marks:
            if mark == "÷":
                breaks.append(len(text))
            elif mark != "×":
                text += chr(int(mark, 16))
        yield text, tuple(at for at in breaks if 0 < at < len(text))


def test_unicode_s_own_cases_all_pass() -> None:
    found = list(cases())
    assert len(found) == 19338
    wrong = [text for text, breaks in found if find_line_breaks(text) != breaks]
    assert [[f"{ord(c):04X}" for c in text] for text in wrong] == []


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("Why ? Because !", "Why ? |Because !"),
        ("« Non » dit-il", "« Non » |dit-|il"),
        ("on 10/12/2024 at", "on |10/12/2024 |at"),
        ("see https://a.org/b-c?d=e", "see |https://|a.org/|b-|c?|d=e"),
        ("about $1,000.50 (more)", "about |$1,000.50 |(more)"),
        ("-5 to +10 %", "-5 |to |+10 |%"),
    ],
)
def test_a_line_never_begins_with_what_ends_or_ends_with_what_begins(text: str, parts: str) -> None:
    cut = [0, *find_line_breaks(text), len(text)]
    assert "|".join(text[a:b] for a, b in pairwise(cut)) == parts
