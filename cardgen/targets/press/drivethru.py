"""Target `drivethru`: the one file that DriveThruCards prints from.

Out     a PDF/X-1a:2003 with pages back, front, back, front …, and `manifest.json`.

The service asks for CMYK with at most 240 % of ink, 1/8 in of bleed, all fonts embedded, no
marks. Its own size is US poker: a page of 2.75 × 3.75 in; cards of that size that are wider
than high are turned (`turn_face`). Each distinct face is in the file once. Pictures are converted
with the profile; transparency becomes pixels.

Source  DriveThruCards, help articles 12780748203543 («PDF specifications») and
        12904358770455 (its ICC profile), as restated in 2026; squib's drivethrucards_1up
        template for page and order. The limit of 130 cards is that of its image builder,
        not of PDFs.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal

from msgspec.structs import replace
from pydantic import Field

from cardgen.core.findings import plural
from cardgen.core.geometry import POINTS_PER_INCH, Extent
from cardgen.core.sizes import Size
from cardgen.files.output_folder import OutputFolder
from cardgen.render.pdf.color_spaces import Colors
from cardgen.render.press.inks import ProcessInk, Spot
from cardgen.render.press.profile import Profile
from cardgen.render.press.separation import Separation, separate
from cardgen.scene.items import Scene
from cardgen.targets.contract import Job, Target, UnsuitableError
from cardgen.targets.options import AnyText, OneOf, TargetOptions, WholeNumber
from cardgen.targets.press.finish_pages import make_finish_files
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
from cardgen.targets.press.press_pages import PressPage, paint_pages
from cardgen.targets.shared.manifest import write_manifest
from cardgen.targets.shared.print_slots import Slot
from cardgen.targets.shared.short_bleed import EIGHTH, tell_short_bleed
from cardgen.targets.shared.turned_cards import TURNED_NOTE, is_turned, turn_face

STANDARD: Literal["PDF/X-1a:2003"] = "PDF/X-1a:2003"

_BLEED = EIGHTH
_TRIM = Extent(2.5 * POINTS_PER_INCH, 3.5 * POINTS_PER_INCH)
_INK = 240


class DrivethruOptions(TargetOptions):
    """How the file is made; `profile` "" is the shipped one."""

    profile: Annotated[str, AnyText()] = Field("", description=PROFILE_HELP)
    limit: Annotated[int, WholeNumber(150, _INK)] = Field(
        _INK,
        description=f"the most ink at any place in percent, 150 to {_INK}; {_INK} if left out",
    )
    jpeg: Annotated[int | None, JPEG] = Field(None, description=JPEG_HELP)
    size: Annotated[Literal["poker", "any"], OneOf(("poker", "any"))] = Field(
        "poker",
        description="poker (the default): refuse other sizes; any: a file for each size of the "
        "game",
    )


DrivethruPlan = tuple[DrivethruOptions, tuple[PrintBatch, ...], Profile]


class DrivethruTarget(Target[DrivethruOptions, DrivethruPlan]):
    """A file for each size."""

    name = "drivethru"
    paints_alone = True
    costs_money = True
    about = "DriveThruCards: a PDF/X-1a in CMYK, back and front of each card, ink within 240 %"
    options = DrivethruOptions

    def plan(self, job: Job, options: DrivethruOptions) -> DrivethruPlan:
        """Return what is printed, and by which profile.

        Raises:
            OptionError: The profile is no use.
            UnsuitableError: A card has a size or no back that the service could print, or
                pikepdf is not installed.
        """
        check_pikepdf(self.name)
        made = batch_by_size(job, copies=True)
        _check_batches(made, options)
        return options, made, find_profile(job, options.profile)

    def write(self, job: Job, plan: DrivethruPlan, output: OutputFolder) -> str:
        from cardgen.render.press.standard import make_pdfx

        options, made, profile = plan
        separation = separate(profile, options.limit)
        plate = prepare_faces(job, made, _BLEED, opaque=True)
        total, done = 2 * sum(len(batch.slots) for batch in made), 0
        for batch in made:
            colors = ProcessInk(separation, quality=options.jpeg, packed=job.packed)
            pages = list(_pages(batch, plate))
            pdf = paint_pages(job, pages, colors, done=done, total=total)
            output.write(f"{batch.name}.pdf", make_pdfx(pdf, STANDARD, profile, job.name))
            done += len(pages)
        facts = _manifest(made, plate, separation)
        facts |= _write_finishes(job, made, separation, profile, output)
        write_manifest(output, job, self.name, facts)
        return _summary(made, profile, options)


def _write_finishes(
    job: Job,
    made: tuple[PrintBatch, ...],
    separation: Separation,
    profile: Profile,
    output: OutputFolder,
) -> dict[str, object]:
    """Write the plates of foil, varnish and white ink; return what a manifest says of them."""
    from cardgen.render.press.standard import make_pdfx

    def inks(spots: tuple[Spot, ...]) -> Colors:
        return ProcessInk(separation, spots)

    def close(data: bytes) -> bytes:
        return make_pdfx(data, STANDARD, profile, job.name)

    told = []
    for batch in made:
        faces = [face for slot in batch.slots for face in _laid_out(batch, slot)]
        for finish, count, data in make_finish_files(job, faces, _BLEED, inks, close):
            name = f"{batch.name}-{finish}.pdf"
            output.write(name, data)
            told.append({"finish": finish, "file": name, "of": f"{batch.name}.pdf", "pages": count})
    return {"finishes": told} if told else {}


def _laid_out(batch: PrintBatch, slot: Slot) -> tuple[Scene, Scene]:
    """Back and front as they are printed, before what the press asks for."""
    assert slot.back is not None
    if _is_on_its_side(batch):
        return turn_face(slot.back, "back"), turn_face(slot.front, "front")
    return slot.back, slot.front


def _check_batches(made: tuple[PrintBatch, ...], options: DrivethruOptions) -> None:
    for batch in made:
        known = _is_poker(batch.size) or _is_on_its_side(batch)
        if options.size == "poker" and not known:
            deck, size = batch.slots[0].deck, batch.size
            inches = f"{size.trim.width / 72:.3g} × {size.trim.height / 72:.3g} in"
            raise UnsuitableError(
                f"DriveThruCards' known page is 2.5 × 3.5 in; `{deck}` is {size.name} ({inches})",
                "give the deck `size: poker`, or write `size=any` if the service takes it",
                option="size",
            )
        bare = next((slot for slot in batch.slots if slot.back is None), None)
        if bare is not None:
            raise UnsuitableError(
                f"`{bare.deck}` has no back, and each card is a page of back and one of front",
                f"give the deck `{bare.deck}` a `back:` layout in game.yaml",
            )


def _is_poker(size: Size) -> bool:
    across, down = size.trim.width - _TRIM.width, size.trim.height - _TRIM.height
    return size.shape == "rectangle" and max(abs(across), abs(down)) < 0.01


def _is_on_its_side(batch: PrintBatch) -> bool:
    return is_turned(batch.size, _TRIM)


def _printed_size(batch: PrintBatch) -> Size:
    return replace(batch.size, trim=_TRIM) if _is_on_its_side(batch) else batch.size


def _pages(batch: PrintBatch, plate: PressFaces) -> Iterator[PressPage]:
    for slot in batch.slots:
        assert slot.back is not None
        back, front = plate.faces[slot.back], plate.faces[slot.front]
        if _is_on_its_side(batch):
            back, front = turn_face(back, "back"), turn_face(front, "front")
        yield PressPage(slot, "back", back)
        yield PressPage(slot, "front", front)


def _manifest(
    made: tuple[PrintBatch, ...], plate: PressFaces, separation: Separation
) -> dict[str, object]:
    return {
        "standard": STANDARD,
        "profile": profile_facts(separation.profile),
        "ink": ink_facts(separation),
        "files": [
            {
                "file": f"{batch.name}.pdf",
                "size": size_facts(_printed_size(batch), _BLEED),
                "turned": _is_on_its_side(batch),
                "flattened": flattened_facts(plate, batch),
                "pages": [
                    {"page": number, "side": page.side, **slot_facts(page.slot)}
                    for number, page in enumerate(_pages(batch, plate), 1)
                ],
            }
            for batch in made
        ],
    }


def _summary(made: tuple[PrintBatch, ...], profile: Profile, options: DrivethruOptions) -> str:
    cards = sum(len(batch.slots) for batch in made)
    said = f"{plural(cards, 'card')} on {plural(2 * cards, 'page')}, {STANDARD}, 1/8 in bleed"
    said += f", ink within {options.limit} % of {profile.condition}"
    said += tell_short_bleed({slot.deck: batch.size for batch in made for slot in batch.slots})
    lying = sum(len(batch.slots) for batch in made if _is_on_its_side(batch))
    said += f"; {plural(lying, 'card')} {TURNED_NOTE}" if lying else ""
    if profile.version > 2:
        said += f"; the profile is of ICC version {profile.version}, PDF 1.4 knows version 2"
    return said
