"""Target `pdfx4`: PDF/X-4 files for printers that are none of the known services.

Out     one file with pages front, back, front, back …, or `…-fronts.pdf` and `…-backs.pdf` with
        equal page numbers, for each size of the game; `manifest.json`.

Process colours (CMYK) by a profile, or sRGB that the press converts; spot colours; the die
line as a layer. In CMYK, transparency becomes pixels here, though PDF/X-4 could hold it:
blended inks would pass the ink limit, and not look like the proof. In RGB it is left alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import partial
from typing import Literal, get_args

from msgspec import Struct

from cardgen.core.color import Color, is_hex, parse_hex
from cardgen.core.findings import did_you_mean, plural
from cardgen.core.sizes import millimetres
from cardgen.files.output_folder import OutputFolder
from cardgen.render.pdf.color_spaces import Colors
from cardgen.render.pdf.document import PdfFile, show_face
from cardgen.render.press.die_line import add_die_lines
from cardgen.render.press.inks import ManagedRgb, ProcessInk, Spot
from cardgen.render.press.profile import Profile
from cardgen.render.press.separation import Separation, separate
from cardgen.render.press.standard import make_pdfx
from cardgen.scene.items import Layer, Outline, Scene, rounded
from cardgen.targets.contract import Job, OptionError
from cardgen.targets.option_values import Given, given
from cardgen.targets.press.press_faces import (
    JPEG_HELP,
    PROFILE_HELP,
    Batch,
    Plate,
    batches,
    find_profile,
    flattened_facts,
    ink_facts,
    jpeg_quality,
    make_plate,
    profile_facts,
    size_facts,
    slot_facts,
    written,
)
from cardgen.targets.shared.print_slots import Slot

NAME = "pdfx4"
ABOUT = "PDF/X-4 for any press: CMYK or managed RGB, bleed, spot colours, die lines"
OPTION_HELP = {
    "color": "cmyk (the default): converted with the profile; rgb: sRGB that the press converts",
    "profile": PROFILE_HELP,
    "limit": "the most ink at any place in percent, 150 to 400; the profile's own if left out",
    "jpeg": JPEG_HELP,
    "bleed": "such as 3mm; all that the size has if left out",
    "files": "one (the default): front, back, front, back …; apart: fronts and backs",
    "copies": "all (the default): a page a printed card; one: a page a card",
    "spot": "`INK:colour`, a palette colour or #rrggbb that is an ink of its own; several with ;",
    "die": "yes: where cards are cut, as a layer in the ink CutContour; or another ink's name; no",
}
STANDARD: Literal["PDF/X-4"] = "PDF/X-4"
CUT_INK = "CutContour"

Space = Literal["cmyk", "rgb"]
Files = Literal["one", "apart"]
Copies = Literal["all", "one"]
Side = Literal["front", "back"]

_MOST_INK = 400
_PROCESS = ("cyan", "magenta", "yellow", "black", "all", "none")
_LONGEST = 60
_INK = re.compile(rf"[A-Za-z0-9 ._+-]{{1,{_LONGEST}}}")


class Options(Struct, frozen=True):
    """All choices; `bleed` None is the size's own, `die` "" no die line."""

    color: Space = "cmyk"
    profile: str = ""
    limit: int = _MOST_INK
    jpeg: int | None = None
    bleed: float | None = None
    files: Files = "one"
    copies: Copies = "all"
    spots: tuple[tuple[str, str], ...] = ()
    """Inks, each with the colour as it was written."""
    die: str = ""


def read_options(pairs: Mapping[str, str]) -> Options:
    """Read options as typed.

    Raises:
        OptionError: an option is unknown, cannot be had, or does not go with another.
    """
    typed = given(NAME, pairs, OPTION_HELP)
    options = Options(
        color=typed.choice("color", get_args(Space), "cmyk"),
        profile=typed.text("profile"),
        limit=typed.whole("limit", 150, _MOST_INK, _MOST_INK),
        jpeg=jpeg_quality(typed),
        bleed=typed.length("bleed", 0.0) if typed.has("bleed") else None,
        files=typed.choice("files", get_args(Files), "one"),
        copies=typed.choice("copies", get_args(Copies), "all"),
        spots=_spots(typed),
        die=_die(typed),
    )
    _check_inks(typed, options)
    for name in ("limit", "jpeg"):
        if options.color == "rgb" and typed.has(name):
            hint = f"leave out `{name}`, or write `color=cmyk`"
            raise OptionError("sRGB pictures and colours are not converted", hint, option=name)
    return options


def _check_inks(typed: Given, options: Options) -> None:
    """Each ink means one thing, whatever its case: artwork in the die line's ink is cut out."""
    inks = [ink.casefold() for ink, _ in options.spots]
    if len(set(inks)) < len(inks):
        raise typed.refused("spot", "name each ink once")
    if options.die.casefold() in inks:
        message = f"`{options.die}` would be the ink of the die line and of artwork"
        hint = "give the spot colour or `die` another ink's name"
        raise OptionError(message, hint, option="spot")


def _die(typed: Given) -> str:
    text = typed.text("die", "no")
    if text.casefold() in ("no", "false", ""):
        return ""
    if text.casefold() in ("yes", "true"):
        return CUT_INK
    return _ink_name(typed, "die", text)


def _spots(typed: Given) -> tuple[tuple[str, str], ...]:
    made = []
    for part in filter(None, (part.strip() for part in typed.text("spot").split(";"))):
        ink, _, color = (piece.strip() for piece in part.rpartition(":"))
        if not ink or not color:
            hint = "write the ink and the colour it takes the place of: `spot=PANTONE 185 C:red`"
            raise typed.refused("spot", hint)
        made.append((_ink_name(typed, "spot", ink), color))
    return tuple(made)


def _ink_name(typed: Given, option: str, ink: str) -> str:
    if ink.casefold() in _PROCESS:
        raise typed.refused(option, f"`{ink}` is a process ink; name a spot colour")
    if not _INK.fullmatch(ink):
        raise typed.refused(option, f"an ink's name is up to {_LONGEST} plain letters and figures")
    return ink


# --- pages -----------------------------------------------------------------------------------


class _Page(Struct, frozen=True):
    """A page: one side of a card; `face` None is blank."""

    slot: Slot
    side: Side
    face: Scene | None


class _Run(Struct, frozen=True):
    """What all files have in common."""

    job: Job
    options: Options
    separation: Separation
    plate: Plate
    spots: tuple[Spot, ...]

    @property
    def colors(self) -> Colors:
        if self.options.color == "rgb":
            return ManagedRgb(self.separation, self.spots)
        return ProcessInk(self.separation, self.spots, self.options.jpeg)

    def bleed(self, batch: Batch) -> float:
        return batch.size.bleed if self.options.bleed is None else self.options.bleed


def plan(job: Job) -> tuple[Options, tuple[Batch, ...], tuple[Spot, ...], Profile]:
    """What is printed, in which further inks, by which profile.

    Raises:
        OptionError: an option is unknown, or cannot be had for this game.
    """
    options = read_options(job.options)
    made = batches(job, copies=options.copies == "all")
    _check_bleed(made, options)
    spots = tuple(Spot(ink, _color(job, text)) for ink, text in options.spots)
    return options, made, spots, find_profile(job, options.profile)


def write(job: Job, output: OutputFolder) -> str:
    """Write the files of each size.

    Raises:
        OptionError: an option is unknown, or cannot be had for this game.
    """
    options, made, spots, profile = plan(job)
    separation = separate(profile, options.limit)
    plate = make_plate(job, made, options.bleed, opaque=options.color == "cmyk")
    run = _Run(job, options, separation, plate, spots)
    files = {name: (batch, pages) for batch in made for name, pages in _files(run, batch)}
    total, done = sum(len(pages) for _, pages in files.values()), 0
    for name, (batch, pages) in files.items():
        output.write(name, _pdf(run, batch, pages, done, total))
        done += len(pages)
    output.write("manifest.json", written(_manifest(run, files)))
    return _summary(run, made, files)


def _check_bleed(made: tuple[Batch, ...], options: Options) -> None:
    for batch in made:
        size = batch.size
        if options.bleed is not None and millimetres(options.bleed) > millimetres(size.bleed):
            has = f"{millimetres(size.bleed):g} mm"
            raise OptionError(
                f"{millimetres(options.bleed):g} mm bleed is more than the {has} that a "
                f"{size.name} face has",
                f"write `bleed={has.replace(' ', '')}` or less, or leave it out",
                option="bleed",
            )


def _color(job: Job, text: str) -> Color:
    palette = job.game.spec.file.palette
    value = palette.get(text, text)
    if not is_hex(value):
        hint = did_you_mean(text, palette, what="colour of the palette")
        raise OptionError(f"the palette has no colour `{text}`", hint, option="spot")
    return parse_hex(value)


def _files(run: _Run, batch: Batch) -> Iterator[tuple[str, list[_Page]]]:
    faces = run.plate.faces
    fronts = [_Page(slot, "front", faces[slot.front]) for slot in batch.slots]
    backs = [_Page(slot, "back", faces[slot.back] if slot.back else None) for slot in batch.slots]
    if not any(page.face for page in backs):
        yield f"{batch.name}.pdf", fronts
    elif run.options.files == "apart":
        yield f"{batch.name}-fronts.pdf", fronts
        yield f"{batch.name}-backs.pdf", backs
    else:
        pairs = zip(fronts, backs, strict=True)
        yield f"{batch.name}.pdf", [page for pair in pairs for page in pair]


def _pdf(run: _Run, batch: Batch, pages: list[_Page], done: int, total: int) -> bytes:
    job = run.job
    file = PdfFile(job.game.pictures, title=job.name, colors=run.colors)
    first = next(page.face for page in pages if page.face)
    blank = Scene(first.page, first.trim, Layer(()), Layer(()), first.cut)
    shown = [page.face or blank for page in pages]
    for number, face in enumerate(shown, done + 1):
        show_face(file, face)
        job.progress("pages", number, total)
    finish = None
    if run.options.die:
        outlines = [_cut(batch, face) for face in shown]
        finish = partial(add_die_lines, outlines=outlines, ink=run.options.die)
    return make_pdfx(file.save(), STANDARD, run.separation.profile, job.name, finish)


def _cut(batch: Batch, face: Scene) -> Outline:
    return face.cut or rounded(face.trim, batch.size.corner)


# --- what was done ---------------------------------------------------------------------------


def _manifest(run: _Run, files: Mapping[str, tuple[Batch, list[_Page]]]) -> dict[str, object]:
    options, cmyk = run.options, run.options.color == "cmyk"
    return {
        "game": run.job.name,
        "target": NAME,
        "standard": STANDARD,
        "color": options.color,
        "profile": profile_facts(run.separation.profile),
        "ink": ink_facts(run.separation) if cmyk else None,
        "spots": [{"ink": spot.ink, "color": str(spot.color)} for spot in run.spots],
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
    run: _Run, made: tuple[Batch, ...], files: Mapping[str, tuple[Batch, list[_Page]]]
) -> str:
    cards = sum(len(batch.slots) for batch in made)
    pages = sum(len(pages) for _, pages in files.values())
    condition = run.separation.profile.condition
    ink = f"CMYK for {condition}" if run.options.color == "cmyk" else f"sRGB, meant for {condition}"
    said = f"{plural(cards, 'card')} on {plural(pages, 'page')} in {plural(len(files), 'file')}"
    return f"{said}, {STANDARD}, {ink}"
