"""Hold a deck, or each part of it, to the cards that a rule says it holds.

In      a rule with `holds:`, the cards of a deck or of a group.
Out     findings: too many, too few, or a value that the rule does not list.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from cardgen.check.rules.composition.card_rule import Fact, lines_of
from cardgen.core.findings import Finding, Note, Span, closest, plural
from cardgen.expressions.faults import TemplateFault
from cardgen.read.deck_functions import Table
from cardgen.read.syntax.nodes import MappingNode, find
from cardgen.read.tables.cards import CardSpec


class _Holding(Struct, frozen=True):
    """Cards of a group that have a value, and how many there should be; None if unlisted."""

    group: str
    field: str
    value: str
    cards: Sequence[CardSpec]
    expected: int | None

    @property
    def found(self) -> int:
        return sum(card.copies for card in self.cards)

    @property
    def excess(self) -> int:
        return self.found - (self.expected or 0)


def held(fact: Fact, group: str, table: Table) -> Iterator[Finding]:
    """Whether some cards have the values of `holds`, as often as it says."""
    for name, wanted in fact.spec.holds.items():
        try:
            cards = _by_value(fact, name, table)
        except TemplateFault as fault:
            yield Finding(fault.code, str(fault), place_of(fact, name), hint=fault.hint)
            continue
        for value in (*wanted, *(v for v in cards if v not in wanted)):
            one = _Holding(group, name, value, cards.get(value, ()), wanted.get(value))
            if one.excess:
                yield _miscounted(fact, one, table)


def place_of(fact: Fact, name: str) -> Span:
    """Where a field stands under `holds:`."""
    node = find(fact.spec.node, "holds")
    key = node.key(name) if isinstance(node, MappingNode) else None
    return key.span if key else fact.spec.place("holds")


def _by_value(fact: Fact, name: str, table: Table) -> Mapping[str, Sequence[CardSpec]]:
    found: dict[str, list[CardSpec]] = defaultdict(list)
    for card in table.cards:
        value = fact.work_out(name, table, card)
        if value not in (None, ""):
            found[str(value)].append(card)
    return found


def _miscounted(fact: Fact, one: _Holding, table: Table) -> Finding:
    says = "which the rule does not list"
    place = place_of(fact, one.field)
    if one.expected is not None:
        says = f"the rule says {one.expected}"
        place = fact.spec.place("holds", one.field, one.value)
    notes = [Note(f"the cards: {lines_of(table.cards)}")]
    if one.excess > 0:
        notes.append(Note("the composition asks for it", place))
        place = _suspect(one)
    has = "has" if one.found == 1 else "have"
    why = f": {fact.because}" if fact.because else ""
    return Finding(
        "composition-holds",
        f"{fact.called(one.group)}: {plural(one.found, 'card')} {has} {one.field} `{one.value}`, "
        f"{says}{why}",
        place,
        hint=_hint(one, fact.spec.holds[one.field]),
        notes=tuple(notes),
    )


def _suspect(one: _Holding) -> Span:
    """The last card of those that are too many: its copies, or else its value."""
    last = one.cards[-1]
    return last.place("copies" if last.copies > 1 and one.expected is not None else one.field)


def _hint(one: _Holding, wanted: Mapping[str, int]) -> str:
    guess = closest(one.value, wanted) if one.expected is None else None
    if guess:
        return f"did you mean `{guess}`?"
    if one.excess > 0:
        return f"take {plural(one.excess, 'card')} away, or correct the rule"
    return f"add {plural(-one.excess, 'card')} with `{one.value}`, or correct the rule"
