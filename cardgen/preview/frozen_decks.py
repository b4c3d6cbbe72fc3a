"""Keep the last good cards of decks that cannot be laid out, and show the new ones of all others.

In      a game as far as it is sound, the decks that errors affect, the last good state of each.
Out     a game in which these are as they were.
Not here  which decks errors affect (`check.engine.whole_decks`).
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from cardgen.bind.bound_faces import BoundDeck
from cardgen.pipeline.checked_game import Checked


def freeze_decks(
    seen: Checked, good: Mapping[str, Checked], affected: frozenset[str]
) -> tuple[Checked, tuple[str, ...]]:
    """Replace the affected decks by their last good state.

    Args:
        seen: The game as far as it is sound.
        good: The last state in which each deck was whole.
        affected: The decks that errors affect; those whose entry was lost are not in `seen`.

    Returns:
        The game to show, and the names of the decks that are frozen. Affected decks without a
        good state are shown as far as they are sound.
    """
    frozen = tuple(name for name in good if name in affected)
    if not frozen:
        return seen, ()
    if len({id(good[name]) for name in frozen}) == 1 and set(frozen) >= set(seen.spec.decks):
        return good[frozen[0]], frozen
    decks = {deck.name: deck for deck in seen.bound.decks}
    for name in frozen:
        decks[name] = _carry_over(seen, good[name], name)
    there = tuple(seen.spec.decks)
    order = there if seen.spec.decks.keys() >= set(frozen) else dict.fromkeys((*good, *there))
    ordered = tuple(decks[name] for name in order if name in decks)
    return replace(seen, bound=replace(seen.bound, decks=ordered)), frozen


def _carry_over(seen: Checked, good: Checked, name: str) -> BoundDeck:
    """Add a deck's earlier scenes, sizes and pictures to the new game, and return the deck."""
    deck = next(deck for deck in good.bound.decks if deck.name == name)
    for face in deck.faces:
        seen.laid.add_scene(face, good.laid.scenes[face])
    fits = {key: fit for key, fit in good.laid.deck_fits.items() if key[0] == name}
    seen.laid.deck_fits.update(fits)
    seen.bound.pictures.include(good.bound.pictures)
    return deck
