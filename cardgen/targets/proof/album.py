"""What a proof shows: the faces of each deck, their names and slots, type and paper.

In      a job.
Out     `Album`s; what stands above a sheet.
Not here  the sheets (`proof.target`), other eyes (`proof.color_vision`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from msgspec import Struct

from cardgen.bind.bound_faces import BoundDeck
from cardgen.core.color import Color
from cardgen.core.geometry import Edges, Extent, Rect
from cardgen.core.sizes import Size
from cardgen.files.disk_game import DiskGame, shipped_folder
from cardgen.files.file_names import Names, part_name
from cardgen.render.pdf.sheet_canvas import A4, Grid, LineSetting, fit_grid
from cardgen.scene.items import Item, Scene
from cardgen.targets.contract import Job
from cardgen.targets.shared.name_faces import find_name_faces
from cardgen.targets.shared.print_slots import Slot, split_orders
from cardgen.text.fonts import open_face

DPI = 150
LEAST_SCALE = 0.8
"""Reading size: a card's smallest type stays legible."""

PAPER = Color(226, 226, 226)  # neutral, so that simulations leave it alone
INK = Color(34, 34, 34)
QUIET = Color(92, 92, 92)

_FONT = "fonts/EBGaramond-Regular.ttf"
MARGIN = 30.0
_HEADER = 40.0
_CAPTION = 25.0
GAP = 7.0


class AlbumEntry(Struct, frozen=True):
    """A face to show, and what is said below it."""

    face: Scene
    name: str
    slots: str
    copies: int


class AlbumInks(Struct, frozen=True):
    """The type of all captions: one font, four sizes."""

    title: LineSetting
    head: LineSetting
    text: LineSetting
    quiet: LineSetting


class Album(Struct, frozen=True):
    """What all sheets of a deck have in common."""

    label: str
    """Begins the names of its files."""

    game: str
    deck: BoundDeck
    sides: Mapping[str, Sequence[AlbumEntry]]
    inks: AlbumInks
    grid: Grid

    @property
    def size(self) -> Size:
        return self.deck.size


class AlbumPage(Struct, frozen=True):
    """The faces of one sheet."""

    side: str
    number: int
    entries: Sequence[AlbumEntry]


def make_albums(job: Job) -> list[Album]:
    inks, slots, names = _inks(job), _slots(job), Names()
    area = Rect(0, 0, A4.width, A4.height).inset(
        Edges(MARGIN + _HEADER, MARGIN, MARGIN - GAP, MARGIN)
    )
    return [
        Album(
            names.take(part_name(deck.name)),
            job.name,
            deck,
            _sides(slots[deck.name]),
            inks,
            _grid(area, deck.size),
        )
        for deck in job.game.decks
        if deck.cards
    ]


def _grid(area: Rect, size: Size) -> Grid:
    """Boxes hold the whole bleed, so that sheets with and without overlay agree."""
    return fit_grid(area, size.page, caption=_CAPTION, gap=GAP, least=LEAST_SCALE)


def _inks(job: Job) -> AlbumInks:
    face = open_face(DiskGame(shipped_folder()).asset(_FONT).data, name=_FONT, trusted=True)
    cards = "".join(card.id for deck in job.game.decks for card in deck.cards)
    names = "".join(dict.fromkeys(job.name + cards))
    faces = find_name_faces(job, face, names)
    return AlbumInks(
        LineSetting(face, 18, INK, faces),
        LineSetting(face, 12, INK, faces),
        LineSetting(face, 9, INK, faces),
        LineSetting(face, 8.5, QUIET, faces),
    )


class _SlotPlace(Struct, frozen=True):
    """A slot, and how its number is written: with its order's name if there are several."""

    slot: Slot
    prefix: str
    digits: int


def _slots(job: Job) -> dict[str, list[_SlotPlace]]:
    """The slots of each deck, as `mpc` numbers them."""
    found: dict[str, list[_SlotPlace]] = {deck.name: [] for deck in job.game.decks}
    for order in split_orders(job.game.decks, job.scenes):
        digits = max(3, len(str(len(order.slots))))
        prefix = f"{order.name} " if order.name != order.size.name else ""
        for slot in order.slots:
            found[slot.deck].append(_SlotPlace(slot, prefix, digits))
    return found


def _sides(places: Sequence[_SlotPlace]) -> dict[str, Sequence[AlbumEntry]]:
    """Fronts in the deck's order; each distinct back with the slots that have it."""
    fronts: dict[str, list[_SlotPlace]] = {}
    backs: dict[Scene, list[_SlotPlace]] = {}
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


def _entry(face: Scene, name: str, places: Sequence[_SlotPlace]) -> AlbumEntry:
    return AlbumEntry(face, name, _format_slots(places), len(places))


def _format_slots(places: Sequence[_SlotPlace]) -> str:
    """`001–002, 007`."""
    runs = groupby(enumerate(places), key=lambda at: (at[1].prefix, at[1].slot.number - at[0]))
    found = [[place for _, place in run] for _, run in runs]
    return ", ".join(_format_run(run[0], run[-1]) for run in found)


def _format_run(first: _SlotPlace, last: _SlotPlace) -> str:
    start = f"{first.prefix}{first.slot.number:0{first.digits}d}"
    return start if first is last else f"{start}–{last.slot.number:0{last.digits}d}"


def find_span(page: Extent, inset: float = 0.0) -> tuple[float, float]:
    """Where a header starts and ends: above the trim boxes of the outer cards."""
    return MARGIN + inset, page.width - MARGIN - inset


def make_title(album: Album, what: str, span: tuple[float, float], right: str) -> Iterator[Item]:
    inks, (start, end), line = album.inks, span, MARGIN + 8
    free = end - start - inks.text.width(right) - 24
    game = inks.title.cut(album.game, max(free / 2, free - inks.head.width(what)))
    x = start + inks.title.width(game) + 12
    yield inks.title.line(game, start, line)
    yield inks.head.line(what, x, line, room=start + free + 12 - x)
    yield inks.text.line(right, end, line, align="right")
