"""What a deck declares of its fields and no card has anything of.

In      the fields that a deck declares, its cards.
Out     findings at a `from:` whose column is not there, or is another field's too, and at a
        `separator:` of a field that is no list.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence

from cardgen.core.findings import Finding, did_you_mean
from cardgen.read.models.tables import FieldSpec
from cardgen.read.tables.cards import OWN_FIELDS, CardSpec


def find_idle_fields(
    fields: Mapping[str, FieldSpec], cards: Sequence[CardSpec], others: Collection[str]
) -> Iterator[Finding]:
    """The findings; `others` are columns that the deck does not declare."""
    counts = Counter(spec.from_ for spec in fields.values() if spec.from_)
    filled = {name for card in cards for name in card.values} if counts else set[str]()
    owners: dict[str, str] = {}
    for name, spec in fields.items():
        if spec.separator and spec.type != "list":
            message = f"`{name}` is no list, and nothing of it is parted"
            hint = "write `type: list` beside it, or leave it out"
            yield Finding("bad-field", message, spec.place("separator"), hint=hint)
        if spec.from_ and owners.setdefault(spec.from_, name) != name:
            other = owners[spec.from_]
            message = f"the column `{spec.from_}` is read into `{other}` already"
            hint = f'compute this one: `{name}: {{value: "{{{{ {other} }}}}"}}`'
            yield Finding("bad-field", message, spec.place("from"), hint=hint)
        elif cards and counts[spec.from_] == 1 and name not in filled and name not in OWN_FIELDS:
            message = f"no card of the deck has anything in a column `{spec.from_}`"
            hint = did_you_mean(spec.from_, others, what="column") if others else ""
            hint = hint or "write the header as the table has it"
            yield Finding("unknown-column", message, spec.place("from"), "warning", hint=hint)
