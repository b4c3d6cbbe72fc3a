"""How expressions call what they can ask of all cards, before any value is known.

In      an expression, the decks of a game.
Out     what is wrong with its calls, whatever the cards hold; whether it calls any.
Not here  working them out (`read.deck_functions`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from cardgen.core.findings import did_you_mean
from cardgen.expressions import syntax
from cardgen.expressions.faults import TemplateFault
from cardgen.expressions.list_functions import LIST_FUNCTIONS
from cardgen.expressions.syntax import FunctionCall, find_calls
from cardgen.expressions.text_functions import TEXT_FUNCTIONS
from cardgen.read.deck_functions import CARDS, DECK_FUNCTIONS, QUOTING_FUNCTIONS, DeckTable


def find_misuse(
    source: str, cards_table: DeckTable, tables: Mapping[str, DeckTable], *, each: bool = True
) -> TemplateFault | None:
    """The first thing that is wrong with an expression, whatever the values of the cards.

    Args:
        source: An expression over each of `cards_table`, or over all of them.
        cards_table: The cards that the rule is about.
        tables: All decks by name.
        each: Whether it knows the fields of a card.
    """
    return next(_find_faults(source, cards_table, tables, each), None)


def _find_faults(
    source: str, cards_table: DeckTable, tables: Mapping[str, DeckTable], each: bool
) -> Iterator[TemplateFault]:
    try:
        calls, names = find_calls(source), syntax.find_names(source, expression=True)
    except TemplateFault as fault:
        yield fault
        return
    if not each:
        yield from _report_card_fields(names & cards_table.known)
    yield from _find_unknown(
        calls,
        names,
        cards_table.known | {CARDS},
        (*DECK_FUNCTIONS, *TEXT_FUNCTIONS, *LIST_FUNCTIONS),
        cards_table.name,
    )
    for call in calls:
        yield from _find_call_faults(call, cards_table, tables)


def _report_card_fields(names: frozenset[str]) -> Iterator[TemplateFault]:
    for name in sorted(names):
        message = f"`{name}` is a field of single cards, and the rule is about all of them"
        hint = f'ask them, as in `sum({CARDS}, "{name}")` or `count({CARDS}, "{name} == 1")`'
        yield TemplateFault("undefined-name", message, word=name, hint=hint)


def _find_unknown(
    calls: Sequence[FunctionCall],
    names: frozenset[str],
    known: frozenset[str],
    functions: Sequence[str],
    deck: str,
) -> Iterator[TemplateFault]:
    """Functions that there are not, then fields."""
    called = {call.name for call in calls}
    for name in sorted(called - {*functions}):
        hint = did_you_mean(name, functions, what="function")
        message = f"there is no function `{name}`"
        if name in DECK_FUNCTIONS:
            message, hint = f"`{name}` cannot stand in quotes", "work it out outside the quotes"
        yield TemplateFault("undefined-name", message, word=name, hint=hint)
    for name in sorted(names - known - called):
        hint = did_you_mean(name, known, what="field")
        message = f"no card of `{deck}` has a field `{name}`"
        yield TemplateFault("undefined-name", message, word=name, hint=hint)


def _find_call_faults(
    call: FunctionCall, cards_table: DeckTable, tables: Mapping[str, DeckTable]
) -> Iterator[TemplateFault]:
    if call.name not in DECK_FUNCTIONS or not call.values:
        return
    deck = call.values[0]
    table = cards_table
    if isinstance(deck, str) and call.name != "total":
        if deck not in tables:
            hint = did_you_mean(deck, tables, what="deck")
            message = f"there is no deck `{deck}`"
            yield TemplateFault("unknown-deck", message, word=deck, hint=hint)
            return
        table = tables[deck]
    if call.name == "of":
        yield from _find_field_fault(call, table)
    elif len(call.values) > QUOTING_FUNCTIONS[call.name]:
        yield from _find_quoted_faults(call, table, tables)


def _find_field_fault(call: FunctionCall, table: DeckTable) -> Iterator[TemplateFault]:
    name = call.values[1] if len(call.values) > 1 else None
    if isinstance(name, str) and name not in table.columns:
        hint = did_you_mean(name, table.columns, what="field")
        message = f"no card of `{table.name}` has a field `{name}`"
        yield TemplateFault("undefined-name", message, word=name, hint=hint)


def _find_quoted_faults(
    call: FunctionCall, table: DeckTable, tables: Mapping[str, DeckTable]
) -> Iterator[TemplateFault]:
    inner = call.values[QUOTING_FUNCTIONS[call.name]]
    if not isinstance(inner, str):
        hint = f'write `{call.name}(…, "points")`'
        message = f"`{call.name}` takes an expression in quotes"
        yield TemplateFault("template-value", message, word=call.name, hint=hint)
        return
    known = table.known | ({"it"} if call.name == "total" else frozenset())
    try:
        calls, names = find_calls(inner), syntax.find_names(inner, expression=True)
    except TemplateFault as fault:
        yield TemplateFault(fault.code, str(fault), word=inner, hint=fault.hint)
        return
    yield from _find_unknown(
        calls, names, known, ("of", *TEXT_FUNCTIONS, *LIST_FUNCTIONS), table.name
    )
    for one in calls:
        if one.name == "of":
            yield from _find_call_faults(one, table, tables)


@lru_cache(maxsize=1024)
def find_deck_questions(source: str, *, expression: bool) -> tuple[tuple[str, str], ...]:
    """The decks that a template or an expression names, each with what it asks of their cards in
    quotes: `units` and `cost == 3` of `count("units", "cost == 3")`; none if it does not parse."""
    if not any(name in source for name in QUOTING_FUNCTIONS):
        return ()
    try:
        calls = find_calls(source, expression=expression)
    except TemplateFault:
        return ()
    asked = (call.values[:2] for call in calls if call.name in QUOTING_FUNCTIONS)
    return tuple((one[0], one[1]) for one in asked if [*map(type, one)] == [str, str])


@lru_cache(maxsize=4096)
def calls_deck_functions(source: str) -> bool:
    """Whether an expression calls any of these functions, or names the cards."""
    called = {call.name for call in find_calls(source)}
    return bool(called & {*DECK_FUNCTIONS}) or CARDS in syntax.find_names(source, expression=True)
