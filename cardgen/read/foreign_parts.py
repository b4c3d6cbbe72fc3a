"""What is written here for the fields of gradients, shadows, curves and sizes of other tools.

In      the model of a part of an element, or of game.yaml.
Out     its fields by the names that other tools have; a sentence where the two differ.
Not here  elements, decks, games (`read.foreign_fields`, which compares the names).
"""

from __future__ import annotations

from collections.abc import Mapping

_COLOR_ALONE = "one color stands alone, as in `fill: sea / 50%`"
_GRADIENT = {
    "alpha": _COLOR_ALONE,
    "begin": "from",
    "color": _COLOR_ALONE,
    "color1": "from",
    "color2": "to",
    "colors": "write `from:` and `to:`, or `stops: [{at: 0%, color: …}, …]`",
    "degrees": "angle",
    "direction": "angle",
    "end": "to",
    "opacity": _COLOR_ALONE,
    "rotate": "angle",
    "start": "from",
    "type": "write `radial: yes` or `conic: yes`; without them it is straight",
}
_STOP = {
    "alpha": "opacity",
    "offset": "at",
    "percent": "at",
    "pos": "at",
    "position": "at",
    "stop-color": "color",
    "stop-opacity": "opacity",
}
_SHADOW = {
    "alpha": "write it with the color, as in `color: black / 50%`",
    "angle": "write how far it falls: `x` to the right, `y` down",
    "distance": "write how far it falls: `x` to the right, `y` down",
    "dx": "x",
    "dy": "y",
    "inset": "a shadow inside is `inner-shadow:` in place of `shadow:`",
    "left": "x",
    "offset": "write how far it falls: `x` to the right, `y` down",
    "offset-x": "x",
    "offset-y": "y",
    "opacity": "write it with the color, as in `color: black / 50%`",
    "radius": "blur",
    "size": "blur",
    "softness": "blur",
    "spread": "strength",
    "top": "y",
}
_ALONG = {
    "angle": "from",
    "center": "middle",
    "columns": "grid",
    "end": "to",
    "radius": "write `circle:` or `arc:` with the radius",
    "rotate": "turn",
    "start": "from",
}
_CURVE = {
    "angle": "start",
    "flip": "reverse",
    "from": "start",
    "inside": "reverse",
    "offset": "shift",
    "radius": "the ellipse is as large as the text's box: give the text a `width` and a `height`",
}
_SIZE = {
    "base": "like",
    "corner-radius": "corner",
    "corners": "corner",
    "extends": "like",
    "folds": "fold",
    "h": "height",
    "inherits": "like",
    "margin": "safe",
    "orientation": "exchange `width` and `height`",
    "radius": "a circle has a `diameter`; of rounded corners it is the `corner`",
    "rounded": "corner",
    "safe-zone": "safe",
    "trim": "write `width:` and `height:`, as cut",
    "type": "shape",
    "w": "width",
}
_LEVEL = {
    "because": "reason",
    "id": "code",
    "ignore": "level",
    "name": "code",
    "rule": "code",
    "severity": "level",
}
_PARAMETER = {"value": "default"}
PARTS: Mapping[str, Mapping[str, str]] = {
    "AlongSpec": _ALONG,
    "CurveSpec": _CURVE,
    "GlowSpec": {name: meant for name, meant in _SHADOW.items() if meant not in ("x", "y")},
    "GradientSpec": _GRADIENT,
    "LevelSpec": _LEVEL,
    "ParameterSpec": _PARAMETER,
    "ShadowSpec": _SHADOW,
    "SizeSpec": _SIZE,
    "StopSpec": _STOP,
}
