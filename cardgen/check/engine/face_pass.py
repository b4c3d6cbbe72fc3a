"""Look at every face of a game once, for all rules that look at faces.

In      a `Subject`, rules.
Out     findings, one an element, however many cards show it.

Rules share the pass: to gather the marks of a face, or to render it, costs more than any
rule that looks at them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cardgen.check.engine.ink_marks import marks_of
from cardgen.check.engine.repeated_findings import Fault, fold
from cardgen.check.engine.rule import FaceRule, PixelRule
from cardgen.check.engine.subject import Subject
from cardgen.core.findings import Finding

DPI = 150
"""Enough to see what is behind a text, and a quarter of the pixels of a print."""


def look_at_faces(subject: Subject, rules: Sequence[FaceRule]) -> Iterator[Finding]:
    """Where ink stands, how fine it is, which pictures it comes from."""
    return fold(subject, _face_faults(subject, rules))


def _face_faults(subject: Subject, rules: Sequence[FaceRule]) -> Iterator[Fault]:
    for face in subject.faces:
        marks = tuple(marks_of(face.elements))
        for rule in rules:
            yield from rule.find_on_face(subject, face, marks)


def look_at_pixels(subject: Subject, rules: Sequence[PixelRule]) -> Iterator[Finding]:
    """What only the printed face shows: one pass over the pixels of all faces."""
    return fold(subject, _pixel_faults(subject, rules))


def _pixel_faults(subject: Subject, rules: Sequence[PixelRule]) -> Iterator[Fault]:
    for face, pixels in subject.rasters(DPI):
        for rule in rules:
            yield from rule.find_in_pixels(subject, face, pixels)
