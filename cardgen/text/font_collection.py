"""Take one face out of a collection of fonts (TTC, OTC).

In      `fonts/Songti.ttc#2` or `fonts/Songti.ttc#Songti SC Bold`; the bytes of the file.
Out     the bytes of a font file that holds this face alone, its tables as they were.
Not here  other font files (`text.font_conversion`).

Source  OpenType 1.9, "Font Collections".
"""

from __future__ import annotations

import struct
from collections.abc import Sequence

import uharfbuzz as hb

from cardgen.text.font_error import FontError

SUFFIXES = (".ttc", ".otc")
_MARK = b"ttcf"
_MOST = 256
_MOST_TOLD = 12
_FULL_NAME, _FAMILY = 4, 1


def split_face(path: str) -> tuple[str, str]:
    """Return the file, and which of its faces is meant, if it is a collection."""
    for suffix in SUFFIXES:
        end = path.lower().find(f"{suffix}#")
        if end >= 0:
            end += len(suffix)
            return path[:end], path[end + 1 :].strip()
    return path, ""


def take_face(data: bytes, wanted: str) -> bytes:
    """Return the face of a collection that has a number, from 1, or a name; a file that is no
    collection as it is.

    Raises:
        FontError: there is no such face, or it is not said which, or the list is damaged.
    """
    if data[:4] != _MARK:
        if wanted:
            raise FontError(f"is no collection: leave out `#{wanted}`")
        return data
    starts = _list_starts(data)
    if wanted.isascii() and wanted.isdigit() and 0 < int(wanted) <= len(starts):
        return _copy_face(data, starts[int(wanted) - 1])
    names = [_find_name(data, index) for index in range(len(starts))]
    alike = [index for index, name in enumerate(names) if name.casefold() == wanted.casefold()]
    if wanted and alike:
        return _copy_face(data, starts[alike[0]])
    raise FontError(_explain_choice(wanted, names))


def _explain_choice(wanted: str, names: Sequence[str]) -> str:
    lacks = f"has no face `{wanted}`" if wanted else "is a collection: say which face you want"
    told = ", ".join(f"`#{n}` ({name})" for n, name in enumerate(names[:_MOST_TOLD], 1))
    more = f", … `#{len(names)}`" if len(names) > _MOST_TOLD else ""
    return f"{lacks}, by number or name: {told}{more}"


def _list_starts(data: bytes) -> tuple[int, ...]:
    """Where the directory of each face begins."""
    if len(data) < 12:
        raise FontError("is damaged: its list of faces is cut short")
    count: int = struct.unpack_from(">L", data, 8)[0]
    if not 0 < count <= _MOST or len(data) < 12 + 4 * count:
        raise FontError("is damaged: its list of faces is cut short")
    return struct.unpack_from(f">{count}L", data, 12)


def _find_name(data: bytes, index: int) -> str:
    face = hb.Face(data, index)
    for number in (_FULL_NAME, _FAMILY):
        name = face.get_name(number)
        if name:
            return str(name)
    return "without a name"


def _copy_face(data: bytes, start: int) -> bytes:
    """A file of its own: the directory with new offsets, then the tables."""
    try:
        version, count = struct.unpack_from(">4sH", data, start)
        head = data[start : start + 12]
        entries = [struct.unpack_from(">4sLLL", data, start + 12 + 16 * i) for i in range(count)]
    except struct.error:
        raise FontError("is damaged: a list of tables is cut short") from None
    if version == _MARK or sum(length for *_, length in entries) > 2 * len(data):
        raise FontError("is damaged: its tables lie within each other")
    directory, tables = [head], list[bytes]()
    offset = 12 + 16 * count
    for tag, checksum, at, length in entries:
        if at + length > len(data):
            name = tag.decode("latin-1").strip()
            raise FontError(f"is damaged: its table `{name}` ends beyond the file")
        directory.append(struct.pack(">4sLLL", tag, checksum, offset, length))
        padding = -length % 4
        tables.append(data[at : at + length] + bytes(padding))
        offset += length + padding
    return b"".join((*directory, *tables))
