"""What a row's card depends on beside fonts, pictures and other files that are copied, as a key.

In      a row, the names that its deck uses; what stands for layouts, styles and all that is shared.
Out     a key: the card is as it was bound last time if it is the same, and so is either of its
        faces if the parts that speak of it are.
"""

from __future__ import annotations

from functools import cached_property

from msgspec import Struct

from cardgen.bind.game.card_values import CardValues, PrintedCard
from cardgen.bind.game.deck_names import DeckNames
from cardgen.bind.kept.definitions_key import make_deck_key, make_layout_key
from cardgen.cache.content_key import make_record_key
from cardgen.core.sizes import Size
from cardgen.read.deck_functions import DECK_FUNCTIONS
from cardgen.read.translation.several_languages import LANGUAGES, languages_of


class CardKey(Struct, frozen=True):
    """What stands for all that a card depends on."""

    row: bytes
    """The row, and what both faces take of tables and definitions."""
    front: bytes
    """The layouts that the front may have."""
    back: bytes

    @property
    def whole(self) -> bytes:
        return self.row + self.front + self.back


class CardKeys(Struct, dict=True):
    """Makes the keys of a deck's rows."""

    values: CardValues
    names: DeckNames
    game_key: bytes
    """What stands for what the cards of all decks share."""

    def make(self, printed: PrintedCard, size: Size) -> CardKey:
        """Return what stands for the row of a card, and for all else that it depends on in card
        tables, `game.yaml` and the layouts."""
        card = printed.card
        said = languages_of(self.values.spec.languages, self.values.name, card)
        parts = (
            self.shared_key, size, printed.ident, printed.copy, printed.copies,
            printed.slot if self.names.asks("slot") else 0,
            repr(said) if self.names.asks(LANGUAGES) else "",
            card.id, card.copies, card.digest, card.values,
        )  # fmt: skip
        return CardKey(make_record_key(parts), *self.sides)

    @cached_property
    def sides(self) -> tuple[bytes, bytes]:
        """What the fronts of all cards of the deck depend on, and what their backs do."""
        deck, layouts = self.values.deck, self.names.layouts
        return make_layout_key(deck.front, layouts), make_layout_key(deck.back, layouts)

    @cached_property
    def shared_key(self) -> bytes:
        """What all cards of the deck depend on."""
        total = self.values.total if self.names.asks("total") else 0
        digest = self.digest if self.names.asks(*DECK_FUNCTIONS) else b""
        own = make_deck_key(self.values.deck)
        columns = self.values.sorted_columns
        return make_record_key((self.values.name, columns, total, digest, self.game_key, own))

    @cached_property
    def digest(self) -> bytes:
        """What stands for all cards of all decks."""
        decks = self.values.spec.cards.items()
        every = [(name, card.copies, card.id, card.values) for name, deck in decks for card in deck]
        return make_record_key(every)
