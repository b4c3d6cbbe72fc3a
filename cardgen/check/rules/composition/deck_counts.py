"""Hold the decks to `composition.yaml`: totals, counts by a field, unique values.

In      the bound decks, the composition.
Out     findings that name the cards, the difference, both places, and the smallest edit.

Which row to point at where a count is off: `check.rules.composition.error_localization`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence

from msgspec import Struct

from cardgen.check.engine.rule import Explanation, Rule
from cardgen.check.engine.subject import Subject
from cardgen.check.rules.composition.card_group import GAME, CardGroup, ValueRow, list_places
from cardgen.check.rules.composition.error_localization import Slip, ValueTable
from cardgen.core.file_lines import YAML_FILES
from cardgen.core.findings import Finding, Note, Report, Span, find_closest, plural
from cardgen.read.game import CompositionSpec, GameSpec
from cardgen.read.models.game_file import DeckComposition
from cardgen.read.tables.cards import CardSpec, find_both_places

_SEVERAL = 2
_MOST_COMPARED = 200
"""Of counts that are off: with more, it is not one slip that is looked for."""


class DeckCounts(Rule):
    """Totals, counts by a field and unique values, as `composition.yaml` has them."""

    heading = "What the decks must hold"
    looks_at = "files"
    codes = (
        Explanation(
            "composition-total",
            "A deck holds another number of cards than the composition says.",
            "The order is short of cards, or pays for cards that the game does not use.",
            "Add or remove cards or copies, or correct `total:` in composition.yaml.",
        ),
        Explanation(
            "composition-count",
            "Another number of cards has a value than the composition says.",
            "A letter, a suit or a rarity too many changes the odds of every game that is played.",
            "Make the edit that the hint proposes, or correct the count in composition.yaml.",
        ),
        Explanation(
            "composition-unique",
            "Two cards share a value that must be unique.",
            "One of them is a copy that was not finished, or a card entered twice.",
            "Give one of them another value, or take the field out of `unique:`.",
        ),
    )

    def find(self, subject: Subject) -> Iterable[Finding]:
        report = Report()
        check_composition(subject.spec, report)
        return report.findings


class CountedRow(Struct, frozen=True):
    """A row of a card table, with what is counted: its value, or the items of a list."""

    card: CardSpec
    index: int
    values: Sequence[str]

    @property
    def copies(self) -> int:
        return self.card.copies

    @property
    def value(self) -> str:
        return ", ".join(self.values)


class Miscount(Struct, frozen=True):
    """A value that a deck has too many or too few of. `excess` is found less expected."""

    deck: str
    field: str
    value: str
    expected: int
    found: int
    rows: tuple[CountedRow, ...]
    place: Span
    listed: bool

    @property
    def excess(self) -> int:
        return self.found - self.expected


def check_composition(spec: GameSpec, report: Report) -> None:
    """Report where the decks are not what the composition says."""
    spec = spec.as_composed
    composition = spec.composition
    if composition is None:
        return
    _check_names(spec, composition, report)
    for name, wanted in composition.decks.items():
        if name in spec.cards and name not in spec.uncounted:
            group = CardGroup(name, spec.cards[name], wanted, spec.constants)
            report.extend(_check_counts(group, wanted))
            report.extend(_check_total(group, wanted))
            report.extend(_check_unique(group, wanted))
    if composition.game is not None and not spec.uncounted:
        every = [card for cards in spec.cards.values() for card in cards]
        group = CardGroup(GAME, every, composition.game, spec.constants)
        report.extend(_check_counts(group, composition.game))
        report.extend(_check_unique(group, composition.game))


def _check_names(spec: GameSpec, composition: CompositionSpec, report: Report) -> None:
    for name in composition.decks:
        if name not in spec.decks:
            key = composition.node.key(name)
            report.unknown("deck", name, spec.decks, key.span if key else composition.node.span)


# --- values --------------------------------------------------------------------------------


def _evaluate_rows(
    group: CardGroup, field: str, place: Span, listed: Container[str] = ()
) -> tuple[list[CountedRow], list[Finding]]:
    """Each card with the value of a field or expression."""
    rows, findings = group.evaluate(field, place)
    counted = (row.list_texts(listed) for row in rows)
    return [
        CountedRow(row.card, index, values)
        for index, (row, values) in enumerate(zip(rows, counted, strict=True))
    ], findings


def _find_key(wanted: DeckComposition, field: str) -> Span:
    node = wanted.node.value("count") if wanted.node else None
    key = getattr(node, "entries", {}).get(field)
    return key[0].span if key else wanted.span


# --- counts --------------------------------------------------------------------------------


def _check_counts(group: CardGroup, wanted: DeckComposition) -> Iterator[Finding]:
    """Counts by a field; where no card holds several values of it, with the likeliest slip."""
    miscounts: list[Miscount] = []
    columns: dict[str, list[str]] = {}
    for field, listed in wanted.count.items():
        rows, findings = _evaluate_rows(group, field, _find_key(wanted, field), listed)
        yield from findings
        if not findings:
            miscounts += _find_miscounts(group.name, field, rows, wanted)
            if all(len(row.values) < _SEVERAL for row in rows):
                columns[field] = [row.value for row in rows]
    off = {(one.field, one.value): one.excess for one in miscounts}
    table = ValueTable(group.cards, columns, off, _count_excess(group, wanted.total))
    compared = miscounts[:_MOST_COMPARED]
    slips = _list_slips(compared)
    for miscount in miscounts:
        if not miscount.listed or (miscount.field, miscount.value, miscount.excess) not in slips:
            yield _report_miscount(miscount, compared, table)


def _find_miscounts(
    deck: str, field: str, rows: Sequence[CountedRow], wanted: DeckComposition
) -> list[Miscount]:
    by_value: dict[str, list[CountedRow]] = defaultdict(list)
    for row in rows:
        for value in row.values:
            by_value[value].append(row)
    expected: Mapping[str, int] = wanted.count[field]
    off = []
    for value in (*expected, *(v for v in by_value if v not in expected)):
        own = tuple(by_value.get(value, ()))
        found, count = sum(row.copies for row in own), expected.get(value, 0)
        if found != count and not any(row.card.miscounted for row in own):
            listed = value in expected
            place = wanted.place("count", field, value) if listed else _find_key(wanted, field)
            off.append(Miscount(deck, field, value, count, found, own, place, listed))
    return off


def _report_miscount(one: Miscount, others: Sequence[Miscount], table: ValueTable) -> Finding:
    slip = table.find_best_slip((one.field, one.value))
    row = one.rows[0].index if slip is None and one.rows else slip.row if slip else None
    noun = plural(one.found, "card")
    verb = "has" if one.found == 1 else "have"
    if one.listed:
        message = f"{noun} {verb} {one.field} `{one.value}`, the composition says {one.expected}"
    else:
        message = f"{noun} {verb} {one.field} `{one.value}`, which the composition does not list"
    return Finding(
        "composition-count",
        f"{one.deck}: {message}",
        one.place if row is None else _find_slip(table.cards[row], one, slip),
        label=_make_label(one, slip),
        hint=_suggest_edit(one, others, slip, table.cards),
        notes=tuple(_make_notes(one, in_composition=row is None)),
    )


def _find_slip(card: CardSpec, one: Miscount, slip: Slip | None) -> Span:
    """The number of copies if that is what is off, else the value."""
    typed = card.copies_field
    if one.listed and typed and slip is not None and not slip.field:
        return card.place(typed)
    return card.place(one.field)


def _make_label(one: Miscount, slip: Slip | None) -> str:
    if slip is None:
        return "the first of them" if len(one.rows) > 1 else ""
    if slip.row is None:
        return ""
    this = "most likely this one" if slip.sure else "perhaps this one"
    if all(row.index != slip.row for row in one.rows):
        return f"{this} should be `{one.value}`"
    return this if len(one.rows) > 1 else ""


def _make_notes(one: Miscount, *, in_composition: bool) -> Iterator[Note]:
    if not in_composition:
        yield Note("the composition asks for it", one.place)
    if len(one.rows) > 1:
        cards = [row.card for row in one.rows]
        lines = ", ".join(str(card.span.line) for card in cards)
        several = len({card.span.file for card in cards}) > 1
        where = f"in {list_places(cards)}" if several else f"on lines {lines}"
        yield Note(f"the cards with `{one.value}` are {where}")


def _suggest_edit(
    one: Miscount, others: Sequence[Miscount], slip: Slip | None, cards: Sequence[CardSpec]
) -> str:
    if not one.listed:
        guess = _guess_value(one, others)
        if guess:
            return f"did you mean `{guess}`? It is {-_find_excess(guess, others, one.field)} short"
        return f"correct the value, or list `{one.value}: {one.found}` in the composition"
    swap = next((o for o in others if o.field == one.field and o.excess == -one.excess), None)
    if swap is not None and one.excess > 0:
        return f"should one be `{swap.value}`? That is {-swap.excess} short"
    if one.excess > 0:
        return f"lower `copies` by {one.excess}, remove a card, or write `{one.value}: {one.found}`"
    if slip is None or slip.row is None:
        return f"add the card, or write `{one.value}: {one.found}`"
    if slip.field:
        change = _suggest_value(one, cards[slip.row], cards)
        return f"{change}, or `{one.value}: {one.found}` in the composition"
    return f"raise `copies` by {-one.excess}, or write `{one.value}: {one.found}`"


def _guess_value(one: Miscount, others: Sequence[Miscount]) -> str | None:
    """The value that one which is not listed is probably a slip for: one that is short of cards."""
    short = [other.value for other in others if other.field == one.field and other.excess < 0]
    return find_closest(one.value, short) or (short[0] if len(short) == 1 else None)


def _list_slips(miscounts: Sequence[Miscount]) -> set[tuple[str, str, int]]:
    """Fields, values and what they are short of, where just that many cards have a slip for the
    value typed on them: these are told."""
    return {
        (one.field, guess, -one.found)
        for one in miscounts
        if not one.listed
        and one.field in one.rows[0].card.node.entries
        and (guess := _guess_value(one, miscounts)) is not None
    }


def _suggest_value(one: Miscount, card: CardSpec, cards: Sequence[CardSpec]) -> str:
    """What to type on a card that should have a value. What is worked out is typed nowhere."""
    if one.field in card.node.entries:
        return f"write `{one.value}` there"
    if any(one.field in other.node.entries for other in cards):
        if card.span.file.endswith(YAML_FILES):
            return f"write `{one.field}: {one.value}`"
        return f"write `{one.value}` as its `{one.field}`"
    return "change what it is made of"


def _find_excess(value: str, miscounts: Sequence[Miscount], field: str) -> int:
    return next(m.excess for m in miscounts if m.field == field and m.value == value)


# --- totals and unique values --------------------------------------------------------------


def _count_excess(group: CardGroup, total: int | None) -> int | None:
    """Cards found less cards expected, where both are known."""
    if total is None or any(card.miscounted for card in group.cards):
        return None
    return group.total - total


def _check_total(group: CardGroup, wanted: DeckComposition) -> Iterator[Finding]:
    excess = _count_excess(group, wanted.total)
    if not excess:
        return
    hint = f"remove {plural(excess, 'card')}" if excess > 0 else f"add {plural(-excess, 'card')}"
    found, total = group.total, group.total - excess
    yield Finding(
        "composition-total",
        f"{group.name}: {plural(found, 'card')} in the deck, the composition says {total}",
        wanted.place("total"),
        hint=f"{hint}, or write `total: {found}`",
    )


def _check_unique(group: CardGroup, wanted: DeckComposition) -> Iterator[Finding]:
    for index, field in enumerate(wanted.unique):
        place = wanted.place("unique", index)
        rows, findings = group.evaluate(field, place)
        yield from findings
        yield from _find_repeated(group.name, field, rows, place)


def _find_repeated(
    deck: str, field: str, rows: Sequence[ValueRow], place: Span
) -> Iterator[Finding]:
    first: dict[str, ValueRow] = {}
    for row in rows:
        if not row.text:
            continue
        earlier = first.setdefault(row.text, row)
        if earlier is not row:
            message = f"{deck}: two cards have the {field} `{row.text}`, which must be unique"
            there, span = find_both_places(earlier.card, row.card, field)
            notes = (Note("the first is", there), Note("the composition asks for it", place))
            hint = f"give one of them another {field}"
            yield Finding("composition-unique", message, span, hint=hint, notes=notes)


# --- summary -------------------------------------------------------------------------------


class CountLine(Struct, frozen=True):
    """A line of the summary: what a deck holds beside what it should."""

    deck: str
    what: str
    found: int
    expected: int


def summarize_counts(spec: GameSpec) -> list[CountLine]:
    """Cards per deck, and the composition's counts, found beside expected."""
    lines = []
    decks = spec.composition.decks if spec.composition else {}
    for deck, cards in spec.cards.items():
        wanted = decks.get(deck)
        found = sum(card.copies for card in cards)
        total = wanted.total if wanted and wanted.total is not None else found
        lines.append(CountLine(deck, "cards", found, total))
        for field in wanted.count if wanted else ():
            assert wanted is not None
            counts = wanted.count[field]
            group = CardGroup(deck, cards, wanted, spec.constants)
            rows, _ = _evaluate_rows(group, field, _find_key(wanted, field), counts)
            good = sum(
                sum(row.copies for row in rows if value in row.values) == count
                for value, count in counts.items()
            )
            lines.append(
                CountLine(deck, f"{field}: values with the right count", good, len(counts))
            )
    return lines
