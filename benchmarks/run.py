"""Measure cardgen on Novelty and print ratios: `make bench`.

Everything is measured in one run on one machine, and compared with what was measured
beside it: the floor is the same pixels rasterised and encoded, nothing else.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from collections.abc import Callable

from benchmarks import typesetting
from cardgen.bind.faces import BoundGame, bind_game
from cardgen.diagnostics import Report
from cardgen.layout.face import LaidOut, lay_out
from cardgen.read.game import read_game
from cardgen.render.faces import paint, shared_grounds
from cardgen.render.png import encode_png
from cardgen.render.raster import Raster
from cardgen.scene import Scene
from cardgen.workspace import DiskGame

NOVELTY = typesetting.NOVELTY
POKER = (822, 1122)


def seconds(run: Callable[[], object], times: int = 3) -> float:
    """The best of some runs."""
    best = float("inf")
    for _ in range(times):
        started = time.perf_counter()
        run()
        best = min(best, time.perf_counter() - started)
    return best


def phases() -> tuple[BoundGame, LaidOut]:
    """Read, bind and lay out in this process, cold."""
    game, report = DiskGame(NOVELTY), Report()
    started = time.perf_counter()
    spec = read_game(game, report)
    assert spec is not None
    read = time.perf_counter()
    bound = bind_game(spec, game, report)
    named = time.perf_counter()
    laid = lay_out(bound.faces, report)
    done = time.perf_counter()
    print(f"read      {read - started:6.2f} s")
    print(f"bind      {named - read:6.2f} s")
    print(f"lay out   {done - named:6.2f} s   {len(laid.scenes)} faces")
    return bound, laid


def floor(scenes: list[Scene], bound: BoundGame) -> float:
    """Seconds to rasterise and encode every distinct face, and nothing else."""
    shared = shared_grounds(scenes)
    raster = Raster(paint(scenes, shared, bound.pictures))
    grounds = {g: raster.page(len(scenes) + i, POKER) for i, g in enumerate(shared)}

    def run() -> None:
        for number, scene in enumerate(scenes):
            encode_png(raster.page(number, POKER, grounds.get(scene.ground)), 300)

    took = seconds(run)
    raster.close()
    return took


def build(jobs: int) -> float:
    """Seconds of the whole command, start-up included."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "cardgen", "build", str(NOVELTY), "-o", folder]

        def run() -> None:
            subprocess.run([*command, "-j", str(jobs)], check=True, capture_output=True)

        return seconds(run)


def main() -> None:
    print("phases, cold, one process")
    bound, laid = phases()
    scenes = list(dict.fromkeys(laid.scenes.values()))
    least = floor(scenes, bound)
    print(f"\nfloor     {least:6.2f} s   {1000 * least / len(scenes):.1f} ms a distinct face")
    for jobs in (1, 2):
        took = build(jobs)
        print(
            f"build -j{jobs} {took:6.2f} s   {1000 * took / len(scenes):.1f} ms a distinct face, "
            f"{took / (least / jobs):.2f} x the floor over as many cores"
        )
    print("\nline breaking, 48 quotes, justified\n")
    typesetting.main()


if __name__ == "__main__":
    main()
