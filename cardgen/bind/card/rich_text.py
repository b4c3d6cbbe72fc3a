"""A filled text → runs of characters, each with its face, color and features.

In      a text with markup, the style it is set in.
Out     `Paragraph`s of `TextRun`s and `InlineIcon`s; findings for faulty markup, missing glyphs.
Not here  shaping and lines (`layout.text.paragraph`).
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from cardgen.bind.bound_texts import ZERO, Inline, InlineIcon, Paragraph, TextRun
from cardgen.bind.card.character_faces import CharacterFaces
from cardgen.bind.card.markup_styles import MarkupStyles
from cardgen.bind.card.parted_marks import join_marks
from cardgen.bind.card.punctuation import set_punctuation
from cardgen.bind.card.ruby import SCALE, find_reading, part_ruby
from cardgen.bind.card.text_look import TextLook
from cardgen.core.findings import Finding, did_you_mean
from cardgen.text.hidden_characters import find_hidden_characters
from cardgen.text.markup import MarkupPiece, parse_markup, parse_plain

_BULLET = re.compile(r"\W|\w{1,3}[.):]")
"""What begins an item of a list, with a tab behind it in what word processors write."""


class RichTextBinder(Struct, frozen=True):
    """Turns one text into paragraphs."""

    styles: MarkupStyles
    faces: CharacterFaces
    smart: bool
    """Typed quotes and dashes become those of print."""
    markup: bool = True
    """It has markup; else all is printed as typed."""
    fields: Collection[str] = ()
    """Those of the card, for what is in braces and no icon."""

    def report_fault(self, finding: Finding, offset: int, length: int) -> None:
        """Report what is wrong with a part of the text."""
        self.styles.report_fault(finding, offset, length)

    def paragraphs(self, text: str) -> tuple[Paragraph, ...]:
        parsed = parse_markup(text) if self.markup else parse_plain(text)
        for fault in parsed.faults:
            finding = Finding("bad-markup", fault.message, hint=fault.hint)
            self.report_fault(finding, fault.offset, fault.length)
        for line in re.finditer(r".+", text):
            self.check_hidden((MarkupPiece(line[0], offset=line.start()),))
            self.check_tab(line[0], line.start())
        paragraphs = parsed.paragraphs
        if self.smart:
            paragraphs = set_punctuation(paragraphs, self.styles.find_language)
        return tuple(self.paragraph(lines) for lines in paragraphs)

    def check_hidden(self, line: Sequence[MarkupPiece]) -> None:
        """Report characters of a line that print nothing, or turn it around."""
        for one in find_hidden_characters("".join(piece.text for piece in line)):
            offset, pieces = one.offset, iter(line)
            piece = next(pieces)
            while offset >= len(piece.text):
                offset -= len(piece.text)
                piece = next(pieces)
            finding = Finding("control-character", one.message, hint=one.hint)
            self.report_fault(finding, piece.offset + offset, 1)

    def check_tab(self, line: str, start: int) -> None:
        """Report a tab that would set two words of a line apart, once a line; behind a bullet or
        number it stands as a space does."""
        tab = line.rstrip().find("\t", len(line) - len(line.lstrip()))
        if tab < 0 or _BULLET.fullmatch(line[:tab].strip()):
            return
        hint = "write a space; what stands in columns has a field each, and a `row` in the layout"
        message = "a tab is printed as one space"
        finding = Finding("control-character", message, severity="warning", hint=hint)
        self.report_fault(finding, start + tab, 1)

    def paragraph(self, lines: tuple[tuple[MarkupPiece, ...], ...]) -> Paragraph:
        return tuple(
            tuple(inline for piece in self.join_marks(line) for inline in self.inlines(piece))
            for line in lines
        )

    def join_marks(self, line: Sequence[MarkupPiece]) -> tuple[MarkupPiece, ...]:
        """The pieces with marks beside their letters; marks that are to look otherwise are told."""
        pieces, lost = join_marks(line)
        for mark in lost:
            message = f"`{mark.text}` belongs to the letter before it, and looks as that one does"
            hint = "put the letter between the brackets, too"
            finding = Finding("unfit-script", message, severity="warning", hint=hint)
            self.report_fault(finding, mark.offset, len(mark.text))
        return pieces

    def inlines(self, piece: MarkupPiece) -> Iterator[Inline]:
        if piece.icon:
            yield from self.icon(piece)
            return
        look = self.styles.find_look(piece)
        face = self.faces.fonts.face(look.font)
        if face is None and look.font.slot in look.font.family.declared:
            return  # its file is at fault, and reported
        if face is None:
            slot = look.font.slot
            message = f"the font `{look.font.family.name}` has no {slot.replace('_', ' ')} face"
            hint = f"give `{slot.replace('_', '-')}:` a file, or do without"
            self.report_fault(Finding("missing-face", message, hint=hint), piece.offset, 1)
            other = self.faces.fonts.stand_in(look.font)
            if other is None:
                return
            look = replace(look, font=other)
        reading = find_reading(piece)
        if reading is not None:
            yield from self.below_ruby(piece, look, reading)
        else:
            yield from self.faces.runs(piece, look)

    def below_ruby(self, piece: MarkupPiece, look: TextLook, reading: str) -> Iterator[TextRun]:
        """Characters with how they are read above them."""
        parts, fault, hint = part_ruby(piece.text, reading)
        small = replace(look, scale=look.scale * SCALE, tracking=ZERO, upright=False)
        if look.paint is not None:
            small = replace(small, paint=replace(look.paint, underline=False, strike=False))
        offset = piece.offset
        for text, above in parts:
            part = replace(piece, text=text, offset=offset, styles=())
            runs = tuple(self.faces.runs(part, look))
            if len(runs) > 1:
                fault, hint = "ruby stands above characters of two fonts", "mark them apart"
            ruby = tuple(self.faces.runs(replace(part, text=above), small))
            yield from (replace(run, ruby=ruby) for run in runs)
            offset += len(text)
        if fault:
            finding = Finding("bad-markup", fault, hint=hint)
            self.report_fault(finding, piece.offset, max(1, len(piece.text)))
        if not parts:
            yield from self.faces.runs(piece, look)

    def icon(self, piece: MarkupPiece) -> Iterator[InlineIcon]:
        icon = self.styles.markup_names.icons.get(piece.icon)
        if icon is not None:
            yield self.dressed(icon, piece)
            return
        if self.styles.markup_names.is_lost("icon", piece.icon):
            return
        hint = did_you_mean(piece.icon, self.styles.markup_names.icons, what="icon")
        if piece.icon in self.fields:
            hint = f"write `{{{{ {piece.icon} }}}}` in a layout for that field of the card"
        message = f"there is no icon `{piece.icon}`"
        length = len(piece.icon) + 2
        self.report_fault(Finding("unknown-icon", message, hint=hint), piece.offset, length)

    def dressed(self, icon: InlineIcon, piece: MarkupPiece) -> InlineIcon:
        """The icon in the size and the color of the text around it, unless it has its own color."""
        look = self.styles.find_look(piece)
        color = look.color if icon.color is None else icon.color
        height, drop = icon.height * look.scale, icon.drop * look.scale
        return replace(icon, height=height, drop=drop, color=color, paint=look.paint)
