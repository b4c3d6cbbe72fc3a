"""Files with fixes in them: as a difference to look at, and on the disk.

In      a game's folder, `Fix`es.
Out     a unified difference; files written whole, only the bytes of what is replaced changed.

A file is written only if it is, byte for byte, what the fixes were made for: what somebody saved
meanwhile is left alone. No link is followed.
"""

from __future__ import annotations

import difflib
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path

from msgspec import Struct

from cardgen.core.file_lines import YAML_FILES, split_lines, strip_end
from cardgen.core.findings import Finding
from cardgen.core.printable_text import escape_controls
from cardgen.files.atomic_write import find_link
from cardgen.files.replace_unchanged import replace_unchanged
from cardgen.read.syntax.yaml_tree import read_yaml
from cardgen.report.fix import Fix
from cardgen.report.quick_fixes import find_fixes

_MARK = "\ufeff"
_STOPS = "yaml-syntax"
"""What is told where reading a file stops."""
_MOST_ROUNDS = 200
"""Faults of one file that are mended in one run where each hides the next."""
_LARGE = 1_000_000
"""Characters of a file above which that is left to the next run: it is read for each fault."""


class FixedFile(Struct, frozen=True):
    """A file before and after its fixes."""

    path: Path
    before: bytes
    after: bytes
    count: int

    def show(self, name: str) -> str:
        """Return the difference, as `diff -u` shows it."""
        old, new = (split_lines(data.decode("utf-8"), name) for data in (self.before, self.after))
        shown = difflib.unified_diff(old, new, name, name, n=1)
        return "".join(escape_controls(line.rstrip("\r\n")) + "\n" for line in shown)

    def write(self) -> None:
        """Put the file in its place.

        Raises:
            ChangedFileError: it was saved meanwhile.
            OSError: it cannot be written; it is as it was.
        """
        replace_unchanged(self.path, self.before, self.after)


def apply_fixes(folder: Path, fixes: Iterable[Fix]) -> list[FixedFile]:
    """Return the files of a game with fixes in them; nothing is written.

    Of fixes that overlap the first counts. A fix whose place no longer reads as it did is left
    out, as is one after which the file could not be read, and files outside the game's folder.
    """
    by_file: Mapping[str, list[Fix]] = defaultdict(list)
    for fix in fixes:
        by_file[fix.span.file].append(fix)
    edits = sorted(by_file.items())
    found = (_apply_to_file(folder, folder / name, wanted) for name, wanted in edits)
    return [one for one in found if one is not None]


def _apply_to_file(folder: Path, path: Path, fixes: Iterable[Fix]) -> FixedFile | None:
    if find_link(path, folder) or not path.is_file() or ".." in path.parts:
        return None
    before = path.read_bytes()
    try:
        text = before.decode("utf-8")
    except UnicodeDecodeError:
        return None
    mark = _MARK if text.startswith(_MARK) else ""
    text = text.removeprefix(_MARK)
    after, count = edit_text(text, path.name, keep_readable(text, path.name, fixes))
    if count and path.name.endswith(YAML_FILES) and len(after) <= _LARGE:
        after, more = _mend_next_faults(after, path.name)
        count += more
    return FixedFile(path, before, (mark + after).encode(), count) if count else None


def _mend_next_faults(text: str, file: str) -> tuple[str, int]:
    """A file that reading stops in is mended fault by fault: the next one is found behind it."""
    for count in range(_MOST_ROUNDS):
        root, faults = read_yaml(text, file)
        lines = [strip_end(line) for line in split_lines(text, file)]
        read_line = partial(_get_line, lines)
        found = [fix for one in faults for fix in find_fixes(one, read_line)[:1] if fix.is_safe]
        if root is not None or not found:
            return text, count
        text = edit_text(text, file, found[:1])[0]
    return text, _MOST_ROUNDS


def _get_line(lines: Sequence[str], _file: str, number: int) -> str | None:
    return lines[number - 1] if number <= len(lines) else None


def keep_readable(text: str, file: str, fixes: Iterable[Fix]) -> Sequence[Fix]:
    """Return the fixes after which a file can be read as well as before.

    `stile: body` beside `style: body` is meant to be `style`, but then there would be two of it.
    """
    wanted = tuple(fixes)
    if not file.endswith(YAML_FILES):
        return wanted
    before = read_yaml(text, file)[1]
    last = min((_line_of(one) for one in before if one.code == _STOPS), default=None)

    def is_as_sound(fixes: Sequence[Fix]) -> bool:
        """What stands behind the place where reading stopped was there before."""
        after = read_yaml(edit_text(text, file, fixes)[0], file)[1]
        return sum(last is None or _line_of(one) <= last for one in after) <= len(before)

    if is_as_sound(wanted):
        return wanted
    kept: list[Fix] = []
    for fix in wanted:
        if is_as_sound([*kept, fix]):
            kept.append(fix)
    return kept


def _line_of(finding: Finding) -> int:
    return finding.span.line if finding.span else 0


def edit_text(text: str, file: str, fixes: Iterable[Fix]) -> tuple[str, int]:
    """Return a text with the fixes that can be made in it, and how many these are."""
    lines = split_lines(text, file)
    taken: dict[int, list[tuple[int, int]]] = defaultdict(list)
    wanted: list[Fix] = []
    for fix in fixes:
        span, places = fix.span, taken[fix.span.line]
        if any(span.column < end and start < span.end_column for start, end in places):
            continue
        if span.line <= len(lines) and _reads(lines[span.line - 1], fix):
            places.append((span.column, span.end_column))
            wanted.append(fix)
    for fix in sorted(wanted, key=lambda fix: (fix.span.line, fix.span.column), reverse=True):
        line, span = lines[fix.span.line - 1], fix.span
        new = fix.new.replace("\n", "\r\n") if line.endswith("\r\n") else fix.new
        lines[span.line - 1] = line[: span.column - 1] + new + line[span.end_column - 1 :]
    return "".join(lines), len(wanted)


def _reads(line: str, fix: Fix) -> bool:
    return line[fix.span.column - 1 : fix.span.end_column - 1] == fix.old
