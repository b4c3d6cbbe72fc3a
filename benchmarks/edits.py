"""Random edits, reverts and touches over whole games: what is kept never lies.

    python -m benchmarks.edits [--count 500] [--seed 20] [--games novelty …]

Out     one line an edit that differs, and a summary; exit code 1 if any did.

After each step the game is checked and built with all that earlier steps left in the cache, and
once more with an empty one. Findings, the table at the end, exit codes and the bytes of the output
must be the same. What is found from nothing in files that were met before, after a touch or a
revert, is known. Every game has a walk of its own, and as many are under way as there are cores;
each command is a fork of a process that has imported cardgen.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import random
import re
import shutil
import sys
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from pathlib import Path

from msgspec import Struct, field

from cardgen.files.disk_game import DiskGame
from cardgen.files.output_swap import FILE_LIST
from cardgen.read.game import list_editions
from tests.support.command_orders import Order
from tests.support.commands import CommandServer

ROOT = Path(__file__).resolve().parent.parent
_EDITABLE = (".yaml", ".md", ".csv", ".po")
_BUILDS = (
    (), ("-t", "sheets"), ("-t", "proof"), ("-t", "images", "-t", "tts"), ("-t", "gallery"),
    ("-t", "drivethru"), ("--edition",), ("-t", "booklet", "-t", "box"),
)  # fmt: skip
"""What is built, one after the other; an edition is chosen at random."""
_DPI = "75"
"""Of builds: what may be stale is not in how fine the pixels are."""
_LINES_ADDED = 0.4
"""Share of edits that add a line, and so move all below it; half of them at the top."""
_SECONDS = re.compile(r" in \d+\.\d s")
_RENDERED = re.compile(r"nothing has changed, nothing rendered: |, \d+ of \d+ faces rendered")


class Outcome(Struct, frozen=True):
    """What came of a command."""

    code: int
    said: tuple[str, ...]
    written: dict[str, str]
    """Digests of the folders of targets, by name."""

    def tell_from(self, fresh: Outcome) -> str:
        """In what it differs from what comes from nothing; what other builds wrote stays."""
        kept = {name: self.written.get(name) for name in fresh.written}
        parts = {
            "exit code": self.code == fresh.code,
            "words": self.said == fresh.said,
            "files": kept == fresh.written or bool(fresh.code),
        }
        return ", ".join(name for name, same in parts.items() if not same)


class Step(Struct, frozen=True):
    """What was done to a game, and whether what was kept told the truth after it."""

    game: str
    what: str
    differs: str


class Playground:
    """A copy of the project's games."""

    def __init__(self, folder: Path, games: list[str]) -> None:
        self.folder, self.games = folder, games
        for name in games:
            shutil.copytree(ROOT / "card_data" / name, self.game(name))
        for name in ("fonts", "textures"):
            (folder / name).symlink_to(ROOT / name)

    def game(self, name: str) -> Path:
        return self.folder / "card_data" / name

    def files(self, game: str) -> list[Path]:
        found = self.game(game).rglob("*")
        return sorted(file for file in found if file.suffix in _EDITABLE)


class Walk(Struct):
    """Steps in one game, with a process that starts its commands."""

    ground: Playground
    game: str
    chance: random.Random
    server: CommandServer = field(default_factory=CommandServer)
    before: list[tuple[Path, bytes]] = field(default_factory=list)
    """What files held before each edit that is not undone."""
    known: dict[tuple[str, ...], Outcome] = field(default_factory=dict)
    """What was found from nothing, by the game's files and the command."""
    faulty: bool = False
    """Whether the last check found errors: a build of such a game writes nothing."""

    def step(self, number: int) -> Step:
        """Change something, then check and build."""
        what = self._change()
        commands = [self._checking(number), self._building(number)]
        self.chance.shuffle(commands)
        kept = [self._run("kept", command) for command in commands]
        differs = []
        for command, found in zip(commands, kept, strict=True):
            fresh = self._from_nothing(command)
            if parts := found.tell_from(fresh):
                differs.append(f"{' '.join(command)} ({parts})")
            if command[0] == "check":
                self.faulty = fresh.code != 0
        return Step(self.game, what, "; ".join(differs))

    # --- changes -----------------------------------------------------------------------

    def _change(self) -> str:
        """Edit, touch, remove or revert a file; revert mostly where there are errors."""
        kinds = ["revert"] * 6 if self.faulty else ["edit"] * 6
        kind = self.chance.choice([*kinds, "edit", "edit", "touch", "revert", "remove"])
        if kind == "revert" and self.before:
            file, data = self.before.pop()
            self._save(file, data)
            return f"revert {file.name}"
        file = self.chance.choice(self.ground.files(self.game))
        if kind == "touch":
            os.utime(file, self.chance.choice((None, (1, 1))))
            return f"touch {file.name}"
        data = file.read_bytes()
        self.before.append((file, data))
        if kind == "remove" and file.name != "game.yaml":
            file.unlink()
            return f"remove {file.name}"
        lines = data.decode("utf-8").split("\n")
        number = self.chance.randrange(len(lines))
        if self.chance.random() < _LINES_ADDED:
            number = self.chance.choice((0, number))
            lines.insert(number, self.chance.choice(("", "# moved")))
        else:
            lines[number : number + 1] = edit_line(lines[number], self.chance)
        self._save(file, "\n".join(lines).encode())
        return f"edit {file.name}:{number + 1}"

    def _save(self, file: Path, data: bytes) -> None:
        """Write a file as editors do: in its place or beside it; or as archives do, with the time
        that it had."""
        way = self.chance.choice(("in place", "beside", "old time"))
        times = file.stat() if file.exists() else None
        if way == "beside":
            beside = file.with_name(f".{file.name}.tmp")
            beside.write_bytes(data)
            beside.replace(file)
        else:
            file.write_bytes(data)
        if way == "old time" and times is not None:
            os.utime(file, ns=(times.st_atime_ns, times.st_mtime_ns))

    # --- commands ----------------------------------------------------------------------

    def _checking(self, number: int) -> tuple[str, ...]:
        form = ("--format", "json") if number % 3 == 0 else ()
        return ("check", self.game, "--all", *form)

    def _building(self, number: int) -> tuple[str, ...]:
        words = _BUILDS[number % len(_BUILDS)]
        editions = list_editions(DiskGame(ROOT / "card_data" / self.game))
        if words == ("--edition",):
            words = ("--edition", self.chance.choice(editions)) if editions else ()
        return ("build", self.game, "--dpi", _DPI, "-j", "1", *words)

    def _from_nothing(self, command: tuple[str, ...]) -> Outcome:
        key = (_digest(self.ground.game(self.game)), *command)
        if key not in self.known:
            for place in ("fresh", "out-fresh"):
                shutil.rmtree(self._place(place), ignore_errors=True)
            self.known[key] = self._run("fresh", command)
        return self.known[key]

    def _run(self, cache: str, command: tuple[str, ...]) -> Outcome:
        """Run a command with a cache; all games share the one that is kept."""
        out, shared = self._place(f"out-{cache}"), self.ground.folder / "kept"
        goes = ("-o", str(out)) if command[0] == "build" else ()
        place = shared if cache == "kept" else self._place(cache)
        order = Order(
            arguments=(*command, *goes), folder=str(self.ground.folder),
            environment={**os.environ, "CARDGEN_CACHE": str(place)},
            out=str(self.server.out), err=str(self.server.err),
        )  # fmt: skip
        code = self.server.run(order).code
        said, noted = (file.read_text("utf-8") for file in (self.server.out, self.server.err))
        if not goes:
            return Outcome(code, (said, noted), {})
        last = _RENDERED.sub("", _SECONDS.sub("", said.rstrip("\n").rpartition("\n")[2]))
        return Outcome(code, (last.replace(str(out), "out"), noted), _list_written(out))

    def _place(self, name: str) -> Path:
        return self.ground.folder / f"{name}-{self.game}"


def _list_written(out: Path) -> dict[str, str]:
    """The folders that targets wrote, by what is in them."""
    lists = sorted(out.rglob(FILE_LIST))
    return {file.parent.relative_to(out).as_posix(): _digest(file.parent) for file in lists}


def _digest(folder: Path) -> str:
    """What stands for all files below a folder."""
    digest = hashlib.sha256()
    for file in sorted(folder.rglob("*")):
        if file.is_file():
            data = file.read_bytes()
            digest.update(f"{file.relative_to(folder)}\0{len(data)}\0".encode() + data)
    return digest.hexdigest()


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


# --- all games -------------------------------------------------------------------------------


def try_edits(folder: Path, count: int, seed: int, games: Sequence[str] = ()) -> Iterator[Step]:
    """Make steps, as many in each game; several games at the same time.

    Args:
        folder: Where copies and caches go; empty.
        count: Steps to make.
        seed: Of the choice of steps.
        games: Those to edit; all, if left out.
    """
    found = sorted(file.parent.name for file in (ROOT / "card_data").glob("*/game.yaml"))
    names = list(games or found)
    ground = Playground(folder, names)
    walks = [Walk(ground, name, random.Random(f"{seed} {name}")) for name in names]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        turns = {
            pool.submit(walk.step, 1): (walk, 1)
            for number, walk in enumerate(walks)
            if number < count
        }
        begun = len(turns)
        while turns:
            for done in wait(turns, return_when=FIRST_COMPLETED).done:
                walk, number = turns.pop(done)
                yield done.result()
                if begun < count:
                    begun += 1
                    turns[pool.submit(walk.step, number + 1)] = (walk, number + 1)
    for walk in walks:
        walk.server.close()


def main() -> None:
    """Make the steps that are asked for, and say what differed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=500)
    parser.add_argument("--seed", type=int, default=20)
    parser.add_argument("--games", nargs="*", default=[])
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        done = wrong = 0
        for step in try_edits(Path(folder), asked.count, asked.seed, asked.games):
            done, wrong = done + 1, wrong + bool(step.differs)
            if step.differs:
                print(f"step {done}: {step.game}: {step.what}: {step.differs} differs", flush=True)
    print(f"{done} steps, {wrong} differ")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
