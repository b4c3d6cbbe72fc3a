"""Corrections of an edition: words of card fields, each with its reason.

In      the corrections files of an edition, the cards as the tables have them.
Out     new nodes for the fields that are corrected, which stand where the new words are written.
Not here  the cards made of them (`read.row_changes`).

The old words must stand in the field, and once: a correction that fits nothing is stale, and one
that fits twice may hit the wrong place. All are looked up in the table's own text, so that their
order does not matter.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from msgspec import Struct, field

from cardgen.core.findings import Finding, Note, Report, Span, did_you_mean
from cardgen.files.game_files import GameFiles
from cardgen.read.kept_specs import NOT_KEPT, KeptSpecs
from cardgen.read.models.editions import CorrectionSpec
from cardgen.read.models.game_file import GameFile
from cardgen.read.row_changes import NamedCards
from cardgen.read.syntax.nodes import MappingNode, Node, ScalarNode, SequenceNode
from cardgen.read.tables.copies import COPIES
from cardgen.read.tables.reading import named_table, read_rows

_SHOWN = 40


def read_corrections(
    files: GameFiles, paths: Iterable[ScalarNode], report: Report, specs: KeptSpecs = NOT_KEPT
) -> list[CorrectionSpec]:
    """Read corrections files; they are tables of any kind."""
    found: list[CorrectionSpec] = []

    def take(node: Node) -> None:
        correction: CorrectionSpec | None = specs.validate(node, CorrectionSpec, report)
        if correction is not None:
            found.append(correction)

    for path in paths:
        read_rows(files, named_table(path, "correction"), {}, take, report)
    return found


class _Hit(Struct, frozen=True):
    """Where in a field the old words of a correction stand."""

    correction: CorrectionSpec
    start: int
    end: int


class Corrections(Struct):
    """Corrections as they are looked up, card by card."""

    file: GameFile
    named: NamedCards
    left_out: Collection[str]
    """Decks that the edition has not."""
    report: Report
    changes: dict[tuple[str, str], dict[str, Node]] = field(default_factory=dict)

    def look_up(self, corrections: Iterable[CorrectionSpec]) -> None:
        """Find what all corrections change; those that change nothing are findings."""
        by_field: dict[tuple[str, str, str], list[CorrectionSpec]] = defaultdict(list)
        for correction in corrections:
            key = self.card_of(correction)
            if key is not None and self.has_field(key, correction):
                by_field[*key, correction.field].append(correction)
        for (deck, ident, name), some in by_field.items():
            node = self.named.cards[deck, ident].node.value(name)
            changed = self.corrected(node, some, f"{deck}/{ident}")
            if changed is not None:
                self.changes.setdefault((deck, ident), {})[name] = changed

    def card_of(self, correction: CorrectionSpec) -> tuple[str, str] | None:
        found = self.named.find(correction.card)
        if len(found) == 1:
            return found[0]
        place = correction.place("card")
        if found:
            names = ", ".join(f"`{deck}/{ident}`" for deck, ident in found)
            message = f"several cards are called `{correction.card}`"
            self.add("unknown-card", message, place, f"write one of {names}")
        elif not self.lost(correction.card):
            known = self.named.names
            if "/" not in correction.card:
                known = [name.partition("/")[2] for name in known]
            hint = did_you_mean(correction.card, known, what="card")
            self.add("unknown-card", f"there is no card `{correction.card}`", place, hint)
        return None

    def lost(self, card: str) -> bool:
        """Whether a deck that is left out, or could not be read, may have the card."""
        deck, slash, _ = card.partition("/")
        if slash and deck in self.left_out:
            return True
        read = {name for name, _ in self.named.cards}
        unread = bool(self.file.decks.keys() - read)
        return unread or (bool(self.left_out) and not slash)

    def has_field(self, key: tuple[str, str], correction: CorrectionSpec) -> bool:
        card, name = self.named.cards[key], correction.field
        declared = self.file.decks[key[0]].fields.get(name)
        place = correction.place("field")
        if name in (*COPIES, "id"):
            message = f"`{name}` is no field that a correction changes"
            hint = "an edition prints the same cards; change the table"
            self.add("bad-correction", message, place, hint)
        elif declared is not None and declared.value:
            message = f"`{name}` is computed; there is no text of it to correct"
            self.add("bad-correction", message, place, "correct a field that it is made of")
        elif name not in card.node.entries and declared is None:
            known = [one for one in card.node.entries if one not in (*COPIES, "id")]
            hint = did_you_mean(name, known, what="field")
            self.add("unknown-field", f"the card has no field `{name}`", place, hint)
        else:
            return True
        return False

    def corrected(
        self, node: Node | None, some: Sequence[CorrectionSpec], card: str
    ) -> Node | None:
        """A field with its corrections; None if none of them fits."""
        texts = list(_scalars(node))
        hits: dict[int, list[_Hit]] = defaultdict(list)
        for correction in some:
            found = self.find(correction, texts, card)
            if found is not None:
                index, hit = found
                if self.is_first(hit, hits[index]):
                    hits[index].append(hit)
        if not any(hits.values()):
            return None
        if node is None or not texts:
            return _node_of(some[0], some[0].new)
        made = {id(texts[i]): _with_hits(texts[i], these) for i, these in hits.items() if these}
        return _replaced(node, made)

    def find(
        self, correction: CorrectionSpec, texts: Sequence[ScalarNode], card: str
    ) -> tuple[int, _Hit] | None:
        """The text of a field that has the old words, and where in it they stand."""
        old, place = correction.old, correction.place("old")
        if old == correction.new:
            message = "this correction changes nothing: old and new words are the same"
            self.add("bad-correction", message, place, "remove it, or write what it is to say")
            return None
        whole = "".join(text.text for text in texts)
        if not old:
            if not whole:
                return 0, _Hit(correction, 0, 0)
            message = f"`{correction.field}` of `{card}` is not empty; old words are needed"
            self.add("stale-correction", message, place, "write the words that are to be replaced")
            return None
        found = [
            (index, _Hit(correction, start, start + len(old)))
            for index, text in enumerate(texts)
            for start in _starts(text.text, old)
        ]
        if len(found) == 1:
            return found[0]
        if found:
            message = f"“{_short(old)}” stands {len(found)} times in `{correction.field}`"
            hint = "write more of the words around it, so that one place is meant"
        else:
            message = f"“{_short(old)}” is not in `{correction.field}` of `{card}`"
            hint = f"the table says “{_short(whole)}”"
            if correction.new and correction.new in whole:
                hint = "the table has the new words already; remove the correction"
        notes = (Note("the field is", texts[0].span),) if texts else ()
        code = "bad-correction" if found else "stale-correction"
        self.report.add(Finding(code, message, place, hint=hint, notes=notes, card=card))
        return None

    def is_first(self, hit: _Hit, before: Iterable[_Hit]) -> bool:
        """Whether no other correction changes the same words."""
        for other in before:
            if hit.start < max(other.end, other.start + 1) and other.start < hit.end:
                message = "these words are corrected twice"
                notes = (Note("the first is", other.correction.place("old")),)
                place = hit.correction.place("old")
                hint = "make one correction of the two"
                self.report.add(Finding("bad-correction", message, place, hint=hint, notes=notes))
                return False
        return True

    def add(self, code: str, message: str, place: Span, hint: str) -> None:
        self.report.add(Finding(code, message, place, hint=hint))


def _scalars(node: Node | None) -> Iterator[ScalarNode]:
    """The texts of a field: its own, or those of its items."""
    if isinstance(node, ScalarNode):
        yield node
    elif isinstance(node, SequenceNode):
        for item in node.items:
            yield from _scalars(item)
    elif isinstance(node, MappingNode):
        for _, value in node.entries.values():
            yield from _scalars(value)


def _starts(text: str, words: str) -> Iterator[int]:
    start = text.find(words)
    while start >= 0:
        yield start
        start = text.find(words, start + 1)


def _short(text: str) -> str:
    shown = text.replace("\n", "⏎")
    return shown if len(shown) <= _SHOWN else f"{shown[:_SHOWN]}…"


def _with_hits(node: ScalarNode, hits: Sequence[_Hit]) -> ScalarNode:
    """A text with its corrections; it stands where the first of them is written."""
    text = node.text
    ordered = sorted(hits, key=lambda hit: hit.start)
    for hit in reversed(ordered):
        text = text[: hit.start] + hit.correction.new + text[hit.end :]
    made = _node_of(ordered[0].correction, text)
    return ScalarNode(made.span, text, node.plain and "\n" not in text)


def _node_of(correction: CorrectionSpec, text: str) -> ScalarNode:
    return ScalarNode(correction.place("new"), text, True)


def _replaced(node: Node, made: Mapping[int, ScalarNode]) -> Node:
    if isinstance(node, ScalarNode):
        return made.get(id(node), node)
    if isinstance(node, SequenceNode):
        return SequenceNode(node.span, [_replaced(item, made) for item in node.items])
    entries = {name: (key, _replaced(value, made)) for name, (key, value) in node.entries.items()}
    return MappingNode(node.span, entries)
