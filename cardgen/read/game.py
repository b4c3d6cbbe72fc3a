"""Read a whole game: `game.yaml`, its card tables, layouts and composition.

In      a `GameFiles` of the workspace.
Out     `GameSpec`: shapes and types are valid, names still unresolved.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TypeVar

from msgspec import Struct, field

from cardgen.core.findings import ANY, Finding, Report, Span
from cardgen.files.game_files import GameFiles, UnreadableError
from cardgen.read.computed_fields import compute_fields, read_constants
from cardgen.read.models.game_file import DeckComposition, DeckSpec, GameFile
from cardgen.read.models.layouts import LayoutsFile
from cardgen.read.models.record import Spec
from cardgen.read.syntax.nodes import MappingNode, Node, ScalarNode, find
from cardgen.read.syntax.yaml_tree import read_yaml
from cardgen.read.tables.cards import CardSpec, Value
from cardgen.read.tables.deck import DeckRows, read_deck
from cardgen.read.validate import salvage_node

GAME_FILE = "game.yaml"
COMPOSITION_FILE = "composition.yaml"

NO_SETTINGS: Mapping[str, str] = {}

S = TypeVar("S", bound=Spec)


class CompositionSpec(Struct, frozen=True):
    """`composition.yaml`: what each deck must hold."""

    decks: Mapping[str, DeckComposition]
    node: MappingNode
    game: DeckComposition | None = None
    """What all decks together must hold."""


class GameSpec(Struct, frozen=True):
    """A game as it was written: valid in form, nothing looked up yet.

    Where the report holds errors, faulty entries are left out, so that later phases can
    find what else is wrong. `unread` are decks whose cards could not be read.
    """

    file: GameFile
    layouts: LayoutsFile
    cards: Mapping[str, tuple[CardSpec, ...]]
    composition: CompositionSpec | None
    unread: frozenset[str] = frozenset()
    tables: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The files that each deck's cards were read from."""
    constants: Mapping[str, Value] = field(default_factory=dict)
    """What expressions know by name on every card."""

    @property
    def decks(self) -> Mapping[str, DeckSpec]:
        return self.file.decks


def read_game(
    game: GameFiles, report: Report, settings: Mapping[str, str] = NO_SETTINGS
) -> GameSpec | None:
    """Read all files of a game; what is wrong is in the report.

    Args:
        game: Its files.
        report: Takes the findings.
        settings: Constants of the game that are set anew, by name.

    Returns:
        The game, as far as it could be read; None if not even its decks are known.

    Raises:
        SettingError: the game has no constant of that name.
    """
    file, root = _read_file(game, GAME_FILE, GameFile, report, None)
    name, place = _named(root, "layouts", "layouts.yaml")
    layouts, layouts_root = _read_file(game, name, LayoutsFile, report, place)
    _note_lost(report, root, "fonts", "font", file.fonts if file else ())
    _note_lost(report, root, "palette", "color", file.palette if file else ())
    _note_lost(report, root, "icons", "icon", file.icons if file else ())
    _note_lost(report, root, "decks", "deck", file.decks if file else ())
    _note_lost(report, layouts_root, "styles", "style", layouts.styles if layouts else ())
    if layouts is not None:
        _note_lost(report, layouts_root, "layouts", "layout", layouts.layouts)
    elif file is not None:
        report.lost |= {("layout", ANY), ("style", ANY)}
    rows = _read_decks(game, file.decks, report) if file else {}
    composition = _read_composition(game, file, report)
    if file is None:
        return None
    layouts = layouts or LayoutsFile.model_construct(styles={}, layouts={})
    cards = {name: deck.cards for name, deck in rows.items()}
    unread = frozenset(name for name, deck in rows.items() if not deck.whole)
    tables = {name: deck.files for name, deck in rows.items()}
    constants = read_constants(file, settings, report)
    computed = compute_fields(file, cards, constants, report)
    return GameSpec(file, layouts, computed, composition, unread, tables, constants)


def _note_lost(
    report: Report, root: Node | None, key: str, what: str, kept: Collection[str]
) -> None:
    """Names that were declared, but whose declaration is at fault."""
    declared = find(root, key)
    if isinstance(declared, MappingNode):
        report.lost |= {(what, name) for name in declared.entries if name not in kept}
    elif declared is not None:
        report.lost.add((what, ANY))


def _named(root: Node | None, key: str, default: str) -> tuple[str, Span | None]:
    """A file name out of `game.yaml`, even if the rest of it is faulty."""
    node = find(root, key)
    return (node.text, node.span) if isinstance(node, ScalarNode) and node.text else (default, None)


def _text(game: GameFiles, path: str, report: Report, span: Span | None) -> str | None:
    try:
        return game.text(path)
    except UnreadableError as error:
        place = span or Span(path, 1, 1, 2)
        hint = "make the file, or name another" if "exist" in error.reason else ""
        if "UTF-8" in error.reason:
            hint = "save it as UTF-8; editors ask for the encoding when they save"
        report.add(Finding("unreadable-file", f"`{path}` {error.reason}", place, hint=hint))
        return None


def _read_file(
    game: GameFiles, path: str, model: type[S], report: Report, span: Span | None
) -> tuple[S | None, Node | None]:
    """The file as a model, and its root node."""
    text = _text(game, path, report, span)
    if text is None:
        return None, None
    root, findings = read_yaml(text, path)
    report.extend(findings)
    if root is None:
        return None, None
    value: S | None = salvage_node(root, model, report)
    return value, root


def _read_decks(
    game: GameFiles, decks: Mapping[str, DeckSpec], report: Report
) -> dict[str, DeckRows]:
    """The cards of each deck."""
    return {name: read_deck(deck, game, report) for name, deck in decks.items()}


def _read_composition(
    game: GameFiles, file: GameFile | None, report: Report
) -> CompositionSpec | None:
    path = (file.composition if file else None) or COMPOSITION_FILE
    named = file is not None and file.composition is not None
    if not named and not game.exists(path):
        return None
    text = _text(game, path, report, file.place("composition") if file and named else None)
    if text is None:
        return None
    root, findings = read_yaml(text, path)
    report.extend(findings)
    if root is None:
        return None
    decks: dict[str, DeckComposition] | None = salvage_node(
        root, dict[str, DeckComposition], report
    )
    if decks is None or not isinstance(root, MappingNode):
        return None
    over_all = None if file and "game" in file.decks else decks.pop("game", None)
    return CompositionSpec(decks, root, over_all)
