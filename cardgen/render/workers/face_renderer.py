"""Faces → PNG files over all cores, each rendered once a build, whoever asks for it.

In      requests, as soon as it is known that they will be made.
Out     PNG files and their SHA-256; the same bytes with one worker or many.
Not here  which faces a target has (`targets`), when to begin (`pipeline`).

Workers rasterize pages and write PNGs themselves: page numbers go in, hashes come out. They are
processes, because PDFium is not thread-safe. What was rendered in an earlier run comes out of the
`FaceCache`. No more than a few hundred faces are under way at once, so that memory does not grow
with their number.

Files lie in a temporary folder, on the disk of the output where that can be, and are linked to
where they are wanted: work can begin before anything of a game may be written.
"""

from __future__ import annotations

import hashlib
from collections import deque
from collections.abc import Hashable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from cardgen.cache.face_cache import FaceCache
from cardgen.files.atomic_write import link_or_copy
from cardgen.files.work_records import TemporaryFolder
from cardgen.render.workers.pool import Stream, Workers
from cardgen.render.workers.raster_calls import render_pages, write_pages, write_png
from cardgen.render.workers.raster_tasks import Done, PictureFile, RasterTask

if TYPE_CHECKING:
    from cardgen.render.workers.face_painting import FaceRequest, Look, TaskPainter, Wanted

_UNDER_WAY = 96
"""Tasks that workers hold or have before them at once."""


class _Batch(Struct):
    """Faces that were begun together."""

    sent: deque[tuple[Path, str, Look]]
    """The files that are being made, in order, their keys and how they look."""
    tasks: Stream[RasterTask, list[Done | bytes]] | None = None
    results: Iterator[Done | bytes] | None = None


class FaceRenderer:
    """Renders faces for all targets of one build."""

    def __init__(
        self, workers: Workers, cache: FaceCache | None = None, *, near: Path | None = None
    ) -> None:
        """Make a renderer, which does nothing yet.

        Args:
            workers: Who does the work.
            cache: Faces of earlier builds; None renders all.
            near: A place on the disk where the files are wanted in the end.
        """
        self._workers, self._cache, self._near = workers, cache, near
        self._folder: TemporaryFolder | None = None
        self._painter: TaskPainter | None = None
        self._batches: deque[_Batch] = deque()
        self._keys: dict[Hashable, str] = {}
        """The key of the file that a request is for, from when it was begun."""
        self._files: dict[str, tuple[Path, Done]] = {}
        """Finished files by key."""
        self._begun: set[str] = set()

    def begin(self, requests: Iterable[FaceRequest]) -> None:
        """Have workers start on faces that are not under way yet.

        Args:
            requests: Taken as the workers come to them; best in the order in which the files
                will be asked for.
        """
        away = self._workers.away
        if self._painter is None:
            from cardgen.render.workers.face_painting import TaskPainter

            self._painter = TaskPainter(None if away else self._place())
        batch = _Batch(deque())
        tasks = self._painter.tasks(self._missing(requests, batch))
        batch.tasks = self._workers.stream(render_pages if away else write_pages, tasks, _UNDER_WAY)
        batch.results = (done for part in batch.tasks for done in part)
        self._batches.append(batch)

    def write(self, request: FaceRequest, file: Path) -> str:
        """Wait for a face and put it at `file`; return the SHA-256 of its bytes."""
        made, done = self._wait_for(request)
        link_or_copy(made, file)
        return done.sha256

    def read(self, request: FaceRequest) -> bytes:
        """Wait for a face; return the bytes of its file."""
        return self._wait_for(request)[0].read_bytes()

    def _wait_for(self, request: FaceRequest) -> tuple[Path, Done]:
        while (key := self._keys.get(request.key)) is None or key not in self._files:
            if not self._finish_one():
                self.begin([request])
        return self._files[key]

    def close(self) -> None:
        """Give up what is not finished, and clean up."""
        for batch in self._batches:
            if batch.tasks is not None:
                batch.tasks.close()
        self._batches.clear()
        if self._folder is not None:
            self._folder.cleanup()

    def _place(self) -> Path:
        """The folder of the files, made when it is first needed."""
        if self._folder is None:
            self._folder = TemporaryFolder(near=self._near)
        return Path(self._folder.name)

    def _missing(self, requests: Iterable[FaceRequest], batch: _Batch) -> Iterator[Wanted]:
        """The scenes that have to be rendered."""
        for request in requests:
            if request.key in self._keys:
                continue
            scene = None if request.digest else request.scene()
            key = _make_key(request.look.digest(scene) if scene else request.digest, request.look)
            self._keys[request.key] = key
            if key in self._begun:
                continue
            self._begun.add(key)
            file = self._place() / f"{key}{request.look.suffix}"
            if not self._fetch(key, file):
                batch.sent.append((file, key, request.look))
                yield scene or request.scene(), request.look, file

    def _fetch(self, key: str, file: Path) -> bool:
        """Whether a face was rendered in an earlier build; then it is put at `file`."""
        sha256 = self._cache.fetch(key, file) if self._cache else None
        if sha256 is not None:
            self._files[key] = file, Done(sha256, 0)
        return sha256 is not None

    def _finish_one(self) -> bool:
        """Wait for the next face under way; False if there is none."""
        while self._batches:
            batch = self._batches[0]
            assert batch.results is not None
            done = next(batch.results, None)
            if done is not None:
                self._finish(done, *batch.sent.popleft())
                return True
            self._batches.popleft()
        return False

    def _finish(self, done: Done | bytes, file: Path, key: str, look: Look) -> None:
        if isinstance(done, bytes):
            done = write_png(done, file)
        self._files[key] = file, done
        if self._cache is not None and not look.pictures.is_out_of_date:
            self._cache.keep(key, file, done.crc, done.sha256)


def _make_key(digest: str, look: Look) -> str:
    """What stands for everything that a face's file depends on: 32 hexadecimal digits."""
    from cardgen.render.program_fingerprint import encoders, program

    kind = f" {look.kind!r}" if look.kind else ""
    if isinstance(look.kind, PictureFile):
        kind += f" {encoders()}"
    text = f"{program()} {look.size} {look.dpi!r}{kind} {digest}"
    return hashlib.blake2b(text.encode(), digest_size=16).hexdigest()
