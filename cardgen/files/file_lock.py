"""Locks between processes, on every system; they end with the process that holds them.

In      a file to lock, which is made if it is missing; on POSIX a folder, too.
Out     the lock, held until it is released.

POSIX has `flock`, Windows locks bytes of a file. Where a file system knows neither (some network
drives), a lock that is waited for counts as taken: builds there must not run at the same time.
Not `filelock`: it imports asyncio, which costs a build 40 ms at start.
"""

from __future__ import annotations

import errno
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from pathlib import Path
from typing import Any


def _module(name: str) -> Any:
    """A module that only some systems have."""
    try:
        return import_module(name)
    except ImportError:
        return None


fcntl, msvcrt = _module("fcntl"), _module("msvcrt")

_BUSY = (errno.EACCES, errno.EAGAIN, errno.EDEADLK)
_PAUSE = 0.02
_FAR = 2**30
"""The byte that is locked on Windows: nobody could read or write it meanwhile."""


class LockedError(Exception):
    """Another process holds the lock, or it cannot be known whether one does."""


class FileLock:
    """A lock that this process holds."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor

    def release(self) -> None:
        """Let go of it. Forked copies of this process hold the descriptor too, so that closing
        it would not be enough."""
        with suppress(OSError):
            _unlock(self._descriptor)
        os.close(self._descriptor)


def try_lock(file: Path) -> FileLock:
    """Take a lock if nobody has it.

    Raises:
        LockedError: somebody has, or the file system has no locks.
        OSError: the file cannot be opened.
    """
    descriptor = _open(file)
    try:
        _lock(descriptor)
    except OSError as error:
        os.close(descriptor)
        raise LockedError(str(error)) from None
    return FileLock(descriptor)


@contextmanager
def locked(file: Path) -> Iterator[None]:
    """Wait for a lock, and hold it meanwhile. Where there is none to be had, go on without."""
    try:
        lock = _wait_for(file)
    except OSError:
        lock = None
    try:
        yield
    finally:
        if lock is not None:
            lock.release()


def _wait_for(file: Path) -> FileLock | None:
    descriptor = _open(file)
    while True:
        try:
            _lock(descriptor)
        except OSError as error:
            if error.errno not in _BUSY:
                os.close(descriptor)
                return None
            time.sleep(_PAUSE)
        else:
            return FileLock(descriptor)


def _open(file: Path) -> int:
    if file.is_dir():
        return os.open(file, os.O_RDONLY)
    return os.open(file, os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), 0o600)


def _lock(descriptor: int) -> None:
    if fcntl is not None:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    elif msvcrt is not None:
        os.lseek(descriptor, _FAR, os.SEEK_SET)
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
    else:
        raise OSError(errno.ENOSYS, "no locks")


def _unlock(descriptor: int) -> None:
    if fcntl is not None:
        fcntl.flock(descriptor, fcntl.LOCK_UN)
    elif msvcrt is not None:
        os.lseek(descriptor, _FAR, os.SEEK_SET)
        msvcrt.locking(descriptor, msvcrt.LK_UNLCK, 1)
