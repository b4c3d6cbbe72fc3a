"""Hold decks to the rest of their composition: values, ranges, shares, copies, likeness.

In      cards, and what `composition.yaml` wants of them, per deck or over all decks.
Out     findings that name the cards, the difference, both places, and the smallest edit.
Not here  totals of a deck, counts by value, unique values (`check.rules.composition.deck_counts`).

A field that is wanted may be an expression (`"letter in ['a', 'e']"`), worked out for
each card; a field that a card lacks is empty.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Protocol

from msgspec import Struct

from cardgen.check.engine.rule import Explanation, Rule
from cardgen.check.engine.subject import Subject
from cardgen.core.findings import Finding, Note, Span, closest, did_you_mean, plural
from cardgen.expressions import template
from cardgen.expressions.template import TemplateFault
from cardgen.read.tables.cards import CardSpec

_PRINTED = (
    "The composition is what the game was designed and tested with; a deck that differs from "
    "it plays otherwise, and after printing nothing can be added."
)


def _rule(part: str, what: str, fix: str) -> Explanation:
    return Explanation(f"composition-{part}", what, _PRINTED, fix)


class ValueCounts(Rule):
    """Each deck, and all decks together, held to the values that the composition wants."""

    heading = "What the decks must hold"
    codes = (
        _rule(
            "required",
            "a card lacks a value that every card must have",
            "Fill in the field on the cards named, or take it out of `required:`.",
        ),
        _rule(
            "range",
            "a number lies outside the range that the composition gives",
            "Correct the number on the card, or widen the range: `range: {points: [-2, 6]}`.",
        ),
        _rule(
            "share",
            "too many or too few cards are of a kind, as a share of the deck",
            'Change as many cards as the hint says, or widen the share: `share: {"mark == '
            "'red'\": [20%, 25%]}`. Copies are counted.",
        ),
        _rule(
            "equal",
            "two kinds of card that should be equally many are not",
            "Add or remove as many cards as the hint says, or take the line out of `equal:`. "
            "Copies are counted.",
        ),
        _rule(
            "copies",
            "a card has other copies than its kind should have",
            "Correct `copies` or the value that it follows from, or change the table: `copies: "
            "{rarity: {common: 3, rare: 1}}`.",
        ),
        _rule(
            "distinct",
            "two cards are alike although the composition wants none to be",
            "Change one of them, or take `distinct: yes` away. A row with `copies: 2` is two "
            "cards that are alike.",
        ),
        _rule(
            "expect",
            "a card that the composition expects is not there",
            "Add the card, correct its spelling on the card or in `expect:`, or take it off the "
            "list.",
        ),
    )

    def find(self, subject: Subject) -> Iterable[Finding]:
        return counts(subject)


class DuplicateRows(Rule):
    """Rows of a card table that are equal in every field."""

    heading = "What the decks must hold"
    codes = (
        Explanation(
            "duplicate-row",
            "two rows of a card table are equal in every field",
            "Two equal rows print as one card with more copies; mostly one of them was pasted and "
            "should have been changed. If both are meant, a count is easily missed later.",
            "Change one of the rows, or remove it and raise `copies` on the other.",
            "warning",
        ),
    )

    def find(self, subject: Subject) -> Iterable[Finding]:
        return duplicate_rows(subject)


class Wanted(Protocol):
    """What a composition wants of some cards: see `read.models.game_file.DeckComposition`."""

    @property
    def span(self) -> Span: ...

    def place(self, *path: str | int) -> Span: ...


class Row(Struct, frozen=True):
    """A card with the value that is asked for."""

    card: CardSpec
    value: Any

    @property
    def text(self) -> str:
        return "" if self.value is None else str(self.value)


class Deck(Struct, frozen=True):
    """Some cards, what findings call them, and what is wanted of them."""

    name: str
    cards: Sequence[CardSpec]
    wanted: Wanted

    def part(self, name: str, none: Any) -> Any:
        return getattr(self.wanted, name, None) or none

    @property
    def columns(self) -> set[str]:
        return {name for card in self.cards for name in card.values}

    @property
    def total(self) -> int:
        return sum(card.copies for card in self.cards)

    def rows(self, expression: str, place: Span) -> tuple[list[Row], list[Finding]]:
        """Each card with the value of a field or expression, or why there is none."""
        columns = self.columns
        if expression in columns:
            return [Row(card, card.values.get(expression)) for card in self.cards], []
        known = {*columns, "copies", "id"}
        try:
            unknown = template.unknown_names(expression, known, expression=True)
            if unknown:
                hint = did_you_mean(unknown[0], known, what="field")
                message = f"no card of {_called(self.name)} has a field `{unknown[0]}`"
                return [], [Finding("undefined-name", message, place, hint=hint)]
            empty: dict[str, Any] = dict.fromkeys(columns)
            return [
                Row(card, template.value_of(expression, empty | _values(card)))
                for card in self.cards
            ], []
        except TemplateFault as fault:
            return [], [Finding(fault.code, str(fault), place, hint=fault.hint)]

    def holding(self, expression: str, place: Span) -> tuple[list[CardSpec] | None, list[Finding]]:
        """The cards for which an expression holds."""
        rows, findings = self.rows(expression, place)
        return (None if findings else [row.card for row in rows if row.value]), findings


def _values(card: CardSpec) -> dict[str, Any]:
    return {"copies": card.copies, "id": card.id, **card.values}


def _called(deck: str) -> str:
    return "the game" if deck == GAME else f"the deck `{deck}`"


def _lines(cards: Sequence[CardSpec]) -> str:
    """Where cards stand, for a note: a long run is cut short."""
    files: dict[str, list[str]] = defaultdict(list)
    for card in cards:
        files[card.span.file].append(str(card.span.line))
    shown = [
        f"{file}, line{'s' * (len(lines) > 1)} {', '.join(lines[:12])}{', …' * (len(lines) > 12)}"
        for file, lines in files.items()
    ]
    return "; ".join(shown)


def _asked(place: Span) -> Note:
    return Note("the composition asks for it", place)


# --- values --------------------------------------------------------------------------------


def required(deck: Deck) -> Iterator[Finding]:
    """Fields that every card must have: one finding for each field."""
    for index, name in enumerate(deck.part("required", [])):
        place = deck.wanted.place("required", index)
        rows, findings = deck.rows(name, place)
        yield from findings
        lacking = [row.card for row in rows if not row.text.strip()]
        if lacking:
            first, *others = lacking
            many = plural(len(lacking), "card")
            verb = "has" if len(lacking) == 1 else "have"
            also = (Note(f"the others: {_lines(others)}"),) if others else ()
            yield Finding(
                "composition-required",
                f"{deck.name}: {many} {verb} no `{name}`, which every card must have",
                first.place(name),
                hint=f"add `{name}: …`",
                notes=(*also, _asked(place)),
            )


def in_range(deck: Deck) -> Iterator[Finding]:
    """Numbers outside their range: one finding for each card."""
    for name, (least, most) in deck.part("range", {}).items():
        place = deck.wanted.place("range", name)
        rows, findings = deck.rows(name, place)
        yield from findings
        for row in rows:
            number = _number(row.value)
            if row.text and (number is None or not least <= number <= most):
                yield _outside(deck, name, row, (least, most))


def _number(value: Any) -> float | None:
    try:
        return float(value)
    except (TypeError, ValueError):
        return None


def _outside(deck: Deck, name: str, row: Row, bounds: tuple[float, float]) -> Finding:
    least, most = (f"{bound:g}" for bound in bounds)
    number = _number(row.value)
    if number is None:
        said, hint = f"`{row.text}` is no number", "write digits only"
    else:
        said = f"{row.text} is {'below' if number < bounds[0] else 'above'} the range"
        near = bounds[0] if number < bounds[0] else bounds[1]
        hint = f"write {near:g}, or widen the range"
    return Finding(
        "composition-range",
        f"{deck.name}: the {name} {said}, the composition says {least} to {most}",
        row.card.place(name),
        hint=hint,
        notes=(_asked(deck.wanted.place("range", name)),),
    )


def expected(deck: Deck) -> Iterator[Finding]:
    """Values that must stand on some card: one finding for each that is missing."""
    for name, values in deck.part("expect", {}).items():
        rows, findings = deck.rows(name, deck.wanted.place("expect", name))
        yield from findings
        there = {row.text: row for row in rows if row.text}
        unlisted = [text for text in there if text not in values]
        for index, value in enumerate(values):
            if not findings and value not in there:
                guess = closest(value, unlisted)
                like = (Note(f"`{guess}` is", there[guess].card.place(name)),) if guess else ()
                yield Finding(
                    "composition-expect",
                    f"{deck.name}: no card has the {name} `{value}`",
                    deck.wanted.place("expect", name, index),
                    hint=f"is it the card `{guess}`?" if guess else "add the card",
                    notes=like,
                )


# --- how many ------------------------------------------------------------------------------


def shares(deck: Deck) -> Iterator[Finding]:
    """Kinds of card that are too many or too few of the deck."""
    for expression, (least, most) in deck.part("share", {}).items():
        place = deck.wanted.place("share", expression)
        cards, findings = deck.holding(expression, place)
        yield from findings
        if cards is None or not deck.total:
            continue
        found = sum(card.copies for card in cards)
        fewest = math.ceil(least * deck.total - 1e-9)
        largest = math.floor(most * deck.total + 1e-9)
        if not fewest <= found <= largest:
            edit = f"make {fewest - found} more of them so"
            if found > largest:
                edit = f"make {found - largest} fewer of them so"
            of = f"{plural(found, 'card')} of {deck.total} ({100 * found / deck.total:.1f} %)"
            yield Finding(
                "composition-share",
                f"{deck.name}: {of} {'has' if found == 1 else 'have'} `{expression}`, "
                f"the composition says {least * 100:g} % to {most * 100:g} %",
                place,
                hint=f"{edit} ({fewest} to {largest} cards), or widen the share",
                notes=(Note(f"the cards: {_lines(cards)}"),) if cards else (),
            )


def equals(deck: Deck) -> Iterator[Finding]:
    """Kinds of card that must be equally many."""
    for index, expressions in enumerate(deck.part("equal", [])):
        places = [deck.wanted.place("equal", index, i) for i in range(len(expressions))]
        held = [deck.holding(e, place) for e, place in zip(expressions, places, strict=True)]
        yield from (finding for _, findings in held for finding in findings)
        kinds = [cards for cards, _ in held if cards is not None]
        counts = [sum(card.copies for card in cards) for cards in kinds]
        if len(kinds) == len(held) and len(set(counts)) > 1:
            yield _unequal(deck, expressions, counts, (kinds, places))


def _unequal(
    deck: Deck,
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
        Note(f"`{e}`: {_lines(cards)}" if cards else f"`{e}`: no card")
        for e, cards in zip(expressions, kinds, strict=True)
    )
    return Finding(
        "composition-equal",
        f"{deck.name}: {said}; they should be equally many",
        places[few],
        hint=f"add {missing} with `{expressions[few]}`, or remove {missing} with `{most}`",
        notes=tuple(notes),
    )


def copies_by_kind(deck: Deck) -> Iterator[Finding]:
    """Rows whose copies are not those of their kind: one finding for each."""
    for name, table in deck.part("copies", {}).items():
        place = deck.wanted.place("copies", name)
        rows, findings = deck.rows(name, place)
        yield from findings
        for row in rows:
            if row.text and row.text not in table:
                yield _unlisted(deck, name, row, table)
            elif row.text and row.card.copies != table[row.text]:
                yield _miscopied(deck, name, row, table[row.text])


def _unlisted(deck: Deck, name: str, row: Row, table: Mapping[str, int]) -> Finding:
    guess = closest(row.text, table)
    return Finding(
        "composition-copies",
        f"{deck.name}: the composition gives no copies for the {name} `{row.text}`",
        row.card.place(name),
        hint=f"did you mean `{guess}`?" if guess else f"list `{row.text}: {row.card.copies}`",
        notes=(Note("the kinds are listed", deck.wanted.place("copies", name)),),
    )


def _miscopied(deck: Deck, name: str, row: Row, wanted: int) -> Finding:
    given = next((key for key in ("copies", "qty") if key in row.card.node.entries), "")
    have = "1 copy" if row.card.copies == 1 else f"{row.card.copies} copies"
    return Finding(
        "composition-copies",
        f"{deck.name}: a card with {name} `{row.text}` has {have}, the composition says {wanted}",
        row.card.place(given or name),
        hint=f"write `copies: {wanted}`",
        notes=(_asked(deck.wanted.place("copies", name, row.text)),),
    )


# --- likeness ------------------------------------------------------------------------------


def _alike(cards: Sequence[CardSpec]) -> list[list[CardSpec]]:
    """Rows that are equal in every field, `copies` left aside; only groups of several."""
    groups: dict[str, list[CardSpec]] = defaultdict(list)
    for card in cards:
        filled = sorted((k, repr(v)) for k, v in card.values.items() if v not in (None, ""))
        groups[repr((card.id, filled))].append(card)
    return [group for group in groups.values() if len(group) > 1]


def distinct(deck: Deck) -> Iterator[Finding]:
    """Cards that are alike where none may be, copies of one row among them."""
    if not deck.part("distinct", False):
        return
    place = deck.wanted.place("distinct")
    for first, *others in _alike(deck.cards):
        yield Finding(
            "composition-distinct",
            f"{deck.name}: this card is the same as an earlier one; no two may be alike",
            others[0].span,
            hint="change one of them, or remove it",
            notes=(*_same(first, others), _asked(place)),
        )
    for card in deck.cards:
        if card.copies > 1:
            where = next((key for key in ("copies", "qty") if key in card.node.entries), "copies")
            yield Finding(
                "composition-distinct",
                f"{deck.name}: {card.copies} copies of one card; no two may be alike",
                card.place(where),
                hint="write `copies: 1`",
                notes=(_asked(place),),
            )


def _same(first: CardSpec, others: Sequence[CardSpec]) -> Iterator[Note]:
    yield Note("the first is", first.span)
    yield from (Note("so is", card.span) for card in others[1:])


def duplicate_rows(subject: Subject) -> Iterator[Finding]:
    """Equal rows of a deck, where its composition does not forbid them anyway."""
    composition = subject.spec.composition
    for name, cards in subject.spec.cards.items():
        wanted = composition.decks.get(name) if composition else None
        if getattr(wanted, "distinct", False):
            continue
        for first, *others in _alike(cards):
            total = first.copies + sum(card.copies for card in others)
            yield Finding(
                "duplicate-row",
                f"{name}: this row is equal to an earlier one in every field",
                others[0].span,
                "warning",
                hint=f"raise copies instead: remove it, and write `copies: {total}` on the first",
                notes=tuple(_same(first, others)),
            )


# --- decks and the game --------------------------------------------------------------------

GAME = "game"
_PARTS: tuple[Callable[[Deck], Iterator[Finding]], ...] = (
    required, in_range, expected, shares, equals, copies_by_kind, distinct,
)  # fmt: skip


def held_to(name: str, cards: Sequence[CardSpec], wanted: Wanted) -> Iterator[Finding]:
    """Where some cards are not what the composition wants of them.

    Args:
        name: What findings call the cards: the deck's name, or `game` for all decks.
        cards: The cards. Those whose copies are at fault count as one each.
        wanted: What is wanted of them; parts that it lacks are not looked at.
    """
    deck = Deck(name, cards, wanted)
    for part in _PARTS:
        yield from part(deck)


def game_total(decks: Mapping[str, Sequence[CardSpec]], wanted: Wanted) -> Iterator[Finding]:
    """Whether all decks together have as many cards as the game should."""
    counts = {name: sum(card.copies for card in cards) for name, cards in decks.items()}
    found, total = sum(counts.values()), getattr(wanted, "total", None)
    if total is None or found == total:
        return
    missing = total - found
    edit = f"add {plural(missing, 'card')}" if missing > 0 else f"remove {plural(-missing, 'card')}"
    yield Finding(
        "composition-total",
        f"the game: {plural(found, 'card')} in all decks, the composition says {total}",
        wanted.place("total"),
        hint=f"{edit}, or write `total: {found}`",
        notes=tuple(Note(f"{name}: {plural(n, 'card')}") for name, n in counts.items()),
    )


def counts(subject: Subject) -> Iterator[Finding]:
    """Each deck, and all decks together, held to the composition."""
    spec = subject.spec
    if spec.composition is None:
        return
    for name, wanted in spec.composition.decks.items():
        if name in spec.cards and name not in spec.unread:
            yield from held_to(name, spec.cards[name], wanted)
    over_all: Wanted | None = spec.composition.game
    if over_all is not None and not spec.unread:
        yield from game_total(spec.cards, over_all)
        yield from held_to(GAME, [c for cards in spec.cards.values() for c in cards], over_all)
