"""Colors that a booklet works out for itself: paper, tints on it, links.

In      the backgrounds of a booklet, its accent.
Out     the color its pages have, mixtures with it, the color of links.
Not here  what styles say (`bind.booklet.styles`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct

from cardgen.bind.bound_elements import BoundElement, Frame, GroupBox, ShapeBox
from cardgen.bind.bound_faces import BoundFace
from cardgen.bind.card.styles import Styles
from cardgen.core.color import BLACK, WHITE, Color, contrast_ratio, luminance
from cardgen.read.models.booklets import BookletSpec

_TINT = 0.08
"""How much of the accent is in the ground of a box."""
_LEGIBLE = 4.5
"""Contrast of small text, by WCAG 2.2, 1.4.3."""
_DEFAULTS = zip(Frame.__struct_fields__, Frame.__struct_defaults__, strict=True)
_PLACES = tuple(name for name, default in _DEFAULTS if default is None)


class BookColors(Struct, frozen=True):
    """The accent of a booklet, and what its pages look like without a text."""

    accent: Color
    backgrounds: tuple[BoundFace, ...]

    @property
    def paper(self) -> Color:
        return paper_of(self.backgrounds)

    @property
    def tint(self) -> Color:
        """The ground of boxes."""
        return mixed(self.accent, _TINT, self.paper)

    @property
    def links(self) -> Color | None:
        return link_color(self.accent, self.paper)


def accent_of(styles: Styles, spec: BookletSpec, ink: str) -> Color:
    """The color of rules and boxes."""
    if spec.accent:
        return styles.palette.color(spec.accent, spec.place("accent"))
    return styles.palette.find(ink) or BLACK


def paper_of(backgrounds: Sequence[BoundFace]) -> Color:
    """The plain color that covers the pages; white, if there is none."""
    bodies = [face.body for face in backgrounds[:1]]
    grounds = [c for body in bodies for c in _covering((*body.bleed, *body.trim))]
    return grounds[-1] if grounds else WHITE


def _covering(elements: Iterable[BoundElement]) -> Iterable[Color]:
    for element in elements:
        if not isinstance(element, ShapeBox | GroupBox) or not isinstance(element.fill, Color):
            continue
        cornered = isinstance(element, GroupBox) or element.shape == "rectangle"
        if cornered and _covers(element.frame):
            yield element.fill


def _covers(frame: Frame) -> bool:
    placed = any(getattr(frame, place) is not None for place in _PLACES)
    return not placed and frame.opacity == 1 and not frame.rotate and frame.blend == "normal"


def mixed(color: Color, share: float, paper: Color) -> Color:
    """So much of a color on paper."""
    parts = ((color.red, paper.red), (color.green, paper.green), (color.blue, paper.blue))
    return Color(*(round(a * share + b * (1 - share)) for a, b in parts))


def link_color(accent: Color, paper: Color) -> Color | None:
    """The accent where it can be read; otherwise links look like the text around them."""
    contrast = contrast_ratio(luminance(accent), luminance(paper))
    return accent if contrast >= _LEGIBLE else None
