"""Faces as picture files: PNG, JPEG and WebP, each rendered once a build.

In      scenes, a size in pixels, how pictures are encoded.
Out     requests for `job.faces`; files, their hashes and lengths.
Not here  names of files, which faces there are (targets), who renders them
        (`render.workers.face_renderer`).
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from functools import cache, partial
from pathlib import Path

from msgspec import Struct

from cardgen.render.program_fingerprint import encoders, program
from cardgen.render.raster.picture_files import Encoding
from cardgen.render.workers.face_painting import FaceRequest, Look
from cardgen.render.workers.raster_tasks import PictureFile
from cardgen.scene.items import Scene
from cardgen.scene.scene_digest import scene_digest
from cardgen.targets.contract import Job


class SavedFace(Struct, frozen=True):
    """A picture file that was written."""

    sha256: str
    length: int


def request_picture(
    job: Job, scene: Scene, size: tuple[int, int], picture: PictureFile
) -> FaceRequest:
    """A picture file of a face, `size` pixels wide and high."""
    look = Look(size, picture.how.dpi, job.game.pictures, picture)
    return FaceRequest(scene, partial(_same, scene), look)


def _same(scene: Scene) -> Scene:
    return scene


def save_picture(job: Job, request: FaceRequest, file: Path) -> SavedFace:
    """Wait for a picture and put it at `file`."""
    sha256 = job.faces.write(request, file)
    return SavedFace(sha256, file.stat().st_size)


def make_picture_key(scenes: Iterable[Scene], how: Encoding, style: object) -> str:
    """What stands for everything that a picture file of some faces depends on."""
    shown = " ".join(f"{scene.cut!r} {scene_digest(scene)}" for scene in scenes)
    text = f"{program()} {_sources()} {how!r} {style!r} {shown}"
    return hashlib.blake2b(text.encode(), digest_size=16).hexdigest()


@cache
def _sources() -> str:
    """The code that puts faces together, and the libraries that encode."""
    sources = hashlib.blake2b(digest_size=16)
    for file in sorted(Path(__file__).parent.rglob("*.py")):
        sources.update(file.read_bytes())
    return f"{sources.hexdigest()} {encoders()}"
