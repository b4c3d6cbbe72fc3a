"""Two prints of a game compared: which cards are new, gone, changed, and how.

In      two `Snapshot`s.
Out     a `Comparison`: a `CardDifference` for each card that differs.
Not here  how differences are shown (`prints.text_report`, `prints.page`).

A card is the same one if deck and id are; else if its id is found in one other deck; else if it
looks the same; else if most of its fields are the same. Faces whose scenes have one digest are
the same; where the digests differ, pixels decide, as far as both are known.
"""

from __future__ import annotations

import difflib
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal

from msgspec import Struct

from cardgen.prints.face_pixels import pixel_digests
from cardgen.prints.snapshot import SIDES, FaceName, PrintedFace, PrintSnapshot, Side, SnapshotCard

Kind = Literal["added", "removed", "changed"]
Cause = Literal["words", "picture", "font", "layout", "size"]
CAUSES: tuple[Cause, ...] = ("words", "picture", "font", "layout", "size")
PRINT_DPI = 300.0
_ALIKE = 0.6
"""Share of what two cards say that must be the same for one to be the other, renamed."""
_SAME_PLACE = 0.15
"""What standing in the same place of the deck adds to that share."""
_MOST_PAIRS = 250_000
"""Pairs of cards that are compared by what they say; beyond it only those that share a field."""


class ComparedCard(Struct, frozen=True):
    """A card and where it stands."""

    deck: str
    size: str
    number: int
    """Its place in the deck, from 1."""
    card: SnapshotCard

    @property
    def name(self) -> tuple[str, str]:
        return self.deck, self.card.id


class FieldChange(Struct, frozen=True):
    """A field whose value changed; None: the card has none."""

    field: str
    old: Any
    new: Any


class CardDifference(Struct, frozen=True):
    """How a card differs."""

    kind: Kind
    old: ComparedCard | None
    new: ComparedCard | None
    fields: tuple[FieldChange, ...] = ()
    sides: tuple[Side, ...] = ()
    """Sides that look different."""
    causes: tuple[Cause, ...] = ()
    """Why they do, where no field says it."""
    moved: bool = False
    """It has another place among the cards that stayed, or another deck."""

    @property
    def card(self) -> ComparedCard:
        """The card as it is now; as it was, if it is gone."""
        found = self.new or self.old
        assert found is not None
        return found

    @property
    def is_renamed(self) -> bool:
        return bool(self.old and self.new and self.old.card.id != self.new.card.id)

    @property
    def copies(self) -> tuple[int, int]:
        """Before and now."""
        return (
            self.old.card.copies if self.old else 0,
            self.new.card.copies if self.new else 0,
        )

    @property
    def is_recounted(self) -> bool:
        return self.kind == "changed" and self.copies[0] != self.copies[1]


class Comparison(Struct, frozen=True):
    """Two prints side by side."""

    old: PrintSnapshot
    new: PrintSnapshot
    differences: tuple[CardDifference, ...]
    same: int
    """Cards that are as they were."""


def compare(old: PrintSnapshot, new: PrintSnapshot) -> Comparison:
    """Compare two prints; cards are in the order of the newer one, those that went come last."""
    before, after = list(_placed(old)), list(_placed(new))
    pairs = _match(before, after)
    looks = _differing_sides(old, new, pairs)
    moved = _moved(pairs)
    by_new = {id(card): (was, index) for index, (was, card) in enumerate(pairs)}
    found: list[CardDifference] = []
    for card in after:
        was, index = by_new.get(id(card), (None, -1))
        if was is None:
            found.append(CardDifference("added", None, card))
        elif (made := _difference(was, card, looks[index], moved=index in moved)) is not None:
            found.append(made)
    stayed = {id(was) for was, _ in pairs}
    found += (CardDifference("removed", card, None) for card in before if id(card) not in stayed)
    same = len(pairs) - sum(one.kind == "changed" for one in found)
    return Comparison(old, new, tuple(found), same)


def _placed(snapshot: PrintSnapshot) -> Iterator[ComparedCard]:
    for deck in snapshot.decks:
        for number, card in enumerate(deck.cards, 1):
            yield ComparedCard(deck.name, deck.size, number, card)


def _difference(
    old: ComparedCard, new: ComparedCard, sides: tuple[Side, ...], *, moved: bool
) -> CardDifference | None:
    fields = _changed_fields(old.card.fields, new.card.fields)
    causes = tuple(dict.fromkeys(cause for side in sides for cause in _causes(old, new, side)))
    told = _untold_causes(causes, fields)
    made = CardDifference("changed", old, new, fields, sides, told, moved)
    differs = fields or sides or moved or made.is_renamed or made.is_recounted
    return made if differs else None


def _untold_causes(causes: tuple[Cause, ...], fields: Sequence[FieldChange]) -> tuple[Cause, ...]:
    """Causes that the changed fields do not explain: new words need another layout, too."""
    if not fields:
        return causes
    return tuple(cause for cause in causes if cause in ("picture", "font", "size"))


def _changed_fields(
    old: Mapping[str, Any] | None, new: Mapping[str, Any] | None
) -> tuple[FieldChange, ...]:
    if old is None or new is None:
        return ()
    names = dict.fromkeys((*new, *old))
    return tuple(
        FieldChange(name, old.get(name), new.get(name))
        for name in names
        if not same_value(old.get(name), new.get(name))
    )


def same_value(old: Any, new: Any) -> bool:
    """Whether two values are the same as they are typed: `1` is not `true`, but it is `1.0`."""
    if isinstance(old, bool) != isinstance(new, bool):
        return False
    if isinstance(old, Mapping) and isinstance(new, Mapping):
        return old.keys() == new.keys() and all(same_value(old[key], new[key]) for key in old)
    if isinstance(old, list | tuple) and isinstance(new, list | tuple):
        return len(old) == len(new) and all(map(same_value, old, new))
    return bool(old == new)


# --- which card is which ---------------------------------------------------------------------


def _match(
    before: Sequence[ComparedCard], after: Sequence[ComparedCard]
) -> list[tuple[ComparedCard, ComparedCard]]:
    """Pairs of what is the same card."""
    pairs: list[tuple[ComparedCard, ComparedCard]] = []
    left, right = list(before), list(after)
    for key in (_by_name, _by_id, _by_look):
        found, left, right = _match_by(key, left, right)
        pairs += found
    return pairs + _match_alike(left, right)


def _by_name(card: ComparedCard) -> Any:
    return card.name


def _by_id(card: ComparedCard) -> Any:
    return card.card.id


def _by_look(card: ComparedCard) -> Any:
    """None if nothing is known of its front: such a card looks like no other."""
    front, back = card.card.front, card.card.back
    look = front.scene or front.file
    return (card.deck, look, (back.scene or back.file) if back else "") if look else None


def _match_by(
    key: Any, left: Sequence[ComparedCard], right: Sequence[ComparedCard]
) -> tuple[list[tuple[ComparedCard, ComparedCard]], list[ComparedCard], list[ComparedCard]]:
    """Pairs whose keys are the same and belong to one card on either side, and what is left."""
    olds, news = _unique(key, left), _unique(key, right)
    pairs = [(olds[name], news[name]) for name in news if name in olds]
    done = {id(card) for pair in pairs for card in pair}
    rest = [card for card in left if id(card) not in done]
    return pairs, rest, [card for card in right if id(card) not in done]


def _unique(key: Any, cards: Sequence[ComparedCard]) -> dict[Any, ComparedCard]:
    found: dict[Any, ComparedCard | None] = {}
    for card in cards:
        name = key(card)
        if name is not None:
            found[name] = None if name in found else card
    return {name: card for name, card in found.items() if card is not None}


def _match_alike(
    left: Sequence[ComparedCard], right: Sequence[ComparedCard]
) -> list[tuple[ComparedCard, ComparedCard]]:
    """Pairs of the same deck that say nearly the same, the most alike first."""
    rated: list[tuple[float, int, int, ComparedCard, ComparedCard]] = []
    many = len(left) * len(right) > _MOST_PAIRS
    for was in left:
        for card in right:
            if was.deck != card.deck or (many and was.number != card.number):
                continue
            score = _likeness(was.card, card.card) + _SAME_PLACE * (was.number == card.number)
            if score >= _ALIKE:
                rated.append((-score, abs(was.number - card.number), len(rated), was, card))
    pairs: list[tuple[ComparedCard, ComparedCard]] = []
    done: set[int] = set()
    for _, _, _, was, card in sorted(rated):
        if id(was) not in done and id(card) not in done:
            done |= {id(was), id(card)}
            pairs.append((was, card))
    return pairs


def _likeness(old: SnapshotCard, new: SnapshotCard) -> float:
    """The share of fields that are the same, or of all that is said, whichever is more; a text
    that changed a little counts in part."""
    if old.fields is None or new.fields is None:
        return 0.0
    rated: list[tuple[int, float]] = []
    for name in old.fields.keys() | new.fields.keys():
        was, now = old.fields.get(name), new.fields.get(name)
        rated.append((max(len(str(was)), len(str(now))), _value_likeness(was, now)))
    if not rated:
        return 0.0
    whole = sum(weight for weight, _ in rated) or 1
    by_length = sum(weight * share for weight, share in rated) / whole
    return max(by_length, sum(share for _, share in rated) / len(rated))


def _value_likeness(old: Any, new: Any) -> float:
    if same_value(old, new):
        return 1.0
    if not (isinstance(old, str) and isinstance(new, str)):
        return 0.0
    matcher = difflib.SequenceMatcher(None, old[:500], new[:500], autojunk=False)
    if matcher.real_quick_ratio() < _ALIKE or matcher.quick_ratio() < _ALIKE:
        return 0.0
    return matcher.ratio()


def _moved(pairs: Sequence[tuple[ComparedCard, ComparedCard]]) -> set[int]:
    """The pairs that changed decks, or that stand elsewhere among those that stayed.

    As few as possible are said to have moved: all but a longest run in the old order.
    """
    moved = {index for index, (old, new) in enumerate(pairs) if old.deck != new.deck}
    decks: dict[str, list[int]] = {}
    for index, (_, new) in enumerate(pairs):
        if index not in moved:
            decks.setdefault(new.deck, []).append(index)
    for indexes in decks.values():
        order = sorted(indexes, key=lambda index: pairs[index][1].number)
        stayed = _longest_rise([pairs[index][0].number for index in order])
        moved |= {index for place, index in enumerate(order) if place not in stayed}
    return moved


def _longest_rise(numbers: Sequence[int]) -> set[int]:
    """The places of a longest rising run (patience sorting)."""
    tails: list[int] = []
    places: list[int] = []
    before: list[int] = []
    for place, number in enumerate(numbers):
        at = bisect_left(tails, number)
        before.append(places[at - 1] if at else -1)
        tails[at : at + 1] = [number]
        places[at : at + 1] = [place]
    found: set[int] = set()
    place = places[-1] if places else -1
    while place >= 0:
        found.add(place)
        place = before[place]
    return found


# --- what looks different --------------------------------------------------------------------


def _differing_sides(
    old: PrintSnapshot, new: PrintSnapshot, pairs: Sequence[tuple[ComparedCard, ComparedCard]]
) -> list[tuple[Side, ...]]:
    """For each pair the sides that look different."""
    doubtful = [
        (index, side)
        for index, (was, card) in enumerate(pairs)
        for side in SIDES
        if not _surely_same(was, card, side)
    ]
    differing: dict[int, list[Side]] = {}
    for (index, side), same in zip(doubtful, _look_same(old, new, pairs, doubtful), strict=True):
        if not same:
            differing.setdefault(index, []).append(side)
    return [tuple(differing.get(index, ())) for index in range(len(pairs))]


def _surely_same(old: ComparedCard, new: ComparedCard, side: Side) -> bool:
    was, now = old.card.face(side), new.card.face(side)
    if was is None or now is None:
        return was is now
    if old.size != new.size:
        return False
    known = ("scene", "pixels", "file")
    return any(getattr(was, name) and getattr(was, name) == getattr(now, name) for name in known)


def _look_same(
    old: PrintSnapshot,
    new: PrintSnapshot,
    pairs: Sequence[tuple[ComparedCard, ComparedCard]],
    doubtful: Sequence[tuple[int, Side]],
) -> Iterator[bool]:
    """Whether the pixels of each doubtful face are the same, as far as they are known."""
    dpi = common_dpi(old, new)
    before = pixel_digests(old, [_doubted(pairs[index][0], side) for index, side in doubtful], dpi)
    after = pixel_digests(new, [_doubted(pairs[index][1], side) for index, side in doubtful], dpi)
    for (index, _), one, other in zip(doubtful, before, after, strict=True):
        was, now = pairs[index]
        yield bool(one and one == other and was.size == now.size)


def common_dpi(old: PrintSnapshot, new: PrintSnapshot) -> float:
    """Return the resolution at which the pictures of two prints can be compared."""
    return old.dpi or new.dpi or PRINT_DPI


def _doubted(card: ComparedCard, side: Side) -> tuple[FaceName, PrintedFace | None]:
    return face_name(card, side), card.card.face(side)


def _causes(old: ComparedCard, new: ComparedCard, side: Side) -> Iterator[Cause]:
    """What a face looks different for."""
    was, now = old.card.face(side), new.card.face(side)
    if old.size != new.size:
        yield "size"
        return
    if was is None or now is None or not (was.scene and now.scene):
        return
    causes = tuple(_part_causes(was, now))
    yield from causes or ("layout",)


def _part_causes(was: PrintedFace, now: PrintedFace) -> Iterator[Cause]:
    if was.words != now.words:
        yield "words"
    if was.pictures != now.pictures:
        yield "picture"
    if was.fonts != now.fonts:
        yield "font"


def face_name(card: ComparedCard, side: Side) -> FaceName:
    return card.deck, card.card.id, side
