"""A small game that is printed, edited, and printed again."""

from __future__ import annotations

import io
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from PIL import Image

from cardgen.core.findings import Report
from cardgen.files.memory_game import MemoryGame
from cardgen.pipeline.inspection import check_game
from cardgen.pipeline.print_sources import snapshot_checked
from cardgen.prints.snapshot import PrintSnapshot

Row = dict[str, Any]

LAYOUTS = """\
layouts:
  front:
    bleed:
      - {shape: rectangle, fill: paper}
    safe:
      - {text: "{{ name }}", font: text, size: 12pt, height: 10mm}
      - {text: "{{ rule }}", font: text, size: 9pt, height: 30mm}
      - {picture: "{{ art }}", width: 10mm, height: 10mm}
      - {text: Printed for the table, font: text, size: 7pt}
  back:
    bleed:
      - {shape: rectangle, fill: ink}
"""
ROWS: tuple[Row, ...] = tuple(
    {"id": name, "name": name.title(), "rule": rule, "art": "one.png", "copies": copies}
    for name, rule, copies in (
        ("mole", "Dig a tunnel to any card on the table.", 2),
        ("heron", "Take one fish out of the pond.", 1),
        ("otter", "Swap two cards in your hand for new ones.", 3),
        ("stoat", "Look at the next card of the draw pile.", 1),
        ("crane", "Both of your neighbors give you a card.", 2),
    )
)


def picture(level: int) -> bytes:
    """A gray picture."""
    out = io.BytesIO()
    Image.new("RGB", (150, 150), (level, level, level)).save(out, "PNG")
    return out.getvalue()


def game_files(
    rows: Sequence[Row] = ROWS,
    *,
    layouts: str = LAYOUTS,
    art: int = 90,
    font: str = "fonts/EBGaramond-Regular.ttf",
    size: Mapping[str, Any] | None = None,
) -> dict[str, str | bytes]:
    """The files of the game; its cards are poker cards, or of a `size` of its own."""
    game: dict[str, Any] = {
        "game": "Small Zoo",
        "palette": {"ink": "#202020", "paper": "#f4f0e8"},
        "fonts": {"text": font},
        "decks": {
            "beasts": {
                "cards": "beasts.yaml",
                "size": "own" if size else "poker",
                "front": "front",
                "back": "back",
                "id": "{{ id }}",
            }
        },
    }
    if size:
        game["sizes"] = {"own": size}
    lines = "".join(f"- {json.dumps(row)}\n" for row in rows)
    return {
        "game.yaml": json.dumps(game),
        "layouts.yaml": layouts,
        "beasts.yaml": lines,
        "one.png": picture(art),
    }


def snapshot(label: str = "now", **changes: Any) -> PrintSnapshot:
    """The game laid out."""
    report = Report()
    checked = check_game(MemoryGame(game_files(**changes), "zoo"), report, checks=())
    assert checked is not None, [finding.message for finding in report.findings]
    return snapshot_checked(checked, label)


def write_game(folder: Path, **changes: Any) -> Path:
    """The game on disk."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in game_files(**changes).items():
        data = content if isinstance(content, bytes) else content.encode("utf-8")
        (folder / name).write_bytes(data)
    return folder
