"""What the cards of a deck hold, as far as another card may hold it too.

In      a deck, the game as it was when it was sound.
Out     its columns, the values in one of them, the keys of values that are mappings.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from cardgen.pipeline.checked_game import Checked

_MOST_VALUES = 200
_OWN = "id"
"""Each card has another."""


def list_columns(deck: str, checked: Checked | None) -> list[str]:
    """Fields that a deck declares, and those that its cards have."""
    cards = checked.spec.cards.get(deck, ()) if checked else ()
    spec = checked.spec.decks.get(deck) if checked else None
    held = (name for card in cards for name in card.values)
    return list(dict.fromkeys((_OWN, "copies", *(spec.fields if spec else ()), *held)))


def list_choices(deck: str, column: str, checked: Checked | None) -> Sequence[str]:
    """The only values that a field may have, if its deck lists them."""
    spec = checked.spec.decks.get(deck) if checked else None
    field = spec.fields.get(column) if spec else None
    return field.one_of if field else ()


def list_values(deck: str, path: Sequence[str], checked: Checked | None) -> list[str]:
    """What other cards hold in a field, or below a key of one that is a mapping; nothing of a field
    that no two cards may have alike.

    Args:
        deck: Its name.
        path: The field, and keys in it.
        checked: The game.
    """
    if checked is None or not path or path[0] in _list_unique(deck, checked):
        return []
    found = (str(one) for one in _find_values(deck, path, checked) if one not in (None, ""))
    return list(dict.fromkeys(found))[:_MOST_VALUES]


def list_keys(deck: str, path: Sequence[str], checked: Checked | None) -> list[str]:
    """The keys of mappings that other cards hold in a field."""
    held = _find_values(deck, path, checked, whole=True) if checked else ()
    return list(dict.fromkeys(key for one in held if isinstance(one, Mapping) for key in one))


def _list_unique(deck: str, checked: Checked) -> Iterable[str]:
    composition = checked.spec.composition
    asked = composition.decks.get(deck) if composition else None
    return (_OWN, *(asked.unique if asked else ()))


def _find_values(
    deck: str, path: Sequence[str], checked: Checked, *, whole: bool = False
) -> Iterator[Any]:
    for card in checked.spec.cards.get(deck, ()):
        yield from _follow(card.values.get(path[0]), path[1:], whole=whole)


def _follow(value: Any, path: Sequence[str], *, whole: bool) -> Iterator[Any]:
    """What stands below keys of a value; of lists their items."""
    if isinstance(value, (list, tuple)):
        for item in value:
            yield from _follow(item, path, whole=whole)
    elif path:
        if isinstance(value, Mapping):
            yield from _follow(value.get(path[0]), path[1:], whole=whole)
    elif whole or not isinstance(value, Mapping):
        yield value
