"""The page's view of a game: plain data, ready for JSON.

In      a `Snapshot`, the keys of its faces.
Out     dictionaries; and the difference between two of them, which is what a save sends.
Not here  pictures, where elements stand (`preview.finding_outlines`), which card a finding is about
          (`preview.finding_owners`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any

from cardgen.bind.bound_faces import BoundCard, BoundDeck, BoundFace
from cardgen.check.engine.levels import may_hide_cards
from cardgen.core.findings import Finding, Span
from cardgen.core.sizes import Size, millimeters
from cardgen.pipeline.checked_game import Checked
from cardgen.preview.face_images import PRINT_DPI
from cardgen.preview.face_index import IndexedFace
from cardgen.preview.finding_owners import FindingOwners
from cardgen.preview.piece_pages import list_pieces
from cardgen.preview.session import Snapshot
from cardgen.read.game import GameSpec
from cardgen.report.summary import summarize_decks
from cardgen.scene.cut_outline import bleed_outline, safe_outline, trim_outline
from cardgen.scene.outlines import Close, Curve, Line, Move, Outline

Data = dict[str, Any]

_BUILT_IN_FIELDS = ("id", "copies", "deck", "game")
_PLACE_FIELDS = ("file", "line", "column")
MAX_FINDINGS = 500


def describe_state(
    state: Snapshot,
    faces: Mapping[BoundFace, IndexedFace],
    summary: list[Data],
    spread: list[Data],
) -> Data:
    """Describe the whole game.

    Args:
        state: What to describe.
        faces: What is known of its faces.
        summary: The table of counts, as far as it is known yet.
        spread: How values are spread over the decks, likewise.
    """
    shown = state.shown
    bound = shown.bound.decks if shown else ()
    fields = {d.name: _list_fields(d, shown.spec, state.columns) for d in bound} if shown else {}
    decks = [_describe_deck(deck, fields[deck.name]) for deck in bound]
    return {
        "revision": state.revision,
        "game": shown.spec.file.game if shown else "",
        "editions": list(shown.spec.file.editions) if shown else [],
        "decks": decks,
        "cards": _describe_cards(shown, faces, fields) if shown else {},
        "faces": {known.key: {"text": known.words} for known in faces.values()},
        "sizes": _describe_sizes(shown.bound.decks) if shown else {},
        "pieces": list_pieces(shown.bound) if shown else [],
        "summary": summary,
        "spread": spread,
        **describe_findings(state),
    }


def describe_findings(state: Snapshot) -> Data:
    """Describe the findings, and whether the checks are complete."""
    owners = FindingOwners(state.shown)
    found = state.findings
    return {
        "revision": state.revision,
        "fault": "",
        "kept": state.kept,
        "frozen": list(state.frozen),
        "lacking": state.lacking,
        "judged": state.judged,
        "errors": sum(f.severity == "error" for f in found),
        "warnings": sum(f.severity == "warning" for f in found),
        "findings": [describe_finding(f, owners) for f in found[:MAX_FINDINGS]],
    }


def find_difference(old: Data, new: Data) -> Data:
    """Return what turns `old` into `new`: changed cards and faces, everything small whole.

    A card that only moved to another line is in `places`, not in `cards`.
    """
    moved = {key: card for key, card in new["cards"].items() if old["cards"].get(key) != card}
    cards = {key: card for key, card in moved.items() if _is_different(old["cards"].get(key), card)}
    faces = {key: face for key, face in new["faces"].items() if key not in old["faces"]}
    rest = {key: value for key, value in new.items() if key not in ("cards", "faces", "decks")}
    places = {
        key: [card[x] for x in _PLACE_FIELDS] for key, card in moved.items() if key not in cards
    }
    data = {"from": old["revision"], **rest, "cards": cards, "places": places, "faces": faces}
    if old["decks"] != new["decks"]:
        data["decks"] = new["decks"]
    return data


def _is_different(old: Data | None, new: Data) -> bool:
    """Return whether a card differs in more than its place in the file."""
    return old is None or any(old[name] != new[name] for name in new if name not in _PLACE_FIELDS)


# --- cards ---------------------------------------------------------------------------------


def _describe_deck(deck: BoundDeck, fields: Sequence[str]) -> Data:
    ids = [f"{deck.name}/{card.id}" for card in deck.cards]
    return {
        "name": deck.name,
        "size": deck.size.name,
        "total": deck.total,
        "fields": list(fields),
        "cards": ids,
    }


def _list_fields(
    deck: BoundDeck, spec: GameSpec, columns: Mapping[str, tuple[str, ...]]
) -> tuple[str, ...]:
    """Return the fields of a deck as they were declared, else as its tables have them."""
    declared = spec.decks[deck.name].fields if deck.name in spec.decks else ()
    rows = () if declared else spec.cards.get(deck.name, ())
    written = chain(columns.get(deck.name, ()), *(row.values for row in rows))
    return tuple(
        name for name in dict.fromkeys((*declared, *written)) if name not in _BUILT_IN_FIELDS
    )


def _describe_cards(
    shown: Checked, faces: Mapping[BoundFace, IndexedFace], fields: Mapping[str, Sequence[str]]
) -> dict[str, Data]:
    found = {}
    for deck in shown.bound.decks:
        order = fields[deck.name]
        for card in deck.cards:
            back = faces[card.back].key if card.back else None
            found[f"{deck.name}/{card.id}"] = {
                "id": card.id,
                "deck": deck.name,
                "copies": card.copies,
                "front": faces[card.front].key,
                "back": back,
                "fields": _read_fields(card, order),
                "file": card.span.file,
                "line": card.span.line,
                "column": card.span.column,
            }
    return found


def _read_fields(card: BoundCard, order: Iterable[str]) -> dict[str, str]:
    """Return the fields of a row as text, in this order, without empty ones."""
    names = [name for name in dict.fromkeys((*order, *card.values)) if name in card.values]
    return {
        name: format_value(value)
        for name, value in ((name, card.values[name]) for name in names)
        if name not in _BUILT_IN_FIELDS and value not in (None, "")
    }


def format_value(value: Any) -> str:
    """Format a value as plain text, without brackets and quotes."""
    match value:
        case None:
            return ""
        case dict():
            return ", ".join(f"{name}: {format_value(own)}" for name, own in value.items())
        case list() | tuple():
            nested = any(isinstance(one, (dict, list, tuple)) for one in value)
            return ("; " if nested else ", ").join(map(format_value, value))
        case _:
            return str(value)


def describe_counts(shown: Checked) -> list[Data]:
    """Return the table of counts with the values that the composition expects."""
    expressions = _list_expressions(shown)
    return [
        {
            "deck": line.deck,
            **_split_expression(line.what, expressions.get(line.deck, [])),
            "found": line.found,
            "expected": line.expected,
            "good": line.good,
        }
        for line in summarize_decks(shown.spec, shown.bound)
    ]


def _list_expressions(shown: Checked) -> dict[str, list[str]]:
    """Return the expressions (not plain fields) that decks are counted by, longest first."""
    wanted = shown.spec.composition
    decks = wanted.decks if wanted else {}
    return {
        deck: sorted((by for by in own.count if not by.isidentifier()), key=len, reverse=True)
        for deck, own in decks.items()
    }


def _split_expression(what: str, expressions: Iterable[str]) -> Data:
    """Split a line of counts into its expression and what is counted."""
    for by in expressions:
        if what.startswith((f"{by} ", f"{by}: ")):
            names = _list_concatenated(by)
            return {
                "by": by,
                "fields": names,
                "what": what.removeprefix(by).removeprefix(":").strip(),
            }
    return {"by": "", "fields": [], "what": what}


_CONCATENATION = re.compile(r"""\w+(\s*~\s*(\w+|'[^']*'|"[^"]*"))+""")


def _list_concatenated(expression: str) -> list[str]:
    """Return the fields of an expression that only puts them one after the other."""
    if not _CONCATENATION.fullmatch(expression.strip()):
        return []
    parts = (part.strip() for part in expression.split("~"))
    return [part for part in parts if part.isidentifier()]


# --- sizes ---------------------------------------------------------------------------------


def _describe_sizes(decks: Iterable[BoundDeck]) -> dict[str, Data]:
    return {deck.size.name: _describe_size(deck.size) for deck in decks}


def _describe_size(size: Size) -> Data:
    """Describe a size in points of its bleed box."""
    trim = size.trim_box
    return {
        "page": [size.page.width, size.page.height],
        "trim": [trim.left, trim.top, trim.width, trim.height],
        "mm": [millimeters(size.trim.width), millimeters(size.trim.height)],
        "bleed_mm": millimeters(size.bleed),
        "safe_mm": millimeters(size.safe),
        "print": list(size.pixels(PRINT_DPI)),
        "bleed": format_path(bleed_outline(size)),
        "cut": format_path(trim_outline(size)),
        "safe": format_path(safe_outline(size)),
    }


def format_path(outline: Outline) -> str:
    """Format an outline as SVG path data."""
    return " ".join(_format_segments(outline))


def _format_segments(outline: Outline) -> Iterator[str]:
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


def describe_finding(found: Finding, owners: FindingOwners) -> Data:
    return {
        "code": found.code,
        "severity": found.severity,
        "hides": may_hide_cards(found),
        "message": found.message,
        "label": found.label,
        "hint": found.hint,
        "card": owners.find_card(found),
        "field": owners.find_field(found),
        "other": owners.find_other(found),
        "place": describe_place(found.span),
        "notes": [{"message": n.message, "place": describe_place(n.span)} for n in found.notes],
    }


def describe_place(span: Span | None) -> Data | None:
    if span is None:
        return None
    return {
        "file": span.file,
        "line": span.line,
        "column": span.column,
        "end": span.end_column,
    }
