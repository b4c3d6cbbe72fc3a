"""`action.yml` and the workflow: what they call exists, and the page names every input."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.conftest import ROOT

ACTION: dict[str, Any] = yaml.safe_load((ROOT / "action.yml").read_text("utf-8"))


def test_the_page_names_every_input_with_its_default() -> None:
    page = (ROOT / "docs" / "ci.md").read_text("utf-8")
    rows = dict(re.findall(r"^\| `([\w-]+)` \| `([^`]+)` \|", page, re.MULTILINE))
    assert rows == {name: str(each["default"]) for name, each in ACTION["inputs"].items()}


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="its runners have a shell of their own")
def test_its_steps_check_a_game_and_say_where_the_gallery_is(tmp_path: Path) -> None:
    """Its shell steps after the installation, as a runner calls them."""
    steps = [one for one in ACTION["runs"]["steps"] if one.get("name") in ("Check", "Build")]
    assert len(steps) == 2
    said = tmp_path / "outputs"
    values = {name: str(each["default"]) for name, each in ACTION["inputs"].items()}
    values |= {"game": str(ROOT / "tests" / "data" / "games" / "german"), "strict": "true"}
    for step in steps:
        given = {
            name: re.sub(r"\$\{\{ inputs\.([\w-]+) \}\}", lambda m: values[m[1]], text)
            for name, text in step["env"].items()
        }
        path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
        env = {**os.environ, **given, "PATH": path, "GITHUB_OUTPUT": str(said)}
        run = subprocess.run(
            ["bash", "-e", "-c", step["run"]], cwd=tmp_path, env=env, capture_output=True, text=True
        )
        assert run.returncode == 0, run.stdout + run.stderr
    assert said.read_text("utf-8") == "gallery=output/german/gallery\n"


def test_the_workflow_runs_what_make_and_pyproject_have() -> None:
    text = (ROOT / ".github" / "workflows" / "test.yml").read_text("utf-8")
    makefile = (ROOT / "Makefile").read_text("utf-8")
    for rule in re.findall(r"run: make ([\w-]+)", text):
        assert re.search(rf"^{rule}:", makefile, re.MULTILINE), rule
    pythons = re.findall(r"Python :: (3\.\d+)", (ROOT / "pyproject.toml").read_text("utf-8"))
    assert all(f'"{version}"' in text for version in pythons)
