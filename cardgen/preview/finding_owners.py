"""Map findings to cards, or to the box or booklet they are about.

In      a game as far as it is shown, a finding.
Out     the key of a card; the target that draws a box or a booklet.
Not here  where on the card it points (`preview.finding_outlines`).
"""

from __future__ import annotations

from bisect import bisect_right
from functools import cached_property
from typing import Any

from cardgen.check.engine.whole_decks import OF_FILES, list_other_pieces
from cardgen.core.findings import Finding, Span
from cardgen.pipeline.checked_game import Checked
from cardgen.read.tables.cards import CardSpec


class FindingOwners:
    """Maps a finding to the card it names, or to the card whose row it points into.

    Findings about a box, a booklet or a whole file belong to no card.
    """

    def __init__(self, shown: Checked | None) -> None:
        self._others = list_other_pieces(shown.spec) if shown else ()
        self._keys: set[str] = set()
        self._rows: dict[str, list[tuple[int, str]]] = {}
        self._shown = shown
        for deck in shown.bound.decks if shown else ():
            for card in deck.cards:
                key = f"{deck.name}/{card.id}"
                self._keys.add(key)
                self._rows.setdefault(card.span.file, []).append((card.span.line, key))
        for rows in self._rows.values():
            rows.sort()

    def find_card(self, finding: Finding) -> str:
        if finding.card in self._keys:
            return finding.card
        if finding.span is None or finding.code in OF_FILES:
            return ""
        return self._find_row(finding.span)

    @cached_property
    def _specs(self) -> dict[str, CardSpec]:
        """The rows of the cards; not looked for while nothing is wrong."""
        return _find_rows(self._shown) if self._shown else {}

    def find_field(self, finding: Finding) -> str:
        """Return the field of the card's row that a finding points into, or ""."""
        span = finding.span
        row = self._specs.get(self.find_card(finding)) if span else None
        if row is None or span is None:
            return ""
        for name, (_, value) in row.node.entries.items():
            if _contains(value.span, span):
                return name
        return ""

    def find_other(self, finding: Finding) -> dict[str, Any] | None:
        """Return the target that draws the box or booklet, and its name; None for cards."""
        if finding.card in self._keys:
            return None
        kinds = (other.target for other in self._others if other.contains(finding))
        target = next(kinds, None)
        return {"target": target, "name": finding.card} if target else None

    def _find_row(self, span: Span) -> str:
        rows = self._rows.get(span.file, [])
        at = bisect_right(rows, span.line, key=lambda row: row[0])
        return rows[at - 1][1] if at else ""


def _contains(own: Span, span: Span) -> bool:
    same_line = (own.file, own.line) == (span.file, span.line)
    return same_line and own.column <= span.column < max(own.end_column, own.column + 1)


def _find_rows(shown: Checked) -> dict[str, CardSpec]:
    """The rows of the cards, by their keys."""
    found: dict[str, CardSpec] = {}
    for deck in shown.bound.decks:
        rows = {
            (row.span.file, row.span.line, row.span.column): row
            for row in shown.spec.cards.get(deck.name, ())
        }
        for card in deck.cards:
            row = rows.get((card.span.file, card.span.line, card.span.column))
            if row is not None:
                found[f"{deck.name}/{card.id}"] = row
    return found
