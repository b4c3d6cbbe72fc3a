"""Scenes → PNG files, each distinct scene once, over all cores.

In      scenes of one size, where each is to be written.
Out     PNG files and their SHA-256; the same bytes with one worker or many.
Not here  which files a target has (`targets`).

The scenes' own marks are painted into one PDF, each ground that several share into a page
of its own; a shared ground is rasterised once, and the marks are drawn over copies of it.
Workers are processes, because PDFium is not thread-safe. They read that one PDF and the
grounds from files and write PNGs themselves: page numbers go in, hashes come out.
"""

from __future__ import annotations

import hashlib
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from cardgen.bind.pictures import PictureStore
from cardgen.render.pdf import PdfFile, show_layers
from cardgen.render.png import Pixels, encode_png
from cardgen.render.raster import Raster
from cardgen.render.workers import Workers
from cardgen.scene import Layer, Scene, blends

CHUNK = 6
"""Faces a task: enough to pay for the call, few enough to share the work evenly."""


@dataclass(frozen=True, slots=True)
class Page:
    """A page of the PDF of faces, and the file that it becomes."""

    number: int
    ground: str
    """File of the ground's raw pixels, "" if the page holds its own."""
    file: str


@dataclass(frozen=True, slots=True)
class Task:
    """What a worker is sent."""

    pdf: str
    size: tuple[int, int]
    dpi: float
    pages: tuple[Page, ...]


def write_pngs(
    wanted: Sequence[tuple[Scene, Path]],
    size: tuple[int, int],
    dpi: float,
    pictures: PictureStore,
    workers: Workers,
) -> Iterator[tuple[Scene, str]]:
    """Rasterise, encode and write scenes of one size.

    Args:
        wanted: Each scene once, with the file to write.
        size: Pixels, width and height.
        dpi: Recorded in the files.
        pictures: The bytes of the pictures that the scenes show.
        workers: Who does it.

    Yields:
        Each scene with its file's SHA-256, in order.
    """
    scenes = [scene for scene, _ in wanted]
    if not scenes:
        return
    with tempfile.TemporaryDirectory(prefix="cardgen-") as name:
        folder = Path(name)
        pdf, grounds = _prepare(scenes, size, pictures, folder)
        pages = [
            Page(number, grounds.get(scene.ground, "") if may_share(scene) else "", str(file))
            for number, (scene, file) in enumerate(wanted)
        ]
        tasks = [
            Task(pdf, size, dpi, tuple(pages[start : start + CHUNK]))
            for start in range(0, len(pages), CHUNK)
        ]
        hashes = (digest for part in workers.map(write_pages, tasks) for digest in part)
        yield from zip(scenes, hashes, strict=True)


def _prepare(
    scenes: Sequence[Scene], size: tuple[int, int], pictures: PictureStore, folder: Path
) -> tuple[str, dict[Layer, str]]:
    """Paint all scenes into a file, and the shared grounds into files of raw pixels."""
    shared = shared_grounds(scenes)
    data = paint(scenes, shared, pictures)
    pdf = folder / "faces.pdf"
    pdf.write_bytes(data)
    grounds = {}
    raster = Raster(data)
    for index, ground in enumerate(shared):
        file = folder / f"ground-{index}.raw"
        file.write_bytes(raster.page(len(scenes) + index, size).tobytes())
        grounds[ground] = str(file)
    raster.close()
    return str(pdf), grounds


def shared_grounds(scenes: Sequence[Scene]) -> list[Layer]:
    """Grounds of more than one scene, in order of first use."""
    uses = Counter(scene.ground for scene in scenes if may_share(scene))
    return [ground for ground, count in uses.items() if ground and count > 1]


def may_share(scene: Scene) -> bool:
    """Whether drawing over a finished ground gives the same pixels as the whole page.

    Not for blend modes: at the edge of a clip PDFium mixes them with the page's own
    drawing, and there a prefilled bitmap gives other pixels (measured: up to 59 levels).
    """
    return not blends(scene.marks)


def paint(scenes: Sequence[Scene], shared: Sequence[Layer], pictures: PictureStore) -> bytes:
    """A page a scene, without its ground if that is shared; then the shared grounds."""
    file = PdfFile(pictures, title="faces")
    apart = set(shared)
    for scene in scenes:
        over = scene.ground in apart and may_share(scene)
        layers = (scene.marks,) if over else (scene.ground, scene.marks)
        show_layers(file, scene, layers)
    for ground in shared:
        show_layers(file, scenes[0], (ground,))
    return file.save()


# --- in a worker ---------------------------------------------------------------------------

_open: dict[str, Raster] = {}
_grounds: dict[str, Pixels] = {}


def write_pages(task: Task) -> list[str]:
    """Rasterise, encode and write some pages; gives their SHA-256."""
    raster = _opened(task.pdf)
    return [_write_page(raster, page, task.size, task.dpi) for page in task.pages]


def _write_page(raster: Raster, page: Page, size: tuple[int, int], dpi: float) -> str:
    ground = _ground(page.ground, size) if page.ground else None
    png = encode_png(raster.page(page.number, size, ground), dpi)
    Path(page.file).write_bytes(png)
    return hashlib.sha256(png).hexdigest()


def _opened(pdf: str) -> Raster:
    """The PDF, kept open between tasks; what an earlier job left is dropped."""
    if pdf not in _open:
        for old in _open.values():
            old.close()
        _open.clear()
        _grounds.clear()
        _open[pdf] = Raster(Path(pdf).read_bytes())
    return _open[pdf]


def _ground(file: str, size: tuple[int, int]) -> Pixels:
    if file not in _grounds:
        _grounds[file] = np.fromfile(file, np.uint8).reshape(size[1], size[0], 3)
    return _grounds[file]


def rasterise(
    scenes: Sequence[Scene], size: tuple[int, int], pictures: PictureStore
) -> Iterator[tuple[Scene, Pixels]]:
    """The pixels of scenes of one size, in order, for what looks at faces."""
    shared = shared_grounds(scenes)
    raster = Raster(paint(scenes, shared, pictures))
    try:
        first = len(scenes)
        grounds = {ground: raster.page(first + i, size) for i, ground in enumerate(shared)}
        for number, scene in enumerate(scenes):
            ground = grounds.get(scene.ground) if may_share(scene) else None
            yield scene, raster.page(number, size, ground)
    finally:
        raster.close()
