"""Which names a place in a composition takes: decks, fields of their cards, values of these.

In      the keys above a place, the game when it was sound.
Out     names, with the kind of each.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from cardgen.check.rules.composition.card_group import GAME
from cardgen.lsp.card_values import list_columns, list_values
from cardgen.pipeline.checked_game import Checked

Named = Iterator[tuple[str, Iterable[str]]]
_KEYS = frozenset(("count", "range", "expect", "copies", "holds"))
"""Fields whose keys are fields of a deck."""
_TABLES = frozenset(("count", "copies", "holds"))
"""Of these, those that have a number for each value of the field."""
_LISTS = ("unique", "required")
_OWN = ("id", "copies")
"""What each card has beside its fields."""
_TAKE_OWN = {"required": _OWN, "range": ("copies",), "expect": ("copies",)}
"""Which of these count where."""


def list_composed_values(path: Sequence[str], key: str, checked: Checked) -> Named:
    """Names that fit the value of a key."""
    deck, part = (path[0] if path else ""), path[-1] if path else ""
    if key in _LISTS and len(path) == 1:
        yield "field of a card", _list_fields(deck, key, checked)
    elif part == "expect":
        yield f"`{key}`", _list_held(deck, key, checked)


def list_composed_keys(path: Sequence[str], checked: Checked) -> Named:
    """Names that may be keys of a mapping."""
    if not path:
        decks = list(checked.spec.decks)
        yield "deck", decks if GAME in decks else [*decks, GAME]
        return
    deck, part = path[0], path[-1]
    if len(path) > 1 and part in _KEYS:
        yield "field of a card", _list_fields(deck, part, checked)
    elif len(path) > 2 and path[-2] in _TABLES:
        yield f"`{part}`", _list_held(deck, part, checked)


def _list_fields(deck: str, part: str, checked: Checked) -> Iterator[str]:
    """Fields of the cards of a deck; under `game` those of the cards of all."""
    known = [list_columns(one, checked) for one in _list_decks(deck, checked)]
    for name in known[0] if known else ():
        counts = name not in _OWN or name in _TAKE_OWN.get(part, ())
        if counts and all(name in one for one in known):
            yield name


def _list_held(deck: str, field: str, checked: Checked) -> Iterator[str]:
    for one in _list_decks(deck, checked):
        yield from list_values(one, (field,), checked)


def _list_decks(deck: str, checked: Checked) -> Sequence[str]:
    return [deck] if deck in checked.spec.decks or deck != GAME else [*checked.spec.decks]
