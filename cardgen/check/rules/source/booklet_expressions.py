"""Expressions over the cards of a deck that stand in booklets: `{{ count("units", "power > 2") }}`.

In      the Markdown files of a game's booklets.
Out     what is worked out for each card, with its deck and place.
Not here  what an expression gives (`bind.booklet.expressions`), what is wrong with how it is
        called, which is told where it is bound.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from cardgen.check.engine.subject import Subject
from cardgen.check.rules.source.deck_expressions import DeckExpression
from cardgen.check.rules.wording.booklet_texts import read_booklet_files
from cardgen.core.findings import Span
from cardgen.expressions.faults import TemplateFault
from cardgen.expressions.syntax import FunctionCall, find_calls

_CODE = re.compile(r"(?ms)^[ >]*(```|~~~).*?^[ >]*\1|<!--(?:(?!<!--).)*?-->")
_EXPRESSION = re.compile(r"\{\{((?:(?!\{\{).)*?)\}\}", re.DOTALL)
_CONDITIONS = {
    "count": (1, "where"),
    "least": (2, "where"),
    "most": (2, "where"),
    "table": (9, "where"),
}
_VALUES = {"sum": (1, "name"), "least": (1, "name"), "most": (1, "name"), "table": (9, "by")}
"""What functions are given in quotes: which argument it is, and its name."""


def list_booklet_expressions(subject: Subject) -> Iterator[DeckExpression]:
    """Those that stand in quotes: conditions, and values that are summed or counted by."""
    for file, text in read_booklet_files(subject).items() if subject.bound.booklets else ():
        shown = _CODE.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), text)
        for found in _EXPRESSION.finditer(shown):
            if any(quote in found[1] for quote in "'\""):
                yield from _list_quoted(file, shown, found)


def _list_quoted(file: str, text: str, found: re.Match[str]) -> Iterator[DeckExpression]:
    try:
        calls = find_calls(found[1].strip())
    except TemplateFault:
        return  # told where it is bound
    for call in calls:
        deck = call.values[0] if call.values else dict(call.options).get("deck")
        for source, is_condition in _list_given(call) if isinstance(deck, str) else ():
            place = _locate(file, text, max(found.start(), text.find(source, found.start())))
            known = source if is_condition else f"{{{{ {source} }}}}"
            yield DeckExpression(str(deck), known, place.part(0, len(source)), is_condition)


def _list_given(call: FunctionCall) -> Iterator[tuple[str, bool]]:
    """What a call gives for each card, and whether it asks if something is so."""
    options = dict(call.options)
    counts = options.get("counts") if call.name == "table" else None
    for one in counts if isinstance(counts, tuple) else (counts,):
        if isinstance(one, str):
            yield one, True
    for known, is_condition in ((_CONDITIONS, True), (_VALUES, False)):
        given = _find_given(call, options, known)
        if isinstance(given, str) and given:
            yield given, is_condition


def _find_given(
    call: FunctionCall, options: Mapping[str, object], known: Mapping[str, tuple[int, str]]
) -> object:
    index, name = known.get(call.name, (0, ""))
    if not name:
        return None
    return call.values[index] if index < len(call.values) else options.get(name)


def _locate(file: str, text: str, offset: int) -> Span:
    line = text.count("\n", 0, offset) + 1
    column = offset - text.rfind("\n", 0, offset)
    return Span(file, line, column, column + 1)
