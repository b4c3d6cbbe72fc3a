"""Which elements leave a hole in the drawing, and which are not meant to be seen.

In      elements that nothing draws.
Out     `Gap`s: what is left out, and what to do instead.
"""

from __future__ import annotations

from cardgen.svg.tree import Gaps, SvgElement, quoted

_SILENT = frozenset(
    """clipPath color-profile cursor defs desc filter font font-face linearGradient marker mask
    metadata mpath pattern radialGradient script stop style symbol title view animate
    animateColor animateMotion animateTransform set""".split()
) | {""}
_TEXTS = ("text", "flowRoot")
_UNDRAWN = {
    **dict.fromkeys(
        _TEXTS, ("text is not drawn", "turn it into paths (Inkscape: Path → Object to Path)")
    ),
    "image": (
        "a bitmap inside the drawing is not drawn",
        "place it as a picture of its own, or trace it",
    ),
    "foreignObject": ("a `<foreignObject>` is not drawn", "draw it with shapes and paths"),
}
_MOVING = {
    "script": ("scripts are not run", "save the drawing as it looks after the script"),
    **dict.fromkeys(
        ("animate", "animateColor", "animateMotion", "animateTransform", "set"),
        ("animation is not played", "draw the moment that the card should show"),
    ),
}


def note_moving(root: SvgElement, gaps: Gaps) -> None:
    """Note scripts and animations, wherever they are."""
    for element in root.walk():
        if element.name in _MOVING:
            gaps.add(element, *_MOVING[element.name])


def note_undrawn(element: SvgElement, gaps: Gaps) -> None:
    """Note an element that stands where something should be drawn."""
    if element.name in _SILENT or (element.name in _TEXTS and not _says_something(element)):
        return
    unknown = f"the element {quoted(element.name)} is not known", "draw with shapes and paths"
    gaps.add(element, *_UNDRAWN.get(element.name, unknown))


def _says_something(element: SvgElement) -> bool:
    return any(part.text.strip() for part in element.walk())
