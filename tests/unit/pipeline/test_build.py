"""A build goes through its phases once, and writes only what passed."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from cardgen.core.findings import Report
from cardgen.files.disk_game import DiskGame
from cardgen.pipeline import check_runs
from cardgen.pipeline.build import build_game
from cardgen.pipeline.build_request import BuildRequest
from cardgen.targets.contract import Target
from cardgen.targets.data.target import DataTarget
from cardgen.targets.mpc.target import MpcTarget
from tests.support.saved_games import SavedGame


@pytest.fixture
def small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> SavedGame:
    monkeypatch.setenv("CARDGEN_CACHE", str(tmp_path / "cache"))
    return SavedGame(tmp_path)


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What is called, in order: checks, and what targets plan and write."""
    made: list[str] = []

    def note(owner: Any, name: str, label: str) -> None:
        real = getattr(owner, name)

        def noted(*given: Any, **named: Any) -> Any:
            made.append(label)
            return real(*given, **named)

        monkeypatch.setattr(owner, name, noted)

    targets: tuple[type[Target[Any, Any]], ...] = (MpcTarget, DataTarget)
    for target in targets:
        note(target, "plan", f"plan {target.name}")
        note(target, "write", f"write {target.name}")
    note(check_runs, "run_checks", "check")
    return made


def request(small: SavedGame, *targets: str) -> BuildRequest:
    named: dict[str, dict[str, str]] = {name: {} for name in targets}
    return BuildRequest(targets=named, output=small.output, dpi=72, jobs=1)


@pytest.mark.parametrize("named", [(), ("mpc", "data")])
def test_every_target_is_planned_once(
    small: SavedGame, calls: list[str], named: tuple[str, ...]
) -> None:
    """Also one that the game names itself, with options."""
    game = (small.folder / "game.yaml").read_text("utf-8")
    (small.folder / "game.yaml").write_text(game + "build: [mpc, data]\n", "utf-8")
    build_game(DiskGame(small.folder), request(small, *named), Report())
    counts = Counter(calls)
    assert {name: counts[f"plan {name}"] for name in ("mpc", "data")} == {"mpc": 1, "data": 1}


def test_checks_come_before_anything_is_written(small: SavedGame, calls: list[str]) -> None:
    """What needs no pictures of the workers is written while these render."""
    build_game(DiskGame(small.folder), request(small, "mpc", "data"), Report())
    assert calls == ["plan mpc", "plan data", "check", "write data", "write mpc"]


def test_what_a_check_finds_leaves_the_output_alone(small: SavedGame, calls: list[str]) -> None:
    game = (small.folder / "game.yaml").read_text("utf-8")
    strict = game.replace('sand: "#eeddaa"', 'sand: "#eeddaa", spare: "#123456"')
    checks = "checks: [{code: unused-color, level: error}]\n"
    (small.folder / "game.yaml").write_text(strict + checks, "utf-8")
    report = Report()
    result = build_game(DiskGame(small.folder), request(small, "mpc"), report)
    assert result.written is None
    assert [finding.code for finding in report.findings] == ["unused-color"]
    assert not any(call.startswith("write") for call in calls)
    assert not small.output.exists()


def test_one_process_says_nothing_on_stderr(small: SavedGame) -> None:
    """PDFium complains of documents that are left open when a process ends."""
    words = ["build", str(small.folder), "-j", "1", "-o", str(small.output)]
    command = [sys.executable, "-m", "cardgen", *words]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (run.returncode, run.stderr) == (0, "")


FAULTS = {
    "a text": ("rules.md", "# Rules\n\nAsk {{ nobody }}.\n", ""),
    "an entry": ("rules.md", "# Rules\n", ", paper: [1]"),
    "a missing file": ("other.md", "# Rules\n", ""),
}


@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize(
    ("targets", "done"),
    [(("data",), ["data"]), (("booklet",), None), (("data", "booklet"), ["data", None])],
)
def test_an_error_in_a_booklet_stops_only_what_prints_booklets(
    small: SavedGame, fault: str, targets: tuple[str, ...], done: list[str | None] | None
) -> None:
    file, text, more = FAULTS[fault]
    (small.folder / file).write_text(text, "utf-8")
    with (small.folder / "game.yaml").open("a", encoding="utf-8") as game:
        game.write(f"booklets: {{rules: {{text: rules.md, page: a6{more}}}}}\n")
    report = Report()
    written = build_game(DiskGame(small.folder), request(small, *targets), report).written
    names = written and [one.folder.name if one.folder else None for one in written]
    assert names == done
    assert report.count("error")
    assert [one.faulty for one in written or ()] == [name is None for name in done or ()]


def test_an_error_in_a_card_stops_everything_beside_one_in_a_booklet(small: SavedGame) -> None:
    (small.folder / "rules.md").write_text("Ask {{ nobody }}.\n", "utf-8")
    (small.folder / "cards.yaml").write_text("- {name: One, copies: x}\n", "utf-8")
    with (small.folder / "game.yaml").open("a", encoding="utf-8") as game:
        game.write("booklets: {rules: {text: rules.md, page: a6}}\n")
    report = Report()
    assert build_game(DiskGame(small.folder), request(small, "data"), report).written is None
