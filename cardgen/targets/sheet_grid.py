"""Find the grid that puts most cards on a sheet of paper.

In      the options, a component size.
Out     a `Plan`, or an `OptionError` that says what would fit.
Not here  which card lies where, and what is drawn (`sheet_page`, `sheet_marks`).

Cards lie in the middle of the paper, so that front and back agree however the printer
turns the sheet.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import Literal

from cardgen.geometry import POINTS_PER_MM, Extent
from cardgen.sizes import Size, millimetres
from cardgen.targets.sheet_options import Options, papers
from cardgen.targets.sheet_plan import Axis, Plan
from cardgen.targets.target import OptionError

MARK = 5 * POINTS_PER_MM
"""Crop marks are as long as this where there is room,"""
WISHED_MARK = 2 * POINTS_PER_MM
"""at least this long where the bleed can give way,"""
LEAST_MARK = 1 * POINTS_PER_MM
"""and never shorter than this."""
STRIP = 3.5 * POINTS_PER_MM
"""Room for the header, at the edge of what the printer reaches."""

_LEAST_FOLD = 3 * POINTS_PER_MM
_SLACK = 1e-6


def plan_sheet(size: Size, options: Options) -> Plan:
    """Lay out the sheet that holds most cards of a size.

    Among sheets of as many cards, the one with more bleed, then one with a header, then
    the upright one.

    Raises:
        OptionError: no card fits, or the grid asked for does not, or faces have not so
            much bleed, or more places are skipped than there are.
    """
    if options.bleed is not None and options.bleed > size.bleed + _SLACK:
        own = _mm(size.bleed)
        raise OptionError(
            f"{_mm(options.bleed)} bleed is more than the {own} that a {size.name} face has",
            f"write `bleed={own.replace(' ', '')}` or less, or `bleed=auto`",
        )
    plan = _best(size, options)
    if plan is None:
        raise _misfit(size, options)
    places = plan.columns * plan.rows
    if options.skip >= places:
        raise OptionError(
            f"`skip={options.skip}` leaves no place on a sheet of {places}",
            f"write 0 … {places - 1}, or take a new sheet",
        )
    return plan


def _best(size: Size, options: Options) -> Plan | None:
    return max(_plans(size, options), key=_merit, default=None)


def _merit(plan: Plan) -> tuple[int, float, bool, bool]:
    count = plan.columns * plan.rows
    return count, round(plan.bleed, 3), plan.header is not None, not plan.landscape


def _plans(size: Size, options: Options) -> Iterator[Plan]:
    for turn, landscape in (("portrait", False), ("landscape", True)):
        if options.turn in ("auto", turn):
            plan = _plan(size, options, options.paper.turned(landscape=landscape))
            if plan is not None:
                yield plan


def _plan(size: Size, options: Options, page: Extent) -> Plan | None:
    folded = options.duplex == "fold"
    across = _Line(page.width, size.trim.width, options, size.bleed)
    down = _Line(page.height, size.trim.height, options, size.bleed, folded=folded)
    columns, rows = options.grid or (across.most(), down.most())
    if not (columns and rows and across.fits(columns) and down.fits(rows)):
        return None
    side = _header_side(across.spare(columns), down.spare(rows)) if options.header else None
    return Plan(
        size,
        options.paper,
        page,
        options.margin,
        across.axis(columns, strip=side == "left"),
        down.axis(rows, strip=side == "top"),
        side,
        folded,
    )


def _header_side(across: float, down: float) -> Literal["top", "left"] | None:
    """Where there is more room left; nowhere if there is too little."""
    if max(across, down) < STRIP:
        return None
    return "top" if down >= across else "left"


@dataclass(frozen=True, slots=True)
class _Line:
    """One side of the paper, and what is asked of the cards along it."""

    length: float
    card: float
    options: Options
    bleed: float
    folded: bool = False

    def gaps(self, count: int) -> tuple[float, ...]:
        """Between cards; a folded side has as many again beyond the fold."""
        if not self.folded:
            return (self.options.gap,) * (count - 1)
        bleed = self.bleed if self.options.bleed is None else self.options.bleed
        half = (self.options.gap,) * (count - 1)
        return *half, max(self.options.gap, 2 * bleed, _LEAST_FOLD), *half

    def extent(self, count: int) -> float:
        """From the first cut to the last."""
        return count * (2 if self.folded else 1) * self.card + sum(self.gaps(count))

    @property
    def asked(self) -> float:
        """What must stay free beyond the outer cuts: the bleed asked for, and marks."""
        marks = LEAST_MARK if self.options.marks == "crop" else 0.0
        return (self.options.bleed or 0.0) + marks

    def room(self, count: int) -> float:
        """Beyond the outer cuts, on either side, as far as the printer reaches."""
        return (self.length - self.extent(count)) / 2 - self.options.margin

    def spare(self, count: int) -> float:
        return self.room(count) - self.asked

    def fits(self, count: int) -> bool:
        return self.spare(count) >= -_SLACK

    def most(self) -> int:
        """As many cards as fit; 0 if none does."""
        count = 0
        while self.fits(count + 1):
            count += 1
        return count

    def axis(self, count: int, *, strip: bool) -> Axis:
        options, gaps = self.options, self.gaps(count)
        taken = [self.card] * (len(gaps) + 1)
        steps = (card + gap for card, gap in zip(taken, gaps, strict=False))
        first = (self.length - self.extent(count)) / 2
        room = self.room(count) - (STRIP if strip else 0.0)
        wished = WISHED_MARK if options.marks == "crop" else 0.0
        fitting = max(0.0, min(self.bleed, room - wished))
        outer = fitting if options.bleed is None else options.bleed
        most = self.bleed if options.bleed is None else options.bleed
        return Axis(
            self.length,
            self.card,
            tuple(accumulate(steps, initial=first)),
            outer,
            tuple(min(most, gap / 2) for gap in gaps),
            max(0.0, min(MARK, room - outer)),
        )


# --- what does not fit -----------------------------------------------------------------------


def _misfit(size: Size, options: Options) -> OptionError:
    """Why nothing fits, and the least changes that would mend it."""
    asked = f"{_mm(options.bleed)} bleed" if options.bleed else ""
    gap = f"{_mm(options.gap)} gaps" if options.gap else ""
    extras = " and ".join(filter(None, (asked, gap)))
    trim = f"{millimetres(size.trim.width):g} × {_mm(size.trim.height)}"
    if options.grid:
        columns, rows = options.grid
        what = f"{columns}×{rows}"
    else:
        what = f"{size.name} ({trim})"
    message = f"{what} does not fit {options.paper.label}{f' with {extras}' if extras else ''}"
    ways = list(_ways_out(size, options))[:2]
    if not ways:
        hint = "choose a larger paper or a smaller margin"
        return OptionError(message, hint)
    said = " or ".join(way for way, _ in ways)
    typed = " or ".join(f"`{key}`" for _, key in ways)
    return OptionError(f"{message}; {said} does", f"write {typed}")


def _ways_out(size: Size, options: Options) -> Iterator[tuple[str, str]]:
    """Changes of one option each that fit: as said, as typed."""
    if options.grid:
        best = _best(size, replace(options, grid=None))
        if best is not None:
            yield f"{best.columns}×{best.rows}", f"grid={best.columns}x{best.rows}"
    for key, changed in _changes(options):
        if _best(size, changed) is not None:
            yield key, key


def _changes(options: Options) -> Iterable[tuple[str, Options]]:
    if options.bleed:
        yield "bleed=0", replace(options, bleed=0.0)
    if options.gap:
        yield "gap=0", replace(options, gap=0.0)
    if options.turn != "auto":
        yield "turn=auto", replace(options, turn="auto")
    if options.marks == "crop":
        yield "marks=guides", replace(options, marks="guides")
    for name, paper in papers().items():
        if paper != options.paper:
            yield f"paper={name}", replace(options, paper=paper)


def _mm(points: float) -> str:
    return f"{millimetres(points):g} mm"
