"""How a stretch of text looks, what styles change in it, and what names in markup mean.

In      what `bind.card.styles` and the icons of a game make of their declarations.
Out     `TextLook`, which becomes a `TextRun` when the face for its characters is known.
Not here  which style a piece of markup names (`bind.card.markup_styles`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Literal

from msgspec import Struct

from cardgen.bind.bound_paint import Gradient, TextStroke
from cardgen.bind.bound_texts import ZERO, InlineIcon, TextPaint, TextRun
from cardgen.bind.fonts import FontChoice, FontLibrary
from cardgen.core.color import Color
from cardgen.core.findings import Finding
from cardgen.core.lengths import Length
from cardgen.text.fonts import Face


class TextLook(Struct, frozen=True):
    """How a stretch of text looks, before the face is chosen for each character."""

    font: FontChoice
    color: Color
    scale: float = 1.0
    features: tuple[tuple[str, int], ...] = ()
    tracking: Length = ZERO
    paint: TextPaint | None = None
    language: str = ""
    """Its own, if that is not the text's."""
    upright: bool = False
    """Whether it stands upright as one in vertical lines."""

    def run(self, text: str, face: Face, chain: Iterable[Face] = ()) -> TextRun:
        """Characters that look like this, in the face that has them; its hyphen, if that has
        none, in another of the `chain`."""
        poor = not face.has("-")
        return TextRun(
            text, face, self.color, self.scale, self.features, self.tracking, "", self.paint,
            self.language, self.upright,
            hyphen=next((other for other in chain if other.has("-")), None) if poor else None,
        )  # fmt: skip


class PaintChange(Struct, frozen=True):
    """What a named style changes in the paint of letters; None leaves as it is."""

    fill: Gradient | None = None
    stroke: TextStroke | Literal["none"] | None = None
    underline: bool | None = None
    strike: bool | None = None

    def apply(self, paint: TextPaint, *, recolors: bool) -> TextPaint | None:
        """The paint with these changes; a color of the words' own takes the gradient's place."""
        changed = TextPaint(
            self.fill or (None if recolors else paint.fill),
            None if self.stroke == "none" else self.stroke or paint.stroke,
            paint.underline if self.underline is None else self.underline,
            paint.strike if self.strike is None else self.strike,
        )
        return None if changed == TextPaint() else changed


class LookChange(Struct, frozen=True):
    """What a named style changes in a look; None leaves as it is."""

    font: FontChoice | None = None
    color: Color | None = None
    scale: float | None = None
    features: tuple[tuple[str, int], ...] | None = None
    tracking: Length | None = None
    paint: PaintChange = PaintChange()
    language: str = ""


class MarkupNames(Struct, frozen=True):
    """What names in markup may mean: styles, colors and icons of the game."""

    fonts: FontLibrary
    style: Callable[[str], LookChange | None]
    icons: Mapping[str, InlineIcon]
    names: tuple[str, ...]
    is_lost: Callable[[str, str], bool] = lambda _what, _name: False
    """Whether a kind and name was declared, but is at fault: that is reported already."""


ReportFault = Callable[[Finding, int, int], None]
"""Takes a finding without a place, and where in the text it belongs."""
