"""A check after one edited card: a game of many cards beside Novelty.

    python -m benchmarks.large_edit [--cards 10000] [--rounds 3]

Out     `large_edit` of `benchmarks/results.json`, for `tools/performance_page.py`.

Both games are checked once with nothing kept; then a card of either is edited and checked, in
turns. Processor time is that of all processes.
"""

from __future__ import annotations

import argparse
import json
import statistics
import tempfile
from pathlib import Path

from benchmarks.ratios import RESULTS, Playground
from benchmarks.scale import write_game

_MANY = "many"


def edit_card(table: Path, number: int) -> None:
    """Give one card in the middle of a generated game another name."""
    rows = table.read_text("utf-8").splitlines(keepends=True)
    row = rows[len(rows) // 2]
    rows[len(rows) // 2] = row.replace("name: ", f"name: Edit {number} ", 1)
    table.write_text("".join(rows), "utf-8")


def measure_edits(folder: Path, cards: int, rounds: int) -> dict[str, float]:
    """Median seconds of processor time of a check after an edit, and their ratio."""
    ground = Playground(folder)
    table = write_game(folder / "card_data" / _MANY, cards) / "cards.yaml"
    taken: dict[str, list[float]] = {"novelty": [], _MANY: []}
    for name in taken:
        ground.run("check", name)
    for number in range(rounds):
        ground.edit()
        edit_card(table, number)
        for name, times in taken.items():
            times.append(ground.run("check", name).cpu)
    found = {name: round(statistics.median(times), 2) for name, times in taken.items()}
    return {"cards": cards, **found, "ratio": round(found[_MANY] / found["novelty"], 1)}


def main() -> None:
    """Measure, and write what was found beside the other results."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.large_edit")
    parser.add_argument("--cards", type=int, default=10_000)
    parser.add_argument("--rounds", type=int, default=3)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        found = measure_edits(Path(folder), asked.cards, asked.rounds)
    results = json.loads(RESULTS.read_text("utf-8"))
    results["large_edit"] = found
    RESULTS.write_text(json.dumps(results, indent=1, ensure_ascii=False) + "\n", "utf-8")
    print(found)


if __name__ == "__main__":
    main()
