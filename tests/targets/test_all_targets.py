"""Every target of Novelty in one command; every file taken by a reader of its own kind."""

from __future__ import annotations

import csv
import io
import json
import os
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
import zipfile
from collections import Counter
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from ezdxf.filemanagement import readfile
from PIL import Image

from cardgen.targets.installed import target_names
from tests.conftest import NOVELTY
from tests.support.commands import run_cardgen
from tests.support.small_games import digests

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def everything(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("all")
    run = run_cardgen("build", NOVELTY, "-t", "all", "-o", folder, "--fresh")
    assert run.returncode == 0, run.stdout + run.stderr
    return folder / "novelty"


def picture(file: Path) -> None:
    with Image.open(file) as image:
        image.load()


def pdf(file: Path) -> None:
    with pikepdf.open(file) as opened:
        assert len(opened.pages) > 0
    checked = subprocess.run(["qpdf", "--check", file], capture_output=True, check=False)
    assert checked.returncode == 0, checked.stdout


def drawing(file: Path) -> None:
    assert ElementTree.parse(file).getroot().tag.endswith(("svg", "order"))


def cut(file: Path) -> None:
    opened: Any = readfile(file)
    assert not opened.audit().has_errors


def table(file: Path) -> None:
    rows = list(csv.reader(io.StringIO(file.read_text("utf-8-sig"))))
    assert len({len(row) for row in rows}) == 1


def package(file: Path) -> None:
    with zipfile.ZipFile(file) as opened:
        assert opened.testzip() is None


def page(file: Path) -> None:
    parser = HTMLParser()
    parser.feed(file.read_text("utf-8"))
    parser.close()


def words(file: Path) -> None:
    assert file.read_text("utf-8").startswith("# ")


READERS: dict[str, Callable[[Path], object]] = {
    ".png": picture, ".jpg": picture, ".webp": picture, ".pdf": pdf, ".svg": drawing,
    ".xml": drawing, ".dxf": cut, ".csv": table, ".pcio": package, ".html": page, ".md": words,
    ".json": lambda file: json.loads(file.read_text("utf-8")),
}  # fmt: skip


def test_every_target_writes_its_folder(everything: Path) -> None:
    assert {folder.name for folder in everything.iterdir()} == set(target_names())
    assert [
        name for name in target_names() if not list((everything / name).rglob("manifest.json"))
    ] == []


def test_no_file_is_of_a_kind_that_nobody_reads(everything: Path) -> None:
    files = [file for file in everything.rglob("*") if file.is_file()]
    kinds = Counter(file.suffix for file in files if file.name != ".cardgen-files")
    assert set(kinds) <= set(READERS)


@pytest.mark.parametrize("target", target_names())
def test_every_file_is_taken_by_its_own_reader(everything: Path, target: str) -> None:
    read: set[int] = set()
    for file in sorted((everything / target).rglob("*")):
        if file.is_file() and file.name != ".cardgen-files" and file.stat().st_ino not in read:
            read.add(file.stat().st_ino)
            READERS[file.suffix](file)
    assert read


def test_no_byte_depends_on_the_order_of_sets(tmp_path: Path) -> None:
    """Two processes that hash texts otherwise write the same files of all targets."""
    command = [sys.executable, "-m", "cardgen"]
    subprocess.run([*command, "new", "own"], cwd=tmp_path, check=True, capture_output=True)
    for seed in ("1", "2"):
        env = {
            **os.environ,
            "PYTHONHASHSEED": seed,
            "CARDGEN_CACHE": str(tmp_path / f"cache{seed}"),
        }
        asked = ["build", "own", "-t", "all", "--dpi", "72", "-j", "1", "-o", f"out{seed}"]
        subprocess.run([*command, *asked], cwd=tmp_path, env=env, check=True, capture_output=True)
    assert digests(tmp_path / "out1") == digests(tmp_path / "out2")
