"""ARCHITECTURE.md names files and functions that are there, and its walk goes down."""

from __future__ import annotations

import ast
import re

import pytest

from tests.conftest import ROOT

PAGE = (ROOT / "ARCHITECTURE.md").read_text("utf-8")
STEP = re.compile(r"^( *)- `([\w/]+\.py):(\w+)`", re.MULTILINE)
WALK = STEP.findall(PAGE.partition("## The walk of one card")[2])
FILES = re.findall(r"`((?:[a-z_]+/)+[a-z_]+\.(?:py|json))", PAGE)
ROOMS = ("read", "bind", "layout", "text", "render", "check", "targets", "files")


def functions(file: str) -> set[str]:
    tree = ast.parse((ROOT / "cardgen" / file).read_text("utf-8"))
    return {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}


@pytest.mark.parametrize("file", sorted(set(FILES)))
def test_the_files_that_are_named_are_there(file: str) -> None:
    assert (ROOT / "cardgen" / file).is_file() or (ROOT / file).is_file()


@pytest.mark.parametrize(("file", "function"), [step[1:] for step in WALK])
def test_every_step_of_the_walk_is_a_function(file: str, function: str) -> None:
    assert function in functions(file)


def test_the_walk_goes_down_without_coming_back() -> None:
    """From the command line through the pipeline into the rooms of the phases, and from no room
    up into what drives it."""
    above: list[str] = []
    for indent, file, _ in WALK:
        depth = len(indent) // 2
        above[depth:] = [file.partition("/")[0]]
        drivers = [room for room in above if room in ("cli", "pipeline")]
        assert above[: len(drivers)] == drivers, above
        assert above[-1] in ("cli", "pipeline", *ROOMS)
    assert len(WALK) > 20
