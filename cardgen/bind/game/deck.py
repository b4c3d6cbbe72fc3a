"""Bind a deck: an id, a size and two faces for every card.

In      a deck's spec and rows, the layouts, what binds elements.
Out     `BoundDeck`; findings for names that no card has, ids that are there twice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from functools import cached_property
from typing import Any, Literal

from msgspec import Struct, field
from msgspec.structs import replace

from cardgen.bind.bound_elements import BoundElement
from cardgen.bind.bound_faces import (
    Body,
    BodySource,
    BoundCard,
    BoundDeck,
    BoundFace,
    Override,
)
from cardgen.bind.card.face_bodies import BodyStore
from cardgen.bind.card.face_facts import FaceFacts
from cardgen.bind.card.html_markup import convert_html
from cardgen.bind.card.known_bodies import KnownBody
from cardgen.bind.component_sizes import ComponentSizes, TabSizes
from cardgen.bind.elements.binder import ElementBinder
from cardgen.bind.elements.card_context import CardContext
from cardgen.bind.elements.plain_specs import scalars_in
from cardgen.bind.elements.unknown_names import NameCheck
from cardgen.bind.game.bind_cache import BindCache
from cardgen.bind.game.overrides import LayoutOverrides
from cardgen.bind.kept.kept_cards import KeptCards, KeptFace
from cardgen.cache.content_key import make_record_key
from cardgen.core.findings import Finding, Report, did_you_mean
from cardgen.core.sizes import Size, load_sizes
from cardgen.expressions import syntax, template
from cardgen.expressions.faults import TemplateFault
from cardgen.expressions.hidden_names import ANYTHING, find_hidden_names
from cardgen.expressions.language_functions import CREDITS, LANGUAGE
from cardgen.files.file_names import slug
from cardgen.read.card_ids import assign_ids, free_id
from cardgen.read.computed_fields import EACH_COPY, GIVEN
from cardgen.read.credits import print_credits
from cardgen.read.deck_functions import CARDS, DECK_FUNCTIONS, DeckFunctions
from cardgen.read.game import GameSpec
from cardgen.read.models.game_file import DeckSpec
from cardgen.read.models.layouts import LayoutSpec
from cardgen.read.print_record import differs
from cardgen.read.tables.cards import CardSpec
from cardgen.read.tables.overrides import Change, read_overrides
from cardgen.read.translation.several_languages import LANGUAGES, languages_of

CHANGED = "changed"
"""What a card knows of the print that `changed-since` names."""
_KEPT = ("copies", "deck", "game", "id")
"""What later phases ask of a card beside its fields."""


class PrintedCard(Struct, frozen=True):
    """A card to bind: a row with all its copies, or one copy of it."""

    card: CardSpec
    ident: str
    slot: int
    """Of its first copy in the deck, from 1."""
    copy: int
    copies: int | None
    """None: as many as the row says."""


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
    deck_functions: DeckFunctions
    mark: BoundElement | None = None
    kept: KeptCards | None = None
    """What earlier processes bound."""
    broken: set[int] = field(default_factory=set)
    used: set[str] = field(default_factory=set)
    """Names that layouts and texts of the deck use."""

    def bind(self) -> BoundDeck | None:
        size = self.sizes.find(self.deck.size, self.deck.place("size"))
        if self.name in self.spec.unread:
            return None
        self.check_layout_names()
        self.binder.broken = self.broken
        cards = self.each_copy(self.assign_ids(self.spec.cards[self.name]))
        some = size or next(iter(load_sizes().values()))
        tabs = self.sizes.tabs(self.deck.size, some)
        bound = [
            self.card(card, self.size_with_tab(card.card, i, tabs)) for i, card in enumerate(cards)
        ]
        good = tuple(card for card in bound if card is not None)
        return BoundDeck(self.name, size, good, span=self.deck.span) if size else None

    def columns(self) -> set[str]:
        """Every field that a card of the deck has or may have."""
        used = {name for card in self.spec.cards[self.name] for name in card.values}
        given = {*GIVEN, *EACH_COPY} | ({CHANGED} if self.spec.printed is not None else set())
        return used | set(self.deck.fields) | given

    # --- names and ids ---------------------------------------------------------------

    def check_layout_names(self) -> None:
        """Names that no card has, found once a layout and not once a card."""
        known = self.columns() | {*self.spec.constants, *DECK_FUNCTIONS, CARDS}
        known |= {LANGUAGES} if self.spec.languages else set()
        lacking = f"no card of the deck `{self.name}` has a field"
        names = NameCheck(lacking, self.spec.layouts.pieces, self.report, self.broken)
        for key in ("front", "back", "id", "tab"):
            names.template(self.deck, key, known, expression=False)
        for layout in self.layouts_in_use():
            names.layout(layout, known)
        names.styles(self.binder.styles.styles.values())
        self.used = names.used | self.names_in_texts()

    def names_in_texts(self) -> set[str]:
        """The names that texts of cards use, where these are templates."""
        names: set[str] = set()
        for card in self.spec.cards[self.name]:
            if card.changes:
                for change in read_overrides(card.node, self.deck.fields, Report()).values():
                    for scalar in (s for _, node in change.values() for s in scalars_in(node)):
                        with suppress(TemplateFault):
                            names |= syntax.find_names(scalar.text)
            for name in self.templates:
                with suppress(TemplateFault):
                    names |= syntax.find_names(str(card.values.get(name) or ""))
        return names

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
        return assign_ids(self.name, cards, self.id_by_template, self.report)

    def id_by_template(self, card: CardSpec) -> str:
        if not self.deck.id:
            return ""
        try:
            return slug(template.fill(self.deck.id, self.values(card, "")))
        except TemplateFault:
            return ""  # reported by check_layout_names, or by the card's own faces

    def each_copy(self, named: list[tuple[CardSpec, str]]) -> list[PrintedCard]:
        """The cards to bind: every copy by itself, if they print their number."""
        columns = {name for card, _ in named for name in card.values}
        apart = bool((self.used - columns) & {*EACH_COPY})
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

    def values(self, card: CardSpec, ident: str, slot: int = 1, copy: int = 1) -> dict[str, Any]:
        """What expressions on a card know."""
        empty: dict[str, Any] = dict.fromkeys(self.sorted_columns)
        given = {
            "deck": self.name, "game": self.spec.file.game, "version": self.spec.file.version,
            "id": ident, "copies": card.copies, "total": self.total, "slot": slot, "copy": copy,
            LANGUAGE: self.deck.language or self.spec.file.language,
            CREDITS: print_credits(self.spec.credits),
        }  # fmt: skip
        constants = {n: v for n, v in self.spec.constants.items() if n not in empty}
        if self.spec.languages:
            given[LANGUAGES] = languages_of(self.spec.languages, self.name, card)
        made = {**self.functions, **empty, **constants, **given, **card.values}
        if self.spec.printed is not None and CHANGED not in self.own_columns:
            made[CHANGED] = self.is_changed(made, card, ident)
        return made

    def is_changed(self, values: Mapping[str, Any], card: CardSpec, ident: str) -> bool:
        """Whether the card is not in the print that the game names, or has other fields there."""
        printed = (self.spec.printed or {}).get(self.name, {}).get(ident)
        if printed is None:
            return True
        filled = {name: value for name, value in values.items() if name != CHANGED}
        self.fill_texts(filled, card, ident)
        return differs(printed, {name: filled[name] for name in self.own_columns})

    @cached_property
    def total(self) -> int:
        """The cards of the deck, copies counted."""
        return sum(card.copies for card in self.spec.cards[self.name])

    @cached_property
    def functions(self) -> Mapping[str, Any]:
        """The functions over all cards."""
        return self.deck_functions.all_over(self.deck_functions.tables[self.name])

    @cached_property
    def templates(self) -> tuple[str, ...]:
        """The fields whose texts are templates."""
        return tuple(name for name, spec in self.deck.fields.items() if spec.template)

    def fill_texts(self, values: dict[str, Any], card: CardSpec, ident: str) -> None:
        """Work out the texts of the card that are templates, and those in HTML."""
        self.fill_templates(values, card, ident)
        for name, spec in self.deck.fields.items():
            text = values.get(name)
            if spec.markup == "html" and isinstance(text, str):
                values[name] = convert_html(text)

    def fill_templates(self, values: dict[str, Any], card: CardSpec, ident: str) -> None:
        for name in self.templates:
            text = values.get(name)
            if not isinstance(text, str) or "{" not in text:
                continue
            try:
                unknown = syntax.find_unknown_names(text, values)
                if unknown:
                    hint = did_you_mean(unknown[0], self.columns(), what="field")
                    message = f"no card of the deck `{self.name}` has a field `{unknown[0]}`"
                    raise TemplateFault("undefined-name", message, word=unknown[0], hint=hint)
                values[name] = template.fill(text, values)
            except TemplateFault as fault:
                scalar = card.scalar(name)
                part = syntax.locate_word(text, fault.word)
                place = scalar.part(*part) if scalar else card.span
                label = f"{self.name}/{ident}"
                self.report.add(Finding(fault.code, str(fault), place, hint=fault.hint, card=label))
                values[name] = ""

    @cached_property
    def sorted_columns(self) -> tuple[str, ...]:
        return tuple(sorted(self.columns()))

    @cached_property
    def own_columns(self) -> tuple[str, ...]:
        """The fields that cards have or may have, without what every card knows."""
        used = {name for card in self.spec.cards[self.name] for name in card.values}
        return tuple(sorted((used | {*self.deck.fields}) - {*_KEPT}))

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

    def card(self, printed: PrintedCard, size: Size) -> BoundCard | None:
        """The card, perhaps as it was bound last time."""
        if self.kept is None and not self.memo.keeps:
            return self.bind_card(printed, size)
        key = self.card_key(printed, size)
        found = self.memo.card(key, self.report, lambda: self.recall_or_bind(printed, size, key))
        if self.kept is not None and found is not None and not printed.card.changes:
            self.kept.note(key, found)
        return found

    def card_key(self, printed: PrintedCard, size: Size) -> bytes:
        """What stands for the row of a card, and for all else that it depends on beside files
        which are no card tables."""
        card = printed.card
        said = languages_of(self.spec.languages, self.name, card)
        parts = (
            self.shared_key, size, printed.ident, printed.copy, printed.copies,
            printed.slot if self.asks("slot") else 0,
            repr(said) if self.asks(LANGUAGES) else "",
            card.id, card.copies, card.digest, card.values,
        )  # fmt: skip
        return make_record_key(parts)

    def asks(self, *names: str) -> bool:
        """Whether a template of the deck uses one of some names, be it in quotes."""
        hidden = self.hidden_names
        return ANYTHING in hidden or not (self.used | hidden).isdisjoint(names)

    @cached_property
    def hidden_names(self) -> frozenset[str]:
        """Names that are used in quotes, and what is called, in the deck and all layouts."""
        nodes = [one for one in (self.deck.node, self.spec.layouts.node) if one is not None]
        texts = {scalar.text for node in nodes for scalar in scalars_in(node)}
        for card in self.spec.cards[self.name] if self.templates else ():
            texts.update(str(card.values.get(name) or "") for name in self.templates)
        return frozenset(name for text in texts for name in find_hidden_names(text))

    @cached_property
    def shared_key(self) -> bytes:
        """What all cards of the deck depend on."""
        total = self.total if self.asks("total") else 0
        digest = self.digest if self.asks(*DECK_FUNCTIONS) else b""
        return make_record_key((self.name, self.sorted_columns, total, digest))

    @cached_property
    def digest(self) -> bytes:
        """What stands for all cards of all decks."""
        decks = self.spec.cards.items()
        every = [(name, card.copies, card.id, card.values) for name, deck in decks for card in deck]
        return make_record_key(every)

    def recall_or_bind(self, printed: PrintedCard, size: Size, key: bytes) -> BoundCard | None:
        """The card as an earlier process bound it, or bound now."""
        found = self.kept.recall(key) if self.kept is not None else None
        if found is None:
            return self.bind_card(printed, size)
        values = self.values(printed.card, printed.ident, printed.slot, printed.copy)
        self.fill_texts(values, printed.card, printed.ident)
        bodies = LateBodies(self, printed, size)
        card, facts, back_facts = found
        front = self.recall_face("front", printed, size, card.front, facts, bodies.front)
        back = None
        if card.back is not None and back_facts is not None:
            other = size.mirrored()
            back = self.recall_face("back", printed, other, card.back, back_facts, bodies.back)
        return self.make_card(printed, values, front, back)

    def recall_face(
        self,
        side: Literal["front", "back"],
        printed: PrintedCard,
        size: Size,
        kept: KeptFace,
        facts: FaceFacts,
        bind: Callable[[], BodySource],
    ) -> BoundFace:
        """A face whose elements are bound when somebody asks for them."""
        return BoundFace(
            size=size,
            layout=kept.layout,
            drawn=KnownBody(kept.digest, facts, bind),
            deck=self.name,
            card=printed.ident,
            side=side,
            span=printed.card.span,
        )

    def bind_card(self, printed: PrintedCard, size: Size) -> BoundCard | None:
        card, ident = printed.card, printed.ident
        values = self.values(card, ident, printed.slot, printed.copy)
        self.fill_texts(values, card, ident)
        context = CardContext(self.name, card, ident, values)
        changes = read_overrides(card.node, self.deck.fields, self.report) if card.changes else {}
        front = self.face("front", context, size, changes)
        back = self.face("back", context, size.mirrored(), changes) if self.deck.back else None
        if front is None or (back is None and self.deck.back):
            return None
        overrides = self.check_overrides(context, front, back, changes) if changes else ()
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
        own = {name: values[name] for name in (*self.own_columns, *_KEPT)}
        copies = card.copies if printed.copies is None else printed.copies
        return BoundCard(
            self.name, printed.ident, copies, front, back, own, overrides, printed.copy,
            span=card.span,
        )  # fmt: skip

    def check_overrides(
        self,
        context: CardContext,
        front: BoundFace,
        back: BoundFace | None,
        changes: Mapping[str, Change],
    ) -> tuple[Override, ...]:
        """What a card changes in its layouts, and may not need to; unknown names are reported."""
        faces = [face for face in (front, back) if face is not None]
        layouts = [self.layouts[face.layout] for face in faces]
        overrides = self.layout_overrides
        overrides.report_unknown(changes, layouts)
        found = []
        for face, layout in zip(faces, layouts, strict=True):
            made = overrides.apply(layout, changes)
            for needless in overrides.needless_changes(layout, made, changes):
                place = needless.node.span
                found.append(Override(needless.element, needless.key, place))
            told = {one.element for one in found}
            for name, node, rest in overrides.sizes_changed(layout, changes):
                without = self.face(face.side, context, face.size, rest)
                if without is not None and name not in told:
                    found.append(Override(name, "size", node.span, without))
        return tuple(found)

    @cached_property
    def layout_overrides(self) -> LayoutOverrides:
        layouts = self.spec.layouts
        return LayoutOverrides(self.report, layouts.pieces, layouts.styles)

    def face(
        self,
        side: Literal["front", "back"],
        context: CardContext,
        size: Size,
        changes: Mapping[str, Change],
    ) -> BoundFace | None:
        layout = self.layout(side, context)
        if layout is None:
            return None
        name, found = layout
        if changes:
            found = self.layout_overrides.apply(found, changes)
        body = Body(
            bleed=self.binder.elements(found.bleed, context),
            trim=self.binder.elements(found.trim, context),
            safe=self.binder.elements(found.safe, context),
            tab=self.binder.elements(found.tab, context),
            mirrored=self.spec.file.mirror,
        )
        if self.mark is not None:
            body = replace(body, safe=(*body.safe, self.mark))
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


class LateBodies:
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
            self._deck.binder.broken = self._deck.broken
            self._card = self._deck.bind_card(self._printed, self._size)
        assert self._card is not None
        return self._card
