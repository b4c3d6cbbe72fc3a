"""Import a Squib layout (`layout.yml`) with the table beside it.

In      the layout; the only table in its folder, or in `data/` beside it; the scripts beside it.
Out     a game that shows the table's columns where the layout puts them.

A column is shown by the entry that the script draws it with, else by that of its name; entries with
a `fill_color` are grounds. What an entry says of fonts is taken as far as a plain layout has it;
what no column is shown by is listed in a comment, as what the script works out is not known.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from cardgen.core.color import contrast_ratio, luminance, parse_hex
from cardgen.importers.contract import (
    ImportedFile,
    ImportedGame,
    Importer,
    ImportFault,
    read_source,
)
from cardgen.importers.game_text import INK, PAPER, game_yaml, layouts_yaml, quote
from cardgen.importers.named_pictures import add_pictures
from cardgen.importers.squib_layout import CARD, SquibEntry, read_entries, to_points, unturned
from cardgen.importers.squib_script import fold_name, read_placings
from cardgen.importers.table import TableImporter
from cardgen.importers.table_columns import TableColumn, read_columns
from cardgen.importers.yaml_lists import is_yaml_list
from cardgen.read.tables.reading import YAML

_PLACED = {
    "x",
    "y",
    "width",
    "height",
    "font",
    "font_size",
    "extends",
    "align",
    "layer",
    "fill_color",
}
"""What entries of a layout say; cards do not."""
_MOST_NAMED = 8
_MAX_WORDS = 200
"""Characters of a font's name and size that are looked at."""
_ALIGNED = ("left", "center", "right", "justify")
_HIGH = ("top", "middle", "bottom")
_READABLE = 4.5
_TAKEN = {
    "x", "y", "width", "height", "font", "font_size", "align", "justify", "valign", "color",
    "fill_color", "angle",
}  # fmt: skip
"""Settings of an entry that its element has, where they are of the kinds that it knows."""
_FACES = {
    "bold": "bold", "heavy": "bold", "semibold": "bold", "semi-bold": "bold", "italic": "italic",
    "oblique": "italic", "regular": "", "normal": "",
}  # fmt: skip
"""Words of a font's name that ask for a face of it."""
_HEX = re.compile(r"#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})\Z")


class SquibImporter(Importer):
    """Reads a layout of Squib."""

    name = "squib"
    about = "a Squib layout (layout.yml) beside its table"

    def accepts(self, source: Path) -> bool:
        named = source.is_file() and source.suffix.lower() in (".yml", ".yaml")
        return named and not is_yaml_list(source)

    def read(self, source: Path, title: str) -> Mapping[str, ImportedFile]:
        entries = read_entries(source)
        if not any(_PLACED & entry.settings.keys() for entry in entries.values()):
            like = "cards in YAML are a list, as in `- {name: Fox, cost: 2}`"
            raise ImportFault(
                f"`{source}` is no layout of Squib, whose entries have places: {like}"
            )
        table = _table(source.parent)
        path = f"cards{table.suffix.lower()}"
        tables = {path: read_source(table)}
        files = ImportedGame(tables)
        folders = (table.parent, table.parent / "img", source.parent, source.parent.parent / "img")
        columns = [add_pictures(one, folders, files) for one in read_columns(path, tables)]
        folded = {fold_name(name): entry for name, entry in entries.items()}
        placings = read_placings(source.parent)
        names = {column: fold_name(column.name) for column in columns}
        shown = {one: folded.get(placings.get(name, name)) for one, name in names.items()}
        if not any(shown.values()):
            named = ", ".join(f"`{name}`" for name in list(entries)[:8])
            raise ImportFault(f"no column of `{table.name}` has the name of an entry ({named})")
        fields = ", ".join(f"{quote(column.name)}: {column.type}" for column in columns)
        head = f"cards: {path}, size: poker, front: card, back: back"
        deck = {"cards": f"{{{head}, fields: {{{fields}}}}}"}
        files["game.yaml"] = game_yaml(title, deck, notes=files.notes).encode()
        files["layouts.yaml"] = layouts_yaml([_layout(entries, shown)]).encode()
        return files


def _table(folder: Path) -> Path:
    """The only table beside a layout, or in the folder of the data."""
    places = (folder, folder / "data", folder.parent / "data", folder.parent)
    every = [_tables_in(place) for place in places if place.is_dir()]
    found = next(filter(None, every), [])
    if len(found) != 1:
        names = ", ".join(f"`{path.name}`" for path in found[:_MOST_NAMED]) or "none"
        names += f" and {len(found) - _MOST_NAMED} more" if len(found) > _MOST_NAMED else ""
        raise ImportFault(f"beside the layout there must be one table of cards, not {names}")
    return found[0]


def _tables_in(folder: Path) -> list[Path]:
    tables = (path for path in folder.iterdir() if path.suffix.lower() not in YAML)
    return sorted(path for path in tables if TableImporter().accepts(path))


def _layout(
    entries: Mapping[str, SquibEntry], shown: Mapping[TableColumn, SquibEntry | None]
) -> str:
    used = {entry.name for entry in shown.values() if entry}
    grounds = [e for e in entries.values() if e.name not in used and _color(e, "fill_color")]
    whole = [entry for entry in grounds if _covers_card(entry)]
    fill = _color(whole[-1], "fill_color") if whole else "paper"
    lines = ["  card:", "    bleed:", f"      - {{shape: rectangle, fill: {fill}}}", "    trim:"]
    lines += [_ground(entry) for entry in grounds if entry not in whole]
    lines += [
        _element(column, entry, _behind(entry, grounds)) for column, entry in shown.items() if entry
    ]
    left = [name for name in entries if name not in used | {one.name for one in grounds}]
    lost = [*_not_taken(left), *_not_said(shown.values()), *_lost_fonts(shown.values())]
    return "\n".join([*lost, *lines]) + "\n"


def _not_taken(names: Sequence[str]) -> Iterable[str]:
    if names:
        yield f"  # Of Squib's layout no column is shown by: {', '.join(map(quote, names))}."


def _not_said(entries: Iterable[SquibEntry | None]) -> Iterable[str]:
    """Settings of the entries that columns are shown by, which a plain layout has not."""
    for entry in entries:
        left = sorted(entry.settings.keys() - _taken(entry)) if entry else []
        if entry and left:
            yield f"  # Of `{entry.name}` these are not taken over: {', '.join(map(quote, left))}."


def _lost_fonts(entries: Iterable[SquibEntry | None]) -> Iterable[str]:
    """Squib names fonts of the machine; a game has files of its own."""
    families = (_family(entry) for entry in entries if entry)
    names = [quote(name) for name in dict.fromkeys(families) if name]
    if names:
        yield f"  # In place of these fonts EB Garamond is set: {', '.join(names)}."


def _family(entry: SquibEntry) -> str:
    """The family that a font's name asks for: `Gill Sans Bold 12`."""
    words = entry.text("font")[:_MAX_WORDS].partition(",")[0].split()
    return " ".join(word for word in words if not (word[0].isdigit() or word.casefold() in _FACES))


def _taken(entry: SquibEntry) -> set[str]:
    """Settings that the element has: not colors by names of Squib, nor values that are unknown."""
    lost = {key for key in ("color", "fill_color") if entry.text(key) and not _color(entry, key)}
    known = {"align": _ALIGNED, "valign": _HIGH}
    lost |= {"angle"} if entry.turn is None else set()
    return _TAKEN - lost - {key for key, values in known.items() if _word(entry, key) not in values}


def _word(entry: SquibEntry, key: str) -> str:
    """A setting that is one of some words, in any case: `:middle`, `MIDDLE`."""
    return entry.text(key).casefold()


def _covers_card(entry: SquibEntry) -> bool:
    """Whether an entry reaches the cut on all sides, but for a pixel or two."""
    left, top, width, height = entry.box()
    return max(left, top) < 1 and left + width > CARD[0] - 1 and top + height > CARD[1] - 1


def _ground(entry: SquibEntry) -> str:
    parts = [f"fill: {_color(entry, 'fill_color')}", _place(entry.box())]
    radius = to_points(entry.text("radius"), 0)
    parts += [f"radius: {radius:.4g}pt"] if radius > 0 else []
    return f"      - {{shape: rectangle, {', '.join(parts)}}}"


def _behind(entry: SquibEntry, grounds: Sequence[SquibEntry]) -> str:
    """The color behind the middle of an entry."""
    left, top, width, height = entry.safe_box()
    x, y = left + width / 2, top + height / 2
    for ground in reversed(grounds):
        left, top, width, height = ground.box()
        if left <= x <= left + width and top <= y <= top + height:
            return ground.text("fill_color")
    return PAPER


def _readable(color: str, behind: str) -> str:
    """The color, or one that stands out from what is behind it if it does not."""
    ground = luminance(parse_hex(behind))
    named = {"ink": INK, "paper": PAPER}
    ratios = {
        one: contrast_ratio(luminance(parse_hex(named.get(one, one.strip('"')))), ground)
        for one in filter(None, (color, "ink", "paper"))
    }
    if color and ratios[color] >= _READABLE:
        return color
    return "ink" if ratios["ink"] >= ratios["paper"] else "paper"


def _element(column: TableColumn, entry: SquibEntry, behind: str) -> str:
    """A text or picture at the entry's place."""
    value, when = f"{{{{ {column.name} }}}}", f"when: {column.name} is not none"
    place = _place(unturned(entry.safe_box(), entry.turn or 0))
    place += f", rotate: {entry.turn}" if entry.turn else ""
    if column.pictures:
        return f'      - {{picture: "{value}", fit: contain, {place}, {when}}}'
    size = re.search(r"(\d+(?:\.\d+)?)\s*\Z", entry.text("font")[-_MAX_WORDS:])
    number = entry.text("font_size")[:_MAX_WORDS] or (size[1] if size else "")
    points = float(number) if re.fullmatch(r"\d+(\.\d+)?", number) else 9.0
    look = [f"size: {min(max(points, 4.0), 72.0):g}pt", "min-size: 3pt"]
    look += [f"font: text {face}"] if (face := _face(entry)) else []
    align = "justify" if _word(entry, "justify") in ("true", "yes") else _word(entry, "align")
    look += [f"align: {align}"] if align in _ALIGNED else []
    look += [f"valign: {_word(entry, 'valign')}"] if _word(entry, "valign") in _HIGH else []
    color = _readable(_color(entry, "color"), behind)
    look += [f"color: {color}"] if color != "ink" else []
    return f'      - {{text: "{value}", style: body, {", ".join(look)}, {place}, {when}}}'


def _face(entry: SquibEntry) -> str:
    """The face that a font's name asks for: `Serif Bold 12`."""
    words = entry.text("font")[:_MAX_WORDS].casefold().split()
    faces = [_FACES.get(word, "") for word in words]
    return "bold" if "bold" in faces else "italic" if "italic" in faces else ""


def _color(entry: SquibEntry, key: str) -> str:
    """A color in quotes; "" for one that has a name, as those of Squib are others."""
    text = entry.text(key)
    return f'"{text}"' if _HEX.match(text) else ""


def _place(box: tuple[float, float, float, float]) -> str:
    names = ("left", "top", "width", "height")
    return ", ".join(f"{name}: {value:.4g}pt" for name, value in zip(names, box, strict=True))
