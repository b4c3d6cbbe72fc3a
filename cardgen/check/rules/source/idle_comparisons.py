"""Fields that are held against a value which none of their cards has: `kind == 'Crab'`.

In      what expressions hold fields against (`check.rules.source.compared_fields`), the cards.
Out     a finding for each value that is no card's, where it can only be a slip.
Not here  elements that stand on no card for it (`never-drawn`), numbers held against texts
          (`check.rules.source.number_texts`).

A layout may know more than the cards of today. So a value is a slip if the fields' `one-of` leave
it out, or if it is nearly one that the cards have, which the expression does not ask for too; and
in a booklet, which counts the cards that are there.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from functools import cache, partial
from itertools import chain

from msgspec import Struct

from cardgen.check.engine.rule import Explanation
from cardgen.check.engine.subject import Subject
from cardgen.check.rules.source.compared_fields import (
    Compared,
    read_compared_in_decks,
    read_compared_in_layouts,
    read_compared_in_questions,
)
from cardgen.check.rules.source.mentions import read_mentions
from cardgen.core.edit_distance import count_slips
from cardgen.core.findings import Finding, Span, did_you_mean, plural
from cardgen.expressions.comparisons import CHANGES
from cardgen.read.models.templated import has_template

IDLE_COMPARISON = Explanation(
    "idle-comparison",
    "a field is compared with a value that none of its cards has",
    "The comparison comes out the same for every card, whatever stands on it: the wrong layout is "
    "taken, the wrong word printed, or a booklet's count is 0. Told where the value is none of the "
    "field's `one-of`, where it is nearly one that the cards have, and in booklets.",
    "Write the value as the cards have it, capitals included.",
    "warning",
)
_SHORT, _LONG = 4, 9
"""Letters below which two words that differ by one are two words, and from which by two are not."""
_MANY = 200
"""Values of a field that has as many are names: each may be nearly another one."""
_NUMBER = re.compile(r"\d+")


class _Values(Struct):
    """What a field holds on the cards of some decks."""

    declared: set[str]
    """What `one-of` allows, where every deck with the field has it."""
    held: dict[str, None]
    """The values, as texts, in order."""
    change: Callable[[str], str] = str
    """What the filter makes of them that stands before the comparison."""


def find_idle_comparisons(subject: Subject) -> Iterator[Finding]:
    """One finding for each constant in an expression."""
    told: set[tuple[str, Span]] = set()
    collect = cache(partial(_collect, subject))
    for decks, compared in chain(_list_of_layouts(subject), _list_of_decks(subject)):
        for (name, constant), spot in compared.items():
            place = spot.place
            if not isinstance(constant, str) or not constant or (constant, place) in told:
                continue
            values = collect(decks, name)
            others = [str(one) for other, one in spot.together if other == name]
            if values and _is_idle(constant, values, others, in_booklet=_is_prose(subject, place)):
                told.add((constant, place))
                yield _report(name, constant, values, decks, place)


def _list_of_layouts(subject: Subject) -> Iterator[tuple[tuple[str, ...], Compared]]:
    """What each layout and piece compares, with the decks that use it."""
    compared = subject.share(read_compared_in_layouts)
    graph = subject.share(read_mentions) if compared else None
    users: dict[tuple[str, str], list[str]] = {}
    for deck in subject.bound.decks if graph else ():
        for owner in graph.reached(("layout", face.layout) for face in deck.faces) if graph else ():
            users.setdefault(owner, []).append(deck.name)
    for owner, asked in compared.items():
        if owner in users:
            yield tuple(users[owner]), asked


def _list_of_decks(subject: Subject) -> Iterator[tuple[tuple[str, ...], Compared]]:
    for elsewhere in (read_compared_in_decks, read_compared_in_questions):
        for deck, asked in subject.share(elsewhere).items():
            for pair, spot in asked.items():
                yield spot.decks or (deck,), {pair: spot}


def _is_prose(subject: Subject, place: Span) -> bool:
    return any(place.file == one.text for one in subject.spec.file.booklets.values())


def _collect(subject: Subject, decks: Sequence[str], name: str) -> _Values | None:
    """What a field has on the cards, behind its filter if `name` has one; None where its values
    are not all known, or it is no field of a card."""
    name, _, changed = name.partition("|")
    change = CHANGES.get(changed, str)
    values = _Values(set(), {}, change)
    declared: list[Collection[str]] = []
    for deck in decks:
        rows = subject.spec.cards.get(deck, ())
        spec = subject.spec.decks[deck].fields.get(name) if deck in subject.spec.decks else None
        has_it = spec is not None or any(name in row.values for row in rows)
        declared += [spec.one_of if spec else ()] if has_it else []
        for row in rows:
            value = row.values.get(name, "")
            if not isinstance(value, str | int | float) or has_template(value):
                return None
            values.held[change(str(value))] = None
        if spec is not None and spec.value and not spec.one_of:
            return None
    if declared and all(declared):
        values.declared = {change(one) for allowed in declared for one in allowed}
    return values if declared else None


def _is_idle(constant: str, values: _Values, others: Sequence[str], *, in_booklet: bool) -> bool:
    """Whether a value is none of the cards', and cannot be meant to become one.

    `others`: what the same expression asks for.
    """
    if constant in values.held or constant in values.declared:
        return False
    if values.declared or in_booklet or values.change(constant) != constant:
        return True
    free = [one for one in values.held if one and one not in others]
    if any(one.casefold().strip() == constant.casefold().strip() for one in free):
        return True
    return len(free) <= _MANY and any(_is_slip(constant, one) for one in free)


def _is_slip(typed: str, known: str) -> bool:
    """Whether a word is one letter from another, a long one two; `+2` is no slip for `+1`, and
    `Mage` none for `Sage`: few slip in the first letter."""
    if len(typed) < _SHORT or typed[:1].casefold() != known[:1].casefold():
        return False
    if _NUMBER.findall(typed) != _NUMBER.findall(known):
        return False
    return count_slips(typed.casefold(), known.casefold()) <= (1 if len(typed) < _LONG else 2)


def _report(
    name: str, constant: str, values: _Values, decks: Sequence[str], place: Span
) -> Finding:
    known = values.declared or {one for one in values.held if one}
    of = f"`{decks[0]}`" if len(decks) == 1 else plural(len(decks), "deck")
    message = f"no card of {of} has the `{name}` that it is compared with here: `{constant}`"
    hint = did_you_mean(constant, known, what="word")
    return Finding("idle-comparison", message, place, "warning", hint=hint)
