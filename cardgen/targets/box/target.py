"""Target `box`: tuck boxes laid flat, to print, cut, fold and glue.

Out     for each box a PDF (art, cuts, folds and words as layers), an SVG and a DXF for
        cutting machines; `manifest.json` with its measures; `BOX.md` that tells how.
Not here  the box's geometry (`tuck`), laying out its panels (`layout`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated

from pydantic import Field, model_validator

from cardgen.bind.box.boxes import BoundBox, measures
from cardgen.core.findings import plural
from cardgen.core.geometry import POINTS_PER_MM, Extent
from cardgen.core.sizes import millimeters
from cardgen.files.file_names import Names, file_name
from cardgen.files.output_folder import OutputFolder
from cardgen.scene.tuck_box.measures import Hollow
from cardgen.targets.box.finish_pages import list_box_plates
from cardgen.targets.box.guide import write_box_guide
from cardgen.targets.box.page import describe_room, make_box_pdf, place_panel
from cardgen.targets.box.plan import MOST_TILES, BoxPlan, plan_box
from cardgen.targets.contract import Job, OptionError, Target, UnsuitableError
from cardgen.targets.options import PaperLength, TargetOptions
from cardgen.targets.shared.cut_files.dxf import make_dxf
from cardgen.targets.shared.cut_files.lines import make_cut_lines
from cardgen.targets.shared.cut_files.svg import make_svg
from cardgen.targets.shared.guides import write_guide
from cardgen.targets.shared.manifest import write_manifest
from cardgen.targets.shared.papers import PAPER, Paper

Boxes = list[tuple[BoundBox, BoxPlan]]


class BoxOptions(TargetOptions):
    """The paper; without one the page is as large as the box laid flat."""

    paper: Annotated[Paper | None, PAPER] = Field(
        None,
        description="letter, a4, … or a size as 300x400mm: printed on it, over several sheets if "
        "it must be; if left out, a page as large as the box",
    )
    margin: Annotated[float, PaperLength()] = Field(
        5 * POINTS_PER_MM,
        description="what the printer cannot print on, around the paper; 5mm if left out",
    )

    @model_validator(mode="after")
    def _leave_paper(self) -> BoxOptions:
        paper = self.paper
        if self.is_given("margin") and not paper:
            message = "a page as large as the box has no margin"
            raise OptionError(message, "write `paper=a4` with it", option="margin")
        if paper and 2 * self.margin >= min(paper.extent.width, paper.extent.height):
            message = f"`margin={millimeters(self.margin):g}mm` is not possible"
            hint = "write a margin that leaves something of the paper"
            raise OptionError(message, hint, option="margin")
        return self


class BoxTarget(Target[BoxOptions, Boxes]):
    """Every box of the game, laid flat."""

    name = "box"
    paints_alone = True
    about = "tuck boxes laid flat: PDF with art, cut and fold layers, SVG and DXF for machines"
    options = BoxOptions
    needs_cards = False

    def plan(self, job: Job, options: BoxOptions) -> Boxes:
        """Return where each box goes.

        Raises:
            UnsuitableError: The game has no box.
            OptionError: A box takes too many sheets of this paper.
        """
        if not job.game.boxes:
            hint = "describe one under `boxes:` in game.yaml: see docs/components.md"
            raise UnsuitableError("this game has no box", hint)
        return [(box, _plan_or_refuse(box, options)) for box in job.game.boxes]

    def write(self, job: Job, plan: Boxes, output: OutputFolder) -> str:
        names, files, finishes = Names(), list[str](), list[tuple[str, ...]]()
        for number, (box, sheets) in enumerate(plan, 1):
            name = names.take(file_name(box.name, "box"))
            _write_box(job, box, sheets, name, output)
            files.append(name)
            finishes.append(tuple(_write_finishes(job, box, sheets, name, output)))
            job.progress("boxes", number, len(plan))
        boxes = [
            _manifest_box(box, sheets, name, further)
            for (box, sheets), name, further in zip(plan, files, finishes, strict=True)
        ]
        whole = job.of_whole_game()
        write_manifest(output, whole, self.name, {"boxes": boxes})
        write_guide(output, whole, "BOX.md", write_box_guide(job.name, plan, files, finishes))
        return _summary(plan)


def _write_box(job: Job, box: BoundBox, sheets: BoxPlan, name: str, output: OutputFolder) -> None:
    die = box.dieline
    lines = make_cut_lines(die.extent, (die.outline, *die.slits), die.folds)
    output.write(f"{name}.pdf", make_box_pdf(job, box, sheets))
    output.write(f"{name}.svg", make_svg(lines, f"{job.name}: {box.name}"))
    output.write(f"{name}.dxf", make_dxf(lines))


def _plan_or_refuse(box: BoundBox, options: BoxOptions) -> BoxPlan:
    plan = plan_box(box, options.paper, options.margin)
    if plan is None:
        assert options.paper is not None
        message = f"the box `{box.name}` takes over {MOST_TILES} sheets of {options.paper.label}"
        hint = "take a larger paper, or leave `paper` out for a page as large as the box"
        raise OptionError(message, hint, option="paper")
    return plan


# --- what was done -------------------------------------------------------------------------


def _write_finishes(
    job: Job, box: BoundBox, sheets: BoxPlan, name: str, output: OutputFolder
) -> Iterator[str]:
    """Write where foil, varnish and white ink go; give the files' names."""
    for finish, plates in list_box_plates(job, box):
        file = f"{name}-{finish}.pdf"
        output.write(file, make_box_pdf(plates, box, sheets))
        yield file


def _manifest_box(
    box: BoundBox, plan: BoxPlan, name: str, finishes: Sequence[str]
) -> dict[str, object]:
    die, (stock, board, room) = box.dieline, measures(box.spec)
    return {
        "name": box.name,
        "files": [f"{name}.pdf", f"{name}.svg", f"{name}.dxf", *finishes],
        "decks": list(box.decks),
        "cards": box.count,
        "piles": box.spec.piles,
        "card_mm": _extent(box.card),
        "card_thickness_mm": millimeters(stock),
        "pile_mm": millimeters(box.stack),
        "room_mm": millimeters(room),
        "board_mm": millimeters(board),
        "inside_mm": _sides(die.hollow),
        "outside_mm": _sides(die.outer),
        "flat_mm": _extent(die.extent),
        "bleed_mm": millimeters(box.bleed),
        "pages": len(plan.tiles),
        "paper": plan.paper.key if plan.paper else None,
        "panels": [_manifest_panel(box, index) for index in range(len(box.panels))],
    }


def _manifest_panel(box: BoundBox, index: int) -> dict[str, object]:
    panel = box.panels[index]
    rect, put = panel.panel.rect, place_panel(panel).put
    return {
        "panel": panel.panel.name,
        "layout": panel.face.layout,
        "left_mm": millimeters(rect.left),
        "top_mm": millimeters(rect.top),
        "width_mm": millimeters(rect.width),
        "height_mm": millimeters(rect.height),
        "turned": panel.turn,
        "mirrored": put.a * put.d - put.b * put.c < 0,
    }


def _sides(hollow: Hollow) -> list[float]:
    return [millimeters(side) for side in (hollow.width, hollow.depth, hollow.height)]


def _extent(extent: Extent) -> list[float]:
    return [millimeters(extent.width), millimeters(extent.height)]


def _summary(plans: list[tuple[BoundBox, BoxPlan]]) -> str:
    said_ = "; ".join(_describe_box(box, plan) for box, plan in plans)
    return f"{plural(len(plans), 'box')}: {said_}"


def _describe_box(box: BoundBox, plan: BoxPlan) -> str:
    """`tuck, 64.5 × 18.3 × 89.9 mm inside, on 2 sheets of A4`."""
    pages = ""
    if plan.paper:
        count = plural(len(plan.tiles), "sheet")
        pages = f", on {count} of {plan.paper.label}"
    return f"{box.name}, {describe_room(box.dieline.hollow)} inside{pages}"
