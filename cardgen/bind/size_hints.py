"""What to write for a component size that is named as things are called at a table.

In      a name that no size has: `token`, `poker card`, `round-63mm`, `825x1125px`.
Out     a hint; "" for what may be a slip of the keyboard.
Not here  which sizes there are (`bind.component_sizes`).
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence

from cardgen.core.findings import find_closest
from cardgen.core.geometry import POINTS_PER_INCH, POINTS_PER_MM
from cardgen.core.lengths import LengthError, parse_length
from cardgen.core.sizes import Size, find_size, load_sizes, size_names

_OWN = "write `own: {measures}` under `sizes:` in game.yaml, and `size: own` here"
_ALL = "`cardgen sizes` lists all"
_ROUND = ("round-25mm", "round-19mm", "round-32mm", "round-50mm")
_SQUARE = ("square-25mm", "square-19mm", "square-51mm", "square-63mm")
_HEXAGONAL = ("hex-64mm", "hex-51mm", "hex-76mm", "hex-94mm")
_FAMILIES: Mapping[str, tuple[str, ...]] = {
    **dict.fromkeys(("chip", "circle", "coin", "disc", "disk", "medal", "round"), _ROUND),
    **dict.fromkeys(("counter", "marker", "token"), _ROUND[:3] + _SQUARE[:2]),
    **dict.fromkeys(("chit", "dice", "die", "square"), _SQUARE),
    **dict.fromkeys(("hex", "hexagon"), _HEXAGONAL),
    **dict.fromkeys(("mat", "playmat"), ("mat-4x3in", "mat-6x4in", "mat-11x17in")),
    **dict.fromkeys(("board", "gameboard"), ("board-8x8in", "board-10x10in", "board-18x18in")),
    "accordion": ("accordion-4", "accordion-6", "accordion-8"),
    "folio": ("folio-poker", "folio-tarot", "folio-small"),
    "pad": ("pad-4.5x8in", "pad-8x10in"),
    "tile": (*_SQUARE[2:], *_HEXAGONAL[:3]),
}  # fmt: skip
"""Things, and sizes that they have."""
_CALLED = {
    "landscape": "poker-landscape",
    "magic": "game",
    "playing": "poker",
    "pokemon": "game",
    "postcard": "a6",
    "small": "mini",
    "tiny": "micro",
}
"""Other words for trade names."""
_OWN_MEASURES = {
    "bookmark": "{width: 2in, height: 6in}",
    "letter": "{width: 8.5in, height: 11in}",
    "standee": "{width: 25mm, height: 90mm, fold: {rows: 2}}",
    "tabloid": "{width: 11in, height: 17in}",
}
_ELSEWHERE = {
    "booklet": "booklets stand under `booklets:` in game.yaml, beside `decks:`",
    "box": "boxes stand under `boxes:` in game.yaml, beside `decks:`",
    "rulebook": "booklets stand under `booklets:` in game.yaml, beside `decks:`",
}
_WORD = re.compile(r"\d+(?:\.\d+)? ?(?:mm|cm|in)\b|[a-z][a-z0-9]*")
_IDLE = frozenset(("card", "deck", "format", "portrait", "size", "sized", "upright"))
_PIXELS = re.compile(r"(\d{2,4}) ?(px)? ?[x×] ?(\d{2,4}) ?(px)?", re.IGNORECASE)
_MEASURES = re.compile(
    r"(\d{1,4}(?:\.\d{1,6})?) ?(mm|cm|in|pt)? ?[x×] ?(\d{1,4}(?:\.\d{1,6})?) ?(mm|cm|in|pt)?",
    re.IGNORECASE,
)
_MOST_INCHES = 16
"""Measures without a unit that are both below it are taken for inches."""
_DPI = 300
_LARGE = 500
"""Two measures without a unit that are above it are pixels: half a meter is no card."""


def explain_size(name: str, own: Collection[str]) -> str:
    """What to write for a name that no component size has.

    Args:
        name: The name as it was typed.
        own: The sizes that the game defines itself; a slip for one of them has no hint here.
    """
    if find_closest(name, own):
        return ""
    words = [word for word in map(_singular, _WORD.findall(name.casefold())) if word not in _IDLE]
    return (
        _explain_beside(words)
        or _explain_family(words)
        or _explain_word(words)
        or _explain_others(name)
    )


def _singular(word: str) -> str:
    return word.removesuffix("s") if len(word) > len("mats") - 1 else word


def _explain_beside(words: Sequence[str]) -> str:
    """A trade name in another order, with idle words beside it, or of a size that is to lie."""
    same = next((size for size in size_names() if sorted(size.split("-")) == sorted(words)), "")
    if same:
        return f"did you mean `{same}`?"
    upright = find_size("-".join(word for word in words if word != "landscape"))
    if upright is None:
        return ""
    width, height = (_write_mm(side) for side in (upright.trim.height, upright.trim.width))
    return _OWN.format(measures=f"{{width: {width}, height: {height}}}")


def _explain_family(words: Sequence[str]) -> str:
    """Sizes of the shape that a thing has; the one that has the measure beside it."""
    named = next((_FAMILIES[word] for word in words if word in _FAMILIES), ())
    measure = next((points for word in words if (points := _read_points(word))), 0.0)
    if measure and (named or len(words) == 1):
        return _explain_measure((named or _ROUND)[0].split("-")[0], measure)
    shown = ", ".join(f"`{size}`" for size in named)
    return f"write {shown}, or another; {_ALL}" if named else ""


def _read_points(word: str) -> float:
    """The length that a word is; 0 for none."""
    try:
        return parse_length(word).points
    except LengthError:
        return 0.0


def _explain_measure(family: str, points: float) -> str:
    """The size of a family that measures so, or how a size of one's own does."""
    for name, size in load_sizes().items():
        if name.startswith(f"{family}-") and abs(size.trim.width - points) < POINTS_PER_MM / 2:
            return f"did you mean `{name}`?"
    side = _write_mm(points)
    measures = {
        "round": f"{{shape: circle, diameter: {side}}}",
        "hex": f"{{shape: hexagon, width: {side}}}",
    }.get(family, f"{{width: {side}, height: {side}}}")
    return _OWN.format(measures=measures)


def _write_mm(points: float) -> str:
    return f"{points / POINTS_PER_MM:.5g}mm"


def _explain_word(words: Sequence[str]) -> str:
    for word in words:
        if word in _ELSEWHERE:
            return _ELSEWHERE[word]
        if word in _OWN_MEASURES:
            return _OWN.format(measures=_OWN_MEASURES[word])
        if word in _CALLED:
            return f"write `{_CALLED[word]}`, or another trade name; {_ALL}"
    return ""


def _explain_others(name: str) -> str:
    """Where the sizes are listed, for a word that is no slip for one of them."""
    if find_closest(name, size_names()):
        return ""
    return f"write a trade name, such as `poker`, `tarot` or `mini`; {_ALL}"


def explain_pixels(name: str) -> str:
    """What to write for a size in pixels, as Squib has it: with the bleed, or without."""
    typed = _PIXELS.fullmatch(name)
    if typed is None:
        return ""
    sides = int(typed[1]), int(typed[3])
    if not (typed[2] or typed[4]) and min(sides) < _LARGE:
        return ""
    same = next((size.name for size in load_sizes().values() if _has_pixels(size, sides)), "")
    if same:
        return f"write `{same}`, which has these pixels at {_DPI} dpi"
    width, height = (_write_mm(side * POINTS_PER_INCH / _DPI) for side in sides)
    own = _OWN.format(measures=f"{{width: {width}, height: {height}}}")
    return f"{own}: as cut, at {_DPI} dpi"


def _has_pixels(size: Size, sides: tuple[int, int]) -> bool:
    """Whether a rectangle has these pixels: as it is cut, with its own bleed, or with an eighth
    of an inch, as most services have it."""
    if size.shape != "rectangle":
        return False
    trim = (size.trim.width, size.trim.height)
    return any(
        all(
            abs((side + 2 * bleed) * _DPI / POINTS_PER_INCH - typed) < 2
            for side, typed in zip(trim, sides, strict=True)
        )
        for bleed in (0.0, size.bleed, POINTS_PER_INCH / 8)
    )


def explain_measures(name: str) -> str:
    """What to write for a size that is typed as measures, `120x70mm`; "" for another name."""
    typed = _MEASURES.fullmatch(name)
    if typed is None:
        return ""
    one, other = (typed[at] and typed[at].lower() for at in (2, 4))
    guess = "in" if max(float(typed[1]), float(typed[3])) < _MOST_INCHES else "mm"
    sides = [f"{typed[1]}{one or other or guess}", f"{typed[3]}{other or one or guess}"]
    try:
        width, height = (parse_length(side).points for side in sides)
    except LengthError:
        return ""  # longer than anything is
    same = next((size for size in size_names() if _measures(size, width, height)), None)
    unit = "" if one or other else {"mm": " in millimeters", "in": " in inches"}[guess]
    if same is not None:
        return f"write `{same}`, which has these measures{unit}"
    own = f"`own: {{width: {sides[0]}, height: {sides[1]}}}`"
    return f"write {own} under `sizes:` in game.yaml, and `size: own` here"


def _measures(name: str, width: float, height: float) -> bool:
    """Whether a trade size is a rectangle of these measures, to a twentieth of a millimeter."""
    size = find_size(name)
    if size is None or size.shape != "rectangle" or size.tab:
        return False
    off = max(abs(size.trim.width - width), abs(size.trim.height - height))
    return off < 0.05 * POINTS_PER_MM
