"""A game with nothing left to look up: what `bind` makes of a `GameSpec`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import Struct, field
from msgspec.structs import replace

from cardgen.bind.booklet.bound_booklet import BoundBooklet
from cardgen.bind.bound_elements import BoundElement, PictureBox
from cardgen.bind.bound_faces import BoundDeck, BoundFace
from cardgen.bind.box.boxes import BoundBox
from cardgen.bind.pictures import PictureStore
from cardgen.bind.showcase.bound_scene import BoundScene
from cardgen.read.game import GameSpec
from cardgen.read.models.layouts import LayoutSpec
from cardgen.scene.items import Bitmap


def _bitmaps(item: BoundElement) -> Iterator[str]:
    """The keys of all bitmaps that an element shows."""
    if isinstance(item, PictureBox) and isinstance(item.bitmap, Bitmap):
        yield item.bitmap.key
    for child in item.held:
        yield from _bitmaps(child)


class BoundGame(Struct, frozen=True):
    """A game with nothing left to look up."""

    spec: GameSpec
    decks: tuple[BoundDeck, ...]
    pictures: PictureStore
    boxes: tuple[BoundBox, ...] = ()
    booklets: tuple[BoundBooklet, ...] = ()
    showcase: tuple[BoundScene, ...] = ()
    layouts: Mapping[str, LayoutSpec] = field(default_factory=dict)
    """Each layout with what it inherits."""

    @property
    def sell_sheets(self) -> tuple[BoundBooklet, ...]:
        """The texts of the showcase's sell sheets, each a booklet of one page."""
        return tuple(scene.sheet for scene in self.showcase if scene.sheet is not None)

    @property
    def has_booklets(self) -> bool:
        """Whether there are pages to lay out."""
        return bool(self.booklets or self.sell_sheets)

    @property
    def faces(self) -> tuple[BoundFace, ...]:
        """Every face once a card, fronts before backs; panels of boxes, covers of booklets."""
        cards = [card for deck in self.decks for card in deck.cards]
        backs = [card.back for card in cards if card.back]
        panels = [panel.face for box in self.boxes for panel in box.panels]
        own = [face for booklet in self.booklets for face in booklet.faces]
        return (*(card.front for card in cards), *backs, *panels, *own)

    def missing_pictures(self) -> tuple[str, ...]:
        """The paths of pictures that some face lacks, and that a placeholder stands for."""
        known = self.pictures.placeholders
        if not known:
            return ()
        keys = {key for face in self.faces for item in face.body.elements for key in _bitmaps(item)}
        return tuple(sorted(known[key] for key in keys & known.keys()))

    def printed(self) -> BoundGame:
        """The game without the cards of no copies: they are checked, and not printed."""
        if all(card.copies for deck in self.decks for card in deck.cards):
            return self
        decks = (
            replace(deck, cards=tuple(card for card in deck.cards if card.copies))
            for deck in self.decks
        )
        return replace(self, decks=tuple(deck for deck in decks if deck.cards))

    @property
    def total(self) -> int:
        return sum(deck.total for deck in self.decks)
