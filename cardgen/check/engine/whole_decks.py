"""Which cards, boxes and booklets an error leaves whole: rules look at these all the same.

In      a game as far as it is sound, the findings that may hide cards.
Out     what they affect; the game without it; findings that are no consequence of it.
Not here  which findings hide cards (`check.engine.levels`).

An error in the row of a card affects this card; one in a card table, the decks that read it; one
in the entry of a deck, that deck. Errors in booklets, boxes and the composition affect no card.
Anything else, such as an error in `layouts.yaml`, may affect every deck.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from msgspec import Struct, field
from msgspec.structs import replace

from cardgen.bind.game.bound_game import BoundGame
from cardgen.check.engine.levels import FilePlaces, Levels
from cardgen.check.engine.written_entries import WrittenEntries
from cardgen.core.findings import Finding
from cardgen.read.game import COMPOSITION_FILE, GameSpec
from cardgen.read.syntax.nodes import find

COMPOSITION = "composition"
_SECTIONS = ("build", "targets")
"""Sections of `game.yaml` on which nothing depends that is laid out."""
OF_FILES = frozenset((
    "unreadable-file", "empty-file", "yaml-syntax", "yaml-document", "yaml-limit", "csv-quote",
    "merge-conflict",
))  # fmt: skip
"""Codes about a whole file that could not be read to its end; no row is at fault."""


class OtherPieces(Struct, frozen=True):
    """All boxes, or all booklets, of a game."""

    target: str
    names: frozenset[str]
    places: FilePlaces
    texts: frozenset[str] = frozenset()

    def contains(self, finding: Finding) -> bool:
        span = finding.span
        inside = span is not None and (span.file in self.texts or self.places.contains(span))
        return inside or finding.card.partition("/")[0] in self.names


def list_other_pieces(spec: GameSpec) -> tuple[OtherPieces, ...]:
    """The boxes and the booklets of a game, and where they are written."""
    file = spec.file
    texts = frozenset(booklet.text for booklet in file.booklets.values())
    boxes, booklets = (FilePlaces([find(file.node, name)]) for name in ("boxes", "booklets"))
    return (
        OtherPieces("box", frozenset(file.boxes), boxes),
        OtherPieces("booklet", frozenset(file.booklets), booklets, texts),
    )


class AffectedParts(Struct):
    """What may be missing or incomplete."""

    decks: set[str] = field(default_factory=set)
    """Names of decks of which any card may be."""
    cards: set[str] = field(default_factory=set)
    """Single cards, as `deck/id`."""
    kinds: set[str] = field(default_factory=set)
    """Kinds of other pieces, by target; the composition."""

    @property
    def touched(self) -> frozenset[str]:
        """The decks of which at least a card may be missing or incomplete."""
        return frozenset(self.decks | {card.partition("/")[0] for card in self.cards})


def find_affected_parts(
    levels: Levels, findings: Iterable[Finding], written: WrittenEntries | None = None
) -> AffectedParts:
    """Return what errors affect.

    Args:
        levels: Knows where in the game's files things are written.
        findings: Those that may hide cards.
        written: Tells apart whose layout an error is in, and faulty entries; without it, an error
            in a layout affects every deck.
    """
    spec = levels.spec
    entries = {name: FilePlaces([deck.node]) for name, deck in spec.decks.items()}
    apart, others = FilePlaces(find(spec.file.node, s) for s in _SECTIONS), list_other_pieces(spec)
    affected = AffectedParts(set(spec.unread))
    for finding in findings:
        own = {other.target for other in others if other.contains(finding)}
        if is_about_composition(spec, finding):
            own.add(COMPOSITION)
        affected.kinds |= own
        row = _find_row(levels, finding)
        if row:
            affected.cards.add(row)
        elif not own and not (finding.span is not None and apart.contains(finding.span)):
            affected.decks |= _find_decks(spec, finding, entries, written)
    return affected


def is_about_composition(spec: GameSpec, finding: Finding) -> bool:
    """Whether a finding points at the composition, by its own place or by that of a note."""
    file = spec.file.composition or COMPOSITION_FILE
    spans = (finding.span, *(note.span for note in finding.notes))
    return any(span is not None and span.file == file for span in spans)


def _find_row(levels: Levels, finding: Finding) -> str:
    if finding.span is None or finding.code in OF_FILES:
        return ""
    return levels.find_row(finding.span)


def _find_decks(
    spec: GameSpec,
    finding: Finding,
    entries: Mapping[str, FilePlaces],
    written: WrittenEntries | None,
) -> set[str]:
    span = finding.span
    if span is None:
        named = finding.card.partition("/")[0]
        return {named} if named in spec.decks else set(spec.decks)
    own = {name for name, files in spec.tables.items() if span.file in files}
    own |= {name for name, places in entries.items() if places.contains(span)}
    return own or (written.find_decks(span) if written else set(spec.decks))


def is_any_whole(bound: BoundGame, affected: AffectedParts) -> bool:
    """Whether there is a card to look at."""
    decks = (deck for deck in bound.decks if deck.name not in affected.decks)
    names = (f"{deck.name}/{card.id}" for deck in decks for card in deck.cards)
    return any(name not in affected.cards for name in names)


def keep_whole(bound: BoundGame, affected: AffectedParts) -> BoundGame:
    """Return a game without the decks that errors affect; boxes and booklets need all cards."""
    gone = {"box", "booklet"} if affected.touched else affected.kinds
    return replace(
        bound,
        decks=tuple(deck for deck in bound.decks if deck.name not in affected.decks),
        boxes=() if "box" in gone else bound.boxes,
        booklets=() if "booklet" in gone else bound.booklets,
        showcase=() if affected.touched else bound.showcase,
    )


def drop_consequences(
    levels: Levels, affected: AffectedParts, findings: Iterable[Finding]
) -> Iterator[Finding]:
    """The findings that are about what is whole."""
    for one in findings:
        if COMPOSITION in affected.kinds and is_about_composition(levels.spec, one):
            continue
        if not affected.touched or _is_about_whole(levels, affected, one):
            yield one


def _is_about_whole(levels: Levels, affected: AffectedParts, finding: Finding) -> bool:
    """Whether a finding is about a card that is whole, or about a deck of such cards."""
    spans = (finding.span, *(note.span for note in finding.notes))
    rows = {levels.find_row(span) for span in spans if span is not None}
    if not affected.cards.isdisjoint({finding.card, *rows}):
        return False
    blamed = affected.decks if finding.card else affected.touched
    decks = [name for name in levels.spec.decks if levels.is_in_deck(finding, name)]
    return bool(decks) and blamed.isdisjoint(decks)
