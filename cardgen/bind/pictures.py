"""Open pictures: PNG and JPEG files → `Bitmap`s, checked and measured.

In      an `Asset`.
Out     a `Bitmap` whose bytes are kept in a `PictureStore`, keyed by content.
Not here  placing (`layout`), embedding (`render.pdf`).
"""

from __future__ import annotations

import hashlib
import io
import warnings

from PIL import Image

from cardgen.scene import Bitmap
from cardgen.workspace import Asset

MAX_PIXELS = 100_000_000
_FORMATS = ("PNG", "JPEG")


class PictureError(ValueError):
    """Not a usable picture; the message completes «the picture `name` …»."""


class PictureStore:
    """The bytes of all pictures of a run, once each."""

    def __init__(self) -> None:
        self._data: dict[str, bytes] = {}

    def add(self, asset: Asset) -> Bitmap:
        """Open a picture.

        Raises:
            PictureError: it is no PNG or JPEG, is damaged, or is too large.
        """
        key = hashlib.sha256(asset.data).hexdigest()
        bitmap = _measure(key, asset.data)
        self._data[key] = asset.data
        return bitmap

    def data(self, bitmap: Bitmap) -> bytes:
        return self._data[bitmap.key]


def _measure(key: str, data: bytes) -> Bitmap:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", Image.DecompressionBombWarning)
            with Image.open(io.BytesIO(data), formats=_FORMATS) as image:
                if image.width * image.height > MAX_PIXELS:
                    raise PictureError(f"has more than {MAX_PIXELS // 1_000_000} megapixels")
                image.load()
                alpha = image.has_transparency_data
                return Bitmap(key, image.width, image.height, str(image.format), alpha)
    except Image.DecompressionBombError:
        raise PictureError("is far too large") from None
    except (OSError, SyntaxError, ValueError, MemoryError) as error:
        if isinstance(error, PictureError):
            raise
        reason = "is not a PNG or JPEG file" if "identify" in str(error) else "is damaged"
        raise PictureError(reason) from None
