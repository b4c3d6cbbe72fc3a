"""Component sizes by trade name: trim, bleed, safe zone, corner radius, who sells them.

The figures are data (`data/sizes.json`, each with its source). A size is *trimmed*;
bleed is added outside it, the safe zone lies inside it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from importlib import resources
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from cardgen.core.geometry import POINTS_PER_INCH, POINTS_PER_MM, Edges, Extent, Rect


class Tab(Struct, frozen=True):
    """A tab that stands out of a divider's top edge. Points; `left` from the trim's left.

    The divider's trim is as high as body and tab together.
    """

    width: float
    height: float
    left: float
    corner: float = 0.0


class Product(Struct, frozen=True):
    """What a service sells a size as.

    `pixels` are those of the file at 300 dpi where the service wants others than trim and
    bleed give; `max_cards` is its limit for one order, None where it has none.
    """

    service: str
    code: str
    name: str
    max_cards: int | None = None
    pixels: tuple[int, int] | None = None


class Wall(Struct, frozen=True):
    """What makes a size a panel of a box.

    `joined` are the sides (`left`, `top` …) where it goes on, over a fold, into another
    printed panel; `notch` is the side and the radius of a notch for the thumb.
    """

    joined: tuple[str, ...] = ()
    notch: tuple[str, float] | None = None


UNLIMITED = 1_000_000
"""Cards of one order where no service sets a limit."""


class Size(Struct, frozen=True):
    """A component size. All lengths in points.

    `shape` is `rectangle`, `circle`, `hexagon`, or the name of a shape that `polygon` has the
    corners of. `product`, `code` and `max_cards` are
    those of Make Playing Cards, which has no `product` for a size that it does not sell;
    `products` are those of all services.
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
    products: tuple[Product, ...] = ()
    window: bool = False
    """Whether this is the picture window of a card that the service frames."""
    source: str = ""
    """Where the figures come from, if they are no service's."""
    wall: Wall | None = None
    polygon: tuple[tuple[float, float], ...] = ()
    """Corners of a piece of another shape, clockwise, from the trim's left and top."""

    def sold_by(self, service: str) -> tuple[Product, ...]:
        """The products of a service that have this size, the usual one first."""
        return tuple(product for product in self.products if product.service == service)

    @property
    def services(self) -> tuple[str, ...]:
        """Who sells it, by the keys of `service_names`."""
        return tuple(dict.fromkeys(product.service for product in self.products))

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
    def notch(self) -> tuple[float, float, float] | None:
        """The middle and the radius of a thumb notch."""
        if self.wall is None or self.wall.notch is None:
            return None
        side, radius = self.wall.notch
        box, (x, y) = self.trim_box, self.trim_box.center
        middles = {
            "left": (box.left, y),
            "right": (box.right, y),
            "top": (x, box.top),
            "bottom": (x, box.bottom),
        }
        return (*middles[side], radius)

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
        if self.polygon:
            width = self.trim.width
            return replace(self, polygon=tuple((width - x, y) for x, y in reversed(self.polygon)))
        if not self.folds_x and not self.tab:
            return self
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
def _load_catalog() -> dict[str, Any]:
    text = resources.files("cardgen").joinpath("data/sizes.json").read_text("utf-8")
    loaded: dict[str, Any] = json.loads(text)
    return loaded


@cache
def load_sizes() -> dict[str, Size]:
    """Every size by its name, in the order of the catalog."""
    data = _load_catalog()
    return {row["name"]: _read_size(row, data) for row in data["sizes"]}


def _read_size(row: dict[str, Any], data: dict[str, Any]) -> Size:
    products = tuple(_read_products(row))
    ordered = next((product for product in products if product.service == "mpc"), None)
    inches = {key: row.get(key, data[key]) for key in ("bleed_in", "safe_in", "corner_in")}
    return Size(
        name=row["name"],
        trim=_read_trim(row),
        bleed=inches["bleed_in"] * POINTS_PER_INCH,
        safe=inches["safe_in"] * POINTS_PER_INCH,
        corner=inches["corner_in"] * POINTS_PER_INCH,
        product=ordered.name if ordered else "",
        code=ordered.code if ordered else "",
        max_cards=(ordered.max_cards if ordered else None) or UNLIMITED,
        aliases=tuple(row["aliases"]),
        shape=row.get("shape", "rectangle"),
        products=products,
        window=row.get("window", False),
        source=data["sources"][row["source"]] if "source" in row else "",
    )


def _read_trim(row: dict[str, Any]) -> Extent:
    unit = POINTS_PER_INCH if "trim_in" in row else POINTS_PER_MM
    width, height = row.get("trim_in") or row["trim_mm"]
    return Extent(width * unit, height * unit)


def _read_products(row: dict[str, Any]) -> Iterator[Product]:
    for service, sold in row.get("sold", {}).items():
        for one in sold:
            pixels = tuple(one["pixels"]) if "pixels" in one else None
            name = one.get("product", one["code"])
            yield Product(service, one["code"], name, one.get("max"), pixels)


@cache
def service_names() -> dict[str, str]:
    """What services are called, by their keys in the catalog."""
    return {key: service["name"] for key, service in _load_catalog()["services"].items()}


def service_source(service: str) -> str:
    """Where a service's figures come from."""
    found: str = _load_catalog()["services"][service]["source"]
    return found


@cache
def size_names() -> dict[str, str]:
    """Every name and alias, to the size's own name."""
    sizes = load_sizes().values()
    return {name: size.name for size in sizes for name in (size.name, *size.aliases)}


def find_size(name: str) -> Size | None:
    """The size of that name or alias, or None."""
    known = size_names().get(name.casefold())
    return load_sizes()[known] if known else None


def find_matching_sizes(words: str) -> tuple[Size, ...]:
    """Sizes whose name or alias has all these words in it, or that a service of that key sells."""
    wanted = words.casefold().split()
    return tuple(
        size
        for size in load_sizes().values()
        if all(
            word in size.services or any(word in name for name in (size.name, *size.aliases))
            for word in wanted
        )
    )


def find_bracket(size: Size, cards: int) -> int | None:
    """The smallest order the service sells that holds `cards`, or None if not published."""
    brackets = _load_catalog()["brackets"]
    if size.name not in brackets["sizes"]:
        return None
    fitting: list[int] = [n for n in brackets["cards"] if n >= cards]
    return fitting[0] if fitting else None


def list_stock_codes() -> tuple[str, ...]:
    return tuple(_load_catalog()["stocks"]["codes"])


def millimeters(points: float) -> float:
    """Points as millimeters, to the hundredth."""
    return round(points / POINTS_PER_MM, 2)
