"""Fields that are misnamed where they are declared, and not on every card.

In      the cards of a deck, its fields, what was found in its rows.
Out     the same findings, but one at the declaration for those at the rows.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from cardgen.core.findings import Finding, Report, find_closest
from cardgen.read.models.tables import FieldSpec
from cardgen.read.syntax.nodes import MappingNode
from cardgen.read.tables.cards import CardSpec

DECLARED = "declared"
"""The kind of such names in `Report.lost`: that a layout names them is no fault of its own."""
_MOST = 2
"""A name on fewer cards is a slip on these."""


def move_to_declarations(
    findings: Iterable[Finding],
    cards: Iterable[CardSpec],
    fields: Mapping[str, FieldSpec],
    declared: MappingNode | None,
    report: Report,
) -> Iterator[Finding]:
    """The findings of a deck's rows, without names that every row has and its `fields:` misspell.

    Args:
        findings: Those of the rows.
        cards: The deck's.
        fields: What it declares.
        declared: Where it does so.
        report: Is told that the names are no fault elsewhere.
    """
    every = tuple(findings)
    slips = _find_slips(every, cards, fields) if declared is not None else {}
    told = set(map(_message_of, slips))
    yield from (one for one in every if one.code != "unknown-field" or one.message not in told)
    for name, (field, count) in slips.items():
        key = declared.key(field) if declared is not None else None
        report.lost.add((DECLARED, name))
        message = f"no card has the field `{field}`, and {count} cards have `{name}`"
        hint = f"did you mean `{name}`?"
        if key is not None:
            yield Finding("unknown-field", message, key.span, hint=hint)


def _find_slips(
    findings: Iterable[Finding], cards: Iterable[CardSpec], fields: Mapping[str, FieldSpec]
) -> dict[str, tuple[str, int]]:
    """By names that the deck does not declare: the declared one that is meant, and how many cards
    have the name."""
    told = {one.message for one in findings if one.code == "unknown-field"}
    if not told:
        return {}
    counts = Counter(name for card in cards for name in card.node.entries)
    unused = [name for name, spec in fields.items() if not (counts[name] or spec.value)]
    slips = {}
    for name, count in counts.items():
        is_unknown = count >= _MOST and _message_of(name) in told
        meant = find_closest(name, unused) if is_unknown else None
        if meant is not None and not fields[meant].from_:
            slips[name] = meant, count
    return slips


def _message_of(name: str) -> str:
    """What is told of a name at each row that has it."""
    return f"this deck declares no field `{name}`"
