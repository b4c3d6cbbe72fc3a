"""Bind texts: their look, and the words for one card.

How a text is set is worked out once for all cards; words that stand on several are bound once.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace

from cardgen.bind.bound_elements import Frame, TextBox
from cardgen.bind.bound_texts import InlineIcon, RichText, TextRun, TextSetting
from cardgen.bind.card.character_faces import CharacterFaces
from cardgen.bind.card.look_ups import LookUps, Noted
from cardgen.bind.card.markup_styles import MarkupStyles
from cardgen.bind.card.palette import Palette
from cardgen.bind.card.rich_text import RichTextBinder
from cardgen.bind.card.ruby import find_tight_ruby
from cardgen.bind.card.script_limits import find_script_limits
from cardgen.bind.card.styles import Styles
from cardgen.bind.card.text_look import LookChange, MarkupNames, ReportFault, TextLook
from cardgen.bind.elements.card_context import CardContext, TemplateFiller
from cardgen.bind.elements.element_fields import frame, label
from cardgen.bind.elements.parameters import check_names, given_values, typed_parameters
from cardgen.bind.elements.plain_specs import PlainSpecs
from cardgen.bind.elements.text_flow import bind_curve, bind_flow
from cardgen.core.findings import Finding, Note, Report
from cardgen.expressions import syntax
from cardgen.expressions.faults import TemplateFault
from cardgen.read.models.drawn_elements import TextElement
from cardgen.read.models.styles import StyleSpec, TextStyle
from cardgen.read.models.templated import has_template
from cardgen.read.syntax.nodes import ScalarNode
from cardgen.read.tables.cards import CardSpec

MAX_WORDS = 4096
MAX_PREPARED = 4096


def _list_runs(words: RichText) -> Iterator[TextRun]:
    for paragraph in words.paragraphs:
        for line in paragraph:
            yield from (inline for inline in line if isinstance(inline, TextRun))


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
    plain_specs: PlainSpecs
    report: Report
    look_ups: LookUps
    _prepared_texts: dict[tuple[int, int, bool], tuple[Any, Noted[PreparedText | None]]] = field(
        default_factory=dict
    )
    """By element, style (both are kept with it), and whether it is mirrored."""
    _words: dict[tuple[int, str], Noted[RichText]] = field(default_factory=dict)
    """Texts that stand on several cards, by how they are set."""

    def style_uses_card(self, spec: TextElement) -> bool:
        """Whether a style that the text has, or names in its markup, holds templates."""
        styles = self.styles.templated
        given = any(map(has_template, spec.with_.values()))
        return given or (bool(styles) and (spec.style in styles or "]{" in spec.text))

    def bind(self, spec: TextElement, context: CardContext) -> TextBox | None:
        """The text on a card."""
        named = self.styles.named(spec)
        if spec.with_ and spec.style is None:
            self.report.extend(check_names(spec, "a text without a style", {}, spec.with_))
        style = self.plain_style(spec, named, context) if named else None
        if style is None and named is not None:
            return None
        start = len(self.report)
        prepared = self.prepared_text(spec, style)
        if named is not style and named is not None:
            self.plain_specs.name_card(named, context, start)
        return self.text(spec, context, prepared) if prepared else None

    def plain_style(
        self, spec: TextElement, style: StyleSpec, context: CardContext
    ) -> StyleSpec | None:
        """The style as it is on a card, its parameters filled in."""
        if not (style.params or spec.with_):
            return self.plain_specs.fill(style, context)
        what = f"the style `{spec.style}`"
        self.report.extend(check_names(spec, what, style.params, spec.with_))
        given = given_values(self.filler, spec, spec.with_, context, spec.with_)
        typed = typed_parameters(self.filler, spec, what, style.params, given, context)
        if typed is None:
            return None
        return self.plain_specs.fill(style, replace(context, values={**context.values, **typed}))

    def prepared_text(self, spec: TextElement, style: StyleSpec | None) -> PreparedText | None:
        """How a text is set; None, and a finding, if it cannot be."""
        key = id(spec), id(style), self.styles.mirrored
        if key not in self._prepared_texts:
            if len(self._prepared_texts) >= MAX_PREPARED:
                self._prepared_texts.clear()
                self._words.clear()
            prepared = self.look_ups.collect(lambda: self.prepare_text(spec, style))
            self._prepared_texts[key] = (spec, style), prepared
        return self.look_ups.take(self._prepared_texts[key][1])

    def prepare_text(self, spec: TextElement, style: StyleSpec | None) -> PreparedText | None:
        layers: list[TextStyle] = [spec, style] if style else [spec]
        look = self.styles.look(layers)
        if look is None or self.styles.fonts.face(look.font) is None:
            return None
        setting = bind_flow(
            self.styles.setting(spec, layers, look),
            spec,
            layers,
            self.report,
            mirrored=self.styles.mirrored,
        )
        if setting is None:
            return None
        names = (*self.styles.styles, *self.palette.colors)
        fonts, change = self.styles.fonts, self.styles.change
        markup_names = MarkupNames(fonts, change, self.icons, names, self.report.is_lost)
        smart = next((s.smart for s in layers if s.smart is not None), True)
        markup = next((s.markup for s in layers if s.markup is not None), True)
        return PreparedText(
            frame(spec), label(spec, "text"), look, setting, markup_names, smart, markup
        )

    def text(self, spec: TextElement, context: CardContext, prepared: PreparedText) -> TextBox:
        source = self.source(spec, context)
        text = self.filler.text(spec, "text", context, prepared.setting.language)
        report_fault = self.fault_reporter(spec, source, text, context)
        words = self.words(text, prepared, context, report_fault)
        place = source.span if source else context.card.span
        setting, name = prepared.setting, prepared.element
        curve = bind_curve(spec.curve, self.report) if spec.curve else None
        if curve is not None:
            self.check_rules_on_curve(spec, words)
        self.check_ruby(spec, setting, words)
        for asked, finding in find_script_limits(words, setting, curve):
            self.report.add(replace(finding, span=spec.place(asked)))
        return TextBox(prepared.frame, words, setting, name, place, curve, span=spec.span)

    def words(
        self, text: str, prepared: PreparedText, context: CardContext, report_fault: ReportFault
    ) -> RichText:
        """What a text says; bound once for all cards that say the same."""
        fields = context.card.values.keys()
        if self.styles.templated and "]{" in text:
            look = self.with_own_styles(prepared, context)
            return self.bind_rich_text(text, look, report_fault, fields)[0]
        key = id(prepared), text
        found = self._words.get(key)
        if found is not None:
            return self.look_ups.take(found)
        bound = self.look_ups.collect(
            lambda: self.bind_rich_text(text, prepared, report_fault, fields)
        )
        words, faultless = bound.value
        if faultless and len(self._words) < MAX_WORDS:
            self._words[key] = Noted(words, bound.names)
        return words

    def check_rules_on_curve(self, spec: TextElement, words: RichText) -> None:
        """Report lines below or through words that run along a curve: they are not drawn."""
        inlines = (i for part in words.paragraphs for line in part for i in line)
        if any(i.paint and (i.paint.underline or i.paint.strike) for i in inlines):
            message = "words along a curve have no line below or through them"
            hint = "leave `underline` and `strike` out, or set the text without a `curve`"
            place = spec.place("curve")
            self.report.add(Finding("bad-stroke", message, place, "warning", hint=hint))

    def check_ruby(self, spec: TextElement, setting: TextSetting, words: RichText) -> None:
        """Report ruby that has no room between lines, or runs along a curve."""
        tight = find_tight_ruby(words, setting)
        if tight is not None:
            self.report.add(replace(tight, span=spec.span))
        if spec.curve and any(run.ruby for run in _list_runs(words)):
            hint = "leave the ruby out, or set the text without a `curve`"
            message = "words along a curve have no ruby"
            self.report.add(Finding("bad-markup", message, spec.place("curve"), hint=hint))

    def with_own_styles(self, prepared: PreparedText, context: CardContext) -> PreparedText:
        """How a text is set whose markup may name a style that holds templates."""

        def change(name: str) -> LookChange | None:
            style = self.styles.styles.get(name)
            plain = self.plain_by_default(name, style, context) if style else None
            return self.styles.change_by(plain) if plain else self.styles.change(name)

        return replace(prepared, markup_names=replace(prepared.markup_names, style=change))

    def plain_by_default(
        self, name: str, style: StyleSpec, context: CardContext
    ) -> StyleSpec | None:
        """A style that markup names, its parameters as they are by default."""
        spec, what = style, f"the style `{name}`"
        typed = typed_parameters(self.filler, spec, what, style.params, {}, context)
        if typed is None:
            return None
        return self.plain_specs.fill(style, replace(context, values={**context.values, **typed}))

    def bind_rich_text(
        self,
        text: str,
        prepared_text: PreparedText,
        report_fault: ReportFault,
        fields: Collection[str],
    ) -> tuple[RichText, bool]:
        """A text as runs, and whether there was nothing to complain of."""
        faultless = True

        def note_fault(finding: Finding, offset: int, length: int) -> None:
            nonlocal faultless
            faultless = False
            report_fault(finding, offset, length)

        look, setting = prepared_text.look, prepared_text.setting
        names = prepared_text.markup_names
        styles = MarkupStyles(names, look, setting.language, note_fault)
        faces = CharacterFaces(
            names.fonts, look, note_fault, setting.vertical, setting.widths, setting.language
        )
        rich = RichTextBinder(styles, faces, prepared_text.smart, prepared_text.markup, fields)
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
                    finding.severity,
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
        sign = word[:1] if not word[:1].isalnum() else ""  # of a pair around an empty field
        for typed in filter(None, (word, sign)):
            if own is not None and typed in own.text:
                return own, own.text.index(typed)
        if source is not None and word and source.text.count(word) == 1:
            return source, source.text.index(word)  # of a text whose markup is another
        return source, 0
