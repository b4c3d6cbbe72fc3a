"""What a game thinks of a code: `checks:` in game.yaml raises, lowers or silences it.

In      findings as the phases and checks made them, the game they are about.
Out     the findings that are left, at their level; findings on the levels themselves.
Not here  reading the entries (`read.models.game_file.LevelSpec`).

An entry speaks of the whole game, or of the findings in a deck, on a card, about a layout
element. Of several that fit the narrowest counts, then the last. A finding is about an
element if it points into the element, by its own place or by that of a note: so a rule
needs to know nothing of names, only to say where the layout put what is wrong.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property

from msgspec import Struct, field
from msgspec.structs import replace

from cardgen.bind.game.bound_game import BoundGame
from cardgen.check.engine import registry as catalog
from cardgen.core.findings import Finding, Report, Span, did_you_mean
from cardgen.read.game import GameSpec
from cardgen.read.models.game_file import LevelSpec
from cardgen.read.syntax.nodes import MappingNode, Node, ScalarNode, SequenceNode, list_spans


class FilePlaces:
    """Where in the files something is written, to ask whether a finding points there."""

    def __init__(self, nodes: Iterable[Node | None]) -> None:
        self._lines: dict[tuple[str, int], list[Span]] = defaultdict(list)
        for node in nodes:
            for span in list_spans(node):
                self._lines[span.file, span.line].append(span)

    @property
    def lines(self) -> Iterable[tuple[str, int]]:
        """The files and lines on which something is written."""
        return self._lines.keys()

    def contains(self, span: Span) -> bool:
        """Whether `span` begins inside."""
        near = self._lines.get((span.file, span.line), ())
        return any(own.column <= span.column < max(own.end_column, own.column + 1) for own in near)


def find_named_elements(node: Node | None) -> dict[str, list[Node]]:
    """The elements of `layouts.yaml` by name, and what `set` changes in them."""
    found: dict[str, list[Node]] = defaultdict(list)
    for name, element in _find_named(node):
        found[name].append(element)
    return dict(found)


def _find_named(node: Node | None) -> Iterator[tuple[str, Node]]:
    if isinstance(node, SequenceNode):
        for item in node.items:
            yield from _find_named(item)
    if not isinstance(node, MappingNode):
        return
    name = node.value("name")
    if isinstance(name, ScalarNode):
        yield name.text, node
    for key, (_, value) in node.entries.items():
        if key == "set" and isinstance(value, MappingNode):
            yield from ((changed, inner) for changed, (_, inner) in value.entries.items())
        yield from _find_named(value)


class Levels(Struct, dict=True):
    """The levels of one game, and which of them came to fit a finding."""

    spec: GameSpec
    bound: BoundGame
    used: set[int] = field(default_factory=set)

    def apply(self, findings: Iterable[Finding]) -> tuple[Finding, ...]:
        """The findings at the levels that the game gives them; silent ones are gone."""
        levelled = (self._apply_level(finding) for finding in findings)
        return tuple(finding for finding in levelled if finding is not None)

    def _apply_level(self, finding: Finding) -> Finding | None:
        entry = self._find_entry(finding)
        if entry is None:
            known = catalog.find_explanation(finding.code)
            return None if known is not None and known.level is None else finding
        return None if entry.level == "off" else replace(finding, severity=entry.level)

    def _find_entry(self, finding: Finding) -> LevelSpec | None:
        best: tuple[int, int] | None = None
        for index, entry in enumerate(self.spec.file.checks):
            if entry.code == finding.code and not _is_refused(entry) and self._fits(entry, finding):
                self.used.add(index)
                best = max(best or (0, 0), (_narrowness(entry), index))
        return self.spec.file.checks[best[1]] if best else None

    def _fits(self, entry: LevelSpec, finding: Finding) -> bool:
        return (
            (not entry.deck or self.is_in_deck(finding, entry.deck))
            and (not entry.card or self._is_on_card(finding, entry.card))
            and (not entry.element or self._is_about_element(finding, entry.element))
        )

    def is_in_deck(self, finding: Finding, deck: str) -> bool:
        """Whether a finding is about a card of a deck, or points at what is written of it."""
        if finding.card:
            return finding.card.partition("/")[0] == deck
        return deck in self._deck_places and _points_into(finding, self._deck_places[deck])

    def _is_on_card(self, finding: Finding, card: str) -> bool:
        if finding.card:
            return finding.card == card
        return card in self._row_places and _points_into(finding, self._row_places[card])

    def _is_about_element(self, finding: Finding, element: str) -> bool:
        return element in self._element_places and _points_into(
            finding, self._element_places[element]
        )

    @cached_property
    def _deck_places(self) -> Mapping[str, FilePlaces]:
        """What is written of each deck: its entry, its rows, its composition; of each box."""
        wanted = self.spec.composition.node.entries if self.spec.composition else {}
        places = {}
        for name, deck in self.spec.decks.items():
            rows = [card.node for card in self.spec.cards.get(name, ())]
            own = wanted[name][1] if name in wanted else None
            places[name] = FilePlaces([deck.node, own, *rows])
        file = self.spec.file
        others = {
            name: FilePlaces([o.node]) for name, o in (*file.boxes.items(), *file.booklets.items())
        }
        return {**others, **places}

    @cached_property
    def _row_places(self) -> Mapping[str, FilePlaces]:
        nodes = {card.span: card.node for rows in self.spec.cards.values() for card in rows}
        rows = {
            f"{card.deck}/{card.id}": FilePlaces([nodes.get(card.span)])
            for deck in self.bound.decks
            for card in deck.cards
        }
        panels = {
            f"{box.name}/{panel.panel.name}": FilePlaces([])
            for box in self.bound.boxes
            for panel in box.panels
        }
        covers = {
            f"{face.deck}/{face.card}": FilePlaces([])
            for booklet in self.bound.booklets
            for face in booklet.faces
        }
        return {**covers, **panels, **rows}

    @cached_property
    def _element_places(self) -> Mapping[str, FilePlaces]:
        named = find_named_elements(self.spec.layouts.node)
        return {name: FilePlaces(nodes) for name, nodes in named.items()}

    def find_row(self, span: Span) -> str:
        """The card whose row is at a place, as `deck/id`; "" where there is none."""
        near = self._cards_by_line.get((span.file, span.line), ())
        if len(near) == 1:
            return near[0]
        return next((card for card in near if self._row_places[card].contains(span)), "")

    @cached_property
    def _cards_by_line(self) -> Mapping[tuple[str, int], list[str]]:
        """The cards of which something is written on a line."""
        found: dict[tuple[str, int], list[str]] = defaultdict(list)
        for card, places in self._row_places.items():
            for line in places.lines:
                found[line].append(card)
        return found

    def find_faults(self, *, whole: bool) -> tuple[Finding, ...]:
        """What is wrong with the entries.

        Args:
            whole: Whether all cards were bound and all checks ran. If not, an entry that
                fits nothing, or a card that is not there, may be the doing of that.
        """
        report = Report()
        for index, entry in enumerate(self.spec.file.checks):
            named = len(report.findings)
            self._check_names(entry, report, whole=whole)
            if whole and index not in self.used and named == len(report.findings):
                report.add(_useless(entry))
        return report.findings

    def _check_names(self, entry: LevelSpec, report: Report, *, whole: bool) -> None:
        known = set(catalog.all_codes())
        if entry.code not in known:
            report.unknown("code", entry.code, known, entry.place("code"))
        elif _is_refused(entry):
            report.add(_fixed(entry))
        decks = (*self.spec.decks, *self.spec.file.boxes, *self.spec.file.booklets)
        if entry.deck and entry.deck not in decks:
            report.unknown("deck", entry.deck, decks, entry.place("deck"))
        if entry.element and entry.element not in self._element_places:
            _unknown_element(entry, self._element_places, report)
        if whole and entry.card and entry.card not in self._row_places:
            report.unknown("card", entry.card, self._row_places, entry.place("card"))


def _points_into(finding: Finding, places: FilePlaces) -> bool:
    spans = (finding.span, *(note.span for note in finding.notes))
    return any(span is not None and places.contains(span) for span in spans)


def _narrowness(entry: LevelSpec) -> int:
    return 4 * bool(entry.card) + 2 * bool(entry.element) + bool(entry.deck)


def can_be_silenced(code: str) -> bool:
    """Whether a game may lower a code, or switch it off."""
    known = catalog.find_explanation(code)
    return known is None or not known.fixed


_HIDES_NOTHING = frozenset((
    "unknown-target", "bad-option", "unsuitable-target",
    "bad-edition", "stale-correction", "bad-correction",
    "missing-glyph", "missing-face", "bad-markup", "control-character",
))  # fmt: skip
"""Faults of what is to be written, of words that stay as the table has them, and of single
characters: the text that they are in stands on the card."""


def is_of_phases(finding: Finding) -> bool:
    """Whether a finding is an error that a phase reports, after which something may be missing."""
    is_lost = finding.code in catalog.phase_codes()
    return finding.severity == "error" and is_lost and not can_be_silenced(finding.code)


def may_hide_cards(finding: Finding) -> bool:
    """Whether a finding means that something could not be read or laid out."""
    return is_of_phases(finding) and finding.code not in _HIDES_NOTHING


def _is_refused(entry: LevelSpec) -> bool:
    return entry.level != "error" and not can_be_silenced(entry.code)


def _fixed(entry: LevelSpec) -> Finding:
    message = f"`{entry.code}` cannot be lowered or switched off"
    hint = f"mend the fault instead; see `cardgen explain {entry.code}`"
    return Finding("fixed-level", message, entry.place("code"), hint=hint)


def _unknown_element(entry: LevelSpec, known: Iterable[str], report: Report) -> None:
    hint = did_you_mean(entry.element, known, what="named element")
    message = f"no layout element is named `{entry.element}`"
    place = entry.place("element")
    report.add(Finding("unknown-element", message, place, hint=hint))


def _useless(entry: LevelSpec) -> Finding:
    does = "silences" if entry.level == "off" else "changes"
    scope = [f"{key} `{getattr(entry, key)}`" for key in ("deck", "card", "element")]
    where = ", ".join(part for part in scope if not part.endswith("``"))
    message = f"this {does} nothing: there is no `{entry.code}`{f' for {where}' if where else ''}"
    hint = "remove the entry, or correct what it is for"
    return Finding("useless-level", message, entry.place("code"), "warning", hint=hint)
