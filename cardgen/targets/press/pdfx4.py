"""Target `pdfx4`: PDF/X-4 files for printers that are none of the known services.

Out     one file with pages front, back, front, back …, or `…-fronts.pdf` and `…-backs.pdf` with
        equal page numbers, for each size of the game; `manifest.json`.

Process colors (CMYK) by a profile, or sRGB that the press converts; spot colors; the die
line as a layer. In CMYK, transparency becomes pixels here, though PDF/X-4 could hold it:
blended inks would pass the ink limit, and not look like the proof. In RGB it is left alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Annotated, Literal, get_args

from msgspec import Struct
from msgspec.structs import replace
from pydantic import Field, model_validator

from cardgen.core.color import Color, is_hex, parse_hex
from cardgen.core.findings import did_you_mean, plural
from cardgen.core.sizes import millimeters
from cardgen.files.output_folder import OutputFolder
from cardgen.render.pdf.color_spaces import Colors
from cardgen.render.press.inks import ManagedRgb, ProcessInk, Spot
from cardgen.render.press.profile import Profile
from cardgen.render.press.separation import Separation, separate
from cardgen.scene.items import Scene
from cardgen.scene.outlines import Outline, rounded
from cardgen.targets.contract import Job, OptionError, Target
from cardgen.targets.options import AnyText, OneOf, PaperLength, Parsed, TargetOptions, WholeNumber
from cardgen.targets.press.finish_pages import make_finish_files
from cardgen.targets.press.ink_names import SpotInks, read_die_ink, read_spot_inks
from cardgen.targets.press.press_faces import (
    JPEG,
    JPEG_HELP,
    PROFILE_HELP,
    PressFaces,
    PrintBatch,
    batch_by_size,
    check_pikepdf,
    find_profile,
    flattened_facts,
    ink_facts,
    prepare_faces,
    profile_facts,
    size_facts,
    slot_facts,
)
from cardgen.targets.press.press_pages import PressPage, list_faces, paint_pages
from cardgen.targets.press.spot_inks import check_spot_inks, count_ink_pages
from cardgen.targets.shared.manifest import write_manifest

STANDARD: Literal["PDF/X-4"] = "PDF/X-4"

Space = Literal["cmyk", "rgb"]
Files = Literal["one", "apart"]
Copies = Literal["all", "one"]

_MOST_INK = 400


class Pdfx4Options(TargetOptions):
    """Colors, pages and further inks; `bleed` None is the size's own, `die` "" no die line."""

    color: Annotated[Space, OneOf(get_args(Space))] = Field(
        "cmyk",
        description="cmyk (the default): converted with the profile; rgb: sRGB that the press "
        "converts",
    )
    profile: Annotated[str, AnyText()] = Field("", description=PROFILE_HELP)
    limit: Annotated[int, WholeNumber(150, _MOST_INK)] = Field(
        _MOST_INK,
        description="the most ink at any place in percent, 150 to 400; the profile's own if left "
        "out",
    )
    jpeg: Annotated[int | None, JPEG] = Field(None, description=JPEG_HELP)
    bleed: Annotated[float | None, PaperLength()] = Field(
        None, description="such as 3mm; all that the size has if left out"
    )
    files: Annotated[Files, OneOf(get_args(Files))] = Field(
        "one", description="one (the default): front, back, front, back …; apart: fronts and backs"
    )
    copies: Annotated[Copies, OneOf(get_args(Copies))] = Field(
        "all", description="all (the default): a page a printed card; one: a page a card"
    )
    spot: Annotated[SpotInks, Parsed(read_spot_inks, "PANTONE 185 C:red")] = Field(
        (),
        description="`INK:color`, a palette color or #rrggbb that is an ink of its own; several "
        "with ;",
    )
    die: Annotated[str, Parsed(read_die_ink, "yes", "no")] = Field(
        "",
        description="yes: where cards are cut, as a layer in the ink CutContour; or another "
        "ink's name; no",
    )

    @model_validator(mode="after")
    def _go_together(self) -> Pdfx4Options:
        """Each ink means one thing, whatever its case: artwork in the die line's ink is cut
        out."""
        if self.die.casefold() in (ink.casefold() for ink, _ in self.spot):
            message = f"`{self.die}` would be the ink of the die line and of artwork"
            hint = "give the spot color or `die` another ink's name"
            raise OptionError(message, hint, option="spot")
        for name in ("limit", "jpeg"):
            if self.color == "rgb" and self.is_given(name):
                hint = f"leave out `{name}`, or write `color=cmyk`"
                raise OptionError("sRGB pictures and colors are not converted", hint, option=name)
        return self


# --- pages -----------------------------------------------------------------------------------


class _PressRun(Struct, frozen=True):
    """What all files have in common."""

    job: Job
    options: Pdfx4Options
    separation: Separation
    plate: PressFaces
    spots: tuple[Spot, ...]

    @property
    def colors(self) -> Colors:
        if self.options.color == "rgb":
            return ManagedRgb(self.separation, self.spots)
        return ProcessInk(self.separation, self.spots, self.options.jpeg, self.job.packed)

    def bleed(self, batch: PrintBatch) -> float:
        return batch.size.bleed if self.options.bleed is None else self.options.bleed


Pdfx4Plan = tuple[Pdfx4Options, tuple[PrintBatch, ...], tuple[Spot, ...], Profile]


class Pdfx4Target(Target[Pdfx4Options, Pdfx4Plan]):
    """The files of each size."""

    name = "pdfx4"
    paints_alone = True
    costs_money = True
    about = "PDF/X-4 for any press: CMYK or managed RGB, bleed, spot colors, die lines"
    options = Pdfx4Options

    def plan(self, job: Job, options: Pdfx4Options) -> Pdfx4Plan:
        """Return what is printed, in which further inks, by which profile.

        Raises:
            OptionError: An option cannot be had for this game.
            UnsuitableError: pikepdf is not installed.
        """
        check_pikepdf(self.name)
        made = batch_by_size(job, copies=options.copies == "all")
        _check_bleed(made, options)
        spots = tuple(Spot(ink, _color(job, text)) for ink, text in options.spot)
        check_spot_inks(spots, made, cmyk=options.color == "cmyk")
        return options, made, spots, find_profile(job, options.profile)

    def write(self, job: Job, plan: Pdfx4Plan, output: OutputFolder) -> str:
        options, made, spots, profile = plan
        separation = separate(profile, options.limit)
        plate = prepare_faces(job, made, options.bleed, opaque=options.color == "cmyk")
        run = _PressRun(job, options, separation, plate, spots)
        files = {name: (batch, pages) for batch in made for name, pages in _files(run, batch)}
        inked = count_ink_pages(spots, [p.face for _, pages in files.values() for p in pages], job)
        total, done = sum(len(pages) for _, pages in files.values()), 0
        for name, (batch, pages) in files.items():
            output.write(name, _pdf(run, batch, pages, done, total))
            done += len(pages)
        plates = _write_finishes(run, files, output)
        write_manifest(output, job, self.name, {**_manifest(run, files, inked), **plates})
        return _summary(run, made, files)


def _write_finishes(
    run: _PressRun, files: Mapping[str, tuple[PrintBatch, list[PressPage]]], output: OutputFolder
) -> dict[str, object]:
    """Write the plates of foil, varnish and white ink; return what a manifest says of them."""
    from cardgen.render.press.standard import make_pdfx

    def inks(spots: tuple[Spot, ...]) -> Colors:
        return replace(run, spots=spots).colors

    def close(data: bytes) -> bytes:
        return make_pdfx(data, STANDARD, run.separation.profile, run.job.name)

    told = []
    for name, (batch, pages) in files.items():
        faces = [page.slot.front if page.side == "front" else page.slot.back for page in pages]
        made = make_finish_files(run.job, faces, run.bleed(batch), inks, close)
        for finish, count, data in made:
            plate = f"{name.removesuffix('.pdf')}-{finish}.pdf"
            output.write(plate, data)
            told.append({"finish": finish, "file": plate, "of": name, "pages": count})
    return {"finishes": told} if told else {}


def _check_bleed(made: tuple[PrintBatch, ...], options: Pdfx4Options) -> None:
    for batch in made:
        size = batch.size
        if options.bleed is not None and millimeters(options.bleed) > millimeters(size.bleed):
            has = f"{millimeters(size.bleed):g} mm"
            raise OptionError(
                f"{millimeters(options.bleed):g} mm bleed is more than the {has} that a "
                f"{size.name} face has",
                f"write `bleed={has.replace(' ', '')}` or less, or leave it out",
                option="bleed",
            )


def _color(job: Job, text: str) -> Color:
    palette = job.game.spec.file.palette
    value = palette.get(text, text)
    if not is_hex(value):
        hint = did_you_mean(text, palette, what="color of the palette")
        raise OptionError(f"the palette has no color `{text}`", hint, option="spot")
    return parse_hex(value)


def _files(run: _PressRun, batch: PrintBatch) -> Iterator[tuple[str, list[PressPage]]]:
    faces = run.plate.faces
    fronts = [PressPage(slot, "front", faces[slot.front]) for slot in batch.slots]
    backs = [
        PressPage(slot, "back", faces[slot.back] if slot.back else None) for slot in batch.slots
    ]
    if not any(page.face for page in backs):
        yield f"{batch.name}.pdf", fronts
    elif run.options.files == "apart":
        yield f"{batch.name}-fronts.pdf", fronts
        yield f"{batch.name}-backs.pdf", backs
    else:
        pairs = zip(fronts, backs, strict=True)
        yield f"{batch.name}.pdf", [page for pair in pairs for page in pair]


def _pdf(run: _PressRun, batch: PrintBatch, pages: list[PressPage], done: int, total: int) -> bytes:
    from cardgen.render.press.die_line import add_die_lines
    from cardgen.render.press.standard import make_pdfx

    job = run.job
    pdf = paint_pages(job, pages, run.colors, done=done, total=total)
    finish = None
    if run.options.die:
        outlines = [_cut_line(batch, face) for face in list_faces(pages)]
        finish = partial(add_die_lines, outlines=outlines, ink=run.options.die)
    return make_pdfx(pdf, STANDARD, run.separation.profile, job.name, finish)


def _cut_line(batch: PrintBatch, face: Scene) -> Outline:
    return face.cut or rounded(face.trim, batch.size.corner)


# --- what was done ---------------------------------------------------------------------------


def _manifest(
    run: _PressRun,
    files: Mapping[str, tuple[PrintBatch, list[PressPage]]],
    inked: Mapping[str, int],
) -> dict[str, object]:
    options, cmyk = run.options, run.options.color == "cmyk"
    return {
        "standard": STANDARD,
        "color": options.color,
        "profile": profile_facts(run.separation.profile),
        "ink": ink_facts(run.separation) if cmyk else None,
        "spots": [
            {"ink": spot.ink, "color": str(spot.color), "pages": inked[spot.ink]}
            for spot in run.spots
        ],
        "die_line": options.die or None,
        "files": [
            {
                "file": name,
                "size": size_facts(batch.size, run.bleed(batch)),
                "flattened": flattened_facts(run.plate, batch),
                "pages": [
                    {
                        "page": number,
                        "side": page.side if page.face else "blank",
                        "copies": 1 if options.copies == "all" else page.slot.card.copies,
                        **slot_facts(page.slot),
                    }
                    for number, page in enumerate(pages, 1)
                ],
            }
            for name, (batch, pages) in files.items()
        ],
    }


def _summary(
    run: _PressRun,
    made: tuple[PrintBatch, ...],
    files: Mapping[str, tuple[PrintBatch, list[PressPage]]],
) -> str:
    cards = sum(len(batch.slots) for batch in made)
    pages = sum(len(pages) for _, pages in files.values())
    condition = run.separation.profile.condition
    ink = f"CMYK for {condition}" if run.options.color == "cmyk" else f"sRGB, meant for {condition}"
    said = f"{plural(cards, 'card')} on {plural(pages, 'page')} in {plural(len(files), 'file')}"
    return f"{said}, {STANDARD}, {ink}"
