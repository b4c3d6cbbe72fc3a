"""Which card a finding is about, or which piece that is no card.

In      a game as far as it is shown, a finding.
Out     the key of a card; the target that draws a box or a booklet.
Not here  where on the card it points (`preview.finding_outlines`).
"""

from __future__ import annotations

from bisect import bisect_right
from typing import Any

from msgspec import Struct

from cardgen.check.engine.levels import Places
from cardgen.core.findings import Finding, Span
from cardgen.pipeline.inspection import Checked

_OF_FILES = frozenset(
    {
        "unreadable-file",
        "empty-file",
        "yaml-syntax",
        "yaml-document",
        "yaml-limit",
        "csv-quote",
    }
)
"""Codes about a file as a whole: it could not be read to its end, so the row above the place
is not at fault, and need not even be a card."""


class Owners:
    """Which card a finding is about: the one it names, or the one whose row it points into.

    What is about a box, a booklet or a whole file is about no card.
    """

    def __init__(self, shown: Checked | None) -> None:
        self._others = _others(shown) if shown else ()
        self._known: set[str] = set()
        self._rows: dict[str, list[tuple[int, str]]] = {}
        for deck in shown.bound.decks if shown else ():
            for card in deck.cards:
                key = f"{deck.name}/{card.id}"
                self._known.add(key)
                self._rows.setdefault(card.span.file, []).append((card.span.line, key))
        for rows in self._rows.values():
            rows.sort()

    def of(self, finding: Finding) -> str:
        if finding.card in self._known:
            return finding.card
        if finding.span is None or finding.code in _OF_FILES:
            return ""
        return self._row(finding.span)

    def other(self, finding: Finding) -> dict[str, Any] | None:
        """Where to see what is no card: the target that draws it, and what of it is meant."""
        if finding.card in self._known:
            return None
        kinds = (other.target for other in self._others if other.has(finding))
        target = next(kinds, None)
        return {"target": target, "name": finding.card} if target else None

    def _row(self, span: Span) -> str:
        rows = self._rows.get(span.file, [])
        at = bisect_right(rows, span.line, key=lambda row: row[0])
        return rows[at - 1][1] if at else ""


class Other(Struct, frozen=True):
    """Pieces that are no cards, all of one kind: boxes, or booklets."""

    target: str
    names: frozenset[str]
    places: Places
    texts: frozenset[str] = frozenset()

    def has(self, finding: Finding) -> bool:
        span = finding.span
        inside = span is not None and (span.file in self.texts or self.places.hold(span))
        return inside or finding.card.partition("/")[0] in self.names


def _others(shown: Checked) -> tuple[Other, ...]:
    file = shown.spec.file
    boxes, booklets = file.boxes, file.booklets
    texts = frozenset(booklet.text for booklet in booklets.values())
    return (
        Other("box", frozenset(boxes), Places(box.node for box in boxes.values())),
        Other("booklet", frozenset(booklets), Places(b.node for b in booklets.values()), texts),
    )
