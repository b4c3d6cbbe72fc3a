"""What can be chosen for sheets that are printed at home.

In      pairs as typed: `paper=a4,duplex=long`.
Out     `Options`, lengths in points.
Not here  whether cards of some size fit (`sheet_grid`).
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, fields
from functools import cache
from importlib import resources
from typing import Any, Literal, cast

from cardgen.diagnostics import did_you_mean
from cardgen.geometry import POINTS_PER_MM, Extent
from cardgen.lengths import UNITS, LengthError, parse_length
from cardgen.sizes import millimetres
from cardgen.targets.target import OptionError

Turn = Literal["auto", "portrait", "landscape"]
Marks = Literal["crop", "guides", "none"]
MarksOn = Literal["fronts", "backs", "both"]
Duplex = Literal["long", "short", "fold", "separate", "none"]

_CUSTOM = re.compile(r"([0-9.]+)(mm|in)?x([0-9.]+)(mm|in)\Z")
_GRID = re.compile(r"([1-9][0-9]?)x([1-9][0-9]?)\Z")
_LARGEST = 2000 * POINTS_PER_MM
_MOST_SKIPPED = 9999


@dataclass(frozen=True, slots=True)
class Paper:
    """A sheet as it lies in the drawer; `key` is what is typed, `label` what is read."""

    key: str
    label: str
    extent: Extent

    def turned(self, *, landscape: bool) -> Extent:
        short, long = sorted((self.extent.width, self.extent.height))
        return Extent(long, short) if landscape else Extent(short, long)


@cache
def papers() -> dict[str, Paper]:
    """The papers known by name, from the smallest."""
    text = resources.files("cardgen").joinpath("data/papers.json").read_text("utf-8")
    rows: list[dict[str, Any]] = json.loads(text)["papers"]
    return {row["name"]: _named(row) for row in rows}


def _named(row: dict[str, Any]) -> Paper:
    width, height = (length * UNITS[row["unit"]] for length in row["size"])
    return Paper(row["name"], row["label"], Extent(width, height))


@dataclass(frozen=True)
class Options:
    """All choices. Lengths are points; `bleed` None is as much as fits, `grid` None too."""

    paper: Paper = papers()["letter"]
    turn: Turn = "auto"
    grid: tuple[int, int] | None = None
    margin: float = 5 * POINTS_PER_MM
    gap: float = 0.0
    bleed: float | None = None
    marks: Marks = "crop"
    marks_on: MarksOn = "both"
    duplex: Duplex = "long"
    skip: int = 0
    header: bool = True

    @classmethod
    def parse(cls, pairs: Mapping[str, str]) -> Options:
        """Read options as typed.

        Raises:
            OptionError: an unknown option, or a value that it cannot have.
        """
        read: dict[str, Any] = {}
        names = [field.name.replace("_", "-") for field in fields(cls)]
        for name, text in pairs.items():
            if name not in names:
                hint = did_you_mean(name, names, what="option")
                raise OptionError(f"`sheets` has no option `{name}`", hint)
            read[name.replace("-", "_")] = _READERS[name](name, text.strip().casefold())
        return cls(**read)

    def marked(self, side: Literal["fronts", "backs"]) -> Marks:
        """The marks on one side."""
        return self.marks if self.marks_on in (side, "both") else "none"


# --- values ----------------------------------------------------------------------------------


def _paper(_: str, text: str) -> Paper:
    if text in papers():
        return papers()[text]
    found = _CUSTOM.match(text)
    if not found:
        hint = did_you_mean(text, papers(), what="paper")
        raise OptionError(
            f"there is no paper `{text}`", f"{hint}; any other size as `100x148mm` or `4x6in`"
        )
    unit = found[4]
    width, height = (
        _length("paper", f"{number}{given or unit}")
        for number, given in ((found[1], found[2]), (found[3], unit))
    )
    if not 0 < min(width, height) <= max(width, height) <= _LARGEST:
        raise OptionError(f"no printer takes paper of {text}", "write a size up to 2 m")
    label = f"{millimetres(width):g} × {millimetres(height):g} mm"
    return Paper(text, label, Extent(width, height))


def _one_of(known: Collection[str]) -> Callable[[str, str], str]:
    def read(name: str, text: str) -> str:
        if text not in known:
            raise OptionError(f"`{name}={text}` is not possible", _choices(name, known))
        return text

    return read


def _choices(name: str, known: Collection[str]) -> str:
    return f"write `{name}=` and one of {', '.join(known)}"


def _length(name: str, text: str) -> float:
    try:
        length = parse_length(text)
    except LengthError as error:
        raise OptionError(f"`{name}={text}`: {error}", error.hint) from None
    if length.share or length.ems or length.points < 0:
        raise OptionError(
            f"`{name}={text}` is no length on paper", f"write 0 or more, such as `{name}=3mm`"
        )
    return length.points


def _bleed(name: str, text: str) -> float | None:
    if text == "auto":
        return None
    return 0.0 if text == "none" else _length(name, text)


def _grid(name: str, text: str) -> tuple[int, int] | None:
    if text == "auto":
        return None
    found = _GRID.match(text.replace("×", "x"))
    if not found:
        hint = "write columns and rows, such as `grid=3x3`, or `grid=auto`"
        raise OptionError(f"`{name}={text}` is no grid", hint)
    return int(found[1]), int(found[2])


def _skip(name: str, text: str) -> int:
    if not re.fullmatch("[0-9]{1,4}", text):
        hint = f"write how many places are used already, 0 … {_MOST_SKIPPED}"
        raise OptionError(f"`{name}={text}` is no count", hint)
    return int(text)


def _yes(name: str, text: str) -> bool:
    known = {"yes": True, "no": False, "true": True, "false": False}
    if text not in known:
        raise OptionError(f"`{name}={text}` is not possible", _choices(name, ("yes", "no")))
    return known[text]


_READERS: dict[str, Callable[[str, str], object]] = {
    "paper": _paper,
    "turn": _one_of(("auto", "portrait", "landscape")),
    "grid": _grid,
    "margin": _length,
    "gap": _length,
    "bleed": _bleed,
    "marks": _one_of(("crop", "guides", "none")),
    "marks-on": _one_of(("fronts", "backs", "both")),
    "duplex": _one_of(("long", "short", "fold", "separate", "none")),
    "skip": _skip,
    "header": _yes,
}


def read_options(given: object) -> Options:
    """Options as a job carries them: read already, or pairs as typed."""
    if isinstance(given, Options):
        return given
    return Options.parse(cast("Mapping[str, str]", given))
