"""Write faces as picture files, over all cores.

In      scenes or painted faces, a file for each, how to encode them.
Out     files; their hashes and lengths, in order, the same with one worker or many.
Not here  names of files, which faces there are (targets).

What an earlier build rendered comes out of the face cache, under a key of all that a file depends
on: the scene, its outline, how it is painted and encoded, the code and the libraries.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, closing
from functools import cache
from pathlib import Path

from msgspec import Struct
from PIL import features

from cardgen.cache.face_cache import FaceCache, checksum
from cardgen.render.program_fingerprint import program
from cardgen.render.workers.pool import Workers
from cardgen.scene.items import Scene
from cardgen.scene.scene_digest import scene_digest
from cardgen.targets.contract import Job
from cardgen.targets.shared.picture_files import Encoding, encode_picture
from cardgen.targets.shared.trimmed_faces import PaintedFaces

CHUNK = 6
"""Faces a task, as in `render.workers.face_painting`."""


class SavedFace(Struct, frozen=True):
    """A picture file that was written."""

    sha256: str
    length: int
    crc: int = 0
    """For the face cache; 0 if the file came out of it."""


class _SaveTask(Struct, frozen=True):
    """What a worker is sent: faces by number, and where each is to be written."""

    faces: PaintedFaces
    how: Encoding
    files: tuple[tuple[int, str], ...]


Paint = Callable[[Sequence[Scene]], AbstractContextManager[PaintedFaces]]
"""Paints scenes for as long as the context lasts."""


def save_scenes(
    job: Job,
    scenes: Sequence[Scene],
    files: Sequence[Path],
    how: Encoding,
    paint: Paint,
    style: object,
) -> Iterator[SavedFace]:
    """Write scene *n* to file *n*, rendering those that no earlier build rendered.

    Args:
        job: What the target is given.
        scenes: Each once.
        files: A file a scene.
        how: How the pictures are encoded.
        paint: Paints the scenes that are left to render.
        style: What else the pixels depend on, as plain data: size, box, whether they are cut.
    """
    keys = [make_picture_key([scene], how, style) if job.cache else "" for scene in scenes]
    found = [_fetch(job.cache, *pair) for pair in zip(keys, files, strict=True)]
    left = [number for number, face in enumerate(found) if face is None]
    begun = _render([scenes[n] for n in left], [files[n] for n in left], how, paint, job)
    with closing(begun) as rendered:
        for number, face in enumerate(found):
            saved = face or next(rendered)
            if job.cache is not None and face is None:
                job.cache.keep(keys[number], files[number], saved.crc, saved.sha256)
            yield saved


def _render(
    scenes: Sequence[Scene], files: Sequence[Path], how: Encoding, paint: Paint, job: Job
) -> Generator[SavedFace, None, None]:
    if scenes:
        with paint(scenes) as faces:
            yield from save_faces(faces, files, how, job.workers)


def _fetch(cache: FaceCache | None, key: str, file: Path) -> SavedFace | None:
    sha256 = cache.fetch(key, file) if cache else None
    return None if sha256 is None else SavedFace(sha256, file.stat().st_size)


def make_picture_key(scenes: Iterable[Scene], how: Encoding, style: object) -> str:
    """What stands for everything that a picture file of some faces depends on."""
    shown = " ".join(f"{scene.cut!r} {scene_digest(scene)}" for scene in scenes)
    text = f"{program()} {_encoders()} {how!r} {style!r} {shown}"
    return hashlib.blake2b(text.encode(), digest_size=16).hexdigest()


@cache
def _encoders() -> str:
    """The code that cuts and encodes, and the libraries that it uses."""
    sources = hashlib.blake2b(digest_size=16)
    for file in sorted(Path(__file__).parent.rglob("*.py")):
        sources.update(file.read_bytes())
    libraries = [features.version(name) for name in ("webp", "jpg", "libjpeg_turbo")]
    return f"{sources.hexdigest()} {libraries}"


def save_faces(
    faces: PaintedFaces,
    files: Sequence[Path],
    how: Encoding,
    workers: Workers,
    numbers: Sequence[int] | None = None,
) -> Iterator[SavedFace]:
    """Write face *n* to file *n*; or the face that `numbers` gives for each file."""
    shown = range(len(files)) if numbers is None else numbers
    wanted = [(number, str(file)) for number, file in zip(shown, files, strict=True)]
    chunks = (wanted[start : start + CHUNK] for start in range(0, len(wanted), CHUNK))
    tasks = [_SaveTask(faces, how, tuple(chunk)) for chunk in chunks]
    for part in workers.map(_save, tasks):
        yield from part


def _save(task: _SaveTask) -> list[SavedFace]:
    return [_save_face(task, number, Path(file)) for number, file in task.files]


def _save_face(task: _SaveTask, number: int, file: Path) -> SavedFace:
    data = encode_picture(task.faces.pixels(number), task.faces.alpha(number), task.how)
    file.write_bytes(data)
    return SavedFace(hashlib.sha256(data).hexdigest(), len(data), checksum(data))
