"""Time commands, and watch the memory of all their processes.

In      a command line.
Out     its wall time, its processor time, and the peak memory of its whole process tree.

Two sums are taken over the tree, from /proc, some hundred times a second: PSS, in which a
page that several processes share counts once, and RSS, in which it counts for each. PSS is
what the machine has to have; RSS is what `top` shows. A sampled peak can miss a spike
shorter than the interval.

Source  proc(5): `smaps_rollup`, `statm`, `task/…/children`.
"""

from __future__ import annotations

import os
import resource
import statistics
import subprocess
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
_INTERVAL = 0.008
_PAGE = resource.getpagesize()


@dataclass(frozen=True)
class Took:
    """One run of a command."""

    wall: float
    cpu: float
    """User and system time of all its processes."""
    said: str


@dataclass
class Times:
    """Runs of one kind."""

    taken: list[float] = field(default_factory=list)
    cpu: list[float] = field(default_factory=list)

    def add(self, took: Took) -> None:
        self.taken.append(took.wall)
        self.cpu.append(took.cpu)

    def summary(self) -> dict[str, float]:
        found = {"best": min(self.taken), "median": statistics.median(self.taken)}
        if self.cpu:
            found["cpu"] = min(self.cpu)
        return {name: round(value, 4) for name, value in found.items()}


@dataclass(frozen=True)
class Peak:
    """The most memory that a process tree held at once, in bytes."""

    pss: int
    rss: int
    processes: int

    def summary(self) -> dict[str, float]:
        return {"pss_mb": _mb(self.pss), "rss_mb": _mb(self.rss), "processes": self.processes}


def _mb(count: int) -> float:
    return round(count / 1e6, 1)


def cardgen(*words: str | Path) -> list[str]:
    """A command line of the cardgen of this interpreter."""
    return [*program(), *map(str, words)]


def program() -> list[str]:
    script = Path(sys.executable).with_name("cardgen")
    return [str(script)] if script.exists() else [sys.executable, "-m", "cardgen"]


def clean_environment(cache: Path) -> dict[str, str]:
    """This environment, with an empty folder for what cardgen keeps between projects, and
    bytecode kept as it is after any installation."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("CARDGEN", "PYTHONDONT"))}
    return {**kept, "CARDGEN_CACHE": str(cache)}


def run(command: Sequence[str], folder: Path, environment: Mapping[str, str]) -> Took:
    """Run a command to its end.

    Raises:
        subprocess.CalledProcessError: it failed; its words are printed.
    """
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    started = time.perf_counter()
    done = subprocess.run(
        command, cwd=folder, env=dict(environment), capture_output=True, text=True, check=False
    )
    wall = time.perf_counter() - started
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode:
        print(done.stdout, done.stderr, file=sys.stderr)
        raise subprocess.CalledProcessError(done.returncode, list(command))
    cpu = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
    return Took(wall, cpu, done.stdout)


def watch(command: Sequence[str], folder: Path, environment: Mapping[str, str]) -> Peak:
    """Run a command, and find the peak memory of it and all its descendants."""
    quiet = subprocess.DEVNULL
    with subprocess.Popen(
        command, cwd=folder, env=dict(environment), stdout=quiet, stderr=quiet
    ) as process:
        sampler = _Sampler(process.pid)
        sampler.start()
        process.wait()
        sampler.stop()
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, list(command))
    return sampler.peak


class _Sampler(threading.Thread):
    def __init__(self, pid: int) -> None:
        super().__init__(daemon=True)
        self._pid, self._ended = pid, threading.Event()
        self.peak = Peak(0, 0, 0)

    def run(self) -> None:
        while not self._ended.wait(_INTERVAL):
            pids = tree(self._pid)
            pss, rss = sum(map(_pss, pids)), sum(map(_rss, pids))
            old = self.peak
            self.peak = Peak(max(old.pss, pss), max(old.rss, rss), max(old.processes, len(pids)))

    def stop(self) -> None:
        self._ended.set()
        self.join()


def tree(pid: int) -> list[int]:
    """A process and all its descendants."""
    found = [pid]
    for one in found:
        found += _children(one)
    return found


def _children(pid: int) -> list[int]:
    pids: list[int] = []
    try:
        for thread in Path(f"/proc/{pid}/task").iterdir():
            pids += map(int, (thread / "children").read_text().split())
    except OSError:
        return pids
    return pids


def _pss(pid: int) -> int:
    try:
        for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
            if line.startswith("Pss:"):
                return int(line.split()[1]) * 1024
    except OSError:
        return 0
    return 0


def _rss(pid: int) -> int:
    try:
        return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * _PAGE
    except (OSError, IndexError):
        return 0
