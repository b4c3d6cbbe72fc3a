"""A line of text → runs of one face and one direction, from left to right.

In      a text, the faces that may set it, the first one preferred.
Out     `LineRun`s in the order in which they stand on the paper.
Not here  where they stand (`render.pdf.sheet_canvas`), paragraphs (`layout.text`).

What no face has shows as `?`: that something is missing is seen.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from unicodedata import category

from msgspec import Struct

from cardgen.text.bidi.direction import find_levels, has_rtl, order_visually
from cardgen.text.fonts import Face

MISSING = "?"
_UNSEEN = frozenset(("Mn", "Me", "Cf"))
"""Categories of characters that show nothing of their own."""


class LineRun(Struct, frozen=True):
    """Characters in reading order, of one face and direction."""

    face: Face
    text: str
    rtl: bool = False


def split_runs(text: str, faces: Sequence[Face]) -> list[LineRun]:
    """Split a line where the face or the direction changes.

    Args:
        text: The line, without line breaks.
        faces: At least one.
    """
    if all(map(faces[0].has, text)) and not has_rtl(text):
        return [LineRun(faces[0], text)] if text else []
    shown = "".join(_show(character, faces) for character in text)
    levels = find_levels(shown, rtl=False)  # a name within an English line
    numbers = _choose_faces(shown, faces)
    parts = [list(part) for _, part in groupby(zip(shown, numbers, levels, strict=True), _look)]
    return [_run(parts[n], faces) for n in order_visually([part[0][2] for part in parts])]


_Part = tuple[str, int, int]
"""A character, the number of its face, its level."""


def _look(part: _Part) -> tuple[int, int]:
    return part[1:]


def _run(part: Sequence[_Part], faces: Sequence[Face]) -> LineRun:
    _, number, level = part[0]
    return LineRun(faces[number], "".join(one[0] for one in part), level % 2 == 1)


def _show(character: str, faces: Sequence[Face]) -> str:
    """The character, `?` if no face has it, nothing for a mark that none has."""
    if character.isspace() or any(face.has(character) for face in faces):
        return character
    return "" if category(character) in _UNSEEN else MISSING


def _choose_faces(text: str, faces: Sequence[Face]) -> list[int]:
    """The number of each character's face; spaces and marks stay with what is before them."""
    chosen: list[int] = []
    for character in text:
        having = [n for n, face in enumerate(faces) if face.has(character)]
        before = chosen[-1] if chosen else 0
        stays = character.isspace() or (category(character) in _UNSEEN and before in having)
        chosen.append(before if stays or not having else having[0])
    return chosen
