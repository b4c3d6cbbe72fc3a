"""Two prints of a game compared: which cards are new, gone, changed, and how.

In      two `Snapshot`s.
Out     a `Comparison`: a `CardDifference` for each card that differs.
Not here  which card is which (`prints.card_matching`), how differences are shown
        (`prints.text_report`, `prints.page`).

Faces whose scenes have one digest are the same; where the digests differ, pixels decide, as far
as both are known.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal

from msgspec import Struct

from cardgen.prints.card_matching import ComparedCard, find_moved, match_cards, same_value
from cardgen.prints.face_pixels import pixel_digests
from cardgen.prints.records import complete
from cardgen.prints.snapshot import SIDES, FaceName, PrintedFace, PrintSnapshot, Side

Kind = Literal["added", "removed", "changed"]
Cause = Literal["words", "picture", "font", "layout", "size", "finish", "cut"]
CAUSES: tuple[Cause, ...] = ("words", "picture", "font", "layout", "size", "finish", "cut")
PRINT_DPI = 300.0


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


class IncomparableError(ValueError):
    """Two prints whose faces would all differ for nothing; the message is one clear sentence."""


def compare(old: PrintSnapshot, new: PrintSnapshot) -> Comparison:
    """Compare two prints; cards are in the order of the newer one, those that went come last.

    Raises:
        IncomparableError: their pictures are not of one kind, or one is a part of a print.
    """
    _hold_to_one_kind(old, new)
    _hold_to_one_part(old, new)
    old, new = _with_common_looks(old, new)
    before, after = list(_placed(old)), list(_placed(new))
    pairs = match_cards(before, after)
    looks = _differing_sides(old, new, pairs)
    moved = find_moved(pairs)
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


def _hold_to_one_kind(old: PrintSnapshot, new: PrintSnapshot) -> None:
    shown = [one.shows or "whole faces with their bleed" for one in (old, new)]
    if not old.shows and old.dpi and new.dpi:
        shown = [f"{what} at {one.dpi:g} dpi" for what, one in zip(shown, (old, new), strict=True)]
    if shown[0] != shown[1]:
        raise IncomparableError(
            f"`{old.label}` holds {shown[0]}, `{new.label}` {shown[1]}: they cannot be compared; "
            "name two that one target wrote with the same options"
        )


def _hold_to_one_part(old: PrintSnapshot, new: PrintSnapshot) -> None:
    """Refuse a part beside the whole, of which all other cards would be called removed."""
    if old.only != new.only:
        part, other = (old, new) if old.only else (new, old)
        raise IncomparableError(
            f"`{part.label}` holds only some cards ({part.only}): it cannot be compared with "
            f"`{other.label}`, of which the others would be missing; name a whole print"
        )


def _with_common_looks(
    old: PrintSnapshot, new: PrintSnapshot
) -> tuple[PrintSnapshot, PrintSnapshot]:
    """Two prints of which something of one kind is known: beside files, pixels of a game."""
    kinds = [
        {bool(card.front.scene) for deck in one.decks for card in deck.cards} for one in (old, new)
    ]
    if kinds[0] == kinds[1]:
        return old, new
    dpi = common_dpi(old, new)
    return complete(old, dpi), complete(new, dpi)


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
    return tuple(cause for cause in causes if cause not in ("words", "layout"))


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


def look_alike(old: ComparedCard, new: ComparedCard) -> bool:
    """Whether two cards surely have the same faces, whatever they are called."""
    return all(_surely_same(old, new, side) for side in SIDES)


def _surely_same(old: ComparedCard, new: ComparedCard, side: Side) -> bool:
    was, now = old.card.face(side), new.card.face(side)
    if was is None or now is None:
        return was is now
    if old.size != new.size or _is_cut_otherwise(was, now):
        return False
    known = ("scene", "pixels", "file")
    return any(getattr(was, name) and getattr(was, name) == getattr(now, name) for name in known)


def _is_cut_otherwise(was: PrintedFace | None, now: PrintedFace | None) -> bool:
    """Whether two faces are cut or folded along other lines, as far as both are known: pixels
    reach beyond the cut, and do not tell."""
    return bool(was and now and was.cut and now.cut and was.cut != now.cut)


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
    for (index, side), one, other in zip(doubtful, before, after, strict=True):
        was, now = pairs[index]
        otherwise = _is_cut_otherwise(was.card.face(side), now.card.face(side))
        yield bool(one and one == other and was.size == now.size and not otherwise)


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
    if was is None or now is None:
        return
    causes = tuple(_part_causes(was, now))
    yield from causes or (("layout",) if was.scene and now.scene else ())


def _part_causes(was: PrintedFace, now: PrintedFace) -> Iterator[Cause]:
    if _is_cut_otherwise(was, now):
        yield "cut"
    if was.finish != now.finish:
        yield "finish"
    if not (was.scene and now.scene):
        return
    if was.words != now.words:
        yield "words"
    if was.pictures != now.pictures:
        yield "picture"
    if was.fonts != now.fonts:
        yield "font"


def face_name(card: ComparedCard, side: Side) -> FaceName:
    return card.deck, card.card.id, side
