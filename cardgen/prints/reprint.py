"""Which cards to print again, and what to do with them: take out the old, put in the new.

In      a `Comparison` of a print with the game as it is.
Out     how many of each card to print; a list for swapping them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from cardgen.bind.game.bound_game import BoundGame
from cardgen.core.findings import plural
from cardgen.prints.card_matching import ComparedCard
from cardgen.prints.comparison import CardDifference, Comparison, look_alike
from cardgen.targets.shared.markdown_names import escape_name


class CardSwap(Struct, frozen=True):
    """What becomes of one card in the sleeves. `out` or `put` may be 0."""

    deck: str
    old: str
    new: str
    out: int
    put: int
    old_deck: str
    """The deck in which `old` lies."""

    @property
    def old_name(self) -> str:
        """What to look for: with its deck, if that is another one than the new card's."""
        return self.old if self.old_deck == self.deck else f"{self.old_deck}/{self.old}"


def list_swaps(comparison: Comparison) -> tuple[CardSwap, ...]:
    """Return what to take out and what to put in, in the order of the game; a card whose print
    is as it was stays, whatever it is called and wherever it stands."""
    made = [(one, swap) for one in comparison.differences if (swap := _swap(one)) is not None]
    stays = _match_looks(made)
    kept = (
        replace(swap, out=swap.out - stays.out[index], put=swap.put - stays.put[index])
        for index, (_, swap) in enumerate(made)
    )
    return tuple(swap for swap in kept if swap.out or swap.put)


class _Stays(Struct, frozen=True):
    """How many copies need neither be taken out nor put in, for each swap."""

    out: list[int]
    put: list[int]


def _match_looks(made: Sequence[tuple[CardDifference, CardSwap]]) -> _Stays:
    """Cards that would be taken out under one name and put in under another: where ids are
    numbers, a new card at the top gives each below it the id of the next."""
    stays = _Stays([0] * len(made), [0] * len(made))
    outs: dict[tuple[str, str], list[int]] = {}
    for index, (one, swap) in enumerate(made):
        if one.old and swap.out and one.old.card.front.scene:
            outs.setdefault(_look(one.old), []).append(index)
    for index, (one, swap) in enumerate(made):
        for other in outs.get(_look(one.new), ()) if one.new else ():
            was, out = made[other]
            count = min(out.out - stays.out[other], swap.put - stays.put[index])
            if count and was.old and one.new and look_alike(was.old, one.new):
                stays.out[other] += count
                stays.put[index] += count
    return stays


def _look(card: ComparedCard) -> tuple[str, str]:
    back = card.card.back
    return card.card.front.scene, back.scene if back else ""


def _swap(one: CardDifference) -> CardSwap | None:
    before, after = one.copies
    if one.kind == "changed" and not one.sides:
        before, after = max(0, before - after), max(0, after - before)
    if not (before or after):
        return None
    old = one.old.card.id if one.old else ""
    new = one.new.card.id if one.new else ""
    deck = one.card.deck
    return CardSwap(deck, old, new, before, after, one.old.deck if one.old else deck)


def select_changed(game: BoundGame, found: tuple[CardSwap, ...]) -> BoundGame:
    """Return the game with only the cards to be put in, as often as they are."""
    wanted: Mapping[tuple[str, str], int] = {
        (swap.deck, swap.new): swap.put for swap in found if swap.put
    }
    decks = (
        replace(
            deck,
            cards=tuple(
                replace(card, copies=wanted[deck.name, card.id])
                for card in deck.cards
                if (deck.name, card.id) in wanted
            ),
        )
        for deck in game.decks
    )
    return replace(game, decks=tuple(deck for deck in decks if deck.cards))


def swap_list(game: str, tag: str, now: str, found: tuple[CardSwap, ...]) -> str:
    """Return the list as Markdown."""
    out, put = sum(swap.out for swap in found), sum(swap.put for swap in found)
    lines = [
        f"# {escape_name(game)}: from {escape_name(tag)} to {escape_name(now)}",
        "",
        f"Take out {plural(out, 'card')}, put in {plural(put, 'card')}.",
        "",
    ]
    decks = dict.fromkeys(swap.deck for swap in found)
    for deck in decks:
        lines += [f"## {escape_name(deck)}", "", "| take out | | put in | |", "|---|--:|---|--:|"]
        lines += [_row(swap) for swap in found if swap.deck == deck]
        lines.append("")
    return "\n".join(lines)


def _row(swap: CardSwap) -> str:
    return "| " + " | ".join(_cells(swap)) + " |"


def _cells(swap: CardSwap) -> Iterator[str]:
    for name, count in ((swap.old_name, swap.out), (swap.new, swap.put)):
        yield escape_name(name) if count else ""
        yield f"×{count}" if count else ""
