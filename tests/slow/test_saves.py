"""300 saves at random moments of builds: each is in the next print."""

from __future__ import annotations

import random
import shutil
from pathlib import Path

import pytest

from cardgen.files.game_files import clock
from cardgen.pipeline.phase_cache import PhaseCache
from tests.support.saved_games import VERSIONS, SavedGame

FEW, MANY = 8, 150
"""Moments of builds one by one, and as many of a game that is watched."""


@pytest.mark.parametrize("moments", [FEW, pytest.param(MANY, marks=pytest.mark.slow)])
@pytest.mark.parametrize("watched", [False, True])
def test_a_save_at_any_moment_is_in_the_next_print(
    watched: bool, moments: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CARDGEN_CACHE", str(tmp_path / "cache"))
    saved, chance = SavedGame(tmp_path), random.Random(12)
    saved.watched = PhaseCache() if watched else None
    saved.build()
    saved.save("cards.yaml")
    started = clock()
    saved.build()
    lasts = clock() - started
    for moment in range(moments):
        saved.save("cards.yaml")
        saved.save_during_build(chance.choice(list(VERSIONS)), chance.uniform(0, lasts))
        saved.build()
        assert saved.print() == saved.expected(tmp_path / "fresh"), moment
        shutil.rmtree(tmp_path / "fresh")
