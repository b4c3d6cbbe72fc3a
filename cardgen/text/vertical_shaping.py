"""Turn letters that stand upright in a vertical line into glyphs, with HarfBuzz.

In      text in one face, with OpenType features and language.
Out     `Shaped`: glyphs with their places down the line and to the right of its middle, in ems.
Not here  which letters stand upright (`text.vertical`); those on their side are shaped as in level
        lines (`text.shaping`).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

import uharfbuzz as hb
from msgspec.structs import replace

from cardgen.text.fonts import Face
from cardgen.text.graphemes import split_graphemes
from cardgen.text.shaping import (
    Shaped,
    ShapedGlyph,
    list_source_texts,
    make_buffer,
    shape,
    squeeze_signs,
)
from cardgen.text.wide_punctuation import has_squeezed_pairs

_WIDE = dict(zip("()[]{}", "（）［］｛｝", strict=True))
_NARROW = frozenset(_WIDE)
_TYPED = str.maketrans({form: one for one, form in _WIDE.items()})
_WIDEST = 1.05
"""How wide letters side by side in a vertical line may be, in ems."""


@lru_cache(maxsize=4096)
def shape_down(
    face: Face, text: str, features: tuple[tuple[str, int], ...] = (), language: str = "en"
) -> Shaped:
    """Shape letters that stand upright below each other, in the shapes that the font has for that.

    Args:
        face: The font.
        text: Characters in reading order.
        features: OpenType features by tag, as of `text.shaping.shape`.
        language: BCP 47 tag, for `locl` forms.

    Returns:
        Glyphs with advances and `dx` down the line, and `dy` to the right of its middle.
    """
    drawn = text if _NARROW.isdisjoint(text) else _widen_brackets(face, text)
    if not face.has_vertical_metrics:
        features = (*features, ("vert", 1))
        letters = split_graphemes(drawn)
        stacked = (stack_upright(shape(face, c, features, language), face) for c in letters)
        glyphs = tuple(glyph for made in stacked for glyph in made.glyphs)
    else:
        glyphs = tuple(_shape_with_vertical_metrics(face, drawn, features, language))
    if has_squeezed_pairs(drawn):
        glyphs = tuple(squeeze_signs(face, glyphs, down=True))
    if drawn != text:
        glyphs = tuple(replace(one, text=one.text.translate(_TYPED)) for one in glyphs)
    return Shaped(glyphs, sum(glyph.advance for glyph in glyphs))


def _widen_brackets(face: Face, text: str) -> str:
    """A text with the wide forms of its brackets, which lie across the line, where a font has
    them; narrow ones have no shape for vertical lines, and would stand as in a level one."""
    wide = {ord(one): form for one, form in _WIDE.items() if face.glyph(form)}
    return text.translate(wide) if not any(form in text for form in wide.values()) else text


def _shape_with_vertical_metrics(
    face: Face, text: str, features: tuple[tuple[str, int], ...], language: str
) -> Iterator[ShapedGlyph]:
    buffer = make_buffer(text, 0, len(text), language, rtl=False)
    buffer.direction = "ttb"
    hb.shape(face.font, buffer, dict(features))
    infos, positions, upem = buffer.glyph_infos, buffer.glyph_positions, face.upem
    sources = list_source_texts(text, [info.cluster for info in infos], rtl=False)
    for info, position, source in zip(infos, positions, sources, strict=True):
        yield ShapedGlyph(
            info.codepoint,
            -position.y_advance / upem,
            -position.y_offset / upem,
            position.x_offset / upem,
            source,
        )


@lru_cache(maxsize=1024)
def shape_as_one(
    face: Face, text: str, features: tuple[tuple[str, int], ...] = (), language: str = "en"
) -> tuple[Shaped, float]:
    """Shape a few letters that stand side by side, upright in a vertical line, as one; and how
    large they are, to be no wider than the line."""
    made = shape(face, text, features, language)
    scale = min(1.0, _WIDEST / made.width) if made.width else 1.0
    return stack_upright(made, face, scale), scale


def stack_upright(side_by_side: Shaped, face: Face, scale: float = 1.0) -> Shaped:
    """Letters side by side as one that stands upright in a vertical line, in a square as high as
    the type.

    Args:
        side_by_side: The letters, as they are in horizontal lines.
        face: Their font.
        scale: How large they are, of the type.
    """
    pen, count = -side_by_side.width / 2, len(side_by_side.glyphs)
    text = "".join(glyph.text for glyph in side_by_side.glyphs)
    down = (0.5 + face.middle * scale) / scale
    made = []
    for number, glyph in enumerate(side_by_side.glyphs, 1):
        advance = 1.0 / scale if number == count else 0.0
        source = text if number == 1 else ""
        made.append(ShapedGlyph(glyph.index, advance, down - glyph.dy, pen + glyph.dx, source))
        pen += glyph.advance
    return Shaped(tuple(made), 1.0 / scale)
