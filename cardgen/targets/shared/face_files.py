"""Write faces as picture files, over all cores.

In      painted faces, a file for each, how to encode them.
Out     files; their hashes and lengths, in order, the same with one worker or many.
Not here  names of files, which faces there are (targets).
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from pathlib import Path

from msgspec import Struct

from cardgen.render.workers.pool import Workers
from cardgen.targets.shared.picture_files import Encoding, encode
from cardgen.targets.shared.trimmed_faces import PaintedFaces

CHUNK = 6
"""Faces a task, as in `render.workers.face_painting`."""


class SavedFace(Struct, frozen=True):
    """A picture file that was written."""

    sha256: str
    length: int


class _Task(Struct, frozen=True):
    """What a worker is sent: faces by number, and where each is to be written."""

    faces: PaintedFaces
    how: Encoding
    files: tuple[tuple[int, str], ...]


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
    tasks = [_Task(faces, how, tuple(chunk)) for chunk in chunks]
    for part in workers.map(_save, tasks):
        yield from part


def _save(task: _Task) -> list[SavedFace]:
    return [_save_face(task, number, Path(file)) for number, file in task.files]


def _save_face(task: _Task, number: int, file: Path) -> SavedFace:
    data = encode(task.faces.pixels(number), task.faces.alpha(number), task.how)
    file.write_bytes(data)
    return SavedFace(hashlib.sha256(data).hexdigest(), len(data))
