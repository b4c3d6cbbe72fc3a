"""The text of a table file, and the way back to its bytes.

In      the bytes of a file, the encoding that the game states.
Out     its text without a byte order mark; the same file with another text.
"""

from __future__ import annotations

import codecs

from msgspec import Struct

from cardgen.editing.refusal import RefusedError
from cardgen.files.game_files import UnreadableError
from cardgen.read.tables.text_encoding import decode_table

_WAYS = (
    (b"", "utf-8"),
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
    (b"", "utf-16-le"),
    (b"", "utf-16-be"),
)


class TextFile(Struct, frozen=True):
    """A file as text, and how its bytes are made of it."""

    text: str
    mark: bytes
    encoding: str

    def encode(self, text: str) -> bytes:
        """Return the file with another text.

        Raises:
            RefusedError: its encoding has no such character.
        """
        try:
            return self.mark + text.encode(self.encoding)
        except UnicodeEncodeError as error:
            lacking = error.object[error.start]
            raise RefusedError(
                f"the file is {self.encoding}, which has no `{lacking}`; save it as UTF-8 first"
            ) from None


def read_text_file(data: bytes, stated: str = "") -> TextFile:
    """Decode a file such that encoding its text gives its bytes again.

    Raises:
        RefusedError: there is no such way.
    """
    try:
        decoded = decode_table(data, stated)
    except UnreadableError as error:
        raise RefusedError(f"the file {error.reason}") from None
    text = decoded.text.removeprefix("\ufeff")
    known = decoded.guess.encoding if decoded.guess else stated
    known_ways = ((b"", known),) if known and known != "utf-16" else ()
    for mark, encoding in (*known_ways, *_WAYS):
        file = TextFile(text, mark, encoding)
        try:
            if file.encode(text) == data:
                return file
        except RefusedError:
            continue
    raise RefusedError("the file holds bytes that are no text of its encoding")
