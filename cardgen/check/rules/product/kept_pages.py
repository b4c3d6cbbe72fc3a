"""Findings on a booklet's pages, kept from one run to the next.

In      a booklet, the key of all that its pages depend on but their heads and feet; how to look.
Out     its findings, those of an earlier run if the pages are the same.

What heads and feet say is worked out page by page, from templates. So with the findings it is kept
what they said when the pages were laid out; if they would say anything else now, the pages are
looked at anew.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

import msgspec
from msgspec import Struct

from cardgen.bind.booklet.bound_booklet import BoundBooklet, RunningText
from cardgen.cache.result_store import ResultStore
from cardgen.check.engine.kept_findings import make_key
from cardgen.core.entry_lines import as_kept, restore_lines
from cardgen.core.findings import Finding

_Said = tuple[tuple[int, str, bytes], ...]
"""Pages, their sections, and the keys of what was said on them."""


class _Kept(Struct, frozen=True):
    head: _Said
    foot: _Said
    findings: tuple[Finding, ...]


def recall_pages(
    booklet: BoundBooklet,
    store: ResultStore,
    key: bytes,
    look: Callable[[], Iterable[Finding]],
) -> tuple[Finding, ...]:
    """Return the findings on a booklet's pages, made by `look` if they are not known."""
    kept = _read_kept(store, key)
    if kept and _still_says(booklet.head, kept.head) and _still_says(booklet.foot, kept.foot):
        return kept.findings
    found = tuple(look())
    made = _Kept(_list_said(booklet.head), _list_said(booklet.foot), found)
    store.put(key, msgspec.to_builtins(made, builtin_types=(bytes,), enc_hook=as_kept))
    return found


def _read_kept(store: ResultStore, key: bytes) -> _Kept | None:
    stored = restore_lines(store.get(key), store.starts)
    try:
        return msgspec.convert(stored, _Kept, builtin_types=(bytes,))
    except msgspec.ValidationError:
        return None


def _list_said(line: RunningText | None) -> _Said:
    said = line.said.items() if line else ()
    return tuple((page, section, make_key(text)) for (page, section), text in said)


def _still_says(line: RunningText | None, said: _Said) -> bool:
    if line is None:
        return not said
    return all(make_key(line.say(page, section)) == key for page, section, key in said)
