"""Texts of a translation that conditions compare: another word there is another card.

In      the texts of tables by card and field, the cards, the layouts that are printed.
Out     a finding for each such word that the layouts do not know.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from cardgen.core.findings import Finding, Report
from cardgen.expressions.printed_words import compared_names
from cardgen.read.row_changes import Changes, NamedCards
from cardgen.read.syntax.nodes import Node, ScalarNode
from cardgen.read.translation.fixed_texts import elements

_CONDITIONS = ("when", "repeat")


def report_compared(
    changes: Changes, named: NamedCards, layouts: Node | None, report: Report
) -> None:
    """Report words that take the place of others by which layouts decide.

    Args:
        changes: The texts of the tables.
        named: The cards as they are without them.
        layouts: The root of the layouts.
        report: Takes the findings.
    """
    compared = _list_compared(layouts) if changes else {}
    told: set[tuple[str, str]] = set()
    for key, fields in changes.items():
        for name in fields.keys() & compared.keys():
            new, old = fields[name], named.cards[key].scalar(name)
            if not isinstance(new, ScalarNode) or old is None or new.text == old.text:
                continue
            decides = _is_asked_for(name, old.text, compared[name])
            known = any(_quotes(new.text, one) for one in compared[name])
            if decides and not known and (name, new.text) not in told:
                told.add((name, new.text))
                message = f"layouts compare `{name}` with other words than `{new.text}`"
                hint = f"leave it empty, so that it stays `{old.text}`, and print another field"
                report.add(Finding("translated-key", message, new.span, "warning", hint=hint))


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
