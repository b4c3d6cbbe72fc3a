"""What fits within the quotes of a call: decks, cards, fields, or an expression over cards.

In      an expression up to the text in quotes that is typed, and that text.
Out     names by kind; or what the expression in the quotes knows.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct

from cardgen.expressions.list_functions import LIST_FUNCTIONS
from cardgen.lsp.card_values import list_columns, list_values
from cardgen.lsp.names import list_names
from cardgen.lsp.text_uses import FUNCTIONS
from cardgen.pipeline.checked_game import Checked

Named = Iterator[tuple[str, Iterable[str]]]
_CALL = re.compile(rf"(?<![\w.])({'|'.join({*FUNCTIONS, *LIST_FUNCTIONS})})\(([^()]*)\Z")
_QUOTED = re.compile(r"""\\?"([^"\\]*)\\?"|'([^']*)'""")
_KEYWORD = re.compile(r"(\w+)\s*=\s*(?:\[[^\]]*)?\Z")
_SHOWING = ("card", "row", "hand")
_FACES = ("front", "back")
_OVER_CARDS = {"count": (1,), "different": (1,), "sum": (1,), "least": (1, 2), "most": (1, 2)}
"""Functions that work an expression out for the cards of a deck, and where it stands."""
_EXPRESSIONS = ("by", "where", "counts")
"""Keywords that take one."""


class Call(Struct, frozen=True):
    """A call of which an argument is typed, in quotes."""

    name: str
    given: Sequence[str]
    """The arguments before it, as they are typed."""
    keyword: str = ""

    @property
    def texts(self) -> list[str]:
        """What stands in quotes before it; "" for an argument that has none."""
        found = (_QUOTED.search(one) for one in self.given)
        return [(one[1] if one[1] is not None else one[2]) if one else "" for one in found]


def find_call(before: str) -> Call | None:
    """The call that a quotation mark stands in; None outside of calls."""
    found = _CALL.search(before)
    if found is None:
        return None
    given = _split(found[2])
    keyword = _KEYWORD.search(found[2])
    return Call(found[1], given[:-1], keyword[1] if keyword else "")


def _split(arguments: str) -> list[str]:
    """Arguments, parted by commas that stand in no quotes."""
    parts, mark = [""], ""
    for sign in arguments:
        if sign in "\"'":
            mark = "" if sign == mark else mark or sign
        if sign == "," and not mark:
            parts.append("")
        else:
            parts[-1] += sign
    return parts


def list_scope(call: Call, checked: Checked, around: Iterable[str]) -> list[str] | None:
    """The names that an expression in quotes knows, where the argument is one; None where it is
    not.

    Args:
        call: With what is given before.
        checked: The game.
        around: What the expression around it knows.
    """
    if call.name == "total":
        return ["it", *around] if call.given else None
    decks = [text for text in call.texts[:1] if text in checked.spec.decks]
    if call.name in LIST_FUNCTIONS and call.given and not call.texts[0]:
        of_cards = call.name in _OVER_CARDS and call.given[0].strip() == "cards"
        return [*around] if of_cards else ["item", *around]
    is_over = len(call.given) in _OVER_CARDS.get(call.name, ()) or call.keyword in _EXPRESSIONS
    if not is_over or (call.keyword and call.keyword not in _EXPRESSIONS):
        return None
    return list_columns(decks[0], checked) if decks else [*around]


def complete_argument(call: Call, checked: Checked, *, booklet: bool) -> Named:
    """Names that fit where no expression does."""
    number, texts = len(call.given), call.texts
    deck = texts[0] if texts else ""
    if call.keyword:
        yield from _list_for_keyword(call.keyword, deck, checked)
    elif call.name in LIST_FUNCTIONS and call.name not in FUNCTIONS:
        return
    elif not number:
        if call.name != "total":
            yield "deck", checked.spec.decks
        if call.name in _SHOWING:
            yield "card", list_names(checked, "card")
    elif _takes_ids(call, booklet=booklet):
        yield "card", _list_ids(deck, checked)
    elif number == 1 or call.name == "field":
        yield "field", list_columns(deck, checked)
    elif call.name == "of" and texts[1]:
        yield f"`{texts[1]}`", list_values(deck, (texts[1],), checked)


def _takes_ids(call: Call, *, booklet: bool) -> bool:
    """Whether an argument behind the first is the id of a card."""
    sums_cards = call.name == "sum" and booklet and len(call.given) > 1
    return sums_cards or call.name in _SHOWING or (call.name == "field" and len(call.given) == 1)


def _list_for_keyword(keyword: str, deck: str, checked: Checked) -> Named:
    if keyword == "columns":
        yield "field", list_columns(deck, checked)
    elif keyword == "side":
        yield "side", _FACES


def _list_ids(deck: str, checked: Checked) -> list[str]:
    """The cards of a deck by their ids; of all decks, where the first argument was a card."""
    found = next((one for one in checked.bound.decks if one.name == deck), None)
    return [card.id for card in found.cards] if found else list_names(checked, "card")
