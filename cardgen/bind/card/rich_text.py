"""A filled text → runs of characters, each with its face, color and features.

In      a text with markup, the style it is set in.
Out     `Paragraph`s of `TextRun`s and `InlineIcon`s; findings for faulty markup, missing glyphs.
Not here  shaping and lines (`layout.text.paragraph`).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Literal

from msgspec import Struct, field
from msgspec.structs import replace

from cardgen.bind.bound_paint import Gradient, TextStroke
from cardgen.bind.bound_texts import ZERO, Inline, InlineIcon, Paragraph, TextPaint, TextRun
from cardgen.bind.card.punctuation import set_punctuation
from cardgen.bind.card.ruby import RUBY, SCALE, find_reading, part_ruby
from cardgen.bind.fonts import FontChoice, FontLibrary
from cardgen.bind.glyph_pictures import is_painted, is_seen, is_shown_whole
from cardgen.core.color import Color
from cardgen.core.findings import Finding, did_you_mean
from cardgen.core.lengths import Length
from cardgen.text.clusters import find_lacking, is_blank, split_clusters
from cardgen.text.font_widths import FaceWidths
from cardgen.text.fonts import Face
from cardgen.text.hidden_characters import find_hidden_characters
from cardgen.text.languages import LanguageError, parse_language
from cardgen.text.markup import MarkupPiece, parse_markup, parse_plain
from cardgen.text.shaping import find_lacking_features, shape
from cardgen.text.vertical import needs_vertical_shape

CONTROLS = frozenset(map(chr, (*range(0x20), *range(0x7F, 0xA0)))) - frozenset("\t\n\r")
"""Characters that print nothing, though some fonts have an empty glyph for them."""
_SIZE = re.compile(r"(\d+(?:\.\d+)?)%\Z")
_HALF = re.compile(r"[\ud800-\udfff]")
_LEAST, _MOST = 10, 1000
_LINES = ("underline", "strike")
_UPRIGHT = "upright"
_MOST_UPRIGHT = 4
_LANGUAGE = "lang="
_SMALL_CAPS = ("smcp", 1)


class TextLook(Struct, frozen=True):
    """How a stretch of text looks, before the face is chosen for each character."""

    font: FontChoice
    color: Color
    scale: float = 1.0
    features: tuple[tuple[str, int], ...] = ()
    tracking: Length = ZERO
    paint: TextPaint | None = None
    language: str = ""
    """Its own, if that is not the text's."""
    upright: bool = False
    """Whether it stands upright as one in vertical lines."""

    def run(self, text: str, face: Face) -> TextRun:
        """Characters that look like this, in the face that has them."""
        return TextRun(
            text, face, self.color, self.scale, self.features, self.tracking, "", self.paint,
            self.language, self.upright,
        )  # fmt: skip


class PaintChange(Struct, frozen=True):
    """What a named style changes in the paint of letters; None leaves as it is."""

    fill: Gradient | None = None
    stroke: TextStroke | Literal["none"] | None = None
    underline: bool | None = None
    strike: bool | None = None

    def apply(self, paint: TextPaint, *, recolors: bool) -> TextPaint | None:
        """The paint with these changes; a color of the words' own takes the gradient's place."""
        changed = TextPaint(
            self.fill or (None if recolors else paint.fill),
            None if self.stroke == "none" else self.stroke or paint.stroke,
            paint.underline if self.underline is None else self.underline,
            paint.strike if self.strike is None else self.strike,
        )
        return None if changed == TextPaint() else changed


class LookChange(Struct, frozen=True):
    """What a named style changes in a look; None leaves as it is."""

    font: FontChoice | None = None
    color: Color | None = None
    scale: float | None = None
    features: tuple[tuple[str, int], ...] | None = None
    tracking: Length | None = None
    paint: PaintChange = PaintChange()
    language: str = ""


class MarkupNames(Struct, frozen=True):
    """What names in markup may mean: styles, colors and icons of the game."""

    fonts: FontLibrary
    style: Callable[[str], LookChange | None]
    icons: Mapping[str, InlineIcon]
    names: tuple[str, ...]
    is_lost: Callable[[str, str], bool] = lambda _what, _name: False
    """Whether a kind and name was declared, but is at fault: that is reported already."""


ReportFault = Callable[[Finding, int, int], None]
"""Takes a finding without a place, and where in the text it belongs."""


class RichTextBinder(Struct):
    """Turns one text into paragraphs."""

    markup_names: MarkupNames
    look: TextLook
    language: str
    smart: bool
    markup: bool
    report_fault: ReportFault
    vertical: bool = False
    widths: tuple[FaceWidths, ...] = ()
    """The faces whose letters may be narrower and wider."""
    lacking: set[tuple[str, Face]] = field(default_factory=set)
    """Features and axes that faces lack, as far as that is said."""

    def paragraphs(self, text: str) -> tuple[Paragraph, ...]:
        parsed = parse_markup(text) if self.markup else parse_plain(text)
        for fault in parsed.faults:
            finding = Finding("bad-markup", fault.message, hint=fault.hint)
            self.report_fault(finding, fault.offset, fault.length)
        for line in re.finditer(r".+", text):
            self.check_hidden((MarkupPiece(line[0], offset=line.start()),))
        paragraphs = parsed.paragraphs
        if self.smart:
            paragraphs = set_punctuation(paragraphs, self.language_of)
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

    def language_of(self, piece: MarkupPiece) -> str:
        """The language of a piece: the innermost that its styles name, or the text's."""
        found = ""
        for name in piece.styles:
            if name.startswith(_LANGUAGE):
                with suppress(LanguageError):
                    found = parse_language(name.removeprefix(_LANGUAGE))
            elif (change := self.markup_names.style(name)) is not None:
                found = change.language or found
        return found or self.language

    def paragraph(self, lines: tuple[tuple[MarkupPiece, ...], ...]) -> Paragraph:
        return tuple(
            tuple(inline for piece in line for inline in self.inlines(piece)) for line in lines
        )

    def inlines(self, piece: MarkupPiece) -> Iterator[Inline]:
        if piece.icon:
            yield from self.icon(piece)
            return
        look = self.styled(piece)
        face = self.markup_names.fonts.face(look.font)
        if face is None and look.font.slot in look.font.family.declared:
            return  # its file is at fault, and reported
        if face is None:
            message = f"the font `{look.font.family.name}` has no {look.font.slot} face"
            hint = f"give `{look.font.slot.replace('_', '-')}:` a file, or do without"
            self.report_fault(Finding("missing-face", message, hint=hint), piece.offset, 1)
            other = self.markup_names.fonts.stand_in(look.font)
            if other is None:
                return
            look = replace(look, font=other)
        reading = find_reading(piece)
        if reading is not None:
            yield from self.below_ruby(piece, look, reading)
        else:
            yield from self.runs(piece, look)

    def below_ruby(self, piece: MarkupPiece, look: TextLook, reading: str) -> Iterator[TextRun]:
        """Characters with how they are read above them."""
        parts, fault, hint = part_ruby(piece.text, reading)
        small = replace(look, scale=look.scale * SCALE, tracking=ZERO, upright=False)
        if look.paint is not None:
            small = replace(small, paint=replace(look.paint, underline=False, strike=False))
        offset = piece.offset
        for text, above in parts:
            part = replace(piece, text=text, offset=offset, styles=())
            runs = tuple(self.runs(part, look))
            if len(runs) > 1:
                fault, hint = "ruby stands above characters of two fonts", "mark them apart"
            ruby = tuple(self.runs(replace(part, text=above), small))
            yield from (replace(run, ruby=ruby) for run in runs)
            offset += len(text)
        if fault:
            finding = Finding("bad-markup", fault, hint=hint)
            self.report_fault(finding, piece.offset, max(1, len(piece.text)))
        if not parts:
            yield from self.runs(piece, look)

    def icon(self, piece: MarkupPiece) -> Iterator[InlineIcon]:
        icon = self.markup_names.icons.get(piece.icon)
        if icon is not None:
            yield self.colored(icon, piece)
            return
        if self.markup_names.is_lost("icon", piece.icon):
            return
        hint = did_you_mean(piece.icon, self.markup_names.icons, what="icon")
        message = f"there is no icon `{piece.icon}`"
        length = len(piece.icon) + 2
        self.report_fault(Finding("unknown-icon", message, hint=hint), piece.offset, length)

    def colored(self, icon: InlineIcon, piece: MarkupPiece) -> InlineIcon:
        """The icon in the color of the text around it, unless it has its own."""
        look = self.styled(piece)
        color = look.color if icon.color is None else icon.color
        return replace(icon, color=color, paint=look.paint)

    def styled(self, piece: MarkupPiece) -> TextLook:
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

    def runs(self, piece: MarkupPiece, look: TextLook) -> Iterator[TextRun]:
        """Split where the face changes because the first one lacks a glyph."""
        chain = self.markup_names.fonts.chain(look.font)
        text, face = "", chain[0]
        if any(one.colored for one in chain):
            self.check_colors(piece, chain)
        if self.vertical:
            self.check_vertical_shapes(piece, chain)
        letters = set(piece.text)
        if letters.isdisjoint(CONTROLS) and all(face.has(c) or c.isspace() for c in letters):
            if piece.text:
                self.check_face(piece, look, face)
                yield look.run(piece.text, face)
            return
        offset = piece.offset
        for cluster in split_clusters(piece.text):
            wanted = self.face_for(cluster, chain, face, offset)
            if wanted is not face and text:
                yield look.run(text, face)
                text = ""
            if look.features or self.widths:
                self.check_face(replace(piece, text=cluster, offset=offset), look, wanted)
            text, face, offset = text + _whole(cluster), wanted, offset + len(cluster)
        if text:
            yield look.run(text, face)

    def check_face(self, piece: MarkupPiece, look: TextLook, face: Face) -> None:
        """Report what the face of some words lacks of the features that they are to have, and of
        the widths; of the text's own font that is said where its style asks for them."""
        base = self.markup_names.fonts.face(self.look.font)
        own = dict(self.look.features if face is base else ())
        which = f"the font `{face.name}`, which prints this, has no"
        for tag in find_lacking_features(face, look.features, piece.text):
            if tag not in own:
                hint = "take a font that has it, or words that do without"
                finding = Finding("missing-feature", f"{which} feature `{tag}`", hint=hint)
                self.report_lacking(piece, face, tag, finding)
        stiff = self.widths and face is not base and all(one.face != face for one in self.widths)
        if stiff and any(map(str.isalpha, piece.text)):
            message = f"{which} width axis: `font-stretch` leaves its letters as they are"
            hint = "take a variable font with a `wdth` axis for these words too"
            self.report_lacking(piece, face, "wdth", Finding("no-width-axis", message, hint=hint))

    def report_lacking(self, piece: MarkupPiece, face: Face, what: str, finding: Finding) -> None:
        """Report what a face lacks where it first prints words."""
        if (what, face) not in self.lacking:
            self.lacking.add((what, face))
            warning = replace(finding, severity="warning")
            self.report_fault(warning, piece.offset, len(piece.text))

    def check_colors(self, piece: MarkupPiece, chain: list[Face]) -> None:
        """Report the first character that prints otherwise than its font paints it."""
        offset = piece.offset
        for cluster in split_clusters(piece.text):
            face = next((face for face in chain if not find_lacking(face, cluster)), chain[0])
            glyphs = [glyph.index for glyph in shape(face, cluster).glyphs] if face.colored else []
            if glyphs and not is_blank(cluster) and not any(is_seen(face, one) for one in glyphs):
                message = f"`{cluster}` is blank in the font `{face.name}`"
                hint = "name a font that draws it first, and this one as its `fallback:`"
                self.report_fault(
                    Finding("missing-glyph", message, hint=hint), offset, len(cluster)
                )
                return
            lost = next((one for one in glyphs if not is_shown_whole(face, one)), None)
            if lost is not None:
                self.report_colors(face, cluster, lost, offset)
                return
            offset += len(cluster)

    def report_colors(self, face: Face, cluster: str, glyph: int, offset: int) -> None:
        lost = "some of its colors and effects" if is_painted(face, glyph) else "its colors"
        message = f"`{cluster}` is printed without {lost}: of the font `{face.name}`"
        hint = "use a font with simple color layers (COLR), or set it as an icon"
        finding = Finding("color-glyph", message, severity="warning", hint=hint)
        self.report_fault(finding, offset, len(cluster))

    def check_vertical_shapes(self, piece: MarkupPiece, chain: list[Face]) -> None:
        """Report the first sign that stands elsewhere in vertical lines, if its font does not
        know where."""
        for offset, character in enumerate(piece.text):
            face = next((face for face in chain if face.has(character)), chain[0])
            if "vert" in face.features or not needs_vertical_shape(character):
                continue
            message = f"`{character}` stands as in level lines: `{face.name}` has no `vert`"
            hint = "use a font with shapes for vertical lines, as those for Japanese have"
            finding = Finding("missing-feature", message, severity="warning", hint=hint)
            self.report_fault(finding, piece.offset + offset, 1)
            return

    def face_for(self, cluster: str, chain: list[Face], current: Face, offset: int) -> Face:
        """The first face that has a character and the marks on it; a finding if none has."""
        if CONTROLS.isdisjoint(cluster):
            if is_blank(cluster):
                return current
            for face in chain:
                if not find_lacking(face, cluster):
                    return face
        faces = [face for face in chain if face.has(cluster[0])] or chain[:1]
        lacking = find_lacking(faces[0], cluster) or cluster
        character = next((c for c in lacking if c in CONTROLS), lacking[0])
        offset += cluster.index(character)
        name = unicodedata.name(character, "unnamed")
        fonts = " and ".join(f"`{face.name}`" for face in chain)
        message = f"no glyph for `{character}` (U+{ord(character):04X}, {name}) in {fonts}"
        hint = "write another character, or give the font a `fallback:` that has it"
        self.report_fault(Finding("missing-glyph", message, hint=hint), offset, 1)
        return faces[0]


def _whole(cluster: str) -> str:
    """Half characters, of which JSON can write one alone, are none that a PDF can hold."""
    return _HALF.sub("\ufffd", cluster)
