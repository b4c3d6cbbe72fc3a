"""What the cards of a deck hold, as far as another card may hold it too.

In      a deck, the game as it was when it was sound.
Out     its columns, the values in one of them, the keys of values that are mappings.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from cardgen.pipeline.checked_game import Checked
from cardgen.read.models.tables import FieldSpec

_MOST_VALUES = 200
_OWN = "id"
"""Each card has another."""


def list_heads(deck: str, checked: Checked | None) -> list[str]:
    """What a row may say: the fields of a deck as its tables call them, but for computed ones."""
    fields = _find_fields(deck, checked)
    heads = {name: field.from_ or name for name, field in fields.items()}
    computed = {name for name, field in fields.items() if field.value}
    names = (name for name in list_columns(deck, checked) if name not in computed)
    return list(dict.fromkeys(heads.get(name, name) for name in names))


def _find_fields(deck: str, checked: Checked | None) -> Mapping[str, FieldSpec]:
    spec = checked.spec.decks.get(deck) if checked else None
    return spec.fields if spec else {}


def _find_field(deck: str, head: str, checked: Checked | None) -> str:
    """The field that a table calls so."""
    named = (name for name, field in _find_fields(deck, checked).items() if field.from_ == head)
    return next(named, head)


def list_columns(deck: str, checked: Checked | None) -> list[str]:
    """Fields that a deck declares, and those that its cards have; as expressions know them."""
    cards = checked.spec.cards.get(deck, ()) if checked else ()
    held = (name for card in cards for name in card.values)
    return list(dict.fromkeys((_OWN, "copies", *_find_fields(deck, checked), *held)))


def list_choices(deck: str, column: str, checked: Checked | None) -> Sequence[str]:
    """The only values that a field may have, if its deck lists them."""
    field = _find_fields(deck, checked).get(_find_field(deck, column, checked))
    return field.one_of if field else ()


def list_values(deck: str, path: Sequence[str], checked: Checked | None) -> list[str]:
    """What other cards hold in a field, or below a key of one that is a mapping; nothing of a field
    that no two cards may have alike.

    Args:
        deck: Its name.
        path: The field, or the head of its column, and keys in it.
        checked: The game.
    """
    if checked is None or not path:
        return []
    path = (_find_field(deck, path[0], checked), *path[1:])
    if path[0] in _list_unique(deck, checked):
        return []
    found = (str(one) for one in _find_values(deck, path, checked) if one not in (None, ""))
    return list(dict.fromkeys(found))[:_MOST_VALUES]


def list_keys(deck: str, path: Sequence[str], checked: Checked | None) -> list[str]:
    """The keys of mappings that other cards hold in a field."""
    if checked is None or not path:
        return []
    path = (_find_field(deck, path[0], checked), *path[1:])
    held = _find_values(deck, path, checked, whole=True)
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
