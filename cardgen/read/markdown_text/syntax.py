"""Markdown's syntax with what cards add: `{icon}`, `[words]{style}`, `{{ expression }}`."""

from __future__ import annotations

import re
from functools import cache

from markdown_it import MarkdownIt
from markdown_it.rules_inline import StateInline

from cardgen.text.markup import is_figure

MAX_NESTING = 12

_EXPRESSION = re.compile(r"\{\{((?:[^{}]|\{[^{}]*\})*)\}\}")
_SYMBOL = re.compile(r"\{([^*{}\[\]\\\n]+)\}")
_STARS = re.compile(r"\*+")
_STYLED = re.compile(r"\[((?:[^\[\]\\\n]|\\.)*)\]\{([^{}\n]*)\}")


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
    parser.inline.ruler.before("emphasis", "product", _parse_product)
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


def _parse_product(state: StateInline, silent: bool) -> bool:
    """The stars of `2*3*4`, which are stars on cards too."""
    found = _STARS.match(state.src, state.pos, state.posMax)
    if not found or not state.pos:
        return False
    around = state.src[state.pos - 1], state.src[found.end() : found.end() + 1] or " "
    if not all(map(is_figure, around)):
        return False
    if not silent:
        state.pending += found[0]
    state.pos = found.end()
    return True


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
