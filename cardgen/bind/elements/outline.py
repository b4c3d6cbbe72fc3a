"""Bind outlines: a font's letters as a shape, with elements clipped to it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardgen.bind.bound_elements import OutlineBox
from cardgen.bind.card.character_faces import CONTROLS, choose_for_space
from cardgen.bind.elements.card_context import CardContext
from cardgen.bind.elements.element_fields import frame, label
from cardgen.bind.fonts import report_unknown_font
from cardgen.core.findings import Finding, Report, Span
from cardgen.read.models.elements import OutlineElement
from cardgen.text.clusters import find_lacking, is_blank, split_clusters
from cardgen.text.fonts import Face
from cardgen.text.markup import parse_markup
from cardgen.text.shaping import shape

if TYPE_CHECKING:
    from cardgen.bind.elements.binder import ElementBinder

MAX_OUTLINE = 100


def bind_outline(
    binder: ElementBinder, spec: OutlineElement, context: CardContext
) -> OutlineBox | None:
    chain = _list_faces(binder, spec)
    if not chain:
        return None
    text = binder.filler.text(spec, "outline", context, "").strip()
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
    faces = _choose_faces(binder.report, text, chain, spec.place("outline"))
    fill = binder.palette.fill(spec.fill, spec.place("fill"))
    inside, name = binder.elements(spec.inside, context), label(spec, "outline")
    pen = binder.palette.pen(spec)
    size = spec.size.points if spec.size else None
    return OutlineBox(frame(spec), text, faces, fill, pen, inside, name, size, span=spec.span)


def _list_faces(binder: ElementBinder, spec: OutlineElement) -> list[Face]:
    """The faces to ask for a letter, in order; none if the font is not there."""
    fonts = binder.styles.fonts
    choice = fonts.choose(spec.font)
    if choice is None:
        report_unknown_font(spec.font, fonts, spec.place("font"), binder.report)
    elif fonts.face(choice) is None:
        binder.styles.missing_face(choice, spec.place("font"))
        choice = fonts.stand_in(choice)
    return fonts.chain(choice) if choice else []


def _check_marks(report: Report, text: str, place: Span) -> None:
    """Tell marks of markup, which would be letters here."""
    pieces = (
        piece for paragraph in parse_markup(text).paragraphs for line in paragraph for piece in line
    )
    if any(piece.bold or piece.italic or piece.styles or piece.icon for piece in pieces):
        message = f"an outline takes no markup, and prints “{text}” with its marks"
        hint = "write the letters alone; a face is chosen by `font: text bold`, a color by `fill:`"
        report.add(Finding("outline-markup", message, place, "warning", hint=hint))


def _choose_faces(report: Report, text: str, chain: list[Face], place: Span) -> tuple[Face, ...]:
    """The face of each character: the first that draws it; a finding if none does."""
    faces: list[Face] = []
    for cluster in split_clusters(text):
        face = _find_face(cluster, chain, faces[-1] if faces else chain[0])
        if face is None:
            report.add(_describe_lack(cluster, chain, place))
        faces += [face or chain[0]] * len(cluster)
    return tuple(faces)


def _find_face(cluster: str, chain: list[Face], current: Face) -> Face | None:
    """The first face that has a character and the marks on it, and an outline of it; a space is
    that of the letter before."""
    if not CONTROLS.isdisjoint(cluster):
        return None
    if is_blank(cluster):
        return choose_for_space(cluster, chain, current)
    return next((one for one in chain if _has_outline(one, cluster)), None)


def _has_outline(face: Face, cluster: str) -> bool:
    if find_lacking(face, cluster):
        return False
    return any(face.outline(glyph.index) for glyph in shape(face, cluster).glyphs)


def _describe_lack(cluster: str, chain: list[Face], place: Span) -> Finding:
    """Say that no face draws a character: none has it, or it is a picture in its font."""
    pictured = next((one for one in chain if not find_lacking(one, cluster)), None)
    if pictured is not None and CONTROLS.isdisjoint(cluster):
        message = f"`{cluster}` has no outline in the font `{pictured.name}`"
        hint = "set it as `text:`, or take a font that draws it in one color"
        return Finding("missing-glyph", message, place, hint=hint)
    lacking = next((c for c in cluster if c in CONTROLS), find_lacking(chain[0], cluster)[:1])
    fonts = " and ".join(f"`{face.name}`" for face in chain)
    message = f"no glyph for `{lacking}` (U+{ord(lacking):04X}) in {fonts}"
    hint = "write another character, or give the font a `fallback:` that has it"
    if lacking in CONTROLS:
        hint = "it is no letter, and no font has it: delete it, or write what it stands for"
    return Finding("missing-glyph", message, place, hint=hint)
