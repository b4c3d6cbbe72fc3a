"""Turn a run of characters into glyphs, with HarfBuzz.

In      text in one face, with OpenType features, language and direction.
Out     `Shaped`: glyphs and advances in ems, each with the source text it stands for.
Not here  choosing lines (`text.linebreak`), sizes, positions on the card (`layout`).

Everything is in ems, so that a word is shaped once and set at any size.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import uharfbuzz as hb

from cardgen.text.fonts import Face

MISSING = 0


@dataclass(frozen=True, slots=True)
class ShapedGlyph:
    """One glyph: index, advance and offsets in ems, and the source text it carries."""

    index: int
    advance: float
    dx: float
    dy: float
    text: str


@dataclass(frozen=True, slots=True)
class Shaped:
    """A run of glyphs in visual order; `width` in ems."""

    glyphs: tuple[ShapedGlyph, ...]
    width: float

    @property
    def missing(self) -> str:
        """The characters the face has no glyph for."""
        return "".join(g.text for g in self.glyphs if g.index == MISSING)


@lru_cache(maxsize=65536)
def shape(
    face: Face,
    text: str,
    features: tuple[tuple[str, int], ...] = (),
    language: str = "en",
    rtl: bool = False,
) -> Shaped:
    """Shape one run.

    Args:
        face: The font.
        text: Characters in reading order, of one direction.
        features: OpenType features by tag; 0 switches off, 1 on, n picks alternate n.
        language: BCP 47 tag, for `locl` forms.
        rtl: Whether the run is read from right to left.
    """
    buffer = hb.Buffer()
    buffer.add_str(text)
    buffer.guess_segment_properties()
    buffer.direction = "rtl" if rtl else "ltr"
    buffer.language = language
    hb.shape(face.font, buffer, dict(features))
    infos, positions, upem = buffer.glyph_infos, buffer.glyph_positions, face.upem
    sources = _sources(text, [info.cluster for info in infos])
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
    return Shaped(glyphs, sum(glyph.advance for glyph in glyphs))


def _sources(text: str, clusters: list[int]) -> list[str]:
    """The source text of each glyph: a cluster's first glyph carries all of it."""
    starts = sorted(set(clusters))
    ends = dict(zip(starts, [*starts[1:], len(text)], strict=True))
    seen: set[int] = set()
    sources = []
    for cluster in clusters:
        sources.append("" if cluster in seen else text[cluster : ends[cluster]])
        seen.add(cluster)
    return sources
