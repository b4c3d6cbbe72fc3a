"""A real Dask cluster of two worker processes on this machine."""

from __future__ import annotations

import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from cardgen.render.workers import dask_cluster as cluster_module
from tests.cli.test_rebuild import GAME, LAYOUTS
from tests.conftest import ROOT
from tests.support.patience import SECONDS

pytestmark = pytest.mark.slow

QUIET = subprocess.DEVNULL


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        return port


def answers(port: int) -> bool:
    with socket.socket() as probe:
        probe.settimeout(0.2)
        return probe.connect_ex(("127.0.0.1", port)) == 0


class Cluster:
    def __init__(self, stack: ExitStack, workers: int = 2) -> None:
        self.port = free_port()
        self._stack = stack
        words = ("--host", "127.0.0.1", "--port", str(self.port))
        self.scheduler = self._start("dask_scheduler", *words)
        until = time.monotonic() + SECONDS
        while not answers(self.port) and time.monotonic() < until:
            time.sleep(0.1)
        self.workers = [self.worker() for _ in range(workers)]
        if workers:
            self._wait_for(workers)

    def _wait_for(self, workers: int) -> None:
        """A busy machine takes longer than a command is ready to wait."""
        from distributed import Client

        connect: Any = Client
        with connect(
            f"tcp://127.0.0.1:{self.port}", timeout=SECONDS, set_as_default=False
        ) as client:
            client.wait_for_workers(workers, timeout=SECONDS)

    def worker(self) -> subprocess.Popen[bytes]:
        address = f"tcp://127.0.0.1:{self.port}"
        return self._start("dask_worker", address, "--nthreads", "1", "--no-nanny")

    def _start(self, name: str, *words: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", f"distributed.cli.{name}", *words, "--no-dashboard"]
        process = subprocess.Popen(command, stdout=QUIET, stderr=QUIET, cwd=ROOT)
        self._stack.callback(process.wait)
        self._stack.callback(process.kill)
        return process


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    pytest.importorskip("distributed")
    with ExitStack() as stack:
        yield Cluster(stack)


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
    away = ("--executor", f"dask://127.0.0.1:{cluster.port}")
    subprocess.run(command(game, tmp_path, *away), check=True, capture_output=True, cwd=ROOT)
    assert contents(tmp_path) == local


def test_a_worker_that_is_killed_on_the_way_is_made_up_for(
    cluster: Cluster, game: Path, local: dict[str, bytes], tmp_path: Path
) -> None:
    away = ("--executor", f"dask://127.0.0.1:{cluster.port}")
    running = subprocess.Popen(command(game, tmp_path, *away), stdout=QUIET, stderr=QUIET, cwd=ROOT)
    wait_for_pngs(tmp_path / "again")
    cluster.workers[0].send_signal(signal.SIGKILL)
    assert running.wait(timeout=SECONDS) == 0
    assert contents(tmp_path) == local


def wait_for_pngs(staged: Path) -> None:
    until = time.monotonic() + SECONDS
    while time.monotonic() < until and len(list(staged.rglob("*.png"))) < 3:
        time.sleep(0.01)


def test_a_cluster_that_is_lost_on_the_way_is_not_waited_for(game: Path, tmp_path: Path) -> None:
    pytest.importorskip("distributed")
    with ExitStack() as stack:
        cluster = Cluster(stack, workers=1)
        away = ("--executor", f"dask://127.0.0.1:{cluster.port}", "--dpi", "600")
        words = command(game, tmp_path, *away)
        running = subprocess.Popen(words, stdout=QUIET, stderr=subprocess.PIPE, text=True, cwd=ROOT)
        wait_for_pngs(tmp_path / "again")
        cluster.scheduler.send_signal(signal.SIGKILL)
        _, said = running.communicate(timeout=SECONDS)
    assert running.returncode == 2
    assert said.splitlines()[-1] == (
        "cardgen: the connection to the cluster is lost; the last output is as it was"
    )
    assert "Traceback" not in said
    assert contents(tmp_path) == {}


def test_a_cluster_without_workers_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("distributed")
    monkeypatch.setattr(cluster_module, "_PATIENCE", 2)
    with ExitStack() as stack:
        port = Cluster(stack, workers=0).port
        with pytest.raises(
            cluster_module.ClusterError, match=f"dask worker tcp://127.0.0.1:{port}"
        ):
            cluster_module.Cluster(f"dask://127.0.0.1:{port}")


def test_where_the_last_worker_is_gone_no_more_is_expected(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pytest.importorskip("distributed")
    monkeypatch.setattr(cluster_module, "_ALONE", 1.0)
    with ExitStack() as stack:
        started = Cluster(stack, workers=1)
        cluster = cluster_module.Cluster(f"dask://127.0.0.1:{started.port}")
        stack.callback(cluster.close)
        future = cluster.executor.submit(time.sleep, 600)
        started.workers[0].send_signal(signal.SIGKILL)
        with pytest.raises(cluster_module.ClusterError, match="no worker is left"):
            future.result(timeout=SECONDS)


def test_where_no_cluster_answers_one_sentence_says_so(game: Path, tmp_path: Path) -> None:
    away = ("--executor", f"dask://127.0.0.1:{free_port()}")
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
