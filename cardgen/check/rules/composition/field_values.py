"""Find cards whose values the composition does not allow: missing, out of range, unexpected."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from cardgen.check.rules.composition.card_group import (
    CardGroup,
    ValueRow,
    list_places,
    note_composition,
    report_turned_round,
)
from cardgen.core.findings import Finding, Note, Span, find_closest, plural


def find_missing_values(group: CardGroup) -> Iterator[Finding]:
    """Fields that every card must have: one finding for each field."""
    for index, name in enumerate(group.part("required", [])):
        place = group.wanted.place("required", index)
        rows, findings = group.evaluate(name, place)
        yield from findings
        lacking = [row.card for row in rows if not row.text.strip()]
        if lacking:
            first, *others = lacking
            many = plural(len(lacking), "card")
            verb = "has" if len(lacking) == 1 else "have"
            also = (Note(f"the others: {list_places(others)}"),) if others else ()
            yield Finding(
                "composition-required",
                f"{group.name}: {many} {verb} no `{name}`, which every card must have",
                first.place(name),
                hint=f"add `{name}: …`",
                notes=(*also, note_composition(place)),
            )


def find_values_out_of_range(group: CardGroup) -> Iterator[Finding]:
    """Numbers outside their range: one finding for each card."""
    for name, (least, most) in group.part("range", {}).items():
        place = group.wanted.place("range", name)
        if least > most:
            bounds = f"{name}: [{most:g}, {least:g}]"
            yield report_turned_round("composition-range", bounds, place)
            continue
        rows, findings = group.evaluate(name, place)
        yield from findings
        for row in rows:
            number = _read_number(row.value)
            if row.text and (number is None or not least <= number <= most):
                yield _report_out_of_range(group, name, row, (least, most))


def _read_number(value: Any) -> float | None:
    try:
        return float(value)
    except (TypeError, ValueError):
        return None


def _report_out_of_range(
    group: CardGroup, name: str, row: ValueRow, bounds: tuple[float, float]
) -> Finding:
    least, most = (f"{bound:g}" for bound in bounds)
    number = _read_number(row.value)
    if number is None:
        said, hint = f"`{row.text}` is no number", "write digits only"
    else:
        said = f"{row.text} is {'below' if number < bounds[0] else 'above'} the range"
        near = bounds[0] if number < bounds[0] else bounds[1]
        hint = f"write {near:g}, or widen the range"
    return Finding(
        "composition-range",
        f"{group.name}: the {name} {said}, the composition says {least} to {most}",
        row.card.place(name),
        hint=hint,
        notes=(note_composition(group.wanted.place("range", name)),),
    )


def find_missing_cards(group: CardGroup) -> Iterator[Finding]:
    """Values that must stand on some card that is printed: one finding for each that is missing."""
    for name, values in group.part("expect", {}).items():
        rows, findings = group.evaluate(name, group.wanted.place("expect", name))
        yield from findings
        every = {text: row for row in rows for text in row.list_texts(values)}
        there = {text: row for row in rows if _is_printed(row) for text in row.list_texts(values)}
        unlisted = [text for text in there if text not in values]
        for index, value in enumerate(values):
            if not findings and value not in there:
                guess = value if value in every else find_closest(value, unlisted)
                place = every[guess].card.place(name) if guess else None
                yield _report_missing(group, (name, value, index), guess, place)


def _is_printed(row: ValueRow) -> bool:
    """Whether a card is in the game; one whose copies are at fault may be."""
    return row.card.copies > 0 or row.card.miscounted


def _report_missing(
    group: CardGroup, expected: tuple[str, str, int], guess: str | None, place: Span | None
) -> Finding:
    """A value that no card has, its field and which of the expected it is; ``guess`` is one that
    some card has: the same if it is benched."""
    name, value, index = expected
    hint = f"is it the card `{guess}`?" if guess else "add the card"
    note = f"`{guess}` is"
    if guess == value:
        hint, note = "raise `copies`: 0 benches a card", "the card that has it is benched"
    return Finding(
        "composition-expect",
        f"{group.name}: no card has the {name} `{value}`",
        group.wanted.place("expect", name, index),
        hint=hint,
        notes=(Note(note, place),) if place else (),
    )
