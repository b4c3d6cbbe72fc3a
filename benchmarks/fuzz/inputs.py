"""Games with one mutated file: a font, a picture, a drawing, an expression.

In      real files: the shipped fonts (cut to the letters that are printed, also packed as WOFF
        and WOFF2, and with cubic outlines), pictures of every kind that Pillow writes, the
        drawings and the expressions of the games in this repository.
Out     `MAKERS`: for each kind a function from a source of chance to the files of a game.
Not here  what is done with them (`files`).

In two thirds of all cases checksums are made right afterwards, as a file that fails its checksum is
refused before it is read.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path

from benchmarks.fuzz.binary_files import (
    LETTERS,
    mutate_bytes,
    mutate_png,
    mutate_table,
    picture_name,
    small_fonts,
    small_pictures,
    sum_font,
)

ROOT = Path(__file__).resolve().parents[2]
Files = dict[str, str | bytes]

GAME = """\
game: Mutant
palette: {ink: "#000000", sand: "#e8d8b0"}
fonts: {text: FONT}
decks: {mutants: {cards: cards.yaml, size: micro, front: front, back: front}}
"""
LAYOUTS = """\
layouts:
  front:
    bleed: [{picture: PICTURE}]
    safe: [{text: "TEXT", font: text, size: 7pt, color: ink}]
"""
CARDS = """\
- {name: Ant, cost: 3, tags: [sly, red], long: "one two three four", empty: "", half: 0.5}
- {name: Owl, cost: 5, tags: [], long: "ÄÖÜ ß é, two words", empty: "", half: 1.5}
"""


def _game(**texts: str) -> Files:
    """The files of a sound game, some words of it replaced."""
    texts = {"FONT": "text.ttf", "PICTURE": "dot.svg", "TEXT": LETTERS, **texts}
    files = {"game.yaml": GAME, "layouts.yaml": LAYOUTS, "cards.yaml": CARDS}
    for word, text in texts.items():
        files = {name: content.replace(word, text) for name, content in files.items()}
    return {**files, "dot.svg": _DOT, "text.ttf": small_fonts()[0]}


_DOT = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle r="3"/></svg>'


def make_font(chance: random.Random) -> Files:
    data = chance.choice(small_fonts())
    if data[:4] in (b"wOFF", b"wOF2"):
        mutated = mutate_bytes(chance, data)
    elif chance.random() < 0.6:
        mutated = mutate_table(chance, data)
    else:
        mutated = mutate_bytes(chance, data)
    if chance.random() < 2 / 3:
        mutated = sum_font(mutated)
    name = {b"wOFF": "text.woff", b"wOF2": "text.woff2"}.get(data[:4], "text.ttf")
    if data[:4] == b"OTTO":
        name = "text.otf"
    return {**_game(FONT=name), name: mutated}


def make_picture(chance: random.Random) -> Files:
    data = chance.choice(small_pictures())
    name = picture_name(data)
    mutated = mutate_png(chance, data) if name == "art.png" and chance.random() < 0.7 else None
    if mutated is None:
        mutated = mutate_bytes(chance, data)
    more = chance.choice(("", "", ", color: ink", ", fit: contain", ", blend: multiply"))
    return {**_game(PICTURE=f"{name}{more}"), name: mutated}


# --- drawings ------------------------------------------------------------------------------


@cache
def drawings() -> tuple[str, ...]:
    folders = (ROOT / "tests" / "data" / "svg", ROOT / "card_data", ROOT / "cardgen" / "data")
    files = sorted(file for folder in folders for file in folder.rglob("*.svg"))
    return tuple(file.read_text("utf-8") for file in files)


_VALUES = (
    "0", "-1", "1e308", "1e-308", "1e999", "-1e9", "nan", "inf", "", " ", "%", "50%", "-7em",
    "url(#a)",
    "url(#", "none", "red", "#12", "rgb(1,2", "hsl(9e9 9% 9%)", "matrix(0 0 0 0 0 0)",
    "rotate(1e9)", "scale(1e-9)", "skewX(90)", "translate(1e300)", "M0 0", "M0 0A0 0 0 0 0 0 0",
    "M1 1a1e9 1e-9 0 1 1 1 1z", "m" + "1 1 " * 40, "l1", "0 0 0 0", "0 0 1e300 1", "0 0 -1 -1",
    "display:none", "fill:url(#a);stroke:url(#b)", "mix-blend-mode:multiply", "multiply", "#a",
    "&lt;", "&#0;", "\x01", "objectBoundingBox", "userSpaceOnUse", "evenodd", "1e-9", "99999999999",
)  # fmt: skip
_NUMBER = r"(?<![\w#&.-])(?<!version=\")-?\d+(\.\d+)?(?![\w;])"
_WHOLE_ELEMENT = r"<[^<>]*/>"
_WHOLE = (
    '<use href="#a"/>', '<g id="a"><use href="#a"/></g>', '<rect width="5" height="5"/>',
    '<clipPath id="a"><path d="M0 0h9v9z"/></clipPath>', "<text>a</text>", '<mask id="a"/>',
    '<g opacity="0.5"><circle r="9" fill="url(#b)"/></g>', '<g id="b" clip-path="url(#a)"/>',
    '<linearGradient id="b" href="#b"><stop offset="1e9"/></linearGradient>',
    '<svg viewBox="0 0 1 1"><path d="M0 0h1" stroke="red" stroke-dasharray="1e-9"/></svg>',
)  # fmt: skip
"""Elements that are sound in themselves."""
_ELEMENTS = (
    '<g opacity="0.5">', "</g>", '<use href="#a"/>', '<g id="a"><use href="#a"/></g>',
    '<clipPath id="a"><path d="M0 0h9v9z"/></clipPath>', '<rect width="5" height="5"/>',
    '<linearGradient id="b" href="#b"><stop offset="1e9"/></linearGradient>', "<style>*{fill:",
    "}</style>", "<!--", "-->", "<![CDATA[", "]]>", "<text>a</text>", "<image href='x'/>",
    '<mask id="a"/>', '<symbol id="a" viewBox="0 0 0 0"/>', "<svg>", "</svg>", "<switch>",
)  # fmt: skip


def make_drawing(chance: random.Random) -> Files:
    text = chance.choice(drawings())
    for _ in range(chance.choice((1, 1, 1, 2, 3, 8, 25))):
        text = _mutate_drawing(chance, text)
    data = text.encode("utf-8", "replace")
    if chance.random() < 0.05:
        data = mutate_bytes(chance, data)
    return {**_game(PICTURE="art.svg"), "art.svg": data}


def _mutate_drawing(chance: random.Random, text: str) -> str:
    """Another value of an attribute, another number, an element more or less, or a slip."""
    ways = ("value",) * 8 + ("number",) * 5 + ("element",) * 5 + ("tag", "slip")
    match chance.choice(ways):
        case "value":
            return _replaced(chance, r"(?<==\")[^\"]*(?=\")", text, chance.choice(_VALUES))
        case "number":
            return _replaced(chance, _NUMBER, text, chance.choice(_VALUES[:13]))
        case "element":
            new = chance.choice((*re.findall(_WHOLE_ELEMENT, text), *_WHOLE))
            return _replaced(chance, _WHOLE_ELEMENT, text, new * chance.choice((0, 1, 9)))
        case "tag":
            return _replaced(chance, r"(?<=>)", text, chance.choice(_ELEMENTS))
        case _:
            return mutate_text(chance, text)


def _replaced(chance: random.Random, pattern: str, text: str, new: str) -> str:
    """One of the places that match, replaced."""
    places = list(re.finditer(pattern, text))
    if not places:
        return text
    place = chance.choice(places)
    return text[: place.start()] + new + text[place.end() :]


def mutate_text(chance: random.Random, text: str, tokens: Sequence[str] = _VALUES) -> str:
    """A part left out, doubled or replaced."""
    at, end = sorted(chance.randrange(len(text) + 1) for _ in range(2))
    end = min(end, at + chance.choice((1, 2, 8, 40)))
    return text[:at] + chance.choice(("", text[at:end] * 2, chance.choice(tokens))) + text[end:]


# --- expressions ---------------------------------------------------------------------------

_TOKENS = (
    "name", "cost", "tags", "long", "empty", "half", "nope", "cards", "deck", "copies", "item",
    "1", "0", "-1", "1e308", "1e999", "999999999999999", "9" * 400, "0.1", "''", "'a'", "[]", "{}",
    "{'a': 1}", "(", ")", "[", "]", "{", "}", ",", ":", "|", ".", "~", "+", "-", "*", "/", "//",
    "%", "**", "==", "<", ">=", "!=", " and ", " or ", " not ", " in ", " is ", " if ", " else ",
    "none", "true", "|length", "|list", "|join(', ')", "|replace('a', 'b')", "|round(2)", "|sort",
    "|sum", "|title", "|upper", "|first", "|last", "|int", "|float", "|default('x')", "|string",
    "|unique", "|reverse", "|wordcount", "|trim", "|max", "|abs", "|d", "count('name')",
    "sum('mutants', 'cost')", "map(tags, 'item')", "all(tags, 'item == 1')",
    'filter(tags, "item|length")', "letters(name)", "times(long, 'o')", "vowels(long)",
    "backwards(long)", "sorted_letters(name)", "words(long)", "lower(name)", "count", "letters",
    "__class__", "._x", "[0]", "[-1]", "[1:]", "[::0]", "[9999999999]", "{{", "}}", "{%", "%}",
    "{#", "{% for i in tags %}", "{% set x = 1 %}", "\u202e", "\0", "\\x", "'", '"', "é", "😀", " ",
    "\n",
)  # fmt: skip


@cache
def expressions() -> tuple[str, ...]:
    """The expressions of the games in this repository, once each."""
    folders = (ROOT / "card_data", ROOT / "cardgen" / "data", ROOT / "tests" / "data" / "games")
    files = sorted(file for folder in folders for file in folder.rglob("*.yaml"))
    found = (re.findall(r"\{\{.+?\}\}", file.read_text("utf-8")) for file in files)
    return tuple(sorted({one for many in found for one in many}))


def make_expression(chance: random.Random) -> Files:
    """An expression in a text: a real one with slips, or words and signs in any order."""
    way = chance.random()
    if way < 0.7:
        made = _renamed(chance, chance.choice(expressions()))
        for _ in range(chance.choice((1, 1, 2, 4))):
            if way < 0.6:
                made = _mutate_expression(chance, made)
            else:
                made = mutate_text(chance, made, _TOKENS)
    else:
        parts = [chance.choice(_TOKENS) for _ in range(chance.choice((1, 2, 3, 5, 8, 20)))]
        made = "{{ " + chance.choice(("", " ")).join(parts) + " }}"
    if chance.random() < 0.03:
        made = "{{ " + chance.choice(("(", "-", "not ", "[", "x+", "x|d|", "x if ")) * 900 + " }}"
    if chance.random() < 0.2:
        return {**_game(), "layouts.yaml": _with_condition(made), "text.ttf": _whole_font()}
    return {**_game(TEXT=_quoted(made)), "text.ttf": _whole_font()}


@cache
def _whole_font() -> bytes:
    """A font that has the letters of all values."""
    return (ROOT / "fonts" / "EBGaramond-Regular.ttf").read_bytes()


def _renamed(chance: random.Random, text: str) -> str:
    """With the fields of this game's cards in the place of those of its own."""
    return re.sub(_NAME, lambda m: m[0] if m[0] in _KEPT else chance.choice(_FIELDS), text)


_NAME = r"(?<![\w|'.\"])[a-z_]+(?![\w'(\"])"
_FIELDS = ("name", "cost", "tags", "long", "empty", "half")
_KEPT = frozenset("if else in is not and or none true false item cards copies".split())


def _mutate_expression(chance: random.Random, text: str) -> str:
    """Another name or value in the place of one, another sign, or a filter more."""
    return chance.choice(
        (
            _replaced(chance, _NAME, text, chance.choice(_OPERANDS)),
            _replaced(chance, r"\b\d+\b|'[^']*'", text, chance.choice(_OPERANDS)),
            _replaced(chance, r" (==|in|\+|-|~|\*|and|or|<|>|!=|//|%) ", text,
                      f" {chance.choice(_SIGNS)} "),
            _replaced(chance, r"(?<=\w)(?=[ ),]*\}\})", text, chance.choice(_FILTERS)),
        )
    )  # fmt: skip


_OPERANDS = (
    "name", "cost", "tags", "long", "empty", "half", "copies", "nope", "1", "0", "-1", "1e308",
    "999999999999999", "9" * 400, "0.1", "''", "'a'", "[]", "['a', 1]", "{}", "none", "true",
    "letters(name)", "times(long, 'o')", "count('name')", "map(tags, 'item')", "tags[0]",
    "long[1:3]", "sum(tags, 'item|length')", "filter(tags, 'item')", "(cost if half else name)",
    "backwards(long)", "cards", "tags[9999999999]", "long|replace('o', long)",
)  # fmt: skip
_SIGNS = ("==", "in", "not in", "+", "-", "~", "*", "and", "or", "<", ">=", "//", "%", "/", "**")
_FILTERS = tuple(
    "|length |list |join(', ') |replace('a', 'bb') |round(2) |sort |sum |title |upper |first |last "
    "|int |float |default('x') |string |unique |reverse |wordcount |trim |max |abs |list|join(long)"
    .replace("(', ')", "(',_')").split()
)  # fmt: skip


def _with_condition(expression: str) -> str:
    when = (
        f'{{text: "{LETTERS}", font: text, size: 7pt, color: ink, when: "{_quoted(expression)}"}}'
    )
    return LAYOUTS.replace('{text: "TEXT", font: text, size: 7pt, color: ink}', when).replace(
        "PICTURE", "dot.svg"
    )


_ESCAPES = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\0": "\\0"}


def _quoted(text: str) -> str:
    """As it stands between quotation marks in YAML."""
    return "".join(_ESCAPES.get(char, char) for char in text)


MAKERS: Mapping[str, Callable[[random.Random], Files]] = {
    "fonts": make_font,
    "pictures": make_picture,
    "drawings": make_drawing,
    "expressions": make_expression,
}
