"""What fits in the middle of a text: icons, colors and styles of markup, names in expressions.

In      the line up to the cursor, the game as it was when it was sound.
Out     names by kind.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from cardgen.expressions.list_functions import LIST_FUNCTIONS
from cardgen.expressions.text_functions import TEXT_FUNCTIONS
from cardgen.lsp.names import list_names
from cardgen.lsp.text_uses import FUNCTIONS
from cardgen.pipeline.checked_game import Checked
from cardgen.read.deck_functions import DECK_FUNCTIONS

Named = Iterator[tuple[str, Iterable[str]]]
"""A kind of name, and the names."""
BOOKLET_FUNCTIONS = (
    "card", "row", "hand", "count", "sum", "least", "most", "keep", "kept", "field", "table",
    "contents", "page", "page_break", "column_break",
)  # fmt: skip
"""What expressions in a booklet call (`bind.booklet.expressions`)."""
CARD_NAMES = ("id", "copies", "copy", "deck", "game")
"""What expressions on a card know beside its fields."""
_STYLED = re.compile(r"\]\{[^{}\[\]]*\Z")
_SYMBOL = re.compile(r"(?<![{\]])\{[^{}\[\]:,]*\Z")
_ARGUMENT = re.compile(rf"(?<![\w.])({'|'.join(FUNCTIONS)})\(([^()]*)\Z")
_QUOTED = re.compile(r"""\\?["']([^"'\\]*)\\?["']""")


def complete_markup(text: str, checked: Checked | None) -> list[tuple[str, Iterable[str]]] | None:
    """Icons behind `{`, colors and styles behind `[words]{`; None where no markup is typed.

    Args:
        text: A line of a text up to the cursor; not of YAML, but what stands in it.
        checked: The game.
    """
    for pattern, kinds in ((_STYLED, ("style", "color")), (_SYMBOL, ("icon",))):
        if pattern.search(text):
            return [(kind, list_names(checked, kind)) for kind in kinds] if checked else []
    return None


def complete_expression(text: str, checked: Checked | None, *, booklet: bool) -> Named:
    """What an expression may go on with.

    Args:
        text: A line up to the cursor.
        checked: The game.
        booklet: Whether it is the text of a booklet.
    """
    call = _ARGUMENT.search(text)
    if call is not None and call[2].count('"') % 2 + call[2].count("'") % 2 == 1:
        yield from _complete_argument(call, checked)
        return
    if checked:
        cards = (card for cards in checked.spec.cards.values() for card in cards)
        if not booklet:
            yield "field of a card", dict.fromkeys(name for card in cards for name in card.values)
        yield "constant", checked.spec.constants
    if booklet:
        yield "function", BOOKLET_FUNCTIONS
        yield "name", ("composition", "game", "title")
    else:
        yield "name", CARD_NAMES
        yield "function", (*TEXT_FUNCTIONS, *LIST_FUNCTIONS, *DECK_FUNCTIONS)


def _complete_argument(call: re.Match[str], checked: Checked | None) -> Named:
    """Decks and cards that fit within the quotes; behind a deck its cards, and fields."""
    if checked is None:
        return
    before = _QUOTED.findall(call[2])
    decks = {deck.name: deck for deck in checked.bound.decks}
    named = next((name for name in before if name in decks), "")
    if named:
        yield "card", [card.id for card in decks[named].cards]
        rows = checked.spec.cards.get(named, ())
        yield "field", dict.fromkeys(name for row in rows for name in row.values)
        return
    if not before:
        yield "deck", decks
    if call[1] in ("card", "row", "hand"):
        yield "card", list_names(checked, "card")
