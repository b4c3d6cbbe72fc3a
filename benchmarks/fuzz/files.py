"""Throw mutated fonts, pictures, drawings and expressions at whole small games.

    .venv/bin/python -m benchmarks.fuzz.files [--cases N] [--seed N] [KIND …]
    .venv/bin/python -m benchmarks.fuzz.files --one NUMBER [--seed N] KIND

In      the files of `inputs`: real ones, mutated by the number of the case.
Out     `benchmarks/fuzz.json`: cases, faults, the slowest case and the most memory of a kind.

Each case is a game of one card that has the file, read, bound, laid out and painted to pixels by
PDFium as a build does, with its findings put into words. It has a fault if anything but a finding
comes of it, or a finding without words; it hangs if it takes over 5 s of processor time; it swells
if it asks for over 500 MB. Cases run in a process of their own, so that a crash is seen.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import random
import tempfile
import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from benchmarks.fuzz.attempts import put_into_words, tell_error
from benchmarks.fuzz.inputs import MAKERS
from benchmarks.fuzz.worker import limit_memory, peak_memory
from cardgen.core.findings import Report
from cardgen.files.memory_game import MemoryGame
from cardgen.pipeline.inspection import inspect_game
from cardgen.render.face_pixels import rasterize

RESULTS = Path(__file__).resolve().parent.parent / "fuzz.json"
CASES, SEED = 20_000, 13
LIMIT_SECONDS = 5.0
"""Of processor time."""
PATIENCE = 60.0
"""Seconds until a process that does not answer is ended; other programs may keep it waiting."""
BATCH = 2_000
"""Cases a process: what it keeps of each must not count as the memory of the last."""
SIDE = 48
CONTEXT = multiprocessing.get_context("spawn")
Files = Mapping[str, str | bytes]


def make_game(kind: str, number: int, seed: int) -> Files:
    """The game of a case."""
    return MAKERS[kind](random.Random(f"{kind}/{seed}/{number}"))


def try_game(files: Files) -> tuple[str, str]:
    """What goes wrong with a game, or ""; and what came of it: "painted" or the first finding."""
    try:
        return "", _look_at(files)
    except Exception as error:  # whatever it is, it is what we look for
        return tell_error(error), ""


def _look_at(files: Files) -> str:
    game, report = MemoryGame(dict(files)), Report()
    seen = inspect_game(game, report, checks=())
    errors = [finding.code for finding in report.findings if finding.severity == "error"]
    if seen is not None and not errors:
        scenes = list(seen.laid.scenes.values())
        for _, pixels in rasterize(scenes, (SIDE, SIDE), seen.bound.pictures):
            assert pixels.shape == (SIDE, SIDE, 3)
    put_into_words(report.findings, files)
    return errors[0] if errors else "painted"


# --- a process that tries cases ------------------------------------------------------------


def _work(pipe: Connection, kind: str, seed: int) -> None:
    with tempfile.TemporaryDirectory() as cache:
        os.environ["CARDGEN_CACHE"] = cache
        _warm_up(kind, seed)
        before = peak_memory()
        limit_memory()
        pipe.send("ready")
        while (number := pipe.recv()) is not None:
            files = make_game(kind, number, seed)
            began = time.process_time()
            fault, came = try_game(files)
            pipe.send((fault, came, time.process_time() - began, peak_memory() - before))


def _warm_up(kind: str, seed: int) -> None:
    """Import what cases need, so that it does not count as theirs."""
    for number in range(3):
        try_game(make_game(kind, number, seed))


class Worker:
    """A process that tries cases of a kind, one at a time."""

    def __init__(self, kind: str, seed: int) -> None:
        self.pipe, theirs = CONTEXT.Pipe()
        self.process = CONTEXT.Process(target=_work, args=(theirs, kind, seed))
        self.process.start()
        theirs.close()
        self.pipe.recv()

    def try_case(self, number: int) -> tuple[str, str, float, int]:
        """The fault, what came of it, the processor time, the memory added so far."""
        self.pipe.send(number)
        try:
            if self.pipe.poll(PATIENCE):
                fault, came, seconds, memory = self.pipe.recv()
                late = f"hang: {seconds:.1f} s" if seconds > LIMIT_SECONDS else ""
                return fault or late, came, seconds, memory
        except EOFError:
            self.process.join()
            return f"death: the process ended with {self.process.exitcode}", "", 0.0, 0
        self.process.kill()
        return f"hang: no answer in {PATIENCE:g} s", "", PATIENCE, 0

    def stop(self) -> None:
        if self.process.is_alive():
            self.pipe.send(None)
        self.process.join()


# --- many cases ----------------------------------------------------------------------------


@dataclass
class Outcome:
    """What came of the cases of a kind."""

    kind: str
    seed: int
    ran: int = 0
    slowest: tuple[float, int] = (0.0, 0)
    """Its processor time, and its number."""
    memory: int = 0
    came: Counter[str] = field(default_factory=Counter)
    faults: dict[int, str] = field(default_factory=dict)

    def as_json(self) -> dict[str, Any]:
        return {
            "cases": self.ran,
            "seed": self.seed,
            "faults": self.faults,
            "slowest_s": round(self.slowest[0], 2),
            "slowest_case": self.slowest[1],
            "most_mb": round(self.memory / 1e6),
            "came": dict(self.came.most_common()),
        }


def run(kind: str, cases: int, seed: int) -> Outcome:
    """Try so many cases of a kind."""
    outcome = Outcome(kind, seed)
    worker: Worker | None = None
    for number in range(cases):
        if number % BATCH == 0 and worker is not None:
            worker.stop()
            worker = None
        worker = worker or Worker(kind, seed)
        fault, came, seconds, memory = worker.try_case(number)
        outcome.ran += 1
        outcome.slowest = max(outcome.slowest, (seconds, number))
        outcome.memory = max(outcome.memory, memory)
        if came:
            outcome.came[came] += 1
        if fault:
            outcome.faults[number] = fault
            print(f"{kind} {number}: {fault}", flush=True)
        if fault.startswith(("death", "hang")):
            worker.process.kill()
            worker = None
    if worker is not None:
        worker.stop()
    return outcome


def record(outcome: Outcome) -> None:
    """Write what was found of a kind into the results; of the others it stays."""
    known = load_results()
    known[outcome.kind] = outcome.as_json()
    RESULTS.write_text(json.dumps(known, indent=1, sort_keys=True) + "\n", "utf-8")


def load_results() -> dict[str, Any]:
    """What was found of each kind, the last time."""
    return json.loads(RESULTS.read_text("utf-8")) if RESULTS.exists() else {}


def main() -> None:
    parser = argparse.ArgumentParser(description="Throw mutated files at small games.")
    parser.add_argument("kinds", nargs="*", default=[*MAKERS], metavar="KIND")
    parser.add_argument("--cases", type=int, default=CASES)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--one", type=int, help="this case alone, with its traceback")
    options = parser.parse_args()
    if options.one is not None:
        print(_look_at(make_game(options.kinds[0], options.one, options.seed)))
        return
    for kind in options.kinds:
        outcome = run(kind, options.cases, options.seed)
        print(f"{kind}: {outcome.as_json()}", flush=True)
        if options.cases >= CASES:
            record(outcome)


if __name__ == "__main__":
    main()
