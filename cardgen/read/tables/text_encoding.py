"""The text of a table file, whatever program saved it.

In      the bytes of a file, the encoding that the game states, if it does.
Out     its text, and the encoding where it had to be guessed.
Not here  the guess (`read.tables.encoding_guess`), letters that were spoiled before
          (`read.tables.spoiled_letters`); YAML, which is UTF-8 always (`files.game_files`).
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Sequence

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
_ARCHIVES = {
    b"PK\x03\x04": "a workbook of Excel or LibreOffice",
    b"\xd0\xcf\x11\xe0": "an old workbook",
}
_SPARSE = 100
"""A table has at least one separator or line end in so many characters."""
_TABLE_MARKS = re.compile(r"[\n,;\t]")
_FOREIGN_WORD = re.compile(r"""[^\s,;|"]{0,20}[^\x00-\x7f][^\s,;|"]{0,20}""")


class Guess(Struct, frozen=True):
    """An encoding that nothing in the file says, and a word by which a reader judges it."""

    encoding: str
    start: int
    word: str
    other: str = ""
    """The likeliest encoding in which it is another word."""
    other_word: str = ""


class DecodedText(Struct, frozen=True):
    """The text of a file, and the guess where its encoding had to be guessed."""

    text: str
    guess: Guess | None = None


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
        return _decode_guessed(data)


def _decode_guessed(data: bytes) -> DecodedText:
    from cardgen.read.tables.encoding_guess import likely_encodings

    encodings = likely_encodings(data)
    if encodings[0] == "utf-8":  # a guess would spoil all letters, for those that were damaged
        return DecodedText(_decode_stated(data, "utf-8"))
    for encoding in encodings:
        try:
            text = data.decode(encoding)
        except UnicodeDecodeError:  # behind what was looked at
            continue
        return DecodedText(_refuse_zeros(text), _judge_guess(text, encoding, encodings))
    raise UnreadableError("is not UTF-8 text, nor in any other `encoding:` that is known")


def _judge_guess(text: str, encoding: str, encodings: Sequence[str]) -> Guess:
    """The first word that is not plain ASCII, and what it would be in another encoding."""
    found = _FOREIGN_WORD.search(text)
    assert found is not None  # or the file were UTF-8
    start, word = found.start(), found[0]
    for other in encodings:
        other_word = word.encode(encoding).decode(other, "replace")
        if other_word != word and "\ufffd" not in other_word and other_word.isprintable():
            return Guess(encoding, start, word, other, other_word)
    return Guess(encoding, start, word)


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
