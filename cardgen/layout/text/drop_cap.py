"""A text's first letter, as high as several of its lines.

In      the words of a text's first forced line, its `TextSetting`, the size.
Out     the letter with its size and the room that it takes, and the words without it.
Not here  breaking the lines beside it (`layout.text.lines`), placing it (`layout.text.paragraph`).

The letter stands on the baseline of the last line beside it and is as high as the capitals of
the first. What of it reaches to the left of its place (*J*, a slanted *f*) moves it to the right,
what reaches to the right makes its room wider, and a tail that goes down into the line below has
that beside it, too. A text that begins with a mark, an icon or a script without capitals has none.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from cardgen.bind.bound_texts import TextRun, TextSetting
from cardgen.layout.text.words import Fragment, Word
from cardgen.text.clusters import split_clusters
from cardgen.text.shaping import Shaped, shape

_AIR = 0.12
"""Room after the letter, as a share of the text's size."""
_OVERHANG = 0.06
"""How far a letter may reach out of its place to the left, in its own ems, before it moves: the
feet of an *A* stand in the margin."""
_LETTERS = 0.72
"""How far letters of the line below reach up, in ems."""


class DropCap(Struct, frozen=True):
    """The letter: `size`, how far its baseline lies below the first line's, and its room."""

    run: TextRun
    letter: str
    glyphs: Shaped
    size: float
    drop: float
    room: float
    lines: int
    moved: float
    """How far it stands from the left."""
    word: str
    """What is copied after it: the rest of its word, or the next one."""


def part_drop_cap(
    words: Sequence[Word], setting: TextSetting, size: float
) -> tuple[DropCap, tuple[Word, ...]] | None:
    """The letter and the words that are left; None where the text has no such letter."""
    first = words[0].fragments[0]
    run = first.inline
    if not isinstance(run, TextRun) or run.ruby or first.level or not first.text[:1].isalpha():
        return None
    letter = next(split_clusters(first.text))
    if letter == letter.lower() == letter.upper() or setting.align not in (
        "left",
        "start",
        "justify",
    ):
        return None
    rest = _drop_characters(words, len(letter))
    if not rest:
        return None
    word = _first_word(words)[len(letter) :] or f" {_first_word(rest)}"
    return _shape_letter(run, letter, word, setting, size), rest


def _shape_letter(
    run: TextRun, letter: str, word: str, setting: TextSetting, size: float
) -> DropCap:
    drop = (setting.drop_cap - 1) * setting.leading.resolve(0.0, size)
    high = setting.face.metrics.cap_height * size + drop
    cap_size = high / run.face.metrics.cap_height
    glyphs = shape(run.face, letter, run.features, run.language or setting.language)
    before, right, below = (ems * cap_size for ems in _measure_reach(run, glyphs))
    air = _AIR * size * (2.5 if word.startswith(" ") else 1)
    room = before + max(glyphs.width * cap_size + air, right + air / 2)
    pitch = setting.leading.resolve(0.0, size)
    lines = setting.drop_cap + (below > pitch - _LETTERS * size)
    return DropCap(run, letter, glyphs, cap_size, drop, room, lines, before, word)


def _measure_reach(run: TextRun, glyphs: Shaped) -> tuple[float, float, float]:
    """How far a letter has to move to the right, how far it reaches there, and below its baseline,
    in its ems."""
    ink = run.face.ink(glyphs.glyphs[0].index)
    if ink is None:
        return 0.0, 0.0, 0.0
    left, bottom, right, _ = ink
    return -left if left < -_OVERHANG else 0.0, right, -bottom


def _first_word(words: Sequence[Word]) -> str:
    """The text of the first word, whether or not it may be divided."""
    texts: list[str] = []
    for index, word in enumerate(words):
        if index and word.begins:
            break
        texts += [fragment.text for fragment in word.fragments]
    return "".join(texts)


def _drop_characters(words: Sequence[Word], count: int) -> tuple[Word, ...]:
    """The words without the first characters of the first; without it, if that was all."""
    first, *others = words
    fragment = first.fragments[0]
    left = (Fragment(fragment.inline, fragment.text[count:]), *first.fragments[1:])
    kept = tuple(part for part in left if part.text)
    return (replace(first, fragments=kept), *others) if kept else tuple(others)
