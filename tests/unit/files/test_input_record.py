"""Inputs are compared as they were when they were read."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

import pytest

from cardgen.files.disk_game import DiskGame
from cardgen.files.game_files import UnreadableError
from cardgen.files.input_record import is_as_recorded


@pytest.fixture
def game(tmp_path: Path) -> DiskGame:
    (tmp_path / "game.yaml").write_text("game: One\n", "utf-8")
    return DiskGame(tmp_path)


def is_current(game: DiskGame) -> bool:
    return all(is_as_recorded(path, state) for path, state in game.inputs.states.items())


def test_what_is_saved_after_it_was_read_is_a_change(game: DiskGame) -> None:
    game.text("game.yaml")
    assert is_current(game)
    (game.folder / "game.yaml").write_text("game: Two\n", "utf-8")
    assert not is_current(game)


def test_a_save_within_the_same_tick_of_the_clock_is_a_change(game: DiskGame) -> None:
    """Two contents of one size, and one time."""
    file = game.folder / "game.yaml"
    now = time.time() + 600  # however long this test is kept waiting, the file is new
    os.utime(file, (now, now))
    game.text("game.yaml")
    status = file.stat()
    file.write_text("game: Two\n", "utf-8")
    os.utime(file, ns=(status.st_atime_ns, status.st_mtime_ns))
    assert not is_current(game)


def test_an_old_file_is_not_read_to_be_known(
    game: DiskGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    later = time.time_ns() + 60_000_000_000
    monkeypatch.setattr(time, "time_ns", lambda: later)
    game.text("game.yaml")
    monkeypatch.setattr(Path, "read_bytes", lambda _: pytest.fail("it was read"))
    assert is_current(game)


def test_another_file_of_the_same_size_and_time_is_a_change(
    game: DiskGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As `cp -p` and unpacked archives leave it."""
    later = time.time_ns() + 60_000_000_000
    monkeypatch.setattr(time, "time_ns", lambda: later)
    file = game.folder / "game.yaml"
    game.text("game.yaml")
    status = file.stat()
    file.write_text("game: Two\n", "utf-8")
    os.utime(file, ns=(status.st_atime_ns, status.st_mtime_ns))
    assert not is_current(game)


def test_folders_that_changed_places_are_a_change(
    game: DiskGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Their files were unpacked within one tick of the clock, and are of one size."""
    tick = time.time_ns() - 60_000_000_000
    real = Path.stat

    def stat(path: Path, **how: bool) -> os.stat_result:
        found = real(path, **how)
        if path.suffix != ".svg":
            return found
        times = {"st_mtime_ns": tick, "st_ctime_ns": tick}
        return os.stat_result(tuple(found), {**times, "st_atime_ns": tick})

    monkeypatch.setattr(Path, "stat", stat)
    for name in ("art", "old"):
        (game.folder / name).mkdir()
        (game.folder / name / "fox.svg").write_text(f"<svg id='{name}'/>", "utf-8")
    game.asset("art/fox.svg")
    assert is_current(game)
    (game.folder / "art").rename(game.folder / "new")
    (game.folder / "old").rename(game.folder / "art")
    assert not is_current(game)


@pytest.mark.skipif(sys.platform == "win32", reason="links are for administrators")
def test_the_same_file_behind_a_link_is_a_change(game: DiskGame, tmp_path: Path) -> None:
    """It may lead to where the game must not read."""
    file = game.folder / "game.yaml"
    game.text("game.yaml")
    file.rename(tmp_path / "moved.yaml")
    file.symlink_to(tmp_path / "moved.yaml")
    assert not is_current(game)


@pytest.mark.skipif(sys.platform == "win32", reason="links are for administrators")
def test_the_same_files_in_a_folder_behind_a_link_are_a_change(
    game: DiskGame, tmp_path: Path
) -> None:
    (game.folder / "art").mkdir()
    (game.folder / "art" / "fox.svg").write_text("<svg/>", "utf-8")
    game.asset("art/fox.svg")
    assert is_current(game)
    (game.folder / "art").rename(tmp_path / "elsewhere")
    (game.folder / "art").symlink_to(tmp_path / "elsewhere")
    assert not is_current(game)


def test_a_touched_file_is_as_it_was(game: DiskGame) -> None:
    game.text("game.yaml")
    os.utime(game.folder / "game.yaml", (1, 1))
    assert is_current(game)


def test_a_file_read_in_two_states_is_never_as_it_was(game: DiskGame) -> None:
    """Whichever of the two lies there later, half of the run saw the other."""
    game.text("game.yaml")
    for name in ("Two", "One"):
        (game.folder / "game.yaml").write_text(f"game: {name}\n", "utf-8")
        game.text("game.yaml")
        assert not is_current(game)


def test_a_file_that_comes_after_it_was_looked_for_is_a_change(game: DiskGame) -> None:
    assert not game.exists("layouts.yaml")
    with pytest.raises(UnreadableError):
        game.asset("velvet.jpg")
    assert is_current(game)
    (game.folder / "velvet.jpg").write_bytes(b"a picture")
    assert not is_current(game)


def test_a_folder_of_pictures_that_is_gone_is_a_change(tmp_path: Path) -> None:
    """Nothing was found in it; now the picture is in a folder further away."""
    (tmp_path / "shelf" / "one").mkdir(parents=True)
    for folder in (tmp_path, tmp_path / "shelf"):
        (folder / "textures").mkdir()
    game = DiskGame(tmp_path / "shelf" / "one")
    with pytest.raises(UnreadableError):
        game.asset("fox.svg")
    assert is_current(game)
    (tmp_path / "shelf" / "textures").rename(tmp_path / "shelf" / "old")
    (tmp_path / "textures" / "fox.svg").write_text("<svg/>", "utf-8")
    assert not is_current(game)


def test_a_file_that_was_there_and_then_read_counts_as_it_was_read(game: DiskGame) -> None:
    assert game.exists("game.yaml")
    assert is_current(game)
    game.text("game.yaml")
    assert is_current(game)
    (game.folder / "game.yaml").unlink()
    assert not is_current(game)


def test_what_could_not_be_read_may_be_read_another_time(game: DiskGame) -> None:
    (game.folder / "large.txt").write_bytes(b" " * 8_000_001)
    with pytest.raises(UnreadableError):
        game.text("large.txt")
    assert not is_current(game)


def test_what_is_still_in_memory_counts_as_read(game: DiskGame) -> None:
    game.text("game.yaml")
    game.begin_record(game.inputs.states)
    assert is_current(game)
    (game.folder / "game.yaml").write_text("game: Two\n", "utf-8")
    game.text("game.yaml")
    assert not is_current(game), "half of the run is of the file as it was"


def test_a_new_record_knows_nothing_of_the_run_before(game: DiskGame) -> None:
    game.text("game.yaml")
    game.begin_record()
    assert game.inputs.states == {}
