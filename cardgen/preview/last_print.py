"""The last print: pictures of an earlier build, to hold beside what is on the screen.

In      `manifest.json` of the target `mpc`, found below the output folder or named.
Out     which files show a card, and their bytes.
Not here  making such files (`targets.mpc.target`).

A manifest may come from anywhere: a file is given out only if the manifest names it for
one of its slots, and if it lies in the manifest's own folder, links followed.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from msgspec import Struct

from cardgen.targets.installed import target_names

_MANIFEST = "manifest.json"
_LARGEST = 64_000_000
_MOST_TEXT = 64_000_000
SIDES = ("front", "back")


class Printed(Struct, frozen=True):
    """A card as it was printed: the file and the hash of a side."""

    file: Path
    sha256: str


class Print(Struct, frozen=True):
    """An earlier build of one size: each card's sides, their pixels and resolution."""

    cards: dict[str, dict[str, Printed]]
    pixels: tuple[int, int]
    dpi: float
    size: str

    def side(self, card: str, side: str) -> Printed | None:
        return self.cards.get(card, {}).get(side)


def find_prints(place: Path) -> tuple[Print, ...]:
    """Every build at or below `place`: a manifest, or a folder that holds some."""
    files = [place] if place.is_file() else sorted(place.rglob(_MANIFEST))
    return tuple(made for file in files if (made := read_print(file)) is not None)


def other_outputs(place: Path) -> tuple[str, ...]:
    """The targets whose output lies in `place`, or beside it."""
    folders = (place, place.parent)
    return tuple(
        name for name in target_names() if any((folder / name).is_dir() for folder in folders)
    )


def read_print(file: Path) -> Print | None:
    """A build by its manifest; None if this is none."""
    try:
        if file.stat().st_size > _MOST_TEXT:
            return None
        data = json.loads(file.read_text("utf-8"))
        width, height = data["size"]["pixels"]
        cards = _cards(data["slots"], file.parent)
        dpi, name = float(data["size"]["dpi"]), str(data["size"]["name"])
        return Print(cards, (int(width), int(height)), dpi, name)
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return None


def _cards(slots: list[dict[str, Any]], folder: Path) -> dict[str, dict[str, Printed]]:
    found: dict[str, dict[str, Printed]] = {}
    for slot in slots:
        card = f"{slot['deck']}/{slot['card']}"
        if card not in found:
            found[card] = dict(_sides(slot, folder))
    return found


def _sides(slot: dict[str, Any], folder: Path) -> Iterator[tuple[str, Printed]]:
    for side in SIDES:
        name = slot.get(side)
        file = inside(folder, name) if isinstance(name, str) else None
        if file is not None:
            yield side, Printed(file, str(slot.get(f"{side}_sha256", "")))


def inside(folder: Path, name: str) -> Path | None:
    """The PNG of that name in a folder; None if it leads out of it."""
    try:
        file = (folder / name).resolve()
        root = folder.resolve()
    except (OSError, ValueError, RuntimeError):
        return None
    if not file.is_relative_to(root) or file.suffix.lower() != ".png":
        return None
    return file


def png_of(printed: Printed) -> bytes | None:
    """The picture's bytes, or None if it is gone or is no PNG."""
    try:
        if printed.file.stat().st_size > _LARGEST:
            return None
        data = printed.file.read_bytes()
    except OSError:
        return None
    return data if data.startswith(b"\x89PNG\r\n\x1a\n") else None
