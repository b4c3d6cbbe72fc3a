"""Read the words of a line: Markdown's inline nodes → `Inline`s with their places.

In      the nodes of a paragraph, heading or cell, and a `WordFinder` over its lines.
Out     a `Line`; findings for what cannot be set within a text.
Not here  blocks (`read.markdown_text.parser`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from markdown_it.tree import SyntaxTreeNode
from msgspec import Struct
from msgspec.structs import replace

from cardgen.core.findings import Finding, Report, Span
from cardgen.read.markdown_text.addresses import decode_address
from cardgen.read.markdown_text.tree import (
    Break,
    Inline,
    InlineExpression,
    Line,
    SpanLook,
    Symbol,
    TextSpan,
    compose_name,
)
from cardgen.read.markdown_text.word_places import WordFinder

_BRACES = (
    "keep `{{ … }}` within a paragraph or a cell; in a table write `\\|` for a `|` in it; "
    "write `\\{\\{` for braces that are printed"
)
_COMMENT, _COMMENT_END = "<!--", "-->"
_LINE_END = re.compile(r"<br\s*/?>", re.IGNORECASE)
_TAG = re.compile(r"\s*</?([A-Za-z][A-Za-z0-9]*)")
_ANYTHING = "Markdown: `**bold**`, `[words]{style}`, `![caption](picture.png)`"
_INSTEAD = {
    "br": "a backslash at the end of the line, and go on in the next",
    **dict.fromkeys(("p", "div"), "an empty line between paragraphs"),
    **dict.fromkeys(("b", "strong"), "`**words**`"),
    **dict.fromkeys(("i", "em"), "`*words*`"),
    **dict.fromkeys(("u", "ins"), "`[words]{underline}`"),
    **dict.fromkeys(("s", "del", "strike"), "`[words]{strike}`"),
    **dict.fromkeys(("font", "span", "mark", "sub", "sup", "small"), "`[words]{style}`"),
    **dict.fromkeys(("ul", "ol", "li"), "a list: `- words`, or `1. words`"),
    "img": "`![caption](picture.png)`",
    "a": "`[words](https://…)`",
    "hr": "`***`",
    "table": "a table: `| words | words |`, and `|---|---|` below its head",
}
"""What says in Markdown what a tag says in HTML."""
_LETTERS = ("text", "text_special")
_APART = (None, "softbreak", "hardbreak")
_LEFT_STARS = re.compile(r"(?!(?<=\d)\*+\d)(?:(?<!\*)\*\*+(?=[^\s*)])|(?<=[^\s*])\*\*+)")
"""Several stars beside a word that mark nothing; one alone may point to a note."""


class InlineReader(Struct):
    """Reads inline nodes of one file."""

    report: Report
    one_line: bool = False
    """Whether the text is a cell of a table, in which nothing but `<br>` ends a line."""

    def read_inlines(
        self, nodes: Sequence[SyntaxTreeNode], cursor: WordFinder, look: SpanLook
    ) -> Iterator[Inline]:
        before = None
        for number, node in enumerate(nodes):
            if node.type in _LETTERS and node.content:
                place = cursor.find(_typed(node))
                if node.type == "text" and "*" in node.content:
                    after = nodes[number + 1].type if number + 1 < len(nodes) else None
                    self.report_stars(
                        node.content, place, goes_on=before not in _APART, ends=after in _APART
                    )
                yield TextSpan(node.content, place, look, goes_on=before in _LETTERS)
            else:
                yield from self.read_inline(node, cursor, look)
            before = node.type

    def read_inline(
        self, node: SyntaxTreeNode, cursor: WordFinder, look: SpanLook
    ) -> Iterator[Inline]:
        match node.type:
            case "code_inline":
                yield TextSpan(node.content, cursor.find(node.content), replace(look, code=True))
            case "softbreak":
                cursor.newline()
                yield TextSpan(" ", cursor.here(), look, ends_line=True)
            case "hardbreak":
                cursor.newline()
                yield Break(cursor.here())
            case "expression":
                yield InlineExpression(
                    node.content.strip(), cursor.find(node.content.strip()), look
                )
            case "symbol":
                yield Symbol(node.content, cursor.find(f"{{{node.content}}}"), look)
            case "html_inline" if self.one_line and _LINE_END.fullmatch(node.content):
                yield Break(cursor.find(node.content))
            case "html_inline" | "image" | "stray":
                self.report_unsupported(node, cursor)
            case _:
                yield from self.read_inlines(node.children, cursor, _change_look(node, look))

    def report_stars(self, text: str, place: Span, *, goes_on: bool, ends: bool) -> None:
        """Report the first stars of a text that are printed, and were meant as marks.

        Args:
            text: A stretch of a paragraph, without the stars that mark something.
            place: Where it stands.
            goes_on: Whether something stands before it in the same line.
            ends: Whether nothing follows in it.
        """
        found = _LEFT_STARS.search(f"{'x' if goes_on else ' '}{text}{'' if ends else 'x'}")
        if found is None:
            return
        mark = found[0]
        message = f"`{mark}` is printed as it stands: it has no partner here"
        closed = f"close it with `{mark}` in the same paragraph, with no space behind or before it"
        hint = f"{closed}; or write `\\*` for the character"
        at = place.part(found.start() - 1, len(mark))
        self.report.add(Finding("bad-markup", message, at, "warning", hint=hint))

    def report_unsupported(self, node: SyntaxTreeNode, cursor: WordFinder) -> None:
        """What cannot be set in a line, or is half an expression."""
        match node.type:
            case "html_inline":
                self.report_html(node.content, cursor.find(node.content))
            case "image":
                message = "a picture in the middle of a text cannot be set"
                hint = "give it a paragraph of its own, or declare it under `icons:` in game.yaml"
                self.report.add(Finding("markdown-figure", message, cursor.find("!["), hint=hint))
            case _:
                braces, place = node.content, cursor.find(node.content)
                message = f"`{braces}` without `{'}}' if braces == '{{' else '{{'}`"
                self.report.add(Finding("template-syntax", message, place, hint=_BRACES))

    def report_html(self, content: str, span: Span) -> None:
        rest = _leave_out_comments(content).strip()
        if not rest:
            return
        tag = _TAG.match(content)
        message = "HTML cannot be set"
        hint = f"write {_INSTEAD.get(tag[1].lower(), _ANYTHING) if tag else _ANYTHING}"
        if rest.startswith(_COMMENT):
            message, hint = "this comment has no end, and takes all that is below it", "write `-->`"
        elif content.lstrip().startswith(_COMMENT):
            message = "words behind a comment that begins a line are lost with it"
            hint = "put the comment behind the words, or in a line of its own"
        self.report.add(Finding("markdown-html", message, span, hint=hint))


def _leave_out_comments(text: str) -> str:
    """What stands around the comments of a text; one without an end stays."""
    parts: list[str] = []
    at, start = 0, text.find(_COMMENT)
    while start >= 0 and (end := text.find(_COMMENT_END, start + len(_COMMENT))) >= 0:
        parts.append(text[at:start])
        at = end + len(_COMMENT_END)
        start = text.find(_COMMENT, at)
    return "".join((*parts, text[at:]))


def _typed(node: SyntaxTreeNode) -> str:
    """Letters as they are typed: `&amp;` and `\\*` stand for others."""
    return node.markup if node.type == "text_special" else node.content


def _change_look(node: SyntaxTreeNode, look: SpanLook) -> SpanLook:
    match node.type:
        case "em":
            return replace(look, italic=not look.italic)
        case "strong":
            return replace(look, bold=True)
        case "link":
            return replace(look, link=_target(str(node.attrs.get("href", ""))))
        case "styled":
            names = tuple(opening_token(node).content.split())
            return replace(look, styles=(*look.styles, *names))
    return look


def _target(address: str) -> str:
    """Where a link leads: to a heading by its name, or to an address; `#` if it has none."""
    if address.strip() in ("", "#"):
        return "#"
    return compose_name(decode_address(address)) if address.startswith("#") else address


def opening_token(node: SyntaxTreeNode) -> Any:
    """The token that opens a node."""
    assert node.nester_tokens is not None
    return node.nester_tokens.opening


def trim_line(line: Line) -> Line:
    """Without spaces and breaks at its ends."""
    inlines = list(line)
    while inlines and isinstance(inlines[0], Break):
        inlines.pop(0)
    while inlines and isinstance(inlines[-1], Break):
        inlines.pop()
    if inlines and isinstance(inlines[-1], TextSpan):
        inlines[-1] = replace(inlines[-1], text=inlines[-1].text.rstrip())
    if inlines and isinstance(inlines[0], TextSpan):
        inlines[0] = replace(inlines[0], text=inlines[0].text.lstrip())
    return tuple(i for i in inlines if not isinstance(i, TextSpan) or i.text)
