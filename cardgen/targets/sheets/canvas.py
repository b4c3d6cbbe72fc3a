"""How a sheet lies in the file: as it is, or mended for a printer.

In      a `SheetPlan`, the options.
Out     the `SheetCanvas` of a page.

For a printer with a profile all pages are upright, the content of a sheet that lies on its side
turned clockwise: the profile speaks of upright paper, and no driver is left to turn pages as
it likes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from cardgen.core.geometry import Extent, Rect, Transform
from cardgen.targets.sheets.options import SheetOptions
from cardgen.targets.sheets.page import FaceOnSheet, SheetCanvas
from cardgen.targets.sheets.plan import SheetPlan, bounding_box


def fit_canvas(
    plan: SheetPlan,
    options: SheetOptions,
    side: Literal["fronts", "backs"],
    faces: Sequence[FaceOnSheet],
) -> SheetCanvas:
    """The page for one side of a sheet, with what a photo lab cuts off around it."""
    if options.cutter == "cricut":
        return _cropped(plan, faces)
    canvas = _mended(plan, options, side)
    if not options.lab:
        return canvas
    extent = Extent(canvas.extent.width + 2 * options.lab, canvas.extent.height + 2 * options.lab)
    return SheetCanvas(
        extent, Transform(e=options.lab, f=options.lab).after(canvas.put or Transform())
    )


def _mended(
    plan: SheetPlan, options: SheetOptions, side: Literal["fronts", "backs"]
) -> SheetCanvas:
    """The page as it is, or mended for a printer."""
    profile = options.printer
    if profile is None or profile.is_exact:
        return SheetCanvas(plan.page)
    upright, turn = _upright(plan)
    if side == "fronts":
        return SheetCanvas(upright, profile.mend_front(upright).after(turn))
    mend = profile.mend_back(upright, short_edge=options.duplex == "short")
    return SheetCanvas(upright, mend.after(turn))


def make_true_canvas(
    plan: SheetPlan, options: SheetOptions, faces: Sequence[FaceOnSheet]
) -> SheetCanvas:
    """Where the sheet lies on the printed paper: what a cutting machine needs to know."""
    if options.cutter == "cricut":
        return _cropped(plan, faces)
    if options.printer is None or options.printer.is_exact:
        return SheetCanvas(plan.page)
    return SheetCanvas(*_upright(plan))


def _cropped(plan: SheetPlan, faces: Sequence[FaceOnSheet]) -> SheetCanvas:
    """Upright, and no larger than the cards: what a program sees that crops what is empty."""
    _, turn = _upright(plan)
    corners = [
        turn.apply(x, y)
        for one in faces
        for x, y in ((one.trim.left, one.trim.top), (one.trim.right, one.trim.bottom))
    ]
    box: Rect = bounding_box(corners)
    return SheetCanvas(
        Extent(box.width, box.height), Transform(e=-box.left, f=-box.top).after(turn)
    )


def _upright(plan: SheetPlan) -> tuple[Extent, Transform]:
    page = plan.page
    if not plan.landscape:
        return page, Transform()
    return Extent(page.height, page.width), Transform(0.0, 1.0, -1.0, 0.0, page.height, 0.0)
