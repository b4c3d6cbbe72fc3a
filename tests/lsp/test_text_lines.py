"""Lines of a text, and the places that an editor has for them."""

from __future__ import annotations

import re

from hypothesis import given, settings
from hypothesis import strategies as st
from lsprotocol import types

from cardgen.core.file_lines import split_lines
from cardgen.lsp.text_lines import TextLines, change_text, count_units

TEXTS = st.text(st.sampled_from("ab🦊é \n\r\x85\u2028\u2029\x0c"), max_size=30)
LAW = settings(deadline=None, derandomize=True)
PLACES = st.builds(types.Position, st.integers(0, 6), st.integers(0, 12))


@LAW
@given(TEXTS, st.sampled_from(["cards.yaml", "cards.csv", "rules.md"]))
def test_a_place_is_found_again(text: str, file: str) -> None:
    lines = TextLines(text, file)
    for number, line in enumerate(lines):
        for column in range(len(line) + 1):
            assert lines.find(lines.locate(number, column)) == (number, column)


@LAW
@given(TEXTS, PLACES, st.sampled_from(["cards.yaml", "cards.csv"]))
def test_every_place_an_editor_may_name_is_in_the_text(
    text: str, place: types.Position, file: str
) -> None:
    """Also one beyond a line, and one below the last: the editor may know of more text already."""
    lines = TextLines(text, file)
    number, column = lines.find(place)
    assert column <= len(lines[number])
    assert offset_of(text, lines.locate(number, column)) == offset_of(text, place)


@LAW
@given(TEXTS, st.sampled_from(["cards.yaml", "cards.csv"]))
def test_a_place_has_before_it_what_its_line_has(text: str, file: str) -> None:
    lines, start = TextLines(text, file), 0
    for number, ended in enumerate(split_lines(text, file)):
        assert offset_of(text, lines.locate(number, 0)) == start
        start += len(ended)


@LAW
@given(TEXTS, PLACES, PLACES, TEXTS)
def test_a_change_replaces_what_is_between_two_places(
    text: str, first: types.Position, second: types.Position, new: str
) -> None:
    start, end = sorted((first, second), key=lambda one: (one.line, one.character))
    change = types.TextDocumentContentChangePartial(types.Range(start, end), new)
    expected = text[: offset_of(text, start)] + new + text[offset_of(text, end) :]
    assert change_text(text, [change]) == expected


def offset_of(text: str, place: types.Position) -> int:
    """How many characters stand before a place, counted one by one."""
    starts: list[int] = [0, *(found.end() for found in re.finditer("\r\n|\r|\n", text))]
    if place.line >= len(starts):
        return len(text)
    at: int = starts[place.line]
    while at < len(text) and text[at] not in "\r\n":
        if count_units(text[starts[place.line] : at]) >= place.character:
            break
        at += 1
    return at
