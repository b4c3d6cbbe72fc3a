"""Faces → WebP pictures for a page, each distinct face once, over all cores.

In      scenes, how fine and how good they are to be.
Out     a `FacePicture` a scene: bytes and pixels.
Not here  the page (`gallery`).

Pictures hold the whole trim rectangle; the page cuts it by its outline, so that none needs
transparency. `width` is that of a piece 2.5 inches across. Smaller pieces are finer and larger ones
coarser than in proportion, because in the large view all are about as large as the screen.
"""

from __future__ import annotations

import hashlib
import io
from collections.abc import Iterator, Sequence
from pathlib import Path

from msgspec import Struct
from PIL import Image, features

from cardgen.core.geometry import POINTS_PER_INCH, Extent
from cardgen.files.work_records import TemporaryFolder
from cardgen.render.program_fingerprint import program
from cardgen.scene.items import Scene
from cardgen.scene.scene_digest import scene_digest
from cardgen.targets.contract import Job
from cardgen.targets.shared.face_files import CHUNK
from cardgen.targets.shared.picture_cache import PictureCache
from cardgen.targets.shared.trimmed_faces import PaintedFaces, paint_faces

_POKER = 2.5 * POINTS_PER_INCH
_LEAST, _MOST = 0.7, 2.5
"""How far the width follows a piece's size."""
_LONGEST = 8000
"""Pixels a side."""
_EFFORT = 2
"""Of the encoder: 4 takes 2.5 times as long and saves 3 %."""


class FacePicture(Struct, frozen=True):
    """A picture of a face."""

    data: bytes
    size: tuple[int, int]

    @property
    def sha256(self) -> str:
        return hashlib.sha256(self.data).hexdigest()


class PictureStyle(Struct, frozen=True):
    """How fine pictures are, and how good."""

    width: int
    quality: int

    def pixels(self, trim: Extent) -> tuple[int, int]:
        shorter, longer = sorted((trim.width, trim.height))
        wanted = self.width * min(max(shorter / _POKER, _LEAST), _MOST)
        scale = min(wanted, _LONGEST * shorter / longer) / shorter
        return max(1, round(trim.width * scale)), max(1, round(trim.height * scale))


class _PictureTask(Struct, frozen=True):
    """What a worker is sent."""

    faces: PaintedFaces
    quality: int
    numbers: tuple[int, ...]


def render_pictures(
    job: Job, scenes: Sequence[Scene], lens: PictureStyle
) -> dict[Scene, FacePicture]:
    """A picture of each scene."""
    shots: dict[Scene, FacePicture] = {}
    for group in _group_by_size(scenes):
        size = lens.pixels(Extent(group[0].trim.width, group[0].trim.height))
        for scene, data in _fetch_or_render(job, group, size, lens.quality):
            shots[scene] = FacePicture(data, size)
            job.progress("pictures", len(shots), len(scenes))
    return shots


def _group_by_size(scenes: Sequence[Scene]) -> list[list[Scene]]:
    """Distinct scenes that share page and trim."""
    groups: dict[object, list[Scene]] = {}
    for scene in dict.fromkeys(scenes):
        groups.setdefault((scene.page, scene.trim), []).append(scene)
    return list(groups.values())


def _fetch_or_render(
    job: Job, scenes: list[Scene], size: tuple[int, int], quality: int
) -> Iterator[tuple[Scene, bytes]]:
    """What was rendered before, then the rest."""
    with TemporaryFolder() as name:
        kept = PictureCache(job.cache, Path(name))
        keys = {scene: _key(scene, size, quality) for scene in scenes}
        found = {scene: data for scene in scenes if (data := kept.fetch(keys[scene], ".webp"))}
        yield from found.items()
        left = [scene for scene in scenes if scene not in found]
        for scene, data in _render(job, left, size, quality):
            kept.keep(keys[scene], ".webp", data)
            yield scene, data


def _render(
    job: Job, scenes: list[Scene], size: tuple[int, int], quality: int
) -> Iterator[tuple[Scene, bytes]]:
    if not scenes:
        return
    with paint_faces(scenes, size, job.game.pictures) as faces:
        numbers = range(len(scenes))
        chunks = [tuple(numbers[i : i + CHUNK]) for i in range(0, len(scenes), CHUNK)]
        tasks = [_PictureTask(faces, quality, chunk) for chunk in chunks]
        done = (data for part in job.workers.map(_encode_faces, tasks) for data in part)
        yield from zip(scenes, done, strict=True)


def _encode_faces(task: _PictureTask) -> list[bytes]:
    return [encode_webp(Image.fromarray(task.faces.pixels(n)), task.quality) for n in task.numbers]


def encode_webp(picture: Image.Image, quality: int) -> bytes:
    out = io.BytesIO()
    picture.save(out, "WEBP", quality=quality, method=_EFFORT)
    return out.getvalue()


# --- rendered before ---------------------------------------------------------------------------


def _key(scene: Scene, size: tuple[int, int], quality: int) -> str:
    """Stands for everything that a picture depends on."""
    encoder = f"webp {features.version('webp')} {_EFFORT}"
    text = f"{program()} {encoder} trim {size} {quality} {scene_digest(scene)}"
    return hashlib.blake2b(text.encode(), digest_size=16).hexdigest()
