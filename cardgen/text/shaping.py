"""Turn a run of characters into glyphs, with HarfBuzz.

In      text in one face, with OpenType features, language and direction.
Out     `Shaped`: glyphs and advances in ems, each with the source text it stands for.
Not here  choosing lines (`text.linebreak`), sizes, positions on the card (`layout`).

Everything is in ems, so that a word is shaped once and set at any size.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise

import uharfbuzz as hb
from msgspec import Struct
from msgspec.structs import replace

from cardgen.text.character_ranges import CharacterRanges
from cardgen.text.fonts import MISSING, Face
from cardgen.text.wide_punctuation import Blanks, has_squeezed_pairs, measure_squeeze

_JOINED = re.compile(
    "[\u0620-\u065f\u066e-\u06d3\u06d5\u06ee\u06ef\u06fa-\u074f\u0750-\u077f\u07ca-\u07f5"
    "\u0840-\u085b\u0860-\u08ff\u1807-\u18aa\ua840-\ua873\ufb50-\ufdff\ufe70-\ufefc"
    "\U00010ac0-\U00010aff\U00010d00-\U00010d23\U0001e900-\U0001e95f]"
)

_SIMPLE_SCRIPTS = CharacterRanges(
    "\u0000\u058f", "\u1e00\u2bff", "\u2e00\u9fff", "\uac00\ud7ff", "\uf900\ufaff", "\uff00\uffef"
)
"""Texts that HarfBuzz shapes alike whatever their script."""
_SET_ALIKE = dict.fromkeys(("Latn", "Grek", "Cyrl", "Armn", "Hani", "Hira", "Kana", "Bopo"), "Latn")


class ShapedGlyph(Struct, frozen=True, gc=False):
    """One glyph: index, advance and offsets in ems, and the source text it carries."""

    index: int
    advance: float
    dx: float
    dy: float
    text: str


class Shaped(Struct, frozen=True, gc=False):
    """A run of glyphs in visual order; `width` in ems."""

    glyphs: tuple[ShapedGlyph, ...]
    width: float

    @property
    def clusters(self) -> int:
        """How many letters, each with its marks, stand apart from one another."""
        return sum(1 for glyph in self.glyphs if glyph.text)

    @property
    def missing(self) -> str:
        """The characters the face has no glyph for."""
        return "".join(g.text for g in self.glyphs if g.index == MISSING)


def is_joined(text: str) -> bool:
    """Whether any letter is of a script whose letters join (Arabic, Syriac, Mongolian …):
    such words are neither letterspaced nor divided."""
    return not text.isascii() and _JOINED.search(text) is not None


def find_lacking_features(
    face: Face, features: tuple[tuple[str, int], ...], text: str
) -> Iterator[str]:
    """The features that are on, and that a face lacks, if a text has letters or figures; signs
    and pictures, which other fonts print often, they leave as they are."""
    lacking = [tag for tag, value in features if value and tag not in face.features]
    if lacking and any(one.isdecimal() or one.lower() != one.upper() for one in text):
        yield from lacking


_SMALL_CAPITALS = {
    "smcp": str.islower, "pcap": str.islower, "c2sc": str.isupper, "c2pc": str.isupper,
}  # fmt: skip
"""Features that make small capitals, and of which letters."""


def find_unchanged_letters(
    face: Face, features: tuple[tuple[str, int], ...], text: str, language: str
) -> Iterator[tuple[int, str]]:
    """The letters that are to be small capitals, and that a face prints as they are, with where
    they stand; of signs that are no letters of both kinds (`ª`) there is none."""
    on = {tag for tag, value in features if value and tag in face.features}
    asked = [of for tag, of in _SMALL_CAPITALS.items() if tag in on]
    for offset, letter in enumerate(text if asked else ""):
        if letter.lower() != letter.upper() and any(of(letter) for of in asked):
            plain = shape(face, letter, (), language)
            if plain.glyphs == shape(face, letter, features, language).glyphs:
                yield offset, letter


@lru_cache(maxsize=8192)
def shape(
    face: Face,
    text: str,
    features: tuple[tuple[str, int], ...] = (),
    language: str = "en",
    rtl: bool = False,
    before: str = "",
    after: str = "",
) -> Shaped:
    """Shape one run.

    Args:
        face: The font.
        text: Characters in reading order, of one direction.
        features: OpenType features by tag; 0 switches off, 1 on, n picks alternate n.
        language: BCP 47 tag, for `locl` forms.
        rtl: Whether the run is read from right to left.
        before: What stands before the run in the same word: letters join to it.
        after: What stands after it.
    """
    if not text:
        return Shaped((), 0.0)
    scripts = split_scripts(text)
    if len(scripts) > 1:
        return _shape_scripts(face, scripts, features, language, rtl, before, after)
    buffer = make_buffer(before + text + after, len(before), len(text), language, rtl)
    hb.shape(face.font, buffer, dict(features))
    infos, positions, upem = buffer.glyph_infos, buffer.glyph_positions, face.upem
    sources = list_source_texts(text, [info.cluster - len(before) for info in infos], rtl)
    glyphs = tuple(
        ShapedGlyph(
            info.codepoint,
            position.x_advance / upem,
            position.x_offset / upem,
            position.y_offset / upem,
            source,
        )
        for info, position, source in zip(infos, positions, sources, strict=True)
    )
    if has_squeezed_pairs(text):
        glyphs = tuple(squeeze_signs(face, glyphs))
    return Shaped(glyphs, sum(glyph.advance for glyph in glyphs))


def squeeze_signs(
    face: Face, glyphs: tuple[ShapedGlyph, ...], *, down: bool = False
) -> Iterator[ShapedGlyph]:
    """Signs beside each other share the blank between them, if the font has not seen to it."""
    for glyph, following in pairwise((*glyphs, None)):
        assert glyph is not None
        tight = 0.0
        wide = down or glyph.advance > face.advance(glyph.index) - 0.1
        if following and wide and has_squeezed_pairs(glyph.text[-1:] + following.text[:1]):
            tight = measure_squeeze(
                *(find_blanks(face, one, down=down) for one in (glyph, following))
            )
        yield replace(glyph, advance=glyph.advance - tight) if tight else glyph


def find_blanks(face: Face, glyph: ShapedGlyph, *, down: bool = False) -> Blanks | None:
    """A glyph's advance, and how much of it is blank before its ink and after; None without ink."""
    ink = face.ink(glyph.index)
    if ink is None:
        return None
    left, bottom, right, top = ink
    if down:
        return glyph.advance, glyph.dx - top, glyph.advance - glyph.dx + bottom
    advance = face.advance(glyph.index)
    return advance, left, advance - right


@lru_cache(maxsize=2048)
def shape_part(
    face: Face,
    whole: str,
    start: int,
    length: int,
    features: tuple[tuple[str, int], ...] = (),
    language: str = "en",
    rtl: bool = False,
) -> Shaped:
    """The glyphs of some characters of a text that is shaped as a whole: they are kerned with
    their neighbors. A ligature belongs to the part that it begins in.

    Args:
        face: The font.
        whole: All characters that are shaped together, of one direction.
        start: Where the part begins in them.
        length: How many characters it has.
        features: As of `shape`.
        language: As of `shape`.
        rtl: As of `shape`.
    """
    return _index_whole(face, whole, features, language, rtl).take(start, length)


@lru_cache(maxsize=256)
def _index_whole(
    face: Face, whole: str, features: tuple[tuple[str, int], ...], language: str, rtl: bool
) -> GlyphIndex:
    """The glyphs of a text that is asked for part by part."""
    return GlyphIndex(shape(face, whole, features, language, rtl), rtl=rtl)


class GlyphIndex:
    """Finds the glyphs of some characters of what was shaped: of a word of thousands of parts each
    is asked for."""

    def __init__(self, whole: Shaped, *, rtl: bool = False) -> None:
        self._rtl = rtl
        self._glyphs = whole.glyphs[::-1] if rtl else whole.glyphs
        self._starts: list[int] = []
        """Of each glyph in reading order, the character that it, or the letter before it, is of."""
        start, offset = -1, 0
        for glyph in self._glyphs:
            if glyph.text:
                start, offset = offset, offset + len(glyph.text)
            self._starts.append(start)

    def take(self, start: int, length: int) -> Shaped:
        """Return the glyphs of `length` characters from `start` on; a ligature is of the first."""
        first, end = (bisect_left(self._starts, at) for at in (start, start + length))
        part = self._glyphs[first:end]
        seen = part[::-1] if self._rtl else part
        return Shaped(seen, sum(glyph.advance for glyph in seen))


def _shape_scripts(
    face: Face,
    texts: tuple[str, ...],
    features: tuple[tuple[str, int], ...],
    language: str,
    rtl: bool,
    before: str,
    after: str,
) -> Shaped:
    """Shape stretches of one script each: every script has rules of its own for its letters."""
    borders = [before, *([""] * (len(texts) - 1)), after]
    parts = [
        shape(face, text, features, language, rtl, borders[at] * (at == 0), borders[at + 1])
        for at, text in enumerate(texts)
    ]
    glyphs = [glyph for part in (reversed(parts) if rtl else parts) for glyph in part.glyphs]
    return Shaped(tuple(glyphs), sum(part.width for part in parts))


@lru_cache(maxsize=4096)
def split_scripts(text: str) -> tuple[str, ...]:
    """Part a text where its script changes (UAX #24).

    Punctuation, digits and marks, which all scripts share, belong to the stretch that they
    stand in. Japanese's scripts are one, and so are those that have no rules of their own:
    Latin, Greek and Cyrillic are set alike.
    """
    if all(one in _SIMPLE_SCRIPTS for one in text):
        return (text,)
    from fontTools.unicodedata import script

    start, known, parts = 0, "", []
    for at, character in enumerate(text):
        found = _SET_ALIKE.get(name := script(character), name)
        if found in ("Zyyy", "Zinh", "Zzzz", known):
            continue
        if known:
            parts.append(text[start:at])
            start = at
        known = found
    return (*parts, text[start:])


def make_buffer(text: str, start: int, length: int, language: str, rtl: bool) -> hb.Buffer:
    """The characters to shape, and what HarfBuzz must know of them."""
    buffer = hb.Buffer()
    buffer.add_str(text, start, length)
    buffer.guess_segment_properties()
    buffer.direction = "rtl" if rtl else "ltr"
    buffer.language = language
    return buffer


def list_source_texts(text: str, clusters: list[int], rtl: bool) -> list[str]:
    """The source text of each glyph: the glyph of a cluster that is read first carries all
    of it, so a letter that of the marks on it."""
    starts = sorted(set(clusters))
    if len(starts) == len(clusters) == len(text):
        return [text[cluster] for cluster in clusters]
    ends = dict(zip(starts, [*starts[1:], len(text)], strict=True))
    seen: set[int] = set()
    sources = []
    for cluster in reversed(clusters) if rtl else clusters:
        sources.append("" if cluster in seen else text[cluster : ends[cluster]])
        seen.add(cluster)
    return sources[::-1] if rtl else sources
