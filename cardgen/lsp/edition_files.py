"""The files that editions name: of what kind each is, and what editions make of the layouts.

In      a game as it was read without its editions.
Out     kinds of files; trees of layouts and compositions.
"""

from __future__ import annotations

from collections.abc import Iterator
from fnmatch import fnmatchcase

from cardgen.core.findings import Report, Span
from cardgen.files.game_files import UnreadableError
from cardgen.lsp.uses import Use
from cardgen.pipeline.checked_game import Checked
from cardgen.read.editions.merging import merge_layouts
from cardgen.read.game import GameSpec
from cardgen.read.layout_files import read_layout_files
from cardgen.read.syntax.nodes import MappingNode, Node, ScalarNode, SequenceNode, find
from cardgen.read.syntax.yaml_tree import read_yaml


def find_edition_kind(checked: Checked, file: str) -> str:
    """The kind of a file that an edition names, or whose layouts include it, as
    `OpenDocument.kind` has it; "" of others."""
    kinds = list(_list_kinds(checked.spec))
    named = (kind for path, kind in kinds if path == file or fnmatchcase(file, path))
    if found := next(named, ""):
        return found
    layouts = [path for path, kind in kinds if kind == "layouts"]
    includes = file.endswith((".yaml", ".yml")) and any(
        file in _read_layouts(checked, path)[1] for path in layouts
    )
    return "layouts" if includes else ""


def list_edition_texts(spec: GameSpec) -> list[str]:
    """The files that editions name whose words are printed, or stand for such."""
    found = [path for path, kind in _list_kinds(spec) if kind != "glossary"]
    return list(dict.fromkeys(found))


def _list_kinds(spec: GameSpec) -> Iterator[tuple[str, str]]:
    for name, edition in spec.file.editions.items():
        node = find(spec.file.node, "editions", name)
        yield from ((path, "layouts") for path in edition.layouts)
        yield from ((path, "composition") for path in edition.composition)
        yield from ((path, "corrections") for path in edition.corrections)
        yield from ((path, "translation") for path in edition.translation)
        for deck, fields in list_entries(find(node, "decks")):
            yield from ((path, f"cards:{deck}") for path in _list_tables(find(fields, "cards")))
        for _, booklet in list_entries(find(node, "booklets")):
            text = find(booklet, "text")
            if isinstance(text, ScalarNode):
                yield text.text, "booklet"


def _list_tables(cards: Node | None) -> Iterator[str]:
    """The files, or patterns, that `cards:` of a deck names."""
    if isinstance(cards, ScalarNode):
        yield cards.text.partition("#")[0]
    for one in cards.items if isinstance(cards, SequenceNode) else ():
        yield from _list_tables(one)
    if isinstance(cards, MappingNode):
        yield from _list_tables(cards.value("file"))


def find_declared(checked: Checked, field: str, use: Use) -> Node | None:
    """What a name of `game.yaml` stands for: where it is declared at its place, that; else what
    the game says, or the first edition that does."""
    root = checked.spec.file.node
    parts = [root, *(edition for _, edition in list_entries(find(root, "editions")))]
    named = [find(part, field) for part in parts]
    entries = [
        one.entries[use.name]
        for one in named
        if isinstance(one, MappingNode) and use.name in one.entries
    ]
    here = (value for key, value in entries if key.span == use.span)
    return next(here, entries[0][1] if entries else None)


def list_edition_layouts(checked: Checked) -> list[Node]:
    """The layouts that each edition with files of its own makes of the game's."""
    found: list[Node] = []
    for edition in checked.spec.file.editions.values():
        whole = checked.spec.layouts.node
        for path in edition.layouts:
            above, _ = _read_layouts(checked, path)
            if isinstance(above, MappingNode):
                whole = merge_layouts(whole, above) if isinstance(whole, MappingNode) else above
        if edition.layouts and whole is not None:
            found.append(whole)
    return found


def _read_layouts(checked: Checked, path: str) -> tuple[Node | None, frozenset[str]]:
    """The root of a file of layouts with what it includes, and which files these are."""

    def read_own(own: str, _place: Span | None) -> Node | None:
        return read_tree(checked, own)

    return read_layout_files([(path, None)], checked.game, read_own, Report())


def list_edition_compositions(checked: Checked) -> list[Node]:
    """What editions lay over the composition."""
    editions = checked.spec.file.editions.values()
    files = dict.fromkeys(path for edition in editions for path in edition.composition)
    return [root for path in files if (root := read_tree(checked, path)) is not None]


def read_text(checked: Checked, file: str) -> str | None:
    """The text of a file of the game, or of one that games share; None if it cannot be read."""
    game = checked.game
    try:
        return game.shared_text(file) if file.startswith("../") else game.text(file)
    except UnreadableError:
        return None


def read_tree(checked: Checked, file: str) -> Node | None:
    """The root of a file; None if it cannot be read."""
    text = read_text(checked, file)
    return None if text is None else read_yaml(text, file)[0]


def list_entries(node: Node | None) -> list[tuple[str, Node]]:
    """The keys of a mapping, with what stands under each; of any other node none."""
    entries = node.entries.items() if isinstance(node, MappingNode) else ()
    return [(name, value) for name, (_, value) in entries]
