"""Target `images`: each card as a picture, for web pages, rulebooks and shops.

Out     a folder a deck with a PNG, JPEG or WebP of each card and each back, and
        `manifest.json` that says which file is which card.

Cut to trim, with corners as round as the card's own (transparent, or of a colour in JPEG), or
whole with the bleed. Equal faces are rendered once; their other names are links to the same
file.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Literal, get_args

from msgspec import Struct

from cardgen.bind.bound_faces import BoundCard, BoundDeck
from cardgen.core.color import WHITE, Color
from cardgen.core.findings import plural
from cardgen.core.sizes import Size
from cardgen.files.file_names import Names, file_name
from cardgen.files.output_folder import OutputFolder
from cardgen.scene.items import Scene
from cardgen.targets.contract import Job, OptionError
from cardgen.targets.option_values import Given, given
from cardgen.targets.shared.face_files import Saved, save_faces
from cardgen.targets.shared.picture_files import FORMATS, LARGEST, QUALITY, Encoding, Format
from cardgen.targets.shared.table_looks import look_of, shared_back
from cardgen.targets.shared.trimmed_faces import Box, box_pixels, painted

NAME = "images"
ABOUT = "a picture of each card: PNG, JPEG or WebP, rounded corners or bleed, any dpi"
OPTION_HELP = {
    "format": "png (the default), jpeg or webp",
    "box": "trim (the default): as the card is cut; bleed: with the bleed around it",
    "corners": "round (the default): cut out as the card is, transparent outside; square",
    "background": "what a JPEG shows outside the card, #ffffff if left out",
    "dpi": "pixels per inch, 36 to 1200; that of the build if left out",
    "quality": "of JPEG and WebP, 1 to 100; 92 if left out",
    "sides": "both (the default), front or back",
    "copies": "one (the default): a file a card; all: a file a printed card",
}

Corners = Literal["round", "square"]
Sides = Literal["both", "front", "back"]
Copies = Literal["one", "all"]
Side = Literal["front", "back"]

_MOST_PIXELS = 250_000_000


class Options(Struct, frozen=True):
    """All choices; `dpi` None is that of the build."""

    format: Format = "png"
    box: Box = "trim"
    corners: Corners = "round"
    background: Color = WHITE
    dpi: float | None = None
    quality: int = QUALITY
    sides: Sides = "both"
    copies: Copies = "one"

    @property
    def cut(self) -> bool:
        return self.box == "trim" and self.corners == "round"


def read_options(pairs: Mapping[str, str]) -> Options:
    """Read options as typed.

    Raises:
        OptionError: an option is unknown, cannot be had, or does not go with another.
    """
    typed = given(NAME, pairs, OPTION_HELP)
    options = Options(
        format=typed.choice("format", FORMATS, "png"),
        box=typed.choice("box", get_args(Box), "trim"),
        corners=typed.choice("corners", get_args(Corners), "round"),
        background=typed.color("background", WHITE),
        dpi=typed.number("dpi", 36, 1200, None),
        quality=typed.whole("quality", 1, 100, QUALITY),
        sides=typed.choice("sides", get_args(Sides), "both"),
        copies=typed.choice("copies", get_args(Copies), "one"),
    )
    _check_together(typed, options)
    return options


def _check_together(typed: Given, options: Options) -> None:
    if typed.has("corners") and options.corners == "round" and options.box == "bleed":
        hint = "leave out `corners`, or write `box=trim`"
        raise OptionError("the bleed lies outside the corners", hint, option="corners")
    if typed.has("background") and not (options.format == "jpeg" and options.cut):
        hint = "leave out `background`, or write `format=jpeg` with round corners"
        raise OptionError("there is no background to see", hint, option="background")
    if typed.has("quality") and options.format == "png":
        hint = "leave out `quality`, or write `format=jpeg` or `format=webp`"
        raise OptionError("a PNG has no quality: it loses nothing", hint, option="quality")


# --- which files there are -------------------------------------------------------------------


class _Picture(Struct, frozen=True):
    """A file, and the face of a card that it shows."""

    file: str
    size: Size
    face: Scene


class _Entry(Struct, frozen=True):
    """A card, or a copy of it, and the file of either side."""

    card: BoundCard
    copy: int
    front: _Picture | None
    back: _Picture | None

    @property
    def pictures(self) -> Iterator[_Picture]:
        return (one for one in (self.front, self.back) if one)


def _entries(job: Job, options: Options) -> list[_Entry]:
    folders = Names()
    suffix = Encoding(options.format).suffix
    return [
        entry
        for deck in job.game.decks
        for entry in _deck(job, deck, options, folders.take(file_name(deck.name, "deck")), suffix)
    ]


def _deck(
    job: Job, deck: BoundDeck, options: Options, folder: str, suffix: str
) -> Iterator[_Entry]:
    names = Names()
    shared = shared_back(job, deck)
    common = f"{folder}/{names.take('back')}{suffix}" if shared else ""
    for card, copy, stem in _named(deck, options.copies, names):
        look = look_of(job, card)
        own = common or f"{folder}/{names.take(f'{stem}-back')}{suffix}"
        front = _Picture(f"{folder}/{stem}{suffix}", deck.size, look.front)
        back = _Picture(own, deck.size, look.back) if look.back else None
        yield _Entry(
            card,
            copy,
            front if options.sides != "back" else None,
            back if options.sides != "front" else None,
        )


def _named(deck: BoundDeck, copies: Copies, names: Names) -> Iterator[tuple[BoundCard, int, str]]:
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


def plan(job: Job) -> Options:
    """The options, which suit every size of the game.

    Raises:
        OptionError: an option cannot be had, or the pictures are too large.
    """
    options = read_options(job.options)
    for size in dict.fromkeys(deck.size for deck in job.game.decks):
        _check_pixels(size, job, options)
    return options


def write(job: Job, output: OutputFolder) -> str:
    """Write the pictures of the whole game.

    Raises:
        OptionError: an option cannot be had, or the pictures are too large.
    """
    options = plan(job)
    entries = _entries(job, options)
    saved = _save(job, options, entries, output)
    output.write("manifest.json", _manifest(job, options, entries, saved))
    size = sum(one.length for one in {one.sha256: one for one in saved.values()}.values())
    shown = f"{plural(len(saved), 'picture')} of {plural(_cards(job), 'card')}"
    return f"{shown} as {options.format.upper()}, {size / 1e6:.1f} MB"


def _cards(job: Job) -> int:
    return sum(len(deck.cards) for deck in job.game.decks)


def _save(
    job: Job, options: Options, entries: list[_Entry], output: OutputFolder
) -> dict[str, Saved]:
    """Every file: each distinct face of a size rendered once, the rest linked to it."""
    groups: dict[Size, dict[Scene, dict[str, None]]] = {}
    for picture in (picture for entry in entries for picture in entry.pictures):
        faces = groups.setdefault(picture.size, {})
        faces.setdefault(picture.face, {})[picture.file] = None
    total, done = sum(map(len, groups.values())), 0
    saved: dict[str, Saved] = {}
    for size, faces in groups.items():
        for names, one in _save_size(job, options, size, faces, output):
            done += 1
            job.progress("pictures", done, total)
            saved.update(dict.fromkeys(names, one))
    return saved


def _save_size(
    job: Job,
    options: Options,
    size: Size,
    faces: dict[Scene, dict[str, None]],
    output: OutputFolder,
) -> Iterator[tuple[list[str], Saved]]:
    dpi = options.dpi or job.dpi
    how = Encoding(options.format, options.quality, dpi, options.background)
    pixels = box_pixels(size, options.box, dpi)
    names = [list(files) for files in faces.values()]
    paths = [output.path(first) for first, *_ in names]
    scenes = list(faces)
    with painted(scenes, pixels, job.game.pictures, box=options.box, cut=options.cut) as pages:
        written = save_faces(pages, paths, how, job.workers)
        for (first, *rest), one in zip(names, written, strict=True):
            for name in rest:
                output.link(name, first)
            yield [first, *rest], one


def _check_pixels(size: Size, job: Job, options: Options) -> None:
    dpi = options.dpi or job.dpi
    width, height = box_pixels(size, options.box, dpi)
    most = LARGEST[options.format]
    if max(width, height) > most or width * height > _MOST_PIXELS:
        fits = dpi * min(most / max(width, height), (_MOST_PIXELS / (width * height)) ** 0.5)
        message = f"`{size.name}` at {dpi:g} dpi is {width} × {height} pixels: too large"
        raise OptionError(message, f"write `dpi={int(fits)}` or less", option="dpi")


# --- manifest --------------------------------------------------------------------------------


def _manifest(
    job: Job, options: Options, entries: list[_Entry], saved: Mapping[str, Saved]
) -> bytes:
    dpi = options.dpi or job.dpi
    manifest = {
        "game": job.name,
        "target": NAME,
        "format": options.format,
        "box": options.box,
        "corners": "round" if options.cut else "square",
        "dpi": int(dpi) if dpi == int(dpi) else dpi,
        "sizes": {
            deck.size.name: {"pixels": list(box_pixels(deck.size, options.box, dpi))}
            for deck in job.game.decks
        },
        "pictures": [_row(entry, saved) for entry in entries],
    }
    return (json.dumps(manifest, indent=1, ensure_ascii=False) + "\n").encode("utf-8")


def _row(entry: _Entry, saved: Mapping[str, Saved]) -> dict[str, object]:
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
        "source": f"{entry.card.span.file}:{entry.card.span.line}",
    }
