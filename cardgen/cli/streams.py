"""Standard streams that may be closed, full, or a terminal.

In      what the commands print.
Out     the same on stdout and stderr, without a character that steers the terminal but our own
        colors; `StreamError` if it cannot be written.
Not here  exit codes (`cli`).
"""

from __future__ import annotations

import errno
import os
import re
import sys
from typing import Any, TextIO, cast

from cardgen.core.printable_text import escape_controls

_COLOR = re.compile(r"(\x1b\[[0-9;]*m)")
_GONE = frozenset({errno.EPIPE, errno.ESHUTDOWN})


_STDOUT, _STDERR = -11, -12
_ESCAPES = 4
"""ENABLE_VIRTUAL_TERMINAL_PROCESSING"""


class StreamError(BaseException):
    """A stream cannot be written. Not an `Exception`: the library for arguments takes those
    that come of a closed pipe for its own."""

    def __init__(self, error: Exception) -> None:
        super().__init__(str(error))
        self.reason = getattr(error, "strerror", None) or str(error)
        number = getattr(error, "errno", None)
        windows = sys.platform == "win32" and number == errno.EINVAL
        self.reader_left = number in _GONE or windows
        """Whoever read the stream has seen enough, which is no fault."""


class SafeStream:
    """A text stream that shows control characters instead of sending them."""

    def __init__(self, stream: TextIO) -> None:
        self.unfiltered = stream
        self._colored = stream.isatty()

    def write(self, text: str) -> int:
        try:
            self.unfiltered.write(self._shown(text))
        except (OSError, ValueError) as error:
            raise StreamError(error) from None
        return len(text)

    def flush(self) -> None:
        try:
            self.unfiltered.flush()
        except (OSError, ValueError) as error:
            raise StreamError(error) from None

    def __getattr__(self, name: str) -> Any:
        return getattr(self.unfiltered, name)

    def _shown(self, text: str) -> str:
        if not self._colored or "\x1b" not in text:
            return escape_controls(text)
        parts = _COLOR.split(text)
        return "".join(part if i % 2 else escape_controls(part) for i, part in enumerate(parts))


def open_streams() -> None:
    """Make stdout and stderr safe to print to. One that is closed goes nowhere; its number is
    taken, so that no file of ours gets it and is printed into."""
    for number in (0, 1, 2):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)
    sys.stdout = _safe(sys.stdout)
    sys.stderr = _safe(sys.stderr)


def unfiltered(stream: TextIO) -> TextIO:
    """Return the stream below a `SafeStream`, for a progress bar."""
    return cast("TextIO", getattr(stream, "unfiltered", stream))


def discard_streams() -> None:
    """Let nothing be written any more, not even what is left in a buffer."""
    nowhere = os.open(os.devnull, os.O_RDWR)
    for number in (1, 2):
        os.dup2(nowhere, number)


def enable_colors() -> bool:
    """Whether a terminal understands colors. Windows' consoles have to be told to."""
    return sys.platform != "win32" or _enable_windows_colors()


def _enable_windows_colors() -> bool:
    import ctypes

    kernel = getattr(ctypes, "windll").kernel32  # noqa: B009
    done = False
    for handle in map(kernel.GetStdHandle, (_STDOUT, _STDERR)):
        mode = ctypes.c_ulong()
        if kernel.GetConsoleMode(handle, ctypes.byref(mode)):
            done = bool(kernel.SetConsoleMode(handle, mode.value | _ESCAPES)) or done
    return done


def _safe(stream: TextIO | None) -> TextIO:
    opened = stream or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115, PTH123
    reconfigure = getattr(opened, "reconfigure", None)
    if reconfigure:
        reconfigure(encoding="utf-8", errors="replace")
    return cast("TextIO", SafeStream(opened))
