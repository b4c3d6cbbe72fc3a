"""Pixels of faces, out of a game or out of the files of a print; their digests.

In      names of faces.
Out     pixels, one face after another: those of a large game are never all in memory.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from itertools import groupby
from pathlib import Path
from types import MappingProxyType

import numpy as np
from PIL import Image

from cardgen.bind.bound_faces import BoundFace
from cardgen.bind.game.bound_game import BoundGame
from cardgen.bind.picture_decoding import open_picture
from cardgen.files.regular_files import read_regular
from cardgen.prints.snapshot import (
    FaceName,
    PrintedFace,
    PrintSnapshot,
    digest,
    digest_pixels,
)
from cardgen.render.face_pixels import rasterize
from cardgen.render.finish_plates import finish_plate, has_finish, list_finishes, plate_pixels
from cardgen.render.raster.pixel_arrays import Pixels
from cardgen.scene.items import Scene

_MAX_BYTES = 64_000_000
_MAX_PIXELS = 40_000_000
"""Of a printed face: a poker card at 1200 dpi has half of them."""
_FREE_PIXELS = 200_000_000
_PIXELS_PER_BYTE = 100
"""Of all pictures of a folder together: cards of text alone have thirty."""
_MASK_PIXELS_PER_BYTE = 400
"""Of masks, which are black and white: zlib packs 343 pixels of RGB into a byte at most."""


_RECENT = 4
_MAX_RECENT_BYTES = 20_000_000
"""Of a picture that is kept: a poker card at 600 dpi has eleven million."""


class PictureBudgetError(ValueError):
    """A folder's pictures unpack into far more than they should; the message is a sentence."""


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

    def plates(self, name: FaceName, dpi: float) -> Iterator[tuple[str, Pixels]]:
        """Yield the plate of each finish that is seen on a face."""
        face = self._faces.get(name)
        if face is None:
            return
        scene = self._scenes[face]
        for finish in sorted(list_finishes(scene.items)):
            plate = finish_plate(scene, finish)
            pixels = plate_pixels(plate, face.size.pixels(dpi), self._pictures)
            if has_finish(pixels):
                yield finish, pixels


class FilePictures:
    """Faces of a print, out of its own folder: picture files by face, and the masks of their
    finishes."""

    def __init__(
        self,
        files: Mapping[FaceName, Path],
        masks: Mapping[FaceName, Mapping[str, Path]] = MappingProxyType({}),
    ) -> None:
        self._files, self._masks = files, masks
        self._left = _FREE_PIXELS
        """Of masks."""

    def pictures(self, names: Sequence[FaceName], dpi: float) -> Iterator[Pixels | None]:
        """Yield each face's pixels, in the order of `names`; None where there are none."""
        del dpi
        left, recent = _FREE_PIXELS, _RecentPictures()
        for name in names:
            file = self._files.get(name)
            pixels, cost = _read(file, left, recent) if file else (None, 0)
            left -= cost
            yield pixels

    def plates(self, name: FaceName, dpi: float) -> Iterator[tuple[str, Pixels]]:
        """Yield the mask of each finish that a face has."""
        del dpi
        for finish, file in sorted(self._masks.get(name, {}).items()):
            pixels, cost = _read(file, self._left, _RecentPictures(), _MASK_PIXELS_PER_BYTE)
            self._left -= cost
            if pixels is not None:
                yield finish, pixels


class _RecentPictures:
    """The last pictures that were unpacked, by their files' bytes: the back of a deck is asked
    for with each card, and costs its pixels once."""

    def __init__(self) -> None:
        self._pixels: dict[bytes, Pixels] = {}

    def find(self, data: bytes) -> Pixels | None:
        """The pixels of a file that has these bytes, if they are still there."""
        key = sha256(data).digest()
        found = self._pixels.pop(key, None)
        if found is not None:
            self._pixels[key] = found  # asked for last
        return found

    def keep(self, data: bytes, pixels: Pixels) -> None:
        """Keep a picture in the place of the one that was not asked for longest."""
        if pixels.nbytes <= _MAX_RECENT_BYTES:
            self._pixels[sha256(data).digest()] = pixels
            while len(self._pixels) > _RECENT:
                del self._pixels[next(iter(self._pixels))]


def _read(
    file: Path, left: int, recent: _RecentPictures, per_byte: int = _PIXELS_PER_BYTE
) -> tuple[Pixels | None, int]:
    """A picture file's pixels, and how many of `left` they cost: those that are more than the
    file's bytes may become, once as long as the picture is a recent one.

    Raises:
        PictureBudgetError: it is more than is left.
    """
    try:
        data = read_regular(file, _MAX_BYTES)
        known = recent.find(data)
        if known is not None:
            return known, 0
        with open_picture(data) as picture:
            size = picture.width * picture.height
            if size > _MAX_PIXELS:
                return None, 0
            cost = max(0, size - per_byte * len(data))
            if cost <= left:
                pixels = _decode(picture)
                recent.keep(data, pixels)
                return pixels, cost
    except Exception:  # Pillow raises anything at all on a damaged file
        return None, 0
    raise PictureBudgetError(
        f"the pictures beside `{file}` unpack into far more than files of their size should; "
        "they are not compared"
    )


def _decode(picture: Image.Image) -> Pixels:
    """RGB, or RGBA of a picture that is cut out; what is not seen has no color."""
    if not picture.has_transparency_data:
        return np.asarray(picture.convert("RGB"))
    pixels = np.array(picture.convert("RGBA"))
    pixels[pixels[..., 3] == 0] = 0
    return pixels


def pixel_digests(
    snapshot: PrintSnapshot, wanted: Sequence[tuple[FaceName, PrintedFace | None]], dpi: float
) -> Iterator[str]:
    """Yield the digest of each face's pixels, those of its finishes too: as recorded, or else of
    its picture; or "".

    Equal files, such as the backs of a deck, are read once.
    """
    missing: dict[FaceName | str, FaceName] = {}
    for name, face in wanted:
        if not (face and face.pixels):
            missing.setdefault(_known_by(name, face), name)
    made: dict[FaceName | str, str] = {}
    pictures = snapshot.source.pictures(list(missing.values()), dpi)
    for key, pixels in zip(missing, pictures, strict=True):
        made[key] = digest_pixels(pixels) if pixels is not None else ""
    for key, name in missing.items():
        plates = [
            f"{finish} {digest_pixels(plate)}"
            for finish, plate in (snapshot.source.plates(name, dpi) if made[key] else ())
        ]
        made[key] = digest((made[key], *plates)) if plates else made[key]
    for name, face in wanted:
        yield face.pixels if face and face.pixels else made[_known_by(name, face)]


def _known_by(name: FaceName, face: PrintedFace | None) -> FaceName | str:
    return face.file if face and face.file else name
