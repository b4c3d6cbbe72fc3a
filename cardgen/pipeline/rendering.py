"""Who renders the faces of a build, from before its game is read until it ends."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from cardgen.cache.face_cache import FaceCache
from cardgen.cache.project_cache import project_cache
from cardgen.pipeline.build_request import BuildRequest

if TYPE_CHECKING:
    from cardgen.render.workers.face_renderer import FaceRenderer
    from cardgen.render.workers.pool import Workers


class Rendering(Struct, frozen=True):
    """Who renders faces, and which are rendered already."""

    workers: Workers
    faces: FaceRenderer
    cache: FaceCache | None


@contextmanager
def open_rendering(request: BuildRequest, project: Path | None) -> Iterator[Rendering]:
    """The workers, started before the game is read, and what they render."""
    from cardgen.render.workers.pool import Workers, default_count

    cache = FaceCache(project_cache(project)) if project and not request.fresh else None
    cluster = request.cluster
    count = request.jobs or (cluster.size if cluster else default_count())
    with Workers(count, cluster.executor if cluster else None) as workers:
        from cardgen.render.workers.face_renderer import FaceRenderer

        faces = FaceRenderer(workers, cache, near=request.output)
        try:
            yield Rendering(workers, faces, cache)
        finally:
            faces.close()
