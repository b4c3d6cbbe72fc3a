"""What stands in the place of a game's first file, and is none."""

import os
import sys
from pathlib import Path

import pytest

from cardgen.cli.find_game import find_game
from cardgen.cli.terminal import UsageError

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
