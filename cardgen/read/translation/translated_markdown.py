"""The text of a booklet, block by block: paragraphs, headings, items and rows of tables.

In      the text of a Markdown file; a visit.
Out     the text with each block as the visit gives it, and for each line its place.
Not here  what Markdown means (`read.markdown_text.parser`).

A block is one message, its lines joined. What stands before it, such as the mark of an item, stays.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from msgspec import Struct

from cardgen.core.findings import Report, Span
from cardgen.expressions.printed_words import prints_words
from cardgen.read.markdown_text.tree import plain, slug_of
from cardgen.read.syntax.nodes import ScalarNode
from cardgen.read.translation.messages import Visit, has_words

if TYPE_CHECKING:
    from markdown_it.token import Token

_SLUG = re.compile(r"\{#[^{}]*\}")
_CODE = ("fence", "code_block")
_ROW = re.compile(r"^[\s>]*\|")


class MarkdownText(Struct, frozen=True):
    """A text, and where each of its lines was typed if that is another file."""

    text: str
    places: tuple[Span | None, ...] = ()


class _Block(Struct, frozen=True):
    """Lines of a file that are one message."""

    first: int
    after: int
    prefix: str
    """Before the first line's words: a mark of an item, of a quote."""
    text: str
    heading: bool = False


def visit_markdown(text: str, file: str, visit: Visit) -> MarkdownText:
    """A Markdown text with its blocks visited."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    out: list[str] = []
    places: list[Span | None] = []
    at = 0
    for block in _blocks(lines):
        if block.first < at:
            continue
        out += lines[at : block.first]
        places += _own_places(file, at, lines[at : block.first])
        start = len(block.prefix)
        first = lines[block.first]
        span = Span(file, block.first + 1, start + 1, max(start + 2, len(first) + 1))
        node = ScalarNode(span, block.text, plain=False)
        made = visit(node, file, "")
        if made is node:
            out += lines[block.first : block.after]
            places += _own_places(file, block.first, lines[block.first : block.after])
        else:
            kept = _with_slug(made.text, block)
            written = _written(kept, block.prefix)
            out += written
            places += [made.span] * len(written)
        at = block.after
    out += lines[at:]
    places += _own_places(file, at, lines[at:])
    return MarkdownText("\n".join(out), tuple(places))


def _with_slug(text: str, block: _Block) -> str:
    """A translated heading that links find by the name of its source, in one line behind `#`."""
    if block.heading and "#" in block.prefix:
        text = " ".join(text.split("\n"))
    if not block.heading or "{#" in text:
        return text
    if "{#" in block.text:
        found = _SLUG.search(block.text)
        return f"{text} {found[0]}" if found else text
    return f"{text} {{#{_slug_of(block.text)}}}"


def _slug_of(heading: str) -> str:
    """The name that a heading has in links, its marks and entities read."""
    from cardgen.read.markdown_text.parser import read_line  # as below

    return slug_of(plain(read_line(heading, Span("", 1, 1, 2), Report())))


def _own_places(file: str, first: int, lines: list[str]) -> list[Span | None]:
    return [
        Span(file, number, 1, max(2, len(line) + 1)) for number, line in enumerate(lines, first + 1)
    ]


def _written(text: str, prefix: str) -> list[str]:
    """The lines of a translated block, those after the first below its words."""
    indent = re.sub(r"[^>\s]", " ", prefix)
    head, *rest = text.split("\n")
    return [prefix + head, *(indent + line for line in rest)]


def _blocks(lines: list[str]) -> Iterator[_Block]:
    """The blocks of a text that hold words, in the order of their lines."""
    from cardgen.read.markdown_text.syntax import make_parser  # most games are not translated

    tokens = make_parser().parse("\n".join(lines))
    found = [
        block
        for before, token in zip((None, *tokens), tokens, strict=False)
        for block in _of_token(token, lines, heading=_opens_heading(before))
    ]
    yield from sorted(found, key=lambda block: block.first)


def _opens_heading(token: Token | None) -> bool:
    return token is not None and token.type == "heading_open"


def _of_token(token: Token, lines: list[str], *, heading: bool) -> Iterator[_Block]:
    if token.type == "tr_open" and token.map:
        first = token.map[0]
        line = lines[first]
        found = _ROW.match(line)
        prefix = found[0][:-1] if found else ""
        text = line[len(prefix) :].rstrip()
        if has_words(text) or prints_words(text):
            yield _Block(first, first + 1, prefix, text)
    if token.type in _CODE and token.map:
        yield from _of_code(token, lines)
    if token.type != "inline" or not token.map or _in_table(token, lines):
        return
    first, after = token.map
    head, *rest = token.content.split("\n")
    line = lines[first] if first < len(lines) else ""
    start = line.find(head) if head else -1
    text = "\n".join(_with_end(one) for one in (head, *(one.lstrip() for one in rest)))
    if start >= 0 and (has_words(text) or prints_words(text)):
        tail = line[start + len(head) :]
        if tail.strip(" #"):
            return
        yield _Block(first, after, line[:start], text, heading)


def _of_code(token: Token, lines: list[str]) -> Iterator[_Block]:
    """Lines of code, without the fences around them."""
    assert token.map is not None
    text = token.content.rstrip("\n")
    first = token.map[0] + (token.type == "fence")
    head, *rest = text.split("\n")
    line = lines[first] if first < len(lines) else ""
    if head and line.endswith(head) and has_words(text):
        yield _Block(first, first + 1 + len(rest), line[: -len(head)], text)


def _with_end(line: str) -> str:
    """A line of a paragraph. Two spaces that end it on the page are a backslash, which a translator
    sees, and programs keep."""
    bare = line.rstrip()
    return f"{bare}\\" if line.endswith("  ") and not bare.endswith("\\") else bare


def _in_table(token: Token, lines: list[str]) -> bool:
    """Whether an inline text is a cell, which its row holds already."""
    first, after = token.map or (0, 0)
    return after - first <= 1 and bool(_ROW.match(lines[first]))
