"""Names whose very words matter, which have the capitals of no language.

In      the decks of a game, the root of its layouts; its pieces.
Out     computed fields and parameters that layouts compare, or name pictures, colors and styles by.
Not here  what is printed alone, and has the capitals of its language (`expressions.letter_case`).

A card's `{{ kind|lower }}` may be computed once for `when: key == 'item'` and for `{{ key }}.svg`:
in Turkish, too.
"""

from __future__ import annotations

from collections.abc import Mapping

from cardgen.expressions.language_functions import changes_case
from cardgen.expressions.printed_words import compared_names
from cardgen.read.models.game_file import GameFile
from cardgen.read.models.layouts import PieceSpec
from cardgen.read.syntax.nodes import MappingNode, Node, ScalarNode, find
from cardgen.read.translation.fixed_texts import (
    key_names,
    keyed_parameters,
    names_of,
    printed_parameters,
    read_layout_names,
)


def find_needed_fields(file: GameFile, layouts: Node | None) -> frozenset[str]:
    """The computed fields that make capitals or small letters, and are needed word for word.

    Args:
        file: The game.
        layouts: The root of its layouts.
    """
    decks = file.decks.values()
    computed = {
        name: spec.value for deck in decks for name, spec in deck.fields.items() if spec.value
    }
    if not any(map(changes_case, computed.values())):
        return frozenset()
    named = [text for deck in decks for text in (deck.front, deck.back, deck.tab, deck.id)]
    needed = read_layout_names(layouts).needed.union(
        *map(compared_names, computed.values()), *map(names_of, named)
    )
    return needed & computed.keys()


def find_needed_parameters(pieces: Mapping[str, PieceSpec]) -> Mapping[str, frozenset[str]]:
    """By piece, the parameters that it needs word for word, by itself or through other pieces."""
    nodes = {name: spec.node for name, spec in pieces.items() if spec.node is not None}
    if not nodes:
        return {}
    keyed = {name: (ScalarNode(node.span, name, True), node) for name, node in nodes.items()}
    span = next(iter(nodes.values())).span
    entries = {"pieces": (ScalarNode(span, "pieces", True), MappingNode(span, {**keyed}))}
    root = MappingNode(span, {**entries})
    printed = printed_parameters(root)
    needed = keyed_parameters(root, printed)
    return {name: key_names(find(node, "draw"), printed, needed) for name, node in nodes.items()}
