"""Break a text into lines: words → items for the line breaker → lines.

In      a `RichText`, a `TextSetting`, a size and a measure.
Out     `Measured`: how many lines, how high; which items each line holds.
Not here  the words (`layout.text.words`), the algorithm (`text.linebreak`), glyph positions
          (`layout.text.paragraph`).
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import ceil

from msgspec import Struct
from msgspec.structs import replace

from cardgen.bind.bound_texts import ZERO, InlineIcon, RichText, TextLine, TextRun, TextSetting
from cardgen.layout.text.drop_cap import DropCap, part_drop_cap
from cardgen.layout.text.flow import (
    LEAST_BESIDE,
    LEAST_WITHIN,
    FlowSlots,
    LineRoom,
    offset_block,
)
from cardgen.layout.text.wide_joints import measure_wide_joint
from cardgen.layout.text.words import (
    STRETCHING,
    Fragment,
    Stand,
    Word,
    collect_words,
    is_rtl_paragraph,
    join_fragments,
    link_fragments,
)
from cardgen.text.linebreak import (
    FORCED,
    NEVER,
    Box,
    Glue,
    Item,
    LineRange,
    Mode,
    Penalty,
    break_lines,
)
from cardgen.text.shaping import (
    Shaped,
    is_joined,
    shape,
    shape_part,
    take_part,
)
from cardgen.text.vertical_shaping import shape_as_one, shape_down

_HYPHEN_COST, _RELUCTANT_COST = 60.0, 120.0
_JUSTIFIED_COST, _SPACED_COST = 1400.0, 345.0
"""A hyphen's price in justified text, and where letters may move apart too: there lines are
good without it. The badness of a line whose words are 2.4, or 1.9 times as far apart."""
_RELUCTANCE = 1.25
_DASH_COST = 20.0

_QUOTES = dict.fromkeys("“”„‟‘’‚‛\"'", 0.75) | dict.fromkeys("«»‹›", 0.45)
"""Which side a quotation mark stands on is the language's affair: „…“, »…«, ”…”."""
_OPENERS = dict.fromkeys("「『（【〈《［｛", 0.5) | {"(": 0.1}
_HANG_LEFT = _QUOTES | _OPENERS
_HANG_RIGHT = _QUOTES | {
    ".": 0.8, ",": 0.8, "-": 0.75, "‐": 0.75, "–": 0.4, "—": 0.3, ";": 0.4, ":": 0.4,
    "!": 0.2, "?": 0.15, "、": 0.5, "。": 0.5,
    "，": 0.5, "．": 0.5, "」": 0.5, "』": 0.5, "）": 0.5, "】": 0.5, "〉": 0.5, "》": 0.5,
    "］": 0.5, "｝": 0.5, "،": 0.7, "؛": 0.4, "־": 0.6,
}  # fmt: skip
WHOLE_LINES = FlowSlots()
"""Where a text does not flow."""
_MOST_LINES = 400
_NOTICED = 3
_AROUND_WORDS = ".,;:!?…\"'“”„‘’‚«»‹›()[]—–-"
_LIGATURES = ("clig", "dlig", "hlig", "liga")


def shape_fragment(run: TextRun, fragment: Fragment, language: str) -> Shaped:
    """A fragment's glyphs; letters that stand apart have no ligatures."""
    features = run.features
    if run.tracking is not ZERO and run.tracking != ZERO:
        asked = dict(features)
        features += tuple((tag, 0) for tag in _LIGATURES if tag not in asked)
    text, rtl, language = fragment.text, fragment.rtl, run.language or language
    if fragment.stand:
        return _shape_standing(run, fragment, features, language)
    if fragment.whole:
        return shape_part(
            run.face, fragment.whole, fragment.start, len(text), features, language, rtl
        )
    if fragment.level == 0:
        return shape(run.face, text, features, language)
    return shape(run.face, text, features, language, rtl, fragment.before, fragment.after)


def _shape_standing(
    run: TextRun, fragment: Fragment, features: tuple[tuple[str, int], ...], language: str
) -> Shaped:
    """The glyphs of letters that stand upright in a vertical line."""
    if fragment.stand == "one":
        return shape_as_one(run.face, fragment.text, features, language)[0]
    made = shape_down(run.face, fragment.whole or fragment.text, features, language)
    if not fragment.whole:
        return made
    return take_part(made, fragment.start, len(fragment.text))


def measure_scale(fragment: Fragment, language: str) -> float:
    """How large its letters are, of their size: smaller where they stand side by side in a
    vertical line."""
    run = fragment.inline
    if fragment.stand != "one" or isinstance(run, InlineIcon):
        return 1.0
    return shape_as_one(run.face, fragment.text, run.features, run.language or language)[1]


def measure_tracking(run: TextRun, fragment: Fragment, em: float) -> float:
    """Letterspace in points; letters that join have none."""
    return 0.0 if is_joined(fragment.text) else run.tracking.resolve(0.0, em)


def measure_fragment(fragment: Fragment, size: float, language: str) -> float:
    inline = fragment.inline
    if isinstance(inline, InlineIcon):
        if fragment.stand:
            return size * inline.height
        return size * inline.height * inline.bitmap.width / inline.bitmap.height
    glyphs = shape_fragment(inline, fragment, language)
    em = size * inline.scale * measure_scale(fragment, language)
    if inline.tracking is ZERO:
        return glyphs.width * em
    return glyphs.width * em + measure_tracking(inline, fragment, em) * glyphs.clusters


def measure_hang(
    fragment: Fragment, size: float, language: str, *, at_end: bool, hanging: bool
) -> float:
    """How far a line that begins or ends here may reach out of the measure: its punctuation,
    if it is `hanging`, and at the end the letterspace after its last letter."""
    inline = fragment.inline
    if isinstance(inline, InlineIcon) or not fragment.text:
        return 0.0
    apart = 0.0
    if at_end and inline.tracking is not ZERO:
        apart = measure_tracking(inline, fragment, size * inline.scale)
    character = fragment.text[-1 if at_end else 0]
    share = (_HANG_RIGHT if at_end else _HANG_LEFT).get(character, 0.0) if hanging else 0.0
    if not share:
        return apart
    stand: Stand = "upright" if fragment.stand else ""
    width = measure_fragment(Fragment(inline, character, stand=stand), size, language)
    return apart + share * (width - apart)


class ParagraphItems(Struct, frozen=True):
    """The items of a paragraph, which word each box is, and which way the paragraph runs."""

    items: tuple[Item, ...]
    words: tuple[Word, ...]
    boxes: tuple[int, ...]
    rtl: bool = False

    def indices(self, line: LineRange) -> list[int]:
        first, after = (bisect_left(self.boxes, at) for at in (line.start, line.end))
        return [*range(first, after)]

    def words_of(self, line: LineRange) -> list[Word]:
        """The words and word parts of a line."""
        return [self.words[index] for index in self.indices(line)]

    def divided_word(self, line: LineRange) -> str:
        """The whole word of which a line holds the first part at its end; "" if it holds only
        a later part of it."""
        held = self.indices(line)
        start, first, last = held[0], held[-1], held[-1]
        while not self.words[first].begins and first > start:
            first -= 1
        if start and not self.words[first].begins:
            return ""
        while last + 1 < len(self.words) and not self.words[last + 1].begins:
            last += 1
        parts = self.words[first : last + 1]
        return "".join(fragment.text for word in parts for fragment in word.fragments)


def _itemize(
    words: tuple[Word, ...], setting: TextSetting, size: float, rtl: bool = False
) -> ParagraphItems:
    items: list[Item] = []
    boxes: list[int] = []
    language, hanging = setting.language, setting.hang
    whole = _list_whole_words(words)
    widths = _measure_parts(words, size, language)
    for index, word in enumerate(words):
        if index:
            if word.joint == "space" and word.stays:
                items.append(Penalty(NEVER))
            items.append(_make_joint(word, words[index - 1], setting, size))
        left = measure_hang(word.fragments[0], size, language, at_end=False, hanging=hanging)
        right = measure_hang(word.fragments[-1], size, language, at_end=True, hanging=hanging)
        boxes.append(len(items))
        give = count_movable_letters(word, setting) * setting.letterspace * size
        items.append(Box(widths[index], left, right, give, give / 2, whole[index]))
    items.append(Penalty(FORCED))
    return ParagraphItems(tuple(items), words, tuple(boxes), rtl)


def _measure_parts(words: Sequence[Word], size: float, language: str) -> list[float]:
    """How much wider a line becomes with each word or part of one: parts of a word that is not
    divided are shaped together, with their kerns and ligatures."""
    widths: list[float] = []
    so_far: tuple[Fragment, ...] = ()
    before = 0.0
    for word in words:
        if word.begins or not so_far:
            so_far, before = word.fragments, 0.0
        else:
            so_far = link_fragments(join_fragments(so_far + word.fragments))
        whole = sum(measure_fragment(fragment, size, language) for fragment in so_far)
        widths.append(whole - before)
        before = whole
    return widths


def _list_whole_words(words: Sequence[Word]) -> list[str]:
    """Of each word, or part of one, the whole word that readers see; "" for short ones, which
    stand below themselves without being noticed."""
    found: list[str] = []
    start = 0
    for end in range(1, len(words) + 1):
        if end < len(words) and not words[end].begins:
            continue
        parts = (fragment.text for word in words[start:end] for fragment in word.fragments)
        text = "".join(parts).strip(_AROUND_WORDS).casefold()
        found += [text if len(text) >= _NOTICED else ""] * (end - start)
        start = end
    return found


def count_movable_letters(word: Word, setting: TextSetting) -> int:
    """How many glyphs of a word may move apart in a justified line."""
    if not setting.letterspace or setting.align != "justify":
        return 0
    return sum(
        shape_fragment(fragment.inline, fragment, setting.language).clusters
        for fragment in word.fragments
        if isinstance(fragment.inline, TextRun) and not is_joined(fragment.text)
    )


def measure_letterspace(setting: TextSetting, size: float, space: float) -> tuple[float, float]:
    """What a glyph's letterspace gives and takes, as shares of a word space's."""
    give = setting.letterspace * size
    if not give or not space:
        return 0.0, 0.0
    return give / (space * setting.space_stretch), give / 2 / (space * setting.space_shrink)


def _make_joint(word: Word, before: Word, setting: TextSetting, size: float) -> Item:
    if word.joint == "space" and word.space is not None:
        width = measure_fragment(Fragment(word.space, word.gap), size, setting.language)
        if word.gap != " ":
            flexible = "".join(space for space in word.gap if space in STRETCHING)
            give = measure_fragment(Fragment(word.space, flexible), size, setting.language)
            return Glue(width, give * setting.space_stretch, give * setting.space_shrink)
        return Glue(width, width * setting.space_stretch, width * setting.space_shrink)
    if word.joint == "wide":
        joint = measure_wide_joint(before.fragments[-1], word.fragments[0], setting, size)
        return Glue(joint.gap, joint.stretch, joint.shrink)
    if word.joint in ("hyphen", "soft", "reluctant"):
        last = Fragment(before.fragments[-1].inline, "-")
        width = measure_fragment(last, size, setting.language)
        out = measure_hang(last, size, setting.language, at_end=True, hanging=setting.hang)
        return Penalty(_hyphen_cost(setting, word.joint == "reluctant"), width, True, out)
    return Penalty(_DASH_COST, 0.0)


def _hyphen_cost(setting: TextSetting, reluctant: bool) -> float:
    if setting.align != "justify" or setting.balance:
        return _RELUCTANT_COST if reluctant else _HYPHEN_COST
    cost = _SPACED_COST if setting.letterspace else _JUSTIFIED_COST
    return cost * _RELUCTANCE if reluctant else cost


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
    """The large first letter of the text, beside its first lines."""
    flow: FlowSlots = WHOLE_LINES
    """Where the first lines have room, where the text flows."""

    def inset(self, index: int) -> float:
        """How far a line begins from the left of where it has room."""
        if self.cap is not None:
            beside = self.flow.row(index) < self.cap.lines and self.flow.begins_row(index)
            return self.cap.room if beside else 0.0
        return self.indent if index == 0 else 0.0

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
    gap, pitch = setting.paragraph_gap.resolve(measure, size), setting.leading.resolve(0.0, size)
    parts: list[BrokenLine] = []
    top = 0.0
    for number, paragraph in enumerate(text.paragraphs):
        indent = setting.indent.resolve(measure, size) if number else 0.0
        above = gap if number else 0.0
        rtl = is_rtl_paragraph(paragraph, setting.language)
        for forced in paragraph:
            words = collect_setting_words(forced, setting, rtl)
            if not words:
                continue
            flow = room.list_slots(top + above, rtl) if room else WHOLE_LINES
            broken = None
            if not parts and not rtl:
                broken = _break_beside_cap(words, setting, size, measure, flow)
            if broken is None:
                itemized = _itemize(words, setting, size, rtl)
                lines = _break(itemized, setting, measure, (indent,), flow)
                broken = BrokenLine(itemized, lines, indent, above, None, flow)
            parts.append(broken)
            top += above + broken.rows * pitch
            indent = above = 0.0
    lines_made = [line for part in parts for line in part.lines]
    height = sum(part.gap + part.rows * pitch for part in parts)
    overfull = any(line.overfull for line in lines_made)
    return MeasuredText(tuple(parts), height, len(lines_made), overfull)


def _break(
    itemized: ParagraphItems,
    setting: TextSetting,
    measure: float,
    insets: tuple[float, ...],
    flow: FlowSlots,
) -> tuple[LineRange, ...]:
    """Lines that are shorter by their insets, and by what is not free beside them."""
    mode = _breaking_mode(setting)
    if not flow.after:
        if len(insets) == 1:  # the indent of a forced line, which is taken for all of its lines
            return break_lines(itemized.items, max(measure - insets[0], 1e-3), mode)
        return break_lines(itemized.items, measure, mode, insets)
    taken = _take_insets(insets, flow)
    return break_lines(itemized.items, measure, mode, tuple(min(t, measure - 1e-3) for t in taken))


def _take_insets(insets: tuple[float, ...], flow: FlowSlots) -> Iterator[float]:
    """What of the measure the first lines lack: an inset is taken where a line begins."""
    index = 0
    while index < len(flow.slots) or flow.row(index) < len(insets):
        row, begins = flow.row(index), flow.begins_row(index)
        inset = insets[row] if begins and row < len(insets) else 0.0
        yield inset + sum(flow.sides(index))
        index += 1


def _break_beside_cap(
    words: tuple[Word, ...],
    setting: TextSetting,
    size: float,
    measure: float,
    flow: FlowSlots,
) -> BrokenLine | None:
    """A text's first lines beside its large first letter; None where it has none, or has no
    more lines than the letter is high."""
    parted = part_drop_cap(words, setting, size) if setting.drop_cap > 1 else None
    if parted is None or parted[0].room > measure / 2:
        return None
    cap, rest = parted
    itemized = _itemize(rest, setting, size)
    lines = _break(itemized, setting, measure, (cap.room,) * cap.lines, flow)
    broken = BrokenLine(itemized, lines, 0.0, 0.0, cap, flow)
    return broken if broken.rows > cap.lines else None


def collect_setting_words(line: TextLine, setting: TextSetting, rtl: bool) -> tuple[Word, ...]:
    """The words of a forced line, divided as its setting has it."""
    return collect_words(
        line, setting.language, setting.hyphenate, rtl, setting.exceptions, setting.vertical
    )


def measure_natural_width(text: RichText, setting: TextSetting, size: float) -> float:
    """The width of the widest forced line, set on one line."""
    widest = 0.0
    for paragraph in text.paragraphs:
        rtl = is_rtl_paragraph(paragraph, setting.language)
        for forced in paragraph:
            words = collect_words(forced, setting.language, False, rtl, (), setting.vertical)
            items = _itemize(words, setting, size).items if words else ()
            widest = max(widest, sum(i.width for i in items if not isinstance(i, Penalty)))
    return widest


def measure_widest_word(text: RichText, setting: TextSetting, size: float) -> float:
    """The narrowest measure in which no word of a text sticks out."""
    widest = 0.0
    for paragraph in text.paragraphs:
        rtl = is_rtl_paragraph(paragraph, setting.language)
        for forced in paragraph:
            words = collect_setting_words(forced, setting, rtl)
            items = _itemize(words, setting, size).items if words else ()
            widest = max([widest, *(item.width for item in items if isinstance(item, Box))])
    return widest
