"""Import a Squib layout (`layout.yml`) with the table beside it.

In      the layout; the only table in its folder.
Out     a game that shows the table's columns where the layout puts them.

Squib measures from the corner of a card with its bleed, 1/8 inch, in pixels at 300 dpi or in
units; a column is shown by the entry of its name. What an entry says of fonts is taken as far as
a plain layout has it.

Source  https://squib.readthedocs.io/en/latest/layouts.html
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from cardgen.core.lengths import LengthError, parse_length
from cardgen.importers.contract import Importer, ImportFault
from cardgen.importers.game_text import game_yaml, layouts_yaml, quote
from cardgen.importers.table import TableColumn, TableImporter, read_columns, read_source
from cardgen.read.syntax.yaml_tree import read_yaml
from cardgen.read.validate import plain_data

_BLEED = 9.0
"""Points: an eighth of an inch."""
_PIXEL = 72 / 300
_MOVES = re.compile(r"([+\-*/])=\s*(.+)")
_ALIGNED = ("left", "center", "right", "justify")


class SquibImporter(Importer):
    """Reads a layout of Squib."""

    name = "squib"
    about = "a Squib layout (layout.yml) beside its table"

    def accepts(self, source: Path) -> bool:
        return source.is_file() and source.suffix.lower() in (".yml", ".yaml")

    def read(self, source: Path, title: str) -> Mapping[str, bytes]:
        entries = _entries(source)
        table = _table(source.parent)
        path = f"cards{table.suffix.lower()}"
        files = {path: read_source(table)}
        columns = read_columns(path, files)
        shown = {column: _entry_of(column, entries) for column in columns}
        if not any(shown.values()):
            named = ", ".join(f"`{name}`" for name in list(entries)[:8])
            raise ImportFault(f"no column of `{table.name}` has the name of an entry ({named})")
        fields = ", ".join(f"{quote(column.name)}: {column.type}" for column in columns)
        head = f"cards: {path}, size: poker, front: card, back: back"
        elements = [_element(column, entry) for column, entry in shown.items() if entry]
        layout = "  card:\n    bleed:\n      - {shape: rectangle, fill: paper}\n    trim:\n"
        files["game.yaml"] = game_yaml(
            title, {"cards": f"{{{head}, fields: {{{fields}}}}}"}
        ).encode()
        files["layouts.yaml"] = layouts_yaml([layout + "".join(elements)]).encode()
        return files


def _table(folder: Path) -> Path:
    """The only table beside a layout."""
    found = sorted(path for path in folder.iterdir() if TableImporter().accepts(path))
    if len(found) != 1:
        names = ", ".join(f"`{path.name}`" for path in found) or "none"
        raise ImportFault(f"beside the layout there must be one table of cards, not {names}")
    return found[0]


def _entries(source: Path) -> dict[str, dict[str, Any]]:
    """The entries of a layout, each with what it extends."""
    root, findings = read_yaml(read_source(source).decode("utf-8", "replace"), source.name)
    data = plain_data(root)
    if not isinstance(data, dict) or any(f.severity == "error" for f in findings):
        said = findings[0].message if findings else "it holds no entries"
        raise ImportFault(f"`{source}` is no layout of Squib: {said}")
    own = {name: entry for name, entry in data.items() if isinstance(entry, dict)}
    return {name: _whole(name, own, ()) for name in own}


def _whole(name: str, own: Mapping[str, dict[str, Any]], path: tuple[str, ...]) -> dict[str, Any]:
    """An entry over those that it extends; `+= 5` counts from theirs."""
    entry = own.get(name, {})
    parents = entry.get("extends") or []
    found: dict[str, Any] = {}
    for parent in [parents] if isinstance(parents, str) else parents:
        if parent not in path:
            found |= _whole(str(parent), own, (*path, name))
    for key, value in entry.items():
        moved = _MOVES.match(str(value))
        if moved and key in found:
            start, step = _points(found[key]), _points(moved[2])
            change = {"+": start + step, "-": start - step}.get(moved[1], start)
            found[key] = f"{change:g}pt"
        elif key != "extends":
            found[key] = value
    return found


def _points(value: Any) -> float:
    text = str(value).strip()
    try:
        return float(text) * _PIXEL
    except ValueError:
        pass
    try:
        return parse_length(text.replace("inches", "in").replace(" ", "")).points
    except LengthError:
        return 0.0


def _entry_of(column: TableColumn, entries: Mapping[str, dict[str, Any]]) -> dict[str, Any]:
    folded = {name.casefold().replace(" ", "_"): entry for name, entry in entries.items()}
    return folded.get(column.name.casefold(), {})


def _element(column: TableColumn, entry: Mapping[str, Any]) -> str:
    """A text at the entry's place; without a width it goes to the edge that is cut."""
    left, top = (_points(entry.get(key, 0)) - _BLEED for key in ("x", "y"))
    place = [f"left: {max(left, 0):.4g}pt", f"top: {max(top, 0):.4g}pt"]
    width, height = (_points(entry.get(key, 0)) for key in ("width", "height"))
    place.append(f"width: {width:.4g}pt" if width > 1 else "right: 3mm")
    place += [f"height: {height:.4g}pt"] if height > 1 else []
    size = re.search(r"(\d+(?:\.\d+)?)\s*\Z", str(entry.get("font", "")))
    number = str(entry.get("font_size", size[1] if size else "9"))
    points = float(number) if re.fullmatch(r"\d+(\.\d+)?", number) else 9.0
    style = f"size: {min(max(points, 4.0), 72.0):g}pt, min-size: 3pt"
    align = str(entry.get("align", "")).casefold()
    align = f", align: {align}" if align in _ALIGNED else ""
    text = f'text: "{{{{ {column.name} }}}}", style: body, {style}{align}'
    return f"      - {{{text}, {', '.join(place)}, when: {column.name} is not none}}\n"
