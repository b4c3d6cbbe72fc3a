"""The commands that build and show a game: arguments → calls.

In      arguments.
Out     what the calls write; an exit code as Click's `Exit`.
Not here  how games are built (`cli.build_command`) and shown (`cli.preview_command`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cardgen.cli.arguments import (
    PathType,
    WholeNumberType,
    command,
    default_output,
    dpi_option,
    edition_option,
    editions_option,
    game_argument,
    output_option,
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
from cardgen.cli.terminal import UsageError

if TYPE_CHECKING:
    from cardgen.cli.build_command import BuildCommand
    from cardgen.files.disk_game import DiskGame
    from cardgen.render.workers.dask_cluster import Cluster


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
