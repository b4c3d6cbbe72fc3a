"""Markup of other programs: what is found, and what to write instead."""

from __future__ import annotations

import pytest

from cardgen.check.rules.wording.foreign_markup import (
    find_foreign_markup,
    foreign_in,
    what_to_write,
)
from tests.rules.test_consistency import subject
from tests.rules.test_reading import changed


@pytest.mark.parametrize(
    ("text", "marks", "hint"),
    [
        ("a <b>bold</b> word", ["<b>", "</b>"], "write `**bold**`"),
        ("a <EM>word</EM>", ["<EM>", "</EM>"], "write `*italic*`"),
        ("one<br>two", ["<br>"], "break the line in the text itself"),
        ("one<br />two", ["<br />"], "break the line in the text itself"),
        ("<p class='x'>one</p>", ["<p class='x'>", "</p>"], "break the line in the text itself"),
        ('<font color="red">x', ['<font color="red">'], "write `[words]{style}`"),
        ("salt &amp; pepper", ["&amp;"], "write `&`"),
        ("1&nbsp;mm", ["&nbsp;"], "write a no-break space"),
        ("&#8212;", ["&#8212;"], "write `—`"),
        ("&#x2014;", ["&#x2014;"], "write `—`"),
        ("one\\ntwo", ["\\n"], "break the line in the text itself"),
        ("one\\r\\ntwo", ["\\r\\n"], "break the line in the text itself"),
    ],
)
def test_markup_is_found_with_what_to_write_instead(text: str, marks: list[str], hint: str) -> None:
    found = list(foreign_in(text))
    assert [one[0] for one in found] == marks
    if found:
        assert what_to_write(found[0]).startswith(hint)


@pytest.mark.parametrize(
    "text",
    ["a < b and b > c", "x <b or b> y", "R&D; Q&A", "<3", "AT&T", "<ship> flies", "{coin} **x**"],
)
def test_characters_that_only_look_like_markup_are_left_alone(text: str) -> None:
    assert list(foreign_in(text)) == []


def test_a_text_is_one_finding_with_a_note_for_each_further_mark() -> None:
    game = changed("cards.yaml", "Take a card.", "Take <b>a</b> card.")
    (found,) = find_foreign_markup(subject(game))
    assert found.message == "`<b>` in `rule` is printed as it stands, and 1 other in this text"
    assert [note.message for note in found.notes] == ["`</b>`"]
