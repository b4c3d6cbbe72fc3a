"""`cardgen check --fix`, `cardgen check --watch`: what is wrong, mended or told again.

In      a game, its findings.
Out     a difference on stdout; the files, written.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, TextIO

from cardgen.cli.interrupts import Interrupted
from cardgen.cli.terminal import UsageError, line_reader

if TYPE_CHECKING:
    from cardgen.core.findings import Report
    from cardgen.files.disk_game import DiskGame
    from cardgen.report.fixed_files import FixedFile


def fix_game(game: DiskGame, report: Report, out: TextIO) -> bool:
    """Show the safe fixes of a game's findings and write them; return whether any was written.

    On a terminal it is asked first. `out` is told what is done.
    """
    from cardgen.core.findings import plural
    from cardgen.report.fixed_files import apply_fixes
    from cardgen.report.quick_fixes import find_fixes

    read_line = line_reader(game)
    found = [fix for one in report.findings for fix in find_fixes(one, read_line)[:1]]
    files = apply_fixes(game.folder, dict.fromkeys(fix for fix in found if fix.is_safe))
    if not files:
        print("nothing can be mended safely", file=out)
        return False
    for file in files:
        print(
            file.show(game.label + file.path.relative_to(game.folder).as_posix()), end="", file=out
        )
    count = plural(sum(file.count for file in files), "fix")
    if sys.stdin.isatty() and out.isatty() and not _agrees(f"write {count}?"):
        print("nothing was written", file=out)
        return False
    written, left = _write(files)
    if written:
        count = plural(sum(file.count for file in written), "fix")
        print(f"wrote {count} into {plural(len(written), 'file')}", file=out)
    if left:
        raise UsageError("; ".join(left))
    return True


def _agrees(question: str) -> bool:
    print(f"{question} [y/N] ", end="", flush=True)
    return sys.stdin.readline().strip().casefold() in ("y", "yes")


def _write(files: Sequence[FixedFile]) -> tuple[Sequence[FixedFile], Sequence[str]]:
    """Write each file that can be; gives these, and why others are left as they are."""
    from cardgen.files.replace_unchanged import ChangedFileError

    written, left = [], []
    for file in files:
        try:
            file.write()
            written.append(file)
        except ChangedFileError as error:
            left.append(f"{error} was saved meanwhile and is left as it is; try again")
        except OSError as error:
            left.append(f"cannot write {file.path}: {error.strerror}")
    return written, left


def watch_game(game: DiskGame, check: Callable[[], object], out: TextIO) -> None:
    """Check a game, and again whenever one of its files is saved, until Ctrl-C. `out` is told
    when that begins and ends."""
    from pathlib import Path

    from cardgen.files.watch import iterate_saves

    saves = iterate_saves([game], Path("output"))
    next(saves)  # from here on nothing is missed, not even what is saved during a check
    try:
        _check_watched(check)
        print(f"watching {game.name}; Ctrl-C ends", file=out, flush=True)
        for saved in saves:
            if saved:
                _check_watched(check)
    except (Interrupted, KeyboardInterrupt):
        print("stopped watching", file=out)


def _check_watched(check: Callable[[], object]) -> None:
    """A check that ends nothing: what is wrong is said, and the next save may mend it."""
    try:
        check()
    except UsageError as error:
        print(f"cardgen: {error}", file=sys.stderr)
    sys.stdout.flush()
