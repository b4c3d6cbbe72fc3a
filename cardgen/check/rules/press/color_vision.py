"""Values that must differ still differ in gray, and to color-blind eyes.

In      pairs of values that the game declares, the faces that show them.
Out     findings at the declaration.

A pair is compared on two cards that differ in that value alone: whatever the layout does
with it, color, shape or place, is on the faces. They are as good as different if enough
of the card differs by a ΔE of 10 or more. A mark of another shape is different paper here
and ink there, and so passes whatever its color. Where no two such cards exist, the
palette's colors of those names are compared, and shapes are not known.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate, combinations
from typing import TYPE_CHECKING

from msgspec import Struct

from cardgen.bind.bound_faces import BoundCard, BoundDeck, BoundFace
from cardgen.cache.content_key import make_record_key
from cardgen.check.engine.rule import Explanation, Rule
from cardgen.check.engine.subject import Subject
from cardgen.core.color import is_hex, parse_hex
from cardgen.core.findings import Finding, Note, Span, did_you_mean
from cardgen.core.late_import import import_late
from cardgen.read.models.game_file import GameFile

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from cardgen.render.raster.color_vision import Kind
    from cardgen.render.raster.pixel_arrays import Pixels
else:
    np = import_late("numpy")

ALIKE = 10.0
"""ΔE below which two colors on different cards are taken for the same: one or two are
told apart side by side, ten at a glance and apart."""
AREA = 1.0
"""Square millimeters that must differ; of less than two, half."""
DPI = 100
_MOST_PAIRS = 60
_MOST_PIXELS = 4000
_SOME_PIXELS = 250, 1000
"""Enough for most pairs, of which nearly all pixels differ, and for most of the others."""

_DICHROMATS: tuple[Kind, ...] = ("protanopia", "deuteranopia", "tritanopia")
_KINDS: tuple[Kind, ...] = ("greyscale", *_DICHROMATS)

_FIX = (
    "Give the values different shapes (a diamond and a disc), add a letter or pattern, or choose "
    "colors that also differ in lightness: dark red and light blue, not red and green."
)


class ColorVision(Rule):
    """Values that must differ, compared in gray and as color-blind players see them."""

    heading = "Color vision"
    looks_at = "pixels"
    codes = (
        Explanation(
            "alike-in-grey",
            "two values that must differ look alike without color",
            "A black-and-white proof, dim light or a photocopy leaves only lightness. Cards that "
            "differ in hue alone are then the same card.",
            _FIX,
            "warning",
        ),
        Explanation(
            "alike-to-colour-blind",
            "two values that must differ look alike to color-blind players",
            "One man in twelve lacks a kind of cone or has a weak one. At most tables sits "
            "somebody to whom some reds and greens, or some blues and yellows, are one color.",
            _FIX,
            "warning",
        ),
        Explanation(
            "distinct-unknown",
            "a value that is declared to be distinct is on no card",
            "The check that two values can be told apart looks at cards that have them. A "
            "misspelled value is compared with nothing.",
            "Correct the deck, field or value under `distinct`.",
        ),
    )

    def find(self, subject: Subject) -> Iterable[Finding]:
        return check_vision(subject)


class DistinctPair(Struct, frozen=True):
    """Two values of a field that must be told apart, and where that is declared."""

    deck: str
    field: str
    first: str
    second: str
    place: Span
    words: tuple[Span, Span, Span, Span] | None = None
    """Where the deck, the field and both values are typed."""

    def word(self, index: int) -> Span:
        return self.words[index] if self.words else self.place


def list_distinct_pairs(subject: Subject) -> tuple[DistinctPair, ...]:
    """Every two of the values that `game.yaml` lists together under `distinct`."""
    return tuple(
        _pair_of(subject.spec.file, deck, field, *pair)
        for deck, fields in subject.spec.file.distinct.items()
        for field, values in fields.items()
        for pair in combinations(enumerate(values), 2)
    )


def _pair_of(
    file: GameFile, deck: str, field: str, one: tuple[int, str], other: tuple[int, str]
) -> DistinctPair:
    """Two values by their numbers in the list of a field."""
    path = "distinct", deck, field
    place = file.place(*path)
    first, second = (
        file.place(*path, number) if file.scalar(*path, number) else place
        for number, _ in (one, other)
    )
    words = file.key(*path[:2]), file.key(*path), first, second
    return DistinctPair(deck, field, one[1], other[1], place, words)


def check_vision(subject: Subject) -> Iterable[Finding]:
    """Hold the declared pairs against gray and three kinds of color blindness."""
    return check_pairs(subject, list_distinct_pairs(subject))


def check_pairs(subject: Subject, pairs: Iterable[DistinctPair]) -> Iterator[Finding]:
    """As `check_vision`, for pairs that come from elsewhere."""
    decks = {deck.name: deck for deck in subject.bound.decks}
    looked_up: dict[tuple[str, str, str, Span], Finding | None] = {}
    told = set()
    for pair in pairs:
        unknown = []
        for index, value in enumerate((pair.first, pair.second), 2):
            asked = pair.deck, pair.field, value, pair.word(index)
            if asked not in looked_up:
                looked_up[asked] = _find_unknown_name(pair, value, index, decks)
            if (finding := looked_up[asked]) is not None:
                unknown.append(finding)
        if unknown:
            yield from (finding for finding in dict.fromkeys(unknown) if finding not in told)
            told.update(unknown)
        else:
            yield from _find_alike(subject, pair, decks[pair.deck])


def _find_unknown_name(
    pair: DistinctPair, value: str, index: int, decks: Mapping[str, BoundDeck]
) -> Finding | None:
    """A deck, field or value that is not there; the value by its index among the words."""
    deck, field = pair.deck, pair.field
    if deck not in decks:
        hint = did_you_mean(deck, decks, what="deck")
        return Finding("distinct-unknown", f"there is no deck `{deck}`", pair.word(0), hint=hint)
    cards = decks[deck].cards
    fields = {name for card in cards for name in card.values}
    if field not in fields:
        hint = did_you_mean(field, fields, what="field")
        message = f"no card of `{deck}` has a field `{field}`"
        return Finding("distinct-unknown", message, pair.word(1), hint=hint)
    values = {_field_value(card, field) for card in cards} - {""}
    if value in values:
        return None
    hint = did_you_mean(value, values, what="value")
    message = f"no card of `{deck}` has {field} `{value}`"
    return Finding("distinct-unknown", message, pair.word(index), hint=hint)


def _field_value(card: BoundCard, field: str) -> str:
    value = card.values.get(field)
    return "" if value is None else str(value)


# --- pairs of cards ------------------------------------------------------------------------


class VisibleDifference(Struct, frozen=True):
    """How far two cards differ to one kind of eye: 1 is enough, 0 is not at all."""

    kind: Kind
    share: float
    cards: tuple[str, str]


def _find_alike(subject: Subject, pair: DistinctPair, deck: BoundDeck) -> Iterator[Finding]:
    twins = list(_list_twins(deck, pair))[:_MOST_PAIRS]
    seen = list(_compare_twins(subject, twins)) if twins else list(_compare_palette(subject, pair))
    failed = sorted((one for one in seen if one.share < 1), key=lambda one: -one.share)
    worst = {one.kind: one for one in failed}
    if "greyscale" in worst:
        yield _report_alike("alike-in-grey", pair, "without color", worst["greyscale"])
    blind = [kind for kind in _DICHROMATS if kind in worst]
    if blind:
        yield _report_alike(
            "alike-to-colour-blind", pair, f"in {' and '.join(blind)}", worst[blind[0]]
        )


def _report_alike(code: str, pair: DistinctPair, eyes: str, seen: VisibleDifference) -> Finding:
    message = f"{pair.field} `{pair.first}` and `{pair.second}` look alike {eyes}"
    if seen.cards[0]:
        notes = (Note(f"seen on `{seen.cards[0]}` and `{seen.cards[1]}`"),)
    else:
        notes = (Note("no two cards differ in it alone: the palette's colors were compared"),)
    hint = "give them different shapes, or colors that differ in lightness"
    return Finding(code, message, pair.place, "warning", hint=hint, notes=notes)


def _list_twins(deck: BoundDeck, pair: DistinctPair) -> Iterator[tuple[BoundCard, BoundCard]]:
    """Cards that have one value and the other, and are otherwise the same."""
    apart = {pair.field, "id", "copies"}

    def rest(card: BoundCard) -> frozenset[tuple[str, str]]:
        return frozenset((k, str(v)) for k, v in card.values.items() if k not in apart)

    firsts = {
        rest(card): card for card in deck.cards if _field_value(card, pair.field) == pair.first
    }
    for card in deck.cards:
        if _field_value(card, pair.field) == pair.second and rest(card) in firsts:
            yield firsts[rest(card)], card


def _compare_twins(
    subject: Subject, twins: Sequence[tuple[BoundCard, BoundCard]]
) -> Iterator[VisibleDifference]:
    scenes = subject.laid.scenes
    pairs = [(first.front, second.front) for first, second in twins]
    size = twins[0][0].front.size.pixels(DPI)
    keys = [make_record_key("twins", DPI, size, *map(scenes.digest, pair)) for pair in pairs]
    new = {key: pair for key, pair in zip(keys, pairs, strict=True) if not subject.kept.get(key)}
    for key, shares in _measure_shares(subject, new, size) if new else ():
        subject.kept.put(key, shares)
    for two, key in zip(twins, keys, strict=True):
        names = f"{two[0].deck}/{two[0].id}", f"{two[1].deck}/{two[1].id}"
        for kind, share in zip(_KINDS, subject.kept.get(key), strict=True):
            yield VisibleDifference(kind, share, names)


def _measure_shares(
    subject: Subject, pairs: Mapping[bytes, tuple[BoundFace, BoundFace]], size: tuple[int, int]
) -> Iterator[tuple[bytes, list[float]]]:
    """How well the faces of pairs are told apart by each kind of eye."""
    from cardgen.render.face_pixels import rasterize

    scenes = subject.laid.scenes
    shown = {key: (scenes[first], scenes[second]) for key, (first, second) in pairs.items()}
    wanted = list(dict.fromkeys(scene for pair in shown.values() for scene in pair))
    drawn = dict(rasterize(wanted, size, subject.bound.pictures))
    two = [(drawn[first], drawn[second]) for first, second in shown.values()]
    yield from zip(shown, compare_faces(two, DPI), strict=True)


class _DifferingPixels(Struct, frozen=True):
    """Pixels of two faces that differ: as many rows of three channels of either."""

    ours: Pixels
    theirs: Pixels
    weight: float
    """What each adds to the share, if an eye tells it apart."""

    def take_some(self, most: int) -> _DifferingPixels:
        """A part of them: about so many."""
        step = max(1, len(self.ours) // most)
        return _DifferingPixels(self.ours[::step], self.theirs[::step], self.weight)


def compare_faces(pairs: Sequence[tuple[Pixels, Pixels]], dpi: float) -> list[list[float]]:
    """How well the faces of each pair are told apart by each kind of eye.

    Args:
        pairs: Height x width x 3, sRGB, the second as large as the first.
        dpi: Their pixels an inch.

    Returns:
        For each pair and each of `_KINDS` the area that differs by `ALIKE` as a share of what it
        should be, or of 1 and above a part of it: that is enough.

    Pixels of all pairs are looked at together: 20 pairs take 0.02 s, one after the other 0.05.
    """
    differing = [_list_differing(first, second, dpi) for first, second in pairs]
    by_kind = (_measure_shares_of(differing, kind) for kind in _KINDS)
    return [list(shares) for shares in zip(*by_kind, strict=True)]


def _list_differing(first: Pixels, second: Pixels, dpi: float) -> _DifferingPixels:
    """Where two faces differ in any channel by more than eight levels."""
    apart = np.maximum(first, second) - np.minimum(first, second) > 8
    differ: NDArray[np.bool_] = apart[..., 0] | apart[..., 1] | apart[..., 2]
    places = np.flatnonzero(differ)
    count = len(places)
    some = np.unravel_index(places[:: max(1, count // _MOST_PIXELS)], differ.shape)
    ours, theirs = first[some], second[some]
    least = min(AREA * (dpi / 25.4) ** 2, count / 2)
    return _DifferingPixels(ours, theirs, count / least / len(ours) if count else 0.0)


def _measure_shares_of(differing: Sequence[_DifferingPixels], kind: Kind) -> list[float]:
    """The share of what should differ that does; at least 1 if a part of the pixels shows that."""
    shares = [0.0] * len(differing)
    for most in (*_SOME_PIXELS, 2 * _MOST_PIXELS):
        doubtful = [number for number, share in enumerate(shares) if share < 1]
        parts = [differing[number].take_some(most) for number in doubtful]
        for number, share in zip(doubtful, _compare_parts(parts, kind), strict=True):
            shares[number] = share
    return shares


def _compare_parts(parts: Sequence[_DifferingPixels], kind: Kind) -> Iterator[float]:
    from cardgen.render.raster.color_difference import color_difference, convert_to_lab
    from cardgen.render.raster.color_vision import simulate

    if not parts:
        return
    rows = [one.ours for one in parts], [one.theirs for one in parts]
    seen = (convert_to_lab(simulate(np.concatenate(one)[None], kind)) for one in rows)
    apart = color_difference(*seen)[0] >= ALIKE
    ends = accumulate(len(one.ours) for one in parts)
    for one, end in zip(parts, ends, strict=True):
        yield float(apart[end - len(one.ours) : end].sum()) * one.weight


def _compare_palette(subject: Subject, pair: DistinctPair) -> Iterator[VisibleDifference]:
    """The palette's colors of those names, where both are there."""
    from cardgen.render.raster.color_difference import color_difference, convert_to_lab
    from cardgen.render.raster.color_vision import simulate

    palette = subject.spec.file.palette
    typed = palette.get(pair.first, ""), palette.get(pair.second, "")
    if not all(is_hex(color) for color in typed):
        return
    colors = [parse_hex(color) for color in typed]
    ours, theirs = (np.array([[[c.red, c.green, c.blue]]], np.uint8) for c in colors)
    for kind in _KINDS:
        apart = color_difference(
            convert_to_lab(simulate(ours, kind)), convert_to_lab(simulate(theirs, kind))
        )
        yield VisibleDifference(kind, float(apart[0, 0]) / ALIKE, ("", ""))
