"""What fits in the middle of a text: icons, colors and styles of markup, names in expressions.

In      the line up to the cursor, the game as it was when it was sound.
Out     names by kind, and what of one is typed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from cardgen.expressions.list_functions import LIST_FUNCTIONS
from cardgen.expressions.text_functions import TEXT_FUNCTIONS
from cardgen.lsp.call_completion import complete_argument, find_call, list_scope
from cardgen.lsp.card_values import list_choices, list_values
from cardgen.lsp.names import list_names
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
_COMPARED = re.compile(r"(?<![\w.])(\w+)\s*(?:==|!=|in\s*[\[(][^\])]*)\s*\Z")
_NAME = re.compile(r"\w*\Z")
_ATTRIBUTE = re.compile(r"[\w)\]]\.\Z")
_OPERAND = re.compile(r"""[\w)\]"']\s*\Z""")
_AFTER_OPERATOR = re.compile(r"(?<![\w.])(?:and|or|not|in|is|if|elif|else)\s*\Z")
OPERATORS = ("and", "or", "in", "not in", "if", "else")
"""What may follow a value, but for signs."""


def complete_markup(
    text: str, checked: Checked | None, *, editions: bool = False
) -> list[tuple[str, Iterable[str]]] | None:
    """Icons behind `{`, colors and styles behind `[words]{`; None where no markup is typed.

    Args:
        text: A line of a text up to the cursor; not of YAML, but what stands in it.
        checked: The game.
        editions: Whether the text is an edition's.
    """
    for pattern, kinds in ((_STYLED, ("style", "color")), (_SYMBOL, ("icon",))):
        if pattern.search(text):
            if checked is None:
                return []
            return [(kind, list_names(checked, kind, editions=editions)) for kind in kinds]
    return None


def complete_expression(
    text: str, checked: Checked | None, *, booklet: bool, fields: Iterable[str] = ()
) -> tuple[list[tuple[str, Iterable[str]]], str]:
    """What an expression may go on with, and what of it is typed.

    Args:
        text: The expression up to the cursor.
        checked: The game.
        booklet: Whether it is in the text of a booklet.
        fields: Of cards and of a piece, that are known there.
    """
    quoted = _find_open_text(text)
    if quoted is not None:
        return _complete_text(text, quoted, checked, booklet=booklet, fields=fields)
    typed = _NAME.search(text)
    word = typed[0] if typed else ""
    before = text[: len(text) - len(word)]
    if _ATTRIBUTE.search(before):
        return [], word
    if _OPERAND.search(before) and not _AFTER_OPERATOR.search(before):
        return [("operator", OPERATORS)] if before[-1:].isspace() else [], word
    return list(_list_operands(checked, fields, booklet=booklet)), word


def _list_operands(checked: Checked | None, fields: Iterable[str], *, booklet: bool) -> Named:
    yield "field of a card", fields
    if checked:
        yield "constant", checked.spec.constants
    if booklet:
        yield "function", BOOKLET_FUNCTIONS
        yield "name", ("composition", "game", "title")
    else:
        yield "name", CARD_NAMES
        yield "function", (*TEXT_FUNCTIONS, *LIST_FUNCTIONS, *DECK_FUNCTIONS)


def _find_open_text(text: str) -> str | None:
    """What is typed of the text in quotes that a place stands in; None outside of quotes."""
    mark, start = "", 0
    for place, sign in enumerate(text):
        if sign in "\"'" and mark in ("", sign):
            mark, start = ("" if mark else sign), place + 1
    return text[start:] if mark else None


def _complete_text(
    text: str, quoted: str, checked: Checked | None, *, booklet: bool, fields: Iterable[str]
) -> tuple[list[tuple[str, Iterable[str]]], str]:
    """What fits within quotes: decks, cards and expressions in a call, what cards hold behind
    `field ==`."""
    if checked is None:
        return [], quoted
    before = text[: len(text) - len(quoted)]
    call = find_call(before[:-1].removesuffix("\\"))
    compared = _COMPARED.search(before.rstrip("\\\"'"))
    if call is not None:
        scope = list_scope(call, checked, fields)
        if scope is None:
            typed = re.split(r",\s*", quoted)[-1] if call.keyword == "columns" else quoted
            return list(complete_argument(call, checked, booklet=booklet)), typed
        return complete_expression(quoted.removesuffix("\\"), checked, booklet=False, fields=scope)
    return list(_list_compared(compared[1], checked)) if compared else [], quoted


def _list_compared(column: str, checked: Checked) -> Named:
    for deck in checked.spec.cards:
        yield f"`{column}`", list_choices(deck, column, checked)
        yield f"`{column}` of cards", list_values(deck, (column,), checked)
