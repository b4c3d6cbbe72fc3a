"""Faces as PNGs for the screen, rendered on request.

In      scenes by their key, a width in pixels, a way to look at them.
Out     PNG bytes from the same painter and raster as the print; recent ones are cached.
Not here  when a scene changes (`preview.session`), which one a card shows.

A key identifies what is painted: a different picture has a different key, so browsers may
cache pictures forever. PDFium is not thread-safe, so a lock serializes rendering.
"""

from __future__ import annotations

import hashlib
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping
from typing import Generic, TypeVar

from cardgen.bind.bound_faces import BoundFace
from cardgen.bind.pictures import PictureError, PictureStore
from cardgen.core.geometry import POINTS_PER_INCH, Extent, Rect
from cardgen.files.game_files import Asset
from cardgen.layout.face.low_ink import low_ink
from cardgen.render.pdf.document import PdfFile
from cardgen.render.pdf.face_pages import show_layers
from cardgen.render.raster.color_vision import KINDS, simulate
from cardgen.render.raster.pixel_arrays import Pixels, encode_png
from cardgen.render.raster.rasterizer import Raster
from cardgen.render.workers.face_painting import may_share
from cardgen.scene.items import Layer, Picture, Scene

K = TypeVar("K")
V = TypeVar("V")

PRINT_DPI = 300.0
"""100 % means one pixel of the print on one pixel of the screen."""

LOW_INK = "low-ink"
LOOKS = ("", *KINDS, LOW_INK)
"""Ways to look at a face; "" is as printed."""


MAX_BYTES = 192_000_000
MAX_PIXELS = 40_000_000
_MAX_GROUND_BYTES = 96_000_000
_MAX_LAST = 200


class SizeLimitedCache(Generic[K, V]):
    """A least-recently-used cache that holds at most `limit` bytes."""

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.size = 0
        self._values: OrderedDict[K, tuple[V, int]] = OrderedDict()

    def get(self, key: K) -> V | None:
        if key not in self._values:
            return None
        self._values.move_to_end(key)
        return self._values[key][0]

    def put(self, key: K, value: V, size: int) -> None:
        self.drop(key)
        self._values[key] = value, size
        self.size += size
        while self.size > self.limit and len(self._values) > 1:
            self.drop(next(iter(self._values)))

    def drop_where(self, is_unwanted: Callable[[K], bool]) -> None:
        for key in [key for key in self._values if is_unwanted(key)]:
            self.drop(key)

    def drop(self, key: K) -> None:
        if key in self._values:
            self.size -= self._values.pop(key)[1]


class FaceImages:
    """Renders the faces of the current game, one at a time."""

    def __init__(self, most_bytes: int = MAX_BYTES) -> None:
        self._faces: Mapping[str, BoundFace] = {}
        self._scenes: Mapping[BoundFace, Scene] = {}
        self._pictures = PictureStore()
        # by key, width and look; pictures of prints by their hash, without a width
        self._encoded: SizeLimitedCache[tuple[str, int, str], bytes] = SizeLimitedCache(most_bytes)
        self._grounds: SizeLimitedCache[tuple[Layer, tuple[int, int]], Pixels] = SizeLimitedCache(
            _MAX_GROUND_BYTES
        )
        self._lock = threading.Lock()
        self._last_scenes: dict[str, Scene] = {}
        """Of the game before the last change: a page may still ask for them."""
        self._last_pictures = self._pictures

    def take(
        self,
        faces: Mapping[str, BoundFace],
        scenes: Mapping[BoundFace, Scene],
        pictures: PictureStore,
    ) -> None:
        """Replace the faces that can be requested, by key, and their scenes."""
        with self._lock:
            gone = [key for key in self._faces if key not in faces]
            self._last_scenes = {key: self._scenes[self._faces[key]] for key in gone[:_MAX_LAST]}
            self._last_pictures = self._pictures
            self._faces, self._scenes, self._pictures = faces, scenes, pictures
            self._encoded.drop_where(
                lambda wanted: wanted[1] > 0 and self._find_scene(wanted[0]) is None
            )

    def _find_scene(self, key: str) -> Scene | None:
        if key in self._faces:
            return self._scenes[self._faces[key]]
        return self._last_scenes.get(key)

    def png(self, key: str, width: int, look: str = "") -> bytes | None:
        """Return a face as a PNG `width` pixels wide, or None if the key is unknown.

        Args:
            key: Of the face.
            width: In pixels, with bleed. Held to what a screen can show.
            look: One of `LOOKS`.
        """
        wanted = (key, width, look)
        with self._lock:
            known = self._encoded.get(wanted)
            if known is not None:
                return known
            scene = self._find_scene(key)
            if scene is None:
                return None
            pictures = self._pictures if key in self._faces else self._last_pictures
            made = self._encode(scene, width, look, pictures)
            self._encoded.put(wanted, made, len(made))
            return made

    def scene_png(self, scene: Scene, width: int, look: str = "") -> bytes:
        """Return a face that is tried out as a PNG `width` pixels wide; it is not kept."""
        with self._lock:
            return self._encode(scene, width, look, self._pictures)

    def print_png(self, key: str, size: tuple[int, int], dpi: float) -> bytes | None:
        """Return the file that a build would write, or None if the key is unknown."""
        with self._lock:
            if key not in self._faces:
                return None
            scene = self._scenes[self._faces[key]]
            return encode_png(self._draw(scene, size, self._pictures), dpi)

    def simulate_png(self, png: bytes, look: str) -> bytes | None:
        """Apply a color-vision simulation to a PNG; None if it cannot be decoded."""
        wanted = (hashlib.sha256(png).hexdigest(), 0, look)
        with self._lock:
            known = self._encoded.get(wanted)
            if known is None:
                try:
                    pixels = decode_png(png)
                except PictureError:
                    return None
                known = encode_png(_apply_look(pixels, look), PRINT_DPI)
                self._encoded.put(wanted, known, len(known))
            return known

    def _encode(self, scene: Scene, width: int, look: str, pictures: PictureStore) -> bytes:
        size = fit_pixels(scene.page, width)
        shown = low_ink(scene) if look == LOW_INK else scene
        pixels = _apply_look(self._draw(shown, size, pictures), look)
        return encode_png(pixels, size[0] / scene.page.width * POINTS_PER_INCH)

    def _draw(self, scene: Scene, size: tuple[int, int], pictures: PictureStore) -> Pixels:
        if not scene.ground or not may_share(scene):
            return draw_layers(scene, (scene.ground, scene.marks), size, pictures)
        ground = self._grounds.get((scene.ground, size))
        if ground is None:
            ground = draw_layers(scene, (scene.ground,), size, pictures)
            self._grounds.put((scene.ground, size), ground, ground.nbytes)
        return draw_layers(scene, (scene.marks,), size, pictures, ground)


def _apply_look(pixels: Pixels, look: str) -> Pixels:
    """Simulate the color vision named by `look`; unchanged if it names none."""
    for kind in KINDS:
        if look == kind:
            return simulate(pixels, kind)
    return pixels


def decode_png(png: bytes) -> Pixels:
    """Decode a picture to pixels, one to one.

    Raises:
        PictureError: it is no picture.
    """
    pictures = PictureStore()
    bitmap = pictures.add(Asset("print", png))
    page = Rect(0, 0, bitmap.width, bitmap.height)
    marks = Layer((Picture(bitmap, page),))
    scene = Scene(Extent(page.width, page.height), page, Layer(()), marks)
    return draw_layers(scene, (marks,), (bitmap.width, bitmap.height), pictures)


def draw_layers(
    scene: Scene,
    layers: Iterable[Layer],
    size: tuple[int, int],
    pictures: PictureStore,
    over: Pixels | None = None,
) -> Pixels:
    """Rasterize layers of a face through a one-page PDF."""
    file = PdfFile(pictures, title="face")
    show_layers(file, scene, layers)
    raster = Raster(file.save())
    try:
        return raster.page(0, size, over)
    finally:
        raster.close()


def fit_pixels(page: Extent, width: int) -> tuple[int, int]:
    """Return width and height in pixels for a page, within `MAX_PIXELS`."""
    width = max(8, width)
    height = max(8, round(width * page.height / page.width))
    if width * height > MAX_PIXELS:
        scale = (MAX_PIXELS / (width * height)) ** 0.5
        return max(8, int(width * scale)), max(8, int(height * scale))
    return width, height
