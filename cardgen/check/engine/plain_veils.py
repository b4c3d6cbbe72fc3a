"""The color that letters have below veils of one color.

In      a run of letters, what is painted over it.
Out     the color as it is printed.
Not here  veils with a pattern, that run out, are turned or clipped: pixels say what comes of these.
"""

from __future__ import annotations

from collections.abc import Sequence

from cardgen.check.engine.covered_boxes import find_path_share
from cardgen.check.engine.ink_marks import ItemOnPage
from cardgen.core.color import Color
from cardgen.core.geometry import Rect
from cardgen.scene.items import Path

_RIM = 0.25
"""The share of a box on each side that may look out of a veil."""


def is_plain_veil(shown: ItemOnPage, box: Rect | None) -> bool:
    """Whether a shape of one color, itself not turned and not clipped, lies over the middle of a
    box: round corners may leave out its rim."""
    around, item = shown.context, shown.item
    if box is None or not isinstance(item, Path) or not isinstance(item.fill, Color):
        return False
    whole = around.turn is None and not around.clips and not around.masked
    across, down = _RIM * box.width, _RIM * box.height
    inner = Rect(box.left + across, box.top + down, box.width - 2 * across, box.height - 2 * down)
    return whole and around.blend == "normal" and find_path_share(item, inner) == "whole"


def find_color_below(color: Color, veils: Sequence[ItemOnPage]) -> Color:
    """Return what a color becomes below plain veils, the lowest first."""
    for veil in veils:
        assert isinstance(veil.item, Path)
        assert isinstance(veil.item.fill, Color)
        color = _mix(color, veil.item.fill, veil.context.opacity)
    return color


def _mix(color: Color, over: Color, opacity: float) -> Color:
    pairs = ((color.red, over.red), (color.green, over.green), (color.blue, over.blue))
    return Color(*(round(own + (veil - own) * opacity) for own, veil in pairs))
