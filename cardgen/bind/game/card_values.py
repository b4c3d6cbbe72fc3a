"""What expressions on a card know: its fields, and what each card is told of itself and the game.

In      a deck's spec and rows, the functions over all decks.
Out     names and values of each card to print, texts that are templates filled in.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from msgspec import Struct

from cardgen.bind.card.html_markup import convert_html
from cardgen.core.findings import Finding, Report
from cardgen.expressions import syntax, template
from cardgen.expressions.faults import TemplateFault
from cardgen.expressions.foreign_words import suggest_name
from cardgen.expressions.language_functions import CREDITS, LANGUAGE, for_print
from cardgen.read.computed_fields import EACH_COPY, GIVEN
from cardgen.read.credits import print_credits
from cardgen.read.deck_functions import DeckFunctions
from cardgen.read.game import GameSpec
from cardgen.read.models.game_file import DeckSpec
from cardgen.read.print_record import known_texts, say_fields
from cardgen.read.tables.cards import CardSpec
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


class CardValues(Struct, dict=True):
    """What expressions on the cards of a deck know."""

    name: str
    deck: DeckSpec
    spec: GameSpec
    report: Report
    deck_functions: DeckFunctions

    def columns(self) -> set[str]:
        """Every field that a card of the deck has or may have."""
        used = {name for card in self.spec.cards[self.name] for name in card.values}
        given = {*GIVEN, *EACH_COPY} | ({CHANGED} if self.spec.printed is not None else set())
        return used | set(self.deck.fields) | given

    def make(self, card: CardSpec, ident: str, slot: int = 1, copy: int = 1) -> dict[str, Any]:
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

    def fill(self, printed: PrintedCard) -> dict[str, Any]:
        """What expressions on a card know, its texts filled in."""
        values = self.make(printed.card, printed.ident, printed.slot, printed.copy)
        self.fill_texts(values, printed.card, printed.ident)
        return values

    def is_changed(self, values: Mapping[str, Any], card: CardSpec, ident: str) -> bool:
        """Whether the card is not in the print that the game names, or has other fields there.

        What the print has under another id is in it: below a new row ids that are numbers change.
        """
        filled = {name: value for name, value in values.items() if name != CHANGED}
        self.fill_texts(filled, card, ident)
        said = say_fields({name: filled[name] for name in self.own_columns})
        return said not in self.printed_texts if said else ident not in self.printed_cards

    @cached_property
    def printed_cards(self) -> Mapping[str, Mapping[str, Any]]:
        """The fields of the deck's cards in the print that the game names."""
        return (self.spec.printed or {}).get(self.name, {})

    @cached_property
    def printed_texts(self) -> frozenset[str]:
        return known_texts(self.printed_cards.values())

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
                    hint = suggest_name(unknown[0], self.columns(), source=text)
                    message = f"no card of the deck `{self.name}` has a field `{unknown[0]}`"
                    raise TemplateFault("undefined-name", message, word=unknown[0], hint=hint)
                values[name] = template.fill(text, for_print(text, values))
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

    @cached_property
    def own_and_kept(self) -> tuple[str, ...]:
        """The fields of a card that later phases ask for."""
        return (*self.own_columns, *_KEPT)
