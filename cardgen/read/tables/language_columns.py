"""Columns in other languages: `name.de` stands beside `name`, and in its place in German.

In      rows as they were read, the languages of a game's editions.
Out     the rows of one edition: with its language's texts, without those of the others.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping

from msgspec import Struct, field

from cardgen.core.findings import Finding, Report, Span
from cardgen.read.models.tables import FieldSpec
from cardgen.read.syntax.nodes import MappingNode, Node, ScalarNode
from cardgen.text.languages import LanguageError, parse_language

_IN_LANGUAGE = re.compile(r"(.+)[._]([A-Za-z]{2}(?:[-_][A-Za-z]{2,4})?)")


class LanguageColumns(Struct):
    """The languages that columns may be in, and the one that is printed."""

    languages: Collection[str] = ()
    language: str = ""
    """"" where it is that of the columns without a mark."""
    taken: set[Span] = field(default_factory=set)
    """Where the texts are that took the place of others."""
    replaced: dict[tuple[str, str, str], ScalarNode] = field(default_factory=dict)
    """By field, text of the game and text of the language, where the latter stands first."""
    seen: set[str] = field(default_factory=set)
    """Fields of the current deck that have a column in the language."""
    lacking: dict[str, list[Span]] = field(default_factory=dict)
    """By field, the texts of the current deck that have no other."""

    def field_of(self, name: str) -> tuple[str, str]:
        """A column's field and language: `name.pt_br` → `name`, `pt-BR`; else itself and ""."""
        head, dot, typed = name.rpartition(".")
        if not (dot and head and self.languages):
            return name, ""
        folded = typed.replace("_", "-").casefold()
        tag = next((one for one in self.languages if one.casefold() == folded), "")
        return (head, tag) if tag else (name, "")

    def apply(self, row: MappingNode) -> MappingNode:
        """A row with the texts of the language."""
        if not self.languages:
            return row
        parted = {name: self.field_of(name) for name in row.entries}
        entries = {name: entry for name, entry in row.entries.items() if not parted[name][1]}
        done = set()
        for name, (head, tag) in parted.items():
            if tag == self.language and tag:
                self.seen.add(head)
                if not _is_empty(row.entries[name][1]):
                    self._note(head, row.value(head), row.entries[name][1])
                    entries[head] = row.entries[name]
                    self.taken.add(entries[head][1].span)
                    done.add(head)
        if self.language:
            for name, (_, value) in entries.items():
                if name not in done and not _is_empty(value):
                    self.lacking.setdefault(name, []).append(value.span)
        return MappingNode(row.span, entries)

    def _note(self, name: str, old: Node | None, new: Node) -> None:
        """Remember a word in the place of another."""
        if isinstance(old, ScalarNode) and isinstance(new, ScalarNode) and old.text != new.text:
            self.replaced.setdefault((name, old.text, new.text), new)

    def end_deck(self, report: Report) -> None:
        """Report the texts of a deck that a column of the language lacks."""
        for name in self.seen & self.lacking.keys():
            for span in self.lacking[name]:
                message = f"`{name}` has no text in the column `{name}.{self.language}`"
                hint = "the text of the game is printed until it has"
                report.add(Finding("untranslated", message, span, "warning", hint=hint))
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
