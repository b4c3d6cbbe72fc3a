"""Find cards that are equal in every field."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence

from cardgen.check.engine.subject import Subject
from cardgen.check.rules.composition.card_group import CardGroup, note_composition
from cardgen.core.findings import Finding, Note
from cardgen.read.tables.cards import CardSpec


def _group_equal_rows(cards: Sequence[CardSpec]) -> list[list[CardSpec]]:
    """Rows that are equal in every field, `copies` left aside; only groups of several."""
    groups: dict[str, list[CardSpec]] = defaultdict(list)
    ids = Counter(card.id for card in cards)
    for card in cards:
        if ids[card.id] == 1:
            continue
        filled = sorted((k, repr(v)) for k, v in card.values.items() if v not in (None, ""))
        groups[repr((card.id, filled))].append(card)
    return [group for group in groups.values() if len(group) > 1]


def find_like_cards(group: CardGroup) -> Iterator[Finding]:
    """Cards that are alike where none may be, copies of one row among them."""
    if not group.part("distinct", False):
        return
    place = group.wanted.place("distinct")
    for first, *others in _group_equal_rows(group.cards):
        yield Finding(
            "composition-distinct",
            f"{group.name}: this card is the same as an earlier one; no two may be alike",
            others[0].span,
            hint="change one of them, or remove it",
            notes=(*_note_equal_rows(first, others), note_composition(place)),
        )
    for card in group.cards:
        if card.copies > 1:
            yield Finding(
                "composition-distinct",
                f"{group.name}: {card.copies} copies of one card; no two may be alike",
                card.place(card.copies_field),
                hint="write `copies: 1`",
                notes=(note_composition(place),),
            )


def _note_equal_rows(first: CardSpec, others: Sequence[CardSpec]) -> Iterator[Note]:
    yield Note("the first is", first.span)
    yield from (Note("so is", card.span) for card in others[1:])


def find_duplicate_rows(subject: Subject) -> Iterator[Finding]:
    """Equal rows of a group, where its composition does not forbid them anyway."""
    composition = subject.spec.composition
    for name, cards in subject.spec.cards.items():
        wanted = composition.decks.get(name) if composition else None
        if getattr(wanted, "distinct", False):
            continue
        groups = _group_equal_rows(cards)
        copied = _find_copied_files(cards, groups)
        yield from (_report_copied_file(name, *rows) for rows in copied.values())
        for first, *equal in groups:
            others = [card for card in equal if card.span.file not in copied]
            if not others:
                continue
            total = first.copies + sum(card.copies for card in others)
            yield Finding(
                "duplicate-row",
                f"{name}: this row is equal to an earlier one in every field",
                others[0].span,
                "warning",
                hint=f"raise copies instead: remove it, and write `copies: {total}` on the first",
                notes=tuple(_note_equal_rows(first, others)),
            )


def _find_copied_files(
    cards: Sequence[CardSpec], groups: Sequence[Sequence[CardSpec]]
) -> dict[str, tuple[list[CardSpec], CardSpec]]:
    """The tables all of whose rows, two at least, are in an earlier table of the deck, each with
    these rows, and the first of the earlier ones."""
    doubled: dict[str, list[CardSpec]] = defaultdict(list)
    earlier: dict[str, CardSpec] = {}
    for first, *others in groups:
        for card in others:
            if card.span.file != first.span.file:
                doubled[card.span.file].append(card)
                earlier.setdefault(card.span.file, first)
    counts = Counter(card.span.file for card in cards)
    return {
        file: (rows, earlier[file])
        for file, rows in doubled.items()
        if len(rows) == counts[file] and len(rows) > 1
    }


def _report_copied_file(deck: str, rows: Sequence[CardSpec], earlier: CardSpec) -> Finding:
    """One finding for a file that was copied: a cloud folder's `cards (1).csv`, mostly."""
    return Finding(
        "duplicate-row",
        f"{deck}: all {len(rows)} rows of this table are in `{earlier.span.file}` too",
        rows[0].span,
        "warning",
        hint="delete whichever of the two files is a copy, as cloud folders and browsers make "
        "them, or name the other one alone under `cards:`",
        notes=(Note("the first of these is", earlier.span),),
    )
