"""Characters with the marks on them, which one font has to draw.

In      a text; a face and one such cluster.
Out     the clusters of the text; what of one the face cannot draw.

Letters and their marks, syllables of Hangul, conjuncts, flags and emoji of several parts are one
(`text.graphemes`). Codes without a glyph (Cf), and marks by themselves, belong to what they stand
after. HarfBuzz composes and decomposes: `e` with an accent is there if `é` is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from unicodedata import category, normalize

from cardgen.text.fonts import Face
from cardgen.text.graphemes import split_graphemes

_MARKS = ("Mn", "Mc", "Me", "Cf")
_IGNORED = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f"
    "\u3164\ufe00-\ufe0f\ufeff\uffa0\U000e0000-\U000e0fff]"
)
"""Characters that print nothing where a font lacks them (Default_Ignorable_Code_Point)."""


def split_clusters(text: str) -> Iterator[str]:
    """What readers take for one character, with the marks and the codes after it."""
    held = ""
    for grapheme in split_graphemes(text):
        if held and category(grapheme[0]) not in _MARKS:
            yield held
            held = ""
        held += grapheme
    if held:
        yield held


def is_blank(cluster: str) -> bool:
    """Whether a cluster is a space, or codes that print nothing: any font will do."""
    return all(character.isspace() or is_ignored(character) for character in cluster)


def is_ignored(character: str) -> bool:
    """Whether a character prints nothing where a font lacks it."""
    return _IGNORED.match(character) is not None or category(character) == "Cf"


@lru_cache(maxsize=4096)
def find_lacking(face: Face, cluster: str) -> str:
    """The characters of a cluster that a face cannot draw, neither one by one nor composed."""
    lacking = _list_lacking(face, cluster)
    if not lacking or (len(cluster) == 1 and normalize("NFD", cluster) == cluster):
        return lacking
    if any(not _list_lacking(face, normalize(form, cluster)) for form in ("NFC", "NFD")):
        return ""
    return lacking


def _list_lacking(face: Face, text: str) -> str:
    return "".join(c for c in text if not (face.has(c) or is_ignored(c) or c.isspace()))
