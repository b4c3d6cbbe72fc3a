"""Names of decks in guides: shown as written, and nothing but shown."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from markdown_it.token import Token

from cardgen.targets.gamecrafter.guide import write_upload_guide
from cardgen.targets.shared.markdown_names import escape_name, quote_name

READER = MarkdownIt("commonmark").enable(["table", "strikethrough"])
AWKWARD = [
    "a|b", "[x](http://a.b)", "![x](http://a.b/c.png)", "`code`", "``", "<script>alert(1)</script>",
    "<http://a.b>", "*so*", "**so**", "_so_", "__so__", "a\nb", "a\r\n\r\n# b", "a\n| b | c |",
    "x\u2028y", "&lt;b&gt;", "&#124;", "\\", "a\\|b", "\\*", "end #", "## end ##", "- item",
    "1. item", "2) item", "+ item", "=", "---", "~~gone~~", "http://a.b", "www.a.b", "me@a.b",
    "[x]: /y", "`a``b", "> quoted", "\x1b[31mred", "\u202eright", "|", "``` x",
]  # fmt: skip


def text_of(tokens: list[Token]) -> str:
    """What a reader of inline tokens sees; anything but text fails."""
    assert {token.type for token in tokens} <= {"text", "text_special"}
    return "".join(token.content for token in tokens)


def on_one_line(name: str) -> str:
    for before, after in (
        ("\r\n\r\n", " "), ("\n", " "), ("\u2028", " "), ("\x1b", "␛"), ("\u202e", "\ufffd")
    ):  # fmt: skip
        name = name.replace(before, after)
    return name


@pytest.mark.parametrize(
    "name", ["novelty", "Novelty", "my_deck", "Noah's Ark", "Größe & Höhe", "C#", "3-2-1",
             "Deck 1.", "a+b=c", "Was? Ja!", "(big) cards", "漢字", "AT&T", "1.5", "A  B", "a: b"],
)  # fmt: skip
def test_an_ordinary_name_stays_as_it_is(name: str) -> None:
    assert escape_name(name) == name
    assert quote_name(name) == f"`{name}`"


@pytest.mark.parametrize("name", AWKWARD)
def test_a_name_reads_as_written_in_a_heading_a_table_and_a_list(name: str) -> None:
    escaped = escape_name(name)
    heading, item, cell = (
        [token.children or [] for token in READER.parse(text) if token.type == "inline"]
        for text in (
            f"# x {escaped}",
            f"- {escaped}: x",
            f"| a | b |\n|---|---|\n| {escaped} | c |",
        )
    )
    shown = on_one_line(name)
    assert [text_of(part) for part in heading] == [f"x {shown}"]
    assert [text_of(part) for part in item] == [f"{shown}: x"]
    assert [text_of(part) for part in cell] == ["a", "b", shown, "c"]


@pytest.mark.parametrize("name", [name for name in AWKWARD if name])
def test_a_quoted_name_is_one_piece_of_code(name: str) -> None:
    (inline,) = (one for one in READER.parse(f"x {quote_name(name)}") if one.type == "inline")
    assert [one.type for one in inline.children or []] == ["text", "code_inline"]
    assert (inline.children or [])[1].content == on_one_line(name)


@settings(max_examples=200, deadline=None, derandomize=True)
@given(st.text("ab |`*_[]()<>!#&;\\~\n1.-+=:/@", min_size=1, max_size=12))
def test_no_name_brings_more_than_text(name: str) -> None:
    table = READER.parse(f"| a | b |\n|---|---|\n| {escape_name(name)} | c |")
    cells = [token.children or [] for token in table if token.type == "inline"]
    assert len(cells) == 4
    assert text_of(cells[2]) == re.sub("\n+", " ", name).strip()


def test_no_link_is_made_of_a_bare_address() -> None:
    assert escape_name("see https://a.b") == "see https\\://a.b"
    assert escape_name("WWW.a.b") == "WWW\\.a.b"


def test_a_guide_has_one_heading_a_deck_whatever_the_names_hold() -> None:
    one = {
        "component": "PokerDeck", "deck": "x\n## y | [z](http://a.b)", "cards": 3, "pixels": (1, 2),
        "folder": "PokerDeck/x", "shared_back": True, "turned": False, "own_backs": False,
        "both_sides": False, "carried_on_px": (0, 0),
    }  # fmt: skip
    guide = write_upload_guide("<b>evil</b>\n# more", [one], [])
    tokens = READER.parse(guide)
    assert [one.tag for one in tokens if one.type == "heading_open"] == ["h1", "h2", "h2", "h2"]
    inline = [child.type for one in tokens for child in one.children or []]
    assert not {"link_open", "html_inline", "html_block"} & {*inline, *(t.type for t in tokens)}
    assert len([one for one in tokens if one.type == "td_open"]) == 5
