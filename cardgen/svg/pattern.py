"""`pattern` elements → the tiles that cover a shape.

In      a `pattern`, the shape that it paints, what draws its children.
Out     items in the shape's coordinates, for its outline to cut out.
Not here  who refers to a pattern, and how far lines reach (`svg.paint`).

Tiles that nothing sticks out of become one path for each path in them, so that there are no seams
and files stay small. The number of what is painted is bounded.

Source  SVG 2, chapter 14.3.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping

from msgspec import Struct
from msgspec.structs import replace

from cardgen.core.color import Color
from cardgen.core.geometry import Extent, Rect, Transform
from cardgen.scene.items import Group, Item, Path
from cardgen.scene.outlines import bounds, moved, rectangle
from cardgen.svg.item_transforms import count_fades, extent_of, inverse, move_items, within
from cardgen.svg.tree import DrawingError, Gaps, SvgElement, Tree, quoted
from cardgen.svg.values import BadValueError, fitting, read_length, read_transform, read_view_box

MAX_TILES = 4_000
MAX_CUT_TILES = 1_000
MAX_SEGMENTS = 40_000
MAX_FADES = 100
_MAX_CHAIN = 16
_MAX_OPEN = 3
"""Patterns within patterns."""
_SLACK = 1e-3
_LEAST = 1e-9
_GEOMETRY = """height patternContentUnits patternTransform patternUnits preserveAspectRatio viewBox
width x y""".split()

DrawContent = Callable[[SvgElement, Transform, Extent, int], tuple[Item, ...]]
"""Draws the children of a pattern in a space and a viewport, so many elements deep."""


class Covered(Struct, frozen=True):
    """What a pattern covers: the box it goes by, how far it has to reach, the viewport, and how
    many elements deep that is."""

    box: Rect
    reach: Rect
    view: Extent
    depth: int = 0


class _Tile(Struct, frozen=True):
    rect: Rect
    space: Transform
    content: Transform
    view: Extent


class Patterns:
    """The patterns of one file; `spend` is told of every segment."""

    def __init__(
        self, tree: Tree, gaps: Gaps, draw: DrawContent, spend: Callable[[int], None]
    ) -> None:
        self._by_id = tree.by_id
        self._gaps = gaps
        self._draw = draw
        self._spend = spend
        self._open: list[SvgElement] = []
        self._fades = 0

    def items(self, element: SvgElement, covered: Covered) -> tuple[Item, ...]:
        """What covers `covered.reach`; nothing where a pattern has no area.

        Raises:
            DrawingError: a value cannot be read.
        """
        if element in self._open or len(self._open) >= _MAX_OPEN:
            message = f"the pattern {quoted(element.attributes.get('id', ''))} is painted in itself"
            self._gaps.add(element, message, "take it out of its own tile")
            return ()
        attributes, source = self._chain(element)
        try:
            tile = _tile(attributes, covered)
        except BadValueError as error:
            where = f"on line {element.line}, in `<pattern>`"
            raise DrawingError(f"has a mistake {where}: {error}") from None
        back = inverse(tile.space) if tile else None
        if tile is None or back is None:
            return ()
        self._open.append(element)
        try:
            items = self._draw(source, tile.content, tile.view, covered.depth)
        finally:
            self._open.pop()
        reach = bounds(moved(rectangle(covered.reach), back))
        if not items or reach is None:
            return ()
        return move_items(self._laid(element, items, tile.rect, reach), tile.space)

    def _chain(self, element: SvgElement) -> tuple[Mapping[str, str], SvgElement]:
        """What a pattern says of itself, and the element that holds what it shows: what it lacks is
        said by the one that it refers to."""
        attributes: dict[str, str] = {}
        source, link, seen = element, element, [element]
        while True:
            own = {n: link.attributes[n] for n in _GEOMETRY if n in link.attributes}
            attributes = own | attributes
            source = source if source.children else link
            href = link.attributes.get("href", "")
            found = self._by_id.get(href[1:]) if href.startswith("#") else None
            if found is None or found.name != "pattern" or found in seen or len(seen) >= _MAX_CHAIN:
                if href:
                    message = f"the pattern refers to {quoted(href)}, which cannot be used"
                    self._gaps.add(link, message, "refer to another pattern of this file")
                return attributes, source
            seen.append(found)
            link = found

    def _laid(
        self, element: SvgElement, items: tuple[Item, ...], tile: Rect, reach: Rect
    ) -> tuple[Item, ...]:
        """A tile's items, as often as it takes to cover `reach`."""
        if min(tile.width, tile.height) < _LEAST:
            return self._too_many(element)
        columns = _steps(reach.left, reach.right, tile.left, tile.width)
        rows = _steps(reach.top, reach.bottom, tile.top, tile.height)
        count = len(columns) * len(rows)
        apart = not _merges(items, tile)
        segments = count * sum(len(path.outline) for path in _paths(items))
        most = MAX_CUT_TILES if apart else MAX_TILES
        fades = self._fades + count * count_fades(items)
        if count > most or segments > MAX_SEGMENTS or fades > MAX_FADES:
            return self._too_many(element)
        self._fades = fades
        self._spend(segments + count)
        steps = [
            Transform(e=column * tile.width, f=row * tile.height)
            for row in rows
            for column in columns
        ]
        if apart:
            cut = within(items, rectangle(tile))
            return tuple(item for step in steps for item in move_items(cut, step))
        return tuple(_repeated(path, steps) for path in _paths(items))

    def _too_many(self, element: SvgElement) -> tuple[Item, ...]:
        message = "a pattern of very many tiles is not painted"
        self._gaps.add(element, message, "make its tiles larger, or paint with a color")
        return ()


def _tile(attributes: Mapping[str, str], covered: Covered) -> _Tile | None:
    """The first tile in the pattern's own coordinates, and how its content lies in it; None
    where it has no area."""
    box, view = covered.box, covered.view
    own = attributes.get("patternUnits") == "userSpaceOnUse"
    whole = view if own else Extent(1.0, 1.0)
    x, y, width, height = (
        read_length(
            attributes.get(name, "0"), whole.width if name in ("x", "width") else whole.height
        )
        for name in ("x", "y", "width", "height")
    )
    rect = Rect(x, y, width, height)
    if not own:
        left, top = box.left + x * box.width, box.top + y * box.height
        rect = Rect(left, top, width * box.width, height * box.height)
    if rect.width <= 0 or rect.height <= 0:
        return None
    space = read_transform(attributes.get("patternTransform", ""))
    content = Transform(e=rect.left, f=rect.top)
    if "viewBox" in attributes:
        inner = read_view_box(attributes["viewBox"])
        ratio = attributes.get("preserveAspectRatio", "xMidYMid meet")
        return _Tile(rect, space, fitting(inner, rect, ratio), Extent(inner.width, inner.height))
    if attributes.get("patternContentUnits") == "objectBoundingBox":
        shares = content.after(Transform(a=box.width, d=box.height))
        return _Tile(rect, space, shares, Extent(1.0, 1.0))
    return _Tile(rect, space, content, view)


def _steps(start: float, end: float, origin: float, size: float) -> range:
    """Which tiles lie between two places; more than there may be are not counted."""
    first = math.floor((start - origin) / size + _SLACK)
    last = math.ceil((end - origin) / size - _SLACK)
    return range(first, min(max(last, first + 1), first + MAX_TILES + 1))


def _merges(items: tuple[Item, ...], tile: Rect) -> bool:
    """Whether all is plain paths that stay in their tile."""
    slack = _SLACK * max(tile.width, tile.height)
    box = extent_of(items)
    return (
        all(isinstance(item, Path) and isinstance(item.fill, Color | None) for item in items)
        and box is not None
        and tile.inset_by(-slack).contains(box)
    )


def _paths(items: tuple[Item, ...]) -> Iterator[Path]:
    for item in items:
        if isinstance(item, Path):
            yield item
        elif isinstance(item, Group):
            yield from _paths(item.items + item.mask)


def _repeated(path: Path, steps: list[Transform]) -> Path:
    outline = tuple(segment for step in steps for segment in moved(path.outline, step))
    return replace(path, outline=outline)
