"""A comparison as one HTML page that needs nothing else: words, and pictures to look through.

In      a `Comparison`.
Out     the page's bytes.

Pictures are small: they are for seeing what changed, not for reading each letter. Of a very long
list only the first ones have pictures, and the page says so.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from msgspec import Struct
from PIL import Image, ImageFilter

from cardgen.core.findings import plural
from cardgen.prints.comparison import CardDifference, Comparison, common_dpi, face_name
from cardgen.prints.reports import (
    count_text,
    look_text,
    move_text,
    parts_of,
    summary_of,
    title_of,
)
from cardgen.prints.small_pictures import shrink, shrink_pixels
from cardgen.prints.snapshot import SIDES, FaceName, PrintSnapshot, Side
from cardgen.render.raster.pixel_arrays import Pixels
from cardgen.targets.shared.web_page import data_uri, package_folder, render_page
from cardgen.version import __version__

_MOST_FACES = 600
_FAINT = 0.25
"""How much of the new picture shines through behind the marks of what differs."""
_RGB = 3
_TABLE = (214, 221, 225, 255)
_NOISE = 16
"""What another version of a JPEG encoder may make of the same pixels."""
_WIDENED = 5
"""Pixels that a mark covers at least, so that a single one is seen when the picture is small."""
_VERBS = {"added": "new", "removed": "gone", "changed": "changed"}


class _ReportPicture(Struct, frozen=True):
    uri: str
    width: int
    height: int


class _ReportFace(Struct, frozen=True):
    side: Side
    old: _ReportPicture | None
    new: _ReportPicture | None
    difference: _ReportPicture | None


def comparison_page(comparison: Comparison) -> bytes:
    """Return the page; faces are rendered and put in one after another."""
    faces = dict(_faces(comparison))
    shown = [
        _card(one, [face for side in SIDES if (face := faces.get((number, side)))])
        for number, one in sorted(enumerate(comparison.differences), key=_words_first)
    ]
    left = len(list(_wanted(comparison))) - _MOST_FACES
    more = f"{plural(left, 'face')} more without pictures." if left > 0 else ""
    return render_page(
        package_folder("prints/page"),
        title=title_of(comparison),
        game=comparison.new.game,
        old=comparison.old.label,
        new=comparison.new.label,
        summary=summary_of(comparison),
        cards=shown,
        more=more,
        version=f"cardgen {__version__}",
    )


def _words_first(numbered: tuple[int, CardDifference]) -> bool:
    """Cards that only look different come last: a layout changes them all at once."""
    _, one = numbered
    return bool(one.kind == "changed" and one.sides and not one.fields)


def _card(one: CardDifference, faces: Sequence[_ReportFace]) -> dict[str, Any]:
    return {
        "kind": one.kind,
        "verb": _VERBS[one.kind],
        "name": one.card.card.id,
        "deck": one.card.deck,
        "asides": list(_asides(one)),
        "fields": [{"name": change.field, "parts": parts_of(change)} for change in one.fields],
        "faces": faces,
    }


def _asides(one: CardDifference) -> Iterator[str]:
    if one.kind != "changed" or one.is_recounted:
        yield count_text(one)
    if one.is_renamed and one.old:
        yield f"was {one.old.card.id}"
    if one.moved:
        yield move_text(one)
    if one.sides and one.kind == "changed":
        yield f"looks different ({look_text(one)})"


# --- pictures --------------------------------------------------------------------------------


def _wanted(comparison: Comparison) -> Iterator[tuple[int, Side]]:
    """The faces to show: of each card those that look different; of a new or gone one, all."""
    for number, one in enumerate(comparison.differences):
        for side in SIDES if one.kind != "changed" else one.sides:
            if one.card.card.face(side) is not None:
                yield number, side


def _faces(comparison: Comparison) -> Iterator[tuple[tuple[int, Side], _ReportFace]]:
    wanted = list(_wanted(comparison))[:_MOST_FACES]
    before = _pictures(comparison, comparison.old, wanted)
    after = _pictures(comparison, comparison.new, wanted)
    for (number, side), old, new in zip(wanted, before, after, strict=True):
        difference = _difference(old, new) if old is not None and new is not None else None
        yield (number, side), _ReportFace(side, _small(old), _small(new), _encoded(difference))


def _pictures(
    comparison: Comparison, snapshot: PrintSnapshot, wanted: Sequence[tuple[int, Side]]
) -> Iterator[Pixels | None]:
    """The pictures of one print, None where it has no such card."""
    names = [_name_in(comparison, snapshot, *each) for each in wanted]
    asked = [name for name in names if name]
    dpi = common_dpi(comparison.old, comparison.new)
    pictures = snapshot.source.pictures(asked, dpi)
    for name in names:
        yield _lay_on_table(next(pictures)) if name else None


def _name_in(
    comparison: Comparison, snapshot: PrintSnapshot, number: int, side: Side
) -> FaceName | None:
    one = comparison.differences[number]
    card = one.old if snapshot is comparison.old else one.new
    return face_name(card, side) if card and card.card.face(side) else None


def _small(pixels: Pixels | None) -> _ReportPicture | None:
    if pixels is None:
        return None
    return _encoded(Image.fromarray(pixels))


def _lay_on_table(pixels: Pixels | None) -> Pixels | None:
    """A picture that is cut out, on a ground of one color."""
    if pixels is None or pixels.shape[2] == _RGB:
        return pixels
    shown = Image.fromarray(pixels)
    ground = Image.new("RGBA", shown.size, _TABLE)
    ground.alpha_composite(shown)
    return np.asarray(ground.convert("RGB"))


def _encoded(picture: Image.Image | None) -> _ReportPicture | None:
    if picture is None:
        return None
    data, (width, height) = shrink(picture)
    return _ReportPicture(data_uri("image/jpeg", data), width, height)


def _difference(old: Pixels, new: Pixels) -> Image.Image | None:
    """The new picture, faint, and in red what differs; None if they have not one size, as they
    are or as small as the old one was kept."""
    differing = old != new if old.shape == new.shape else None
    if differing is None:
        new = shrink_pixels(new)
        if old.shape != new.shape:
            return None
        differing = np.abs(old.astype(np.int16) - new) > _NOISE
    touched = Image.fromarray(differing.any(axis=2))
    differs = np.asarray(touched.convert("L").filter(ImageFilter.MaxFilter(_WIDENED))) > 0
    faint = 255 - ((255 - new.astype(np.float32)) * _FAINT)
    made = faint.astype(np.uint8)
    made[differs] = (200, 20, 20)
    return Image.fromarray(made)
