"""The papers that a printer takes: known by name, or any size.

In      a paper as typed: `a4`, `100x148mm`.
Out     a `Paper`, its sides in points.
"""

from __future__ import annotations

import json
import re
from functools import cache
from importlib import resources
from typing import Any

from msgspec import Struct

from cardgen.core.findings import did_you_mean
from cardgen.core.geometry import POINTS_PER_MM, Extent
from cardgen.core.lengths import UNITS
from cardgen.core.sizes import millimeters
from cardgen.targets.option_error import OptionError
from cardgen.targets.options import Parsed

_CUSTOM = re.compile(
    r"([0-9]{1,5}(?:\.[0-9]{1,4})?)(mm|in)?x([0-9]{1,5}(?:\.[0-9]{1,4})?)(mm|in)\Z"
)
_BARE = re.compile(r"([0-9]{1,4}(?:\.[0-9]{1,4})?)x([0-9]{1,4}(?:\.[0-9]{1,4})?)\Z")
_LYING = re.compile(r"(.+?)[ _-]*(landscape|portrait)\Z")
_LARGEST = 2000 * POINTS_PER_MM
_MOST_INCHES = 30
"""Measures without a unit are taken for inches up to this."""


class Paper(Struct, frozen=True):
    """A sheet as it lies in the drawer; `key` is what is typed, `label` what is read."""

    key: str
    label: str
    extent: Extent

    def turned(self, *, landscape: bool) -> Extent:
        short, long = sorted((self.extent.width, self.extent.height))
        return Extent(long, short) if landscape else Extent(short, long)


def list_home_papers() -> dict[str, Paper]:
    """Return the papers that home printers have, from the smallest."""
    return {row["name"]: load_papers()[row["name"]] for row in _load_rows() if row.get("home")}


@cache
def load_papers() -> dict[str, Paper]:
    """Return all papers known by name: of home printers, photo labs and print shops."""
    return {row["name"]: _make_paper(row) for row in _load_rows()}


@cache
def _load_rows() -> list[dict[str, Any]]:
    text = resources.files("cardgen").joinpath("data/papers.json").read_text("utf-8")
    rows: list[dict[str, Any]] = json.loads(text)["papers"]
    return rows


def _make_paper(row: dict[str, Any]) -> Paper:
    width, height = (length * UNITS[row["unit"]] for length in row["size"])
    return Paper(row["name"], row["label"], Extent(width, height))


def find_paper(text: str, option: str = "paper") -> Paper:
    """The paper of that name or size.

    Raises:
        OptionError: there is no such paper.
    """
    typed, text = text, re.sub(r"\s*([x×])\s*|\s+(?=(?:mm|in)\Z)", _unspaced, text)
    if text in load_papers():
        return load_papers()[text]
    found = _CUSTOM.match(text)
    if not found:
        raise OptionError(f"there is no paper `{typed}`", _advise(text), option=option)
    width, height = float(found[1]) * UNITS[found[2] or found[4]], float(found[3]) * UNITS[found[4]]
    if not 0 < min(width, height) <= max(width, height) <= _LARGEST:
        message = f"no printer takes paper of {text}"
        raise OptionError(message, "write a size up to 2 m", option=option)
    label = f"{millimeters(width):g} × {millimeters(height):g} mm"
    return Paper(text, label, Extent(width, height))


def _unspaced(found: re.Match[str]) -> str:
    return "x" if found[1] else ""


def _advise(text: str) -> str:
    """What to write instead: a size with its unit, a paper without how it lies, or a name."""
    lying, bare = _LYING.match(text), _BARE.match(text)
    if lying and lying[1] in load_papers():
        return f"write `{lying[1]}`; `turn={lying[2]}` of `sheets` says how it lies"
    sides = [float(side) for side in bare.groups()] if bare else [0.0]
    if min(sides) > 0:
        size = _add_unit(text, sides)
        return f"write its unit, as `{size}`{_name_same_paper(size)}"
    hint = did_you_mean(text, load_papers(), what="paper")
    return f"{hint}; any other size as `100x148mm` or `4x6in`"


def _add_unit(text: str, sides: list[float]) -> str:
    """The size that is meant most likely: inches if they are few, but centimeters in millimeters
    where only those are a paper that has a name, as 21x29.7."""
    if max(sides) > _MOST_INCHES:
        return f"{text}mm"
    tenfold = "x".join(f"{10 * side:g}" for side in sides) + "mm"
    metric = _name_same_paper(tenfold) and not _name_same_paper(f"{text}in")
    return tenfold if metric else f"{text}in"


def _name_same_paper(text: str) -> str:
    """`, which is letter`, if it is a paper that has a name."""
    size = find_paper(text).turned(landscape=False)
    for paper in load_papers().values():
        own = paper.turned(landscape=False)
        if max(abs(own.width - size.width), abs(own.height - size.height)) < POINTS_PER_MM / 2:
            return f", which is `{paper.key}`"
    return ""


def _read_size(option: str, text: str) -> Paper:
    return find_paper(text.casefold(), option)


PAPER = Parsed(_read_size, *load_papers(), "100x148mm", "4x6in")
"""The type of an option that names a paper."""
