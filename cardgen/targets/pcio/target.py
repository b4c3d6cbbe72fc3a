"""Target `pcio`: a room for playingcards.io, to import as it is.

Out     `<game>.pcio`, a package with the decks on the table and all their pictures inside;
        `manifest.json`.

Equal pictures are in the package once, named by their content. A rectangle is a JPEG, what has
another shape a PNG with nothing around it.

Source  see `pcio.room`; packages are stored, not compressed, with pictures below `userassets/`
        and four files beside it: the PlayingCards.io Authoring Kit (docs/pcio-format.md),
        made after exports of the site. There `variantId` is any text and `variantDate` is
        milliseconds since 1970; an import takes them as they are. One reader passes over
        pictures of 2 MiB and more.
"""

from __future__ import annotations

import hashlib
import io
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated

from msgspec.structs import replace
from pydantic import Field

from cardgen.bind.bound_faces import BoundCard, BoundDeck
from cardgen.core.findings import plural
from cardgen.core.geometry import POINTS_PER_INCH
from cardgen.files.file_names import Names, file_name
from cardgen.files.output_folder import OutputFolder
from cardgen.render.raster.picture_files import Encoding, Format
from cardgen.render.workers.face_painting import FaceRequest
from cardgen.render.workers.raster_tasks import PictureFile
from cardgen.scene.items import Scene
from cardgen.targets.contract import Job, OptionError, Target
from cardgen.targets.options import Number, TargetOptions, WholeNumber
from cardgen.targets.pcio.room import SCHEMA, CardKind, DeckPile, make_room
from cardgen.targets.shared.face_files import request_picture
from cardgen.targets.shared.manifest import source_of, to_json, write_manifest
from cardgen.targets.shared.table_looks import blank_face, find_look, is_rectangle, shared_back
from cardgen.targets.shared.trimmed_faces import trim_pixels

DPI = 200.0
LARGEST = 2048
MOST_BYTES = 2 * 1024 * 1024 - 1
_QUALITY = 88
_SMALLER = 0.85
_FOLDER = "userassets"
_VARIANT_DATE = "1577836800000"
"""The first of January 2020, whenever a room is made: equal games have equal bytes."""


class PcioOptions(TargetOptions):
    """The pictures; `dpi` None is 200, or what the limits leave of it."""

    dpi: Annotated[float | None, Number(36, 600)] = Field(
        None,
        description="pixels per inch of the pictures, 36 to 600; 200 if left out, less for boards",
    )
    quality: Annotated[int, WholeNumber(1, 100)] = Field(
        _QUALITY, description=f"of the pictures, 1 to 100; {_QUALITY} if left out"
    )


class PcioTarget(Target[PcioOptions, PcioOptions]):
    """The room of the whole game."""

    name = "pcio"
    about = "playingcards.io: a room to import, decks on the table"
    options = PcioOptions
    drops_finishes = True

    def plan(self, job: Job, options: PcioOptions) -> PcioOptions:
        del job
        return options

    def faces(self, job: Job, plan: PcioOptions) -> Iterator[FaceRequest]:
        """Return the pictures as they are where the limits allow it."""
        for deck in job.game.decks:
            how = _choose_encoding(job, deck, plan)
            yield from _request_faces(job, deck, _list_faces(_list_sides(job, deck)), how)

    def write(self, job: Job, plan: PcioOptions, output: OutputFolder) -> str:
        """Write the room.

        Raises:
            OptionError: A picture is longer than readers take.
        """
        names, assets = Names(), dict[str, bytes]()
        piles = []
        for done, deck in enumerate(job.game.decks, 1):
            label = names.take(file_name(deck.name, "deck"))
            piles.append(_make_pile(job, deck, plan, label, assets))
            job.progress("decks", done, len(job.game.decks))
        shown = {f"{_FOLDER}/{name}": picture for name, picture in assets.items()}
        data = pack_entries(_root(to_json(make_room(piles))) | shown)
        file = f"{file_name(job.name)}.pcio"
        output.write(file, data)
        write_manifest(output, job, self.name, _manifest(job, file, data, piles))
        cards, pictures = plural(job.game.total, "card"), plural(len(assets), "picture")
        return f"{cards} in {plural(len(piles), 'deck')}, {pictures}, {len(data) / 1e6:.1f} MB"


def _root(widgets: bytes) -> dict[str, bytes]:
    """The files beside the pictures, in the order that the site writes them."""
    return {
        "schemaVersion": str(SCHEMA).encode(),
        "variantId": hashlib.sha256(widgets).hexdigest()[:20].encode(),
        "variantDate": _VARIANT_DATE.encode(),
        "widgets.json": widgets,
    }


def pack_entries(entries: Mapping[str, bytes]) -> bytes:
    """A ZIP that stores its entries, with a fixed date each."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as archive:
        for name, data in entries.items():
            info = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            info.create_system = 3  # the same on every system
            info.external_attr = 0o644 << 16
            archive.writestr(info, data)
    return out.getvalue()


# --- decks -----------------------------------------------------------------------------------


def _make_pile(
    job: Job, deck: BoundDeck, options: PcioOptions, label: str, assets: dict[str, bytes]
) -> DeckPile:
    """A deck, its pictures put among the assets."""
    sides = _list_sides(job, deck)
    addresses = _store_pictures(job, deck, options, _list_faces(sides), assets)
    common = shared_back(job, deck)
    kinds = tuple(
        CardKind(card.id, _label(card), card.copies, addresses[front], addresses[back])
        for card, (front, back) in zip(deck.cards, sides, strict=True)
    )
    back = addresses[common] if common else None
    return DeckPile(deck.name, label, deck.size.trim, kinds, back, not is_rectangle(job, deck))


def _list_sides(job: Job, deck: BoundDeck) -> list[tuple[Scene, Scene]]:
    """Front and back of each card."""
    looks = [find_look(job, card) for card in deck.cards]
    return [(look.front, look.back or blank_face(look.front)) for look in looks]


def _list_faces(sides: Sequence[tuple[Scene, Scene]]) -> list[Scene]:
    """Each distinct face, the fronts first."""
    return list(dict.fromkeys([front for front, _ in sides] + [back for _, back in sides]))


def _label(card: BoundCard) -> str:
    names = (card.values.get(key) for key in ("name", "title"))
    return next((str(name) for name in names if name not in (None, "")), card.id)


def _store_pictures(
    job: Job, deck: BoundDeck, options: PcioOptions, scenes: list[Scene], assets: dict[str, bytes]
) -> dict[Scene, str]:
    """The address of each face's picture; all of a deck at one resolution."""
    how = _choose_encoding(job, deck, options)
    while True:
        made = _encode_faces(job, deck, scenes, how)
        longest = max(map(len, made))
        if longest <= MOST_BYTES:
            break
        if options.dpi is not None:
            message = f"`{deck.name}`: a picture has {longest / 1e6:.1f} MB, over 2 MB"
            hint = "lower `dpi` or `quality`" if how.format == "jpeg" else "lower `dpi`"
            raise OptionError(message, hint, option="dpi")
        how = replace(how, dpi=how.dpi * _SMALLER)
    names = [f"{hashlib.sha256(data).hexdigest()[:20]}{how.suffix}" for data in made]
    assets.update(zip(names, made, strict=True))
    return {scene: f"package://{_FOLDER}/{name}" for scene, name in zip(scenes, names, strict=True)}


def _encode_faces(job: Job, deck: BoundDeck, scenes: list[Scene], how: Encoding) -> list[bytes]:
    requests = _request_faces(job, deck, scenes, how)
    job.faces.begin(requests)
    return [job.faces.read(request) for request in requests]


def _request_faces(
    job: Job, deck: BoundDeck, scenes: list[Scene], how: Encoding
) -> list[FaceRequest]:
    pixels = trim_pixels(deck.size.trim, how.dpi)
    picture = PictureFile(how, cut=not is_rectangle(job, deck))
    return [request_picture(job, scene, pixels, picture) for scene in scenes]


def _choose_encoding(job: Job, deck: BoundDeck, options: PcioOptions) -> Encoding:
    """The format of a deck, and the resolution that its size allows."""
    trim = deck.size.trim
    fits = LARGEST * POINTS_PER_INCH / max(trim.width, trim.height)
    form: Format = "jpeg" if is_rectangle(job, deck) else "png"
    return Encoding(form, options.quality, options.dpi or min(DPI, fits))


# --- what was done ---------------------------------------------------------------------------


def _manifest(job: Job, file: str, data: bytes, piles: list[DeckPile]) -> dict[str, object]:
    return {
        "file": file,
        "sha256": hashlib.sha256(data).hexdigest(),
        "decks": [
            {
                "deck": deck.name,
                "total": deck.total,
                "cards": [
                    {
                        "card": card.id,
                        "copies": card.copies,
                        "face": kind.face.removeprefix("package://"),
                        "back": (pile.back or kind.back or "").removeprefix("package://"),
                        "source": source_of(card),
                    }
                    for card, kind in zip(deck.cards, pile.kinds, strict=True)
                ],
            }
            for deck, pile in zip(job.game.decks, piles, strict=True)
        ],
    }
