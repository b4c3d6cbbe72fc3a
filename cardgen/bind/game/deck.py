"""Bind a deck: an id, a size and two faces for every card.

In      a deck's spec and rows, the layouts, what binds elements.
Out     `BoundDeck`; findings for names that no card has, ids that are there twice.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Literal

from msgspec import Struct, field

from cardgen.bind.bound_faces import BodySource, BoundCard, BoundDeck, BoundFace, Override
from cardgen.bind.card.known_bodies import KnownBody
from cardgen.bind.component_sizes import ComponentSizes, TabSizes
from cardgen.bind.elements.card_context import CardContext
from cardgen.bind.game.bind_cache import BindCache, RememberedCard
from cardgen.bind.game.card_keys import CardKey, CardKeys
from cardgen.bind.game.card_values import CardValues, PrintedCard
from cardgen.bind.game.deck_names import DeckNames
from cardgen.bind.game.faces import NO_FACES, FaceBinder, KnownFaces
from cardgen.bind.kept.kept_cards import KeptCards, KeptFace
from cardgen.core.findings import Report
from cardgen.core.sizes import Size, load_sizes
from cardgen.expressions import template
from cardgen.expressions.faults import TemplateFault
from cardgen.files.file_names import slug
from cardgen.read.card_ids import assign_ids, free_id
from cardgen.read.computed_fields import EACH_COPY
from cardgen.read.models.game_file import DeckSpec
from cardgen.read.tables.cards import CardSpec


class DeckBinder(Struct):
    """Binds the cards of a deck."""

    values: CardValues
    names: DeckNames
    keys: CardKeys
    faces: FaceBinder
    sizes: ComponentSizes
    memo: BindCache
    kept: KeptCards | None = None
    """What earlier processes bound."""
    broken: set[int] = field(default_factory=set)

    @property
    def name(self) -> str:
        return self.values.name

    @property
    def deck(self) -> DeckSpec:
        return self.values.deck

    @property
    def report(self) -> Report:
        return self.values.report

    def bind(self) -> BoundDeck | None:
        spec = self.values.spec
        size = self.sizes.find(self.deck.size, self.deck.place("size"))
        if self.name in spec.unread:
            return None
        binder = self.faces.binder
        self.names.check(binder.styles.styles.values(), self.broken)
        binder.broken = self.broken
        cards = self.each_copy(self.assign_ids(spec.cards[self.name]))
        some = size or next(iter(load_sizes().values()))
        tabs = self.sizes.tabs(self.deck.size, some)
        bound = [
            self.card(card, self.size_with_tab(card.card, i, tabs)) for i, card in enumerate(cards)
        ]
        good = tuple(card for card in bound if card is not None)
        return BoundDeck(self.name, size, good, span=self.deck.span) if size else None

    def assign_ids(self, cards: tuple[CardSpec, ...]) -> list[tuple[CardSpec, str]]:
        """Each card with its id: its own, by the deck's template, or by its first field."""
        return assign_ids(self.name, cards, self.id_by_template, self.report)

    def id_by_template(self, card: CardSpec) -> str:
        if not self.deck.id:
            return ""
        try:
            return slug(template.fill(self.deck.id, self.values.make(card, "")))
        except TemplateFault:
            return ""  # reported by DeckNames.check, or by the card's own faces

    def each_copy(self, named: list[tuple[CardSpec, str]]) -> list[PrintedCard]:
        """The cards to bind: every copy by itself, if they print their number."""
        columns = {name for card, _ in named for name in card.values}
        apart = bool((self.names.used - columns) & {*EACH_COPY})
        taken = {ident: card.span for card, ident in named}
        cards, slot = [], 1
        for card, ident in named:
            cards.append(PrintedCard(card, ident, slot, 1, 1 if apart and card.copies else None))
            for copy in range(2, card.copies + 1) if apart else ():
                name = free_id(f"{ident}-{copy}", taken, {})
                taken[name] = card.span
                cards.append(PrintedCard(card, name, slot + copy - 1, copy, 1))
            slot += card.copies
        return cards

    def size_with_tab(self, card: CardSpec, index: int, tabs: TabSizes) -> Size:
        """The card's size: a divider's with its own tab, the deck's for all others."""
        if not self.deck.tab:
            return tabs.turn(index)
        try:
            place = template.fill(self.deck.tab, self.values.make(card, card.id)).strip()
        except TemplateFault:
            return tabs.turn(index)  # reported by DeckNames.check
        return tabs.at(place, self.deck.place("tab"), self.report)

    def card(self, printed: PrintedCard, size: Size) -> BoundCard | None:
        """The card, perhaps as it was bound last time."""
        if self.kept is None and not self.memo.keeps:
            return self.bind_card(printed, size)
        key, look_ups = self.keys.make(printed, size), self.faces.binder.look_ups
        here = self.memo.make_key(key, printed.card) if self.memo.keeps else key
        found = self.memo.card(
            here,
            lambda last: look_ups.collect(lambda: self.recall_or_bind(printed, size, key, last)),
        )
        faulty = found.is_faulty or printed.card.changes
        if self.kept is not None and found.value is not None and not faulty:
            self.kept.note(key.whole, found.value, found.names)
        return found.value

    def recall_or_bind(
        self, printed: PrintedCard, size: Size, key: CardKey, last: RememberedCard | None
    ) -> BoundCard | None:
        """The card as an earlier process bound it, or bound now, but for a face of last time."""
        noted = self.kept.recall(key.whole) if self.kept is not None else None
        if noted is None:
            known = NO_FACES if printed.card.changes else self.take_faces(key, last)
            return self.bind_card(printed, size, known)
        found, late = self.faces.binder.look_ups.take(noted), LateCard(self, printed, size)
        front = self.recall_face("front", printed, size, found.front, late.front)
        back = None
        if found.back is not None:
            back = self.recall_face("back", printed, size.mirrored(), found.back, late.back)
        return self.make_card(printed, self.values.fill(printed), front, back)

    def recall_face(
        self,
        side: Literal["front", "back"],
        printed: PrintedCard,
        size: Size,
        kept: KeptFace,
        bind: Callable[[], BodySource],
    ) -> BoundFace:
        """A face whose elements are bound when somebody asks for them."""
        assert self.kept is not None
        return BoundFace(
            size=size,
            layout=kept.layout,
            drawn=KnownBody(kept.digest, self.kept.facts_of(kept), bind),
            deck=self.name,
            card=printed.ident,
            side=side,
            span=printed.card.span,
        )

    def take_faces(self, key: CardKey, last: RememberedCard | None) -> KnownFaces:
        """The faces of last time that are as they would be bound now."""
        card = last.card.value if last is not None else None
        if last is None or card is None:
            return NO_FACES
        front = card.front if last.key.front == key.front else None
        back = card.back if last.key.back == key.back else None
        if front is not None or back is not None:
            self.faces.binder.look_ups.take(last.card)
        return KnownFaces(front, back)

    def bind_card(
        self, printed: PrintedCard, size: Size, known: KnownFaces = NO_FACES
    ) -> BoundCard | None:
        values = self.values.fill(printed)
        context = CardContext(self.name, printed.card, printed.ident, values)
        changes = self.faces.read_changes(printed.card)
        front, back = self.faces.both(context, size, changes, known)
        if front is None or (back is None and self.deck.back):
            return None
        overrides = self.faces.check_overrides(context, front, back, changes) if changes else ()
        return self.make_card(printed, values, front, back, overrides)

    def make_card(
        self,
        printed: PrintedCard,
        values: Mapping[str, Any],
        front: BoundFace,
        back: BoundFace | None,
        overrides: tuple[Override, ...] = (),
    ) -> BoundCard:
        card = printed.card
        own = {name: values[name] for name in self.values.own_and_kept}
        copies = card.copies if printed.copies is None else printed.copies
        return BoundCard(
            self.name, printed.ident, copies, front, back, own, overrides, printed.copy,
            span=card.span,
        )  # fmt: skip


class LateCard:
    """What is on a card that an earlier process bound; bound when it is first asked for."""

    def __init__(self, deck: DeckBinder, printed: PrintedCard, size: Size) -> None:
        self._deck, self._printed, self._size = deck, printed, size
        self._card: BoundCard | None = None

    def front(self) -> BodySource:
        return self._bound.front.drawn

    def back(self) -> BodySource:
        back = self._bound.back
        assert back is not None
        return back.drawn

    @property
    def _bound(self) -> BoundCard:
        if self._card is None:
            self._deck.faces.binder.broken = self._deck.broken
            self._card = self._deck.bind_card(self._printed, self._size)
        assert self._card is not None
        return self._card
