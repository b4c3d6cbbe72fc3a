"""All games of a project are built by two processes: what is written and said is the same."""

from __future__ import annotations

import os
import re
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from cardgen.cli import build_all
from cardgen.cli.build_command import BuildCommand
from cardgen.cli.terminal import UsageError
from cardgen.files.disk_game import DiskGame
from cardgen.pipeline.build_request import BuildRequest
from cardgen.shelf.index_page import ShelfPage
from tests.support.commands import run_cardgen
from tests.support.patience import SECONDS
from tests.support.previews import write_game

pytestmark = pytest.mark.skipif(
    not sys.platform.startswith("linux"), reason="no other system forks safely"
)
NAMES = ("ants", "bees", "crabs", "dodos")


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Four games, the third of them with an error."""
    tiny = write_game(tmp_path)
    for name in NAMES:
        game = tiny.with_name(name)
        game.mkdir()
        for file in tiny.iterdir():
            text = file.read_text("utf-8").replace("Tiny Beasts", f"Tiny {name}")
            (game / file.name).write_text(text, "utf-8")
    for file in tiny.iterdir():
        file.unlink()
    tiny.rmdir()
    broken = tiny.with_name("crabs") / "layouts.yaml"
    broken.write_text(broken.read_text("utf-8").replace("{{ kind }}", "{{ kynd }}"), "utf-8")
    monkeypatch.setattr(build_all, "can_fork", lambda: True)
    return tmp_path


def outputs(folder: Path) -> dict[str, bytes]:
    found = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in found}


def untimed(said: str) -> str:
    return re.sub(r"in [0-9.]+ s", "in no time", said)


def build(
    project: Path,
    monkeypatch: pytest.MonkeyPatch,
    build_one: Callable[[DiskGame], bool],
) -> list[bool]:
    """Build all games with another build of one."""

    def instead(game: DiskGame, _command: BuildCommand, *, shelf: ShelfPage) -> bool:
        shelf.fail(game, "it is only a test")
        return build_one(game)

    monkeypatch.setattr(build_all, "build_one", instead)
    games = [DiskGame(project / "card_data" / name) for name in NAMES]
    return build_all.build_all(games, BuildCommand(BuildRequest(output=project / "output")))


def test_two_processes_write_and_say_what_one_does(project: Path) -> None:
    alone = run_cardgen("build", "-j", "1", "--fresh", "-o", "alone", cwd=project)
    both = run_cardgen("build", "-j", "2", "--fresh", "-o", "both", cwd=project)
    assert "3 of 4 games built" in both.stdout
    assert both.stderr.count("error[") == 1
    assert untimed(both.stdout) == untimed(alone.stdout).replace("alone", "both")
    assert both.stderr == alone.stderr
    assert outputs(project / "both") == outputs(project / "alone")


def test_a_copy_of_the_process_builds_games_too(
    project: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each process waits for a game that the other has begun."""
    seen = project / "seen"
    seen.mkdir()

    def build_one(game: DiskGame) -> bool:
        (seen / str(os.getpid())).touch()
        until = time.monotonic() + SECONDS
        while len(list(seen.iterdir())) < 2 and time.monotonic() < until:
            time.sleep(0.01)
        print(game.name, os.getpid())
        print(f"aside: {game.name}", file=sys.stderr)
        return game.name != "crabs"

    assert build(project, monkeypatch, build_one) == [True, True, False, True]
    captured = capsys.readouterr()
    lines = [line.split() for line in captured.out.splitlines()[:4]]
    assert [name for name, _ in lines] == list(NAMES)
    assert len({process for _, process in lines}) == 2
    assert captured.err.split("aside: ")[1:] == [f"{name}\n" for name in NAMES]


def test_games_of_a_copy_that_ends_are_built_here(
    project: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    here, begun = os.getpid(), project / "begun"

    def build_one(game: DiskGame) -> bool:
        if os.getpid() != here:
            begun.touch()
            os._exit(1)
        until = time.monotonic() + SECONDS
        while not begun.exists() and time.monotonic() < until:
            time.sleep(0.01)
        print(game.name)
        return True

    assert build(project, monkeypatch, build_one) == [True] * 4
    assert begun.exists()
    assert capsys.readouterr().out.split()[:4] == list(NAMES)


def test_a_copy_that_is_not_wanted_any_more_cleans_up(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A fault of ours, raised as CARDGEN_DEBUG asks for, ends this process in the midst of it."""
    monkeypatch.setenv("CARDGEN_DEBUG", "1")
    here, begun, cleaned = os.getpid(), project / "begun", project / "cleaned"

    def build_one(_game: DiskGame) -> bool:
        until = time.monotonic() + SECONDS
        if os.getpid() == here:
            while not begun.exists() and time.monotonic() < until:
                time.sleep(0.01)
            raise ZeroDivisionError
        try:
            begun.touch()
            time.sleep(SECONDS)
        finally:
            cleaned.touch()
        return True

    with pytest.raises(ZeroDivisionError):
        build(project, monkeypatch, build_one)
    assert cleaned.exists()


def test_a_game_that_cannot_be_built_is_told_and_shown_in_its_place(
    project: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def build_one(game: DiskGame) -> bool:
        if game.name == "bees":
            raise UsageError("they are out")
        return True

    assert build(project, monkeypatch, build_one) == [True, False, True, True]
    assert capsys.readouterr().err == "cardgen: bees: they are out\n"
    assert "they are out" in (project / "output" / "index.html").read_text("utf-8")
