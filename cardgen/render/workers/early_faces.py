"""Faces that are rendered before it is known where they go.

In      scenes, as soon as their deck is laid out.
Out     their PNG files, for whoever wants the same scene with the same look.
Not here  which scenes are worth it (`build`).

While one deck is bound and laid out, workers render the one before. What nobody asks for goes
with the temporary folder.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from cardgen.files.atomic_write import link_or_copy
from cardgen.files.work_records import TemporaryFolder
from cardgen.render.workers.face_files import Look, PngRun
from cardgen.render.workers.pool import Workers
from cardgen.render.workers.raster_tasks import Done
from cardgen.scene.items import Scene

_Key = tuple[Scene, tuple[int, int], float]


class Ahead:
    """Faces under way."""

    def __init__(self, workers: Workers) -> None:
        self._workers = workers
        self._folder = TemporaryFolder()
        self._runs: list[PngRun] = []
        self._results: dict[_Key, Iterator[tuple[Path, Done]]] = {}
        """For each face, the results of its run."""
        self._done: dict[_Key, tuple[Path, Done]] = {}

    def begin(self, scenes: Iterable[Scene], look: Look) -> None:
        """Render scenes that are not under way yet."""
        new = [s for s in dict.fromkeys(scenes) if not self.has(s, look)]
        folder = Path(self._folder.name)
        count = len(self._results)
        wanted = [(scene, folder / f"{count + i}.png") for i, scene in enumerate(new)]
        run = PngRun(wanted, look, self._workers)
        self._runs.append(run)
        results = self._noted(run, {file: _key(scene, look) for scene, file in wanted})
        self._results |= {_key(scene, look): results for scene in new}

    def has(self, scene: Scene, look: Look) -> bool:
        return _key(scene, look) in self._results

    def take(self, scene: Scene, look: Look, file: Path) -> Done:
        """Wait for a face, and put it at `file`: a front may be a back as well, and a face of one
        order stand in the next."""
        key = _key(scene, look)
        while key not in self._done:
            next(self._results[key])
        made, done = self._done[key]
        link_or_copy(made, file)
        return done

    def close(self) -> None:
        """Give up what is not finished, and clean up."""
        for run in self._runs:
            run.close()
        self._folder.cleanup()

    def _noted(self, run: PngRun, keys: Mapping[Path, _Key]) -> Iterator[tuple[Path, Done]]:
        for file, done in run.files():
            self._done[keys[file]] = file, done
            yield file, done


def _key(scene: Scene, look: Look) -> _Key:
    return scene, look.size, look.dpi
