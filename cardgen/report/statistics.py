"""How the values of fields and expressions are spread over a deck: `cardgen stats`.

In      the game as read, expressions; without any, the fields that are worth a count.
Out     `Distribution`s, and these as JSON, CSV or SVG.
Not here  drawing bars on a terminal (`cli`), what a deck must hold (`composition.yaml`).
"""

from __future__ import annotations

import csv
import io
import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from typing import Any

from msgspec import Struct

from cardgen.core.findings import did_you_mean
from cardgen.expressions import syntax, template
from cardgen.expressions.faults import TemplateFault
from cardgen.expressions.foreign_words import suggest_name
from cardgen.read.deck_functions import DeckFunctions, DeckTable, make_tables
from cardgen.read.game import GameSpec
from cardgen.read.tables.cards import CardSpec

MOST_VALUES = 24
"""A field with more values than this is a title or a text, and not counted unasked."""
_EXACT = 1e15
"""Below this every whole number is a float of its own."""
_BAR, _LINE, _LABEL, _ROOM = 320, 18, 160, 60


class Distribution(Struct, frozen=True):
    """The values of a field or expression over the cards of a deck, copies counted."""

    deck: str
    what: str
    counts: tuple[tuple[str, int], ...]
    cards: int
    """Cards with a value."""
    sum: float | None = None
    """Of numbers; so are the others."""
    least: float | None = None
    most: float | None = None

    @property
    def mean(self) -> float | None:
        values = sum(count for _, count in self.counts)
        return None if self.sum is None or not values else self.sum / values


def count_distributions(
    spec: GameSpec, deck: str = "", expressions: Sequence[str] = ()
) -> list[Distribution]:
    """Count values over the decks of a game.

    Args:
        spec: The game.
        deck: Only this one.
        expressions: What to count; those decks are left out that lack its fields.

    Raises:
        TemplateFault: an expression is broken, or no deck has its fields; there is no such deck.
    """
    if deck and deck not in spec.cards:
        hint = did_you_mean(deck, spec.cards, what="deck")
        raise TemplateFault("unknown-deck", f"there is no deck `{deck}`; {hint}")
    tables = make_tables(spec.cards, spec.constants)
    deck_functions = DeckFunctions(tables)
    wanted = [deck] if deck else list(tables)
    if not expressions:
        found = [_list_usual_fields(tables[name]) for name in wanted]
        return [one for several in found for one in several]
    made = []
    for expression in expressions:
        knowing = _find_decks_with(deck_functions, wanted, expression)
        made += [_count_values(tables[name], expression, deck_functions) for name in knowing]
    return made


def _find_decks_with(
    deck_functions: DeckFunctions, wanted: Iterable[str], expression: str
) -> list[str]:
    """The decks whose cards have the fields of an expression."""
    tables = deck_functions.tables
    lacking: list[str] = []
    found = []
    for name in wanted:
        known = {*tables[name].known, *deck_functions.all_over(tables[name])}
        unknown = syntax.find_unknown_names(expression, known, expression=True)
        lacking += unknown
        found += [] if unknown else [name]
    if not found:
        fields = {column for table in tables.values() for column in table.columns}
        hint = suggest_name(lacking[0], fields, source=expression)
        raise TemplateFault("undefined-name", f"no card has a field `{lacking[0]}`; {hint}")
    return found


def _list_usual_fields(table: DeckTable) -> Iterator[Distribution]:
    """The fields with few values, or with numbers."""
    names = dict.fromkeys(name for card in table.cards for name in card.values)
    for name in names:
        found = _make_distribution(table, name, [(c, c.values.get(name)) for c in table.cards])
        rows = sum(card.copies > 0 and card.values.get(name) is not None for card in table.cards)
        few = len(found.counts) <= min(MOST_VALUES, rows - 1)
        if found.cards and (few or found.sum is not None):
            yield found


def _count_values(table: DeckTable, expression: str, deck_functions: DeckFunctions) -> Distribution:
    functions = deck_functions.functions_for(expression, table)
    values = [
        (card, template.evaluate(expression, {**functions, **table.values(card)}))
        for card in table.cards
    ]
    return _make_distribution(table, expression, values)


def _make_distribution(
    table: DeckTable, what: str, values: Sequence[tuple[CardSpec, Any]]
) -> Distribution:
    counts: Counter[Any] = Counter()
    total = 0
    for card, value in values:
        every = value if isinstance(value, list | tuple) else [value]
        filled = [one for one in every if one not in (None, "")] if card.copies else []
        for one in filled:
            counts[one if isinstance(one, str | int | float) else str(one)] += card.copies
        total += card.copies if filled else 0
    numbers = [n for n in counts if isinstance(n, int | float) and not isinstance(n, bool)]
    numeric = bool(counts) and len(numbers) == len(counts)
    order = sorted(counts, key=(lambda v: (0, v, "")) if numeric else lambda v: (0, 0, str(v)))
    shown = tuple((format_value(value), counts[value]) for value in order)
    if not numeric:
        return Distribution(table.name, what, shown, total)
    added = sum(number * counts[number] for number in numbers)
    return Distribution(table.name, what, shown, total, added, min(numbers), max(numbers))


def format_value(value: Any) -> str:
    """A value as cards print it: a number with all of its digits."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    whole = isinstance(value, float) and value.is_integer() and abs(value) < _EXACT
    return str(int(value) if whole else value)


def to_json(found: Sequence[Distribution]) -> str:
    """The distributions as a JSON list."""
    rows = [
        {
            "deck": one.deck, "what": one.what, "cards": one.cards, "sum": one.sum,
            "mean": one.mean, "least": one.least, "most": one.most, "counts": dict(one.counts),
        }
        for one in found
    ]  # fmt: skip
    return json.dumps(rows, indent=2, ensure_ascii=False) + "\n"


def to_csv(found: Sequence[Distribution]) -> str:
    """A row a value: deck, what, value, cards."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(("deck", "what", "value", "cards"))
    for one in found:
        writer.writerows((one.deck, one.what, value, count) for value, count in one.counts)
    return out.getvalue()


def to_svg(found: Sequence[Distribution]) -> str:
    """Bars, one distribution below the other."""
    lines, top = [], 0
    for one in found:
        top += _LINE * 2
        lines.append(_text(0, top, f"{one.deck}: {one.what}", weight="bold"))
        most = max((count for _, count in one.counts), default=1)
        for value, count in one.counts:
            top += _LINE
            width = max(1.0, _BAR * count / most)
            lines.append(_text(_LABEL - 8, top, value[:28], anchor="end"))
            box = f'x="{_LABEL}" y="{top - 12}" width="{width:.1f}" height="14"'
            lines.append(f'<rect {box} fill="#31505f"/>')
            lines.append(_text(_LABEL + width + 6, top, str(count)))
    size = f'width="{_LABEL + _BAR + _ROOM}" height="{top + _LINE}"'
    look = 'font-family="sans-serif" font-size="12"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} {look}>'
    return "\n".join([head, *lines, "</svg>"]) + "\n"


def _text(x: float, y: float, words: str, *, anchor: str = "start", weight: str = "normal") -> str:
    look = f'text-anchor="{anchor}" font-weight="{weight}"'
    return f'<text x="{x:.1f}" y="{y}" {look}>{escape(words, quote=False)}</text>'
