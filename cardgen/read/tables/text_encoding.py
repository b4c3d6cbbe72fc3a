"""The text of a table file, whatever program saved it.

In      the bytes of a file, the encoding that the game states, if it does.
Out     its text, and the encoding where it had to be guessed.
Not here  YAML, which is UTF-8 always (`files.game_files`).
"""

from __future__ import annotations

import codecs

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
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_GUESS = "windows-1252"


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
    if stated:
        return DecodedText(_decode_stated(data, stated))
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return DecodedText(_decode_stated(data, encoding))
    wide = _wide_encoding(data)
    if wide:
        return DecodedText(_decode_stated(data, wide))
    try:
        return DecodedText(data.decode("utf-8"))
    except UnicodeDecodeError:
        return DecodedText(_decode_stated(data, _GUESS), _GUESS)


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
    """UTF-16 without its mark: every second byte of Western text is zero."""
    start = data[:512]
    zeros = start[1::2].count(0), start[::2].count(0)
    if len(start) < 4 or max(zeros) < len(start) // 4:
        return ""
    return "utf-16-le" if zeros[0] > zeros[1] else "utf-16-be"
