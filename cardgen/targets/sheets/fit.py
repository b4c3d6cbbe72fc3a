"""Choose the sheet for a component: most pieces a page, or a board over several.

In      the options, a component size, the game's other sizes.
Out     a `SheetPlan`, or an `OptionError` that says what would fit.
Not here  how pieces are arranged (`sheets.grid`, `sheets.nest`, `sheets.interlock`,
          `sheets.tiles`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice, product
from math import ceil, prod
from typing import Literal

from msgspec.structs import replace

from cardgen.core.geometry import POINTS_PER_MM, Extent
from cardgen.core.sizes import Size, millimeters
from cardgen.targets.contract import OptionError
from cardgen.targets.shared.papers import Paper, list_home_papers
from cardgen.targets.sheets.cricut import AREAS_IN, GAP, find_area
from cardgen.targets.sheets.grid import plan_grids
from cardgen.targets.sheets.interlock import plan_interlocked
from cardgen.targets.sheets.nest import plan_nest
from cardgen.targets.sheets.options import OVERLAP, SheetOptions
from cardgen.targets.sheets.plan import STRIP, SheetPlan
from cardgen.targets.sheets.stock import plan_stock
from cardgen.targets.sheets.tiles import plan_tiles

_BOARD = 200 * POINTS_PER_MM
"""What is longer than this is a board, and may be put together from several sheets."""
_SLACK = 1e-6
_WITH_GUIDES = "marks=guides"


def plan_sheet(size: Size, options: SheetOptions, among: Iterable[Size] = ()) -> SheetPlan:
    """Lay out the sheet that holds most pieces of a size; a board that is larger than the
    paper goes over several.

    Among sheets of as many pieces, the one with more bleed, then one with a header, then
    the upright one. `among` are all sizes that the options are for: what a refusal proposes
    fits each of them.

    Raises:
        OptionError: no card fits, or the grid asked for does not, or faces have not so
            much bleed, or more places are skipped than there are.
    """
    sizes = tuple(dict.fromkeys((size, *among)))
    _check_bleed(sizes, options)
    options = _own_bleed(size, options)
    if options.stock:
        plan: SheetPlan | None = plan_stock(size, options, options.stock)
    else:
        plan = _plan(size, options)
    if plan is None:
        raise _explain_misfit(size, options, sizes)
    if not plan.tiles and options.skip >= plan.places:
        message = f"`skip={options.skip}` leaves no place on a sheet of {plan.places}"
        hint = f"write 0 … {plan.places - 1}, or take a new sheet"
        raise OptionError(message, hint, option="skip")
    return plan


def _check_bleed(sizes: Sequence[Size], options: SheetOptions) -> None:
    """Refuse more bleed than the faces of some size have, to the hundredth that is shown."""
    least = min(sizes, key=lambda size: size.bleed)
    if options.bleed is None or millimeters(options.bleed) <= millimeters(least.bleed):
        return
    own = _mm(least.bleed)
    hint = f"write `bleed={own.replace(' ', '')}` or less, or `bleed=auto`"
    message = f"{_mm(options.bleed)} bleed is more than the {own} that a {least.name} face has"
    raise OptionError(message, hint, option="bleed")


def _own_bleed(size: Size, options: SheetOptions) -> SheetOptions:
    """3.05 mm, as the limit is shown, is the face's own 3.048."""
    if options.bleed is None:
        return options
    return options.with_changes(bleed=min(options.bleed, size.bleed))


def _plan(size: Size, options: SheetOptions) -> SheetPlan | None:
    return _best_plan(size, options) or _tiled(size, options)


def _best_plan(size: Size, options: SheetOptions) -> SheetPlan | None:
    plans = [plan for plan in _candidate_plans(size, options) if plan.places]
    return max(plans, key=_rank_plan, default=None)


def _rank_plan(plan: SheetPlan) -> tuple[float, ...]:
    """What is best of plans, the weightiest first; at last, a grid without lost places."""
    outer = min(plan.across.outer, plan.down.outer)
    return (
        plan.places,
        plan.interlock is None,
        round(plan.bleed, 3),
        plan.header is not None,
        not plan.landscape,
        -plan.columns * plan.rows,
        round(outer, 3),
    )


def _candidate_plans(size: Size, options: SheetOptions) -> Iterator[SheetPlan]:
    for turn, landscape in (("portrait", False), ("landscape", True)):
        if options.turn in ("auto", turn):
            yield from _on_page(size, options, options.paper.turned(landscape=landscape))


def _on_page(size: Size, options: SheetOptions, page: Extent) -> Iterator[SheetPlan]:
    edges = options.edges(landscape=page.width > page.height)
    if options.has_cutter_marks:
        yield from _for_machine(size, options, page, edges)
        return
    yield from plan_grids(size, options, page, edges, ())
    for nest in _list_nests(size, options, page, edges):
        yield nest if not options.header else _with_header(nest)


def _list_nests(
    size: Size, options: SheetOptions, page: Extent, edges: tuple[float, float]
) -> list[SheetPlan]:
    """Pieces closer together than in a grid."""
    plans = plan_nest(size, options, page, edges), plan_interlocked(size, options, page, edges)
    return [plan for plan in plans if plan]


def _for_machine(
    size: Size, options: SheetOptions, page: Extent, edges: tuple[float, float]
) -> Iterator[SheetPlan]:
    """Between registration marks, and clear of them; the header stands outside."""
    cutter = options.cutter_marks
    closed, within = cutter.list_closed_places(page), cutter.within
    bare = options.with_changes(header=False)
    header: Literal["top"] | None = (
        "top" if options.header and cutter.first_free - edges[1] >= STRIP + _SLACK else None
    )
    plans = list(plan_grids(size, bare, page, within, closed))
    plans += [replace(nest, closed=closed) for nest in _list_nests(size, bare, page, within)]
    for plan in plans:
        yield replace(plan, edges=edges if closed else within, header=header)


def _with_header(nest: SheetPlan) -> SheetPlan:
    """A honeycomb with its header where there is room for one."""
    cells = nest.cells()
    top = min(cell.clip.top for cell in cells) - nest.edges[1]
    left = min(cell.clip.left for cell in cells) - nest.edges[0]
    if max(top, left) < STRIP:
        return nest
    return replace(nest, header="top" if top >= left else "left")


def _tiled(size: Size, options: SheetOptions) -> SheetPlan | None:
    """A board over several sheets, unless a smaller grid of whole boards is possible."""
    board = max(size.trim.width, size.trim.height) > _BOARD
    wanted = options.tile == "yes" or (options.tile == "auto" and board)
    if not wanted or _best_plan(size, options.with_changes(grid=None)):
        return None
    return plan_tiles(size, options)


# --- what does not fit -----------------------------------------------------------------------


def _explain_misfit(size: Size, options: SheetOptions, sizes: Sequence[Size]) -> OptionError:
    """Why nothing fits, and the least changes that would mend it."""
    asked = f"{_mm(options.bleed)} bleed" if options.bleed else ""
    gap = f"{_mm(options.gap)} gaps" if options.gap else ""
    marks = "registration marks" if options.has_cutter_marks else ""
    extras = " and ".join(filter(None, (asked, gap, marks)))
    trim = f"{millimeters(size.trim.width):g} × {_mm(size.trim.height)}"
    what = f"{size.name} ({trim})"
    if options.grid:
        what = "{}×{}".format(*options.grid) + (f" of {what}" if len(sizes) > 1 else "")
    message = f"{what} does not fit {options.paper.label}{f' with {extras}' if extras else ''}"
    ways = list(islice(_find_remedies(sizes, options), 2))
    guided = _guided(options)
    if guided and _WITH_GUIDES not in [key for _, key in ways] and _all_fit(sizes, guided):
        ways.append((_WITH_GUIDES, _WITH_GUIDES))
    if not ways:
        hint = "choose a larger paper or a smaller margin"
        return OptionError(message, hint, option="paper")
    said = _join_ways([way for way, _ in ways])
    typed = _join_ways([f"`{key}`" for _, key in ways])
    at_fault = ways[0][1].partition("=")[0]
    return OptionError(f"{message}; {said} does", f"write {typed}", option=at_fault)


def _join_ways(ways: Sequence[str]) -> str:
    """`a, b or c`"""
    *first, last = ways
    return f"{', '.join(first)} or {last}" if first else last


def _guided(options: SheetOptions) -> SheetOptions | None:
    """The same with guides, which need no room beside the cards; None if there are no crop
    marks."""
    cropped = options.marks in ("auto", "crop") and not options.has_cutter_marks
    return options.with_changes(marks="guides") if cropped else None


def find_roomier(plan: SheetPlan, options: SheetOptions, cards: int) -> tuple[int, tuple[str, ...]]:
    """Return how many pieces fit at most if one option is changed, and each way to have so
    many; nothing if no more fit. What was asked for is questioned only where `cards` would take
    fewer sheets without."""
    if options.stock or plan.tiles:
        return 0, ()
    found = [
        (way, _best_plan(plan.size, changed)) for way, changed in _without_marks(options, plan)
    ]
    if not options.grid:
        wished = [(way, _best_plan(plan.size, changed)) for way, changed in _unasked(options)]
        needed = ceil(cards / plan.places)
        found += [
            (way, best) for way, best in wished if best and ceil(cards / best.places) < needed
        ]
    counts = [(best.places, way) for way, best in found if best]
    most = max((count for count, _ in counts), default=0)
    if most <= plan.places:
        return 0, ()
    return most, tuple(way for count, way in counts if count == most)


def _without_marks(options: SheetOptions, plan: SheetPlan) -> Iterator[tuple[str, SheetOptions]]:
    guided = _guided(options)
    if guided and options.lines(plan.size) == "crop":
        yield _WITH_GUIDES, guided
        yield "marks=none", options.with_changes(marks="none")


def _unasked(options: SheetOptions) -> Iterator[tuple[str, SheetOptions]]:
    """The options without one that may cost room."""
    if options.gap and options.cutter != "cricut":
        yield "gap=0", options.with_changes(gap=0.0)
    if options.bleed:
        yield "bleed=auto", options.with_changes(bleed=None)
    if options.turn != "auto":
        yield "turn=auto", options.with_changes(turn="auto")
    if not options.nest:
        yield "nest=yes", options.with_changes(nest=True)


def _find_remedies(sizes: Sequence[Size], options: SheetOptions) -> Iterator[tuple[str, str]]:
    """Changes of one option each with which all sizes fit: as said, as typed."""
    if options.grid and len(sizes) > 1 and _all_fit(sizes, options.with_changes(grid=None)):
        yield "grid=auto", "grid=auto"
    grid = _grid(sizes, options) if options.grid else None
    if grid:
        yield "{}×{}".format(*grid), "grid={}x{}".format(*grid)
    for key, changed in _possible_changes(options):
        if _all_fit(sizes, changed):
            yield key, key


def _all_fit(sizes: Sequence[Size], options: SheetOptions) -> bool:
    return all(_plan(size, _own_bleed(size, options)) for size in sizes)


def _grid(sizes: Sequence[Size], options: SheetOptions) -> tuple[int, int] | None:
    """The grid of most pieces that holds each of the sizes."""
    best = [_best_plan(size, options.with_changes(grid=None)) for size in sizes]
    found = [(plan.columns, plan.rows) for plan in best if plan]
    most = max(chain.from_iterable(found), default=0)
    counts = range(most, 0, -1)
    lesser = sorted(product(counts, counts), key=prod, reverse=True)
    tried = dict.fromkeys((*found, *lesser))
    return next((grid for grid in tried if _all_fit(sizes, options.with_changes(grid=grid))), None)


def _possible_changes(options: SheetOptions) -> Iterable[tuple[str, SheetOptions]]:
    if options.bleed:
        yield "bleed=0", options.with_changes(bleed=0.0)
    least = GAP if options.cutter == "cricut" else 0.0
    if options.gap > least + _SLACK:
        way = f"gap={millimeters(least):g}mm" if least else "gap=0"
        yield way, options.with_changes(gap=least)
    if options.overlap > OVERLAP:
        yield "overlap=10mm", options.with_changes(overlap=OVERLAP)
    if options.turn != "auto":
        yield "turn=auto", options.with_changes(turn="auto")
    if options.has_cutter_marks:
        name = "silhouette" if options.silhouette else "cutter"
        yield f"{name}=no", options.with_changes(silhouette=0, cutter="no")
    guided = _guided(options)
    if guided:
        yield _WITH_GUIDES, guided
    for name, paper in _list_papers(options):
        if paper != options.paper:
            yield f"paper={name}", options.with_changes(paper=paper, tile="no")
    if options.tile != "yes" and options.cutter != "cricut":
        yield "tile=yes", options.with_changes(tile="yes")


def _list_papers(options: SheetOptions) -> Iterator[tuple[str, Paper]]:
    """The papers to propose; of those that a Cricut takes, what it takes of them."""
    for name, paper in list_home_papers().items():
        if options.cutter != "cricut":
            yield name, paper
        elif name in AREAS_IN:
            yield name, find_area(paper)


def _mm(points: float) -> str:
    return f"{millimeters(points):g} mm"
