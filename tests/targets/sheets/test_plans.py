"""How many pieces lie on a sheet, and where: plans against a table of what was worked out."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pytest
from msgspec.structs import replace

from cardgen.core.geometry import POINTS_PER_MM, Extent, Rect
from cardgen.core.sizes import Size, find_size
from cardgen.targets.contract import OptionError
from cardgen.targets.sheets.fit import find_roomier, plan_sheet
from cardgen.targets.sheets.options import SheetOptions
from cardgen.targets.sheets.plan import SheetPlan
from cardgen.targets.sheets.printers import PrinterProfile

TABLE = Path(__file__).resolve().parents[2] / "data" / "sheet_plans.txt"
"""A plan or a refusal a line, after size and options. Make it anew with
`python -m tests.targets.sheets.test_plans`, and read what has changed."""


def options(typed: str) -> SheetOptions:
    """Options as they are typed; `white=3x9mm` is a printer that leaves so much white at the sides
    and at top and bottom."""
    pairs = dict(pair.split("=") for pair in typed.split(",") if pair)
    white = pairs.pop("white", "")
    made = SheetOptions.parse(pairs)
    if not white:
        return made
    x, y = (float(part) * POINTS_PER_MM for part in white.removesuffix("mm").split("x"))
    return made.with_changes(printer=PrinterProfile("white", margins=(y, x, y, x)))


def trade_size(name: str) -> Size:
    """A size by its name, or a straight one of a game's own, such as `300x200mm`."""
    if name.endswith("mm") and name[0].isdecimal():
        width, height = (float(side) * POINTS_PER_MM for side in name.removesuffix("mm").split("x"))
        poker = trade_size("poker")
        return replace(poker, name=name, trim=Extent(width, height), bleed=2.0, corner=0.0)
    size = find_size(name)
    assert size is not None
    return size


def describe_plan(names: str, typed: str) -> str:
    """A plan in millimetres, or why there is none; of several sizes, that of the first."""
    sizes = [trade_size(name) for name in names.split("+")]
    try:
        plan = plan_sheet(sizes[0], options(typed), sizes)
    except OptionError as error:
        return f"{error.option}: {error} | {error.hint}"
    across, down = plan.across, plan.down
    parts = [
        f"{mm(plan.page.width)}x{mm(plan.page.height)}",
        f"{plan.columns}x{plan.rows}={plan.places}",
        f"at {mm(*across.starts[:2])} {mm(*down.starts[:2])} … {mm(across.starts[-1])} "
        f"{mm(down.starts[-1])}",
        f"outer {mm(across.outer, down.outer)}",
        f"inner {mm(*across.inner[:1], *down.inner[:1])}",
        f"mark {mm(across.mark, down.mark)}",
        f"header {plan.header}",
    ]
    if plan.nest:
        nest = plan.nest
        reach = mm(nest.reach.width, nest.reach.height)
        parts.append(f"drop {mm(nest.drop)} bleed {mm(nest.bleed)} reach {reach} {nest.short}")
    if plan.tiles:
        parts.append(f"tiles {plan.tiles.columns}x{plan.tiles.rows}")
    if plan.closed:
        parts.append(f"closed {len(plan.closed)}")
    more, ways = find_roomier(plan, options(typed), 100)
    if more:
        parts.append(f"{more} with {' or '.join(ways)}")
    return ", ".join(parts)


def mm(*points: float) -> str:
    return ";".join(f"{value / POINTS_PER_MM:.2f}" for value in points)


def rows() -> list[tuple[str, str, str]]:
    lines = TABLE.read_text("utf-8").splitlines()
    return [(names, typed, expected) for names, typed, expected in (x.split("\t") for x in lines)]


@pytest.mark.parametrize(("names", "typed", "expected"), rows())
def test_a_sheet_is_planned_as_the_table_says(names: str, typed: str, expected: str) -> None:
    assert describe_plan(names, typed) == expected


def plans() -> list[SheetPlan]:
    """All plans of the table that are not refused."""
    found = []
    for names, typed, expected in rows():
        if " at " in expected:
            found.append(plan_sheet(trade_size(names.split("+")[0]), options(typed)))
    return found


def test_no_piece_lies_on_another_beyond_the_printable_part_or_on_a_closed_place() -> None:
    for plan in plans():
        if plan.tiles:
            continue
        cells = plan.cells()
        assert all(plan.printable.contains(cell.trim) for cell in cells)
        if plan.nest:
            continue
        for cell in cells:
            for closed in plan.closed:
                assert not overlaps(cell.trim, closed)
        for one, other in combinations(cells, 2):
            assert not overlaps(one.trim, other.trim)


def overlaps(one: Rect, other: Rect) -> bool:
    """Whether two rectangles share more than a border."""
    across = min(one.right, other.right) - max(one.left, other.left)
    down = min(one.bottom, other.bottom) - max(one.top, other.top)
    return min(across, down) > 1e-6


if __name__ == "__main__":
    TABLE.write_text(
        "".join(
            f"{names}\t{typed}\t{describe_plan(names, typed)}\n"
            for names, typed in (line.split("\t")[:2] for line in TABLE.open(encoding="utf-8"))
        ),
        "utf-8",
    )
