"""What goes wrong at the press: the family of rules that look at faces.

In      a `Subject`.
Out     findings, one an element, however many cards show it.

Left out, until a target needs them: transparency that a target forbids (cardgen's rasters
and PDFs flatten it), and the total of inks (they are RGB; a CMYK target would know).
"""

from __future__ import annotations

from collections.abc import Iterator

from cardgen.check.engine.ink_marks import marks_of
from cardgen.check.engine.repeated_findings import Fault, fold
from cardgen.check.engine.rule import Check, Rule, Subject
from cardgen.check.rules.press import bleed, contrast, creases, edges, overlap, pictures
from cardgen.check.rules.press import fine_lines as lines
from cardgen.core.findings import Finding

DPI = 150
"""Enough to see what is behind a text, and a quarter of the pixels of a print."""

RULES: tuple[Rule, ...] = (
    *edges.RULES,
    *bleed.RULES,
    *creases.RULES,
    *overlap.RULES,
    *pictures.RULES,
    *lines.RULES,
    *contrast.RULES,
)

_OF_MARKS = (
    edges.text_outside_safe,
    edges.near_trim,
    edges.thin_frame,
    creases.text_on_fold,
    pictures.resolution,
    lines.hairline,
    lines.small_text,
)
_OF_FILES = (pictures.alpha, pictures.profile)


def check_marks(subject: Subject) -> Iterator[Finding]:
    """Where ink stands, how fine it is, which pictures it comes from."""
    return fold(subject, _mark_faults(subject))


def _mark_faults(subject: Subject) -> Iterator[Fault]:
    for face in subject.faces:
        marks = tuple(marks_of(face.elements))
        yield from overlap.overlap_faults(face, marks)
        for mark in marks:
            for rule in _OF_MARKS:
                yield from rule(face, mark)
            for file_rule in _OF_FILES:
                yield from file_rule(face, mark, subject.bound.pictures)


def check_pixels(subject: Subject) -> Iterator[Finding]:
    """What only the printed face shows: one pass over the pixels of all faces."""
    return fold(subject, _pixel_faults(subject))


def _pixel_faults(subject: Subject) -> Iterator[Fault]:
    for face, pixels in subject.rasters(DPI):
        yield from bleed.bleed_missing(subject, face, pixels)
        yield from contrast.contrast_faults(face, pixels)


CHECKS: tuple[Check, ...] = (check_marks,)
PIXEL_CHECKS: tuple[Check, ...] = (check_pixels,)
