"""A translation as a table: a row a card by its `id`, a column a field.

In      tables of any kind, the cards of a game by name.
Out     new nodes by card and field; findings for cards and fields that are not there.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from msgspec import Struct, field

from cardgen.core.findings import Finding, Report, did_you_mean
from cardgen.files.game_files import GameFiles
from cardgen.read.row_changes import NamedCards
from cardgen.read.syntax.nodes import MappingNode, Node, ScalarNode
from cardgen.read.tables.copies import COPIES
from cardgen.read.tables.reading import named_table, read_rows

_OWN = ("id", "deck")


class TextTables(Struct):
    """Tables of texts as they are read."""

    named: NamedCards
    report: Report
    changes: dict[tuple[str, str], dict[str, Node]] = field(default_factory=dict)
    fields: dict[str, set[str]] = field(default_factory=dict)
    """By deck, once they are asked for."""

    def read(self, files: GameFiles, paths: Iterable[ScalarNode]) -> None:
        for path in paths:
            read_rows(files, named_table(path, "text"), {}, self.take, self.report)

    def take(self, row: Node) -> None:
        if not isinstance(row, MappingNode):
            message, hint = "a text table has a row a card", "write `{id: fox, name: Fuchs}`"
            self.report.add(Finding("wrong-type", message, row.span, hint=hint))
            return
        key = self.card_of(row)
        if key is None:
            return
        known = self.named.cards[key].node.entries
        for name, (typed, value) in row.entries.items():
            if name in _OWN:
                continue
            if name in COPIES:
                self.refuse_count(key, typed, value)
            elif name not in known:
                if not _is_empty(value):
                    self.refuse_field(key, name, typed, value)
            elif not _is_empty(value):
                self.add(key, name, value)

    def refuse_field(self, key: tuple[str, str], name: str, typed: ScalarNode, value: Node) -> None:
        """Report a text of a field that the card has not: at its column, if no card has it."""
        message, place = f"`{'/'.join(key)}` has no field `{name}`", value.span
        if name not in self.fields_of(key[0]):
            message, place = f"no card of the deck `{key[0]}` has a field `{name}`", typed.span
        hint = did_you_mean(name, self.named.cards[key].node.entries, what="field")
        self.report.add(Finding("unknown-field", message, place, hint=hint))

    def fields_of(self, deck: str) -> Collection[str]:
        """The fields that some card of a deck has."""
        if not self.fields:
            for (name, _), card in self.named.cards.items():
                self.fields.setdefault(name, set()).update(card.node.entries)
        return self.fields[deck]

    def refuse_count(self, key: tuple[str, str], typed: ScalarNode, value: Node) -> None:
        """Report a number of copies that is not the card's: an edition prints the same cards."""
        copies = self.named.cards[key].copies
        text = value.text.strip() if isinstance(value, ScalarNode) else "?"
        if text in ("", str(copies), f"{copies}.0", f"{copies}.00"):
            return
        message = (
            f"`{typed.text}` is {text} here and {copies} where the card is; texts change no counts"
        )
        hint = "delete it here; an edition that prints other numbers names its own `cards:`"
        self.report.add(Finding("bad-translation-file", message, value.span, hint=hint))

    def add(self, key: tuple[str, str], name: str, value: Node) -> None:
        fields = self.changes.setdefault(key, {})
        if name in fields:
            message = f"`{name}` of `{'/'.join(key)}` is translated twice"
            hint = "remove one of the two"
            self.report.add(Finding("bad-translation-file", message, value.span, hint=hint))
        fields.setdefault(name, value)

    def report_rest(self, decks: Collection[str]) -> None:
        """Report texts that a column lacks which other cards of their deck fill; of a deck that
        no table speaks of, though it has the same fields as others, one.

        Args:
            decks: Those that are translated.
        """
        columns: dict[str, set[str]] = {}
        for (deck, _), fields in self.changes.items():
            columns.setdefault(deck, set()).update(fields)
        every = {name for fields in columns.values() for name in fields}
        told: set[str] = set()
        for (deck, ident), card in self.named.cards.items():
            filled = self.changes.get((deck, ident), {})
            for name in sorted(columns.get(deck, every) - filled.keys()):
                source = card.node.value(name)
                if source is None or _is_empty(source) or deck in told or deck not in decks:
                    continue
                message = f"`{name}` of `{deck}/{ident}` is in no table of texts"
                if deck not in columns:
                    message = f"no card of the deck `{deck}` is in a table of texts"
                    told.add(deck)
                hint = "the text of the game is printed until it is"
                self.report.add(Finding("untranslated", message, source.span, "warning", hint=hint))

    def card_of(self, row: MappingNode) -> tuple[str, str] | None:
        given, deck = row.value("id"), row.value("deck")
        if not isinstance(given, ScalarNode) or not given.text:
            hint = "name the card in a column `id`"
            message = "this row says not which card it translates"
            self.report.add(Finding("missing-field", message, row.span, hint=hint))
            return None
        prefix = f"{deck.text}/" if isinstance(deck, ScalarNode) and deck.text else ""
        wanted = prefix + given.text
        found = self.named.find(wanted)
        if len(found) == 1:
            return found[0]
        names = [f"{one}/{ident}" for one, ident in found]
        hint = did_you_mean(wanted, self.named.names, what="card")
        message = f"there is no card `{wanted}`"
        if found:
            message = f"several cards are called `{wanted}`"
            hint = f"give the row a column `deck`: {', '.join(names)}"
        self.report.add(Finding("unknown-card", message, given.span, hint=hint))
        return None

    @property
    def nodes(self) -> Iterator[Node]:
        return (node for fields in self.changes.values() for node in fields.values())


def _is_empty(node: Node) -> bool:
    return isinstance(node, ScalarNode) and not node.text.strip()
