"""Cards on paper with places of its own: each in the middle of a place.

In      a component size, options with a stock.
Out     a `SheetPlan`, or an `OptionError` that names the stocks whose places it fits.

The paper lies upright, as its maker draws it. Where the places are as far from one edge as from
the other, it may lie on its side too: turned either way they come to lie where they were.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from cardgen.core.geometry import POINTS_PER_MM, Extent
from cardgen.core.sizes import Size, millimeters
from cardgen.targets.option_error import OptionError
from cardgen.targets.shared.label_stock import LabelStock, load_stocks
from cardgen.targets.shared.papers import Paper
from cardgen.targets.sheets.options import SheetOptions
from cardgen.targets.sheets.plan import SheetAxis, SheetPlan

_SLACK = 0.5 * POINTS_PER_MM
"""So much larger than its place a card may be: a perforation is no knife."""
_EVEN = 0.25 * POINTS_PER_MM


def plan_stock(size: Size, options: SheetOptions, stock: LabelStock) -> SheetPlan:
    """Lay out the sheet of a stock.

    Raises:
        OptionError: a card does not fit its places.
    """
    for landscape in (False, True):
        if options.turn in ("auto", "landscape" if landscape else "portrait") and _fits(
            size, stock, landscape=landscape
        ):
            return _plan(size, options, stock, landscape=landscape)
    raise _explain_misfit(size, stock)


def _fits(size: Size, stock: LabelStock, *, landscape: bool) -> bool:
    """Whether a card lies in a place; on a round label only what is round."""
    if landscape and not _is_even(stock):
        return False
    if stock.shape == "circle" and size.shape != "circle":
        return False
    place = _turned(stock.place, landscape=landscape)
    wide, high = size.trim.width, size.trim.height
    return wide <= place.width + _SLACK and high <= place.height + _SLACK


def _is_even(stock: LabelStock) -> bool:
    """Whether the sheet looks the same turned by half."""
    paper = stock.paper.turned(landscape=False)
    sides = (
        (stock.starts(0), stock.place.width, paper.width),
        (stock.starts(1), stock.place.height, paper.height),
    )
    return all(abs(starts[0] - (whole - starts[-1] - own)) < _EVEN for starts, own, whole in sides)


def _turned(extent: Extent, *, landscape: bool) -> Extent:
    return Extent(extent.height, extent.width) if landscape else extent


def _plan(size: Size, options: SheetOptions, stock: LabelStock, *, landscape: bool) -> SheetPlan:
    page = stock.paper.turned(landscape=landscape)
    place = _turned(stock.place, landscape=landscape)
    across, down = (stock.starts(1), stock.starts(0)) if landscape else (
        stock.starts(0), stock.starts(1)
    )  # fmt: skip
    bleed = size.bleed if options.bleed is None else options.bleed
    return SheetPlan(
        size,
        Paper(stock.paper.key, stock.label, stock.paper.extent),
        page,
        (0.0, 0.0),
        _axis(page.width, size.trim.width, place.width, across, bleed),
        _axis(page.height, size.trim.height, place.height, down, bleed),
        None,
    )


def _axis(
    length: float, card: float, place: float, starts: Sequence[float], bleed: float
) -> SheetAxis:
    """Cards in the middle of their places; the bleed ends halfway to the next card."""
    own = tuple(start + (place - card) / 2 for start in starts)
    gaps = [after - before - card for before, after in pairwise(own)]
    outer = max(0.0, min(bleed, own[0], length - own[-1] - card))
    inner = tuple(max(0.0, min(bleed, gap / 2)) for gap in gaps)
    return SheetAxis(length, card, own, outer, inner, 0.0)


def _explain_misfit(size: Size, stock: LabelStock) -> OptionError:
    trim = f"{millimeters(size.trim.width):g} × {millimeters(size.trim.height):g} mm"
    place = f"{millimeters(stock.place.width):g} × {millimeters(stock.place.height):g} mm"
    kind = "round places" if stock.shape == "circle" else "places"
    message = f"{size.name} ({trim}) does not fit the {kind} of {place} of {stock.key}"
    fitting = list(dict.fromkeys(_find_fitting(size)))[:4]
    if not fitting:
        hint = "no known stock has places so large; leave out `stock`, and cut the cards"
        return OptionError(message, hint, option="stock")
    hint = f"it fits {', '.join(f'`stock={key}`' for key in fitting)}"
    return OptionError(message, hint, option="stock")


def _find_fitting(size: Size) -> Iterator[str]:
    """Stocks whose places hold the size, the tightest first."""
    stocks = {stock.key: stock for stock in load_stocks().values()}.values()
    for stock in sorted(stocks, key=lambda one: one.place.width * one.place.height):
        if any(_fits(size, stock, landscape=landscape) for landscape in (False, True)):
            yield stock.key
