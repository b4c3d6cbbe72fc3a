"""What is saved while a game is built is in its next print: once, and where it is watched.

`tests/slow/test_saves.py` takes 300 random moments.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image

from cardgen.files import disk_game
from cardgen.pipeline.phase_cache import PhaseCache
from tests.support.saved_games import VERSIONS, SavedGame


@pytest.fixture
def saved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> SavedGame:
    monkeypatch.setenv("CARDGEN_CACHE", str(tmp_path / "cache"))
    return SavedGame(tmp_path)


@pytest.mark.parametrize("watched", [False, True])
@pytest.mark.parametrize("name", VERSIONS)
def test_a_save_after_any_read_is_in_the_next_print(
    saved: SavedGame, name: str, watched: bool, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    saved.watched = PhaseCache() if watched else None
    saved.build()
    read, left = disk_game._read, 0

    def read_and_save(file: Path, limit: int) -> bytes:
        nonlocal left
        data = read(file, limit)
        left -= 1
        if left == 0:
            saved.save(name)
        return data

    monkeypatch.setattr(disk_game, "_read", read_and_save)
    for moment in range(1, 6):  # three files, the font, and a file that was read before
        saved.save("cards.yaml")  # so that there is something to build
        left = moment
        saved.build()
        left = 0
        saved.build()
        assert saved.print() == saved.expected(tmp_path / f"fresh-{moment}"), moment
        assert saved.build().unchanged


def test_a_build_in_which_nothing_was_saved_is_not_done_again(saved: SavedGame) -> None:
    assert not saved.build().unchanged
    assert saved.build().unchanged


def test_a_save_within_the_tick_of_the_one_before_is_in_the_next_print(
    saved: SavedGame, tmp_path: Path
) -> None:
    saved.build()
    saved.save("cards.yaml")
    saved.build()
    saved.save("cards.yaml")
    saved.build()
    assert saved.print() == saved.expected(tmp_path / "fresh")


def test_a_picture_that_was_not_read_again_is_still_watched(
    saved: SavedGame, tmp_path: Path
) -> None:
    """Its card was bound two builds ago, and was taken from memory in the last one."""
    layouts = "layouts: {front: {bleed: [{picture: dot.png}]}}\n"
    (saved.folder / "layouts.yaml").write_text(layouts, "utf-8")
    game = VERSIONS["game.yaml"][0].replace("palette", "x-palette").replace("fonts", "x-fonts")
    lines = [line for line in game.splitlines() if not line.startswith("x-")]
    (saved.folder / "game.yaml").write_text("\n".join(lines), "utf-8")
    Image.new("RGB", (400, 600), "red").save(saved.folder / "dot.png")
    saved.watched = PhaseCache()
    saved.build()
    saved.save("cards.yaml")
    saved.build()
    Image.new("RGB", (400, 600), "blue").save(saved.folder / "dot.png")
    saved.build()
    assert saved.print() == saved.expected(tmp_path / "fresh")
