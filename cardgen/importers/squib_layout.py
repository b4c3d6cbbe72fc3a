"""Read a layout of Squib: its entries, what they extend, where they stand.

In      `layout.yml`.
Out     `Entry`s with their places in points from the cut edge of a poker card.

Squib measures from the corner of a card with its bleed, 1/8 inch, in pixels at 300 dpi, in units,
in cells of 37.5 pixels, or from the middle.

Source  https://squib.readthedocs.io/en/latest/layouts.html,
        https://squib.readthedocs.io/en/latest/units.html,
        https://squib.readthedocs.io/en/latest/shorthands.html
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from math import isfinite, pi
from pathlib import Path
from typing import Any

from msgspec import Struct

from cardgen.core.lengths import LengthError, parse_length
from cardgen.importers.contract import ImportFault, read_source
from cardgen.read.models.node_data import plain_data
from cardgen.read.syntax.yaml_tree import read_yaml

CARD = (180.0, 252.0)
"""Points: a poker card."""
SAFE = 9.0
"""Points from the cut in which nothing that is read stands."""
_BLEED = 9.0
_PIXEL = 72 / 300
_CELL = 37.5 * _PIXEL
_SYMBOL = re.compile(r"!ruby/\w+ +")
"""A tag of Ruby's YAML: `valign: !ruby/symbol middle`."""
_MOVES = re.compile(r"([+\-*/])=\s*(.+)")
_SUM = re.compile(r"(?P<first>.*?[\w.])\s*(?P<sign>[+-])\s*(?P<step>[\d.].*)")
_SHARE = re.compile(r"deck\s*/\s*(\d{1,6}(?:\.\d{1,6})?)")
_CELLS = re.compile(r"([\d.]+)\s*(?:c|cells?)\Z")
_NEAR = 0.01
"""Quarters of a turn that an angle may be off, as it is typed in radians."""
_MAX_EXTENDS = 100
_MAX_WORDS = 100
"""Characters of a length."""
_MAX_POINTS = 100_000.0
_MIDDLE = ("middle", "center", "centre", "deck")


class SquibEntry(Struct, frozen=True):
    """An entry with what it extends."""

    name: str
    settings: Mapping[str, Any]

    def text(self, key: str) -> str:
        """A setting as a text; symbols of Ruby without their colon."""
        return str(self.settings.get(key, "")).strip().lstrip(":")

    @property
    def turn(self) -> int | None:
        """Degrees clockwise, a multiple of 90; None for another angle, or without a size."""
        try:
            quarters = float(self.text("angle") or 0) / (pi / 2)
        except ValueError:
            return None
        if not isfinite(quarters) or abs(quarters - round(quarters)) > _NEAR:
            return None
        turn = round(quarters) % 4 * 90
        return turn if not turn or (self.text("width") and self.text("height")) else None

    def box(self) -> tuple[float, float, float, float]:
        """Left, top, width and height, from the cut; without a size it goes to the safe edge.

        What is turned is turned about its left upper corner, and takes the room where it ends.
        """
        left = to_points(self.settings.get("x", 0), CARD[0] + 2 * _BLEED) - _BLEED
        top = to_points(self.settings.get("y", 0), CARD[1] + 2 * _BLEED) - _BLEED
        width = to_points(self.settings.get("width", 0), CARD[0] + 2 * _BLEED)
        height = to_points(self.settings.get("height", 0), CARD[1] + 2 * _BLEED)
        width = width if width > 1 else CARD[0] - SAFE - left
        height = height if height > 1 else CARD[1] - SAFE - top
        match self.turn:
            case 90:
                return left - height, top, height, width
            case 180:
                return left - width, top - height, width, height
            case 270:
                return left, top - width, height, width
            case _:
                return left, top, width, height

    def safe_box(self) -> tuple[float, float, float, float]:
        """The box as far as it is safe from the cut, with room for a line at least."""
        left, top, width, height = self.box()
        right, bottom = min(left + width, CARD[0] - SAFE), min(top + height, CARD[1] - SAFE)
        left = max(SAFE, min(left, right - _LEAST))
        top = max(SAFE, min(top, bottom - _LEAST))
        return left, top, max(right - left, _LEAST), max(bottom - top, _LEAST)


def unturned(
    box: tuple[float, float, float, float], turn: int
) -> tuple[float, float, float, float]:
    """The box of an element before it is turned about its middle into this one."""
    left, top, width, height = box
    if turn % 180 == 0:
        return box
    return left + (width - height) / 2, top + (height - width) / 2, height, width


_LEAST = 8.0
"""Points: the least that a text has in either direction."""


def read_entries(source: Path) -> dict[str, SquibEntry]:
    """The entries of a layout, each with what it extends."""
    text = _SYMBOL.sub("", read_source(source).decode("utf-8", "replace"))
    root, findings = read_yaml(text, source.name)
    data = plain_data(root)
    if not isinstance(data, dict) or any(f.severity == "error" for f in findings):
        said = findings[0].message if findings else "it holds no entries"
        raise ImportFault(f"`{source}` is no layout of Squib: {said}")
    own = {name: entry for name, entry in data.items() if isinstance(entry, dict)}
    made: dict[str, dict[str, Any]] = {}
    return {name: SquibEntry(name, _whole(name, own, made, ())) for name in own}


def _whole(
    name: str,
    own: Mapping[str, dict[str, Any]],
    made: dict[str, dict[str, Any]],
    path: tuple[str, ...],
) -> dict[str, Any]:
    """An entry over those that it extends, each made once; `+= 5` counts from theirs.

    Raises:
        ImportFault: more entries extend each other than anybody can follow.
    """
    if name in made:
        return made[name]
    if len(path) > _MAX_EXTENDS:
        raise ImportFault(f"the entry `{name}` extends more than {_MAX_EXTENDS} others in a row")
    entry = own.get(name, {})
    parents = entry.get("extends") or []
    found: dict[str, Any] = {}
    for parent in parents if isinstance(parents, list) else [parents]:
        if parent not in path:
            found |= _whole(str(parent), own, made, (*path, name))
    for key, value in entry.items():
        moved = _MOVES.match(str(value))
        if moved and key in found:
            found[key] = _moved(found[key], moved[1], moved[2])
        elif key != "extends":
            found[key] = value
    made[name] = found
    return found


def _moved(value: Any, operator: str, by: str) -> str:
    """A length that counts from the one that is extended: `+= 5mm`, `*= 2`."""
    start = to_points(value, 0)
    if operator in "+-":
        step = to_points(by, 0)
        return f"{start + step if operator == '+' else start - step:.6g}pt"
    factor = float(by) if re.fullmatch(r"\d{1,6}(\.\d{1,6})?", by.strip()) else 1.0
    return f"{start * factor if operator == '*' else start / (factor or 1.0):.6g}pt"


def to_points(value: Any, whole: float) -> float:
    """A length of Squib; `whole` is that of the card, of which `middle` is the half."""
    points = _to_points(str(value)[:_MAX_WORDS].strip().lower(), whole)
    return points if abs(points) < _MAX_POINTS else 0.0


def _to_points(text: str, whole: float) -> float:
    if text in _MIDDLE:
        return whole if text == "deck" else whole / 2
    share = _SHARE.fullmatch(text)
    if share:
        return whole / (float(share[1]) or 1.0)
    cells = _CELLS.match(text)
    if cells and cells[1].replace(".", "", 1).isdigit():
        return float(cells[1]) * _CELL
    try:
        return float(text) * _PIXEL
    except ValueError:
        pass
    added = _SUM.fullmatch(text)
    if added:
        step = to_points(added["step"], whole)
        return to_points(added["first"], whole) + (step if added["sign"] == "+" else -step)
    try:
        return parse_length(
            text.replace("inches", "in").replace("inch", "in").replace(" ", "")
        ).points
    except LengthError:
        return 0.0
