"""The look of a piece of markup: the styles that it names, one over the other.

In      a piece with its styles, the look of the text around it.
Out     the `TextLook` of its words; findings for names that mean nothing.
Not here  what a style of the game is (`bind.card.styles`), faces (`bind.card.character_faces`).
"""

from __future__ import annotations

import re
from contextlib import suppress

from msgspec import Struct
from msgspec.structs import replace

from cardgen.bind.bound_texts import TextPaint
from cardgen.bind.card.ruby import RUBY
from cardgen.bind.card.text_look import MarkupNames, ReportFault, TextLook
from cardgen.bind.fonts import FontChoice
from cardgen.core.findings import Finding, did_you_mean
from cardgen.text.languages import LanguageError, parse_language
from cardgen.text.markup import MarkupPiece

_SIZE = re.compile(r"(\d+(?:\.\d+)?)%\Z")
_LEAST, _MOST = 10, 1000
_LINES = ("underline", "strike")
_UPRIGHT = "upright"
_MOST_UPRIGHT = 4
_LANGUAGE = "lang="
_SMALL_CAPS = ("smcp", 1)


class MarkupStyles(Struct):
    """What pieces of one text look like."""

    markup_names: MarkupNames
    look: TextLook
    language: str
    """Both of the text as a whole."""
    report_fault: ReportFault

    def find_language(self, piece: MarkupPiece) -> str:
        """The language of a piece: the innermost that its styles name, or the text's."""
        found = ""
        for name in piece.styles:
            if name.startswith(_LANGUAGE):
                with suppress(LanguageError):
                    found = parse_language(name.removeprefix(_LANGUAGE))
            elif (change := self.markup_names.style(name)) is not None:
                found = change.language or found
        return found or self.language

    def find_look(self, piece: MarkupPiece) -> TextLook:
        """The look of a piece: the slant and weight it is marked with, then each of its styles."""
        look = self.look
        font = look.font
        if piece.bold or piece.italic:
            bold, italic = font.bold ^ piece.bold, font.italic ^ piece.italic
            look = replace(look, font=FontChoice(font.family, bold, italic))
        for name in piece.styles:
            look = self.with_style(look, name, piece)
        return look

    def with_style(self, look: TextLook, name: str, piece: MarkupPiece) -> TextLook:
        size = _SIZE.match(name)
        if size:
            return self.scaled(look, float(size[1]), piece)
        if name in ("sc", "small-caps"):
            return replace(look, features=(*look.features, _SMALL_CAPS))
        if name in _LINES:
            return replace(look, paint=replace(look.paint or TextPaint(), **{name: True}))
        if name.startswith(RUBY):
            return look
        if name == _UPRIGHT:
            return self.as_one(look, piece)
        if name.startswith(_LANGUAGE):
            return self.in_language(look, name.removeprefix(_LANGUAGE), piece)
        change = self.markup_names.style(name)
        if change is None and any(
            self.markup_names.is_lost(kind, name) for kind in ("style", "color")
        ):
            return look
        if change is None:
            known = (*self.markup_names.names, "sc", "lang=de", "ruby=", _UPRIGHT, *_LINES)
            hint = did_you_mean(name, known, what="style")
            finding = Finding("unknown-style", f"there is no style or color `{name}`", hint=hint)
            self.report_fault(finding, piece.offset, len(piece.text))
            return look
        return replace(
            look,
            font=change.font or look.font,
            color=change.color or look.color,
            scale=look.scale * (change.scale or 1.0),
            features=look.features + (change.features or ()),
            tracking=look.tracking if change.tracking is None else change.tracking,
            paint=change.paint.apply(look.paint or TextPaint(), recolors=change.color is not None),
            language=change.language or look.language,
        )

    def as_one(self, look: TextLook, piece: MarkupPiece) -> TextLook:
        """A few letters that stand upright, side by side, in a vertical line."""
        letters = len(piece.text)
        if letters > _MOST_UPRIGHT or any(map(str.isspace, piece.text)):
            message = f"`{piece.text}` is too long to stand upright as one in a vertical line"
            hint = f"give `{{upright}}` {_MOST_UPRIGHT} characters at most, without spaces"
            self.report_fault(Finding("bad-markup", message, hint=hint), piece.offset, letters)
            return look
        return replace(look, upright=True)

    def in_language(self, look: TextLook, tag: str, piece: MarkupPiece) -> TextLook:
        try:
            return replace(look, language=parse_language(tag))
        except LanguageError as error:
            finding = Finding("bad-language", str(error), hint=error.hint)
            self.report_fault(finding, piece.offset, len(piece.text))
            return look

    def scaled(self, look: TextLook, percent: float, piece: MarkupPiece) -> TextLook:
        if not _LEAST <= percent <= _MOST:
            message = f"a size in markup is from {_LEAST}% to {_MOST}%, not {percent:g}%"
            finding = Finding("bad-markup", message, hint="write for example `[text]{80%}`")
            self.report_fault(finding, piece.offset, len(piece.text))
            return look
        return replace(look, scale=look.scale * percent / 100)
