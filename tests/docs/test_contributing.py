"""CONTRIBUTING.md is true: its target runs, its cases are cases, what it names is there."""

from __future__ import annotations

import importlib
import json
import re
from pathlib import Path

import pytest

from tests.rules.test_cases import findings, listed, places, read_case
from tests.support.samples import ROOT
from tests.support.small_games import write, zoo

PAGE = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
PATHS = re.findall(r"`((?:cardgen|tests|tools|docs|examples|card_data)/[\w./-]*)`", PAGE)


def test_the_target_that_it_shows_writes_what_it_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = re.search(r"```python\n(.*?)```", PAGE, re.DOTALL)
    assert source is not None
    (tmp_path / "shown_in_contributing.py").write_text(source[1], "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    kind = importlib.import_module("shown_in_contributing").ListTarget
    write(kind(), tmp_path / "out", zoo())
    manifest = json.loads((tmp_path / "out" / "manifest.json").read_text("utf-8"))
    lines = (tmp_path / "out" / "cards.md").read_text("utf-8").splitlines()
    assert manifest["target"] == "list"
    assert manifest["cards"] == len(lines) - 2 > 0


def shown_cases() -> tuple[str, str]:
    """The two cases, which stand side by side."""
    block = re.search(r"```text\n(.*?)```", PAGE, re.DOTALL)
    assert block is not None
    lines = [line.removeprefix("   ") for line in block[1].splitlines()]
    middle = lines[0].index("expect: no")
    left = [line[:middle].rstrip() for line in lines]
    right = [line[middle:].rstrip() for line in lines]
    return "\n".join(left).rstrip() + "\n", "\n".join(right).rstrip() + "\n"


def test_the_cases_that_it_shows_are_true() -> None:
    fires, silent = (read_case("shown", text) for text in shown_cases())
    found = findings(fires.files)
    assert fires.place in places(found, fires.code), listed(found)
    assert silent.silent
    assert silent.code not in {finding.code for finding in findings(silent.files)}


@pytest.mark.parametrize("path", sorted(set(PATHS)))
def test_every_path_that_it_names_is_there(path: str) -> None:
    assert "NAME" in path or (ROOT / path).exists()
