"""Lines that are known by the entry of a file in which they stand: a style, a layout, a row.

In      a number of a line, the entry, how far below the entry's first line it is.
Out     `EntryLine`s, which are those numbers; forms of them for keys and for what is kept.

A line added above an entry moves all lines in it. What is kept from one process to the next says
where in the entry something is, and so do keys: it is still known after such an edit, and its
lines are made of where the entry is now.

A key holds the form of `as_key`. What is kept under it holds that of `as_kept`, a text: read
as a number it is a fault, so that what nobody restored counts as unknown.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from cardgen.core.findings import Span

Starts = Mapping[tuple[str, str], int]
"""First lines, by file and entry."""
KeptPlace = tuple[str, int | str, int, int]
"""File, line and two columns."""


class EntryLine(int):
    """The number of a line, which knows its entry. To whoever counts it is a number."""

    entry: str
    below: int
    """How many lines below the first of the entry."""

    def __new__(cls, number: int, entry: str, below: int) -> EntryLine:
        made = super().__new__(cls, number)
        made.entry, made.below = entry, below
        return made

    def __getnewargs__(self) -> tuple[int, str, int]:  # type: ignore[override]
        """What a pickled one is made of."""
        return int(self), self.entry, self.below

    @property
    def key(self) -> tuple[str, int]:
        """What stands for it wherever the entry is."""
        return self.entry, self.below


def move_line(line: int, below: int) -> int:
    """The line that is some lines below another, in the same entry."""
    if isinstance(line, EntryLine):
        return EntryLine(line + below, line.entry, line.below + below)
    return line + below


def as_key(value: object) -> Any:
    """The form of a line in a key; for encoders, which ask for what they cannot write.

    Raises:
        TypeError: it is no line.
    """
    if isinstance(value, EntryLine):
        return value.key
    raise TypeError


def as_kept(value: object) -> Any:
    """The form of a line in what is kept; see `as_key`."""
    if isinstance(value, EntryLine):
        return f"{value.entry}+{value.below}"
    raise TypeError


def as_number(value: object) -> Any:
    """A line as a plain number, for what is not read after the file has changed; see `as_key`."""
    if isinstance(value, EntryLine):
        return int(value)
    raise TypeError


def keep_place(place: Span) -> KeptPlace:
    """A place as it is kept."""
    line = place.line
    kept = as_kept(line) if isinstance(line, EntryLine) else line
    return place.file, kept, place.column, place.end_column


def restore_place(kept: KeptPlace, starts: Starts) -> Span | None:
    """A place that was kept, where it is now; None if its entry is gone."""
    file, line, column, end = kept
    number = _restore(file, line, starts) if isinstance(line, str) else line
    return None if isinstance(number, str) else Span(file, number, column, end)


def restore_lines(kept: Any, starts: Starts) -> Any:
    """What was kept, with each place at the line where it is now.

    Args:
        kept: Lists, dictionaries, texts, numbers; places are lists of file, line and two columns.
        starts: Where entries are now. A line of one that is gone stays a text.
    """
    if isinstance(kept, dict):
        return {name: restore_lines(one, starts) for name, one in kept.items()}
    if not isinstance(kept, list | tuple):
        return kept
    if _is_place(kept):
        file, line, *columns = kept
        return [file, _restore(file, line, starts), *columns]
    return [restore_lines(one, starts) for one in kept]


def _is_place(kept: Sequence[Any]) -> bool:
    return len(kept) == 4 and [type(one) for one in kept] == [str, str, int, int]


def _restore(file: str, line: str, starts: Starts) -> int | str:
    entry, _, below = line.rpartition("+")
    start = starts.get((file, entry))
    if start is None or not below.isascii() or not below.isdigit():
        return line
    return EntryLine(start + int(below), entry, int(below))
