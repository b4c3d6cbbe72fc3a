"""Which products of a service have a piece's size, whatever the size is called.

In      a size: a trade name, or one of the game's own `sizes:`.
Out     products, those of an upright piece for a card on its side; the trade size that it is.
Not here  bleed: what a service wants is carried on or left off (`canvas`).
"""

from __future__ import annotations

from cardgen.core.geometry import POINTS_PER_MM
from cardgen.core.sizes import Product, Size, load_sizes
from cardgen.targets.shared.turned_cards import is_turned

_SLACK = 0.01
"""Points: less than that is rounding."""
_NEAR = 0.25 * POINTS_PER_MM
"""A trade size that is typed in whole millimeters, as 63 × 88 mm."""


def find_products(size: Size, service: str) -> tuple[Product, ...]:
    """The products that a piece can be; of one that is wider than high, else those that stand
    upright; else those of a size that is typed in whole millimeters."""
    same = size.sold_by(service) or _list_alike(size, service, _SLACK)
    same = same or _list_turned(size, service, _SLACK)
    return same or _list_alike(size, service, _NEAR) or _list_turned(size, service, _NEAR)


def _list_alike(size: Size, service: str, slack: float) -> tuple[Product, ...]:
    return tuple(
        product
        for other in load_sizes().values()
        if _is_alike(size, other, slack)
        for product in other.sold_by(service)
    )


def _list_turned(size: Size, service: str, slack: float) -> tuple[Product, ...]:
    return tuple(
        product
        for upright in load_sizes().values()
        if upright.shape == "rectangle" and is_turned(size, upright.trim, slack)
        for product in upright.sold_by(service)
    )


def lies_on_its_side(size: Size, service: str) -> bool:
    """Whether the service has that size upright only."""
    sold = find_products(size, service)
    return bool(sold) and any(
        is_turned(size, upright.trim, _NEAR) and sold[0] in upright.products
        for upright in load_sizes().values()
    )


def find_trade_name(size: Size, service: str) -> str:
    """The trade size of a service that a size of the game's own is, or very nearly; or ""."""
    sold = [other for other in load_sizes().values() if other.sold_by(service)]
    near = [other for other in sold if _is_alike(size, other, _NEAR)]
    return min(near, key=lambda other: _apart(size, other)).name if near else ""


def _is_alike(size: Size, other: Size, slack: float) -> bool:
    """Whether a size of nobody's is cut like one that is sold; a tab or a fold makes another
    product."""
    own = not (size.products or size.tab or size.folds_x or size.folds_y or other.window)
    return own and size.shape == other.shape and _apart(size, other) < slack


def _apart(size: Size, other: Size) -> float:
    across, down = size.trim.width - other.trim.width, size.trim.height - other.trim.height
    return max(abs(across), abs(down))
