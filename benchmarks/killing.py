"""Kill builds at random moments, and see that nothing of it shows afterwards.

    .venv/bin/python -m benchmarks.killing [times] [seed]

In      a small game and Novelty, each with the cache on, and an edit before every build.
Out     a tally: who was killed, when, and what was found.

Each time a word is edited, a build is begun and SIGKILL sent at a random moment of it: to the
parent alone, to its whole process group, or to one worker. Then

- the output folder must be whole at once: all of the old build, all of the new one, or, where
  the kill fell between the two renames of the swap, not there at all (told apart below);
- a build that only lost a worker must end well by itself;
- after one more build the output must be, byte for byte, a clean build's (`--fresh`, elsewhere);
- every kept face must have the checksum that its name says, and nothing half-written may be
  given back: a last build from the cache alone must be a clean build's, too.

Processes that a killed parent leaves behind are waited for; none may outlive it for long.
"""

from __future__ import annotations

import hashlib
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from benchmarks.measure import ROOT, cardgen, clean_environment, tree
from benchmarks.scale import write_game
from cardgen.cache.face_cache import checksum

VICTIMS = ("the parent", "the group", "a worker")
_LINGER = 20.0
"""Seconds that orphans have to end in."""


@dataclass
class Case:
    """A game in a project of its own, and one word of it that changes."""

    name: str
    game: Path
    table: Path
    word: str
    edits: int = 0

    @property
    def project(self) -> Path:
        return self.game.parents[1]

    @property
    def output(self) -> Path:
        return self.project / "output" / self.game.name / "mpc"

    def edit(self) -> None:
        """Another word on some cards."""
        self.edits += 1
        text = self.table.read_text("utf-8")
        self.table.write_text(text.replace(self.word, f"word{self.edits}"), "utf-8")
        self.word = f"word{self.edits}"

    def command(self, *more: str | Path) -> list[str]:
        return cardgen("build", self.game.name, "-j", "2", *more)


@dataclass
class Tally:
    """What was done, and what was found."""

    done: Counter[str] = field(default_factory=Counter)
    found: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)

    @property
    def kills(self) -> int:
        return sum(self.done[victim] for victim in VICTIMS)

    def summary(self) -> dict[str, Any]:
        return {
            "kills": self.kills,
            "victims": dict(sorted(self.done.items())),
            "found": dict(sorted(self.found.items())),
            "faults": self.faults,
        }


def small_game(project: Path) -> Case:
    game = write_game(project / "card_data" / "small", 40)
    return Case("small", game, game / "cards.yaml", "harbour")


def novelty(project: Path) -> Case:
    for name in ("card_data/novelty", "fonts", "textures"):
        shutil.copytree(ROOT / name, project / name)
    game = project / "card_data" / "novelty"
    return Case("novelty", game, game / "motifs.yaml", "light of my life")


class Killing:
    """A round after another, on one game."""

    def __init__(self, case: Case, chance: random.Random, tally: Tally) -> None:
        self.case, self.chance, self.tally = case, chance, tally
        self.environment = clean_environment(case.project / "converted")
        self.anew = self.timed()
        case.edit()
        self.edited = self.timed()

    def timed(self) -> float:
        started = time.perf_counter()
        self.build()
        return time.perf_counter() - started

    def build(self, *more: str | Path) -> None:
        command, project = self.case.command(*more), self.case.project
        subprocess.run(
            command, cwd=project, env=self.environment, check=True, capture_output=True, text=True
        )

    def round(self, number: int) -> None:
        case, victim = self.case, VICTIMS[number % len(VICTIMS)]
        long = self.edited
        if number % 2:
            shutil.rmtree(case.project / "converted")  # all faces are made anew
            long = self.anew
        before = contents(case.output)
        case.edit()
        moment = self.chance.uniform(0.02, 1.0) * long
        struck, well = self.killed(victim, moment)
        label = f"{case.name} {number}: {struck} after {moment:.2f} s"
        self.tally.done[struck] += 1
        seen = contents(case.output)
        self.build()
        self.judge(label, before, seen, well)

    def killed(self, victim: str, moment: float) -> tuple[str, bool]:
        """Begin a build and kill; who was struck, and whether the build ended as it should."""
        process = subprocess.Popen(
            self.case.command(),
            cwd=self.case.project,
            env=self.environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )
        time.sleep(moment)
        family = tree(process.pid)
        struck = self.strike(victim, process, family[1:])
        process.communicate()
        if not gone(family):
            self.tally.faults.append(f"{struck}: workers outlived the parent by {_LINGER:g} s")
        ended = process.returncode
        return struck, ended == (-signal.SIGKILL if struck in VICTIMS[:2] else 0)

    def strike(self, victim: str, process: subprocess.Popen[bytes], workers: Sequence[int]) -> str:
        """Kill, unless the build is done; says who it was. A build that has no workers yet, or
        none any more, loses its parent instead."""
        if process.poll() is not None:
            return "nobody: it was done"
        if victim == "a worker" and workers:
            with suppress(ProcessLookupError):
                os.kill(self.chance.choice(workers), signal.SIGKILL)
            return victim
        if victim == "the group":
            os.killpg(process.pid, signal.SIGKILL)
            return victim
        process.kill()
        return "the parent"

    def judge(self, label: str, before: dict[str, str], seen: dict[str, str], well: bool) -> None:
        tally, case = self.tally, self.case
        clean = self.clean()
        state = (
            "the new output" if seen == clean
            else "the old output" if seen == before
            else "no output: it fell into the swap" if not seen
            else "a mixture"
        )  # fmt: skip
        tally.found[state] += 1
        if state == "a mixture":
            tally.faults.append(f"{label}: the output was neither old nor new")
        if not well:
            tally.faults.append(f"{label}: the build did not get over it")
        if contents(case.output) != clean:
            tally.faults.append(f"{label}: the output differs from a clean build")
        for entry in sorted((case.project / "converted" / "projects").rglob("*.png")):
            if not entry.name.startswith(".") and not sound(entry):
                tally.faults.append(f"{label}: the kept face {entry.name[:20]}… is not whole")

    def clean(self) -> dict[str, str]:
        """What a build from nothing gives, and a build from the cache alone with it."""
        elsewhere = self.case.project / "clean"
        shutil.rmtree(elsewhere, ignore_errors=True)
        self.build("--fresh", "-o", elsewhere)
        found = contents(elsewhere / self.case.game.name / "mpc")
        shutil.rmtree(elsewhere)
        self.build("-o", elsewhere)
        if contents(elsewhere / self.case.game.name / "mpc") != found:
            self.tally.faults.append(f"{self.case.name}: from the cache comes another output")
        return found


def contents(folder: Path) -> dict[str, str]:
    """Every file of a folder by its hash."""
    files = (path for path in folder.rglob("*") if path.is_file())
    return {
        path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in files
    }


def sound(entry: Path) -> bool:
    """Whether a kept face is what its name says."""
    _, crc, sha256 = entry.stem.split("-")
    data = entry.read_bytes()
    return f"{checksum(data):08x}" == crc and hashlib.sha256(data).hexdigest() == sha256


def gone(pids: Sequence[int]) -> bool:
    """Whether processes end within the time they have."""
    for _ in range(int(_LINGER * 20)):
        if not any(Path(f"/proc/{pid}/cmdline").exists() and _lives(pid) for pid in pids):
            return True
        time.sleep(0.05)
    return False


def _lives(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


def kill(times: int = 50, seed: int = 1) -> Tally:
    """Half of them on a small game, half on Novelty."""
    chance, tally = random.Random(seed), Tally()
    with tempfile.TemporaryDirectory(prefix="cardgen-bench-") as name:
        cases = [small_game(Path(name) / "one"), novelty(Path(name) / "two")]
        killings = [Killing(case, chance, tally) for case in cases]
        number = 0
        while tally.kills < times:  # a build that was done before its moment does not count
            killings[number % 2].round(number // 2)
            number += 1
    return tally


def told(found: dict[str, Any]) -> str:
    lines = [f"{found['kills']} kills: " + _listed(found["victims"])]
    lines.append("found at once: " + _listed(found["found"]))
    lines.append(f"{len(found['faults'])} faults")
    return "\n".join([*lines, *found["faults"]])


def _listed(counts: dict[str, int]) -> str:
    return ", ".join(f"{count} x {what}" for what, count in counts.items())


def main(arguments: Sequence[str]) -> int:
    tally = kill(*map(int, arguments))
    print(told(tally.summary()))
    return 1 if tally.faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
