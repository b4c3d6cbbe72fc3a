"""What to write for shapes that other tools have, and this one draws as a path.

In      the word for a shape that there is not.
Out     a hint with the path, or with the fields of a shape that is here.
Not here  other choices (`read.foreign_choices`).
"""

from __future__ import annotations

from collections.abc import Collection

_BANNER = "M0 0 H100 L85 50 L100 100 H0 L15 50 Z"
_CHECK = "M5 55 L35 85 L95 15"
_CROSS = "M35 0 H65 V35 H100 V65 H65 V100 H35 V65 H0 V35 H35 Z"
_DROP = "M50 0 C60 30 90 50 90 66 A40 34 0 0 1 10 66 C10 50 40 30 50 0 Z"
_MOON = "M70 5 A48 48 0 1 0 70 95 A58 58 0 0 1 70 5 Z"
PATHS = {
    "banner": _BANNER,
    "check": _CHECK,
    "checkmark": _CHECK,
    "chevron": "M0 0 H60 L100 50 L60 100 H0 L40 50 Z",
    "cloud": "M25 80 A22 22 0 0 1 22 38 A28 28 0 0 1 75 32 A24 24 0 0 1 78 80 Z",
    "crescent": _MOON,
    "cross": _CROSS,
    "drop": _DROP,
    "flag": _BANNER,
    "heart": "M50 95 L8 50 A26 26 0 0 1 50 28 A26 26 0 0 1 92 50 Z",
    "moon": _MOON,
    "parallelogram": "M25 0 H100 L75 100 H0 Z",
    "plus": _CROSS,
    "ribbon": _BANNER,
    "shield": "M0 0 H100 V50 C100 75 75 92 50 100 C25 92 0 75 0 50 Z",
    "teardrop": _DROP,
    "tick": _CHECK,
    "trapezoid": "M20 0 H80 L100 100 H0 Z",
    "x": "M5 5 L95 95 M95 5 L5 95",
}
"""In a box of 100 by 100."""
_LINES = (_CHECK, PATHS["x"])
SHAPES = {
    "annulus": "shape: ring",
    "arrow-down": "shape: arrow, rotate: 90",
    "arrow-left": "shape: arrow, rotate: 180",
    "arrow-right": "shape: arrow",
    "arrow-up": "shape: arrow, rotate: -90",
    "bezier": "shape: curve, points: [[0%, 100%], [50%, 0%], [100%, 100%]]",
    "burst": "shape: star, corners: 12, inner: 75%",
    "callout": "shape: bubble",
    "capsule": "shape: rectangle, radius: 50%",
    "cog": "shape: star, corners: 12, inner: 75%",
    "decagon": "shape: polygon, corners: 10",
    "disc": "shape: ellipse",
    "donut": "shape: ring",
    "doughnut": "shape: ring",
    "frame": "shape: rectangle, stroke: black",
    "gear": "shape: star, corners: 12, inner: 75%",
    "half-circle": "shape: pie, start: -90, sweep: 180",
    "heptagon": "shape: polygon, corners: 7",
    "kite": "shape: diamond",
    "ngon": "shape: polygon, corners: 8",
    "pill": "shape: rectangle, radius: 50%",
    "regular-polygon": "shape: polygon, corners: 8",
    "sector": "shape: pie, sweep: 90",
    "semicircle": "shape: pie, start: -90, sweep: 180",
    "speech-bubble": "shape: bubble",
    "spline": "shape: curve, points: [[0%, 100%], [50%, 0%], [100%, 100%]]",
    "stadium": "shape: rectangle, radius: 50%",
    "starburst": "shape: star, corners: 12, inner: 75%",
    "wedge": "shape: pie, sweep: 90",
}


def explain_shape(word: str, known: Collection[str]) -> str:
    """What to write for a shape that there is not; "" for other words.

    Args:
        word: As it is compared (`foreign_fields.fold`).
        known: The choices of the field: those of an element, of a size, or of a mask.
    """
    if "rectangle" not in known:
        return ""
    path = PATHS.get(word, "")
    if "bubble" in known:
        line = ", with a `stroke`" if path in _LINES else ""
        if word == "path":
            return "write `path: M0 0 L100 100` in place of `shape:`"
        drawn = f"`path: {path}` in place of `shape:`{line}" if path else ""
        return f"write {drawn or f'`{SHAPES[word]}`'}" if path or word in SHAPES else ""
    if not path or path in _LINES:
        return ""
    if "outline" in known:
        return f"write `shape: outline, path: {path}`, with a `width` and a `height`"
    return f"a path is a mask of an `overlay:`, and `within` of a text: `{{path: {path}}}`"
