"""Runs commands one after the other, each in a fork of its own with a bound on memory and time.

Started once by the test: what cardgen imports is imported once. Each line on stdin is a JSON list
of a folder, arguments and environment; each line on stdout says how it ended.
"""

from __future__ import annotations

import importlib
import json
import os
import pkgutil
import resource
import select
import signal
import sys
import tempfile
from pathlib import Path

import cardgen
from tests.hostile.decks import game

MEMORY = 500_000_000
"""Bytes that a command may hold at once."""
SECONDS = 5
"""Of processor time."""
_ADDRESSES = 2_000_000_000
"""Bytes of addresses: libraries reserve more than they use."""
_PATIENCE = 40
"""Seconds by the clock on the wall."""
_APART = ("cardgen.__main__", "cardgen.preview", "cardgen.render.workers.dask_cluster")
"""What no command here imports."""


def preload() -> None:
    """Import what commands import, once for all of them."""
    for module in pkgutil.walk_packages(cardgen.__path__, "cardgen."):
        if not module.name.startswith(_APART):
            importlib.import_module(module.name)
    for name in (
        "numpy",
        "fontTools.ttLib",
        "fontTools.varLib.instancer",
        "brotli",
        "platformdirs",
    ):
        importlib.import_module(name)


def warm_up() -> None:
    """Check a sound game: the models and rules that every command makes once are made here, half
    of what a short command costs."""
    with tempfile.TemporaryDirectory() as folder:
        for name, text in game().items():
            Path(folder, name).write_text(text, "utf-8")
        found = cardgen.open(folder).check()
    assert not found, found


def main() -> None:
    preload()
    warm_up()
    for line in sys.stdin:
        folder, arguments, environment = json.loads(line)
        print(json.dumps(run(folder, arguments, environment)), flush=True)


def run(folder: str, arguments: list[str], environment: dict[str, str]) -> dict[str, object]:
    """Run a command in a fork; gives its exit code, what it used, and what it said."""
    said = Path(folder) / "said.txt"
    process = os.fork()
    if not process:
        _command(folder, arguments, environment, said)
    _, status, used = _wait(process)
    return {
        "code": os.waitstatus_to_exitcode(status),
        "seconds": used.ru_utime + used.ru_stime,
        "memory": used.ru_maxrss * 1024,
        "said": said.read_bytes().decode("utf-8", "surrogateescape"),
    }


def _wait(process: int) -> tuple[int, int, resource.struct_rusage]:
    """Wait for a process, and end it if it sleeps for ever."""
    descriptor = os.pidfd_open(process)
    ended, _, _ = select.select([descriptor], [], [], _PATIENCE)
    os.close(descriptor)
    if not ended:
        os.kill(process, signal.SIGKILL)
    return os.wait4(process, 0)


def _command(folder: str, arguments: list[str], environment: dict[str, str], said: Path) -> None:
    out = os.open(said, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    for number in (1, 2):
        os.dup2(out, number)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    resource.setrlimit(resource.RLIMIT_AS, (_ADDRESSES, _ADDRESSES))
    resource.setrlimit(resource.RLIMIT_CPU, (2 * SECONDS, 2 * SECONDS))
    os.chdir(folder)
    os.environ.update(environment)
    sys.argv = ["cardgen", *arguments]
    code = 99
    try:
        from cardgen import cli

        code = cli._exit_code()
    finally:
        os._exit(code)


if __name__ == "__main__":
    main()
