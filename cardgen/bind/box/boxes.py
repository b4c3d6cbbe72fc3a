"""Bind boxes: what they hold → their size and dieline.

In      `boxes:` of `game.yaml`, the decks as they were bound.
Out     `BoundBox`es; findings for decks that are not there, and for boxes that cannot be made.
Not here  the geometry of a box (`tuck`), its panels (`bind.box.panels`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import ceil

from msgspec import Struct

from cardgen.bind.bound_faces import BoundDeck
from cardgen.bind.box.panels import BoundPanel, PanelBinder
from cardgen.bind.elements.binder import ElementBinder
from cardgen.core.findings import Finding, Report, Span
from cardgen.core.geometry import POINTS_PER_MM, Extent
from cardgen.core.lengths import Length
from cardgen.core.sizes import millimeters
from cardgen.expressions.language_functions import CREDITS, LANGUAGE
from cardgen.read.credits import print_credits
from cardgen.read.game import GameSpec
from cardgen.read.models.boxes import BoxSpec
from cardgen.read.models.layouts import LayoutSpec
from cardgen.scene.tuck_box.dieline import Dieline, tuck_box
from cardgen.scene.tuck_box.measures import Hollow, least_depth

_MM = POINTS_PER_MM

LEAST_WIDTH = 25 * _MM
MOST_BOARD = 1.5 * _MM
SHEET = 1000 * _MM, 1400 * _MM
"""The largest sheets that folding boxboard is sold in."""


@dataclass(frozen=True, slots=True)
class BoundBox:
    """A box, its size known and its panels bound. Lengths in points."""

    name: str
    spec: BoxSpec
    decks: tuple[str, ...]
    card: Extent
    """The largest card in it, its sleeve included."""
    count: int
    stack: float
    """The height of a pile, with what else lies on it."""
    room: float
    dieline: Dieline
    bleed: float
    panels: tuple[BoundPanel, ...]
    span: Span = field(compare=False, repr=False)


def bind_boxes(
    spec: GameSpec,
    decks: Sequence[BoundDeck],
    layouts: Mapping[str, LayoutSpec],
    binder: ElementBinder,
    report: Report,
) -> tuple[BoundBox, ...]:
    """Every box that can be made; what is wrong with the others is in the report."""
    bound = (
        BoxBinder(name, box, spec, decks, layouts, binder, report).bind()
        for name, box in spec.file.boxes.items()
    )
    return tuple(box for box in bound if box is not None)


def measures(spec: BoxSpec) -> tuple[float, float, float]:
    """Thickness of a card (in its sleeve), of the board, and the room."""
    sleeve = spec.sleeved
    film = _points(sleeve.thickness, 0.2) if sleeve else 0.0
    stock = _points(spec.card_stock, 0.32) + film
    return stock, _points(spec.board, 0.45), _points(spec.room, 1.0)


def _points(length: Length | None, millimeters: float) -> float:
    return length.points if length is not None else millimeters * _MM


class BoxBinder(Struct):
    name: str
    box: BoxSpec
    spec: GameSpec
    decks: Sequence[BoundDeck]
    layouts: Mapping[str, LayoutSpec]
    binder: ElementBinder
    report: Report

    def bind(self) -> BoundBox | None:
        held = self.held()
        if self.name in self.spec.decks:
            hint = "findings and files go by these names: choose another"
            self.refuse(f"a deck is called `{self.name}` too", hint)
            return None
        if held is None:
            return None
        card = self.card_of(held)
        names = [deck.name for deck in held]
        count = sum(card.copies for name in names for card in self.spec.cards[name])
        stock, board, room = measures(self.box)
        stack = ceil(count / self.box.piles) * stock + _points(self.box.extra, 0.0)
        hollow = Hollow(card.width * self.box.piles + room, stack + room, card.height + room)
        if self.impossible(hollow, board):
            return None
        die = tuck_box(hollow, board, thumb=self.box.thumb)
        if self.is_too_large(die.extent):
            return None
        bleed, safe = _points(self.box.bleed, 3.0), _points(self.box.safe, 2.0)
        known = {
            **self.spec.constants,
            "game": self.spec.file.game,
            "box": self.name,
            "count": count,
            LANGUAGE: self.spec.file.language,
            CREDITS: print_credits(self.spec.credits),
        }
        panels = PanelBinder(
            known, self.box, die, bleed, safe, self.layouts, self.binder, self.report
        )
        return BoundBox(
            name=self.name,
            spec=self.box,
            decks=tuple(names),
            card=card,
            count=count,
            stack=stack,
            room=room,
            dieline=die,
            bleed=bleed,
            panels=tuple(panels.bind()),
            span=self.box.span,
        )

    def refuse(self, message: str, hint: str, place: Span | None = None) -> None:
        self.report.add(Finding("bad-box", message, place or self.box.span, hint=hint))

    # --- what is in it ---------------------------------------------------------------

    def held(self) -> list[BoundDeck] | None:
        """The decks in it; None if one of them is not there."""
        bound = {deck.name: deck for deck in self.decks}
        names = self.box.holds or list(self.spec.decks)
        unknown = False
        for index, name in enumerate(names):
            if name not in self.spec.decks:
                scalar = self.box.scalar("holds", index) or self.box.scalar("holds")
                place = scalar.span if scalar else self.box.span
                self.report.unknown("deck", name, self.spec.decks, place)
                unknown = True
        if unknown or not all(name in bound for name in names):
            return None
        return [bound[name] for name in dict.fromkeys(names)]

    def card_of(self, held: Sequence[BoundDeck]) -> Extent:
        """Room for the largest card. Decks lie upright, unless all of them lie on their side."""
        trims = [deck.size.trim for deck in held]
        if not all(trim.width > trim.height for trim in trims):
            trims = [Extent(*sorted((trim.width, trim.height))) for trim in trims]
        edge = _points(self.box.sleeved.edge, 3.0) if self.box.sleeved else 0.0
        width, height = max(t.width for t in trims), max(t.height for t in trims)
        return Extent(width + edge, height + edge)

    def impossible(self, hollow: Hollow, board: float) -> bool:
        """Whether no such box can be folded."""
        least = least_depth(board)
        if board > MOST_BOARD:
            message = f"board of {millimeters(board):g} mm cannot be folded into a tuck box"
            hint = "write 0.3mm to 0.8mm; thicker board is for boxes with a lid"
            self.refuse(message, hint, self.box.place("board"))
        elif hollow.depth < least:
            message = (
                f"this box would be {millimeters(hollow.depth):g} mm deep inside; "
                f"below {millimeters(least):g} mm its flaps have no width"
            )
            self.refuse(message, "put more cards into it, or make it deeper by `room:` or `extra:`")
        elif hollow.width < LEAST_WIDTH:
            message = f"this box would be {millimeters(hollow.width):g} mm wide inside"
            hint = f"a tuck box is {millimeters(LEAST_WIDTH):g} mm wide or more: use `piles:`"
            self.refuse(message, hint)
        else:
            return False
        return True

    def is_too_large(self, flat: Extent) -> bool:
        """Whether no sheet of board is as large as the box laid flat."""
        short, long = sorted((flat.width, flat.height))
        if short <= SHEET[0] and long <= SHEET[1]:
            return False
        message = f"laid flat this box is {long / _MM:.0f} × {short / _MM:.0f} mm"
        hint = "board is sold in sheets up to 1000 × 1400 mm: make several boxes"
        self.refuse(message, hint)
        return True
