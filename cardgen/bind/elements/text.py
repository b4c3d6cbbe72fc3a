"""Bind texts: their look, and the words for one card.

How a text is set is worked out once for all cards; words that stand on several are bound once.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from msgspec import Struct, field

from cardgen.bind.bound_faces import Frame, InlineIcon, RichText, TextBox, TextSetting
from cardgen.bind.card.rich_text import MarkupNames, ReportFault, RichTextBinder, TextLook
from cardgen.bind.card.styles import Palette, Styles
from cardgen.bind.elements.card_context import CardContext, TemplateFiller
from cardgen.bind.elements.element_fields import frame, label
from cardgen.core.findings import Finding, Note, Report
from cardgen.expressions import syntax
from cardgen.expressions.faults import TemplateFault
from cardgen.read.models.elements import AnyElement, TextElement
from cardgen.read.syntax.nodes import ScalarNode
from cardgen.read.tables.cards import CardSpec

MAX_WORDS = 4096


class PreparedText(Struct, frozen=True):
    """How a text element is set on every card: everything but the text itself."""

    frame: Frame
    element: str
    look: TextLook
    setting: TextSetting
    markup_names: MarkupNames
    smart: bool
    markup: bool


class TextBinder(Struct):
    """Binds the text elements of one game."""

    styles: Styles
    palette: Palette
    icons: Mapping[str, InlineIcon]
    filler: TemplateFiller
    report: Report
    _prepared_texts: dict[tuple[int, str | None], tuple[TextElement, PreparedText | None]] = field(
        default_factory=dict
    )
    """By element, as it stands in the layout, and its color on the card."""
    _words: dict[tuple[int, str], RichText] = field(default_factory=dict)
    """Texts that stand on several cards, by how they are set."""

    def bind(self, spec: TextElement, origin: AnyElement, context: CardContext) -> TextBox | None:
        """The text on a card; `origin` is the element as it stands in the layout."""
        return self.text(spec, context, self.prepared_text(spec, origin))

    def prepared_text(self, spec: TextElement, origin: AnyElement) -> PreparedText | None:
        """How a text is set; None, and a finding, if it cannot be."""
        assert isinstance(origin, TextElement)
        key = id(origin), spec.color
        if key not in self._prepared_texts:
            self._prepared_texts[key] = origin, self.prepare_text(spec)
        return self._prepared_texts[key][1]

    def prepare_text(self, spec: TextElement) -> PreparedText | None:
        layers = self.styles.layers(spec)
        look = self.styles.look(layers)
        if look is None or self.styles.fonts.face(look.font) is None:
            return None
        setting = self.styles.setting(spec, layers, look)
        names = (*self.styles.styles, *self.palette.colors)
        fonts, change = self.styles.fonts, self.styles.change
        markup_names = MarkupNames(fonts, change, self.icons, names, self.report.is_lost)
        smart = next((s.smart for s in layers if s.smart is not None), True)
        markup = next((s.markup for s in layers if s.markup is not None), True)
        return PreparedText(
            frame(spec), label(spec, "text"), look, setting, markup_names, smart, markup
        )

    def text(
        self, spec: TextElement, context: CardContext, prepared_text: PreparedText | None
    ) -> TextBox | None:
        if prepared_text is None:
            return None
        source = self.source(spec, context)
        text = self.filler.field(spec, "text", context)
        key = id(prepared_text), text
        words = self._words.get(key)
        if words is None:
            report_fault = self.fault_reporter(spec, source, text, context)
            words, faultless = self.bind_rich_text(text, prepared_text, report_fault)
            if faultless and len(self._words) < MAX_WORDS:
                self._words[key] = words
        place = source.span if source else context.card.span
        setting, name = prepared_text.setting, prepared_text.element
        return TextBox(prepared_text.frame, words, setting, name, place, span=spec.span)

    def bind_rich_text(
        self, text: str, prepared_text: PreparedText, report_fault: ReportFault
    ) -> tuple[RichText, bool]:
        """A text as runs, and whether there was nothing to complain of."""
        faultless = True

        def note_fault(finding: Finding, offset: int, length: int) -> None:
            nonlocal faultless
            faultless = False
            report_fault(finding, offset, length)

        look, language = prepared_text.look, self.styles.language
        rich = RichTextBinder(
            prepared_text.markup_names,
            look,
            language,
            prepared_text.smart,
            prepared_text.markup,
            note_fault,
        )
        return RichText(rich.paragraphs(text)), faultless

    def source(self, spec: TextElement, context: CardContext) -> ScalarNode | None:
        """The card's field that fills the text (the longest of several), or its own."""
        own = spec.scalar("text")
        try:
            names = syntax.find_names(spec.text) if "{" in spec.text else frozenset[str]()
        except TemplateFault:
            return own
        used = [s for name in sorted(names) if (s := context.card.scalar(name)) is not None]
        return max(used, key=lambda scalar: len(scalar.text)) if used else own

    def fault_reporter(
        self, spec: TextElement, source: ScalarNode | None, text: str, context: CardContext
    ) -> Callable[[Finding, int, int], None]:
        """Return what reports a fault where it was typed: in a field, else in the layout."""

        def report_fault(finding: Finding, offset: int, length: int) -> None:
            word = text[offset : offset + length]
            field_, start = self.find_typed(context.card, spec, source, word, offset, text)
            place = field_.part(start, length) if field_ else spec.span
            from_card = field_ is not None and field_ is not spec.scalar("text")
            self.report.add(
                Finding(
                    finding.code,
                    finding.message,
                    place,
                    hint=finding.hint,
                    notes=(Note("set by the layout", spec.span),) if from_card else (),
                    card=context.label if from_card else "",
                )
            )

        return report_fault

    def find_typed(
        self,
        card: CardSpec,
        spec: TextElement,
        source: ScalarNode | None,
        word: str,
        offset: int,
        text: str,
    ) -> tuple[ScalarNode | None, int]:
        """The scalar that holds `word`, and where in it."""
        scalars = [card.scalar(name) for name in sorted(card.values)]
        for scalar in (source, spec.scalar("text"), *scalars):
            if scalar is not None and scalar.text and scalar.text in text:
                start = offset - text.index(scalar.text)
                if 0 <= start < len(scalar.text):
                    return scalar, start
        own = spec.scalar("text")
        if own is not None and word and word in own.text:
            return own, own.text.index(word)
        return source, 0
