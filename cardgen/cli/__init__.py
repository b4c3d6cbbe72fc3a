"""The command line: a process from its start to its exit code.

Only this package writes to a terminal. What there is to type is listed in `cli.application`,
which game is meant in `cli.find_game`, how games are built in `cli.build_command`, what runs say
in `cli.terminal`. Exit codes: 0 done, 1 the game has errors (with --strict, also warnings),
2 wrong usage, unreadable input or a stream that cannot be written, 130 interrupted. Heavy modules
are imported where they are used, so that `--help` and `--version` are instant, and this one
imports next to nothing: Ctrl-C is heard from the start.
"""

from __future__ import annotations

import os
import sys

from cardgen.cli import interrupts

_EPOCH_DIGITS = 10
"""Of seconds since 1970, until the year 2286."""


def run() -> None:
    """Run the command as a process of its own, which does not return.

    The process ends without taking apart what is in memory, object by object, which would take
    a tenth of a second more.
    """
    interrupts.end_at_signals()
    os._exit(_exit_code())


def ignore_home_settings() -> None:
    """Keep ReportLab from running `~/.reportlab_mods` and reading `~/.reportlab_settings`.

    A print depends on nobody's home folder; and where HOME is no folder, looking there fails.
    """
    from types import ModuleType

    for name in ("reportlab_mods", "reportlab_settings"):
        sys.modules.setdefault(name, ModuleType(name))


def main() -> None:
    """Run the command, turning every expected failure into a sentence and an exit code."""
    from cardgen.cli.shortages import describe_shortage
    from cardgen.cli.streams import StreamError
    from cardgen.cli.terminal import UsageError

    try:
        _run_command()
    except UsageError as error:
        _fail(str(error), 2)
    except (interrupts.Interrupted, KeyboardInterrupt):
        _fail(interrupts.SENTENCE, interrupts.EXIT_CODE)
    except BrokenPipeError:
        sys.exit(0)
    except StreamError as error:
        if error.reader_left:
            sys.exit(0)
        _fail(f"cannot write what there is to say: {error.reason}", 2)
    except Exception as error:
        shortage = describe_shortage(error)
        if shortage:
            _fail(shortage, 2)
        if os.environ.get("CARDGEN_DEBUG"):
            raise
        from cardgen.report.program_faults import describe_fault

        _fail(f"a fault in cardgen itself: {describe_fault(error)}; CARDGEN_DEBUG=1 shows more", 2)


def _exit_code() -> int:
    """Run the command, and say how it ended once all is written that it had to say."""
    import atexit

    from cardgen.cli.streams import StreamError, discard_streams, open_streams

    open_streams()
    ignore_home_settings()
    try:
        code = _code_of_main()
        if code == interrupts.EXIT_CODE:
            interrupts.end_workers()
        atexit._run_exitfuncs()
        if code == interrupts.EXIT_CODE:
            interrupts.abandon_outputs()
        sys.stdout.flush()
        sys.stderr.flush()
    except StreamError as error:
        discard_streams()
        return 0 if error.reader_left else 2
    return code


def _code_of_main() -> int:
    try:
        main()
    except SystemExit as end:
        if isinstance(end.code, str):
            print(end.code, file=sys.stderr)
        return end.code if isinstance(end.code, int) else int(end.code is not None)
    except Exception as error:
        _tell_of_start(error)
        return 2
    return 0


def _tell_of_start(error: Exception) -> None:
    """Say why not even the first modules could be had, or what CARDGEN_DEBUG asks for."""
    if os.environ.get("CARDGEN_DEBUG"):
        import traceback

        traceback.print_exc()
        return
    try:
        from cardgen.cli.shortages import describe_shortage

        said = describe_shortage(error)
    except Exception:  # nor is there memory for this
        said = ""
    print(f"cardgen: {said or f'cannot start: {error}'}", file=sys.stderr)


def _run_command() -> None:
    from cardgen.version import __version__

    if sys.argv[1:] == ["--version"]:
        print(f"cardgen {__version__}")
        return
    from cardgen.cli.shortages import refuse_little_memory

    refuse_little_memory()
    from cardgen.cli import application

    _be_quick()
    _refuse_missing_folder()
    _refuse_settings()
    interrupts.raise_at_signals()
    try:
        application.app()
    finally:
        interrupts.release_signals()


def _be_quick() -> None:
    """Suit a command that lives for seconds: the collector of cycles, of which there are few,
    looks rarely, and not at what was imported (two looks after 100,000 objects each, of which
    hardly any went, took 3 % of a cold build); numpy's library for matrices, which nobody here
    multiplies, starts no threads, so that forking is safe."""
    import gc

    gc.freeze()
    gc.set_threshold(400_000, 50, 100)
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")


def _refuse_missing_folder() -> None:
    from pathlib import Path

    from cardgen.cli.terminal import UsageError

    try:
        Path.cwd()
    except OSError:
        raise UsageError("the current folder is not there any more; change to another") from None


def _refuse_settings() -> None:
    """Say what is wrong with the environment before anything is done."""
    given = os.environ.get("CARDGEN_CACHE_MB", "").strip()
    if given and not (given.isascii() and given.isdecimal()):
        from cardgen.cli.terminal import UsageError

        raise UsageError(
            f"CARDGEN_CACHE_MB is `{given[:40]}`; write a whole number of megabytes, as in `500`"
        )
    given = os.environ.get("SOURCE_DATE_EPOCH", "")
    if given and not (given.isascii() and given.isdecimal() and len(given) <= _EPOCH_DIGITS):
        from cardgen.cli.terminal import UsageError

        raise UsageError(
            f"SOURCE_DATE_EPOCH is `{given[:40]}`; write the seconds since 1970, or unset it"
        )


def _fail(message: str, code: int) -> None:
    if interrupts.was_interrupted():  # a library may have made a fault of its own of it
        message, code = interrupts.SENTENCE, interrupts.EXIT_CODE
    print(f"cardgen: {message}", file=sys.stderr)
    sys.exit(code)
