"""Systems without processes, semaphores or streams; interrupts from the first moment."""

from __future__ import annotations

import multiprocessing
import os
import shlex
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

from cardgen.cli.streams import SafeStream, StreamError
from cardgen.render.workers import process_pool
from cardgen.render.workers.pool import Workers
from tests.support.patience import SECONDS
from tests.support.previews import write_game


@pytest.fixture
def game(tmp_path: Path) -> Path:
    return write_game(tmp_path)


def run_in_shell(words: str, folder: Path) -> subprocess.CompletedProcess[bytes]:
    command = words.replace("cardgen", f"{shlex.quote(sys.executable)} -m cardgen")
    return subprocess.run(
        ["bash", "-c", command], cwd=folder, capture_output=True, check=False, timeout=SECONDS
    )


# --- workers -------------------------------------------------------------------------------


class NoSemaphores:
    """What `multiprocessing` has on systems without `sem_open`."""

    def Lock(self) -> None:  # noqa: N802
        raise ImportError("This platform lacks a functioning sem_open implementation")


class NoProcesses:
    def __init__(self, *_: Any) -> None:
        raise BlockingIOError(11, "Resource temporarily unavailable")


def test_without_semaphores_all_is_done_in_this_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process_pool, "_context", NoSemaphores)
    with Workers(4) as workers:
        assert workers.count == 1
        assert list(workers.map(abs, [-1, 2, -3])) == [1, 2, 3]


def test_without_processes_all_is_done_in_this_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process_pool, "ProcessPoolExecutor", NoProcesses)
    with Workers(4) as workers:
        assert list(workers.map(abs, [-1, 2, -3])) == [1, 2, 3]


def test_without_threads_all_is_done_in_this_process(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    before = set(multiprocessing.active_children())
    with monkeypatch.context() as patched:
        patched.setattr(threading.Thread, "start", refuse)
        with Workers(4) as workers:
            assert workers.count == 1
            assert list(workers.map(abs, [-1, 2, -3])) == [1, 2, 3]
    started = set(multiprocessing.active_children()) - before
    for worker in started:
        worker.join(SECONDS)
    assert not any(worker.is_alive() for worker in started)


def test_without_fork_workers_are_spawned(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process_pool, "_context", lambda: multiprocessing.get_context("spawn"))
    with Workers(2) as workers:
        assert list(workers.map(abs, [-1, 2, -3])) == [1, 2, 3]


@pytest.mark.parametrize(("system", "most"), [("win32", 61), ("linux", 10_000)])
def test_no_more_workers_are_started_than_a_system_takes(
    monkeypatch: pytest.MonkeyPatch, system: str, most: int
) -> None:
    monkeypatch.setattr(sys, "platform", system)
    assert 1 < Workers(10_000).count <= min(most, max(61, multiprocessing.cpu_count()))


def _process_of(_: int) -> int:
    return os.getpid()


def test_late_workers_start_when_there_is_work_for_two() -> None:
    with Workers(2, late=True) as workers:
        assert list(workers.map(_process_of, [1])) == [os.getpid()]
        assert list(workers.stream(_process_of, iter([1]), 4)) == [os.getpid()]
        assert os.getpid() not in list(workers.stream(_process_of, iter([1, 2, 3]), 4))
    with Workers(2, late=True) as workers:
        assert os.getpid() not in list(workers.map(_process_of, [1, 2]))
        assert list(workers.stream(abs, iter([-1, 2, -3]), 1)) == [1, 2, 3]


# --- streams -------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="there are no such shells")
@pytest.mark.parametrize(
    ("words", "code"),
    [
        ("cardgen check tiny >&-", 0),
        ("cardgen check tiny 2>&-", 0),
        ("cardgen check tiny >&- 2>&- <&-", 0),
        ("cardgen build tiny -t data 2>&- >&-", 0),
        ("cardgen check no-such-game >&- 2>&-", 2),
        ("cardgen sizes | head -c 1; exit ${PIPESTATUS[0]}", 0),
        ("cardgen --help | true; exit ${PIPESTATUS[0]}", 0),
        ("cardgen explain | true; exit ${PIPESTATUS[0]}", 0),
    ],
)
def test_a_stream_that_nobody_reads_is_no_fault(game: Path, words: str, code: int) -> None:
    run = run_in_shell(words, game.parent)
    assert (run.returncode, run.stderr) == (code, b"")


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="there is no such device")
@pytest.mark.parametrize(
    "words", ["--version", "--help", "sizes", "check tiny", "check tiny --format json"]
)
def test_a_stream_that_is_full_is_one_sentence(game: Path, words: str) -> None:
    run = run_in_shell(f"cardgen {words} > /dev/full", game.parent)
    assert run.returncode == 2
    assert run.stderr == b"cardgen: cannot write what there is to say: No space left on device\n"
    assert run_in_shell(f"cardgen {words} > /dev/full 2>&1", game.parent).returncode == 2


@pytest.mark.skipif(sys.platform == "win32", reason="a current folder cannot go there")
def test_a_current_folder_that_is_gone_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "gone").mkdir()
    run = run_in_shell("cd gone && rmdir ../gone && cardgen build", tmp_path)
    assert run.returncode == 2
    assert b"the current folder is not there any more" in run.stderr
    assert run.stderr.count(b"\n") == 1


class ClosedOnWindows:
    """A pipe whose reader has left, as Windows tells of it."""

    def write(self, _text: str) -> int:
        raise OSError(22, "Invalid argument")

    def isatty(self) -> bool:
        return False


def test_windows_tells_of_a_closed_pipe_in_its_own_way(monkeypatch: pytest.MonkeyPatch) -> None:
    stream: Any = SafeStream(ClosedOnWindows())  # type: ignore[arg-type]
    for system, left in (("win32", True), ("linux", False)):
        monkeypatch.setattr(sys, "platform", system)
        with pytest.raises(StreamError) as caught:
            stream.write("a")
        assert caught.value.reader_left is left


# --- interrupts ----------------------------------------------------------------------------


AT_AN_IMPORT = """
import signal, sys
from cardgen.cli import interrupts, run

left = {imports}
def count_imports(event, _):
    global left
    left -= event == "import"
    if event == "import" and left == 0:
        signal.raise_signal(signal.{number})

interrupts.end_at_signals()
sys.addaudithook(count_imports)
run()
"""


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such signals")
@pytest.mark.parametrize("imports", [1, 5, 25, 100, 200, 400])
@pytest.mark.parametrize("number", ["SIGINT", "SIGTERM", "SIGHUP"])
def test_an_interrupt_is_one_sentence_from_the_first_moment(
    game: Path, imports: int, number: str
) -> None:
    """From the moment that cardgen's own code runs; before that there is only Python.

    Tests may themselves run below `nohup`, which ignores a terminal that is closed. The moments
    are counted in modules, of which a build imports 800: they are the same on every
    machine. `tests/slow/test_signals.py` takes moments of the clock.
    """
    code = AT_AN_IMPORT.replace("{imports}", str(imports)).replace("{number}", number)
    heard = f"import signal; signal.signal(signal.{number}, signal.SIG_DFL)\n{code}"
    done = subprocess.run(
        [sys.executable, "-c", heard, "build", str(game), "-j", "1"],
        cwd=game.parent, capture_output=True, timeout=SECONDS, check=False,
    )  # fmt: skip
    assert done.stderr == b"cardgen: interrupted; the last output is as it was\n"
    assert done.returncode == 130
    assert not list(game.parent.glob("output/tiny/.*"))


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such signals")
def test_what_goes_on_without_a_terminal_goes_on(game: Path) -> None:
    code = AT_AN_IMPORT.replace("{imports}", "200").replace("{number}", "SIGHUP")
    ignored = f"import signal; signal.signal(signal.SIGHUP, signal.SIG_IGN)\n{code}"
    done = subprocess.run(
        [sys.executable, "-c", ignored, "check", str(game)],
        cwd=game.parent, capture_output=True, timeout=SECONDS, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, b"")


IN_A_FINALIZER = """
import signal, sys, time, weakref
from cardgen.cli import interrupts, run
from cardgen.cli import application

class Dropped: pass

def app():
    held = Dropped()
    reference = weakref.ref(held, lambda _: signal.raise_signal(signal.{number}))
    del held  # Python drops what the callback raises
    time.sleep(20)

application.app = app
sys.argv = ["cardgen", "build"]
run()
"""


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such signals")
@pytest.mark.parametrize("number", ["SIGINT", "SIGTERM"])
def test_an_interrupt_that_python_drops_in_a_finalizer_is_heard_all_the_same(number: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", IN_A_FINALIZER.replace("{number}", number)],
        capture_output=True, timeout=SECONDS, check=False,
    )  # fmt: skip
    assert done.stderr == b"cardgen: interrupted; the last output is as it was\n"
    assert done.returncode == 130


WHILE_RAISED_AGAIN = """
import _thread, signal

start = _thread.start_new_thread
def interrupt(*given):
    _thread.start_new_thread = start
    signal.raise_signal(signal.{number})

_thread.start_new_thread = interrupt
"""


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such signals")
@pytest.mark.parametrize("number", ["SIGINT", "SIGTERM"])
def test_an_interrupt_that_comes_while_a_dropped_one_is_raised_again_is_heard(number: str) -> None:
    script = (WHILE_RAISED_AGAIN + IN_A_FINALIZER).replace("{number}", number)
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, timeout=SECONDS, check=False
    )
    assert done.stderr == b"cardgen: interrupted; the last output is as it was\n"
    assert done.returncode == 130


def test_want_of_memory_for_the_first_modules_is_one_sentence() -> None:
    code = (
        "import sys\nsys.modules['cardgen.cli.terminal'] = None\nsys.argv[1:] = ['check']\n"
        "from cardgen.cli import run\nrun()"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False)
    assert done.returncode == 2
    assert done.stderr.count(b"\n") == 1
    assert done.stderr.startswith(b"cardgen: cannot start: ")
