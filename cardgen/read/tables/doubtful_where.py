"""Rows that `where:` takes or leaves out for how a value is typed: `FALSE`, `7` and `'7'`, `Unit`.

In      the condition of a table, its rows, those that are left out among them.
Out     a warning for each field and way, at the first such row.

A text is true unless it is empty, so that `where: ready` takes the rows whose `ready` says `FALSE`,
as spreadsheets show an empty box. A number equals no text, and `Unit` is not `unit`: such rows are
left out without a word, and there would be a card less.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from msgspec import Struct

from cardgen.core.findings import Finding, Note, Span, plural
from cardgen.expressions.comparisons import CHANGES, Constant, find_compared_constants
from cardgen.expressions.syntax import find_tested_names
from cardgen.read.tables.answers import are_letters, says_no
from cardgen.read.tables.values import Value

_ANSWER = "answer"


class _TypedOtherwise(Struct):
    """A field whose values `where` may take otherwise than they are meant."""

    first: Span
    message: str
    hint: str
    rows: int = 1


class WhereDoubts:
    """What is seen of a table while its rows go by."""

    def __init__(self, where: str) -> None:
        self._tested = sorted(find_tested_names(where, expression=True))
        self._compared: dict[str, list[Constant]] = {}
        for name, constant in find_compared_constants(where, expression=True):
            self._compared.setdefault(name, []).append(constant)
        self._seen: dict[str, set[str]] = {name: set() for name in self._tested}
        """The texts of each field that is asked whether it is true."""
        self._doubts: dict[tuple[str, str], _TypedOtherwise] = {}

    def look_at(self, values: Mapping[str, Value], place: Callable[[str], Span]) -> None:
        """Look at the fields of a row; ``place`` says where each is."""
        for name in self._tested:
            value = values.get(name)
            if isinstance(value, str):
                self._seen[name].add(value)
                if says_no(value):
                    self._doubt_answer(name, value, place(name))
        for name, constants in self._compared.items():
            field, _, change = name.partition("|")
            value = values.get(field)
            if change in CHANGES and isinstance(value, str | int | float):
                value = CHANGES[change](str(value))
            if isinstance(value, str | int | float) and value not in constants:
                for constant in constants:
                    self._compare(name, value, constant, place(field))

    def _doubt_answer(self, name: str, text: str, place: Span) -> None:
        message = f"`{name}` is the text `{text}` here, and `where` takes it for true"
        self._note(name, _ANSWER, place, (message, f"write `{name} != '{text}'`"))

    def _compare(self, name: str, value: Constant, constant: Constant, place: Span) -> None:
        if isinstance(value, str) and isinstance(constant, str):
            if value.casefold().split() == constant.casefold().split():
                message = f"`{name}` is `{value}` here, and `where` asks for `{constant}`"
                self._note(name, "case", place, (message, _advise_alike(name, value, constant)))
        elif isinstance(value, str) != isinstance(constant, str) and str(value) == str(constant):
            kinds = ("text", "number") if isinstance(value, str) else ("number", "text")
            message = f"`{name}` is a {kinds[0]} here, and `where` compares it with a {kinds[1]}"
            said = f"`'{constant}'`" if isinstance(constant, str) else f"`{constant}`"
            meant = f"`'{value}'`" if isinstance(value, str) else f"`{value}`"
            self._note(name, "kind", place, (f"{message}: they are never equal",
                                             f"write {meant} for {said}"))  # fmt: skip

    def _note(self, name: str, way: str, place: Span, said: tuple[str, str]) -> None:
        known = self._doubts.get((name, way))
        if known is None:
            self._doubts[name, way] = _TypedOtherwise(place, *said)
        else:
            known.rows += 1

    def findings(self, condition: Span) -> Iterator[Finding]:
        """The warnings; ``condition`` is where `where:` is written."""
        for (name, way), doubt in self._doubts.items():
            seen = self._seen.get(name, ())
            if way == _ANSWER and are_letters(filter(says_no, seen), seen):
                continue
            more = f", and in {plural(doubt.rows - 1, 'other row')}" if doubt.rows > 1 else ""
            notes = (Note("the condition is", condition),)
            message = doubt.message.replace(" here,", f" here{more},", 1)
            yield Finding(
                "doubtful-where", message, doubt.first, "warning", hint=doubt.hint, notes=notes
            )


def _advise_alike(name: str, value: str, constant: str) -> str:
    """What to write for two texts that differ in capitals or blanks."""
    if "|" in name:
        return f"write `'{value}'` for `'{constant}'`"
    small = constant.lower()
    if value.lower() != small:
        return "write it alike: the blanks differ"
    return f"write it alike, or compare `lower({name})` with `'{small}'`"
