"""Fonts and pictures to be spoiled, and ways to spoil them byte by byte.

In      the shipped fonts, cut to the letters that are printed, also packed as WOFF and WOFF2, and
        with cubic outlines; pictures of every kind that Pillow writes.
Out     their bytes, mutated: bits flipped, numbers of two and four bytes set to their extremes,
        parts left out, doubled, overwritten, the end cut off.
"""

from __future__ import annotations

import io
import random
import struct
import warnings
import zlib
from functools import cache
from pathlib import Path

from fontTools.fontBuilder import FontBuilder
from fontTools.pens.t2CharStringPen import T2CharStringPen
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from PIL import Image, features

ROOT = Path(__file__).resolve().parents[2]
LETTERS = "Affine fisch Quaß éáö 012,;—"

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


def mutate_table(chance: random.Random, data: bytes) -> bytes:
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


_PNG = b"\x89PNG\r\n\x1a\n"


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


def mutate_png(chance: random.Random, data: bytes) -> bytes:
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
