"""Colors as they are typed → `Color`s.

In      a name of the palette, `#rrggbb`, `#rrggbbaa`, `rgb(…)`, `hsl(…)`; any of them with an
        opacity: `sea / 50%`.
Out     a `Color`, or None for what is none.
Not here  findings (`bind.card.styles`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from msgspec.structs import replace

from cardgen.core.color import Color

_SHARE = re.compile(r"(?P<color>.*[^\s/])\s*/\s*(?P<share>\d+(?:\.\d+)?)%\Z", re.DOTALL)
_TYPED = re.compile(r"(#|(rgb|hsl)a?\()", re.IGNORECASE)


def read_color_text(text: str, names: Mapping[str, Color]) -> Color | None:
    """The color that a text stands for, with its opacity."""
    faded = None if text.rstrip().endswith(")") else _SHARE.match(text)
    if faded is None:
        return _read_plain(text.strip(), names)
    color, share = _read_plain(faded["color"].strip(), names), float(faded["share"]) / 100
    if color is None or share > 1:
        return None
    return replace(color, alpha=color.alpha * share)


def _read_plain(text: str, names: Mapping[str, Color]) -> Color | None:
    if text in names:
        return names[text]
    if not _TYPED.match(text):
        return None  # CSS knows `red`, but a game's colors are those of its palette
    from cardgen.svg.color import read_color
    from cardgen.svg.values import BadValueError

    try:
        color, alpha = read_color(text)
    except BadValueError:
        return None
    return replace(color, alpha=alpha)
