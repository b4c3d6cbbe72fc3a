"""Texts in brackets that YAML reads as lists, whose brackets no card would print: `rule: [Quick]`.

In      the cards of a deck, its declared fields.
Out     a warning for each field that has such a list among texts.

A list is a value like any other, and a field may hold one word here and two there: it is doubted
only where nothing declares the field, as many cards or more have a text in it, and no list has two
items, or most of the texts are sentences.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence

from cardgen.core.file_lines import YAML_FILES
from cardgen.core.findings import Finding, Note, plural
from cardgen.read.models.tables import FieldSpec
from cardgen.read.tables.cards import CardSpec

_SENTENCE = 3
"""So many words are no entry of a list."""


def find_bracketed_texts(
    cards: Sequence[CardSpec], fields: Mapping[str, FieldSpec]
) -> Iterator[Finding]:
    """The warnings, one for each field, at the first card that has the brackets."""
    found: dict[str, list[CardSpec]] = defaultdict(list)
    for card in cards:
        for name, value in card.values.items():
            if type(value) is list and value and name not in fields:
                found[name].append(card)
    texts = _list_texts(cards, found) if found else {}
    for name, doubtful in found.items():
        if doubtful[0].place(name).file.endswith(YAML_FILES) and len(texts[name]) >= len(doubtful):
            sentences = sum(len(text.split()) >= _SENTENCE for text in texts[name])
            if 2 * sentences > len(texts[name]) or not any(_has_several(c, name) for c in doubtful):
                yield _report(name, doubtful)


def _list_texts(cards: Sequence[CardSpec], names: Collection[str]) -> dict[str, list[str]]:
    """The texts that stand in some fields."""
    found: dict[str, list[str]] = {name: [] for name in names}
    for card in cards:
        for name, texts in found.items():
            value = card.values.get(name)
            if isinstance(value, str) and value:
                texts.append(value)
    return found


def _has_several(card: CardSpec, name: str) -> bool:
    value = card.values[name]
    return isinstance(value, list) and len(value) > 1


def _report(name: str, cards: Sequence[CardSpec]) -> Finding:
    first, *others = cards
    further = f", as in {plural(len(others), 'other row')}" if others else ""
    message = f"`{name}` is a list here and a text elsewhere: its brackets are not printed{further}"
    notes = tuple(Note("brackets", card.place(name)) for card in others[:8])
    hint = (
        f"write `'\\[…\\]'` to print them; if it is a list, declare `{name}: list` under `fields:`"
    )
    return Finding("bracketed-text", message, first.place(name), "warning", hint=hint, notes=notes)
