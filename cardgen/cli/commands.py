"""Commands that do something with a game: arguments → calls.

In      arguments.
Out     what the calls write; an exit code as Click's `Exit`.
Not here  commands that tell what there is (`cli.reference`), how games are built
        (`cli.build_command`).
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cardgen.cli.arguments import (
    PathType,
    WholeNumberType,
    argument,
    command,
    default_output,
    dpi_option,
    edition_option,
    editions_option,
    format_option,
    game_argument,
    output_option,
    quote_argument,
    set_option,
    strict_option,
)
from cardgen.cli.build_options import (
    draft_option,
    executor_option,
    fresh_option,
    jobs_option,
    only_option,
    pictures_option,
    since_option,
    tag_option,
    target_option,
    watch_option,
)
from cardgen.cli.find_game import (
    find_editions,
    find_game,
    find_games,
    list_games,
    refuse_unknown_editions,
)
from cardgen.cli.interrupts import Interrupted
from cardgen.cli.terminal import (
    UsageError,
    count_findings,
    describe_cards,
    show_findings,
    wants_colors,
)

if TYPE_CHECKING:
    from cardgen.cli.build_command import BuildCommand
    from cardgen.core.findings import Report
    from cardgen.files.disk_game import DiskGame
    from cardgen.pipeline.check_record import CheckResult
    from cardgen.render.workers.dask_cluster import Cluster

_FORMATS = ("human", "json", "github", "sarif")


@command("build")
@game_argument
@target_option
@output_option
@dpi_option
@only_option
@editions_option
@since_option
@tag_option
@pictures_option
@set_option
@draft_option
@jobs_option
@strict_option
@executor_option
@fresh_option
@watch_option
def build(  # noqa: PLR0913 - an option is an argument
    *,
    game: str | None,
    typed: tuple[str, ...],
    output: Path | None,
    dpi: float,
    only: str,
    edition: tuple[str, ...],
    since: str,
    tag: str,
    pictures: bool,
    set_: tuple[str, ...],
    draft: bool,
    jobs: int | None,
    strict: bool,
    executor: str,
    fresh: bool,
    watch: bool,
) -> None:
    """Check a game and write its print files; all games in ./card_data, if none is named."""
    from cardgen.cli.build_command import BuildCommand, build_views, read_settings, watch_games
    from cardgen.pipeline.build_request import BuildRequest
    from cardgen.targets.installed import ALL

    games = find_games(game)
    shelved = len(games) > 1
    refuse_unknown_editions(games, edition)
    views = [view for one in games for view in find_editions(one, edition)]
    if watch and tag:
        raise UsageError("--tag remembers one print: leave out --watch")
    if tag and len(views) > len(games):
        raise UsageError("--tag remembers one print: name one edition")
    if pictures and not tag:
        raise UsageError("--pictures keeps those of a print: name it with --tag")
    with _cluster(executor) as cluster:
        request = BuildRequest(
            targets=_read_targets(typed),
            output=output or default_output(),
            dpi=dpi,
            only=only,
            since=since,
            draft=draft,
            settings=read_settings(set_),
            jobs=jobs,
            strict=strict,
            fresh=fresh,
            lenient=ALL in typed,
            cluster=cluster,
        )
        command = BuildCommand(request, tag=tag, pictures=pictures)
        if watch:
            watch_games(views, command)
            return
        built = _build_shelf(views, command) if shelved else build_views(views, command)
    if not all(built):
        raise click.exceptions.Exit(1)


def _build_shelf(games: list[DiskGame], command: BuildCommand) -> list[bool]:
    """Build all games, and the page that shows them: one game does without what that needs."""
    from cardgen.cli.build_all import build_all

    return build_all(games, command)


def _read_targets(typed: Sequence[str]) -> dict[str, dict[str, str]]:
    from cardgen.pipeline.target_requests import TargetRequestError, read_targets

    try:
        return read_targets(typed)
    except TargetRequestError as error:
        raise UsageError(str(error)) from None


@contextmanager
def _cluster(address: str) -> Iterator[Cluster | None]:
    """The connection to a cluster, if one was asked for."""
    if not address:
        yield None
        return
    from cardgen.render.workers.dask_cluster import Cluster, ClusterError

    try:
        cluster = Cluster(address)
    except ClusterError as error:
        raise UsageError(str(error)) from None
    try:
        yield cluster
    finally:
        cluster.close()


def _check_result(
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


def _describe_views(views: Sequence[DiskGame]) -> str:
    """Which editions were checked, if any."""
    names = [f"`{view.edition}`" for view in views if view.edition]
    if not names:
        return ""
    listed = f"edition{'s' if names[1:] else ''} {', '.join(names)}"
    return f", as it is and in the {listed}" if len(names) < len(views) else f", {listed}"


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
        views, result = _check_result(found, edition, settings, folded=not every)
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


@command("preview")
@game_argument
@click.option(
    "--port",
    type=WholeNumberType(0, 65535),
    default=8765,
    metavar="NUMBER",
    help="Port, or the next free one; 0 for any.",
    show_default=True,
)
@click.option("--no-open", is_flag=True, help="Start no browser.")
@edition_option
@click.option(
    "--print",
    "last_print",
    type=PathType(),
    metavar="PATH",
    help="Earlier build to compare with: a folder or a manifest.",
)
@click.option(
    "--against",
    default="",
    metavar="VERSION",
    help="Version to compare with: a print, a git revision such as `HEAD~3`, a folder.",
)
@click.option(
    "--editor",
    envvar="CARDGEN_EDITOR",
    show_envvar=True,
    metavar="LINK",
    help="Link that opens a file: {path}, {line} and {column} are filled in.",
    show_default="vscode://file/{path}:{line}:{column}",
)
@click.option("--edit", is_flag=True, help="Let the page write the tables of the game.")
def preview(  # noqa: PLR0913 - an option is an argument
    *,
    game: str | None,
    port: int,
    no_open: bool,
    edition: str,
    last_print: Path | None,
    against: str,
    editor: str | None,
    edit: bool,
) -> None:
    """Show a game live in the browser while it is edited."""
    several = [] if edition or last_print else find_games(game)
    found = None if len(several) > 1 else find_game(game, edition)
    if edit and edition:
        raise UsageError(
            "--edit: an edition is edited in its own files; leave out --edition to edit the tables"
        )
    link = _editor(editor) if editor else None
    if last_print is not None and not last_print.exists():
        raise UsageError(f"--print: there is no `{last_print}`; build the target `mpc` first")

    from cardgen.cli.preview_command import show_game, show_games
    from cardgen.preview.launch import NoPortError, PreviewOptions
    from cardgen.preview.server import EDITOR

    options = PreviewOptions(port, not no_open, last_print, link or EDITOR, edit)
    try:
        if found is None:
            show_games(list_games, options, against)
        else:
            show_game(found, options, against)
    except NoPortError as error:
        raise UsageError(str(error)) from None
    except (Interrupted, KeyboardInterrupt):
        print("preview ended")


def _editor(link: str) -> str:
    """A link for an editor, as it was given."""
    scheme = link.partition(":")[0].casefold()
    if "{path}" not in link or scheme in ("javascript", "data", "vbscript", link.casefold()):
        raise UsageError(
            f"--editor: `{link}` is no link to a file; "
            "write it as in `vscode://file/{path}:{line}:{column}`"
        )
    return link


@command("new")
@argument("name", "Folder of the new game; its name is the game's.")
@click.option(
    "--from",
    "table",
    type=PathType(),
    metavar="FILE",
    help="Table of cards to begin with: CSV, .xlsx …",
)
def new(*, name: str, table: Path | None) -> None:
    """Start a small, complete game to change into your own."""
    if table is not None:
        _import_game(table, name)
        return
    from cardgen.scaffold import ScaffoldError, make_game

    try:
        folder, files = make_game(Path(name))
    except ScaffoldError as error:
        raise UsageError(str(error)) from None
    print(f"{folder.as_posix()}/: {', '.join(files)}")
    print(f"now try: cardgen build {quote_argument(folder.as_posix())}")


@command("import")
@argument("source", "Table, Squib layout, order XML, or pictures.", type=PathType())
@argument("name", "Folder of the new game; its name is the game's.")
def import_(*, source: Path, name: str) -> None:
    """Make a new game of what another program left."""
    _import_game(source, name)


def _import_game(source: Path, name: str) -> None:
    from cardgen.importers.contract import ImportFault
    from cardgen.scaffold import ScaffoldError, import_game

    try:
        folder, files, notes = import_game(source, Path(name))
    except (ScaffoldError, ImportFault) as error:
        raise UsageError(str(error)) from None
    more = f" and {len(files) - 8} more" if len(files) > 8 else ""
    print(f"{folder.as_posix()}/: {', '.join(files[:8])}{more}")
    for note in notes:
        print(f"note: {note}")
    print(f"now try: cardgen build {quote_argument(folder.as_posix())} -t sheets")
