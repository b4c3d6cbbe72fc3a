"""What the page is told of a game: plain data, ready for JSON.

In      a `State`, the keys of its faces.
Out     dictionaries; and the difference between two of them, which is what a save sends.
Not here  pictures, where elements stand (`preview.finding_outlines`), which card a finding is about
          (`preview.finding_owners`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from cardgen.bind.bound_faces import BoundCard, BoundDeck, BoundFace
from cardgen.core.findings import Finding, Span
from cardgen.core.sizes import Size, millimetres
from cardgen.pipeline.inspection import Checked
from cardgen.preview.face_images import PRINT_DPI
from cardgen.preview.face_index import Known
from cardgen.preview.finding_owners import Owners
from cardgen.preview.session import State, hides
from cardgen.report.summary import summary
from cardgen.scene.cut_outline import bleed_outline, safe_outline, trim_outline
from cardgen.scene.items import Close, Curve, Line, Move, Outline

Data = dict[str, Any]

_GIVEN = ("id", "copies", "deck", "game")
_PLACE = ("file", "line", "column")
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
        "lacking": state.lacking,
        "judged": state.judged,
        "errors": sum(f.severity == "error" for f in found),
        "warnings": sum(f.severity == "warning" for f in found),
        "findings": [finding(f, owners) for f in found[:MOST_FINDINGS]],
    }


def change(old: Data, new: Data) -> Data:
    """What turns `old` into `new`: cards and faces that differ, everything small whole.

    A card that only stands on another line is in `places`: nobody needs to hear of it.
    """
    moved = {key: card for key, card in new["cards"].items() if old["cards"].get(key) != card}
    cards = {key: card for key, card in moved.items() if _differs(old["cards"].get(key), card)}
    faces = {key: face for key, face in new["faces"].items() if key not in old["faces"]}
    rest = {key: value for key, value in new.items() if key not in ("cards", "faces", "decks")}
    places = {key: [card[x] for x in _PLACE] for key, card in moved.items() if key not in cards}
    data = {"from": old["revision"], **rest, "cards": cards, "places": places, "faces": faces}
    if old["decks"] != new["decks"]:
        data["decks"] = new["decks"]
    return data


def _differs(old: Data | None, new: Data) -> bool:
    """Whether a card is another in more than where it is written."""
    return old is None or any(old[name] != new[name] for name in new if name not in _PLACE)


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
    """A value in plain words: lists and mappings as one would read them out."""
    match value:
        case None:
            return ""
        case dict():
            return ", ".join(f"{name}: {_said(own)}" for name, own in value.items())
        case list() | tuple():
            nested = any(isinstance(one, (dict, list, tuple)) for one in value)
            return ("; " if nested else ", ").join(map(_said, value))
        case _:
            return str(value)


def counted(shown: Checked) -> list[Data]:
    """The table of counts beside the composition."""
    expressions = _expressions(shown)
    return [
        {
            "deck": line.deck,
            **_counted(line.what, expressions.get(line.deck, [])),
            "found": line.found,
            "expected": line.expected,
            "good": line.good,
        }
        for line in summary(shown.spec, shown.bound)
    ]


def _expressions(shown: Checked) -> dict[str, list[str]]:
    """What each deck is counted by where that is no mere field, the longest first."""
    wanted = shown.spec.composition
    decks = wanted.decks if wanted else {}
    return {
        deck: sorted((by for by in own.count if not by.isidentifier()), key=len, reverse=True)
        for deck, own in decks.items()
    }


def _counted(what: str, expressions: Iterable[str]) -> Data:
    """What a line counts, apart from the expression by which it is counted."""
    for by in expressions:
        if what.startswith((f"{by} ", f"{by}: ")):
            return {"by": by, "what": what.removeprefix(by).removeprefix(":").strip()}
    return {"by": "", "what": what}


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


def finding(found: Finding, owners: Owners) -> Data:
    return {
        "code": found.code,
        "severity": found.severity,
        "hides": hides(found),
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
