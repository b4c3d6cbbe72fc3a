"""Locate the elements that findings are about on their cards.

In      a laid-out game, its findings.
Out     boxes for each finding, as shares of the face's bleed box.
Not here  drawing them (the page does).

A finding points at an element by its place in `layouts.yaml` (its own, or that of a note),
or at the field that fills a text; bound elements carry both places.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct, field

from cardgen.bind.bound_elements import TextBox
from cardgen.bind.bound_faces import BoundCard, BoundFace
from cardgen.core.findings import Finding, Span
from cardgen.core.geometry import Rect
from cardgen.layout.face.boxes import PlacedElement
from cardgen.pipeline.checked_game import Checked
from cardgen.preview.finding_owners import FindingOwners

FractionBox = tuple[float, float, float, float]
MAX_FACES = 200


class FindingOutlines(Struct):
    """Finds the boxes of findings; each face is laid out at most once."""

    checked: Checked
    _placed: dict[BoundFace, tuple[PlacedElement, ...]] = field(default_factory=dict)

    def find_boxes(self, findings: Sequence[Finding]) -> list[dict[str, list[FractionBox]]]:
        """Return, for each finding, the boxes on the front and the back of its card."""
        owners = FindingOwners(self.checked)
        cards = {
            f"{deck.name}/{card.id}": card
            for deck in self.checked.bound.decks
            for card in deck.cards
        }
        return [
            self._find_on_card(cards.get(owners.find_card(finding)), finding)
            for finding in findings
        ]

    def _find_on_card(
        self, card: BoundCard | None, finding: Finding
    ) -> dict[str, list[FractionBox]]:
        if card is None:
            return {}
        sides = {"front": card.front, "back": card.back}
        found = {side: self._find_boxes(face, finding) for side, face in sides.items() if face}
        return {side: boxes for side, boxes in found.items() if boxes}

    def _find_boxes(self, face: BoundFace, finding: Finding) -> list[FractionBox]:
        page = face.size.bleed_box
        return [
            to_fractions(placed.rect, page)
            for placed in find_elements(self._place_elements(face), finding)
        ]

    def _place_elements(self, face: BoundFace) -> tuple[PlacedElement, ...]:
        if face not in self._placed:
            if len(self._placed) >= MAX_FACES:
                return ()
            self._placed[face] = self.checked.laid.elements(face)
        return self._placed[face]


def find_elements(elements: Sequence[PlacedElement], finding: Finding) -> list[PlacedElement]:
    """Return the elements that a finding names in a layout, else those filled from its field."""
    spans = [span for span in (finding.span, *(n.span for n in finding.notes)) if span]
    every = list(_iterate_elements(elements))
    named = [one for one in every if any(one.box.span == span for span in spans)]
    if named:
        return named
    return [one for one in every if _is_filled_from(one, finding.span)]


def _is_filled_from(placed: PlacedElement, span: Span | None) -> bool:
    """Return whether `span` lies in the field that fills the text."""
    box = placed.box
    if span is None or not isinstance(box, TextBox):
        return False
    source = box.source
    return (source.file, source.line) == (span.file, span.line) and (
        source.column <= span.column < max(source.end_column, source.column + 1)
    )


def _iterate_elements(elements: Sequence[PlacedElement]) -> Iterator[PlacedElement]:
    for one in elements:
        yield one
        yield from _iterate_elements((*one.children, *one.mask))


def to_fractions(rect: Rect, page: Rect) -> FractionBox:
    """Return left, top, width and height as fractions of a page."""
    return (
        round(rect.left / page.width, 5),
        round(rect.top / page.height, 5),
        round(rect.width / page.width, 5),
        round(rect.height / page.height, 5),
    )
