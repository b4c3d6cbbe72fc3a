"""Papers as people type them."""

from __future__ import annotations

import pytest

from cardgen.targets.shared.papers import find_paper


@pytest.mark.parametrize(
    ("typed", "key"),
    [
        ("8.5 x 11 in", "8.5x11in"),
        ("210 × 297 mm", "210x297mm"),
        ("100mm x 148mm", "100mmx148mm"),
        ("10 x 15", "10x15"),
    ],
)
def test_a_size_may_be_typed_with_blanks_and_a_times_sign(typed: str, key: str) -> None:
    paper = find_paper(typed)
    assert (paper.key, paper.extent) == (key, find_paper(key).extent)
