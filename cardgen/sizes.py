"""Component sizes by trade name: trim, bleed, safe zone, corner radius, service limits.

The figures are data (`data/sizes.json`, each with its source). A size is *trimmed*;
bleed is added outside it, the safe zone lies inside it.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from functools import cache
from importlib import resources
from typing import Any

from cardgen.geometry import POINTS_PER_INCH, POINTS_PER_MM, Edges, Extent, Rect


@dataclass(frozen=True, slots=True)
class Tab:
    """A tab that stands out of a divider's top edge. Points; `left` from the trim's left.

    The divider's trim is as high as body and tab together.
    """

    width: float
    height: float
    left: float
    corner: float = 0.0


@dataclass(frozen=True, slots=True)
class Size:
    """A component size. All lengths in points.

    `shape` is `rectangle`, `circle` or `hexagon`; `max_cards` is the service's limit for
    one order of this product. A size that no service sells has no `product`.
    """

    name: str
    trim: Extent
    bleed: float
    safe: float
    corner: float
    product: str
    code: str
    max_cards: int
    aliases: tuple[str, ...] = ()
    shape: str = "rectangle"
    tab: Tab | None = None
    folds_x: tuple[float, ...] = ()
    """Upright folds, from the trim's left."""
    folds_y: tuple[float, ...] = ()
    """Level folds, from the trim's top."""

    @property
    def page(self) -> Extent:
        """The bleed box: what is painted."""
        return Extent(self.trim.width + 2 * self.bleed, self.trim.height + 2 * self.bleed)

    @property
    def bleed_box(self) -> Rect:
        return Rect(0, 0, self.page.width, self.page.height)

    @property
    def trim_box(self) -> Rect:
        return Rect(self.bleed, self.bleed, self.trim.width, self.trim.height)

    @property
    def body_box(self) -> Rect:
        """The trim box without its tab."""
        down = self.tab.height if self.tab else 0.0
        return self.trim_box.inset(Edges(top=down))

    @property
    def safe_box(self) -> Rect:
        return self.body_box.inset_by(self.safe)

    @property
    def tab_box(self) -> Rect | None:
        """What a text on the tab may fill: the tab, `safe` inside its top and sides."""
        if self.tab is None:
            return None
        trim, tab = self.trim_box, self.tab
        whole = Rect(trim.left + tab.left, trim.top, tab.width, tab.height)
        inside = min(self.safe, tab.height / 4)
        return whole.inset(Edges(inside, self.safe, 0.0, self.safe))

    def mirrored(self) -> Size:
        """The same piece seen from behind."""
        folds = tuple(sorted(self.trim.width - x for x in self.folds_x))
        tab = self.tab
        if tab:
            tab = replace(tab, left=self.trim.width - tab.left - tab.width)
        return replace(self, tab=tab, folds_x=folds)

    def pixels(self, dpi: float) -> tuple[int, int]:
        """The bleed box in pixels: trim inches x dpi + twice the bleed, each rounded once."""
        bleed = round(self.bleed / POINTS_PER_INCH * dpi)
        width = round(self.trim.width / POINTS_PER_INCH * dpi) + 2 * bleed
        return width, round(self.trim.height / POINTS_PER_INCH * dpi) + 2 * bleed


@cache
def _data() -> dict[str, Any]:
    text = resources.files("cardgen").joinpath("data/sizes.json").read_text("utf-8")
    loaded: dict[str, Any] = json.loads(text)
    return loaded


@cache
def all_sizes() -> dict[str, Size]:
    """Every size by its name, in the order of the catalogue."""
    data = _data()
    return {row["name"]: _size(row, data) for row in data["sizes"]}


def _size(row: dict[str, Any], data: dict[str, Any]) -> Size:
    width, height = (inches * POINTS_PER_INCH for inches in row["trim_in"])
    return Size(
        name=row["name"],
        trim=Extent(width, height),
        bleed=data["bleed_in"] * POINTS_PER_INCH,
        safe=data["safe_in"] * POINTS_PER_INCH,
        corner=data["corner_in"] * POINTS_PER_INCH,
        product=row["product"],
        code=row["code"],
        max_cards=row["max_cards"],
        aliases=tuple(row["aliases"]),
        shape=row.get("shape", "rectangle"),
    )


@cache
def size_names() -> dict[str, str]:
    """Every name and alias, to the size's own name."""
    sizes = all_sizes().values()
    return {name: size.name for size in sizes for name in (size.name, *size.aliases)}


def find_size(name: str) -> Size | None:
    """The size of that name or alias, or None."""
    known = size_names().get(name.casefold())
    return all_sizes()[known] if known else None


def bracket(size: Size, cards: int) -> int | None:
    """The smallest order the service sells that holds `cards`, or None if not published."""
    brackets = _data()["brackets"]
    if size.name not in brackets["sizes"]:
        return None
    fitting: list[int] = [n for n in brackets["cards"] if n >= cards]
    return fitting[0] if fitting else None


def stock_codes() -> tuple[str, ...]:
    return tuple(_data()["stocks"]["codes"])


def millimetres(points: float) -> float:
    """Points as millimetres, to the hundredth."""
    return round(points / POINTS_PER_MM, 2)
