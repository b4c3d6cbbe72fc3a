"""What is compared: a print by its tag, a folder, a manifest, a git revision, or the game as it is.

In      a game, what was typed.
Out     a `Snapshot`.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path

from msgspec.structs import replace

from cardgen.check.engine.levels import may_hide_cards
from cardgen.core.findings import Finding, Report, did_you_mean
from cardgen.files.atomic_write import find_link
from cardgen.files.disk_game import DiskGame
from cardgen.files.game_files import GameFiles
from cardgen.files.git_revision import game_at, has_commits
from cardgen.files.git_store import RevisionError
from cardgen.pipeline.checked_game import Checked
from cardgen.pipeline.defaults import DPI
from cardgen.pipeline.inspection import lay_out_game
from cardgen.prints.face_pixels import GamePictures
from cardgen.prints.manifests import FILE, ManifestError, read_print
from cardgen.prints.records import (
    RecordError,
    check_free,
    check_name,
    complete,
    list_records,
    read_record,
    write_record,
)
from cardgen.prints.small_pictures import FOLDER as PICTURES
from cardgen.prints.small_pictures import KeptPictures, check_place, write_pictures
from cardgen.prints.snapshot import PrintSnapshot, take_snapshot
from cardgen.read.game import NO_SETTINGS, list_editions
from cardgen.read.translation.longest import EDITION as LONGEST
from cardgen.read.translation.pseudo import EDITION as PSEUDO

NOW = "now"
"""What the game is called as its files are at this moment."""
EDITION = "edition:"
"""Begins the name of one of its editions, as its files are at this moment."""


GIVEN = (PSEUDO, LONGEST)
"""Editions that every game has."""


class SourceError(ValueError):
    """What was named cannot be compared.

    `findings` are those of a game that has errors, in the files that `game` names.
    """

    def __init__(
        self, message: str, findings: tuple[Finding, ...] = (), game: GameFiles | None = None
    ) -> None:
        super().__init__(message)
        self.findings, self.game = findings, game


def open_source(
    game: DiskGame, typed: str, settings: Mapping[str, str] = NO_SETTINGS
) -> PrintSnapshot:
    """Return what is meant by `typed`: `now`, an edition, a tag, a place, or a git revision.

    Raises:
        SourceError: there is no such thing, or it has errors.
    """
    if typed == NOW:
        return snapshot_of(game, NOW, settings)
    if typed.startswith(EDITION):
        return _edition_of(game, typed, settings)
    try:
        if typed in list_records(game):
            return _with_pictures(game, read_record(game, typed))
        place = Path(typed)
        if (place / "game.yaml").is_file():
            return snapshot_of(DiskGame(place, game.edition), typed, settings)
        if place.exists() and (place.is_dir() or place.name == FILE):
            return read_print(place)
        before = game_at(game.folder, typed).in_edition(game.edition)
        return snapshot_of(before, typed, settings)
    except (RecordError, ManifestError) as error:
        raise SourceError(str(error)) from None
    except RevisionError as error:
        known = list_records(game)
        listed = f"; prints of this game: {', '.join(known)}" if known else ""
        message = f"`{typed}` is no print, no folder, and {error}{listed}"
        raise SourceError(message) from None


def _with_pictures(game: GameFiles, record: PrintSnapshot) -> PrintSnapshot:
    """A remembered print with the small pictures that were kept beside it, if any were."""
    if not any(path.startswith(f"{PICTURES}/") for path in game.own_files()):
        return record
    return replace(record, source=KeptPictures(game, record))


def _edition_of(game: DiskGame, typed: str, settings: Mapping[str, str]) -> PrintSnapshot:
    """The edition that `edition:NAME` means; `edition:` alone is the game as it is."""
    name = typed.removeprefix(EDITION)
    known = ("", *list_editions(game), *GIVEN)
    if name not in known:
        hint = did_you_mean(name, [one for one in known if one], what="edition")
        raise SourceError(f"there is no edition `{name}`; {hint}")
    return snapshot_of(game.in_edition(name), typed, settings)


def now_beside(before: PrintSnapshot, game: DiskGame) -> str:
    """Return what a print is compared with if nothing else is named: the same edition as it is."""
    same = before.edition and not game.edition
    return f"{EDITION}{before.edition}" if same else NOW


def default_source(game: DiskGame, output: Path) -> str:
    """Return what to compare with if nothing is named: the last tag, the last print, or `HEAD`.

    Raises:
        SourceError: there is none of them.
    """
    read = (read_record(game, name) for name in list_records(game))
    records = [record for record in read if record.edition == game.edition]
    if records:
        return max(records, key=lambda record: record.age).label
    printed = output / game.name / game.edition / "mpc"
    if printed.is_dir() and not find_link(printed, output):
        return str(printed)
    if has_commits(game.folder):
        return "HEAD"
    raise SourceError(
        "there is nothing to compare with: remember a print with `cardgen print-tag NAME`, or name "
        "a folder or a git revision"
    )


def snapshot_of(
    game: GameFiles,
    label: str,
    settings: Mapping[str, str] = NO_SETTINGS,
    *,
    finished: bool = False,
) -> PrintSnapshot:
    """Lay out a game, and return it as it would be printed.

    Counts that are off, or rules that cite a card which is gone, keep nobody from comparing cards.

    Args:
        game: Its files.
        label: How the snapshot is called.
        settings: Constants of the game that are set anew, by name.
        finished: Whether it must have no errors at all.

    Raises:
        SourceError: it has errors, or such that cards may be missing.
    """
    report = Report()
    checked = lay_out_game(game, report, settings=settings)
    hidden = any(map(_may_hide_cards, report.findings))
    if checked is None or hidden or (finished and report.count("error")):
        raise SourceError(f"the game has errors as it is at `{label}`", report.findings, game)
    return replace(snapshot_checked(checked, label), faults=report.count("error"))


def snapshot_checked(checked: Checked, label: str) -> PrintSnapshot:
    """Return a laid-out game as it would be printed."""
    scenes = checked.laid.scenes
    source = GamePictures(checked.bound, scenes)
    return take_snapshot(checked.bound, scenes, label, source, checked.game.edition)


def record_print(
    game: DiskGame,
    name: str,
    *,
    settings: Mapping[str, str] = NO_SETTINGS,
    replaces: bool = False,
    pictures: bool = False,
) -> tuple[Path, PrintSnapshot]:
    """Remember a game as it is, in its own folder; with small pictures of its faces, if asked.

    Raises:
        SourceError: the game has errors.
        RecordError: the name is none or taken, or nothing can be written.
    """
    check_name(name)
    check_free(game, name)
    if pictures:
        check_pictures_place(game)
    snapshot = snapshot_of(game, NOW, settings, finished=True)
    return keep_record(game, name, snapshot, replaces=replaces, pictures=pictures)


def check_pictures_place(game: DiskGame) -> None:
    """Refuse a place for small pictures that leads out of the game's folder.

    Raises:
        RecordError: it does, or it is no folder.
    """
    try:
        check_place(game.folder)
    except OSError as error:
        raise _no_pictures(game, error) from None


def _no_pictures(game: DiskGame, error: OSError) -> RecordError:
    return RecordError(f"cannot write the pictures in {game.folder / PICTURES}: {error.strerror}")


def keep_record(
    game: DiskGame,
    name: str,
    snapshot: PrintSnapshot,
    *,
    targets: tuple[str, ...] = (),
    replaces: bool = False,
    pictures: bool = False,
) -> tuple[Path, PrintSnapshot]:
    """Write a snapshot into a game's folder, with the digests of its pixels and the time; with
    small pictures of its faces, if asked.

    Raises:
        RecordError: the name is none or taken, or nothing can be written.
    """
    date, time = _now()
    whole = replace(complete(snapshot, DPI), label=name, date=date, time=time, targets=targets)
    file = write_record(game.folder, name, whole, replaces=replaces)
    if pictures:
        try:
            write_pictures(game.folder, whole)
        except OSError as error:
            raise _no_pictures(game, error) from None
    return file, whole


def _now() -> tuple[str, str]:
    """The date and the time, or those of SOURCE_DATE_EPOCH, for records that are the same every
    time."""
    given = os.environ.get("SOURCE_DATE_EPOCH", "")
    moment = datetime.now(tz=UTC)
    if given.isdecimal() and len(given) < 12:
        moment = datetime.fromtimestamp(int(given), tz=UTC)
    return moment.date().isoformat(), moment.time().isoformat("seconds")


def _may_hide_cards(finding: Finding) -> bool:
    """What is wrong in a booklet hides no card."""
    in_booklet = finding.span is not None and finding.span.file.endswith(".md")
    return may_hide_cards(finding) and not in_booklet
