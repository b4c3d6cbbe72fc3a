"""Placed elements → scene items.

In      `Placed` elements with their rectangles.
Out     `Item`s in absolute points.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import assert_never

from msgspec.structs import replace

from cardgen.bind.bound_elements import (
    BarcodeBox,
    GroupBox,
    OutlineBox,
    PathBox,
    PictureBox,
    ShapeBox,
    SpaceBox,
    TextBox,
)
from cardgen.bind.bound_texts import TextCurve
from cardgen.layout.face.art import picture_items
from cardgen.layout.face.barcodes import barcode_items
from cardgen.layout.face.boxes import PlacedElement
from cardgen.layout.face.curved_text import curved_items
from cardgen.layout.face.effects import framed
from cardgen.layout.face.letters import letter_outline
from cardgen.layout.face.painting import painted
from cardgen.layout.face.shapes import clip_outline, onto_box, shape
from cardgen.layout.face.text_items import text_items
from cardgen.scene import items as scene
from cardgen.scene import outlines
from cardgen.scene.items import Item
from cardgen.svg.path_data import read_path


def items_of(placed: PlacedElement) -> tuple[Item, ...]:
    """What an element and all in it put on the page."""
    return framed(placed.box.frame, placed.rect, tuple(_own(placed)))


def _own(placed: PlacedElement) -> Iterator[Item]:
    box, rect = placed.box, placed.rect
    match box:
        case TextBox(curve=TextCurve() as curve):
            yield from curved_items(placed, box, curve)
        case TextBox():
            yield from text_items(placed, box)
        case PictureBox():
            yield from picture_items(box, rect)
        case ShapeBox():
            yield from painted(shape(box, rect), box.fill, box.pen, rect, box.element)
        case PathBox():
            outline = outlines.moved(read_path(box.data), onto_box(box, rect))
            yield from painted(outline, box.fill, box.pen, rect, box.element, box.even_odd)
        case OutlineBox():
            yield from _letters(placed, box)
        case BarcodeBox():
            yield from barcode_items(box, rect)
        case SpaceBox():
            return
        case GroupBox():
            yield from _group(placed, box)
        case _:
            assert_never(box)


def _group(placed: PlacedElement, box: GroupBox) -> Iterator[Item]:
    shown = tuple(_filled(placed, box))
    if not placed.mask or not shown:
        yield from shown
        return
    mask = tuple(item for one in placed.mask for item in items_of(one))
    if mask:
        yield scene.Group(shown, mask=mask, by_light=box.by_light)
        yield from hidden_words(mask)


def hidden_words(items: Iterable[Item]) -> Iterator[Item]:
    """The words of a mask: not painted, but there to be copied."""
    for item in items:
        if isinstance(item, scene.Glyphs):
            yield replace(item, hidden=True)
        elif isinstance(item, scene.Group) and item.blur is None:
            inner = tuple(hidden_words(item.items))
            if inner:
                yield scene.Group(inner, transform=item.transform)


def _filled(placed: PlacedElement, box: GroupBox) -> Iterator[Item]:
    """A box and what stands in it; where it cuts that off, its line runs over the cut."""
    rect, outline = placed.rect, clip_outline(box, placed.rect)
    inner = tuple(item for child in placed.children for item in items_of(child))
    if not (box.clip and inner):
        yield from painted(outline, box.fill, box.pen, rect, box.element)
        yield from inner
        return
    yield from painted(outline, box.fill, None, rect, box.element)
    yield scene.Group(inner, clip=outline)
    yield from painted(outline, None, box.pen, rect, box.element)


def _letters(placed: PlacedElement, box: OutlineBox) -> Iterator[Item]:
    outline = letter_outline(box, placed.rect)
    if not outline:
        return
    yield from painted(outline, box.fill, None, placed.rect, box.element)
    inner = tuple(item for child in placed.children for item in items_of(child))
    if inner:
        yield scene.Group(inner, clip=outline)
    yield from painted(outline, None, box.pen, placed.rect, box.element)
