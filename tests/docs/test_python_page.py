"""docs/python.md and its notebook run as they are written."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest

import cardgen
from tests.conftest import NOVELTY, ROOT

PAGE = (ROOT / "docs" / "python.md").read_text("utf-8")
NOTEBOOKS = sorted((ROOT / "docs" / "notebooks").glob("*.ipynb"))


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project of the shipped game, from which the page's code is run."""
    for name in ("fonts", "textures"):
        (tmp_path / name).symlink_to(ROOT / name)
    shutil.copytree(NOVELTY, tmp_path / "card_data" / "novelty")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.slow
def test_the_page_runs_from_top_to_bottom(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    names: dict[str, Any] = {}
    for block in re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL):
        exec(block, names)
    said = capsys.readouterr().out
    assert "letters poker" in said
    assert (project / "a.png").is_file()
    assert (project / "prints" / "trade" / "sheets").is_dir()
    assert "nmae" in said


def test_the_page_names_everything_that_cardgen_exports() -> None:
    exported = {name for name in cardgen.__all__ if not name.startswith("_")} - {"Card", "Deck"}
    assert all(re.search(rf"\b{name}\b", PAGE) for name in exported)


@pytest.mark.parametrize("file", NOTEBOOKS, ids=lambda file: file.stem)
def test_every_cell_of_a_notebook_runs(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As a kernel would run them; the last value of a cell is what it would show."""
    monkeypatch.chdir(tmp_path)
    cells = json.loads(file.read_text("utf-8"))["cells"]
    names: dict[str, Any] = {}
    shown = []
    for cell in cells:
        if cell["cell_type"] == "code":
            assert cell["outputs"] == [], "outputs are not kept in the repository"
            *lines, last = "".join(cell["source"]).split("\n")
            exec("\n".join(lines), names)
            shown.append(eval(last, names))
    assert shown[0]._repr_png_().startswith(b"\x89PNG")
    assert shown[1] == []
    assert shown[2].size == (411, 561)
    assert "2 " in shown[3] or "4 cards" in shown[3]
