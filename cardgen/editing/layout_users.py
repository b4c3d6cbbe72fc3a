"""Whom a change of a layout affects: the cards that show an element or take from a style.

In      a bound game, the places of elements.
Out     numbers of printed cards.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from msgspec import Struct, field

from cardgen.bind.bound_elements import BoundElement
from cardgen.bind.bound_faces import BoundCard, BoundFace
from cardgen.bind.game.bound_game import BoundGame
from cardgen.core.findings import Span
from cardgen.editing.element_options import ElementOption, LayoutSource
from cardgen.read.models.drawn_elements import TextElement
from cardgen.read.models.styles import StyleSpec
from cardgen.read.syntax.nodes import MappingNode, Node, ScalarNode, SequenceNode


class LayoutUsers(Struct):
    """Counts the cards of one game; what each face shows is looked up once."""

    game: BoundGame
    source: LayoutSource
    _places: dict[int, frozenset[int]] = field(default_factory=dict)
    """Numbers of the elements on a face, by the identity of what it shows."""
    _same: dict[frozenset[int], frozenset[int]] = field(default_factory=dict)
    """Faces of one layout have the same elements: one set for all of them."""
    _numbers: dict[Span, int] = field(default_factory=dict)
    _counts: dict[frozenset[int], int] = field(default_factory=dict)

    def count_cards(self, places: Collection[Span]) -> int:
        """Return how many printed cards show one of some elements."""
        wanted = self._number(places)
        if wanted not in self._counts:
            cards = (card for deck in self.game.decks for card in deck.cards)
            self._counts[wanted] = sum(card.copies for card in cards if self._shows(card, wanted))
        return self._counts[wanted]

    def find_takers(self, option: ElementOption) -> list[Span]:
        """Return the elements that take an option from the style in which it stands."""
        return [
            element.span
            for element in self.source.iterate_all()
            if isinstance(element, TextElement) and self._takes(element, option)
        ]

    def _takes(self, element: TextElement, option: ElementOption) -> bool:
        if element.node is None or option.key in element.node.entries:
            return False
        if not isinstance(element.style, str):
            return element.style is not None  # a template, which may name any
        return self._stands_in(self.source.styles.get(element.style), option)

    @staticmethod
    def _stands_in(style: StyleSpec | None, option: ElementOption) -> bool:
        key = style.node.key(option.key) if style and style.node else None
        return key is not None and key.span == option.place

    def count_other_faces(self, places: Collection[Span]) -> int:
        """Return how many panels of boxes and covers of booklets show one of some elements."""
        wanted = self._number(places)
        panels = [panel.face for box in self.game.boxes for panel in box.panels]
        covers = [face for booklet in self.game.booklets for face in booklet.faces]
        return sum(not wanted.isdisjoint(self._list(face)) for face in (*panels, *covers))

    def list_texts(self, option: ElementOption) -> list[Span]:
        """Return where booklets and sell sheets name styles that have an option."""
        names = {name for name, s in self.source.styles.items() if self._stands_in(s, option)}
        named = iterate_named_styles(self.source.spec.file.node)
        return [scalar.span for scalar in named if scalar.text in names]

    def _shows(self, card: BoundCard, wanted: frozenset[int]) -> bool:
        faces = (card.front, card.back)
        return any(face is not None and not wanted.isdisjoint(self._list(face)) for face in faces)

    def _list(self, face: BoundFace) -> frozenset[int]:
        known = self._places.get(id(face.drawn))
        if known is None:
            found = self._number(element.span for element in iterate_bound(face.body.elements))
            known = self._places[id(face.drawn)] = self._same.setdefault(found, found)
        return known

    def _number(self, places: Iterable[Span]) -> frozenset[int]:
        numbers = self._numbers
        return frozenset(numbers.setdefault(place, len(numbers)) for place in places)


def iterate_bound(elements: Iterable[BoundElement]) -> Iterator[BoundElement]:
    """Bound elements, and all that are in them."""
    for element in elements:
        yield element
        yield from iterate_bound(element.held)


def iterate_named_styles(node: Node | None) -> Iterator[ScalarNode]:
    """The names of styles that `game.yaml` gives under `styles:`."""
    if isinstance(node, SequenceNode):
        for item in node.items:
            yield from iterate_named_styles(item)
    elif isinstance(node, MappingNode):
        for key, (_, value) in node.entries.items():
            if key == "styles" and isinstance(value, MappingNode):
                yield from (own for _, own in value.entries.values() if isinstance(own, ScalarNode))
            else:
                yield from iterate_named_styles(value)
