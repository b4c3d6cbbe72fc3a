"""Target `box`: tuck boxes laid flat, to print, cut, fold and glue.

Out     for each box a PDF (art, cuts, folds and words as layers), an SVG and a DXF for
        cutting machines; `manifest.json` with its measures; `BOX.md` that tells how.
Not here  the box's geometry (`tuck`), laying out its panels (`layout`).
"""

from __future__ import annotations

import json
from collections.abc import Mapping

from msgspec import Struct

from cardgen.bind.box.boxes import BoundBox, measures
from cardgen.core.findings import plural
from cardgen.core.geometry import POINTS_PER_MM, Extent
from cardgen.core.sizes import millimetres
from cardgen.files.file_names import Names, file_name
from cardgen.files.output_folder import OutputFolder
from cardgen.scene.tuck_box.measures import Hollow
from cardgen.targets.box.guide import box_guide
from cardgen.targets.box.page import box_pdf, placed, said
from cardgen.targets.box.plan import MOST_TILES, Plan, plan_box
from cardgen.targets.contract import Job, OptionError, UnsuitableError
from cardgen.targets.option_values import given
from cardgen.targets.shared.cut_files.dxf import dxf
from cardgen.targets.shared.cut_files.lines import cut_lines
from cardgen.targets.shared.cut_files.svg import svg
from cardgen.targets.sheets.papers import Paper, find_paper

NAME = "box"
ABOUT = "tuck boxes laid flat: PDF with art, cut and fold layers, SVG and DXF for machines"
OPTION_HELP = {
    "paper": "letter, a4, … or a size as 300x400mm: printed on it, over several sheets if it "
    "must be; if left out, a page as large as the box",
    "margin": "what the printer cannot print on, around the paper; 5mm if left out",
}


class Options(Struct, frozen=True):
    """All choices; without a paper the page is as large as the box laid flat."""

    paper: Paper | None = None
    margin: float = 5 * POINTS_PER_MM


def read_options(pairs: Mapping[str, str]) -> Options:
    """Read options as typed.

    Raises:
        OptionError: an option is unknown, or cannot be had.
    """
    typed = given(NAME, pairs, OPTION_HELP)
    paper = find_paper(typed.text("paper").casefold()) if typed.has("paper") else None
    margin = typed.length("margin", 5 * POINTS_PER_MM)
    if paper and 2 * margin >= min(paper.extent.width, paper.extent.height):
        raise typed.refused("margin", "write a margin that leaves something of the paper")
    return Options(paper, margin)


def plan(job: Job) -> list[tuple[BoundBox, Plan]]:
    """Where each box goes.

    Raises:
        UnsuitableError: the game has no box.
        OptionError: an option is unknown, or a box takes too many sheets of this paper.
    """
    options = read_options(job.options)
    if not job.game.boxes:
        hint = "describe one under `boxes:` in game.yaml: see docs/components.md"
        raise UnsuitableError("this game has no box", hint)
    return [(box, _plan(box, options)) for box in job.game.boxes]


def write(job: Job, output: OutputFolder) -> str:
    """Write every box of the game.

    Raises:
        UnsuitableError: the game has no box.
        OptionError: an option is unknown, or a box takes too many sheets of this paper.
    """
    found = plan(job)
    names, files = Names(), []
    for number, (box, sheets) in enumerate(found, 1):
        name = names.take(file_name(box.name, "box"))
        die = box.dieline
        lines = cut_lines(die.extent, (die.outline, *die.slits), die.folds)
        output.write(f"{name}.pdf", box_pdf(job, box, sheets))
        output.write(f"{name}.svg", svg(lines, f"{job.name}: {box.name}"))
        output.write(f"{name}.dxf", dxf(lines))
        files.append(name)
        job.progress("boxes", number, len(found))
    output.write("manifest.json", _manifest(job, found, files))
    output.write("BOX.md", box_guide(job.name, found).encode("utf-8"))
    return _summary(found)


def _plan(box: BoundBox, options: Options) -> Plan:
    plan = plan_box(box, options.paper, options.margin)
    if plan is None:
        assert options.paper is not None
        message = f"the box `{box.name}` takes over {MOST_TILES} sheets of {options.paper.label}"
        hint = "take a larger paper, or leave `paper` out for a page as large as the box"
        raise OptionError(message, hint, option="paper")
    return plan


# --- what was done -------------------------------------------------------------------------


def _manifest(job: Job, plans: list[tuple[BoundBox, Plan]], files: list[str]) -> bytes:
    boxes = [_box(box, plan, name) for (box, plan), name in zip(plans, files, strict=True)]
    manifest = {"game": job.name, "target": NAME, "boxes": boxes}
    return (json.dumps(manifest, indent=1, ensure_ascii=False) + "\n").encode("utf-8")


def _box(box: BoundBox, plan: Plan, name: str) -> dict[str, object]:
    die, (stock, board, room) = box.dieline, measures(box.spec)
    return {
        "name": box.name,
        "files": [f"{name}.pdf", f"{name}.svg", f"{name}.dxf"],
        "decks": list(box.decks),
        "cards": box.count,
        "piles": box.spec.piles,
        "card_mm": _extent(box.card),
        "card_thickness_mm": millimetres(stock),
        "pile_mm": millimetres(box.stack),
        "room_mm": millimetres(room),
        "board_mm": millimetres(board),
        "inside_mm": _sides(die.hollow),
        "outside_mm": _sides(die.outer),
        "flat_mm": _extent(die.extent),
        "bleed_mm": millimetres(box.bleed),
        "pages": len(plan.tiles),
        "paper": plan.paper.key if plan.paper else None,
        "panels": [_panel(box, index) for index in range(len(box.panels))],
    }


def _panel(box: BoundBox, index: int) -> dict[str, object]:
    panel = box.panels[index]
    rect, put = panel.panel.rect, placed(panel).put
    return {
        "panel": panel.panel.name,
        "layout": panel.face.layout,
        "left_mm": millimetres(rect.left),
        "top_mm": millimetres(rect.top),
        "width_mm": millimetres(rect.width),
        "height_mm": millimetres(rect.height),
        "turned": panel.turn,
        "mirrored": put.a * put.d - put.b * put.c < 0,
    }


def _sides(hollow: Hollow) -> list[float]:
    return [millimetres(side) for side in (hollow.width, hollow.depth, hollow.height)]


def _extent(extent: Extent) -> list[float]:
    return [millimetres(extent.width), millimetres(extent.height)]


def _summary(plans: list[tuple[BoundBox, Plan]]) -> str:
    said_ = "; ".join(_said(box, plan) for box, plan in plans)
    return f"{plural(len(plans), 'box')}: {said_}"


def _said(box: BoundBox, plan: Plan) -> str:
    """`tuck, 64.5 × 18.3 × 89.9 mm inside, on 2 sheets of A4`."""
    pages = ""
    if plan.paper:
        count = plural(len(plan.tiles), "sheet")
        pages = f", on {count} of {plan.paper.label}"
    return f"{box.name}, {said(box.dieline.hollow)} inside{pages}"
