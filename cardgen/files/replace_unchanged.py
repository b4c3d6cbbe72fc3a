"""A file that somebody may be editing: replaced only if it is what it was when it was read.

In      a path, the bytes that it had, the bytes that it shall have.
Out     the file, whole, old or new.

A check and a replacement are two steps, and an editor may save between them. Where the system can
exchange two names at once (Linux), the old file is looked at again after it made way, and comes
back if it is not the one that was read. Elsewhere the gap is a few microseconds.
"""

from __future__ import annotations

import ctypes
import errno
import os
import secrets
import stat
import sys
from contextlib import suppress
from pathlib import Path

from cardgen.files.atomic_write import remove_file, retry_denied

_HERE = -100
"""For `renameat2`: paths are as they are."""
_EXCHANGE = 2
_WRITABLE = stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH


class ChangedFileError(Exception):
    """A file is not what it was when it was read; the message names it."""


def replace_unchanged(file: Path, before: bytes, after: bytes) -> None:
    """Replace a file that is, byte for byte, as it was; its mode stays, and no link is followed.

    Raises:
        ChangedFileError: it was saved or replaced meanwhile; it is left as it is.
        OSError: it cannot be written, or nobody may write it; it is as it was.
    """
    _refuse_changed(file, before)
    if not stat.S_IMODE(file.stat().st_mode) & _WRITABLE:
        raise PermissionError(errno.EACCES, "it is read-only", str(file))
    beside = file.with_name(f".{secrets.token_hex(8)}.tmp")
    try:
        _write(beside, after, stat.S_IMODE(file.stat().st_mode))
        _refuse_changed(file, before)
        if not _exchange(beside, file):
            retry_denied(beside.replace, file)
        elif _read(beside) != before:  # saved between the check and the exchange
            _exchange(beside, file)
            if _read(beside) != after:  # and again: the newest stays
                _exchange(beside, file)
            raise ChangedFileError(str(file))
    finally:
        with suppress(OSError):
            remove_file(beside)


def _write(file: Path, data: bytes, mode: int) -> None:
    """Write a new file through to the disk: after a power cut there is the old or the new one."""
    with file.open("xb") as stream:
        stream.write(data)
        stream.flush()
        os.fsync(stream.fileno())
    file.chmod(mode)


def _read(file: Path) -> bytes | None:
    with suppress(OSError):
        if stat.S_ISREG(file.lstat().st_mode):
            return file.read_bytes()
    return None


def _refuse_changed(file: Path, before: bytes) -> None:
    if _read(file) != before:
        raise ChangedFileError(str(file))


def _exchange(one: Path, other: Path) -> bool:
    """Exchange two files at once; False where the system cannot."""
    if not sys.platform.startswith("linux"):
        return False
    try:
        rename = ctypes.CDLL(None, use_errno=True).renameat2
    except (OSError, AttributeError):
        return False
    return bool(rename(_HERE, os.fsencode(one), _HERE, os.fsencode(other), _EXCHANGE) == 0)
