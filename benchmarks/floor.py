"""The floor: a game's distinct faces rasterised and encoded, and nothing else.

In      a PDF of the faces and the pixels of their grounds, prepared; processes, started.
Out     seconds to make the bytes of every PNG, on one core and over all.

Nothing is read, bound, laid out, painted, hashed, linked or written, and grounds that many
faces share are there already: no build that makes these pixels with PDFium and this encoder
can be faster.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cache
from multiprocessing import get_context
from pathlib import Path

from cardgen.bind.faces import bind_game
from cardgen.diagnostics import Report
from cardgen.layout.face import lay_out
from cardgen.read.game import read_game
from cardgen.render.faces import is_apart, paint, shared_grounds
from cardgen.render.pixels import ground_pixels
from cardgen.render.png import Pixels, encode_png
from cardgen.render.raster import Raster
from cardgen.workspace import DiskGame

_TASK = 6
"""Faces a task, as in a build."""


@dataclass(frozen=True)
class Prepared:
    """Faces ready to be rasterised: page N has ground N below it, if that is shared."""

    pdf: bytes
    grounds: Sequence[Pixels | None]
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
    pixels = {ground: ground_pixels(one, size, bound.pictures) for ground, one in apart.items()}
    grounds = [pixels[s.ground] if is_apart(s, shared) else None for s in wanted]
    return Prepared(paint(wanted, shared, bound.pictures), grounds, size, dpi)


class Floor:
    """Prepared faces, and processes that have them and wait."""

    def __init__(self, prepared: Prepared, cores: int) -> None:
        _here.append(prepared)  # the processes are forks of this one: nothing is sent
        self.faces = len(prepared.grounds)
        self._tasks = [(n, min(n + _TASK, self.faces)) for n in range(0, self.faces, _TASK)]
        self._pool = ProcessPoolExecutor(cores, get_context("fork"))
        self.over_all_cores()

    def __enter__(self) -> Floor:
        return self

    def __exit__(self, *_: object) -> None:
        self._pool.shutdown()
        _here.clear()

    def over_all_cores(self) -> float:
        """Seconds until the last PNG is encoded."""
        started = time.perf_counter()
        assert sum(self._pool.map(_encoded, self._tasks)) > 0
        return time.perf_counter() - started

    def on_one_core(self) -> float:
        """The same in one process that does nothing else."""
        started = time.perf_counter()
        assert sum(map(_encoded, self._tasks)) > 0
        return time.perf_counter() - started


_here: list[Prepared] = []


@cache
def _raster() -> Raster:
    return Raster(_here[0].pdf)


def _encoded(pages: tuple[int, int]) -> int:
    """Bytes of some pages as PNGs."""
    faces, total = _here[0], 0
    for number in range(*pages):
        pixels = _raster().page(number, faces.size, faces.grounds[number])
        total += len(encode_png(pixels, faces.dpi))
    return total
