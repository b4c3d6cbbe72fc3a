"""Papers as people type them."""

from __future__ import annotations

import pytest

from cardgen.targets.option_error import OptionError
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


@pytest.mark.parametrize(
    ("typed", "hint"),
    [
        ("8.5x11", "write its unit, as `8.5x11in`, which is `letter`"),
        ("210x297", "write its unit, as `210x297mm`, which is `a4`"),
        ("21 x 29.7", "write its unit, as `210x297mm`, which is `a4`"),
        ("13x19", "write its unit, as `13x19in`"),
    ],
)
def test_a_size_without_its_unit_is_told_the_paper_that_it_is(typed: str, hint: str) -> None:
    with pytest.raises(OptionError) as told:
        find_paper(typed)
    assert told.value.hint == hint
    find_paper(hint.split("`")[1])
