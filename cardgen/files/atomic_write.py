"""Files that appear whole: the one way in which cardgen replaces, moves and removes them.

In      paths, bytes.
Out     the change, made at once or not at all.

Windows refuses to rename or remove a file that another program has open, often only for the
moment in which a virus scanner or an indexer looks at it; and it never removes one that is
read-only. Denials are tried again for half a second, and read-only files are made writable
before they go.
"""

from __future__ import annotations

import os
import secrets
import shutil
import stat
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar

T = TypeVar("T")

_WAITS = (0.01, 0.02, 0.04, 0.08, 0.16, 0.32)
"""Seconds before a denied call is tried again."""


def retry_denied(call: Callable[..., T], *arguments: Any) -> T:
    """Call a function of the file system, again if it was denied.

    Raises:
        OSError: what it raised at last.
    """
    for wait in _WAITS:
        try:
            return call(*arguments)
        except PermissionError:
            time.sleep(wait)
    return call(*arguments)


def move(source: Path, target: Path) -> None:
    """Rename a file or folder; `target` is not there."""
    retry_denied(source.rename, target)


def write_atomically(file: Path, data: bytes, *, private: bool = False) -> None:
    """Write a file that appears whole, in place of the one before; its folder is made.

    A link in its place is replaced, not followed. A private file can be read by its owner alone.

    Raises:
        OSError: it cannot be written; the one before is as it was.
    """
    file.parent.mkdir(parents=True, exist_ok=True)

    def make(beside: Path) -> None:
        if private:
            beside.touch(0o600, exist_ok=False)
        beside.write_bytes(data)

    with_temporary_name(file, make)


def write_new_file(file: Path, data: bytes) -> None:
    """Write a file that appears whole, if there is none of its name; its folder is made.

    Raises:
        FileExistsError: there is one, or another process was first.
        OSError: it cannot be written.
    """
    if file.is_symlink():
        raise FileExistsError(file)
    file.parent.mkdir(parents=True, exist_ok=True)
    beside = file.with_name(f".{secrets.token_hex(8)}.tmp")
    try:
        beside.write_bytes(data)
        _publish(beside, file)
    finally:
        with suppress(OSError):
            remove_file(beside)


def _publish(beside: Path, file: Path) -> None:
    """Give a file its name, unless that is taken; where there are no links, all but at once."""
    try:
        os.link(beside, file)
    except FileExistsError:
        raise
    except OSError:
        if file.exists():
            raise FileExistsError(file) from None
        retry_denied(beside.replace, file)


def write_named_file(file: Path, data: bytes) -> None:
    """Write a file that the user named: whole, as `write_atomically`, where a link leads. What is
    no file, such as `/dev/stdout`, is written to.

    Raises:
        OSError: it cannot be written.
    """
    try:
        mode = file.stat().st_mode
    except OSError:
        mode = stat.S_IFREG
    if stat.S_ISREG(mode) or stat.S_ISDIR(mode):
        write_atomically(Path(os.path.realpath(file)), data)
        return
    with file.open("wb") as opened:
        opened.write(data)


def find_link(path: Path, root: Path) -> Path | None:
    """Return `path`, or a folder on the way to it from `root`, if that is a link; else None.

    What the user named may be a link, and is followed. Below it cardgen makes none: one that is
    there came with a game, and may lead anywhere.
    """
    for part in (path, *path.parents):
        if part == root or root not in part.parents:
            return None
        if part.is_symlink():
            return part
    return None


def with_temporary_name(file: Path, make: Callable[[Path], object]) -> None:
    """Have a file made beside its place, and move it there.

    Raises:
        OSError: it cannot be made or moved; nothing is left of it.
    """
    beside = file.with_name(f".{secrets.token_hex(8)}.tmp")
    try:
        make(beside)
        retry_denied(beside.replace, file)
    except BaseException:
        with suppress(OSError):
            remove_file(beside)
        raise


def remove_file(file: Path) -> None:
    """Remove a file or link that may be read-only, or gone."""
    try:
        file.unlink(missing_ok=True)
    except PermissionError:
        _make_writable(file)
        retry_denied(lambda: file.unlink(missing_ok=True))


def remove_tree(folder: Path) -> None:
    """Remove a folder of ours as far as that goes: read-only files too, through no link."""
    if not is_real_folder(folder):
        return

    def remove_denied(_function: object, path: str, _error: object) -> None:
        with suppress(OSError):
            _make_writable(Path(path))
            if is_real_folder(Path(path)):
                shutil.rmtree(path, ignore_errors=True)
            else:
                remove_file(Path(path))

    if sys.version_info >= (3, 12):
        shutil.rmtree(folder, onexc=remove_denied)
    else:
        shutil.rmtree(folder, onerror=remove_denied)
    if is_real_folder(folder):
        _remove_plainly(folder)


def _remove_plainly(folder: Path) -> None:
    """Remove a folder with one open file at a time: a process may have hardly any left."""
    for top, folders, files in os.walk(folder, topdown=False):
        for name in (*files, *folders):
            with suppress(OSError):
                path = Path(top, name)
                path.rmdir() if is_real_folder(path) else remove_file(path)
    with suppress(OSError):
        folder.rmdir()


def is_real_folder(path: Path) -> bool:
    """Whether a folder is there that is no link (nor, on Windows, a junction)."""
    try:
        status = path.lstat()
    except (OSError, ValueError):
        return False
    reparse = getattr(status, "st_file_attributes", 0) & 0x400
    return stat.S_ISDIR(status.st_mode) and not reparse


def _make_writable(path: Path) -> None:
    """Give the owner leave to change a file and the folder that holds it. A link is left alone."""
    for one in (path.parent, path):
        status = one.lstat()
        if not stat.S_ISLNK(status.st_mode):
            leave = stat.S_IRWXU if stat.S_ISDIR(status.st_mode) else stat.S_IWUSR
            one.chmod(stat.S_IMODE(status.st_mode) | leave)


def link_or_copy(source: Path, target: Path) -> None:
    """Make `target` the same file as `source`: a hard link, or a copy with its time."""
    try:
        os.link(source, target)
    except OSError:
        shutil.copy2(source, target)
