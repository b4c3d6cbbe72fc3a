"""The card that an element is bound for, and its templates filled in for it.

In      an element's spec, the card's values.
Out     texts; findings for templates that fail on the card.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from cardgen.core.findings import Finding, Note, Report
from cardgen.expressions import syntax, template
from cardgen.expressions.faults import TemplateFault
from cardgen.expressions.language_functions import for_print
from cardgen.read.models.element import Element
from cardgen.read.models.record import Spec
from cardgen.read.syntax.nodes import ScalarNode
from cardgen.read.tables.cards import CardSpec


class CardContext(Struct, frozen=True):
    """The card that an element is bound for."""

    deck: str
    card: CardSpec
    id: str
    values: Mapping[str, Any]
    index: int = 0
    """Which of a repeated element is bound, and of how many."""
    count: int = 1
    ends: frozenset[str] = frozenset()
    """Which of `first` and `last` are a repeated element's, and no field's or parameter's."""

    @property
    def label(self) -> str:
        return f"{self.deck}/{self.id}"


class TemplateFiller(Struct, frozen=True):
    """Fills in templates of elements; what fails is in the report."""

    report: Report

    def holds(self, spec: Element, context: CardContext) -> bool:
        """Whether the element's condition is true."""
        try:
            return template.is_true(spec.when, context.values)
        except TemplateFault as fault:
            self.report_fault(fault, spec.scalar("when"), spec, spec.when, context)
            return False

    def text(self, spec: Element, key: str, context: CardContext, language: str) -> str:
        """A field that is printed, in a language; the card's if that is ""."""
        values = for_print(getattr(spec, key), context.values, language)
        told = context if values is context.values else replace(context, values=values)
        return self.field(spec, key, told)

    def field(self, spec: Element, key: str, context: CardContext) -> str:
        source: str = getattr(spec, key)
        try:
            return template.fill(source, context.values)
        except TemplateFault as fault:
            self.report_fault(fault, spec.scalar(key), spec, source, context)
            return ""

    def report_fault(
        self,
        fault: TemplateFault,
        scalar: ScalarNode | None,
        spec: Spec,
        source: str,
        context: CardContext,
    ) -> None:
        """A template that fails on this card; one that fails on all is found before."""
        place = scalar.part(*syntax.locate_word(source, fault.word)) if scalar else spec.span
        note = Note("for the card", context.card.span)
        finding = Finding(
            fault.code, str(fault), place, hint=fault.hint, notes=(note,), card=context.label
        )
        self.report.add(finding)
