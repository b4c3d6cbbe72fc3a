"""Texts one by one: slips of typing, and what their setting leaves on the page.

In      the cards' texts as they were typed, the faces as they are laid out.
Out     findings at the word or character.
Not here  wording over a deck (`check.rules.wording.consistency`), quotation marks
        (`check.rules.wording.quotations`), what does
          not fit (`layout.face.layouter`).
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from cardgen.bind.bound_elements import BoundElement, TextBox
from cardgen.bind.bound_texts import InlineIcon
from cardgen.bind.card.known_bodies import find_facts
from cardgen.check.engine.rule import Explanation, Rule
from cardgen.check.engine.subject import CheckedFace, Subject
from cardgen.check.rules.wording.lone_words import LoneWord, recall_lone_words
from cardgen.check.rules.wording.typed_texts import (
    TypedText,
    list_doubtful_texts,
    list_typed_texts,
)
from cardgen.core.findings import Finding, Note, Span, plural
from cardgen.files.game_files import UnreadableError
from cardgen.read.syntax.nodes import Node, ScalarNode, SequenceNode


class DoubledWords(Rule):
    """Words typed twice in a row."""

    heading = "How text is set"
    codes = (
        Explanation(
            "doubled-word",
            "a word is typed twice in a row",
            "The eye skips the second of two equal words, most of all over a line's end: nobody "
            "sees it on the screen, and every buyer sees it on the card.",
            "Delete one of the two. Where both are meant (`had had`, a name such as `Duran "
            "Duran`), silence the code for that card with the reason.",
            "warning",
        ),
    )

    def find(self, subject: Subject) -> Iterable[Finding]:
        return find_doubled_words(subject)


class LoneLastWords(Rule):
    """Balanced texts whose last line is one word."""

    heading = "How text is set"
    looks_at = "faces"
    codes = (
        Explanation(
            "lone-last-word",
            "the last line of a balanced text is a single word",
            "`balance: yes` asks for lines of about one length. One word left over looks like a "
            "mistake, and on a card there is nothing around it that would hide it.",
            "Change a word or two, make the box a little wider or narrower, or let the size step "
            "down. A text whose lines are all single words is left alone.",
            "warning",
            style=True,
        ),
    )

    def find(self, subject: Subject) -> Iterable[Finding]:
        return find_lone_last_words(subject)


class StraightQuotes(Rule):
    """Typewriter quotation marks that are printed."""

    heading = "How text is set"
    codes = (
        Explanation(
            "straight-quotes",
            "typewriter quotation marks or apostrophes are printed",
            "`'` and `\"` are what a keyboard has, not what books print; beside a text face they "
            "look like a fault of the file. They are printed where `smart` is off.",
            "Take `smart: no` away, or type the marks that you want: “ ” ‘ ’, and ′ ″ for feet, "
            "inches, minutes.",
            "warning",
            style=True,
        ),
    )

    def find(self, subject: Subject) -> Iterable[Finding]:
        return find_straight_quotes(subject)


# --- texts as typed ------------------------------------------------------------------------


def list_layout_texts(node: Node | None) -> Iterator[tuple[Span, ScalarNode]]:
    """The places and texts of all text elements below a node of `layouts.yaml`."""
    if isinstance(node, SequenceNode):
        for item in node.items:
            yield from list_layout_texts(item)
    elif node is not None and not isinstance(node, ScalarNode):
        for key, (_, value) in node.entries.items():
            if key == "text" and isinstance(value, ScalarNode):
                yield node.span, value
            else:
                yield from list_layout_texts(value)


_LONG = 2_000
_ESCAPED = re.compile(r"\\(?:x\w{2}|u\w{4}|U\w{8}|.)|.")


def locate_part(subject: Subject, scalar: ScalarNode, start: int, length: int = 1) -> Span:
    """The place of a part of a text, in double quotes with backslashes too."""
    if scalar.verbatim is not None:
        return scalar.part(start, length)
    if len(scalar.text) > _LONG:  # thousands of faults in one text would each count it through
        return scalar.span
    try:
        line = subject.game.text(scalar.span.file).splitlines()[scalar.span.line - 1]
    except (UnreadableError, IndexError):
        return scalar.span
    first = scalar.span.column - 1
    raw = line[first + 1 : scalar.span.end_column - 2]
    steps = [found.end() - found.start() for found in _ESCAPED.finditer(raw)]
    if line[first : first + 1] != '"' or len(steps) != len(scalar.text):
        return scalar.span
    return scalar.span.part(1 + sum(steps[:start]), sum(steps[start : start + length]))


# --- doubled words -------------------------------------------------------------------------

_MARKS = (
    "\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a"
    "\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u0711\u0730-\u074a"
    "\u07a6-\u07b0\u0900-\u0903\u093a-\u093c\u093e-\u094f\u0981-\u0983\u09bc\u09be-\u09cd"
    "\u0a01-\u0a03\u0a3c-\u0a4d\u0a70\u0a71\u0a81-\u0a83\u0abc\u0abe-\u0acd\u0b01-\u0b03\u0b3c"
    "\u0b3e-\u0b57\u0b82\u0bbe-\u0bcd\u0c00-\u0c04\u0c3c\u0c3e-\u0c56\u0c81-\u0c83\u0cbc\u0cbe-\u0cd6"
    "\u0d00-\u0d03\u0d3b\u0d3c\u0d3e-\u0d4d\u0d81-\u0d83\u0dca-\u0ddf\u0e31\u0e34-\u0e3a\u0e47-\u0e4e"
    "\u0eb1\u0eb4-\u0ebc\u0ec8-\u0ece\u102b-\u103e\u17b4-\u17d3\u1ab0-\u1aff\u1dc0-\u1dff"
    "\u200c\u200d\u20d0-\u20ff\ufe00-\ufe0f"
)
"""Points, vowel signs and accents: they belong to the letter before them."""
_LETTERS = rf"[^\W_](?:[^\W_]|[{_MARKS}])*"
_DOUBLED = re.compile(
    rf"(?<![\w'’.,+\-−{_MARKS}])(?P<first>{_LETTERS}(?:['’]{_LETTERS})*)[*\]]*(?P<gap>\s+)[*\[]*"
    rf"(?P<second>(?P=first))(?![\w'’{_MARKS}-]|[.,/⁄]\d)",
    re.IGNORECASE,
)
_TEMPLATE = re.compile(r"\{\{(?:(?!\{\{).)*?\}\}|\{%(?:(?!\{%).)*?%\}", re.DOTALL)
_GRAMMAR: Mapping[str, frozenset[str]] = {
    "fr": frozenset(("nous", "vous")),
    "de": frozenset(("das", "der", "die", "sie")),
}
"""Words that a sound sentence has twice in a row: `nous nous levons`."""
_OFTEN_MEANT = frozenset(("had", "that"))


def find_doubled_words(subject: Subject) -> Iterator[Finding]:
    """Words typed twice; a text that several cards share is reported once."""
    spec = subject.spec
    languages = {spec.file.language, *(deck.language for deck in spec.decks.values())}
    sound = frozenset(word for tag in languages for word in _GRAMMAR.get(tag[:2].lower(), ()))
    same: dict[tuple[str, str], list[TypedText]] = defaultdict(list)
    for typed in list_doubtful_texts(subject, "doubled words", _may_double):
        same[typed.deck, typed.text].append(typed)
    for first, *others in same.values():
        notes = tuple(Note("the same text", other.scalar.span) for other in others)
        yield from _find_doubled_in_text(subject, first.scalar, sound, notes, first.label)
    for _, scalar in list_layout_texts(subject.spec.layouts.node):
        yield from _find_doubled_in_text(subject, scalar, sound)


def _may_double(typed: TypedText) -> bool:
    return _DOUBLED.search(typed.text) is not None


def _find_doubled_in_text(
    subject: Subject,
    scalar: ScalarNode,
    sound: frozenset[str],
    notes: tuple[Note, ...] = (),
    card: str = "",
) -> Iterator[Finding]:
    text = scalar.text if card else _blank_templates(scalar.text)
    for match in _DOUBLED.finditer(text):
        if match["gap"].count("\n") > 1 or match["first"].casefold() in sound:
            continue
        start, end = match.span("second")
        yield Finding(
            "doubled-word",
            f"`{match['first']} {match['second']}`: the same word twice in a row",
            locate_part(subject, scalar, start, end - start),
            "warning",
            label="the second",
            hint=_suggest_single_word(match["first"], match["second"]),
            notes=notes,
            card=card,
        )


def _blank_templates(text: str) -> str:
    """The text with its templates blanked out, all else where it was."""
    return _TEMPLATE.sub(lambda found: "\0" * len(found[0]), text)


def _suggest_single_word(first: str, second: str) -> str:
    if first.casefold() in _OFTEN_MEANT:
        return "delete one, unless both are meant"
    if first.isnumeric():
        return "delete one, unless these are two numbers"
    if first[0].isupper() and second[0].isupper():
        return "delete one, unless it is a name"
    return "delete one of them"


# --- what stands on the page ---------------------------------------------------------------


def _list_sources(subject: Subject) -> dict[Span, ScalarNode]:
    """What was typed at each place that a text may come from, elements included."""
    found = {typed.scalar.span: typed.scalar for typed in list_typed_texts(subject)}
    for element, scalar in list_layout_texts(subject.spec.layouts.node):
        found[element] = found[scalar.span] = scalar
    return found


def _locate_last(
    subject: Subject, source: Span, typed: Mapping[Span, ScalarNode], word: str
) -> Span:
    """Where a word of a set text was typed last, or the whole text."""
    scalar = typed.get(source)
    plain = word.strip("“”‘’\"'")
    start = scalar.text.rfind(plain) if scalar and plain else -1
    return (
        source if scalar is None or start < 0 else locate_part(subject, scalar, start, len(plain))
    )


def find_lone_last_words(subject: Subject) -> Iterator[Finding]:
    """Balanced texts that end in a line of one word; equal texts are reported once."""
    found: dict[tuple[Span, bytes], list[tuple[CheckedFace, LoneWord]]] = defaultdict(list)
    for face in subject.faces:
        if find_facts(face.bound).balanced:
            for lone in recall_lone_words(subject.kept, face):
                found[lone.span, lone.text].append((face, lone))
    typed = _list_sources(subject) if found else {}
    for (span, _), uses in found.items():
        face, lone = uses[0]
        also = f"; so it is on {plural(len(uses) - 1, 'other card')}" if len(uses) > 1 else ""
        yield Finding(
            "lone-last-word",
            f"the last line of `{lone.element}` is one word, `{lone.word}`{also}",
            _locate_last(subject, lone.source, typed, lone.word),
            "warning",
            hint="change a word, or give the box another width",
            notes=(Note("balanced by the layout", span),),
            card=face.card,
        )


def find_straight_quotes(subject: Subject) -> Iterator[Finding]:
    """Typewriter marks in the texts of an element; one finding for each element."""
    found: dict[Span, list[tuple[str, TextBox]]] = defaultdict(list)
    seen: set[int] = set()
    for face in dict.fromkeys(subject.bound.faces):
        if not find_facts(face).straight:
            continue
        for box in list_text_boxes(face.body.elements):
            if id(box) not in seen and _has_straight(box):
                found[box.span].append((f"{face.deck}/{face.card}", box))
            seen.add(id(box))
    typed = _list_sources(subject) if found else {}
    for span, uses in found.items():
        yield _report_straight_quotes(subject, span, uses, typed)


def list_text_boxes(elements: Sequence[BoundElement]) -> Iterator[TextBox]:
    """The texts of a face, also those that others hold."""
    for box in elements:
        if isinstance(box, TextBox):
            yield box
        yield from list_text_boxes(box.held)


def _has_straight(box: TextBox) -> bool:
    return any(
        not isinstance(inline, InlineIcon) and ("'" in inline.text or '"' in inline.text)
        for paragraph in box.text.paragraphs
        for line in paragraph
        for inline in line
    )


def _report_straight_quotes(
    subject: Subject,
    span: Span,
    uses: Sequence[tuple[str, TextBox]],
    typed: Mapping[Span, ScalarNode],
) -> Finding:
    card, box = uses[0]
    place = span
    for scalar in filter(None, (typed.get(box.source), typed.get(span))):
        mark = re.search("[\"']", _blank_templates(scalar.text))
        if mark:
            place = locate_part(subject, scalar, mark.start())
            break
    from_card = place.file != span.file
    others = len({use.source for _, use in uses}) - 1
    also = f", and on {plural(others, 'other card')}" if others and from_card else ""
    return Finding(
        "straight-quotes",
        f"`{box.element}` prints typewriter marks here{also}: `smart` is off",
        place,
        "warning",
        hint="take `smart: no` away, or type “ ” ‘ ’",
        notes=(Note("set by the layout", span),) if from_card else (),
        card=card if from_card else "",
    )
