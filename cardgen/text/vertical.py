"""How characters stand in vertical lines: upright, or on their side.

In      a text, the face that it is set in.
Out     stretches that stand alike.
Not here  their glyphs (`text.vertical_shaping`), where the line runs on the page (`layout.face`).

Source  Unicode Standard Annex #50, "Unicode Vertical Text Layout". Signs that are turned where
        a font has no shape of theirs for vertical lines (brackets, the long vowel sign: Tr)
        stand upright if it has one; quotation marks only beside characters that stand upright:
        in `don’t` and `“Word”` they lie as their letters do.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import groupby

from cardgen.text.character_classes import look_up_class
from cardgen.text.clusters import split_clusters
from cardgen.text.fonts import Face
from cardgen.text.vertical_shaping import shape_down

_QUOTES = frozenset("‘’“”")


def _find_orientation(character: str) -> bool | None:
    """Whether a character stands upright; None if it is for the font to say."""
    found = look_up_class("vertical_orientation.txt", character)
    return None if found == "Tr" else found == "U"


@lru_cache(maxsize=4096)
def is_upright(face: Face, character: str) -> bool:
    """Whether a character stands upright in vertical lines."""
    found = _find_orientation(character)
    return _has_vertical_shape(face, character) if found is None else found


def _has_vertical_shape(face: Face, character: str) -> bool:
    glyphs = shape_down(face, character).glyphs
    return any(glyph.index != face.glyph(character) for glyph in glyphs)


def needs_vertical_shape(character: str) -> bool:
    """Whether a sign stands elsewhere in vertical lines, or is turned: full stops, brackets."""
    return character in "、。，．" or (
        character not in _QUOTES and _find_orientation(character) is None
    )


def split_orientations(face: Face, text: str) -> Iterator[tuple[str, bool]]:
    """Stretches of a text that stand alike, and whether they stand upright."""
    clusters = list(split_clusters(text))
    upright = [is_upright(face, cluster[0]) for cluster in clusters]
    if not _QUOTES.isdisjoint(text):
        upright = [
            stands and not (cluster in _QUOTES and _lies_beside(clusters, upright, at))
            for at, (cluster, stands) in enumerate(zip(clusters, upright, strict=True))
        ]
    pairs = zip(clusters, upright, strict=True)
    for stands, group in groupby(pairs, lambda pair: pair[1]):
        yield "".join(cluster for cluster, _ in group), stands


def _lies_beside(clusters: Sequence[str], upright: Sequence[bool], at: int) -> bool:
    """Whether a letter beside a mark lies on its side."""
    return any(
        clusters[near].isalnum() and not upright[near]
        for near in (at - 1, at + 1)
        if 0 <= near < len(clusters)
    )
