"""What to write for colors as other programs have them.

In      a text that is no color here: `transparent`, `cmyk(…)`, `rgb(0.5, 0.2, 0.1)`, `sea 50%`.
Out     a hint; "" for what may be a name of the game's palette.
Not here  which texts are colors (`bind.card.color_text`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from cardgen.bind.card.color_text import Channel, are_shares, split_call
from cardgen.core.color import Color
from cardgen.svg.color import read_color
from cardgen.svg.values import BadValueError

IsColor = Callable[[str], bool]
"""Whether a text is a color of the game."""

_BARE_HEX = re.compile(r"(?:0x|#)?([0-9a-fA-F]{6})")
_HEX = re.compile(r"#\w*\Z")
_CALL = re.compile(r"([a-z-]+)\((.*)\)\Z", re.IGNORECASE | re.DOTALL)
_INK = r"[ :=]*(\d{1,3})%?"
_INKS = re.compile(rf"c?{_INK}[ ,]+m?{_INK}[ ,]+y?{_INK}[ ,]+k?{_INK}\Z", re.IGNORECASE)
"""`C0 M100 Y100 K0`, in percent."""
_SHARED = re.compile(
    r"(?P<color>.*?[^\s,@:/])\s*(?P<sign>[,@:/]|\s)\s*(?P<share>\d+(?:\.\d+)?)\s*(?P<percent>%?)\Z"
)
"""`sea 50%`, `sea / 0.5`, `sea, 50`."""
_LINE = re.compile(
    r"(?P<width>[\d.]+ ?(?:mm|cm|in|pt|px))\s+(?:(?:solid|dashed|dotted)\s+)?(?P<color>\S.*)\Z"
)
"""The border of CSS: `1pt solid sea`."""
_VARIABLE = re.compile(r"(?:var\(--|[$:@]|--)(?P<name>[\w -]+)\)?\Z")
_NOTHING = frozenset(("0", "clear", "empty", "false", "no", "null", "transparent", "~"))
_MOST_TURNED = 36_000
"""The largest hue in degrees that a hint repeats; beyond it nobody meant a hue."""
_SOLID = "write how solid it is in percent, 0 to 100"


def explain_color(text: str, is_color: IsColor, *, or_none: bool = False) -> str:
    """What to write for a text that is no color.

    Args:
        text: As it was typed.
        is_color: Whether another text is a color of the game.
        or_none: Whether `none` may stand there.
    """
    word = text.strip()
    if word.casefold() in _NOTHING:
        return "write `none`" if or_none else f"{_SOLID}, as in `black / 0%`"
    if variable := _VARIABLE.match(word):
        return f"did you mean `{variable['name']}`?" if is_color(variable["name"]) else ""
    return (
        _explain_share(word, is_color)
        or _explain_line(word, is_color)
        or _explain_call(word)
        or _explain_inks(word)
        or ("write 3, 6 or 8 digits behind the `#`: 0 to 9, a to f" if _HEX.match(word) else "")
    )


def guess_hex(text: str) -> str:
    """The color that other tools mean: `red`, `dark blue`, `ff0000`, `0xff0000`; "" if none."""
    bare = _BARE_HEX.fullmatch(text)
    name = re.sub(r"(?<=[a-z])[ _-](?=[a-z])", "", text.casefold())
    try:
        color, alpha = read_color(f"#{bare[1]}" if bare else name)
    except BadValueError:
        return ""
    return str(color) if alpha == 1 else ""


def _explain_share(text: str, is_color: IsColor) -> str:
    """A known color with a share that is typed otherwise."""
    call = _CALL.match(text)
    found = _SHARED.match(call[2].strip() if call else text)
    if found is None or not is_color(found["color"]):
        return ""
    share, is_percent = float(found["share"]), bool(found["percent"])
    if found["sign"].isspace() and not is_percent and "." not in found["share"]:
        return ""
    percent = share if is_percent or share > 1 else 100 * share
    return f"{_SOLID}: `{found['color']} / {percent if percent <= 100 else 50:g}%`"


def _explain_line(text: str, is_color: IsColor) -> str:
    """A border of CSS: width, kind and color in one."""
    found = _LINE.match(text)
    if found is None:
        return ""
    color = found["color"] if is_color(found["color"]) else guess_hex(found["color"])
    shown = f'"{color}"' if color.startswith("#") else color
    return f"write `stroke: {shown}, stroke-width: {found['width']}`" if color else ""


def _explain_call(text: str) -> str:
    """A function of CSS that is not read here, or whose numbers are out of bounds."""
    if call := split_call(text):
        return _explain_numbers(*call)
    other = _CALL.match(text)
    if other is None:
        return ""
    if "gradient" in other[1].casefold():
        return "write a gradient as a `fill:`, as in `{from: red, to: blue, angle: 90}`"
    if other[1].casefold() in ("cmyk", "device-cmyk"):
        return _explain_inks(re.sub(r"[\s,]+", " ", other[2]).strip())
    if other[1].casefold() in ("rgb", "rgba", "hsl", "hsla"):
        example = "rgb(29 111 138)" if other[1].casefold().startswith("rgb") else "hsl(199 65% 33%)"
        return f"write three numbers, as in `{example}`"
    return "write it as `#rrggbb`, in quotes"


def _explain_inks(text: str) -> str:
    """Four inks in percent, as the color on a screen."""
    found = _INKS.match(text)
    if found is None:
        return ""
    inks = [min(100, int(ink)) / 100 for ink in found.groups()]
    channels = [round(255 * (1 - ink) * (1 - inks[3])) for ink in inks[:3]]
    return f"colors are red, green and blue here: write `{Color(*channels)}`, in quotes"


def _explain_numbers(name: str, channels: Sequence[Channel]) -> str:
    """The numbers of `rgb()` or `hsl()` as they are taken."""
    most = 255 if name == "rgb" else 100
    scale = most if are_shares(name, channels) else 1
    shown = []
    for at, one in enumerate(channels[:3]):
        if name == "hsl" and at == 0:
            turned = one.number * {"turn": 360, "rad": 57.29578}.get(one.unit, 1)
            shown.append(f"{turned if abs(turned) <= _MOST_TURNED else 0:g}")
            continue
        bound = 100 if one.unit == "%" else most
        value = round(min(bound, max(0, one.number * scale)))
        shown.append(f"{value}%" if one.unit == "%" or name == "hsl" else str(value))
    if len(channels) > 3:
        shown.append(f"/ {_read_alpha(channels[3]):g}%")
    return f"write `{name}({' '.join(shown)})`"


def _read_alpha(channel: Channel) -> float:
    """How solid a color is, in percent: typed up to 1, to 100 or to 255."""
    number = abs(channel.number)
    if channel.unit != "%" and number <= 1:
        return number * 100
    return number if number <= 100 else round(min(number, 255) / 2.55)
