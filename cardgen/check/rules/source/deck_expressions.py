"""Expressions over the cards of a deck that stand in no layout: its own, the composition.

In      the game as it was read.
Out     each expression with its deck and place; whether it asks if something is so.
Not here  those of layouts (`check.rules.source.mentions`), of booklets
        (`check.rules.source.booklet_expressions`), `where:` of a table, which sees rows that are
        no cards (`read.tables.doubtful_where`).
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from cardgen.core.findings import Span
from cardgen.expressions.faults import TemplateFault
from cardgen.expressions.syntax import find_calls
from cardgen.read.deck_functions import QUOTING_FUNCTIONS
from cardgen.read.game import GameSpec
from cardgen.read.models.game_file import DeckComposition
from cardgen.read.models.rules import RuleSpec
from cardgen.read.syntax.nodes import MappingNode, find


class DeckExpression(Struct, frozen=True):
    """An expression that is worked out for each card of a deck."""

    deck: str
    source: str
    place: Span
    is_condition: bool = False
    """Whether it holds for a card or not; else it is a template."""
    decks: tuple[str, ...] = ()
    """Those whose cards it is about all together; nothing for one deck."""


def list_deck_expressions(spec: GameSpec) -> Iterator[DeckExpression]:
    """Those of decks, and of the composition with what stands in quotes within them."""
    for name, deck in spec.decks.items():
        for key in ("front", "back", "id", "tab"):
            source = getattr(deck, key)
            if "{" in source:
                yield DeckExpression(name, source, deck.place(key))
        for field in deck.fields.values():
            if field.value:
                yield DeckExpression(name, field.value, field.place("value"))
    composition = spec.composition
    if composition is None:
        return
    for name, wanted in composition.decks.items():
        yield from _list_wanted(name, wanted)
    for name in spec.decks if composition.game is not None else ():
        assert composition.game is not None
        for one in _list_wanted(name, composition.game):
            yield replace(one, decks=tuple(spec.decks)) if one.deck == name else one


def _list_wanted(deck: str, wanted: DeckComposition) -> Iterator[DeckExpression]:
    for part in ("count", "copies", "range", "expect"):
        for key, place in _list_keys(wanted, part):
            yield _value(deck, key, place)
    for key, place in _list_keys(wanted, "share"):
        yield _condition(deck, key, place)
    for index, several in enumerate(wanted.equal):
        for i, source in enumerate(several):
            yield _condition(deck, source, wanted.place("equal", index, i))
    for rule in wanted.rules:
        yield from _list_of_rule(deck, rule)


def _list_keys(wanted: DeckComposition, part: str) -> Iterator[tuple[str, Span]]:
    node = find(wanted.node, part)
    for key, (typed, _) in node.entries.items() if isinstance(node, MappingNode) else ():
        yield key, typed.span


def _list_of_rule(deck: str, rule: RuleSpec) -> Iterator[DeckExpression]:
    for key, source in (("that", rule.that), ("for", rule.for_), ("all", rule.all)):
        if source:
            place = rule.place(key)
            yield _condition(deck, source, place)
            yield from _list_quoted(deck, source, place)
    if rule.by:
        yield _value(deck, rule.by, rule.place("by"))


def _list_quoted(deck: str, source: str, place: Span) -> Iterator[DeckExpression]:
    """What functions over decks are given in quotes: `count("units", "power > 2")`."""
    try:
        calls = find_calls(source)
    except TemplateFault:
        return
    for call in calls:
        at = QUOTING_FUNCTIONS.get(call.name)
        if at is None or call.name == "total" or len(call.values) <= at:
            continue
        quoted, asked = call.values[at], call.values[0]
        if isinstance(quoted, str) and quoted:
            named = asked if isinstance(asked, str) else deck
            make = _condition if call.name == "count" else _value
            yield make(named, quoted, place)


def _condition(deck: str, source: str, place: Span) -> DeckExpression:
    return DeckExpression(deck, source, place, is_condition=True)


def _value(deck: str, source: str, place: Span) -> DeckExpression:
    return DeckExpression(deck, f"{{{{ {source} }}}}", place)
