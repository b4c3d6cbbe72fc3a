"""The target `jumbo`, run as cardgen runs it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pypdfium2
import pytest

MM = 72 / 25.4


def run(*words: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "cardgen", *words]
    return subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("jumbo")
    made = run("new", "mygame", cwd=folder)
    assert made.returncode == 0, made.stderr
    return folder


def test_it_is_listed_with_its_package(place: Path) -> None:
    listed = run("targets", cwd=place).stdout
    assert "jumbo" in listed
    assert "(cardgen-jumbo 1.0)" in listed
    assert "backs" in run("targets", "jumbo", cwd=place).stdout


def test_each_card_is_a_page_of_the_paper(place: Path) -> None:
    built = run("build", "mygame", "-t", "jumbo:paper=a3,margin=5mm", cwd=place)
    assert built.returncode == 0, built.stderr
    folder = place / "output" / "mygame" / "jumbo"
    pages = json.loads((folder / "manifest.json").read_text("utf-8"))["pages"]
    with pypdfium2.PdfDocument(folder / "jumbo.pdf") as file:
        sizes = {tuple(round(side) for side in page.get_size()) for page in file}
        assert len(file) == len(pages)
    assert sizes == {(round(297 * MM), round(420 * MM))}


def test_a_margin_that_leaves_nothing_is_refused_before_anything_is_written(place: Path) -> None:
    built = run("build", "mygame", "-t", "jumbo:paper=4x6in,margin=60mm", cwd=place)
    assert built.returncode == 2
    assert "the margin leaves nothing of the paper; write a smaller `margin`" in built.stderr
