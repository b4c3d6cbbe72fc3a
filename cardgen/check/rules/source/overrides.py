"""Changes that a card makes to its layout, and does not need.

In      the changes of each card, its face without them.
Out     findings at what was typed on the row.
Not here  changes of what the layout does not have (`bind.game.overrides`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from cardgen.bind.bound_elements import TextBox
from cardgen.bind.bound_faces import BoundFace, Override
from cardgen.check.engine.rule import Explanation, Rule
from cardgen.check.engine.subject import Subject
from cardgen.core.findings import Finding
from cardgen.layout.face.boxes import PlacedElement
from cardgen.layout.face.laid_face import lay_out_face


class NeedlessOverrides(Rule):
    """Changes of the layout that leave the card as it is, or that its text can do without."""

    heading = "What is there and not used"
    codes = (
        Explanation(
            "needless-override",
            "a card changes its layout, and need not",
            "The field is what the layout has anyway, or the text fits at the layout's own size. "
            "The change stays when the layout changes, and the card then differs without a reason.",
            "Delete the entry under the row's `layout:`, or empty the cell.",
            "warning",
        ),
    )

    def find(self, subject: Subject) -> Iterable[Finding]:
        return find_needless_overrides(subject)


def find_needless_overrides(subject: Subject) -> Iterator[Finding]:
    """The changes of all cards that are not needed."""
    for deck in subject.bound.decks:
        for card in deck.cards:
            faces = [face for face in (card.front, card.back) if face is not None]
            for override in card.overrides:
                message = _reason(override, faces)
                if message:
                    hint = "delete it: the card then follows the layout"
                    yield Finding(
                        "needless-override",
                        message,
                        override.place,
                        "warning",
                        hint=hint,
                        card=f"{deck.name}/{card.id}",
                    )


def _reason(override: Override, faces: list[BoundFace]) -> str:
    if override.without is None:
        return f"the layout gives `{override.element}` this `{override.key}` anyway"
    own = next(face for face in faces if face.side == override.without.side)
    made, plain = _text(own, override.element), _text(override.without, override.element)
    if made is None or plain is None or made.block is None or plain.block is None:
        return ""
    fits = not plain.missing and not plain.block.overfull
    assert isinstance(plain.box, TextBox)
    if fits and made.block.size < plain.block.size and plain.block.size >= plain.box.setting.size:
        return f"`{override.element}` fits at {plain.block.size:g} pt, the layout's own size"
    return ""


def _text(face: BoundFace, element: str) -> PlacedElement | None:
    """The text of a name on a face; None if the face is too full without the change."""
    laid = lay_out_face(face, {})
    if laid.boxes.squeezes:
        return None
    found = (placed for placed in laid.texts() if getattr(placed.box, "element", "") == element)
    return next(found, None)
