"""Compare whole-paragraph line breaking with greedy breaking on Novelty's 48 quotes.

Prints the table of `docs/typesetting.md`: `python -m benchmarks.typesetting`.

Badness is Knuth and Plass's, 100·|r|³ for each line but the last, where r is how far the
line's glue is set towards its stretch or shrink. Both breakers get the same items: the
same words, spaces, hyphenation points and hanging punctuation.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from msgspec.structs import replace

from cardgen.bind.bound_elements import GroupBox, TextBox
from cardgen.bind.bound_texts import RichText, TextSetting
from cardgen.bind.game.binding import bind_game
from cardgen.core.findings import Report
from cardgen.files.disk_game import DiskGame
from cardgen.layout.text.lines import measure_text
from cardgen.read.game import read_game
from cardgen.text.linebreak import NEVER, Box, Glue, Item, LineRange, Penalty, break_lines

NOVELTY = Path(__file__).resolve().parent.parent / "card_data" / "novelty"
POINTS_PER_MM = 72 / 25.4
LETTERSPACE = 0.02
STRETCH = 0.6
"""Word spaces at ratio 1 are 1.6 times their normal width."""


@dataclass(frozen=True)
class Score:
    """How a set of paragraphs came out."""

    total: float
    worst: float
    loose: int
    widest: float
    hyphens: int
    lines: int


def quotes(letterspace: float = 0.0) -> list[tuple[RichText, TextSetting]]:
    """The 48 quotes as the layout sets them, but justified and hyphenated."""
    game, report = DiskGame(NOVELTY), Report()
    spec = read_game(game, report)
    assert spec is not None
    bound = bind_game(spec, game, report)
    texts = [_quote(card.front.body.safe[0]) for card in bound.decks[1].cards]
    return [
        (
            box.text,
            replace(
                box.setting,
                align="justify",
                hyphenate=True,
                balance=False,
                hang=True,
                drop_cap=0,
                letterspace=letterspace,
            ),
        )
        for box in texts
    ]


def _quote(element: object) -> TextBox:
    """A card's quote: the first text in the inner column."""
    assert isinstance(element, GroupBox)
    inner = (box.children for box in element.children if isinstance(box, GroupBox))
    return next(child for children in inner for child in children if isinstance(child, TextBox))


def paragraphs(size: float, measure: float, letterspace: float = 0.0) -> list[Sequence[Item]]:
    """The items of every paragraph at a size."""
    return [
        part.itemized.items
        for text, setting in quotes(letterspace)
        for part in measure_text(text, setting, size, measure).parts
    ]


def break_greedily(items: Sequence[Item], measure: float) -> tuple[LineRange, ...]:
    """Fill each line as far as it goes at natural spacing, as other card generators do."""
    lines: list[LineRange] = []
    start, best = 0, -1
    for position in filter(lambda place: _may_break(items, place), range(len(items))):
        if _natural_width(items, start, position) > measure and best > start:
            lines.append(_filled_line(items, start, best, measure))
            start = next(i for i in range(best, len(items)) if isinstance(items[i], Box))
        best = position
    return (*lines, _filled_line(items, start, best, measure))


def _may_break(items: Sequence[Item], position: int) -> bool:
    item = items[position]
    if isinstance(item, Penalty):
        return item.cost < NEVER
    return isinstance(item, Glue) and isinstance(items[position - 1], Box)


def _natural_width(items: Sequence[Item], start: int, end: int) -> float:
    """The width of a line from box to break, without what hangs out of the measure."""
    width = sum(item.width for item in items[start:end] if not isinstance(item, Penalty))
    first, last, stop = items[start], items[end - 1], items[end]
    width -= first.hang_left if isinstance(first, Box) else 0.0
    if isinstance(stop, Penalty) and stop.hyphen:
        return width + stop.width - stop.hang_right
    return width - (last.hang_right if isinstance(last, Box) else 0.0)


def _filled_line(items: Sequence[Item], start: int, end: int, measure: float) -> LineRange:
    inside = [item for item in items[start:end] if not isinstance(item, Penalty)]
    room, stop = measure - _natural_width(items, start, end), items[end]
    give = sum(item.stretch if room >= 0 else item.shrink for item in inside)
    ratio = room / give if give else (0.0 if abs(room) < 1e-6 else 100.0 * (room > 0) or -100.0)
    hyphenated = isinstance(stop, Penalty) and stop.hyphen
    if end == len(items) - 1 and ratio > 0:
        ratio = 0.0
    return LineRange(start, end, ratio, hyphenated, ratio < -1.0 - 1e-9)


def score(paragraphs: Sequence[Sequence[LineRange]]) -> Score:
    ratios = [line.ratio for lines in paragraphs for line in lines[:-1]]
    badness = [100 * abs(ratio) ** 3 for ratio in ratios]
    lines = [line for paragraph in paragraphs for line in paragraph]
    return Score(
        total=sum(badness),
        worst=max(badness),
        loose=sum(ratio > 1 for ratio in ratios),
        widest=1 + STRETCH * max(ratios),
        hyphens=sum(line.hyphenated for line in lines),
        lines=len(lines),
    )


def compare(size: float, measure: float) -> tuple[Score, Score, Score]:
    """Greedy and whole-paragraph breaking of all quotes, the latter also with letterspace."""
    found = paragraphs(size, measure)
    spread = paragraphs(size, measure, LETTERSPACE)
    greedy = score([break_greedily(items, measure) for items in found])
    best = score([break_lines(items, measure) for items in found])
    return greedy, best, score([break_lines(items, measure) for items in spread])


def table(size: float, measure: float) -> str:
    scores = compare(size, measure)
    rows = [
        ("", "greedy", "whole paragraph", f"and {LETTERSPACE:.1%} letterspace"),
        ("---", *["---:"] * len(scores)),
        ("total badness", *(f"{s.total:,.0f}" for s in scores)),
        ("worst line", *(f"{s.worst:,.0f}" for s in scores)),
        ("lines looser than 1.6 × normal space", *(str(s.loose) for s in scores)),
        ("widest word space, × normal", *(f"{s.widest:.1f}" for s in scores)),
        ("hyphens", *(str(s.hyphens) for s in scores)),
        ("lines", *(str(s.lines) for s in scores)),
    ]
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def main() -> None:
    for size, mm in ((9.0, 53.0), (9.0, 45.0), (7.5, 45.0)):
        print(f"### {size:g} pt on {mm:g} mm\n")
        print(table(size, mm * POINTS_PER_MM) + "\n")


if __name__ == "__main__":
    main()
