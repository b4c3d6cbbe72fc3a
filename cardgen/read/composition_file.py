"""What a composition has at its top: decks, and names of fields that belong elsewhere.

In      the tree of composition.yaml, the names of the game's decks.
Out     the tree without what is no deck but a field, each reported with where it belongs.
Not here  names that are neither (`check.rules.composition.deck_counts`).
"""

from __future__ import annotations

from collections.abc import Collection

from cardgen.core.findings import Finding, Report
from cardgen.read.field_homes import find_home
from cardgen.read.models.game_file import DeckComposition, GameFile
from cardgen.read.syntax.nodes import MappingNode, Node

OVER_ALL = "game"
"""The entry that is about all decks together."""
_OF_DECK = DeckComposition.model_fields.keys()


def leave_out_fields(root: Node, decks: Collection[str], report: Report) -> Node:
    """Report each name that is a field of some file, and no deck."""
    if not isinstance(root, MappingNode):
        return root
    homes = {
        name: find_composition_home(name, decks)
        for name, (_, value) in root.entries.items()
        if not (name in (*decks, OVER_ALL) or report.is_lost("deck", name) or _is_of_deck(value))
    }
    for name, hint in homes.items():
        if hint:
            place = root.entries[name][0].span
            message = f"`{name}` is no deck of the game"
            report.add(Finding("unknown-deck", message, place, hint=hint))
    kept = {name: entry for name, entry in root.entries.items() if not homes.get(name)}
    return root if len(kept) == len(root.entries) else MappingNode(root.span, kept)


def find_composition_home(name: str, decks: Collection[str]) -> str:
    """A hint on a field that stands where decks are named; empty for other names."""
    deck = next(iter(decks), "deck")
    if name in _OF_DECK:
        return f"`{name}` belongs below the name of a deck: `{deck}: {{{name}: …}}`"
    if name == "decks":
        return f"decks stand here by their names, without `decks:` above: `{deck}: {{total: …}}`"
    return find_home(name, GameFile) or (
        f"`{name}` belongs in game.yaml" if name in GameFile.model_fields else ""
    )


def _is_of_deck(value: Node) -> bool:
    """Whether a value is what a deck must contain."""
    return isinstance(value, MappingNode) and value.entries.keys() <= _OF_DECK
