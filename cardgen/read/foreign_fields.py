"""What is written here for the fields of other tools: CSS, Squib, nanDECK, spreadsheets.

In      the name of a field that its model has not.
Out     a hint with what to write; "" for words of no such tool.
Not here  kinds of elements and choices (`read.foreign_choices`), slips of the keyboard
        (`core.findings.did_you_mean`), a field in another's place (`read.field_homes`).

A name alone is another name for the same, which `check --fix` writes; a sentence is what is done
here where the two differ. Names are compared without
case, and `font_size` and `fontSize` are `font-size`.

Sources  the properties of CSS (https://www.w3.org/Style/CSS/all-properties), Squib's DSL methods
        (https://squib.rocks), the directives of nanDECK's manual, pandas' and JSON Schema's types.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping

from cardgen.read.foreign_parts import PARTS

_HUMP = re.compile(r"(?<=[a-z])(?=[A-Z])")
_NAME = re.compile(r"[a-z][a-z-]*")
_BOLD = "write `**…**` around the words, or name that face of the family: `font: text bold`"
_ITALIC = "write `*…*` around the words, or name that face of the family: `font: text italic`"
_FITS = "give the text a `min-size`, and it shrinks until it fits"
_ORDER = "what stands later in the list is painted over what stands before it"
_WHEN = 'write `when:` with the condition, as in `when: "cost > 2"`'
_REPEAT = "write `repeat:` with a number or a list on the element"
_COMPUTED = 'write `value: "{{ … }}"`'
_CAPITALS = "write `{{ name | upper }}` in the text, or `features: smcp` for small capitals"
_LIMITS = "composition.yaml holds values within bounds: `range:`"
_TURN = "write `rotate:` with degrees, clockwise"
_AROUND = "write `left`, `right`, `top` and `bottom`; in a column or row `gap`"
_AT_BUILD = "say it when you build: `cardgen build --dpi 600`"
_SYMBOL = "an icon stands in the text, as `{coin}`"
_PICTURE = "a picture is an element of its own: `picture: fox.png`"

_RENAMED = {
    "anchor": "at",
    "align-items": "align",
    "alignment": "align",
    "alpha": "opacity",
    "background": "fill",
    "background-color": "fill",
    "background-colour": "fill",
    "bg": "fill",
    "bgcolor": "fill",
    "border": "stroke",
    "border-color": "stroke",
    "border-radius": "radius",
    "border-style": "dash",
    "border-width": "stroke-width",
    "box-shadow": "shadow",
    "char-spacing": "tracking",
    "class": "style",
    "content": "text",
    "corner-radius": "radius",
    "dash-array": "dash",
    "drop-shadow": "shadow",
    "fill-color": "fill",
    "flex": "grow",
    "flex-grow": "grow",
    "font-color": "color",
    "font-colour": "color",
    "font-family": "font",
    "font-name": "font",
    "font-size": "size",
    "fontcolor": "color",
    "fontname": "font",
    "fontsize": "size",
    "foreground": "color",
    "gutter": "gap",
    "h": "height",
    "h-align": "align",
    "halign": "align",
    "hyphens": "hyphenate",
    "id": "name",
    "image-fit": "fit",
    "interline": "leading",
    "justify-content": "justify",
    "lang": "language",
    "letter-spacing": "tracking",
    "line": "stroke",
    "line-color": "stroke",
    "line-height": "leading",
    "line-spacing": "leading",
    "line-width": "stroke-width",
    "lineheight": "leading",
    "object-fit": "fit",
    "outline": "stroke",
    "outline-color": "stroke",
    "outline-width": "stroke-width",
    "overflow": "clip",
    "rounded": "radius",
    "spacing": "gap",
    "stroke-color": "stroke",
    "stroke-dasharray": "dash",
    "text-align": "align",
    "text-color": "color",
    "text-colour": "color",
    "text-shadow": "shadow",
    "text-size": "size",
    "thickness": "stroke-width",
    "tint": "color",
    "typeface": "font",
    "v-align": "valign",
    "vertical-align": "valign",
    "w": "width",
    "word-spacing": "word-space",
    "writing-mode": "writing",
    "x": "left",
    "x-radius": "radius",
    "y": "top",
    "y-radius": "radius",
}
"""Fields of elements and styles."""
_FRAMED = "put it into an `overlay:` that has the `stroke:`, or draw a shape over it"
_ELEMENT = {
    "all-caps": _CAPITALS,
    "angle": _TURN,
    "auto-fit": _FITS,
    "auto-size": _FITS,
    "autofit": _FITS,
    "autoscale": _FITS,
    "autosize": _FITS,
    "bold": _BOLD,
    "border": _FRAMED,
    "caps": _CAPITALS,
    "condition": _WHEN,
    "direction": "write `row:` or `column:`; texts run the way that their letters do",
    "display": _WHEN,
    "ellipsize": "no words are left out of a text; " + _FITS,
    "enabled": _WHEN,
    "font-style": _ITALIC,
    "font-variant": _CAPITALS,
    "font-weight": _BOLD,
    "for": _REPEAT,
    "for-each": _REPEAT,
    "foreach": _REPEAT,
    "hidden": _WHEN,
    "if": _WHEN,
    "italic": _ITALIC,
    "italics": _ITALIC,
    "kerning": "letters are kerned; `features: -kern` switches it off",
    "layer": _ORDER,
    "line-clamp": _FITS,
    "loop": _REPEAT,
    "margin": _AROUND,
    "max-lines": _FITS,
    "inset": "write `left`, `right`, `top` and `bottom`",
    "order": _ORDER,
    "overflow": _FITS,
    "pos": "write `left`, `right`, `top` and `bottom`, or `at: top right`",
    "position": "write `left`, `right`, `top` and `bottom`, or `at: top right`",
    "rotation": _TURN,
    "show-if": _WHEN,
    "shrink": _FITS,
    "shrink-to-fit": _FITS,
    "text-decoration": "write `underline: yes` or `strike: yes`",
    "text-shadow": "`shadow` stands on the element itself, as in `shadow: {}`",
    "text-transform": _CAPITALS,
    "transform": "write `rotate:` with an angle, or `mirror:`",
    "transparency": "write `opacity:`: 1 is solid, 0 invisible",
    "unless": 'write `when:` with the opposite, as in `when: "not rare"`',
    "uppercase": _CAPITALS,
    "visibility": _WHEN,
    "vertical": "write `writing: vertical`",
    "visible": _WHEN,
    "weight": _BOLD,
    "z": _ORDER,
    "z-index": _ORDER,
}
_GROUND_OF_TEXT = "put the text into a `column:` that has the `fill:`, or draw a shape before it"
_OF_TEXT = dict.fromkeys(
    ("background", "background-color", "background-colour", "bg", "bgcolor", "fill-color"),
    _GROUND_OF_TEXT,
) | {
    "border": "`stroke` is a line around the letters; for a frame put the text into a `column:`",
    "file": _PICTURE,
    "icon": _SYMBOL,
    "image": _PICTURE,
    "padding": "put the text into a `column:` that has the `padding`",
    "spacing": "write `tracking` between letters, `leading` between lines",
    "src": _PICTURE,
}  # fmt: skip
"""What stands before the rest for an element that is a text."""
_OF_PIECE = frozenset(("arguments", "args", "data", "parameters", "params", "props", "values"))
_GAP = "`gap` is the room between the children, in a grid both ways"
_OF_STACK = {
    "column-gap": _GAP,
    "columns": "a `grid:` has columns; `row:` sets children side by side",
    "grid-gap": "gap",
    "row-gap": _GAP,
    "rows": "a `grid:` has `columns:`, and as many rows as it needs",
    "wrap": "a `grid:` with `columns:` begins a new row where one is full",
}
_DECK = {
    "back-image": "draw it in a layout, and name that: `back: …`",
    "background": "draw it in the layout that `front:` names, below `bleed:`",
    "backside": "write `back:` with the name of a layout",
    "columns": "fields",
    "corner": "it belongs to a size, below `sizes:` in game.yaml",
    "corners": "`corner` belongs to a size, below `sizes:` in game.yaml",
    "count": "write `copies` on the rows of the table, or below `defaults:` for all of them",
    "csv": "cards",
    "data": "cards",
    "design": "write `front:` with the name of a layout",
    "dpi": _AT_BUILD,
    "face": "write `front:` with the name of a layout",
    "file": "cards",
    "filter": "write `cards: {file: …, where: …}`",
    "format": "size",
    "landscape": "name a size that lies, as `size: poker-landscape`",
    "layout": "write `front:` with the name of a layout",
    "name": "a deck's name is its key below `decks:`",
    "number": "write `copies` on the rows of the table, or below `defaults:` for all of them",
    "only": "write `cards: {file: …, where: …}`",
    "orientation": "name a size that lies, as `size: poker-landscape`",
    "quantity": "write `copies` on the rows of the table, or below `defaults:` for all of them",
    "radius": "`corner` belongs to a size, below `sizes:` in game.yaml",
    "rounded": "`corner` belongs to a size, below `sizes:` in game.yaml",
    "sheet": "write `cards: {file: …, sheet: …}`",
    "sort": "cards are printed in the order of the table",
    "source": "cards",
    "table": "cards",
    "template": "write `front:` with the name of a layout",
    "title": "a deck's name is its key below `decks:`",
    "where": "write `cards: {file: …, where: …}`",
}
_GAME = {
    "author": "write it below `vars:`, and `{{ author }}` in a layout",
    "colors": "palette",
    "colours": "palette",
    "constants": "vars",
    "copyright": "write it below `vars:`, and `{{ copyright }}` in a layout",
    "data": "tables are named by their decks: `decks: {…: {cards: …}}`",
    "description": "about",
    "designer": "write it below `vars:`, and `{{ designer }}` in a layout",
    "dpi": _AT_BUILD,
    "images": "pictures are named where they are drawn; those in texts stand below `icons:`",
    "lang": "language",
    "license": "write it below `vars:`, and `{{ license }}` in a layout",
    "locale": "language",
    "name": "game",
    "output": "say it when you build: `cardgen build -o FOLDER`",
    "page": "write `targets: {sheets: {paper: …}}`",
    "paper": "write `targets: {sheets: {paper: …}}`",
    "pictures": "pictures are named where they are drawn; those in texts stand below `icons:`",
    "resolution": _AT_BUILD,
    "sheet": "write `targets: {sheets: {paper: …}}`",
    "symbols": "icons",
    "tables": "tables are named by their decks: `decks: {…: {cards: …}}`",
    "templates": "layouts",
    "title": "game",
    "typefaces": "fonts",
    "variables": "vars",
}
_GROUND = "draw it below `bleed:`, as in `- {shape: rectangle, fill: paper}`"
_PARTS = "elements stand below `bleed:`, `trim:` or `safe:`"
_LAYOUT = {
    **dict.fromkeys(("background", "background-color", "background-colour", "bg", "fill"), _GROUND),
    "background-image": "draw it below `bleed:`, as in `- {picture: paper.jpg}`",
    "image": "draw it below `bleed:`, as in `- {picture: paper.jpg}`",
    **dict.fromkeys(("children", "content", "elements", "items", "layers"), _PARTS),
    "base": "extends",
    "inherits": "extends",
    "parent": "extends",
    "size": "the deck has the size: `size: poker` below `decks:` in game.yaml",
}
_FONT = dict.fromkeys(("file", "path", "source", "src"), "regular") | {
    "normal": "regular",
    "style": "each face is a file: `italic: …`",
    "url": "save the font into `fonts/`, and name its file: `regular: …`",
    "weight": "each face is a file: `bold: …`; a variable font takes `axes: {wght: 700}`",
}
_ICON = dict.fromkeys(("file", "image", "img", "path", "source", "src", "svg"), "picture") | {
    "alias": "aliases",
    "scale": "height",
    "size": "height",
    "tint": "color",
    "width": "`height` is that of the line's letters, in ems; the width follows",
}
_BOOKLET = {
    "file": "text",
    "format": "page",
    "markdown": "text",
    "paper": "page",
    "size": "page",
    "source": "text",
}
_FIELD = {
    "allowed": "one-of",
    "choices": "one-of",
    "column": "from",
    "compute": _COMPUTED,
    "computed": _COMPUTED,
    "default": "defaults stand beside `fields:`, as in `defaults: {cost: 1}`",
    "delimiter": "separator",
    "enum": "one-of",
    "expression": _COMPUTED,
    "formula": _COMPUTED,
    "header": "from",
    "items": "write `type: list`",
    "max": _LIMITS,
    "maximum": _LIMITS,
    "min": _LIMITS,
    "minimum": _LIMITS,
    "nullable": "a field may be left out unless it says `required: yes`",
    "optional": "a field may be left out unless it says `required: yes`",
    "options": "one-of",
    "range": _LIMITS,
    "sep": "separator",
    "split": "separator",
    "values": "one-of",
}
_BY_MODEL: Mapping[str, Mapping[str, str]] = {
    "DeckSpec": _DECK,
    "GameFile": _GAME,
    "FieldSpec": _FIELD,
    "LayoutSpec": _LAYOUT,
    "FontSpec": _FONT,
    "IconSpec": _ICON,
    "BookletSpec": _BOOKLET,
    **PARTS,
}


def explain_field(name: str, model: str, known: Collection[str]) -> str:
    """What to write for a field that other tools have.

    Args:
        name: The field as it was typed.
        model: The name of the model that has no such field.
        known: The fields that it has.
    """
    word = fold(name)
    listed = _BY_MODEL.get(model)
    if listed is not None:
        target = listed.get(word, "")
        return "" if _NAME.fullmatch(target) and target not in known else _phrase(target)
    if model not in ("TextStyle", "StyleSpec") and not model.endswith("Element"):
        return ""
    if model in ("TextElement", "TextStyle", "StyleSpec") and word in _OF_TEXT:
        return _OF_TEXT[word]
    if model in ("ColumnElement", "RowElement", "GridElement") and word in _OF_STACK:
        return _phrase(_OF_STACK[word])
    if word == "size" and "width" in known:
        return "write `width: …, height: …`"
    if word in ("type", "element") and model not in ("TextStyle", "StyleSpec"):
        return f"leave it out: `{model.removesuffix('Element').lower()}` says what it is"
    if model == "PieceElement" and word in _OF_PIECE:
        return "did you mean `with`?"
    target = _RENAMED.get(word, "")
    return _phrase(target if target in known else _ELEMENT.get(word, ""))


def _phrase(meant: str) -> str:
    return f"did you mean `{meant}`?" if _NAME.fullmatch(meant) else meant


def fold(name: str) -> str:
    """A name as it is compared."""
    return _HUMP.sub("-", name.strip()).replace("_", "-").replace(" ", "-").casefold()
