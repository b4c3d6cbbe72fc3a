"""Reading files that may be anything: a stranger's folder can hold pipes, devices and links.

In      a path, and how many bytes are wanted at most.
Out     the bytes of a regular file.

A named pipe is opened without waiting for somebody to write into it, and the file that was
opened is the one that is looked at, so that none can take its place in between.
"""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path

_FLAGS = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
_FLAGS |= getattr(os, "O_NOCTTY", 0) | getattr(os, "O_CLOEXEC", 0)


class TooLargeError(OSError):
    """A file is over what is read of it; `size` says how large it is."""

    def __init__(self, size: int) -> None:
        super().__init__(errno.EFBIG, os.strerror(errno.EFBIG))
        self.size = size


def read_regular(file: Path, limit: int) -> bytes:
    """Return the bytes of a regular file of at most `limit` bytes.

    Raises:
        TooLargeError: it is larger, or grows meanwhile.
        OSError: it cannot be read, or is no regular file.
    """
    with open(os.open(file, _FLAGS), "rb", buffering=0) as opened:  # noqa: PTH123
        status = os.fstat(opened.fileno())
        if not stat.S_ISREG(status.st_mode):
            raise OSError(errno.EINVAL, "Not a regular file")
        if status.st_size > limit:
            raise TooLargeError(status.st_size)
        data = opened.read(status.st_size + 1)
        while part := opened.read(1 << 20):  # it says of itself that it is empty, or it grows
            data += part
            if len(data) > limit:
                raise TooLargeError(len(data))
        return data
