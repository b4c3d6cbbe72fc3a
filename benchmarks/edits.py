"""Random edits, reverts and touches over whole games: what is kept never lies.

    python -m benchmarks.edits [--count 500] [--seed 20] [--builds 5]

Out     one line an edit that differs, and a summary; exit code 1 if any did.

After each step the game is checked with all that earlier steps left in the cache, and once more
with an empty one; every few steps it is built both ways. Findings, the table at the end, exit
codes and the bytes of the output must be the same.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct

ROOT = Path(__file__).resolve().parent.parent
_EDITABLE = (".yaml", ".md", ".csv")


class Step(Struct, frozen=True):
    """What was done to a game, and whether what was kept told the truth after it."""

    game: str
    what: str
    differs: str


class Playground:
    """A copy of the project's games, with a cache of its own."""

    def __init__(self, folder: Path, games: list[str]) -> None:
        self.folder, self.games = folder, games
        for name in games:
            shutil.copytree(ROOT / "card_data" / name, folder / "card_data" / name)
        for name in ("fonts", "textures"):
            (folder / name).symlink_to(ROOT / name)

    def files(self, game: str) -> list[Path]:
        found = (self.folder / "card_data" / game).rglob("*")
        return sorted(file for file in found if file.suffix in _EDITABLE)

    def say(self, cache: str, *words: str) -> tuple[int, str]:
        """The exit code of a command, and what it says."""
        env = {**os.environ, "CARDGEN_CACHE": str(self.folder / cache)}
        command = [sys.executable, "-m", "cardgen", *words]
        run = subprocess.run(
            command, cwd=self.folder, env=env, capture_output=True, text=True, check=False
        )
        return run.returncode, run.stdout

    def check(self, game: str, cache: str) -> tuple[int, str]:
        return self.say(cache, "check", game, "--all")

    def build(self, game: str, cache: str) -> tuple[int, str]:
        """The exit code of a build, and a digest of all that is in its output."""
        out = self.folder / f"out-{cache}"
        code, _ = self.say(cache, "build", game, "-o", str(out))
        digest = hashlib.sha256()
        for file in sorted((out / game).rglob("*")):
            if file.is_file():
                digest.update(f"{file.relative_to(out)}\0".encode() + file.read_bytes())
        return code, digest.hexdigest()


def try_edits(folder: Path, count: int, seed: int, builds: int) -> Iterator[Step]:
    """Make steps, each in one game.

    Args:
        folder: Where copies and caches go; empty.
        count: Steps to make.
        seed: Of the choice of steps.
        builds: Build after every so many steps.
    """
    chance = random.Random(seed)
    games = sorted(file.parent.name for file in (ROOT / "card_data").glob("*/game.yaml"))
    ground = Playground(folder, games)
    before: dict[str, list[tuple[Path, bytes]]] = {name: [] for name in games}
    for number in range(1, count + 1):
        game = chance.choice(games)
        what = _step(ground, game, before[game], chance)
        shutil.rmtree(folder / "fresh", ignore_errors=True)
        differs = "" if ground.check(game, "kept") == ground.check(game, "fresh") else "check"
        if number % builds == 0:
            shutil.rmtree(folder / "fresh", ignore_errors=True)
            if ground.build(game, "kept") != ground.build(game, "fresh"):
                differs += " build"
        yield Step(game, what, differs.strip())


def _step(
    ground: Playground, game: str, before: list[tuple[Path, bytes]], chance: random.Random
) -> str:
    """Edit, touch or revert a file."""
    kind = chance.choice(("edit", "edit", "edit", "touch", "revert"))
    if kind == "revert" and before:
        file, data = before.pop()
        file.write_bytes(data)
        return f"revert {file.name}"
    file = chance.choice(ground.files(game))
    if kind == "touch":
        os.utime(file)
        return f"touch {file.name}"
    before.append((file, file.read_bytes()))
    lines = file.read_bytes().decode("utf-8").split("\n")
    number = chance.randrange(len(lines))
    lines[number : number + 1] = edit_line(lines[number], chance)
    file.write_bytes("\n".join(lines).encode())
    return f"edit {file.name}:{number + 1}"


def edit_line(line: str, chance: random.Random) -> list[str]:
    """What stands in the place of a line."""
    words = list(re.finditer(r"\w+", line))
    kind = chance.choice(("word", "word", "number", "swap", "delete", "repeat", "comment"))
    if kind == "comment" or not words:
        return ["# moved", line]
    if kind == "delete":
        return []
    if kind == "repeat":
        return [line, line]
    word = chance.choice(words)
    new = {"word": word[0][::-1], "number": "7", "swap": words[0][0]}[kind]
    return [line[: word.start()] + new + line[word.end() :]]


def main() -> None:
    """Make the steps that are asked for, and say what differed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=500)
    parser.add_argument("--seed", type=int, default=20)
    parser.add_argument("--builds", type=int, default=5)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        done = wrong = 0
        for step in try_edits(Path(folder), asked.count, asked.seed, asked.builds):
            done, wrong = done + 1, wrong + bool(step.differs)
            if step.differs:
                print(f"step {done}: {step.game}: {step.what}: {step.differs} differs", flush=True)
    print(f"{done} steps, {wrong} differ")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
