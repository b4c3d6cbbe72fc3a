"""Markdown → a tree of blocks that knows its places.

In      the text of a file: CommonMark 0.31 with GitHub's tables, `{icon}`, `[words]{style}`
        and `{{ expression }}`.
Out     a `Document`; findings for what a booklet cannot show.
Not here  what expressions, icons and styles mean (`bind.booklet.booklets`).

`markdown-it-py` parses; it knows the lines of blocks, and nothing of columns. So words are
looked for in the lines they came from, one after the other.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.rules_inline import StateInline
from markdown_it.tree import SyntaxTreeNode
from msgspec import Struct, field
from msgspec.structs import replace

from cardgen.core.findings import Finding, Report, Span
from cardgen.read.markdown_text.tree import (
    Align,
    Block,
    Break,
    Callout,
    Code,
    Document,
    Figure,
    Heading,
    HorizontalRule,
    Inline,
    InlineExpression,
    Line,
    Listing,
    MarkdownTable,
    Paragraph,
    Quote,
    SpanLook,
    Symbol,
    TextSpan,
    plain,
    slug_of,
)

MAX_CHARACTERS = 200_000
MAX_NESTING = 12
MAX_BRACKETS = 1_500

_EXPRESSION = re.compile(r"\{\{((?:[^{}]|\{[^{}]*\})*)\}\}")
_SYMBOL = re.compile(r"\{([^*{}\[\]\\\n]+)\}")
_STYLED = re.compile(r"\[((?:[^\[\]\\\n]|\\.)*)\]\{([^{}\n]*)\}")
_ASIDE = re.compile(r"\[!([\w-]+)\][ \t]*")
_ALIGNED = re.compile(r"text-align:(\w+)")
_BRACES = (
    "keep `{{ … }}` within a paragraph or a cell; in a table write `\\|` for a `|` in it; "
    "write `\\{\\{` for braces that are printed"
)
_COMMENT = re.compile(r"\s*<!--.*?-->\s*\Z", re.DOTALL)


def read_markdown(text: str, file: str, report: Report) -> Document:
    """Read a text; what cannot be shown is left out, and in the report."""
    if len(text) > MAX_CHARACTERS:
        message = f"the text has over {MAX_CHARACTERS} characters"
        report.add(Finding("markdown-limit", message, Span(file, 1, 1, 2), hint="divide it"))
        return Document(file, ())
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    crowded = _crowded_line(lines)
    if crowded:
        message = f"a paragraph has over {MAX_BRACKETS:,} brackets"
        report.add(Finding("markdown-limit", message, Span(file, crowded, 1, 2), hint="divide it"))
        return Document(file, ())
    reader = MarkdownReader(file, lines, report)
    try:
        root = SyntaxTreeNode(_parser().parse("\n".join(lines)))
        return Document(file, tuple(reader.blocks(root.children, 0)))
    except RecursionError:
        message = f"the text nests its marks more than {MAX_NESTING} deep"
        report.add(Finding("markdown-limit", message, Span(file, 1, 1, 2), hint="nest fewer"))
        return Document(file, ())


def _crowded_line(lines: Sequence[str]) -> int:
    """The line in which a paragraph has too many brackets, from 1; 0 if none has. Each may begin
    a link that has no end, and the end is looked for in all that follows."""
    count = 0
    for number, line in enumerate(lines, 1):
        apart = not line.strip() or line.lstrip().startswith("|")
        count = line.count("[") + (0 if apart else count)
        if count > MAX_BRACKETS:
            return number
    return 0


# --- the parser ------------------------------------------------------------------------------


@cache
def _parser() -> MarkdownIt:
    parser = MarkdownIt("commonmark", {"html": True, "maxNesting": 4 * MAX_NESTING})
    parser.enable("table")
    parser.inline.ruler.before("escape", "expression", _expression)
    parser.inline.ruler.before("link", "styled", _styled)
    return parser


def _expression(state: StateInline, silent: bool) -> bool:
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
    return _stray(state, silent)


def _stray(state: StateInline, silent: bool) -> bool:
    braces = state.src[state.pos : min(state.pos + 2, state.posMax)]
    if braces not in ("{{", "}}"):
        return False
    if not silent:
        state.push("stray", "", 0).content = braces
    state.pos += 2
    return True


def _styled(state: StateInline, silent: bool) -> bool:
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


# --- blocks ----------------------------------------------------------------------------------


class MarkdownReader(Struct):
    file: str
    lines: Sequence[str]
    report: Report
    slugs: set[str] = field(default_factory=set)

    def blocks(self, nodes: Sequence[SyntaxTreeNode], depth: int) -> Iterator[Block]:
        for node in nodes:
            if depth > MAX_NESTING:
                message = "lists and quotes are nested too deeply"
                hint = f"nest {MAX_NESTING} at most"
                self.report.add(Finding("markdown-limit", message, self.span(node), hint=hint))
                return
            block = self.block(node, depth)
            if block is not None:
                yield block

    def span(self, node: SyntaxTreeNode) -> Span:
        """The first line of a block."""
        while node.map is None and node.parent is not None and not node.parent.is_root:
            node = node.parent
        number = node.map[0] if node.map else 0
        line = self.lines[number] if number < len(self.lines) else ""
        start = len(line) - len(line.lstrip(" \t"))
        return Span(self.file, number + 1, start + 1, max(start + 2, len(line.rstrip()) + 1))

    def block(self, node: SyntaxTreeNode, depth: int) -> Block | None:
        span = self.span(node)
        match node.type:
            case "heading":
                return self.heading(node, span)
            case "paragraph":
                return self.paragraph(node, span)
            case "bullet_list" | "ordered_list":
                return self.listing(node, span, depth)
            case "table":
                return self.table(node, span)
            case "blockquote":
                return self.quote(node, span, depth)
            case "fence" | "code_block":
                return Code(node.content.rstrip("\n"), span)
            case "hr":
                return HorizontalRule(span)
            case "html_block":
                self.html(node.content, span)
        return None

    def heading(self, node: SyntaxTreeNode, span: Span) -> Heading:
        line = self.line(node)
        given = line[-1] if line else None
        slug = ""
        if isinstance(given, Symbol) and given.name.startswith("#"):
            slug, line = given.name[1:].strip(), _trimmed(line[:-1])
        return Heading(int(node.tag[1]), line, self.free(slug or slug_of(plain(line))), span)

    def free(self, slug: str) -> str:
        """The name that links use; numbered, if it is taken, as GitHub does."""
        found, number = slug, 0
        while found in self.slugs:
            number += 1
            found = f"{slug}-{number}"
        self.slugs.add(found)
        return found

    def paragraph(self, node: SyntaxTreeNode, span: Span) -> Block | None:
        children = node.children[0].children if node.children else []
        images = [child for child in children if child.type == "image"]
        others = [c for c in children if c.type not in ("image", "softbreak") and not _is_blank(c)]
        if images and not others and len(images) == 1:
            return self.figure(node, images[0], span)
        line = self.line(node)
        return Paragraph(line, span) if line else None

    def figure(self, node: SyntaxTreeNode, image: SyntaxTreeNode, span: Span) -> Figure:
        cursor = _Cursor(self, node)
        attrs = image.attrs
        caption = _trimmed(tuple(self.inlines(image.children, cursor, SpanLook())))
        return Figure(str(attrs.get("src", "")), str(attrs.get("title", "")), caption, span)

    def listing(self, node: SyntaxTreeNode, span: Span, depth: int) -> Listing:
        items = tuple(tuple(self.blocks(item.children, depth + 1)) for item in node.children)
        start = int(node.attrs.get("start", 1)) if node.type == "ordered_list" else None
        return Listing(items, start, _is_tight(node), span)

    def table(self, node: SyntaxTreeNode, span: Span) -> MarkdownTable:
        rows = [row for part in node.children for row in part.children]
        cells = [tuple(self.cells(row)) for row in rows]
        aligns = tuple(_align(cell) for cell in rows[0].children)
        return MarkdownTable(cells[0], tuple(cells[1:]), aligns, span)

    def cells(self, row: SyntaxTreeNode) -> Iterator[Line]:
        column = 0
        for cell in row.children:
            cursor = _Cursor(self, cell, column)
            yield _trimmed(tuple(self.inlines(cell.children[0].children, cursor, SpanLook())))
            column = cursor.column

    def quote(self, node: SyntaxTreeNode, span: Span, depth: int) -> Block:
        blocks = tuple(self.blocks(node.children, depth + 1))
        first = blocks[0] if blocks else None
        if isinstance(first, Paragraph) and first.line and isinstance(first.line[0], TextSpan):
            found = _ASIDE.match(first.line[0].text)
            if found:
                return _aside(found[1], found.end(), first, blocks[1:], span)
        return Quote(blocks, span)

    def html(self, content: str, span: Span) -> None:
        if not _COMMENT.match(content):
            hint = "write Markdown: `**bold**`, `[words]{style}`, `![caption](picture.png)`"
            self.report.add(Finding("markdown-html", "HTML cannot be set", span, hint=hint))

    # --- words -----------------------------------------------------------------------

    def line(self, node: SyntaxTreeNode) -> Line:
        if not node.children:
            return ()
        cursor = _Cursor(self, node)
        return _trimmed(tuple(self.inlines(node.children[0].children, cursor, SpanLook())))

    def inlines(
        self, nodes: Sequence[SyntaxTreeNode], cursor: _Cursor, look: SpanLook
    ) -> Iterator[Inline]:
        for node in nodes:
            yield from self.inline(node, cursor, look)

    def inline(self, node: SyntaxTreeNode, cursor: _Cursor, look: SpanLook) -> Iterator[Inline]:
        match node.type:
            case "text" | "text_special":
                if node.content:
                    yield TextSpan(node.content, cursor.find(node.content), look)
            case "code_inline":
                yield TextSpan(node.content, cursor.find(node.content), replace(look, code=True))
            case "softbreak":
                cursor.newline()
                yield TextSpan(" ", cursor.here(), look)
            case "hardbreak":
                cursor.newline()
                yield Break(cursor.here())
            case "expression":
                yield InlineExpression(
                    node.content.strip(), cursor.find(node.content.strip()), look
                )
            case "symbol":
                yield Symbol(node.content, cursor.find(f"{{{node.content}}}"), look)
            case "html_inline" | "image" | "stray":
                self.refuse(node, cursor)
            case _:
                yield from self.inlines(node.children, cursor, _look(node, look))

    def refuse(self, node: SyntaxTreeNode, cursor: _Cursor) -> None:
        """What cannot be set in a line, or is half an expression."""
        match node.type:
            case "html_inline":
                self.html(node.content, cursor.find(node.content))
            case "image":
                message = "a picture in the middle of a text cannot be set"
                hint = "give it a paragraph of its own, or declare it under `icons:` in game.yaml"
                self.report.add(Finding("markdown-figure", message, cursor.find("!["), hint=hint))
            case _:
                braces, place = node.content, cursor.find(node.content)
                message = f"`{braces}` without `{'}}' if braces == '{{' else '{{'}`"
                self.report.add(Finding("template-syntax", message, place, hint=_BRACES))


def _look(node: SyntaxTreeNode, look: SpanLook) -> SpanLook:
    match node.type:
        case "em":
            return replace(look, italic=not look.italic)
        case "strong":
            return replace(look, bold=True)
        case "link":
            return replace(look, link=str(node.attrs.get("href", "")))
        case "styled":
            names = tuple(_opening(node).content.split())
            return replace(look, styles=(*look.styles, *names))
    return look


def _opening(node: SyntaxTreeNode) -> Any:
    assert node.nester_tokens is not None
    return node.nester_tokens.opening


class _Cursor(Struct):
    """Goes through the lines of a block and finds its words."""

    reader: MarkdownReader
    node: SyntaxTreeNode
    column: int = 0
    line: int = 0

    def __post_init__(self) -> None:
        node: SyntaxTreeNode | None = self.node
        while node is not None and not node.is_root and node.map is None:
            node = node.parent
        self.line = node.map[0] if node is not None and not node.is_root and node.map else 0

    def newline(self) -> None:
        self.line, self.column = self.line + 1, 0

    def here(self) -> Span:
        return Span(self.reader.file, self.line + 1, self.column + 1, self.column + 2)

    def find(self, word: str) -> Span:
        """The place of the next `word`, as near as it is known."""
        head, *rest = word.split("\n")
        text = self.reader.lines[self.line] if self.line < len(self.reader.lines) else ""
        start = text.find(head, self.column)
        if start < 0:
            return self.here()
        self.column = start + len(head)
        place = Span(self.reader.file, self.line + 1, start + 1, start + 1 + max(1, len(head)))
        for part in rest:
            self.newline()
            self.column = len(part)
        return place


class _Fixed(_Cursor):
    """Finds everything at one place."""

    place: Span = field(default_factory=lambda: Span("", 1, 1, 2))

    def here(self) -> Span:
        return self.place

    def find(self, word: str) -> Span:  # noqa: ARG002
        return self.place


def _is_blank(node: SyntaxTreeNode) -> bool:
    return node.type == "text" and not node.content.strip()


def _is_tight(node: SyntaxTreeNode) -> bool:
    paragraphs = [
        child for item in node.children for child in item.children if child.type == "paragraph"
    ]
    return all(_opening(paragraph).hidden for paragraph in paragraphs)


def _align(cell: SyntaxTreeNode) -> Align:
    found = _ALIGNED.search(str(cell.attrs.get("style", "")))
    return found[1] if found else "left"  # type: ignore[return-value]


def _aside(
    kind: str, skipped: int, first: Paragraph, rest: tuple[Block, ...], span: Span
) -> Callout:
    """The title is the rest of the first line; a paragraph may follow it at once."""
    words = first.line[0]
    assert isinstance(words, TextSpan)
    head = replace(words, text=words.text[skipped:], span=words.span.part(skipped, 1))
    line = (head, *first.line[1:]) if head.text else first.line[1:]
    end = next((i for i, inline in enumerate(line) if _ends_line(inline, span)), len(line))
    body = _trimmed(line[end + 1 :])
    blocks = (Paragraph(body, body[0].span), *rest) if body else rest
    return Callout(kind.casefold(), _trimmed(line[:end]), blocks, span)


def _ends_line(inline: Inline, span: Span) -> bool:
    """Whether a line of the file ends here: the break stands on the line below."""
    soft = isinstance(inline, TextSpan) and inline.text == " " and inline.span.column == 1
    return (soft or isinstance(inline, Break)) and inline.span.line > span.line


def _trimmed(line: Line) -> Line:
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


def read_line(text: str, span: Span, report: Report) -> Line:
    """A line of Markdown that stands within another text: all of it at one place."""
    reader = MarkdownReader(span.file, (), report)
    root = SyntaxTreeNode(_parser().parseInline(text))
    cursor = _Fixed(reader, root, 0, 0, span)
    nodes = root.children[0].children if root.children else []
    return _trimmed(tuple(reader.inlines(nodes, cursor, SpanLook())))
