"""ARCHITECTURE.md names files and functions that are there, and its walk goes down."""

from __future__ import annotations

import ast
import pkgutil
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from cardgen.cli import application
from tests.conftest import ROOT
from tests.rules.test_reading import GOOD
from tests.support.call_record import CallRecord, Function

PAGE = (ROOT / "ARCHITECTURE.md").read_text("utf-8")
STEP = re.compile(r"^( *)- `([\w/]+\.py):(\w+)`( \(in a worker\))?", re.MULTILINE)
WALK = STEP.findall(PAGE.partition("## The walk of one card")[2])
FILES = re.findall(r"`((?:[\w.-]+/)+(?:[\w-]+\.\w+)?)[:`]", PAGE)
NAMES = re.findall(r"`((?:[a-z]\w*\.)+\w+)(?:\(\))?`", PAGE)
ROOMS = ("read", "bind", "layout", "text", "render", "check", "targets", "files")


def functions(file: str) -> set[str]:
    tree = ast.parse((ROOT / "cardgen" / file).read_text("utf-8"))
    return {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}


@pytest.mark.parametrize("file", sorted(set(FILES)))
def test_the_files_that_are_named_are_there(file: str) -> None:
    assert (ROOT / "cardgen" / file).exists() or (ROOT / file).exists()


@pytest.mark.parametrize("name", sorted({n for n in NAMES if n.partition(".")[0] in ROOMS}))
def test_what_is_named_with_its_module_is_there(name: str) -> None:
    assert pkgutil.resolve_name(f"cardgen.{name}")


@pytest.mark.parametrize(("file", "function"), [step[1:3] for step in WALK])
def test_every_step_of_the_walk_is_a_function(file: str, function: str) -> None:
    assert function in functions(file)


def test_the_walk_goes_down_without_coming_back() -> None:
    """From the command line through the pipeline into the rooms of the phases, and from no room
    up into what drives it."""
    above: list[str] = []
    for indent, file, *_ in WALK:
        depth = len(indent) // 2
        above[depth:] = [file.partition("/")[0]]
        drivers = [room for room in above if room in ("cli", "pipeline")]
        assert above[: len(drivers)] == drivers, above
        assert above[-1] in ("cli", "pipeline", *ROOMS)
    assert len(WALK) > 20


def test_a_build_takes_the_walk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each step is called while the one above it waits; what is done in workers is seen in a
    build that has none. The words are this test's own, as texts that another test has set in
    this process are not measured again."""
    game = tmp_path / "game"
    game.mkdir()
    for name, text in GOOD.items():
        words_of_its_own = text.replace("Fox", "Vole").replace("Take a card", "Walk a mile")
        (game / name).write_text(words_of_its_own, "utf-8")
    calls = CallRecord(ROOT / "cardgen", {(file, function) for _, file, function, _ in WALK})
    for workers in "12":
        monkeypatch.setenv("CARDGEN_CACHE", str(tmp_path / f"cache{workers}"))
        words = ["build", str(game), "-o", str(tmp_path / "out"), "-j", workers, "--fresh"]
        with calls.watch():
            run = CliRunner().invoke(application.app, words)
        assert run.exit_code == 0, run.output
    assert [step for step in list_steps_above() if not calls.saw(*step)] == []


def list_steps_above() -> list[tuple[Function, Function | None]]:
    """Each step of the walk, and the one that calls it; None where that is another process."""
    found: list[tuple[Function, Function | None]] = []
    above: list[Function] = []
    for indent, file, function, in_worker in WALK:
        depth = len(indent) // 2
        above[depth:] = [(file, function)]
        found.append((above[-1], None if in_worker or not depth else above[-2]))
    return found
