"""The PDF of a side is painted again where a page of it changed, and never otherwise: it is always
the file that a build from nothing writes."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from cardgen.core import forked_call
from cardgen.core.findings import Report
from cardgen.files.disk_game import DiskGame
from cardgen.layout.face.kept_layouts import KeptLayouts
from cardgen.pipeline.build import build_game
from cardgen.pipeline.build_request import BuildRequest
from cardgen.scene.items import Scene
from cardgen.targets.contract import Job
from cardgen.targets.mpc import side_pdf
from cardgen.targets.mpc.sides import OrderSide
from cardgen.targets.shared.print_slots import Order

GAME = """\
game: Sides
palette: {sand: "#eeddaa", ink: "#111111"}
fonts: {text: EBGaramond-Regular.ttf}
decks:
  cards: {cards: cards.yaml, size: mini, front: front, back: back}
"""
LAYOUTS = """\
layouts:
  front:
    safe: [{text: "{{ rule }}", font: text, size: 9pt, color: ink}]
  back:
    bleed: [{shape: rectangle, fill: sand}]
"""
CARDS = "- {name: Fox, rule: Runs, note: a}\n- {name: Owl, rule: Sits, note: b}\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CARDGEN_CACHE", str(tmp_path / "cache"))
    folder = tmp_path / "sides"
    folder.mkdir()
    for name, text in (("game", GAME), ("layouts", LAYOUTS), ("cards", CARDS)):
        (folder / f"{name}.yaml").write_text(text, "utf-8")
    return folder


@pytest.fixture
def painted(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The sides that were painted since it was cleared."""
    sides: list[str] = []
    real = side_pdf._paint

    def paint(job: Job, order: Order, side: OrderSide) -> bytes:
        sides.append(side.folder)
        return real(job, order, side)

    monkeypatch.setattr(side_pdf, "_paint", paint)
    return sides


def edit(folder: Path, name: str, old: str, new: str) -> None:
    file = folder / f"{name}.yaml"
    text = file.read_text("utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), "utf-8")


def build(folder: Path, *, jobs: int = 1, fresh: bool = False) -> dict[str, bytes]:
    """The PDFs that a build writes."""
    output = folder.parent / ("fresh" if fresh else "output")
    request = BuildRequest(targets={"mpc": {}}, output=output, jobs=jobs, fresh=fresh)
    assert build_game(DiskGame(folder), request, Report()).written
    return {file.name: file.read_bytes() for file in output.rglob("*.pdf")}


@pytest.mark.parametrize(
    ("name", "old", "new", "anew"),
    [
        ("cards", "Runs", "Walks", ["fronts"]),
        ("cards", "note: a", "note: c", []),
        ("layouts", "fill: sand", "fill: ink", ["backs"]),
        ("game", "#eeddaa", "#eeddab", ["backs"]),
        ("game", "#111111", "#222222", ["fronts"]),
        ("game", "game: Sides", "game: Other", ["fronts", "backs"]),
        ("game", "palette", "language: de\npalette", ["fronts", "backs"]),
        ("game", "  cards: {", "  others: {", ["fronts", "backs"]),
        ("game", ", back: back", "", []),
        ("cards", "name: Fox", "name: Vix", ["fronts", "backs"]),
        ("cards", "name: Owl", "name: Owl, copies: 2", ["fronts", "backs"]),
    ],
)
def test_a_side_is_painted_again_where_its_pages_change(
    folder: Path, painted: list[str], name: str, old: str, new: str, anew: list[str]
) -> None:
    build(folder)
    painted.clear()
    edit(folder, name, old, new)
    found = build(folder)
    assert painted == anew
    assert found == build(folder, fresh=True)


def test_a_kept_file_that_was_changed_is_painted_again(folder: Path, painted: list[str]) -> None:
    """The output is the very file that is kept: who edits it in place changes both."""
    first = build(folder)
    for file in (folder.parent / "output").rglob("*.pdf"):
        with file.open("r+b") as opened:
            opened.write(b"%XXX")
    painted.clear()
    assert build(folder) == first
    assert painted == ["fronts", "backs"]


def test_where_no_page_changed_no_scene_is_made(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = build(folder)
    edit(folder, "cards", "note: a", "note: c")

    def refuse(*_: object) -> Scene:
        raise AssertionError

    monkeypatch.setattr(KeptLayouts, "make_scene", refuse)
    assert build(folder) == first


@pytest.mark.parametrize("forks", [False, True])
def test_a_side_painted_in_a_copy_of_the_process_is_the_same(
    folder: Path, painted: list[str], monkeypatch: pytest.MonkeyPatch, forks: bool
) -> None:
    monkeypatch.setattr(forked_call, "can_fork", lambda: forks and sys.platform == "linux")
    build(folder, jobs=2)
    edit(folder, "cards", "Runs", "Walks")
    painted.clear()
    found = build(folder, jobs=2)
    assert painted == ([] if forks and sys.platform == "linux" else ["fronts"])
    assert found == build(folder, fresh=True)
