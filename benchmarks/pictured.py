"""A game with a picture of its own on every card: what commands take for a card.

    python -m benchmarks.pictured [--cards 80]

Out     `pictured` of `benchmarks/results.json`, for `tools/performance_page.py`.

Pale pictures are painted at the size of a poker card with bleed at 300 dpi: soft shapes and some
grain, so that they pack as badly as paintings do. A third each is PNG, PNG with opacity, JPEG. All
begins with nothing kept. Processor time is that of all processes.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from pathlib import Path

import numpy as np
from PIL import Image

from benchmarks.measure import Peak, Took, cardgen, watch
from benchmarks.ratios import RESULTS, Playground
from benchmarks.scale import write_game

_GAME = "pictured"
_SIZE = 822, 1122
_GRAIN = 4
"""Levels by which a pixel may be lighter or darker than what is painted."""
COMMANDS: dict[str, tuple[str, ...]] = {
    "check": ("check", _GAME),
    "build": ("build", _GAME),
    "build -t pdfx4": ("build", _GAME, "-t", "pdfx4"),
}


def paint_picture(number: int) -> Image.Image:
    """A picture like no other; every third has corners that are cut away."""
    chance = np.random.default_rng(number)
    soft = Image.fromarray(chance.integers(215, 255, (28, 20, 3), dtype=np.uint8))
    painted = np.asarray(soft.resize(_SIZE, Image.Resampling.BICUBIC)).astype(np.int16)
    painted += chance.integers(-_GRAIN, _GRAIN + 1, painted.shape, dtype=np.int16)
    picture = Image.fromarray(painted.clip(0, 255).astype(np.uint8))
    if number % 3 == 1:
        solid = Image.new("L", _SIZE, 255)
        solid.paste(0, (0, 0, 40, 40))
        picture.putalpha(solid)
    return picture


def write_pictured(folder: Path, count: int) -> Path:
    """A game of `count` cards with a picture each."""
    write_game(folder, count)
    art = folder / "art"
    art.mkdir()
    layouts, table = folder / "layouts.yaml", folder / "cards.yaml"
    text = layouts.read_text("utf-8").replace("parchment.jpg", '"{{ art }}"', 1)
    layouts.write_text(text, "utf-8")
    rows = table.read_text("utf-8").splitlines()
    for number, row in enumerate(rows):
        name = f"{number:05d}.{'jpg' if number % 3 == 2 else 'png'}"
        paint_picture(number).save(art / name, quality=90)
        rows[number] = row.replace(", name:", f", art: art/{name}, name:", 1)
    table.write_text("".join(f"{row}\n" for row in rows), "utf-8")
    return folder


def measure_commands(folder: Path, cards: int) -> dict[str, object]:
    """What each command takes for a card, in milliseconds, and its peak of memory."""
    ground = Playground(folder)
    write_pictured(folder / "card_data" / _GAME, cards)
    found: dict[str, object] = {"cards": cards}
    for name, words in COMMANDS.items():
        took = ground.run_cold(*words)
        ground.clear()
        peak = watch(cardgen(*words), ground.folder, ground.environment)
        found[name] = summarize(took, peak, cards)
    return found


def summarize(took: Took, peak: Peak, cards: int) -> dict[str, float]:
    """Milliseconds a card, and megabytes."""
    wall, cpu = (round(1000 * time / cards, 1) for time in (took.wall, took.cpu))
    return {"wall_ms": wall, "cpu_ms": cpu, **peak.summary()}


def main() -> None:
    """Measure, and write what was found beside the other results."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.pictured")
    parser.add_argument("--cards", type=int, default=80)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        found = measure_commands(Path(folder), asked.cards)
    results = json.loads(RESULTS.read_text("utf-8"))
    results[_GAME] = found
    RESULTS.write_text(json.dumps(results, indent=1, ensure_ascii=False) + "\n", "utf-8")
    print(found)


if __name__ == "__main__":
    main()
