"""Pixels of faces, out of a game or out of the files of a print; their digests.

In      names of faces.
Out     pixels, one face after another: those of a large game are never all in memory.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path

import numpy as np

from cardgen.bind.bound_faces import BoundFace
from cardgen.bind.game.bound_game import BoundGame
from cardgen.bind.picture_decoding import open_picture
from cardgen.files.regular_files import read_regular
from cardgen.prints.snapshot import FaceName, PrintedFace, PrintSnapshot, digest_pixels
from cardgen.render.face_pixels import rasterize
from cardgen.render.raster.pixel_arrays import Pixels
from cardgen.scene.items import Scene

_MAX_BYTES = 64_000_000
_MAX_PIXELS = 40_000_000
"""Of a printed face: a poker card at 1200 dpi has half of them."""


class GamePictures:
    """Faces of a laid-out game, rendered when they are asked for."""

    def __init__(self, game: BoundGame, scenes: Mapping[BoundFace, Scene]) -> None:
        self._pictures, self._scenes = game.pictures, scenes
        self._faces: dict[FaceName, BoundFace] = {}
        for deck in game.decks:
            for card in deck.cards:
                self._faces[deck.name, card.id, "front"] = card.front
                if card.back:
                    self._faces[deck.name, card.id, "back"] = card.back

    def pictures(self, names: Sequence[FaceName], dpi: float) -> Iterator[Pixels | None]:
        """Yield each face's pixels at `dpi`, in the order of `names`; None where there are none."""
        faces = [self._faces.get(name) for name in names]
        for size, run in groupby(faces, lambda face: face.size if face else None):
            alike = list(run)
            if size is None:
                yield from (None for _ in alike)
                continue
            scenes = [self._scenes[face] for face in alike if face]
            for _, pixels in rasterize(scenes, size.pixels(dpi), self._pictures):
                yield pixels


class FilePictures:
    """Faces of a print, out of its own folder: picture files by face."""

    def __init__(self, files: Mapping[FaceName, Path]) -> None:
        self._files = files

    def pictures(self, names: Sequence[FaceName], dpi: float) -> Iterator[Pixels | None]:
        """Yield each face's pixels, in the order of `names`; None where there are none."""
        del dpi
        for name in names:
            file = self._files.get(name)
            yield read_pixels(file) if file else None


def read_pixels(file: Path) -> Pixels | None:
    """Return a picture file's pixels; None if it is gone, damaged, or far too large."""
    try:
        data = read_regular(file, _MAX_BYTES)
        with open_picture(data) as picture:
            if picture.width * picture.height > _MAX_PIXELS:
                return None
            return np.asarray(picture.convert("RGB"))
    except Exception:  # Pillow raises anything at all on a damaged file
        return None


def pixel_digests(
    snapshot: PrintSnapshot, wanted: Sequence[tuple[FaceName, PrintedFace | None]], dpi: float
) -> Iterator[str]:
    """Yield the digest of each face's pixels: as recorded, or else of its picture; or ""."""
    missing = list(dict.fromkeys(name for name, face in wanted if not (face and face.pixels)))
    made = dict.fromkeys(missing, "")
    for name, pixels in zip(missing, snapshot.source.pictures(missing, dpi), strict=True):
        made[name] = digest_pixels(pixels) if pixels is not None else ""
    for name, face in wanted:
        yield face.pixels if face and face.pixels else made[name]
