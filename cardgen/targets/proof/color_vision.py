"""Some faces of a deck as color-blind players see them, and without color.

In      an album.
Out     a PNG, a row an eye.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeVar

from cardgen.core.color import Color
from cardgen.core.geometry import Extent, Rect
from cardgen.render.pdf.sheet_canvas import (
    A3,
    A4,
    Grid,
    Piece,
    Sheet,
    make_grid,
    paper,
    place_faces,
)
from cardgen.render.raster.color_vision import KINDS
from cardgen.scene.items import Glyphs, Item, Layer, Path, Scene, walk
from cardgen.targets.proof.album import GAP, MARGIN, PAPER, Album, AlbumEntry, find_span, make_title
from cardgen.targets.proof.sheet_pictures import Band

MOST_FACES = 8
"""As many are shown through other eyes."""
_LABELS = 92.0
_EYES = {
    "normal": "three kinds of cones",
    "greyscale": "luminance alone",
    "protanopia": "without red cones",
    "deuteranopia": "without green cones",
    "tritanopia": "without blue cones",
}

T = TypeVar("T")


def make_color_vision_sheet(album: Album) -> tuple[Sheet, tuple[Band, ...]]:
    """One page, a row an eye: the first is painted, the others repeat it as they see it."""
    entries = choose_representatives(album.sides["fronts"])
    page, grid = _vision_grid(album.size.trim, len(entries))
    words = Layer(tuple(_vision_words(album, entries, grid, page)))
    over = -album.size.bleed * grid.scale
    faces = [entry.face for entry in entries]
    placed = zip(faces, (box.inset_by(over) for box in grid.boxes), strict=False)
    ground, marks = place_faces(placed, grid.scale, trimmed=True)
    sheet = Sheet(page, (paper(page, PAPER), *ground), (*marks, Piece(words, page)))
    rows = ((grid.boxes[row * len(entries)], kind) for row, kind in enumerate(KINDS, 1))
    return sheet, tuple(Band(box, grid.boxes[0], kind) for box, kind in rows)


def _vision_grid(box: Extent, columns: int) -> tuple[Extent, Grid]:
    """Faces as large as A3 on its side allows, and no more page than they need."""
    rows, gap = len(_EYES), 2 * GAP
    left, top = MARGIN + _LABELS, MARGIN + 56
    area = Rect(left, top, A3.height - left - MARGIN, A3.width - top - MARGIN)
    scale = make_grid(area, box, (columns, rows), caption=0, gap=gap).scale
    width = columns * (box.width * scale + 1.5 * gap) - 1.5 * gap
    height = rows * (box.height * scale + gap) - gap
    area = Rect(left, top, min(area.width, width), min(area.height, height))
    page = Extent(max(area.right + MARGIN, A4.width), area.bottom + MARGIN)
    return page, make_grid(area, box, (columns, rows), caption=0, gap=gap)


def _vision_words(
    album: Album, entries: Sequence[AlbumEntry], grid: Grid, page: Extent
) -> Iterator[Item]:
    inks, count = album.inks, len(entries)
    faces = f"{count} of {len(album.deck.cards)} cards"
    yield from make_title(album, f"{album.deck.name}, as others see it", find_span(page), faces)
    for entry, box in zip(entries, grid.boxes, strict=False):
        yield inks.quiet.line(entry.name, box.left, box.top - 8, room=box.width)
    for row, (eye, meaning) in enumerate(_EYES.items()):
        middle = grid.boxes[row * count].center[1]
        yield inks.head.line(eye, MARGIN, middle)
        yield inks.quiet.line(meaning, MARGIN, middle + 13)


def choose_representatives(entries: Sequence[AlbumEntry]) -> list[AlbumEntry]:
    """At most `MOST_FACES` different faces, in the deck's order.

    Faces whose own marks have the same colors are of a kind; each kind has an equal share
    as far as it goes, taken from all over the deck.
    """
    faces = list({entry.face: entry for entry in entries}.values())
    found: dict[frozenset[Color], list[AlbumEntry]] = {}
    for entry in faces:
        found.setdefault(_colors(entry.face), []).append(entry)
    kinds = _spread(list(found.values()), MOST_FACES)
    shares = _shares([len(kind) for kind in kinds], MOST_FACES)
    chosen = [e for kind, share in zip(kinds, shares, strict=True) for e in _spread(kind, share)]
    return [entry for entry in faces if entry in chosen]


def _shares(sizes: Sequence[int], count: int) -> list[int]:
    """Deal `count` out, one each in turn, to none more than its size."""
    shares = [0] * len(sizes)
    for turn in range(count):
        for index, size in enumerate(sizes):
            shares[index] += turn < size and sum(shares) < count
    return shares


def _spread(things: list[T], count: int) -> list[T]:
    """`count` of them at even distances, or all."""
    if len(things) <= count:
        return things
    return [things[(2 * i + 1) * len(things) // (2 * count)] for i in range(count)]


def _colors(face: Scene) -> frozenset[Color]:
    found: set[Color] = set()
    for item in walk(face.marks):
        match item:
            case Glyphs():
                found.add(item.color)
            case Path(fill=Color() as fill):
                found.add(fill)
            case _:
                pass
    return frozenset(found)
