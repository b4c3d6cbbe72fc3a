"""BOX.md: how a box is printed, scored, cut, folded and glued.

In      the boxes of a game, the plans of their pages.
Out     the text, with each box's own figures.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cardgen.bind.box.boxes import BoundBox, measures
from cardgen.core.findings import plural
from cardgen.core.geometry import POINTS_PER_MM
from cardgen.core.sizes import millimeters
from cardgen.targets.box.page import describe_room
from cardgen.targets.box.plan import BoxPlan
from cardgen.targets.shared.markdown_names import escape_name

_GRAMS = 800.0
"""Weight of a square metre of board, a millimeter thick: folding boxboard is 700 to 900."""


def write_box_guide(
    game: str,
    boxes: Sequence[tuple[BoundBox, BoxPlan]],
    files: Sequence[str],
    finishes: Sequence[Sequence[str]],
) -> str:
    """The whole page. `files` names each box's files, without their endings; `finishes` the
    files of its finishes."""
    lines = [f"# {escape_name(game)}: making the {'box' if len(boxes) == 1 else 'boxes'}", ""]
    for (box, plan), file, plates in zip(boxes, files, finishes, strict=True):
        lines += [f"## {escape_name(box.name)}", "", *_table(box, plan, file)]
        lines += [f"| `{name}` | black where the finish of that name is put |" for name in plates]
        lines += [""]
    return "\n".join([*lines, *_steps(boxes), ""])


def _table(box: BoundBox, plan: BoxPlan, file: str) -> Iterator[str]:
    die, (stock, board, room) = box.dieline, measures(box.spec)
    flat = f"{millimeters(die.extent.width):g} × {millimeters(die.extent.height):g} mm"
    piles = f" in {box.spec.piles} piles" if box.spec.piles > 1 else ""
    sleeves = ", in sleeves" if box.spec.sleeved else ""
    weight = round(board / POINTS_PER_MM * _GRAMS / 10) * 10
    yield "| what | this box |"
    yield "|---|---|"
    decks = ", ".join(map(escape_name, box.decks))
    yield f"| holds | {decks}: {plural(box.count, 'card')}{piles}{sleeves} |"
    yield f"| a card | {millimeters(stock):g} mm thick, a pile {millimeters(box.stack):g} mm |"
    inside = describe_room(die.hollow)
    yield f"| inside | {inside}: the cards and {millimeters(room):g} mm each way |"
    yield f"| outside | {describe_room(die.outer)} |"
    yield f"| board | {millimeters(board):g} mm, about {weight} g/m² |"
    yield f"| laid flat | {flat}, and {millimeters(box.bleed):g} mm bleed around |"
    yield f"| `{file}.pdf` | {_pages(plan)} |"


def _pages(plan: BoxPlan) -> str:
    page = plan.tiles[0].page
    size = f"{millimeters(page.width):g} × {millimeters(page.height):g} mm"
    if plan.paper is None:
        return f"1 page of {size}"
    if len(plan.tiles) == 1:
        return f"1 page of {plan.paper.label}"
    grid = f"{plan.columns} × {plan.rows}"
    return f"{len(plan.tiles)} pages of {plan.paper.label}, {grid}, to be glued together"


def _steps(boxes: Sequence[tuple[BoundBox, BoxPlan]]) -> Iterator[str]:
    thumb = any(box.dieline.thumb for box, _ in boxes)
    tiled = any(len(plan.tiles) > 1 for _, plan in boxes)
    yield "## By hand"
    yield ""
    steps = [
        "Print the PDF at 100 % (“actual size”) on card of the thickness above, or on paper that "
        "you glue onto it. The ruler below the box must measure 50 mm.",
        *(
            [
                "Lay the pages over each other on the dotted lines, hold them against a window, "
                "and glue them together."
            ]
            if tiled
            else []
        ),
        "Score every dashed line with a blunt point (an empty ballpen, a bone folder) along a "
        "ruler. Scored board folds sharply and does not crack.",
        "Cut along the solid line"
        + (", the half circle for the thumb too" if thumb else "")
        + ". Then cut the four short slits at the ends of the two tucks' folds.",
        "Fold everything away from the print, and flatten it again: the folds now know their way.",
        "Glue the outside of the narrow flap (“glue”), lay it behind the free edge of the back, "
        "and press it flat for a minute. PVA holds best; keep it thin.",
        "Close the bottom: both dust flaps in, then the closure, its tuck behind the front. The "
        "dust flaps' shoulders catch in the slits. The top closes in the same way.",
    ]
    yield from (f"{number}. {step}" for number, step in enumerate(steps, 1))
    yield ""
    yield "## At a printer's"
    yield ""
    yield (
        "Send the PDF without `paper=`. It has four layers: `art`, `fold`, `cut`, `notes`. Cuts "
        "are in the spot ink `CutContour`, folds in `Crease`; both overprint. The trim box is the "
        "box laid flat. For a cutting machine take the SVG, or the DXF (millimeters; layers `CUT` "
        "and `FOLD`)."
    )
