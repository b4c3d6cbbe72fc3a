"""Pictures that lose a part because the box around them stretches them.

In      the placed elements of a face.
Out     `FaceFault`s.
Not here  pictures that a layout cuts by `crop`, `mask` or a `fit` that is typed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from cardgen.bind.bound_elements import Frame, GroupBox, PictureBox
from cardgen.check.engine.face_rules import FaceRule
from cardgen.check.engine.ink_marks import InkMark
from cardgen.check.engine.repeated_findings import FaceFault, make_fault
from cardgen.check.engine.rule import Explanation
from cardgen.check.engine.subject import CheckedFace, Subject
from cardgen.layout.face.boxes import PlacedElement

STACKS = ("column", "row", "grid")
STRETCH_WIDTH, STRETCH_HEIGHT = ("column", "grid"), ("row", "grid")
"""What makes its children as wide, or as high, as they may be."""
LEAST_SHOWN = 0.9
"""Of a picture: what shows where its proportions are nearly those of its box."""


class CutPictures(FaceRule):
    """Pictures cut by a box that stretches them."""

    heading = "Ink, type and pictures in print"
    codes = (
        Explanation(
            "cut-picture",
            "a picture with a width or a height alone is stretched the other way, and cut",
            "In a column that stretches its children a picture of `height: 30mm` is as wide as the "
            "column, and what does not fit is cut off at the top and bottom: a head, or a "
            "signature.",
            "Write `self: center` to keep its proportions, `fit: contain` to show all of it, or "
            "`fit: cover` if it is to fill the box.",
            "warning",
            style=True,
        ),
    )

    def find_on_face(
        self, subject: Subject, face: CheckedFace, marks: Sequence[InkMark]
    ) -> Iterable[FaceFault]:
        for placed in face.elements:
            yield from find_cut_pictures(face, placed)


def find_cut_pictures(face: CheckedFace, placed: PlacedElement) -> Iterator[FaceFault]:
    """The pictures in a column, row or grid that are cut though no `fit` is typed."""
    for child in placed.children:
        parent, box = placed.box, child.box
        if isinstance(parent, GroupBox) and parent.kind in STACKS and isinstance(box, PictureBox):
            yield from _find_cut(face, parent, child, box)
        yield from find_cut_pictures(face, child)


def _find_cut(
    face: CheckedFace, parent: GroupBox, placed: PlacedElement, box: PictureBox
) -> Iterator[FaceFault]:
    frame = box.frame
    spread = box.placing and (box.placing.tile is not None or box.placing.slice is not None)
    given = _list_sizes(frame)
    if len(given) != 1 or frame.grow or box.asked_fit or spread:
        return
    shown = measure_shown(box, placed.rect.width, placed.rect.height)
    if shown < LEAST_SHOWN:
        cause, remedy = _find_cause(parent, placed, box, given[0])
        message = f"{shown:.0%} of `{box.element}` shows: {cause}"
        hint = f"{remedy} `fit: contain` to show all of it, or `fit: cover` if it is to be cut"
        yield make_fault("cut-picture", message, face, box.span, hint=hint, weight=1 - shown)


def _find_cause(
    parent: GroupBox, placed: PlacedElement, box: PictureBox, given: str
) -> tuple[str, str]:
    """Why a picture has not its proportions, and what would give it them: a limit to its other
    side, or that the box stretches it."""
    frame, upright = box.frame, given.endswith("height")
    other, stretching = ("width", STRETCH_WIDTH) if upright else ("height", STRETCH_HEIGHT)
    across, down = box.natural_part
    large = (placed.rect.width * down > placed.rect.height * across) == upright
    limit = f"{'min' if large else 'max'}-{other}"
    stretched = (frame.align or parent.align) == "stretch" and parent.kind in stretching
    if getattr(frame, limit.replace("-", "_")) is not None and not (large and stretched):
        word = {"width": ("wider", "narrower"), "height": ("higher", "lower")}[other][not large]
        return f"`{limit}` makes it {word} than its proportions", f"leave `{limit}` out, or write"
    ways = "wide" if upright else "high"
    return (
        f"it has a `{given}`, and is stretched",
        f"write `self: center` to keep it as {ways} as its proportions,",
    )


def _list_sizes(frame: Frame) -> list[str]:
    """The sizes that a picture has; its limits, if it has no size."""
    sizes = {"width": frame.width, "height": frame.height}
    limits = {"max-width": frame.max_width, "max-height": frame.max_height}
    given = [name for name, length in sizes.items() if length is not None]
    return given or [name for name, length in limits.items() if length is not None]


def measure_shown(box: PictureBox, width: float, height: float) -> float:
    """The share of a picture that shows where it fills a box of that size."""
    across, down = width / box.natural_part[0], height / box.natural_part[1]
    return min(across, down) / max(across, down, 1e-9)
