"""Bind a deck: an id, a size and two faces for every card.

In      a deck's spec and rows, the layouts, what binds elements.
Out     `BoundDeck`; findings for names that no card has, ids that are there twice.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Any, Literal

from msgspec import Struct, field

from cardgen.bind.bound_faces import Body, BoundCard, BoundDeck, BoundFace
from cardgen.bind.card.elements import CardContext, ElementBinder
from cardgen.bind.card.face_bodies import BodyStore
from cardgen.bind.card.unknown_names import NameCheck
from cardgen.bind.component_sizes import ComponentSizes, TabSizes
from cardgen.bind.game.bind_cache import BindCache, card_cache_key
from cardgen.core.findings import Finding, Note, Report, Span
from cardgen.core.sizes import Size, all_sizes
from cardgen.expressions import template
from cardgen.expressions.template import TemplateFault
from cardgen.files.file_names import slug
from cardgen.read.game import GameSpec
from cardgen.read.models.game_file import DeckSpec
from cardgen.read.models.layouts import LayoutSpec
from cardgen.read.tables.cards import CardSpec

_GIVEN = ("id", "copies", "deck", "game")


class DeckBinder(Struct, dict=True):
    name: str
    deck: DeckSpec
    spec: GameSpec
    layouts: Mapping[str, LayoutSpec]
    sizes: ComponentSizes
    binder: ElementBinder
    report: Report
    memo: BindCache
    bodies: BodyStore
    broken: set[int] = field(default_factory=set)

    def bind(self) -> BoundDeck | None:
        size = self.sizes.find(self.deck.size, self.deck.place("size"))
        if self.name in self.spec.unread:
            return None
        self.check_layout_names()
        self.binder.broken = self.broken
        assign_ids = self.assign_ids(self.spec.cards[self.name])
        some = size or next(iter(all_sizes().values()))
        tabs = self.sizes.tabs(self.deck.size, some)
        bound = [
            self.card(card, ident, self.size_with_tab(card, i, tabs))
            for i, (card, ident) in enumerate(assign_ids)
        ]
        good = tuple(card for card in bound if card is not None)
        return BoundDeck(self.name, size, good, span=self.deck.span) if size else None

    def columns(self) -> set[str]:
        """Every field that a card of the deck has or may have."""
        used = {name for card in self.spec.cards[self.name] for name in card.values}
        return used | set(self.deck.fields) | set(_GIVEN)

    # --- names and ids ---------------------------------------------------------------

    def check_layout_names(self) -> None:
        """Names that no card has, found once a layout and not once a card."""
        known, lacking = self.columns(), f"no card of the deck `{self.name}` has a field"
        names = NameCheck(lacking, self.spec.layouts.pieces, self.report, self.broken)
        for key in ("front", "back", "id", "tab"):
            names.template(self.deck, key, known, expression=False)
        for layout in self.layouts_in_use():
            names.layout(layout, known)

    def layouts_in_use(self) -> Iterable[LayoutSpec]:
        """The layouts that some card of the deck takes."""
        names = dict.fromkeys(
            name for side in (self.deck.front, self.deck.back) for name in self.layout_names(side)
        )
        return [self.layouts[name] for name in names if name in self.layouts]

    def layout_names(self, reference: str) -> Iterable[str]:
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

    def assign_ids(self, cards: tuple[CardSpec, ...]) -> list[tuple[CardSpec, str]]:
        """Each card with its id: its own, by the deck's template, or by its first field."""
        seen: dict[str, Span] = {}
        assign_ids = []
        for card in cards:
            ident = card.id or self.id_by_template(card)
            if ident:
                self.check_unique(ident, card, seen)
            else:
                ident = _free(self.id_by_field(card), seen)
            seen.setdefault(ident, card.place("id"))
            assign_ids.append((card, ident))
        return assign_ids

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
            return ""  # reported by check_layout_names, or by the card's own faces

    @staticmethod
    def id_by_field(card: CardSpec) -> str:
        fields = ("name", "title", *card.values)
        values = (card.values.get(name) for name in fields)
        return next((slug(str(v)) for v in values if v is not None and slug(str(v))), "card")

    def values(self, card: CardSpec, ident: str) -> dict[str, Any]:
        given = {"deck": self.name, "game": self.spec.file.game, "id": ident}
        empty: dict[str, Any] = dict.fromkeys(self.sorted_columns)
        return empty | given | {"copies": card.copies} | dict(card.values)

    @cached_property
    def sorted_columns(self) -> tuple[str, ...]:
        return tuple(sorted(self.columns()))

    # --- faces -----------------------------------------------------------------------

    def size_with_tab(self, card: CardSpec, index: int, tabs: TabSizes) -> Size:
        """The card's size: a divider's with its own tab, the deck's for all others."""
        if not self.deck.tab:
            return tabs.turn(index)
        try:
            place = template.fill(self.deck.tab, self.values(card, card.id)).strip()
        except TemplateFault:
            return tabs.turn(index)  # reported by check_layout_names
        return tabs.at(place, self.deck.place("tab"), self.report)

    def card(self, card: CardSpec, ident: str, size: Size) -> BoundCard | None:
        """The card, perhaps as it was bound last time."""
        about = card_cache_key(self.name, ident, size, self.sorted_columns)
        return self.memo.card(card, about, self.report, lambda: self.bind_card(card, ident, size))

    def bind_card(self, card: CardSpec, ident: str, size: Size) -> BoundCard | None:
        context = CardContext(self.name, card, ident, self.values(card, ident))
        front = self.face("front", context, size)
        back = self.face("back", context, size.mirrored()) if self.deck.back else None
        if front is None or (back is None and self.deck.back):
            return None
        values = context.values
        return BoundCard(self.name, ident, card.copies, front, back, values, span=card.span)

    def face(
        self, side: Literal["front", "back"], context: CardContext, size: Size
    ) -> BoundFace | None:
        layout = self.layout(side, context)
        if layout is None:
            return None
        name, found = layout
        body = Body(
            bleed=self.binder.elements(found.bleed, context),
            trim=self.binder.elements(found.trim, context),
            safe=self.binder.elements(found.safe, context),
            tab=self.binder.elements(found.tab, context),
        )
        return BoundFace(
            size=size,
            layout=name,
            drawn=self.bodies.keep(body),
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


def _free(ident: str, seen: Mapping[str, Span]) -> str:
    """`ident`, numbered if it is taken."""
    number, free = 2, ident
    while free in seen:
        free = f"{ident}-{number}"
        number += 1
    return free
