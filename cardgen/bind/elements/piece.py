"""Bind uses of pieces: the piece's element, with the parameters filled in."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from cardgen.bind.bound_faces import ZERO, BoundElement, Frame, GroupBox
from cardgen.bind.elements.card_context import CardContext, TemplateFiller
from cardgen.bind.elements.element_fields import frame, label
from cardgen.core.findings import Finding, Report, Span, did_you_mean
from cardgen.expressions import template
from cardgen.expressions.faults import TemplateFault
from cardgen.read.models.elements import PieceElement
from cardgen.read.models.layouts import PieceSpec
from cardgen.read.syntax.nodes import MappingNode, ScalarNode, find
from cardgen.read.tables.cards import parse_plain_text

if TYPE_CHECKING:
    from cardgen.bind.elements.binder import ElementBinder


def bind_piece(
    binder: ElementBinder, spec: PieceElement, context: CardContext
) -> BoundElement | None:
    """The piece's element, with the parameters filled in, in the frame of its use."""
    piece = binder.pieces.get(spec.piece)
    if piece is None:
        binder.report.unknown("piece", spec.piece, binder.pieces, spec.place("piece"))
        return None
    if spec.piece in binder.open_pieces:
        report_circle(spec, (*binder.open_pieces, spec.piece), binder.report)
        return None
    check_parameters(spec, piece, binder.report)
    given = {name: argument(binder.filler, spec, name, context) for name in spec.with_}
    taken = {
        name: parameter(text, piece.scalar("takes", name), context.values)
        for name, text in piece.takes.items()
    }
    values = {**context.values, **taken, **given}
    inner = replace(context, values=values, ends=context.ends - taken.keys())
    binder.open_pieces.append(spec.piece)
    drawn = binder.elements([piece.draw], inner)
    binder.open_pieces.pop()
    return wrapped(frame(spec), drawn, label(spec, spec.piece), spec.span)


def report_circle(use: PieceElement, path: tuple[str, ...], report: Report) -> None:
    """Report a piece that is inside itself."""
    message = f"this piece contains itself: {' → '.join(path)}"
    report.add(Finding("circular-piece", message, use.place("piece")))


def check_parameters(use: PieceElement, piece: PieceSpec, report: Report) -> None:
    """Report what is given to a piece that does not take it."""
    for name in use.with_:
        if name not in piece.takes:
            hint = did_you_mean(name, piece.takes, what="parameter")
            message = f"the piece `{use.piece}` takes no `{name}`"
            given = find(use.node, "with")
            key = given.key(name) if isinstance(given, MappingNode) else None
            place = key.span if key else use.span
            report.add(Finding("unknown-field", message, place, hint=hint))


def argument(filler: TemplateFiller, spec: PieceElement, name: str, context: CardContext) -> Any:
    source = spec.with_[name]
    try:
        return parameter(source, spec.scalar("with", name), context.values)
    except TemplateFault as fault:
        filler.report_fault(fault, spec.scalar("with", name), spec, source, context)
        return ""


def parameter(source: str, scalar: ScalarNode | None, values: Mapping[str, Any]) -> Any:
    """The value of a piece's parameter: a number that is typed plainly is a number."""
    if "{" in source:
        return template.fill_native(source, values)
    return parse_plain_text(source) if scalar is None or scalar.plain else source


def wrapped(own: Frame, drawn: tuple[BoundElement, ...], element: str, span: Span) -> GroupBox:
    """An overlay around elements, for the frame of what stands for them."""
    none = (ZERO, ZERO, ZERO, ZERO)
    return GroupBox(
        own, "overlay", drawn, ZERO, none, "stretch", "start", None, None, ZERO, False, element,
        span=span,
    )  # fmt: skip
