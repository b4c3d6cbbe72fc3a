"""Names that no card has, found once a layout and not once a card.

In      the elements of a layout, the names that templates may use.
Out     findings; the elements that can work on no card.
Not here  names of layouts, colors, fonts (`bind.elements`, `bind.card.styles`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from contextlib import suppress

from msgspec import Struct, field

from cardgen.bind.elements.element_fields import CONTENT, children
from cardgen.bind.elements.piece import check_parameters, report_circle
from cardgen.bind.elements.plain_specs import scalars_in
from cardgen.core.findings import Finding, Report, Span
from cardgen.expressions import syntax
from cardgen.expressions.faults import TemplateFault
from cardgen.expressions.foreign_words import suggest_name
from cardgen.expressions.language_functions import INTERNAL
from cardgen.read.models.drawn_elements import TextElement
from cardgen.read.models.elements import AnyElement, PieceElement
from cardgen.read.models.layouts import LayoutSpec, PieceSpec
from cardgen.read.models.record import Spec
from cardgen.read.models.styles import StyleSpec
from cardgen.read.models.templated import TemplatedSpec, has_template
from cardgen.read.syntax.nodes import ScalarNode, find
from cardgen.read.tables.misnamed_fields import DECLARED


class NameCheck(Struct):
    """Looks for unknown names. `lacking` is the start of the message that the name completes."""

    lacking: str
    pieces: Mapping[str, PieceSpec]
    report: Report
    broken: set[int] = field(default_factory=set)
    used: set[str] = field(default_factory=set)
    """Every name that a template used."""
    functions: frozenset[str] = frozenset()
    """Of the known names those that are functions, and no field of a card."""

    def layout(self, layout: LayoutSpec, known: set[str]) -> None:
        for part in layout.parts:
            for element in part:
                self.element(element, known)

    def element(self, element: AnyElement, known: set[str], path: tuple[str, ...] = ()) -> None:
        if element.repeat:
            if not self.template(element, "repeat", known, expression=True):
                self.broken.add(id(element))
            known = known | {element.as_, "index", "first", "last"}
        for key in ("when", *CONTENT):
            typed = isinstance(getattr(element, key, None), str)
            if typed and not self.template(element, key, known, expression=key == "when"):
                self.broken.add(id(element))
        if not self.fields(element, known):
            self.broken.add(id(element))
        if isinstance(element, TextElement) and not self.arguments(element, known):
            self.broken.add(id(element))
        if isinstance(element, PieceElement):
            self.piece(element, known, path)
        for child in children(element):
            self.element(child, known, path)

    def fields(self, spec: TemplatedSpec, known: set[str]) -> bool:
        """Whether the templates in fields of an element or style use known names only."""
        good = True
        for name in spec.templates:
            for scalar in scalars_in(find(spec.node, type(spec).model_fields[name].alias or name)):
                if has_template(scalar.text):
                    good &= self.source(scalar.text, scalar, spec.span, known, expression=False)
        return good

    def arguments(self, use: TextElement, known: set[str]) -> bool:
        """Whether what is given to a text's style uses known names only."""
        given = use.with_.items()
        good = [self.argument(text, use.scalar("with", n), use, known) for n, text in given]
        return all(good)

    def styles(self, styles: Iterable[StyleSpec]) -> None:
        """Note the names that templates in styles use; on which cards shows when they do."""
        for style in styles:
            for scalar in scalars_in(style.node):
                if has_template(scalar.text):
                    with suppress(TemplateFault):
                        self.used |= syntax.find_names(scalar.text)

    def piece(self, use: PieceElement, known: set[str], path: tuple[str, ...]) -> None:
        """The piece is there, is not inside itself, and is given what it takes."""
        if "piece" in use.templates:  # which one is seen on each card
            self.any_piece(use, known, path)
            return
        piece = self.pieces.get(use.piece)
        if piece is None:
            self.report.unknown("piece", use.piece, self.pieces, use.place("piece"))
            return
        if use.piece in path:
            report_circle(use, (*path, use.piece), self.report)
            self.broken.add(id(use))
            return
        check_parameters(use, piece, self.report)
        for name, source in use.with_.items():
            if name in piece.takes and not self.argument(
                source, use.scalar("with", name), use, known
            ):
                self.broken.add(id(use))
        for name, default in piece.takes.items():
            if not self.argument(default, piece.scalar("takes", name), piece, known):
                self.broken.add(id(use))
        if not self.defaults(piece, known):
            self.broken.add(id(use))
        self.element(piece.draw, known | set(piece.takes) | set(piece.params), (*path, use.piece))

    def defaults(self, piece: PieceSpec, known: set[str]) -> bool:
        """Whether templates in defaults of typed parameters use known names only."""
        good = True
        for name, spec in piece.params.items():
            if has_template(spec.default) and isinstance(spec.default, str):
                scalar = piece.scalar("params", name, "default")
                good &= self.argument(spec.default, scalar, piece, known)
        return good

    def any_piece(self, use: PieceElement, known: set[str], path: tuple[str, ...]) -> None:
        """What is given to a piece that a template names."""
        for name, source in use.with_.items():
            if not self.argument(source, use.scalar("with", name), use, known):
                self.broken.add(id(use))
        for name, piece in self.pieces.items():
            if name not in path:
                unseen = NameCheck(self.lacking, self.pieces, Report())
                unseen.element(
                    piece.draw, known | set(piece.takes) | set(piece.params), (*path, name)
                )
                self.used |= unseen.used

    def argument(self, source: str, scalar: ScalarNode | None, spec: Spec, known: set[str]) -> bool:
        place = scalar.span if scalar else spec.span
        try:
            self.used |= syntax.find_names(source) if "{" in source else frozenset()
            unknown = syntax.find_unknown_names(source, known) if "{" in source else []
        except TemplateFault as fault:
            self.report.add(Finding(fault.code, str(fault), place, hint=fault.hint))
            return False
        for word in unknown:
            part = scalar.part(*syntax.locate_word(source, word)) if scalar else place
            self.undefined(word, known, part, source)
        return not unknown

    def undefined(self, name: str, known: set[str], place: Span, source: str) -> None:
        if self.report.is_lost(DECLARED, name):
            return  # told where the deck's `fields:` misspell it
        is_called = re.search(rf"\b{re.escape(name)}\s*\(", source)
        fitting = known - INTERNAL if is_called else known - INTERNAL - self.functions
        hint = suggest_name(name, fitting, source=source)
        message = f"{self.lacking} `{name}`"
        self.report.add(Finding("undefined-name", message, place, hint=hint))

    def template(self, spec: Spec, key: str, known: set[str], *, expression: bool) -> bool:
        return self.source(
            getattr(spec, key), spec.scalar(key), spec.span, known, expression=expression
        )

    def source(
        self,
        source: str,
        scalar: ScalarNode | None,
        span: Span,
        known: set[str],
        *,
        expression: bool,
    ) -> bool:
        """Whether a template, typed as `scalar`, uses known names only."""
        if not source or (not expression and "{" not in source):
            return True
        try:
            self.used |= syntax.find_names(source, expression=expression)
            unknown = syntax.find_unknown_names(source, known, expression=expression)
        except TemplateFault as fault:
            start, length = syntax.locate_word(source, fault.word)
            place = scalar.part(start, length) if scalar else span
            self.report.add(Finding(fault.code, str(fault), place, hint=fault.hint))
            return False
        for name in unknown:
            place = scalar.part(*syntax.locate_word(source, name)) if scalar else span
            self.undefined(name, known, place, source)
        return not unknown
