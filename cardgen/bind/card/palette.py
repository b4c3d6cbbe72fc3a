"""Colors by name, and what is painted with them.

In      the palette of a game, fields of elements that name colors.
Out     `Color`s, `Fill`s, `Pen`s, shadows; findings for colors that are not there.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

from msgspec import Struct

from cardgen.bind.bound_paint import Fill, Gradient, Pen, Shadow
from cardgen.bind.bound_texts import ZERO
from cardgen.bind.card.color_text import read_color_text
from cardgen.core.color import BLACK, WHITE, Color, is_hex, parse_hex
from cardgen.core.findings import Finding, Report, Span, find_closest
from cardgen.core.lengths import Length
from cardgen.read.models.element import Element, PaintedElement
from cardgen.read.models.paint import GradientSpec, ShadowSpec
from cardgen.read.models.record import Spec
from cardgen.scene.items import Stop

_BUILT_IN = {"black": BLACK, "white": WHITE}
_HAIRLINE = Length(points=0.5)


class Palette(Struct):
    """A game's colors by name."""

    colors: Mapping[str, Color]
    report: Report

    def find(self, text: str) -> Color | None:
        return parse_hex(text) if is_hex(text) else read_color_text(text, self.colors)

    def color(self, text: str, place: Span, *, or_none: bool = False) -> Color:
        """The color of that name; black, and a finding, if there is none.

        Args:
            or_none: Whether the field may say `none`, which its owner looks for.
        """
        found = self.find(text)
        if found is None:
            from cardgen.bind.card.color_hints import explain_color

            hint = explain_color(text, self.knows, or_none=or_none) or self.mend_foreign(text)
            self.report.unknown("color", text, self.colors, place, hint=hint)
        return found or BLACK

    def knows(self, text: str) -> bool:
        return self.find(text) is not None

    def mend_foreign(self, text: str) -> str:
        """A hint for a color as other tools name it, unless one of the game's own is meant."""
        from cardgen.bind.card.color_hints import guess_hex

        guess = guess_hex(text)
        if not guess or find_closest(text, self.colors):
            return ""
        return f"write `{guess}`, in quotes, or declare it under `palette:` in game.yaml"

    def fill(self, value: str | GradientSpec | None, place: Span) -> Fill | None:
        if value is None or value == "none":
            return None
        if isinstance(value, GradientSpec):
            return self.gradient(value)
        return self.color(value, place, or_none=True)

    def gradient(self, spec: GradientSpec) -> Gradient:
        stops = [self.stop(s.at, s.color, s.place("color"), s.opacity) for s in spec.stops]
        if not (spec.from_ and spec.to) if not stops else len(stops) < 2:
            hint = "write `{from: red, to: blue}`, or two `stops:` or more"
            message = "a gradient needs two colors"
            self.report.add(Finding("bad-gradient", message, spec.span, hint=hint))
        if not stops:
            ends = ((spec.from_, "from", 0.0), (spec.to, "to", 1.0))
            stops = [self.stop(at, name, spec.place(key)) for name, key, at in ends if name]
        self.check_kind(spec)
        self.check_order(spec)
        ordered = tuple(sorted(stops, key=lambda stop: stop.offset)) or (Stop(0.0, BLACK),)
        return Gradient(ordered, spec.angle, spec.radial, spec.conic, spec.center)

    def stop(self, at: float, name: str, place: Span, opacity: float = 1.0) -> Stop:
        color = self.color(name, place)
        return Stop(at, color.opaque, color.alpha * opacity)

    def check_order(self, spec: GradientSpec) -> None:
        """Report the first stop that stands before the one above it: they are drawn in order."""
        for before, stop in pairwise(spec.stops):
            if stop.at < before.at:
                message = f"this stop at {stop.at:.0%} is drawn before that at {before.at:.0%}"
                hint = "write the stops in the order of their `at:`, from 0% to 100%"
                place = stop.place("at")
                self.report.add(Finding("bad-gradient", message, place, "warning", hint=hint))
                return

    def check_kind(self, spec: GradientSpec) -> None:
        """Report what a gradient of one kind makes no use of."""
        ends = [key for key, color in (("from", spec.from_), ("to", spec.to)) if color]
        if spec.stops and ends:
            message, hint = f"`stops` say all of its colors, `{ends[0]}` none", "leave it out"
            self.report.add(Finding("bad-gradient", message, spec.place(ends[0]), hint=hint))
        if spec.radial and not spec.conic and "angle" in spec.model_fields_set:
            message, hint = "a radial gradient has no `angle`", "leave it out"
            self.report.add(Finding("bad-gradient", message, spec.place("angle"), hint=hint))
        if spec.radial and spec.conic:
            message, hint = "a gradient is either radial or conic", "leave one of them out"
            self.report.add(Finding("bad-gradient", message, spec.place("conic"), hint=hint))
        if spec.center is not None and not (spec.radial or spec.conic):
            message = "a straight gradient has no `center`"
            hint = "leave it out, or add `radial: yes` or `conic: yes`"
            self.report.add(Finding("bad-gradient", message, spec.place("center"), hint=hint))

    def shadows(self, spec: Element) -> tuple[Shadow, ...]:
        """What an element casts below itself and into itself, in painting order."""
        cast = [self.shadow(spec.shadow)] if spec.shadow else []
        if spec.glow:
            glow = spec.glow
            color = self.color(glow.color, glow.place("color"))
            cast.append(Shadow(ZERO, ZERO, glow.blur, color, glow.strength))
        if spec.inner_shadow:
            cast.append(self.shadow(spec.inner_shadow, inside=True))
        return tuple(cast)

    def shadow(self, spec: ShadowSpec, *, inside: bool = False) -> Shadow:
        color = self.color(spec.color, spec.place("color"))
        return Shadow(spec.x, spec.y, spec.blur, color, spec.strength, inside)

    def pen(self, spec: PaintedElement) -> Pen | None:
        if spec.stroke is None or spec.stroke == "none":
            return None
        color = self.color(spec.stroke, spec.place("stroke"), or_none=True)
        width = spec.stroke_width or _HAIRLINE
        return Pen(color, width, tuple(spec.dash), spec.cap, spec.join)


def open_palette(spec: Spec, colors: Mapping[str, str], report: Report) -> Palette:
    """The palette of `game.yaml`; a color may be a share of one that stands above it."""
    known = dict(_BUILT_IN)
    palette = Palette(known, report)
    for name, text in colors.items():
        color = palette.find(text)
        if color is None:
            from cardgen.bind.card.color_hints import explain_color, guess_hex

            place = spec.place("palette", name)
            hint = explain_color(text, palette.knows) or (
                f"write `{guess_hex(text) or '#rrggbb'}`, in quotes"
            )
            report.add(Finding("bad-color", f"`{text}` is not a color", place, hint=hint))
        known[name] = color or BLACK
    return palette
