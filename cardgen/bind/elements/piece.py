"""Bind uses of pieces: the piece's element, with the parameters filled in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from cardgen.bind.bound_elements import BoundElement, Frame, GroupBox
from cardgen.bind.bound_texts import ZERO
from cardgen.bind.elements.card_context import CardContext
from cardgen.bind.elements.element_fields import frame, label
from cardgen.bind.elements.parameters import (
    check_names,
    given_values,
    parameter,
    typed_parameters,
)
from cardgen.core.findings import Finding, Report, Span
from cardgen.read.models.elements import PieceElement
from cardgen.read.models.layouts import PieceSpec

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
    filler, what = binder.filler, f"the piece `{spec.piece}`"
    needed = binder.needed_by(spec.piece, (*spec.with_.values(), *piece.takes.values()))
    given = given_values(filler, spec, spec.with_, context, needed)
    taken = {
        name: parameter(text, piece.scalar("takes", name), context.values, needed=name in needed)
        for name, text in piece.takes.items()
    }
    typed = typed_parameters(filler, spec, what, piece.params, given, context)
    if typed is None:
        return None
    given = {**given, **typed}
    values = {**context.values, **taken, **given}
    inner = replace(context, values=values, ends=context.ends - taken.keys() - typed.keys())
    binder.open_pieces.append(spec.piece)
    drawn = binder.elements([spec.draw or piece.draw], inner)
    binder.open_pieces.pop()
    return wrapped(frame(spec), drawn, label(spec, spec.piece), spec.span)


def report_circle(use: PieceElement, path: tuple[str, ...], report: Report) -> None:
    """Report a piece that is inside itself."""
    message = f"this piece contains itself: {' → '.join(path)}"
    report.add(Finding("circular-piece", message, use.place("piece")))


def check_parameters(use: PieceElement, piece: PieceSpec, report: Report) -> None:
    """Report what is given to a piece that does not take it."""
    taken = {**piece.takes, **piece.params}
    report.extend(check_names(use, f"the piece `{use.piece}`", taken, use.with_))


def wrapped(own: Frame, drawn: tuple[BoundElement, ...], element: str, span: Span) -> GroupBox:
    """An overlay around elements, for the frame of what stands for them."""
    none = (ZERO, ZERO, ZERO, ZERO)
    return GroupBox(
        own, "overlay", drawn, ZERO, none, "stretch", "start", None, None, ZERO, False, element,
        span=span,
    )  # fmt: skip
