"""Columns in other languages: `name.de` stands beside `name`, and in its place in German.

In      rows as they were read, the languages of a game's editions.
Out     the rows without these columns; beside them, what each has in the language of one edition.

The texts take their places once all cards are known by name (`read.editions.edition_cards`): the
id of a card is made of what the game itself calls it, in all editions.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping

from msgspec import Struct, field

from cardgen.core.findings import Span
from cardgen.read.models.tables import FieldSpec
from cardgen.read.syntax.nodes import MappingNode, Node, ScalarNode
from cardgen.text.languages import LanguageError, parse_language

Entry = tuple[ScalarNode, Node]
"""A key and its value."""
_IN_LANGUAGE = re.compile(r"(.+)[._]([A-Za-z]{2}(?:[-_][A-Za-z]{2,4})?)")


class LanguageColumns(Struct):
    """The languages that columns may be in, and the one that is printed."""

    languages: Collection[str] = ()
    language: str = ""
    """"" where it is that of the columns without a mark."""
    taken: set[Span] = field(default_factory=set)
    """Where the texts are that took the place of others."""
    texts: dict[int, Mapping[str, Entry]] = field(default_factory=dict)
    """By the identity of a card's row, its fields in the language."""
    found: Mapping[str, Entry] = field(default_factory=dict)
    """Those of the row that was read last."""
    seen: set[str] = field(default_factory=set)
    """Fields of the current deck that have a column in the language."""
    lacking: dict[str, list[Span]] = field(default_factory=dict)
    """By field, the texts of the current deck that have no other."""
    gaps: set[Span] = field(default_factory=set)
    """Texts for which the column of the language has none."""

    def field_of(self, name: str) -> tuple[str, str]:
        """A column's field and language: `name.pt_br` → `name`, `pt-BR`; else itself and ""."""
        head, dot, typed = name.rpartition(".")
        if not (dot and head and self.languages):
            return name, ""
        folded = typed.replace("_", "-").casefold()
        tag = next((one for one in self.languages if one.casefold() == folded), "")
        return (head, tag) if tag else (name, "")

    def apply(self, row: MappingNode) -> MappingNode:
        """A row without its columns in languages; those of the language are `found`."""
        if not self.languages:
            return row
        parted = {name: self.field_of(name) for name in row.entries}
        entries = {name: entry for name, entry in row.entries.items() if not parted[name][1]}
        found = {}
        for name, (head, tag) in parted.items():
            if tag == self.language and tag:
                self.seen.add(head)
                if not _is_empty(row.entries[name][1]):
                    found[head] = row.entries[name]
                    self.taken.add(row.entries[name][1].span)
        if self.language:
            for name, (_, value) in entries.items():
                if name not in found and not _is_empty(value):
                    self.lacking.setdefault(name, []).append(value.span)
        self.found = found
        return MappingNode(row.span, entries)

    def keep(self, row: object) -> None:
        """Remember what was found for a row, which is a card."""
        if self.found:
            self.texts[id(row)] = self.found

    def end_deck(self) -> None:
        """Note the texts of a deck that a column of the language lacks."""
        for name in self.seen & self.lacking.keys():
            self.gaps.update(self.lacking[name])
        self.seen.clear()
        self.lacking.clear()


def _is_empty(node: Node) -> bool:
    return isinstance(node, ScalarNode) and not node.text.strip()


def suggest_edition(name: str, fields: Collection[str]) -> str:
    """A hint for a column that seems to be a field in a language in which no edition is:
    `name.es`, which templates know as `name_es`, beside `name`."""
    found = _IN_LANGUAGE.fullmatch(name)
    tag = _language_of(found[2]) if found else ""
    if found is None or not tag:
        return ""
    if found[1] not in fields:
        return _suggest_column(name, found[1], tag, fields)
    told = f"if it is `{found[1]}` in that language, add an edition"
    return f"{told}: `editions: {{{found[2].lower()}: {{language: {tag}}}}}`"


def _suggest_column(name: str, field: str, tag: str, fields: Collection[str]) -> str:
    """A hint for `Name_EN` beside `Name_DE`, where no column is called `Name` alone."""
    others = (_IN_LANGUAGE.fullmatch(one) for one in fields if one != name)
    if not any(one and one[1] == field and _language_of(one[2]) for one in others):
        return ""
    return (
        f"for a column a language, call that of the game's own language `{field}` and this one "
        f"`{field}.{tag}`: docs/translating.md"
    )


def _language_of(typed: str) -> str:
    """The tag of a language, as it is written; "" if it is none."""
    try:
        return parse_language(typed)
    except LanguageError:
        return ""


class TableFields(dict[str, FieldSpec]):
    """The fields that a deck declares, to which columns in other languages belong too."""

    def __init__(self, fields: Mapping[str, FieldSpec], columns: LanguageColumns) -> None:
        super().__init__(fields)
        self.columns = columns

    def __contains__(self, name: object) -> bool:
        return super().__contains__(name) or (
            isinstance(name, str) and bool(self.columns.field_of(name)[1])
        )
