"""Component sizes as rows of text, and all that is known of a few: for `cardgen sizes`.

In      sizes of the catalog.
Out     rows and lines.
Not here  drawing columns, finding sizes (`sizes.matching`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cardgen.core.geometry import POINTS_PER_INCH
from cardgen.core.sizes import Product, Size, millimeters, service_names, service_source

HEAD = ("size", "trim mm", "trim in", "pixels 300 dpi", "bleed", "safe", "sold by")


def list_rows(sizes: Sequence[Size]) -> Iterator[tuple[str, ...]]:
    """A row a size, below their heads."""
    yield HEAD
    for size in sizes:
        trim = size.trim
        yield (
            size.name,
            f"{millimeters(trim.width):g} × {millimeters(trim.height):g}",
            f"{_format_inches(trim.width)} × {_format_inches(trim.height)}",
            "{} × {}".format(*_upload_pixels(size)),
            f"{millimeters(size.bleed):g} mm",
            f"{millimeters(size.safe):g} mm",
            ", ".join(_describe_service(size, service) for service in size.services),
        )


def _upload_pixels(size: Size) -> tuple[int, int]:
    """Those of the files that are uploaded."""
    asked = size.products[0].pixels if size.products else None
    return asked or size.pixels(300)


def _format_inches(points: float) -> str:
    return f"{round(points / POINTS_PER_INCH, 3):g}"


def _describe_service(size: Size, service: str) -> str:
    """The service, and its limit for one order if it has one."""
    most = size.sold_by(service)[0].max_cards
    return f"{service} ≤{most}" if most else service


def describe_aliases(sizes: Sequence[Size]) -> str:
    """Names that stand for others."""
    named = (f"{size.name}: {', '.join(size.aliases)}" for size in sizes if size.aliases)
    return "; ".join(named)


def describe_size(size: Size) -> Iterator[str]:
    """What the row does not say: other names, shape, products, where the figures are from."""
    yield f"{size.name}:"
    if size.aliases:
        yield f"  also known as {', '.join(size.aliases)}"
    if size.shape != "rectangle":
        yield f"  a {size.shape}"
    if size.window:
        yield "  the picture window of a card that the service frames"
    for product in size.products:
        yield f"  {service_names()[product.service]}: {_describe_product(product)}"
    if size.source:
        yield f"  {size.source}"
    for service in size.services:
        yield f"  source: {service_source(service)}"


def _describe_product(product: Product) -> str:
    name = f"`{product.code}`"
    if product.name != product.code:
        name = f"{product.name} ({name})"
    pixels = (
        f", files of {product.pixels[0]} × {product.pixels[1]} pixels" if product.pixels else ""
    )
    most = f", at most {product.max_cards} cards" if product.max_cards else ""
    return f"{name}{pixels}{most}"
