"""Say once what is wrong with one element on many cards.

In      `FaceFault`s: a finding a card, with how bad it is there.
Out     `Finding`s: the worst of each element in each deck, with a note on how many cards it
        stands.

A card that the game gives a level of its own for the code keeps its own finding, so that
to silence one card silences neither more nor less.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator

from msgspec import Struct
from msgspec.structs import replace

from cardgen.check.engine.subject import CheckedFace, Subject
from cardgen.core.findings import Finding, Note, Severity, Span


class FaceFault(Struct, frozen=True):
    """A finding on one face; the larger `weight`, the worse."""

    finding: Finding
    face: CheckedFace
    weight: float = 0.0


def make_fault(
    code: str,
    message: str,
    face: CheckedFace,
    place: Span,
    *,
    hint: str,
    severity: Severity = "warning",
    weight: float = 0.0,
) -> FaceFault:
    """A fault of an element, or of the layout, on one face."""
    finding = Finding(code, message, place, severity, hint=hint, card=face.card)
    return FaceFault(finding, face, weight)


def merge_faults(subject: Subject, faults: Iterable[FaceFault]) -> Iterator[Finding]:
    """One finding an element: that of the card where it is worst, the first of equals."""
    single = {(entry.code, entry.card) for entry in subject.spec.file.checks if entry.card}
    groups: dict[tuple[str, Severity, Span | None, str], list[FaceFault]] = defaultdict(list)
    for one in faults:
        found = one.finding
        who = found.card if (found.code, found.card) in single else one.face.bound.deck
        groups[found.code, found.severity, found.span, who].append(one)
    for group in groups.values():
        worst = max(group, key=lambda one: one.weight)
        yield replace(worst.finding, notes=(*worst.finding.notes, *_list_other_cards(group)))


def _list_other_cards(group: list[FaceFault]) -> tuple[Note, ...]:
    faces = {one.face.card: one.face for one in group}
    if len(faces) == 1:
        return ()
    first = next(iter(faces.values()))
    noun = "cards" if first.size.wall is None else "panels"
    return (Note(f"on {len(faces)} {noun}, the first is `{first.card}`", first.bound.span),)
