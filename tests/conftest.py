"""Fixtures: Novelty built once a session, in a folder of its own."""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.commands import run_cardgen
from tests.support.installed_entries import AGAIN, stale_entries

gc.disable()
"""Until all tests are collected: they stay, and looking through them took 2 s of 8."""

ROOT = Path(__file__).resolve().parent.parent
NOVELTY = ROOT / "card_data" / "novelty"


def pytest_collection_finish() -> None:
    """What was made so far is there to the end, and need not be looked through."""
    gc.freeze()
    gc.enable()


@pytest.fixture(scope="session", autouse=True)
def _own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """A cache of the session's own: nobody's faces are taken, and none are left."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CARDGEN_CACHE", str(tmp_path_factory.mktemp("cache")))
        yield


@pytest.fixture(scope="session", autouse=True)
def _no_git_of_the_user() -> Iterator[None]:
    """Commits are made as git makes them by itself: unsigned, without hooks, in the folder where
    it is called, although tests may run within a hook of git."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("GIT_CONFIG_GLOBAL", os.devnull)
        patch.setenv("GIT_CONFIG_NOSYSTEM", "1")
        for name in ("GIT_DIR", "GIT_INDEX_FILE", "GIT_WORK_TREE", "GIT_PREFIX"):
            patch.delenv(name, raising=False)
        yield


@pytest.fixture(scope="session")
def root() -> Path:
    """The project's folder."""
    return ROOT


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """`output/novelty/mpc/poker` of a build with the command line."""
    folder = tmp_path_factory.mktemp("built")
    run = run_cardgen("build", NOVELTY, "-o", folder)
    assert run.returncode == 0, run.stdout + run.stderr
    return folder / "novelty" / "mpc" / "poker"


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, exitstatus: int) -> None:
    """Say what many failures have in common: cardgen was installed before its newest parts."""
    stale = stale_entries(ROOT / "pyproject.toml") if exitstatus else []
    if stale:
        terminalreporter.write_line(f"not installed as pyproject.toml names it: {stale[0]} …")
        terminalreporter.write_line(AGAIN)
