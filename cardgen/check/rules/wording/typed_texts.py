"""The texts of cards as they were typed, and those among them in which a rule may find a fault.

In      the rows of a game.
Out     `TypedText`s, deck by deck.

A rule that looks at each text by itself finds nothing in most. Which rows may have a fault is
kept from one run to the next, some rows together: after an edit the others are not read through.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from msgspec import Struct

from cardgen.cache.content_key import make_record_key
from cardgen.check.engine.subject import Subject
from cardgen.core.findings import Span
from cardgen.read.syntax.nodes import Node, ScalarNode, SequenceNode
from cardgen.read.tables.cards import CardSpec

_ROWS = 8
"""Rows of a deck about which one result is kept; of one with more than 512 rows twice as many,
with more than 1,024 four times: keys take time too."""


class TypedText(Struct, frozen=True):
    """A text of a card, as it was typed. `label` is what findings call the card."""

    deck: str
    field: str
    card: CardSpec
    label: str
    scalar: ScalarNode

    @property
    def text(self) -> str:
        return self.scalar.text


def list_typed_texts(subject: Subject) -> Iterator[TypedText]:
    """Every text that stands in a field of a card, deck by deck."""
    labels = subject.share(_label_cards)
    for deck, cards in subject.spec.cards.items():
        yield from _list_texts(deck, cards, labels)


def _label_cards(subject: Subject) -> Mapping[Span, str]:
    return {
        card.span: f"{deck.name}/{card.id}"
        for deck in subject.bound.decks
        for card in reversed(deck.cards)  # of copies that differ, the first gives its name
    }


def _list_texts(
    deck: str, cards: Iterable[CardSpec], labels: Mapping[Span, str]
) -> Iterator[TypedText]:
    for card in cards:
        label = labels.get(card.span, deck)
        for name, value in card.values.items():
            if isinstance(value, str | list):
                for scalar in scalars_below(card.node.value(name)):
                    yield TypedText(deck, name, card, label, scalar)


def scalars_below(node: Node | None) -> Iterator[ScalarNode]:
    """A text, or the texts of a list."""
    if isinstance(node, ScalarNode):
        yield node
    elif isinstance(node, SequenceNode):
        for item in node.items:
            yield from scalars_below(item)


# --- texts that may have a fault -----------------------------------------------------------


class _RowGroup(Struct, frozen=True):
    """Some rows that follow each other, and what stands for all that is in them."""

    deck: str
    cards: Sequence[CardSpec]
    key: bytes


def list_doubtful_texts(
    subject: Subject, rule: str, may_fault: Callable[[TypedText], bool], context: object = ()
) -> Iterator[TypedText]:
    """The texts of rows in which a rule may find a fault, as `list_typed_texts` gives them.

    Args:
        subject: The game.
        rule: The rule's name.
        may_fault: Whether the rule may find something in a text; it looks at the text, its deck and
            field, and at what `context` says.
        context: What else it depends on, as plain data.
    """
    labels = subject.share(_label_cards)
    for rows in subject.share(_list_rows):
        key = make_record_key("doubtful texts", rule, context, rows.key)
        found = subject.kept.get(key)
        if not _are_numbers(found, len(rows.cards)):
            found = [
                number
                for number, card in enumerate(rows.cards)
                if any(map(may_fault, _list_texts(rows.deck, (card,), labels)))
            ]
            subject.kept.put(key, found)
        yield from _list_texts(rows.deck, (rows.cards[number] for number in found), labels)


def _are_numbers(found: object, count: int) -> bool:
    """Whether what was kept are numbers of rows."""
    return isinstance(found, list) and all(
        type(number) is int and 0 <= number < count for number in found
    )


def _list_rows(subject: Subject) -> Sequence[_RowGroup]:
    return [
        _RowGroup(
            deck, cards, make_record_key(deck, [(card.digest, card.values) for card in cards])
        )
        for deck, every in subject.spec.cards.items()
        for cards in _divide(every)
    ]


def _divide(cards: Sequence[CardSpec]) -> Iterator[Sequence[CardSpec]]:
    rows = _ROWS << min(2, (len(cards) // 513).bit_length())
    for start in range(0, len(cards), rows):
        yield cards[start : start + rows]
