"""Say once what is wrong with one element on many cards, or with all copies of one card.

In      `FaceFault`s: a finding a card, with how bad it is there; findings of the phases.
Out     `Finding`s: the worst of each element in each deck, with a note on how many cards it
        stands; the first of those on copies of one row, with a note on how many.

A card that the game gives a level of its own for the code keeps its own finding, so that
to silence one card silences neither more nor less.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator

from msgspec import Struct
from msgspec.structs import replace

from cardgen.bind.game.bound_game import BoundGame
from cardgen.check.engine.subject import CheckedFace, Subject
from cardgen.core.findings import Finding, Note, Severity, Span

_NUMBER = re.compile(r"\d+([.,]\d+)*")


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


def merge_copies(bound: BoundGame, findings: Iterable[Finding]) -> Iterator[Finding]:
    """One finding for all copies of a card that have a face each; only numbers may differ in it."""
    rows = {f"{c.deck}/{c.id}": (c.deck, c.span) for deck in bound.decks for c in deck.cards}
    copies = Counter(rows.values())
    single = {(entry.code, entry.card) for entry in bound.spec.file.checks if entry.card}
    groups: dict[tuple[object, ...], list[Finding]] = {}
    for one in findings:
        row = rows.get(one.card)
        apart = row is None or copies[row] == 1 or (one.code, one.card) in single
        groups.setdefault((one,) if apart else (row, *_describe_fault(one)), []).append(one)
    for first, *others in groups.values():
        cards = {one.card for one in (first, *others)}
        notes = first.notes
        if len(cards) > 1:
            all_copies = copies[rows[first.card]]
            notes += (Note(f"on {len(cards)} of {all_copies} copies, each with a face"),)
        yield replace(first, notes=notes)


def _describe_fault(finding: Finding) -> tuple[object, ...]:
    """What findings on copies of a card have in common: all but the card and numbers."""
    places = tuple(note.span for note in finding.notes)
    message = _NUMBER.sub("", finding.message)
    return finding.code, finding.severity, finding.span, places, message


def _list_other_cards(group: list[FaceFault]) -> tuple[Note, ...]:
    faces = {one.face.card: one.face for one in group}
    if len(faces) == 1:
        return ()
    first = next(iter(faces.values()))
    noun = "cards" if first.size.wall is None else "panels"
    return (Note(f"on {len(faces)} {noun}, the first is `{first.card}`", first.bound.span),)
