"""A rule of a composition with the cards that it is about, and what it works out for them.

In      a `RuleSpec`, cards, what can be deck_functions of all decks.
Out     values, groups of cards; what findings say of them.
Not here  whether the rule is kept (`check.rules.composition.card_rules`,
        `check.rules.composition.group_contents`).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from functools import cached_property
from typing import Any

from msgspec import Struct

from cardgen.check.rules.composition.card_group import tell_value
from cardgen.core.findings import Finding, Note
from cardgen.expressions import syntax, template
from cardgen.expressions.faults import TemplateFault
from cardgen.read.deck_function_calls import calls_deck_functions
from cardgen.read.deck_functions import DeckFunctions, DeckTable
from cardgen.read.models.rules import RuleSpec
from cardgen.read.tables.cards import CardSpec

_LONGEST = 60


class DeckRule(Struct, frozen=True, dict=True):
    """A rule, and the cards of its deck."""

    spec: RuleSpec
    table: DeckTable
    deck_functions: DeckFunctions

    @property
    def because(self) -> str:
        """The rule in the designer's words, "" if there are none."""
        return self.spec.because.strip().rstrip(".")

    @property
    def wording(self) -> str:
        """The rule in the designer's words, else as it is written."""
        return self.because or f"`{shorten(self.spec.that or self.spec.all)}`"

    def evaluate(self, source: str, table: DeckTable, card: CardSpec | None = None) -> Any:
        """The value of an expression over some cards, or over one of them.

        Raises:
            TemplateFault: it cannot be worked out.
        """
        values = table.values(card) if card else {}
        if calls_deck_functions(source):
            values |= self.deck_functions.functions(source, table, values)
        return template.evaluate(source, values)

    @cached_property
    def cards(self) -> DeckTable:
        """Those that the rule is for."""
        if not self.spec.for_:
            return self.table
        kept = [c for c in self.table.cards if self.evaluate(self.spec.for_, self.table, c)]
        return self.table.with_cards(kept)

    def groups(self) -> Iterator[tuple[str, DeckTable]]:
        """Its cards by the value of `by`; cards without one are in no group."""
        if not self.spec.by:
            yield "", self.cards
            return
        grouped: dict[str, list[CardSpec]] = defaultdict(list)
        for card in self.cards.cards:
            value = tell_value(self.evaluate(self.spec.by, self.cards, card))
            if value:
                grouped[value].append(card)
        for value, cards in grouped.items():
            yield value, self.table.with_cards(cards)

    # --- for findings ----------------------------------------------------------------

    def describe_group(self, group: str) -> str:
        """The deck, and the group by what makes it one."""
        name = self.table.name
        return f"{name}, {shorten(self.spec.by)} `{group}`" if self.spec.by else name

    def note_rule(self, key: str) -> Note:
        return Note("the composition asks for it", self.spec.place(key))

    def report_fault(self, fault: TemplateFault, key: str, *notes: Note) -> Finding:
        """An expression that cannot be worked out, at the word that is to blame."""
        scalar, place = self.spec.scalar(key), self.spec.place(key)
        if scalar is not None and fault.word:
            place = scalar.part(*syntax.locate_word(scalar.text, fault.word))
        return Finding(fault.code, str(fault), place, hint=fault.hint, notes=notes)


def format_plain(value: Any) -> str:
    """A value as it would be typed: 35, not 35.0."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return f"{value:.10g}" if isinstance(value, float) else shorten(str(value))


def quote_value(value: Any) -> str:
    """A value in a sentence."""
    return "empty" if value in (None, "") else f"`{format_plain(value)}`"


def shorten(text: str) -> str:
    """A text on one line, cut where it is long."""
    line = " ".join(text.split())
    return line if len(line) <= _LONGEST else f"{line[: _LONGEST - 1]}…"
