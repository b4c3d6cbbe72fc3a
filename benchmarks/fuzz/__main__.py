"""Throw random games at `cardgen check`: no traceback, no hang, no flood of memory.

    .venv/bin/python -m benchmarks.fuzz [games] [seed] [seconds]
    .venv/bin/python -m benchmarks.fuzz --one NUMBER [seed]

In      a small good game, one file of which is made of random bytes, of random YAML, of a good
        file with slips, or by a grammar from fields of the models with hostile values.
Out     figures; for each kind of failure the smallest game that still fails.

Games are checked in a process of their own, which is killed where one takes over 5 s, and
where it asks for over 500 MB beside what a good game needs. The number of a game decides
its content: `--one` makes it again.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from benchmarks.fuzz import attempts
from benchmarks.fuzz.games import Made, numbered
from benchmarks.fuzz.worker import Worker

GAMES, SEED, SECONDS = 20_000, 4, 0


@dataclass
class Outcome:
    """What came of a run."""

    ran: int = 0
    took: float = 0.0
    peak: int = 0
    slowest: float = 0.0
    ways: Counter[str] = field(default_factory=Counter)
    faults: dict[str, list[tuple[int, str]]] = field(default_factory=dict)


def run(count: int, seed: int, seconds: float = 0) -> Outcome:
    """Check so many games, or as many as there is time for."""
    outcome, worker, started = Outcome(), Worker(seed), time.monotonic()
    for number in range(count):
        begun = time.monotonic()
        if seconds and begun - started > seconds:
            break
        fault, peak = worker.check(number)
        outcome.slowest = max(outcome.slowest, time.monotonic() - begun)
        outcome.ran, outcome.peak = number + 1, max(outcome.peak, peak)
        outcome.ways[numbered(number, seed).way] += 1
        if fault:
            outcome.faults.setdefault(attempts.fault_kind(fault), []).append((number, fault))
    worker.stop()
    outcome.took = time.monotonic() - started
    return outcome


def find_smallest(game: Made, fault: str, seconds: float = 20) -> str | bytes:
    """The random file with all left out that the fault does not need."""
    content, until, size = game.files[game.file], time.monotonic() + seconds, 0
    size = len(content) // 2
    while size and time.monotonic() < until:
        for shorter in _without(content, size):
            found = attempts.fault_of({**game.files, game.file: shorter})
            if attempts.fault_kind(found) == attempts.fault_kind(fault):
                content = shorter
                break
            if time.monotonic() > until:
                break
        else:
            size //= 2
            continue
        size = min(size, len(content) // 2 or 1) if len(content) > 1 else 0
    return content


def _without(content: str | bytes, size: int) -> Iterator[str | bytes]:
    for at in range(0, len(content), size):
        if isinstance(content, str):
            yield content[:at] + content[at + size :]
        else:
            yield content[:at] + content[at + size :]


def main() -> None:
    if sys.argv[1:2] == ["--one"]:
        one = numbered(int(sys.argv[2]), int(sys.argv[3]) if sys.argv[3:] else SEED)
        print(f"{one.way} {one.file}\n{one.files[one.file]!r}", flush=True)
        print(attempts.fault_of(one.files) or "nothing is wrong")
        return
    given = [int(number) for number in sys.argv[1:4]]
    defaults = [GAMES, SEED, SECONDS]
    count, seed, seconds = given + defaults[len(given) :]
    outcome = run(count, seed, seconds)
    print(f"{outcome.ran} games of {count} in {outcome.took:.0f} s: {dict(outcome.ways)}")
    print(f"slowest {outcome.slowest:.1f} s, most memory {outcome.peak / 1e6:.0f} MB")
    print(f"{sum(map(len, outcome.faults.values()))} failures of {len(outcome.faults)} kinds")
    for kind, found in sorted(outcome.faults.items(), key=lambda pair: -len(pair[1])):
        number, fault = found[0]
        game = numbered(number, seed)
        some = [number for number, _ in found[:8]]
        print(f"\n{len(found)} x {fault}\n  numbers {some}, {game.way} {game.file}")
        if not kind.startswith(("hang", "death")):
            print(f"  {find_smallest(game, fault)!r}", flush=True)


if __name__ == "__main__":
    main()
