"""Target `images`: each card as a picture, for web pages, rulebooks and shops.

Out     a folder a deck with a PNG, JPEG or WebP of each card and each back, and
        `manifest.json` that says which file is which card.

Cut to trim, with corners as round as the card's own (transparent, or of a color in JPEG), or
whole with the bleed. Equal faces are rendered once; their other names are links to the same
file.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, Literal, get_args

from msgspec import Struct
from pydantic import Field, model_validator

from cardgen.bind.bound_faces import BoundCard, BoundDeck
from cardgen.core.color import WHITE, Color
from cardgen.core.findings import plural
from cardgen.core.sizes import Size
from cardgen.files.file_names import Names, file_name
from cardgen.files.output_folder import OutputFolder
from cardgen.render.raster.picture_files import FORMATS, LARGEST, QUALITY, Encoding, Format
from cardgen.render.workers.face_painting import FaceRequest
from cardgen.render.workers.raster_tasks import PictureFile
from cardgen.scene.items import Scene
from cardgen.targets.contract import Job, OptionError, Target
from cardgen.targets.options import HexColor, Number, OneOf, TargetOptions, WholeNumber
from cardgen.targets.shared.face_files import SavedFace, request_picture, save_picture
from cardgen.targets.shared.manifest import plain_dpi, source_of, write_manifest
from cardgen.targets.shared.table_looks import find_look, shared_back
from cardgen.targets.shared.trimmed_faces import Box, box_pixels

Corners = Literal["round", "square"]
Sides = Literal["both", "front", "back"]
Copies = Literal["one", "all"]
Side = Literal["front", "back"]

_MOST_PIXELS = 250_000_000


class ImagesOptions(TargetOptions):
    """What pictures show, and how they are written; `dpi` None is that of the build."""

    format: Annotated[Format, OneOf(FORMATS)] = Field(
        "png", description="png (the default), jpeg or webp"
    )
    box: Annotated[Box, OneOf(get_args(Box))] = Field(
        "trim",
        description="trim (the default): as the card is cut; bleed: with the bleed around it",
    )
    corners: Annotated[Corners, OneOf(get_args(Corners))] = Field(
        "round",
        description="round (the default): cut out as the card is, transparent outside; square",
    )
    background: Annotated[Color, HexColor()] = Field(
        WHITE, description="what a JPEG shows outside the card, #ffffff if left out"
    )
    dpi: Annotated[float | None, Number(36, 1200)] = Field(
        None, description="pixels per inch, 36 to 1200; that of the build if left out"
    )
    quality: Annotated[int, WholeNumber(1, 100)] = Field(
        QUALITY, description=f"of JPEG and WebP, 1 to 100; {QUALITY} if left out"
    )
    sides: Annotated[Sides, OneOf(get_args(Sides))] = Field(
        "both", description="both (the default), front or back"
    )
    copies: Annotated[Copies, OneOf(get_args(Copies))] = Field(
        "one", description="one (the default): a file a card; all: a file a printed card"
    )

    @property
    def cut(self) -> bool:
        """Whether pictures are cut out at the card's outline."""
        return self.box == "trim" and self.corners == "round"

    @model_validator(mode="after")
    def _go_together(self) -> ImagesOptions:
        if self.is_given("corners") and self.corners == "round" and self.box == "bleed":
            hint = "leave out `corners`, or write `box=trim`"
            raise OptionError("the bleed lies outside the corners", hint, option="corners")
        if self.is_given("background") and not (self.format == "jpeg" and self.cut):
            hint = "leave out `background`, or write `format=jpeg` with round corners"
            raise OptionError("there is no background to see", hint, option="background")
        if self.is_given("quality") and self.format == "png":
            hint = "leave out `quality`, or write `format=jpeg` or `format=webp`"
            raise OptionError("a PNG has no quality: it loses nothing", hint, option="quality")
        return self


class ImagesTarget(Target[ImagesOptions, ImagesOptions]):
    """Each card as a picture."""

    name = "images"
    about = "a picture of each card: PNG, JPEG or WebP, rounded corners or bleed, any dpi"
    options = ImagesOptions
    drops_finishes = True

    def plan(self, job: Job, options: ImagesOptions) -> ImagesOptions:
        """Return the options, which suit every size of the game.

        Raises:
            OptionError: The pictures are too large.
        """
        for size in dict.fromkeys(deck.size for deck in job.game.decks):
            _check_pixels(size, job, options)
        return options

    def faces(self, job: Job, plan: ImagesOptions) -> Iterator[FaceRequest]:
        for size, faces in _group_by_size(_list_entries(job, plan)).items():
            yield from _request_faces(job, plan, size, faces)

    def write(self, job: Job, plan: ImagesOptions, output: OutputFolder) -> str:
        entries = _list_entries(job, plan)
        saved = _save(job, plan, entries, output)
        write_manifest(output, job, self.name, _manifest(job, plan, entries, saved))
        size = sum(one.length for one in {one.sha256: one for one in saved.values()}.values())
        shown = f"{plural(len(saved), 'picture')} of {plural(_count_cards(job), 'card')}"
        return f"{shown} as {plan.format.upper()}, {size / 1e6:.1f} MB"


# --- which files there are -------------------------------------------------------------------


class _CardPicture(Struct, frozen=True):
    """A file, and the face of a card that it shows."""

    file: str
    size: Size
    face: Scene


class _CardEntry(Struct, frozen=True):
    """A card, or a copy of it, and the file of either side."""

    card: BoundCard
    copy: int
    front: _CardPicture | None
    back: _CardPicture | None

    @property
    def pictures(self) -> Iterator[_CardPicture]:
        return (one for one in (self.front, self.back) if one)


def _list_entries(job: Job, options: ImagesOptions) -> list[_CardEntry]:
    folders = Names()
    suffix = Encoding(options.format).suffix
    return [
        entry
        for deck in job.game.decks
        for entry in _deck(job, deck, options, folders.take(file_name(deck.name, "deck")), suffix)
    ]


def _deck(
    job: Job, deck: BoundDeck, options: ImagesOptions, folder: str, suffix: str
) -> Iterator[_CardEntry]:
    names = Names()
    shared = shared_back(job, deck)
    common = f"{folder}/{names.take('back')}{suffix}" if shared else ""
    for card, copy, stem in _name_copies(deck, options.copies, names):
        look = find_look(job, card)
        own = common or f"{folder}/{names.take(f'{stem}-back')}{suffix}"
        front = _CardPicture(f"{folder}/{stem}{suffix}", deck.size, look.front)
        back = _CardPicture(own, deck.size, look.back) if look.back else None
        yield _CardEntry(
            card,
            copy,
            front if options.sides != "back" else None,
            back if options.sides != "front" else None,
        )


def _name_copies(
    deck: BoundDeck, copies: Copies, names: Names
) -> Iterator[tuple[BoundCard, int, str]]:
    """Each card, or each copy of it, with the name of its file; ids are given out first."""
    if copies == "one":
        yield from [(card, 1, names.take(card.id)) for card in deck.cards]
        return
    yield from [
        (card, copy, names.take(f"{card.id}-{copy}" if card.copies > 1 else card.id))
        for card in deck.cards
        for copy in range(1, card.copies + 1)
    ]


# --- writing them ----------------------------------------------------------------------------


def _count_cards(job: Job) -> int:
    return sum(len(deck.cards) for deck in job.game.decks)


def _save(
    job: Job, options: ImagesOptions, entries: list[_CardEntry], output: OutputFolder
) -> dict[str, SavedFace]:
    """Every file: each distinct face of a size rendered once, the rest linked to it."""
    groups = _group_by_size(entries)
    total, done = sum(map(len, groups.values())), 0
    saved: dict[str, SavedFace] = {}
    for size, faces in groups.items():
        for names, one in _save_size(job, options, size, faces, output):
            done += 1
            job.progress("pictures", done, total)
            saved.update(dict.fromkeys(names, one))
    return saved


_Faces = dict[Scene, dict[str, None]]
"""Each distinct face with the names of its files."""


def _group_by_size(entries: Iterable[_CardEntry]) -> dict[Size, _Faces]:
    groups: dict[Size, _Faces] = {}
    for picture in (picture for entry in entries for picture in entry.pictures):
        faces = groups.setdefault(picture.size, {})
        faces.setdefault(picture.face, {})[picture.file] = None
    return groups


def _request_faces(
    job: Job, options: ImagesOptions, size: Size, faces: Iterable[Scene]
) -> Iterator[FaceRequest]:
    dpi = options.dpi or job.dpi
    how = Encoding(options.format, options.quality, dpi, options.background)
    picture = PictureFile(how, options.box == "bleed", options.cut)
    pixels = box_pixels(size, options.box, dpi)
    return (request_picture(job, face, pixels, picture) for face in faces)


def _save_size(
    job: Job,
    options: ImagesOptions,
    size: Size,
    faces: _Faces,
    output: OutputFolder,
) -> Iterator[tuple[list[str], SavedFace]]:
    requests = _request_faces(job, options, size, faces)
    for (first, *rest), request in zip(faces.values(), requests, strict=True):
        one = save_picture(job, request, output.path(first))
        for name in rest:
            output.link(name, first)
        yield [first, *rest], one


def _check_pixels(size: Size, job: Job, options: ImagesOptions) -> None:
    dpi = options.dpi or job.dpi
    width, height = box_pixels(size, options.box, dpi)
    most = LARGEST[options.format]
    if max(width, height) > most or width * height > _MOST_PIXELS:
        fits = dpi * min(most / max(width, height), (_MOST_PIXELS / (width * height)) ** 0.5)
        message = f"`{size.name}` at {dpi:g} dpi is {width} × {height} pixels: too large"
        raise OptionError(message, f"write `dpi={int(fits)}` or less", option="dpi")


# --- manifest --------------------------------------------------------------------------------


def _manifest(
    job: Job, options: ImagesOptions, entries: list[_CardEntry], saved: Mapping[str, SavedFace]
) -> dict[str, object]:
    dpi = options.dpi or job.dpi
    return {
        "format": options.format,
        "box": options.box,
        "corners": "round" if options.cut else "square",
        "sides": options.sides,
        "dpi": plain_dpi(dpi),
        **_describe_loss(options),
        "sizes": {
            deck.size.name: {"pixels": list(box_pixels(deck.size, options.box, dpi))}
            for deck in job.game.decks
        },
        "pictures": [_row(entry, saved) for entry in entries],
    }


def _describe_loss(options: ImagesOptions) -> dict[str, object]:
    """What else makes two pictures of one face differ."""
    told: dict[str, object] = {} if options.format == "png" else {"quality": options.quality}
    return told | ({"background": str(options.background)} if options.format == "jpeg" else {})


def _row(entry: _CardEntry, saved: Mapping[str, SavedFace]) -> dict[str, object]:
    front, back = entry.front, entry.back
    return {
        "deck": entry.card.deck,
        "card": entry.card.id,
        "copy": entry.copy,
        "copies": entry.card.copies,
        "front": front.file if front else None,
        "back": back.file if back else None,
        "front_sha256": saved[front.file].sha256 if front else None,
        "back_sha256": saved[back.file].sha256 if back else None,
        "source": source_of(entry.card),
    }
