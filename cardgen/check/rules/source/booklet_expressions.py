"""Expressions over the cards of a deck that stand in booklets: `{{ count("units", "power > 2") }}`.

In      the Markdown files of a game's booklets.
Out     what is asked of each card: the fields that are tested or compared, the deck, the place.
        It is kept from run to run, as long as the text stays.
Not here  what an expression gives (`bind.booklet.expressions`), what is wrong with how it is
        called, which is told where it is bound.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

import msgspec
from msgspec import Struct

from cardgen.cache.content_key import make_record_key
from cardgen.check.engine.subject import Subject
from cardgen.check.rules.wording.booklet_texts import read_booklet_files
from cardgen.core.findings import Span
from cardgen.expressions.comparisons import Constant, find_compared_constants
from cardgen.expressions.faults import TemplateFault
from cardgen.expressions.syntax import FunctionCall, find_calls, find_tested_names

_CODE = re.compile(r"(?ms)^[ >]*(```|~~~).*?^[ >]*\1|<!--(?:(?!<!--).)*?-->")
_EXPRESSION = re.compile(r"\{\{((?:(?!\{\{).)*?)\}\}", re.DOTALL)
_ASKING = re.compile(r"\bcount\(\s*(\"[^\"]*\"|'[^']*')\s*,|\b(?:where|counts)\s*=|==|!=|\bin\b")
"""What stands in expressions that ask something of each card; most show one, or add numbers up."""
_CONDITIONS = {"count": (1, "where"), "least": (2, "where"), "most": (2, "where")}
_VALUES = {"sum": (1, "name"), "least": (1, "name"), "most": (1, "name")}
"""What functions are given in quotes: which argument it is, and its name."""
_OF_TABLES = {"where": True, "by": False}
"""What tables are given by name, and whether it is a condition."""


class BookletQuestion(Struct, frozen=True, array_like=True):
    """What an expression in quotes asks of each card of a deck."""

    deck: str
    place: Span
    tested: tuple[str, ...]
    """Fields that are taken as true or false."""
    compared: tuple[tuple[str, Constant], ...]


def list_booklet_questions(subject: Subject) -> Sequence[BookletQuestion]:
    """The expressions in quotes that test or compare a field."""
    files = read_booklet_files(subject) if subject.bound.booklets else {}
    asking = {file: text for file, text in files.items() if _ASKING.search(text)}
    if not asking:
        return ()
    key = make_record_key("booklet questions", list(asking.items()))
    try:
        return msgspec.convert(subject.kept.get(key), tuple[BookletQuestion, ...])
    except msgspec.ValidationError:
        found = tuple(one for file, text in asking.items() for one in _list_in_file(file, text))
        subject.kept.put(key, msgspec.to_builtins(found))
        return found


def _list_in_file(file: str, text: str) -> Iterator[BookletQuestion]:
    shown = _CODE.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), text)
    for found in _EXPRESSION.finditer(shown):
        for deck, source, is_condition in _list_quoted(found[1].strip()):
            offset = max(found.start(), shown.find(source, found.start()))
            place = _locate(file, shown, offset).part(0, len(source))
            known = source if is_condition else f"{{{{ {source} }}}}"
            tested = find_tested_names(known, expression=is_condition)
            compared = find_compared_constants(known, expression=is_condition)
            if tested or compared:
                yield BookletQuestion(deck, place, tuple(sorted(tested)), compared)


def _list_quoted(source: str) -> Iterator[tuple[str, str, bool]]:
    """The deck, the expression in quotes, and whether it asks if something is so."""
    try:
        calls = find_calls(source) if _ASKING.search(source) else ()
    except TemplateFault:
        return  # told where it is bound
    for call in calls:
        deck = call.values[0] if call.values else dict(call.options).get("deck")
        if isinstance(deck, str):
            yield from ((deck, *given) for given in _list_given(call))


def _list_given(call: FunctionCall) -> Iterator[tuple[str, bool]]:
    """What a call gives for each card, and whether it asks if something is so."""
    options = dict(call.options)
    given: list[tuple[object, bool]] = [
        (_find_given(call, options, _CONDITIONS), True),
        (_find_given(call, options, _VALUES), False),
    ]
    if call.name == "table":
        counts = options.get("counts")
        given += [(one, True) for one in (counts if isinstance(counts, tuple) else (counts,))]
        given += [(options.get(name), so) for name, so in _OF_TABLES.items()]
    yield from ((one, so) for one, so in given if isinstance(one, str) and one)


def _find_given(
    call: FunctionCall, options: Mapping[str, object], known: Mapping[str, tuple[int, str]]
) -> object:
    if call.name not in known:
        return None
    index, name = known[call.name]
    return call.values[index] if index < len(call.values) else options.get(name)


def _locate(file: str, text: str, offset: int) -> Span:
    line = text.count("\n", 0, offset) + 1
    column = offset - text.rfind("\n", 0, offset)
    return Span(file, line, column, column + 1)
