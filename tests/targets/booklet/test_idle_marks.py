"""What is typed in a booklet and says nothing is told."""

from __future__ import annotations

import pytest

from cardgen.core.findings import Finding
from tests.targets.booklet.test_pages import GAME, files, findings_of

BREAK = "{{ page_break() }}"


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        (
            f"a\n\n{BREAK}\n\n{BREAK}\n\nb\n", 5,
            "this page break stands behind another one, and breaks nothing",
        ),
        (
            f"a\n\n{BREAK}\n\n{{{{ column_break() }}}}\n\nb\n", 5,
            "this column break stands behind another one, and breaks nothing",
        ),
        ("a\n\n> [!note]\n\nb\n", 3, "this box is empty"),
        ("a\n\nb\tc\n", 3, "a tab is printed as one space"),
        ("a\n\n| b\tc | d |\n|---|---|\n| e | f |\n", 3, "a tab is printed as one space"),
    ],
)  # fmt: skip
def test_what_says_nothing_in_the_text_is_told_at_its_line(
    text: str, line: int, message: str
) -> None:
    assert [(one.span.line, one.message) for one in _told(text) if one.span] == [(line, message)]


@pytest.mark.parametrize(
    "text",
    [f"a\n\n{BREAK}\n\nb\n\n{BREAK}\n\nc\n", "> [!note] Title\n", "> [!note]\n> b\n", "-\ta\n"],
)
def test_what_says_something_is_not_told(text: str) -> None:
    assert _told(text) == []


def test_a_gap_between_columns_needs_two_of_them() -> None:
    one = _told("a\n", GAME.replace("page: a6", "page: a6, column-gap: 5mm"))
    assert [found.code for found in one] == ["idle-field"]
    assert _told("a\n", GAME.replace("page: a6", "page: a6, columns: 2, column-gap: 5mm")) == []


def _told(text: str, game: str = GAME) -> list[Finding]:
    codes = ("markdown-lost", "control-character", "idle-field")
    return [found for found in findings_of(files(text, game=game)) if found.code in codes]
