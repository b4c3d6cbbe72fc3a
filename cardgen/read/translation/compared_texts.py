"""Texts of a translation that conditions compare: another word there is another card.

In      the texts of tables by card and field, or what columns in other languages replace; the
        cards, the layouts that are printed.
Out     a finding for each such word that the layouts do not know.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec import Struct

from cardgen.core.findings import Finding, Report
from cardgen.expressions.printed_words import compared_names
from cardgen.read.row_changes import Changes, NamedCards
from cardgen.read.syntax.nodes import Node, ScalarNode
from cardgen.read.translation.fixed_texts import elements

_CONDITIONS = ("when", "repeat")
Replaced = tuple[str, str, str]
"""A field, its text in the game, and in the translation."""


class Replacement(Struct, frozen=True):
    """A text of a card, and what a table or a column has in its place."""

    card: tuple[str, str]
    """Its deck and id; the first, where several cards have the same."""
    field: str
    old: ScalarNode
    new: ScalarNode


def list_replacements(changes: Changes, named: NamedCards) -> list[Replacement]:
    """The texts that changes put in the place of others; those that are alike once.

    Args:
        changes: The texts of tables, or of columns in a language.
        named: The cards as they are without them.
    """
    found: dict[tuple[str, Replaced], Replacement] = {}
    for key, fields in changes.items():
        for name, new in fields.items():
            old = named.cards[key].scalar(name)
            if isinstance(new, ScalarNode) and old is not None and new.text != old.text:
                replaced = key[0], (name, old.text, new.text)
                found.setdefault(replaced, Replacement(key, name, old, new))
    return list(found.values())


def report_compared(texts: Iterable[Replacement], layouts: Node | None, report: Report) -> None:
    """Report words that take the place of others by which layouts decide.

    Args:
        texts: What takes the place of what.
        layouts: The root of the layouts.
        report: Takes the findings.
    """
    words: dict[Replaced, ScalarNode] = {}
    for one in texts:
        words.setdefault((one.field, one.old.text, one.new.text), one.new)
    compared = _list_compared(layouts) if words else {}
    told: set[tuple[str, str]] = set()
    for (name, old, new), place in words.items():
        conditions = compared.get(name, ())
        known = any(_quotes(new, one) for one in conditions)
        if known or not _is_asked_for(name, old, conditions) or (name, new) in told:
            continue
        told.add((name, new))
        message = f"layouts compare `{name}` with other words than `{new}`"
        hint = f"leave it empty, so that it stays `{old}`, and print another field"
        report.add(Finding("translated-key", message, place.span, "warning", hint=hint))


def _is_asked_for(name: str, word: str, conditions: Sequence[str]) -> bool:
    """Whether a word of a field decides: it is compared, a part of it is looked for, or something
    is looked up by it. Others, as those of `rule != ''`, may be any."""
    part = re.compile(rf"""(?:'([^']+)'|"([^"]+)") (?:not )?in {name}\b""")
    looked_up = re.compile(rf"""\[[^]'"]*\b{name}\b""")
    return any(
        _quotes(word, one)
        or looked_up.search(one)
        or any(found[1 if found[1] else 2] in word for found in part.finditer(one))
        for one in conditions
    )


def _quotes(word: str, condition: str) -> bool:
    return f"'{word}'" in condition or f'"{word}"' in condition


def _list_compared(layouts: Node | None) -> Mapping[str, list[str]]:
    """The conditions of layouts and pieces by the names that they compare with a text."""
    found: dict[str, list[str]] = {}
    for text, is_expression in _list_texts(layouts):
        for name in compared_names(text, expression=is_expression):
            found.setdefault(name, []).append(text)
    return found


def _list_texts(layouts: Node | None) -> Iterator[tuple[str, bool]]:
    for element in elements(layouts):
        for key, (_, value) in element.entries.items():
            if isinstance(value, ScalarNode) and (key in _CONDITIONS or "{" in value.text):
                yield value.text, key in _CONDITIONS
