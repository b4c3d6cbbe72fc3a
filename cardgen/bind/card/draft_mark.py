"""The word DRAFT across a card that is printed before the game is finished.

In      the game's fonts, the size of a face.
Out     an element over all others of the face.
"""

from __future__ import annotations

from cardgen.bind.bound_elements import BoundElement, Frame, OutlineBox, ShapeBox
from cardgen.bind.bound_texts import ZERO
from cardgen.bind.fonts import FontLibrary
from cardgen.core.color import parse_hex
from cardgen.core.findings import Span
from cardgen.core.lengths import Length

_WORD = "DRAFT"
_RED = parse_hex("#d01020")
_NAME = "draft mark"
_FRAME = Frame(
    width=Length(share=0.8), height=Length(share=0.2), at="center", rotate=-35.0, opacity=0.45
)


def draft_mark(fonts: FontLibrary) -> BoundElement:
    """The word in the game's first font that has its letters; a bar if none has."""
    faces = [face for family in fonts.families.values() for face in family.faces.values()]
    face = next((one for one in faces if all(map(one.has, _WORD))), None)
    span = Span("", 1, 1, 2)
    if face is None:
        return ShapeBox(_FRAME, "rectangle", ZERO, _RED, None, _NAME, span=span)
    return OutlineBox(_FRAME, _WORD, (face,) * len(_WORD), _RED, None, (), _NAME, span=span)
