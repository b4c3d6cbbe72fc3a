"""Foil, varnish and white ink on a box: a flat box more for each, black where it is put."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pypdfium2 as pdfium

from cardgen.core.findings import Report
from cardgen.files.memory_game import MemoryGame
from cardgen.files.output_folder import replace_output
from cardgen.pipeline.inspection import check_game
from cardgen.targets.box.target import BoxTarget
from tests.support.target_runs import run_target

FILES = {
    "game.yaml": """\
game: Lantern
palette: {night: "#1f3a4d", glow: "#f0c060"}
fonts: {text: fonts/EBGaramond-Regular.ttf}
decks: {letters: {cards: letters.yaml, size: poker, front: card}}
boxes: {tuck: {holds: letters, panels: {front: front, back: card}}}
""",
    "layouts.yaml": """\
layouts:
  card: {bleed: [{shape: rectangle, fill: night}]}
  front:
    extends: card
    trim: [{shape: rectangle, fill: glow, finish: foil, at: center, width: 20mm, height: 30mm}]
""",
    "letters.yaml": "- {name: a, copies: 30}\n",
}


def built(folder: Path, **changed: str) -> Path:
    files = {**FILES, **{name.replace("_", "."): text for name, text in changed.items()}}
    found = check_game(MemoryGame(dict(files)), Report(), checks=())
    assert found is not None
    with replace_output(folder) as output:
        run_target(BoxTarget(), found.job(300, lambda *_: None), output)
    return folder


def black_share(file: Path) -> float:
    """How many square millimeters of the first page are black, more or less."""
    page = pdfium.PdfDocument(file)[0]
    pixels = page.render(scale=1).to_numpy()
    return float(np.sum(pixels.max(axis=2) < 60)) * (25.4 / 72) ** 2


def test_a_finish_has_a_page_of_its_own_black_where_it_is_put(tmp_path: Path) -> None:
    folder = built(tmp_path / "out")
    (box,) = json.loads((folder / "manifest.json").read_text("utf-8"))["boxes"]
    assert box["files"] == ["tuck.pdf", "tuck.svg", "tuck.dxf", "tuck-foil.pdf"]
    assert 600 < black_share(folder / "tuck-foil.pdf") < 640  # 20 × 30 mm, and the notes
    assert "| `tuck-foil.pdf` | black where" in (folder / "BOX.md").read_text("utf-8")
    sizes = {tuple(pdfium.PdfDocument(folder / f)[0].get_size()) for f in box["files"][::3]}
    assert len(sizes) == 1, "one lies on the other"


def test_a_box_without_a_finish_has_no_such_page(tmp_path: Path) -> None:
    folder = built(
        tmp_path / "out", layouts_yaml=FILES["layouts.yaml"].replace("finish: foil, ", "")
    )
    assert not list(folder.glob("tuck-*"))
