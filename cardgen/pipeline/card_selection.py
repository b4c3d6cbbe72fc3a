"""The cards of a game for which an expression holds: `--only`.

In      a laid-out game, an expression.
Out     the same game with those cards alone.
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from cardgen.bind.bound_faces import BoundCard, BoundDeck
from cardgen.expressions import syntax, template
from cardgen.expressions.faults import TemplateFault
from cardgen.pipeline.inspection import Checked


class SelectionError(ValueError):
    """An expression selects no cards; the message is one clear sentence."""


def select_cards(checked: Checked, expression: str) -> Checked:
    """Return the game with only the cards for which `expression` holds.

    Raises:
        SelectionError: the expression is broken, uses a field that no card has, or is true
            for no card.
    """
    try:
        return _select(checked, expression)
    except TemplateFault as fault:
        raise SelectionError(str(fault)) from None


def _select(checked: Checked, expression: str) -> Checked:
    bound = checked.bound
    decks = tuple(replace(deck, cards=_holding(deck, expression)) for deck in bound.decks)
    known = {name for deck in bound.decks for card in deck.cards for name in card.values}
    unknown = syntax.find_unknown_names(expression, known, expression=True)
    if unknown:
        message = f"no card has a field `{unknown[0]}`"
        raise TemplateFault("undefined-name", message)
    left = tuple(deck for deck in decks if deck.cards)
    if not left:
        raise SelectionError(f"`{expression}` is true for no card")
    return replace(checked, bound=replace(bound, decks=left))


def _holding(deck: BoundDeck, expression: str) -> tuple[BoundCard, ...]:
    """Cards that lack a field which others have are as if it were empty."""
    names = syntax.find_names(expression, expression=True)
    empty: dict[str, Any] = dict.fromkeys(names)
    return tuple(c for c in deck.cards if template.is_true(expression, empty | dict(c.values)))
