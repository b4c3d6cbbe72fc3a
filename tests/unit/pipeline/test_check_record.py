"""A check of a game in which nothing has changed says what the last one found, and runs nothing."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from cardgen.cache import plugin_code
from cardgen.cache.entry_points import EntryPoint
from cardgen.cache.project_cache import project_cache
from cardgen.files.disk_game import DiskGame
from cardgen.pipeline import inspection
from cardgen.pipeline.check_record import CheckResult, check_project
from cardgen.read.computed_fields import SettingError
from tests.support.saved_games import SavedGame


@pytest.fixture
def small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> SavedGame:
    monkeypatch.setenv("CARDGEN_CACHE", str(tmp_path / "cache"))
    return SavedGame(tmp_path / "above")


@pytest.fixture
def runs(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The games that went through the phases."""
    made: list[str] = []
    real = inspection.inspect_game

    def inspect(game: DiskGame, *given: object, **named: object) -> object:
        made.append(game.name)
        return real(game, *given, **named)  # type: ignore[arg-type]

    monkeypatch.setattr(inspection, "inspect_game", inspect)
    return made


def check(small: SavedGame, **settings: str) -> CheckResult:
    return check_project(DiskGame(small.folder), settings)


def test_a_second_check_runs_no_phase_and_says_the_same(small: SavedGame, runs: list[str]) -> None:
    (small.folder / "spare.txt").write_text("nobody reads this", "utf-8")
    (small.folder / "game.yaml").write_text(
        (small.folder / "game.yaml").read_text("utf-8").replace("{sand:", '{odd: "#123456", sand:')
    )
    first = check(small)
    assert [finding.code for finding in first.findings] == ["unused-color"]
    assert check(small) == first
    assert runs == ["saves"]


def test_errors_are_remembered_too(small: SavedGame, runs: list[str]) -> None:
    (small.folder / "cards.yaml").write_text("- {nome: One}\n", "utf-8")
    first = check(small)
    assert first.report.count("error")
    assert check(small) == first
    assert len(runs) == 1


@pytest.mark.parametrize("name", ["game.yaml", "cards.yaml", "layouts.yaml"])
def test_a_saved_file_is_checked_and_its_return_too(
    small: SavedGame, runs: list[str], name: str
) -> None:
    check(small)
    small.save(name)
    check(small)
    small.save(name)
    check(small)
    assert len(runs) == 3


def test_a_touched_file_of_the_same_bytes_is_no_change(small: SavedGame, runs: list[str]) -> None:
    check(small)
    for file in small.folder.iterdir():
        os.utime(file, (1, 1))
    check(small)
    assert len(runs) == 1


def test_a_file_that_was_missing_is_a_change(small: SavedGame, runs: list[str]) -> None:
    layouts = small.folder / "layouts.yaml"
    text = layouts.read_text("utf-8")
    layouts.write_text(text.replace("safe: [", "safe: [{picture: fox.png}, "), "utf-8")
    assert "missing-picture" in {finding.code for finding in check(small).findings}
    picture = Path(__file__).parents[3] / "textures"
    found = sorted(picture.rglob("*.png")) + sorted(picture.rglob("*.jpg"))
    (small.folder / "fox.png").write_bytes(found[0].read_bytes())
    assert "missing-picture" not in {finding.code for finding in check(small).findings}
    assert len(runs) == 2


@pytest.mark.parametrize("place", ["", ".."])
def test_a_nearer_folder_of_fonts_is_a_change(
    small: SavedGame, runs: list[str], place: str
) -> None:
    """The font that is there now comes before the one that comes with cardgen."""
    check(small)
    (small.folder / place / "fonts").mkdir()
    (small.folder / place / "fonts" / "EBGaramond-Regular.ttf").write_bytes(b"no font")
    assert check(small).report.count("error")
    assert len(runs) == 2


def test_constants_that_are_set_anew_are_part_of_what_is_asked(
    small: SavedGame, runs: list[str]
) -> None:
    game = (small.folder / "game.yaml").read_text("utf-8")
    (small.folder / "game.yaml").write_text(game + "vars: {bonus: 1}\n", "utf-8")
    check(small)
    check(small, bonus="2")
    assert len(runs) == 2
    with pytest.raises(SettingError):
        check(small, malus="2")


def test_a_harmed_record_is_made_anew(small: SavedGame, runs: list[str]) -> None:
    first = check(small)
    (record,) = (project_cache(DiskGame(small.folder).project) / "builds").iterdir()
    whole = record.read_bytes()
    other = whole.replace(b'"cards": 2', b'"cards": 3')
    assert other != whole
    for harm in (b"", b"{", b"[]", whole[:-40], b'{"program": 1}', other):
        record.write_bytes(harm)
        assert check(small) == first
    assert len(runs) == 7


def test_with_rules_of_others_a_game_is_checked_each_time(
    small: SavedGame, runs: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """They may look at more than the game."""
    entry = EntryPoint("late", "late_fox:LateFox", "cardgen.checks", "fox-rules")
    monkeypatch.setattr(plugin_code, "list_entry_points", lambda _: [entry])
    check(small)
    check(small)
    assert len(runs) == 2


def test_the_command_prints_the_same_twice_and_imports_no_phase(small: SavedGame) -> None:
    program = (
        "import sys; from cardgen.cli.application import app; app(standalone_mode=False); "
        "print(*sys.modules, file=sys.stderr)"
    )
    command = [sys.executable, "-c", program, "check", str(small.folder)]
    first, second = (
        subprocess.run(command, capture_output=True, text=True, check=True) for _ in range(2)
    )
    assert first.stdout == second.stdout
    assert "cardgen.pipeline.inspection" in first.stderr.split()
    heavy = {"cardgen.pipeline.inspection", "numpy", "reportlab", "PIL", "yaml", "jinja2", "rich"}
    assert not heavy.intersection(second.stderr.split())
