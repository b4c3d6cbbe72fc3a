"""Conditions that hold for a card although its field says `no`, or fail for one that says 0.

In      the layouts, decks, composition and booklets as they were written, the cards.
Out     a finding for each field of a deck, at its first such value.

A field is a text, and a text is true unless it is empty: `when: night` holds for `night: no`,
and for the `FALSE` that spreadsheets show. A number is true unless it is 0: `when: power` on the
element that prints it leaves out a power of 0 with those that are not there. Expressions that
compare the field are left alone.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from msgspec import Struct, field

from cardgen.check.engine.rule import Explanation, Rule
from cardgen.check.engine.subject import Subject
from cardgen.check.rules.source.booklet_expressions import list_booklet_questions
from cardgen.check.rules.source.deck_expressions import list_deck_expressions
from cardgen.check.rules.source.mentions import (
    Name,
    find_fields,
    list_scalars,
    read_mentions,
)
from cardgen.check.rules.source.number_texts import NUMBER_TEXT, find_number_texts
from cardgen.core.findings import Finding, Note, Span, plural
from cardgen.expressions import syntax
from cardgen.read.syntax.nodes import MappingNode, Node, ScalarNode, SequenceNode, find
from cardgen.read.tables.answers import are_letters, says_no
from cardgen.read.tables.cards import CardSpec

_OF_NAMES = re.compile(r"\w+(?: +(?:and|or) +\w+)*")
_PRINTING = frozenset(("text", "outline"))


class TextConditions(Rule):
    """Conditions that take a `no` for a yes, a 0 for nothing, or a number for a text."""

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
        Explanation(
            "zero-is-false",
            "a number is not printed where it is 0",
            '0 counts as false: `{text: "{{ power }}", when: power}` leaves out the power of a '
            "card that has none, and a power of 0 too. Told where a deck has cards of both kinds.",
            "Write `when: power is not none`, or leave the field empty where nothing is to be "
            "printed.",
            "warning",
        ),
        NUMBER_TEXT,
    )

    def find(self, subject: Subject) -> Iterable[Finding]:
        told = list(find_texts_that_hold(subject))
        yield from told
        places = {finding.span for finding in told}
        others = find_texts_in_expressions(subject)
        yield from (finding for finding in others if finding.span not in places)
        yield from find_zeros_left_out(subject)
        yield from find_number_texts(subject)


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
        yield from _report_answers(deck.name, doubts, subject.spec.cards.get(deck.name, ()))


def find_texts_in_expressions(subject: Subject) -> Iterator[Finding]:
    """One finding for each field of a deck, of what stands in no layout."""
    asked: dict[str, dict[str, Span]] = defaultdict(dict)
    for one in list_deck_expressions(subject.spec):
        for name in syntax.find_tested_names(one.source, expression=one.is_condition):
            asked[one.deck].setdefault(name, one.place)
    for question in subject.share(list_booklet_questions):
        for name in question.tested:
            asked[question.deck].setdefault(name, question.place)
    for deck, names in asked.items():
        doubts: dict[str, _Doubt] = {}
        rows = subject.spec.cards.get(deck, ())
        for row in rows:
            _doubt(row, names, doubts)
        yield from _report_answers(deck, doubts, rows)


def _doubt(row: CardSpec, asked: dict[str, Span], doubts: dict[str, _Doubt]) -> None:
    for name, place in asked.items():
        value = row.values.get(name)
        if isinstance(value, str) and says_no(value):
            doubts.setdefault(name, _Doubt(row, place)).texts[value] += 1


def _report_answers(
    deck: str, doubts: Mapping[str, _Doubt], rows: Sequence[CardSpec]
) -> Iterator[Finding]:
    for name, doubt in doubts.items():
        if not are_letters(doubt.texts, (row.values.get(name) for row in rows)):
            yield _finding(deck, name, doubt)


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


def find_zeros_left_out(subject: Subject) -> Iterator[Finding]:
    """One finding for each field of a deck that is 0 on some cards and missing on others."""
    graph, guarded = subject.share(read_mentions), _guarded_numbers(subject)
    for deck in subject.bound.decks if guarded else ():
        layouts = {face.layout for face in deck.faces}
        owners = graph.reached(("layout", layout) for layout in layouts)
        asked = {name: node for owner in owners for name, node in guarded.get(owner, {}).items()}
        rows = subject.spec.cards.get(deck.name, ())
        left_out: dict[str, list[CardSpec]] = {}
        for name in asked:
            zeros = [row for row in rows if _is_zero(row.values.get(name))]
            if zeros and any(row.values.get(name) in (None, "") for row in rows):
                left_out[name] = zeros
        for name, zeros in left_out.items():
            condition = asked[name]
            also = [other for other in left_out if asked[other] is condition]
            mended = _ask_whether_there(name, condition.text, also)
            yield _report_zeros(deck.name, name, zeros, condition.span, mended)


def _is_zero(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and value == 0


def _ask_whether_there(name: str, condition: str, left_out: Collection[str]) -> str:
    """What to write for a condition: all of it if it is made of names, else for the one."""
    if not _OF_NAMES.fullmatch(condition):
        return f"`{name} is not none` for `{name}` in the condition"
    words = (f"{word} is not none" if word in left_out else word for word in condition.split())
    return f"`when: {' '.join(words)}`"


def _report_zeros(
    deck: str, name: str, zeros: Sequence[CardSpec], asked: Span, mended: str
) -> Finding:
    more = f", and on {plural(len(zeros) - 1, 'other')} of `{deck}`" if len(zeros) > 1 else ""
    return Finding(
        "zero-is-false",
        f"`{name}` is 0 here{more}, and is not printed: its condition takes 0 for nothing",
        zeros[0].place(name),
        "warning",
        hint=f"write {mended}, or leave the field empty",
        notes=(Note("the condition is", asked),),
    )


def _guarded_numbers(subject: Subject) -> dict[Name, dict[str, ScalarNode]]:
    """The fields that elements of each layout and piece print, and only if they are true."""
    found: dict[Name, dict[str, ScalarNode]] = defaultdict(dict)
    root = subject.spec.layouts.node
    for kind, key in (("layout", "layouts"), ("piece", "pieces")):
        for name, (_, node) in getattr(find(root, key), "entries", {}).items():
            for element, condition in _list_guarded(node):
                tested = syntax.find_tested_names(condition.text, expression=True)
                for field_name in tested & _list_printed(element):
                    found[kind, name].setdefault(field_name, condition)
    return found


def _list_guarded(node: Node | None) -> Iterator[tuple[MappingNode, ScalarNode]]:
    """The elements below a node that have a condition."""
    if isinstance(node, SequenceNode):
        for item in node.items:
            yield from _list_guarded(item)
    elif isinstance(node, MappingNode):
        condition = find(node, "when")
        if isinstance(condition, ScalarNode):
            yield node, condition
        for _, value in node.entries.values():
            yield from _list_guarded(value)


def _list_printed(element: MappingNode) -> set[str]:
    """The fields that the texts of an element print."""
    texts = (scalar.text for key, scalar in list_scalars(element) if key in _PRINTING)
    return {name for text in texts for name in find_fields("text", text)}


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
