"""Whether a box is one that folds, closes and lasts.

In      the boxes of a game, their sizes known.
Out     findings at the boxes in `game.yaml`.
Not here  boxes that cannot be made at all (`bind.box.boxes`), what stands on their panels (the
          rules of all faces).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from cardgen.bind.box.boxes import BoundBox, measures
from cardgen.check.engine.rule import Explanation, Rule
from cardgen.check.engine.subject import Subject
from cardgen.core.findings import Finding
from cardgen.core.geometry import POINTS_PER_MM
from cardgen.core.sizes import millimeters
from cardgen.scene.tuck_box.dieline import FACES

SHALLOW = 8 * POINTS_PER_MM
SOFT, STIFF = 0.3 * POINTS_PER_MM, 0.8 * POINTS_PER_MM


class Boxes(Rule):
    """Depth, board and panels of every box."""

    heading = "Boxes"
    codes = (
        Explanation(
            "box-depth",
            "a tuck box is very shallow, or deeper than it is wide",
            "Below 8 mm the dust flaps are too narrow to hold a tuck shut. A box that is deeper "
            "than wide holds a pile of cards that nobody can lift out with two fingers.",
            "For a thin deck leave room with `extra:`, or use a wallet. Split a thick one into "
            "`piles:` side by side, or into two boxes.",
            "warning",
        ),
        Explanation(
            "box-board",
            "a box is made of board that is too soft or too stiff for it",
            "Board thinner than 0.3 mm, or than the cards in it, buckles under them. Board over "
            "0.8 mm cracks along its folds, and a tuck of it does not go in.",
            "Write the thickness of your board; 0.4 to 0.5 mm (about 300 to 400 g/m²) is usual.",
            "warning",
        ),
        Explanation(
            "bare-panel",
            "a panel of a box has no layout, and others have one",
            "It comes out as bare board: on the shelf that looks like a misprint.",
            "Name a layout for it under `panels:`, a plain color at least.",
            "warning",
            style=True,
        ),
    )

    def find(self, subject: Subject) -> Iterable[Finding]:
        return check_boxes(subject)


def check_boxes(subject: Subject) -> Iterator[Finding]:
    """Depth, board and panels of every box."""
    for box in subject.bound.boxes:
        yield from _check_depth(box)
        yield from _check_board(box)
        yield from _find_bare_panels(box)


def _check_depth(box: BoundBox) -> Iterator[Finding]:
    inside = box.dieline.hollow
    depth, width = millimeters(inside.depth), millimeters(inside.width)
    if inside.depth < SHALLOW:
        message = f"the box `{box.name}` is {depth:g} mm deep inside: its flaps hardly hold"
        hint = f"leave `extra: {millimeters(SHALLOW - inside.depth):.3g}mm`, or hold more cards"
    elif inside.depth > inside.width:
        message = f"the box `{box.name}` is {depth:g} mm deep inside, and {width:g} mm wide"
        hint = f"write `piles: {box.spec.piles + 1}`, or make two boxes of it"
    else:
        return
    yield Finding("box-depth", message, box.span, "warning", hint=hint)


def _check_board(box: BoundBox) -> Iterator[Finding]:
    stock, board, _ = measures(box.spec)
    if box.spec.sleeved:
        stock = 0.0
    shown = f"{millimeters(board):g} mm"
    if board < SOFT or board < stock - 1e-6:
        message = f"the board of `{box.name}` is {shown} thick: it buckles under its cards"
        hint = "write 0.4mm or more, and order such board"
    elif board > STIFF:
        message = f"the board of `{box.name}` is {shown} thick: it cracks where it is folded"
        hint = "write 0.8mm or less, and order such board"
    else:
        return
    yield Finding("box-board", message, box.spec.place("board"), "warning", hint=hint)


def _find_bare_panels(box: BoundBox) -> Iterator[Finding]:
    bare = [name for name in FACES if getattr(box.spec.panels, name) is None]
    if bare and len(bare) < len(FACES):
        names = ", ".join(f"`{name}`" for name in bare)
        message = f"{names} of the box `{box.name}` {'has' if len(bare) == 1 else 'have'} no layout"
        hint = f"add `{bare[0]}: …` under `panels:`, a layout with a plain background at least"
        place = box.spec.place("panels")
        yield Finding("bare-panel", message, place, "warning", hint=hint)
