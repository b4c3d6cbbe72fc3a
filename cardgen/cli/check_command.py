"""The command that checks a game: arguments → calls.

In      arguments.
Out     findings on the terminal; an exit code as Click's `Exit`.
Not here  checking (`pipeline.edition_checks`), making fixes (`cli.fix_command`).
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cardgen.cli.arguments import (
    command,
    editions_option,
    format_option,
    game_argument,
    set_option,
    strict_option,
)
from cardgen.cli.find_game import find_editions, find_game, refuse_unknown_editions
from cardgen.cli.terminal import (
    UsageError,
    count_findings,
    describe_cards,
    show_findings,
    wants_colors,
)

if TYPE_CHECKING:
    from cardgen.core.findings import Report
    from cardgen.files.disk_game import DiskGame
    from cardgen.pipeline.check_record import CheckResult

_FORMATS = ("human", "json", "github", "sarif")


@command("check")
@game_argument
@format_option("human, json, github or sarif.")
@strict_option
@click.option("--all", "every", is_flag=True, help="Show every finding; fold nothing.")
@editions_option
@set_option
@click.option("--fix", is_flag=True, help="Show and make the edits that are safe.")
@click.option("--watch", is_flag=True, help="Check again whenever a file is saved.")
def check(  # noqa: PLR0913 - an option is an argument
    *,
    game: str | None,
    format_: str,
    strict: bool,
    every: bool,
    edition: tuple[str, ...],
    set_: tuple[str, ...],
    fix: bool,
    watch: bool,
) -> None:
    """Say what is wrong with a game; nothing is written but with --fix."""
    if format_ not in _FORMATS:
        hint = f"known: {', '.join(_FORMATS)}"
        raise UsageError(f"there is no format `{format_}`; {hint}")
    if fix and watch:
        raise UsageError("--fix asks what to write, --watch does not end: give one of them")
    found = find_game(game)
    refuse_unknown_editions([found], edition)
    from cardgen.cli.build_command import read_settings
    from cardgen.cli.fix_command import fix_game, watch_game

    settings = read_settings(set_)

    def look(*, shows: bool = True) -> Report:
        views, result = check_result(found, edition, settings, folded=not every)
        note_shared(found, result)
        if shows:
            _show_result(found, views, result, format_, every=every)
        return result.report

    out = sys.stdout if format_ == "human" else sys.stderr
    if watch:
        watch_game(found, look, out)
        return
    if fix:
        fix_game(found, look(shows=False), out)
    report = look()
    if report.count("error") or (strict and report.count("warning")):
        raise click.exceptions.Exit(1)


def check_result(
    game: DiskGame, editions: Sequence[str], settings: Mapping[str, str], *, folded: bool
) -> tuple[Sequence[DiskGame], CheckResult]:
    """The editions that were checked, all if none is named, and what was found in them."""
    from cardgen.pipeline.edition_checks import check_all, check_views

    try:
        if not editions:
            return check_all(game, settings, folded=folded)
        views = find_editions(game, editions)
        return views, check_views(views, settings, folded=folded)
    except ValueError as error:
        from cardgen.read.computed_fields import SettingError

        if isinstance(error, SettingError):
            raise UsageError(f"--set: {error}") from None
        raise


def note_shared(game: DiskGame, result: CheckResult) -> None:
    """Have a game know what it and its editions include from beside its folder: it is watched."""
    game.begin_record()
    for file, state in result.shared:
        game.inputs.note_state(Path(file), state)


def _describe_views(views: Sequence[DiskGame]) -> str:
    """Which editions were checked, if any."""
    names = [f"`{view.edition}`" for view in views if view.edition]
    if not names:
        return ""
    listed = f"edition{'s' if names[1:] else ''} {', '.join(names)}"
    return f", as it is and in the {listed}" if len(names) < len(views) else f", {listed}"


def _show_result(
    game: DiskGame, views: Sequence[DiskGame], result: CheckResult, style: str, *, every: bool
) -> None:
    """Print what a check found, and its last line."""
    from cardgen.report.summary_line import draw_table

    report = result.report
    show_findings(report, game, style, every=every)
    if style == "human" and result.summary:
        print(draw_table(result.summary, color=wants_colors(sys.stdout)))
    if style in ("human", "github"):
        cards = describe_cards(result.cards)
        print(f"{count_findings(report)}{cards}{_describe_views(views)}")
