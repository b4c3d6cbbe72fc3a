"""Prints that lie in a folder: the manifests that targets wrote.

In      a `manifest.json`, or a folder that holds some.
Out     a `Snapshot`: slots, hashes, and the picture files beside it. A manifest has no fields.

A manifest may come from anywhere: no file outside its own folder is opened.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec
from msgspec import Struct

from cardgen.files.regular_files import read_regular
from cardgen.prints.face_pixels import FilePictures
from cardgen.prints.snapshot import (
    SIDES,
    FaceName,
    PrintedDeck,
    PrintedFace,
    PrintSnapshot,
    Side,
    SnapshotCard,
)

FILE = "manifest.json"
_MAX_BYTES = 64_000_000
"""Of all manifests of a print together."""
_MAX_FOUND = 200
_MAX_LISTED = 100_000
_MOST_NAMED = 5


class ManifestError(ValueError):
    """There is no print to read; the message is one clear sentence."""


class _ManifestSize(Struct, frozen=True):
    name: str
    trim_mm: tuple[float, float]
    dpi: float


class _ManifestSlot(Struct, frozen=True):
    deck: str
    card: str
    front: str
    back: str | None = None
    front_sha256: str = ""
    back_sha256: str | None = None


class _Manifest(Struct, frozen=True):
    game: str
    size: _ManifestSize
    slots: list[_ManifestSlot]
    target: str = ""


def read_print(place: Path) -> PrintSnapshot:
    """Read the print at a place: a manifest, or all that a folder holds.

    Raises:
        ManifestError: there is none, or it cannot be read.
    """
    found = list(_read_all(place))
    if not found:
        raise ManifestError(
            f"`{place}` holds no print that can be compared; build the target `mpc`"
        )
    _hold_to_one_print(place, found)
    pictures: dict[FaceName, Path] = {}
    for file, manifest in found:
        pictures |= dict(_pictures(manifest, file.parent.resolve()))
    decks = _decks([manifest for _, manifest in found])
    first = found[0][1]
    targets = tuple(dict.fromkeys(manifest.target for _, manifest in found))
    return PrintSnapshot(
        place.as_posix(),
        first.game,
        tuple(decks),
        dpi=first.size.dpi,
        targets=targets,
        source=FilePictures(pictures),
    )


def _read_all(place: Path) -> Iterator[tuple[Path, _Manifest]]:
    """The manifest, or all that lie in a folder, which can be compared."""
    left = _MAX_BYTES
    for file in [place] if place.is_file() else _files_below(place):
        left -= file.stat().st_size
        if left < 0:
            raise ManifestError(f"`{place}` holds manifests of over {_MAX_BYTES // 1_000_000} MB")
        made = _read(file, only=place.is_file())
        if made:
            yield file, made


def _files_below(place: Path) -> list[Path]:
    """The manifests in a folder; links are left aside, as they may lead out of it."""
    found, listed = list[Path](), 0
    for folder, folders, files in os.walk(place):
        listed += len(folders) + len(files)
        file = Path(folder, FILE)
        if FILE in files and not file.is_symlink():
            found.append(file)
        if listed > _MAX_LISTED or len(found) > _MAX_FOUND:
            raise ManifestError(
                f"`{place}` holds far more than a print; name the print's own folder"
            )
    return sorted(found)


def _hold_to_one_print(place: Path, found: Sequence[tuple[Path, _Manifest]]) -> None:
    """Refuse several prints, whose cards would be counted together: an edition beside the game,
    a part beside the whole."""
    orders = {file.parent: manifest for file, manifest in found}
    prints = dict.fromkeys(folder if folder == place else folder.parent for folder in orders)
    if len(prints) > 1:
        named = [f"`{folder.as_posix()}`" for folder in prints]
        more = f" and {len(named) - _MOST_NAMED} more" if len(named) > _MOST_NAMED else ""
        listed = ", ".join(named[:_MOST_NAMED]) + more
        raise ManifestError(f"`{place.as_posix()}` holds several prints; name one of {listed}")


def _read(file: Path, *, only: bool) -> _Manifest | None:
    """A manifest; None if the file is one of another kind, and was not asked for by name."""
    try:
        return msgspec.convert(json.loads(read_regular(file, _MAX_BYTES)), _Manifest)
    except OSError as error:
        why = error.strerror or "it cannot be read"
    except msgspec.ValidationError:
        why = "it lists no slots with a front and a back"
    except (ValueError, RecursionError):
        why = "it is no JSON"
    if only:
        raise ManifestError(f"`{file}` is no manifest of a print: {why}")
    return None


def _decks(manifests: Sequence[_Manifest]) -> Iterator[PrintedDeck]:
    """The decks; cards of one may be spread over several orders."""
    decks: dict[str, tuple[_ManifestSize, dict[str, list[_ManifestSlot]]]] = {}
    for manifest in manifests:
        for slot in manifest.slots:
            _, cards = decks.setdefault(slot.deck, (manifest.size, {}))
            cards.setdefault(slot.card, []).append(slot)
    for name, (size, cards) in decks.items():
        made = tuple(_card(card, slots) for card, slots in cards.items())
        yield PrintedDeck(name, size.name, size.trim_mm, made)


def _card(name: str, slots: list[_ManifestSlot]) -> SnapshotCard:
    first = slots[0]
    back = PrintedFace(file=first.back_sha256 or "") if first.back else None
    return SnapshotCard(name, len(slots), PrintedFace(file=first.front_sha256), back)


def _pictures(manifest: _Manifest, folder: Path) -> Iterator[tuple[FaceName, Path]]:
    for slot in manifest.slots:
        for side in SIDES:
            file = _inside(folder, _file(slot, side))
            if file is not None:
                yield (slot.deck, slot.card, side), file


def _file(slot: _ManifestSlot, side: Side) -> str | None:
    return slot.front if side == "front" else slot.back


def _inside(folder: Path, name: str | None) -> Path | None:
    """A picture file in the manifest's own folder; None if it leads elsewhere."""
    if not name:
        return None
    try:
        file = (folder / name).resolve()
    except (OSError, ValueError, RuntimeError):
        return None
    return file if file.is_relative_to(folder) and file.suffix.lower() == ".png" else None
