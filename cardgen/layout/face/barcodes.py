"""Barcodes in their boxes → scene items.

In      a bound barcode, its rectangle.
Out     two `Path`s: the ground with the quiet zone, and all modules as one outline, so that no
        seam shows between them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from cardgen.bind.bound_elements import BarcodeBox
from cardgen.core.color import Color
from cardgen.core.geometry import Rect
from cardgen.scene import items as scene
from cardgen.scene import outlines
from cardgen.scene.items import Item
from cardgen.scene.outlines import Outline
from cardgen.scene.translucency import fade_items


def barcode_items(box: BarcodeBox, rect: Rect) -> Iterator[Item]:
    symbol = place_symbol(box, rect)
    if symbol.width <= 0 or symbol.height <= 0:
        return
    if box.ground is not None:
        yield from _filled(box, outlines.rectangle(symbol), box.ground)
    yield from _filled(box, tuple(_modules(box, symbol)), box.color)


def place_symbol(box: BarcodeBox, rect: Rect) -> Rect:
    """Where a barcode stands with its quiet zone: a QR code is a square in the middle, bars are
    as wide and as high as the box."""
    if box.bars:
        return rect
    side = min(rect.width, rect.height)
    x, y = rect.center
    return Rect(x - side / 2, y - side / 2, side, side)


def _filled(box: BarcodeBox, outline: Outline, color: Color) -> tuple[Item, ...]:
    path = scene.Path(outline, fill=color.opaque, element=box.element, of_barcode=True)
    return fade_items((path,), color.alpha)


def _modules(box: BarcodeBox, symbol: Rect) -> Iterator[outlines.Segment]:
    """A rectangle for every run of dark modules in a row."""
    side = symbol.width / box.across
    height = symbol.height if box.bars else side
    left = symbol.left + box.quiet[0] * side
    top = symbol.top + (0 if box.bars else box.quiet[0] * side)
    for row, modules in enumerate(box.rows):
        for run in re.finditer("1+", modules):
            x, width = left + run.start() * side, (run.end() - run.start()) * side
            yield from outlines.rectangle(Rect(x, top + row * height, width, height))
