"""The one place where pictures of a game are opened and decoded.

In      the bytes of a PNG or JPEG file.
Out     Pillow's picture, as long as the block lasts.
Not here  what a picture may have (`bind.picture_budget`).

Pillow warns of odd files on stderr, with the path where it is installed. What is wrong with a
picture is a finding; such warnings are dropped while it is opened, unpacked and converted.
"""

from __future__ import annotations

import io
import warnings
from collections.abc import Iterator
from contextlib import contextmanager

from PIL import Image

_FORMATS = ("PNG", "JPEG")


@contextmanager
def open_picture(data: bytes) -> Iterator[Image.Image]:
    """Open a picture; convert it within the block, as that may warn too.

    Raises:
        OSError: It is no PNG or JPEG, or damaged; a few other errors may mean the same.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with Image.open(io.BytesIO(data), formats=_FORMATS) as image:
            yield image
