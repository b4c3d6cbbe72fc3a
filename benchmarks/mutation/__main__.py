"""How much of what a tired designer does to a game `cardgen check` finds.

    .venv/bin/python -m benchmarks.mutation [edits] [seed]

In      Novelty as it stands, edits at random from a seed.
Out     figures a kind of edit, and every edit that was missed.

Each edit is single: a row deleted, a letter changed, a box moved by 3 mm. It is caught if
there is a finding that was not there before, in the edited row or element or in what depends
on it: a count of the edited cards, an element that names the edited style, font or colour.
The place of a finding's note counts too.

Checks that need pixels are run only where the others find nothing: what is caught is the
same, in a fifth of the time.
"""

from __future__ import annotations

import random
import sys
import time
from collections import defaultdict
from dataclasses import dataclass

from benchmarks.mutation.detection import Seen, look
from benchmarks.mutation.kinds import KINDS
from benchmarks.mutation.novelty_text import Edit, Kind

EDITS, SEED = 300, 4


@dataclass
class Tally:
    """Of one kind: how many edits, how many caught, and what was missed."""

    made: int = 0
    caught: int = 0


def made(kind: Kind, chance: random.Random) -> tuple[Edit, Seen]:
    """An edit and what is seen of it. One that leaves every card as it was is no fault (two rows
    that differ in their effect alone, whose effects are swapped), and another is made."""
    while True:
        edit = kind.make(chance)
        seen = look(edit)
        if not seen.idle:
            return edit, seen


def run(count: int, seed: int) -> tuple[dict[Kind, Tally], list[str]]:
    """Make and look at so many edits.

    Returns:
        The tally of each kind, and a line for each edit that was missed.
    """
    chance = random.Random(seed)
    tallies: dict[Kind, Tally] = defaultdict(Tally)
    missed = []
    for number in range(count):
        kind = KINDS[number % len(KINDS)]
        edit, seen = made(kind, chance)
        tallies[kind].made += 1
        tallies[kind].caught += bool(seen.placed)
        if not seen.placed:
            elsewhere = "; ".join(f"{f.code} at {f.span}" for f in seen.new[:3]) or "nothing found"
            missed.append(f"{kind.name}: {edit.what}  [{elsewhere}]")
    return dict(tallies), missed


def share(tallies: list[Tally]) -> str:
    made, caught_ = sum(t.made for t in tallies), sum(t.caught for t in tallies)
    return f"{caught_:3} of {made:3}   {100 * caught_ / max(1, made):5.1f} %"


def main() -> None:
    given = [int(word) for word in sys.argv[1:3]]
    count, seed = (*given, *(EDITS, SEED)[len(given) :])
    started = time.perf_counter()
    tallies, missed = run(count, seed)
    for kind, tally in tallies.items():
        print(f"{kind.name:32} {share([tally])}")
    composed = [tally for kind, tally in tallies.items() if kind.composed]
    print(f"\n{'that change the composition':32} {share(composed)}")
    print(f"{'all':32} {share(list(tallies.values()))}")
    print(f"\n{time.perf_counter() - started:.0f} s, seed {seed}; missed:\n")
    print("\n".join(missed) or "nothing")


if __name__ == "__main__":
    main()
