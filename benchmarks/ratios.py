"""What commands cost beside a cold build of Novelty: ratios of processor time and of wall time.

    python -m benchmarks.ratios [--rounds N]

Out     `ratios` of `benchmarks/results.json`, for `tools/performance_page.py`.

Each command is paired with a cold build right before it. Processor time (user and system, of all
processes) differs little where others are at work on the machine, wall time much: it says something
of a quiet machine only, and there how well the cores are used.
"""

from __future__ import annotations

import argparse
import json
import shutil
import statistics
import tempfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct

from benchmarks.measure import ROOT, Took, cardgen, clean_environment, run

RESULTS = ROOT / "benchmarks" / "results.json"
BUILD = ("build", "novelty")
COMMANDS: dict[str, tuple[str, ...]] = {
    "check": ("check", "novelty"),
    "proof": (*BUILD, "-t", "proof"),
    "gallery": (*BUILD, "-t", "gallery"),
    "every target": (*BUILD, "-t", "all"),
    "all editions": (*BUILD, "--edition", "all"),
    "all five games": ("build",),
}
"""Commands that begin with nothing kept, by what they are called on the page."""
EDITED: dict[str, tuple[str, ...]] = {
    "check after an edited word": ("check", "novelty"),
    "build after an edited word": BUILD,
}
UNCHANGED: dict[str, tuple[str, ...]] = {"check with nothing changed": ("check", "novelty")}
_WORD, _WORDS = "Lolita, {} of my life", ("light", "flame")


class Playground:
    """The project's games in a folder of their own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.environment = clean_environment(folder / "cache")
        shutil.copytree(ROOT / "card_data", folder / "card_data")
        for name in ("fonts", "textures"):
            (folder / name).symlink_to(ROOT / name)

    def run(self, *words: str) -> Took:
        return run(cardgen(*words), self.folder, self.environment)

    def run_cold(self, *words: str) -> Took:
        """Run a command with nothing kept."""
        self.clear()
        return self.run(*words)

    def clear(self) -> None:
        """Keep nothing of what was run."""
        for name in ("cache", "output"):
            shutil.rmtree(self.folder / name, ignore_errors=True)

    def edit(self) -> None:
        """Write another word in one motif's quote."""
        table = self.folder / "card_data" / "novelty" / "motifs.yaml"
        old, new = map(_WORD.format, _WORDS)
        text = table.read_text("utf-8")
        assert old in text or new in text
        table.write_text(text.replace(old, new) if old in text else text.replace(new, old), "utf-8")


class Pair(Struct, frozen=True):
    """A command, and the cold build right before it."""

    cold: Took
    took: Took


def measure_pairs(folder: Path, rounds: int) -> dict[str, list[Pair]]:
    """Each command some times, by its name."""
    ground = Playground(folder)
    found: dict[str, list[Pair]] = {name: [] for name in (*COMMANDS, *EDITED, *UNCHANGED)}
    ground.run_cold(*BUILD)
    for _ in range(rounds):
        for name, words in COMMANDS.items():
            found[name].append(Pair(ground.run_cold(*BUILD), ground.run_cold(*words)))
        for name, words in (*EDITED.items(), *UNCHANGED.items()):
            cold = ground.run_cold(*BUILD)
            ground.run(*words)
            if name in EDITED:
                ground.edit()
            found[name].append(Pair(cold, ground.run(*words)))
    return found


def summarize(found: Mapping[str, Sequence[Pair]]) -> dict[str, dict[str, float]]:
    """Medians: of the ratios of processor time and of wall time, and of a command's seconds."""
    parts: dict[str, Callable[[Pair], float]] = {
        "times": lambda pair: pair.took.cpu / pair.cold.cpu,
        "walls": lambda pair: pair.took.wall / pair.cold.wall,
        "seconds": lambda pair: pair.took.wall,
    }
    return {
        part: {name: round(statistics.median(map(one, pairs)), 2) for name, pairs in found.items()}
        for part, one in parts.items()
    }


def measure_all(rounds: int) -> dict[str, Any]:
    """What stands in the results."""
    with tempfile.TemporaryDirectory() as folder:
        return {"rounds": rounds, **summarize(measure_pairs(Path(folder), rounds))}


def main() -> None:
    """Measure, and write the ratios beside the other results."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.ratios")
    parser.add_argument("--rounds", type=int, default=3)
    asked = parser.parse_args()
    ratios = measure_all(asked.rounds)
    results = json.loads(RESULTS.read_text("utf-8"))
    results["ratios"] = ratios
    RESULTS.write_text(json.dumps(results, indent=1, ensure_ascii=False) + "\n", "utf-8")
    print(ratios)


if __name__ == "__main__":
    main()
