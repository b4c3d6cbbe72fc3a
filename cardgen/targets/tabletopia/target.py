"""Target `tabletopia`: pictures for Tabletopia's workshop.

Out     a folder a deck: a picture of each card's face named by the card and its copies, its
        back or backs; `UPLOAD.md` that says how many of which to place; `manifest.json`.

Ten pixels are one millimeter on Tabletopia's tables. What would be over 2000 pixels a side is
made smaller, all of its deck alike, and the guide says by how much to scale it up again. A
rectangle is a JPEG; what has another shape is a PNG with nothing around it. Files are kept
under a length by lowering the JPEG's quality, then the resolution.

Source  help.tabletopia.com, "Preparing Graphics": JPEG or PNG, fronts and backs in files of
        their own and of one size to the pixel, 10 pixels to the millimeter, up to 400 % of
        scaling, at most 2000 x 2000 pixels, better 1 to 2 MB a file, 20 MB a setup.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import floor
from pathlib import Path
from typing import Annotated, Literal, get_args

from msgspec import Struct
from msgspec.structs import replace
from pydantic import Field

from cardgen.bind.bound_faces import BoundCard, BoundDeck
from cardgen.core.findings import plural
from cardgen.core.geometry import POINTS_PER_INCH
from cardgen.files.file_names import Names, file_name
from cardgen.files.output_folder import OutputFolder
from cardgen.render.raster.picture_files import QUALITY, Encoding
from cardgen.render.workers.face_painting import FaceRequest
from cardgen.render.workers.raster_tasks import PictureFile
from cardgen.scene.items import Scene
from cardgen.targets.contract import Job, OptionError, Target
from cardgen.targets.options import Number, OneOf, TargetOptions
from cardgen.targets.shared.face_files import SavedFace, request_picture, save_picture
from cardgen.targets.shared.guides import write_guide
from cardgen.targets.shared.manifest import source_of, write_manifest
from cardgen.targets.shared.markdown_names import escape_name
from cardgen.targets.shared.table_looks import find_look, is_rectangle, shared_back
from cardgen.targets.shared.trimmed_faces import trim_pixels

Format = Literal["auto", "jpeg", "png"]

TABLE_DPI = 254.0
LARGEST = 2000
_QUALITIES = (QUALITY, 88, 84, 78, 72, 65)
_SMALLER = 0.85
_LEAST_DPI = 36.0
_MEGABYTE = 1_000_000
_SETUP = 20


class TabletopiaOptions(TargetOptions):
    """The pictures; `dpi` None is the table's own, or what the limits leave of it."""

    format: Annotated[Format, OneOf(get_args(Format))] = Field(
        "auto",
        description="auto (the default): jpeg for rectangles, png for other shapes; jpeg; png",
    )
    limit: Annotated[float, Number(0.1, 10)] = Field(
        2.0, description="MB that a file may have, 0.1 to 10; 2 if left out"
    )
    dpi: Annotated[float | None, Number(36, 600)] = Field(
        None,
        description="pixels per inch, 36 to 600; 254, which is 10 a millimeter, if left out",
    )


class _CardFiles(Struct, frozen=True):
    """A card and its two files."""

    card: BoundCard
    front: str
    back: str | None


class _DeckPictures(Struct, frozen=True):
    """A deck's pictures: how they were written, and what became of each."""

    deck: BoundDeck
    rows: tuple[_CardFiles, ...]
    pixels: tuple[int, int]
    how: Encoding
    saved: Mapping[str, SavedFace]

    @property
    def scale(self) -> int:
        """Per cent by which to scale at the table for the true size."""
        return round(TABLE_DPI / self.how.dpi * 100)

    @property
    def length(self) -> int:
        return sum(one.length for one in self.saved.values())


class TabletopiaTarget(Target[TabletopiaOptions, TabletopiaOptions]):
    """The pictures of the whole game."""

    name = "tabletopia"
    about = "Tabletopia: fronts and backs within its limits, named by card and copies"
    options = TabletopiaOptions
    drops_finishes = True

    def plan(self, job: Job, options: TabletopiaOptions) -> TabletopiaOptions:
        """Return the options, which suit every deck.

        Raises:
            OptionError: A resolution is too high.
        """
        for deck in job.game.decks:
            _choose_encoding(job, deck, options)
        return options

    def faces(self, job: Job, plan: TabletopiaOptions) -> Iterator[FaceRequest]:
        """Return the pictures as they are where the limits allow it."""
        for deck in job.game.decks:
            how = _choose_encoding(job, deck, plan)
            for face in dict.fromkeys(_rows(job, deck, "", "")[1].values()):
                yield _request_face(job, deck, face, replace(how, quality=_QUALITIES[0]))

    def write(self, job: Job, plan: TabletopiaOptions, output: OutputFolder) -> str:
        """Write all pictures.

        Raises:
            OptionError: The limits cannot be kept as asked.
        """
        folders, made = Names(), []
        for done, deck in enumerate(job.game.decks, 1):
            folder = folders.take(file_name(deck.name, "deck"))
            made.append(_write_deck(job, deck, plan, folder, output))
            job.progress("decks", done, len(job.game.decks))
        write_guide(output, job, "UPLOAD.md", _guide(job, made))
        write_manifest(output, job, self.name, _manifest(made))
        count = sum(len(one.saved) for one in made)
        size = sum(one.length for one in made) / _MEGABYTE
        return f"{plural(count, 'picture')} of {plural(job.game.total, 'card')}, {size:.1f} MB"


# --- one deck --------------------------------------------------------------------------------


def _write_deck(
    job: Job, deck: BoundDeck, options: TabletopiaOptions, folder: str, output: OutputFolder
) -> _DeckPictures:
    how = _choose_encoding(job, deck, options)
    rows, faces = _rows(job, deck, folder, how.suffix)
    paths = [output.path(name) for name in faces]
    limit = options.limit * _MEGABYTE
    while True:
        pixels = trim_pixels(deck.size.trim, how.dpi)
        saved = _save_within(job, deck, list(faces.values()), paths, how, limit)
        if all(one.length <= limit for one in saved):
            return _DeckPictures(deck, rows, pixels, how, dict(zip(faces, saved, strict=True)))
        if options.dpi is not None or how.dpi * _SMALLER < _LEAST_DPI:
            longest = max(one.length for one in saved) / _MEGABYTE
            message = f"`{deck.name}`: a picture has {longest:.1f} MB, over {options.limit:g} MB"
            raise OptionError(message, "lower `dpi`, or raise `limit`", option="limit")
        how = replace(how, dpi=how.dpi * _SMALLER)


def _choose_encoding(job: Job, deck: BoundDeck, options: TabletopiaOptions) -> Encoding:
    """The format of a deck, and the resolution that its size allows.

    Raises:
        OptionError: the resolution asked for is over 2000 pixels a side.
    """
    size = deck.size
    fits = LARGEST * POINTS_PER_INCH / max(size.trim.width, size.trim.height)
    if options.dpi is not None and options.dpi > fits + 1e-9:
        message = f"`{size.name}` at {options.dpi:g} dpi is over {LARGEST} pixels"
        raise OptionError(message, f"write `dpi={floor(fits)}` or leave it out", option="dpi")
    dpi = options.dpi or min(TABLE_DPI, fits)
    if options.format == "auto":
        return Encoding("jpeg" if is_rectangle(job, deck) else "png", dpi=dpi)
    return Encoding(options.format, dpi=dpi)


def _rows(
    job: Job, deck: BoundDeck, folder: str, suffix: str
) -> tuple[tuple[_CardFiles, ...], dict[str, Scene]]:
    """The files of each card, and the face that each file shows."""
    names, rows, faces = Names(), [], {}
    common = shared_back(job, deck)
    shared = f"{folder}/{names.take('back')}{suffix}" if common else ""
    for card in deck.cards:
        look = find_look(job, card)
        stem = names.take(f"{card.id}-x{card.copies}")
        front = f"{folder}/{stem}{suffix}"
        back = shared or (f"{folder}/{names.take(f'{stem}-back')}{suffix}" if look.back else None)
        faces[front] = look.front
        if back and look.back:
            faces[back] = look.back
        rows.append(_CardFiles(card, front, back))
    return tuple(rows), faces


def _save_within(
    job: Job,
    deck: BoundDeck,
    scenes: Sequence[Scene],
    paths: Sequence[Path],
    how: Encoding,
    limit: float,
) -> list[SavedFace]:
    """Write all; what is too long again and again, at lower quality, as long as there is one."""
    qualities = _QUALITIES if how.format == "jpeg" else _QUALITIES[:1]
    kept: dict[Path, SavedFace] = {}
    todo = list(zip(scenes, paths, strict=True))
    for quality in qualities:
        kept.update(_save(job, deck, todo, replace(how, quality=quality)))
        todo = [(scene, path) for scene, path in todo if kept[path].length > limit]
        if not todo:
            break
    return [kept[path] for path in paths]


def _save(
    job: Job, deck: BoundDeck, todo: Sequence[tuple[Scene, Path]], how: Encoding
) -> dict[Path, SavedFace]:
    """Write files; a face that several show is rendered once, and by no build again."""
    requests = [_request_face(job, deck, scene, how) for scene, _ in todo]
    job.faces.begin(requests)
    made: dict[Path, SavedFace] = {}
    for (_, path), request in zip(todo, requests, strict=True):
        path.unlink(missing_ok=True)  # of a better quality
        made[path] = save_picture(job, request, path)
    return made


def _request_face(job: Job, deck: BoundDeck, face: Scene, how: Encoding) -> FaceRequest:
    picture = PictureFile(how, cut=how.format == "png")
    return request_picture(job, face, trim_pixels(deck.size.trim, how.dpi), picture)


# --- what was done ---------------------------------------------------------------------------


def _manifest(made: Sequence[_DeckPictures]) -> dict[str, object]:
    return {
        "decks": [
            {
                "deck": one.deck.name,
                "format": one.how.format,
                "pixels": list(one.pixels),
                "scale_percent": one.scale,
                "cards": [_manifest_row(one, row) for row in one.rows],
            }
            for one in made
        ],
    }


def _manifest_row(made: _DeckPictures, row: _CardFiles) -> dict[str, object]:
    return {
        "card": row.card.id,
        "copies": row.card.copies,
        "front": row.front,
        "back": row.back,
        "front_sha256": made.saved[row.front].sha256,
        "back_sha256": made.saved[row.back].sha256 if row.back else None,
        "source": source_of(row.card),
    }


def _guide(job: Job, made: Sequence[_DeckPictures]) -> str:
    """UPLOAD.md: what to place, how often, and at what scale."""
    size = sum(one.length for one in made) / _MEGABYTE
    heavy = (
        f"All pictures together have {size:.0f} MB. Tabletopia asks for {_SETUP} MB a setup: "
        "split the game into setups, or build with a lower `dpi`.\n\n"
        if size > _SETUP
        else ""
    )
    rows = "\n".join(_guide_row(one) for one in made)
    return f"""# {escape_name(job.name)}: to Tabletopia

| deck | pictures | cards | pixels | scale at the table |
|---|---|---|---|---|
{rows}

{heavy}1. In the workshop, upload the pictures of each deck's folder. All of a deck have one size.
2. Make a card of each front with its back: `back` is the one that all share, else the file of
   the same name that ends in `-back`.
3. The number after `-x` says how many of a card the deck has.
4. Set the scale of the table above, so that the pieces have their true size beside each other.
"""


def _guide_row(made: _DeckPictures) -> str:
    width, height = made.pixels
    cells = (escape_name(made.deck.name), len(made.saved), made.deck.total, f"{width} × {height}",
             f"{made.scale} %")  # fmt: skip
    return "| " + " | ".join(map(str, cells)) + " |"
