"""Scenes → PNG files, each distinct scene once, over all cores.

In      scenes of one size, where each is to be written.
Out     PNG files and their SHA-256; the same bytes with one worker or many.
Not here  which files a target has (`targets`).

Scenes are painted some at a time into a PDF; workers rasterise its pages and write PNGs
themselves: page numbers go in, hashes come out. A ground that several scenes share has a
PDF of its own; each worker rasterises it once and draws the marks over copies of it.
Workers are processes, because PDFium is not thread-safe. What was rendered in an earlier
run comes out of the `FaceCache`. No more than a few hundred faces are under way at once, so
that memory does not grow with their number.
"""

from __future__ import annotations

import hashlib
from collections import Counter, deque
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from cardgen.bind.pictures import PictureStore
from cardgen.cache.face_cache import FaceCache
from cardgen.files.work_records import TemporaryFolder
from cardgen.render.pdf.document import PdfFile, show_layers
from cardgen.render.program_fingerprint import program
from cardgen.render.scene_digest import layer_digest, scene_digest
from cardgen.render.workers.pool import Workers
from cardgen.render.workers.raster_tasks import (
    Done,
    Page,
    Source,
    Task,
    render_pages,
    write_pages,
    written,
)
from cardgen.scene.items import Layer, Scene, blends

if TYPE_CHECKING:
    from cardgen.render.workers.early_faces import Ahead

FIRST, CHUNK = 4, 48
"""Faces painted into one PDF: few at first, so that work begins, then more."""
_SHARES = 8
"""Tasks a PDF of faces makes: few enough to pay for the calls, many enough to share the work
evenly."""
_LEAST = 2
"""Pages a task has at least, but at the end, where cores would wait for each other."""
_AHEAD = 96
"""Tasks under way at once."""


class Look(Struct, frozen=True):
    """What turns scenes into files of one kind."""

    size: tuple[int, int]
    """Pixels, width and height."""
    dpi: float
    """Recorded in the files."""
    pictures: PictureStore
    """The bytes of the pictures that the scenes show."""


class PngRun:
    """Faces on their way to PNG files. Work begins when it is made; iterating waits for it."""

    def __init__(
        self,
        wanted: Iterable[tuple[Scene, Path]],
        look: Look,
        workers: Workers,
        store: FaceCache | None = None,
        ahead: Ahead | None = None,
    ) -> None:
        self.keys: list[str] = []
        self._look, self._store, self._ahead = look, store, ahead
        self._begun: deque[tuple[Scene, Path, str]] = deque()
        self._folder = TemporaryFolder()
        self._sent: deque[tuple[Path, str]] = deque()
        self._kept: list[tuple[Path, str]] = []
        away = workers.away
        painter = _Painter(look, None if away else Path(self._folder.name))
        tasks = painter.tasks(self._missing(wanted))
        self._results = workers.stream(render_pages if away else write_pages, tasks, _AHEAD)

    def __iter__(self) -> Iterator[tuple[Path, str]]:
        """Each file with its SHA-256, as they are finished."""
        yield from self._taken()
        for file, done in self.files():
            yield file, done.sha256
            yield from self._found()
        yield from self._found()

    def files(self) -> Iterator[tuple[Path, Done]]:
        """Those that were rendered for this run."""
        for part in self._results:
            for done in part:
                yield self._finished(done)

    def close(self) -> None:
        """Give up what is not finished, and clean up."""
        self._results.close()
        self._folder.cleanup()

    def _missing(self, wanted: Iterable[tuple[Scene, Path]]) -> Iterator[tuple[Scene, Path]]:
        """The scenes that have to be rendered; the others are put in place."""
        for scene, file in wanted:
            key = face_key(scene, self._look) if self._store else ""
            self.keys.append(key)
            sha256 = self._store.fetch(key, file) if self._store else None
            if sha256 is not None:
                self._kept.append((file, sha256))
            elif self._ahead is not None and self._ahead.has(scene, self._look):
                self._begun.append((scene, file, key))
            else:
                self._sent.append((file, key))
                yield scene, file

    def _finished(self, done: Done | bytes) -> tuple[Path, Done]:
        file, key = self._sent.popleft()
        if isinstance(done, bytes):
            done = written(done, file)
        self._keep(key, file, done)
        return file, done

    def _taken(self) -> Iterator[tuple[Path, str]]:
        """Those that were begun ahead of this run."""
        while self._begun:
            assert self._ahead is not None
            scene, file, key = self._begun.popleft()
            done = self._ahead.take(scene, self._look, file)
            self._keep(key, file, done)
            yield file, done.sha256

    def _keep(self, key: str, file: Path, done: Done) -> None:
        if self._store is not None:
            self._store.keep(key, file, done.crc, done.sha256)

    def _found(self) -> Iterator[tuple[Path, str]]:
        found, self._kept = self._kept, []
        yield from found


def write_pngs(
    wanted: Sequence[tuple[Scene, Path]],
    size: tuple[int, int],
    dpi: float,
    pictures: PictureStore,
    workers: Workers,
) -> Iterator[tuple[Path, str]]:
    """Rasterise, encode and write scenes of one size; gives each file with its SHA-256."""
    run = PngRun(wanted, Look(size, dpi, pictures), workers)
    try:
        yield from run
    finally:
        run.close()


def face_key(scene: Scene, look: Look) -> str:
    """Stands for everything that a face's file depends on: 32 hexadecimal digits."""
    text = f"{program()} {look.size} {look.dpi!r} {scene_digest(scene)}"
    return hashlib.blake2b(text.encode(), digest_size=16).hexdigest()


class _Painter:
    """Paints scenes into PDFs, a chunk at a time, and cuts chunks into tasks."""

    def __init__(self, look: Look, folder: Path | None) -> None:
        self._look, self._folder = look, folder
        self._seen: set[bytes] = set()
        self._grounds: dict[bytes, Source] = {}

    def tasks(self, wanted: Iterable[tuple[Scene, Path]]) -> Iterator[Task]:
        rest = iter(wanted)
        number, size = 0, FIRST
        while chunk := list(islice(rest, size)):
            least = _LEAST if len(chunk) == size else 1
            number, size = number + 1, min(2 * size, CHUNK)
            yield from self._chunk(chunk, f"faces-{number}.pdf", least)

    def _chunk(self, chunk: Sequence[tuple[Scene, Path]], name: str, least: int) -> Iterator[Task]:
        scenes = [scene for scene, _ in chunk]
        shared = self._shared(scenes)
        pdf = self._source(name, paint(scenes, shared, self._look.pictures))
        pages = [
            Page(i, self._ground(scene) if is_apart(scene, shared) else None, str(file))
            for i, (scene, file) in enumerate(chunk)
        ]
        share = max(least, len(pages) // _SHARES)
        for start in range(0, len(pages), share):
            part = tuple(pages[start : start + share])
            yield Task(pdf, self._look.size, self._look.dpi, part)

    def _source(self, name: str, pdf: bytes) -> Source:
        """The PDF as a file that the workers share, or as it is."""
        if self._folder is None:
            return pdf
        file = self._folder / name
        file.write_bytes(pdf)
        return str(file)

    def _shared(self, scenes: Sequence[Scene]) -> list[Layer]:
        """Grounds that more than one face has, as far as they have come."""
        grounds = [scene.ground for scene in scenes if scene.ground and may_share(scene)]
        uses = Counter(grounds)
        shared = [g for g, n in uses.items() if n > 1 or layer_digest(g) in self._seen]
        self._seen.update(map(layer_digest, grounds))
        return shared

    def _ground(self, scene: Scene) -> Source:
        """The PDF that holds a scene's ground alone."""
        digest = layer_digest(scene.ground)
        if digest not in self._grounds:
            pdf = ground_pdf(scene, self._look.pictures)
            name = f"ground-{digest.hex()}-{scene.page.width:g}x{scene.page.height:g}.pdf"
            self._grounds[digest] = self._source(name, pdf)
        return self._grounds[digest]


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


def paint(scenes: Sequence[Scene], shared: Sequence[Layer], pictures: PictureStore) -> bytes:
    """A page a scene, without its ground if that is shared."""
    file = PdfFile(pictures, title="faces", packed=False)
    for scene in scenes:
        layers = (scene.marks,) if is_apart(scene, shared) else (scene.ground, scene.marks)
        show_layers(file, scene, layers)
    return file.save()


def ground_pdf(scene: Scene, pictures: PictureStore) -> bytes:
    """A PDF of one page, a scene's ground alone."""
    pdf = PdfFile(pictures, title="ground", packed=False)
    show_layers(pdf, scene, (scene.ground,))
    return pdf.save()
