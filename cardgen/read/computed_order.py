"""In which order computed fields are worked out.

In      the templates of all computed fields, by deck and field.
Out     the fields, each behind those that it uses, of other decks too; those in a circle.
Not here  working them out (`read.computed_fields`).

A field uses another by its name, and one of any deck by asking for it: `sum("units", "power")`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import Struct, field

from cardgen.expressions import syntax
from cardgen.expressions.faults import TemplateFault

FieldName = tuple[str, str]
"""A deck, and a computed field of its cards."""


class FieldOrder(Struct):
    """The order, and the circles that are left out of it."""

    order: list[FieldName] = field(default_factory=list)
    circles: list[tuple[FieldName, ...]] = field(default_factory=list)
    """Each as a way that comes back to where it begins."""


def order_fields(templates: Mapping[FieldName, str]) -> FieldOrder:
    """Order fields whose templates parse."""
    found = FieldOrder()
    circular: set[FieldName] = set()
    decks = {deck for deck, _ in templates}
    path: dict[FieldName, Iterator[FieldName]] = {}
    """The fields that are being visited, each with what is left of those that it uses."""
    done: set[FieldName] = set()

    def visit(one: FieldName) -> None:
        if one in path:
            way = [*path]
            circle = way[way.index(one) :]
            if not circular & {*circle}:
                found.circles.append((*circle, one))
            circular.update(way)
        elif one not in done:
            path[one] = iter(sorted(_used(one, templates, decks)))

    for first in templates:
        visit(first)
        while path:  # no function of its own calls: fields may use each other in a long chain
            one, uses = next(reversed(path.items()))
            used = next(uses, None)
            if used is not None:
                visit(used)
                continue
            del path[one]
            done.add(one)
            found.order.append(one)
    found.order = [one for one in found.order if one not in circular]
    return found


def describe_circle(circle: tuple[FieldName, ...]) -> str:
    """`a → b → a`; with their decks if these differ."""
    decks = {deck for deck, _ in circle}
    names = [name if len(decks) == 1 else f"{deck}.{name}" for deck, name in circle]
    return " → ".join(names)


def _used(one: FieldName, templates: Mapping[FieldName, str], decks: set[str]) -> set[FieldName]:
    deck, _ = one
    source = templates[one]
    own = {(deck, name) for name in syntax.find_names(source)}
    return {used for used in (*own, *_asked(source, deck, decks)) if used in templates}


def _asked(source: str, own: str, decks: set[str]) -> Iterator[FieldName]:
    """The fields in what calls take in quotes: `sum("units", "a + b")`."""
    for call in syntax.find_calls(source, expression=False):
        texts = [value for value in call.values if isinstance(value, str)]
        asks_deck = bool(texts) and texts[0] in decks and call.values[0] == texts[0]
        deck = texts.pop(0) if asks_deck else own
        for text in texts:
            yield from ((deck, name) for name in _names(text))


def _names(text: str) -> frozenset[str]:
    try:
        return syntax.find_names(text, expression=True)
    except TemplateFault:
        return frozenset()
