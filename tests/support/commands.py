"""cardgen's commands as a user types them, each in a process of its own.

A test worker starts one process that imports cardgen; each command is a fork of it, which takes a
tenth of the time of a start (0.05 s instead of 0.5). How a process starts and ends is not seen
this way: tests of that start `python -m cardgen` themselves, as do those that set what Python
reads at its start, and all of them where there is no fork.
"""

from __future__ import annotations

import atexit
import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import msgspec

from tests.support.command_orders import Ended, Order

ROOT = Path(__file__).resolve().parents[2]
Completed = subprocess.CompletedProcess[str]


class CommandServer:
    """The process that forks for each command; see `command_server`."""

    def __init__(self) -> None:
        self._folder = tempfile.TemporaryDirectory()
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.support.command_server"],
            cwd=ROOT, env={**os.environ, "OPENBLAS_NUM_THREADS": "1"},
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip

    @property
    def out(self) -> Path:
        """Where the last command printed."""
        return Path(self._folder.name, "out")

    @property
    def err(self) -> Path:
        """Where it printed what went wrong."""
        return Path(self._folder.name, "err")

    def run(self, order: Order) -> Ended:
        """Run a command and wait for it."""
        for file in (self.out, self.err):
            file.unlink(missing_ok=True)
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(msgspec.json.encode(order).decode() + "\n")
        self._process.stdin.flush()
        return msgspec.json.decode(self._process.stdout.readline(), type=Ended)

    def close(self) -> None:
        """End the process: there are no more commands."""
        self._process.communicate()
        self._folder.cleanup()


@cache
def command_server() -> CommandServer:
    """The server of this test worker, started when it is first needed."""
    made = CommandServer()
    atexit.register(made.close)
    return made


def run_cardgen(
    *arguments: str | Path, cwd: Path = ROOT, env: Mapping[str, str] | None = None
) -> Completed:
    """Run a command, its output in a pipe and nothing to read.

    Args:
        env: The whole environment; None for that of the tests.
    """
    words = tuple(map(str, arguments))
    if not hasattr(os, "fork"):
        return _start(words, cwd, env)
    server = command_server()
    ended = server.run(
        Order(
            arguments=words, folder=str(cwd), environment=dict(os.environ if env is None else env),
            out=str(server.out), err=str(server.err),
        )
    )  # fmt: skip
    out, err = (file.read_text("utf-8") for file in (server.out, server.err))
    return subprocess.CompletedProcess(words, ended.code, out, err)


def _start(words: tuple[str, ...], cwd: Path, env: Mapping[str, str] | None) -> Completed:
    return subprocess.run(
        [sys.executable, "-m", "cardgen", *words],
        cwd=cwd, env=env, capture_output=True, encoding="utf-8", check=False,
        stdin=subprocess.DEVNULL,
    )  # fmt: skip
