"""Find cards whose values the composition does not allow: missing, out of range, unexpected."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from cardgen.check.rules.composition.card_group import (
    CardGroup,
    ValueRow,
    list_places,
    note_composition,
)
from cardgen.core.findings import Finding, Note, find_closest, plural


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
    """Values that must stand on some card: one finding for each that is missing."""
    for name, values in group.part("expect", {}).items():
        rows, findings = group.evaluate(name, group.wanted.place("expect", name))
        yield from findings
        there = {row.text: row for row in rows if row.text}
        unlisted = [text for text in there if text not in values]
        for index, value in enumerate(values):
            if not findings and value not in there:
                guess = find_closest(value, unlisted)
                like = (Note(f"`{guess}` is", there[guess].card.place(name)),) if guess else ()
                yield Finding(
                    "composition-expect",
                    f"{group.name}: no card has the {name} `{value}`",
                    group.wanted.place("expect", name, index),
                    hint=f"is it the card `{guess}`?" if guess else "add the card",
                    notes=like,
                )
