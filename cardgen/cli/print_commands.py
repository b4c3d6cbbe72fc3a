"""`cardgen diff`, `print-tag` and `prints`: what was printed, and what has changed since.

In      a game, tags, folders, revisions.
Out     lines on stdout, a page, a record in the game's folder.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cardgen.cli.arguments import (
    PathType,
    argument,
    command,
    default_output,
    edition_option,
    format_option,
    game_argument,
    quote_argument,
    set_option,
)
from cardgen.cli.find_game import find_game
from cardgen.cli.terminal import UsageError, show_findings

if TYPE_CHECKING:
    from collections.abc import Mapping

    from cardgen.files.disk_game import DiskGame
    from cardgen.pipeline.print_sources import SourceError
    from cardgen.prints.comparison import Comparison
    from cardgen.prints.snapshot import PrintSnapshot

_FORMATS = ("human", "json", "markdown", "html")


@command("diff")
@argument(
    "sources",
    "A print, a folder, a manifest, a git revision, or `edition:NAME`; B is the game as it is.",
    nargs=-1,
    metavar="[GAME] [A] [B]",
)
@click.option("--game", metavar="GAME", help="The game, if there are several.")
@format_option("human, json, markdown or html.")
@click.option(
    "-o",
    "--output",
    type=PathType(),
    metavar="FILE",
    help="File to write instead.",
)
@click.option("--exit-code", is_flag=True, help="End with 1 if anything differs.")
@edition_option
@set_option
def diff(
    *,
    sources: tuple[str, ...],
    game: str | None,
    format_: str,
    output: Path | None,
    exit_code: bool,
    edition: str,
    set_: tuple[str, ...],
) -> None:
    """Say what has changed since a print: cards, words, pictures."""
    if format_ not in _FORMATS:
        raise UsageError(f"there is no format `{format_}`; known: {', '.join(_FORMATS)}")
    from cardgen.cli.build_command import read_settings

    found, asked = _game_and_sources(list(sources), game)
    found = found.in_edition(edition)
    from cardgen.prints.comparison import IncomparableError
    from cardgen.prints.face_pixels import PictureBudgetError

    try:
        comparison = _compared(found, asked, read_settings(set_))
        _show(found, comparison, format_, output)
    except (PictureBudgetError, IncomparableError) as error:
        raise UsageError(str(error)) from None
    if exit_code and comparison.differences:
        raise click.exceptions.Exit(1)


def _game_and_sources(typed: list[str], game: str | None) -> tuple[DiskGame, list[str]]:
    """The game that is meant, and what is to be compared: a first name that is a game's is the
    game, but two game folders are compared with each other."""
    if game is not None:
        found = find_game(game)
    elif typed and _is_game(typed[0]) and not (len(typed) == 2 and _is_game(typed[1])):
        found = find_game(typed.pop(0))
    else:
        _refuse_turned(typed)
        found = find_game(typed[0] if typed and _is_game(typed[0]) else None)
    if len(typed) > 2:
        raise UsageError(f"two things can be compared, not {len(typed)}: {', '.join(typed)}")
    return found, typed


def _refuse_turned(typed: Sequence[str]) -> None:
    """Refuse a game behind what is compared, where it can be no copy to compare with.

    Raises:
        UsageError: it says what to write.
    """
    if len(typed) < 2 or _is_game(typed[0]) or not _is_game(typed[-1]):
        return
    is_folder = (Path(typed[-1]) / "game.yaml").is_file()
    if len(typed) > 2 or not is_folder or not _has_one_game():
        turned = " ".join(map(quote_argument, [typed[-1], *typed[:-1]]))
        said = f"`{typed[-1]}` is a game, and the game comes first"
        raise UsageError(f"{said}: write `cardgen diff {turned}`")


def _has_one_game() -> bool:
    """Whether a game is found here without a name."""
    try:
        find_game(None)
    except UsageError:
        return False
    return True


def _is_game(name: str) -> bool:
    return any((folder / "game.yaml").is_file() for folder in (Path(name), Path("card_data", name)))


def _compared(game: DiskGame, asked: Sequence[str], settings: Mapping[str, str]) -> Comparison:
    from cardgen.core.findings import plural
    from cardgen.pipeline.print_sources import SourceError, default_source, now_beside, open_source
    from cardgen.prints.comparison import compare
    from cardgen.prints.records import RecordError

    try:
        old = asked[0] if asked else default_source(game, default_output())
        before = open_source(game, old, settings)
        last = asked[1] if len(asked) > 1 else now_beside(before, game)
        after = open_source(game, last, settings)
    except RecordError as error:
        raise UsageError(str(error)) from None
    except SourceError as error:
        raise _told(error) from None
    for side in (before, after):
        if side.faults:
            errors = plural(side.faults, "error")
            print(f"{game.name} has {errors} as it is at `{side.label}`", file=sys.stderr)
    if before.game != after.game and before.edition == after.edition:
        other = f"a print of `{before.game}`, and `{after.label}` is `{after.game}`"
        print(f"`{before.label}` is {other}", file=sys.stderr)
    return compare(before, after)


def open_version(game: DiskGame, typed: str) -> PrintSnapshot:
    """Return another version of a game, or say why there is none."""
    from cardgen.pipeline.print_sources import SourceError, open_source
    from cardgen.prints.records import RecordError

    try:
        found = open_source(game, typed)
        if found.edition not in ("", game.edition):
            raise UsageError(f"`{typed}` is a print of the edition `{found.edition}`; "
                             f"add `--edition {found.edition}`")  # fmt: skip
        if found.shows:
            raise UsageError(f"`{typed}` holds {found.shows}: the game cannot be compared with it; "
                             "name a folder of `mpc`")  # fmt: skip
        if found.only:
            raise UsageError(f"`{typed}` holds only some cards ({found.only}): the game cannot be "
                             "compared with it; name a whole print")  # fmt: skip
        return found
    except RecordError as error:
        raise UsageError(str(error)) from None
    except SourceError as error:
        raise _told(error) from None


def _told(error: SourceError) -> Exception:
    """Show the findings of a game that has errors."""
    if not error.findings or error.game is None:
        return UsageError(str(error))
    from cardgen.core.findings import Report

    report = Report()
    report.extend(error.findings)
    show_findings(report, error.game, out=sys.stderr)
    print(f"{error}; nothing was done", file=sys.stderr)
    return click.exceptions.Exit(1)


def _show(game: DiskGame, comparison: Comparison, format_: str, output: Path | None) -> None:
    from cardgen.prints.reports import summary_of, to_json, to_markdown, to_text

    if format_ == "html":
        from cardgen.prints.page_report import comparison_page

        data = comparison_page(comparison)
        file = output or _page_file(game, data)
    else:
        text = {"human": to_text, "json": to_json, "markdown": to_markdown}[format_](comparison)
        if output is None:
            print(text, end="")
            return
        file, data = output, text.encode("utf-8")
    if output is not None:
        _write(output, data)
    print(f"{summary_of(comparison)} → {file.as_posix()}")


def _page_file(game: DiskGame, data: bytes) -> Path:
    """Write the page where output of the game goes."""
    from cardgen.files.output_folder import UnwritableError, replace_output
    from cardgen.pipeline.defaults import DIFF

    folder = default_output() / game.name / DIFF
    try:
        with replace_output(folder, folder.parent.parent) as files:
            files.write("index.html", data)
    except UnwritableError as error:
        raise UsageError(str(error)) from None
    return folder / "index.html"


def _write(file: Path, data: bytes) -> None:
    from cardgen.files.atomic_write import write_named_file
    from cardgen.files.output_folder import describe_denial

    if file.is_dir():
        raise UsageError(f"cannot write {file}: it is a folder; name a file in it")
    try:
        write_named_file(file, data)
    except OSError as error:
        raise UsageError(f"cannot write {file}: {describe_denial(error, file)}") from None


@command("print-tag")
@argument("name", "What to call this print, as in `v1.2`.")
@game_argument
@click.option("--force", is_flag=True, help="Replace a print of that name.")
@click.option("--pictures", is_flag=True, help="Keep a small picture of each face, too.")
@edition_option
@set_option
def print_tag(
    *,
    name: str,
    game: str | None,
    force: bool,
    pictures: bool,
    edition: str,
    set_: tuple[str, ...],
) -> None:
    """Remember what is printed now, in the game's folder, to compare with and print from later."""
    from cardgen.cli.build_command import read_settings
    from cardgen.pipeline.print_sources import SourceError, record_print
    from cardgen.prints.records import RecordError

    if game is not None and _is_game(name) and not _is_game(game):
        turned = f"cardgen print-tag {quote_argument(game)} {quote_argument(name)}"
        raise UsageError(f"`{name}` is a game, and the print's name comes first: write `{turned}`")
    found = find_game(game, edition)
    try:
        file, snapshot = record_print(
            found, name, settings=read_settings(set_), replaces=force, pictures=pictures
        )
    except RecordError as error:
        raise UsageError(str(error)) from None
    except SourceError as error:
        raise _told(error) from None
    print(describe_record(found, name, snapshot, file))


def describe_record(game: DiskGame, name: str, snapshot: PrintSnapshot, file: Path) -> str:
    """Return what is said of a print that was remembered."""
    from cardgen.core.findings import plural

    place = f"{game.label}{file.relative_to(game.folder).as_posix()}"
    named = [text for text in (game.label.rstrip("/"), name) if text]
    typed = " ".join(quote_argument(text) for text in named)
    return (
        f"{plural(snapshot.total, 'printed card')} remembered as {name} → {place}; "
        f"`cardgen diff {typed}` says what changes"
    )


@command("prints")
@game_argument
def prints(*, game: str | None) -> None:
    """List the prints that a game remembers."""
    from cardgen.core.findings import plural
    from cardgen.prints.records import RecordError, explain_folder, list_records, read_record

    found = find_game(game)
    names = list_records(found)
    why = "" if names or found.folder is None else explain_folder(found.folder)
    if why:
        print(f"cardgen: {why}", file=sys.stderr)
        raise click.exceptions.Exit(2)
    if not names:
        print("no print is remembered; `cardgen print-tag NAME` remembers one")
    records: list[PrintSnapshot] = []
    for name in names:
        try:
            records.append(read_record(found, name))
        except RecordError as error:
            print(f"cardgen: {error}", file=sys.stderr)
    for record in sorted(records, key=lambda record: record.age):
        told = [plural(record.total, "card"), f"version {record.version}" if record.version else ""]
        targets = f"for {', '.join(record.targets)}" if record.targets else ""
        edition = f"edition {record.edition}" if record.edition else ""
        facts = ", ".join(part for part in (*told, edition, targets) if part)
        print(f"{record.label}  {record.date or 'no date'}  {facts}")
    if len(records) < len(names):
        raise click.exceptions.Exit(2)
