"""What can be chosen for sheets that are printed at home.

In      pairs as typed: `paper=a4,duplex=long`.
Out     `Options`, lengths in points.
Not here  whether cards of some size fit (`sheet_grid`), printers by name (`printers`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from typing import Any, Literal, cast

from msgspec import Struct

from cardgen.core.findings import did_you_mean
from cardgen.core.geometry import POINTS_PER_MM
from cardgen.core.lengths import LengthError, parse_length
from cardgen.core.sizes import Size
from cardgen.scene.cut_outline import trim_outline
from cardgen.targets.contract import OptionError
from cardgen.targets.option_values import unit_hint
from cardgen.targets.sheets.papers import Paper, find_paper, papers
from cardgen.targets.sheets.piece_outlines import is_box
from cardgen.targets.sheets.printers import Profile, find_printer

Turn = Literal["auto", "portrait", "landscape"]
Marks = Literal["auto", "crop", "guides", "none"]
MarksOn = Literal["fronts", "backs", "both"]
Duplex = Literal["long", "short", "fold", "separate", "none"]
Cut = Literal["auto", "no", "svg", "dxf", "both"]
InkUse = Literal["full", "low"]
Tile = Literal["auto", "yes", "no"]

MARGIN = 5 * POINTS_PER_MM
"""What home printers leave white, if no profile says better."""
OVERLAP = 10 * POINTS_PER_MM
"""Of the tiles of a board."""

_GRID = re.compile(r"([1-9][0-9]?)x([1-9][0-9]?)\Z")
_MOST_SKIPPED = 9999
_DUPLEX = {
    "long": "long",
    "short": "short",
    "fold": "fold",
    "separate": "separate",
    "none": "none",
    "gutterfold": "fold",
}
"""Names as typed: a folded sheet has the trade's name too."""

OPTION_HELP = {
    "paper": "letter (the default), a4, a3, legal, tabloid …, or any size as 100x148mm or 4x6in",
    "turn": "how the paper lies: auto (the default), portrait, landscape",
    "grid": "columns and rows, as 3x3; as many as fit if left out",
    "margin": "what the printer leaves white at the edge; 5mm, or the printer profile's",
    "gap": "between cards, 0 if left out",
    "bleed": "beyond the outer cuts and into gaps; as much as fits if left out",
    "marks": "auto (the default), crop at the corners, guides over the sheet, none",
    "marks-on": "both (the default), fronts or backs",
    "duplex": "backs: long (the default) or short edge, fold (also gutterfold), separate, none",
    "skip": "places of the first sheet that are used already",
    "header": "yes (the default) or no: game, sheet, version and a ruler at the edge",
    "printer": "a printer of printers.yaml; see `cardgen calibrate`",
    "nest": "yes (the default) or no: hexagons and circles interlock where more fit so",
    "tile": "auto (the default): boards larger than the paper go over several sheets; yes: all; no",
    "overlap": "of the sheets of one piece, 10mm if left out",
    "silhouette": "registration marks for a Silhouette cutter: 3, 4 or no (the default)",
    "inset": "of the registration marks from the paper's edge, 10mm if left out",
    "cut": "files for a cutting machine: svg, dxf, both, no; both if there are marks",
    "ink": "full (the default), or low: no ground, light fills, dark text",
}


class Options(Struct, frozen=True):
    """All choices. Lengths are points; `bleed` None is as much as fits, `grid` None too."""

    paper: Paper = papers()["letter"]
    turn: Turn = "auto"
    grid: tuple[int, int] | None = None
    margin: float | None = None
    gap: float = 0.0
    bleed: float | None = None
    marks: Marks = "auto"
    marks_on: MarksOn = "both"
    duplex: Duplex = "long"
    skip: int = 0
    header: bool = True
    printer: Profile | None = None
    nest: bool = True
    tile: Tile = "auto"
    overlap: float = OVERLAP
    silhouette: int = 0
    inset: float = 10 * POINTS_PER_MM
    cut: Cut = "auto"
    ink: InkUse = "full"

    @classmethod
    def parse(cls, pairs: Mapping[str, str]) -> Options:
        """Read options as typed.

        Raises:
            OptionError: an unknown option, a value that it cannot have, or two that do not
                go together.
        """
        read: dict[str, Any] = {}
        names = [name.replace("_", "-") for name in cls.__struct_fields__]
        for name, text in pairs.items():
            if name not in names:
                hint = did_you_mean(name, names, what="option")
                raise OptionError(f"`sheets` has no option `{name}`", hint, option=name)
            read[name.replace("-", "_")] = _READERS[name](name, text.strip().casefold())
        options = cls(**read)
        _check_together(options)
        return options

    def edges(self, *, landscape: bool) -> tuple[float, float]:
        """What stays white at either side, and above and below."""
        if self.margin is not None:
            return self.margin, self.margin
        if self.printer is None or self.printer.margins is None:
            return MARGIN, MARGIN
        top, right, bottom, left = self.printer.margins
        sides, ends = max(left, right), max(top, bottom)
        return (ends, sides) if landscape else (sides, ends)

    def lines(self, size: Size) -> Marks:
        """How straight cuts of a size are marked; what is not cut straight has no such marks,
        and a machine wants none."""
        if self.silhouette or not is_straight(size):
            return "none"
        return "crop" if self.marks == "auto" else self.marks

    @property
    def outlined(self) -> bool:
        """Whether what is not cut straight has its outline drawn."""
        return self.marks != "none" and not self.silhouette

    def marked(self, side: Literal["fronts", "backs"]) -> bool:
        """Whether a side has marks."""
        return self.marks_on in (side, "both")

    @property
    def cut_files(self) -> tuple[str, ...]:
        """The kinds of cut file."""
        if self.cut in ("svg", "dxf"):
            return (self.cut,)
        both = self.cut == "both" or (self.cut == "auto" and self.silhouette)
        return ("svg", "dxf") if both else ()


def is_straight(size: Size) -> bool:
    """Whether straight cuts from edge to edge of the paper make it."""
    return is_box(trim_outline(size), size.trim_box)


def _check_together(options: Options) -> None:
    if not options.silhouette:
        return
    if options.marks in ("crop", "guides"):
        message = f"`marks={options.marks}` would stand among the registration marks"
        raise OptionError(message, "leave out `marks`, or `silhouette`", option="marks")
    if options.duplex == "fold":
        message = "a folded sheet does not go through a cutting machine"
        raise OptionError(message, "write `duplex=long` or `silhouette=no`", option="duplex")
    if options.inset < max(options.edges(landscape=False)):
        message = "the registration marks are nearer to the edge than the printer reaches"
        raise OptionError(message, "write `inset=10mm`, or a smaller `margin`", option="inset")


# --- values ----------------------------------------------------------------------------------


def _paper(name: str, text: str) -> Paper:
    return find_paper(text, name)


def _printer(_: str, text: str) -> Profile:
    return find_printer(text)


def _one_of(known: Collection[str]) -> Callable[[str, str], str]:
    def read(name: str, text: str) -> str:
        if text not in known:
            message = f"`{name}={text}` is not possible"
            raise OptionError(message, _choices(name, known), option=name)
        return text

    return read


def _choices(name: str, known: Collection[str]) -> str:
    return f"write `{name}=` and one of {', '.join(known)}"


def _length(name: str, text: str) -> float:
    try:
        length = parse_length(text)
    except LengthError as error:
        hint = unit_hint(text) or error.hint
        raise OptionError(f"`{name}={text}`: {error}", hint, option=name) from None
    if length.share or length.ems or length.points < 0:
        message = f"`{name}={text}` is no length on paper"
        raise OptionError(message, f"write 0 or more, such as `{name}=3mm`", option=name)
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
        raise OptionError(f"`{name}={text}` is no grid", hint, option=name)
    return int(found[1]), int(found[2])


def _skip(name: str, text: str) -> int:
    if not re.fullmatch("[0-9]{1,4}", text):
        hint = f"write how many places are used already, 0 … {_MOST_SKIPPED}"
        raise OptionError(f"`{name}={text}` is no count", hint, option=name)
    return int(text)


def _yes(name: str, text: str) -> bool:
    known = {"yes": True, "no": False, "true": True, "false": False}
    if text not in known:
        message = f"`{name}={text}` is not possible"
        raise OptionError(message, _choices(name, ("yes", "no")), option=name)
    return known[text]


def _marks_of_machine(name: str, text: str) -> int:
    return {"no": 0, "3": 3, "4": 4}[_one_of(("3", "4", "no"))(name, text)]


_READERS: dict[str, Callable[[str, str], object]] = {
    "paper": _paper,
    "turn": _one_of(("auto", "portrait", "landscape")),
    "grid": _grid,
    "margin": _length,
    "gap": _length,
    "bleed": _bleed,
    "marks": _one_of(("auto", "crop", "guides", "none")),
    "marks-on": _one_of(("fronts", "backs", "both")),
    "duplex": lambda name, text: _DUPLEX[_one_of(_DUPLEX)(name, text)],
    "skip": _skip,
    "header": _yes,
    "printer": _printer,
    "nest": _yes,
    "tile": _one_of(("auto", "yes", "no")),
    "overlap": _length,
    "silhouette": _marks_of_machine,
    "inset": _length,
    "cut": _one_of(("auto", "no", "svg", "dxf", "both")),
    "ink": _one_of(("full", "low")),
}


def read_options(given: object) -> Options:
    """Options as a job carries them: read already, or pairs as typed."""
    if isinstance(given, Options):
        return given
    return Options.parse(cast("Mapping[str, str]", given))
