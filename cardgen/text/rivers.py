"""Rivers: wide word spaces that stand below one another on line after line.

In      where the wide spaces of each line are; the items of a paragraph, its measure.
Out     the first and the last line of each river; lines with as few of them as it is worth.
Not here  the spaces of a set text (`layout.text.rivers`), what else lines cost (`text.linebreak`).

Each line may be no looser than is allowed, and yet the eye sees a white crack through the text.
A river belongs to many lines at once, which a node of the line breaker does not know of. So the
best lines are looked at, and only where these have a river the paragraph is broken anew, once
without each of the ends of its lines. Of the 48 quotes of a sample game on 53 mm one has a river.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct

from cardgen.text.linebreak import Box, Glue, Item, LineRange, Mode, weigh_lines

MIN_LINES = 4
WIDE = 1.3
"""How wide spaces are at least, 1 being normal."""
_SHARED = 0.5
"""How much of a normal space two have in common at least."""
_MOST_TRIED = 12

Span = tuple[float, float]


class _WideSpace(Struct, frozen=True):
    """A space from `left` to `right` in which a river has come down from line `first`."""

    left: float
    right: float
    first: int


def trace_rivers(lines: Iterable[Sequence[Span]], least: float) -> Iterator[tuple[int, int]]:
    """Yield the first and the last line of each river, counted from 0.

    Args:
        lines: From where to where the wide spaces of each line go.
        least: How much two have in common at least.
    """
    above: list[_WideSpace] = []
    number = -1
    for number, spans in enumerate(lines):
        here = [_extend(span, number, above, least) for span in spans]
        yield from _end_rivers(above, here, number - 1)
        above = here
    yield from _end_rivers(above, [], number)


def _extend(span: Span, number: int, above: Sequence[_WideSpace], least: float) -> _WideSpace:
    left, right = span
    met = (gap.first for gap in above if min(right, gap.right) - max(left, gap.left) >= least)
    return _WideSpace(left, right, min(met, default=number))


def _end_rivers(
    above: list[_WideSpace], here: list[_WideSpace], last: int
) -> Iterator[tuple[int, int]]:
    """Rivers that come down no further than to line `last`, the longest of it alone."""
    first = min((gap.first for gap in above), default=last)
    if last - first + 1 >= MIN_LINES and all(gap.first > first for gap in here):
        yield first, last


def break_around_rivers(
    items: Sequence[Item], measure: float, mode: Mode, price: float, insets: tuple[float, ...] = ()
) -> tuple[LineRange, ...]:
    """As `break_lines`, with a `price` for each line of a river from its fourth on: other lines
    are taken where they cost less than that."""
    lines, demerits = weigh_lines(items, measure, mode, insets)
    found = list_rivers(items, lines, len(insets)) if mode == "justify" else []
    if not found:
        return lines
    least = demerits + price * _count_excess(found)
    ends = [line.end for first, last in found for line in lines[max(0, first - 1) : last]]
    for end in ends[:_MOST_TRIED]:
        other, cost = weigh_lines(items, measure, mode, insets, frozenset((end,)))
        if any(line.overfull for line in other):
            continue
        cost += price * _count_excess(list_rivers(items, other, len(insets)))
        if cost < least:
            lines, least = other, cost
    return lines


def _count_excess(found: Iterable[tuple[int, int]]) -> int:
    """How many lines rivers have from their fourth on."""
    return sum(last - first + 2 - MIN_LINES for first, last in found)


def list_rivers(
    items: Sequence[Item], lines: Sequence[LineRange], skipped: int = 0
) -> list[tuple[int, int]]:
    """The first and last line of each river in justified lines.

    Args:
        items: The paragraph.
        lines: Its lines.
        skipped: How many lines begin somewhere else than the others.
    """
    if len(lines) < MIN_LINES:
        return []
    space = max((item.width for item in items if isinstance(item, Glue)), default=0.0)
    spans = ([] if at < skipped else _list_spans(items, line) for at, line in enumerate(lines))
    return list(trace_rivers(spans, space * _SHARED))


def _list_spans(items: Sequence[Item], line: LineRange) -> list[Span]:
    """Where the wide spaces of a line are."""
    if line.ratio <= 0:
        return []
    spans: list[Span] = []
    first = items[line.start]
    x = -first.hang_left if isinstance(first, Box) else 0.0
    for item in items[line.start : line.end]:
        if isinstance(item, Box | Glue):
            wide = item.width + line.ratio * item.stretch
            if isinstance(item, Glue) and wide >= WIDE * item.width:
                spans.append((x, x + wide))
            x += wide
    return spans
