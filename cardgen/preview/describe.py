"""What the page is told of a game: plain data, ready for JSON.

In      a `State`, the keys of its faces.
Out     dictionaries; and the difference between two of them, which is what a save sends.
Not here  pictures, where elements stand (`preview.outlines`).
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from msgspec import Struct

from cardgen.bind.tree import BoundCard, BoundDeck, BoundFace
from cardgen.build import Checked
from cardgen.check.levels import Places
from cardgen.diagnostics import Finding, Span
from cardgen.die import bleed_outline, safe_outline, trim_outline
from cardgen.preview.known import Known
from cardgen.preview.pictures import PRINT_DPI
from cardgen.preview.session import State
from cardgen.report.summary import summary
from cardgen.scene import Close, Curve, Line, Move, Outline
from cardgen.sizes import Size, millimetres

Data = dict[str, Any]

_GIVEN = ("id", "copies", "deck", "game")
MOST_FINDINGS = 500


def described(state: State, faces: Mapping[BoundFace, Known], summary: list[Data]) -> Data:
    """Everything there is to show.

    Args:
        state: What to describe.
        faces: What is known of its faces.
        summary: The table of counts, as far as it is known yet.
    """
    shown = state.shown
    decks = [_deck(deck) for deck in shown.bound.decks] if shown else []
    return {
        "revision": state.revision,
        "game": shown.spec.file.game if shown else "",
        "decks": decks,
        "cards": _cards(shown, faces) if shown else {},
        "faces": {known.key: {"text": known.words} for known in faces.values()},
        "sizes": _sizes(shown.bound.decks) if shown else {},
        "summary": summary,
        **judged(state),
    }


def judged(state: State) -> Data:
    """What is wrong, and whether all of it is known."""
    owners = Owners(state.shown)
    found = state.findings
    return {
        "revision": state.revision,
        "fault": "",
        "kept": state.kept,
        "judged": state.judged,
        "errors": sum(f.severity == "error" for f in found),
        "warnings": sum(f.severity == "warning" for f in found),
        "findings": [finding(f, owners) for f in found[:MOST_FINDINGS]],
    }


def change(old: Data, new: Data) -> Data:
    """What turns `old` into `new`: cards and faces that differ, everything small whole."""
    cards = {key: card for key, card in new["cards"].items() if old["cards"].get(key) != card}
    faces = {key: face for key, face in new["faces"].items() if key not in old["faces"]}
    rest = {key: value for key, value in new.items() if key not in ("cards", "faces", "decks")}
    data = {"from": old["revision"], **rest, "cards": cards, "faces": faces}
    if old["decks"] != new["decks"]:
        data["decks"] = new["decks"]
    return data


# --- cards ---------------------------------------------------------------------------------


def _deck(deck: BoundDeck) -> Data:
    ids = [f"{deck.name}/{card.id}" for card in deck.cards]
    return {"name": deck.name, "size": deck.size.name, "total": deck.total, "cards": ids}


def _cards(shown: Checked, faces: Mapping[BoundFace, Known]) -> dict[str, Data]:
    found = {}
    for deck in shown.bound.decks:
        for card in deck.cards:
            back = faces[card.back].key if card.back else None
            found[f"{deck.name}/{card.id}"] = {
                "id": card.id,
                "deck": deck.name,
                "copies": card.copies,
                "front": faces[card.front].key,
                "back": back,
                "fields": _fields(card),
                "file": card.span.file,
                "line": card.span.line,
                "column": card.span.column,
            }
    return found


def _fields(card: BoundCard) -> dict[str, str]:
    """What the designer wrote into the row, as text; empty fields are left out."""
    return {
        name: _said(value)
        for name, value in card.values.items()
        if name not in _GIVEN and value not in (None, "")
    }


def _said(value: Any) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


def counted(shown: Checked) -> list[Data]:
    """The table of counts beside the composition."""
    return [
        {
            "deck": line.deck,
            "what": line.what,
            "found": line.found,
            "expected": line.expected,
            "good": line.good,
        }
        for line in summary(shown.spec, shown.bound)
    ]


# --- sizes ---------------------------------------------------------------------------------


def _sizes(decks: Iterable[BoundDeck]) -> dict[str, Data]:
    return {deck.size.name: _size(deck.size) for deck in decks}


def _size(size: Size) -> Data:
    """A size as the page draws it: everything in points of the bleed box."""
    trim = size.trim_box
    return {
        "page": [size.page.width, size.page.height],
        "trim": [trim.left, trim.top, trim.width, trim.height],
        "mm": [millimetres(size.trim.width), millimetres(size.trim.height)],
        "bleed_mm": millimetres(size.bleed),
        "safe_mm": millimetres(size.safe),
        "print": list(size.pixels(PRINT_DPI)),
        "bleed": path(bleed_outline(size)),
        "cut": path(trim_outline(size)),
        "safe": path(safe_outline(size)),
    }


def path(outline: Outline) -> str:
    """An outline as SVG path data."""
    return " ".join(_segments(outline))


def _segments(outline: Outline) -> Iterator[str]:
    for segment in outline:
        match segment:
            case Move(x, y):
                yield f"M{x:.3f} {y:.3f}"
            case Line(x, y):
                yield f"L{x:.3f} {y:.3f}"
            case Curve(x1, y1, x2, y2, x, y):
                yield f"C{x1:.3f} {y1:.3f} {x2:.3f} {y2:.3f} {x:.3f} {y:.3f}"
            case Close():
                yield "Z"


# --- findings ------------------------------------------------------------------------------


class Owners:
    """Which card a finding is about: the one it names, or the one whose row it points into.

    What is about a box or a booklet is about no card.
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
        return self._row(finding.span) if finding.span else ""

    def other(self, finding: Finding) -> Data | None:
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


def finding(found: Finding, owners: Owners) -> Data:
    return {
        "code": found.code,
        "severity": found.severity,
        "message": found.message,
        "label": found.label,
        "hint": found.hint,
        "card": owners.of(found),
        "other": owners.other(found),
        "place": place(found.span),
        "notes": [{"message": n.message, "place": place(n.span)} for n in found.notes],
    }


def place(span: Span | None) -> Data | None:
    if span is None:
        return None
    return {
        "file": span.file,
        "line": span.line,
        "column": span.column,
        "end": span.end_column,
    }
