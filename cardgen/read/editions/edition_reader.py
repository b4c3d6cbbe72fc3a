"""A game's files as one of its editions has them.

In      trees of YAML and rows, as the game has them; the edition's own files.
Out     the same trees and rows with what the edition changes.
Not here  reading the game's files (`read.game`), which edition is meant (`GameFiles.edition`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from msgspec import Struct

from cardgen.core.findings import Report
from cardgen.files.game_files import GameFiles
from cardgen.read.editions.corrections import Corrections, read_corrections
from cardgen.read.editions.merging import (
    compose,
    edition_chain,
    keep_decks,
    merge_game,
    merge_layouts,
    scalars,
)
from cardgen.read.editions.row_changes import (
    Cards,
    change_rows,
    name_cards,
    number_changes,
)
from cardgen.read.models.game_file import GameFile
from cardgen.read.syntax.nodes import MappingNode, Node, ScalarNode, find
from cardgen.read.tables.cards import Value

ReadTree = Callable[[ScalarNode], Node | None]
"""Reads a YAML file that an edition names."""


Compute = Callable[[Cards], Cards]


class ChangedCards(Struct, frozen=True):
    """Cards as an edition has them."""

    cards: Cards
    composed: Cards | None = None
    """As the composition speaks of them; None if the edition changes nothing."""


class EditionReader(Struct, frozen=True):
    """An edition while its game is read; one without `chain` changes nothing."""

    files: GameFiles
    report: Report
    root: Node | None
    """The root of `game.yaml` without the edition."""
    read_tree: ReadTree
    chain: tuple[str, ...] = ()
    """The names of the editions that are laid over the game, one over the other."""

    def paths(self, key: str) -> list[ScalarNode]:
        """The files that the edition names under a key of its own."""
        return [one for name in self.chain for one in self.own(name, key)]

    def own(self, name: str, key: str) -> list[ScalarNode]:
        return scalars(find(self.root, "editions", name, key))

    @property
    def left_out(self) -> frozenset[str]:
        """Names of decks that the edition has not."""
        names = {one.text for one in self.paths("without")}
        decks = find(self.root, "decks")
        return frozenset(names & decks.entries.keys() if isinstance(decks, MappingNode) else ())

    def game(self) -> Node | None:
        """The root of `game.yaml`."""
        if not self.chain or not isinstance(self.root, MappingNode):
            return self.root
        return merge_game(self.root, self.chain, self.report)

    def layouts(self, root: Node | None) -> Node | None:
        """The root of the layouts."""
        for path in self.paths("layouts"):
            above = self.read_tree(path)
            if isinstance(root, MappingNode) and isinstance(above, MappingNode):
                root = merge_layouts(root, above)
        return root

    def composition(self, root: Node | None) -> Node | None:
        """The root of the composition."""
        for path in self.paths("composition"):
            above = self.read_tree(path)
            if isinstance(above, MappingNode):
                root = compose(root, above) if isinstance(root, MappingNode) else above
        if isinstance(root, MappingNode) and self.left_out:
            root = keep_decks(root, self.left_out)
        return root

    def cards(
        self, file: GameFile, cards: Cards, constants: Mapping[str, Value], compute: Compute
    ) -> ChangedCards:
        """The cards with the edition's corrections. `compute` works out computed fields, of which
        ids may be made."""
        paths = self.paths("corrections")
        if not paths:
            return ChangedCards(cards)
        corrections = read_corrections(self.files, paths, self.report)
        named = name_cards(file, compute(cards), constants)
        found = Corrections(file, named, self.left_out, self.report)
        found.look_up(corrections)
        changed = change_rows(file, cards, named, found.changes, self.report)
        numbers = number_changes(file, found.changes)
        return ChangedCards(changed, change_rows(file, cards, named, numbers, Report()))


def open_edition(
    files: GameFiles, root: Node | None, read_tree: ReadTree, report: Report
) -> EditionReader | None:
    """The edition that is meant; None, and a finding, if the game has none of that name."""
    if not files.edition:
        return EditionReader(files, report, root, read_tree)
    chain = edition_chain(root, files.edition, report)
    return None if chain is None else EditionReader(files, report, root, read_tree, chain)
