"""Colors as they are typed → `Color`s.

In      a name of the palette, `#rrggbb`, `#rrggbbaa`, `rgb(…)`, `hsl(…)`; any of them with an
        opacity: `sea / 50%`.
Out     a `Color`, or None for what is none.
Not here  findings (`bind.card.styles`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from cardgen.core.color import Color

_SHARE = re.compile(r"(?P<color>.*[^\s/])\s*/\s*(?P<share>\d+(?:\.\d+)?)%\Z", re.DOTALL)
_TYPED = re.compile(r"(#|(rgb|hsl)a?\()", re.IGNORECASE)
_CALL = re.compile(r"(rgb|hsl)a?\(([^()]*)\)\Z", re.IGNORECASE)
_CHANNEL = re.compile(r"([+-]?(?:\d+\.?\d*|\.\d+))(%|deg|turn|rad|)\Z", re.IGNORECASE)


class Channel(Struct, frozen=True):
    """A number in the brackets of `rgb()` or `hsl()` as it was typed."""

    number: float
    unit: str
    is_decimal: bool


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
    call = split_call(text)
    if not _TYPED.match(text) or (call and not _is_within_bounds(*call)):
        return None  # CSS knows `red`, but a game's colors are those of its palette
    from cardgen.svg.color import read_color
    from cardgen.svg.values import BadValueError

    try:
        color, alpha = read_color(text)
    except BadValueError:
        return None
    return replace(color, alpha=alpha)


def split_call(text: str) -> tuple[str, Sequence[Channel]] | None:
    """`rgb` or `hsl` and the three or four numbers in its brackets; None for anything else."""
    call = _CALL.match(text.strip())
    parts = re.split(r"[\s,/]+", call[2].strip()) if call else ()
    found = [_CHANNEL.match(part) for part in parts]
    channels = [Channel(float(one[1]), one[2].lower(), "." in one[1]) for one in found if one]
    if call is None or len(parts) not in (3, 4) or len(channels) != len(parts):
        return None
    return call[1].lower(), channels


def are_shares(name: str, channels: Sequence[Channel]) -> bool:
    """Whether numbers are typed as shares of 1: `rgb(0.5, 0.2, 1)`. Of `rgb(0.0, 0.0, 0.0)` that
    is all the same."""
    typed = channels[0 if name == "rgb" else 1 : 3]
    return any(one.is_decimal and one.number for one in typed) and all(
        one.number <= 1 and not one.unit for one in typed
    )


def _is_within_bounds(name: str, channels: Sequence[Channel]) -> bool:
    """Whether every number is one that a color can have, as it is typed."""
    most = 255 if name == "rgb" else 100
    typed = channels[0 if name == "rgb" else 1 : 3]
    solid = [one.number * (1 if one.unit == "%" else 100) for one in channels[3:]]
    return (
        not are_shares(name, channels)
        and all(0 <= one.number <= (100 if one.unit == "%" else most) for one in typed)
        and all(0 <= share <= 100 for share in solid)
    )
