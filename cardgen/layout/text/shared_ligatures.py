"""Ligatures that letters of several runs share: `f[i]{coral}`.

In      `LinePiece`s of a line from left to right, the `PlacedRun` or `PlacedIcon` of each.
Out     the same parts; a ligature over the border of runs is one of its own, which knows from
        where to where it is painted as which run.
Not here  painting it (`layout.face.ligature_looks`).

Letters are shaped whatever their color (`layout.text.words.Fragment`), so that a ligature stands in
the run that it begins in. The letters of the others would lose their color, underline or line.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate, groupby

from msgspec.structs import replace

from cardgen.bind.bound_texts import TextRun
from cardgen.layout.text.line_pieces import LinePiece
from cardgen.layout.text.placed_text import LigatureShare, PlacedGlyph, PlacedIcon, PlacedRun
from cardgen.text.graphemes import split_graphemes
from cardgen.text.ligature_carets import find_carets


def part_ligatures(
    pieces: Sequence[LinePiece], parts: Sequence[PlacedRun | PlacedIcon], language: str
) -> Iterator[PlacedRun | PlacedIcon]:
    """The parts of a line from left to right, of those ligatures that runs share apart."""
    for at, (piece, part) in enumerate(zip(pieces, parts, strict=True)):
        if not piece.fragment.whole or not isinstance(part, PlacedRun):
            yield part
            continue
        turn = -1 if piece.fragment.rtl else 1
        following = pieces[at + 1 :] if turn > 0 else pieces[:at][::-1]
        yield from _part_last(part, piece, following, language)


def _part_last(
    part: PlacedRun, piece: LinePiece, following: Sequence[LinePiece], language: str
) -> Iterator[PlacedRun]:
    """A part without the ligature that it ends with in reading order, and that."""
    last = next((glyph for glyph in reversed(_in_order(part, piece)) if glyph.text), None)
    excess = sum(len(glyph.text) for glyph in part.glyphs) - len(piece.fragment.text)
    if last is None or excess <= 0 or piece.fragment.stand:
        yield part
        return
    text = last.text[::-1] if piece.fragment.rtl else last.text
    runs = [part.run] * (len(text) - excess) + _list_runs(following, excess)
    shares = tuple(_share(text, runs, part, last.index, language, rtl=piece.fragment.rtl))
    if len(shares) < 2:
        yield part
        return
    others = tuple(glyph for glyph in part.glyphs if glyph is not last)
    silent = part.actual is not None and bool(others)
    ligature = replace(part, glyphs=(last,), shares=shares)
    if silent:
        ligature = replace(ligature, actual="", chunk=0)
    extent = (part.extent[0], last.x) if part.extent[1] else part.extent
    rest = [replace(part, glyphs=others, extent=extent)] if others else []
    yield from [ligature, *rest] if piece.fragment.rtl else [*rest, ligature]


def _in_order(part: PlacedRun, piece: LinePiece) -> Sequence[PlacedGlyph]:
    return part.glyphs[::-1] if piece.fragment.rtl else part.glyphs


def _list_runs(following: Sequence[LinePiece], count: int) -> list[TextRun]:
    """The runs of the characters after a piece that are shaped together with it."""
    runs: list[TextRun] = []
    for one in following:
        inline = one.fragment.inline
        if len(runs) >= count or not isinstance(inline, TextRun):
            break
        runs += [inline] * len(one.fragment.text)
    return runs[:count]


def _share(
    text: str, runs: Sequence[TextRun], part: PlacedRun, glyph: int, language: str, *, rtl: bool
) -> Iterator[LigatureShare]:
    """The stretches of a ligature that look alike and lead to one place, in reading order. A mark
    looks as its letter."""
    letters = list(split_graphemes(text))
    starts = list(accumulate(map(len, letters), initial=0))[:-1]
    if max(starts) >= len(runs):
        return
    own = part.run
    carets = find_carets(own.face, glyph, letters, own.features, own.language or language, rtl)
    edges = [edge * part.size for edge in carets]
    for _, group in groupby(range(len(letters)), lambda at: _look(runs[starts[at]])):
        stretch = list(group)
        sides = edges[stretch[0]], edges[stretch[-1] + 1]
        yield LigatureShare(runs[starts[stretch[0]]], min(sides), max(sides))


def _look(run: TextRun) -> tuple[object, ...]:
    return run.color, run.paint, run.link
