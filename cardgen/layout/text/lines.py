"""Break a text into lines.

In      a `RichText`, a `TextSetting`, a size and a measure.
Out     `Measured`: how many lines, how high; which items each line holds.
Not here  the words (`layout.text.words`), what is weighed (`layout.text.paragraph_items`), the
          algorithm (`text.linebreak`), glyph positions (`layout.text.paragraph`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import ceil

from msgspec import Struct
from msgspec.structs import replace

from cardgen.bind.bound_texts import ZERO, RichText, TextLine, TextSetting
from cardgen.layout.text.drop_cap import DropCap, part_drop_cap
from cardgen.layout.text.flow import (
    LEAST_BESIDE,
    LEAST_WITHIN,
    FlowSlots,
    LineRoom,
    offset_block,
)
from cardgen.layout.text.paragraph_items import (
    ParagraphItems,
    itemize,
    price_hyphen,
)
from cardgen.layout.text.words import (
    Word,
    collect_words,
    is_rtl_paragraph,
)
from cardgen.text.linebreak import (
    JUSTIFIED_POWER,
    Box,
    LineRange,
    Mode,
    Penalty,
)
from cardgen.text.rivers import break_around_rivers

WHOLE_LINES = FlowSlots()
"""Where a text does not flow."""
_MOST_LINES = 400
_WIDEST_CAP = 0.5
"""What a large first letter may take of its lines."""


def _breaking_mode(setting: TextSetting) -> Mode:
    if setting.balance:
        return "balance"
    return "justify" if setting.align == "justify" else "ragged"


class BrokenLine(Struct, frozen=True):
    """A forced line and the lines it was broken into."""

    itemized: ParagraphItems
    lines: tuple[LineRange, ...]
    indent: float
    gap: float
    """Space above, where a paragraph begins."""
    cap: DropCap | None = None
    """The large first letter of the text, which this line begins with."""
    flow: FlowSlots = WHOLE_LINES
    """Where the first lines have room, where the text flows."""
    beside: float = 0.0
    """What the large first letter takes of the first lines."""
    rows_beside: int = 0

    def inset(self, index: int) -> float:
        """How far a line begins from the left of where it has room."""
        inset = self.indent if index == 0 else 0.0
        if self.flow.row(index) < self.rows_beside and self.flow.begins_row(index):
            inset += self.beside
        return inset

    @property
    def rows(self) -> int:
        """How many lines high it is; in one of them several may stand side by side."""
        return self.flow.row(len(self.lines) - 1) + 1


class MeasuredText(Struct, frozen=True):
    """A text broken into lines, but not yet placed."""

    parts: tuple[BrokenLine, ...]
    height: float
    count: int
    overfull: bool


@lru_cache(maxsize=1024)
def measure_text(text: RichText, setting: TextSetting, size: float, measure: float) -> MeasuredText:
    """Break a text at one size: how many lines, how high, whether a word is too wide.

    Args:
        text: The text.
        setting: How to set it.
        size: Type size in points.
        measure: Width to set it in, in points, > 0.
    """
    flow, pitch = setting.flow, setting.leading.resolve(0.0, size)
    if flow is None or pitch <= 0:
        return _measure(text, setting, size, measure, None)
    least = (LEAST_WITHIN if flow.within else LEAST_BESIDE) * size
    room = LineRoom(flow, measure, size, pitch, 0.0, flow.height, least)
    made = _measure_in_room(text, setting, room)
    if not made.overfull:
        return made
    widest = max(least, measure_widest_word(text, setting, size))
    return _measure_in_room(text, setting, replace(room, least=widest))


def _measure_in_room(text: RichText, setting: TextSetting, room: LineRoom) -> MeasuredText:
    """A text that flows: in the fewest lines with which it fits where these would stand."""
    size, measure, pitch = room.size, room.measure, room.pitch
    known = room.height or (measure if room.flow.within else 0.0)
    if not known and all(shape.bottom is None for shape in room.flow.around):
        return _measure(text, setting, size, measure, room)
    first = measure_first_baseline(setting, size)
    plain = _measure(text, setting, size, measure, None)
    most = max(1, int(known / pitch + 1e-6)) if known else _MOST_LINES
    least = most if known and setting.valign == "top" else ceil(plain.height / pitch - 1e-6)
    for count in range(min(max(least, 1), most), most + 1):
        high = known or count * pitch
        start = offset_block(setting, room.flow.top, high, count * pitch, first)
        here = replace(room, start=start, height=high)
        made = _measure(text, setting, size, measure, here)
        if made.height <= count * pitch + 1e-6 and not made.overfull:
            return replace(made, height=count * pitch)
    return made


def measure_first_baseline(setting: TextSetting, size: float) -> float:
    """How far the first baseline is from the top of the first line; of a vertical line, how far
    its middle is from its right."""
    pitch, metrics = setting.leading.resolve(0.0, size), setting.face.metrics
    if setting.vertical:
        return pitch / 2
    return (pitch - (metrics.ascent - metrics.descent) * size) / 2 + metrics.ascent * size


def _measure(
    text: RichText, setting: TextSetting, size: float, measure: float, room: LineRoom | None
) -> MeasuredText:
    pitch = setting.leading.resolve(0.0, size)
    forced = tuple(_list_forced_lines(text, setting, size, measure))
    parts = _break_beside_cap(forced, setting, size, measure, room)
    parts = parts or _break_forced_lines(forced, setting, size, measure, room, None)
    lines_made = [line for part in parts for line in part.lines]
    height = sum(part.gap + part.rows * pitch for part in parts)
    overfull = any(line.overfull for line in lines_made)
    return MeasuredText(tuple(parts), height, len(lines_made), overfull)


class _ForcedLine(Struct, frozen=True):
    """The words up to a forced end of a line, its own indent, and the space above it."""

    words: tuple[Word, ...]
    rtl: bool
    indent: float
    above: float


def _list_forced_lines(
    text: RichText, setting: TextSetting, size: float, measure: float
) -> Iterator[_ForcedLine]:
    for number, paragraph in enumerate(text.paragraphs):
        indent = setting.indent.resolve(measure, size) if number else 0.0
        above = setting.paragraph_gap.resolve(measure, size) if number else 0.0
        rtl = is_rtl_paragraph(paragraph, setting.language)
        for forced in paragraph:
            words = collect_setting_words(forced, setting, rtl)
            if words:
                yield _ForcedLine(words, rtl, indent, above)
                indent = above = 0.0


def _break_forced_lines(
    forced: Sequence[_ForcedLine],
    setting: TextSetting,
    size: float,
    measure: float,
    room: LineRoom | None,
    cap: DropCap | None,
) -> tuple[BrokenLine, ...]:
    """Break each into lines, the first of which stand beside the large first letter."""
    pitch = setting.leading.resolve(0.0, size)
    parts: list[BrokenLine] = []
    top, rows = 0.0, 0
    for line in forced:
        flow = room.list_slots(top + line.above, line.rtl) if room else WHOLE_LINES
        taken, left = (cap.room, max(0, cap.lines - rows)) if cap else (0.0, 0)
        insets = (line.indent + taken if left else line.indent, *(taken,) * (left - 1))
        itemized = itemize(line.words, setting, size, line.rtl)
        lines = _break(itemized, setting, measure, insets, flow)
        begins = None if parts else cap
        parts.append(
            BrokenLine(itemized, lines, line.indent, line.above, begins, flow, taken, left)
        )
        top += line.above + parts[-1].rows * pitch
        rows += parts[-1].rows
    return tuple(parts)


def _break(
    itemized: ParagraphItems,
    setting: TextSetting,
    measure: float,
    insets: tuple[float, ...],
    flow: FlowSlots,
) -> tuple[LineRange, ...]:
    """Lines that are shorter by their insets, and by what is not free beside them."""
    taken = tuple(_take_insets(insets, flow)) if flow.after else insets
    taken = tuple(min(inset, measure - 1e-3) for inset in taken) if any(taken) else ()
    mode, river = _breaking_mode(setting), price_hyphen(setting) ** JUSTIFIED_POWER
    return break_around_rivers(itemized.items, measure, mode, river, taken)


def _take_insets(insets: tuple[float, ...], flow: FlowSlots) -> Iterator[float]:
    """What of the measure the first lines lack: an inset is taken where a line begins."""
    index = 0
    while index < len(flow.slots) or flow.row(index) < len(insets):
        row, begins = flow.row(index), flow.begins_row(index)
        inset = insets[row] if begins and row < len(insets) else 0.0
        yield inset + sum(flow.sides(index))
        index += 1


def _break_beside_cap(
    forced: Sequence[_ForcedLine],
    setting: TextSetting,
    size: float,
    measure: float,
    room: LineRoom | None,
) -> tuple[BrokenLine, ...]:
    """A text's lines, the first beside its large first letter; none where it has no such letter,
    or no more lines than the letter is high."""
    if setting.drop_cap < 2 or not forced or forced[0].rtl:
        return ()
    parted = part_drop_cap(forced[0].words, setting, size)
    if parted is None or parted[0].room > measure * _WIDEST_CAP:
        return ()
    cap, rest = parted
    first = replace(forced[0], words=rest, indent=0.0, above=0.0)
    parts = _break_forced_lines((first, *forced[1:]), setting, size, measure, room, cap)
    return parts if _stand_beside(parts, setting.drop_cap) else ()


def _stand_beside(parts: Sequence[BrokenLine], high: int) -> bool:
    """Whether a letter so many lines high has as many beside it, without a gap between them and
    all from the left, and another one below."""
    rows = 0
    for part in parts:
        if (rows and rows < high and part.gap) or (part.rows_beside and part.itemized.rtl):
            return False
        rows += part.rows
    return rows > high


def is_cap_too_wide(text: RichText, setting: TextSetting, size: float, measure: float) -> bool:
    """Whether a text goes without its large first letter because too little of the lines beside
    it would be left."""
    cap = _find_cap(text, setting, size)
    return cap is not None and cap.room > measure * _WIDEST_CAP


def is_cap_parted(text: RichText, setting: TextSetting, size: float, measure: float) -> bool:
    """Whether a text goes without its large first letter because a gap would part the lines
    beside it."""
    if setting.flow is not None or _find_cap(text, setting, size) is None:
        return False
    parts = measure_text(text, setting, size, measure).parts
    if not parts or parts[0].cap is not None:
        return False
    solid = replace(setting, paragraph_gap=ZERO)
    return measure_text(text, solid, size, measure).parts[0].cap is not None


def _find_cap(text: RichText, setting: TextSetting, size: float) -> DropCap | None:
    """The large first letter that a text would have, if there is room beside it."""
    first = next((line for part in text.paragraphs for line in part if line), None)
    if setting.drop_cap < 2 or first is None:
        return None
    rtl = is_rtl_paragraph(text.paragraphs[0], setting.language)
    words = collect_setting_words(first, setting, rtl)
    parted = part_drop_cap(words, setting, size) if words else None
    return parted[0] if parted else None


def collect_setting_words(line: TextLine, setting: TextSetting, rtl: bool) -> tuple[Word, ...]:
    """The words of a forced line, divided as its setting has it."""
    return collect_words(
        line, setting.language, setting.hyphenate, rtl, setting.exceptions, setting.vertical
    )


def measure_natural_width(text: RichText, setting: TextSetting, size: float) -> float:
    """The width of the widest forced line, set on one line."""
    if setting.hyphenate or setting.exceptions:
        setting = replace(setting, hyphenate=False, exceptions=())
    return _measure_widths(text, setting, size)[0]


def measure_widest_word(text: RichText, setting: TextSetting, size: float) -> float:
    """The narrowest measure in which no word of a text sticks out."""
    return _measure_widths(text, setting, size)[1]


@lru_cache(maxsize=1024)
def _measure_widths(text: RichText, setting: TextSetting, size: float) -> tuple[float, float]:
    """How wide the widest forced line of a text and its widest word are."""
    widest = word = 0.0
    for paragraph in text.paragraphs:
        rtl = is_rtl_paragraph(paragraph, setting.language)
        for forced in paragraph:
            words = collect_setting_words(forced, setting, rtl)
            items = itemize(words, setting, size).items if words else ()
            widest = max(widest, sum(i.width for i in items if not isinstance(i, Penalty)))
            word = max([word, *(item.width for item in items if isinstance(item, Box))])
    return widest, word
