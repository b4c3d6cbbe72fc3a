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
    from cardgen.render.workers.picture_packer import PicturePacker
    from cardgen.render.workers.pool import Workers
    from cardgen.targets.files_beside import FilesBeside


class Rendering(Struct, frozen=True):
    """Who renders faces, and which are rendered already."""

    workers: Workers
    faces: FaceRenderer
    packer: PicturePacker
    files: FilesBeside
    cache: FaceCache | None


@contextmanager
def open_rendering(request: BuildRequest, project: Path | None) -> Iterator[Rendering]:
    """The workers, and what they render; started before the game is read, if they will have to
    render most of it."""
    from cardgen.render.workers.pool import Workers, default_count

    cache = FaceCache(project_cache(project)) if project and not request.fresh else None
    cluster = request.cluster
    count = request.jobs or (cluster.size if cluster else default_count())
    late = cache is not None and not cache.is_empty()
    with Workers(count, cluster.executor if cluster else None, late=late) as workers:
        from cardgen.render.workers.face_renderer import FaceRenderer
        from cardgen.render.workers.picture_packer import PicturePacker
        from cardgen.targets.files_beside import FilesBeside

        faces, files = FaceRenderer(workers, cache, near=request.output), FilesBeside()
        packer = PicturePacker(workers, cache)
        try:
            yield Rendering(workers, faces, packer, files, cache)
        finally:
            files.close()
            packer.close()
            faces.close()
