"""Target `sheets`: cards on sheets of paper, to print at home and cut.

Out     `sheets.pdf` with pages front, back, front, back … (or `fronts.pdf` and
        `backs.pdf`), and `manifest.json` that tells where each card is.

Cards of one size share sheets, whatever their deck. Each distinct face is in a file once.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Literal

from cardgen.diagnostics import plural
from cardgen.geometry import Extent
from cardgen.render.pdf import PdfFile
from cardgen.scene import Glyphs, Layer, walk
from cardgen.sizes import millimetres
from cardgen.targets.order import Slot, orders
from cardgen.targets.sheet_grid import plan_sheet
from cardgen.targets.sheet_marks import Words, cut_marks, fold_line, header
from cardgen.targets.sheet_options import Options, read_options
from cardgen.targets.sheet_page import (
    Sheet,
    Shown,
    backs,
    fill_sheets,
    flip_of,
    fronts,
    show_page,
)
from cardgen.targets.sheet_plan import Axis, Plan
from cardgen.targets.target import Job, OptionError
from cardgen.workspace import Output

__all__ = ["ABOUT", "NAME", "OPTIONS", "OptionError", "write"]

NAME = "sheets"
ABOUT = "sheets to print at home: most cards a page, duplex or folded backs, crop marks"
OPTIONS = Options

Side = Literal["fronts", "backs"]


@dataclass(frozen=True, slots=True)
class _Run:
    """What all pages of a run have in common."""

    job: Job
    options: Options
    sheets: tuple[Sheet, ...]
    version: str


@dataclass(frozen=True, slots=True)
class _Page:
    """One side of a sheet; a folded one has both sides on one page."""

    sheet: Sheet
    side: Side
    faces: tuple[Shown, ...]

    @property
    def extent(self) -> Extent:
        return self.sheet.plan.page


def write(job: Job, output: Output) -> str:
    """Write the sheets of the whole game.

    Raises:
        OptionError: an option is unknown, or cards do not fit as asked.
    """
    options = read_options(job.options)
    sheets = fill_sheets(_groups(job, options), options.skip)
    run = _Run(job, options, sheets, faces_version(job))
    files = _files(run)
    total = sum(len(pages) for pages in files.values())
    done = 0
    for name, pages in files.items():
        file = PdfFile(job.game.pictures, title=f"{job.name}: {name.removesuffix('.pdf')}")
        for page in pages:
            _show(file, run, page)
            done += 1
            job.progress("sheets", done, total)
        output.write(name, file.save())
    output.write("manifest.json", _manifest(run))
    return _summary(run)


def _groups(job: Job, options: Options) -> list[tuple[Plan, list[Slot]]]:
    """The cards of each size in printing order, and their sheet."""
    found: dict[str, tuple[Plan, list[Slot]]] = {}
    for order in orders(job.game.decks, job.scenes):
        if order.size.name not in found:
            asked = replace(options, skip=0) if found else options
            found[order.size.name] = plan_sheet(order.size, asked), []
        found[order.size.name][1].extend(order.slots)
    return list(found.values())


def faces_version(job: Job) -> str:
    """Eight digits that change with any face, and with nothing else."""
    digests: dict[Layer, bytes] = {}
    whole = hashlib.sha256()
    for deck in job.game.decks:
        for face in (face for card in deck.cards for face in (card.front, card.back) if face):
            scene = job.scenes[face]
            for layer in (scene.ground, scene.marks):
                if layer not in digests:
                    digests[layer] = _digest(layer)
                whole.update(digests[layer])
    return whole.hexdigest()[:8]


def _digest(layer: Layer) -> bytes:
    """Of what is painted; a font's name says too little, so its own hash goes in."""
    fonts = sorted({item.face.key for item in walk(layer) if isinstance(item, Glyphs)})
    return hashlib.sha256(repr((layer.items, fonts)).encode()).digest()


# --- pages -----------------------------------------------------------------------------------


def _files(run: _Run) -> dict[str, list[_Page]]:
    """The pages of each file, in order."""
    duplex = run.options.duplex
    front = [_Page(sheet, "fronts", tuple(fronts(sheet))) for sheet in run.sheets]
    back = [_Page(s, "backs", tuple(backs(s, flip_of(s.plan, duplex)))) for s in run.sheets]
    if duplex == "none" or not any(page.faces for page in back):
        return {"sheets.pdf": front}
    pairs = list(zip(front, back, strict=True))
    if duplex == "separate":
        return {"fronts.pdf": front, "backs.pdf": back}
    if duplex == "fold":
        return {"sheets.pdf": [replace(f, faces=f.faces + b.faces) for f, b in pairs]}
    return {"sheets.pdf": [page for pair in pairs for page in pair]}


def _show(file: PdfFile, run: _Run, page: _Page) -> None:
    sheet, plan = page.sheet, page.sheet.plan
    layers = [cut_marks(plan, run.options.marked(page.side)), header(plan, _words(run, page))]
    if plan.folded:
        layers.append(fold_line(plan))
    bookmark = f"sheet {sheet.number}" if page.side == "fronts" else ""
    show_page(file, page.extent, page.faces, layers, bookmark)


def _words(run: _Run, page: _Page) -> Words:
    sheet = page.sheet
    side = "" if sheet.plan.folded else f", {page.side.removesuffix('s')}"
    facts = f"sheet {sheet.number}/{sheet.total}{side}", f"faces {run.version}", "print at 100 %"
    return Words(f"{run.job.name}  ·  {', '.join(sheet.decks)}", "  ·  ".join(facts))


# --- what was done ---------------------------------------------------------------------------


def _manifest(run: _Run) -> bytes:
    paper, options = run.options.paper, run.options
    manifest = {
        "game": run.job.name,
        "target": NAME,
        "version": run.version,
        "paper": {
            "name": paper.key,
            "mm": [millimetres(paper.extent.width), millimetres(paper.extent.height)],
        },
        "margin_mm": millimetres(options.margin),
        "duplex": options.duplex,
        "skip": options.skip,
        "sheets": len(run.sheets),
        "grids": [_grid(plan) for plan in _plans(run.sheets)],
        "slots": list(_slots(run.sheets)),
    }
    return (json.dumps(manifest, indent=1, ensure_ascii=False) + "\n").encode("utf-8")


def _plans(sheets: Iterable[Sheet]) -> tuple[Plan, ...]:
    return tuple(dict.fromkeys(sheet.plan for sheet in sheets))


def _grid(plan: Plan) -> dict[str, object]:
    gap = [round(b - a - plan.across.card, 6) for a, b in pairwise(plan.across.starts)][:1]
    return {
        "size": plan.size.name,
        "columns": plan.columns,
        "rows": plan.rows,
        "landscape": plan.landscape,
        "page_mm": [millimetres(plan.page.width), millimetres(plan.page.height)],
        "trim_mm": [millimetres(plan.across.card), millimetres(plan.down.card)],
        "left_mm": [millimetres(start) for start in plan.across.starts],
        "top_mm": [millimetres(start) for start in plan.down.starts],
        "gap_mm": millimetres(gap[0]) if gap else 0.0,
        "bleed_mm": {"sides": _outer(plan.across), "ends": _outer(plan.down)},
        "header": plan.header,
    }


def _outer(axis: Axis) -> float:
    return millimetres(axis.outer)


def _slots(sheets: Sequence[Sheet]) -> Iterator[dict[str, object]]:
    placed = ((sheet, placed) for sheet in sheets for placed in sheet.placed)
    for number, (sheet, at) in enumerate(placed, 1):
        yield {
            "slot": number,
            "deck": at.slot.deck,
            "card": at.slot.card.id,
            "copy": at.slot.copy,
            "sheet": sheet.number,
            "row": at.cell.row + 1,
            "column": at.cell.column + 1,
        }


def _summary(run: _Run) -> str:
    cards = sum(len(sheet.placed) for sheet in run.sheets)
    said = "; ".join(_grid_said(plan) for plan in _plans(run.sheets))
    if run.options.header and not all(plan.header for plan in _plans(run.sheets)):
        said += "; no room for the header"
    return f"{plural(cards, 'card')} on {plural(len(run.sheets), 'sheet')}, {said}"


def _grid_said(plan: Plan) -> str:
    """`3×3 poker on Letter, bleed 2.7 mm at the sides, none above and below`."""
    side = " on its side" if plan.landscape else ""
    said = f"{plan.columns}×{plan.rows} {plan.size.name} on {plan.paper.label}{side}"
    outer = plan.across.outer, plan.down.outer
    if all(bleed >= plan.size.bleed - 1e-6 for bleed in outer):
        return f"{said}, full bleed around"
    sides, ends = (f"{millimetres(b):g} mm" if b else "none" for b in outer)
    return f"{said}, bleed {sides} at the sides, {ends} above and below"
