"""Whether each spot ink is printed at all, and on how many pages.

In      the inks asked for, the faces of a job, the pages of its files.
Out     pages by ink; an `OptionError` for an ink that prints nothing.
Not here  how an ink is typed (`press.ink_names`), its plate (`render.press.ink_plates`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cardgen.render.press.ink_plates import faces_with_ink, has_ink
from cardgen.render.press.inks import Spot
from cardgen.scene.items import Scene
from cardgen.targets.contract import Job, OptionError
from cardgen.targets.press.press_faces import PrintBatch


def check_spot_inks(spots: Sequence[Spot], made: Iterable[PrintBatch], *, cmyk: bool) -> None:
    """Refuse inks that print nothing, as far as faces tell without being rendered.

    Raises:
        OptionError: Two inks take the place of one color, or no card has an ink's color, or only
            where it becomes process ink.
    """
    inks: dict[object, str] = {}
    for spot in spots:
        other = inks.setdefault(spot.color, spot.ink)
        if other != spot.ink:
            message = f"`{other}` and `{spot.ink}` take the place of one color, {spot.color}"
            raise OptionError(message, "give each ink a color of its own", option="spot")
    faces = {face for batch in made for slot in batch.slots for face in (slot.front, slot.back)}
    for spot in spots:
        _check_use(spot, [face for face in faces if face is not None], cmyk=cmyk)


def _check_use(spot: Spot, faces: Iterable[Scene], *, cmyk: bool) -> None:
    used = [face for face in faces if has_ink(face.items, spot.color, opaque=False)]
    if not used:
        message = f"the ink `{spot.ink}` is on no card: nothing is painted in {spot.color}"
        hint = "name a color that the layouts paint with; gradients and pictures do not count"
        raise OptionError(message, hint, option="spot")
    if cmyk and not any(has_ink(face.items, spot.color, opaque=True) for face in used):
        message = (
            f"the ink `{spot.ink}` is on no card: all that is painted in {spot.color} is "
            "translucent or blended, and becomes process ink"
        )
        hint = "paint something in it without `opacity` or `blend`, or write `color=rgb`"
        raise OptionError(message, hint, option="spot")


def count_ink_pages(
    spots: Sequence[Spot], pages: Sequence[Scene | None], job: Job
) -> dict[str, int]:
    """Return on how many pages each ink reaches a pixel.

    Raises:
        OptionError: It reaches none: other things are painted over it, or it is off the page.
    """
    faces = [page for page in pages if page is not None]
    counts = {}
    for spot in spots:
        inked = faces_with_ink(faces, spot.color, job.game.pictures)
        counts[spot.ink] = sum(face in inked for face in faces)
        if not counts[spot.ink]:
            message = (
                f"the ink `{spot.ink}` is on no card: all that is painted in {spot.color} is "
                "covered, or off the card"
            )
            raise OptionError(message, "leave the ink out, or uncover it", option="spot")
    return counts
