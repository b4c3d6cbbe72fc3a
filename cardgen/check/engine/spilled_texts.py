"""What only follows from a text that does not fit: told with that text, not once more.

In      faults of letters that are out of their box, or of a column that is too full; findings.
Out     the faults with a note; the findings without those that are told as an overflow.

What a game silences is told by nobody: there the fault of the letters stays. On a card where the
same letters are at fault within their box, that is told.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from cardgen.check.engine.ink_marks import InkMark, center_stands_in
from cardgen.check.engine.repeated_findings import FaceFault
from cardgen.core.findings import Finding, Note
from cardgen.core.geometry import Rect

_FOLLOWS = Note("it stands there because not all fits into its box")
_OVERFLOWS = ("text-overflow", "box-overflow")
_LEAST = 1e6
"""What makes a fault that follows from another the least of all of its kind."""


def is_spilled(mark: InkMark, rect: Rect) -> bool:
    """Whether a letter or icon of a text is out of the room that it should have kept to."""
    return mark.room is not None and not center_stands_in(rect, mark.room)


def note_spill(fault: FaceFault) -> FaceFault:
    """A fault of letters that are where they are only because they do not fit."""
    finding = replace(fault.finding, notes=(*fault.finding.notes, _FOLLOWS))
    return replace(fault, finding=finding, weight=fault.weight - _LEAST)


def drop_spills(told: Iterable[Finding], findings: Iterable[Finding]) -> Iterator[Finding]:
    """The findings without those that follow from an overflow that is told of the same card."""
    cards = {one.card for one in told if one.code in _OVERFLOWS}
    for one in findings:
        if one.card not in cards or _FOLLOWS not in one.notes:
            yield one
