"""What a row changes in the layout, for its card alone.

In      a row: a mapping under `layout`, or columns named `layout.title.size`.
Out     fields by element, with the places where they were typed.
Not here  whether the layout has such elements (`bind.game.overrides`).

A deck that declares a field `layout`, and a row whose `layout` is a text, have a field of that
name, as any other.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from cardgen.core.findings import Finding, Report
from cardgen.read.models.tables import FieldSpec
from cardgen.read.syntax.nodes import MappingNode, Node, ScalarNode

Change = Mapping[str, tuple[ScalarNode, Node]]
"""Fields of an element, by their keys."""

_FIELD = "layout"
_COLUMN = re.compile(r"layout\.([^.]+)\.([A-Za-z-]+)\Z")


_MEANT = re.compile(r"(?:overrides?(?:_(?P<element>[a-z]+)_(?P<field>\w+))?|set|changes)\Z")
"""Other names for what changes the layout, as fields and columns are called."""


def suggest_override(name: str, rows: Iterable[MappingNode]) -> str:
    """What to write for a field that is meant to change the layout of its card; "" for others.

    Args:
        name: As it is known: a column `override.title.size` is `override_title_size`.
        rows: Those that have the field.
    """
    from cardgen.read.field_homes import is_field  # for what is at fault

    typed = _MEANT.match(name)
    if typed is None:
        return ""
    key = (typed["field"] or "").replace("_", "-")
    if key and is_field(key):
        column = f"layout.{typed['element']}.{key}"
        return f"a column that changes an element of its card's layout is called `{column}`"
    if key or not any(isinstance(row.value(name), MappingNode) for row in rows):
        return ""
    return "what changes the card's layout is called `layout`, as in `layout: {title: {size: 9pt}}`"


def is_override(name: str, value: Node, fields: Mapping[str, FieldSpec]) -> bool:
    """Whether an entry of a row changes the layout, and is no field of the card."""
    if not name.startswith(_FIELD) or name in fields:
        return False
    return _COLUMN.match(name) is not None or (name == _FIELD and isinstance(value, MappingNode))


def is_override_column(header: str) -> bool:
    """Whether a header is that of a column of changes."""
    return _COLUMN.match(header) is not None


def read_overrides(
    row: MappingNode, fields: Mapping[str, FieldSpec], report: Report
) -> dict[str, Change]:
    """The changes of a row, by the names of elements; cells without letters change nothing."""
    found: dict[str, dict[str, tuple[ScalarNode, Node]]] = {}
    for name, (_, value) in row.entries.items():
        if not is_override(name, value, fields):
            continue
        column = _COLUMN.match(name)
        if column is None:
            _read_mapping(value, found, report)
        elif not (isinstance(value, ScalarNode) and not value.text.strip()):
            key = ScalarNode(value.span, column[2], plain=True)
            found.setdefault(column[1], {})[column[2]] = key, value
    return {name: change for name, change in found.items() if change}


def _read_mapping(
    value: Node, found: dict[str, dict[str, tuple[ScalarNode, Node]]], report: Report
) -> None:
    assert isinstance(value, MappingNode)
    for name, (_, change) in value.entries.items():
        if isinstance(change, MappingNode):
            found.setdefault(name, {}).update(change.entries)
            continue
        hint = "write fields and values, as in `layout: {title: {size: 12pt}}`"
        message = f"what changes in `{name}` is a mapping of its fields"
        report.add(Finding("wrong-type", message, change.span, hint=hint))
