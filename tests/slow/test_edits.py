"""What is kept never lies: after random edits, reverts and touches all is as from nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.edits import try_edits


@pytest.mark.slow
def test_findings_and_files_after_random_edits_are_those_from_nothing(tmp_path: Path) -> None:
    steps = list(try_edits(tmp_path, count=15, seed=1120))
    assert len(steps) == 15
    assert [step for step in steps if step.differs] == []
