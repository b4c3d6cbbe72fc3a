"""A link that the user names is followed, as everywhere; what it leads to stays what it was."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.test_commands import cardgen
from tests.support.printed_games import write_game

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="links need leave there")


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A game, and a folder elsewhere that `out` leads to."""
    write_game(tmp_path / "card_data" / "zoo")
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "out").symlink_to("elsewhere")
    return tmp_path


@pytest.mark.parametrize(
    ("command", "written"),
    [
        (("build", "zoo", "--dpi", "72", "-j", "1"), "zoo/mpc/poker/fronts.pdf"),
        (("build", "zoo", "-t", "data"), "zoo/data/cards.json"),
        (("build", "zoo", "-t", "data", "--only", "id == 'mole'"), "zoo/only/data/cards.json"),
        (("build", "zoo", "-t", "data", "--draft"), "zoo/draft/data/cards.json"),
        (("order", "zoo", "--dpi", "72"), "order/poker/fronts.pdf"),
        (("calibrate",), "calibration/calibration.pdf"),
    ],
)
def test_output_goes_where_a_named_link_leads(
    project: Path, command: tuple[str, ...], written: str
) -> None:
    run = cardgen(*command, "-o", "out", cwd=project)
    assert run.returncode == 0, run.stderr
    assert (project / "elsewhere" / written).is_file()
    assert (project / "out").is_symlink()
    assert not (project / "output").exists()


@pytest.mark.parametrize("style", ["human", "html"])
def test_a_comparison_is_written_into_the_file_that_a_named_link_leads_to(
    project: Path, style: str
) -> None:
    (project / "page").symlink_to("elsewhere/real")
    command = ("diff", "now", "now", "--game", "zoo", "--format", style, "-o", "page")
    for _ in range(2):
        assert cardgen(*command, cwd=project).returncode == 0
        assert (project / "page").is_symlink()
        assert (project / "elsewhere" / "real").stat().st_size > 20
    assert [file.name for file in (project / "elsewhere").iterdir()] == ["real"]


def test_a_comparison_is_written_into_a_named_pipe_and_the_pipe_stays(project: Path) -> None:
    os.mkfifo(project / "pipe")
    with subprocess.Popen(["cat", "pipe"], cwd=project, stdout=subprocess.PIPE) as reader:
        run = cardgen("diff", "now", "now", "--game", "zoo", "-o", "pipe", cwd=project)
        if run.returncode:
            reader.kill()  # it would wait for ever
        assert run.returncode == 0, run.stderr
        assert reader.stdout is not None
        assert b"Small Zoo: now" in reader.stdout.read()
    assert (project / "pipe").is_fifo()


@pytest.mark.parametrize("command", [("new", "out"), ("import", "t.csv", "out")])
def test_a_new_game_fills_the_empty_folder_that_a_named_link_leads_to(
    project: Path, command: tuple[str, ...]
) -> None:
    (project / "t.csv").write_text("name\nOne\n")
    run = cardgen(*command, cwd=project)
    assert run.returncode == 0, run.stderr
    assert (project / "out").is_symlink()
    assert (project / "elsewhere" / "game.yaml").is_file()
    assert cardgen("check", "out", cwd=project).returncode == 0


def test_translations_go_into_no_linked_folder_of_a_game(project: Path) -> None:
    folder = project / "card_data" / "zoo"
    (folder / "translations").symlink_to(project / "elsewhere")
    run = cardgen("translate", "extract", "zoo", cwd=project)
    assert run.returncode == 2
    assert run.stderr.rstrip() == (
        "cardgen: `translations` is a link, which is not followed; nothing was written"
    )
    assert not list((project / "elsewhere").iterdir())
