"""Compose what holds other blocks of a booklet: lists, quotes, boxes."""

from __future__ import annotations

from functools import partial

from msgspec.structs import replace

from cardgen.bind.booklet.bound_booklet import (
    BookBox,
    BookList,
    BookQuote,
    BoundBooklet,
)
from cardgen.bind.bound_texts import RichText
from cardgen.core.geometry import Rect
from cardgen.layout.booklet.composer import Composer, add_space, set_ragged
from cardgen.layout.booklet.drawing import ELEMENT, add_marker, move_strip
from cardgen.layout.booklet.strips import KEPT, PanelGround, Strip
from cardgen.scene.items import Item, Path
from cardgen.scene.outlines import rounded

_AROUND = 0.55
"""Above and below, in lines of the body."""
_INDENT = 1.4
_MARKER_GAP = 0.45
_PAD = 0.75
"""In ems of the body."""
_BAR = 1.6
"""The width of the bar beside a box, in points."""
_IN_BOX = 45.0
_IN_LIST = 2.0
_AFTER_FIRST = 30.0
"""Prices of breaks: within a box, between entries of a list, after its first entry."""


def compose_list(composer: Composer, block: BookList, measure: float) -> list[Strip]:
    setting = block.setting
    markers = [
        composer.set_text(m, set_ragged(setting), measure, block.span) for m in block.markers
    ]
    widest = max((marker.width for marker in markers), default=0.0)
    indent = max(_INDENT * setting.size, widest + _MARKER_GAP * setting.size)
    strips: list[Strip] = []
    whole = composer.add_node("L", numbered=_is_numbered(block))
    for number, (item, marker) in enumerate(zip(block.items, markers, strict=True)):
        entry = composer.add_node("LI", parent=whole)
        sign = composer.add_node("Lbl", parent=entry)
        with composer.within(composer.add_node("LBody", parent=entry)):
            inner = composer.strips(item, measure - indent)
        if not inner:
            continue
        inner = [composer.indent(strip, indent) for strip in inner]
        hangs = indent - _MARKER_GAP * setting.size - marker.width
        left = measure - hangs - marker.width if composer.mirrored else hangs
        inner[0] = add_marker(inner[0], marker, left, sign)
        cost = 0.0 if not number else _AFTER_FIRST if number == 1 else _IN_LIST
        inner[0] = replace(inner[0], cost=max(inner[0].cost, cost))
        if number and not block.tight:
            inner[0] = replace(inner[0], above=0.5 * composer.line)
        strips += inner
    return strips


def _is_numbered(block: BookList) -> bool:
    """Whether what stands before the items counts them."""
    return any(char.isalnum() for char in _words(block.markers[0])) if block.markers else False


def _words(text: RichText) -> str:
    return "".join(inline.text for part in text.paragraphs for line in part for inline in line)


def compose_quote(composer: Composer, block: BookQuote, measure: float) -> list[Strip]:
    indent = _INDENT * composer.em
    with composer.within(composer.add_node("BlockQuote")):
        inner = composer.strips(block.blocks, measure - 2 * indent)
    strips = [move_strip(strip, indent) for strip in inner]
    return add_space(strips, _AROUND * composer.line, _AROUND * composer.line)


def compose_box(composer: Composer, block: BookBox, measure: float) -> list[Strip]:
    """Strips on a ground of their own; a box in a box is only indented."""
    with composer.within(composer.add_node("Div")):
        return _compose_box(composer, block, measure)


def _compose_box(composer: Composer, block: BookBox, measure: float) -> list[Strip]:
    if composer.boxed:
        return [
            composer.indent(s, composer.em)
            for s in composer.strips(block.blocks, measure - composer.em)
        ]
    composer.boxes += 1
    composer.boxed = True
    pad = _PAD * composer.em
    across = measure - 2 * pad
    strips: list[Strip] = []
    if block.title is not None:
        setting = set_ragged(block.title_setting, mirrored=composer.mirrored)
        node = composer.add_text_node("P", setting)
        strips += composer.lines(block.title, setting, across, block.span, node)
    body = composer.strips(block.blocks, across)
    if strips and body:
        body[0] = replace(body[0], cost=KEPT, above=0.15 * composer.em)
    strips += body
    composer.boxed = False
    panel = PanelGround(
        composer.boxes, pad * 0.85, partial(_draw_ground, composer.booklet, measure)
    )
    strips = [replace(move_strip(s, pad), panel=panel, blank=0.0) for s in strips]
    inner = [replace(s, cost=max(s.cost, _IN_BOX)) for s in strips[1:]]
    return add_space([*strips[:1], *inner], _AROUND * composer.line, _AROUND * composer.line)


def _draw_ground(booklet: BoundBooklet, measure: float, rect: Rect) -> tuple[Item, ...]:
    """The tint of a box, and a bar of the accent where its lines begin."""
    whole = Rect(rect.left, rect.top, measure, rect.height)
    start = rect.left + measure - _BAR if booklet.mirrored else rect.left
    bar = Rect(start, rect.top, _BAR, rect.height)
    tint = Path(rounded(whole, 0.0), booklet.tint, element=ELEMENT)
    return tint, Path(rounded(bar, 0.0), booklet.accent, element=ELEMENT)
