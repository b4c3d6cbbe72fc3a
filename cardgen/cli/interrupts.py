"""Signals that ask a command to end: Ctrl-C, `kill` without a number, and a closed terminal.

A command that was interrupted cleans up and ends in one sentence; the second time it does not
wait. Imports next to nothing: a command hears Ctrl-C from its start.
"""

from __future__ import annotations

import os
import signal
import sys
from time import sleep

SENTENCE = "interrupted; the last output is as it was"
EXIT_CODE = 130
"""What shells give a command that Ctrl-C ended."""
_SIGNALS = (signal.SIGINT, signal.SIGTERM, *((signal.SIGHUP,) if sys.platform != "win32" else ()))
_LATER = 0.005
"""Seconds after which an interruption that Python dropped is raised again."""
_interrupts: list[int] = []
"""Signals that asked this process to end."""
_process = 0
"""The process that handles them; forked copies have the handlers too."""


class Interrupted(BaseException):
    """Ctrl-C, in a form that the library for arguments does not swallow."""


def end_at_signals() -> None:
    """End in a sentence at Ctrl-C, or when asked to end, from this moment on."""
    _handle_signals(_end_at_once)


def raise_at_signals() -> None:
    """Raise `Interrupted` at the first signal, wherever the program is.

    Python calls finalizers, and callbacks of weak references, in the middle of anything; what is
    raised in one of them it reports and drops. Such an interruption is raised again soon after.
    """
    sys.unraisablehook = _report_unraisable
    _handle_signals(_raise_interrupted)


def raise_when_ended() -> None:
    """Raise `Interrupted` when the process that this is a copy of ends it. Ctrl-C is that one's to
    hear, and while this one cleans up nothing more is."""
    raise_at_signals()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _raise_once)


def release_signals() -> None:
    """Give signals back to the system: the command has done what it had to, and only speaks."""
    _handle_signals(signal.SIG_DFL)


def was_interrupted() -> bool:
    """Whether a signal has asked this process to end."""
    return bool(_interrupts)


def end_workers() -> None:
    """End worker processes that an interrupt found while they were started: nobody tells them
    that there is no more work, and at the end this process would wait for them."""
    if "multiprocessing" in sys.modules:
        import multiprocessing

        for worker in multiprocessing.active_children():
            worker.kill()
            worker.join()


def abandon_outputs() -> None:
    """Undo or finish what an interrupt found half done, also in the midst of cleaning up."""
    if "cardgen.files.output_folder" in sys.modules:
        from cardgen.files import output_folder

        output_folder.abandon_outputs()


def _handle_signals(handler: object) -> None:
    global _process
    _process = os.getpid()
    for number in _SIGNALS:
        if number in (signal.SIGINT, signal.SIGTERM) or not _is_ignored(number):
            signal.signal(number, handler)  # type: ignore[arg-type]


def _is_ignored(number: int) -> bool:
    """Whether `nohup` said that a command goes on when its terminal is closed."""
    return signal.getsignal(number) == signal.SIG_IGN


def _raise_interrupted(number: int, _frame: object) -> None:
    if _is_forked(number):
        return
    end_at_signals()
    _interrupts.append(number)
    raise Interrupted


def _raise_once(number: int, _frame: object) -> None:
    if _is_forked(number):
        return
    signal.signal(number, signal.SIG_IGN)
    _interrupts.append(number)
    raise Interrupted


def _report_unraisable(unraisable: sys.UnraisableHookArgs) -> None:
    dropped = isinstance(unraisable.exc_value, Interrupted)
    while True:
        try:
            if dropped:
                _interrupt_again()
            else:
                sys.__unraisablehook__(unraisable)
            return
        except Interrupted:  # it came while this was under way; Python would drop it here too
            dropped = True


def _interrupt_again() -> None:
    from _thread import start_new_thread

    _handle_signals(_raise_interrupted)
    start_new_thread(_signal_later, ())


def _signal_later() -> None:
    sleep(_LATER)
    _signal_main_thread()


def _signal_main_thread() -> None:
    """Interrupt the main thread, and on POSIX also what the system does for it, as a sleep."""
    if sys.platform == "win32":
        from _thread import interrupt_main

        interrupt_main()
    else:
        from threading import main_thread

        signal.pthread_kill(main_thread().ident or 0, signal.SIGINT)


def _is_forked(number: int) -> bool:
    """Whether this is a worker: Ctrl-C is for the process that it works for, `kill` ends it."""
    if os.getpid() == _process:
        return False
    if number == signal.SIGTERM:
        os._exit(EXIT_CODE)
    return True


def _end_at_once(number: int, _frame: object) -> None:
    if _is_forked(number):
        return
    try:
        os.write(2, f"cardgen: {SENTENCE}\n".encode())
    finally:
        os._exit(EXIT_CODE)
