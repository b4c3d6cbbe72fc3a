"""Numbers that are compared with texts, and texts with numbers: they are never equal.

In      what expressions hold fields against (`check.rules.source.compared_fields`), the cards.
Out     a finding for each comparison that no card can meet, although one shows what is asked for.

A `7` in a table is a number where it is typed plainly, and the text `'7'` of an expression is no
number: `rank == '7'` holds for no card, and `rank in ['7', 'K']` for the king alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cardgen.check.engine.rule import Explanation
from cardgen.check.engine.subject import Subject
from cardgen.check.rules.source.compared_fields import (
    Asked,
    Compared,
    ComparedAt,
    read_compared_in_decks,
    read_compared_in_layouts,
    read_compared_in_questions,
)
from cardgen.check.rules.source.mentions import read_mentions
from cardgen.core.findings import Finding, Note, Span
from cardgen.expressions.comparisons import Constant
from cardgen.read.tables.cards import CardSpec
from cardgen.read.tables.values import parse_plain_text

NUMBER_TEXT = Explanation(
    "number-text",
    "a number is compared with a text, or a text with a number",
    "They are never equal, even if they look alike: what the condition draws is left out on the "
    "card that it was written for. A value of a table is a number if it is typed plainly and "
    'prints as typed: `7` is one, `07` and `"7"` are texts.',
    "Write the number without quotes in the expression, or the text with them; or declare the "
    "field's type under `fields:`.",
    "warning",
)


def find_number_texts(subject: Subject) -> Iterator[Finding]:
    """One finding for each field in an expression."""
    compared = subject.share(read_compared_in_layouts)
    graph = subject.share(read_mentions) if compared else None
    for deck in subject.bound.decks if graph else ():
        owners = graph.reached(("layout", face.layout) for face in deck.faces) if graph else ()
        asked: dict[Asked, ComparedAt] = {}
        for owner in owners:
            asked |= compared.get(owner, {})
        yield from _find_unequal(asked, subject.spec.cards.get(deck.name, ()))
    for elsewhere in (read_compared_in_decks, read_compared_in_questions):
        for name, asked in subject.share(elsewhere).items():
            yield from _find_unequal(asked, subject.spec.cards.get(name, ()))


def _find_unequal(asked: Compared, rows: Sequence[CardSpec]) -> Iterator[Finding]:
    """The comparisons that no row meets, though one has what is asked for as another kind."""
    values = {name: _first_rows(rows, name) for name, _ in asked}
    told: set[tuple[str, Span]] = set()
    for (name, constant), spot in asked.items():
        place = spot.place
        row = values[name].get((not isinstance(constant, str), str(constant)))
        met = (name, _other_kind(constant)) in asked or (name, place) in told
        if row is not None and not met:
            told.add((name, place))
            yield _report(name, constant, row, place)


def _first_rows(rows: Sequence[CardSpec], name: str) -> dict[tuple[bool, str], CardSpec]:
    """The first row with each value of a field, by whether it is a text, and what it shows."""
    found: dict[tuple[bool, str], CardSpec] = {}
    for row in rows:
        value = row.values.get(name)
        if isinstance(value, str | int | float):
            shown = value.lstrip("0") or "0" if isinstance(value, str) else str(value)
            found.setdefault((isinstance(value, str), shown), row)
    return found


def _other_kind(constant: Constant) -> Constant:
    return parse_plain_text(constant) if isinstance(constant, str) else str(constant)


def _report(name: str, constant: Constant, row: CardSpec, place: Span) -> Finding:
    kinds = ("number", "text") if isinstance(constant, str) else ("text", "number")
    message = f"`{name}` is a {kinds[0]} on cards, and is compared with a {kinds[1]} here: "
    said = f"'{constant}'" if isinstance(constant, str) else f"{constant}"
    meant = f"{constant}" if isinstance(constant, str) else f"'{row.values[name]}'"
    hint = f"write `{meant}` for `{said}`, or declare `{name}: {kinds[1]}` under `fields:`"
    return Finding(
        "number-text",
        f"{message}they are never equal",
        place,
        "warning",
        hint=hint,
        notes=(Note(f"`{name}` is a {kinds[0]} here", row.place(name)),),
    )
