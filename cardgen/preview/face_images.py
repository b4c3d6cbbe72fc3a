"""Faces as PNGs for the screen, each drawn when it is asked for.

In      scenes by their key, a width in pixels, a way to look at them.
Out     PNG bytes, of the very painter and raster that print; the last ones are kept.
Not here  when a scene changes (`preview.session`), which one a card shows.

A key stands for what is painted: another key is another picture, so browsers may keep what
they have. PDFium is not thread-safe, so one thread draws at a time.
"""

from __future__ import annotations

import hashlib
import threading
from collections import OrderedDict
from collections.abc import Iterable, Mapping
from typing import Generic, TypeVar

from cardgen.bind.bound_faces import BoundFace
from cardgen.bind.pictures import PictureError, PictureStore
from cardgen.core.geometry import POINTS_PER_INCH, Extent, Rect
from cardgen.files.game_files import Asset
from cardgen.layout.face.low_ink import low_ink
from cardgen.render.pdf.document import PdfFile, show_layers
from cardgen.render.raster.color_vision import KINDS, simulate
from cardgen.render.raster.pixel_arrays import Pixels, encode_png
from cardgen.render.raster.rasterizer import Raster
from cardgen.render.workers.face_painting import may_share
from cardgen.scene.items import Layer, Picture, Scene

K = TypeVar("K")
V = TypeVar("V")

PRINT_DPI = 300.0
"""What 100 % means: a pixel of the print to a pixel of the screen."""

LOW_INK = "low-ink"
LOOKS = ("", *KINDS, LOW_INK)
"""Ways to look at a face; "" is as printed."""


MOST_BYTES = 192_000_000
MOST_PIXELS = 40_000_000
_MOST_GROUNDS = 96_000_000


class Recent(Generic[K, V]):
    """The values used last, within a number of bytes."""

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.size = 0
        self._kept: OrderedDict[K, tuple[V, int]] = OrderedDict()

    def get(self, key: K) -> V | None:
        if key not in self._kept:
            return None
        self._kept.move_to_end(key)
        return self._kept[key][0]

    def put(self, key: K, value: V, size: int) -> None:
        self.drop(key)
        self._kept[key] = value, size
        self.size += size
        while self.size > self.limit and len(self._kept) > 1:
            self.drop(next(iter(self._kept)))

    def drop(self, key: K) -> None:
        if key in self._kept:
            self.size -= self._kept.pop(key)[1]


class Darkroom:
    """Makes pictures of the faces it was given, one at a time."""

    def __init__(self, most_bytes: int = MOST_BYTES) -> None:
        self._faces: Mapping[str, BoundFace] = {}
        self._scenes: Mapping[BoundFace, Scene] = {}
        self._pictures = PictureStore()
        self._done: Recent[tuple[str, int, str], bytes] = Recent(most_bytes)
        self._grounds: Recent[tuple[Layer, tuple[int, int]], Pixels] = Recent(_MOST_GROUNDS)
        self._drawing = threading.Lock()

    def take(
        self,
        faces: Mapping[str, BoundFace],
        scenes: Mapping[BoundFace, Scene],
        pictures: PictureStore,
    ) -> None:
        """The faces that may be asked for from now on, by their keys, and what they show."""
        with self._drawing:
            self._faces, self._scenes, self._pictures = faces, scenes, pictures

    def _scene(self, key: str) -> Scene | None:
        return self._scenes[self._faces[key]] if key in self._faces else None

    def png(self, key: str, width: int, look: str = "") -> bytes | None:
        """A face, `width` pixels wide; None if there is no such face.

        Args:
            key: Of the face.
            width: In pixels, with bleed. Held to what a screen can show.
            look: One of `LOOKS`.
        """
        wanted = (key, width, look)
        with self._drawing:
            known = self._done.get(wanted)
            if known is not None:
                return known
            scene = self._scene(key)
            if scene is None:
                return None
            made = self._made(scene, width, look)
            self._done.put(wanted, made, len(made))
            return made

    def print_png(self, key: str, size: tuple[int, int], dpi: float) -> bytes | None:
        """The very file that a build would write; None if there is no such face."""
        with self._drawing:
            scene = self._scene(key)
            return encode_png(self._pixels(scene, size), dpi) if scene else None

    def seen(self, png: bytes, look: str) -> bytes | None:
        """A picture that is there already as other eyes see it; None if it is none."""
        wanted = (hashlib.sha256(png).hexdigest(), 0, look)
        with self._drawing:
            known = self._done.get(wanted)
            if known is None:
                try:
                    pixels = opened(png)
                except PictureError:
                    return None
                known = encode_png(_looked_at(pixels, look), PRINT_DPI)
                self._done.put(wanted, known, len(known))
            return known

    def _made(self, scene: Scene, width: int, look: str) -> bytes:
        size = pixel_size(scene.page, width)
        shown = low_ink(scene) if look == LOW_INK else scene
        pixels = _looked_at(self._pixels(shown, size), look)
        return encode_png(pixels, size[0] / scene.page.width * POINTS_PER_INCH)

    def _pixels(self, scene: Scene, size: tuple[int, int]) -> Pixels:
        if not scene.ground or not may_share(scene):
            return drawn(scene, (scene.ground, scene.marks), size, self._pictures)
        ground = self._grounds.get((scene.ground, size))
        if ground is None:
            ground = drawn(scene, (scene.ground,), size, self._pictures)
            self._grounds.put((scene.ground, size), ground, ground.nbytes)
        return drawn(scene, (scene.marks,), size, self._pictures, ground)


def _looked_at(pixels: Pixels, look: str) -> Pixels:
    """Pixels as the eyes of that name see them; as they are, if `look` names no eyes."""
    for kind in KINDS:
        if look == kind:
            return simulate(pixels, kind)
    return pixels


def opened(png: bytes) -> Pixels:
    """The pixels of a picture, drawn one for one.

    Raises:
        PictureError: it is no picture.
    """
    pictures = PictureStore()
    bitmap = pictures.add(Asset("print", png))
    page = Rect(0, 0, bitmap.width, bitmap.height)
    marks = Layer((Picture(bitmap, page),))
    scene = Scene(Extent(page.width, page.height), page, Layer(()), marks)
    return drawn(scene, (marks,), (bitmap.width, bitmap.height), pictures)


def drawn(
    scene: Scene,
    layers: Iterable[Layer],
    size: tuple[int, int],
    pictures: PictureStore,
    over: Pixels | None = None,
) -> Pixels:
    """Some layers of a face, by way of a PDF of one page."""
    file = PdfFile(pictures, title="face")
    show_layers(file, scene, layers)
    raster = Raster(file.save())
    try:
        return raster.page(0, size, over)
    finally:
        raster.close()


def pixel_size(page: Extent, width: int) -> tuple[int, int]:
    """Pixels for a page of some width, as high as its shape asks."""
    width = max(8, width)
    height = max(8, round(width * page.height / page.width))
    if width * height > MOST_PIXELS:
        scale = (MOST_PIXELS / (width * height)) ** 0.5
        return max(8, int(width * scale)), max(8, int(height * scale))
    return width, height
