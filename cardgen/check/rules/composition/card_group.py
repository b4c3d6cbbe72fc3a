"""Cards that a composition describes: those of one deck, or of all decks together.

In      cards, and what `composition.yaml` wants of them.
Out     `CardGroup`, which evaluates a field or an expression for each of its cards, and the
        words that findings share.
Not here  what is wanted (`field_values`, `kind_counts`, `equal_rows`).

A field that is wanted may be an expression (`"letter in ['a', 'e']"`), evaluated for each
card; a field that a card lacks is empty. A list is each of its items.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Mapping, Sequence
from typing import Any, Protocol

from msgspec import Struct

from cardgen.core.findings import Finding, Note, Span
from cardgen.expressions import syntax, template
from cardgen.expressions.faults import TemplateFault
from cardgen.expressions.foreign_words import suggest_name
from cardgen.read.tables.cards import CardSpec


class WantedCards(Protocol):
    """What a composition wants of some cards: see `read.models.game_file.DeckComposition`."""

    @property
    def span(self) -> Span: ...

    def place(self, *path: str | int) -> Span: ...


class ValueRow(Struct, frozen=True):
    """A card with the value that is asked for."""

    card: CardSpec
    value: Any

    @property
    def text(self) -> str:
        return tell_value(self.value)

    def list_texts(self, listed: Container[str] = ()) -> list[str]:
        """What is counted of the value: it, or each item of a list once; nothing if it is empty.

        Args:
            listed: The values that a composition lists.
        """
        if isinstance(self.value, str):
            return [self.value] if self.value else []
        every = self.value if isinstance(self.value, list) else [self.value]
        return [text for text in dict.fromkeys(tell_value(one, listed) for one in every) if text]


class CardGroup(Struct, frozen=True):
    """Some cards, what findings call them, and what is wanted of them."""

    name: str
    cards: Sequence[CardSpec]
    wanted: WantedCards
    constants: Mapping[str, Any] = {}

    def part(self, name: str, none: Any) -> Any:
        return getattr(self.wanted, name, None) or none

    @property
    def total(self) -> int:
        return sum(card.copies for card in self.cards)

    def evaluate(self, expression: str, place: Span) -> tuple[list[ValueRow], list[Finding]]:
        """Each card with the value of a field or expression, or why there is none."""
        try:
            return evaluate_cards(self.name, self.cards, expression, self.constants), []
        except TemplateFault as fault:
            return [], [Finding(fault.code, str(fault), place, hint=fault.hint)]

    def select_cards(
        self, expression: str, place: Span
    ) -> tuple[list[CardSpec] | None, list[Finding]]:
        """The cards for which an expression holds."""
        rows, findings = self.evaluate(expression, place)
        return (None if findings else [row.card for row in rows if row.value]), findings


def evaluate_cards(
    name: str, cards: Sequence[CardSpec], expression: str, constants: Mapping[str, Any]
) -> list[ValueRow]:
    """Each card with the value of a field or expression.

    Raises:
        TemplateFault: it cannot be worked out, or names what no card has.
    """
    columns = {column for card in cards for column in card.values}
    if expression in columns:
        return [ValueRow(card, card.values.get(expression)) for card in cards]
    known = {*columns, *constants, "copies", "id"}
    unknown = syntax.find_unknown_names(expression, known, expression=True)
    if unknown:
        message = f"no card of {describe_group(name)} has a field `{unknown[0]}`"
        hint = suggest_name(unknown[0], known, source=expression)
        raise TemplateFault("undefined-name", message, hint=hint)
    empty: dict[str, Any] = {**constants, **dict.fromkeys(columns)}
    return [
        ValueRow(card, template.evaluate(expression, empty | _card_values(card))) for card in cards
    ]


def _card_values(card: CardSpec) -> dict[str, Any]:
    return {"copies": card.copies, "id": card.id, **card.values}


def tell_value(value: Any, listed: Container[str] = ()) -> str:
    """A value as it is typed; a yes or no as `true` or `false`, or as `True` and `False` where one
    of these is listed. Nothing, and a list or mapping without entries, is empty."""
    if value is None or value in ([], {}):
        return ""
    if isinstance(value, list):
        return ", ".join(map(_tell_typed, value))
    if isinstance(value, dict):
        return _tell_typed(value)
    lower = isinstance(value, bool) and "True" not in listed and "False" not in listed
    return str(value).lower() if lower else str(value)


def _tell_typed(value: Any) -> str:
    """A list or mapping within another as it is typed."""
    if isinstance(value, list):
        return f"[{', '.join(map(_tell_typed, value))}]"
    if isinstance(value, dict):
        return f"{{{', '.join(f'{key}: {_tell_typed(one)}' for key, one in value.items())}}}"
    return "" if value is None else str(value)


def describe_group(deck: str) -> str:
    return "the game" if deck == GAME else f"the deck `{deck}`"


def list_places(cards: Sequence[CardSpec]) -> str:
    """Where cards stand, for a note: a long run is cut short."""
    files: dict[str, list[str]] = defaultdict(list)
    for card in cards:
        files[card.span.file].append(str(card.span.line))
    shown = [
        f"{file}, line{'s' * (len(lines) > 1)} {', '.join(lines[:12])}{', …' * (len(lines) > 12)}"
        for file, lines in files.items()
    ]
    return "; ".join(shown) or "none"


def note_composition(place: Span) -> Note:
    return Note("the composition asks for it", place)


def report_turned_round(code: str, bounds: str, place: Span) -> Finding:
    """That nothing can be between bounds of which the greatest was typed first; `bounds` is what
    to write."""
    hint = f"write the least first: `{bounds}`"
    return Finding(code, "nothing is between these bounds: they are turned round", place, hint=hint)


GAME = "game"
