"""Games with one mutated file: a font, a picture, a drawing, an expression.

In      real files: the shipped fonts (cut to the letters that are printed, also packed as WOFF
        and WOFF2, and with cubic outlines), pictures of every kind that Pillow writes, the
        drawings and the expressions of the games in this repository.
Out     `MAKERS`: for each kind a function from a source of chance to the files of a game.
Not here  what is done with them (`files`).

Mutations of bytes: bits flipped, numbers of two and four bytes set to their extremes, parts left
out, doubled, overwritten, the end cut off. In two thirds of all cases checksums are made right
afterwards, as a file that fails its checksum is refused before it is read.
"""

from __future__ import annotations

import io
import random
import re
import struct
import warnings
import zlib
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path

from fontTools.fontBuilder import FontBuilder
from fontTools.pens.t2CharStringPen import T2CharStringPen
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from PIL import Image, features

ROOT = Path(__file__).resolve().parents[2]
LETTERS = "Affine fisch Quaß éáö 012,;—"
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

# --- bytes ---------------------------------------------------------------------------------

_WORDS = (0, 1, 2, 0x7FFF, 0x8000, 0xFFFE, 0xFFFF)
_LONG_WORDS = (0, 1, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF, 0xFFFF, 0x10000)


def mutate_bytes(chance: random.Random, data: bytes, times: int = 0) -> bytes:
    """Some changes of bytes; half of them near the start, where headers are."""
    out = bytearray(data)
    for _ in range(times or chance.choice((1, 1, 2, 3, 8, 30))):
        end = len(out) if chance.random() < 0.5 else min(len(out), 400)
        at = chance.randrange(end) if end else 0
        _change_bytes(chance, out, at)
    return bytes(out)


def _change_bytes(chance: random.Random, out: bytearray, at: int) -> None:
    size = chance.choice((1, 2, 4, 4, 16, 100))
    match chance.randrange(9):
        case 0 if out:
            out[at] ^= 1 << chance.randrange(8)
        case 1 if out:
            out[at] = chance.choice((0, 1, 0x7F, 0x80, 0xFF, chance.randrange(256)))
        case 2:
            at -= at % 2
            out[at : at + 2] = struct.pack(">H", chance.choice(_WORDS))
        case 3:
            at -= at % 2
            out[at : at + 4] = struct.pack(">L", chance.choice(_LONG_WORDS))
        case 4 if at + 2 <= len(out):
            number = struct.unpack_from(">H", out, at)[0] + chance.choice((-1, 1, 8, -256))
            struct.pack_into(">H", out, at, number & 0xFFFF)
        case 5:
            del out[at : at + size]
        case 6:
            out[at:at] = out[at : at + size]
        case 7:
            start = chance.randrange(len(out) + 1)
            out[at : at + size] = out[start : start + size]
        case _ if chance.random() < 0.2:
            del out[at:]
        case _:
            out[at : at + size] = chance.randbytes(size)


# --- fonts ---------------------------------------------------------------------------------


@cache
def small_fonts() -> tuple[bytes, ...]:
    """Fonts of few glyphs: TrueType, with cubic outlines, variable, WOFF and WOFF2."""
    shipped = ("fonts/EBGaramond-Regular.ttf", "fonts/Fraunces-SemiBold.ttf")
    cut = [_cut(ROOT / name) for name in shipped]
    tests = ROOT / "tests" / "data" / "fonts"
    variable = _cut(tests / "EBGaramond-variable-subset.ttf")
    others = [_cut(tests / "FrankRuhlLibre-subset.ttf"), _cut(tests / "Amiri-subset.woff2")]
    packed = [_cut(ROOT / shipped[0], flavor=flavor) for flavor in ("woff", "woff2")]
    return (*cut, variable, *others, _with_cubic_outlines(cut[0]), *packed)


def _cut(file: Path, flavor: str | None = None) -> bytes:
    font = TTFont(file, recalcTimestamp=False)
    options = Options(layout_features=["*"], notdef_outline=True)
    cutter = Subsetter(options)
    cutter.populate(text=LETTERS + "שלוםسلام")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        cutter.subset(font)
        font.flavor = flavor
        out = io.BytesIO()
        font.save(out)
    return out.getvalue()


def _with_cubic_outlines(data: bytes) -> bytes:
    """The letters of a font as an OpenType font with a table `CFF`."""
    source = TTFont(io.BytesIO(data))
    names, glyphs = source.getGlyphOrder(), source.getGlyphSet()
    made = FontBuilder(source["head"].unitsPerEm, isTTF=False)
    made.setupGlyphOrder(names)
    made.setupCharacterMap(source.getBestCmap())
    programs = {}
    for name in names:
        pen = T2CharStringPen(glyphs[name].width, glyphs)
        glyphs[name].draw(pen)
        programs[name] = pen.getCharString()
    made.setupCFF("Cubic", {}, programs, {})
    made.setupHorizontalMetrics(dict(source["hmtx"].metrics))
    made.setupHorizontalHeader(ascent=900, descent=-300)
    made.setupNameTable({"familyName": "Cubic", "styleName": "Regular"})
    made.setupOS2()
    made.setupPost()
    made.font["head"].created = made.font["head"].modified = 3_700_000_000
    made.font.recalcTimestamp = False
    out = io.BytesIO()
    made.save(out)
    return out.getvalue()


def make_font(chance: random.Random) -> Files:
    data = chance.choice(small_fonts())
    if data[:4] in (b"wOFF", b"wOF2"):
        mutated = mutate_bytes(chance, data)
    elif chance.random() < 0.6:
        mutated = _mutate_table(chance, data)
    else:
        mutated = mutate_bytes(chance, data)
    if chance.random() < 2 / 3:
        mutated = sum_font(mutated)
    name = {b"wOFF": "text.woff", b"wOF2": "text.woff2"}.get(data[:4], "text.ttf")
    if data[:4] == b"OTTO":
        name = "text.otf"
    return {**_game(FONT=name), name: mutated}


def _mutate_table(chance: random.Random, data: bytes) -> bytes:
    """A change within one table; its length stays."""
    at = 12 + 16 * chance.randrange(int.from_bytes(data[4:6], "big"))
    start, length = struct.unpack_from(">LL", data, at + 8)
    table = mutate_bytes(chance, data[start : start + length])
    table = table[:length].ljust(length, b"\0")
    return data[:start] + table + data[start + length :]


def sum_font(data: bytes) -> bytes:
    """The font with the checksums right of all tables that lie within the file."""
    out = bytearray(data)
    count = min(int.from_bytes(data[4:6], "big"), (len(data) - 12) // 16)
    for at in range(12, 12 + 16 * count, 16):
        tag, _, start, length = struct.unpack_from(">4sLLL", data, at)
        table = data[start : start + length]
        if tag == b"head":
            table = table[:8] + bytes(4) + table[12:]
        table += bytes(-len(table) % 4)
        total = sum(struct.unpack(f">{len(table) // 4}L", table)) & 0xFFFFFFFF
        struct.pack_into(">L", out, at + 4, total)
    return bytes(out)


# --- pictures ------------------------------------------------------------------------------


@cache
def small_pictures() -> tuple[bytes, ...]:
    """Files of every format and kind, of some hundred pixels."""
    image = Image.linear_gradient("L").resize((40, 30)).convert("RGB")
    image.paste((200, 30, 90), (8, 5, 24, 20))
    made = [_saved(image.convert(mode), "PNG") for mode in ("RGB", "RGBA", "L", "LA", "P", "1")]
    made += [_saved(image.convert("I;16"), "PNG"), _saved(image, "PNG", dpi=(300, 300))]
    made.append(_saved(image.convert("P"), "PNG", transparency=3, bits=4))
    made += [_saved(image.convert(mode), "JPEG") for mode in ("RGB", "L", "CMYK")]
    made += [_saved(image, "JPEG", progressive=True), _saved(image, "JPEG", subsampling=2)]
    exif = Image.Exif()
    exif[0x0112] = 6
    made.append(_saved(image, "JPEG", exif=exif, dpi=(300, 300)))
    webp: tuple[dict[str, object], ...] = ({"quality": 40}, {"lossless": True})
    made += [_saved(image.convert(mode), "WEBP", **how) for mode in ("RGB", "RGBA") for how in webp]
    if features.check("avif"):
        made += [_saved(image.convert(mode), "AVIF") for mode in ("RGB", "RGBA")]
    return tuple(made)


def picture_name(data: bytes) -> str:
    """The name that a picture's file goes by."""
    if data.startswith(_PNG):
        return "art.png"
    if data.startswith(b"RIFF"):
        return "art.webp"
    return "art.jpg" if data.startswith(b"\xff\xd8") else "art.avif"


def _saved(image: Image.Image, kind: str, **options: object) -> bytes:
    out = io.BytesIO()
    image.save(out, kind, **options)
    return out.getvalue()


def make_picture(chance: random.Random) -> Files:
    data = chance.choice(small_pictures())
    name = picture_name(data)
    mutated = _mutate_png(chance, data) if name == "art.png" and chance.random() < 0.7 else None
    if mutated is None:
        mutated = mutate_bytes(chance, data)
    more = chance.choice(("", "", ", color: ink", ", fit: contain", ", blend: multiply"))
    return {**_game(PICTURE=f"{name}{more}"), name: mutated}


_PNG = b"\x89PNG\r\n\x1a\n"


def _mutate_png(chance: random.Random, data: bytes) -> bytes:
    """Changes within chunks, which get their checksums; chunks lost, doubled and moved."""
    chunks = _chunks(data)
    for _ in range(chance.choice((1, 1, 2, 4))):
        at = chance.randrange(len(chunks))
        kind, body = chunks[at]
        match chance.randrange(6):
            case 0:
                chunks.insert(chance.randrange(len(chunks) + 1), chunks[at])
            case 1 if len(chunks) > 1:
                del chunks[at]
            case 2:
                kinds = (b"tRNS", b"PLTE", b"iCCP", b"eXIf", b"zTXt", b"acTL", b"fdAT", b"gAMA")
                chunks[at] = chance.choice(kinds), body
            case 3 if kind == b"IDAT":
                pixels = mutate_bytes(chance, zlib.decompress(body)) if body else b""
                chunks[at] = kind, zlib.compress(pixels)
                break  # what is packed anew is not unpacked again
            case _:
                chunks[at] = kind, mutate_bytes(chance, body, 1)
                break
    return _PNG + b"".join(map(_chunk, chunks))


def _chunks(data: bytes) -> list[tuple[bytes, bytes]]:
    at, found = len(_PNG), []
    while at < len(data):
        length = int.from_bytes(data[at : at + 4], "big")
        found.append((data[at + 4 : at + 8], data[at + 8 : at + 8 + length]))
        at += 12 + length
    return found


def _chunk(chunk: tuple[bytes, bytes]) -> bytes:
    kind, body = chunk
    return struct.pack(">L", len(body)) + kind + body + struct.pack(">L", zlib.crc32(kind + body))


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
