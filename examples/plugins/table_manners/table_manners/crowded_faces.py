"""Faces with more words than anybody reads at the table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cardgen.check.engine.face_rules import FaceRule
from cardgen.check.engine.ink_marks import InkMark
from cardgen.check.engine.repeated_findings import FaceFault, make_fault
from cardgen.check.engine.rule import Explanation
from cardgen.check.engine.subject import CheckedFace, Subject
from cardgen.scene.items import Glyphs

MOST_WORDS = 120


class CrowdedFaces(FaceRule):
    """Faces with too many words."""

    heading = "Table manners"
    codes = (
        Explanation(
            "crowded-face",
            f"a face has more than {MOST_WORDS} words",
            "Players read a card while the others wait.",
            "Move words to the rule book, or divide the card into two.",
            "warning",
        ),
    )

    def find_on_face(
        self, subject: Subject, face: CheckedFace, marks: Sequence[InkMark]
    ) -> Iterator[FaceFault]:
        count = sum(words_of(mark) for mark in marks)
        if count > MOST_WORDS:
            message = f"this face has {count} words, more than {MOST_WORDS}"
            hint = "move words to the rule book"
            place = face.bound.span
            yield make_fault("crowded-face", message, face, place, hint=hint, weight=count)


def words_of(mark: InkMark) -> int:
    """How many words stand in an element, by the spaces that its lines are divided at."""
    runs = [shown.item for shown in mark.shown if isinstance(shown.item, Glyphs)]
    return len(" ".join(run.text for run in runs).split())
