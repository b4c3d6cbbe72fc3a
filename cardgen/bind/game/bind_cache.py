"""Cards bound before, for a process that binds the same game again and again.

In      a row as it was read, what else its card depends on; what names mean.
Out     the `BoundCard` of last time, if nothing of that has changed; of a card whose other side has
        another layout now, the face that is as it was.

A card is kept only if nothing was found wrong with it, told on another card or not: a finding has
to be made again, with its place. The places in a kept card are right, because rows that moved in
their file are bound anew, or recalled as another process bound them, and so are all cards when
entries of the layouts moved.
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct, field
from msgspec.structs import replace

from cardgen.bind.booklet.kept_texts import KeptTexts
from cardgen.bind.bound_faces import BoundCard
from cardgen.bind.card.look_ups import Noted
from cardgen.bind.game.card_keys import CardKey
from cardgen.bind.kept.named_values import NamedValues
from cardgen.bind.pictures import PictureStore
from cardgen.read.tables.cards import CardSpec


class RememberedCard(Struct, frozen=True):
    """A card that was bound before."""

    key: CardKey
    card: Noted[BoundCard | None]
    meaning: bytes
    """What stands for all that its names meant."""


class BindCache(Struct):
    """The cards of the last run, and the pictures that they show."""

    pictures: PictureStore = field(default_factory=PictureStore)
    keeps: bool = True
    """Whether there will be a next run to remember cards for."""
    texts: KeptTexts = field(default_factory=KeptTexts)
    """The texts of booklets."""
    faultless: bool = True
    """Whether nothing was wrong with any card that was bound."""
    _last: dict[bytes, RememberedCard] = field(default_factory=dict)
    """By what stands for its row."""
    _now: dict[bytes, RememberedCard] = field(default_factory=dict)
    _values: NamedValues | None = None

    def begin(self, shared_key: bytes, values: NamedValues) -> None:
        """A new run: what the last one did not use is dropped.

        Args:
            shared_key: What stands for what all cards and booklets share.
            values: What names mean in this run.
        """
        self._last, self._now, self._values = self._now, {}, values
        self.texts.begin(shared_key + values.make_whole_key() if self.keeps else b"")

    def forget_cards(self) -> None:
        """Bind all cards anew: places in layouts moved."""
        self._last, self._now = {}, {}

    def make_key(self, key: CardKey, card: CardSpec) -> CardKey:
        """The key of a row's card here: its places are as they were, and what it changes in
        layouts looks at all styles and pieces."""
        every = self._values.make_whole_key() if card.changes and self._values else b""
        return replace(key, row=key.row + card.line_digest + every)

    def card(
        self,
        key: CardKey,
        bind: Callable[[RememberedCard | None], Noted[BoundCard | None]],
    ) -> Noted[BoundCard | None]:
        """The card of a row: the one of last time, or what `bind` makes.

        Args:
            key: Stands for the row, and for what else its card depends on beside names.
            bind: Makes the card; given that of last time, if the layout of a side is all that it
                may differ in.
        """
        values = self._values
        if not self.keeps or values is None:
            return bind(None)
        found = self._last.get(key.row)
        if found is not None and found.meaning != values.make_key(found.card.names):
            found = None
        if found is None or found.key != key:
            card = bind(found)
            if card.value is None or card.is_faulty:
                return card
            found = RememberedCard(key, card, values.make_key(card.names))
        self._now[key.row] = found
        return found.card
