"""What was printed, kept in the game's folder: `prints/NAME.json`, a line a card.

In      a `Snapshot` and a name; a game's files.
Out     text that belongs under version control, and the `Snapshot` again.
Not here  small pictures of its faces (`prints.small_pictures`).

A record may come with a stranger's game: it is text that is read as data, within the limit of all
texts, and what does not hold to the form is said.
"""

from __future__ import annotations

import json
import os
import unicodedata
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from cardgen.core.findings import did_you_mean
from cardgen.files.atomic_write import find_link, is_real_folder, write_atomically, write_new_file
from cardgen.files.file_names import is_device
from cardgen.files.game_files import GameFiles, UnreadableError
from cardgen.prints.face_pixels import pixel_digests
from cardgen.prints.record_form import FORM, FormError, PrintRecord, read_form
from cardgen.prints.snapshot import (
    SIDES,
    FaceName,
    PrintedDeck,
    PrintedFace,
    PrintSnapshot,
    SnapshotCard,
)
from cardgen.read.print_record import TAKEN
from cardgen.version import __version__

FOLDER = "prints"
_MAX_NAME = 60


class RecordError(ValueError):
    """A record cannot be read, written or found; the message is one clear sentence."""


def record_path(name: str) -> str:
    """Return the path of a record below the game's folder."""
    return f"{FOLDER}/{name}.json"


def check_name(name: str) -> None:
    """Refuse a name that cannot be a file's on every system.

    Raises:
        RecordError: it cannot.
    """
    if is_device(name):
        raise RecordError(f"`{name}` is no name for a print: it is a device on Windows")
    plain = name and name[0].isalnum() and all(c.isalnum() or c in "._-" for c in name)
    if plain and len(name) <= _MAX_NAME and name[-1] != ".":
        return
    raise RecordError(
        f"`{name}` is no name for a print: use letters, digits, `.`, `-` and `_`, as in `v1.2`, "
        f"at most {_MAX_NAME}"
    )


def check_new_name(files: GameFiles, name: str) -> None:
    """Refuse a name that is no name, or that a print of the game has already.

    Raises:
        RecordError: it is.
    """
    check_name(name)
    check_free(files, name)
    if name in list_records(files):
        raise RecordError(
            f"there is a print `{name}` already; `cardgen print-tag {name} --force` replaces it"
        )


def check_free(files: GameFiles, name: str) -> None:
    """Refuse a name that has a meaning already, or that some system takes for another's.

    Raises:
        RecordError: it does.
    """
    if name in TAKEN:
        raise RecordError(f"`{name}` has a meaning of its own in `cardgen diff`; take another name")
    for other in list_records(files):
        if other != name and _spelled(other) == _spelled(name):
            raise RecordError(
                f"there is a print `{other}`, which is the same file as `{name}` on Windows and "
                "macOS; take another name"
            )


def _spelled(name: str) -> str:
    """A name as a file system sees it that takes no notice of case and of how accents are kept."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).casefold())


def list_records(files: GameFiles) -> list[str]:
    """Return the names of all records of a game, in order."""
    head, end = f"{FOLDER}/", ".json"
    paths = (path for path in files.own_files() if path.startswith(head) and path.endswith(end))
    names = (path.removeprefix(head).removesuffix(end) for path in paths)
    return sorted(name for name in names if "/" not in name)


def explain_folder(folder: Path) -> str:
    """Why no record of a game can be listed though its folder of prints is there; or ""."""
    prints = folder / FOLDER
    try:
        os.listdir(prints)  # noqa: PTH208 - a generator would not say that it may not be read
    except FileNotFoundError:
        return f"`{FOLDER}` is a link to a folder that is not there" if prints.is_symlink() else ""
    except NotADirectoryError:
        return f"`{FOLDER}` is no folder"
    except OSError as error:
        return f"`{FOLDER}` cannot be read ({error.strerror})"
    return (
        f"`{FOLDER}` is a link, and prints are not read through it" if prints.is_symlink() else ""
    )


def write_record(
    folder: Path, name: str, snapshot: PrintSnapshot, *, replaces: bool = False
) -> Path:
    """Write a record into a game's folder.

    Raises:
        RecordError: the name is none, there is such a record, or it cannot be written.
    """
    check_name(name)
    file = folder / record_path(name)
    if find_link(file.parent, folder) or (file.parent.exists() and not is_real_folder(file.parent)):
        raise RecordError(f"`{file.parent}` is no folder of the game")
    write = write_atomically if replaces else write_new_file
    try:
        write(file, _to_text(snapshot).encode("utf-8"))
    except FileExistsError:
        message = f"there is a print `{name}` already; write `--force` to replace it"
        raise RecordError(message) from None
    except OSError as error:
        raise RecordError(f"cannot write {file}: {error.strerror}") from None
    return file


def complete(snapshot: PrintSnapshot, dpi: float) -> PrintSnapshot:
    """Return a snapshot with the digests of the pixels of all faces, to be kept as a record."""
    firsts: dict[PrintedFace, FaceName] = {}
    for name, face in _named_faces(snapshot):
        firsts.setdefault(face, name)
    wanted = [(name, face) for face, name in firsts.items()]
    digests = dict(zip(firsts, pixel_digests(snapshot, wanted, dpi), strict=True))
    known = {face: replace(face, pixels=made) for face, made in digests.items()}
    decks = tuple(
        replace(deck, cards=tuple(_with_pixels(card, known) for card in deck.cards))
        for deck in snapshot.decks
    )
    return replace(snapshot, decks=decks, dpi=dpi)


def _named_faces(snapshot: PrintSnapshot) -> Iterator[tuple[FaceName, PrintedFace]]:
    for deck in snapshot.decks:
        for card in deck.cards:
            for side in SIDES:
                if (face := card.face(side)) is not None:
                    yield (deck.name, card.id, side), face


def _with_pixels(card: SnapshotCard, known: dict[PrintedFace, PrintedFace]) -> SnapshotCard:
    back = known[card.back] if card.back else None
    return replace(card, front=known[card.front], back=back)


# --- the text of the file --------------------------------------------------------------------


def _to_text(snapshot: PrintSnapshot) -> str:
    """JSON with a card on each line, so that version control shows which cards changed."""
    head = {
        "cardgen_print": FORM,
        "name": snapshot.label,
        "game": snapshot.game,
        "version": snapshot.version,
        **({"edition": snapshot.edition} if snapshot.edition else {}),
        "date": snapshot.date,
        "time": snapshot.time,
        "dpi": snapshot.dpi,
        "targets": list(snapshot.targets),
        "written_by": f"cardgen {__version__}",
    }
    lines = [f" {_json(key)}: {_json(value)}," for key, value in head.items()]
    decks = ",\n".join(_deck_text(deck) for deck in snapshot.decks)
    return "\n".join(["{", *lines, ' "decks": {', decks, " }", "}", ""])


def _deck_text(deck: PrintedDeck) -> str:
    cards = ",\n".join(f"   {_json(msgspec.to_builtins(card))}" for card in deck.cards)
    head = f'{{"size": {_json(deck.size)}, "trim_mm": {_json(list(deck.trim_mm))}, "cards": ['
    return f"  {_json(deck.name)}: {head}\n{cards}\n  ]}}"


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def read_record(files: GameFiles, name: str) -> PrintSnapshot:
    """Read a record of a game.

    Raises:
        RecordError: there is none of that name, or it cannot be read.
    """
    check_name(name)
    known = list_records(files)
    if name not in known:
        raise RecordError(_unknown(name, known))
    try:
        record, decks = read_form(files.table(record_path(name)))
    except UnreadableError as error:
        raise RecordError(f"`{record_path(name)}` {error.reason}") from None
    except FormError as error:
        raise RecordError(f"`{record_path(name)}` {error}") from None
    return _snapshot(name, record, decks)


def _unknown(name: str, known: Sequence[str]) -> str:
    if name in TAKEN:
        return f"`{name}` is no print; name one that `cardgen print-tag` remembers"
    if not known:
        return f"there is no print `{name}`; `cardgen print-tag {name}` remembers one"
    hint = did_you_mean(name, known, what="print")
    return f"there is no print `{name}`; {hint}"


def _snapshot(name: str, record: PrintRecord, decks: tuple[PrintedDeck, ...]) -> PrintSnapshot:
    return PrintSnapshot(
        name,
        record.game,
        decks,
        record.version,
        record.dpi,
        record.edition,
        record.date,
        record.time,
        tuple(record.targets),
    )
