"""Small pictures of printed faces: to see what changed, not to read each letter.

In      pixels; a game's folder.
Out     JPEG bytes; `prints/pictures/DIGEST.jpg` below the folder, by the digest of the pixels at
        full size, so that prints share the pictures of what stayed the same.

A record may come with a stranger's game: a digest that is none names no file.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import numpy as np
from PIL import Image

from cardgen.bind.picture_decoding import open_picture
from cardgen.files.atomic_write import find_link, is_real_folder, write_atomically
from cardgen.files.game_files import GameFiles, UnreadableError
from cardgen.prints.snapshot import SIDES, FaceName, PrintSnapshot
from cardgen.render.raster.pixel_arrays import Pixels

FOLDER = "prints/pictures"
HEIGHT = 480
_QUALITY = 82
_LARGEST = 4 * HEIGHT * HEIGHT
_DIGEST = re.compile(r"[0-9a-f]{16,64}")


def shrink(picture: Image.Image) -> tuple[bytes, tuple[int, int]]:
    """Return a picture as a small JPEG, and its width and height."""
    picture.thumbnail((HEIGHT * 2, HEIGHT))
    out = io.BytesIO()
    picture.convert("RGB").save(out, "JPEG", quality=_QUALITY)
    return out.getvalue(), picture.size


def shrink_pixels(pixels: Pixels) -> Pixels:
    """Return pixels as they are after they were kept as a small picture."""
    data, _ = shrink(Image.fromarray(pixels))
    return np.asarray(Image.open(io.BytesIO(data)).convert("RGB"))


def check_place(folder: Path) -> None:
    """Refuse a place for pictures that leads out of a game's folder.

    Raises:
        OSError: it does, or it is no folder.
    """
    place = folder / FOLDER
    if find_link(place, folder) or (place.exists() and not is_real_folder(place)):
        raise OSError(0, "it is no folder of the game")


def write_pictures(folder: Path, snapshot: PrintSnapshot) -> int:
    """Write a picture of each face whose pixels' digest is known; gives how many are new.

    Raises:
        OSError: one cannot be written.
    """
    place = folder / FOLDER
    check_place(folder)
    firsts = {digest: name for name, digest in _digests(snapshot).items() if digest}
    wanted = {f: n for d, n in firsts.items() if not (f := place / f"{d}.jpg").is_file()}
    shown = snapshot.source.pictures(list(wanted.values()), snapshot.dpi)
    for file, pixels in zip(wanted, shown, strict=True):
        if pixels is not None:
            write_atomically(file, shrink(Image.fromarray(pixels))[0])
    return len(wanted)


class KeptPictures:
    """The small pictures of a remembered print."""

    def __init__(self, files: GameFiles, snapshot: PrintSnapshot) -> None:
        self._files, self._digests = files, _digests(snapshot)

    def pictures(self, names: Sequence[FaceName], dpi: float) -> Iterator[Pixels | None]:
        """Yield each face's pixels, in the order of `names`; None where none were kept."""
        del dpi
        for name in names:
            digest = self._digests.get(name, "")
            yield self._read(f"{FOLDER}/{digest}.jpg") if _DIGEST.fullmatch(digest) else None

    def plates(self, name: FaceName, dpi: float) -> Iterator[tuple[str, Pixels]]:
        """Yield nothing: finishes are in the digests that the print has."""
        del name, dpi
        yield from ()

    def _read(self, path: str) -> Pixels | None:
        try:
            with open_picture(self._files.asset(path).data) as picture:
                if picture.width * picture.height > _LARGEST:
                    return None
                return np.asarray(picture.convert("RGB"))
        except UnreadableError:
            return None
        except Exception:  # Pillow raises anything at all on a damaged file
            return None


def _digests(snapshot: PrintSnapshot) -> Mapping[FaceName, str]:
    return {
        (deck.name, card.id, side): face.pixels
        for deck in snapshot.decks
        for card in deck.cards
        for side in SIDES
        if (face := card.face(side)) is not None
    }
