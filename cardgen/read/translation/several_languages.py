"""What cards say in the languages of a game's editions, for cards that show several.

In      the cards of each language.
Out     their values, by the place of their row, which is the same in all editions: what
        `{{ languages.de.rule }}` finds.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from cardgen.core.findings import Span
from cardgen.read.syntax.nodes import MappingNode, Node, ScalarNode, SequenceNode
from cardgen.read.tables.cards import CardSpec

LANGUAGES = "languages"
"""What templates call them."""
TRANSLATION_CODES = frozenset((
    "untranslated", "stale-translation", "translation-placeholder", "bad-translation-file",
    "unreadable-file",
))  # fmt: skip
"""What is wrong with a language that another edition prints too."""

CardsByLanguage = Mapping[str, Mapping[tuple[str, Span], Mapping[str, Any]]]


def values_by_place(
    cards: Mapping[str, Sequence[CardSpec]],
) -> Mapping[tuple[str, Span], Mapping[str, Any]]:
    """The values of each card, by its deck and the place of its row."""
    return {(deck, card.span): card.values for deck, own in cards.items() for card in own}


def languages_of(languages: CardsByLanguage, deck: str, card: CardSpec) -> dict[str, Any]:
    """What one card says, by language; nothing in those that leave it out."""
    key = deck, card.span
    return {language: dict(cards.get(key, {})) for language, cards in languages.items()}


def mentions(node: Node | None, name: str) -> bool:
    """Whether a template below a node may use a name."""
    if isinstance(node, ScalarNode):
        return f"{name}." in node.text or f"{name}[" in node.text
    if isinstance(node, SequenceNode):
        return any(mentions(item, name) for item in node.items)
    if isinstance(node, MappingNode):
        return any(mentions(value, name) for _, value in node.entries.values())
    return False
