"""Cards that lie flat before the eye: a fan, a hand, a grid.

In      the faces to show, the angle between the first and the last, or the number of columns.
Out     a `Stage`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil

from cardgen.core.geometry import Extent, Transform
from cardgen.scene.items import Scene
from cardgen.targets.showcase.stage import (
    Part,
    Stage,
    StagedFace,
    card_shadows,
    make_stage,
    rotation,
)

_FAN = (3.1, 6.5, 54.0)
"""Distance of the point that cards are turned about, in cards; degrees a card, and in all."""
_HAND = (1.5, 9.5, 76.0)
_GAP = 0.09


def arrange_fan(faces: Sequence[Scene], angle: float | None, *, shadow: bool) -> Stage:
    """Cards on an arc, laid out on a table."""
    return make_stage(_turned(faces, angle, _FAN, shadow=shadow))


def arrange_hand(faces: Sequence[Scene], angle: float | None, *, shadow: bool) -> Stage:
    """Cards as they are held: the left upper corner of each is seen."""
    return make_stage(_turned(faces, angle, _HAND, shadow=shadow))


def _turned(
    faces: Sequence[Scene], angle: float | None, shape: tuple[float, float, float], *, shadow: bool
) -> Iterator[Part]:
    reach, step, most = shape
    whole = min(step * (len(faces) - 1), most) if angle is None else angle
    radius = reach * max(face.trim.height for face in faces)
    for index, face in enumerate(faces):
        share = index / (len(faces) - 1) - 0.5 if len(faces) > 1 else 0.0
        x, y = face.trim.center
        low = Transform(e=-x, f=-y - face.trim.height / 2)
        arm = Transform(f=face.trim.height / 2 - radius)
        put = rotation(whole * share).after(arm).after(Transform(f=face.trim.height / 2)).after(low)
        yield from _lay(StagedFace(face, put), shadow=shadow)


def _lay(shown: StagedFace, *, shadow: bool) -> Iterator[Part]:
    if shadow:
        yield from card_shadows(shown)
    yield shown


def arrange_grid(
    faces: Sequence[Scene], columns: int | None, picture: Extent, *, shadow: bool
) -> Stage:
    """Rows of cards, as many a row as fill the picture best."""
    width = max(face.trim.width for face in faces)
    height = max(face.trim.height for face in faces)
    gap = _GAP * width
    across = columns or _best_columns(len(faces), width + gap, height + gap, picture)
    parts: list[Part] = []
    for index, face in enumerate(faces):
        row, column = divmod(index, across)
        in_row = min(across, len(faces) - row * across)
        x, y = face.trim.center
        left = (column - (in_row - 1) / 2) * (width + gap) - x
        put = Transform(e=left, f=row * (height + gap) - y)
        parts += _lay(StagedFace(face, put), shadow=shadow)
    return make_stage(parts)


def _best_columns(count: int, width: float, height: float, picture: Extent) -> int:
    def scale(columns: int) -> float:
        rows = ceil(count / columns)
        return min(picture.width / (columns * width), picture.height / (rows * height))

    return max(range(1, count + 1), key=scale)
