"""Judge a font file before anything is set in it: what is damaged is named, not printed.

In      the bytes of a TTF, OTF, WOFF or WOFF2.
Out     nothing, if its tables are where its directory says, sum up to their checksums, hold what
        the others count on, and every outline can be drawn; else `FontError` that names the table.
Not here  converting (`font_conversion`), features and metrics (`fonts`).

A font that is cut short or overwritten often still opens: HarfBuzz draws nothing for an outline
that it cannot read, and letters are missing in print while the text of the PDF says that all is
well. A packed font says how much it unpacks to, and is unpacked no further than that.

Source  OpenType 1.9 (table directory, `head`, `maxp`, `loca`, `glyf`), WOFF 1.0, WOFF 2.0.
"""

from __future__ import annotations

import struct
import sys
import zlib
from array import array
from collections.abc import Iterator, Mapping
from itertools import pairwise

import uharfbuzz as hb

from cardgen.text.font_error import FontError
from cardgen.text.font_subset import CUBIC, read_cids, subset_glyphs, take_table

MAX_UNPACKED = 64_000_000
"""Bytes of a font once it is unpacked: three times the largest CJK fonts."""
MAX_LANGUAGES = 5_000
_MAX_TABLES = 512
_SUMMED = frozenset("glyf loca cmap hmtx hhea maxp head GSUB GPOS GDEF CFF2".split()) | {"CFF "}
"""Tables whose content reaches the print. Of others many a font has a stale checksum."""
_LEAST = {"head": 54, "hhea": 36, "maxp": 6, "cmap": 4, "hmtx": 4}
_LEAST_QUADRATIC = _LEAST | {"loca": 4}
_MAGIC = 0x5F0F3CF5
_QUADRATIC_MAXP, _CUBIC_MAXP = (0x00010000, 32), (0x00005000, 6)
"""Version and length of `maxp`."""
_MAX_DEPTH = 8

Tables = Mapping[str, tuple[int, int]]
"""Offset and length of each table."""


def check_file(data: bytes) -> None:
    """Judge a font as it lies on the disk.

    Raises:
        FontError: it is cut short or damaged, or unpacks to more than a font may.
    """
    if data[:4] == b"wOFF":
        _check_woff(data)
    elif data[:4] == b"wOF2":
        _check_woff2(data)
    else:
        for tag, (start, length), checksum in _read_directory(data):
            if (
                tag in _SUMMED
                and checksum
                and _compute_checksum(tag, data, start, length) != checksum
            ):
                raise FontError(f"is damaged: its table `{tag.strip()}` has a wrong checksum")


def check_static(data: bytes) -> None:
    """Judge a static font: its counts, and every outline.

    Raises:
        FontError: it is damaged.
    """
    tables = {tag: place for tag, place, _ in _read_directory(data)}
    cubic = "CFF " in tables and "glyf" not in tables
    for tag, least in (_LEAST if cubic else _LEAST_QUADRATIC).items():
        if tag not in tables:
            raise FontError(f"is damaged: it has no table `{tag}`")
        if tables[tag][1] < least:
            raise _truncated(tag)
    glyphs = _check_counts(data, tables, *(_CUBIC_MAXP if cubic else _QUADRATIC_MAXP))
    _check_languages(data, tables)
    if cubic:
        _check_cubic_outlines(data, glyphs)
    else:
        _check_outlines(data, tables, glyphs)
    _check_embedding(data, glyphs)
    if not hb.Face(data).unicodes:
        raise FontError("has no characters: its table `cmap` lists none")


def _check_embedding(data: bytes, glyphs: int) -> None:
    """Take all glyphs out as a PDF does."""
    try:
        taken = subset_glyphs(hb.Face(data), range(glyphs))
        if data[:4] == CUBIC:
            read_cids(take_table(taken, b"CFF "))
    except Exception:  # fontTools raises anything at all on a damaged font
        raise FontError("is damaged: its glyphs cannot be embedded") from None


def _truncated(tag: str) -> FontError:
    return FontError(f"is damaged: its table `{tag.strip()}` is shorter than it has to be")


# --- the directory -------------------------------------------------------------------------


def _read_directory(data: bytes) -> Iterator[tuple[str, tuple[int, int], int]]:
    """Each table's tag, place and checksum."""
    count = int.from_bytes(data[4:6], "big")
    if count > _MAX_TABLES or len(data) < 12 + 16 * count:
        raise FontError("is damaged: its list of tables is cut short")
    for at in range(12, 12 + 16 * count, 16):
        raw, checksum, start, length = struct.unpack_from(">4sLLL", data, at)
        tag = raw.decode("latin-1")
        if start + length > len(data):
            raise FontError(f"is damaged: its table `{tag.strip()}` ends beyond the file")
        yield tag, (start, length), checksum


def _compute_checksum(tag: str, data: bytes, start: int, length: int) -> int:
    table = data[start : start + length]
    if tag == "head" and length >= 12:  # one field is the sum of all
        table = table[:8] + bytes(4) + table[12:]
    words = array("I", table + bytes(-length % 4))
    if sys.byteorder == "little":
        words.byteswap()
    return sum(words) & 0xFFFFFFFF


# --- counts --------------------------------------------------------------------------------


def _check_counts(data: bytes, tables: Tables, version: int, length: int) -> int:
    """The number of glyphs."""
    head, hhea = tables["head"][0], tables["hhea"][0]
    magic, _, per_em = struct.unpack_from(">LHH", data, head + 12)
    if magic != _MAGIC or not 16 <= per_em <= 16_384:
        raise FontError("is damaged: its table `head` makes no sense")
    found, glyphs = struct.unpack_from(">LH", data, tables["maxp"][0])
    if found != version or tables["maxp"][1] < length:
        raise FontError("is damaged: its table `maxp` makes no sense")
    measured = struct.unpack_from(">H", data, hhea + 34)[0]
    if not glyphs:
        raise FontError("is damaged: its table `maxp` counts no glyphs")
    if not measured or measured > glyphs:
        raise FontError("is damaged: its table `hhea` counts wrongly")
    if tables["hmtx"][1] < 4 * measured + 2 * (glyphs - measured):
        raise _truncated("hmtx")
    return int(glyphs)


def _check_languages(data: bytes, tables: Tables) -> None:
    """Scripts times languages: a small table can list millions of them."""
    for tag in ("GSUB", "GPOS"):
        start, length = tables.get(tag, (0, 0))
        if not length:
            continue
        table = data[start : start + length]
        try:
            if _count_languages(table) > MAX_LANGUAGES:
                raise FontError(
                    f"has a table `{tag}` with more than {MAX_LANGUAGES:,} languages, the limit"
                )
        except struct.error:
            raise _truncated(tag) from None


def _count_languages(table: bytes) -> int:
    scripts = struct.unpack_from(">H", table, 4)[0]
    count = struct.unpack_from(">H", table, scripts)[0]
    total = count
    for at in range(scripts + 2, scripts + 2 + 6 * count, 6):
        script = scripts + struct.unpack_from(">H", table, at + 4)[0]
        total += struct.unpack_from(">H", table, script + 2)[0]
    return int(total)


# --- outlines ------------------------------------------------------------------------------


def _check_cubic_outlines(data: bytes, glyphs: int) -> None:
    """Draw every glyph: what cannot be drawn has no extent."""
    font = hb.Font(hb.Face(data))
    for glyph in range(glyphs):
        if font.get_glyph_extents(glyph) is None:
            raise _bad_outline(glyph, "CFF")


def _check_outlines(data: bytes, tables: Tables, glyphs: int) -> None:
    long_offsets = bool(struct.unpack_from(">h", data, tables["head"][0] + 50)[0])
    if tables["loca"][1] < (glyphs + 1) * (4 if long_offsets else 2):
        raise _truncated("loca")
    start, length = tables.get("glyf", (0, 0))
    glyf = data[start : start + length]
    at = tables["loca"][0]
    if long_offsets:
        offsets = struct.unpack_from(f">{glyphs + 1}L", data, at)
    else:
        offsets = tuple(2 * one for one in struct.unpack_from(f">{glyphs + 1}H", data, at))
    if any(first > last for first, last in pairwise(offsets)) or offsets[-1] > length:
        raise FontError("is damaged: its table `loca` points beyond the outlines")
    repeated = glyf.translate(_MARKS)
    parts: dict[int, tuple[int, ...]] = {}
    for number, (first, last) in enumerate(pairwise(offsets)):
        if first == last:
            continue
        try:
            composite = glyf[first] & 0x80
            if composite:
                parts[number] = tuple(_list_components(glyf, first, last))
            elif _find_outline_end(glyf, repeated, first) > last:
                raise _bad_outline(number)
        except (struct.error, IndexError):
            raise _bad_outline(number) from None
    _check_components(parts, glyphs)


def _bad_outline(number: int, table: str = "glyf") -> FontError:
    message = f"is damaged: in its table `{table}` the outline of glyph {number} is cut short"
    return FontError(message)


def _find_outline_end(glyf: bytes, repeated: bytes, start: int) -> int:
    """Where a simple outline ends: contours, instructions, flags, coordinates.

    `repeated` marks bytes of `glyf` that say, as flags, how often they stand; between two of them
    each flag is of one point.
    """
    contours = struct.unpack_from(">h", glyf, start)[0]
    at = start + 10 + 2 * contours
    points = struct.unpack_from(">H", glyf, at - 2)[0] + 1 if contours else 0
    if contours:
        at += 2 + struct.unpack_from(">H", glyf, at)[0]
    size = 0
    while points > 0:
        found = repeated.find(_REPEATED, at, at + points)
        end = found if found >= 0 else at + points
        size += sum(glyf[at:end].translate(_BYTES))
        points -= end - at
        at = end
        if found >= 0:
            times = 1 + glyf[at + 1]
            size += _BYTES[glyf[at]] * times
            points -= times
            at += 2
    if points or at > len(glyf):
        raise IndexError
    return int(at + size)


def _coordinate_bytes(flag: int) -> int:
    """How many bytes the coordinates of a point with this flag take."""
    x = 1 if flag & 2 else 0 if flag & 16 else 2
    y = 1 if flag & 4 else 0 if flag & 32 else 2
    return x + y


_BYTES = bytes(_coordinate_bytes(flag) for flag in range(256))
_REPEATED = 8
_MARKS = bytes(flag & _REPEATED for flag in range(256))


def _list_components(glyf: bytes, start: int, end: int) -> Iterator[int]:
    """The glyphs that a composite one is made of."""
    at, more = start + 10, True
    while more:
        flags, glyph = struct.unpack_from(">HH", glyf, at)
        at += 8 if flags & 1 else 6
        at += 2 if flags & 8 else 4 if flags & 0x40 else 8 if flags & 0x80 else 0
        if at > end:
            raise IndexError
        yield glyph
        more = bool(flags & 0x20)


def _check_components(parts: Mapping[int, tuple[int, ...]], glyphs: int) -> None:
    """Every part is there, none is part of itself, and drawing all of them ends soon."""
    depths: dict[int, int] = {}

    def depth(glyph: int, above: int) -> int:
        if glyph >= glyphs or above > _MAX_DEPTH:
            raise _bad_outline(glyph)
        if glyph not in depths:
            inner = [depth(part, above + 1) for part in parts.get(glyph, ())]
            depths[glyph] = 1 + max(inner, default=0)
        return depths[glyph]

    for glyph in parts:
        if depth(glyph, 0) > _MAX_DEPTH + 1:
            raise _bad_outline(glyph)


# --- packed fonts --------------------------------------------------------------------------


def _check_woff(data: bytes) -> None:
    """Unpack every table, and no more of it than it says it holds."""
    if len(data) < 44:
        raise FontError("is damaged: it is cut short")
    count = int.from_bytes(data[12:14], "big")
    if count > _MAX_TABLES or len(data) < 44 + 20 * count:
        raise FontError("is damaged: its list of tables is cut short")
    entries = [struct.unpack_from(">4sLLLL", data, 44 + 20 * i) for i in range(count)]
    _refuse_outsize(sum(entry[3] for entry in entries))
    for raw, start, packed, length, checksum in entries:
        tag = raw.decode("latin-1")
        if start + packed > len(data):
            raise FontError(f"is damaged: its table `{tag.strip()}` ends beyond the file")
        table = data[start : start + packed]
        if packed < length:
            table = _inflate(table, length, tag)
        if len(table) != length:
            raise FontError(f"is damaged: its table `{tag.strip()}` has a wrong length")
        if tag in _SUMMED and checksum and _compute_checksum(tag, table, 0, length) != checksum:
            raise FontError(f"is damaged: its table `{tag.strip()}` has a wrong checksum")


def _inflate(packed: bytes, length: int, tag: str) -> bytes:
    try:
        return zlib.decompressobj().decompress(packed, length + 1)
    except zlib.error:
        raise FontError(f"is damaged: its table `{tag.strip()}` cannot be unpacked") from None


def _check_woff2(data: bytes) -> None:
    """All tables are one stream: see that it ends where the list of tables says."""
    if len(data) < 48:
        raise FontError("is damaged: it is cut short")
    count, packed = struct.unpack_from(">H6xL", data, 12)
    if count > _MAX_TABLES:
        raise FontError("is damaged: its list of tables is cut short")
    try:
        length, start = _measure_woff2(data, count)
    except IndexError:
        raise FontError("is damaged: its list of tables is cut short") from None
    _refuse_outsize(length)
    if start + packed > len(data):
        raise FontError("is damaged: it is cut short")
    if _measure_unpacked(data[start : start + packed], length) != length:
        raise FontError("is damaged: it does not unpack to what its list of tables says")


def _measure_woff2(data: bytes, count: int) -> tuple[int, int]:
    """The bytes of all tables once unpacked, and where the stream begins."""
    at, total = 48, 0
    for _ in range(count):
        flags = data[at]
        at += 1 if flags & 0x3F != 0x3F else 5
        length, at = _read_base128(data, at)
        tag, version = flags & 0x3F, flags >> 6
        transformed = version != 3 if tag in (10, 11) else version != 0
        if transformed:
            length, at = _read_base128(data, at)
        total += length
    if data[4:8] == b"ttcf":
        raise FontError("is a collection; extract the one face you want")
    return total, at


def _read_base128(data: bytes, at: int) -> tuple[int, int]:
    value = 0
    for step in range(5):
        value = value << 7 | data[at + step] & 0x7F
        if not data[at + step] & 0x80:
            return value, at + step + 1
    raise IndexError


def _measure_unpacked(packed: bytes, most: int) -> int:
    """How much a stream holds, as far as it is not more than `most`: few bytes at a time, as few
    can hold many megabytes."""
    import brotli  # type: ignore[import-untyped]

    step, found = 8, 0
    decoder = brotli.Decompressor()
    try:
        for at in range(0, len(packed), step):
            found += len(decoder.process(packed[at : at + step]))
            if found > most:
                return found
    except brotli.error:
        return -1
    return found if decoder.is_finished() else -1


def _refuse_outsize(length: int) -> None:
    if length > MAX_UNPACKED:
        raise FontError(
            f"unpacks to {length // 1_000_000:,} MB; fonts of at most "
            f"{MAX_UNPACKED // 1_000_000} MB are read"
        )
