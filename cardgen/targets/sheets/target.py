"""Target `sheets`: cards on sheets of paper, to print at home and cut.

Out     `sheets.pdf` with pages front, back, front, back … (or `fronts.pdf` and
        `backs.pdf`), cut files if asked for, and `manifest.json` that tells where each card is.

Cards of one size share sheets, whatever their deck. Each distinct face is in a file once.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from cardgen.bind.bound_faces import BoundFace
from cardgen.core.geometry import POINTS_PER_INCH, Transform
from cardgen.files.output_folder import OutputFolder
from cardgen.layout.face.low_ink import low_ink
from cardgen.render.pdf.document import PdfFile
from cardgen.render.pdf.tag_tree import TagTree
from cardgen.render.raster.picture_files import Encoding
from cardgen.scene.items import Layer, Scene
from cardgen.scene.outlines import Segment, moved, rectangle
from cardgen.targets.contract import Job, OptionError, Target, UnsuitableError
from cardgen.targets.shared.faces_version import compute_faces_version
from cardgen.targets.shared.guides import write_guide
from cardgen.targets.shared.manifest import write_manifest
from cardgen.targets.shared.name_faces import find_name_faces
from cardgen.targets.shared.print_slots import Slot, split_orders
from cardgen.targets.sheets.canvas import fit_canvas
from cardgen.targets.sheets.cricut import CricutPicture, make_guide
from cardgen.targets.sheets.cut_files import list_cut_files
from cardgen.targets.sheets.fit import plan_sheet
from cardgen.targets.sheets.header import HeaderText, draw_header, header_setting
from cardgen.targets.sheets.marks import (
    draw_cut_marks,
    draw_cut_outlines,
    draw_fold_line,
    draw_fold_ticks,
    draw_seams,
)
from cardgen.targets.sheets.option_types import Duplex
from cardgen.targets.sheets.options import SheetOptions
from cardgen.targets.sheets.page import (
    FaceOnSheet,
    FilledSheet,
    SheetCanvas,
    fill_sheets,
    find_flip,
    list_backs,
    list_fronts,
    show_page,
)
from cardgen.targets.sheets.page_pictures import PagePicture, save_pages
from cardgen.targets.sheets.plan import SheetPlan
from cardgen.targets.sheets.report import make_manifest, summarize_sheets

Side = Literal["fronts", "backs"]


class _SheetsRun(Struct, frozen=True):
    """What all pages of a run have in common."""

    job: Job
    options: SheetOptions
    sheets: tuple[FilledSheet, ...]
    version: str


class SheetPage(Struct, frozen=True):
    """One side of a sheet; a folded one has both sides on one page."""

    sheet: FilledSheet
    side: Side
    faces: tuple[FaceOnSheet, ...]


class SheetsTarget(Target[SheetOptions, tuple[SheetOptions, tuple[FilledSheet, ...]]]):
    """The sheets of the whole game."""

    name = "sheets"
    paints_alone = True
    about = (
        "sheets to print at home: duplex or folded backs, crop marks, boards in tiles, cut files"
    )
    options = SheetOptions
    drops_finishes = True

    def plan(self, job: Job, options: SheetOptions) -> tuple[SheetOptions, tuple[FilledSheet, ...]]:
        """Return the sheets of a game, filled.

        Raises:
            OptionError: Cards do not fit as asked.
            UnsuitableError: There is no card.
        """
        return options, fill_sheets(_group_by_size(job, options), options.skip)

    def write(
        self, job: Job, plan: tuple[SheetOptions, tuple[FilledSheet, ...]], output: OutputFolder
    ) -> str:
        options, sheets = plan
        run = _SheetsRun(job, options, sheets, compute_faces_version(job))
        pictures = _write_pages(run, output)
        cut = _write_cut_files(run, output)
        if options.cutter == "cricut":
            _write_guide(run, pictures, cut, output)
        facts = make_manifest(run.version, options, sheets, cut)
        write_manifest(output, job, self.name, facts)
        return summarize_sheets(options, sheets, cut)


def _write_pages(run: _SheetsRun, output: OutputFolder) -> list[PagePicture]:
    """Write the pages of each file; return the pictures, if that is what they are."""
    pictures: list[PagePicture] = []
    job, files = run.job, list_files(run.sheets, run.options.duplex)
    total, done = sum(len(pages) for pages in files.values()), 0
    for name, pages in files.items():
        tags = TagTree(job.game.spec.file.language, accessible=True)
        title = f"{job.name}: {name.removesuffix('.pdf')}"
        file = PdfFile(job.game.pictures, title=title, tags=tags, packer=job.packer)
        faces = (one.face for page in pages for one in page.faces)
        job.pack_ahead(faces, file.colors)
        for page in pages:
            _show(file, run, page)
            done += 1
            job.progress("sheets", done, total)
        if run.options.format == "pdf":
            output.write(name, file.save())
        else:
            pictures += _write_pictures(run, name, pages, file.save(), output)
    return pictures


def _write_pictures(
    run: _SheetsRun, name: str, pages: list[SheetPage], pdf: bytes, output: OutputFolder
) -> list[PagePicture]:
    """A picture a page: `sheets-01.png`, `sheets-02.png` …, in the order of the PDF."""
    how = Encoding("png" if run.options.format == "png" else "jpeg", dpi=run.options.dpi)
    digits, stem = max(2, len(str(len(pages)))), name.removesuffix(".pdf")
    pictures = []
    for number, page in enumerate(pages, 1):
        canvas = fit_canvas(page.sheet.plan, run.options, page.side, page.faces)
        size = (_pixels(canvas.extent.width, how.dpi), _pixels(canvas.extent.height, how.dpi))
        file = output.path(f"{stem}-{number:0{digits}d}{how.suffix}")
        shown = _list_outlines(page, canvas) if run.options.cutter == "cricut" else ()
        pictures.append(PagePicture(str(file), size, tuple(shown), canvas.extent))
    save_pages(run.job.workers, pdf, pictures, how)
    return pictures


def _list_outlines(page: SheetPage, canvas: SheetCanvas) -> Iterator[Segment]:
    """Where the cards of a page are cut, one after the other."""
    for one in page.faces:
        cut = one.place(one.face.cut or rectangle(one.face.trim))
        yield from moved(cut, canvas.put or Transform())


def _pixels(length: float, dpi: float) -> int:
    return max(1, round(length / POINTS_PER_INCH * dpi))


def _group_by_size(job: Job, options: SheetOptions) -> list[tuple[SheetPlan, list[Slot]]]:
    """The cards of each size in printing order, and their sheet."""
    found: dict[str, tuple[SheetPlan, list[Slot]]] = {}
    made = split_orders(job.game.decks, _printed_scenes(job, options))
    sizes = [order.size for order in made]
    backed = {order.size.name for order in made if any(slot.card.back for slot in order.slots)}
    if options.marks_on == "backs" and made and not backed:
        message = "this game has no backs to mark"
        raise OptionError(message, "leave out `marks-on`", option="marks-on")
    for order in made:
        if order.size.name not in found:
            sides = {} if order.size.name in backed else {"duplex": "none"}  # nothing to fold over
            plan = plan_sheet(order.size, options.with_changes(**sides), sizes)
            options = options if plan.tiles else options.with_changes(skip=0)
            found[order.size.name] = plan, []
        found[order.size.name][1].extend(order.slots)
    if not found:  # the preview plans sheets of its own
        raise UnsuitableError("this game prints no cards", "give it a deck under `decks:`")
    if options.skip:  # no sheet of whole pieces took it
        message = "a piece that goes over several sheets begins with a whole one"
        raise OptionError(message, "leave out `skip`", option="skip")
    return list(found.values())


def _printed_scenes(job: Job, options: SheetOptions) -> Mapping[BoundFace, Scene]:
    """The faces as they are printed: in full, or sparing ink."""
    if options.ink == "full":
        return job.scenes
    spared = {scene: low_ink(scene) for scene in dict.fromkeys(job.scenes.values())}
    return {face: spared[scene] for face, scene in job.scenes.items()}


# --- pages -----------------------------------------------------------------------------------


def list_files(sheets: Sequence[FilledSheet], duplex: Duplex) -> dict[str, list[SheetPage]]:
    """The pages of each file, in order."""
    front = [SheetPage(sheet, "fronts", tuple(list_fronts(sheet))) for sheet in sheets]
    back = [SheetPage(s, "backs", tuple(list_backs(s, find_flip(s.plan, duplex)))) for s in sheets]
    if duplex == "none" or not any(page.faces for page in back):
        return {"sheets.pdf": front}
    if duplex == "separate":
        return {"fronts.pdf": front, "backs.pdf": back}
    pairs = zip(front, back, strict=True)
    return {"sheets.pdf": [page for pair in pairs for page in _sides(*pair, duplex)]}


def _sides(front: SheetPage, back: SheetPage, duplex: Duplex) -> tuple[SheetPage, ...]:
    """The pages of a sheet; a folded one has all on its front, and one beside it needs no blank
    page to keep printing on both sides in step."""
    if front.sheet.plan.folded:
        return (replace(front, faces=front.faces + back.faces),)
    return (front, back) if back.faces or duplex != "fold" else (front,)


def _show(file: PdfFile, run: _SheetsRun, page: SheetPage) -> None:
    plan = page.sheet.plan
    bookmark = f"sheet {page.sheet.number}" if page.side == "fronts" else ""
    canvas = fit_canvas(plan, run.options, page.side, page.faces)
    show_page(file, plan.page, canvas, page.faces, _layers(run, page), bookmark)


def _layers(run: _SheetsRun, page: SheetPage) -> Iterator[Layer]:
    """What is drawn over the cards of a page."""
    options, plan = run.options, page.sheet.plan
    if options.marked(page.side):
        yield draw_cut_marks(plan, options.lines(plan.size))
        yield draw_fold_ticks(plan, page.faces) if options.marks != "none" else Layer(())
        yield draw_cut_outlines(page.faces) if options.outlined else Layer(())
    if page.side == "fronts":
        yield draw_seams(plan, [placed.cell for placed in page.sheet.placed])
        if options.has_cutter_marks:
            yield options.cutter_marks.draw(plan.page)
    if plan.folded:
        yield draw_fold_line(plan)
    yield draw_header(plan, _header_text(run, page))


def _header_text(run: _SheetsRun, page: SheetPage) -> HeaderText:
    sheet = page.sheet
    side = "" if sheet.plan.folded else f", {page.side.removesuffix('s')}"
    facts = [f"sheet {sheet.number}/{sheet.total}{side}"]
    if sheet.plan.tiles:
        facts.append(_tile(sheet))
    facts += [f"faces {run.version}", "print at 100 %"]
    title = f"{run.job.name}  ·  {', '.join(sheet.decks)}"
    faces = find_name_faces(run.job, header_setting().face, title)
    return HeaderText(title, "  ·  ".join(facts), faces)


def _tile(sheet: FilledSheet) -> str:
    """`atlas, row 1 of 2, column 2 of 3`."""
    (placed,), tiles = sheet.placed, sheet.plan.tiles
    assert tiles is not None
    row, column = placed.cell.row + 1, placed.cell.column + 1
    return f"{placed.slot.card.id}, row {row} of {tiles.rows}, column {column} of {tiles.columns}"


# --- cut files -------------------------------------------------------------------------------


def _write_cut_files(run: _SheetsRun, output: OutputFolder) -> dict[int, list[str]]:
    """Write what machines read; return which files each sheet has."""
    files: dict[int, list[str]] = {}
    for file in list_cut_files(run.sheets, run.options, run.job.name):
        output.write(file.name, file.data)
        for number in file.sheets:
            files.setdefault(number, []).append(file.name)
    return files


def _write_guide(
    run: _SheetsRun, pictures: list[PagePicture], cut: Mapping[int, list[str]], output: OutputFolder
) -> None:
    """Say what to type in Design Space."""
    shown = [
        CricutPicture(Path(picture.file).name, picture.extent, ", ".join(cut.get(number, ())))
        for number, picture in enumerate(pictures, 1)
    ]
    write_guide(output, run.job, "DESIGN-SPACE.md", make_guide(run.job.name, shown))
