"""Find kinds of card of which there are too many or too few: shares, equal kinds, copies."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence

from cardgen.check.rules.composition.card_group import (
    CardGroup,
    list_places,
    note_composition,
    report_turned_round,
    tell_value,
)
from cardgen.core.findings import Finding, Note, Span, find_closest, plural
from cardgen.read.tables.cards import CardSpec


def find_wrong_shares(group: CardGroup) -> Iterator[Finding]:
    """Kinds of card that are too many or too few of the group."""
    for expression, (least, most) in group.part("share", {}).items():
        place = group.wanted.place("share", expression)
        if least > most:
            bounds = f"[{most * 100:g}%, {least * 100:g}%]"
            yield report_turned_round("composition-share", bounds, place)
            continue
        cards, findings = group.select_cards(expression, place)
        yield from findings
        if cards is None or not group.total:
            continue
        found = sum(card.copies for card in cards)
        fewest = math.ceil(least * group.total - 1e-9)
        largest = math.floor(most * group.total + 1e-9)
        if fewest > largest:
            yield _report_between_cards(group, (least, most), largest, place)
        elif not fewest <= found <= largest:
            edit = f"make {fewest - found} more of them so"
            if found > largest:
                edit = f"make {found - largest} fewer of them so"
            of = f"{plural(found, 'card')} of {group.total} ({100 * found / group.total:.1f} %)"
            yield Finding(
                "composition-share",
                f"{group.name}: {of} {'has' if found == 1 else 'have'} `{expression}`, "
                f"the composition says {least * 100:g} % to {most * 100:g} %",
                place,
                hint=f"{edit} ({fewest} to {largest} cards), or widen the share",
                notes=(Note(f"the cards: {list_places(cards)}"),) if cards else (),
            )


def _report_between_cards(
    group: CardGroup, bounds: tuple[float, float], below: int, place: Span
) -> Finding:
    """A share that no number of cards is: it lies between so many and one more."""
    least, most = (f"{bound * 100:g} %" for bound in bounds)
    near = " and ".join(f"{n} are {100 * n / group.total:.1f} %" for n in (below, below + 1))
    return Finding(
        "composition-share",
        f"{group.name}: no number of {plural(group.total, 'card')} is {least} to {most} of them",
        place,
        hint=f"widen the share: {near}",
    )


def find_unequal_kinds(group: CardGroup) -> Iterator[Finding]:
    """Kinds of card that must be equally many."""
    for index, expressions in enumerate(group.part("equal", [])):
        places = [group.wanted.place("equal", index, i) for i in range(len(expressions))]
        held = [group.select_cards(e, place) for e, place in zip(expressions, places, strict=True)]
        yield from (finding for _, findings in held for finding in findings)
        kinds = [cards for cards, _ in held if cards is not None]
        counts = [sum(card.copies for card in cards) for cards in kinds]
        if len(kinds) == len(held) and len(set(counts)) > 1:
            yield _report_unequal(group, expressions, counts, (kinds, places))


def _report_unequal(
    group: CardGroup,
    expressions: Sequence[str],
    counts: Sequence[int],
    where: tuple[Sequence[Sequence[CardSpec]], Sequence[Span]],
) -> Finding:
    kinds, places = where
    few = counts.index(min(counts))
    said = ", ".join(f"{n} with `{e}`" for n, e in zip(counts, expressions, strict=True))
    missing = max(counts) - counts[few]
    most = expressions[counts.index(max(counts))]
    notes = (
        Note(f"`{e}`: {list_places(cards)}" if cards else f"`{e}`: no card")
        for e, cards in zip(expressions, kinds, strict=True)
    )
    return Finding(
        "composition-equal",
        f"{group.name}: {said}; they should be equally many",
        places[few],
        hint=f"add {missing} with `{expressions[few]}`, or remove {missing} with `{most}`",
        notes=tuple(notes),
    )


def find_wrong_copies(group: CardGroup) -> Iterator[Finding]:
    """Rows whose copies are not those of their kind: one finding for each."""
    for name, table in group.part("copies", {}).items():
        place = group.wanted.place("copies", name)
        rows, findings = group.evaluate(name, place)
        yield from findings
        for row in rows:
            kind = tell_value(row.value, table)
            if kind and kind not in table:
                yield _report_unlisted_kind(group, name, (row.card, kind), table)
            elif kind and row.card.copies != table[kind]:
                yield _report_wrong_copies(group, name, (row.card, kind), table[kind])


def _report_unlisted_kind(
    group: CardGroup, name: str, of_kind: tuple[CardSpec, str], table: Mapping[str, int]
) -> Finding:
    card, kind = of_kind
    guess = find_closest(kind, table)
    return Finding(
        "composition-copies",
        f"{group.name}: the composition gives no copies for the {name} `{kind}`",
        card.place(name),
        hint=f"did you mean `{guess}`?" if guess else f"list `{kind}: {card.copies}`",
        notes=(Note("the kinds are listed", group.wanted.place("copies", name)),),
    )


def _report_wrong_copies(
    group: CardGroup, name: str, of_kind: tuple[CardSpec, str], wanted: int
) -> Finding:
    card, kind = of_kind
    have = "1 copy" if card.copies == 1 else f"{card.copies} copies"
    return Finding(
        "composition-copies",
        f"{group.name}: a card with {name} `{kind}` has {have}, the composition says {wanted}",
        card.place(card.copies_field or name),
        hint=f"write `copies: {wanted}`",
        notes=(note_composition(group.wanted.place("copies", name, kind)),),
    )
