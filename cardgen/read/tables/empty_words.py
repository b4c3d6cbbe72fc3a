"""Words that programs write where a cell is empty: `NaN`, `NULL`, `None`.

In      the cards of a deck.
Out     a warning for each field with such a word among numbers, or in place of every empty cell.

Such a word is a text like any other, and a card may be named so: it is doubted only where all
that a field has beside it are numbers, or where a word that nobody would print stands in several
rows of a field that is empty in none.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence

from cardgen.core.findings import Finding, Note, plural
from cardgen.read.models.tables import FieldSpec
from cardgen.read.tables.cards import CardSpec

_UNPRINTED = frozenset(("NaN", "nan", "NULL", "<NA>", "NaT", "undefined", "\\N"))
"""Words that stand for nothing wherever they stand more than once."""
_AMONG_NUMBERS = _UNPRINTED | frozenset(
    "NAN Null null None none NONE nil Inf inf -inf Infinity -Infinity .nan .inf -.inf ~".split()
)
_FEW = 2
"""So many numbers make a field one of numbers, so many words no accident."""


def find_empty_words(
    cards: Sequence[CardSpec], fields: Mapping[str, FieldSpec]
) -> Iterator[Finding]:
    """The warnings, one for each field, at the first card that has the word."""
    found: dict[str, list[CardSpec]] = defaultdict(list)
    for card in cards:
        for name, value in card.values.items():
            if type(value) is str and value in _AMONG_NUMBERS:
                found[name].append(card)
    numbers, texts = _count_others(cards, found) if found else (Counter[str](), Counter[str]())
    for name, doubtful in found.items():
        if name in fields and fields[name].one_of:
            continue
        if numbers[name] >= _FEW and not texts[name]:
            yield _report(name, doubtful, "the others are numbers")
            continue
        unprinted = [card for card in doubtful if card.values[name] in _UNPRINTED]
        others = numbers[name] + texts[name]
        if others and len(unprinted) >= _FEW and others + len(doubtful) == len(cards):
            yield _report(name, unprinted, "no cell is empty")


def _count_others(
    cards: Sequence[CardSpec], fields: Collection[str]
) -> tuple[Counter[str], Counter[str]]:
    """How many numbers, and how many other values, some fields have beside such words."""
    numbers, texts = Counter[str](), Counter[str]()
    for card in cards:
        for name, value in card.values.items():
            if name not in fields or value is None or value == "":
                continue
            if isinstance(value, int | float):
                numbers[name] += 1
            elif not isinstance(value, str) or value not in _AMONG_NUMBERS:
                texts[name] += 1
    return numbers, texts


def _report(name: str, cards: Sequence[CardSpec], why: str) -> Finding:
    first, *others = cards
    further = f", as in {plural(len(others), 'other row')}" if others else ""
    message = f"`{first.values[name]}` in `{name}`, where {why}, is printed as it stands{further}"
    notes = tuple(Note(f"`{card.values[name]}`", card.place(name)) for card in others[:8])
    hint = "leave it empty if the card has none"
    return Finding("empty-word", message, first.place(name), "warning", hint=hint, notes=notes)
