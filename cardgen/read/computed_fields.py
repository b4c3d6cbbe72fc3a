"""Fields that are worked out from a card's others, and the constants of a game.

In      the cards of all decks as they were read, `value:` of declared fields, `vars:`.
Out     the cards with all their values; findings for expressions at fault.
Not here  what differs from copy to copy, and templates in texts (`bind.game.deck`).

A computed field may use others, in any order. It may ask decks (`count("units")`): of cards as
they were read, so that no two decks wait for each other.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from msgspec import Struct, field

from cardgen.core.findings import Finding, Note, Report, did_you_mean
from cardgen.expressions import syntax, template
from cardgen.expressions.faults import TemplateFault
from cardgen.read.deck_functions import ASKING, Asked, Table
from cardgen.read.models.game_file import DeckSpec, GameFile
from cardgen.read.models.tables import FieldSpec
from cardgen.read.syntax.nodes import find
from cardgen.read.tables.cards import CardSpec, Value, parse_node, parse_plain_text

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
    return constants | {name: parse_plain_text(text) for name, text in settings.items()}


def compute_fields(
    file: GameFile, cards: Cards, constants: Mapping[str, Value], report: Report
) -> Cards:
    """All decks with the values of their computed fields."""
    computed = {n: d for n, d in file.decks.items() if any(f.value for f in d.fields.values())}
    if not computed:
        return cards
    asked = Asked({name: Table(name, rows) for name, rows in cards.items()})
    made = dict(cards)
    for name, deck in computed.items():
        made[name] = _Deck(name, deck, file, cards[name], constants, asked, report).compute()
    return made


def decks_asked(sources: Iterable[str]) -> bool:
    """Whether an expression asks other cards, and so may change when they do."""
    return any(f"{name}(" in source for name in ASKING for source in sources)


class _Deck(Struct):
    name: str
    deck: DeckSpec
    file: GameFile
    cards: tuple[CardSpec, ...]
    constants: Mapping[str, Value]
    asked: Asked
    report: Report
    circular: set[str] = field(default_factory=set)

    def compute(self) -> tuple[CardSpec, ...]:
        fields = {name: spec for name, spec in self.deck.fields.items() if spec.value}
        columns = {name for card in self.cards for name in card.values} | {*self.deck.fields}
        known = columns | {*GIVEN, *self.constants, *ASKING}
        good = {n: spec for n, spec in fields.items() if self.is_sound(n, spec, known)}
        order = self.order(good)
        table = Table(self.name, self.cards)
        total = sum(card.copies for card in self.cards)
        order = [name for name in order if name not in self.circular]
        return tuple(self.computed(card, order, table, total) for card in self.cards)

    def is_sound(self, name: str, spec: FieldSpec, known: set[str]) -> bool:
        """Whether a template uses known names only."""
        try:
            unknown = syntax.find_unknown_names(spec.value, known)
        except TemplateFault as fault:
            self.fault(name, fault)
            return False
        for word in unknown:
            hint = did_you_mean(word, known, what="field")
            message = f"no card of the deck `{self.name}` has a field `{word}`"
            if word in EACH_COPY:
                message = f"`{word}` differs from copy to copy, and a computed field does not"
                hint = f"use `{word}` in the layout"
            self.fault(name, TemplateFault("undefined-name", message, word=word, hint=hint))
        return not unknown

    def order(self, fields: Mapping[str, FieldSpec]) -> list[str]:
        """The fields, each behind those that it uses."""
        order: list[str] = []
        for name in fields:
            self.visit(name, fields, order, ())
        return order

    def visit(
        self, name: str, fields: Mapping[str, FieldSpec], order: list[str], path: tuple[str, ...]
    ) -> None:
        if name in order:
            return
        if name in path:
            way = " → ".join((*path[path.index(name) :], name))
            message = f"this field is worked out from itself: {way}"
            hint = "read one of the fields from the table"
            self.fault(name, TemplateFault("circular-field", message, hint=hint))
            self.circular.update(path)
            return
        for used in sorted(syntax.find_names(fields[name].value) & fields.keys()):
            self.visit(used, fields, order, (*path, name))
        if name not in order:
            order.append(name)

    def computed(self, card: CardSpec, order: list[str], table: Table, total: int) -> CardSpec:
        values = dict(card.values)
        given: dict[str, Any] = {
            "id": card.id, "copies": card.copies, "deck": self.name, "game": self.file.game,
            "version": self.file.version, "total": total,
        }  # fmt: skip
        known: dict[str, Any] = (
            dict(self.constants)
            | dict.fromkeys(sorted(table.columns | {*self.deck.fields}))
            | given
        )
        for name in order:
            spec = self.deck.fields[name]
            if values.get(name) not in (None, ""):
                self.given_too(card, name)
                continue
            try:
                functions = self.asked.functions_for(spec.value, table)
                values[name] = template.fill_native(spec.value, {**functions, **known, **values})
            except TemplateFault as fault:
                self.fault(name, fault, card)
                values[name] = None
        return replace(card, values=values)

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
