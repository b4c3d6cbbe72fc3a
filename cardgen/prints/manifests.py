"""Prints that lie in a folder: the manifests that targets wrote.

In      a `manifest.json`, or a folder that holds some.
Out     a `PrintSnapshot`: slots, hashes, and the picture files beside it; fields of
        `data` alone.
Not here  how each target lists its cards (`prints.manifest_forms`).

A manifest may come from anywhere: no file outside its own folder is opened.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec
from msgspec.structs import replace

from cardgen.files.regular_files import read_regular
from cardgen.prints.face_pixels import FilePictures
from cardgen.prints.listed_cards import ListedCard, ListedDeck, ListedFile, ListedPrint
from cardgen.prints.manifest_forms import (
    COMPARED,
    DATA,
    UNLISTED,
    list_cards,
    target_of,
)
from cardgen.prints.snapshot import (
    SIDES,
    FaceName,
    PrintedDeck,
    PrintedFace,
    PrintSnapshot,
    SnapshotCard,
    digest,
)

FILE = "manifest.json"
CARDS = "cards.json"
"""Of the target `data`."""
_SUFFIXES = (".png", ".jpg", ".webp")
_UNPRINTED = "unprinted"
"""Stands for the pixels of a front where only backs were written."""
_MAX_BYTES = 64_000_000
"""Of all manifests of a print together."""
_MAX_FOUND = 200
_MAX_LISTED = 100_000
_MOST_NAMED = 5


_Found = tuple[Path, ListedPrint]


class ManifestError(ValueError):
    """There is no print to read; the message is one clear sentence."""


def read_print(place: Path) -> PrintSnapshot:
    """Read the print at a place: a manifest, or all that a folder holds.

    Raises:
        ManifestError: there is none, or it cannot be read.
    """
    others: list[str] = []
    found = _choose_target(list(_read_all(place, others)))
    if not found:
        raise ManifestError(_describe_others(place, others))
    _hold_to_one_print(place, found)
    pictures: dict[FaceName, Path] = {}
    masks: dict[FaceName, dict[str, Path]] = {}
    for file, listed in found:
        folder = file.parent.resolve()
        pictures |= dict(_pictures(listed, folder))
        masks |= dict(_masks(listed, folder))
    decks = _decks([listed for _, listed in found])
    first = found[0][1]
    return PrintSnapshot(
        place.as_posix(),
        first.game,
        tuple(decks),
        dpi=first.dpi,
        targets=tuple(dict.fromkeys(listed.target for _, listed in found)),
        shows=first.shows,
        only=first.only,
        source=FilePictures(pictures, masks),
    )


def _choose_target(found: list[_Found]) -> list[_Found]:
    """The orders of whole faces, which compare with a game; without them what else there is."""
    return [one for one in found if not one[1].shows] or found


def _describe_others(place: Path, targets: Sequence[str]) -> str:
    """Why there is nothing to compare: what other targets wrote, and which can be compared."""
    known = [target for target in dict.fromkeys(targets) if target in UNLISTED]
    why = "".join(f"; `{target}`: {UNLISTED[target]}" for target in known)
    can = ", ".join(f"`{target}`" for target in COMPARED)
    return f"`{place}` holds no print that can be compared{why}; build one of {can}"


def _read_all(place: Path, others: list[str]) -> Iterator[_Found]:
    """The manifest, or all that lie in a folder, which can be compared; the targets of others are
    added to `others`."""
    left = _MAX_BYTES
    for file in [place] if place.is_file() else _files_below(place):
        left -= file.stat().st_size
        if left < 0:
            raise ManifestError(f"`{place}` holds manifests of over {_MAX_BYTES // 1_000_000} MB")
        made = _read(file, others, only=place.is_file())
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


def _hold_to_one_print(place: Path, found: Sequence[_Found]) -> None:
    """Refuse several prints, whose cards would be counted together: an edition beside the game,
    a part beside the whole."""
    prints = dict.fromkeys(
        file.parent if listed.shows or file.parent == place else file.parent.parent
        for file, listed in found
    )
    if len(prints) > 1:
        named = [f"`{folder.as_posix()}`" for folder in prints]
        more = f" and {len(named) - _MOST_NAMED} more" if len(named) > _MOST_NAMED else ""
        listed = ", ".join(named[:_MOST_NAMED]) + more
        raise ManifestError(f"`{place.as_posix()}` holds several prints; name one of {listed}")


def _read(file: Path, others: list[str], *, only: bool) -> ListedPrint | None:
    """What a manifest lists; None if it is one of another kind, and was not asked for by name."""
    target = ""
    try:
        manifest = json.loads(read_regular(file, _MAX_BYTES))
        target = target_of(manifest)
        others.append(target)
        return list_cards(manifest, _read_cards(file.parent.resolve(), target))
    except OSError as error:
        why = error.strerror or "it cannot be read"
    except msgspec.ValidationError:
        why = UNLISTED.get(target, "it lists no cards with a front and a back")
    except (ValueError, RecursionError):
        why = "it is no JSON"
    if only:
        raise ManifestError(f"`{file}` is no manifest of a print that can be compared: {why}")
    return None


def _read_cards(folder: Path, target: str) -> object:
    """The cards beside a manifest of `data`, which has none of its own."""
    if target != DATA:
        return None
    file = _inside(folder, CARDS, (".json",))
    return json.loads(read_regular(file, _MAX_BYTES)) if file else None


def _decks(manifests: Sequence[ListedPrint]) -> Iterator[PrintedDeck]:
    """The decks; cards of one may be spread over several orders."""
    decks: dict[str, tuple[ListedDeck, dict[str, SnapshotCard]]] = {}
    for listed in manifests:
        for deck in listed.decks:
            _, cards = decks.setdefault(deck.name, (deck, {}))
            for card in deck.cards:
                there = cards.get(card.id)
                more = there.copies if there else 0
                cards[card.id] = replace(there or _card(card), copies=card.copies + more)
    for name, (first, cards) in decks.items():
        yield PrintedDeck(name, first.size, first.trim_mm, tuple(cards.values()))


def _card(card: ListedCard) -> SnapshotCard:
    front = _face(card.front) if card.front else PrintedFace(pixels=_UNPRINTED)
    back = _face(card.back) if card.back else None
    return SnapshotCard(card.id, card.copies, front, back, card.fields)


def _face(side: ListedFile) -> PrintedFace:
    """What a side looks like; where there is only its text, that stands for its pixels."""
    if side.text is not None:
        return _text_face(side.text)
    return PrintedFace(file=_identify(side), finish=" ".join(mask.finish for mask in side.masks))


def _identify(side: ListedFile) -> str:
    """What stands for a file together with its masks; "" if its digest is not known."""
    if not (side.sha256 and side.masks):
        return side.sha256
    return digest((side.sha256, *(f"{mask.finish} {mask.sha256}" for mask in side.masks)))


def _text_face(text: str) -> PrintedFace:
    known = digest([text])
    return PrintedFace(pixels=known, words=known)


def _pictures(listed: ListedPrint, folder: Path) -> Iterator[tuple[FaceName, Path]]:
    for name, one in _sides(listed):
        file = _inside(folder, one.path, _SUFFIXES)
        if file is not None:
            yield name, file


def _masks(listed: ListedPrint, folder: Path) -> Iterator[tuple[FaceName, dict[str, Path]]]:
    """The files of masks that are there, by their finishes."""
    for name, one in _sides(listed):
        files = {mask.finish: _inside(folder, mask.path, _SUFFIXES) for mask in one.masks}
        found = {finish: file for finish, file in files.items() if file is not None}
        if found:
            yield name, found


def _sides(listed: ListedPrint) -> Iterator[tuple[FaceName, ListedFile]]:
    for deck in listed.decks:
        for card in deck.cards:
            for side, one in zip(SIDES, (card.front, card.back), strict=True):
                if one is not None:
                    yield (deck.name, card.id, side), one


def _inside(folder: Path, name: str, suffixes: Sequence[str]) -> Path | None:
    """A file in the manifest's own folder; None if it leads elsewhere."""
    if not name:
        return None
    try:
        file = (folder / name).resolve()
    except (OSError, ValueError, RuntimeError):
        return None
    return file if file.is_relative_to(folder) and file.suffix.lower() in suffixes else None
