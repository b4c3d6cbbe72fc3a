"""Random layouts: elements and styles from the fields of the models, most of them valid."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping
from typing import Any, get_args

from benchmarks.fuzz.hostile_values import (
    COLORS,
    EXPRESSIONS,
    FILES,
    LENGTHS,
    MARKUP,
    NUMBERS,
    PATHS,
    TAME,
    TEMPLATES,
    TEXTS,
    quoted,
    tame,
    word,
)  # fmt: skip
from cardgen.read.models import drawn_elements as drawn
from cardgen.read.models import elements, styles, values
from cardgen.read.models.pydantic_models import typed_fields

_ELEMENTS = (
    drawn.TextElement, drawn.PictureElement, drawn.ShapeElement, elements.ColumnElement,
    elements.RowElement, elements.GridElement, elements.OverlayElement, drawn.PathElement,
    elements.OutlineElement, drawn.SpaceElement, elements.PieceElement,
)  # fmt: skip
_CHILDREN = frozenset(("column", "row", "grid", "overlay", "inside"))
_POOLS: Mapping[str, tuple[str, ...]] = {
    "when": EXPRESSIONS, "repeat": EXPRESSIONS, "path": PATHS,
    **dict.fromkeys(("size", "min-size", "max-size", "step"), ("9pt", "7pt", "12pt", *LENGTHS)),
    "fill": COLORS, "stroke": COLORS, "color": COLORS,
}  # fmt: skip
_FEATURES = (
    "smcp",
    "[smcp, onum]",
    "-liga",
    "salt=2",
    "swsh=99",
    "zzzz",
    "[]",
    "toolong",
    "liga=-1",
)
_POINTS = (
    "[[0%, 0%], [100%, 0%], [50%, 100%]]", "[[0%, 0%], [0%, 0%], [0%, 0%]]", "[[1mm, 1mm]]", "[]",
    "[[0%, 0%, 0%]]", "[0%, 0%]",
)  # fmt: skip
_FONTS = ("text", "text italic", "text bold", "txt", "italic", "text italic italic", '""')
_LITERALS: Mapping[str, tuple[str, ...]] = {
    "shape": get_args(values.ShapeName),
    "mask": get_args(values.PlainShape),
    "clip": ("yes", "no", *get_args(values.PlainShape)),
    "shadow": ("{}", "{blur: 1mm}", "{color: ink / 50%, x: -1mm}", "{blur: 99mm}", "{blr: 1mm}"),
    "inner-shadow": ("{}", "{strength: 0}", "{strength: 20, blur: 0}", "yes"),
    "glow": ("{}", "{color: nope}", "{blur: -1mm}", "{x: 1mm}"),
    "mask-by": ("shape", "light", "x"),
    "flip": ("horizontal", "vertical", "both", "up"),
    "turn": ("90", "45", "-90", "x"),
    "focus": ("[0%, 0%]", "[50%]", "[1mm, 1mm]"),
    "slice": ("[25%, 25%, 25%, 25%]", "[50%, 50%, 50%, 50%]", "[0%, 0%, 0%, 0%]", "25%"),
    "tile": ("1mm", "0", "0.0001mm", "300%", "-1mm"),
    "recolor": ("{}", "{ink: paper}", '{"#000000": nope}', "{nope: ink}", "[ink]"),
    "curve": (
        "{}",
        "{spread: yes}",
        "{start: 180, reverse: yes, shift: -0.7em}",
        "{sweep: 0}",
        "{path: M0 0 H100}",
        "{path: M0 0}",
        "{path: M0 0 H1 M2 2 H3}",
        "{path: M0 0 Q1 1}",
    ),
    "tail": ("[20%, 130%]", "[0, 0]", "[20%]", "[9999mm, -9999mm]"),
    "corners": ("3", "8", "2", "100", "101", "x"),
    "inner": ("40%", "0%", "200%", "1mm"),
    "sweep": ("90", "-360", "361", "0"),
    "features": _FEATURES,
    "font": _FONTS,
    "picture": FILES,
    "points": _POINTS,
    "style": ("body", "bdy", '""'),
    "piece": ("badge", "bagde", '""'),
    "view": ("[0, 0, 100, 100]", "[0, 0, 0, 0]", "[0, 0, 1e-300, 1e300]", "[1, 2, 3]"),
    "dash": ("[1mm, 1mm]", "[0.0001mm]", "[0, 0]", "[0, 1mm, 2mm]", "[1%]", "[99999mm]"),
    "crop": (
        "[0%, 0%, 50%, 50%]",
        "[0%, 0%, 0%, 0%]",
        "[90%, 90%, 90%, 90%]",
        "[1mm, 1mm, 1mm, 1mm]",
    ),
    "with": ("{label: a}", '{label: "{{ name }}"}', "{lable: a}", "{}", '{label: "{{ label }}"}'),
    "word-space": ("[75%, 160%]", "[0%, 0%]", "[100%, 100%]", "[160%, 75%]", "[1mm, 2mm]"),
    "columns": ("1", "2", "3", "100", "101", "0", "x"),
    "as": ("item", "name", "self", "loop", "1", "index"),
}


def element(chance: random.Random, depth: int = 0) -> str:
    """An element of a layout, in flow style, most of it valid."""
    made = chance.choice(_ELEMENTS)
    names = {info.alias or name: info for name, info in typed_fields(made).items()}
    kind = next(key for key in elements.KINDS if key in names and names[key].is_required())
    many = min(len(names), chance.choice((1, 2, 3, 4, 6)))
    keys = dict.fromkeys([kind, *chance.sample(sorted(names), many)])
    required = [name for name, info in names.items() if info.is_required()]
    keys |= dict.fromkeys(required if chance.random() < 0.95 else ())
    if kind in ("text", "outline") and chance.random() < 0.9:
        keys |= dict.fromkeys(("style",) if kind == "text" else ("font",))
    return "{" + ", ".join(f"{key}: {value(chance, key, names, depth)}" for key in keys) + "}"


def value(chance: random.Random, key: str, names: Mapping[str, Any], depth: int = 0) -> str:
    """A value for a field: mostly a likely one."""
    if key in _CHILDREN and "list" in repr(names[key].annotation):
        count = 0 if depth > 5 else chance.choice((0, 1, 1, 2, 3))
        return "[" + ", ".join(element(chance, depth + 1) for _ in range(count)) + "]"
    if chance.random() > TAME + 0.02:
        return quoted(word(chance, TEXTS, MARKUP, TEMPLATES, LENGTHS))
    if key in ("text", "outline"):
        wild = word(chance, TEMPLATES, TEXTS, MARKUP)
        return quoted(wild if chance.random() < 0.2 else tame(chance, TEMPLATES))
    if key in _LITERALS:
        return tame(chance, _LITERALS[key], 7 if key in ("shape", "mask") else 1)
    made = _POOLS.get(key)
    if made is not None:
        return quoted(tame(chance, made, 3)) if made is not COLORS else tame(chance, made)
    return _by_type(chance, names.get(key))


def _by_type(chance: random.Random, info: Any) -> str:
    said = repr(getattr(info, "annotation", "")) + repr(getattr(info, "metadata", ""))
    if "Literal" in said:
        found = re.findall(r"Literal\[([^]]*)\]", said)
        return chance.choice([part.strip(" '") for part in ",".join(found).split(",")])
    if "bool" in said:
        return tame(chance, ("yes", "no", "maybe"), 2)
    if "ength" in said or "_edges" in said:
        return tame(chance, LENGTHS, 8)
    if "float" in said or "int" in said:
        return tame(chance, NUMBERS, 4)
    return quoted(chance.choice(TEXTS) if chance.random() > TAME else "name")


def layouts(chance: random.Random) -> str:
    style = {info.alias or name: info for name, info in typed_fields(styles.TextStyle).items()}
    names = chance.sample(sorted(style), chance.randrange(6))
    inner = "".join(
        f", {name}: {value(chance, name, style)}" for name in names if name not in ("font", "size")
    )
    extends = tame(chance, ("", ", extends: body", ", extends: other"), 2)
    size = tame(chance, ("10pt", "7pt", "14pt", *LENGTHS), 3)
    lines = ["styles:", f"  body: {{font: text, size: {size}{inner}}}"]
    lines += [f"  other: {{size: {size}{extends}}}"] * (chance.random() < 0.5)
    lines += [
        "pieces:",
        '  badge: {takes: {label: ""}, draw: ' + element(chance, 4) + "}",
        "layouts:",
    ]
    for name in ("face", "reverse"):
        lines.append(f"  {name}:")
        if chance.random() < 0.1:
            lines.append(f"    extends: {tame(chance, ('reverse', 'face', 'fcae'), 1)}")
        for part in chance.sample(("bleed", "trim", "safe"), chance.randrange(1, 4)):
            lines.append(f"    {part}:")
            lines += [f"      - {element(chance)}" for _ in range(chance.choice((1, 1, 2, 4)))]
    return "\n".join(lines) + "\n"
