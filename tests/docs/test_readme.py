"""README's commands and samples do what README says."""

from __future__ import annotations

import re
import shlex
import shutil
from pathlib import Path

import pytest
import yaml

from cardgen.core.findings import Report
from cardgen.files.memory_game import MemoryGame
from cardgen.pipeline.inspection import check_game
from tests.conftest import ROOT
from tests.support.commands import run_cardgen
from tests.support.workbooks import workbook

README = (ROOT / "README.md").read_text("utf-8")
BLOCKS = re.findall(r"```(\w+)\n(.*?)```", README, re.DOTALL)


def blocks(language: str) -> list[str]:
    return [text for name, text in BLOCKS if name == language]


def cardgen(folder: Path, *words: str) -> str:
    """What a command says that is right."""
    run = run_cardgen(*words, cwd=folder)
    assert run.returncode == 0, run.stdout + run.stderr
    return run.stdout


def test_the_quickstart_runs_as_it_is_written(tmp_path: Path) -> None:
    """Each `cardgen` line, in a folder outside the project that holds a spreadsheet."""
    lines = [line for text in blocks("sh") for line in text.splitlines()]
    commands = [shlex.split(line)[1:] for line in lines if line.startswith("cardgen ")]
    assert [command[0] for command in commands] == ["new", "check", "build", "new"]
    *_, from_table = commands
    assert from_table == ["new", "harbor", "--from", "table.xlsx"]
    rows = (("Name", "Qty", "Rule"), ("Crane", 2, "Unload a ship."), ("Pilot", 1, "Turn one."))
    (tmp_path / "table.xlsx").write_bytes(workbook(rows))
    for command in commands:
        cardgen(tmp_path, *command)
    assert "3 cards" in cardgen(tmp_path, "build", "harbor")
    assert len(list((tmp_path / "output/harbor/mpc/poker/fronts").iterdir())) == 3
    files = {path.name for path in (tmp_path / "output/lighthouse/mpc/poker").iterdir()}
    assert files == {"fronts", "backs", "fronts.pdf", "backs.pdf", "manifest.json", "ORDER.md"}


def test_the_make_targets_it_names_exist() -> None:
    makefile = (ROOT / "Makefile").read_text("utf-8")
    for target in re.findall(r"`?make (\w+)`?", README):
        assert re.search(rf"^{target}:", makefile, re.MULTILINE), target


def test_its_samples_make_a_game() -> None:
    cards, layouts = blocks("yaml")
    game = {
        "game": "Sample",
        "fonts": {
            "display": "fonts/Fraunces-SemiBold.ttf",
            "text": {
                "regular": "fonts/EBGaramond-Regular.ttf",
                "bold": "fonts/EBGaramond-Bold.ttf",
            },
        },
        "decks": {"main": {"cards": "cards.yaml", "size": "poker", "front": "front"}},
    }
    files = {"game.yaml": yaml.safe_dump(game), "cards.yaml": cards, "layouts.yaml": layouts}
    report = Report()
    checked = check_game(MemoryGame(files), report)
    assert report.findings == ()
    assert checked is not None
    assert checked.bound.total == 3


def test_the_finding_it_shows_is_what_cardgen_says(tmp_path: Path) -> None:
    shown = next(text for text in blocks("text") if text.startswith("error["))
    shutil.copytree(ROOT / "card_data" / "novelty", tmp_path / "card_data" / "novelty")
    letters = tmp_path / "card_data/novelty/letters.yaml"
    text = letters.read_text("utf-8")
    changed = text.replace("copies: 2, points: 1, mark: red", "copies: 1, points: 1, mark: red", 1)
    letters.write_text(changed, encoding="utf-8")
    run = run_cardgen("check", "novelty", cwd=tmp_path)
    assert shown.strip() in run.stdout


@pytest.mark.parametrize("link", re.findall(r"\]\(([^)]+)\)", README))
def test_what_it_links_to_exists(link: str) -> None:
    assert (ROOT / link).exists()


def test_it_names_every_command() -> None:
    help_text = cardgen(ROOT, "--help")
    for command in re.findall(r"^  (\w+)  ", help_text, re.MULTILINE):
        assert f"cardgen {command}" in README, command
