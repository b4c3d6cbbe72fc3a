"""The text of a table file, whatever program saved it.

In      the bytes of a file, the encoding that the game states, if it does.
Out     its text, and the encoding where it had to be guessed.
Not here  YAML, which is UTF-8 always (`files.game_files`).
"""

from __future__ import annotations

import codecs
import re

from msgspec import Struct

from cardgen.files.game_files import UnreadableError

ENCODINGS = (
    "utf-8", "utf-16", "windows-1250", "windows-1251", "windows-1252", "windows-1253",
    "windows-1254", "windows-1257", "iso-8859-1", "iso-8859-2", "iso-8859-15", "mac-roman",
    "cp437", "cp850", "koi8-r", "shift-jis", "euc-jp", "euc-kr", "gb18030", "big5",
)  # fmt: skip
"""What a table's `encoding:` may name."""

_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),  # it begins as UTF-16 does
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_GUESS = "windows-1252"
_ARCHIVES = {
    b"PK\x03\x04": "a workbook of Excel or LibreOffice",
    b"\xd0\xcf\x11\xe0": "an old workbook",
}
_SPARSE = 100
"""A table has at least one separator or line end in so many characters."""
_TABLE_MARKS = re.compile(r"[\n,;\t]")


class DecodedText(Struct, frozen=True):
    """The text of a file; `guessed` names its encoding where nothing in the file says it."""

    text: str
    guessed: str = ""


def decode_table(data: bytes, stated: str = "") -> DecodedText:
    """Decode a table file.

    Args:
        data: The file.
        stated: One of `ENCODINGS`; found out if it is empty.

    Raises:
        UnreadableError: the bytes are no text in the stated encoding, or in any that is tried.
    """
    for mark, kind in _ARCHIVES.items():
        if data.startswith(mark):
            raise UnreadableError(f"is no text but {kind}: name it `.xlsx`, `.ods` or `.xls`")
    if stated:
        return DecodedText(_refuse_zeros(_decode_stated(data, stated)))
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return DecodedText(_decode_stated(data, encoding))
    wide = _wide_encoding(data)
    if wide:
        return DecodedText(_decode_stated(data, wide))
    try:
        return DecodedText(_refuse_zeros(data.decode("utf-8")))
    except UnicodeDecodeError:
        if _is_damaged_utf8(data):
            return DecodedText(_decode_stated(data, "utf-8"))
        return DecodedText(_refuse_zeros(_decode_stated(data, _GUESS)), _GUESS)


def _is_damaged_utf8(data: bytes) -> bool:
    """Whether half of the letters beyond ASCII are UTF-8: then the others are damage.

    A guess would spoil them all.
    """
    read = data.decode("utf-8", "replace")
    damaged = read.count("\ufffd")
    return sum(character > "\x7f" for character in read) - damaged >= damaged


def _refuse_zeros(text: str) -> str:
    """Text has no zero bytes: they are of another encoding, or of a file that is no text.

    Raises:
        UnreadableError: there is one.
    """
    at = text.find("\0")
    if at >= 0:
        line = text.count("\n", 0, at) + 1
        raise UnreadableError(
            f"holds a zero byte (line {line}); if it is UTF-16, state `encoding: utf-16`"
        )
    return text


def _decode_stated(data: bytes, encoding: str) -> str:
    # "utf-8" drops a byte order mark too: spreadsheet programs write one
    name = "utf-8-sig" if encoding == "utf-8" else encoding
    try:
        return data.decode(name)
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise UnreadableError(
            f"is not {encoding.removesuffix('-sig')} text (line {line})"
        ) from None


def _wide_encoding(data: bytes) -> str:
    """UTF-16 without its mark: read so, it is text with commas or line ends, and without zeros."""
    if b"\0" not in data or len(data) % 2:
        return ""
    for encoding in ("utf-16-le", "utf-16-be"):
        try:
            text = data.decode(encoding)
        except UnicodeDecodeError:
            continue
        marks = len(_TABLE_MARKS.findall(text))
        if "\0" not in text and marks * _SPARSE >= len(text):
            return encoding
    return ""
