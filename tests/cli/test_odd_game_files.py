"""What stands in the place of a game's first file, and is none."""

import errno
import os
import sys
from pathlib import Path

import pytest

from cardgen.cli.find_game import find_game, list_games
from cardgen.cli.shortages import describe_shortage
from cardgen.cli.terminal import UsageError
from tests.support.commands import run_cardgen

posix = pytest.mark.skipif(sys.platform == "win32", reason="links and pipes of another system")


def refused(project: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(project)
    with pytest.raises(UsageError) as caught:
        find_game("trap")
    return str(caught.value)


@pytest.fixture
def place(tmp_path: Path) -> Path:
    folder = tmp_path / "card_data" / "trap"
    folder.mkdir(parents=True)
    return folder / "game.yaml"


def test_a_folder_by_the_name_of_the_game_file_is_told(
    tmp_path: Path, place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place.mkdir()
    assert refused(tmp_path, monkeypatch).startswith("`card_data/trap/game.yaml` is a folder")


@posix
@pytest.mark.parametrize("target", ["game.yaml", "nowhere.yaml"])
def test_a_game_file_that_is_a_link_to_nothing_is_told(
    target: str, tmp_path: Path, place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place.symlink_to(target)
    said = "`card_data/trap/game.yaml` is a link to a file that is not there"
    assert refused(tmp_path, monkeypatch).startswith(said)


@posix
def test_a_pipe_by_the_name_of_the_game_file_is_told(
    tmp_path: Path, place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    os.mkfifo(place)
    said = "`card_data/trap/game.yaml` is no regular file"
    assert refused(tmp_path, monkeypatch).startswith(said)


def deny(monkeypatch: pytest.MonkeyPatch, denied: str) -> None:
    """Let nobody look into folders of a name, not even who runs the tests as root."""
    known = Path.stat

    def stat(self: Path, *, follow_symlinks: bool = True) -> os.stat_result:
        if denied in self.parent.parts:
            raise PermissionError(errno.EACCES, "Permission denied", str(self))
        return known(self, follow_symlinks=follow_symlinks)

    monkeypatch.setattr(Path, "stat", stat)


def test_a_game_in_a_folder_that_may_not_be_opened_is_told(
    tmp_path: Path, place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place.write_text("game: Trap\n", "utf-8")
    deny(monkeypatch, "trap")
    said = "trap/game.yaml` cannot be read: its folder may not be opened"
    assert said in refused(tmp_path, monkeypatch)


def test_a_game_that_may_not_be_opened_is_not_left_out_of_all_games(
    tmp_path: Path, place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place.write_text("game: Trap\n", "utf-8")
    other = tmp_path / "card_data" / "fair" / "game.yaml"
    other.parent.mkdir()
    other.write_text("game: Fair\n", "utf-8")
    monkeypatch.chdir(tmp_path)
    deny(monkeypatch, "trap")
    assert [game.folder.name for game in list_games()] == ["fair", "trap"]


@pytest.mark.parametrize(
    "words", [("check",), ("build",), ("diff", "v1"), ("import", "{}", "x"), ("new", "x", "--from")]
)
def test_a_name_that_is_too_long_for_any_file_is_no_fault_of_the_program(
    words: tuple[str, ...], tmp_path: Path
) -> None:
    long = "a" * 300
    typed = [long if word == "{}" else word for word in words]
    ended = run_cardgen(*typed, *([long] if "{}" not in words else []), cwd=tmp_path)
    assert ended.returncode == 2
    assert "fault in cardgen" not in ended.stderr
    assert "too long" in ended.stderr


def test_what_the_system_denies_of_a_file_is_told_with_its_name() -> None:
    denied = PermissionError(errno.EACCES, "Permission denied", "out/game.yaml")
    assert describe_shortage(denied) == "`out/game.yaml` cannot be used: Permission denied"
