"""Checks in a copy of the process find what they find here, and a copy that fails costs nothing."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from cardgen.cache.result_store import ResultStore
from cardgen.check.engine import forked_checks
from cardgen.check.engine.forked_checks import ForkedChecks
from cardgen.check.engine.subject import Subject
from cardgen.core.findings import Finding, Report
from cardgen.core.forked_call import can_fork
from cardgen.files.disk_game import DiskGame
from cardgen.pipeline.inspection import inspect_game
from tests.rules.test_kept_findings import CARDS, GAME, LAYOUTS
from tests.support.small_games import checked

LINUX = sys.platform.startswith("linux")


@pytest.fixture
def subject() -> Subject:
    files = {"game.yaml": GAME.split("booklets")[0], "layouts.yaml": LAYOUTS, "cards.yaml": CARDS}
    found = checked(files)
    return Subject(found.game, found.spec, found.bound, found.laid, ResultStore(None))


@pytest.fixture
def two_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(forked_checks, "can_fork", lambda: LINUX)


def where(code: str) -> Callable[[Subject], Iterator[Finding]]:
    """A check that says in which process it ran, and keeps something."""

    def check(subject: Subject) -> Iterator[Finding]:
        subject.kept.put(b"seen", [code])
        yield Finding(code, str(os.getpid()))

    return check


@pytest.mark.usefixtures("two_cores")
@pytest.mark.skipif(not LINUX, reason="no other system forks safely")
def test_findings_and_results_come_back_from_the_copy(subject: Subject) -> None:
    found = ForkedChecks(subject, [where("one"), where("two")]).collect()
    assert [finding.code for finding in found] == ["one", "two"]
    assert str(os.getpid()) not in {finding.message for finding in found}
    assert subject.kept.get(b"seen") == ["two"]


@pytest.mark.usefixtures("two_cores")
def test_what_fails_in_the_copy_fails_here(subject: Subject) -> None:
    def fail(_: Subject) -> Iterator[Finding]:
        raise KeyError("fox")

    begun = ForkedChecks(subject, [fail])
    with pytest.raises(KeyError, match="fox"):
        begun.collect()


@pytest.mark.usefixtures("two_cores")
def test_a_copy_that_is_killed_is_made_up_for(subject: Subject) -> None:
    here = os.getpid()

    def die(_: Subject) -> Iterator[Finding]:
        if os.getpid() != here:
            os.kill(os.getpid(), 9)
        yield Finding("alive", "here")

    assert [one.code for one in ForkedChecks(subject, [die]).collect()] == ["alive"]


def test_a_process_with_threads_is_not_copied(subject: Subject) -> None:
    done = threading.Event()
    waiting = threading.Thread(target=done.wait)
    waiting.start()
    try:
        assert not can_fork()
        (found,) = ForkedChecks(subject, [where("one")]).collect()
        assert found.message == str(os.getpid())
    finally:
        done.set()
        waiting.join()


@pytest.mark.usefixtures("two_cores")
@pytest.mark.parametrize("forks", [True, False])
def test_a_game_has_the_same_findings_with_and_without_a_copy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, forks: bool
) -> None:
    monkeypatch.setenv("CARDGEN_CACHE", str(tmp_path / "cache"))
    files = {"game.yaml": GAME, "layouts.yaml": LAYOUTS, "cards.yaml": CARDS, "rules.md": "Play."}
    for name, text in files.items():
        (tmp_path / name).write_text(text, "utf-8")
    report = Report()
    inspect_game(DiskGame(tmp_path), report, forks=forks)
    assert [finding.code for finding in report.findings] == ["low-contrast", "low-contrast"]
