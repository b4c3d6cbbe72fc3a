"""The command line: a process from its start to its exit code.

Only this package writes to a terminal. What there is to type stands in `cli.commands` and
`cli.reference`, which game is meant in `cli.find_game`, how games are built in
        `cli.build_command`, what
runs say in `cli.terminal`. Exit codes: 0 done, 1 the game has errors (with --strict, also
warnings), 2 wrong usage or unreadable input, 130 interrupted. Heavy modules are imported where
they are used, so that `--help` and `--version` are instant.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import NoReturn

from cardgen import __version__
from cardgen.cli.terminal import Interrupted, UsageError, fault_told


def main() -> None:
    """Run the command, turning every expected failure into a sentence and an exit code."""
    if sys.argv[1:] == ["--version"]:
        print(f"cardgen {__version__}")
        return
    from cardgen.cli.application import app

    _be_quick()
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure:
            reconfigure(encoding="utf-8", errors="replace")
    try:
        with _signals():
            app()
    except UsageError as error:
        _fail(str(error), 2)
    except (Interrupted, KeyboardInterrupt):
        _fail("interrupted; the last output is as it was", 130)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
    except Exception as error:
        if os.environ.get("CARDGEN_DEBUG"):
            raise
        _fail(f"a fault in cardgen itself: {fault_told(error)}; CARDGEN_DEBUG=1 shows more", 2)


def run() -> NoReturn:
    """The command as a process of its own: `main`, and an end without a farewell. To take
    everything in memory apart, object by object, would take a tenth of a second more."""
    import atexit

    code: int | str | None = 0
    try:
        main()
    except SystemExit as end:
        code = end.code
    if isinstance(code, str):
        print(code, file=sys.stderr)
    atexit._run_exitfuncs()
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):
            stream.flush()
    os._exit(code if isinstance(code, int) else int(code is not None))


def _be_quick() -> None:
    """What suits a command that lives for seconds: the collector of cycles, of which there are
    few, looks rarely, and not at what was imported; numpy's library for matrices, which nobody
    here multiplies, starts no threads, so that forking is safe."""
    import gc

    gc.freeze()
    gc.set_threshold(100_000, 50, 100)
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")


@contextmanager
def _signals() -> Iterator[None]:
    """Ctrl-C and a polite request to end (SIGTERM) clean up, and end in a sentence."""
    import signal

    def stop(_number: int, _frame: object) -> None:
        raise Interrupted

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, stop)
    yield


def _fail(message: str, code: int) -> None:
    print(f"cardgen: {message}", file=sys.stderr)
    sys.exit(code)
