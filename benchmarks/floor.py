"""The floor: a game's distinct faces rasterised and encoded, and nothing else.

In      PDFs of the faces and of the grounds that many share, prepared; processes, started.
Out     seconds to make the bytes of every PNG, on one core and over all.

Nothing is read, bound, laid out, painted, hashed, linked or written; each process rasterises a
ground that faces share once. No build that makes these pixels with PDFium and this encoder can
be faster.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cache
from multiprocessing import get_context
from pathlib import Path

from cardgen.bind.game.binding import bind_game
from cardgen.core.findings import Report
from cardgen.files.disk_game import DiskGame
from cardgen.layout.face.layouter import lay_out
from cardgen.read.game import read_game
from cardgen.render.raster.png_encode import Rows, encode_rows
from cardgen.render.raster.rasterizer import Raster
from cardgen.render.workers.face_painting import ground_pdf, is_apart, paint, shared_grounds
from cardgen.render.workers.raster_worker import first_page

_TASK = 6
"""Faces a task, as in a build."""
_Task = tuple[int, int, int]
"""The number of the run, the first page, the page after the last."""


@dataclass(frozen=True)
class Prepared:
    """Faces ready to be rasterised: page N has ground N below it, if that is shared."""

    pdf: bytes
    grounds: Sequence[bytes | None]
    size: tuple[int, int]
    dpi: float


def prepare(folder: Path, dpi: float = 300) -> Prepared:
    """The distinct faces of a game's cards, all of one size."""
    game, report = DiskGame(folder), Report()
    spec = read_game(game, report)
    assert spec is not None
    bound = bind_game(spec, game, report)
    scenes = lay_out(bound.faces, report).scenes
    cards = [card for deck in bound.decks for card in deck.cards]
    faces = [card.front for card in cards] + [card.back for card in cards if card.back]
    wanted = list(dict.fromkeys(scenes[face] for face in faces))
    (size,) = {deck.size.pixels(dpi) for deck in bound.decks}
    shared = shared_grounds(wanted)
    apart = {scene.ground: scene for scene in wanted if is_apart(scene, shared)}
    drawn = {ground: ground_pdf(one, bound.pictures) for ground, one in apart.items()}
    grounds = [drawn[s.ground] if is_apart(s, shared) else None for s in wanted]
    return Prepared(paint(wanted, shared, bound.pictures), grounds, size, dpi)


class Floor:
    """Prepared faces, and processes that have them and wait."""

    def __init__(self, prepared: Prepared, cores: int) -> None:
        _here.append(prepared)  # the processes are forks of this one: nothing is sent
        self.faces = len(prepared.grounds)
        self._tasks = [(n, min(n + _TASK, self.faces)) for n in range(0, self.faces, _TASK)]
        self._run = 0
        self._pool = ProcessPoolExecutor(cores, get_context("fork"))
        self.over_all_cores()

    def __enter__(self) -> Floor:
        return self

    def __exit__(self, *_: object) -> None:
        self._pool.shutdown()
        _here.clear()

    def over_all_cores(self) -> float:
        """Seconds until the last PNG is encoded."""
        tasks = self._anew()
        started = time.perf_counter()
        assert sum(self._pool.map(_encoded, tasks)) > 0
        return time.perf_counter() - started

    def on_one_core(self) -> float:
        """The same in one process that does nothing else."""
        tasks = self._anew()
        started = time.perf_counter()
        assert sum(map(_encoded, tasks)) > 0
        return time.perf_counter() - started

    def _anew(self) -> list[_Task]:
        """All tasks, in which no ground of an earlier run is known."""
        self._run += 1
        return [(self._run, *pages) for pages in self._tasks]


_here: list[Prepared] = []


@cache
def _raster() -> Raster:
    return Raster(_here[0].pdf)


_drawn: dict[tuple[int, bytes], Rows] = {}
"""Grounds by run and PDF."""


def _encoded(task: _Task) -> int:
    """Bytes of some pages as PNGs."""
    run, *pages = task
    faces, total = _here[0], 0
    for number in range(*pages):
        ground = faces.grounds[number]
        over = None if ground is None else _ground(run, ground)
        total += len(encode_rows(_raster().rows(number, faces.size, over), faces.dpi))
    return total


def _ground(run: int, pdf: bytes) -> Rows:
    if (run, pdf) not in _drawn:
        for key in [key for key in _drawn if key[0] != run]:
            del _drawn[key]
        _drawn[run, pdf] = first_page(pdf, _here[0].size)
    return _drawn[run, pdf]
