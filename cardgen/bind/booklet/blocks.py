"""A booklet's Markdown → bound blocks: words to runs, expressions to what they stand for.

In      the blocks of a `Document`, the booklet's roles, what expressions can call.
Out     `BookBlock`s; findings at the place in the Markdown.
Not here  words (`bind.booklet.inline_text`), what expressions call (`bind.booklet.expressions`),
        lines
          and pages (`layout`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import PurePosixPath
from typing import Any

from msgspec.structs import replace

from cardgen.bind.booklet.bound_booklet import (
    BookBlock,
    BookBox,
    BookBreak,
    BookContents,
    BookFigure,
    BookHeading,
    BookList,
    BookQuote,
    BookRule,
    BookTable,
    BookText,
    PictureFigure,
)
from cardgen.bind.booklet.inline_text import InlineBinder, InlinePieces, inlines_of, words_of
from cardgen.bind.booklet.results import (
    BLOCKS,
    BreakRequest,
    CardFigure,
    CardTable,
    ContentsList,
)
from cardgen.bind.booklet.styles import Role
from cardgen.bind.bound_texts import RichText, TextRun
from cardgen.bind.pictures import PICTURE_FILES, PictureError
from cardgen.core.findings import Finding, Span
from cardgen.core.lengths import Length, LengthError, parse_length
from cardgen.files.game_files import GameFiles, UnreadableError, find_remedy
from cardgen.files.misnamed_files import guess_file
from cardgen.files.spelling import plain_path
from cardgen.read.markdown_text import tree as md
from cardgen.read.markdown_text.addresses import decode_address
from cardgen.read.markdown_text.kept_documents import read_kept_line
from cardgen.scene.items import Bitmap
from cardgen.svg.drawing import Drawing
from cardgen.text.markup import MarkupPiece

_NBSP = "\u00a0"
_FIGURE_SPACE = "\u2007"
"""What a line of code is indented by: other spaces at its start would be none of the line."""
_COLUMNS = re.compile(r" {2,}")
"""Spaces that parts of a line of code are arranged by."""
_BULLETS = (("•", "–", "-"), ("–", "-"), ("·", "-"))


def _opens(block: md.Block, role: str, before: Sequence[BookBlock]) -> bool:
    """Whether a block is the text that a chapter opens with, one of the first or second level."""
    if role != "body" or not isinstance(block, md.Paragraph) or not before:
        return False
    return isinstance(before[-1], BookHeading) and before[-1].level <= 2


class BlockBinder(InlineBinder, kw_only=True):
    """Binds the blocks of one booklet."""

    game: GameFiles
    depth: int = 0

    def blocks(self, blocks: Iterable[md.Block], role: str = "body") -> tuple[BookBlock, ...]:
        found: list[BookBlock] = []
        for block in blocks:
            bound = self.block(block, "opening" if _opens(block, role, found) else role)
            if isinstance(bound, BookText) and found and isinstance(found[-1], BookText):
                bound = replace(bound, joins=True)
            if bound is not None:
                self.check_break(bound, found)
                found.append(bound)
        return tuple(found)

    def check_break(self, block: BookBlock, before: Sequence[BookBlock]) -> None:
        """Report a break with nothing before it that could be parted from what follows."""
        if not isinstance(block, BookBreak) or not before or not isinstance(before[-1], BookBreak):
            return
        if {block.of, before[-1].of} == {block.of} or before[-1].of == "page":
            message = f"this {block.of} break stands behind another one, and breaks nothing"
            hint = "take one of them away"
            self.report.add(Finding("markdown-lost", message, block.span, "warning", hint=hint))

    def block(self, block: md.Block, role: str) -> BookBlock | None:
        match block:
            case md.Heading():
                return self.heading(block)
            case md.Paragraph():
                return self.paragraph(block, role)
            case md.Listing():
                return self.listing(block, role)
            case md.MarkdownTable():
                return self.table(block)
            case md.Quote():
                return BookQuote(self.blocks(block.blocks, "quote"), block.span)
            case md.Callout():
                return self.aside(block)
            case md.Figure():
                return self.picture(block)
            case md.Code():
                return self.code(block)
            case md.HorizontalRule():
                return BookRule(block.span)

    # --- blocks ----------------------------------------------------------------------

    def heading(self, block: md.Heading) -> BookHeading | None:
        self.labels.setdefault(block.slug, block.span)
        role, contents = self.roles.role(f"heading-{min(4, block.level)}"), self.role("contents")
        if role is None or contents is None:
            return None
        text = self.text(block.line, role)
        title = words_of(text)
        entry = self.text(block.line, contents)
        return BookHeading(
            text, role.setting, min(4, block.level), block.slug, title, entry, block.span
        )

    def role(self, name: str) -> Role | None:
        return self.roles.role(name)

    def paragraph(self, block: md.Paragraph, role: str) -> BookBlock | None:
        spots = [inline for inline in block.line if isinstance(inline, md.InlineExpression)]
        rest = [i for i in block.line if not isinstance(i, md.InlineExpression)]
        if len(spots) == 1 and not any(getattr(inline, "text", "x").strip() for inline in rest):
            value = self.value(spots[0])
            if value is None:
                return None
            if isinstance(value, BLOCKS):
                return self.made(value, spots[0].span)
        found = self.role(role)
        return BookText(self.text(block.line, found), found.setting, block.span) if found else None

    def listing(self, block: md.Listing, role: str) -> BookList | None:
        found = self.role(role)
        if found is None:
            return None
        self.depth += 1
        items = tuple(self.blocks(item, role) for item in block.items)
        self.depth -= 1
        markers = tuple(
            self.plain(self.marker(block, number, found), found, block.span)
            for number in range(len(block.items))
        )
        return BookList(items, markers, found.setting, block.tight, block.span)

    def marker(self, block: md.Listing, number: int, role: Role) -> str:
        if block.start is not None:
            return f"{block.start + number}{block.mark}"
        bullets = _BULLETS[min(self.depth, len(_BULLETS) - 1)]
        faces = self.binder.styles.fonts.chain(role.look.font)
        return next((b for b in bullets if any(face.has(b) for face in faces)), "-")

    def table(self, block: md.MarkdownTable) -> BookTable | None:
        body, head = self.role("table"), self.role("table-head")
        if body is None or head is None:
            return None
        width = len(block.aligns)
        rows = tuple(tuple(self.text(c, body) for c in _filled(row, width)) for row in block.rows)
        heads = tuple(self.text(cell, head) for cell in _filled(block.head, width))
        heads = heads if any(map(inlines_of, heads)) else ()
        return self.tabled(heads, rows, block.aligns, block.span)

    def tabled(
        self,
        head: tuple[RichText, ...],
        rows: tuple[tuple[RichText, ...], ...],
        aligns: tuple[md.Align, ...],
        span: Span,
        across: int = 1,
        caption: RichText | None = None,
    ) -> BookTable | None:
        body, first, small = self.role("table"), self.role("table-head"), self.role("caption")
        if body is None or first is None or small is None:
            return None
        return BookTable(
            head, rows, aligns, first.setting, body.setting, caption, small.setting, across, span
        )

    def aside(self, block: md.Callout) -> BookBox | None:
        role = self.role("box-title")
        if role is None:
            return None
        title = self.text(block.title, role) if block.title else None
        if not (block.blocks or block.title):
            message, hint = "this box is empty", "write its text on the next lines, behind `> `"
            self.report.add(Finding("markdown-lost", message, block.span, "warning", hint=hint))
        return BookBox(
            title, role.setting, self.blocks(block.blocks, "box"), block.kind, block.span
        )

    def code(self, block: md.Code) -> BookText | None:
        role = self.role("code")
        if role is None:
            return None
        pieces = InlinePieces()
        for number, line in enumerate(block.text.split("\n")):
            if number:
                pieces.lines.append([])
            kept = _COLUMNS.sub(lambda found: _NBSP * len(found[0]), line.replace("\t", "    "))
            inner = kept.lstrip(f" {_NBSP}")
            kept = _FIGURE_SPACE * (len(kept) - len(inner)) + inner
            pieces.add(MarkupPiece(kept or _NBSP), block.span, "")
        return BookText(self.bound(pieces, role), role.setting, block.span)

    def picture(self, block: md.Figure) -> BookFigure | None:
        path = self.picture_path(block.source)
        role, art = self.role("caption"), self.art(path, block.span)
        if role is None or art is None:
            return None
        caption = self.text(block.caption, role) if block.caption else None
        width = self.width(block.width, block.span)
        said = words_of(caption) if caption else ""
        alt = said or PurePosixPath(path).stem
        return BookFigure(PictureFigure(art, width, alt), caption, role.setting, block.span)

    def width(self, text: str, span: Span) -> Length | None:
        if not text:
            return None
        try:
            length = parse_length(text)
        except LengthError as error:
            hint = 'write the width behind the file: `![caption](map.png "60mm")`'
            self.report.add(Finding("bad-length", str(error), span, hint=hint))
            return None
        if length.ems or length.points + length.share <= 0:
            hint = 'write for example `![caption](map.png "60mm")`'
            message = f"`{text}` is no width"
            self.report.add(Finding("bad-length", message, span, hint=hint))
            return None
        return length

    def picture_path(self, address: str) -> str:
        """The file that an address names; one that has `%20` in its very name is found, too."""
        path = decode_address(address)
        return address if path != address and self.game.exists(address) else path

    def art(self, path: str, span: Span) -> Bitmap | Drawing | None:
        plain = plain_path(path)
        self.uses |= {("file", folder + plain) for folder in ("", "fonts/", "textures/")}
        try:
            return self.binder.pictures.open(self.game.asset(path), self.report)
        except UnreadableError as error:
            guess = guess_file(path, self.game, PICTURE_FILES)
            hint = f"did you mean `{guess}`?" if guess else "put the file into the game folder"
            hint = find_remedy(error.reason, hint)
            message = f"the picture `{path}` {error.reason}"
            self.report.add(Finding("missing-file", message, span, hint=hint))
        except PictureError as error:
            message = f"the picture `{path}` {error}"
            self.report.add(Finding("bad-picture", message, span, hint=error.hint))
        return None

    # --- expressions -----------------------------------------------------------------

    def made(self, value: Any, span: Span) -> BookBlock | None:
        """The block that a value is."""
        caption, body, head = self.role("caption"), self.role("table"), self.role("table-head")
        contents = self.role("contents")
        if caption is None or body is None or head is None or contents is None:
            return None
        match value:
            case CardFigure():
                words = self.caption(value.caption, caption, span)
                return BookFigure(value.cards, words, caption.setting, span)
            case CardTable():
                if not value.rows:
                    message = "this table has no row: nothing but its head is printed"
                    hint = "correct its `where`, if it has one, or take the table away"
                    self.report.add(Finding("empty-table", message, span, "warning", hint=hint))
                words = self.caption(value.caption, caption, span)
                heads = tuple(self.plain(cell, head, span) for cell in value.head)
                rows = tuple(tuple(self.marked(c, body, span) for c in row) for row in value.rows)
                return self.tabled(heads, rows, value.aligns, span, value.across, words)
            case BreakRequest():
                return BookBreak(value.of, span)
            case ContentsList():
                figures = inlines_of(self.plain("0", contents, span))[0]
                assert isinstance(figures, TextRun)
                return BookContents(value.depth, contents.setting, figures, span)
        return None

    def caption(self, text: str, role: Role, span: Span) -> RichText | None:
        line = read_kept_line(text, span, self.report, self.texts.results) if text else None
        return self.text(line, role) if line is not None else None


def _filled(cells: Sequence[md.Line], width: int) -> Iterator[md.Line]:
    """So many cells: a row may lack some at its end."""
    for index in range(width):
        yield cells[index] if index < len(cells) else ()
