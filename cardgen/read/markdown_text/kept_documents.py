"""Texts of booklets that were read before: parsed once, however often they are asked for.

In      the text of a file, where its lines were typed.
Out     the same `Document` that `read.markdown_text.parser` makes of it.
Not here  the store (`cache.result_store`), which gives nothing to another program.

A tree depends on the text, the name of its file and the places of its lines, and on nothing else.
It is kept only if nothing was found wrong: findings have to be made again. To parse the 40 pages of
a booklet and to import the parser takes 60 ms, to read its tree 2 ms.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from hashlib import blake2b
from typing import Any, TypeVar

import msgspec

from cardgen.cache.content_key import UNPACKABLE
from cardgen.cache.result_store import ResultStore
from cardgen.core.findings import Report, Span
from cardgen.read.markdown_text.tree import Document, Line

T = TypeVar("T")


def read_document(
    text: str, file: str, report: Report, places: Sequence[Span | None], store: ResultStore
) -> Document:
    """Read a text; see `parser.read_markdown`.

    Args:
        text: The text.
        file: Its name.
        report: Takes the findings.
        places: Where its lines were typed, if some of them are translated.
        store: Holds what was read before.
    """

    def read() -> Document:
        from cardgen.read.markdown_text.parser import read_markdown

        return read_markdown(text, file, report, places)

    return _fetch(Document, ("markdown", file, text, tuple(places)), store, report, read)


def read_kept_line(text: str, span: Span, report: Report, store: ResultStore) -> Line:
    """Read a line that stands within another text; see `parser.read_line`."""

    def read() -> Line:
        from cardgen.read.markdown_text.parser import read_line

        return read_line(text, span, report)

    return _fetch(Line, ("line", text, span), store, report, read)


def _fetch(
    kind: Any, parts: tuple[object, ...], store: ResultStore, report: Report, read: Callable[[], T]
) -> T:
    """What is kept under the key of some parts, or what `read` makes, if it finds no fault."""
    key = _make_key(parts)
    found: T | None = _recall(kind, store, key)
    if found is not None:
        return found
    told = report.told
    made = read()
    if key and report.told == told:
        store.put(key, msgspec.msgpack.encode(made))
    return made


def _make_key(parts: tuple[object, ...]) -> bytes:
    """The key of a text; empty if it has none (half a character)."""
    try:
        return blake2b(msgspec.msgpack.encode(parts), digest_size=16).digest()
    except UNPACKABLE:
        return b""


def _recall(kind: Any, store: ResultStore, key: bytes) -> Any:
    packed = store.get(key) if key else None
    try:
        return _make_decoder(kind).decode(packed) if isinstance(packed, bytes) else None
    except (msgspec.DecodeError, RecursionError):
        return None


@cache
def _make_decoder(kind: Any) -> msgspec.msgpack.Decoder[Any]:
    return msgspec.msgpack.Decoder(kind)
