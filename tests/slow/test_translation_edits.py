"""Edits of Leftovers' translations and sources are found where they are, and lose no words."""

from __future__ import annotations

import pytest

from benchmarks.translations import try_edits

pytestmark = pytest.mark.slow


def test_sixty_random_edits_are_found_and_undone_without_loss() -> None:
    """`python -m benchmarks.translations` tries 300, and asks `msgfmt` too."""
    outcomes = list(try_edits(60, seed=20))
    assert [one for one in outcomes if one.fault] == []
    assert len({one.what for one in outcomes}) > 6
