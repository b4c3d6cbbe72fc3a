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
NOTHING = b"<<\n\n>>"


class Resources(pdfdoc.PDFResourceDictionary):  # type: ignore[misc]
    """What operators refer to."""

    def format(self, document: Any) -> bytes:
        entries = {"ProcSet": _PROCEDURES}
        for kind in self.dict_attributes:
            found = getattr(self, kind)
            if not isinstance(found, dict):
                entries[kind] = pdfdoc.format(found, document)
            elif found:
                each = {name: pdfdoc.format(value, document) for name, value in found.items()}
                entries[kind] = dictionary(each)
        return dictionary(entries)


class Form(pdfdoc.PDFStream):  # type: ignore[misc]
    """A form XObject: operators that pages show."""

    def __init__(self, operators: str, box: bytes, resources: Resources, *, packed: bool) -> None:
        super().__init__(content=operators.encode("ascii"))
        self._packed = packed
        self.entries: dict[str, Any] = {
            "BBox": box,
            "Resources": resources,
            "Subtype": b"/Form",
            "Type": b"/XObject",
        }

    def format(self, document: Any) -> bytes:
        data = zlib.compress(self.content) if self._packed else self.content
        entries = {name: pdfdoc.format(value, document) for name, value in self.entries.items()}
        if self._packed:
            entries["Filter"] = b"[ /FlateDecode ]"
        entries["Length"] = b"%d" % len(data)
        return b"".join((dictionary(entries), b"\nstream\n", data, b"endstream\n"))


def dictionary(entries: Mapping[str, bytes]) -> bytes:
    """A dictionary of formatted values, by name."""
    parts = [b"%b %b" % (_name(name), value) for name, value in sorted(entries.items())]
    for index in reversed(range(_A_LINE, len(parts), _A_LINE)):
        parts.insert(index, b"\n ")
    return b"<<\n%b\n>>" % b" ".join(parts)


@lru_cache(maxsize=1024)
def _name(name: str) -> bytes:
    escaped: str = pdfdoc.PDFName(name)
    return escaped.encode("ascii")


@lru_cache(maxsize=256)
def box(left: float, bottom: float, right: float, top: float) -> bytes:
    """An array of a box's sides."""
    formatted: bytes = pdfdoc.PDFArray([left, bottom, right, top]).format(None)
    return formatted
