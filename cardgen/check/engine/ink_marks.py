"""Which element put which ink on a face, and where.

In      a `Face` with its placed elements.
Out     `InkMark`s: each element's own items, groups opened, with what moves and clips them.

A scene no longer knows the elements it came from; rules have to point at them. So the
elements are drawn once more, one by one, and everything context them is kept beside.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from functools import cached_property, reduce

from msgspec import Struct
from msgspec.structs import replace

from cardgen.bind.bound_elements import BoundElement, Frame, GroupBox, OutlineBox, ShapeBox
from cardgen.bind.bound_texts import ZERO
from cardgen.core.color import BLACK, Blend
from cardgen.core.findings import Span
from cardgen.core.geometry import Rect, Transform
from cardgen.layout.face.boxes import PlacedElement
from cardgen.layout.face.drawing import items_of
from cardgen.layout.face.effects import is_plain
from cardgen.layout.face.letters import letter_outline
from cardgen.layout.face.shapes import clip_outline
from cardgen.render.ink_extents import reach_of
from cardgen.scene.items import Glyph, Glyphs, Item, Path, Picture
from cardgen.scene.items import Group as Together
from cardgen.scene.outlines import Outline, bounds

Leaf = Glyphs | Path | Picture
Clip = tuple[Outline, Transform | None, bool]
"""A window's true outline, the map of it onto the page, and whether the even-odd rule holds."""

_PROBE = ShapeBox(Frame(), "rectangle", ZERO, BLACK, None, "", span=Span("", 1, 1, 2))
"""Drawn in another element's frame, it shows what that frame does to what is in it."""
_SPILL = 0.05
"""Points by which what stands in a column may leave it before that is told."""
_LONGEST = 24
"""Letters of a text that a finding quotes."""


class ItemContext(Struct, frozen=True):
    """What surrounds an item: the map onto the page, a window, how it is mixed in."""

    turn: Transform | None = None
    window: Rect | None = None
    opacity: float = 1.0
    blend: Blend = "normal"
    clips: tuple[Clip, ...] = ()
    """The windows' true outlines; `window` is the box context what they leave."""
    masked: bool = False
    """Whether a mask shows only a part of it, or fades it."""

    def within(self, group: Together) -> ItemContext:
        """What surrounds the items of a group that stands in this."""
        turn = self.turn
        if group.transform is not None:
            turn = turn.after(group.transform) if turn else group.transform
        cut = () if group.of_text else group.clip
        clip = bounds(cut) if cut else None
        window = self.window if clip is None else clip_rect(transform_rect(clip, turn), self.window)
        blend = group.blend if group.blend != "normal" else self.blend
        clips = (*self.clips, (cut, turn, group.clip_even_odd)) if cut else self.clips
        masked = self.masked or bool(group.mask)
        if group.mask and (seen := reach_of(group.mask)) is not None:
            window = clip_rect(transform_rect(seen, turn), window)
        return ItemContext(turn, window, self.opacity * group.opacity, blend, clips, masked)

    @property
    def scale(self) -> float:
        """How many times as large lengths become."""
        turn = self.turn
        return 1.0 if turn is None else float(abs(turn.a * turn.d - turn.b * turn.c) ** 0.5)


class ItemOnPage(Struct, frozen=True, dict=True):
    """An item as it stands on the page."""

    item: Leaf
    context: ItemContext

    @cached_property
    def rect(self) -> Rect | None:
        """The box of its ink on the page; None if nothing of it shows."""
        own = _own_rect(self.item)
        if own is None:
            return None
        seen = clip_rect(transform_rect(own, self.context.turn), self.context.window)
        return seen if seen.width or seen.height else None


class InkMark(Struct, frozen=True, dict=True):
    """An element's own ink, without that of the elements in it."""

    placed: PlacedElement
    shown: tuple[ItemOnPage, ...]
    room: Rect | None = None
    """Where on the page it should have kept to, if it or a column around it is too full."""

    @property
    def box(self) -> BoundElement:
        return self.placed.box

    @property
    def name(self) -> str:
        """What messages call the element."""
        return getattr(self.box, "element", "") or "space"

    @cached_property
    def rect(self) -> Rect | None:
        """The box of all its ink on the page; None if nothing of it shows."""
        rects = [rect for shown in self.shown if (rect := shown.rect) is not None]
        return reduce(Rect.union, rects) if rects else None


def list_marks(elements: Iterable[PlacedElement]) -> Iterator[InkMark]:
    """Every element that puts ink on the page, in painting order."""
    for placed in elements:
        yield from _list_marks(placed, ItemContext(), None)


def _list_marks(
    placed: PlacedElement, context: ItemContext, room: Rect | None
) -> Iterator[InkMark]:
    alone = replace(placed, children=()) if placed.children else placed
    shown = tuple(flatten_groups(items_of(alone), context))
    if shown:
        full = room is None and _is_too_full(placed) and not placed.children
        own = transform_rect(placed.rect, shown[0].context.turn) if full else room
        yield InkMark(placed, shown, own)
    inner = _child_context(placed, context) if placed.children else context
    if placed.children and room is None and _is_too_full(placed):
        room = transform_rect(placed.rect, inner.turn)
    for child in placed.children:
        yield from _list_marks(child, inner, room)


def _is_too_full(placed: PlacedElement) -> bool:
    """Whether a text does not fit its box, or what stands in a column, row or grid does not."""
    if placed.block is not None:
        return bool(placed.missing or placed.block.overfull)
    if not isinstance(placed.box, GroupBox) or placed.box.kind == "overlay":
        return False
    return any(not placed.rect.contains(child.rect, _SPILL) for child in placed.children)


def _child_context(placed: PlacedElement, context: ItemContext) -> ItemContext:
    """What surrounds an element's children."""
    inner = context if is_plain(placed.box.frame) else _probe_frame(placed, context)
    if placed.mask:
        shapes = tuple(item for one in placed.mask for item in items_of(one))
        inner = inner.within(Together((), mask=shapes))
    clip = _child_clip(placed)
    window = bounds(clip)
    if window is None:
        return inner
    window = clip_rect(transform_rect(window, inner.turn), inner.window)
    return replace(inner, window=window, clips=(*inner.clips, (clip, inner.turn, False)))


def _probe_frame(placed: PlacedElement, context: ItemContext) -> ItemContext:
    """What an element's frame adds to what surrounds it; the probe has an area, the element
    may have none, and turns about its middle too."""
    bare = replace(placed.box.frame, shadows=())
    probe = items_of(PlacedElement(replace(_PROBE, frame=bare), placed.rect.inset_by(-1)))[0]
    return context.within(probe) if isinstance(probe, Together) else context


def _child_clip(placed: PlacedElement) -> Outline:
    """What an element cuts its children to; empty if it does not."""
    box, rect = placed.box, placed.rect
    if isinstance(box, OutlineBox):
        return letter_outline(box, rect)
    if isinstance(box, GroupBox) and box.clip:
        return clip_outline(box, rect)
    return ()


def flatten_groups(items: Iterable[Item], context: ItemContext) -> Iterator[ItemOnPage]:
    """Items with their groups opened."""
    for item in items:
        if isinstance(item, Together) and item.blur is not None:
            continue  # a shadow has no edge
        if isinstance(item, Together):
            yield from flatten_groups(item.items, context.within(item))
        else:
            yield ItemOnPage(item, context)


# --- rectangles ----------------------------------------------------------------------------


def clip_rect(rect: Rect, window: Rect | None) -> Rect:
    """What of `rect` shows in a window; without area if nothing does."""
    if window is None:
        return rect
    left, top = max(rect.left, window.left), max(rect.top, window.top)
    width, height = min(rect.right, window.right) - left, min(rect.bottom, window.bottom) - top
    return Rect(left, top, width, height) if min(width, height) >= 0 else Rect(left, top, 0, 0)


def center_stands_in(rect: Rect, room: Rect) -> bool:
    """Whether the middle of a box is in another."""
    x, y = rect.center
    return room.left <= x <= room.right and room.top <= y <= room.bottom


def transform_rect(rect: Rect, turn: Transform | None) -> Rect:
    """The upright box of `rect` after a transform."""
    if turn is None:
        return rect
    corners = [turn.apply(x, y) for x in (rect.left, rect.right) for y in (rect.top, rect.bottom)]
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    return Rect(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))


def _own_rect(item: Leaf) -> Rect | None:
    match item:
        case Picture():
            return item.rect
        case Glyphs():
            return _run_rect(item)
        case Path():
            box = bounds(item.outline)
            return box.inset_by(-item.stroke.width / 2) if box and item.stroke else box


def _run_rect(run: Glyphs) -> Rect | None:
    """The box of a run's ink: the union of `list_glyph_rects`, without a box for each."""
    if run.turns:
        boxes = [box for _, box in list_ink_boxes(run)]
        return reduce(Rect.union, boxes) if boxes else None
    measure, size = run.face.ink, run.size
    inked = [(glyph, ink) for glyph in run.glyphs if (ink := measure(glyph.index)) is not None]
    if not inked:
        return None
    left = min([glyph.x + size * ink[0] for glyph, ink in inked])
    right = max([glyph.x + size * ink[2] for glyph, ink in inked])
    top = min([glyph.y - size * ink[3] for glyph, ink in inked])
    bottom = max([glyph.y - size * ink[1] for glyph, ink in inked])
    return Rect(left, top, right - left, bottom - top)


def list_glyph_rects(run: Glyphs) -> Iterator[Rect]:
    """The ink boxes of a run's glyphs, before what surrounds the run."""
    yield from (box for _, box in list_ink_boxes(run))


def list_ink_boxes(run: Glyphs) -> Iterator[tuple[Glyph, Rect]]:
    """A run's glyphs that have ink, and their boxes, before what surrounds the run."""
    for glyph in run.glyphs:
        ink = run.face.ink(glyph.index)
        if ink is not None:
            left, bottom, right, top = (run.size * ems for ems in ink)
            if run.turns:
                around = Rect(left, -top, right - left, top - bottom)
                yield glyph, transform_rect(around, run.placing(glyph))
            else:
                yield glyph, Rect(glyph.x + left, glyph.y - top, right - left, top - bottom)


def quote_letters(mark: InkMark, letters: Collection[int]) -> str:
    """Return some letters of a text in quotation marks, with blanks between its words and lines;
    the first of many, and nothing where none of them can be written.

    Args:
        mark: The text.
        letters: Which glyphs, by `id`.
    """
    words = ""
    line: float | None = None
    for run in (shown.item for shown in mark.shown if isinstance(shown.item, Glyphs)):
        for glyph in run.glyphs:
            words += " " * (glyph.y != line and not run.turns)  # on a curve each has its own
            words += glyph.text if id(glyph) in letters or glyph.text.isspace() else ""
            line = glyph.y
    text = " ".join(words.split())
    cut = f"{text[:_LONGEST].rstrip()}…" if len(text) > _LONGEST else text
    return f"“{cut}”" if cut else ""
