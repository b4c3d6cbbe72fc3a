"""Bind a game: every card's two faces with all names looked up.

In      `GameSpec`, the game's files.
Out     `BoundGame`; findings for every name that is not there.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from cardgen.bind import template
from cardgen.bind.elements import TEMPLATED, Binder, CardContext, children
from cardgen.bind.fonts import open_fonts
from cardgen.bind.icons import open_icons
from cardgen.bind.inherit import whole_layouts, whole_styles
from cardgen.bind.pictures import PictureStore
from cardgen.bind.sizes import Sizes, Tabs, open_sizes
from cardgen.bind.styles import Styles, open_palette
from cardgen.bind.template import TemplateFault
from cardgen.bind.tree import BoundCard, BoundDeck, BoundFace
from cardgen.diagnostics import Finding, Note, Report, Span, did_you_mean
from cardgen.read.cards import CardSpec, slug
from cardgen.read.game import GameSpec
from cardgen.read.model import (
    AnyElement,
    DeckSpec,
    Element,
    LayoutSpec,
    PieceElement,
)
from cardgen.read.spec import Spec
from cardgen.read.yaml_tree import Mapping as MappingNode
from cardgen.read.yaml_tree import Scalar, find
from cardgen.sizes import Size, all_sizes
from cardgen.workspace import Game

_GIVEN = ("id", "copies", "deck", "game")


@dataclass(frozen=True, slots=True)
class BoundGame:
    """A game with nothing left to look up."""

    spec: GameSpec
    decks: tuple[BoundDeck, ...]
    pictures: PictureStore

    @property
    def faces(self) -> tuple[BoundFace, ...]:
        """Every face once a card, fronts before backs."""
        cards = [card for deck in self.decks for card in deck.cards]
        backs = [card.back for card in cards if card.back]
        return (*(card.front for card in cards), *backs)

    @property
    def total(self) -> int:
        return sum(deck.total for deck in self.decks)


def bind_game(spec: GameSpec, game: Game, report: Report) -> BoundGame:
    """Look everything up. What is not there is left out, and in the report."""
    pictures = PictureStore()
    styles = whole_styles(spec.layouts.styles, report)
    layouts = whole_layouts(spec.layouts.layouts, report)
    palette = open_palette(spec.file, spec.file.palette, report)
    shelf = open_fonts(spec.file, game, report)
    looked_up = Styles(styles, shelf, palette, spec.file.language, report)
    icons = open_icons(spec.file.icons, game, pictures, palette, report)
    pieces = spec.layouts.pieces
    binder = Binder(game, looked_up, palette, icons, pictures, report, pieces=pieces)
    sizes = open_sizes(spec.file, report)
    decks = [
        bound
        for name, deck in spec.decks.items()
        if (bound := _Deck(name, deck, spec, layouts, sizes, binder, report).bind())
    ]
    return BoundGame(spec, tuple(decks), pictures)


@dataclass
class _Deck:
    name: str
    deck: DeckSpec
    spec: GameSpec
    layouts: Mapping[str, LayoutSpec]
    sizes: Sizes
    binder: Binder
    report: Report
    broken: set[int] = field(default_factory=set)

    def bind(self) -> BoundDeck | None:
        size = self.sizes.find(self.deck.size, self.deck.place("size"))
        if self.name in self.spec.unread:
            return None
        self.check_layout_names()
        self.binder.broken = self.broken
        named = self.named(self.spec.cards[self.name])
        some = size or next(iter(all_sizes().values()))
        tabs = self.sizes.tabs(self.deck.size, some)
        bound = [
            self.card(card, ident, self.tabbed(card, i, tabs))
            for i, (card, ident) in enumerate(named)
        ]
        good = tuple(card for card in bound if card is not None)
        return BoundDeck(self.name, size, good, self.deck.span) if size else None

    def columns(self) -> set[str]:
        """Every field that a card of the deck has or may have."""
        used = {name for card in self.spec.cards[self.name] for name in card.values}
        return used | set(self.deck.fields) | set(_GIVEN)

    # --- names and ids ---------------------------------------------------------------

    def check_layout_names(self) -> None:
        """Names that no card has, found once a layout and not once a card."""
        known = self.columns()
        for key in ("front", "back", "id", "tab"):
            self.check_template(self.deck, key, known, expression=False)
        for layout in self.used_layouts():
            for part in layout.parts:
                for element in part:
                    self.check_element(element, known)

    def used_layouts(self) -> Iterable[LayoutSpec]:
        """The layouts that some card of the deck takes."""
        names = dict.fromkeys(
            name for side in (self.deck.front, self.deck.back) for name in self.taken(side)
        )
        return [self.layouts[name] for name in names if name in self.layouts]

    def taken(self, reference: str) -> Iterable[str]:
        """The names that a side's layout has over the deck, as far as they can be told."""
        if "{" not in reference:
            return [reference]
        names = []
        for card in self.spec.cards[self.name]:
            try:
                names.append(template.fill(reference, self.values(card, card.id)).strip())
            except TemplateFault:
                continue
        return names

    def check_element(
        self, element: AnyElement, known: set[str], path: tuple[str, ...] = ()
    ) -> None:
        if element.repeat:
            if not self.check_template(element, "repeat", known, expression=True):
                self.broken.add(id(element))
            known = known | {element.as_, "index"}
        for key in ("when", *TEMPLATED):
            if isinstance(getattr(element, key, None), str):
                good = self.check_template(element, key, known, expression=key == "when")
                if not good:
                    self.broken.add(id(element))
        if isinstance(element, PieceElement):
            self.check_piece(element, known, path)
        for child in children(element):
            self.check_element(child, known, path)

    def check_piece(self, use: PieceElement, known: set[str], path: tuple[str, ...]) -> None:
        """The piece is there, is not inside itself, and is given what it takes."""
        pieces = self.spec.layouts.pieces
        piece = pieces.get(use.piece)
        if piece is None:
            self.report.unknown("piece", use.piece, pieces, use.place("piece"))
            return
        if use.piece in path:
            message = f"this piece contains itself: {' → '.join((*path, use.piece))}"
            self.report.add(Finding("circular-piece", message, use.place("piece")))
            self.broken.add(id(use))
            return
        for name, source in use.with_.items():
            if name not in piece.takes:
                hint = did_you_mean(name, piece.takes, what="parameter")
                message = f"the piece `{use.piece}` takes no `{name}`"
                place = _key_place(use, "with", name)
                self.report.add(Finding("unknown-field", message, place, hint=hint))
            elif not self.check_argument(source, use.scalar("with", name), use, known):
                self.broken.add(id(use))
        for name, default in piece.takes.items():
            if not self.check_argument(default, piece.scalar("takes", name), piece, known):
                self.broken.add(id(use))
        self.check_element(piece.draw, known | set(piece.takes), (*path, use.piece))

    def check_argument(
        self, source: str, scalar: Scalar | None, spec: Spec, known: set[str]
    ) -> bool:
        place = scalar.span if scalar else spec.span
        try:
            unknown = template.unknown_names(source, known) if "{" in source else []
        except TemplateFault as fault:
            self.report.add(Finding(fault.code, str(fault), place, hint=fault.hint))
            return False
        for word in unknown:
            part = scalar.part(*template.position(source, word)) if scalar else place
            self.undefined(word, known, part)
        return not unknown

    def undefined(self, name: str, known: set[str], place: Span) -> None:
        hint = did_you_mean(name, known, what="field")
        message = f"no card of the deck `{self.name}` has a field `{name}`"
        self.report.add(Finding("undefined-name", message, place, hint=hint))

    def check_template(
        self, spec: DeckSpec | Element, key: str, known: set[str], *, expression: bool
    ) -> bool:
        source: str = getattr(spec, key)
        if not source or (not expression and "{" not in source):
            return True
        scalar = spec.scalar(key)
        try:
            unknown = template.unknown_names(source, known, expression=expression)
        except TemplateFault as fault:
            start, length = template.position(source, fault.word)
            place = scalar.part(start, length) if scalar else spec.span
            self.report.add(Finding(fault.code, str(fault), place, hint=fault.hint))
            return False
        for name in unknown:
            place = scalar.part(*template.position(source, name)) if scalar else spec.span
            self.undefined(name, known, place)
        return not unknown

    def named(self, cards: tuple[CardSpec, ...]) -> list[tuple[CardSpec, str]]:
        """Each card with its id: its own, by the deck's template, or by its first field."""
        seen: dict[str, Span] = {}
        named = []
        for card in cards:
            ident = card.id or self.id_by_template(card)
            if ident:
                self.check_unique(ident, card, seen)
            else:
                ident = _free(self.id_by_field(card), seen)
            seen.setdefault(ident, card.place("id"))
            named.append((card, ident))
        return named

    def check_unique(self, ident: str, card: CardSpec, seen: Mapping[str, Span]) -> None:
        if ident not in seen:
            return
        message = f"two cards of `{self.name}` have the id `{ident}`"
        hint = "give one of them another `id:`"
        notes = (Note("the first is", seen[ident]),)
        place = card.place("id")
        self.report.add(Finding("duplicate-id", message, place, hint=hint, notes=notes))

    def id_by_template(self, card: CardSpec) -> str:
        if not self.deck.id:
            return ""
        try:
            return slug(template.fill(self.deck.id, self.values(card, "")))
        except TemplateFault:
            return ""  # reported by check_template, or by the card's own faces

    @staticmethod
    def id_by_field(card: CardSpec) -> str:
        fields = ("name", "title", *card.values)
        values = (card.values.get(name) for name in fields)
        return next((slug(str(v)) for v in values if v is not None and slug(str(v))), "card")

    def values(self, card: CardSpec, ident: str) -> dict[str, Any]:
        given = {"deck": self.name, "game": self.spec.file.game, "id": ident}
        empty: dict[str, Any] = dict.fromkeys(self.columns_cached())
        return empty | given | {"copies": card.copies} | dict(card.values)

    def columns_cached(self) -> tuple[str, ...]:
        if not hasattr(self, "_columns"):
            self._columns = tuple(sorted(self.columns()))
        return self._columns

    # --- faces -----------------------------------------------------------------------

    def tabbed(self, card: CardSpec, index: int, tabs: Tabs) -> Size:
        """The card's size: a divider's with its own tab, the deck's for all others."""
        if not self.deck.tab:
            return tabs.turn(index)
        try:
            place = template.fill(self.deck.tab, self.values(card, card.id)).strip()
        except TemplateFault:
            return tabs.turn(index)  # reported by check_template
        return tabs.at(place, self.deck.place("tab"), self.report)

    def card(self, card: CardSpec, ident: str, size: Size) -> BoundCard | None:
        context = CardContext(self.name, card, ident, self.values(card, ident))
        front = self.face("front", context, size)
        back = self.face("back", context, size.mirrored()) if self.deck.back else None
        if front is None or (back is None and self.deck.back):
            return None
        values = context.values
        return BoundCard(self.name, ident, card.copies, front, back, values, card.span)

    def face(
        self, side: Literal["front", "back"], context: CardContext, size: Size
    ) -> BoundFace | None:
        layout = self.layout(side, context)
        if layout is None:
            return None
        name, found = layout
        return BoundFace(
            size=size,
            layout=name,
            bleed=self.binder.elements(found.bleed, context),
            trim=self.binder.elements(found.trim, context),
            safe=self.binder.elements(found.safe, context),
            tab=self.binder.elements(found.tab, context),
            deck=self.name,
            card=context.id,
            side=side,
            span=context.card.span,
        )

    def layout(
        self, side: Literal["front", "back"], context: CardContext
    ) -> tuple[str, LayoutSpec] | None:
        source = self.deck.front if side == "front" else self.deck.back
        try:
            name = template.fill(source, context.values).strip()
        except TemplateFault:
            return None
        if name in self.layouts:
            return name, self.layouts[name]
        place = self.deck.place(side)
        self.report.unknown("layout", name, self.layouts, place)
        return None


def _key_place(spec: Element, *path: str) -> Span:
    """The place of the last key of a path."""
    owner = find(spec.node, *path[:-1])
    key = owner.key(path[-1]) if isinstance(owner, MappingNode) else None
    return key.span if key else spec.span


def _free(ident: str, seen: Mapping[str, Span]) -> str:
    """`ident`, numbered if it is taken."""
    number, free = 2, ident
    while free in seen:
        free = f"{ident}-{number}"
        number += 1
    return free
