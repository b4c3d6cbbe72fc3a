"""Which elements leave a hole in the drawing, and which are not meant to be seen.

In      elements that nothing draws.
Out     `Gap`s: what is left out, and what to do instead.
"""

from __future__ import annotations

from collections.abc import Collection

from cardgen.svg.tree import Gaps, SvgElement, Tree, quoted

_SILENT = frozenset(
    """clipPath color-profile cursor defs desc filter font font-face linearGradient marker mask
    metadata mpath pattern radialGradient script stop style symbol title view animate
    animateColor animateMotion animateTransform set""".split()
) | {""}
CONDITIONS = ("requiredExtensions", "systemLanguage")
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


def note_conditions(root: SvgElement, gaps: Gaps) -> None:
    """Note what is for a language or a program alone where no `<switch>` chooses: it is drawn."""
    for element in root.walk():
        children = () if element.name == "switch" else element.children
        for child in children:
            for name in CONDITIONS:
                if name in child.attributes and child.name:
                    message = f"`{name}` outside a `<switch>` is passed over: its element is drawn"
                    gaps.add(child, message, "leave it out, or take the element out")


def note_undrawn(element: SvgElement, gaps: Gaps) -> None:
    """Note an element that stands where something should be drawn."""
    if element.name in _SILENT or (element.name in _TEXTS and not _says_something(element)):
        return
    unknown = f"the element {quoted(element.name)} is not known", "draw with shapes and paths"
    gaps.add(element, *_UNDRAWN.get(element.name, unknown))


def note_untaken(switch: SvgElement, drawn: Collection[str], gaps: Gaps) -> None:
    """Note a `<switch>` of which nothing is drawn: all in it asks for something."""
    if any(child.name in drawn for child in switch.children):
        message = "a `<switch>` of which each part is for a language or a program is left out"
        gaps.add(switch, message, "leave `systemLanguage` and the like out of what the card shows")
    for child in switch.children:
        if child.name not in drawn:
            note_undrawn(child, gaps)


def note_whole(tree: Tree, gaps: Gaps) -> None:
    """Note what a file has, wherever it is."""
    note_moving(tree.root, gaps)
    note_conditions(tree.root, gaps)
    note_style_files(tree, gaps)


def note_style_files(tree: Tree, gaps: Gaps) -> None:
    """Note files of styles that a drawing names: nothing outside it is read."""
    for name in tree.style_files:
        message = f"the styles {quoted(name)} beside the drawing are not read"
        gaps.add(tree.root, message, "copy them into a `<style>` of the drawing")


def _says_something(element: SvgElement) -> bool:
    return any(part.text.strip() for part in element.walk())
