"""Check games in a process that is killed where one takes too long, and may not swell."""

from __future__ import annotations

import contextlib
import multiprocessing
from multiprocessing.connection import Connection
from pathlib import Path

from benchmarks.fuzz.attempts import fault_of, looked_at
from benchmarks.fuzz.games import GOOD, numbered

LIMIT_SECONDS = 5.0
LIMIT_BYTES = 500_000_000


def limit_memory() -> None:
    """Let this process have so much more memory and no more."""
    with contextlib.suppress(ImportError, OSError, ValueError):
        import resource

        pages = int(Path("/proc/self/statm").read_text("ascii").split()[0])
        most = pages * resource.getpagesize() + LIMIT_BYTES
        resource.setrlimit(resource.RLIMIT_AS, (most, most))


def peak_memory() -> int:
    """The most memory that this process has had, in bytes; 0 where that is not known."""
    with contextlib.suppress(ImportError):
        import resource

        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    return 0


def _work(pipe: Connection, seed: int) -> None:
    looked_at(dict(GOOD))
    limit_memory()
    pipe.send(("ready", peak_memory()))
    while True:
        number = pipe.recv()
        if number is None:
            return
        pipe.send((fault_of(numbered(number, seed).files), peak_memory()))


class Worker:
    """A process that checks games, one at a time; a new one takes its place if it hangs."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.start()

    def start(self) -> None:
        context = multiprocessing.get_context("spawn")
        self.pipe, theirs = context.Pipe()
        self.process = context.Process(target=_work, args=(theirs, self.seed), daemon=True)
        self.process.start()
        theirs.close()
        self.pipe.recv()

    def check(self, number: int) -> tuple[str, int]:
        """The fault of a game, and the process's peak of memory."""
        self.pipe.send(number)
        try:
            if self.pipe.poll(LIMIT_SECONDS):
                fault, peak = self.pipe.recv()
                return str(fault), int(peak)
            fault = f"hang: over {LIMIT_SECONDS:g} s"
        except EOFError:
            fault = "death: the process ended"
        self.stop()
        self.start()
        return fault, 0

    def stop(self) -> None:
        self.process.kill()
        self.process.join()
