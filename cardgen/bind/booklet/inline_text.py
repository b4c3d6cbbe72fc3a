"""The words of a booklet → runs: looks, icons, links, expressions in the middle of a line.

In      lines of a `Document`, the role they are set in, what expressions can call.
Out     `RichText`s; findings at the place in the Markdown.
Not here  blocks (`bind.booklet.blocks`), what expressions call (`bind.booklet.expressions`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace

from cardgen.bind.booklet.bound_booklet import PAGE
from cardgen.bind.booklet.kept_texts import KeptTexts
from cardgen.bind.booklet.results import BLOCKS, CompositionTable, PageReference, UnsureFault
from cardgen.bind.booklet.styles import Role, Roles
from cardgen.bind.bound_texts import Inline, RichText
from cardgen.bind.card.character_faces import CharacterFaces
from cardgen.bind.card.look_ups import Noted
from cardgen.bind.card.markup_styles import MarkupStyles
from cardgen.bind.card.punctuation import set_punctuation
from cardgen.bind.card.rich_text import RichTextBinder
from cardgen.bind.card.ruby import (
    AROUND,
    NOT_PLAIN,
    find_broken_reading,
    find_reading,
    find_tight_ruby,
)
from cardgen.bind.card.text_look import MarkupNames
from cardgen.bind.elements.binder import ElementBinder
from cardgen.core.color import Color
from cardgen.core.findings import Finding, Report, Span, did_you_mean
from cardgen.expressions import syntax, template
from cardgen.expressions.faults import TemplateFault
from cardgen.expressions.foreign_words import suggest_name
from cardgen.expressions.language_functions import INTERNAL, for_print
from cardgen.read.markdown_text import tree as md
from cardgen.text.markup import MarkupParagraph, MarkupPiece, parse_markup

_FAR = 1_000_000
"""Offsets of pieces are multiples of this, so that a fault tells which piece it is in."""


class InlinePieces(Struct):
    """The pieces of a text, line by line, each with its place and link."""

    lines: list[list[MarkupPiece]] = field(default_factory=lambda: [[]])
    spans: list[list[tuple[int, Span]]] = field(default_factory=list)
    """The places of each piece: of what begins at a character of it."""
    links: list[str] = field(default_factory=list)

    def add(self, piece: MarkupPiece, span: Span, link: str) -> None:
        self.lines[-1].append(replace(piece, offset=len(self.spans) * _FAR))
        self.spans.append([(0, span)])
        self.links.append(link)

    def go_on(self, text: str, span: Span) -> None:
        """Add characters to the last piece."""
        last = self.lines[-1].pop()
        self.spans[-1].append((len(last.text), span))
        self.lines[-1].append(replace(last, text=last.text + text))

    def locate(self, offset: int, length: int) -> Span:
        """The place of some characters of a piece."""
        index, start = divmod(offset, _FAR)
        places = self.spans[min(index, len(self.spans) - 1)]
        begun, span = next(place for place in reversed(places) if place[0] <= start)
        return span.part(start - begun, length)


class InlineBinder(Struct):
    """Binds the words of one booklet; remembers where links lead, and where from."""

    binder: ElementBinder
    roles: Roles
    functions: Mapping[str, Any]
    uses: set[tuple[str, str]]
    link_color: Color | None = None
    """Of links in the text's own color."""
    labels: dict[str, Span] = field(default_factory=dict)
    wanted: list[tuple[str, Span]] = field(default_factory=list)
    texts: KeptTexts = field(default_factory=lambda: KeptTexts(keeps=False))
    bound_before: dict[tuple[str, int], tuple[Role, RichText]] = field(default_factory=dict)
    """Texts by what they say and the role, which is held, so that its id stays its own."""

    @property
    def report(self) -> Report:
        return self.binder.report

    def check_links(self) -> None:
        """Links that lead to no heading."""
        for slug, span in self.wanted:
            if slug not in self.labels:
                hint = did_you_mean(slug, self.labels, what="heading")
                message = f"no heading of this text has the name `{slug}`"
                self.report.add(Finding("unknown-heading", message, span, hint=hint))

    def value(self, spot: md.InlineExpression) -> Any:
        """What an expression stands for; None if it is at fault, or its deck: with a finding."""
        try:
            unknown = syntax.find_unknown_names(spot.source, self.functions, expression=True)
            if unknown:
                hint = suggest_name(unknown[0], self.functions.keys() - INTERNAL, what="name")
                message = f"there is no `{unknown[0]}` in a booklet's text"
                raise TemplateFault("undefined-name", message, word=unknown[0], hint=hint)
            value = template.evaluate(spot.source, self.functions)
            if isinstance(value, CompositionTable):
                message, hint = "`composition` is no text", "write `table(composition)`"
                raise TemplateFault("template-value", message, word="composition", hint=hint)
            if not isinstance(value, (*BLOCKS, PageReference)):
                return template.print_value(value)
        except UnsureFault:
            return None
        except TemplateFault as fault:
            place = _part(spot, *syntax.locate_word(spot.source, fault.word))
            self.report.add(Finding(fault.code, str(fault), place, hint=fault.hint))
            return None
        if isinstance(value, PageReference):
            self.wanted.append((value.slug, spot.span))
        return value

    def furniture(
        self, source: str, role: Role, given: Mapping[str, Any], place: Span
    ) -> Callable[[int, str], RichText]:
        """What a head or foot says on a page."""

        def words(page: int, section: str) -> RichText:
            try:
                values = {**given, "page": page, "section": section}
                unknown = syntax.find_unknown_names(source, values)
                if unknown:
                    hint = did_you_mean(unknown[0], values.keys() - INTERNAL, what="name")
                    message = f"a head or foot knows no `{unknown[0]}`"
                    raise TemplateFault("undefined-name", message, hint=hint)
                text = template.fill(source, for_print(source, values))
            except TemplateFault as fault:
                self.report.add(Finding(fault.code, str(fault), place, hint=fault.hint))
                text = ""
            return self.marked(text, role, place)

        return words

    def text(self, line: md.Line, role: Role) -> RichText:
        pieces = InlinePieces()
        for inline in line:
            self.add(inline, pieces)
        return self.bound(pieces, role)

    def plain(self, text: str, role: Role, span: Span) -> RichText:
        pieces = InlinePieces()
        pieces.add(MarkupPiece(text), span, "")
        return self.bound(pieces, role)

    def marked(self, text: str, role: Role, span: Span) -> RichText:
        """A text as cards hold it, in their markup. Tables say the same again and again; what
        nothing was found in is bound once."""
        key = text, id(role)
        if key in self.bound_before:
            return self.bound_before[key][1]
        pieces, told = InlinePieces(), self.report.told
        self.add_marked(text, md.SpanLook(), span, pieces)
        bound = self.bound(pieces, role)
        if self.report.told == told:
            self.bound_before[key] = role, bound
        return bound

    def add(self, inline: md.Inline, pieces: InlinePieces) -> None:
        match inline:
            case md.TextSpan(goes_on=True) if pieces.lines[-1]:
                pieces.go_on(inline.text, inline.span)
            case md.TextSpan():
                look = inline.look
                self.check_tab(inline.text, inline.span)
                pieces.add(self.piece(inline.text, look), inline.span, self.link(inline))
            case md.Symbol():
                piece = replace(self.piece("", inline.look), icon=inline.name)
                pieces.add(piece, inline.span, self.link(inline))
                self.uses.add(("icon", inline.name))
            case md.Break():
                pieces.lines.append([])
            case md.InlineExpression():
                self.add_value(inline, pieces)

    def check_tab(self, text: str, span: Span) -> None:
        """Report a tab that would set two words of a line apart."""
        tab = text.find("\t")
        if 0 <= tab < len(text.rstrip()):
            message = "a tab is printed as one space"
            hint = "write a space; what stands in columns is a table"
            place = span.part(tab, 1)
            self.report.add(Finding("control-character", message, place, "warning", hint=hint))

    def piece(self, text: str, look: md.SpanLook) -> MarkupPiece:
        own = [r for r, on in (("code", look.code), ("link", bool(look.link))) if on]
        named = [self.roles.spec.styles[role] for role in own if role in self.roles.spec.styles]
        styles = (*named, *look.styles)
        self.uses |= {(kind, name) for name in styles for kind in ("style", "color")}
        return MarkupPiece(text, look.bold, look.italic, styles, literal=look.code)

    def link(self, inline: md.TextSpan | md.Symbol) -> str:
        target = inline.look.link
        if target.startswith("#") and len(target) > 1:
            self.wanted.append((target[1:], inline.span))
        elif target:
            self.look_at(target, inline.span)
        return "" if target == "#" else target

    def look_at(self, target: str, place: Span) -> None:
        """Report a link out of the booklet that leads nowhere."""
        from cardgen.bind.booklet.link_targets import find_dead_link

        if dead := find_dead_link(target):
            message, hint = dead
            self.report.add(Finding("dead-link", message, place, "warning", hint=hint))

    def add_value(self, spot: md.InlineExpression, pieces: InlinePieces) -> None:
        value = self.value(spot)
        if isinstance(value, BLOCKS):
            message = "this makes a block, and stands in the middle of a text"
            hint = "give it a paragraph of its own"
            self.report.add(Finding("markdown-figure", message, spot.span, hint=hint))
        elif isinstance(value, PageReference):
            pieces.add(self.piece("0", spot.look), spot.span, PAGE + value.slug)
        elif value is not None:
            self.add_marked(value, spot.look, spot.span, pieces)

    def add_marked(self, text: str, look: md.SpanLook, span: Span, pieces: InlinePieces) -> None:
        parsed = parse_markup(text)
        own = self.piece("", look)
        for number, line in enumerate(line for part in parsed.paragraphs for line in part):
            if number:
                pieces.lines.append([])
            for piece in line:
                bold, italic = piece.bold or own.bold, piece.italic ^ own.italic
                styles = (*own.styles, *piece.styles)
                whole = replace(piece, bold=bold, italic=italic, styles=styles)
                pieces.add(whole, span, look.link)

    def bound(self, pieces: InlinePieces, role: Role) -> RichText:
        lines = tuple(tuple(line) for line in pieces.lines)
        about, look_ups = (lines, tuple(pieces.links), self.link_color), self.binder.look_ups

        def bind() -> Noted[RichText]:
            return look_ups.collect(lambda: self.bind_lines(lines, pieces, role))

        return look_ups.take(self.texts.bind(about, role, bind))

    def bind_lines(self, lines: MarkupParagraph, pieces: InlinePieces, role: Role) -> RichText:
        rich = self.rich(pieces, role)
        for line in lines:
            rich.check_hidden(line)
        if rich.smart:
            (lines,) = set_punctuation((lines,), rich.styles.find_language)
        bound = []
        for line in lines:
            inlines: list[Inline] = []
            for piece in rich.join_marks(line):
                link = pieces.links[piece.offset // _FAR]
                inlines += (self.linked(i, link, role) for i in rich.inlines(piece))
            bound.append(tuple(inlines))
        words = RichText((tuple(bound),))
        self.check_ruby(words, lines, role, rich)
        return words

    def check_ruby(
        self, words: RichText, lines: MarkupParagraph, role: Role, rich: RichTextBinder
    ) -> None:
        """Report ruby that has no room between lines, or stands above words of several looks."""
        tight = find_tight_ruby(words, role.setting)
        for line in lines:
            broken = find_broken_reading(line)
            if broken is not None:
                finding = Finding("bad-markup", NOT_PLAIN, hint=AROUND)
                rich.report_fault(finding, broken.offset, len(broken.text))
            first = next((piece for piece in line if find_reading(piece)), None)
            if tight is not None and first is not None:
                rich.report_fault(tight, first.offset, len(first.text))
                tight = None

    def linked(self, inline: Inline, link: str, role: Role) -> Inline:
        if not link:
            return inline
        color = inline.color
        if self.link_color and color == role.look.color and not link.startswith(PAGE):
            color = self.link_color
        return replace(inline, link=link, color=color)

    def rich(self, pieces: InlinePieces, role: Role) -> RichTextBinder:
        styles, icons = self.binder.styles, self.binder.icons
        names = (*styles.styles, *styles.palette.colors)

        def report_fault(finding: Finding, offset: int, length: int) -> None:
            self.report.add(replace(finding, span=pieces.locate(offset, length)))

        markup_names = MarkupNames(styles.fonts, styles.change, icons, names, self.report.is_lost)
        markup_styles = MarkupStyles(markup_names, role.look, styles.language, report_fault)
        faces = CharacterFaces(styles.fonts, role.look, report_fault, language=styles.language)
        return RichTextBinder(markup_styles, faces, role.smart)


def _part(spot: md.InlineExpression, start: int, length: int) -> Span:
    """The place of a part of an expression, which may go over several lines."""
    before = spot.source[:start].split("\n")
    if len(before) == 1:
        length = min(length, len(spot.source.split("\n")[0]) - start)
        return spot.span.part(start, length)
    column = len(before[-1]) + 1
    line = spot.span.line + len(before) - 1
    return Span(spot.span.file, line, column, column + max(1, length))


def inlines_of(text: RichText) -> list[Inline]:
    return [inline for paragraph in text.paragraphs for line in paragraph for inline in line]


def words_of(text: RichText) -> str:
    """The words of a text on one line."""
    lines = (line for paragraph in text.paragraphs for line in paragraph)
    return " ".join(" ".join("".join(i.text for i in line) for line in lines).split())
