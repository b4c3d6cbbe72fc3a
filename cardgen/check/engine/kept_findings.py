"""Findings kept from one run to the next: as plain data, under the content that they are about.

In      what a rule looks at; the findings that it makes of it.
Out     keys; findings out of a `ResultStore`.

A key holds all that the findings can depend on, places in files included, and the store holds
those of this very program only (`cache.result_store`). What cannot be put into a key is not kept.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

import msgspec

from cardgen.cache.content_key import StandIns, make_content_key
from cardgen.cache.result_store import ResultStore
from cardgen.core.entry_lines import EntryLine, Starts, as_kept, restore_lines
from cardgen.core.findings import Finding
from cardgen.text.fonts import Face

Weighed = tuple[Finding, float]
"""A finding, and how bad it is."""


def make_key(*parts: object, stand_ins: StandIns | None = None) -> bytes:
    """The key of values: fonts go in as the hash of their bytes, and their names; `stand_ins` give
    what stands for other large parts."""
    return make_content_key(parts, {**_FONTS, **(stand_ins or {})})


_FONTS: StandIns = {Face: lambda face: face.identity}


def recall(store: ResultStore, key: bytes) -> tuple[Weighed, ...] | None:
    """Return the findings under a key; None if they are not known."""
    stored = store.get(key)
    if stored == []:
        return ()  # as of most faces
    stored = restore_lines(stored, store.starts)
    try:
        return None if stored is None else msgspec.convert(stored, tuple[Weighed, ...])
    except msgspec.ValidationError:
        return None


def remember(store: ResultStore, key: bytes, found: Iterable[Weighed]) -> None:
    """Keep findings under a key; that there are none is worth as much."""
    found = tuple(found)
    if all(_knows_entries(finding, store.starts) for finding, _ in found):
        store.put(key, [msgspec.to_builtins(one, enc_hook=as_kept) for one in found])


def keep_findings(
    store: ResultStore, key: bytes, find: Callable[[], Iterable[Finding]]
) -> Sequence[Finding]:
    """Return the findings under a key, or what `find` makes, which is kept from now on."""
    known = recall(store, key)
    if known is None:
        known = tuple((finding, 0.0) for finding in find())
        remember(store, key, known)
    return [finding for finding, _ in known]


def _knows_entries(finding: Finding, starts: Starts) -> bool:
    """Whether all its places in files with entries know theirs: it can be found again when these
    have moved."""
    files = {file for file, _ in starts}
    places = [finding.span, *(note.span for note in finding.notes)]
    return all(
        isinstance(place.line, EntryLine) for place in places if place and place.file in files
    )
