"""What the system has no more of, or denies: memory, disk, files, descriptors.

In      an error that ended a command.
Out     a sentence, or "" if it was something else.
"""

from __future__ import annotations

import errno
import os
import re
import sys
from pathlib import Path

from cardgen.core import address_space

NO_MEMORY = "there is not enough memory; -j 1 needs the least"
_NO_MEMORY = ("failed to map segment", "cannot allocate memory", "out of memory")
_FULL = frozenset(
    (errno.EFBIG, errno.ENOSPC, errno.EMFILE, errno.ENFILE, errno.EROFS, errno.EIO, errno.EDQUOT)
    if sys.platform != "win32"
    else (errno.EFBIG, errno.ENOSPC, errno.EMFILE, errno.ENFILE, errno.EROFS, errno.EIO)
)
"""What a system says when it has no more to give."""
_DENIED = frozenset((errno.EACCES, errno.EPERM, errno.ENAMETOOLONG, errno.ELOOP))
"""What it says of a file or folder that a command was sent to, and may not use."""
_ROOM = 64 * 2**20
"""The most that one request for memory asks for: a library being loaded."""


def describe_shortage(error: BaseException | None) -> str:
    """Return what the system lacks or denies, wherever in the program that was noticed."""
    if error is None:
        return ""
    named = _describe_named(error)
    return named or (NO_MEMORY if _is_starved() else "")


def _describe_named(error: BaseException) -> str:
    if isinstance(error, MemoryError):
        return NO_MEMORY
    unloaded = isinstance(error, (ImportError, OSError))
    if unloaded and any(word in str(error).lower() for word in _NO_MEMORY):
        return NO_MEMORY
    if isinstance(error, ImportError):
        cause = error.__cause__ or error.__context__
        return _describe_named(cause) if cause else ""
    if not isinstance(error, OSError):
        return ""
    if isinstance(error, FileNotFoundError) and "temporary directory" in str(error):
        return "there is no temporary folder that can be written (TMPDIR names one)"
    if error.errno == errno.ENOMEM:
        return NO_MEMORY
    if error.errno in _DENIED and error.filename:
        return f"`{os.fsdecode(error.filename)}` cannot be used: {error.strerror}"
    return f"cannot go on: {error.strerror}" if error.errno in _FULL else ""


def refuse_little_memory(what: str = "cardgen", least: int = address_space.LEAST) -> None:
    """Say that the system's bound on memory is too low, before a library finds out.

    Args:
        what: What needs it; any command, if left out.
        least: The bytes that it needs.

    Raises:
        UsageError: the bound is lower.
    """
    most = address_space.bound()
    if most is not None and most < least:
        from cardgen.cli.terminal import UsageError

        raise UsageError(
            f"there is not enough memory: the system lets this process have {most / 2**20:.0f} MB,"
            f" and {what} needs {least / 2**20:.0f} MB or more (`ulimit -v`)"
        )


def _is_starved() -> bool:
    """Whether this process came near the bound on its memory (`ulimit -v`).

    Libraries make errors of their own of what they do not get: Python's parser tells of a bad
    syntax, numpy of a name that it does not have, C code of a NULL without a reason.
    """
    most = address_space.bound()
    if most is None:
        return False
    try:
        peak = re.search(r"VmPeak:\s*(\d+) kB", Path("/proc/self/status").read_text("ascii"))
    except MemoryError:
        return True
    except (OSError, ValueError):
        return False
    return peak is not None and int(peak[1]) * 1024 > most - _ROOM
