"""The game beside another version of it: a print, a git revision, a folder.

In      a `PrintSnapshot` of the other version, the cards on show.
Out     what differs, as data for the page, and pictures of the other version.
Not here  opening a version (`pipeline.print_sources`), comparing (`prints.comparison`).

Faces whose scenes have another digest count as different: the page shows both, and rendering all of
them to make sure would hold up the picture of a save.
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from cardgen.pipeline.checked_game import Checked
from cardgen.prints.comparison import CardDifference, Comparison, compare
from cardgen.prints.reports import look_text, move_text, parts_of, summary_of
from cardgen.prints.snapshot import NoPictures, PrintSnapshot, Side, take_snapshot
from cardgen.render.raster.pixel_arrays import encode_png

_DPI = 200.0
"""Of pictures of the other version, where they are rendered."""
_ORDER = ("changed", "added", "removed")


class Versions:
    """Compares the cards on show with one other version, once a revision."""

    def __init__(self, other: PrintSnapshot) -> None:
        self.other = other
        self._compared: tuple[int, dict[str, Any]] = -1, {}

    def describe(self, shown: Checked, revision: int) -> dict[str, Any]:
        """Return what differs: changed cards first, then new ones, then those that are gone."""
        if self._compared[0] != revision:
            now = take_snapshot(shown.bound, shown.laid.scenes, "now", NoPictures())
            found = compare(replace(self.other, source=NoPictures()), now)
            pictured = not isinstance(self.other.source, NoPictures)
            self._compared = revision, {**_describe(found), "pictured": pictured}
        return {"revision": revision, **self._compared[1]}

    def png(self, card: str, side: Side) -> bytes | None:
        """Return a side of a card as it was, `deck/id`; None if there is no picture of it."""
        deck, _, own = card.partition("/")
        (pixels,) = self.other.source.pictures([(deck, own, side)], _DPI)
        return None if pixels is None else encode_png(pixels, self.other.dpi or _DPI)


def _describe(found: Comparison) -> dict[str, Any]:
    listed = sorted(found.differences, key=lambda one: _ORDER.index(one.kind))
    return {
        "label": found.old.label,
        "summary": summary_of(found),
        "cards": [_describe_card(one) for one in listed],
        "same": found.same,
    }


def _describe_card(one: CardDifference) -> dict[str, Any]:
    old, new = one.old, one.new
    return {
        "kind": one.kind,
        "card": f"{new.deck}/{new.card.id}" if new else "",
        "was": f"{old.deck}/{old.card.id}" if old else "",
        "copies": one.copies,
        "asides": _list_asides(one),
        "sides": list(one.sides) or (["front"] if one.kind != "changed" else []),
        "fields": [
            {"name": change.field, "parts": [list(part) for part in parts_of(change)]}
            for change in one.fields
        ],
    }


def _list_asides(one: CardDifference) -> list[str]:
    """Say what is neither in a field nor seen."""
    told = []
    if one.is_renamed and one.old:
        told.append(f"was {one.old.card.id}")
    if one.is_recounted:
        told.append(f"×{one.copies[0]} → ×{one.copies[1]}")
    if one.moved:
        told.append(move_text(one))
    if one.sides and one.kind == "changed":
        told.append(f"looks different ({look_text(one)})")
    return told
