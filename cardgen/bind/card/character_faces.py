"""Which face prints each character, and what it cannot do.

In      a piece of text, its look, the chain of fonts for it.
Out     `TextRun`s, split where the face changes; findings for glyphs, colors, features and
        widths that no face has.
Not here  what the words look like (`bind.card.markup_styles`), shaping (`text.shaping`).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from msgspec import Struct, field
from msgspec.structs import replace

from cardgen.bind.bound_texts import TextRun
from cardgen.bind.card.text_look import ReportFault, TextLook
from cardgen.bind.fonts import FontLibrary
from cardgen.bind.glyph_pictures import is_painted, is_seen, is_shown_whole
from cardgen.core.findings import Finding
from cardgen.text.clusters import find_lacking, is_blank, split_clusters
from cardgen.text.font_widths import FaceWidths
from cardgen.text.fonts import Face
from cardgen.text.markup import MarkupPiece
from cardgen.text.shaping import find_lacking_features, find_unchanged_letters, shape
from cardgen.text.vertical import needs_vertical_shape

_MADE = {
    **dict.fromkeys("“”„«»″", '"'), **dict.fromkeys("‘’‚‹›′", "'"), **dict.fromkeys("−–—", "-"),
}  # fmt: skip
"""Signs of print, and what they are made of where a text is `smart`."""
CONTROLS = frozenset(map(chr, (*range(0x20), *range(0x7F, 0xA0)))) - frozenset("\t\n\r")
_LINE_ENDS = "\x0b\x85"
"""Characters that print nothing, though some fonts have an empty glyph for them."""
_AS_LETTER, _AS_PICTURE = "\ufe0e", "\ufe0f"
"""Said behind a character: that it is a sign of the text, or an emoji."""
_HALF = re.compile(r"[\ud800-\udfff]")


class CharacterFaces(Struct):
    """Chooses faces for the characters of one text."""

    fonts: FontLibrary
    look: TextLook
    """Of the text as a whole: what its own font lacks is said where its style asks for it."""
    report_fault: ReportFault
    vertical: bool = False
    widths: tuple[FaceWidths, ...] = ()
    """The faces whose letters may be narrower and wider."""
    language: str = "en"
    """Of the text as a whole: some letters are others in it."""
    lacking: set[tuple[str, Face]] = field(default_factory=set)
    """Features, axes and small capitals that faces lack, as far as that is said."""

    def runs(self, piece: MarkupPiece, look: TextLook) -> Iterator[TextRun]:
        """Split where the face changes because the first one lacks a glyph."""
        chain = self.fonts.chain(look.font)
        text, face = "", chain[0]
        if any(one.colored for one in chain):
            self.check_colors(piece, chain)
        if self.vertical:
            self.check_vertical_shapes(piece, chain)
        letters = set(piece.text)
        known = letters.isdisjoint(CONTROLS) and not asks_for_look(piece.text, chain)
        if known and all(face.has(c) or c.isspace() for c in letters):
            if piece.text:
                self.check_face(piece, look, face)
                yield look.run(piece.text, face, chain)
            return
        offset = piece.offset
        for cluster in split_clusters(piece.text):
            wanted = self.face_for(cluster, chain, face, offset)
            if wanted is not face and text:
                yield look.run(text, face, chain)
                text = ""
            if look.features or self.widths:
                self.check_face(replace(piece, text=cluster, offset=offset), look, wanted)
            text, face, offset = text + _whole(cluster), wanted, offset + len(cluster)
        if text:
            yield look.run(text, face, chain)

    def check_face(self, piece: MarkupPiece, look: TextLook, face: Face) -> None:
        """Report what the face of some words lacks of the features that they are to have, and of
        the widths; of the text's own font that is said where its style asks for them."""
        base = self.fonts.face(self.look.font)
        own = dict(self.look.features if face is base else ())
        which = f"the font `{face.name}`, which prints this, has no"
        for tag in find_lacking_features(face, look.features, piece.text):
            if tag not in own:
                hint = "take a font that has it, or words that do without"
                finding = Finding("missing-feature", f"{which} feature `{tag}`", hint=hint)
                self.report_lacking(piece, face, tag, finding)
        self.check_small_capitals(piece, look, face)
        stiff = self.widths and face is not base and all(one.face != face for one in self.widths)
        if stiff and any(map(str.isalpha, piece.text)):
            message = f"{which} width axis: `font-stretch` leaves its letters as they are"
            hint = "take a variable font with a `wdth` axis for these words too"
            self.report_lacking(piece, face, "wdth", Finding("no-width-axis", message, hint=hint))

    def check_small_capitals(self, piece: MarkupPiece, look: TextLook, face: Face) -> None:
        """Report each letter that a face has no small capital of, though it has others."""
        language = look.language or self.language
        for offset, letter in find_unchanged_letters(face, look.features, piece.text, language):
            message = f"the font `{face.name}` has no small capital of `{letter}`"
            hint = "take a font that has it, or write it as a capital"
            spot = replace(piece, text=letter, offset=piece.offset + offset)
            self.report_lacking(spot, face, letter, Finding("missing-feature", message, hint=hint))

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
            able = (f for f in order_by_look(cluster, chain) if not find_lacking(f, cluster))
            face = next(able, chain[0])
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
                return choose_for_space(cluster, chain, current)
            for face in order_by_look(cluster, chain):
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
        if character in _MADE:
            hint = f"if you typed `{_MADE[character]}`: `smart: no` in the style keeps it; {hint}"
        if character in CONTROLS:
            hint = "it is no letter, and no font has it: delete it, or write what it stands for"
        if character in _LINE_ENDS:
            hint = "it is another program's line break: write a line break in its place"
        self.report_fault(Finding("missing-glyph", message, hint=hint), offset, 1)
        return faces[0]


def asks_for_look(text: str, chain: list[Face]) -> bool:
    """Whether a text says of a character that it is an emoji, or none, and has the choice."""
    asked = _AS_LETTER in text or _AS_PICTURE in text
    return asked and len({face.colored for face in chain}) > 1


def order_by_look(cluster: str, chain: list[Face]) -> list[Face]:
    """The faces in their order; those with pictures first, or last, for what says that it is an
    emoji (with U+FE0F behind it, as keyboards write it) or none."""
    if not asks_for_look(cluster, chain):
        return chain
    return sorted(chain, key=lambda face: face.colored == (_AS_LETTER in cluster))


def choose_for_space(cluster: str, chain: list[Face], current: Face) -> Face:
    """The face of a space: that of the words beside it, unless it has none, or is a fallback for
    pictures, whose spaces are as wide as these."""
    fits = current.has(" ") and (current is chain[0] or not current.colored)
    if fits or not cluster[0].isspace():
        return current
    return next((face for face in chain if face.has(" ") and not face.colored), current)


def _whole(cluster: str) -> str:
    """Half characters, of which JSON can write one alone, are none that a PDF can hold."""
    return _HALF.sub("\ufffd", cluster)
