"""Saves are seen, and `build --watch` follows them."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from watchfiles import Change

from cardgen.cli.check_command import check_result, note_shared
from cardgen.files import watch
from cardgen.files.disk_game import DiskGame
from cardgen.files.output_swap import FILE_LIST
from cardgen.files.watch import iterate_saves, save_filter, watched_folders
from cardgen.pipeline.edition_checks import check_all
from tests.support.patience import SECONDS
from tests.support.previews import save, write_game


@pytest.fixture
def game(tmp_path: Path) -> Path:
    return write_game(tmp_path)


@pytest.mark.parametrize(
    ("path", "ours"),
    [
        ("beasts.yaml", True), ("pictures/fox.png", True), (".beasts.yaml.swp", False),
        ("beasts.yaml~", False), ("4913", False), (".git/index", False), (".cardgen/x", False),
        ("output/tiny/mpc/a.png", False), ("../../fonts/a.ttf", True), ("../other/a.yaml", False),
        ("../../build/a.png", False), ("check.log", False),
    ],
)  # fmt: skip
def test_only_what_a_game_may_show_is_a_save(game: Path, path: str, ours: bool) -> None:
    (game.parent.parent / "fonts").mkdir()
    file = (game / path).resolve()
    seen = save_filter(DiskGame(game), game.parent.parent / "build")
    assert seen(Change.modified, str(file)) is ours


def test_the_projects_fonts_and_textures_are_watched_too(game: Path) -> None:
    for name in ("fonts", "textures"):
        (game.parent.parent / name).mkdir()
    found = [folder.name for folder in watched_folders(DiskGame(game))]
    assert found == ["tiny", "fonts", "textures"]


def test_output_written_into_the_game_is_no_save(game: Path) -> None:
    seen = save_filter(DiskGame(game), game / "out")
    assert not seen(Change.added, str(game / "out" / "tiny" / "a.png"))


@pytest.mark.parametrize("output", ["", "..", "../.."])
def test_output_beside_the_tables_keeps_no_save_from_being_seen(game: Path, output: str) -> None:
    """With `build --watch -o .` nothing was."""
    folder = (game / output).resolve()
    made = folder / "tiny" / "mpc" / "poker" / "a.png"
    made.parent.mkdir(parents=True)
    (folder / "tiny" / "mpc" / FILE_LIST).write_text("", "utf-8")
    seen = save_filter(DiskGame(game), folder)
    assert seen(Change.modified, str(game / "beasts.yaml"))
    assert not seen(Change.added, str(made))
    assert not seen(Change.deleted, str(folder / "tiny" / "mpc"))


@pytest.mark.parametrize("stream", [1, 2])
def test_a_file_that_takes_what_is_said_is_no_save(
    game: Path, monkeypatch: pytest.MonkeyPatch, stream: int
) -> None:
    """`cardgen check --watch > told.txt` in the game's folder would check without end."""
    said, other = game / "told.txt", game / "cards.txt"
    said.write_text("", "utf-8")
    other.write_text("", "utf-8")
    real = os.fstat

    def fstat(number: int) -> os.stat_result:
        return said.stat() if number == stream else real(number)

    monkeypatch.setattr(os, "fstat", fstat)
    seen = save_filter(DiskGame(game))
    assert not seen(Change.modified, str(said))
    assert seen(Change.modified, str(other))


def test_a_save_of_many_files_is_told_of_once(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Files that come within a step of each other, however busy the machine is."""
    monkeypatch.setitem(watch._PACE, "step", 500)
    monkeypatch.setitem(watch._PACE, "debounce", 10_000)
    one, stop = DiskGame(game), threading.Event()
    end = threading.Timer(SECONDS, stop.set)
    end.start()
    found, quiet = [], 0
    for number, saved in enumerate(iterate_saves([one], game.parent / "output", stop)):
        if number == 0:  # saves are seen from now on
            for name in ("game", "layouts", "beasts", "coins"):
                file = game / f"{name}.yaml"
                file.write_text(file.read_text("utf-8") + "\n", "utf-8")
        elif saved:
            found.append(saved)
        else:
            quiet += bool(found)
        if quiet == 5:
            stop.set()
    end.cancel()
    assert found == [(one,)]


def test_a_folder_that_is_replaced_by_another_of_its_name_is_watched_anew(
    game: Path, tmp_path: Path
) -> None:
    """As by a checkout, or where a backup is restored."""
    one, stop, heard = DiskGame(game), threading.Event(), threading.Semaphore(0)
    watched = threading.Event()

    def listen() -> None:
        for saved in iterate_saves([one], tmp_path / "output", stop):
            watched.set()
            if saved:
                heard.release()

    listener = threading.Thread(target=listen)
    listener.start()
    try:
        assert watched.wait(SECONDS)
        copy = tmp_path / "copy"
        shutil.copytree(game, copy)
        shutil.rmtree(game)
        copy.rename(game)
        assert heard.acquire(timeout=SECONDS)
        file = game / "coins.yaml"
        end, number = time.monotonic() + SECONDS, 0
        while not heard.acquire(timeout=0.3):  # the watcher of the new folder is on its way
            assert time.monotonic() < end, "what is saved in the new folder is not seen"
            number += 1
            save(file, f"- {{name: Seven, legs: {number}}}\n")
    finally:
        stop.set()
        listener.join(timeout=SECONDS)


def share_layouts(game: Path) -> Path:
    """A file of the project that the layouts of a game include."""
    shared = game.parent.parent / "house.yaml"
    shared.write_text("styles: {rule: {font: text, size: 9pt}}\n", "utf-8")
    layouts = game / "layouts.yaml"
    save(layouts, f"include: ../../house.yaml\n{layouts.read_text('utf-8')}")
    return shared


@pytest.mark.parametrize("known", [False, True], ids=["read", "known from the last check"])
def test_an_included_file_beside_the_game_is_watched_as_it_was_read(
    game: Path, known: bool
) -> None:
    shared, one = share_layouts(game), DiskGame(game)
    if known:
        check_all(DiskGame(game))
    saves = iterate_saves([one], game.parent.parent / "output")
    next(saves)
    check_all(one)
    assert next(saves) == ()
    save(shared, "styles: {rule: {font: text, size: 10pt}}\n")
    assert next(saves) == (one,)
    assert next(saves) == (), "what is told once is not told again, though nobody read it"
    shared.unlink()
    assert next(saves) == (one,)


def test_each_game_is_told_of_a_file_that_several_include(game: Path) -> None:
    shared = share_layouts(game)
    games = [DiskGame(game), DiskGame(game)]
    saves = iterate_saves(games, game.parent.parent / "output")
    next(saves)
    for one in games:
        check_all(one)
    save(shared, "styles: {rule: {font: text, size: 10pt}}\n")
    assert next(saves) == tuple(games)


@pytest.mark.parametrize("named", [(), ("lux",)], ids=["all views", "an edition"])
def test_what_only_an_edition_includes_from_beside_the_game_is_watched(
    game: Path, monkeypatch: pytest.MonkeyPatch, named: tuple[str, ...]
) -> None:
    house = game.parent.parent / "house.yaml"
    house.write_text("styles: {large: {font: text, size: 9pt}}\n", "utf-8")
    save(game / "lux.yaml", "include: ../../house.yaml\nstyles: {rule: {font: text, size: 9pt}}\n")
    with (game / "game.yaml").open("a") as file:
        file.write("editions: {lux: {layouts: lux.yaml}}\n")
    monkeypatch.chdir(game.parent.parent)
    one = DiskGame(game)
    saves = iterate_saves([one], Path("output"))
    next(saves)
    note_shared(one, check_result(one, named, {}, folded=True)[1])
    assert next(saves) == ()
    save(house, "styles: {large: {font: text, size: 10pt}}\n")
    assert next(saves) == (one,)


def test_a_project_that_is_moved_away_and_comes_back_is_told(game: Path, tmp_path: Path) -> None:
    """Of a folder above the game the system tells nothing, and `check --watch` said nothing."""
    project, one = tmp_path / "project", DiskGame(tmp_path / "project" / "tiny")
    project.mkdir()
    game.rename(one.folder)
    saves = iterate_saves([one], tmp_path / "output")
    assert next(saves) == ()
    project.rename(tmp_path / "away")
    assert next(saves) == (one,)
    assert next(saves) == ()
    (tmp_path / "away").rename(project)
    assert next(saves) == (one,)


@contextmanager
def building(
    game: Path, *options: str
) -> Iterator[tuple[subprocess.Popen[str], Callable[[], str]]]:
    """`build --watch`, and its lines one by one."""
    command = [sys.executable, "-m", "cardgen", "build", str(game), "--watch", "-j", "1", *options]
    process = subprocess.Popen(
        command,
        cwd=game.parent.parent,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    assert process.stdout is not None
    out = process.stdout

    def until(*words: str) -> str:
        for line in out:
            if any(word in line for word in words):
                return line
        raise AssertionError("it ended")

    watchdog = threading.Timer(SECONDS, process.kill)
    watchdog.start()
    try:
        yield process, lambda: until("→", "nothing was written", "nothing has changed", "watching")
    finally:
        watchdog.cancel()
        if process.poll() is None:
            process.kill()
        process.wait()
        out.close()


def test_watching_builds_again_over_broken_files_and_ends_with_ctrl_c(game: Path) -> None:
    output = game.parent.parent / "output" / "tiny" / "mpc"
    beasts = game / "beasts.yaml"
    good = beasts.read_text("utf-8")
    with building(game) as (process, line):
        assert "9 cards as 18 PNGs" in line()
        assert line().startswith("watching tiny")
        kept = sorted(output.rglob("*.png"))
        save(beasts, good.replace("name: Crab, kind", "name: Crab kind: ["))
        assert "1 error" in line()
        assert sorted(output.rglob("*.png")) == kept
        save(beasts, good.replace("name: Crab", "name: Lobster"))
        assert "9 cards as 18 PNGs" in line()
        assert any("lobster" in file.name for file in output.rglob("*.png"))
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=SECONDS) == 0


@pytest.mark.slow
def test_watching_takes_the_same_targets_and_options(game: Path) -> None:
    with building(game, "-t", "sheets:paper=a4", "-o", "out") as (_, line):
        assert "A4" in line()
        assert line().startswith("watching")
        coins = game / "coins.yaml"
        save(coins, coins.read_text("utf-8").replace("copies: 4", "copies: 5"))
        assert "15 cards" in line()
    assert (game.parent.parent / "out" / "tiny" / "sheets" / "sheets.pdf").is_file()
