"""Small games to be spoiled: the parts that cases put together."""

from __future__ import annotations

import io
import random
import struct
import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from PIL import Image

ROOT = Path(__file__).resolve().parents[2]
Content = str | bytes
Prepare = Callable[[Path], None]

GAME = """\
game: Trap
palette: {ink: "#000000", sand: "#e8d8b0"}
fonts: {text: FONT}
decks:
  traps: {cards: cards.yaml, size: micro, front: front, back: back}
"""
LAYOUTS = """\
layouts:
  front:
    bleed:
      - {shape: rectangle, fill: sand}
    safe:
      - {text: "{{ name }}", font: text, size: 7pt, color: ink}
  back:
    bleed:
      - {shape: rectangle, fill: ink}
"""
CARDS = "- {name: One}\n- {name: Two}\n"
GARAMOND = (ROOT / "fonts" / "EBGaramond-Regular.ttf").read_bytes()


@dataclass(frozen=True)
class Case:
    """Something that a stranger's folder may hold, and what must come of it."""

    name: str
    files: Mapping[str, Content] = field(default_factory=dict)
    says: str = ""
    """What stands in what is said; findings are named by their code."""
    code: int = 1
    command: tuple[str, ...] = ("build", "trap", "--dpi", "72", "-j", "1")
    prepare: Prepare | None = None
    """Does to the project what no file can."""
    unsaid: str = ""


def game(**changes: str) -> dict[str, str]:
    """The files of a sound game, texts replaced in them: `game(FONT="x.ttf")`."""
    return {name: _changed(text, changes) for name, text in _FILES.items()}


_FILES = {"game.yaml": GAME, "layouts.yaml": LAYOUTS, "cards.yaml": CARDS}


def _changed(text: str, changes: Mapping[str, str]) -> str:
    for old, new in {"FONT": "fonts/EBGaramond-Regular.ttf", **changes}.items():
        text = text.replace(old, new)
    return text


def with_front(*elements: str) -> dict[str, Content]:
    """A layout whose front shows these elements."""
    lines = "".join(f"      - {element}\n" for element in elements)
    text = LAYOUTS.replace(
        '      - {text: "{{ name }}", font: text, size: 7pt, color: ink}\n', lines
    )
    return {"layouts.yaml": text}


def with_text(expression: str) -> dict[str, Content]:
    return with_front(f"{{text: '{expression}', font: text, size: 7pt, color: ink}}")


def with_picture(name: str, data: bytes) -> dict[str, Content]:
    return {name: data, **with_front(f"{{picture: {name}, width: 10mm, height: 10mm}}")}


def with_font(data: bytes, name: str = "bad.ttf") -> dict[str, Content]:
    return {name: data, "game.yaml": _changed(GAME, {"FONT": name})}


def with_cards(text: str) -> dict[str, Content]:
    return {"cards.yaml": text}


def with_csv(text: str) -> dict[str, Content]:
    return {"cards.csv": text, "game.yaml": _changed(GAME, {"cards.yaml": "cards.csv"})}


# --- pictures ------------------------------------------------------------------------------


def chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">L", len(data)) + kind + data + struct.pack(">L", zlib.crc32(kind + data))


def png(width: int, height: int, *, depth: int = 8, color: int = 2, idat: bytes | None = None,
        more: bytes = b"") -> bytes:  # fmt: skip
    """A PNG that says it is so large; black, unless its pixels are given."""
    header = struct.pack(">LLBBBBB", width, height, depth, color, 0, 0, 0)
    if idat is None:
        channels = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}[color]
        row = bytes(1 + (width * depth * channels + 7) // 8)
        idat = zlib.compress(row * height, 9)
    start = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + more
    return start + chunk(b"IDAT", idat) + chunk(b"IEND", b"")


def large_png(
    width: int, height: int, *, depth: int = 8, color: int = 2, more: bytes = b""
) -> bytes:
    """A PNG of zeros that is really so large, without packing them: one block again and again."""
    channels = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}[color]
    total = height * (1 + (width * depth * channels + 7) // 8)
    size = 1 << 20
    packer = zlib.compressobj(9)
    start = packer.compress(bytes(size)) + packer.flush(zlib.Z_FULL_FLUSH)
    again = packer.compress(bytes(size)) + packer.flush(zlib.Z_FULL_FLUSH)
    times, rest = divmod(total - size, size)
    end = packer.compress(bytes(rest)) + packer.flush()
    checksum = struct.pack(">L", (total % 65_521) << 16 | 1)
    idat = start + again * times + end[:-4] + checksum
    return png(width, height, depth=depth, color=color, idat=idat, more=more)


def claimed_png(width: int, height: int) -> bytes:
    """A PNG of hardly any bytes that says it is so large."""
    return png(width, height, idat=zlib.compress(bytes(1000)))


def jpeg(width: int = 64, height: int = 64, *, scans: int = 0) -> bytes:
    out = io.BytesIO()
    Image.new("RGB", (width, height), "red").save(out, "JPEG", progressive=bool(scans))
    data = out.getvalue()
    if scans:
        start = data.index(b"\xff\xda")
        end = data.index(b"\xff", start + 2 + int.from_bytes(data[start + 2 : start + 4], "big"))
        data = data[:start] + data[start:end] * scans + data[start:]
    return data


def damaged(data: bytes, seed: int, times: int = 20, start: int = 0) -> bytes:
    """Bytes overwritten at random."""
    chance, out = random.Random(seed), bytearray(data)
    for _ in range(times):
        out[chance.randrange(start, len(out))] = chance.randrange(256)
    return bytes(out)


# --- fonts ---------------------------------------------------------------------------------


def tables_of(data: bytes) -> dict[str, tuple[int, int, int]]:
    """Each table's entry in the directory, its offset and its length."""
    count = int.from_bytes(data[4:6], "big")
    found = {}
    for at in range(12, 12 + 16 * count, 16):
        tag, _, start, length = struct.unpack_from(">4sLLL", data, at)
        found[tag.decode()] = at, start, length
    return found


def summed(data: bytes) -> bytes:
    """The font with every checksum right."""
    out = bytearray(data)
    for tag, (at, start, length) in tables_of(data).items():
        table = data[start : start + length]
        if tag == "head":
            table = table[:8] + bytes(4) + table[12:]
        table += bytes(-len(table) % 4)
        total = sum(struct.unpack(f">{len(table) // 4}L", table)) & 0xFFFFFFFF
        struct.pack_into(">L", out, at + 4, total)
    return bytes(out)


def font_with(tag: str, data: bytes, at: int = 0, font: bytes = GARAMOND) -> bytes:
    """The font with bytes of a table overwritten, and the checksums right."""
    _, start, _ = tables_of(font)[tag]
    return summed(font[: start + at] + data + font[start + at + len(data) :])


def font_without(tag: str) -> bytes:
    """The font with a table that nobody knows in the place of one."""
    at, _, _ = tables_of(GARAMOND)[tag]
    return GARAMOND[:at] + b"zzzz" + GARAMOND[at + 4 :]


def font_with_length(tag: str, length: int) -> bytes:
    at, _, _ = tables_of(GARAMOND)[tag]
    return summed(GARAMOND[: at + 12] + struct.pack(">L", length) + GARAMOND[at + 16 :])


def woff(tables: Mapping[bytes, tuple[bytes, int]]) -> bytes:
    """A WOFF of tables as they are packed, each with the length that it claims."""
    at, directory, body = 44 + 20 * len(tables), b"", b""
    for tag, (packed, length) in tables.items():
        directory += struct.pack(">4sLLLL", tag, at + len(body), len(packed), length, 0)
        body += packed + bytes(-len(packed) % 4)
    size = at + len(body)
    header = struct.pack(">4sLLHHLHHLLLLL", b"wOFF", 0x00010000, size, len(tables), 0, 10**6, 1, 0,
                         0, 0, 0, 0, 0)  # fmt: skip
    return header + directory + body


# --- drawings ------------------------------------------------------------------------------


def svg(body: str, head: str = 'width="100" height="100"') -> bytes:
    return f'<svg xmlns="http://www.w3.org/2000/svg" {head}>{body}</svg>'.encode()
