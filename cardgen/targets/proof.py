"""Target `proof`: contact sheets, to look a deck over before it is printed.

Out     for each deck a PDF and PNGs of its cards cut to trim; the same with the bleed, trim
        and safe boxes drawn over the whole faces; a PNG of some faces as colour-blind
        players see them.

A proof is the print: each face is the form that printing paints, placed smaller. A card
is shown once, with its copies counted. The overlay has the same card in the same place.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from math import ceil, floor
from typing import TypeVar

from msgspec import Struct

from cardgen.bind.pictures import PictureStore
from cardgen.bind.tree import BoundDeck
from cardgen.color import Color
from cardgen.die import bleed_outline, safe_outline, trim_outline
from cardgen.geometry import POINTS_PER_INCH, Edges, Extent, Rect, Transform
from cardgen.outputs import Output
from cardgen.render.pdf import PdfFile
from cardgen.render.png import Pixels, encode_png
from cardgen.render.sheet import (
    A3,
    A4,
    Grid,
    Ink,
    Piece,
    Sheet,
    fit_grid,
    make_grid,
    paper,
    place_faces,
    rasterise_sheets,
    show_sheet,
)
from cardgen.render.vision import KINDS, simulate
from cardgen.scene import Glyphs, Item, Layer, Line, Move, Path, Scene, Stroke, moved, walk
from cardgen.sizes import Size, millimetres
from cardgen.targets.order import Slot, orders
from cardgen.targets.target import Job
from cardgen.text.fonts import open_face
from cardgen.workspace import DiskGame, shipped

NAME = "proof"
ABOUT = "contact sheets: every card at trim, with print boxes, as colour-blind players see it"

DPI = 150
LEAST_SCALE = 0.8
"""Reading size: a card's smallest type stays legible."""
MOST_FACES = 8
"""As many are shown through other eyes."""

PAPER = Color(226, 226, 226)  # neutral, so that simulations leave it alone
INK = Color(34, 34, 34)
QUIET = Color(92, 92, 92)
BLEED = Color(220, 24, 36)
TRIM = Color(20, 90, 220)
SAFE = Color(10, 150, 64)

_FONT = "fonts/EBGaramond-Regular.ttf"
_MARGIN = 30.0
_HEADER = 40.0
_CAPTION = 25.0
_GAP = 7.0
_LINE = 0.6

_LABELS = 92.0
_EYES = {
    "normal": "three kinds of cones",
    "greyscale": "luminance alone",
    "protanopia": "without red cones",
    "deuteranopia": "without green cones",
    "tritanopia": "without blue cones",
}


T = TypeVar("T")


class _Entry(Struct, frozen=True):
    """A face to show, and what is said below it."""

    face: Scene
    name: str
    slots: str
    copies: int


class _Inks(Struct, frozen=True):
    """The type of all captions: one font, four sizes."""

    title: Ink
    head: Ink
    text: Ink
    quiet: Ink


class _Album(Struct, frozen=True):
    """What all sheets of a deck have in common."""

    game: str
    deck: BoundDeck
    sides: Mapping[str, Sequence[_Entry]]
    inks: _Inks
    grid: Grid

    @property
    def size(self) -> Size:
        return self.deck.size


class _Page(Struct, frozen=True):
    """The faces of one sheet."""

    side: str
    number: int
    entries: Sequence[_Entry]


def write(job: Job, output: Output) -> str:
    """Write the proofs of every deck."""
    albums = _albums(job)
    total = sum(2 * len(_pages(album)) + 1 for album in albums)
    done = 0
    for album in albums:
        for name, data in _files(job, album):
            output.write(name, data)
            if name.endswith(".png"):
                done += 1
                job.progress("proof", done, total)
    output.write("manifest.json", _manifest(job, albums))
    return f"{total} contact sheets and {2 * len(albums)} PDFs"


def _manifest(job: Job, albums: Sequence[_Album]) -> bytes:
    """Which cards each contact sheet shows, with their copies and slots."""
    sheets = [
        {
            "deck": album.deck.name,
            "side": page.side,
            "file": f"{album.deck.name}-{page.side}-{page.number}.png",
            "overlay": f"{album.deck.name}-overlay-{number}.png",
            "cards": [
                {"card": entry.name, "copies": entry.copies, "slots": entry.slots}
                for entry in page.entries
            ],
        }
        for album in albums
        for number, page in enumerate(_pages(album), 1)
    ]
    vision = [f"{album.deck.name}-vision.png" for album in albums]
    manifest = {"game": job.name, "target": NAME, "sheets": sheets, "vision": vision}
    return (json.dumps(manifest, indent=1, ensure_ascii=False) + "\n").encode("utf-8")


def _files(job: Job, album: _Album) -> Iterator[tuple[str, bytes]]:
    """The files of a deck, one at a time."""
    deck, pictures = album.deck.name, job.game.pictures
    for stem, overlay in ((deck, False), (f"{deck}-overlay", True)):
        named = _sheets(album, overlay=overlay)
        file = PdfFile(pictures, title=f"{job.name}: {stem}")
        for sheet in named.values():
            show_sheet(file, sheet)
        yield f"{stem}.pdf", file.save()
        rasters = rasterise_sheets(tuple(named.values()), DPI, pictures)
        for name, pixels in zip(named, rasters, strict=True):
            yield f"{name}.png", encode_png(pixels, DPI)
    yield f"{deck}-vision.png", _vision(album, pictures)


# --- what is shown -------------------------------------------------------------------------


def _albums(job: Job) -> list[_Album]:
    inks, slots = _inks(), _slots(job)
    area = Rect(0, 0, A4.width, A4.height).inset(
        Edges(_MARGIN + _HEADER, _MARGIN, _MARGIN - _GAP, _MARGIN)
    )
    return [
        _Album(job.name, deck, _sides(slots[deck.name]), inks, _grid(area, deck.size))
        for deck in job.game.decks
        if deck.cards
    ]


def _grid(area: Rect, size: Size) -> Grid:
    """Boxes hold the whole bleed, so that sheets with and without overlay agree."""
    return fit_grid(area, size.page, caption=_CAPTION, gap=_GAP, least=LEAST_SCALE)


def _inks() -> _Inks:
    face = open_face(DiskGame(shipped()).asset(_FONT).data, name=_FONT)
    return _Inks(Ink(face, 18, INK), Ink(face, 12, INK), Ink(face, 9, INK), Ink(face, 8.5, QUIET))


class _Place(Struct, frozen=True):
    """A slot, and how its number is written: with its order's name if there are several."""

    slot: Slot
    prefix: str
    digits: int


def _slots(job: Job) -> dict[str, list[_Place]]:
    """The slots of each deck, as `mpc` numbers them."""
    found: dict[str, list[_Place]] = {deck.name: [] for deck in job.game.decks}
    for order in orders(job.game.decks, job.scenes):
        digits = max(3, len(str(len(order.slots))))
        prefix = f"{order.name} " if order.name != order.size.name else ""
        for slot in order.slots:
            found[slot.deck].append(_Place(slot, prefix, digits))
    return found


def _sides(places: Sequence[_Place]) -> dict[str, Sequence[_Entry]]:
    """Fronts in the deck's order; each distinct back with the slots that have it."""
    fronts: dict[str, list[_Place]] = {}
    backs: dict[Scene, list[_Place]] = {}
    for place in places:
        fronts.setdefault(place.slot.card.id, []).append(place)
        if place.slot.back is not None:
            backs.setdefault(place.slot.back, []).append(place)
    sides = {"fronts": [_entry(found[0].slot.front, name, found) for name, found in fronts.items()]}
    if backs:
        sides["backs"] = [
            _entry(face, f"{found[0].slot.card.id}-back" if len(backs) > 1 else "back", found)
            for face, found in backs.items()
        ]
    return {side: tuple(entries) for side, entries in sides.items()}


def _entry(face: Scene, name: str, places: Sequence[_Place]) -> _Entry:
    return _Entry(face, name, _ranges(places), len(places))


def _ranges(places: Sequence[_Place]) -> str:
    """`001–002, 007`."""
    runs = groupby(enumerate(places), key=lambda at: (at[1].prefix, at[1].slot.number - at[0]))
    found = [[place for _, place in run] for _, run in runs]
    return ", ".join(_range(run[0], run[-1]) for run in found)


def _range(first: _Place, last: _Place) -> str:
    start = f"{first.prefix}{first.slot.number:0{first.digits}d}"
    return start if first is last else f"{start}–{last.slot.number:0{last.digits}d}"


# --- contact sheets ------------------------------------------------------------------------


def _pages(album: _Album) -> list[_Page]:
    room = len(album.grid.boxes)
    return [
        _Page(side, number, entries[start : start + room])
        for side, entries in album.sides.items()
        for number, start in enumerate(range(0, len(entries), room), 1)
    ]


def _sheets(album: _Album, *, overlay: bool) -> dict[str, Sheet]:
    """Every sheet of a deck by the name of its file."""
    deck, pages = album.deck.name, _pages(album)
    made = {}
    for number, page in enumerate(pages, 1):
        name = f"{deck}-overlay-{number}" if overlay else f"{deck}-{page.side}-{page.number}"
        header = _header(album, page.side, f"page {number} / {len(pages)}")
        items = [*header, *_captions(album, page)]
        if overlay:
            items += [*_legend(album), *_boxes(album, page)]
        bookmark = page.side if page.number == 1 else ""
        made[name] = _sheet(album, page, Layer(tuple(items)), bookmark, trimmed=not overlay)
    return made


def _sheet(album: _Album, page: _Page, words: Layer, bookmark: str, *, trimmed: bool) -> Sheet:
    placed = zip((entry.face for entry in page.entries), album.grid.boxes, strict=False)
    ground, marks = place_faces(placed, album.grid.scale, trimmed=trimmed)
    return Sheet(A4, (paper(A4, PAPER), *ground), (*marks, Piece(words, A4)), bookmark)


def _header(album: _Album, side: str, page: str) -> Iterator[Item]:
    size, grid = album.size, album.grid
    cards, printed = len(album.deck.cards), album.deck.total
    facts = (
        f"{cards} cards, {printed} with copies" if printed > cards else f"{cards} cards",
        f"{size.name}, {_trim(size)}",
        f"shown at {round(grid.scale * 100)} %",
    )
    span = _span(A4, size.bleed * grid.scale)
    yield from _title(album, f"{album.deck.name}, {side}", span, page)
    yield album.inks.quiet.line(
        "  ·  ".join(facts), span[0], _MARGIN + 24, room=0.56 * (span[1] - span[0])
    )


def _span(page: Extent, inset: float = 0.0) -> tuple[float, float]:
    """Where a header starts and ends: above the trim boxes of the outer cards."""
    return _MARGIN + inset, page.width - _MARGIN - inset


def _title(album: _Album, what: str, span: tuple[float, float], right: str) -> Iterator[Item]:
    inks, (start, end), line = album.inks, span, _MARGIN + 8
    free = end - start - inks.text.width(right) - 24
    game = inks.title.cut(album.game, max(free / 2, free - inks.head.width(what)))
    x = start + inks.title.width(game) + 12
    yield inks.title.line(game, start, line)
    yield inks.head.line(what, x, line, room=start + free + 12 - x)
    yield inks.text.line(right, end, line, align="right")


def _captions(album: _Album, page: _Page) -> Iterator[Glyphs]:
    """Below each card, from trim to trim: its name and copies, its slots."""
    inks, inset = album.inks, album.size.bleed * album.grid.scale
    for entry, box in zip(page.entries, album.grid.boxes, strict=False):
        left, right, line = box.left + inset, box.right - inset, box.bottom + 11
        copies = f"×{entry.copies}" if entry.copies > 1 else ""
        room = right - left - (inks.text.width(copies) + 6 if copies else 0)
        yield inks.text.line(entry.name, left, line, room=room)
        if copies:
            yield inks.text.line(copies, right, line, align="right")
        yield inks.quiet.line(entry.slots, left, line + 10.5, room=right - left)


# --- overlay -------------------------------------------------------------------------------


def _boxes(album: _Album, page: _Page) -> Iterator[Path]:
    """The three boxes, thin, over every card."""
    size, scale = album.size, album.grid.scale
    for entry, box in zip(page.entries, album.grid.boxes, strict=False):
        put = Transform(scale, 0, 0, scale, box.left, box.top)
        cut = entry.face.cut or trim_outline(size)
        lines = ((bleed_outline(size), BLEED), (cut, TRIM), (safe_outline(size), SAFE))
        for outline, color in lines:
            yield Path(moved(outline, put), stroke=Stroke(color, _LINE))


def _legend(album: _Album) -> Iterator[Item]:
    """What the lines mean, from the right edge of the header."""
    size, ink = album.size, album.inks.quiet
    corner = f", corners {_mm(size.corner)}" if size.shape == "rectangle" and size.corner else ""
    x, y = _span(A4, size.bleed * album.grid.scale)[1], _MARGIN + 24
    for color, text in (
        (SAFE, f"safe, {_mm(size.safe)} inside"),
        (TRIM, f"trim{corner}"),
        (BLEED, f"bleed, {_mm(size.bleed)} outside"),
    ):
        yield ink.line(text, x, y, align="right")
        x -= ink.width(text) + 4
        swatch = (Move(x - 14, y - 2.5), Line(x, y - 2.5))
        yield Path(swatch, stroke=Stroke(color, 2 * _LINE))
        x -= 14 + 12


def _trim(size: Size) -> str:
    return f"{millimetres(size.trim.width):g} × {_mm(size.trim.height)}"


def _mm(points: float) -> str:
    return f"{round(millimetres(points), 1):g} mm"


# --- other eyes ----------------------------------------------------------------------------


def _vision(album: _Album, pictures: PictureStore) -> bytes:
    """One page, a row an eye: all rows painted alike, then their pixels changed."""
    entries = representatives(album.sides["fronts"])
    page, grid = _eye_grid(album.size.trim, len(entries))
    words = Layer(tuple(_eye_words(album, entries, grid, page)))
    over = -album.size.bleed * grid.scale
    faces = [entry.face for entry in entries] * len(_EYES)
    placed = zip(faces, (box.inset_by(over) for box in grid.boxes), strict=True)
    ground, marks = place_faces(placed, grid.scale, trimmed=True)
    sheet = Sheet(page, (paper(page, PAPER), *ground), (*marks, Piece(words, page)))
    (pixels,) = rasterise_sheets([sheet], DPI, pictures)
    for row, kind in enumerate(KINDS, 1):
        band = _band(pixels, grid.boxes[row * len(entries)])
        band[:] = simulate(band, kind)
    return encode_png(pixels, DPI)


def _eye_grid(box: Extent, columns: int) -> tuple[Extent, Grid]:
    """Faces as large as A3 on its side allows, and no more page than they need."""
    rows, gap = len(_EYES), 2 * _GAP
    left, top = _MARGIN + _LABELS, _MARGIN + 56
    area = Rect(left, top, A3.height - left - _MARGIN, A3.width - top - _MARGIN)
    scale = make_grid(area, box, (columns, rows), caption=0, gap=gap).scale
    width = columns * (box.width * scale + 1.5 * gap) - 1.5 * gap
    height = rows * (box.height * scale + gap) - gap
    area = Rect(left, top, min(area.width, width), min(area.height, height))
    page = Extent(max(area.right + _MARGIN, A4.width), area.bottom + _MARGIN)
    return page, make_grid(area, box, (columns, rows), caption=0, gap=gap)


def _band(pixels: Pixels, box: Rect) -> Pixels:
    """The rows of pixels that a box covers, from its left edge on."""
    left, top, bottom = (edge / POINTS_PER_INCH * DPI for edge in (box.left, box.top, box.bottom))
    return pixels[floor(top) : ceil(bottom), floor(left) :]


def _eye_words(
    album: _Album, entries: Sequence[_Entry], grid: Grid, page: Extent
) -> Iterator[Item]:
    inks, count = album.inks, len(entries)
    faces = f"{count} of {len(album.deck.cards)} cards"
    yield from _title(album, f"{album.deck.name}, as others see it", _span(page), faces)
    for entry, box in zip(entries, grid.boxes, strict=False):
        yield inks.quiet.line(entry.name, box.left, box.top - 8, room=box.width)
    for row, (eye, meaning) in enumerate(_EYES.items()):
        middle = grid.boxes[row * count].center[1]
        yield inks.head.line(eye, _MARGIN, middle)
        yield inks.quiet.line(meaning, _MARGIN, middle + 13)


def representatives(entries: Sequence[_Entry]) -> list[_Entry]:
    """At most `MOST_FACES` different faces, in the deck's order.

    Faces whose own marks have the same colours are of a kind; each kind has an equal share
    as far as it goes, taken from all over the deck.
    """
    faces = list({entry.face: entry for entry in entries}.values())
    found: dict[frozenset[Color], list[_Entry]] = {}
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
