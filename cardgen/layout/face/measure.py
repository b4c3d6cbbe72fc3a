"""How much room an element wants: natural widths, heights at a width, columns and rows.

In      `BoundElement` elements, the room there is, sizes already chosen for some texts.
Out     lengths in points. Pure: nothing is placed, nothing reported.
Not here  where elements stand (`layout.face.boxes`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import assert_never

from msgspec import Struct, field
from msgspec.structs import replace

from cardgen.bind.bound_elements import (
    BarcodeBox,
    BoundElement,
    Frame,
    GroupBox,
    OutlineBox,
    PathBox,
    PictureBox,
    ShapeBox,
    SpaceBox,
    TextBox,
)
from cardgen.bind.bound_texts import TextCurve, TextSetting
from cardgen.core.findings import Span
from cardgen.core.geometry import Edges, Rect
from cardgen.core.lengths import Length
from cardgen.layout.text.lines import (
    MeasuredText,
    measure_first_baseline,
    measure_natural_width,
    measure_text,
)

SLACK = 0.01
"""Points by which a text may be taller than its box before it counts."""

_ENDLESS = 1e5
"""A measure, in points, that no line of text is broken for."""

Key = tuple[str, Span]
Sizes = Mapping[Key, float]
Limits = Callable[[Frame, float], float]
"""A length within what an element says of its least and its greatest."""


def fit_key(box: TextBox) -> Key:
    """What identifies a text element over all cards of a layout."""
    return box.element, box.span


def list_texts(box: BoundElement) -> Iterator[TextBox]:
    """The texts in an element, or itself if it is one."""
    if isinstance(box, TextBox):
        yield box
    elif isinstance(box, GroupBox):
        for child in box.children:
            yield from list_texts(child)


def know_room(setting: TextSetting, rect: Rect) -> TextSetting:
    """The setting of a text that flows, which has to know its box."""
    if setting.flow is None:
        return setting
    top = rect.top if setting.grid else 0.0
    return replace(setting, flow=replace(setting.flow, height=rect.height, top=top))


def _measure_drop(box: TextBox, size: float) -> float:
    """How far `baseline` moves a text down; a share of the height that is asked for does not."""
    baseline = box.setting.baseline
    if baseline is None or baseline.share:
        return 0.0
    return max(0.0, baseline.points - measure_first_baseline(box.setting, size))


def measure_fall(setting: TextSetting, room: float, height: float, size: float) -> float:
    """How far below its box the last line stands, as `baseline` moves the lines down; nothing of
    a single line, which stands where it is asked to.

    Args:
        setting: How the text is set.
        room: How high its box is.
        height: How high its lines are.
        size: The type size.
    """
    if setting.baseline is None or setting.vertical or setting.flow is not None:
        return 0.0
    first = setting.baseline.resolve(room)
    last = first + height - setting.leading.resolve(0.0, size)
    fall = last - max(room, first)
    return fall if fall > SLACK else 0.0


def line_length(box: TextBox, width: float, height: float) -> float:
    """How long the lines of a text in a box of that size are."""
    return max(height if box.setting.vertical else width, 0.1)


def line_room(box: TextBox, rect: Rect) -> float:
    """How much room there is for lines beside each other."""
    return rect.width if box.setting.vertical else rect.height


class Measure(Struct):
    """Measures the elements of one face. `forced` are sizes decided for the whole deck."""

    forced: Sizes = field(default_factory=dict)

    def size_of(self, box: TextBox, sizes: Sizes) -> float:
        key = fit_key(box)
        return self.forced.get(key) or sizes.get(key) or box.setting.size

    def wanted_width(self, box: BoundElement, room: float, sizes: Sizes) -> float:
        """Natural width within its limits, at most `room` unless it is fixed."""
        if box.frame.width is not None:
            return box.frame.width.resolve(room)
        frame = box.frame
        return limit_length(
            self.free_width(box, room, sizes), frame.min_width, frame.max_width, room
        )

    def free_width(self, box: BoundElement, room: float, sizes: Sizes) -> float:
        match box:
            case TextBox() if box.setting.flow is not None:
                return room
            case TextBox():
                return min(room, self.text_width(box, sizes) + SLACK)
            case PictureBox():
                return picture_width(box, room)
            case BarcodeBox():
                height = box.frame.height
                if height is None or height.share:
                    return room
                return min(room, height.points / box.proportion)
            case SpaceBox():
                return box.length.resolve(room)
            case GroupBox():
                return self.group_width(box, room, sizes)
            case ShapeBox() | PathBox() | OutlineBox():
                return room if box.frame.height is None else box.frame.height.resolve(room)
            case _:
                assert_never(box)

    def text_width(self, box: TextBox, sizes: Sizes) -> float:
        """How wide a text is if its lines end where they have to."""
        if not box.setting.vertical:
            return measure_natural_width(box.text, box.setting, self.size_of(box, sizes))
        height = box.frame.height
        length = _ENDLESS if height is None or height.share else height.points
        return self.measure_box(box, 0.0, length, sizes).height

    def text_height(self, box: TextBox, width: float, room: float, sizes: Sizes) -> float:
        """How high a text is at a width; a vertical one has no more than its longest line."""
        size = self.size_of(box, sizes)
        if not box.setting.vertical:
            return self.measure_box(box, width, room, sizes).height + _measure_drop(box, size)
        return min(room, measure_natural_width(box.text, box.setting, size) + SLACK)

    def measure_box(self, box: TextBox, width: float, height: float, sizes: Sizes) -> MeasuredText:
        """A text broken into lines that are as long as its box is wide, or high."""
        size = self.size_of(box, sizes)
        return measure_text(box.text, box.setting, size, line_length(box, width, height))

    def group_width(self, box: GroupBox, room: float, sizes: Sizes) -> float:
        edges = padding(box, room, room)
        inner = max(0.0, room - edges.across)
        widths = [self.wanted_width(child, inner, sizes) for child in box.children]
        if box.kind == "row":
            whole = sum(widths) + self.gaps(box, inner) + edges.across
            grows = any(child.frame.grow for child in box.children)
            return min(room, whole) if grows else whole  # what grows takes what is left
        if box.kind == "grid":
            return room
        return max(widths, default=0.0) + edges.across

    def wanted_height(self, box: BoundElement, width: float, room: float, sizes: Sizes) -> float:
        """Natural height at a width; `room` is what percentages refer to."""
        if box.frame.height is not None:
            return box.frame.height.resolve(room)
        frame = box.frame
        free = self.free_height(box, width, room, sizes)
        return limit_length(free, frame.min_height, frame.max_height, room)

    def free_height(self, box: BoundElement, width: float, room: float, sizes: Sizes) -> float:
        match box:
            case TextBox(curve=TextCurve()):
                return 0.0
            case TextBox() if box.setting.flow and box.setting.flow.within:
                return width
            case TextBox():
                return self.text_height(box, width, room, sizes)
            case PictureBox():
                return width * box.natural_part[1] / box.natural_part[0]
            case PathBox():
                return width * box.view[3] / box.view[2]
            case BarcodeBox():
                return width * box.proportion
            case SpaceBox():
                return box.length.resolve(room)
            case GroupBox():
                return self.group_height(box, width, room, sizes)
            case ShapeBox() | OutlineBox():
                return 0.0
            case _:
                assert_never(box)

    def group_height(self, box: GroupBox, width: float, room: float, sizes: Sizes) -> float:
        edges = padding(box, width, room)
        inner = max(0.0, width - edges.across)
        if box.kind == "grid":
            rows = self.grid_rows(box, inner, room, sizes)
            return sum(rows) + max(0, len(rows) - 1) * box.gap.resolve(inner) + edges.down
        if box.kind == "row":
            widths = self.row_widths(box, inner, sizes)
            heights = [
                self.wanted_height(child, w, room, sizes)
                for child, w in zip(box.children, widths, strict=True)
            ]
            return max(heights, default=0.0) + edges.down
        heights = [
            self.wanted_height(child, self.cross_width(child, box, inner, sizes), room, sizes)
            for child in box.children
        ]
        if box.kind == "column":
            return sum(heights) + self.gaps(box, room) + edges.down
        return max(heights, default=0.0) + edges.down

    def cross_width(
        self, child: BoundElement, parent: GroupBox, inner: float, sizes: Sizes
    ) -> float:
        frame = child.frame
        if (frame.align or parent.align) == "stretch" and frame.width is None:
            return limit_length(inner, frame.min_width, frame.max_width, inner)
        return self.wanted_width(child, inner, sizes)

    def cross_height(
        self, child: BoundElement, parent: GroupBox, width: float, inner: float, sizes: Sizes
    ) -> float:
        """How high a child of a row is, or of a row of a grid."""
        frame = child.frame
        if (frame.align or parent.align) == "stretch" and frame.height is None:
            return limit_length(inner, frame.min_height, frame.max_height, inner)
        return self.wanted_height(child, width, inner, sizes)

    @staticmethod
    def gaps(box: GroupBox, whole: float) -> float:
        count = sum(not isinstance(child, SpaceBox) for child in box.children)
        return max(0, count - 1) * box.gap.resolve(whole)

    def row_widths(self, box: GroupBox, inner: float, sizes: Sizes) -> list[float]:
        """Widths of a row's children: fixed and natural ones, the rest shared by growth."""
        fixed = [
            0.0 if child.frame.grow else self.wanted_width(child, inner, sizes)
            for child in box.children
        ]
        left = inner - sum(fixed) - self.gaps(box, inner)
        return grown(box.children, fixed, left, width_limits(inner))

    def column_width(self, box: GroupBox, inner: float) -> float:
        gap = box.gap.resolve(inner)
        return max(0.0, (inner - (box.columns - 1) * gap) / box.columns)

    def grid_rows(self, box: GroupBox, inner: float, room: float, sizes: Sizes) -> list[float]:
        """The height of each row: that of its highest child."""
        column = self.column_width(box, inner)
        heights = [
            self.wanted_height(child, self.cross_width(child, box, column, sizes), room, sizes)
            for child in box.children
        ]
        starts = range(0, len(heights), box.columns)
        return [max(heights[start : start + box.columns]) for start in starts]


def picture_width(box: PictureBox, room: float) -> float:
    """How wide a picture is by its proportions; `room` where no height is known."""
    proportion = box.natural_part[0] / box.natural_part[1]
    height, most = box.frame.height, box.frame.max_height
    if height is not None and not height.share:
        return height.points * proportion
    if height is None and most is not None and not most.share:
        return min(room, most.points * proportion)
    return room


def padding(box: GroupBox, width: float, height: float) -> Edges:
    """The padding in points; percentages refer to the box's own width and height."""
    top, right, bottom, left = box.padding
    return Edges(
        top.resolve(height), right.resolve(width), bottom.resolve(height), left.resolve(width)
    )


def limit_length(length: float, least: Length | None, most: Length | None, whole: float) -> float:
    """A length kept within an element's own limits."""
    if most is not None:
        length = min(length, most.resolve(whole))
    return length if least is None else max(length, least.resolve(whole))


def grown(
    children: Sequence[BoundElement], fixed: Sequence[float], left: float, limits: Limits
) -> list[float]:
    """Share what is left among the children that grow, each within its own limits."""
    lengths = list(fixed)
    growing = [i for i, child in enumerate(children) if child.frame.grow]
    room = max(0.0, left)
    while growing:
        shares = sum(children[i].frame.grow for i in growing)
        wanted = {i: room * children[i].frame.grow / shares for i in growing}
        kept = {i: limits(children[i].frame, length) for i, length in wanted.items()}
        excess = sum(kept.values()) - sum(wanted.values())
        held = [i for i in growing if (kept[i] - wanted[i]) * (excess or 1.0) > 0 or not excess]
        for i in held:
            lengths[i] = kept[i]
            room = max(0.0, room - kept[i])
        growing = [i for i in growing if i not in held]
    return lengths


def width_limits(whole: float) -> Limits:
    """Keep widths within what elements say; percentages refer to `whole`."""
    return lambda frame, length: limit_length(length, frame.min_width, frame.max_width, whole)


def height_limits(whole: float) -> Limits:
    """As `width_limits`, of heights."""
    return lambda frame, length: limit_length(length, frame.min_height, frame.max_height, whole)
