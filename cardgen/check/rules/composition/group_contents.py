"""Hold a deck, or each part of it, to the cards that a rule says it holds.

In      a rule with `holds:`, the cards of a deck or of a group.
Out     findings: too many, too few, or a value that the rule does not list.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from cardgen.check.rules.composition.card_group import ValueRow, list_places
from cardgen.check.rules.composition.card_rule import DeckRule
from cardgen.core.findings import Finding, Note, Span, find_closest, plural
from cardgen.expressions.faults import TemplateFault
from cardgen.read.deck_functions import DeckTable
from cardgen.read.syntax.nodes import MappingNode, find
from cardgen.read.tables.cards import CardSpec


class _HeldValue(Struct, frozen=True):
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


def check_contents(rule: DeckRule, group: str, table: DeckTable) -> Iterator[Finding]:
    """Whether some cards have the values of `holds`, as often as it says."""
    for name, wanted in rule.spec.holds.items():
        try:
            cards = _group_by_value(rule, name, table)
        except TemplateFault as fault:
            yield Finding(fault.code, str(fault), find_field(rule, name), hint=fault.hint)
            continue
        for value in (*wanted, *(v for v in cards if v not in wanted)):
            one = _HeldValue(group, name, value, cards.get(value, ()), wanted.get(value))
            if one.excess:
                yield _report_miscount(rule, one, table)


def find_field(rule: DeckRule, name: str) -> Span:
    """Where a field stands under `holds:`."""
    node = find(rule.spec.node, "holds")
    key = node.key(name) if isinstance(node, MappingNode) else None
    return key.span if key else rule.spec.place("holds")


def _group_by_value(
    rule: DeckRule, name: str, table: DeckTable
) -> Mapping[str, Sequence[CardSpec]]:
    found: dict[str, list[CardSpec]] = defaultdict(list)
    for card in table.cards:
        row = ValueRow(card, rule.evaluate(name, table, card))
        for text in row.list_texts(rule.spec.holds[name]):
            found[text].append(card)
    return found


def _report_miscount(rule: DeckRule, one: _HeldValue, table: DeckTable) -> Finding:
    says = "which the rule does not list"
    place = find_field(rule, one.field)
    if one.expected is not None:
        says = f"the rule says {one.expected}"
        place = rule.spec.place("holds", one.field, one.value)
    notes = [Note(f"the cards: {list_places(table.cards)}")]
    if one.excess > 0:
        notes.append(Note("the composition asks for it", place))
        place = _find_suspect(one)
    has = "has" if one.found == 1 else "have"
    why = f": {rule.because}" if rule.because else ""
    return Finding(
        "composition-holds",
        f"{rule.describe_group(one.group)}: {plural(one.found, 'card')} {has} {one.field} "
        f"`{one.value}`, {says}{why}",
        place,
        hint=_make_hint(one, rule.spec.holds[one.field]),
        notes=tuple(notes),
    )


def _find_suspect(one: _HeldValue) -> Span:
    """The last card of those that are too many: its copies, or else its value."""
    last = one.cards[-1]
    counted = last.copies > 1 and one.expected is not None
    return last.place(last.copies_field if counted else one.field)


def _make_hint(one: _HeldValue, wanted: Mapping[str, int]) -> str:
    guess = find_closest(one.value, wanted) if one.expected is None else None
    if guess:
        return f"did you mean `{guess}`?"
    if one.excess > 0:
        return f"take {plural(one.excess, 'card')} away, or correct the rule"
    return f"add {plural(-one.excess, 'card')} with `{one.value}`, or correct the rule"
