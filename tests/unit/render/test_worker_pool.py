"""Worker processes: results in order, one by one, whatever dies."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator

import pytest

from cardgen.render.workers.pool import Workers
from tests.support.patience import SECONDS


def double(number: int) -> int:
    return 2 * number


def die_once(number: int) -> int:
    """Kills the worker that it runs in; the parent is left alone."""
    if number == 3 and os.getpid() != PARENT:
        os.kill(os.getpid(), signal.SIGKILL)
    return 2 * number


PARENT = os.getpid()


def measure_niceness(_: int) -> tuple[int, int]:
    """What of this process the system puts after others, and which process it is."""
    return os.getpriority(os.PRIO_PROCESS, 0), os.getpid()


def test_a_stream_gives_results_in_order() -> None:
    with Workers(2) as workers:
        assert list(workers.stream(double, iter(range(20)), 4)) == [2 * n for n in range(20)]


def test_a_stream_takes_no_more_than_it_needs() -> None:
    taken = []

    def numbers() -> Iterator[int]:
        for number in range(50):
            taken.append(number)
            yield number

    with Workers(2) as workers:
        stream = workers.stream(double, numbers(), 5)
        assert len(taken) == 5
        results = iter(stream)
        assert next(results) == 0
        assert len(taken) <= 6
        stream.close()
        assert list(results) == []


def test_one_worker_does_the_work_here_when_it_is_asked_for() -> None:
    with Workers(1) as workers:
        assert list(workers.stream(die_once, iter(range(5)), 2)) == [0, 2, 4, 6, 8]


def test_a_killed_worker_loses_nothing() -> None:
    with Workers(2) as workers:
        assert list(workers.stream(die_once, iter(range(12)), 6)) == [2 * n for n in range(12)]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no niceness")
def test_workers_leave_the_cores_to_their_parent_first() -> None:
    """A core that two of them want is the parent's: faces cannot be painted before it lays them
    out. What it does itself, without workers, it does as before."""
    mine = os.getpriority(os.PRIO_PROCESS, 0)
    with Workers(2) as workers:
        told = list(workers.stream(measure_niceness, iter(range(4)), 4))
    assert all(pid != PARENT for _, pid in told)
    assert all(niceness > mine or niceness == 19 for niceness, _ in told)
    assert os.getpriority(os.PRIO_PROCESS, 0) == mine


ALONE = """
import os, sys, time
from cardgen.render.workers.pool import Workers
def asleep(_): time.sleep(60)
with Workers(2) as workers:
    workers.stream(asleep, iter(range(2)), 2)
    print(*workers._pool._processes, flush=True)
    time.sleep(60)
"""


def test_workers_do_not_outlive_a_killed_parent() -> None:
    with subprocess.Popen([sys.executable, "-c", ALONE], stdout=subprocess.PIPE) as parent:
        assert parent.stdout is not None
        workers = [int(pid) for pid in parent.stdout.readline().split()]
        parent.kill()
    assert len(workers) == 2
    end = time.monotonic() + SECONDS
    while any(map(lives, workers)) and time.monotonic() < end:
        time.sleep(0.05)
    assert not any(map(lives, workers))


def lives(pid: int) -> bool:
    """Whether a process is there and not just waiting to be buried."""
    status = subprocess.run(["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, text=True)
    return status.stdout.strip()[:1] not in ("", "Z")
