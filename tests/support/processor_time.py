"""Bounds on processor time that hold on any machine, at any load.

What is measured is compared with a fixed piece of work on the same machine and at the same moment:
a second here is a second of the machine on which `_REFERENCE` was measured.
"""

from __future__ import annotations

import json
import time
import zlib
from collections.abc import Iterator
from contextlib import contextmanager

_REFERENCE = 0.25
"""Seconds of processor time that `_work` takes on the machine where the bounds were chosen."""


def slowness() -> float:
    """How many times as long as where the bounds were chosen work takes now; 1 or more."""
    began = time.process_time()
    _work()
    return max(1.0, (time.process_time() - began) / _REFERENCE)


def _work() -> None:
    """Do what commands do: build, sort, encode and compress what takes some megabytes."""
    for part in range(5):
        rows = [{"name": f"card {number}", "cost": number * part} for number in range(30_000)]
        rows.sort(key=lambda row: str(row["name"])[::-1])
        text = json.dumps(rows).encode()
        zlib.compress(text, 6)
        assert len(json.loads(text)) == len(rows)


def is_within(seconds: float, bound: float) -> bool:
    """Whether work that took so much processor time keeps a bound, the machine's speed allowed for.

    The speed is measured only where the time alone does not show it.
    """
    return seconds < bound or seconds < bound * slowness()


@contextmanager
def processor_time_below(bound: float) -> Iterator[None]:
    """Hold what this thread's process does in the block against a bound in seconds."""
    began = time.process_time()
    yield
    took = time.process_time() - began
    assert is_within(took, bound), f"{took:.1f} s of processor time, {bound:g} s allowed"
