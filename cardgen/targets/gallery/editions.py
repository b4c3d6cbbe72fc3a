"""Editions side by side: after each card what other editions make of it.

In      a job that has other editions, its decks as the gallery shows them.
Out     the decks with a tile an edition; what only another edition has stands at the end.

The edition is a field of every tile, so that the page's search and filters know it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from cardgen.targets.contract import Job
from cardgen.targets.gallery.cards import CardTile, DeckGroup, group_decks
from cardgen.targets.shared.edition_names import name_edition

_Tiles = Mapping[str, tuple[CardTile, ...]]
"""The tiles of a deck by edition."""


def add_editions(job: Job, groups: Sequence[DeckGroup], *, backs: bool) -> tuple[DeckGroup, ...]:
    """Put the tiles of `job.editions` after those of the same card."""
    others = {name: group_decks(one, backs=backs) for name, one in job.editions.items()}
    decks = {group.name: group for part in (groups, *others.values()) for group in reversed(part)}
    order = dict.fromkeys(group.name for part in (groups, *others.values()) for group in part)
    return tuple(_join(decks[name], _by_edition(name, job, groups, others)) for name in order)


def _by_edition(
    deck: str,
    job: Job,
    groups: Sequence[DeckGroup],
    others: Mapping[str, Sequence[DeckGroup]],
) -> _Tiles:
    every = {job.edition: groups, **others}
    return {
        name_edition(name): tuple(
            tile for group in part if group.name == deck for tile in group.tiles
        )
        for name, part in every.items()
    }


def _join(group: DeckGroup, tiles: _Tiles) -> DeckGroup:
    return replace(group, tiles=tuple(_side_by_side(tiles)))


def _side_by_side(tiles: _Tiles) -> Iterator[CardTile]:
    """The tiles of all editions, card by card in the order of the first that has the card."""
    ids = dict.fromkeys(tile.id for some in tiles.values() for tile in some)
    known = {(name, tile.id): tile for name, some in tiles.items() for tile in some}
    for card in ids:
        for name in tiles:
            tile = known.get((name, card))
            if tile is not None:
                yield _label(tile, name)


def _label(tile: CardTile, edition: str) -> CardTile:
    fields = (("edition", edition), *tile.fields)
    return replace(tile, name=f"{tile.name} ({edition})", fields=fields, edition=edition)
