# ruff: noqa: E501 - a case is a line
"""What may be in a stranger's folder, and what must come of it; see `Case`."""

from __future__ import annotations

import os
import socket
import struct
import zlib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import brotli  # type: ignore[import-untyped]

from tests.hostile import feature_cases as features
from tests.hostile.decks import (
    GAME,
    GARAMOND,
    Case,
    Prepare,
    chunk,
    claimed_png,
    damaged,
    font_with,
    font_with_length,
    font_without,
    game,
    jpeg,
    large_png,
    png,
    svg,
    tables_of,
    with_cards,
    with_csv,
    with_font,
    with_front,
    with_picture,
    with_text,
    woff,
)
from tests.hostile.import_cases import imports, workbooks
from tests.hostile.layout_cases import decks, games, layouts
from tests.hostile.link_cases import commands, link, records, translations

BUILD = ("build", "trap", "--dpi", "72", "-j", "1")
CHECK = ("check", "trap")


def build(*targets: str) -> tuple[str, ...]:
    return (*BUILD, *(word for target in targets for word in ("-t", target)))


# --- writing outside -------------------------------------------------------------------------

_NAMES = {
    "absolute": "/tmp/evil", "above": "../../../canary/poker", "far above": "../" * 12 + "tmp/evil",
    "dots": "..", "backslashes": "..\\\\..\\\\evil", "drive": "C:evil", "device": "CON",
    "device with ending": "nul.txt", "stars": "a*b?c", "quotes": "a<b>|c", "long": "x" * 300,
    "spaces": " . ", "escape": "a\\e]0;owned\\ab", "override": "a\\u202Egnp.exe",
    "empty": "", "slash": "/", "newline": "a\\nb", "emoji": "🂡" * 40, "hidden": ".ssh",
    "wide": "狐" * 90, "turned case": "TRAPS",
}  # fmt: skip
_PRINTING = build("mpc", "proof", "sheets", "data")
_TABLES = build("tts", "pcio", "tabletopia", "images", "gallery")


def names() -> Iterator[Case]:
    for what, name in _NAMES.items():
        deck = GAME.replace("  traps:", f'  "{name}":').replace(
            "FONT", "fonts/EBGaramond-Regular.ttf"
        )
        yield Case(f"deck name {what}", {"game.yaml": deck}, code=0, command=_PRINTING)
    for what in ("absolute", "above", "device", "escape", "wide", "long"):
        deck = GAME.replace("  traps:", f'  "{_NAMES[what]}":')
        files = {"game.yaml": deck.replace("FONT", "fonts/EBGaramond-Regular.ttf")}
        yield Case(f"deck name {what} on tables", files, code=0, command=_TABLES)
    for what in ("absolute", "above", "dots", "device", "escape", "long", "wide"):
        size = f'sizes:\n  "{_NAMES[what]}": {{width: 30mm, height: 40mm, bleed: 2mm, safe: 2mm}}\n'
        text = GAME.replace("size: micro", f'size: "{_NAMES[what]}"').replace("sizes", "sizes")
        text = text.replace("decks:", f"{size}decks:")
        files = {"game.yaml": text.replace("FONT", "fonts/EBGaramond-Regular.ttf")}
        yield Case(f"size name {what}", files, code=0, command=build("sheets", "pdfx4", "images"))
    for what in ("absolute", "above", "device", "escape", "wide", "spaces"):
        files = {"game.yaml": game()["game.yaml"].replace("Trap", f'"{_NAMES[what]}"', 1)}
        yield Case(
            f"game name {what}", files, code=0, command=build("mpc", "pcio", "data", "pdfx4")
        )
    for what in ("absolute", "above", "device", "escape", "wide", "long", "dots"):
        page = "{width: 60mm, height: 90mm}"
        booklet = f'booklets:\n  "{_NAMES[what]}": {{text: rules.md, page: {page}}}\n'
        files = {"game.yaml": game()["game.yaml"] + booklet, "rules.md": "# Rules\n\nPlay.\n"}
        yield Case(f"booklet name {what}", files, code=0, command=build("booklet"))
    for what in ("absolute", "above", "device", "escape", "wide", "long"):
        cards = f'- {{name: One, id: "{_NAMES[what]}"}}\n'
        code = int(what == "escape")  # a character that prints nothing is an error
        yield Case(f"card id {what}", with_cards(cards), code=code, command=build("mpc", "images"))


def _leftover(name: str) -> Prepare:
    """A folder that looks like one of cardgen's leftovers, and holds something of others."""

    def prepare(project: Path) -> None:
        folder = project / "output" / "trap" / name
        folder.mkdir(parents=True)
        (folder / "mine.txt").write_text("mine")
        (folder / ".cardgen-files").write_text(
            "mine.txt\n../../../../canary/secret.txt\n/etc/passwd\n"
        )
        os.utime(folder, (1, 1))

    return prepare


def links() -> Iterator[Case]:
    a_link = "is a link"
    for parts, code in (
        (("output",), 2), (("output", "trap"), 2), (("output", "trap", "mpc"), 2),
        (("output", "trap", ".mpc-old"), 0), (("output", "trap", ".mpc-1-x"), 0),
        ((".cardgen",), 0), ((".cardgen", "faces"), 0), ((".cardgen", "builds"), 0),
        (("output", "trap", "mpc", "poker"), 0), (("output", "trap", "mpc", ".cardgen-files"), 2),
    ):  # fmt: skip
        prepare = link(*parts)
        name = "link at " + "/".join(parts)
        yield Case(name, code=code, says=a_link if len(parts) < 4 and code else "", prepare=prepare)
    for name in ("cards.yaml", "layouts.yaml", "composition.yaml", "game.yaml"):
        prepare = link("card_data", "trap", name, to="canary/secret.txt")
        yield Case(f"{name} is a link outside", says="outside the game folder", prepare=prepare)
    for name in ("a.png", "a.svg", "bad.ttf"):
        prepare = link("card_data", "trap", name, to="canary/secret.txt")
        made = with_font(b"", name) if name.endswith("ttf") else with_picture(name, b"")
        code = 1 if name == "bad.ttf" else 2
        yield Case(f"{name} is a link outside", made, says="outside", code=code, prepare=prepare)
    for path in ("../../../canary/secret.txt", "/etc/passwd", "C:/secret", "file:///etc/passwd",
                 "\\\\\\\\host\\\\share", "~/.ssh/id_rsa", "con", "/dev/zero", "/proc/self/mem"):  # fmt: skip
        front = with_front(f'{{picture: "{path}", width: 9mm, height: 9mm}}')
        yield Case(f"picture at {path}", front, says="missing-", code=2)
        yield Case(f"table at {path}", {"game.yaml": game(**{"cards.yaml": f'"{path}"'})["game.yaml"]},
                   says="error[")  # fmt: skip
    for name in (".mpc-old", ".mpc-2024-backup", ".mpc-1-abc", ".mpc-99999999-x", ".mpc-old-gone",
                 ".mpc-0123456789abcdef", ".mpc-0123456789abcdef-old"):  # fmt: skip
        yield Case(f"folder named {name}", code=0, prepare=_leftover(name))
    yield Case("a list of written files that leads out", code=0, prepare=_leftover("mpc"))


# --- what is no file ---------------------------------------------------------------------------


def _special(kind: str, *parts: str) -> Prepare:
    def prepare(project: Path) -> None:
        place = project.joinpath(*parts)
        place.parent.mkdir(parents=True, exist_ok=True)
        place.unlink(missing_ok=True)
        if kind == "pipe":
            os.mkfifo(place)
        elif kind == "folder":
            place.mkdir()
        elif kind == "socket":
            here = Path.cwd()
            os.chdir(place.parent)
            with socket.socket(socket.AF_UNIX) as made:
                made.bind(place.name)
            os.chdir(here)
        elif kind == "device":
            place.symlink_to("/dev/zero")
        elif kind == "loop":
            place.symlink_to(place.name)
        elif kind == "sparse":
            with place.open("wb") as file:
                file.truncate(10**12)

    return prepare


def specials() -> Iterator[Case]:
    for kind in ("pipe", "folder", "socket", "device", "loop", "sparse"):
        for name in ("game.yaml", "cards.yaml", "layouts.yaml", "composition.yaml"):
            code = 2 if name == "game.yaml" and kind != "sparse" else 1
            if name == "composition.yaml" and kind == "folder":
                code = 0
            prepare = _special(kind, "card_data", "trap", name)
            yield Case(f"{name} is a {kind}", code=code, prepare=prepare)
        for name in ("a.png", "a.svg", "bad.ttf"):
            made = with_font(b"", name) if name.endswith("ttf") else with_picture(name, b"")
            prepare = _special(kind, "card_data", "trap", name)
            code = 1 if name == "bad.ttf" else 2
            yield Case(f"{name} is a {kind}", made, says="error[", code=code, prepare=prepare)
        for parts in ((".cardgen", "faces"), ("output", "trap", "mpc", ".cardgen-files")):
            prepare = _special(kind, *parts)
            yield Case(f"{'/'.join(parts)} is a {kind}", code=2 if parts[0] == "output" else 0,
                       prepare=prepare)  # fmt: skip


# --- pictures ------------------------------------------------------------------------------


def pictures() -> Iterator[Case]:
    bad = "bad-picture"
    for name, data in {
        "100 megapixels": claimed_png(10_000, 10_000),
        "100 honest megapixels": png(10_000, 10_000, depth=1, color=0),
        "a line of 99,999,999": claimed_png(99_999_999, 1),
        "a column of 99,999,999": claimed_png(1, 99_999_999),
        "4 billion by 4 billion": claimed_png(2**32 - 1, 2**32 - 1),
        "no width": claimed_png(0, 5),
        "500,000 texts": png(9, 9, more=chunk(b"tEXt", b"a\0b") * 500_000),
        "a text that inflates": png(9, 9, more=chunk(b"zTXt", b"a\0\0" + zeros())),
        "pixels that inflate": png(9, 9, idat=zeros()),
        "cut short": png(60, 60)[:-30],
        "no pixels": png(60, 60, idat=b""),
        "no palette": png(60, 60, color=3),
        "more opacities than colors": png(
            9, 9, color=3, more=chunk(b"PLTE", bytes(6)) + chunk(b"tRNS", bytes(300))
        ),
        "no picture": b"GIF89a" + bytes(100),
        "nothing": b"",
        "only a head": b"\x89PNG\r\n\x1a\n",
        "chunks without end": b"\x89PNG\r\n\x1a\n" + chunk(b"IDAT", b"") * 200_000,
    }.items():
        code = 1 if name not in ("a text that inflates", "pixels that inflate") else None
        case_says = bad if code else ""
        made = with_picture("a.png", data)
        yield Case(f"png: {name}", made, says=case_says, code=1 if code else _EITHER)
    for name, data in {
        "200 scans": jpeg(scans=200),
        "5,000 scans": jpeg(scans=5_000),
        "65,500 by 65,500": jpeg().replace(b"\x00\x40\x00\x40", b"\xff\xdc\xff\xdc", 1),
        "cut short": jpeg(400, 400)[:300],
        "only a head": b"\xff\xd8\xff\xe0",
    }.items():
        yield Case(f"jpeg: {name}", with_picture("a.jpg", data), says=bad)
    for seed in range(12):
        spoiled = damaged(png(40, 40, color=6), seed, 6, 8), damaged(jpeg(90, 90), seed, 6, 2)
        yield Case(f"png overwritten {seed}", with_picture("a.png", spoiled[0]), code=_EITHER)
        yield Case(f"jpeg overwritten {seed}", with_picture("a.jpg", spoiled[1]), code=_EITHER)
    yield from large_pictures()
    many = {f"{i}.png": png(8_900, 8_900 + i, depth=1, color=0) for i in range(8)}
    shown = [f"{{picture: {name}, width: 2mm, height: 2mm}}" for name in many]
    yield Case(
        "many pictures of hardly any bytes", {**many, **with_front(*shown)}, says="one too many"
    )


def large_pictures() -> Iterator[Case]:
    """As large as the budget lets them be."""
    palette = chunk(b"PLTE", bytes(range(48))) + chunk(b"tRNS", bytes(range(16)))
    for name, depth, color, more in (
        ("RGB", 8, 2, b""), ("RGBA", 8, 6, b""), ("gray and alpha", 8, 4, b""),
        ("RGB of 16 bits", 16, 2, b""), ("gray of 16 bits", 16, 0, b""),
        ("a transparent palette", 4, 3, palette),
    ):  # fmt: skip
        data = large_png(8_900, 8_900, depth=depth, color=color, more=more)
        yield Case(f"79 megapixels of {name}", with_picture("a.png", data), code=_EITHER)
    data = large_png(8_900, 8_900, depth=16, color=6)
    yield Case("79 megapixels of RGBA of 16 bits", with_picture("a.png", data), says="unpacks to")
    data = large_png(4_100, 4_100, color=6)
    tinted = with_front("{picture: a.png, width: 9mm, height: 9mm, color: '#ff0000'}")
    yield Case("a large picture in another color", {"a.png": data, **tinted}, says="`color`")
    shown = [f"{{picture: {i}.png, width: 9mm, height: 9mm}}" for i in range(5)]
    many = {f"{i}.png": large_png(3_990, 4_000 + i, color=6) for i in range(5)}
    yield Case("5 pictures of 16 megapixels", {**many, **with_front(*shown)}, code=_EITHER)
    shown = [f"{{picture: a.png, width: 9mm, height: 9mm, color: '#{i:06x}'}}" for i in range(30)]
    one = {"a.png": large_png(1_990, 2_000, color=6)}
    yield Case("a picture in 30 colors", {**one, **with_front(*shown)}, says="one too many")


_EITHER = -1
"""A code that may be 0 or 1: whatever comes of it, it comes soon, and without a fault."""


# --- fonts ---------------------------------------------------------------------------------


def fonts() -> Iterator[Case]:
    bad = "bad-font"
    half = len(GARAMOND) // 2
    for name, data in {
        "half of it": GARAMOND[:half],
        "all but a byte": GARAMOND[:-4],
        "a head": GARAMOND[:40],
        "nothing": b"",
        "a collection": b"ttcf" + bytes(100),
        "a text": b"This is no font.",
        "65,535 tables": GARAMOND[:4] + b"\xff\xff" + GARAMOND[6:],
        "no tables": GARAMOND[:4] + b"\0\0" + GARAMOND[6:],
    }.items():
        yield Case(f"font: {name}", with_font(data), says=bad)
    for tag in ("head", "hhea", "maxp", "hmtx", "cmap", "loca", "glyf"):
        yield Case(f"font without {tag}", with_font(font_without(tag)), says=bad)
        yield Case(
            f"font with a short {tag}", with_font(font_with_length(tag, 3)), says="is damaged"
        )
        _, start, length = tables_of(GARAMOND)[tag]
        spoiled = (
            GARAMOND[:start]
            + damaged(GARAMOND[start : start + length], 1)
            + GARAMOND[start + length :]
        )
        yield Case(f"font with an overwritten {tag}", with_font(spoiled), says=f"`{tag}`")
    for name, data in {
        "no glyphs": font_with("maxp", b"\0\0", 4),
        "65,535 glyphs": font_with("maxp", b"\xff\xff", 4),
        "measures of 65,535 glyphs": font_with("hhea", b"\xff\xff", 34),
        "a maxp of no version": font_with("maxp", b"\xff\xfe"),
        "no em": font_with("head", b"\0\0", 18),
        "outlines beyond the table": font_with("loca", b"\xff" * 40, 400),
        "outlines that go on": font_with("glyf", b"\0\x7f", 0),
    }.items():
        yield Case(f"font: {name}", with_font(data), says="is damaged")
    for seed in range(12):
        for tag in ("glyf", "GSUB"):
            _, start, length = tables_of(GARAMOND)[tag]
            spoiled = damaged(GARAMOND[start : start + length], seed, 300)
            font = font_with(tag, spoiled)
            yield Case(f"font with {tag} spoiled and summed {seed}", with_font(font), code=_EITHER)
    lists = struct.pack(">HHHH", 1, 0, 10, 0) + bytes(2)
    scripts = struct.pack(">H", 5_000) + b"".join(b"latn" + b"\x7f\x00" for _ in range(5_000))
    bomb = lists + scripts
    yield Case("font: 25 million languages",
               with_font(font_with("GSUB", bomb + b"\x13\x88" * 8_000)), code=_EITHER)  # fmt: skip
    for size in (10**8, 4 * 10**9):
        packed = zeros()
        tables = {b"glyf": (packed, min(size, 2**32 - 1)), b"head": (bytes(54), 54)}
        yield Case(f"woff that says {size:,}", with_font(woff(tables), "bad.woff"), says=bad)
    packed = zeros()
    yield Case("woff that says little and holds much",
               with_font(woff({b"glyf": (packed, len(packed) + 9)}), "bad.woff"), says=bad)  # fmt: skip
    for said in (1_000, 5 * 10**7, 4 * 10**9):
        yield Case(f"woff2 that says {said:,}", with_font(_woff2(said), "bad.woff2"), says=bad)


@cache
def zeros() -> bytes:
    """100 MB of nothing, packed."""
    return zlib.compress(bytes(10**8), 9)


@cache
def _brotli_zeros() -> bytes:
    packer = brotli.Compressor(quality=5)
    parts: list[bytes] = [packer.process(bytes(10**7)) for _ in range(30)]
    return b"".join((*parts, packer.finish()))


def _woff2(said: int) -> bytes:
    """A WOFF2 whose one table says it is so large, and holds 300 MB."""
    packed = _brotli_zeros()
    length = bytes(0x80 | said >> shift & 0x7F for shift in (28, 21, 14, 7)) + bytes([said & 0x7F])
    length = length.lstrip(b"\x80")
    header = struct.pack(">4sLLHHLLHHLLLLL", b"wOF2", 0x00010000, 0, 1, 0, 1000, len(packed), 1, 0,
                         0, 0, 0, 0, 0)  # fmt: skip
    return bytes(header + b"\x01" + length + packed)


# --- drawings ------------------------------------------------------------------------------


def drawings() -> Iterator[Case]:
    group = '<g opacity="0.5"><rect width="90" height="90" fill="red"/></g>'
    blend = '<g style="mix-blend-mode:multiply"><rect width="90" height="90" fill="red"/></g>'
    nested = "<g opacity='0.9'>" * 45 + "<rect width='9' height='9'/>" + "</g>" * 45
    uses = '<g id="a0"><rect width="9" height="9"/></g>' + "".join(
        f'<g id="a{i}">' + f'<use href="#a{i - 1}"/>' * 10 + "</g>" for i in range(1, 9)
    )
    path = "M0 0" + "L9 9L0 9" * 200_000
    for name, body, says in (
        ("60 groups", group * 60, ""), ("490 groups", group * 490, ""),
        ("2,000 groups", group * 2_000, ""), ("490 blended groups", blend * 490, "over-budget"),
        ("groups in groups", nested, ""), ("uses of uses", uses, ""),
        ("50,000 elements", "<rect width='1' height='1'/>" * 50_000, "bad-picture"),
        ("deep elements", "<g>" * 5_000 + "</g>" * 5_000, "bad-picture"),
        ("a path of 400,000 lines", f'<path d="{path}"/>', ""),
        ("numbers without end", f'<path d="M{"9" * 100_000} 1e999L-1e309 0"/>', ""),
        ("an entity", '<!ENTITY a "b">', "bad-picture"),
        ("a script", "<script>alert(1)</script><rect width='9' height='9'/>", ""),
        ("a picture from elsewhere", '<image href="file:///etc/passwd" width="9" height="9"/>', ""),
        ("a use of itself", '<g id="a"><use href="#a"/></g>', ""),
        ("101 blended groups", blend * 101, "over-budget"),
        ("a gradient of 20,000 stops",
         "<linearGradient id='g'>" + "<stop offset='0.5' stop-color='red'/>" * 19_000
         + "</linearGradient><rect width='9' height='9' fill='url(#g)'/>", ""),
        ("a pattern of tiny tiles",
         "<pattern id='p' width='1e-6' height='1e-6' patternUnits='userSpaceOnUse'>"
         "<circle r='1'/></pattern><rect width='99' height='99' fill='url(#p)'/>", ""),
        ("selectors up a deep file",
         f"<style>z {'g ' * 10}path{{fill:red}}</style>{'<g>' * 40}{'<path/>' * 900}{'</g>' * 40}",
         "bad-picture"),
        ("variables that multiply",
         "<style>svg{" + "".join(f"--a{n}:var(--a{n + 1}) var(--a{n + 1});" for n in range(99))
         + "}</style><rect width='9' height='9' fill='var(--a0)'/>", ""),
        ("markers at 50,000 corners",
         "<marker id='m'><circle r='1'/></marker>"
         f"<path d='M0 0{'h1v1' * 25_000}' marker-mid='url(#m)'/>", "bad-picture"),
        ("not closed", "<g>", "bad-picture"),
    ):  # fmt: skip
        made = with_picture("a.svg", svg(body))
        yield Case(f"svg: {name}", made, says=says, code=1 if says else _EITHER)
    for name, data in {
        "a billion laughs": b'<!DOCTYPE svg [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]>' + svg("&b;"),
        "a file from elsewhere": b'<!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/passwd">]>'
        + svg("&a;"),
        "compressed": b"\x1f\x8b" + bytes(50),
        "another encoding": b'<?xml version="1.0" encoding="utf-7"?>' + svg(""),
        "nothing": b"",
        "no size": svg("", ""),
        "an endless size": svg("", 'width="1e400" height="1"'),
        "a size of nought": svg("", 'width="0" height="0"'),
        "a huge view": svg(
            "<rect width='9' height='9'/>", 'width="9" height="9" viewBox="0 0 1e308 1e-308"'
        ),
    }.items():
        yield Case(f"svg: {name}", with_picture("a.svg", data), code=_EITHER)


# --- tables and YAML -------------------------------------------------------------------------


def tables() -> Iterator[Case]:
    for count, row in ((300_000, "One"), (3_900_000, "a")):
        yield Case(f"csv of {count:,} equal rows", with_csv("name\n" + f"{row}\n" * count),
                   says="over-budget", command=CHECK)  # fmt: skip
    for what, row in {"no cell": "", "empty cells": ",,,", "blanks": "  "}.items():
        yield Case(f"csv of rows of {what}", with_csv("name,kind\n" + f"{row}\n" * (7_000_000 // (len(row) + 1))),
                   says="empty-file", command=CHECK)  # fmt: skip
    yield Case(
        "5,000 equal rows", with_cards("- {name: One}\n" * 5_000), code=_EITHER, command=CHECK
    )
    yield Case("10,000 columns", with_csv(",".join(f"c{i}" for i in range(10_000)) + "\n" + "1," * 9_999 + "1\n"),
               code=_EITHER, command=CHECK)  # fmt: skip
    yield Case("csv of quotes", with_csv('name\n"' + '""' * 500_000), code=_EITHER, command=CHECK)
    yield Case("csv of commas", with_csv("name\n" + "," * 1_000_000), code=_EITHER, command=CHECK)
    deep = "[" * 20_000 + "]" * 20_000
    aliases = "a: &a [x,x,x,x,x,x,x,x,x]\n" + "".join(
        f"{b}: &{b} [{','.join(['*' + a] * 9)}]\n"
        for a, b in zip("abcdefgh", "bcdefghi", strict=True)
    )
    for name, text in {
        "deep": deep, "aliases": aliases, "a tag": "!!python/object/apply:os.system ['true']\n",
        "a number without end": f"- {{name: {'9' * 100_000}}}\n",
        "copies without end": "- {name: One, copies: 99999999999}\n",
        "copies of nothing": "- {name: One, copies: .inf}\n",
        "a name of a megabyte": f"- {{name: {'x' * 1_000_000}}}\n",
        "100,000 lines in a field": "- name: |\n" + "    a\n" * 100_000,
        "control characters": "- {name: \"\\0\\a\\b\\e[31m\"}\n",
        "a byte order of its own": "\ufeff- {name: One}\n",
        "a surrogate": "- {name: \"\\uD800\"}\n",
        "many documents": "---\n" * 10_000,
        "a key without end": "? " + "x" * 2_000 + "\n: 1\n",
        "merges": "- &a {name: One}\n- {<<: *a}\n" + "- {<<: [*a, *a, *a]}\n" * 2_000,
        "many fields": "- {name: One, " + ", ".join(f"f{i}: 1" for i in range(20_000)) + "}\n",
        "a date": "- {name: 2001-01-01}\n",
        "a comment without end": "#" * 3_000_000 + "\n",
        "1,900,000 signs of comments": "- {name: One}\n" + " #a\n" * 1_900_000,
        "1,500,000 lines of a text": "- name: One\n  more:\n" + "   a\n" * 1_500_000,
        "nothing": "",
        "nine megabytes": "- {name: One}\n" * 700_000,
    }.items():  # fmt: skip
        yield Case(f"cards.yaml: {name}", with_cards(text), code=_EITHER)
    for name, text in {
        "a folder for a name": "game: [a]\n", "deep": deep, "aliases": aliases,
        "a million decks": "game: A\ndecks:\n" + "".join(f"  d{i}: {{}}\n" for i in range(20_000)),
        "a font that falls back on itself": game()["game.yaml"].replace(
            "{text: fonts/EBGaramond-Regular.ttf}",
            "{text: {regular: fonts/EBGaramond-Regular.ttf, fallback: text}}"),
        "lists in lists after a mapping": game()["game.yaml"] + "- " * 3_900_000,
        "7,900,000 commas": game()["game.yaml"] + "," * 7_900_000,
        "1,500,000 equal keys": game()["game.yaml"] + "a: b\n" * 1_500_000,
        "3,900,000 comments": game()["game.yaml"] + "#\n" * 3_900_000,
        "sizes beyond measure": game()["game.yaml"].replace("size: micro", "size: 9e99mm x 9e99mm"),
    }.items():  # fmt: skip
        yield Case(f"game.yaml: {name}", {"game.yaml": text}, code=_EITHER)
    yield Case("a size of 10 km", {"game.yaml": game()["game.yaml"].replace(
        "decks:", "components: {wall: {width: 10000000mm, height: 10000000mm}}\ndecks:", 1).replace(
        "size: micro", "size: wall")}, code=_EITHER)  # fmt: skip
    yield Case("a size of 3 m at 1200 dpi", {"game.yaml": game()["game.yaml"].replace(
        "decks:", "components: {wall: {width: 3000mm, height: 3000mm}}\ndecks:", 1).replace(
        "size: micro", "size: wall")}, code=_EITHER, command=(*BUILD[:3], "1200", "-j", "1"))  # fmt: skip


# --- texts ---------------------------------------------------------------------------------


def texts() -> Iterator[Case]:
    for name, text in {
        "19,000 CJK characters": "狐" * 19_000,
        "19,000 zero-width spaces": "a\\u200B" * 19_000,
        "12,000 Hebrew words": "שלום " * 12_000,
        "19,000 soft hyphens": "a\\u00AD" * 19_000,
        "19,000 combining marks": "a" + "\\u0301" * 19_000,
        "19,000 words": "word " * 19_000,
        "one word of 19,000 letters": "w" * 19_000,
        "100,000 spaces": " " * 100_000 + "a",
        "19,000 overrides": "\\u202Ea" * 19_000,
        "deep emphasis": "*" * 5_000 + "a" + "*" * 5_000,
        "unclosed emphasis": "**a _b " * 4_000,
        "deep styles": "[" * 5_000 + "a" + "]{red}" * 5_000,
        "braces": "{" * 3_000, "icons": ":a: " * 5_000,
        "emoji": "👩‍👩‍👧‍👦" * 2_000, "flags": "🇦🇧" * 4_000,
        "private characters": "\\uE000\\uF8FF\\U0010FFFF", "no characters": "\\uFFFE\\uFFFF",
        "Arabic": "بسم الله " * 3_000, "Devanagari": "हिन्दी " * 3_000,
        "line ends": "a\\n" * 10_000, "quotes": "\\\"'" * 6_000, "hyphens": "a-" * 9_000,
    }.items():  # fmt: skip
        yield Case(f"text: {name}", with_cards(f'- {{name: "{text}"}}\n'), code=_EITHER)


# --- expressions ---------------------------------------------------------------------------


def expressions() -> Iterator[Case]:
    for text in (
        "1e308+1e308", "-1e308-1e308", "1e308*10", "(1e308*10)-(1e308*10)", "0*(1e308*10)", "1/0", "1%0",
        "1//0", "0**-1", "9**9**9", "9**9**9**9", "2**100000", "(2**1000)**(2**1000)", "10**400*1.0",
        "name*999999999", "[name]*99999999", "(name*9999)*9999", "range(10**12)|list", "range(10**9)|join",
        "name|center(10**9)", "name|indent(10**9)", "\"%999999999d\" % 1", "\"{:>999999999}\".format(1)",
        "name.__class__", "name.__class__.__mro__", "().__class__.__bases__[0]", "self", "self.__init__",
        "lipsum()", "cycler", "joiner", "namespace", "name|attr(\"__class__\")", "name|map(\"x\")|list",
        "config", "request", "undefined.deeper", "name[10**30]", "name[::0]", "name|replace(\"\",name*999)",
        "\"a\" * -1", "1e400", "-1e400", "1e400 // 1", "1e400 % 2", "1e308|round(400)", "(1e308+1e308)|int",
        "(1e308+1e308)|round", "9" * 5_000, "(" * 500 + "1" + ")" * 500, "1" + "+1" * 5_000,
        "not " * 2_000 + "1", "-" * 3_000 + "1", "name" + "|upper" * 2_000, "[" * 300 + "]" * 300,
        "0x" + "f" * 9_000, "1 if 1 else " * 800 + "1", "{1:2}[3]", "(1,2,3)[9]", "name ~ name ~ 1e400",
        "1 < name", "[1] < {}", "max()", "min([])", "name|int(base=99)", "name|truncate(-5)", "import os",
        "10**309|float", "(10**400)|string", "[1e308*10]|sum", "[1e308,1e308]|sum", "name|wordwrap(0)",
        "name|batch(0)|list", "name|slice(0)|list", "dict(a=1).items", "1|tojson", "name|pprint|e|forceescape",
    ):  # fmt: skip
        short = text if len(text) < 40 else f"{text[:30]}… of {len(text):,}"
        yield Case(
            f"expression {short}", with_text("{{ " + text.replace("'", "''") + " }}"), code=_EITHER
        )
    for text in ("{% for i in range(10**9) %}a{% endfor %}", "{% set a = 1 %}", "{% include 'x' %}",
                 "{% raw %}", "{{", "}}", "{{ }}", "{#", "{% macro a() %}{% endmacro %}", "{{ name " * 500):  # fmt: skip
        yield Case(f"template {text[:30]}", with_text(text.replace("'", "''")), code=_EITHER)
    for expression in ("1e308+1e308 > name", "9**9**9", "total(1e999)", "sum(1e308*10)", "(" * 900):
        rule = f'traps: {{total: 2}}\nrules:\n  - {{every: "{expression}"}}\n'
        yield Case(f"rule {expression[:20]}", {"composition.yaml": rule}, code=_EITHER)
    for expression in (
        "1e308+1e308",
        "9**9**9",
        "name*10**9 == 1",
        "(" * 400,
        "1e308*10 > 1",
        "[]*10**10",
    ):
        yield Case(
            f"--only {expression[:20]}", code=_EITHER, command=(*BUILD, "--only", expression)
        )


# --- faces ---------------------------------------------------------------------------------


def faces() -> Iterator[Case]:
    plain = "{shape: rectangle, fill: ink, width: 1mm, height: 1mm}"
    blended = (
        "{shape: rectangle, fill: ink, width: 9mm, height: 9mm, opacity: 0.5, blend: multiply}"
    )
    for count in (200, 2_000):
        yield Case(
            f"{count:,} blended elements", with_front(*[blended] * count), says="over-budget"
        )
    for count in (1_000, 5_000, 50_000):
        yield Case(f"{count:,} elements", with_front(*[plain] * count), code=_EITHER)
    text = "{text: A %d, font: text, size: 7pt, color: ink}"
    yield Case("300 texts at a place", with_front(*[text % i for i in range(300)]), says="overlapping-texts", code=_EITHER)  # fmt: skip
    missing = "{picture: art-%d.png, width: 9mm, height: 9mm}"
    yield Case("300 missing pictures", with_front(*[missing % i for i in range(300)]), says="300 pictures are missing", code=2)  # fmt: skip
    nested = "{row: [" * 400 + plain + "]}" * 400
    yield Case("deep boxes", with_front(nested), code=_EITHER)
    for what in ("1e308mm", "-5mm", "nanmm", "0mm", "1e-300mm", "99999999999mm"):
        yield Case(f"an element of {what}",
                   with_front(f"{{shape: rectangle, fill: ink, width: {what}, height: {what}}}"),
                   code=_EITHER)  # fmt: skip
    for what in ("1e308pt", "0pt", "-1pt", "1e-9pt", "5000pt", "nanpt"):
        yield Case(f"type of {what}", with_front(f"{{text: A, font: text, size: {what}, color: ink}}"),
                   code=_EITHER)  # fmt: skip


# --- Markdown ------------------------------------------------------------------------------


def markdown() -> Iterator[Case]:
    for name, text in {
        "deep emphasis": "*" * 20_000 + "a" + "*" * 20_000,
        "deep links": "[" * 20_000 + "a" + "](b)" * 20_000,
        "unclosed links": "[a](" * 20_000,
        "deep quotes": ">" * 5_000 + " a",
        "deep lists": "".join(" " * (2 * i) + "- a\n" for i in range(500)),
        "a table of 5,000 rows": "| a | b |\n| - | - |\n" + "| 1 | 2 |\n" * 5_000,
        "a table of 2,000 columns": "|" + "a|" * 2_000 + "\n|" + "-|" * 2_000 + "\n",
        "html": "<script>alert(1)</script><img src=x onerror=alert(1)>\n",
        "a picture from elsewhere": "![a](file:///etc/passwd)\n\n![b](../../../canary/secret.txt)\n",
        "a link with a script": "[a](javascript:alert(1))\n",
        "backticks": "`" * 30_000 + "a",
        "a heading without end": "# " + "a " * 9_000,
        "a million lines": "a\n" * 400_000,
        "a paragraph of 100,000 words": "word " * 100_000,
        "headings": "# a\n\n" * 3_000,
        "references": "".join(f"[a{i}]: b\n" for i in range(9_000)) + "[a1]" * 2_000,
        "entities": "&amp;" * 20_000, "escapes": "\\*" * 30_000,
    }.items():  # fmt: skip
        booklet = "booklets:\n  rules: {text: rules.md, page: {width: 60mm, height: 90mm}}\n"
        files = {"game.yaml": game()["game.yaml"] + booklet, "rules.md": text}
        yield Case(f"markdown: {name}", files, code=_EITHER, command=build("booklet"))


# --- what is said --------------------------------------------------------------------------


def words() -> Iterator[Case]:
    escape = "\\e]0;owned\\a\\e[2J\\u202Eevil"
    for style in ("human", "json", "github", "sarif"):
        cards = f'- {{name: One, "{escape}": 1}}\n'
        files = {**with_cards(cards), "composition.yaml": f'"{escape}": {{total: 3}}\n'}
        yield Case(f"escapes in {style}", files, command=("check", "trap", "--format", style))
        raw = GAME.replace("Trap", "A \u202eB \x9b31m").replace("FONT", f"\u2066{style}.ttf")
        yield Case(
            f"raw controls in {style}",
            {"game.yaml": raw},
            command=("check", "trap", "--format", style),
        )
    yield Case("escapes in a game's name", {"game.yaml": game()["game.yaml"].replace("Trap", f'"{escape}"')},
               code=0, command=build("mpc", "tts", "gallery"))  # fmt: skip
    yield Case("escapes in a target", {"game.yaml": game()["game.yaml"] + f'build: ["{escape}"]\n'})
    yield Case("escapes in an option", code=2, command=(*BUILD, "-t", "mpc:\x1b[31m=1"))
    yield Case("escapes in --only", code=2, command=(*BUILD, "--only", "\x1b]0;a\x07"))
    yield Case("escapes in a game that is not there", code=2, command=("build", "\x1b[2Jno"))
    yield Case("10,000 processes", code=0, command=("build", "trap", "--dpi", "72", "-j", "10000"))
    yield Case("a formula in a table", with_cards('- {name: "=cmd|calc!A1"}\n- {name: "+1+1"}\n'), code=0,
               command=build("data"))  # fmt: skip


FAMILIES = (
    names, links, specials, pictures, fonts, drawings, tables, texts, expressions, faces,
    markdown, words, imports, workbooks, layouts, decks, games, commands, records, translations,
    features.elements, features.drawings, features.showcases, features.texts, features.tables,
    features.editions,
)  # fmt: skip
"""What makes the cases of one kind, each."""
