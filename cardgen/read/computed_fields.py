"""Fields that are worked out from a card's others, and the constants of a game.

In      the cards of all decks as they were read, `value:` of declared fields, `vars:`.
Out     the cards with all their values; findings for expressions at fault.
Not here  what differs from copy to copy, and templates in texts (`bind.game.card_values`).

A computed field may use others, in any order, and ask decks (`count("units", "power > 2")`) for
fields that are computed themselves.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from typing import Any

from msgspec import Struct, field

from cardgen.core.findings import Finding, Note, Report, did_you_mean
from cardgen.expressions import syntax, template
from cardgen.expressions.faults import TemplateFault
from cardgen.expressions.foreign_words import suggest_name
from cardgen.expressions.language_functions import LANGUAGE, for_print
from cardgen.read.computed_order import FieldName, describe_circle, order_fields
from cardgen.read.deck_functions import DECK_FUNCTIONS, DeckFunctions, DeckTable, make_tables
from cardgen.read.models.game_file import DeckSpec, GameFile
from cardgen.read.models.tables import FieldSpec
from cardgen.read.models.templated import has_template
from cardgen.read.syntax.nodes import find
from cardgen.read.tables.cards import CardSpec
from cardgen.read.tables.values import Value, parse_node, parse_plain_text

GIVEN = ("id", "copies", "deck", "game", "version", "total")
"""What is the same for all copies of a card."""
EACH_COPY = ("slot", "copy")

Cards = Mapping[str, tuple[CardSpec, ...]]


class SettingError(ValueError):
    """A constant is set anew that the game does not have; the message is one clear sentence."""


def read_constants(file: GameFile, settings: Mapping[str, str], report: Report) -> dict[str, Value]:
    """The constants of a game, those that were set anew among them.

    Raises:
        SettingError: the game has no such constant.
    """
    for name in settings:
        if name not in file.vars:
            hint = did_you_mean(name, file.vars, what="constant under `vars:`")
            raise SettingError(f"the game has no constant `{name}`; {hint}")
    constants: dict[str, Value] = {}
    for name, value in file.vars.items():
        node = find(file.node, "vars", name)
        constants[name] = parse_node(node) if node is not None else value
        if not name.isidentifier():
            message = f"`{name}` is no name that an expression can use"
            hint = "write letters, digits and `_`"
            report.add(Finding("bad-name", message, file.place("vars", name), hint=hint))
        if name in (*GIVEN, *EACH_COPY):
            message = f"`{name}` is what every card knows by itself; nothing asks for this one"
            hint = "give it another name"
            report.add(Finding("bad-name", message, file.place("vars", name), hint=hint))
        if isinstance(value, str) and has_template(value):
            message = "a constant is no template: nothing in it is worked out"
            hint = "write its value, or compute a field: `fields: {total: {value: …}}` of a deck"
            report.add(Finding("bad-markup", message, file.place("vars", name), hint=hint))
    return constants | {name: parse_plain_text(text) for name, text in settings.items()}


def compute_fields(
    file: GameFile,
    cards: Cards,
    constants: Mapping[str, Value],
    report: Report,
    needed: Collection[str] = (),
) -> Cards:
    """All decks with the values of their computed fields; those that are `needed` word for word
    have the capitals of no language."""
    computed = {n: d for n, d in file.decks.items() if any(f.value for f in d.fields.values())}
    if not computed:
        return cards
    tables = make_tables(cards, constants)
    deck_functions, made = DeckFunctions(tables), dict(cards)
    decks = {
        name: _ComputedDeck(
            name, deck, file, cards[name], constants, deck_functions, report, needed
        )
        for name, deck in computed.items()
    }
    templates = {
        (deck.name, name): spec.value
        for deck in decks.values()
        for name, spec in deck.sound_fields().items()
    }
    found = order_fields(templates)
    for circle in found.circles:
        deck, name = circle[0]
        decks[deck].fault(name, _circular(circle))
    asking = decks_asked(templates.values())
    for deck, name in found.order:
        decks[deck].compute(name)
        if asking:
            tables[deck] = DeckTable(deck, decks[deck].cards, constants=constants)
    return made | {name: deck.cards for name, deck in decks.items()}


def _circular(circle: tuple[FieldName, ...]) -> TemplateFault:
    message = f"this field is worked out from itself: {describe_circle(circle)}"
    return TemplateFault("circular-field", message, hint="read one of the fields from the table")


def decks_asked(sources: Iterable[str]) -> bool:
    """Whether an expression asks other cards, and so may change when they do."""
    return any(f"{name}(" in source for name in DECK_FUNCTIONS for source in sources)


class _ComputedDeck(Struct):
    name: str
    deck: DeckSpec
    file: GameFile
    cards: tuple[CardSpec, ...]
    constants: Mapping[str, Value]
    deck_functions: DeckFunctions
    report: Report
    needed: Collection[str]
    _columns: dict[str, None] = field(default_factory=dict)

    def sound_fields(self) -> dict[str, FieldSpec]:
        """The computed fields that use known names only."""
        fields = {name: spec for name, spec in self.deck.fields.items() if spec.value}
        known = self.columns() | {*GIVEN, *self.constants, *DECK_FUNCTIONS}
        return {n: spec for n, spec in fields.items() if self.is_sound(n, spec, known)}

    def columns(self) -> set[str]:
        """The fields that any card has or will have, empty where it has not."""
        if not self._columns:
            given = {name for card in self.cards for name in card.values}
            self._columns = dict.fromkeys(sorted(given | {*self.deck.fields}))
        return {*self._columns}

    def compute(self, name: str) -> None:
        """Work out a field on all cards."""
        spec, table = self.deck.fields[name], self.deck_functions.tables[self.name]
        functions = self.deck_functions.functions_for(spec.value, table)
        every: dict[str, Any] = {
            **functions, **self.constants, **self._columns,
            "deck": self.name, "game": self.file.game, "version": self.file.version,
            LANGUAGE: self.deck.language or self.file.language,
            "total": sum(card.copies for card in self.cards),
        }  # fmt: skip
        self.cards = tuple(self.computed(card, name, every) for card in self.cards)

    def is_sound(self, name: str, spec: FieldSpec, known: set[str]) -> bool:
        """Whether a template uses known names only."""
        try:
            unknown = syntax.find_unknown_names(spec.value, known)
        except TemplateFault as fault:
            self.fault(name, fault)
            return False
        for word in unknown:
            hint = suggest_name(word, known, source=spec.value)
            message = f"no card of the deck `{self.name}` has a field `{word}`"
            if word in EACH_COPY:
                message = f"`{word}` differs from copy to copy, and a computed field does not"
                hint = f"use `{word}` in the layout"
            self.fault(name, TemplateFault("undefined-name", message, word=word, hint=hint))
        return not unknown

    def computed(self, card: CardSpec, name: str, every: Mapping[str, Any]) -> CardSpec:
        """A card with one more field, from what every card of the deck knows and its own."""
        if card.values.get(name) not in (None, ""):
            self.given_too(card, name)
            return card
        known = {**every, "id": card.id, "copies": card.copies, **card.values}
        value: Value = None
        try:
            source = self.deck.fields[name].value
            told = known if name in self.needed else for_print(source, known)
            value = template.fill_native(source, told)
        except TemplateFault as fault:
            self.fault(name, fault, card)
        return replace(card, values={**card.values, name: value})

    def given_too(self, card: CardSpec, name: str) -> None:
        message = f"`{name}` is computed, and this card gives it a value too"
        hint = "empty the cell, or leave `value:` out"
        self.report.add(Finding("computed-field", message, card.place(name), hint=hint))

    def fault(self, name: str, fault: TemplateFault, card: CardSpec | None = None) -> None:
        spec = self.deck.fields[name]
        scalar = spec.scalar("value")
        part = syntax.locate_word(spec.value, fault.word)
        place = scalar.part(*part) if scalar else self.deck.place("fields", name)
        notes = (Note("for the card", card.span),) if card else ()
        self.report.add(Finding(fault.code, str(fault), place, hint=fault.hint, notes=notes))
