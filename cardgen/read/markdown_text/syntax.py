"""Markdown's syntax with what cards add: `{icon}`, `[words]{style}`, `{{ expression }}`."""

from __future__ import annotations

import re
import unicodedata
from functools import cache

from markdown_it import MarkdownIt
from markdown_it.rules_inline import StateInline
from markdown_it.rules_inline.state_inline import Delimiter

from cardgen.text.star_signs import is_lone_star

MAX_NESTING = 12

_EXPRESSION = re.compile(r"\{\{((?:[^{}]|\{[^{}]*\})*)\}\}")
_SYMBOL = re.compile(r"\{([^*{}\[\]\\\n]+)\}")
_STARS = re.compile(r"\*+")
_STYLED = re.compile(r"\[((?:[^\[\]\\\n]|\\.)*)\]\{([^{}\n]*)\}")
_OPENING = ("Ps", "Pi", "Pf")
"""Unicode's categories of brackets that open, and of quotation marks: `“` closes in German."""


@cache
def make_parser() -> MarkdownIt:
    """Make the parser: CommonMark with tables and the syntax of cards."""
    return _make_parser()


@cache
def make_block_parser() -> MarkdownIt:
    """Make a parser that tells where paragraphs, lists and tables are, and looks into no text:
    that is four fifths of the time."""
    parser = _make_parser()
    parser.core.ruler.enableOnly(["normalize", "block"])
    return parser


def _make_parser() -> MarkdownIt:
    parser = MarkdownIt("commonmark", {"html": True, "maxNesting": 4 * MAX_NESTING})
    parser.enable("table")
    parser.disable("text_join")  # what was typed as `&amp;` keeps its place
    parser.inline.ruler.before("escape", "expression", _parse_braces)
    parser.inline.ruler.before("link", "styled", _parse_styled)
    parser.inline.ruler.before("emphasis", "star", _parse_star)
    parser.inline.ruler.before("emphasis", "stars", _parse_stars)
    return parser


def _parse_braces(state: StateInline, silent: bool) -> bool:
    """`{{ … }}` and `{name}`; `{{` or `}}` that has no partner."""
    if state.src[state.pos] not in "{}":
        return False
    for kind, pattern in (("expression", _EXPRESSION), ("symbol", _SYMBOL)):
        found = pattern.match(state.src, state.pos, state.posMax)
        if found:
            if not silent:
                state.push(kind, "", 0).content = found[1]
            state.pos = found.end()
            return True
    return _parse_stray(state, silent)


def _parse_stray(state: StateInline, silent: bool) -> bool:
    braces = state.src[state.pos : min(state.pos + 2, state.posMax)]
    if braces not in ("{{", "}}"):
        return False
    if not silent:
        state.push("stray", "", 0).content = braces
    state.pos += 2
    return True


def _parse_star(state: StateInline, silent: bool) -> bool:
    """The stars of `2*3*4` and `(*)`, which are stars on cards too."""
    found = _STARS.match(state.src, state.pos, state.posMax)
    if not found or not state.pos:
        return False
    around = state.src[state.pos - 1], state.src[found.end() : found.end() + 1] or " "
    if not is_lone_star(*around):
        return False
    if not silent:
        state.pending += found[0]
    state.pos = found.end()
    return True


def _parse_stars(state: StateInline, silent: bool) -> bool:
    """Stars between a letter and punctuation, `**Note:**words` and `**「文」**は`: they close and
    open as on cards, where CommonMark wants a space beside them."""
    found = _STARS.match(state.src, state.pos, state.posMax)
    if not found or silent:
        return False
    before, after = state.src[: state.pos], state.src[found.end() : state.posMax]
    strict = state.scanDelims(state.pos, canSplitWord=True)
    closes = strict.can_close or (_ends_phrase(before) and after[:1].isalnum())
    opens = strict.can_open or (_begins_phrase(after) and before[-1:].isalnum())
    if (opens, closes) == (strict.can_open, strict.can_close):
        return False
    for _ in found[0]:
        state.push("text", "", 0).content = "*"
        token = len(state.tokens) - 1
        state.delimiters.append(Delimiter(ord("*"), strict.length, token, -1, opens, closes))
    state.pos = found.end()
    return True


def _ends_phrase(text: str) -> bool:
    """Whether a text ends with punctuation that belongs to the word before it."""
    kind = unicodedata.category(text[-1:] or " ")
    return kind[0] in "PS" and kind != "Ps" and not text[-2:-1].isspace() and len(text) > 1


def _begins_phrase(text: str) -> bool:
    """Whether a text begins with punctuation that belongs to the word behind it."""
    first = text[:1]
    return bool(first) and (unicodedata.category(first) in _OPENING or first in "\"'")


def _parse_styled(state: StateInline, silent: bool) -> bool:
    """`[words]{style}`."""
    found = _STYLED.match(state.src, state.pos, state.posMax)
    if not found:
        return False
    if not silent:
        end, state.posMax = state.posMax, found.end(1)
        state.pos = found.start(1)
        state.push("styled_open", "", 1).content = found[2]
        state.md.inline.tokenize(state)
        state.push("styled_close", "", -1)
        state.posMax = end
    state.pos = found.end()
    return True
