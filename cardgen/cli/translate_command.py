"""`cardgen translate`: files for translators, brought up to date and counted.

In      what to do, a game, languages.
Out     `.po` files in the game's folder, lines on stdout.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import click

from cardgen.cli.arguments import argument, command, game_argument
from cardgen.cli.find_game import find_game
from cardgen.cli.terminal import UsageError, show_findings

if TYPE_CHECKING:
    from cardgen.core.findings import Report
    from cardgen.files.disk_game import DiskGame
    from cardgen.translation.po_files import FileStatus

_ACTIONS = ("extract", "update", "status")


@command("translate")
@argument("action", "extract, update or status.")
@game_argument
@click.option("--language", multiple=True, metavar="TAG", help="Only this language, such as `de`.")
def translate(*, action: str, game: str | None, language: tuple[str, ...]) -> None:
    """Write the texts of a game for translators, update their files, count what is done."""
    if action not in _ACTIONS:
        raise UsageError(f"there is no `translate {action}`; known: {', '.join(_ACTIONS)}")
    if action == "extract" and language:
        hint = f"`cardgen translate update --language {language[0]}` makes a file for it"
        raise UsageError(f"a template is of no language; leave out --language; {hint}")
    from cardgen.core.findings import Report
    from cardgen.translation.po_files import TranslationError

    found, report = find_game(game), Report()
    try:
        made = list(_act(action, found, language, report))
    except TranslationError as error:
        raise UsageError(str(error)) from None
    if report.count("error"):
        show_findings(report, found, out=sys.stderr)
        print("the game or a translation has errors; nothing was written")
        raise click.exceptions.Exit(1)
    for one in made:
        print(_describe(one, found, action))


def _act(
    action: str, game: DiskGame, languages: Sequence[str], report: Report
) -> Iterator[FileStatus]:
    from cardgen.translation import po_files

    if action == "extract":
        made = po_files.write_template(game, report)
        if made is not None:
            yield made
        return
    files = po_files.find_files(game, languages)
    if not files:
        raise po_files.TranslationError(
            "no edition of the game is in another language; add one, as in "
            "`editions: {de: {language: de}}`, or name it with --language"
        )
    do = po_files.update_file if action == "update" else po_files.read_status
    for file in files:
        found = do(game, file, report)
        if found is not None:
            yield found


def _describe(one: FileStatus, game: DiskGame, action: str) -> str:
    status = one.status
    path = f"{game.label}{one.path}"
    if action == "extract":
        return f"{status.total} texts → {path}"
    counts = f"{status.percent} % done: {status.done} of {status.total} texts"
    rest = [f"{status.fuzzy} fuzzy"] * bool(status.fuzzy)
    rest += [f"{status.missing} missing"] * bool(status.missing)
    told = f"{one.language}: {', '.join([counts, *rest])}"
    if not one.read:
        unread = f"; no edition reads it: add `{one.language}: {{language: {one.language}}}` under"
        path = f"{path}{unread} `editions:`"
    if action == "update":
        return f"{told} → {path}{'' if one.changed else ' (as it was)'}"
    return f"{told} ({path})"
