"""Throw random games at `cardgen check`: no traceback, no hang, no flood of memory.

    .venv/bin/python -m benchmarks.fuzz [games] [seed] [seconds]
    .venv/bin/python -m benchmarks.fuzz --one NUMBER [seed]

In      a small good game, one file of which is made of random bytes, of random YAML, of a good
        file with slips, or by a grammar from fields of the models with hostile values.
Out     figures; for each kind of failure the smallest game that still fails.

Games are checked in a process of their own, which is killed where one takes over 5 s, and
where it asks for over 500 MB beside what a good game needs. The number of a game decides
its content: `--one` makes it again.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import random
import re
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, get_args

from cardgen.core.findings import Finding, Report, findings_to_json, format_findings
from cardgen.files.game_files import MemoryGame
from cardgen.pipeline.inspection import check_game
from cardgen.read.models import elements, styles, values
from cardgen.read.models import game_file as model

GAMES, SEED, SECONDS = 20_000, 4, 0
LIMIT_SECONDS = 5.0
LIMIT_BYTES = 500_000_000

Files = dict[str, str | bytes]

GOOD: Mapping[str, str] = {
    "game.yaml": """\
game: Sample
palette: {ink: "#222222", leaf: "#2a6b3f", paper: "#f4efe4"}
fonts:
  text: {regular: fonts/EBGaramond-Regular.ttf, italic: fonts/EBGaramond-RegularItalic.ttf}
icons:
  coin: {picture: coin.svg}
decks:
  main: {cards: cards.yaml, size: mini, front: face, back: reverse}
  more: {cards: more.csv, size: mini, front: face, back: reverse}
checks:  # so that all other checks are reached
  - {code: text-overflow, level: warning}
  - {code: box-overflow, level: warning}
  - {code: bleed-missing, level: warning}
  - {code: text-outside-safe, level: warning}
  - {code: low-contrast, level: warning}
""",
    "cards.yaml": """\
- {name: Fox, cost: 2, rule: "Take a card, {coin}."}
- {name: Owl, cost: 3, rule: Look at a hand.}
""",
    "more.csv": "name,cost,rule\nHen,1,Draw two cards.\n",
    "layouts.yaml": """\
styles:
  body: {font: text, size: 10pt, color: ink}
pieces:
  badge:
    takes: {label: ""}
    draw: {text: "{{ label }}", style: body}
layouts:
  face:
    bleed:
      - {shape: rectangle, fill: paper}
    safe:
      - {text: "{{ name }}", style: body, at: top left, name: title}
      - {piece: badge, with: {label: "{{ cost }}"}, at: top right}
      - {text: "{{ rule }}", style: body, left: 0, right: 0, bottom: 0, height: 20mm}
  reverse:
    bleed:
      - {shape: rectangle, fill: leaf}
    safe:
      - {path: "M 0 0 L 100 0 L 50 100 Z", fill: paper, at: center, width: 9mm, height: 9mm}
""",
    "composition.yaml": "main: {total: 2, count: {name: {Fox: 1, Owl: 1}}, unique: [name]}\n",
    "coin.svg": '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle r="4"/></svg>\n',
}


# --- hostile values ------------------------------------------------------------------------

TEXTS = (
    "", " ", "~", "null", "yes", "no", "-", "?", ":", "#", "0", "00", "-0", "1.", ".5", "1e3", "x",
    "1_000", "0x1F", "+1", "−1", "½", "٣", "²", "9" * 30, "9" * 400, "1e999", "-1e999", ".inf",
    ".nan", "nan", "Infinity", "1" + "0" * 308, "0." + "0" * 320 + "1", "\u202eabc\u202c",
    "\u200d\u200c\u2060\ufeff", "a\u0301" * 40, "é" * 3, "漢字", "👩‍👩‍👧‍👦" * 9, "שלום", "אב 12 ab",
    "ﷺ", "\U0010ffff", "\ue000", "\x85", "\u2028", "a\tb", "a\nb", "\n" * 50, "word " * 300,
    "x" * 5000, "aaaa " * 2000, "“”‘’" * 9, "\"'" * 20, "--- ...", "<b>x</b>", "&amp;",
)  # fmt: skip
MARKUP = (
    "**", "*", "***", "**a", "a**", "*a **b* c**", "[a", "[a]", "[a]{", "[a]{b}", "[a]{150%}",
    "[a]{0%}",
    "[a]{999999%}", "[a]{body}", "[a]{ink}", "[a]{sc}", "{coin}", "{coin", "{}", "{{}}", "}{", "\\",
    "\\*",
    "\\{coin}", "[[[[a]{sc}]{sc}]{sc}]{ink}", "[" * 200, "*" * 500, "**a** " * 300, "{coin}" * 200,
    "[a]{b} " * 200, "a\\\nb", "- a\n- b\n\n- c", "a\n\n\n\nb",
)  # fmt: skip
TEMPLATES = (
    "{{ name }}", "{{ rule }}", "{{ cost }} {coin}", "a **bold** word", "*{{ rule }}*", "Fox",
    "{{ name }}", "{{ nmae }}", "{{ name", "{{ name }", "{{ }}", "{{ cost + 1 }}", "{{ name * 9 }}",
    "{{ name / 2 }}", "{{ 1 / 0 }}", "{{ cost % 0 }}", "{{ 9 ** 9 ** 9 }}",
    "{{ 9 * 9 * 9 * cost }}",
    "{{ 'a' * 99999999 }}", "{{ name ~ name ~ name }}", "{{ name[0] }}", "{{ name[99] }}",
    "{{ name[::-1] }}", "{{ name.x }}", "{{ name.__class__ }}", "{{ name.upper() }}",
    "{{ cost() }}",
    "{{ name|upper }}", "{{ name|center(99999999) }}", "{{ name|replace('', name) }}",
    "{{ name|sum }}",
    "{{ cost|length }}", "{{ name|join(name) }}", "{{ name|list|sort }}", "{{ cost|round(99) }}",
    "{{ name|int(99) }}", "{{ '9' * 9 }}", "{{ name|first|last|max }}", "{{ none|default }}",
    "{% if name %}a{% endif %}", "{% if %}", "{% for x in name %}{{ x }}{% endfor %}", "{# a #}",
    "{#",
    "{% raw %}{{{% endraw %}", "{% set a = 1 %}", "{% macro a() %}{% endmacro %}", "{{ self }}",
    "{{ " + "(" * 90 + "1" + ")" * 90 + " }}", "{{ " + "not " * 300 + "name }}", "{{ 1 if name }}",
    "{{ " + "1 + " * 400 + "1 }}", "{{ [1, 2, 3] }}", "{{ {1: 2} }}", "{{ name is defined }}",
    "{{ lipsum() }}", "{{ range(99999999) }}", "{{ [[1] * 9] * 9 }}", "{{ name ~ 1e999 }}",
    "{{ id }}",
)  # fmt: skip
EXPRESSIONS = (
    "name", "cost", "2", "cost > 2", "not rule", "name == 'Fox'",
    "name", "not name", "cost > 2", "cost > name", "name in 'Fox'", "name ==", "== name",
    "cost|round",
    "name.x", "1 / 0", "true", "[1, 2, 3]", "3", "300", "999999999", "-1", "cost", "name|list",
    "''",
    "'a' * 99999", "[0] * 99999999", "name[", "cost if", "{1: 2}", "9 ** 9", "1e308 * 10", "nmae",
    "(",
)  # fmt: skip
LENGTHS = (
    "5mm", "1mm", "50%", "3pt", "9pt", "0", "20mm", "0.5mm", "2em",
    "0", "1mm", "-1mm", "5mm", "50%", "100%", "-50%", "2em", "9pt", "1in", "3px", "0mm", "1e3mm",
    "9", "mm",
    "99999mm", "9999999999999mm", "0.000000001mm", "1" + "0" * 300 + "mm", "1.5.5mm", "- 1mm",
    "+1mm",
    "1 mm", "１mm", "1MM", "100000%", "0.0001%", "1000em", "0.1pt", "0.00001pt", "10pt", "500pt",
    "100000pt",
)  # fmt: skip
COLORS = (
    "ink", "leaf", "paper", "none", "black", "'#ffffff'",
    "ink", "leaf", "paper", "black", "none", "'#fff'", "'#ffffff'", "'#12345'", "'#ffffffff'",
    "inkk", "'#'",
    '"{{ name }}"', "{from: ink, to: leaf}", "{from: ink}", "{stops: []}",
    "{from: ink, to: leaf, angle: 1e9}",
    "{stops: [{at: 0%, color: ink}, {at: 0%, color: leaf}]}", "{stops: [{at: 900%, color: ink}]}",
    "{from: leaf, to: ink, radial: yes}", "{from: leaf, to: ink, angle: -7200.5}",
)  # fmt: skip
PATHS = (
    "M 0 0 C 9 9 50 50 90 9 Z", "M 0 0 A 5 5 0 0 1 9 9", "m 0 0 l 10 10 h 9 v 9 z",
    "M 0 0 L 100 0 L 50 100 Z", "M", "L 1 1", "M 0 0", "M 0 0 Z", "Z", "M 0 0 K 1", "M 0 0 L 1",
    "m 0 0 l 1e9 1e9",
    "M 1e39 1e39 L 0 0", "M 0 0 A 5 5 0 0 1 9 9", "M 0 0 A 0 0 0 0 1 9 9",
    "M 0 0 A 1e-9 1e9 45 1 1 9 9",
    "M 0 0 A 5 5 0 2 3 9 9", "M 0 0 C 1 1 2 2 3 3 S 4 4 5 5 Q 6 6 7 7 T 8 8", "M0,0h1v1H0z" * 200,
    "M.5.5.5.5",
    "M 0 0 L nan inf", "M-1-1-1-1", "M 0 0 " + "L 9 9 0 0 " * 2000,
    "M 0 0 C 1e300 1e300 1e300 1e300 1e300 1e300",
)  # fmt: skip
NUMBERS = (
    "0.5",
    "1",
    "0",
    "1",
    "-1",
    "2",
    "3",
    "0.5",
    "100",
    "1000",
    "1e9",
    "9" * 40,
    "nan",
    "1.5",
    "two",
    "360",
    "10000",
)


def word(chance: random.Random, *pools: tuple[str, ...]) -> str:
    return chance.choice(chance.choice(pools))


_TAME = 0.97
"""How often a value is one of the first of its pool: a game of many wild values is refused
early, and most of what lies behind is never reached."""


def tame(chance: random.Random, pool: Sequence[str], nice: int = 6) -> str:
    return chance.choice(pool[:nice] if chance.random() < _TAME else pool)


def quoted(text: str) -> str:
    """In double quotes, as YAML reads it back."""
    escaped = (
        text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\t", "\\t")
    )
    return '"' + "".join(c if c.isprintable() else f"\\U{ord(c):08x}" for c in escaped) + '"'


# --- near-valid YAML -----------------------------------------------------------------------

_ELEMENTS = (
    elements.TextElement, elements.PictureElement, elements.ShapeElement, elements.ColumnElement,
    elements.RowElement, elements.GridElement, elements.OverlayElement, elements.PathElement,
    elements.OutlineElement, elements.SpaceElement, elements.PieceElement,
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
_FILES = (
    "coin.svg", "parchment.jpg", "linen.jpg", "none.png", "cards.yaml", "../x.png",
    "fonts/EBGaramond-Bold.ttf",
    '"{{ name }}.png"', '""', "/etc/passwd", '"\\0"', "a/../b.png", "C:\\\\x.png",
    "https://x.org/a.png",
)  # fmt: skip
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
    "picture": _FILES,
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
    names = {info.alias or name: info for name, info in made.model_fields.items()}
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
    if chance.random() > _TAME + 0.02:
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
    return quoted(chance.choice(TEXTS) if chance.random() > _TAME else "name")


def layouts(chance: random.Random) -> str:
    style = {info.alias or name: info for name, info in styles.TextStyle.model_fields.items()}
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


def cards(chance: random.Random) -> str:
    names = ("name", "cost", "rule", "id", "copies", "qty", "extra", "{}", "a b", "self")
    rows = []
    for _ in range(chance.choice((1, 2, 3, 30))):
        fields = chance.sample(names, chance.randrange(1, 7))
        made = (
            f"{field}: {quoted(word(chance, TEXTS, MARKUP, TEMPLATES, NUMBERS))}"
            for field in fields
        )
        nested = ", rule: [a, {b: [c]}]" if chance.random() < 0.05 and "rule" not in fields else ""
        rows.append("- {" + ", ".join(made) + nested + "}")
    return "\n".join(rows) + "\n"


def table(chance: random.Random) -> str:
    """CSV: quotes and commas where they must not be, too."""
    cells = (*TEXTS, *MARKUP, '"', '""', '"a""b"', '"a', 'a"b', "a,b", "\r", "\r\n", "\0", '"a\nb"')
    rows = [
        ",".join(chance.choice(cells) for _ in range(chance.randrange(6)))
        for _ in range(chance.randrange(9))
    ]
    head = chance.choice(
        ("name,cost,rule", "name,,rule", "name,name", "", "id,copies,name", '"name')
    )
    return chance.choice(("\n", "\r\n", "\r")).join([head, *rows])


_COUNTED = (
    "name", "cost", "nmae", '"cost > 1"', '"name ~ cost"', '"1 / 0"', '"name["', "''",
    '"{{ name }}"',
)  # fmt: skip
_SHARES = (
    "[0%, 100%]", "[50%, 10%]", "[1, 2]", "[a, b]", "[0.5, 0.6]", "[]", "10%", "[1e9%, 1e999%]",
)  # fmt: skip


def composition(chance: random.Random) -> str:
    decks = chance.sample(("main", "more", "game", "mian"), chance.randrange(1, 4))
    return "".join(f"{deck}: {{{', '.join(_wanted(chance))}}}\n" for deck in decks)


def _wanted(chance: random.Random) -> Iterator[str]:
    """Some parts of what a deck must hold."""
    for part in chance.sample(sorted(model.DeckComposition.model_fields), chance.randrange(1, 5)):
        one, other = chance.choice(_COUNTED), chance.choice(_COUNTED)
        number, most = chance.choice(NUMBERS), chance.choice(NUMBERS)
        values = {
            "total": number,
            "count": f"{{{one}: {{Fox: {number}, '': 1}}}}",
            "range": f"{{{one}: [{number}, {most}]}}",
            "share": f"{{{one}: {chance.choice(_SHARES)}}}",
            "equal": f"[[{one}, {other}]]",
            "copies": f"{{{one}: {{Fox: {number}}}}}",
            "distinct": chance.choice(("yes", "no", "x")),
            "expect": f"{{{one}: [Fox, Cat, {number}]}}",
        }
        yield f"{part}: {values.get(part, f'[{one}]')}"


def game(chance: random.Random) -> str:
    def any_of(*options: str) -> str:
        return chance.choice(options)

    def text(*more: str) -> str:
        return quoted(word(chance, TEXTS, more or TEMPLATES))

    size = any_of("mini", "poker", "circle", "hex", "x")
    face = any_of("face", '"{{ name }}"', "fcae", '""', '"{{ 1 / 0 }}"', '"{{"')
    font = any_of("fonts/EBGaramond-Regular.ttf", "cards.yaml", "{}", _FILES[0])
    language = quoted(any_of("en", "de", "xx", "ar", "zh-Hant", "", "e" * 99, "\0"))
    code, level = any_of("tight-text", "x", "missing-file"), any_of("error", "warning", "off", "x")
    lines = [
        f"game: {text('Sample')}",
        f"decks: {{main: {{cards: cards.yaml, size: {size}, front: {face}, id: {text()}}}}}",
        f"language: {language}",
        f"palette: {{ink: {chance.choice(COLORS)}, leaf: {chance.choice(COLORS)}, paper: '#eee'}}",
        f"fonts: {{text: {font}}}",
        f"icons: {{coin: {{picture: {chance.choice(_FILES)}, height: {chance.choice(NUMBERS)}}}}}",
        f"checks: [{{code: {code}, level: {level}, reason: {text()}}}]",
        f"distinct: {{{any_of('main', 'x')}: {{name: [Fox, {text()}]}}}}",
        f"order: {{stock: {text('S30')}}}",
    ]
    return "\n".join([*lines[:2], *(line for line in lines[2:] if chance.random() < 0.75)]) + "\n"


def drawing(chance: random.Random) -> str:
    """An SVG file."""
    shapes = (
        '<circle r="{n}"/>', '<rect width="{n}" height="{n}" rx="{n}" transform="scale({n})"/>',
        '<path d="{p}" stroke="red" stroke-dasharray="{n} 0.0001"/>', '<use href="#a"/>',
        '<g id="a"><use href="#a"/></g>', '<polygon points="{n} {n} {n}"/>', "<text>a</text>",
        "<!-- a",
        '<style>*{{fill:url(#g)}}</style>',
        '<linearGradient id="g" href="#g"><stop offset="{n}"/></linearGradient>',
        '<path d="{p}" style="fill:{t}"/>', "<g>" * 300, '<!ENTITY a "b">&a;',
        '<clipPath id="a"><use href="#a"/></clipPath>',
    )  # fmt: skip
    inner = "".join(
        chance.choice(shapes)
        .replace("{n}", chance.choice(NUMBERS))
        .replace("{p}", chance.choice(PATHS))
        for _ in range(chance.randrange(6))
    )
    view = chance.choice(("0 0 9 9", "0 0 0 0", "0 0 1e300 1", "a b", "-9 -9 1e-9 1"))
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view}">{inner}</svg>'


# --- random files --------------------------------------------------------------------------

_TOKENS = (
    "- ", "? ", ": ", ", ", "[", "]", "{", "}", "&a ", "*a ", "!x ", "!!int ", "| ", "> ", "|2-\n",
    "'", '"', "#",
    "%YAML 1.1\n", "---\n", "...\n", "<<: ", "\n", "\n  ", "\n    ", "\t", "\\", "@", "`", "\0",
    "\x07", "\ud7ff",
    "name", "text", "cards", "layouts", "decks", "safe", "face", "main", "~", "\ufeff", "\r",
    "\x85", "\u2028",
)  # fmt: skip


def noise(chance: random.Random, _: str) -> bytes:
    return chance.randbytes(chance.choice((0, 1, 8, 100, 3000)))


def tokens(chance: random.Random, _: str) -> str:
    """Words and marks of YAML in any order."""
    return "".join(
        word(chance, _TOKENS, _TOKENS, TEXTS) for _ in range(chance.choice((3, 10, 40, 200)))
    )


def deep(chance: random.Random, _: str) -> str:
    """Nesting, anchors and aliases without end."""
    many = chance.choice((30, 61, 500, 20_000))
    return chance.choice(
        (
            "[" * many,
            "{a: " * many,
            "- " * many + "a",
            "\n".join(" " * i + "a:" for i in range(min(many, 400))),
            "a: &a [x, x]\n" + "".join(f"k{i}: &k{i} [*a, *a]\n" for i in range(min(many, 500))),
            "".join(f"k{i}: &k{i} [{f'*k{i - 1}, ' * 9 if i else ''}x]\n" for i in range(min(many,
            60))),
            "- &a {b: *a}\n" * min(many, 500),
            "? " * many,
            "- {name: " + "[" * many + "]" * many + "}",
            "- {name: x}\n" * min(many, 3000),
        )
    )  # fmt: skip


def slips(chance: random.Random, file: str) -> str:
    """A good file with some characters lost, doubled or wrong, and lines moved."""
    text = GOOD[file]
    for _ in range(chance.choice((1, 1, 2, 5, 20))):
        at, end = sorted(chance.randrange(len(text) + 1) for _ in range(2))
        end = min(end, at + chance.choice((1, 1, 3, 30)))
        put = chance.choice(
            ("", "", text[at:end] * 2, word(chance, _TOKENS), word(chance, TEXTS, MARKUP))
        )
        text = text[:at] + put + text[end:]
    return text


_GRAMMAR: Mapping[str, Callable[[random.Random], str]] = {
    "layouts.yaml": layouts,
    "cards.yaml": cards,
    "more.csv": table,
    "composition.yaml": composition,
    "game.yaml": game,
    "coin.svg": drawing,
}


def grammar(chance: random.Random, file: str) -> str:
    return _GRAMMAR[file](chance)


_WAYS = (noise, tokens, deep, slips, slips, grammar, grammar, grammar, grammar)
_TARGETS = ("layouts.yaml",) * 5 + ("cards.yaml",) * 2 + tuple(GOOD)


@dataclass(frozen=True)
class Made:
    """A game of which one file is random."""

    file: str
    way: str
    files: Files = field(repr=False)


def made(chance: random.Random) -> Made:
    file, way = chance.choice(_TARGETS), chance.choice(_WAYS)
    return Made(file, way.__name__, {**GOOD, file: way(chance, file)})


def numbered(number: int, seed: int) -> Made:
    return made(random.Random(f"{seed}/{number}"))


# --- one game ------------------------------------------------------------------------------


def looked_at(files: Files) -> list[str]:
    """Check the game and print what is found; the findings that have no place."""
    game, report = MemoryGame(files), Report()
    check_game(game, report)
    put_into_words(report.findings, files)
    return [f.code for f in report.findings if f.span is None or f.span.file not in files]


def put_into_words(findings: Sequence[Finding], files: Mapping[str, str | bytes]) -> None:
    """Say findings as the command line does, for people and for machines."""

    def line(file: str, number: int) -> str | None:
        content = files.get(file)
        lines = content.splitlines() if isinstance(content, str) else []
        return lines[number - 1] if number <= len(lines) else None

    format_findings(findings, line, "", color=False)
    findings_to_json(findings, "").encode("utf-8", "surrogatepass")


def fault_of(files: Files) -> str:
    """What goes wrong with a game: an exception and where, or ""."""
    try:
        placeless = looked_at(files)
    except Exception as error:  # whatever it is, it is what we look for
        return tell_error(error)
    return f"no place: {placeless[0]}" if placeless else ""


def tell_error(error: BaseException) -> str:
    """An exception, and where in cardgen it was raised."""
    frames = traceback.extract_tb(error.__traceback__)
    ours = [frame for frame in frames if "cardgen" in Path(frame.filename).parts] or list(frames)
    last = ours[-1]
    return f"{type(error).__name__} in {Path(last.filename).name}:{last.name}: {str(error)[:80]}"


def _kind(fault: str) -> str:
    """Where it is, without what was wrong in this game."""
    return ":".join(fault.split(":")[:2])


# --- many games, in a process that may be killed -------------------------------------------


def limit_memory() -> None:
    """Let this process have so much more memory and no more."""
    with contextlib.suppress(ImportError, OSError, ValueError):
        import resource

        pages = int(Path("/proc/self/statm").read_text("ascii").split()[0])
        most = pages * resource.getpagesize() + LIMIT_BYTES
        resource.setrlimit(resource.RLIMIT_AS, (most, most))


def peak_memory() -> int:
    """The most memory that this process has had, in bytes; 0 where that is not known."""
    with contextlib.suppress(ImportError):
        import resource

        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    return 0


def _work(pipe: Connection, seed: int) -> None:
    looked_at(dict(GOOD))
    limit_memory()
    pipe.send(("ready", peak_memory()))
    while True:
        number = pipe.recv()
        if number is None:
            return
        pipe.send((fault_of(numbered(number, seed).files), peak_memory()))


class Worker:
    """A process that checks games, one at a time; a new one takes its place if it hangs."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.start()

    def start(self) -> None:
        context = multiprocessing.get_context("spawn")
        self.pipe, theirs = context.Pipe()
        self.process = context.Process(target=_work, args=(theirs, self.seed), daemon=True)
        self.process.start()
        theirs.close()
        self.pipe.recv()

    def check(self, number: int) -> tuple[str, int]:
        """The fault of a game, and the process's peak of memory."""
        self.pipe.send(number)
        try:
            if self.pipe.poll(LIMIT_SECONDS):
                fault, peak = self.pipe.recv()
                return str(fault), int(peak)
            fault = f"hang: over {LIMIT_SECONDS:g} s"
        except EOFError:
            fault = "death: the process ended"
        self.stop()
        self.start()
        return fault, 0

    def stop(self) -> None:
        self.process.kill()
        self.process.join()


@dataclass
class Outcome:
    """What came of a run."""

    ran: int = 0
    took: float = 0.0
    peak: int = 0
    slowest: float = 0.0
    ways: Counter[str] = field(default_factory=Counter)
    faults: dict[str, list[tuple[int, str]]] = field(default_factory=dict)


def run(count: int, seed: int, seconds: float = 0) -> Outcome:
    """Check so many games, or as many as there is time for."""
    outcome, worker, started = Outcome(), Worker(seed), time.monotonic()
    for number in range(count):
        begun = time.monotonic()
        if seconds and begun - started > seconds:
            break
        fault, peak = worker.check(number)
        outcome.slowest = max(outcome.slowest, time.monotonic() - begun)
        outcome.ran, outcome.peak = number + 1, max(outcome.peak, peak)
        outcome.ways[numbered(number, seed).way] += 1
        if fault:
            outcome.faults.setdefault(_kind(fault), []).append((number, fault))
    worker.stop()
    outcome.took = time.monotonic() - started
    return outcome


# --- the smallest game that fails ----------------------------------------------------------


def smallest(game: Made, fault: str, seconds: float = 20) -> str | bytes:
    """The random file with all left out that the fault does not need."""
    content, until, size = game.files[game.file], time.monotonic() + seconds, 0
    size = len(content) // 2
    while size and time.monotonic() < until:
        for shorter in _without(content, size):
            if _kind(fault_of({**game.files, game.file: shorter})) == _kind(fault):
                content = shorter
                break
            if time.monotonic() > until:
                break
        else:
            size //= 2
            continue
        size = min(size, len(content) // 2 or 1) if len(content) > 1 else 0
    return content


def _without(content: str | bytes, size: int) -> Iterator[str | bytes]:
    for at in range(0, len(content), size):
        if isinstance(content, str):
            yield content[:at] + content[at + size :]
        else:
            yield content[:at] + content[at + size :]


def main() -> None:
    if sys.argv[1:2] == ["--one"]:
        one = numbered(int(sys.argv[2]), int(sys.argv[3]) if sys.argv[3:] else SEED)
        print(f"{one.way} {one.file}\n{one.files[one.file]!r}", flush=True)
        print(fault_of(one.files) or "nothing is wrong")
        return
    given = [int(number) for number in sys.argv[1:4]]
    defaults = [GAMES, SEED, SECONDS]
    count, seed, seconds = given + defaults[len(given) :]
    outcome = run(count, seed, seconds)
    print(f"{outcome.ran} games of {count} in {outcome.took:.0f} s: {dict(outcome.ways)}")
    print(f"slowest {outcome.slowest:.1f} s, most memory {outcome.peak / 1e6:.0f} MB")
    print(f"{sum(map(len, outcome.faults.values()))} failures of {len(outcome.faults)} kinds")
    for kind, found in sorted(outcome.faults.items(), key=lambda pair: -len(pair[1])):
        number, fault = found[0]
        game = numbered(number, seed)
        some = [number for number, _ in found[:8]]
        print(f"\n{len(found)} x {fault}\n  numbers {some}, {game.way} {game.file}")
        if not kind.startswith(("hang", "death")):
            print(f"  {smallest(game, fault)!r}", flush=True)


if __name__ == "__main__":
    main()
