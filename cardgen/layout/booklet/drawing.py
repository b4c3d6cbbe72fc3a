"""How strips draw: lines of text with their links, headings, rules, leaders.

In      set lines, and a strip's left and top.
Out     `Marks`.
Not here  which strips there are (`layout.booklet.blocks`).
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import groupby

from msgspec.structs import replace

from cardgen.core.color import Color
from cardgen.core.geometry import Rect
from cardgen.layout.booklet.strips import Draw, Label, Link, Marks, PageContent, Strip, mark_items
from cardgen.layout.face.line_place import place_line
from cardgen.layout.face.text_items import line_items
from cardgen.layout.text.placed_text import PlacedGlyph, PlacedIcon, PlacedRun, SetLine, TextBlock
from cardgen.scene.items import Item, Path, Stroke
from cardgen.scene.outlines import Line, Move
from cardgen.scene.structure import StructureNode
from cardgen.text.shaping import shape

ELEMENT = "text of the booklet"

_RULE = 0.2
"""A rule's length, as a share of the measure."""
_HAIR = 0.5
_DOTS, _CLEAR = 0.55, 0.4
"""The pitch of leaders, and their distance from the words, in ems."""


def move_strip(strip: Strip, dx: float) -> Strip:
    draw = strip.draw
    head = move_strip(strip.head, dx) if strip.head else None
    return replace(strip, draw=lambda left, top: draw(left + dx, top), head=head)


def draw_both(first: Draw, second: Draw) -> Draw:
    return lambda left, top: first(left, top) + second(left, top)


def add_marker(strip: Strip, marker: TextBlock, start: float, node: StructureNode) -> Strip:
    """An item's first line, its marker hanging beside it on the same baseline."""
    line = marker.lines[0] if marker.lines else None
    if line is None:
        return strip
    draw = partial(draw_line, line, node=node)
    return replace(strip, draw=draw_both(lambda left, top: draw(left + start, top), strip.draw))


def add_link(draw: Draw, node: StructureNode, width: float, height: float) -> Draw:
    """A strip that leads where its node does, all of it."""

    def drawn(left: float, top: float) -> Marks:
        link = Link(Rect(left, top, width, height), node.target)
        return draw(left, top) + Marks((PageContent(links=(link,), node=node),))

    return drawn


def draw_line(line: SetLine, left: float, top: float, node: StructureNode | None = None) -> Marks:
    """A line of what `node` is. Links, signs and words of other languages are parts of it."""
    if node is None:
        return mark_items(line_items(line, place_line(line, left, top), ELEMENT))
    if line.spoken:
        words = f"{line.spoken} " if line.blank_after else line.spoken
        node = StructureNode("Span", node, actual=words)
    parts = groupby(_end_with_space(line), _look_in_structure)
    contents = (
        _part_content(replace(line, parts=tuple(part)), look, left, top, node)
        for look, part in parts
    )
    return Marks(tuple(contents))


def _end_with_space(line: SetLine) -> tuple[PlacedRun | PlacedIcon, ...]:
    """The parts of a line, the space that it ends at among them: whoever is read a text knows
    no lines."""
    last = line.parts[-1] if line.parts else None
    if not line.blank_after or not isinstance(last, PlacedRun):
        return line.parts
    index = shape(last.run.face, " ").glyphs[0].index
    space = PlacedRun(last.run, last.size, (PlacedGlyph(index, line.width, 0.0, " "),))
    if last.actual is not None or last.shares:
        return (*line.parts, space)
    return (*line.parts[:-1], replace(last, glyphs=last.glyphs + space.glyphs))


def _look_in_structure(part: PlacedRun | PlacedIcon) -> tuple[str, str, str]:
    """What makes a part of a line a part of the structure: a target, a language, a sign."""
    if isinstance(part, PlacedIcon):
        return part.icon.link, "", part.icon.text
    return part.run.link, part.run.language, ""


def _part_content(
    line: SetLine,
    look: tuple[str, str, str],
    left: float,
    top: float,
    node: StructureNode,
) -> PageContent:
    target, language, sign = look
    if target:
        node = StructureNode("Link", node, target=target, language=language, actual=sign)
    elif language or sign:
        node = StructureNode("Span", node, language=language, actual=sign)
    items = tuple(line_items(line, place_line(line, left, top), ELEMENT))
    return PageContent(items, links=tuple(list_links(line, left, top)), node=node)


def list_links(line: SetLine, left: float, top: float) -> Iterator[Link]:
    for part in line.parts:
        if isinstance(part, PlacedIcon):
            if part.icon.link:
                yield Link(_icon_area(part, line, left, top), part.icon.link)
            continue
        if not part.glyphs:
            continue
        y = top + line.baseline - 0.8 * part.size
        for start, end, target in _list_link_extents(part):
            rect = Rect(left + line.left + start, y, end - start, 1.05 * part.size)
            yield Link(rect, target)


def _icon_area(part: PlacedIcon, line: SetLine, left: float, top: float) -> Rect:
    foot = top + line.baseline + part.height * part.icon.drop / part.icon.height
    return Rect(left + line.left + part.x, foot - part.height, part.width, part.height)


def _list_link_extents(part: PlacedRun) -> Iterator[tuple[float, float, str]]:
    """From where to where a part of a line leads anywhere, and where: the letters of a ligature
    each for themselves."""
    first, last = part.glyphs[0], part.glyphs[-1]
    for share in part.shares:
        if share.run.link:
            yield first.x + share.start, first.x + share.end, share.run.link
    if not part.shares and part.run.link:
        ink = part.run.face.ink(last.index)
        yield first.x, last.x + (ink[2] if ink else 0.3) * part.size, part.run.link


def draw_lines(
    lines: Sequence[SetLine], left: float, top: float, node: StructureNode | None = None
) -> Marks:
    marks = Marks()
    for line in lines:
        marks += draw_line(line, left, top, node)
    return marks


def draw_heading(
    lines: Sequence[SetLine], label: Label, node: StructureNode, left: float, top: float
) -> Marks:
    return draw_lines(lines, left, top, node) + Marks(labels=(replace(label, y=top),))


def draw_rule(left: float, top: float, *, measure: float, color: Color) -> Marks:
    length = _RULE * measure
    start, y = left + (measure - length) / 2, top + 6.0
    stroke = Stroke(color, _HAIR)
    line = (Move(start, y), Line(start + length, y))
    return mark_items((Path(line, stroke=stroke, element=ELEMENT),))


def draw_leader(  # noqa: PLR0913 - a strip's place, then what it shows
    left: float,
    top: float,
    *,
    start: float,
    number: TextBlock,
    measure: float,
    em: float,
    color: Color,
    node: StructureNode,
    mirrored: bool = False,
) -> Marks:
    """Dots from a title to the number of its page, at places common to all lines."""
    line, step = number.lines[0], _DOTS * em
    right, y = left + measure, top + line.baseline - 0.04 * em
    if mirrored:
        return _draw_mirrored_leader(left, right - start, y, number, em, color) + draw_line(
            line, left - line.left, top, node
        )
    last = right - math.ceil((number.width + _CLEAR * em) / step) * step
    count = int((last - left - start - _CLEAR * em) / step)
    items: tuple[Item, ...] = ()
    if count > 0:
        dots = Move(last - count * step, y), Line(last + 0.01, y)
        stroke = Stroke(color, 0.09 * em, (0.0, step), "round")
        items = (Path(dots, stroke=stroke, element=ELEMENT),)
    return mark_items(items) + draw_line(line, right - number.width - line.left, top, node)


def _draw_mirrored_leader(
    left: float, end: float, y: float, number: TextBlock, em: float, color: Color
) -> Marks:
    """Dots from the number of a page, at the left, to the end of a title."""
    step = _DOTS * em
    first = left + math.ceil((number.width + _CLEAR * em) / step) * step
    count = int((end - _CLEAR * em - first) / step)
    if count <= 0:
        return Marks()
    dots = Move(first, y), Line(first + count * step + 0.01, y)
    stroke = Stroke(color, 0.09 * em, (0.0, step), "round")
    return mark_items((Path(dots, stroke=stroke, element=ELEMENT),))
