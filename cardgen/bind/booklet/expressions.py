"""What expressions in a booklet's text can call: cards, counts and tables of the bound game.

In      the decks of a game; an expression such as `count("beasts", "cost > 2")`.
Out     a text or number to print, or a record of `bind.booklet.results`; or a `TemplateFault`.
Not here  where expressions stand (`read.markdown_text.parser`), captions and cells as text
          (`bind.booklet.booklets`).

Everything is worked out from the cards, so that a text cannot say what they do not.
"""

from __future__ import annotations

import dataclasses
import inspect
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from cardgen.bind.booklet.bound_booklet import Arrangement, CardArrangement
from cardgen.bind.booklet.results import (
    BreakRequest,
    CardFigure,
    CardTable,
    CompositionTable,
    ContentsList,
    UnsureFault,
    cell_text,
    column_heads,
    column_names,
    column_title,
    make_table,
    refer_page,
)
from cardgen.bind.bound_faces import BoundCard, BoundDeck, BoundFace
from cardgen.core.findings import did_you_mean
from cardgen.core.lengths import Length, LengthError, parse_length
from cardgen.expressions import syntax, template
from cardgen.expressions.fault_messages import describe_error
from cardgen.expressions.faults import TemplateFault
from cardgen.expressions.foreign_words import suggest_name
from cardgen.expressions.hidden_names import find_hidden_names
from cardgen.expressions.template_functions import TemplateFunction
from cardgen.read.tables.cards import NO_CONSTANTS

MAX_SHOWN = 40
"""Cards in one figure."""


def functions(
    decks: Sequence[BoundDeck],
    game: str,
    title: str,
    unsure: Collection[str] = (),
    asked: dict[str, set[str]] | None = None,
    constants: Mapping[str, Any] = NO_CONSTANTS,
) -> dict[str, Any]:
    """The names that expressions know.

    Args:
        decks: Those that could be bound.
        game: The game's name.
        title: The booklet's.
        unsure: Decks of which something is at fault, bound or not: what seems to be missing
            in them may be there when that is mended.
        asked: Takes the fields that expressions ask for, by deck.
        constants: Those of the game.
    """
    by_name = {deck.name: deck for deck in decks}
    values = CardQueries(
        by_name, frozenset(unsure), {} if asked is None else asked, constants=constants
    )
    named: dict[str, Callable[..., Any]] = {
        "card": values.card,
        "row": values.row,
        "hand": values.hand,
        "count": values.count,
        "sum": values.sum,
        "keep": values.keep,
        "kept": values.total_kept,
        "least": values.least,
        "most": values.most,
        "field": values.field,
        "table": values.table,
        "contents": _contents,
        "page": refer_page,
        "page_break": lambda: BreakRequest("page"),
        "column_break": lambda: BreakRequest("column"),
    }
    known = {
        name: TemplateFunction(_checked_call(name, call), name) for name, call in named.items()
    }
    return {**constants, **known, "composition": CompositionTable(), "game": game, "title": title}


def _checked_call(name: str, call: Callable[..., Any]) -> Callable[..., Any]:
    """A function that says so, if it is called with what it does not take."""

    signature = inspect.signature(call)

    def checked(*args: Any, **options: Any) -> Any:
        try:
            given = signature.bind(*args, **options)
        except TypeError as error:
            raise _misused(name, describe_error(error)[0]) from None
        for key in given.arguments.keys() & _BOUNDS.keys():
            least, most = _BOUNDS[key]
            value = given.arguments[key]
            if not isinstance(value, int) or not least <= value <= most:
                raise _misused(name, f"`{key}` is a whole number from {least} to {most}")
        for key in given.arguments.keys() & _TEXTS:
            if not isinstance(given.arguments[key], str | list):
                raise _misused(name, f"`{key}` is a text in quotes")
        return call(*args, **options)

    return checked


def _misused(name: str, reason: str) -> TemplateFault:
    message = f"`{name}` is called wrongly: {reason}"
    return TemplateFault(
        "template-value", message, word=name, hint=f"write it as in {_SAMPLES[name]}"
    )


_BOUNDS = {"across": (1, 6), "depth": (1, 4)}
"""Numbers that functions take, with the least and the greatest."""
_TEXTS = frozenset(("by", "columns", "head", "where", "name", "slug"))
"""What functions take as texts."""


_SAMPLES = {
    "card": '`card("beasts", "fox", width="30mm", caption="A fox")`',
    "row": '`row("beasts", "fox", "owl", caption="Two cards")`',
    "hand": '`hand("beasts", "fox", "owl", caption="A hand")`',
    "count": '`count("beasts")` or `count("beasts", "cost > 2")`',
    "sum": '`sum("beasts", "cost")`, with ids behind it for some cards',
    "keep": '`keep("fox", 2 + 3)`, and `kept("fox")` below it',
    "kept": '`kept("fox")`, or `kept("fox", "owl")` for their sum',
    "least": '`least("beasts", "cost")`',
    "most": '`most("beasts", "cost")`',
    "field": '`field("beasts", "fox", "rule")`',
    "table": '`table("beasts", by="kind")` or `table("beasts", columns="name, cost")`',
    "contents": "`contents()` or `contents(depth=1)`",
    "page": '`page("scoring")`, by the heading\'s name in links',
    "page_break": "`page_break()`",
    "column_break": "`column_break()`",
}


@dataclass
class CardQueries:
    decks: Mapping[str, BoundDeck]
    unsure: frozenset[str] = frozenset()
    asked: dict[str, set[str]] = dataclasses.field(default_factory=dict)
    """The fields that expressions ask for, by deck."""
    named_numbers: dict[str, int | float] = dataclasses.field(default_factory=dict)
    constants: Mapping[str, Any] = dataclasses.field(default_factory=dict)
    fields: dict[str, frozenset[str]] = dataclasses.field(default_factory=dict)
    """What the cards of a deck have, by deck; filled as expressions ask."""
    cards: dict[str, Mapping[str, BoundCard]] = dataclasses.field(default_factory=dict)
    """The cards of a deck by id, by deck; likewise."""

    def fault(self, deck: str, code: str, message: str, word: str, hint: str) -> TemplateFault:
        """What is wrong with an expression, unless it may be the deck that is."""
        kind = UnsureFault if deck in self.unsure else TemplateFault
        return kind(code, message, word=word, hint=hint)

    # --- cards -----------------------------------------------------------------------

    def card(
        self, deck: str, ident: str = "", *, side: str = "front", width: str = "", caption: str = ""
    ) -> CardFigure:
        given = (deck, ident) if ident else (deck,)
        return self.shown("row", given, side, width, caption)

    def row(
        self, *cards: str, side: str = "front", width: str = "", caption: str = ""
    ) -> CardFigure:
        return self.shown("row", cards, side, width, caption)

    def hand(
        self, *cards: str, side: str = "front", width: str = "", caption: str = ""
    ) -> CardFigure:
        return self.shown("fan", cards, side, width, caption)

    def shown(
        self, how: Arrangement, named: Sequence[str], side: str, width: str, caption: str
    ) -> CardFigure:
        cards = self.named(named)
        if not cards or len(cards) > MAX_SHOWN:
            message = f"a figure shows 1 to {MAX_SHOWN} cards, not {len(cards)}"
            raise TemplateFault("template-value", message, hint="name a deck, then ids of cards")
        faces = tuple(_side(card, side) for card in cards)
        return CardFigure(CardArrangement(faces, how, _length(width)), str(caption))

    def named(self, named: Sequence[str]) -> list[BoundCard]:
        """Cards by a deck and ids, or by `deck/id`."""
        texts = [str(name) for name in named]
        deck = texts.pop(0) if texts and "/" not in texts[0] else ""
        if deck:
            self.deck(deck)
        return [self.find(*((deck, t) if "/" not in t else t.split("/", 1))) for t in texts]

    def deck(self, name: Any) -> BoundDeck:
        found = self.decks.get(str(name))
        if found is None:
            hint = did_you_mean(str(name), self.decks, what="deck")
            message = f"there is no deck `{name}`"
            raise self.fault(str(name), "unknown-deck", message, str(name), hint)
        return found

    def find(self, deck: str, ident: str) -> BoundCard:
        if not deck:
            message = f"which deck is `{ident}` of?"
            hint = f"name the deck first, or write `deck/{ident}`"
            raise TemplateFault("unknown-card", message, word=ident, hint=hint)
        cards = self.list_cards(self.deck(deck))
        if ident not in cards:
            hint = did_you_mean(ident, cards, what="card")
            message = f"the deck `{deck}` has no card `{ident}`"
            raise self.fault(deck, "unknown-card", message, ident, hint)
        return cards[ident]

    def field(self, deck: str, ident: str, name: str) -> Any:
        card = self.find(self.deck(deck).name, str(ident))
        return self.values([card], self.deck(deck), str(name))[0]

    # --- numbers ---------------------------------------------------------------------

    def count(self, deck: str = "", where: str = "") -> int:
        """Cards, copies counted; of all decks, if none is named."""
        if not deck:
            return sum(one.total for one in self.decks.values())
        return sum(card.copies for card in self.where(self.deck(deck), where))

    def sum(self, deck: str, name: str, *idents: str) -> int | float:
        """The sum of a field over named cards, or over all, copies counted."""
        found = self.deck(deck)
        cards = [self.find(deck, str(ident)) for ident in idents]
        numbers = self.numbers(cards or list(found.cards), found, name)
        if cards:
            return sum(numbers)
        return sum(n * c.copies for n, c in zip(numbers, found.cards, strict=True))

    def keep(self, name: str, number: int | float) -> int | float:
        """A number, remembered by a name for the expressions that follow."""
        if isinstance(number, bool) or not isinstance(number, int | float):
            message = f"`{name}` is to keep a number, not `{number}`"
            raise TemplateFault("template-value", message, word="keep", hint=_SAMPLES["keep"])
        if name in self.named_numbers and self.named_numbers[name] != number:
            message = f"`{name}` is kept already, as {self.named_numbers[name]}"
            raise TemplateFault("template-value", message, word=str(name), hint="take another name")
        self.named_numbers[str(name)] = number
        return number

    def total_kept(self, *names: str) -> int | float:
        """The sum of numbers that expressions above have kept."""
        for name in names:
            if name not in self.named_numbers:
                hint = did_you_mean(str(name), self.named_numbers, what="name")
                message = f"no expression above keeps `{name}`"
                raise TemplateFault("undefined-name", message, word=str(name), hint=hint)
        return sum(self.named_numbers[name] for name in names)

    def least(self, deck: str, name: str, where: str = "") -> int | float:
        found = self.deck(deck)
        return min(self.numbers(self.where(found, where), found, name), default=0)

    def most(self, deck: str, name: str, where: str = "") -> int | float:
        found = self.deck(deck)
        return max(self.numbers(self.where(found, where), found, name), default=0)

    def numbers(self, cards: Sequence[BoundCard], deck: BoundDeck, name: str) -> list[int | float]:
        values = self.values(cards, deck, name)
        for value in values:
            if isinstance(value, bool) or not isinstance(value, int | float):
                message = f"`{name}` is no number on every card of `{deck.name}`"
                hint = "take a field that holds numbers, or one such as `points or 0`"
                raise self.fault(deck.name, "template-value", message, name, hint)
        return values

    def where(self, deck: BoundDeck, expression: str) -> list[BoundCard]:
        if not expression:
            return list(deck.cards)
        held = self.values(deck.cards, deck, expression)
        return [card for card, holds in zip(deck.cards, held, strict=True) if holds]

    def list_cards(self, deck: BoundDeck) -> Mapping[str, BoundCard]:
        """The cards of a deck by id."""
        if deck.name not in self.cards:
            self.cards[deck.name] = {card.id: card for card in deck.cards}
        return self.cards[deck.name]

    def list_fields(self, deck: BoundDeck) -> frozenset[str]:
        """The fields that any card of a deck has."""
        if deck.name not in self.fields:
            self.fields[deck.name] = frozenset(name for card in deck.cards for name in card.values)
        return self.fields[deck.name]

    def values(self, cards: Iterable[BoundCard], deck: BoundDeck, expression: str) -> list[Any]:
        """The value of an expression for each card."""
        known = self.list_fields(deck)
        names = syntax.find_names(str(expression), expression=True)
        names |= find_hidden_names(str(expression))
        self.asked.setdefault(deck.name, set()).update(names)
        every = {*known, *self.constants}
        unknown = syntax.find_unknown_names(str(expression), every, expression=True)
        if unknown:
            hint = suggest_name(unknown[0], known, source=str(expression))
            message = f"no card of the deck `{deck.name}` has a field `{unknown[0]}`"
            raise self.fault(deck.name, "undefined-name", message, unknown[0], hint)
        try:
            constants = {name: v for name, v in self.constants.items() if name not in known}
            return [
                template.evaluate(str(expression), {**constants, **card.values}) for card in cards
            ]
        except TemplateFault as fault:
            raise self.fault(deck.name, fault.code, str(fault), fault.word, fault.hint) from None

    # --- tables ----------------------------------------------------------------------

    def table(  # noqa: PLR0913 - what an author may write
        self,
        deck: str | CompositionTable,
        *,
        by: str = "",
        counts: str | list[str] | None = None,
        columns: str | list[str] = "",
        head: str | list[str] = "",
        where: str = "",
        across: int = 1,
        caption: str = "",
    ) -> CardTable:
        """Cards by the value of an expression, or some fields of each card."""
        if isinstance(deck, CompositionTable):
            rows = [[column_title(name), str(one.total)] for name, one in self.decks.items()]
            return make_table(rows, column_heads(head, ("Deck", "Cards")), across, caption)
        found = self.deck(deck)
        cards = self.where(found, where)
        if bool(by) == bool(columns):
            message = "a table counts cards `by` a field, or shows `columns` of them"
            hint = f"write it as in {_SAMPLES['table']}"
            raise TemplateFault("template-value", message, word="table", hint=hint)
        if by:
            columns_of = [counts] if isinstance(counts, str) else counts or [""]
            held = [self.counted(cards, found, by, where) for where in columns_of]
            values = dict.fromkeys(value for column in held for value in column)
            rows = [
                [value, *(cell_text(column[value] or "") for column in held)] for value in values
            ]
            heads = [column_title(by), *(column_title(where) or "Cards" for where in columns_of)]
            return make_table(rows, column_heads(head, tuple(heads)), across, caption)
        names = column_names(columns)
        cards = [card for card in cards if card.copy == 1]
        cells = [[cell_text(v) for v in self.values(cards, found, name)] for name in names]
        rows = [list(row) for row in zip(*cells, strict=True)]
        return make_table(
            rows, column_heads(head, tuple(map(column_title, names))), across, caption
        )

    def counted(
        self, cards: Sequence[BoundCard], deck: BoundDeck, by: str, where: str = ""
    ) -> Counter[str]:
        """Cards by the value of an expression, of those for which another one holds."""
        counts: Counter[str] = Counter()
        held = self.values(cards, deck, where) if where else [True] * len(cards)
        for card, value, holds in zip(cards, self.values(cards, deck, by), held, strict=True):
            if value not in (None, ""):
                counts[cell_text(value)] += card.copies if holds else 0
        return counts


def _side(card: BoundCard, side: str) -> BoundFace:
    face = {"front": card.front, "back": card.back}.get(str(side))
    if face is None:
        message = f"`{card.deck}/{card.id}` has no side `{side}`"
        raise TemplateFault("template-value", message, word=str(side), hint="write front or back")
    return face


def _length(text: str) -> Length | None:
    if not text:
        return None
    try:
        length = parse_length(str(text))
    except LengthError as error:
        raise TemplateFault("bad-length", str(error), word=str(text), hint=error.hint) from None
    if length.ems or length.points + length.share <= 0:
        message = f"`{text}` is no width"
        raise TemplateFault("bad-length", message, word=str(text), hint="write `30mm` or `50%`")
    return length


def _contents(*, depth: int = 2) -> ContentsList:
    return ContentsList(depth)
