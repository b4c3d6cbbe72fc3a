"""The text of Novelty, and an edit of it.

Out     `Edit`: a file's new text and where it is new; the lines and rows that edits choose from.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
NOVELTY = ROOT / "card_data" / "novelty"
LETTERS, MOTIFS, LAYOUTS = "letters.yaml", "motifs.yaml", "layouts.yaml"
GAME, COMPOSITION = "game.yaml", "composition.yaml"


Files = Mapping[str, str | bytes]


@dataclass(frozen=True)
class Edit:
    """A change of one file: lines `first` to `last` (1-based, of the new text) are new.

    `words` are the names that were edited: a row or element that holds one depends on it.
    """

    file: str
    text: str
    first: int
    last: int
    words: tuple[str, ...] = ()
    what: str = ""
    asset: tuple[str, bytes] | None = None

    @property
    def lines(self) -> tuple[int, int]:
        return self.first, self.last


@dataclass(frozen=True)
class Kind:
    """A kind of edit. `composed` where it changes what the composition counts."""

    name: str
    make: Callable[[random.Random], Edit]
    composed: bool = False


@cache
def novelty() -> Mapping[str, str]:
    return {file.name: file.read_text("utf-8") for file in sorted(NOVELTY.glob("*.yaml"))}


@cache
def assets() -> Mapping[str, str | bytes]:
    """The files of the game that are not edited: drawings, rules."""
    files = (file for file in sorted(NOVELTY.rglob("*")) if file.is_file())
    return {
        file.relative_to(NOVELTY).as_posix(): file.read_bytes()
        for file in files
        if file.name not in novelty()
    }


def lines_of(file: str) -> list[str]:
    return novelty()[file].split("\n")


def numbers(file: str, pattern: str) -> list[int]:
    """The indices of the lines that match."""
    return [i for i, line in enumerate(lines_of(file)) if re.search(pattern, uncommented(line))]


def uncommented(line: str) -> str:
    """The line without its comment, which no edit is made in."""
    return re.sub(r"(?:^|\s)#\s.*$", "", line)


@cache
def blocks(file: str) -> tuple[range, ...]:
    """The lines of each motif."""
    starts = [i for i, line in enumerate(lines_of(file)) if line.startswith("- ")]
    ends = [*starts[1:], len(lines_of(file)) - 1]
    return tuple(range(start, end) for start, end in zip(starts, ends, strict=True))


def changed(file: str, index: int, new: str, *words: str) -> Edit:
    """A line replaced by another."""
    lines = lines_of(file)
    old, lines[index] = lines[index], new
    assert old != new, old
    what = f"{file}:{index + 1}: {_shortened(old, new)}"
    return Edit(file, "\n".join(lines), index + 1, index + 1, words, what)


def _shortened(old: str, new: str) -> str:
    """What differs, with a little around it."""
    start = next((i for i, (a, b) in enumerate(zip(old, new, strict=False)) if a != b), len(new))
    left = max(0, start - 24)
    return f"{old[left : start + 24].strip()} → {new[left : start + 24].strip()}"


def resected(file: str, rows: range, put: list[str], what: str, *words: str) -> Edit:
    """Lines taken out, others put in their place; the lines beside a hole count as new."""
    lines = lines_of(file)
    what = f"{file}:{rows.start + 1}: {what} {lines[rows.start][:60]}"
    lines[rows.start : rows.stop] = put
    first, last = rows.start + 1, rows.start + max(1, len(put))
    return Edit(file, "\n".join(lines), first, last, words, what)


def slipped(chance: random.Random, word: str) -> str:
    """A word with a slip of the fingers: a letter left out, doubled, swapped or wrong."""
    at = chance.randrange(len(word))
    keys = "abcdefghijklmnopqrstuvwxyz"
    wrong = chance.choice([key for key in keys if key != word[at].lower()])
    made = [
        word[:at] + word[at + 1 :],
        word[:at] + word[at] + word[at:],
        word[: at - 1] + word[at] + word[at - 1] + word[at + 1 :] if at else "",
        word[:at] + wrong + word[at + 1 :],
    ]
    chance.shuffle(made)
    return next(slip for slip in made if slip.strip() and slip != word)
