"""Where pikepdf is not installed, press targets say so and the others go on."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from importlib.machinery import ModuleSpec
from pathlib import Path

import pytest

from cardgen.targets.contract import UnsuitableError
from cardgen.targets.registry import find_target
from tests.conftest import ROOT
from tests.support.small_games import novelty

WITHOUT = """
import sys
sys.modules["pikepdf"] = None
import importlib.util
real = importlib.util.find_spec
importlib.util.find_spec = lambda name, *rest: None if name == "pikepdf" else real(name, *rest)
from cardgen.cli import run
run()
"""


@pytest.mark.parametrize("name", ["pdfx4", "drivethru"])
def test_a_press_target_says_which_package_it_needs(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = importlib.util.find_spec

    def find(wanted: str, package: str | None = None) -> ModuleSpec | None:
        return None if wanted == "pikepdf" else real(wanted, package)

    monkeypatch.setattr("cardgen.targets.press.press_faces.find_spec", find)
    target = find_target(name)
    with pytest.raises(UnsuitableError, match="needs the package pikepdf") as caught:
        target.plan(novelty(), target.read_options({}))
    assert "cardgen[press]" in caught.value.hint


@pytest.mark.slow
def test_all_targets_are_listed_and_built_but_those(tmp_path: Path) -> None:
    def cardgen(*words: str) -> str:
        command = [sys.executable, "-c", WITHOUT, *words]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        return done.stdout

    assert "pdfx4" in cardgen("targets")
    assert "spot" in cardgen("targets", "pdfx4")
    game = ROOT / "tests" / "data" / "games" / "german"
    said = cardgen("build", str(game), "-t", "all", "-o", str(tmp_path / "out"))
    assert "no pdfx4: `pdfx4` needs the package pikepdf" in said
    assert (tmp_path / "out" / "german" / "mpc").is_dir()
