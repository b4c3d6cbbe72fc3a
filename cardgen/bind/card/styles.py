"""Styles and text settings: names → values.

In      the palette, the styles and a text element's own fields.
Out     a text's `TextLook` and `TextSetting`.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from msgspec import Struct, field

from cardgen.bind.bound_paint import TextStroke
from cardgen.bind.bound_texts import ZERO, TextPaint, TextSetting
from cardgen.bind.card.palette import Palette
from cardgen.bind.card.text_look import LookChange, PaintChange, TextLook
from cardgen.bind.card.vertical_text import turn_lines
from cardgen.bind.fonts import FontChoice, FontLibrary, report_unknown_font
from cardgen.core.color import BLACK
from cardgen.core.findings import Finding, Report, Span, did_you_mean
from cardgen.core.lengths import Length
from cardgen.read.models.drawn_elements import TextElement
from cardgen.read.models.record import Spec
from cardgen.read.models.styles import StyleSpec, TextStyle
from cardgen.read.models.values import TextAlign
from cardgen.text.font_widths import FaceWidths
from cardgen.text.hyphenation import Exceptions, has_patterns

_DEFAULT_SIZE = 9.0
_DEFAULT_LEADING = Length(ems=1.25)
_WORD_SPACE = (0.75, 1.6)
_LETTER_LINE = Length(ems=0.05)


_OTHER_SIDE: Mapping[TextAlign, TextAlign] = {"left": "right", "right": "left"}


class Styles(Struct):
    """Named text styles, and what a text element makes of them."""

    styles: Mapping[str, StyleSpec]
    fonts: FontLibrary
    palette: Palette
    language: str
    report: Report
    exceptions: Exceptions = ()
    """Words that are divided otherwise than by the patterns of their language."""
    mirrored: bool = False
    """Whether left is right, and right is left."""
    templated: frozenset[str] = frozenset()
    """The styles that hold templates, and so may be others on each card."""
    _settings: dict[TextSetting, TextSetting] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.templated = frozenset(name for name, style in self.styles.items() if style.templates)

    def side(self, align: TextAlign) -> TextAlign:
        """Where text stands, on the other side of a mirrored layout."""
        return _OTHER_SIDE.get(align, align) if self.mirrored else align

    def named(self, element: TextElement) -> StyleSpec | None:
        """The style that a text names; a finding, if it is not there."""
        if element.style is None:
            return None
        style = self.styles.get(element.style)
        if style is None:
            self.report.unknown("style", element.style, self.styles, element.place("style"))
        return style

    def for_all_cards(self, name: str) -> StyleSpec | None:
        """A style for a text that stands on no card; a finding, if it holds templates."""
        style = self.styles.get(name)
        if name not in self.templated or style is None:
            return style
        message = f"the style `{name}` holds templates, and there is no card to fill them in for"
        hint = "name a style without templates; one can extend the other"
        self.report.add(Finding("template-value", message, style.span, hint=hint))
        return None

    def style_is_lost(self, element: TextStyle) -> bool:
        """Whether the element names a style that is not there: that is reported already."""
        name = getattr(element, "style", None)
        return name is not None and name not in self.styles

    def look(self, layers: list[TextStyle]) -> TextLook | None:
        """The base look of a text, or None and a finding if it has no font."""
        font = self.font(layers)
        if font is None:
            return None
        name, owner = _first(layers, "color")
        color = self.palette.color(name, owner.place("color")) if name else BLACK
        features = _first(layers, "features")[0] or ()
        tracking = _first(layers, "tracking")[0] or ZERO
        self.check_features(features, font, layers)
        return TextLook(font, color, 1.0, features, tracking, self.paint(layers))

    def paint(self, layers: list[TextStyle]) -> TextPaint | None:
        """What letters have besides a color; None where they have nothing."""
        fill = _first(layers, "fill")[0]
        paint = TextPaint(
            self.palette.gradient(fill) if fill is not None else None,
            self.text_stroke(layers),
            bool(_first(layers, "underline")[0]),
            bool(_first(layers, "strike")[0]),
        )
        return None if paint == TextPaint() else paint

    def paint_change(self, style: StyleSpec) -> PaintChange:
        """What a style changes in the paint of words in a text."""
        fill = self.palette.gradient(style.fill) if style.fill is not None else None
        stroke = self.text_stroke([style])
        none = style.stroke is not None and stroke is None
        return PaintChange(fill, "none" if none else stroke, style.underline, style.strike)

    def text_stroke(self, layers: list[TextStyle]) -> TextStroke | None:
        name, owner = _first(layers, "stroke")
        width, side = _first(layers, "stroke_width")[0], _first(layers, "stroke_side")[0]
        if name is None and (width is not None or side is not None):
            key = "stroke-width" if width is not None else "stroke-side"
            place = _first(layers, key.replace("-", "_"))[1].place(key)
            message = f"`{key}` draws nothing: the letters have no `stroke`"
            hint = "give them a `stroke:`, a color"
            self.report.add(Finding("bad-stroke", message, place, "warning", hint=hint))
        if name is None or name == "none":
            return None
        color = self.palette.color(name, owner.place("stroke"), or_none=True)
        if width == ZERO:
            return None
        return TextStroke(color, width or _LETTER_LINE, side or "outside")

    def font(self, layers: list[TextStyle]) -> FontChoice | None:
        reference, owner = _first(layers, "font")
        if reference is None and self.style_is_lost(layers[0]):
            return None
        if reference is None and any(self.report.lacks_field(one.span) for one in layers):
            return None
        if reference is None:
            hint = _name_font(tuple(self.fonts.families))
            place = layers[0].span
            self.report.add(Finding("missing-field", "this text has no font", place, hint=hint))
            return None
        choice = self.fonts.choose(reference)
        if choice is None:
            report_unknown_font(reference, self.fonts, owner.place("font"), self.report)
        elif choice.slot not in choice.family.faces:
            self.missing_face(choice, owner.place("font"))
            return None if choice.slot in choice.family.declared else self.fonts.stand_in(choice)
        return choice

    def missing_face(self, choice: FontChoice, place: Span) -> None:
        """Report a face that a family does not have; not if its file is at fault."""
        if choice.slot not in choice.family.declared:
            message = f"the font `{choice.family.name}` has no {choice.slot.replace('_', ' ')} face"
            hint = "give it one under `fonts:` in game.yaml; cardgen never fakes bold or italic"
            self.report.add(Finding("missing-face", message, place, hint=hint))

    def check_features(
        self, features: Iterable[tuple[str, int]], font: FontChoice, layers: list[TextStyle]
    ) -> None:
        face = self.fonts.face(font)
        for tag, value in features:
            if value and face is not None and tag not in face.features:
                owner = _first(layers, "features")[1]
                hint = did_you_mean(tag, face.features, what="feature")
                message = f"the font `{face.name}` has no feature `{tag}`"
                place = owner.place("features")
                self.report.add(
                    Finding("missing-feature", message, place, severity="warning", hint=hint)
                )

    def change(self, name: str) -> LookChange | None:
        """What a style or color named in markup changes."""
        color = self.palette.find(name)
        style = self.for_all_cards(name)
        if style is None:
            return LookChange(color=color) if color else None
        return self.change_by(style)

    def change_by(self, style: StyleSpec) -> LookChange:
        """What a style changes in the look of words."""
        font = self.fonts.choose(style.font) if style.font else None
        named = self.palette.color(style.color, style.place("color")) if style.color else None
        paint = self.paint_change(style)
        language = style.language or ""
        return LookChange(font, named, None, style.features, style.tracking, paint, language)

    def setting(self, element: TextElement, layers: list[TextStyle], look: TextLook) -> TextSetting:
        """How the text is set, every default filled in."""
        face = self.fonts.face(look.font)
        assert face is not None
        size = _points(_first(layers, "size")[0], _DEFAULT_SIZE)
        floor = _points(_first(layers, "min_size")[0], size)
        ceiling = _points(_first(layers, "max_size")[0], size)
        self.check_sizes(element, layers, (floor, size, ceiling))
        self.check_hyphenation(layers)
        shrinks = floor < size or ceiling > size
        word_space = self.word_space(layers)
        letter_space = _first(layers, "letter_space")[0] or 0.0
        grid = _points(_first(layers, "grid")[0], 0.0)
        made = TextSetting(
            face=face,
            size=size,
            floor=min(floor, size),
            ceiling=max(ceiling, size),
            step=_points(_first(layers, "step")[0], 0.5),
            fit=_first(layers, "fit")[0] or ("card" if shrinks else "none"),
            leading=_on_grid(_first(layers, "leading")[0] or _DEFAULT_LEADING, size, grid),
            align=self.side(_first(layers, "align")[0] or "left"),
            valign=_first(layers, "valign")[0] or "top",
            language=self.language_of(layers),
            hyphenate=bool(_first(layers, "hyphenate")[0]),
            balance=bool(_first(layers, "balance")[0]),
            space_stretch=max(0.001, word_space[1] - 1),
            space_shrink=max(0.001, 1 - word_space[0]),
            letterspace=letter_space,
            widths=self.widths(layers, look.font),
            hang=bool(_first(layers, "hang")[0]),
            autospace=_first(layers, "autospace")[0] is not False,
            optical=bool(_first(layers, "optical")[0]),
            baseline=element.baseline,
            grid=grid,
            indent=_first(layers, "indent")[0] or ZERO,
            paragraph_gap=_first(layers, "paragraph_gap")[0] or ZERO,
            drop_cap=_first(layers, "drop_cap")[0] or 0,
            exceptions=self.exceptions,
        )
        if _first(layers, "writing")[0] == "vertical":
            align = _first(layers, "align")[0]
            made = turn_lines(made, layers, align and self.side(align), self.report)
        return self._settings.setdefault(made, made)

    def language_of(self, layers: list[TextStyle]) -> str:
        """The language of a text: its own, its style's, or that of the cards."""
        return _first(layers, "language")[0] or self.language

    def check_hyphenation(self, layers: list[TextStyle]) -> None:
        """Words are never divided in a language without patterns, whatever was typed."""
        asked, owner = _first(layers, "hyphenate")
        if asked and owner.node and not has_patterns(language := self.language_of(layers)):
            message = f"`hyphenate: yes` divides no word: `{language}` has no patterns"
            hint = "take it away; where a word may be divided, type a soft hyphen (U+00AD)"
            place = owner.place("hyphenate")
            self.report.add(Finding("no-hyphenation", message, place, "warning", hint=hint))

    def widths(self, layers: list[TextStyle], font: FontChoice) -> tuple[FaceWidths, ...]:
        """The faces whose letters may be narrower and wider in justified lines; a finding, if
        the font has none."""
        most, owner = _first(layers, "font_stretch")
        if not most or _first(layers, "align")[0] != "justify":
            return ()
        place, face = owner.place("font-stretch"), self.fonts.face(font)
        found = self.fonts.widths(most, place, self.report)
        if face is not None and all(one.face != face for one in found):
            message = f"`font-stretch` does nothing: `{face.name}` has no width axis to move on"
            hint = "take a variable font with a `wdth` axis; `letter-space: 2%` works in any font"
            self.report.add(Finding("no-width-axis", message, place, "warning", hint=hint))
        return found

    def word_space(self, layers: list[TextStyle]) -> tuple[float, float]:
        """The narrowest and the widest word space of justified lines, in normal ones."""
        found, owner = _first(layers, "word_space")
        if found and not found[0] <= 1 <= found[1]:
            message = "`word-space` does not hold 100%, the space of the font"
            hint = "write the narrowest, then the widest: `[75%, 160%]`"
            self.report.add(Finding("bad-length", message, owner.place("word-space"), hint=hint))
        return found or _WORD_SPACE

    def check_sizes(
        self, element: TextElement, layers: list[TextStyle], sizes: tuple[float, float, float]
    ) -> None:
        floor, size, ceiling = sizes
        given = _first(layers, "size")[0] is not None
        if given and (floor > size or ceiling < size):
            name = "min_size" if floor > size else "max_size"
            own = element.size is not None and getattr(element, name) is None
            name, owner = ("size", element) if own else (name, _first(layers, name)[1])
            key = name.replace("_", "-")
            limit = "min-size" if floor > size else "max-size"
            message = f"`{limit}` lies on the wrong side of `size` ({size:g} pt)"
            hint = "min-size ≤ size ≤ max-size"
            place = owner.place(key) if owner.scalar(key) else element.span
            self.report.add(Finding("bad-length", message, place, hint=hint))


def _name_font(families: Sequence[str]) -> str:
    """What to write where there is no font: a family of the game, or one that has to join it."""
    if families:
        return f"give the style or the element a `font:`, as in `font: {families[0]}`"
    return (
        "write `font: text` for the style or the element, and `fonts: {text: "
        "EBGaramond-Regular.ttf}` in game.yaml: that file comes with cardgen"
    )


def _first(layers: list[TextStyle], name: str) -> tuple[Any, Spec]:
    """The nearest value of a property, and who gave it."""
    for layer in layers:
        value = getattr(layer, name)
        if value is not None:
            return value, layer
    return None, layers[0]


def _on_grid(leading: Length, size: float, grid: float) -> Length:
    """The leading, made as many whole steps of the grid as it needs."""
    if not grid:
        return leading
    return Length(points=grid * max(1, math.ceil(leading.resolve(0.0, size) / grid - 1e-6)))


def _points(length: Length | None, default: float) -> float:
    return default if length is None else length.points + length.ems * _DEFAULT_SIZE
