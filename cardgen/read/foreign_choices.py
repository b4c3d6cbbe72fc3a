"""What is written here for kinds of elements, shapes and types as other tools call them.

In      a kind of element or a choice that there is not.
Out     a hint with what to write; "" for words of no such tool.
Not here  fields (`read.foreign_fields`).
"""

from __future__ import annotations

from collections.abc import Collection

from cardgen.read.foreign_fields import fold
from cardgen.read.foreign_shapes import PATHS, SHAPES, explain_shape

_SYMBOL = "an icon stands in a text, as `{coin}`; alone it is a picture: `picture: coin.svg`"
_LISTED = "list the values that are allowed: `[red, blue]`"
_GROUND = "write `shape: rectangle` with a `fill` or `stroke`, or `picture: …`"
_STACKED = "write `column:` below each other, `row:` side by side, `overlay:` over each other"
_FIRST = "an element's kind is the field that holds what it shows"
_KINDS = frozenset("text picture shape column row grid overlay path outline piece".split())
"""Kinds that may be named as such, in a field `type`."""
_ROUND = " Give it a `radius`"
_KIND = {
    "art": "picture",
    "box": "shape",
    "bubble": "shape",
    "circle": "shape",
    "code128": "barcode",
    "component": "piece",
    "container": "overlay",
    "div": "overlay",
    "ean": "barcode",
    "ellipse": "shape",
    "for": "repeat",
    "foreach": "repeat",
    "graphic": "picture",
    "group": "overlay",
    "hbox": "row",
    "hexagon": "shape",
    "htmltext": "text",
    "image": "picture",
    "img": "picture",
    "jpg": "picture",
    "label": "text",
    "line": "shape",
    "loop": "repeat",
    "macro": "piece",
    "octagon": "shape",
    "oval": "shape",
    "p": "text",
    "paragraph": "text",
    "photo": "picture",
    "png": "picture",
    "polygon": "shape",
    "qr": "barcode",
    "qr-code": "barcode",
    "qrcode": "barcode",
    "rect": "shape",
    "rectangle": "shape",
    "repeat": "repeat",
    "round-rect": "shape",
    "rounded-rectangle": "shape",
    "roundrect": "shape",
    "spacer": "space",
    "span": "text",
    "square": "shape",
    "star": "shape",
    "string": "text",
    "svg": "picture",
    "table": "grid",
    "textbox": "text",
    "triangle": "shape",
    "use": "piece",
    "vbox": "column",
}
"""Kinds of elements."""
_KIND_NOTES = {
    "background": _GROUND,
    "flex": _STACKED,
    "flexbox": _STACKED,
    "frame": _GROUND,
    "layer": "write `overlay:`; what stands later in a list is painted over what stands before it",
    "list": _STACKED,
    "stack": _STACKED,
}
"""Kinds that may be one or the other here."""
_KIND_HINTS = {
    "barcode": "write `barcode: …, kind: qr`",
    "repeat": "`repeat:` stands on an element: `{picture: coin.svg, repeat: cost}`",
}
_CHOICE = {
    "box": ("rectangle",),
    "center": ("middle",),
    "centered": ("center", "middle"),
    "centre": ("center", "middle"),
    "circle": ("ellipse",),
    "crop": ("cover",),
    "fill": ("stretch",),
    "hex": ("hexagon",),
    "justified": ("justify",),
    "middle": ("center",),
    "oval": ("ellipse",),
    "rect": ("rectangle",),
    "rhombus": ("diamond",),
    "octagon": ("polygon",),
    "pentagon": ("polygon",),
    "round-rect": ("rectangle",),
    "rounded": ("rectangle",),
    "rounded-rectangle": ("rectangle",),
    "roundrect": ("rectangle",),
    "shrink": ("card",),
    "square": ("rectangle",),
    # types of fields
    "bool": ("text",),
    "boolean": ("text",),
    "array": ("list",),
    "color": ("text",),
    "colour": ("text",),
    "date": ("text",),
    "decimal": ("number",),
    "dict": ("mapping",),
    "double": ("number",),
    "enum": (),
    "file": ("text",),
    "float": ("number",),
    "icon": ("text",),
    "image": ("text",),
    "int": ("integer",),
    "object": ("mapping",),
    "picture": ("text",),
    "str": ("text",),
    "string": ("text",),
}
_CHOICE_NOTES = {
    "circle": " It is a circle if it is as wide as high",
    "square": " It is a square if it is as wide as high",
    "picture": " The field holds the name of the file, and `picture: \"{{ … }}\"` draws it",
    "image": " The field holds the name of the file, and `picture: \"{{ … }}\"` draws it",
    "bool": " Or list the values that are allowed: `[yes, no]`",
    "boolean": " Or list the values that are allowed: `[yes, no]`",
    "octagon": " Give it `corners: 8`",
    "pentagon": " Give it `corners: 5`",
    "round-rect": _ROUND,
    "rounded": _ROUND,
    "rounded-rectangle": _ROUND,
    "roundrect": _ROUND,
    "shrink": " It shrinks down to its `min-size`",
}  # fmt: skip


def explain_kind(name: str, value: str = "") -> str:
    """What to write for a kind of element that other tools have; `value` is what is said of it."""
    word = fold(name)
    kind = _KIND.get(word, "")
    if word in ("icon", "symbol"):
        return _SYMBOL
    if word in ("type", "kind", "element"):
        return _explain_named_kind(value)
    if word in _KIND_NOTES:
        return _KIND_NOTES[word]
    if word in PATHS or word in SHAPES:
        return explain_shape(word, _SHAPES)
    if kind == "shape":
        return f"write `shape: {suggest_choice(word, _SHAPES) or word}`"
    return kind and _KIND_HINTS.get(kind, f"did you mean `{kind}`?")


def _explain_named_kind(kind: str) -> str:
    """What to write for `type: text`, and for kinds of other tools."""
    word = fold(kind)
    known = word in _KINDS
    meant = _KIND.get(word, "")
    if known or (meant and meant not in ("shape", *_KIND_HINTS)):
        return f"write `{word if known else meant}: …`: {_FIRST}"
    instead = explain_kind(word) if word not in ("type", "kind", "element") else ""
    return instead or f"{_FIRST}, as `text: …` or `picture: …`"


_SHAPES = ("rectangle", "ellipse", "hexagon", "star", "triangle", "polygon", "line", "bubble")


def suggest_choice(word: str, known: Collection[str]) -> str:
    """The choice that a word of another tool stands for; "" if it stands for none of `known`."""
    return next((one for one in _CHOICE.get(fold(word), ()) if one in known), "")


def explain_choice(word: str, known: Collection[str]) -> str:
    """What to write for a choice that other tools have."""
    folded = fold(word)
    if folded == "enum" and "mapping" in known:
        return _LISTED
    found = suggest_choice(word, known)
    if not found:
        return explain_shape(folded, known)
    return f"did you mean `{found}`?{_CHOICE_NOTES.get(folded, '')}"
