"""What was put on sheets: `manifest.json`, and the line that a run ends with.

In      the options, the sheets, the cut files of each.
Out     JSON; a sentence.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise

from cardgen.core.findings import plural
from cardgen.core.sizes import millimeters
from cardgen.targets.sheets.fit import find_roomier
from cardgen.targets.sheets.options import OVERLAP, SheetOptions
from cardgen.targets.sheets.page import FilledSheet, PlacedCard
from cardgen.targets.sheets.plan import SheetPlan

_SLACK = 1e-6


def make_manifest(
    version: str,
    options: SheetOptions,
    sheets: Sequence[FilledSheet],
    cut: Mapping[int, Sequence[str]],
) -> dict[str, object]:
    """What is printed where, for programs."""
    paper = options.stock.paper if options.stock else options.paper
    return {
        "version": version,
        "paper": {
            "name": paper.key,
            "mm": [millimeters(paper.extent.width), millimeters(paper.extent.height)],
        },
        **({"stock": options.stock.key} if options.stock else {}),
        "duplex": options.duplex,
        "ink": options.ink,
        "printer": options.printer.name if options.printer else None,
        "skip": options.skip,
        "sheets": len(sheets),
        "grids": [_grid(plan) for plan in _plans(sheets)],
        "cut": dict(sorted(_cut_sheets(cut).items())),
        "slots": list(_slots(sheets)),
    }


def _cut_sheets(cut: Mapping[int, Sequence[str]]) -> dict[str, list[int]]:
    """The sheets that each cut file is for."""
    found: dict[str, list[int]] = {}
    for number, names in cut.items():
        for name in names:
            found.setdefault(name, []).append(number)
    return found


def _plans(sheets: Iterable[FilledSheet]) -> tuple[SheetPlan, ...]:
    return tuple(dict.fromkeys(sheet.plan for sheet in sheets))


def _grid(plan: SheetPlan) -> dict[str, object]:
    gap = [round(b - a - plan.across.card, 6) for a, b in pairwise(plan.across.starts)][:1]
    told: dict[str, object] = {
        "size": plan.size.name,
        "columns": plan.columns,
        "rows": plan.rows,
        "places": plan.places,
        "landscape": plan.landscape,
        "page_mm": [millimeters(plan.page.width), millimeters(plan.page.height)],
        "edges_mm": [millimeters(edge) for edge in plan.edges],
        "trim_mm": [millimeters(plan.across.card), millimeters(plan.down.card)],
        "left_mm": [millimeters(start) for start in plan.across.starts],
        "top_mm": [millimeters(start) for start in plan.down.starts],
        "gap_mm": millimeters(gap[0]) if gap else 0.0,
        "bleed_mm": {"sides": _outer(plan)[0], "ends": _outer(plan)[1], "between": _between(plan)},
        "header": plan.header,
    }
    if plan.nest:
        told["nest"] = {"drop_mm": millimeters(plan.nest.drop), "short": plan.nest.short}
    if plan.interlock:
        places = plan.interlock.places
        told["places_mm"] = [[millimeters(one.left), millimeters(one.top)] for one in places]
        told["turned"] = [one.turned for one in places]
    if plan.tiles:
        overlap = millimeters(plan.tiles.overlap)
        told["tiles"] = [plan.tiles.columns, plan.tiles.rows]
        told["overlap_mm"] = overlap
    return told


def _outer(plan: SheetPlan) -> tuple[float, float]:
    return millimeters(plan.across.outer), millimeters(plan.down.outer)


def _between(plan: SheetPlan) -> float | None:
    """The bleed of a card towards its neighbor; None if it has none."""
    inner = _inner(plan)
    return None if inner is None else millimeters(inner)


def _inner(plan: SheetPlan) -> float | None:
    """In points; the gap of a fold is between front and back, and no neighbor's."""
    if plan.nest or plan.interlock:
        return plan.bleed if plan.places > 1 else None
    down = plan.down.inner[: plan.rows - 1]
    return min((*plan.across.inner, *down), default=None)


def _slots(sheets: Sequence[FilledSheet]) -> Iterator[dict[str, object]]:
    """Where each printed card is; a tiled one is listed a tile."""
    number, last = 0, None
    for sheet in sheets:
        for at in sheet.placed:
            number += at.slot is not last
            last = at.slot
            yield _slot(number, sheet, at)


def _slot(number: int, sheet: FilledSheet, at: PlacedCard) -> dict[str, object]:
    return {
        "slot": number,
        "deck": at.slot.deck,
        "card": at.slot.card.id,
        "copy": at.slot.copy,
        "sheet": sheet.number,
        "row": at.cell.row + 1,
        "column": at.cell.column + 1,
    }


# --- the last line of a run ------------------------------------------------------------------


def summarize_sheets(
    options: SheetOptions, sheets: Sequence[FilledSheet], cut: Mapping[int, Sequence[str]]
) -> str:
    """`216 cards on 24 sheets, 3×3 poker on Letter, bleed …`"""
    cards = len({id(placed.slot) for sheet in sheets for placed in sheet.placed})
    cut_out = options.cutter == "cricut"
    said = "; ".join(_describe_plan(plan, cut_out=cut_out) for plan in _plans(sheets))
    for plan in _plans(sheets):
        said += _describe_roomier(
            plan, options, sum(len(s.placed) for s in sheets if s.plan == plan)
        )
    said += "".join(_describe_idle(options, sheets))
    if options.header and not options.stock and not all(plan.header for plan in _plans(sheets)):
        said += "; no room for the header"
    if options.stock and not options.stock.sure:
        said += "; sources differ about this stock: hold a print on plain paper against it"
    files = len(_cut_sheets(cut))
    if files:
        said += f"; {plural(files, 'cut file')}"
    return f"{plural(cards, 'card')} on {plural(len(sheets), 'sheet')}, {said}"


def _describe_idle(options: SheetOptions, sheets: Sequence[FilledSheet]) -> Iterator[str]:
    """What becomes of options that pieces over several sheets make, or leave, idle."""
    tiled = [sheet for sheet in sheets if sheet.plan.tiles]
    if options.overlap != OVERLAP and not tiled:
        yield "; no piece goes over several sheets, so that none overlap"
    backed = [sheet for sheet in tiled if any(placed.slot.card.back for placed in sheet.placed)]
    if options.duplex == "fold":
        for name in dict.fromkeys(sheet.plan.size.name for sheet in backed):
            yield f"; {name} is too large to be folded: its backs have pages of their own"


def _describe_roomier(plan: SheetPlan, options: SheetOptions, cards: int) -> str:
    """`; 9 poker fit with `marks=guides` or `marks=none``"""
    count, ways = find_roomier(plan, options, cards)
    *others, last = (f"`{way}`" for way in ways) if ways else ("",)
    several = f"{', '.join(others)} or {last}" if others else last
    return f"; {count} {plan.size.name} fit with {several}" if count else ""


def _describe_plan(plan: SheetPlan, *, cut_out: bool) -> str:
    """`3×3 poker on Letter, bleed 2.7 mm at the sides, none above and below`"""
    side = " on its side" if plan.landscape else ""
    paper = f"{plan.paper.label}{side}"
    if plan.tiles:
        sheets = f"{plan.tiles.columns}×{plan.tiles.rows} sheets"
        overlap = f"{millimeters(plan.tiles.overlap):g} mm overlap"
        return f"{plan.size.name} on {sheets} of {paper} with {overlap}{_describe_bleed(plan)}"
    if plan.nest or plan.interlock:
        return f"{plan.places} nested {plan.size.name} on {paper}{_describe_nest(plan)}"
    grid = f"{plan.columns}×{plan.rows}"
    if plan.places != plan.columns * plan.rows:
        grid = f"{plan.places} of {grid}"
    bleed = ", cut out" if cut_out else _describe_bleed(plan)
    return f"{grid} {plan.size.name} on {paper}{bleed}"


def _describe_nest(plan: SheetPlan) -> str:
    if plan.bleed >= plan.size.bleed - _SLACK:
        return ", full bleed around"
    bleed = f"bleed {millimeters(plan.bleed):g} mm" if plan.bleed > _SLACK else "no bleed"
    return f", {bleed} (a gap makes room for more)"


def _describe_bleed(plan: SheetPlan) -> str:
    outer, inner = (plan.across.outer, plan.down.outer), _inner(plan)
    gap = not _share_cuts(plan)
    if all(bleed >= plan.size.bleed - _SLACK for bleed in outer):
        if not gap or inner is None or inner >= plan.size.bleed - _SLACK:
            return ", full bleed around"
        return f", full bleed at the outer cuts, {_format_bleed(inner)} between cards"
    sides, ends = map(_format_bleed, outer)
    between = f", {_format_bleed(inner)} between cards" if gap and inner is not None else ""
    return f", bleed {sides} at the sides, {ends} above and below{between}"


def _format_bleed(bleed: float) -> str:
    return f"{millimeters(bleed):g} mm" if millimeters(bleed) else "none"


def _share_cuts(plan: SheetPlan) -> bool:
    """Whether neighbors share their cuts: then nobody looks for bleed between them."""
    cards = (plan.across, plan.columns), (plan.down, plan.rows)
    return all(b - a - axis.card < _SLACK for axis, count in cards
               for a, b in pairwise(axis.starts[:count]))  # fmt: skip
