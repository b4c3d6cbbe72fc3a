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

from markdown_it.tree import SyntaxTreeNode
from msgspec import Struct, field
from msgspec.structs import replace

from cardgen.core.findings import Finding, Report, Span
from cardgen.read.markdown_text.inline_reader import InlineReader, opening_token, trim_line
from cardgen.read.markdown_text.lone_pictures import find_picture
from cardgen.read.markdown_text.lost_indents import find_lost_block, find_lost_item
from cardgen.read.markdown_text.lost_parts import (
    find_other_number,
    find_surplus_cells,
    find_taken_name,
)
from cardgen.read.markdown_text.syntax import MAX_NESTING, make_parser
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
    Line,
    Listing,
    MarkdownTable,
    Paragraph,
    Quote,
    SpanLook,
    Symbol,
    TextSpan,
    compose_name,
    plain,
    slug_of,
)
from cardgen.read.markdown_text.word_places import FixedPlace, WordFinder, place_of_line

MAX_CHARACTERS = 200_000
MAX_BRACKETS = 1_500

_ASIDE = re.compile(r"\[!([\w-]+)\][ \t]*")
_ALIGNED = re.compile(r"text-align:(\w+)")


def read_markdown(
    text: str, file: str, report: Report, places: Sequence[Span | None] = ()
) -> Document:
    """Read a text; what cannot be shown is left out, and in the report.

    Args:
        text: The text.
        file: Its name.
        report: Takes the findings.
        places: Where its lines were typed, if some of them are translated.
    """
    if len(text) > MAX_CHARACTERS:
        message = f"the text has over {MAX_CHARACTERS} characters"
        report.add(Finding("markdown-limit", message, Span(file, 1, 1, 2), hint="divide it"))
        return Document(file, ())
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    crowded = find_crowded_line(lines)
    if crowded:
        message = f"a paragraph has over {MAX_BRACKETS:,} brackets"
        report.add(Finding("markdown-limit", message, Span(file, crowded, 1, 2), hint="divide it"))
        return Document(file, ())
    reader = MarkdownReader(file, lines, report, places=places)
    try:
        root = SyntaxTreeNode(make_parser().parse("\n".join(lines)))
        return Document(file, tuple(reader.blocks(root.children, 0)))
    except RecursionError:
        message = f"the text nests its marks more than {MAX_NESTING} deep"
        report.add(Finding("markdown-limit", message, Span(file, 1, 1, 2), hint="nest fewer"))
        return Document(file, ())


def find_crowded_line(lines: Sequence[str]) -> int:
    """The line in which a paragraph has too many brackets, from 1; 0 if none has. Each may begin
    a link that has no end, and the end is looked for in all that follows."""
    count = 0
    for number, line in enumerate(lines, 1):
        apart = not line.strip() or line.lstrip().startswith("|")
        count = line.count("[") + (0 if apart else count)
        if count > MAX_BRACKETS:
            return number
    return 0


class MarkdownReader(Struct):
    file: str
    lines: Sequence[str]
    report: Report
    slugs: set[str] = field(default_factory=set)
    places: Sequence[Span | None] = ()

    @property
    def inline(self) -> InlineReader:
        return InlineReader(self.report)

    def blocks(self, nodes: Sequence[SyntaxTreeNode], depth: int) -> Iterator[Block]:
        for before, node in zip((None, *nodes), nodes, strict=False):
            if depth > MAX_NESTING:
                message = "lists and quotes are nested too deeply"
                hint = f"nest {MAX_NESTING} at most"
                self.report.add(Finding("markdown-limit", message, self.span(node), hint=hint))
                return
            span = self.span(node)
            if span.file == self.file:  # a translation has the indents of its source
                self.tell(find_lost_block(before, node, self.lines, span))
            block = self.block(node, depth)
            if block is not None:
                yield block

    def span(self, node: SyntaxTreeNode) -> Span:
        """The first line of a block."""
        while node.map is None and node.parent is not None and not node.parent.is_root:
            node = node.parent
        number = node.map[0] if node.map else 0
        line = self.lines[number] if number < len(self.lines) else ""
        moved = place_of_line(self.places, number)
        if moved is not None and moved.file != self.file:
            return moved
        start = len(line) - len(line.lstrip(" \t"))
        return Span(
            self.file,
            moved.line if moved else number + 1,
            start + 1,
            max(start + 2, len(line.rstrip()) + 1),
        )

    def tell(self, finding: Finding | None) -> None:
        if finding is not None:
            self.report.add(finding)

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
                self.inline.report_html(node.content, span)
        return None

    def heading(self, node: SyntaxTreeNode, span: Span) -> Heading:
        line = self.line(node)
        given = line[-1] if line else None
        slug = ""
        if isinstance(given, Symbol) and given.name.startswith("#"):
            slug, line = compose_name(given.name[1:].strip()), trim_line(line[:-1])
            if given.span.file == self.file:  # a translation keeps the names of its source
                self.tell(find_taken_name(slug, self.slugs, given.span))
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
        shown = [one for one in children if one.type != "softbreak" and not _is_blank(one)]
        picture = find_picture(shown)
        if picture is not None:
            if picture.lost:
                place = WordFinder(self.file, self.lines, node, places=self.places)
                self.tell(picture.report_lost(place.find(picture.lost)))
            return self.figure(node, picture.image, span)
        line = self.line(node)
        return Paragraph(line, span) if line else None

    def figure(self, node: SyntaxTreeNode, image: SyntaxTreeNode, span: Span) -> Figure:
        cursor = WordFinder(self.file, self.lines, node, places=self.places)
        attrs = image.attrs
        caption = trim_line(tuple(self.inline.read_inlines(image.children, cursor, SpanLook())))
        return Figure(str(attrs.get("src", "")), str(attrs.get("title", "")), caption, span)

    def listing(self, node: SyntaxTreeNode, span: Span, depth: int) -> Listing:
        items = tuple(tuple(self.blocks(item.children, depth + 1)) for item in node.children)
        spans = [self.span(item) for item in node.children]
        typed = all(one.file == self.file for one in spans)
        lost = find_lost_item(node, self.lines, spans) if typed else None
        if node.type != "ordered_list":
            self.tell(lost)
            return Listing(items, None, _is_tight(node), span)
        self.tell(lost or find_other_number(node, self.span))
        start = int(node.attrs.get("start", 1))
        return Listing(items, start, _is_tight(node), span, opening_token(node).markup)

    def table(self, node: SyntaxTreeNode, span: Span) -> MarkdownTable:
        rows = [row for part in node.children for row in part.children]
        cells = [tuple(self.cells(row)) for row in rows]
        aligns = tuple(_align(cell) for cell in rows[0].children)
        for row in rows[1:]:
            self.tell(find_surplus_cells(row, self.lines, len(aligns), self.span(row)))
        return MarkdownTable(cells[0], tuple(cells[1:]), aligns, span)

    def cells(self, row: SyntaxTreeNode) -> Iterator[Line]:
        column, reader = 0, InlineReader(self.report, one_line=True)
        for cell in row.children:
            cursor = WordFinder(self.file, self.lines, cell, column, places=self.places)
            yield trim_line(
                tuple(reader.read_inlines(cell.children[0].children, cursor, SpanLook()))
            )
            column = cursor.column

    def quote(self, node: SyntaxTreeNode, span: Span, depth: int) -> Block:
        blocks = tuple(self.blocks(node.children, depth + 1))
        first = blocks[0] if blocks else None
        if isinstance(first, Paragraph) and first.line and isinstance(first.line[0], TextSpan):
            found = _ASIDE.match(first.line[0].text)
            if found:
                return _aside(found[1], found.end(), first, blocks[1:], span)
        return Quote(blocks, span)

    def line(self, node: SyntaxTreeNode) -> Line:
        if not node.children:
            return ()
        cursor = WordFinder(self.file, self.lines, node, places=self.places)
        return trim_line(
            tuple(self.inline.read_inlines(node.children[0].children, cursor, SpanLook()))
        )


def _is_blank(node: SyntaxTreeNode) -> bool:
    return node.type == "text" and not node.content.strip()


def _is_tight(node: SyntaxTreeNode) -> bool:
    paragraphs = [
        child for item in node.children for child in item.children if child.type == "paragraph"
    ]
    return all(opening_token(paragraph).hidden for paragraph in paragraphs)


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
    end = next((i for i, inline in enumerate(line) if _ends_line(inline)), len(line))
    body = trim_line(line[end + 1 :])
    blocks = (Paragraph(body, body[0].span), *rest) if body else rest
    return Callout(kind.casefold(), trim_line(line[:end]), blocks, span)


def _ends_line(inline: Inline) -> bool:
    """Whether a line of the file ends here."""
    return isinstance(inline, Break) or (isinstance(inline, TextSpan) and inline.ends_line)


def read_line(text: str, span: Span, report: Report) -> Line:
    """A line of Markdown that stands within another text: all of it at one place."""
    root = SyntaxTreeNode(make_parser().parseInline(text))
    cursor = FixedPlace(span.file, (), root, place=span)
    nodes = root.children[0].children if root.children else []
    return trim_line(tuple(InlineReader(report).read_inlines(nodes, cursor, SpanLook())))
