"""What the rules of a composition can ask of all cards: counts, sums, a word's letters weighed.

In      the decks of a game; expressions in quotes, as in `count("letters", "mark == 'red'")`.
Out     the functions that an expression is given.
Not here  what is wrong with how it calls them (`read.deck_function_calls`), rules
        (`check.rules.composition.card_rules`), what can be asked of a single text
        (`expressions.text_functions`).

An expression in quotes is worked out for each card of a deck, or each letter of a text; it
cannot ask all cards again, so the work stays in proportion to the cards. What was worked out
once is kept.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from cardgen.core.findings import did_you_mean
from cardgen.expressions import template
from cardgen.expressions.faults import TemplateFault
from cardgen.expressions.syntax import find_calls
from cardgen.expressions.template_functions import checked_function
from cardgen.expressions.text_functions import spelled

if TYPE_CHECKING:
    from cardgen.read.tables.cards import CardSpec

CARDS = "cards"
"""What stands for the cards that a rule is about, in place of a deck's name."""

MOST_LETTERS = 200
MOST_STEPS = 2_000_000
"""How often one game may work an expression in quotes out for a card: distinct expressions times
cards. As many take about ten seconds, and 150 MB of answers."""
_NAMED = "write it in quotes; how many values a list has is `tags | length`"
GIVEN = ("copies", "id")
"""What every card has beside its fields."""

QUOTING_FUNCTIONS = {"count": 1, "sum": 1, "least": 1, "most": 1, "different": 1, "total": 1}
"""Functions that take an expression in quotes, and which of their arguments it is."""

DECK_FUNCTIONS = (*QUOTING_FUNCTIONS, "of")


class CardsMarker:
    """The value of `cards`."""


@dataclass(frozen=True)
class DeckTable:
    """Some cards: the names and values of their fields."""

    name: str
    cards: Sequence[CardSpec]
    results: dict[str, list[tuple[Any, int]]] = field(default_factory=dict, compare=False)
    """Values of an expression for each card, with its copies."""
    answers: dict[tuple[str, str], Any] = field(default_factory=dict, compare=False)
    """What functions made of these values, by their names and expressions."""
    counts: dict[str, Counter[str]] = field(default_factory=dict, compare=False)
    """How many cards have each value of a field."""
    given: dict[str, Any] = field(default_factory=dict, compare=False)
    """What can be asked of all cards, once it is needed."""
    constants: Mapping[str, Any] = field(default_factory=dict, compare=False)
    """Those of the game; fields of the same name hide them."""

    @cached_property
    def columns(self) -> frozenset[str]:
        return frozenset(name for card in self.cards for name in card.values)

    @cached_property
    def known(self) -> frozenset[str]:
        """The names that an expression over one of the cards may use."""
        return self.columns | {*GIVEN, *self.constants}

    def with_cards(self, cards: Sequence[CardSpec]) -> DeckTable:
        """Some of the cards, of which nothing is worked out yet."""
        return DeckTable(self.name, tuple(cards), constants=self.constants)

    def values(self, card: CardSpec) -> dict[str, Any]:
        """A card's fields; those that it lacks are empty."""
        empty: dict[str, Any] = dict.fromkeys(self.columns)
        given = {"copies": card.copies, "id": card.id}
        return {**self.constants, **empty, **given, **card.values}


def make_tables(
    cards: Mapping[str, Sequence[CardSpec]], constants: Mapping[str, Any]
) -> dict[str, DeckTable]:
    """A table for each deck of a game."""
    return {name: DeckTable(name, own, constants=constants) for name, own in cards.items()}


def _check_quoted(name: str, expression: Any) -> None:
    """Refuse a value of this card where one is asked for that each card of the deck has."""
    if not isinstance(expression, str):
        message = f"what `{name}` asks of each card stands in quotes"
        hint = f"""write `{name}('deck', 'cost')`, or `'cost > 2'` for `'cost'`"""
        raise TemplateFault("template-value", message, word=name, hint=hint)


class DeckFunctions(Struct):
    """All decks, and what has been worked out over them."""

    tables: Mapping[str, DeckTable]
    steps: int = 0
    """How many times an expression was worked out for a card."""

    def table_of(self, name: str, cards: Sequence[CardSpec]) -> DeckTable:
        """A table of some cards, of several decks perhaps, that knows what those of decks know."""
        known = next(iter(self.tables.values()), None)
        return DeckTable(name, cards, constants=known.constants if known else {})

    def functions(
        self, source: str, cards_table: DeckTable, values: Mapping[str, Any]
    ) -> Mapping[str, Any]:
        """What an expression over the cards of a table, or one with `values`, may call."""
        given = cards_table.given
        if not given:
            given.update(self._over(cards_table))
        if any(call.name == "total" for call in find_calls(source)):
            total = checked_function(
                "total", lambda text, expression: self._total(text, expression, values)
            )
            return {**given, "total": total}
        return given

    def functions_for(self, source: str, cards_table: DeckTable) -> Mapping[str, Any]:
        """What a template on one of `cards_table` may call; nothing if it calls nothing."""
        return (
            self.all_over(cards_table)
            if any(f"{name}(" in source for name in DECK_FUNCTIONS)
            else {}
        )

    def all_over(self, cards_table: DeckTable) -> Mapping[str, Any]:
        """What can be asked of all cards, worked out as little as once."""
        given = cards_table.given
        if not given:
            given.update(self._over(cards_table))
        return given

    def _over(self, cards_table: DeckTable) -> dict[str, Any]:
        """What can be asked of all cards."""

        def over(name: str, ask: Callable[[DeckTable, str], Any]) -> Callable[..., Any]:
            def asked(deck: Any, expression: str) -> Any:
                _check_quoted(name, expression)
                return _answer(self._table(deck, cards_table), name, expression, ask)

            return asked

        def count(deck: Any, where: str = "") -> int:
            _check_quoted("count", where)
            return int(_answer(self._table(deck, cards_table), "count", where, self._count))

        def of(deck: Any, field: Any, value: Any) -> int:
            return _count_equal(self._table(deck, cards_table), field, value)

        calls: dict[str, Callable[..., Any]] = {
            "of": of,
            "count": count,
            "sum": over("sum", self._sum),
            "least": over("least", self._least),
            "most": over("most", self._most),
            "different": over("different", self._different),
        }
        return {
            CARDS: CardsMarker(),
            **{name: checked_function(name, call) for name, call in calls.items()},
        }

    def _table(self, deck: Any, cards_table: DeckTable) -> DeckTable:
        if isinstance(deck, CardsMarker):
            return cards_table
        if deck is None or isinstance(deck, list | tuple | Mapping):
            raise TemplateFault("template-value", "the name of a deck is asked for", hint=_NAMED)
        found = self.tables.get(str(deck))
        if found is None:
            hint = did_you_mean(str(deck), self.tables, what="deck")
            raise TemplateFault("unknown-deck", f"there is no deck `{deck}`", hint=hint)
        return found

    # --- over the cards of a deck ----------------------------------------------------

    def of(self, deck: Any, field: Any, value: Any) -> int:
        """How many cards of a deck have a value, case left aside; copies counted."""
        return _count_equal(self._table(deck, DeckTable("", ())), field, value)

    def _column(self, table: DeckTable, expression: str) -> list[tuple[Any, int]]:
        """The value of an expression for each card, and its copies."""
        if expression not in table.results:
            self._take_steps(len(table.cards))
            given = self._inner(expression)
            table.results[expression] = [
                (template.evaluate(expression, table.values(card) | given), card.copies)
                for card in table.cards
            ]
        return table.results[expression]

    def _take_steps(self, count: int) -> None:
        """Bound what a game asks of its cards, whose work is their number squared at worst."""
        if self.steps + count > MOST_STEPS:
            message = f"over {MOST_STEPS:,} times a card would be asked for this"
            hint = "put what differs from card to card outside the quotes, or ask with `of`"
            raise TemplateFault("template-value", message, hint=hint)
        self.steps += count

    def _inner(self, expression: str) -> dict[str, Any]:
        """What an expression in quotes is given besides the card's fields."""
        called = {call.name for call in find_calls(expression)}
        return {"of": checked_function("of", self.of)} if "of" in called else {}

    def _filled(self, table: DeckTable, expression: str) -> list[tuple[Any, int]]:
        """The values that cards have; those of a card that is benched are on none."""
        return [(v, n) for v, n in self._column(table, expression) if n and v not in (None, "")]

    def _count(self, table: DeckTable, where: str) -> int:
        if not where:
            return sum(card.copies for card in table.cards)
        return sum(copies for value, copies in self._column(table, where) if value)

    def _sum(self, table: DeckTable, expression: str) -> float:
        return sum(_number(v, expression) * n for v, n in self._filled(table, expression))

    def _different(self, table: DeckTable, expression: str) -> int:
        return len({str(value) for value, _ in self._filled(table, expression)})

    def _least(self, table: DeckTable, expression: str) -> float:
        return min(self._numbers(table, expression))

    def _most(self, table: DeckTable, expression: str) -> float:
        return max(self._numbers(table, expression))

    def _numbers(self, table: DeckTable, expression: str) -> list[float]:
        found = [_number(value, expression) for value, _ in self._filled(table, expression)]
        if not found:
            raise TemplateFault("template-value", f"no card has a value for `{expression}`")
        return found

    # --- over the letters of a text --------------------------------------------------

    def _total(self, text: Any, expression: str, values: Mapping[str, Any]) -> float:
        """An expression worked out for each letter of a text, as `it`, and added up."""
        word = spelled(text)
        if len(word) > MOST_LETTERS:
            message = f"`total` takes words of up to {MOST_LETTERS} letters"
            raise TemplateFault("template-value", message, word="total")
        given = {**values, **self._inner(expression)}
        worth = {letter: self._worth(letter, expression, given) for letter in dict.fromkeys(word)}
        return sum(worth[letter] for letter in word)

    def _worth(self, letter: str, expression: str, given: Mapping[str, Any]) -> float:
        try:
            value = template.evaluate(expression, {**given, "it": letter})
        except TemplateFault as fault:
            message = f"for the letter `{letter}`: {fault}"
            raise TemplateFault(fault.code, message, word=fault.word, hint=fault.hint) from None
        return _number(value, expression)


def _answer(
    table: DeckTable, name: str, expression: str, ask: Callable[[DeckTable, str], Any]
) -> Any:
    """What a function says of an expression, worked out once: every card may ask the same."""
    known = (name, expression)
    if known not in table.answers:
        table.answers[known] = ask(table, expression)
    return table.answers[known]


def _count_equal(table: DeckTable, field: Any, value: Any) -> int:
    name = str(field)
    if name not in table.counts:
        counts: Counter[str] = Counter()
        for card in table.cards:
            held = card.values.get(name, "")
            every = held if isinstance(held, list) else [held]
            for text in {str(one).casefold() for one in every}:
                counts[text] += card.copies
        table.counts[name] = counts
    return table.counts[name][str(value).casefold()]


def _number(value: Any, expression: str) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        message = f"`{expression}` is `{value}`, which is no number"
        raise TemplateFault("template-value", message)
    return value
