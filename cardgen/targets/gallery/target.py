"""Target `gallery`: the whole game as one web page, to send to playtesters.

Out     `index.html`, which holds everything it shows and asks nothing of any server, and
        `manifest.json`.

Cards are in the page as elements, so that it can be read and printed by a browser that runs
no scripts (mail programs show attachments so); the script adds search, filters, sorting and
the large view. Each distinct face is in the page once, where it is first shown.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any

from pydantic import Field

from cardgen.core.findings import plural
from cardgen.files.output_folder import OutputFolder
from cardgen.scene.items import Scene
from cardgen.scene.scene_digest import scene_digest
from cardgen.targets.contract import Job, Target, UnsuitableError
from cardgen.targets.gallery.cards import CardTile, DeckGroup, TileSide, group_decks
from cardgen.targets.gallery.editions import add_editions
from cardgen.targets.gallery.faces import FacePicture, PictureStyle, render_pictures
from cardgen.targets.gallery.shapes import TileShape, make_shape, write_styles
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
        80, description="of the pictures, 1 to 100; 80 if left out"
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

    def plan(
        self, job: Job, options: GalleryOptions
    ) -> tuple[GalleryOptions, tuple[DeckGroup, ...]]:
        """Return what the page shows.

        Raises:
            UnsuitableError: There is no card.
        """
        groups = group_decks(job, backs=options.backs)
        if not groups:
            raise UnsuitableError("this game has no cards", "give it a deck under `decks:`")
        chosen = choose_editions(job, options.editions)
        return options.with_changes(editions=chosen), groups

    def editions(self, plan: tuple[GalleryOptions, tuple[DeckGroup, ...]]) -> Sequence[str]:
        return plan[0].editions

    def write(
        self, job: Job, plan: tuple[GalleryOptions, tuple[DeckGroup, ...]], output: OutputFolder
    ) -> str:
        options, own = plan
        groups = add_editions(job, own, backs=options.backs) if job.editions else own
        album = _FaceNumbers(groups)
        style = PictureStyle(options.width, options.quality)
        shots = render_pictures(job, _list_scenes(album, own), style)
        for other in job.editions.values():
            theirs = {
                side.scene
                for group in group_decks(other, backs=options.backs)
                for side in _sides(group)
            }
            shots |= render_pictures(
                other, [s for s in album.scenes if s in theirs and s not in shots], style
            )
        page = _page(job, album, shots)
        output.write("index.html", page)
        write_manifest(output, job, self.name, _manifest(job, options, album, shots))
        faces = plural(len(album.scenes), "different face")
        return f"a gallery of {plural(job.game.total, 'card')}, {faces}, {len(page) / 1e6:.1f} MB"


class _FaceNumbers:
    """Faces and shapes by their numbers, in the order in which the page shows them."""

    def __init__(self, groups: tuple[DeckGroup, ...]) -> None:
        self.groups = groups
        self.scenes: list[Scene] = []
        self.shapes: list[TileShape] = []
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


def _list_scenes(album: _FaceNumbers, groups: tuple[DeckGroup, ...]) -> list[Scene]:
    """The scenes of some groups, in the page's order."""
    own = {side.scene for group in groups for side in _sides(group)}
    return [scene for scene in album.scenes if scene in own]


def _sides(group: DeckGroup) -> Iterator[TileSide]:
    for tile in group.tiles:
        yield tile.front
        if tile.back:
            yield tile.back


# --- the page ----------------------------------------------------------------------------------


def _page(job: Job, album: _FaceNumbers, shots: Mapping[Scene, FacePicture]) -> bytes:
    file, version = job.game.spec.file, compute_faces_version(job)
    return render_page(
        package_folder(_PAGE),
        own_style="\n".join((write_styles(album.shapes), _header(job.name, version), play_style())),
        own_script=f"const {{ PlayTable }} = {join_modules(play_folder(), 'play_table')};",
        name=job.name,
        about=smarten(file.about, file.language),
        language=file.language,
        version=version,
        total=plural(job.game.total, "card"),
        decks=list(_describe_groups(album, shots)),
        shapes=[(n, shape) for n, shape in enumerate(album.shapes) if shape.path],
        data=safe_json(_data(job, album)),
    )


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
        "uri": data_uri("image/webp", shot.data) if first else "",
    }


def _data(job: Job, album: _FaceNumbers) -> dict[str, Any]:
    """What the script asks of the cards, in the order of their elements."""
    return {
        "language": job.game.spec.file.language,
        "game": job.name,
        "faces": compute_faces_version(job),
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
    job: Job, options: GalleryOptions, album: _FaceNumbers, shots: Mapping[Scene, FacePicture]
) -> dict[str, object]:
    return {
        "page": "index.html",
        "version": compute_faces_version(job),
        "width": options.width,
        "quality": options.quality,
        "faces": [
            {"pixels": shots[scene].size, "bytes": len(shots[scene].data),
             "sha256": shots[scene].sha256}
            for scene in album.scenes
        ],
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
