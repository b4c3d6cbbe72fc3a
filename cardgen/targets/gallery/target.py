"""Target `gallery`: the whole game as one web page, to send to playtesters.

Out     `index.html`, which holds everything it shows and asks nothing of any server, and
        `manifest.json`.

Cards are in the page as elements, so that it can be read and printed by a browser that runs
no scripts (mail programs show attachments so); the script adds search, filters, sorting and
the large view. Each distinct face is in the page once, where it is first shown.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Annotated, Any

from pydantic import Field

from cardgen.bind.bound_faces import BoundDeck
from cardgen.core.findings import plural
from cardgen.files.output_folder import OutputFolder
from cardgen.render.workers.face_painting import FaceRequest
from cardgen.scene.items import Scene
from cardgen.scene.scene_digest import scene_digest
from cardgen.targets.contract import Job, Target
from cardgen.targets.gallery.cards import CardTile, DeckGroup, TileSide, group_decks
from cardgen.targets.gallery.editions import add_editions
from cardgen.targets.gallery.faces import (
    FacePicture,
    PictureStyle,
    WantedPicture,
    choose_pictures,
    list_certain,
    read_picture,
)
from cardgen.targets.gallery.shapes import TileShape, make_shape, write_styles
from cardgen.targets.laid_deck import LaidDeck
from cardgen.targets.options import Parsed, TargetOptions, WholeNumber, YesNo
from cardgen.targets.shared.edition_names import choose_editions, name_edition, read_editions
from cardgen.targets.shared.faces_version import compute_faces_version
from cardgen.targets.shared.manifest import write_manifest
from cardgen.targets.shared.page_modules import join_modules, play_folder, play_style
from cardgen.targets.shared.web_page import (
    css_text,
    data_uri,
    package_folder,
    render_page,
    safe_json,
)
from cardgen.text.smart_punctuation import smarten

_PAGE = "targets/gallery/page"
_FACE_DIGITS = 12
"""Of a face's digest: enough to tell whether a face that was noted has changed since."""


class GalleryOptions(TargetOptions):
    """What the page shows, and how large."""

    width: Annotated[int, WholeNumber(200, 1600)] = Field(
        750, description="pixels across a poker card, 200 to 1600; 750 if left out"
    )
    quality: Annotated[int, WholeNumber(1, 100)] = Field(
        80,
        description="of textures and photographs, 1 to 100; 80 if left out. Letters and flat "
        "colors stay sharp whatever it is",
    )
    backs: Annotated[bool, YesNo()] = Field(
        True, description="yes (the default); no leaves the backs out"
    )
    editions: Annotated[tuple[str, ...], Parsed(read_editions, "all", "de+fr")] = Field(
        (),
        description="editions to show after each card, with + between their names, or all; none "
        "if left out",
    )


class GalleryTarget(Target[GalleryOptions, tuple[GalleryOptions, tuple[DeckGroup, ...]]]):
    """The whole game as one web page."""

    name = "gallery"
    about = "one web page of the whole game to send to playtesters: search, filter, flip, print"
    options = GalleryOptions
    drops_finishes = True

    def renders_deck(self, deck: BoundDeck) -> bool:
        return bool(deck.cards)

    def early_faces(self, laid: LaidDeck, options: GalleryOptions) -> Iterable[FaceRequest]:
        deck, scenes = laid.deck, laid.scenes
        faces = deck.faces if options.backs else [card.front for card in deck.cards]
        style = PictureStyle(options.width, options.quality)
        shown = list_certain(scenes[face] for face in faces)
        return [one.request for one in choose_pictures(shown, laid.pictures, style)]

    def plan(
        self, job: Job, options: GalleryOptions
    ) -> tuple[GalleryOptions, tuple[DeckGroup, ...]]:
        """Return what the page shows."""
        groups = group_decks(job, backs=options.backs)
        chosen = choose_editions(job, options.editions)
        return options.with_changes(editions=chosen), groups

    def faces(
        self, job: Job, plan: tuple[GalleryOptions, tuple[DeckGroup, ...]]
    ) -> Iterable[FaceRequest]:
        return [one.request for one in _choose(job, *plan)]

    def editions(self, plan: tuple[GalleryOptions, tuple[DeckGroup, ...]]) -> Sequence[str]:
        return plan[0].editions

    def write(
        self, job: Job, plan: tuple[GalleryOptions, tuple[DeckGroup, ...]], output: OutputFolder
    ) -> str:
        options, own = plan
        groups = add_editions(job, own, backs=options.backs) if job.editions else own
        album = _FaceNumbers(groups)
        shots = _read_pictures(job, _choose(job, options, own))
        for other in job.editions.values():
            theirs = group_decks(other, backs=options.backs)
            shots |= _read_pictures(job, _choose(other, options, theirs, shots))
        album.number_grounds(shots)
        version = compute_faces_version(job)
        page = _page(job, album, shots, version)
        output.write("index.html", page)
        manifest = {"page": "index.html", "version": version, **_manifest(options, album, shots)}
        write_manifest(output, job, self.name, manifest)
        faces = plural(len(album.scenes), "different face")
        return f"a gallery of {plural(job.game.total, 'card')}, {faces}, {len(page) / 1e6:.1f} MB"


def _choose(
    job: Job,
    options: GalleryOptions,
    groups: Sequence[DeckGroup],
    known: Mapping[Scene, FacePicture] | None = None,
) -> list[WantedPicture]:
    """The pictures that these decks need beside those that are known."""
    scenes = (side.scene for group in groups for side in _sides(group))
    style = PictureStyle(options.width, options.quality)
    return choose_pictures(scenes, job.game.pictures, style, known)


def _read_pictures(job: Job, wanted: Sequence[WantedPicture]) -> dict[Scene, FacePicture]:
    """Wait for pictures, those that are not under way yet included."""
    job.faces.begin(one.request for one in wanted)
    shots: dict[Scene, FacePicture] = {}
    for one in wanted:
        shots[one.scene] = read_picture(job.faces, one)
        job.progress("pictures", len(shots), len(wanted))
    return shots


class _FaceNumbers:
    """Faces, grounds and shapes by their numbers, in the order in which the page shows them."""

    def __init__(self, groups: tuple[DeckGroup, ...]) -> None:
        self.groups = groups
        self.scenes: list[Scene] = []
        self.shapes: list[TileShape] = []
        self.grounds: list[Scene] = []
        self._numbers: dict[Scene, tuple[int, int]] = {}
        for group in groups:
            for side in _sides(group):
                self._number_face(side.scene, group.corner)

    def _number_face(self, scene: Scene, corner: float) -> None:
        if scene in self._numbers:
            return
        shape = make_shape(scene, corner)
        if shape not in self.shapes:
            self.shapes.append(shape)
        self._numbers[scene] = len(self.scenes), self.shapes.index(shape)
        self.scenes.append(scene)

    def number(self, scene: Scene) -> int:
        return self._numbers[scene][0]

    def shape(self, scene: Scene) -> int:
        return self._numbers[scene][1]

    def number_grounds(self, shots: Mapping[Scene, FacePicture]) -> None:
        """Number the pictures that faces are shown before."""
        behind = (shots[scene].ground for scene in self.scenes)
        self.grounds = list(dict.fromkeys(ground for ground in behind if ground is not None))


def _sides(group: DeckGroup) -> Iterator[TileSide]:
    for tile in group.tiles:
        yield tile.front
        if tile.back:
            yield tile.back


# --- the page ----------------------------------------------------------------------------------


def _page(job: Job, album: _FaceNumbers, shots: Mapping[Scene, FacePicture], version: str) -> bytes:
    file = job.game.spec.file
    styles = (write_styles(album.shapes), *_style_grounds(album, shots))
    return render_page(
        package_folder(_PAGE),
        own_style="\n".join((*styles, _header(job.name, version), play_style())),
        own_script=f"const {{ PlayTable }} = {join_modules(play_folder(), 'play_table')};",
        name=job.name,
        about=smarten(file.about, file.language),
        language=file.language,
        version=version,
        total=plural(job.game.total, "card"),
        decks=list(_describe_groups(album, shots)),
        shapes=[(n, shape) for n, shape in enumerate(album.shapes) if shape.path],
        data=safe_json(_data(job, album, version)),
    )


def _style_grounds(album: _FaceNumbers, shots: Mapping[Scene, FacePicture]) -> Iterator[str]:
    """A rule a ground: `.g0` …, each picture in the page once."""
    for number, ground in enumerate(album.grounds):
        shot = shots[ground]
        yield f'.g{number}.before{{background-image:url("{data_uri(shot.kind, shot.data)}")}}'


def _header(name: str, version: str) -> str:
    """What a browser that can prints above each sheet, beyond the cards."""
    said = css_text(f"{name}  ·  faces {version}  ·  print at 100 %")
    return f"@page{{@top-center{{content:{said}}}}}"


def _describe_groups(
    album: _FaceNumbers, shots: Mapping[Scene, FacePicture]
) -> Iterator[dict[str, Any]]:
    """The decks as the template shows them; a face's picture goes with its first use."""
    shown: set[Scene] = set()
    number = 0
    for group in album.groups:
        cards = []
        for tile in group.tiles:
            sides = [side for side in (tile.front, tile.back) if side]
            told = [_describe_side(album, side, shots, shown) for side in sides]
            cards.append({"number": number, "tile": tile, "sides": told})
            number += 1
        yield {"group": group, "cards": cards}


def _describe_side(
    album: _FaceNumbers, side: TileSide, shots: Mapping[Scene, FacePicture], shown: set[Scene]
) -> dict[str, Any]:
    shot = shots[side.scene]
    first = side.scene not in shown
    shown.add(side.scene)
    return {
        "face": album.number(side.scene),
        "shape": album.shape(side.scene),
        "outlined": bool(album.shapes[album.shape(side.scene)].path),
        "words": side.words,
        "size": shot.size,
        "ground": f"g{album.grounds.index(shot.ground)}" if shot.ground else "",
        "uri": data_uri(shot.kind, shot.data) if first else "",
    }


def _data(job: Job, album: _FaceNumbers, version: str) -> dict[str, Any]:
    """What the script asks of the cards, in the order of their elements."""
    return {
        "language": job.game.spec.file.language,
        "game": job.name,
        "faces": version,
        "cards": [
            _describe_tile(tile) | {"id": _address(job, tile)}
            for group in album.groups
            for tile in group.tiles
        ],
    }


def _address(job: Job, tile: CardTile) -> str:
    """A card's name in the page's address; that of another edition ends in its name."""
    own = tile.edition in ("", name_edition(job.edition))
    return tile.id if own else f"{tile.id}@{tile.edition}"


def _describe_tile(tile: CardTile) -> dict[str, Any]:
    return {
        "deck": tile.deck,
        "name": tile.name,
        "copies": tile.copies,
        "fields": tile.fields,
        "words": tile.front.words,
        "back": tile.back is not None,
        "face": scene_digest(tile.front.scene)[:_FACE_DIGITS],
        "back_face": scene_digest(tile.back.scene)[:_FACE_DIGITS] if tile.back else "",
    }


# --- manifest ----------------------------------------------------------------------------------


def _manifest(
    options: GalleryOptions, album: _FaceNumbers, shots: Mapping[Scene, FacePicture]
) -> dict[str, object]:
    return {
        "width": options.width,
        "quality": options.quality,
        "faces": [
            {
                **_describe_picture(shots[scene]),
                **({"ground": album.grounds.index(ground)} if ground else {}),
            }
            for scene in album.scenes
            for ground in [shots[scene].ground]
        ],
        "grounds": [_describe_picture(shots[ground]) for ground in album.grounds],
        "cards": [
            {
                "deck": tile.deck,
                "card": tile.id,
                **({"edition": tile.edition} if tile.edition else {}),
                "copies": tile.copies,
                "front": album.number(tile.front.scene),
                "back": album.number(tile.back.scene) if tile.back else None,
                "source": tile.source,
            }
            for group in album.groups
            for tile in group.tiles
        ],
    }  # fmt: skip


def _describe_picture(shot: FacePicture) -> dict[str, object]:
    return {"pixels": shot.size, "bytes": len(shot.data), "sha256": shot.sha256}
