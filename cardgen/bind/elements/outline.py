"""Bind outlines: a font's letters as a shape, with elements clipped to it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from cardgen.bind.bound_elements import OutlineBox
from cardgen.bind.card.character_faces import CONTROLS
from cardgen.bind.elements.card_context import CardContext
from cardgen.bind.elements.element_fields import frame, label
from cardgen.core.findings import Finding, Report, Span
from cardgen.read.models.elements import OutlineElement
from cardgen.text.markup import parse_markup

if TYPE_CHECKING:
    from cardgen.bind.elements.binder import ElementBinder

MAX_OUTLINE = 100


def bind_outline(
    binder: ElementBinder, spec: OutlineElement, context: CardContext
) -> OutlineBox | None:
    choice = binder.styles.fonts.choose(spec.font)
    face = binder.styles.fonts.face(choice) if choice else None
    if choice is None:
        known = binder.styles.fonts.families
        binder.report.unknown("font", spec.font, known, spec.place("font"))
    elif face is None:
        binder.styles.missing_face(choice, spec.place("font"))
        other = binder.styles.fonts.stand_in(choice)
        face = binder.styles.fonts.face(other) if other else None
    if face is None:
        return None
    text = binder.filler.field(spec, "outline", context).strip()
    if len(text.splitlines()) > 1:
        message = "an outline is one line, and this one has more"
        hint = "write an outline for each line, or set them as `text:`"
        place = spec.place("outline")
        binder.report.add(Finding("long-outline", message, place, hint=hint, card=context.label))
        return None
    if len(text) > MAX_OUTLINE:
        message = f"an outline has {MAX_OUTLINE} letters at most, here are {len(text)}"
        hint = "set long texts as `text:`"
        place = spec.place("outline")
        binder.report.add(Finding("long-outline", message, place, hint=hint))
        return None
    _check_marks(binder.report, text, spec.place("outline"))
    check_glyphs(binder.report, text, face.has, spec.place("outline"), face.name)
    fill = binder.palette.fill(spec.fill, spec.place("fill"))
    inside, name = binder.elements(spec.inside, context), label(spec, "outline")
    pen = binder.palette.pen(spec)
    size = spec.size.points if spec.size else None
    return OutlineBox(frame(spec), text, face, fill, pen, inside, name, size, span=spec.span)


def _check_marks(report: Report, text: str, place: Span) -> None:
    """Tell marks of markup, which would be letters here."""
    pieces = (
        piece for paragraph in parse_markup(text).paragraphs for line in paragraph for piece in line
    )
    if any(piece.bold or piece.italic or piece.styles or piece.icon for piece in pieces):
        message = f"an outline takes no markup, and prints “{text}” with its marks"
        hint = "write the letters alone; a face is chosen by `font: text bold`, a color by `fill:`"
        report.add(Finding("outline-markup", message, place, "warning", hint=hint))


def check_glyphs(
    report: Report, text: str, has: Callable[[str], bool], place: Span, font: str
) -> None:
    for character in text:
        if character in CONTROLS or not (character.isspace() or has(character)):
            message = f"no glyph for `{character}` (U+{ord(character):04X}) in `{font}`"
            report.add(Finding("missing-glyph", message, place))
