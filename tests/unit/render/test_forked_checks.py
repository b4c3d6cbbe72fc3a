"""Work in a copy of the process: done there or here, its result is the same."""

from __future__ import annotations

import os
import signal
import sys
import time

import pytest

from cardgen.render.workers import forked_checks as beside
from cardgen.render.workers.forked_checks import Beside


def test_the_result_comes_from_a_copy() -> None:
    work = Beside(os.getpid)
    assert (work.result() != os.getpid()) is sys.platform.startswith("linux")


def test_a_copy_that_fails_leaves_the_work_to_this_process() -> None:
    here = os.getpid()

    def only_here() -> str:
        if os.getpid() != here:
            raise ValueError("not there")
        return "here"

    assert Beside(only_here).result() == "here"


def test_what_it_raises_is_raised_here() -> None:
    def broken() -> None:
        raise ValueError("broken")

    with pytest.raises(ValueError, match="broken"):
        Beside(broken).result()


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="a copy is needed")
def test_a_copy_that_is_killed_leaves_the_work_to_this_process() -> None:
    here = os.getpid()

    def slow_elsewhere() -> str:
        if os.getpid() != here:
            time.sleep(60)
        return "here"

    work = Beside(slow_elsewhere)
    os.kill(work._pid, signal.SIGKILL)
    assert work.result() == "here"


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="a copy is needed")
def test_work_that_is_given_up_ends() -> None:
    work = Beside(lambda: time.sleep(60))
    pid = work._pid
    work.close()
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)
    work.close()


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="a copy is needed")
def test_a_copy_that_hangs_leaves_the_work_to_this_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(beside, "PATIENCE", 0.05)
    here = os.getpid()
    assert Beside(lambda: "here" if os.getpid() == here else time.sleep(60)).result() == "here"


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="a copy is needed")
def test_an_interruption_while_it_waits_leaves_nothing_behind(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    work = Beside(lambda: time.sleep(60))
    pid = work._pid

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(beside, "select", interrupted)
    with pytest.raises(KeyboardInterrupt):
        work.result()
    work.close()
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


def test_much_is_no_more_than_little() -> None:
    assert len(Beside(lambda: "x" * 3_000_000).result()) == 3_000_000
