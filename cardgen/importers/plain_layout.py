"""The layout of an imported deck: a title, and all that its cards say, one below the other.

In      the columns of its table.
Out     YAML, to be changed by hand.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cardgen.importers.game_text import quote
from cardgen.importers.table_columns import TableColumn

_TITLES = ("name", "title", "card", "card_name", "karten_name", "label", "front")
_ROOM, _LONG_HEIGHT = 70.0, 8.0
"""Millimeters: below the title of a poker card; of these for a long text at least."""


def make_layout(deck: str, columns: Sequence[TableColumn]) -> str:
    """A title, short fields a line each, pictures, and long texts in what room is left."""
    shown = list(_list_shown(columns))
    title = next(
        (c for c in shown if not c.owner and c.name.casefold() in _TITLES and not c.pictures), None
    )
    title = title or next((c for c in shown if not c.pictures and c.type == "text"), None)
    lines = [f"  {quote(deck)}:", "    bleed:", "      - {shape: rectangle, fill: paper}"]
    lines += ["    safe:", "      - column:"]
    if title is not None:
        value = f'text: "{{{{ {title.expression} }}}}", style: title, height: 10mm{_markup(title)}'
        lines.append(f"          - {{{value}}}")
    rest = [column for column in shown if column is not title]
    line, picture = _heights(rest)
    lines += [_element(column, line, picture) for column in rest]
    lines += [
        "        left: 0",
        "        right: 0",
        "        top: 0",
        "        bottom: 0",
        "        gap: 1mm",
    ]
    return "\n".join(lines) + "\n"


def _list_shown(columns: Sequence[TableColumn]) -> Iterator[TableColumn]:
    """Columns that a card prints, and entries of mappings; not those that are lists of mappings."""
    for column in columns:
        if column.name == "id" or column.copies or column.is_override or column.is_comment:
            continue
        for one in column.entries or [column]:
            if any(one.texts) and not one.is_nested and one.kind != "mapping":
                yield one


def _heights(columns: Sequence[TableColumn]) -> tuple[float, float]:
    """How high a short field and a picture may be, in millimeters, for all to fit the card."""
    pictures = sum(column.pictures for column in columns)
    long = sum(column.is_long and not column.pictures for column in columns)
    short = len(columns) - pictures - long
    line, picture, room = 4.5, 35.0, _ROOM - long * _LONG_HEIGHT
    if pictures:
        picture = min(picture, max(10.0, (room - short * (line + 1)) / pictures - 1))
        room -= pictures * (picture + 1)
    if short:
        line = min(line, max(1.8, room / short - 1))
    return line, picture


def _markup(column: TableColumn) -> str:
    """What an element says of its markup: the styles read none, as texts of tables hold stars."""
    return ", markup: yes" if column.html else ""


def _element(column: TableColumn, line: float, picture: float) -> str:
    value = f"{{{{ {column.expression} }}}}"
    when = f"when: {column.condition}{_markup(column)}"
    if column.pictures:
        return f'          - {{picture: "{value}", height: {picture:.3g}mm, fit: contain, {when}}}'
    if column.is_long:
        return f'          - {{text: "{value}", style: body, grow: 1, {when}}}'
    colon = "" if column.label.endswith("?") else ":"
    text = f"{column.label}{colon} {value}" if column.label else value
    return f'          - {{text: "{text}", style: body, height: {line:.3g}mm, {when}}}'
