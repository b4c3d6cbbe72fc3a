"""What a run says on the terminal: findings, tallies, progress; the ways in which it may end.

In      reports, games.
Out     lines on stdout and stderr.
Not here  what findings look like in each format (`report`, `diagnostics`).
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, TextIO

from cardgen.cli.streams import enable_colors, unfiltered
from cardgen.core.printable_text import escape_controls

if TYPE_CHECKING:
    from cardgen.core.findings import ReadLine, Report
    from cardgen.files.game_files import GameFiles
    from cardgen.targets.contract import Progress


class UsageError(Exception):
    """Wrong usage or unreadable input: one clear sentence, exit code 2."""


def wants_colors(stream: object) -> bool:
    """Whether a stream is a terminal that shows colors, and nobody asked for none."""
    isatty = getattr(stream, "isatty", lambda: False)
    wanted = not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    return bool(isatty()) and wanted and enable_colors()


def show_findings(
    report: Report,
    game: GameFiles,
    style: str = "human",
    *,
    every: bool = False,
    out: TextIO | None = None,
) -> None:
    """Print the findings: those of `check` are what it is asked for and go to stdout, those
    of `build` to stderr."""
    out = out or sys.stdout
    findings, read_line = report.findings, line_reader(game)
    if style == "json":
        from cardgen.core.findings import findings_to_json

        print(findings_to_json(findings, game.label), end="")
    elif style == "github":
        from cardgen.report.github import format_annotations

        print(format_annotations(findings, game.label), end="")
    elif style == "sarif":
        from cardgen.check.engine.registry import all_explanations
        from cardgen.report.sarif import format_sarif

        print(format_sarif(findings, all_explanations(), read_line, game.label), end="")
    elif findings:
        from cardgen.core.findings import format_findings
        from cardgen.report.human import format_folded

        shown = format_findings if every else format_folded
        print(shown(findings, read_line, game.label, color=wants_colors(out)), file=out)


def line_reader(game: GameFiles) -> ReadLine:
    lines: dict[str, list[str]] = {}

    def read_line(file: str, number: int) -> str | None:
        if file not in lines:
            lines[file] = _lines(game, file)
        return lines[file][number - 1] if number <= len(lines[file]) else None

    return read_line


def _lines(game: GameFiles, file: str) -> list[str]:
    from cardgen.core.file_lines import split_lines, strip_end
    from cardgen.files.game_files import UnreadableError

    try:
        text = game.shared_text(file) if file.startswith("../") else game.text(file)
        return [strip_end(line) for line in split_lines(text, file)]
    except UnreadableError:
        return []


def count_findings(report: Report) -> str:
    from cardgen.core.findings import plural

    return f"{plural(report.count('error'), 'error')}, {plural(report.count('warning'), 'warning')}"


def describe_cards(total: int | None) -> str:
    from cardgen.core.findings import plural

    return f" in {plural(total, 'card')}" if total is not None else ""


@contextmanager
def progress_bar() -> Iterator[Progress]:
    """A bar on a terminal, nothing in a pipe."""
    if not sys.stderr.isatty():
        yield lambda _what, _done, _total: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    console = Console(file=unfiltered(sys.stderr), no_color=not wants_colors(sys.stderr))
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task("faces", total=None)

        def advance(what: str, done: int, total: int) -> None:
            bar.update(task, description=escape_controls(what), completed=done, total=total)

        yield advance
