"""CSS colors → `Color`s and their opacity.

In      the text of a color: a name, `#…`, `rgb()`, `hsl()`, `light-dark()` or `currentColor`.
Out     an opaque color and an opacity 0 … 1.
Not here  `url(#…)` (`svg.paint`), a game's palette (`bind.card.styles`).

Source  CSS Color Module Level 4, chapters 4.1 (rgb), 6.1 (names), 7.1 (hsl).
"""

from __future__ import annotations

import colorsys
import re
from collections.abc import Mapping, Sequence

from cardgen.core.color import BLACK, LINEAR_LIGHT, Color, parse_hex
from cardgen.svg.tree import Gaps, SvgElement, quoted
from cardgen.svg.values import BadValueError, read_fraction, read_length


class _Current(Color, frozen=True, gc=False, tag=True):
    """The color that a drawing leaves to its user; unlike `Color`s, equal to itself alone."""


class _Unpainted(Color, frozen=True, gc=False, tag=True):
    """The black of what a drawing gives no fill; equal to itself alone."""


CURRENT = _Current(0, 0, 0)
UNPAINTED = _Unpainted(0, 0, 0)

_HEX = re.compile(r"#([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})\Z")
_CALL = re.compile(r"(rgb|hsl)a?\(([^()]*)\)\Z")
_LIGHT_DARK = re.compile(r"light-dark\(\s*((?:[^(),]|\([^()]*\))+),.*\)\Z")
"""draw.io gives each color twice; a card is light."""
_NAMES = dict(
    pair.split("=")
    for pair in """
aliceblue=f0f8ff antiquewhite=faebd7 aqua=00ffff aquamarine=7fffd4 azure=f0ffff beige=f5f5dc
bisque=ffe4c4 black=000000 blanchedalmond=ffebcd blue=0000ff blueviolet=8a2be2 brown=a52a2a
burlywood=deb887 cadetblue=5f9ea0 chartreuse=7fff00 chocolate=d2691e coral=ff7f50
cornflowerblue=6495ed cornsilk=fff8dc crimson=dc143c cyan=00ffff darkblue=00008b
darkcyan=008b8b darkgoldenrod=b8860b darkgray=a9a9a9 darkgreen=006400 darkgrey=a9a9a9
darkkhaki=bdb76b darkmagenta=8b008b darkolivegreen=556b2f darkorange=ff8c00 darkorchid=9932cc
darkred=8b0000 darksalmon=e9967a darkseagreen=8fbc8f darkslateblue=483d8b darkslategray=2f4f4f
darkslategrey=2f4f4f darkturquoise=00ced1 darkviolet=9400d3 deeppink=ff1493 deepskyblue=00bfff
dimgray=696969 dimgrey=696969 dodgerblue=1e90ff firebrick=b22222 floralwhite=fffaf0
forestgreen=228b22 fuchsia=ff00ff gainsboro=dcdcdc ghostwhite=f8f8ff gold=ffd700
goldenrod=daa520 gray=808080 green=008000 greenyellow=adff2f grey=808080 honeydew=f0fff0
hotpink=ff69b4 indianred=cd5c5c indigo=4b0082 ivory=fffff0 khaki=f0e68c lavender=e6e6fa
lavenderblush=fff0f5 lawngreen=7cfc00 lemonchiffon=fffacd lightblue=add8e6 lightcoral=f08080
lightcyan=e0ffff lightgoldenrodyellow=fafad2 lightgray=d3d3d3 lightgreen=90ee90
lightgrey=d3d3d3 lightpink=ffb6c1 lightsalmon=ffa07a lightseagreen=20b2aa lightskyblue=87cefa
lightslategray=778899 lightslategrey=778899 lightsteelblue=b0c4de lightyellow=ffffe0
lime=00ff00 limegreen=32cd32 linen=faf0e6 magenta=ff00ff maroon=800000 mediumaquamarine=66cdaa
mediumblue=0000cd mediumorchid=ba55d3 mediumpurple=9370db mediumseagreen=3cb371
mediumslateblue=7b68ee mediumspringgreen=00fa9a mediumturquoise=48d1cc mediumvioletred=c71585
midnightblue=191970 mintcream=f5fffa mistyrose=ffe4e1 moccasin=ffe4b5 navajowhite=ffdead
navy=000080 oldlace=fdf5e6 olive=808000 olivedrab=6b8e23 orange=ffa500 orangered=ff4500
orchid=da70d6 palegoldenrod=eee8aa palegreen=98fb98 paleturquoise=afeeee palevioletred=db7093
papayawhip=ffefd5 peachpuff=ffdab9 peru=cd853f pink=ffc0cb plum=dda0dd powderblue=b0e0e6
purple=800080 rebeccapurple=663399 red=ff0000 rosybrown=bc8f8f royalblue=4169e1
saddlebrown=8b4513 salmon=fa8072 sandybrown=f4a460 seagreen=2e8b57 seashell=fff5ee
sienna=a0522d silver=c0c0c0 skyblue=87ceeb slateblue=6a5acd slategray=708090 slategrey=708090
snow=fffafa springgreen=00ff7f steelblue=4682b4 tan=d2b48c teal=008080 thistle=d8bfd8
tomato=ff6347 turquoise=40e0d0 violet=ee82ee wheat=f5deb3 white=ffffff whitesmoke=f5f5f5
yellow=ffff00 yellowgreen=9acd32""".split()
)


def styled_color(
    text: str, style: Mapping[str, str], element: SvgElement, gaps: Gaps
) -> tuple[Color, float]:
    """The color that a property asks for; black, and a gap, for none that is known."""
    if text.lower() == "currentcolor":
        text = style.get("color", "currentColor")
    if text.lower() == "currentcolor":
        return CURRENT, 1.0
    try:
        return read_color(text)
    except BadValueError as error:
        gaps.add(element, f"{error}; it is painted black", "write `#rrggbb` or a CSS name")
        return BLACK, 1.0


def read_color(text: str) -> tuple[Color, float]:
    """Read a color and its opacity.

    Raises:
        BadValueError: `text` is no color known here.
    """
    word = text.strip().lower().partition(" icc-color(")[0]
    two = _LIGHT_DARK.match(word)
    if two is not None:
        return read_color(two[1])
    if word == "transparent":
        return Color(0, 0, 0), 0.0
    if word in _NAMES:
        return parse_hex(f"#{_NAMES[word]}"), 1.0
    if _HEX.match(word):
        return _hex(word[1:])
    call = _CALL.match(word)
    if call is None:
        raise BadValueError(f"{quoted(text)} is no color")
    return _called(call[1], re.split(r"[\s,/]+", call[2].strip()))


def in_linear_light(color: Color) -> Color:
    """The color whose parts are as large as the amounts of light of another are; one that is
    left open stays."""
    if type(color) is not Color:
        return color
    return _color([LINEAR_LIGHT[part] for part in (color.red, color.green, color.blue)])


def _hex(digits: str) -> tuple[Color, float]:
    size = 1 if len(digits) < 6 else 2
    color, alpha = digits[: 3 * size], digits[3 * size :] * (3 - size)
    return parse_hex(f"#{color}"), int(alpha, 16) / 255 if alpha else 1.0


def _called(kind: str, parts: Sequence[str]) -> tuple[Color, float]:
    if len(parts) not in (3, 4):
        raise BadValueError(f"`{kind}()` takes 3 or 4 values, here are {len(parts)}")
    color = _rgb(parts) if kind == "rgb" else _hsl(parts)
    return color, read_fraction(parts[3]) if len(parts) == 4 else 1.0


def _rgb(parts: Sequence[str]) -> Color:
    return _color([read_length(part, 255.0) / 255 for part in parts[:3]])


def _hsl(parts: Sequence[str]) -> Color:
    hue = read_length(parts[0].removesuffix("deg"), 360.0) / 360 % 1.0
    saturation, lightness = (_percentage(part) for part in parts[1:3])
    return _color(colorsys.hls_to_rgb(hue, lightness, saturation))


def _percentage(text: str) -> float:
    return read_fraction(text if text.endswith("%") else f"{text}%")


def _color(channels: Sequence[float]) -> Color:
    red, green, blue = (round(255 * min(1.0, max(0.0, channel))) for channel in channels)
    return Color(red, green, blue)
