"""PDF objects of which a file of cards has hundreds, written as ReportLab writes them, but at once.

In      names, values, operators.
Out     bytes; the same that ReportLab's own objects give, in a fifth of the time.

ReportLab formats each value of each dictionary through a chain of its own; here what recurs is
formatted once.
"""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from reportlab.pdfbase import pdfdoc

_A_LINE = 6
"""Entries between line ends."""
_PROCEDURES = b"[ /PDF /Text /ImageB /ImageC /ImageI ]"


class Resources(pdfdoc.PDFResourceDictionary):  # type: ignore[misc]
    """What operators refer to."""

    def format(self, document: Any) -> bytes:
        entries = {"ProcSet": _PROCEDURES}
        for kind in self.dict_attributes:
            found = getattr(self, kind)
            if not isinstance(found, dict):
                entries[kind] = _format(found, document)
            elif found:
                each = {name: _format(value, document) for name, value in found.items()}
                entries[kind] = dictionary(each)
        return dictionary(entries)


class OperatorStream(pdfdoc.PDFStream):  # type: ignore[misc]
    """Operators, and what is said of them."""

    def __init__(self, operators: str, *, packed: bool) -> None:
        super().__init__(content=operators.encode("ascii"))
        self._packed = packed
        self.entries: dict[str, Any] = {}

    def format(self, document: Any) -> bytes:
        data = zlib.compress(self.content) if self._packed else self.content
        entries = {name: _format(value, document) for name, value in self.entries.items()}
        if self._packed:
            entries["Filter"] = b"[ /FlateDecode ]"
        entries["Length"] = b"%d" % len(data)
        return b"".join((dictionary(entries), b"\nstream\n", data, b"endstream\n"))


class Form(OperatorStream):
    """A form XObject: operators that pages show."""

    def __init__(self, operators: str, box: bytes, resources: Resources, *, packed: bool) -> None:
        super().__init__(operators, packed=packed)
        self.entries |= {
            "BBox": box,
            "Resources": resources,
            "Subtype": b"/Form",
            "Type": b"/XObject",
        }


class PageObject(pdfdoc.PDFObject):  # type: ignore[misc]
    """A page: what it shows, its boxes, and what else is said of it."""

    __RefOnly__ = 1

    def __init__(self, stream: OperatorStream, entries: Mapping[str, Any]) -> None:
        self._stream = stream
        self.entries: dict[str, Any] = {
            "Rotate": b"0",
            "Trans": b"<<\n\n>>",
            "Type": b"/Page",
            **entries,
        }

    def format(self, document: Any) -> bytes:
        self.entries["Parent"] = document.Reference(document.Pages)  # numbered before the stream
        self.entries["Contents"] = document.Reference(self._stream)
        return dictionary({n: _format(value, document) for n, value in self.entries.items()})


def dictionary(entries: Mapping[str, bytes]) -> bytes:
    """A dictionary of formatted values, by name."""
    parts = [b"%b %b" % (_name(name), value) for name, value in sorted(entries.items())]
    for index in reversed(range(_A_LINE, len(parts), _A_LINE)):
        parts.insert(index, b"\n ")
    return b"<<\n%b\n>>" % b" ".join(parts)


def _format(value: Any, document: Any) -> bytes:
    """A value as it stands in a dictionary."""
    if type(value) is pdfdoc.PDFObjectReference:
        return b"%d %d R" % document.idToObjectNumberAndVersion[value.name]
    formatted: bytes = pdfdoc.format(value, document)
    return formatted


@lru_cache(maxsize=1024)
def _name(name: str) -> bytes:
    escaped: str = pdfdoc.PDFName(name)
    return escaped.encode("ascii")


@lru_cache(maxsize=256)
def box(left: float, bottom: float, right: float, top: float) -> bytes:
    """An array of a box's sides."""
    formatted: bytes = pdfdoc.PDFArray([left, bottom, right, top]).format(None)
    return formatted
