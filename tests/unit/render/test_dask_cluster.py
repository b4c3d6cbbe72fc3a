"""A real Dask cluster of two worker processes on this machine."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

from cardgen.render.workers import dask_cluster as cluster_module
from tests.cli.test_rebuild import GAME, LAYOUTS
from tests.conftest import ROOT
from tests.support.patience import SECONDS

pytestmark = pytest.mark.slow

QUIET = subprocess.DEVNULL


class Cluster:
    """A scheduler that takes a free port and says which, and its workers."""

    def __init__(self, stack: ExitStack, folder: Path, workers: int = 2) -> None:
        self._stack = stack
        said = folder / "scheduler.json"
        words = ("--host", "127.0.0.1", "--port", "0", "--scheduler-file", str(said))
        self.scheduler = self._start("dask_scheduler", *words)
        self.address = self._read_address(said)
        options = (self.address, "--nthreads", "1", "--no-nanny", "--name")
        self.workers = [self._start("dask_worker", *options, str(n)) for n in range(workers)]
        if workers:
            with self.asked() as client:
                client.wait_for_workers(workers, timeout=SECONDS)

    @property
    def executor(self) -> str:
        return self.address.replace("tcp://", "dask://")

    def _read_address(self, said: Path) -> str:
        """Dask writes the file piece by piece: it is read until it is whole."""
        until = time.monotonic() + SECONDS
        while time.monotonic() < until:
            assert self.scheduler.poll() is None, "the scheduler has ended"
            with suppress(OSError, ValueError):
                address: str = json.loads(said.read_bytes())["address"]
                return address
            time.sleep(0.05)
        raise AssertionError("the scheduler does not start")

    @contextmanager
    def asked(self) -> Iterator[Any]:
        """A connection; a busy machine takes longer than a command is ready to wait."""
        from distributed import Client

        connect: Any = Client
        with connect(self.address, timeout=SECONDS, set_as_default=False) as client:
            yield client

    def _start(self, name: str, *words: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", f"distributed.cli.{name}", *words, "--no-dashboard"]
        process = subprocess.Popen(command, stdout=QUIET, stderr=QUIET, cwd=ROOT)
        self._stack.callback(process.wait)
        self._stack.callback(process.kill)
        return process

    def stop_workers(self) -> None:
        """What is sent to them from now on stays there: a build that has begun cannot end."""
        for worker in self.workers:
            worker.send_signal(signal.SIGSTOP)

    def go_on_with_first_task(self, build: subprocess.Popen[Any]) -> int:
        """Once all workers have tasks, let the one work that has the first; gives its number."""

        def find_first(dask_scheduler: Any) -> int:
            busy = all(worker.processing for worker in dask_scheduler.workers.values())
            tasks = list(dask_scheduler.tasks.values()) if busy else []
            return next((int(one.processing_on.name) for one in tasks if one.processing_on), -1)

        until = time.monotonic() + SECONDS
        with self.asked() as client:
            while (first := client.run_on_scheduler(find_first)) < 0:
                assert build.poll() is None, "the build has ended without its tasks"
                assert time.monotonic() < until, "no task is sent"
                time.sleep(0.05)
        self.workers[first].send_signal(signal.SIGCONT)
        return int(first)


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    pytest.importorskip("distributed")
    with ExitStack() as stack:
        yield Cluster(stack, tmp_path_factory.mktemp("scheduler"))


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("cluster") / "again"
    folder.mkdir()
    table = "".join(f"- {{id: c{i}, name: Card {i}}}\n" for i in range(90))
    for name, text in (("game", GAME), ("layouts", LAYOUTS), ("cards", table)):
        (folder / f"{name}.yaml").write_text(text, "utf-8")
    return folder


def command(game: Path, out: Path, *options: str) -> list[str]:
    words = ["build", str(game), "-o", str(out), "--fresh", *options]
    return [sys.executable, "-m", "cardgen", *words]


def contents(folder: Path) -> dict[str, bytes]:
    files = sorted(file for file in folder.rglob("*") if file.is_file())
    return {file.relative_to(folder).as_posix(): file.read_bytes() for file in files}


@pytest.fixture(scope="module")
def local(game: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    out = tmp_path_factory.mktemp("local")
    subprocess.run(command(game, out), check=True, capture_output=True, cwd=ROOT)
    return contents(out)


def test_a_cluster_writes_the_same_bytes(
    cluster: Cluster, game: Path, local: dict[str, bytes], tmp_path: Path
) -> None:
    words = command(game, tmp_path, "--executor", cluster.executor)
    subprocess.run(words, check=True, capture_output=True, cwd=ROOT)
    assert contents(tmp_path) == local


def test_a_worker_that_is_killed_on_the_way_is_made_up_for(
    game: Path, local: dict[str, bytes], tmp_path: Path
) -> None:
    pytest.importorskip("distributed")
    out = tmp_path / "out"
    with ExitStack() as stack:
        cluster = Cluster(stack, tmp_path)
        cluster.stop_workers()
        words = command(game, out, "--executor", cluster.executor)
        running = subprocess.Popen(words, stdout=QUIET, stderr=QUIET, cwd=ROOT)
        stack.callback(running.kill)
        first = cluster.go_on_with_first_task(running)
        wait_for_a_png(out, running)
        cluster.workers[1 - first].send_signal(signal.SIGKILL)
        assert running.wait(timeout=SECONDS) == 0
    assert contents(out) == local


def wait_for_a_png(folder: Path, build: subprocess.Popen[Any]) -> None:
    """Wait until a build that is held up has written one: it renames folders meanwhile, and
    `os.walk` passes over what is gone."""
    until = time.monotonic() + SECONDS
    while not any(name.endswith(".png") for _, _, names in os.walk(folder) for name in names):
        assert build.poll() is None, "the build has ended before it wrote a picture"
        assert time.monotonic() < until, "nothing is written"
        time.sleep(0.01)


def test_a_cluster_that_is_lost_on_the_way_is_not_waited_for(game: Path, tmp_path: Path) -> None:
    pytest.importorskip("distributed")
    out = tmp_path / "out"
    with ExitStack() as stack:
        cluster = Cluster(stack, tmp_path)
        cluster.stop_workers()
        words = command(game, out, "--executor", cluster.executor)
        running = subprocess.Popen(words, stdout=QUIET, stderr=subprocess.PIPE, text=True, cwd=ROOT)
        stack.callback(running.kill)
        cluster.go_on_with_first_task(running)
        wait_for_a_png(out, running)
        cluster.scheduler.send_signal(signal.SIGKILL)
        _, said = running.communicate(timeout=SECONDS)
    assert running.returncode == 2
    assert said.splitlines()[-1] == (
        "cardgen: the connection to the cluster is lost; the last output is as it was"
    )
    assert "Traceback" not in said
    assert contents(out) == {}


def test_a_cluster_without_workers_is_refused(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    pytest.importorskip("distributed")
    monkeypatch.setattr(cluster_module, "_FIRST_WORKER", 1.0)
    with ExitStack() as stack:
        started = Cluster(stack, tmp_path, workers=0)
        with pytest.raises(cluster_module.ClusterError, match=f"dask worker {started.address}"):
            cluster_module.Cluster(started.executor)


def test_where_the_last_worker_is_gone_no_more_is_expected(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    pytest.importorskip("distributed")
    monkeypatch.setattr(cluster_module, "_ALONE", 1.0)
    with ExitStack() as stack:
        started = Cluster(stack, tmp_path, workers=1)
        cluster = cluster_module.Cluster(started.executor)
        stack.callback(cluster.close)
        future = cluster.executor.submit(time.sleep, 600)
        started.workers[0].send_signal(signal.SIGKILL)
        with pytest.raises(cluster_module.ClusterError, match="no worker is left"):
            future.result(timeout=SECONDS)


def test_where_no_cluster_answers_one_sentence_says_so(game: Path, tmp_path: Path) -> None:
    with socket.socket() as mute:  # has the port, and does not listen
        mute.bind(("127.0.0.1", 0))
        away = ("--executor", f"dask://127.0.0.1:{mute.getsockname()[1]}")
        run = subprocess.run(
            command(game, tmp_path, *away), capture_output=True, text=True, check=False, cwd=ROOT
        )
    assert run.returncode == 2
    assert "nobody answers" in run.stderr
    assert "Traceback" not in run.stderr


def test_another_executor_is_refused(game: Path, tmp_path: Path) -> None:
    run = subprocess.run(
        command(game, tmp_path, "--executor", "slurm://x"),
        capture_output=True, text=True, check=False, cwd=ROOT,
    )  # fmt: skip
    assert run.returncode == 2
    assert "dask://host:8786" in run.stderr
