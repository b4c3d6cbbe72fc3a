"""What the expressions of a game hold the fields of its cards against: `rank == '7'`.

In      the layouts, decks, composition and booklets as they were written.
Out     pairs of a field and a constant, by the layout or piece, or by the deck; where each stands
        first, and what else is asked for there.
Not here  what is wrong with them (`number_texts`, `idle_comparisons`).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain

from msgspec import Struct

from cardgen.check.engine.subject import Subject
from cardgen.check.rules.source.booklet_expressions import list_booklet_questions
from cardgen.check.rules.source.deck_expressions import list_deck_expressions
from cardgen.check.rules.source.mentions import Name, list_scalars
from cardgen.core.findings import Span
from cardgen.expressions.comparisons import Constant, find_compared_constants
from cardgen.read.deck_function_calls import find_deck_questions
from cardgen.read.syntax.nodes import MappingNode, Node, ScalarNode, find

Asked = tuple[str, Constant]
_SIGNS = ("==", "!=", " in ")
_OWNERS = {"layouts": "layout", "pieces": "piece"}
"""The sections whose entries are asked on their own."""


class ComparedAt(Struct, frozen=True):
    """Where a field is first held against a constant."""

    place: Span
    together: Sequence[Asked]
    """All that the expression compares."""
    decks: tuple[str, ...] = ()
    """Those whose cards it is about all together; nothing for one deck."""


Compared = Mapping[Asked, ComparedAt]


def read_compared_in_decks(subject: Subject) -> dict[str, dict[Asked, ComparedAt]]:
    """What stands in no layout, by the deck whose cards it is about."""
    found: dict[str, dict[Asked, ComparedAt]] = defaultdict(dict)
    for one in list_deck_expressions(subject.spec):
        if any(sign in one.source for sign in _SIGNS):
            pairs = find_compared_constants(one.source, expression=one.is_condition)
            _note(pairs, one.place, found[one.deck], one.decks)
    for asked in subject.share(list_booklet_questions):
        _note(asked.compared, asked.place, found[asked.deck])
    return found


def _note(
    pairs: Sequence[Asked],
    place: Span,
    known: dict[Asked, ComparedAt],
    decks: tuple[str, ...] = (),
) -> None:
    """Add what an expression compares, but for what another one has compared before."""
    for pair in pairs:
        known.setdefault(pair, ComparedAt(place, pairs, decks))


def read_compared_in_questions(subject: Subject) -> dict[str, dict[Asked, ComparedAt]]:
    """What is compared with the fields of each deck where all its cards are asked, as in
    `count("units", "cost == 3")`."""
    found: dict[str, dict[Asked, ComparedAt]] = defaultdict(dict)
    for source, is_condition, place in _list_sources(subject):
        for deck, asked in find_deck_questions(source, expression=is_condition):
            _note(find_compared_constants(asked, expression=True), place, found[deck])
    return found


def _list_sources(subject: Subject) -> Iterator[tuple[str, bool, Span]]:
    """What is compared in layouts, computed fields and the composition."""
    layouts = subject.share(_read_layout_expressions)
    for key, scalar in chain(layouts.others, *layouts.owned.values()):
        yield scalar.text, key == "when", scalar.span
    for one in list_deck_expressions(subject.spec):
        if any(sign in one.source for sign in _SIGNS):
            yield one.source, one.is_condition, one.place


def read_compared_in_layouts(subject: Subject) -> dict[Name, dict[Asked, ComparedAt]]:
    """What each layout and piece compares fields with; its parameters and items are no fields."""
    found: dict[Name, dict[Asked, ComparedAt]] = defaultdict(dict)
    root, expressions = subject.spec.layouts.node, subject.share(_read_layout_expressions)
    for key, kind in _OWNERS.items():
        for name, (_, node) in getattr(find(root, key), "entries", {}).items():
            taken = _list_parameters(node) | expressions.items.get((kind, name), set())
            for key, scalar in expressions.owned.get((kind, name), ()):
                pairs = find_compared_constants(scalar.text, expression=key == "when")
                own = tuple(pair for pair in pairs if pair[0].partition("|")[0] not in taken)
                _note(own, scalar.span, found[kind, name])
    return found


def _list_parameters(piece: Node | None) -> set[str]:
    if not isinstance(piece, MappingNode):
        return set()
    given = (piece.value(key) for key in ("takes", "params"))
    return {name for one in given if isinstance(one, MappingNode) for name in one.entries}


class _LayoutExpressions(Struct):
    """What is compared in the layouts, as it was written, with its key."""

    owned: dict[Name, list[tuple[str, ScalarNode]]]
    """By the layout or piece that it stands in."""
    items: dict[Name, set[str]]
    """What their elements call the items that they are repeated for."""
    others: list[tuple[str, ScalarNode]]


def _read_layout_expressions(subject: Subject) -> _LayoutExpressions:
    """Every scalar of the layouts is looked at once, for all that is asked here."""
    found = _LayoutExpressions(defaultdict(list), defaultdict(set), [])
    root = subject.spec.layouts.node
    for section, (_, node) in getattr(root, "entries", {}).items():
        kind = _OWNERS.get(section)
        if kind is None or not isinstance(node, MappingNode):
            found.others += [one for one in list_scalars(node, section) if _compares(one[1])]
            continue
        for name, (_, part) in node.entries.items():
            for key, scalar in list_scalars(part):
                if key == "as":
                    found.items[kind, name].add(scalar.text)
                if _compares(scalar):
                    found.owned[kind, name].append((key, scalar))
    return found


def _compares(scalar: ScalarNode) -> bool:
    return any(sign in scalar.text for sign in _SIGNS)
