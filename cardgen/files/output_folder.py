"""Output folders: whole when they are seen, or as they were. The one door out.

In      files by their names below the folder.
Out     the folder, in the place of the one before; what cardgen did not write stays in it.
Not here  what becomes of the old folder (`output_swap`); names made of what a deck says
        (`file_names`).

Nothing is written outside the folder, whatever names a target asks for, and below the folder
that the user named no link is followed.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from cardgen.files.atomic_write import find_link
from cardgen.files.file_lock import locked
from cardgen.files.file_names import why_unfit
from cardgen.files.output_swap import FILE_LIST, BlockedError, Swap, listed_files
from cardgen.files.user_cache import user_cache
from cardgen.files.work_records import WorkRecord, WorkUnderWay, abandon_work, new_id, sweep

_HINT = "; if a file in it is open in another program, close it and build again"


class UnwritableError(Exception):
    """The output folder cannot be written; the message is one clear sentence."""


class OutputFolder:
    """A folder being written beside its final place."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._names: dict[str, str] = {}

    def path(self, name: str) -> Path:
        """Return where to write file `name` (a relative path with `/`); its folder exists.

        Raises:
            UnwritableError: the name leads out of the folder, or some system cannot have it.
        """
        fault = why_unfit(name) or self._why_taken(name)
        if fault:
            raise UnwritableError(f"cannot write a file `{name}`: {fault}")
        self._names[name.casefold()] = name
        file = self.folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        return file

    def write(self, name: str, data: bytes) -> None:
        """Write a file whole.

        Raises:
            UnwritableError: as for `path`, or there is such a file already.
        """
        if self._names.get(name.casefold()) == name:
            raise UnwritableError(f"cannot write a file `{name}`: there are two of that name")
        self.path(name).write_bytes(data)

    def link(self, name: str, existing: str) -> None:
        """Make `name` the same file as `existing`: a hard link, or a copy where links fail."""
        source, file = self.folder / existing, self.path(name)
        try:
            os.link(source, file)
        except OSError:
            shutil.copyfile(source, file)

    @property
    def names(self) -> tuple[str, ...]:
        """The files that were asked for, in order."""
        return tuple(sorted(self._names.values()))

    def _why_taken(self, name: str) -> str:
        """Windows and macOS take `A.png` and `a.png` for one file."""
        other = self._names.get(name.casefold(), name)
        return f"`{other}` is the same file on some systems" if other != name else ""


@contextmanager
def replace_output(folder: Path, root: Path | None = None) -> Iterator[OutputFolder]:
    """Write a whole output folder, and put it in place only when all of it is there.

    What cardgen did not write stays where it was; where it is in the way, nothing is
    written. On any failure the last good output stays as it was.

    Args:
        folder: The folder to replace.
        root: The folder that the user named, `folder` or one above it. It may be a link, which
            is followed; below it there may be none.

    Raises:
        UnwritableError: the folder cannot be made or replaced.
    """
    swap = _begin(folder, root or folder)
    work = WorkUnderWay(swap.id, folder=swap.staged, final=swap.folder)
    try:
        swap.staged.mkdir()
        output = OutputFolder(swap.staged)
        yield output
        (swap.staged / FILE_LIST).write_bytes(_file_list(output))
        with _one_at_a_time(swap.folder.parent):
            swap.keep_times()
            swap.put_in_place()
    except BlockedError as error:
        raise UnwritableError(f"cannot write to {folder}: {error}") from None
    except OSError as error:
        raise UnwritableError(
            f"cannot write to {folder}: {describe_denial(error, folder)}"
        ) from None
    finally:
        swap.discard()
        swap.recover()
        work.end()  # where this itself is interrupted, `abandon_outputs` does it


def abandon_outputs() -> None:
    """Leave every output folder of this process, which was interrupted, as it was or whole."""
    abandon_work(lambda record: _finish_swap(record, None))


def written_files(folder: Path) -> tuple[str, ...]:
    """Return the files that cardgen wrote into an output folder, by its own list, in order."""
    return tuple(sorted(name for name in listed_files(folder) if name))


def describe_denial(error: OSError, path: Path) -> str:
    """Return why a file or folder cannot be written, with what helps against it."""
    nearest = next((one for one in (path, *path.parents) if os.access(one, os.F_OK)), path)
    if nearest != path and not nearest.is_dir():
        return f"{nearest} is a file; name another folder with -o"
    if not isinstance(error, PermissionError):
        return error.strerror or str(error)
    if nearest != path and not os.access(nearest, os.W_OK | os.X_OK):
        return f"{nearest} may not be written to; change its permissions, or name another with -o"
    return f"{error.strerror}{_HINT}"


def _file_list(output: OutputFolder) -> bytes:
    return ("\n".join(output.names) + "\n").encode()


def _begin(shown: Path, root: Path) -> Swap:
    """Find the folder's real place, and finish what a killed build left half done there."""
    try:
        _refuse_links(shown, root)
        folder = Path(os.path.realpath(shown))
        if folder.exists() and not folder.is_dir():
            raise UnwritableError(f"cannot write to {shown}: it is a file")
        folder.parent.mkdir(parents=True, exist_ok=True)
        with _one_at_a_time(folder.parent):
            sweep(lambda record: _finish_swap(record, folder))
    except BlockedError as error:
        raise UnwritableError(f"cannot write to {shown}: {error}") from None
    except OSError as error:
        raise UnwritableError(f"cannot write to {shown}: {describe_denial(error, shown)}") from None
    return Swap(folder, new_id())


def _refuse_links(folder: Path, root: Path) -> None:
    link = find_link(folder, root)
    if link is not None:
        raise UnwritableError(
            f"cannot write to {folder}: {link} is a link; remove it, or name the folder "
            "that it leads to with -o"
        )


def _finish_swap(record: WorkRecord, ours: Path | None) -> None:
    """Finish or undo the swap of a build that was killed. What stands in its way is told of to
    whoever builds into that folder."""
    if "final" not in record.paths:
        return
    final = record.paths["final"]
    try:
        Swap(final, record.id).recover()
    except BlockedError as error:
        if final == ours:
            raise
        raise OSError(str(error)) from None


@contextmanager
def _one_at_a_time(parent: Path) -> Iterator[None]:
    """Let no other build move folders below `parent` meanwhile. Windows cannot lock a folder."""
    place = user_cache() if sys.platform == "win32" else parent
    if place is None:
        yield
        return
    with locked(place if place is parent else place / "output.lock"):
        yield
