"""How wide a part of a word in one look is, and how far it may hang out of its line.

In      a `Fragment`, a size.
Out     its glyphs; widths in points.
"""

from __future__ import annotations

from functools import lru_cache

from msgspec.structs import replace

from cardgen.bind.bound_texts import ZERO, InlineIcon, TextRun
from cardgen.bind.upright_art import measure_upright
from cardgen.layout.text.words import Fragment, Stand, stand_alike
from cardgen.text.clusters import split_clusters
from cardgen.text.fonts import Face
from cardgen.text.margin_kerning import measure_protrusion
from cardgen.text.shaping import (
    GlyphIndex,
    Shaped,
    is_joined,
    shape,
    shape_part,
)
from cardgen.text.vertical_shaping import shape_as_one, shape_down
from cardgen.text.wide_punctuation import is_blank_at_end

_HALF_BLANK = 0.5
"""How much of a wide sign is out of the measure, whose half is blank there (JIS X 4051)."""
_LIGATURES = ("clig", "dlig", "hlig", "liga")


def shape_fragment(run: TextRun, fragment: Fragment, language: str) -> Shaped:
    """A fragment's glyphs; letters that stand apart have no ligatures."""
    features, language = run.features, run.language or language
    if run.tracking is not ZERO and run.tracking != ZERO:
        asked = dict(features)
        features += tuple((tag, 0) for tag in _LIGATURES if tag not in asked)
    if not (fragment.stand or fragment.whole or fragment.level):
        return shape(run.face, fragment.text, features, language)
    text, rtl = fragment.text, fragment.rtl
    if fragment.stand:
        return _shape_standing(run, fragment, features, language)
    if fragment.whole:
        return shape_part(
            run.face, fragment.whole, fragment.start, len(text), features, language, rtl
        )
    return shape(run.face, text, features, language, rtl, fragment.before, fragment.after)


def _shape_standing(
    run: TextRun, fragment: Fragment, features: tuple[tuple[str, int], ...], language: str
) -> Shaped:
    """The glyphs of letters that stand upright in a vertical line."""
    if fragment.stand == "one":
        return shape_as_one(run.face, fragment.text, features, language)[0]
    made = shape_down(run.face, fragment.whole or fragment.text, features, language)
    if not fragment.whole:
        return made
    return GlyphIndex(made).take(fragment.start, len(fragment.text))


def measure_scale(fragment: Fragment, language: str) -> float:
    """How large its letters are, of their size: smaller where they stand side by side in a
    vertical line."""
    run = fragment.inline
    if fragment.stand != "one" or isinstance(run, InlineIcon):
        return 1.0
    return shape_as_one(run.face, fragment.text, run.features, run.language or language)[1]


def measure_tracking(run: TextRun, fragment: Fragment, em: float) -> float:
    """Letterspace in points; letters that join have none."""
    return 0.0 if is_joined(fragment.text) else run.tracking.resolve(0.0, em)


def measure_fragment(fragment: Fragment, size: float, language: str) -> float:
    inline = fragment.inline
    if isinstance(inline, InlineIcon):
        if fragment.stand:
            return size * inline.height
        width, height = measure_upright(inline.bitmap)
        return size * inline.height * width / height
    glyphs = shape_fragment(inline, fragment, language)
    em = size * inline.scale
    if fragment.stand:
        em *= measure_scale(fragment, language)
    width = glyphs.width * em
    if inline.tracking is not ZERO:
        width += measure_tracking(inline, fragment, em) * glyphs.clusters
    return max(width, measure_ruby(fragment, size, language)) if inline.ruby else width


def may_move_apart(fragment: Fragment) -> bool:
    """Whether letters of a justified line may: not if they join, nor below ruby."""
    run = fragment.inline
    return not (isinstance(run, TextRun) and run.ruby) and not is_joined(fragment.text)


def list_ruby(fragment: Fragment) -> tuple[Fragment, ...]:
    """What stands above a fragment, or to its right in a vertical line."""
    run = fragment.inline
    if not isinstance(run, TextRun) or not run.ruby:
        return ()
    return tuple(
        Fragment(ruby, ruby.text, stand=stand_alike(ruby) if fragment.down else "")
        for ruby in run.ruby
    )


def measure_ruby(fragment: Fragment, size: float, language: str) -> float:
    """How wide what stands above a fragment is, set close."""
    return sum(measure_fragment(ruby, size, language) for ruby in list_ruby(fragment))


def measure_ruby_excess(fragment: Fragment, size: float, language: str) -> float:
    """How far ruby reaches beyond what it stands above, on either side."""
    run = fragment.inline
    if not isinstance(run, TextRun) or not run.ruby:
        return 0.0
    bare = measure_fragment(replace(fragment, inline=replace(run, ruby=())), size, language)
    return max(0.0, measure_ruby(fragment, size, language) - bare) / 2


def measure_hang(
    fragment: Fragment,
    size: float,
    language: str,
    *,
    at_end: bool,
    hanging: bool,
    right: bool | None = None,
) -> float:
    """How far a line that begins or ends here may reach out of the measure: its sign or letter,
    if these are `hanging`, and at the end the letterspace after its last letter. `right` is
    the side that the line begins or ends on, if it does not run as the fragment does."""
    inline = fragment.inline
    if isinstance(inline, InlineIcon) or not fragment.text:
        return 0.0
    em, apart = size * inline.scale, 0.0
    if at_end and inline.tracking is not ZERO:
        apart = measure_tracking(inline, fragment, em)
    if not hanging or inline.ruby:
        return apart
    rtl = fragment.rtl
    if right is None:
        right = at_end != rtl
    text, outer, own = fragment.text, -1 if right != rtl else 0, inline.language or language
    character = text[outer]
    if text.isascii() and not fragment.stand:
        return apart + em * _measure_protrusion(
            inline.face, character, inline.features, own, rtl, at_end, right
        )
    if is_blank_at_end(character, at_end=at_end):
        stand: Stand = "upright" if fragment.stand else ""
        width = measure_fragment(Fragment(inline, character, stand=stand), size, language)
        return apart + _HALF_BLANK * (width - apart)
    if fragment.stand:
        return apart
    cluster = list(split_clusters(text))[outer]
    return apart + em * _measure_protrusion(
        inline.face, cluster, inline.features, own, rtl, at_end, right
    )


@lru_cache(maxsize=2048)
def _measure_protrusion(
    face: Face,
    text: str,
    features: tuple[tuple[str, int], ...],
    language: str,
    rtl: bool,
    at_end: bool,
    right: bool,
) -> float:
    """How far the outer glyph of a fragment stands out, in ems."""
    glyphs = shape(face, text, features, language, rtl).glyphs
    if not glyphs:
        return 0.0
    glyph = glyphs[-1 if right else 0].index
    return measure_protrusion(face, glyph, text[0], right=right, ends=at_end)
