"""Pictures of an earlier build, to compare with the current game.

In      `manifest.json` of the target `mpc`, found below the output folder or named.
Out     which files show a card, and their bytes.
Not here  making such files (`targets.mpc.target`).

A manifest may come from anywhere: a file is served only if the manifest names it for one
of its slots and it lies in the manifest's own folder after resolving links. A game may bring
`output` as a link: a relative place is not looked at if any part of it is one, and a place that
the user names is given resolved. Pipes and devices are not read.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

from msgspec import Struct

from cardgen.files.regular_files import read_regular
from cardgen.targets.installed import target_names

_MANIFEST = "manifest.json"
_MAX_PNG_BYTES = 64_000_000
_MAX_MANIFEST_BYTES = 64_000_000
_MOST_ALIKE = 8
"""Cards with one front that are named: of several none is known to be the one."""
SIDES = ("front", "back")


class PrintedSide(Struct, frozen=True):
    """The file and the hash of one side of a printed card."""

    file: Path
    sha256: str


class PrintedBuild(Struct, frozen=True):
    """An earlier build of one size: the sides of each card, their pixels and resolution."""

    cards: dict[str, dict[str, PrintedSide]]
    pixels: tuple[int, int]
    dpi: float
    size: str

    def side(self, card: str, side: str) -> PrintedSide | None:
        return self.cards.get(card, {}).get(side)

    def find_fronts(self, sha256: str) -> list[str]:
        """The cards that have one and the same front; no more than need to be known."""
        fronts = ((card, sides.get("front")) for card, sides in self.cards.items())
        same = (card for card, front in fronts if front is not None and front.sha256 == sha256)
        return list(islice(same, _MOST_ALIKE))


def find_prints(place: Path) -> tuple[PrintedBuild, ...]:
    """Return every build at or below `place`, a manifest or a folder."""
    if _is_linked(place):
        return ()
    files = [place] if place.is_file() else sorted(place.rglob(_MANIFEST))
    own = (file for file in files if not file.is_symlink())
    return tuple(made for file in own if (made := read_print(file)) is not None)


def _is_linked(place: Path) -> bool:
    """Whether a relative place is reached over a link."""
    return not place.is_absolute() and any(part.is_symlink() for part in (place, *place.parents))


def list_other_outputs(place: Path) -> tuple[str, ...]:
    """Return the targets with output in `place` or beside it."""
    folders = (place, place.parent)
    return tuple(
        name for name in target_names() if any((folder / name).is_dir() for folder in folders)
    )


def read_print(file: Path) -> PrintedBuild | None:
    """Read a build from its manifest; None if it is not one."""
    try:
        data = json.loads(read_regular(file, _MAX_MANIFEST_BYTES))
        width, height = data["size"]["pixels"]
        cards = _read_cards(data["slots"], file.parent)
        dpi, name = float(data["size"]["dpi"]), str(data["size"]["name"])
        return PrintedBuild(cards, (int(width), int(height)), dpi, name)
    except (OSError, ArithmeticError, ValueError, LookupError, TypeError, AttributeError,
            RecursionError):  # fmt: skip
        return None


def _read_cards(slots: list[dict[str, Any]], folder: Path) -> dict[str, dict[str, PrintedSide]]:
    found: dict[str, dict[str, PrintedSide]] = {}
    for slot in slots:
        card = f"{slot['deck']}/{slot['card']}"
        if card not in found:
            found[card] = dict(_read_sides(slot, folder))
    return found


def _read_sides(slot: dict[str, Any], folder: Path) -> Iterator[tuple[str, PrintedSide]]:
    for side in SIDES:
        name = slot.get(side)
        file = resolve_png(folder, name) if isinstance(name, str) else None
        if file is not None:
            yield side, PrintedSide(file, str(slot.get(f"{side}_sha256", "")))


def resolve_png(folder: Path, name: str) -> Path | None:
    """Return the PNG of that name in a folder; None if it lies outside."""
    try:
        file = (folder / name).resolve()
        root = folder.resolve()
    except (OSError, ValueError, RuntimeError):
        return None
    if not file.is_relative_to(root) or file.suffix.lower() != ".png":
        return None
    return file


def read_png(printed: PrintedSide) -> bytes | None:
    """Return the picture's bytes, or None if it is missing or no PNG."""
    try:
        data = read_regular(printed.file, _MAX_PNG_BYTES)
    except OSError:
        return None
    return data if data.startswith(b"\x89PNG\r\n\x1a\n") else None
