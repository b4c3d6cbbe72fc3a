"""Conditions that hold for a card although its field says `no`.

In      the layouts as they were written, the cards with their layouts.
Out     a finding for each field of a deck, at its first such value.

A field is a text, and a text is true unless it is empty: `when: night` holds for `night: no`,
and for the `FALSE` that spreadsheets show. Expressions that compare the field are left alone.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator

from msgspec import Struct, field

from cardgen.check.engine.rule import Explanation, Rule
from cardgen.check.engine.subject import Subject
from cardgen.check.rules.source.mentions import Name, list_scalars, read_mentions
from cardgen.core.findings import Finding, Note, Span, plural
from cardgen.expressions import syntax
from cardgen.read.syntax.nodes import find
from cardgen.read.tables.cards import CardSpec

_NO = frozenset("no false off n 0 0.0 nein falsch aus non faux falso nej nie нет ✗ ☐".split())
"""What people write for no, in small letters."""


class TextConditions(Rule):
    """Conditions that take a `no` for a yes."""

    heading = "Files, names and layout"
    codes = (
        Explanation(
            "text-is-true",
            "a condition holds for a card whose field says `no`",
            "A field is a text, and every text that is not empty counts as true: `when: night` "
            "draws the night for `night: no`, and for the `FALSE` of a spreadsheet.",
            "Compare, as in `when: night == 'yes'`, or leave the field empty where it does not "
            "apply.",
            "warning",
        ),
    )

    def find(self, subject: Subject) -> Iterable[Finding]:
        return find_texts_that_hold(subject)


class _Doubt(Struct):
    """A field of a deck that is asked as if it were true or false."""

    first: CardSpec
    asked: Span
    texts: dict[str, int] = field(default_factory=lambda: defaultdict(int))


def find_texts_that_hold(subject: Subject) -> Iterator[Finding]:
    """One finding for each field of a deck."""
    graph, conditions = subject.share(read_mentions), _conditions(subject)
    for deck in subject.bound.decks:
        rows = {row.span: row for row in subject.spec.cards.get(deck.name, ())}
        doubts: dict[str, _Doubt] = {}
        asked: dict[str, dict[str, Span]] = {}
        for card in deck.cards:
            row = rows[card.span]
            for face in (one for one in (card.front, card.back) if one):
                if face.layout not in asked:
                    owners = graph.reached([("layout", face.layout)])
                    asked[face.layout] = {n: p for o in owners for n, p in conditions[o].items()}
                _doubt(row, asked[face.layout], doubts)
        for name, doubt in doubts.items():
            yield _finding(deck.name, name, doubt)


def _doubt(row: CardSpec, asked: dict[str, Span], doubts: dict[str, _Doubt]) -> None:
    for name, place in asked.items():
        value = row.values.get(name)
        if isinstance(value, str) and value.strip().casefold() in _NO:
            doubts.setdefault(name, _Doubt(row, place)).texts[value] += 1


def _finding(deck: str, name: str, doubt: _Doubt) -> Finding:
    text = next(iter(doubt.texts))
    total = sum(doubt.texts.values())
    more = f", and on {plural(total - 1, 'other')} of `{deck}`" if total > 1 else ""
    return Finding(
        "text-is-true",
        f"`{name}` is the text `{text}` here{more}, and a condition takes it for true",
        doubt.first.place(name),
        "warning",
        hint=f"write `{name} != '{text}'` in the condition, or leave the field empty",
        notes=(Note("the condition is", doubt.asked),),
    )


def _conditions(subject: Subject) -> dict[Name, dict[str, Span]]:
    """The fields that each layout and piece asks as if they were true or false."""
    found: dict[Name, dict[str, Span]] = defaultdict(dict)
    root = subject.spec.layouts.node
    for kind, key in (("layout", "layouts"), ("piece", "pieces")):
        for name, (_, node) in getattr(find(root, key), "entries", {}).items():
            for inner, scalar in list_scalars(node):
                for asked in syntax.find_tested_names(scalar.text, expression=inner == "when"):
                    found[kind, name].setdefault(asked, scalar.span)
    return found
