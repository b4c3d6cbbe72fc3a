"""Faces → pictures for a page, each distinct face once, over all cores.

In      scenes, how fine and how good they are to be.
Out     a `FacePicture` a scene: bytes, pixels, and the ground behind it, if it holds marks alone.
Not here  the page (`gallery`), how pictures are encoded (`render.raster`).

Letters and flat shapes are few colors: they become PNGs with a palette, in a sixth of the time of
a WebP (2.5 ms a face against 15) and no more bytes. Where the ground is a texture or
anything else of many colors, and more than one face has it, it is a picture of its own, before
which the page shows the marks of each.

Pictures hold the whole trim rectangle; the page cuts it by its outline, so that none needs
transparency for that. `width` is that of a piece 2.5 inches across. Smaller pieces are finer and
larger ones coarser than in proportion, because in the large view all are about as large as the
screen.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from contextlib import closing
from functools import partial

from msgspec import Struct
from msgspec.structs import replace
from PIL import features

from cardgen.bind.pictures import PictureStore
from cardgen.core.color import Color
from cardgen.core.geometry import POINTS_PER_INCH, Extent
from cardgen.render.workers.face_painting import FaceRequest, Look
from cardgen.render.workers.face_renderer import FaceRenderer
from cardgen.render.workers.raster_tasks import WebForm, WebPicture
from cardgen.scene.items import Group, Item, Layer, Path, Picture, Scene
from cardgen.targets.contract import Job

_POKER = 2.5 * POINTS_PER_INCH
_LEAST, _MOST = 0.7, 2.5
"""How far the width follows a piece's size."""
_LONGEST = 8000
"""Pixels a side."""
_PNG = b"\x89PNG"
_NOTHING = Layer(())


class FacePicture(Struct, frozen=True):
    """A picture of a face."""

    data: bytes
    size: tuple[int, int]
    ground: Scene | None = None
    """The face whose picture is to be seen behind this one, which holds the marks alone."""

    @property
    def sha256(self) -> str:
        return hashlib.sha256(self.data).hexdigest()

    @property
    def kind(self) -> str:
        """Its media type."""
        return "image/png" if self.data.startswith(_PNG) else "image/webp"


class PictureStyle(Struct, frozen=True):
    """How fine pictures are, and how good."""

    width: int
    quality: int

    def pixels(self, trim: Extent) -> tuple[int, int]:
        shorter, longer = sorted((trim.width, trim.height))
        wanted = self.width * min(max(shorter / _POKER, _LEAST), _MOST)
        scale = min(wanted, _LONGEST * shorter / longer) / shorter
        return max(1, round(trim.width * scale)), max(1, round(trim.height * scale))


class WantedPicture(Struct, frozen=True):
    """A picture that is asked for."""

    scene: Scene
    request: FaceRequest
    size: tuple[int, int]
    ground: Scene | None = None


def choose_pictures(
    scenes: Iterable[Scene],
    pictures: PictureStore,
    style: PictureStyle,
    known: Mapping[Scene, object] | None = None,
) -> list[WantedPicture]:
    """A picture for each distinct scene, and one for each ground that several stand before: of
    a kind after each other, so that they are rendered together.

    Args:
        scenes: The faces of a page.
        pictures: The bytes of the pictures that the scenes show.
        style: How fine and how good they are to be.
        known: Faces and grounds that are asked for already; they are not asked for again.
    """
    known = known or {}
    found = list(dict.fromkeys(scenes))
    uses = Counter(map(_bare, found))
    chosen: dict[Scene, WantedPicture] = {}
    for scene in found:
        ground = _ground_apart(scene, uses, known)
        for one in (ground, scene):
            if one is not None and one not in known and one not in chosen:
                behind = ground if one is scene else None
                chosen[one] = _want(one, behind, pictures, style)
    return sorted(chosen.values(), key=lambda one: _order(one.request.look))


def list_certain(scenes: Iterable[Scene]) -> list[Scene]:
    """Those of some scenes whose pictures are the same, whatever other scenes the page has."""
    found = list(dict.fromkeys(scenes))
    uses = Counter(map(_bare, found))
    return [one for one in found if uses[_bare(one)] > 1 or not _may_stand_before(one)]


def _order(look: Look) -> tuple[str, tuple[int, int]]:
    return (look.kind.form if isinstance(look.kind, WebPicture) else ""), look.size


def _ground_apart(
    scene: Scene, uses: Mapping[Scene, int], known: Mapping[Scene, object]
) -> Scene | None:
    """The ground that a face is shown before; None if it is shown whole."""
    if not _may_stand_before(scene):
        return None
    bare = _bare(scene)
    return bare if uses[bare] > 1 or bare in known else None


def _may_stand_before(scene: Scene) -> bool:
    """Whether a face may be marks alone, before a picture of its ground."""
    return bool(scene.ground) and _is_flat(scene.marks) and not _is_flat(scene.ground)


def _bare(scene: Scene) -> Scene:
    """A face without its marks."""
    return replace(scene, marks=_NOTHING, cut=(), folds=())


def _is_flat(items: Iterable[Item]) -> bool:
    """Whether all is letters and shapes in colors of their own."""
    return all(map(_is_flat_item, items))


def _is_flat_item(item: Item) -> bool:
    match item:
        case Picture():
            return False
        case Path():
            return item.fill is None or isinstance(item.fill, Color)
        case Group():
            mixes = item.blend != "normal" or item.mask or item.blur is not None
            return not mixes and _is_flat(item.items)
        case _:
            return True


def _want(
    scene: Scene, ground: Scene | None, pictures: PictureStore, style: PictureStyle
) -> WantedPicture:
    size = style.pixels(Extent(scene.trim.width, scene.trim.height))
    flat, encoder = _is_flat(scene.items), f"webp {features.version('webp')}"
    form: WebForm = "overlay" if ground is not None else "flat" if flat else "whole"
    look = Look(size, 0, pictures, WebPicture(form, style.quality, encoder))
    return WantedPicture(scene, FaceRequest(scene, partial(_same, scene), look), size, ground)


def _same(scene: Scene) -> Scene:
    return scene


def read_picture(faces: FaceRenderer, wanted: WantedPicture) -> FacePicture:
    """Wait for a picture. One of the marks alone that had too many colors is whole."""
    made = FacePicture(faces.read(wanted.request), wanted.size)
    return replace(made, ground=wanted.ground) if made.kind == "image/png" else made


def render_whole(
    job: Job, scenes: Sequence[Scene], style: PictureStyle
) -> dict[Scene, FacePicture]:
    """A picture of each scene that needs no other behind it."""
    with closing(FaceRenderer(job.workers, job.cache)) as faces:
        wanted = [_want(scene, None, job.game.pictures, style) for scene in dict.fromkeys(scenes)]
        faces.begin(one.request for one in wanted)
        return {one.scene: read_picture(faces, one) for one in wanted}
