"""Cards whose rows an edition changes.

In      the cards of a deck as they were read; new nodes for some of their fields.
Out     the same cards with these values; each keeps the id that it has without the edition.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from msgspec import Struct

from cardgen.core.findings import Report
from cardgen.expressions import template
from cardgen.expressions.faults import TemplateFault
from cardgen.files.file_names import slug
from cardgen.read.card_ids import assign_ids
from cardgen.read.deck_functions import DeckFunctions, make_tables
from cardgen.read.models.game_file import DeckSpec, GameFile
from cardgen.read.models.tables import FieldSpec
from cardgen.read.syntax.nodes import MappingNode, Node, ScalarNode
from cardgen.read.tables.cards import CardSpec
from cardgen.read.tables.values import Value, read_value

Cards = Mapping[str, tuple[CardSpec, ...]]
"""The cards of each deck."""
Changes = Mapping[tuple[str, str], Mapping[str, Node]]
"""New nodes by deck and card id, then by field."""


class NamedCards(Struct, frozen=True):
    """The cards of a game as they are in its tables, by deck and id."""

    cards: Mapping[tuple[str, str], CardSpec]

    def find(self, name: str) -> list[tuple[str, str]]:
        """The cards that `deck/id`, or `id` alone, may mean."""
        return [key for key in self.cards if name in (f"{key[0]}/{key[1]}", key[1])]

    def renewed(self, before: Cards, after: Cards) -> NamedCards:
        """The same names for cards that were changed."""
        pairs = [pair for deck in before for pair in zip(before[deck], after[deck], strict=True)]
        rows = {id(old.row): new for old, new in pairs}
        return NamedCards({key: rows[id(card.row)] for key, card in self.cards.items()})

    @property
    def names(self) -> list[str]:
        return [f"{deck}/{ident}" for deck, ident in self.cards]


def name_cards(file: GameFile, cards: Cards, constants: Mapping[str, Value]) -> NamedCards:
    """Name all cards. Their computed fields must be there, ids are made of them too."""
    asked = DeckFunctions(make_tables(cards, constants))
    found: dict[tuple[str, str], CardSpec] = {}
    for name, deck in file.decks.items():
        known = _Known(name, deck, file, asked, constants)
        for card, ident in assign_ids(name, cards[name], known.id_by_template, Report()):
            found.setdefault((name, ident), card)
    return NamedCards(found)


class _Known(Struct):
    """What the template of a deck's ids knows."""

    name: str
    deck: DeckSpec
    file: GameFile
    asked: DeckFunctions
    constants: Mapping[str, Value]

    def id_by_template(self, card: CardSpec) -> str:
        if not self.deck.id:
            return ""
        try:
            return slug(template.fill(self.deck.id, self.values(card)))
        except TemplateFault:
            return ""

    def values(self, card: CardSpec) -> dict[str, Any]:
        table = self.asked.tables[self.name]
        empty: dict[str, Any] = dict.fromkeys((*table.columns, *self.deck.fields))
        given = {
            "deck": self.name, "game": self.file.game, "version": self.file.version, "id": "",
            "copies": card.copies, "total": sum(one.copies for one in table.cards),
            "slot": 1, "copy": 1,
        }  # fmt: skip
        functions = self.asked.all_over(table)
        return {**functions, **empty, **self.constants, **given, **card.values}


def change_rows(
    file: GameFile, cards: Cards, named: NamedCards, changes: Changes, report: Report
) -> Cards:
    """The cards with their changes.

    Args:
        file: The game.
        cards: Its cards as they were read, without computed fields.
        named: The same cards by their names, perhaps with computed fields.
        changes: What to change.
        report: Takes findings on the new values.
    """
    if not changes:
        return cards
    by_row = {
        id(card.row): (ident, changes[deck, ident])
        for (deck, ident), card in named.cards.items()
        if (deck, ident) in changes
    }
    made = dict(cards)
    for name, deck in file.decks.items():
        made[name] = tuple(
            _changed(card, *by_row[id(card.row)], deck.fields, report)
            if id(card.row) in by_row
            else card
            for card in cards[name]
        )
    return made


def number_changes(file: GameFile, changes: Changes) -> Changes:
    """Those of the changes that make a number: the composition counts with it."""
    found: dict[tuple[str, str], dict[str, Node]] = {}
    for (deck, ident), nodes in changes.items():
        fields = file.decks[deck].fields
        for name, node in nodes.items():
            if isinstance(read_value(node, fields.get(name), Report()), int | float):
                found.setdefault((deck, ident), {})[name] = node
    return found


def _changed(
    card: CardSpec,
    ident: str,
    nodes: Mapping[str, Node],
    fields: Mapping[str, FieldSpec],
    report: Report,
) -> CardSpec:
    row, values = card.node, dict(card.values)
    entries = dict(row.entries)
    for name, node in nodes.items():
        key = entries[name][0] if name in entries else ScalarNode(node.span, name, True)
        entries[name] = (key, node)
        values[name] = read_value(node, fields.get(name), report)
    return replace(card, id=ident, values=values, row=MappingNode(row.span, entries))
