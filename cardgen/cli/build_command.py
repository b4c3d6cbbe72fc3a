"""`cardgen build` of one game, once or whenever a file is saved.

In      games, what was asked for.
Out     output folders, and what is said of them.
Not here  arguments (`cli.commands`), all games of a project (`cli.build_all`), building
        (`pipeline.build`).
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from cardgen.cli.arguments import quote_argument
from cardgen.cli.interrupts import Interrupted
from cardgen.cli.terminal import (
    UsageError,
    count_findings,
    describe_cards,
    progress_bar,
    show_findings,
)

if TYPE_CHECKING:
    from cardgen.core.findings import Report
    from cardgen.files.disk_game import DiskGame
    from cardgen.pipeline.build_record import BuildResult, Written
    from cardgen.pipeline.build_request import BuildRequest
    from cardgen.pipeline.phase_cache import PhaseCache
    from cardgen.shelf.index_page import ShelfPage


_IN_FULL = 5
"""Warnings that a build shows whole; more would push its last line off the screen."""


class BuildCommand(Struct, frozen=True):
    """What to build, and what to say of it."""

    request: BuildRequest
    tag: str = ""
    """The name by which to remember the print."""
    pictures: bool = False
    """Whether small pictures of its faces are remembered, too."""
    repeated: bool = False
    """Built before, and watched since: warnings were shown already."""


def watch_games(games: Sequence[DiskGame], command: BuildCommand) -> None:
    """Build each game, and again when its files change, until Ctrl-C."""
    from cardgen.files.watch import iterate_saves
    from cardgen.pipeline.phase_cache import PhaseCache

    saves = iterate_saves(games, command.request.output)
    next(saves)  # from here on nothing is missed, not even what is saved during a build
    caches = {game: PhaseCache() for game in games}
    for game in games:
        _build_watched(game, command, caches[game])
    names = dict.fromkeys(game.name for game in games)
    print(f"watching {', '.join(names)}; Ctrl-C ends", flush=True)
    again = replace(command, repeated=True)
    try:
        for saved in saves:
            for game in saved:
                _build_watched(game, again, caches[game])
    except (Interrupted, KeyboardInterrupt):
        print("stopped watching")


def _build_watched(game: DiskGame, command: BuildCommand, cache: PhaseCache) -> None:
    """A build that ends nothing: what is wrong is said, and the next save may mend it."""
    try:
        build_one(game, command, cache)
    except UsageError as error:
        print(f"cardgen: {error}", file=sys.stderr)
    sys.stdout.flush()
    sys.stderr.flush()


def build_views(views: Sequence[DiskGame], command: BuildCommand) -> list[bool]:
    """Build a game, or some of its editions, one after the other."""
    return [build_one(view, command) for view in views]


def build_one(
    game: DiskGame,
    command: BuildCommand,
    cache: PhaseCache | None = None,
    shelf: ShelfPage | None = None,
) -> bool:
    """Build a game, and say what was written where; False if errors kept something from it."""
    from cardgen.core.findings import Report
    from cardgen.files.game_files import clock

    if command.tag:
        _check_tag(game, command)
    started, report = clock(), Report()
    try:
        result = _build(game, command.request, report, cache)
    except UsageError:
        _show_warnings(game, command, report)
        raise
    if shelf is not None:
        shelf.place(game, result, report, command.request)
    if result.written is None:
        show_findings(report, game, out=sys.stderr)
        print(f"{count_findings(report)}{describe_cards(result.cards)}; nothing was written")
        return False
    _show_warnings(game, command, report)
    what = _describe_written(result, command.request, game.name)
    took = f"{clock() - started:.1f} s"
    tally = f"; {count_findings(report)}" if report.findings else ""
    tally += _describe_corrected(game, result)
    if result.unchanged:
        print(f"nothing has changed, nothing rendered: {what} in {took}{tally}")
    else:
        print(f"{what}{_describe_rendered(result)} in {took}{tally}")
    if command.tag:
        _keep_record(game, command, result)
    return not any(one.faulty for one in result.written)


def _check_tag(game: DiskGame, command: BuildCommand) -> None:
    """Refuse at once what could not be remembered after the build."""
    from cardgen.pipeline.print_sources import check_pictures_place
    from cardgen.prints.records import RecordError, check_new_name

    if command.request.part or command.request.draft:
        raise UsageError("--tag remembers a whole print: leave out --only, --since and --draft")
    try:
        check_new_name(game, command.tag)
        if command.pictures:
            check_pictures_place(game)
    except RecordError as error:
        raise UsageError(f"--tag: {error}") from None


def _keep_record(game: DiskGame, command: BuildCommand, result: BuildResult) -> None:
    """Remember what was printed; a build that found nothing changed has laid nothing out."""
    from cardgen.cli.print_commands import describe_record
    from cardgen.pipeline.print_sources import NOW, keep_record, snapshot_checked, snapshot_of
    from cardgen.prints.records import RecordError

    checked, tag = result.checked, command.tag
    if checked is None:
        snapshot = snapshot_of(game, NOW, command.request.settings)
    else:
        snapshot = snapshot_checked(checked, NOW)
    targets = tuple(one.target for one in result.written or () if one.folder)
    try:
        file, kept = keep_record(game, tag, snapshot, targets=targets, pictures=command.pictures)
    except RecordError as error:
        raise UsageError(f"--tag: {error}") from None
    print(describe_record(game, tag, kept, file))


def _build(
    game: DiskGame, request: BuildRequest, report: Report, cache: PhaseCache | None
) -> BuildResult:
    """Build; what the user has to mend is a `UsageError`."""
    from cardgen.pipeline.build import build_game

    try:
        with progress_bar() as progress:
            return build_game(game, request, report, progress, cache)
    except Exception as error:
        sentence = _describe_mistake(error)
        if not sentence:
            raise
        raise UsageError(sentence) from None


def _describe_mistake(error: Exception) -> str:
    """What the user has to mend; empty for a fault of ours. Imported where something is wrong."""
    from cardgen.files.output_folder import UnwritableError
    from cardgen.pipeline.card_selection import SelectionError
    from cardgen.prints.records import RecordError
    from cardgen.read.computed_fields import SettingError
    from cardgen.render.workers.dask_cluster import ClusterError
    from cardgen.targets.contract import OptionError

    match error:
        case UnwritableError() | ClusterError():
            return str(error)
        case SelectionError():
            return f"--only: {error}"
        case RecordError():
            return f"--since: {error}"
        case SettingError():
            return f"--set: {error}"
        case OptionError():
            return f"{error}; {error.hint}"
        case _:
            return ""


def _show_warnings(game: DiskGame, command: BuildCommand, report: Report) -> None:
    """Show what does not stop a build: a few warnings in full, many in one line."""
    if command.repeated:
        return
    warnings = Counter(finding.code for finding in report.findings)
    if _has_faults(report) or warnings.total() <= _IN_FULL:
        show_findings(report, game, out=sys.stderr)
        return
    codes = ", ".join(f"{code} ×{count}" for code, count in warnings.most_common())
    folder = game.label.rstrip("/")
    command_line = f"cardgen check {quote_argument(folder)}" if folder else "cardgen check"
    command_line += f" --edition {game.edition}" if game.edition else ""
    print(f"{count_findings(report)}: {codes}; `{command_line}` shows them", file=sys.stderr)


def _has_faults(report: Report) -> bool:
    """Whether there are errors other than pictures that placeholders stand for."""
    if not report.count("error"):
        return False
    from cardgen.pipeline.target_plans import stops_build

    return stops_build(report)


def _describe_corrected(game: DiskGame, result: BuildResult) -> str:
    """That a corrected edition is there, where the game is printed as it is."""
    if game.edition or not result.corrected:
        return ""
    return f"; as given: `--edition {result.corrected[0]}` prints its corrections"


def _describe_rendered(result: BuildResult) -> str:
    """How many of the faces were new; nothing, if all were."""
    if not result.reused:
        return ""
    total = result.rendered + result.reused
    return f", {result.rendered} of {total} faces rendered"


def _describe_written(result: BuildResult, request: BuildRequest, game: str) -> str:
    """What was written where. Of several targets a line each is printed, those that were passed
    over last."""
    written = result.written or ()
    part = f"only {result.chosen} of {result.cards} cards: " if request.part else ""
    if len(written) == 1:
        return part + _describe_target(written[0])
    if not result.unchanged:
        for one in sorted(written, key=lambda one: one.folder is None):
            print(_describe_target(one))
    done = sum(one.folder is not None for one in written)
    places = [one.folder.parent for one in written if one.folder]
    folder = places[0] if places else request.output / game
    return f"{part}{done} of {len(written)} targets → {folder.as_posix()}/"


def _describe_target(one: Written) -> str:
    if one.folder is None:
        return f"no {one.target}: {one.what}"
    return f"{one.what} → {one.folder.as_posix()}/"


def read_settings(given: Sequence[str]) -> dict[str, str]:
    """Read `--set bonus=2` as a constant's name and its value.

    Raises:
        UsageError: it is not written so.
    """
    settings: dict[str, str] = {}
    for text in given:
        name, equals, value = text.partition("=")
        if not (name.strip() and equals):
            raise UsageError(f"--set: write `NAME=VALUE`, as in `bonus=2`, not `{text}`")
        settings[name.strip()] = value.strip()
    return settings
