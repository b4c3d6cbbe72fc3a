"""Where on a card a finding's element stands.

In      a laid-out game, its findings.
Out     boxes for each finding, as shares of the face's bleed box.
Not here  drawing them (the page does).

A finding points at an element by its place in `layouts.yaml` (its own, or that of a note),
or at the field that fills a text; both are kept by what was bound.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct, field

from cardgen.bind.bound_faces import BoundCard, BoundFace, TextBox
from cardgen.core.findings import Finding, Span
from cardgen.core.geometry import Rect
from cardgen.layout.face.boxes import PlacedElement
from cardgen.pipeline.inspection import Checked
from cardgen.preview.finding_owners import Owners

Box = tuple[float, float, float, float]
MOST_FACES = 200


class Outlines(Struct):
    """Finds the boxes of findings; a face is placed once."""

    checked: Checked
    _placed: dict[BoundFace, tuple[PlacedElement, ...]] = field(default_factory=dict)

    def of(self, findings: Sequence[Finding]) -> list[dict[str, list[Box]]]:
        """For each finding the boxes on the front and the back of its card."""
        owners = Owners(self.checked)
        cards = {
            f"{deck.name}/{card.id}": card
            for deck in self.checked.bound.decks
            for card in deck.cards
        }
        return [self._on(cards.get(owners.of(finding)), finding) for finding in findings]

    def _on(self, card: BoundCard | None, finding: Finding) -> dict[str, list[Box]]:
        if card is None:
            return {}
        sides = {"front": card.front, "back": card.back}
        found = {side: self._boxes(face, finding) for side, face in sides.items() if face}
        return {side: boxes for side, boxes in found.items() if boxes}

    def _boxes(self, face: BoundFace, finding: Finding) -> list[Box]:
        page = face.size.bleed_box
        return [share(placed.rect, page) for placed in pointed_at(self._elements(face), finding)]

    def _elements(self, face: BoundFace) -> tuple[PlacedElement, ...]:
        if face not in self._placed:
            if len(self._placed) >= MOST_FACES:
                return ()
            self._placed[face] = self.checked.laid.elements(face)
        return self._placed[face]


def pointed_at(elements: Sequence[PlacedElement], finding: Finding) -> list[PlacedElement]:
    """The elements that a finding is about: by the layout if it says so, else by the field."""
    spans = [span for span in (finding.span, *(n.span for n in finding.notes)) if span]
    every = list(_walk(elements))
    named = [one for one in every if any(one.box.span == span for span in spans)]
    if named:
        return named
    return [one for one in every if _fills(one, finding.span)]


def _fills(placed: PlacedElement, span: Span | None) -> bool:
    """Whether `span` lies in the field that the text comes from."""
    box = placed.box
    if span is None or not isinstance(box, TextBox):
        return False
    source = box.source
    return (source.file, source.line) == (span.file, span.line) and (
        source.column <= span.column < max(source.end_column, source.column + 1)
    )


def _walk(elements: Sequence[PlacedElement]) -> Iterator[PlacedElement]:
    for one in elements:
        yield one
        yield from _walk(one.children)


def share(rect: Rect, page: Rect) -> Box:
    """A rectangle as shares of a page: left, top, width, height."""
    return (
        round(rect.left / page.width, 5),
        round(rect.top / page.height, 5),
        round(rect.width / page.width, 5),
        round(rect.height / page.height, 5),
    )
