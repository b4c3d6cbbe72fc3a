"""A command that is interrupted at any moment says so, and leaves all as it was."""

from __future__ import annotations

import os
import random
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path

import pytest

import cardgen
from tests.support.patience import SECONDS
from tests.support.previews import write_game

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signals")

MOMENTS = 50
"""Of each signal; a third of them in the first 0.3 s."""
_SAID = "cardgen: interrupted; the last output is as it was"


def state(folder: Path) -> dict[str, bytes]:
    """Every file below a folder."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }


def start(folder: Path, *games: str) -> subprocess.Popen[str]:
    """A build that renders all anew, of one game or all, in a session of its own."""
    places = {"CARDGEN_CACHE": str(folder / "cache"), "TMPDIR": str(folder / "temporary")}
    return subprocess.Popen(
        [sys.executable, "-m", "cardgen", "build", *games, "--fresh", "-j", "2"],
        cwd=folder,
        env=os.environ | places,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def is_running(group: int) -> bool:
    """Whether a process of a group is there yet, though it had all the time to end."""
    until = time.monotonic() + SECONDS
    while lives(group):
        if time.monotonic() > until:
            return True
        time.sleep(0.02)
    return False


def lives(group: int) -> bool:
    """Whether a process of a group is more than an entry that nobody has taken away: where the
    first process of a container takes none, they stay for ever."""
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    shown = subprocess.run(["ps", "-A", "-o", "pgid=,stat="], capture_output=True, text=True)
    states = [line.split() for line in shown.stdout.splitlines()]
    return any(int(one) == group and not state.startswith("Z") for one, state in states)


def check_end(folder: Path, build: subprocess.Popen[str], before: Mapping[str, bytes]) -> str:
    """Hold how a build ended against what is promised; gives its exit code and words."""
    said, error = build.communicate(timeout=SECONDS)
    how = f"{build.returncode}: {said!r} {error!r}"
    assert not is_running(build.pid), how
    if "Traceback" in error:  # Python's own, before a line of cardgen ran
        assert str(Path(cardgen.__file__).parent / "cli") not in error, how
    assert "fault in cardgen" not in error, how
    output = folder / "output" / "tiny"
    assert [path.name for path in output.iterdir()] == ["mpc"], how
    assert state(output / "mpc") == before, how
    assert not list((folder / "temporary").iterdir()), how
    return how


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("everyone", [False, True])
def test_an_interrupt_at_any_moment_is_one_sentence_and_the_output_stays(
    tmp_path: Path, number: signal.Signals, everyone: bool
) -> None:
    """Ctrl-C reaches the workers too; `kill` the first process alone."""
    write_game(tmp_path)
    (tmp_path / "temporary").mkdir()
    started = time.monotonic()
    build = start(tmp_path, "tiny")
    build.communicate(timeout=SECONDS)
    assert build.returncode == 0
    lasts = time.monotonic() - started
    before = state(tmp_path / "output" / "tiny" / "mpc")
    chance, ends = random.Random(13 + number), set()
    for moment in range(MOMENTS // 2):
        build = start(tmp_path, "tiny")
        time.sleep(chance.uniform(0, lasts if moment % 3 else 0.3))
        (os.killpg if everyone else os.kill)(build.pid, number)
        how = check_end(tmp_path, build, before)
        if build.returncode in (130, 0):
            assert how.count(_SAID) == (build.returncode == 130), how
        else:  # Python itself was starting, and ends in its own way
            assert build.returncode in (-number, 1), how
            assert "cardgen: " not in how, how
        ends.add(build.returncode)
    assert 130 in ends


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("everyone", [False, True])
def test_an_interrupted_build_of_all_games_leaves_nothing_behind(
    tmp_path: Path, number: signal.Signals, everyone: bool
) -> None:
    """Two processes build games; each cleans up after itself."""
    tiny = write_game(tmp_path)
    for name in ("other", "third"):
        shutil.copytree(tiny, tiny.with_name(name))
    (tmp_path / "temporary").mkdir()
    started = time.monotonic()
    build = start(tmp_path)
    build.communicate(timeout=SECONDS)
    assert build.returncode == 0
    lasts = time.monotonic() - started
    before, chance, ends = state(tmp_path / "output"), random.Random(17 + number), set()
    for _ in range(MOMENTS // 4):
        build = start(tmp_path)
        time.sleep(chance.uniform(0.2 * lasts, lasts))
        (os.killpg if everyone else os.kill)(build.pid, number)
        said, error = build.communicate(timeout=SECONDS)
        how = f"{build.returncode}: {said!r} {error!r}"
        assert not is_running(build.pid), how
        assert error.count(_SAID) == (build.returncode == 130), how
        assert state(tmp_path / "output") == before, how
        assert not list((tmp_path / "temporary").iterdir()), how
        assert not list((tmp_path / "cache" / "under-way").iterdir()), how
        ends.add(build.returncode)
    assert 130 in ends
