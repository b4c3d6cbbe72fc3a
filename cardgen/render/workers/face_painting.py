"""Scenes → PDFs for workers to rasterize.

In      scenes, and the look that they are to have as pixels.
Out     `RasterTask`s: some pages of a PDF, and the files that they become.
Not here  who runs the tasks (`render.workers.face_renderer`).

Scenes are painted some at a time into a PDF. A ground that several scenes share has a PDF of its
own; each worker rasterizes it once and draws the marks over copies of it.

A target that has vector files (`mpc`) paints its faces once more: that takes 0.1 s of a cold
build of 216 cards while the workers rasterize. To share the operators, fonts and forms of both
files would have to be numbered alike, and so a PDF's bytes would depend on which faces were cached.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from itertools import groupby, islice
from pathlib import Path

from msgspec import Struct

from cardgen.bind.pictures import PictureStore
from cardgen.core.geometry import Rect
from cardgen.render.pdf.color_spaces import Effort
from cardgen.render.pdf.document import PdfFile
from cardgen.render.pdf.face_pages import show_box, show_layers
from cardgen.render.workers.raster_tasks import (
    CutOut,
    Page,
    PictureFile,
    RasterTask,
    Source,
    WebPicture,
)
from cardgen.scene.cut_outline import find_outline
from cardgen.scene.items import Bitmap, Layer, Picture, Scene, blends, walk
from cardgen.scene.scene_digest import layer_digest, scene_digest

FIRST, CHUNK = 4, 48
"""Faces painted into one PDF: few at first, so that work begins, then more."""
_MOST_PIXELS = 8_000_000
"""Of the pictures in one PDF, which has them unpacked where workers see our files: to pack and
unpack them again takes longer than PDFium and libdeflate have for half a face."""
_SHARES = 8
"""Tasks a PDF of faces makes: few enough to pay for the calls, many enough to share the work
evenly."""
_LEAST = 2
"""Pages a task has at least, but at the end, where cores would wait for each other."""


class Look(Struct, frozen=True):
    """What turns scenes into files of one kind."""

    size: tuple[int, int]
    """Pixels, width and height."""
    dpi: float
    """Recorded in the files."""
    pictures: PictureStore
    """The bytes of the pictures that the scenes show."""
    kind: WebPicture | PictureFile | None = None
    """A picture for a page, or a picture file, in place of a PNG as printing has it."""

    @property
    def key(self) -> tuple[tuple[int, int], float, WebPicture | PictureFile | None]:
        """What tells one look of a game from another."""
        return self.size, self.dpi, self.kind

    @property
    def suffix(self) -> str:
        """Of its files' names."""
        match self.kind:
            case WebPicture():
                return ".picture"
            case PictureFile(how):
                return how.suffix
            case None:
                return ".png"

    @property
    def shows_trim(self) -> bool:
        """Whether the trim box is all that is shown."""
        match self.kind:
            case PictureFile() as picture:
                return not picture.bleed
            case kind:
                return kind is not None

    def cut(self, scene: Scene) -> CutOut | None:
        """Where a scene is cut out, if it is."""
        if not isinstance(self.kind, PictureFile) or not self.kind.cut:
            return None
        page = Rect(0, 0, scene.page.width, scene.page.height)
        return CutOut(find_outline(scene), scene.trim if self.shows_trim else page)

    def digest(self, scene: Scene) -> str:
        """What of a scene its file depends on."""
        cut = self.cut(scene)
        return f"{scene_digest(scene)} {cut!r}" if cut else scene_digest(scene)


class FaceRequest(Struct, frozen=True):
    """A face that is wanted as a PNG file."""

    face: Hashable
    """Equal for faces that look alike (`layout.face.scene_store.scene_key`)."""
    scene: Callable[[], Scene]
    """Fetches the scene; those of large games are not in memory."""
    look: Look
    digest: str = ""
    """Of the scene, where that is known: a face that is kept needs no scene."""

    @property
    def key(self) -> Hashable:
        """Equal for requests of one file."""
        return self.face, self.look.key


Wanted = tuple[Scene, Look, Path]
"""A scene, its look, and the file that it becomes."""


class TaskPainter:
    """Paints faces into PDFs, some at a time, and cuts each PDF into tasks."""

    def __init__(self, folder: Path | None) -> None:
        """Make a painter.

        Args:
            folder: Where workers find the PDFs, of this painter alone; None if they see none of
                our files, and are sent them.
        """
        self._folder = folder
        self._effort = Effort.FAST if folder is None else Effort.NONE
        self._count = 0
        self._seen: set[bytes] = set()
        self._grounds: dict[str, Source] = {}

    def tasks(self, wanted: Iterable[Wanted]) -> Iterator[RasterTask]:
        """Give the tasks of scenes, which are taken as tasks are asked for."""
        size = FIRST
        for _, alike in groupby(wanted, key=lambda one: one[1].key):
            faces = iter(alike)
            while chunk := _take_chunk(faces, size):
                least = _LEAST if len(chunk) == size else 1
                size = min(2 * size, CHUNK)
                yield from self._chunk(chunk, least)

    def _chunk(self, chunk: Sequence[Wanted], least: int) -> Iterator[RasterTask]:
        scenes, look = [scene for scene, _, _ in chunk], chunk[0][1]
        shared, trim = self._shared(scenes, look), look.shows_trim
        self._count += 1
        pdf = self._source(
            f"faces-{self._count}.pdf",
            paint(scenes, shared, look.pictures, trim=trim, effort=self._effort),
        )
        pages = [
            Page(
                i,
                self._ground(scene, look) if is_apart(scene, shared) else None,
                str(file),
                look.cut(scene),
            )
            for i, (scene, _, file) in enumerate(chunk)
        ]
        share = max(least, len(pages) // _SHARES)
        for start in range(0, len(pages), share):
            some = tuple(pages[start : start + share])
            yield RasterTask(pdf, look.size, look.dpi, some, look.kind)

    def _source(self, name: str, pdf: bytes) -> Source:
        """The PDF as a file that the workers share, or as it is."""
        if self._folder is None:
            return pdf
        file = self._folder / name
        file.write_bytes(pdf)
        return str(file)

    def _shared(self, scenes: Sequence[Scene], look: Look) -> list[Layer]:
        """Grounds that more than one face has, as far as they have come."""
        if isinstance(look.kind, WebPicture) and look.kind.form != "whole":
            return [scene.ground for scene in scenes] if look.kind.form == "overlay" else []
        grounds = [scene.ground for scene in scenes if scene.ground and may_share(scene)]
        uses = Counter(grounds)
        shared = [g for g, n in uses.items() if n > 1 or layer_digest(g) in self._seen]
        self._seen.update(map(layer_digest, grounds))
        return shared

    def _ground(self, scene: Scene, look: Look) -> Source:
        """The PDF that holds a scene's ground alone."""
        page, trim = scene.page, look.shows_trim
        box = f"{page.width:g}x{page.height:g}"
        if trim:
            shown = scene.trim
            box += f"-{shown.left:g}x{shown.top:g}-{shown.width:g}x{shown.height:g}"
        name = f"ground-{layer_digest(scene.ground).hex()}-{box}.pdf"
        if name not in self._grounds:
            self._grounds[name] = self._source(name, ground_pdf(scene, look.pictures, trim=trim))
        return self._grounds[name]


def _take_chunk(faces: Iterator[Wanted], most: int) -> list[Wanted]:
    """The next faces, fewer where their pictures are large."""
    chunk: list[Wanted] = []
    pictures: set[Bitmap] = set()
    for one in islice(faces, most):
        chunk.append(one)
        pictures.update(_list_unpacked(one[0]))
        if sum(bitmap.width * bitmap.height for bitmap in pictures) > _MOST_PIXELS:
            break
    return chunk


def _list_unpacked(scene: Scene) -> Iterator[Bitmap]:
    """The pictures of a scene whose files a PDF does not take as they are."""
    for item in walk(scene.items):
        if isinstance(item, Picture) and item.bitmap.format != "JPEG":
            yield item.bitmap


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


def is_apart(scene: Scene, shared: Sequence[Layer]) -> bool:
    """Whether a scene's ground is one of the shared ones, and may be."""
    return scene.ground in shared and may_share(scene)


def paint(
    scenes: Sequence[Scene],
    shared: Sequence[Layer],
    pictures: PictureStore,
    *,
    trim: bool = False,
    effort: Effort = Effort.FAST,
) -> bytes:
    """A page a scene, without its ground if that is shared; with `trim`, of its trim box alone."""
    file = PdfFile(pictures, title="faces", effort=effort)
    for scene in scenes:
        layers = (scene.marks,) if is_apart(scene, shared) else (scene.ground, scene.marks)
        _show(file, scene, layers, trim=trim)
    return file.save()


def ground_pdf(
    scene: Scene, pictures: PictureStore, *, trim: bool = False, effort: Effort = Effort.FAST
) -> bytes:
    """A PDF of one page, a scene's ground alone."""
    pdf = PdfFile(pictures, title="ground", effort=effort)
    _show(pdf, scene, (scene.ground,), trim=trim)
    return pdf.save()


def _show(file: PdfFile, scene: Scene, layers: tuple[Layer, ...], *, trim: bool) -> None:
    if trim:
        show_box(file, scene, layers, scene.trim)
    else:
        show_layers(file, scene, layers)
