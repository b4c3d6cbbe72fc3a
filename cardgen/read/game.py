"""Read a whole game: `game.yaml`, its card tables, layouts and composition.

In      a `Game` of the workspace.
Out     `GameSpec`: shapes and types are valid, names still unresolved.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeVar

from cardgen.diagnostics import Finding, Report, Span
from cardgen.read.cards import CardSpec, read_cards
from cardgen.read.model import DeckComposition, DeckSpec, GameFile, LayoutsFile, Spec
from cardgen.read.validate import validated
from cardgen.read.yaml_tree import Mapping as MappingNode
from cardgen.read.yaml_tree import find, read_yaml
from cardgen.workspace import Game, UnreadableError

GAME_FILE = "game.yaml"
COMPOSITION_FILE = "composition.yaml"

S = TypeVar("S", bound=Spec)


@dataclass(frozen=True, slots=True)
class CompositionSpec:
    """`composition.yaml`: what each deck must hold."""

    decks: Mapping[str, DeckComposition]
    node: MappingNode


@dataclass(frozen=True, slots=True)
class GameSpec:
    """A game as it was written: valid in form, nothing looked up yet."""

    file: GameFile
    layouts: LayoutsFile
    cards: Mapping[str, tuple[CardSpec, ...]]
    composition: CompositionSpec | None

    @property
    def decks(self) -> Mapping[str, DeckSpec]:
        return self.file.decks


def read_game(game: Game, report: Report) -> GameSpec:
    """Read all files of a game.

    Raises:
        PhaseError: there were errors; all that could be seen are in the report.
    """
    file = _read_file(game, GAME_FILE, GameFile, report, None)
    layouts_name, layouts_span = _named(game, "layouts", "layouts.yaml")
    layouts = _read_file(game, layouts_name, LayoutsFile, report, layouts_span)
    cards = _read_decks(game, file.decks, report) if file else {}
    composition = _read_composition(game, file, report)
    report.stop_on_errors()
    assert file is not None
    assert layouts is not None
    return GameSpec(file, layouts, cards, composition)


def _named(game: Game, key: str, default: str) -> tuple[str, Span | None]:
    """A file name out of `game.yaml`, even if the rest of it is faulty."""
    try:
        root, _ = read_yaml(game.text(GAME_FILE), GAME_FILE)
    except UnreadableError:
        return default, None
    node = find(root, key)
    return (getattr(node, "text", "") or default, node.span) if node else (default, None)


def _text(game: Game, path: str, report: Report, span: Span | None) -> str | None:
    try:
        return game.text(path)
    except UnreadableError as error:
        place = span or Span(path, 1, 1, 2)
        hint = "make the file, or name another" if "exist" in error.reason else ""
        report.add(Finding("unreadable-file", f"`{path}` {error.reason}", place, hint=hint))
        return None


def _read_file(
    game: Game, path: str, model: type[S], report: Report, span: Span | None
) -> S | None:
    text = _text(game, path, report, span)
    if text is None:
        return None
    root, findings = read_yaml(text, path)
    report.extend(findings)
    return validated(root, model, report) if root else None


def _read_decks(
    game: Game, decks: Mapping[str, DeckSpec], report: Report
) -> dict[str, tuple[CardSpec, ...]]:
    cards = {}
    for name, deck in decks.items():
        text = _text(game, deck.cards, report, deck.place("cards"))
        rows = read_cards(text, deck.cards, deck.fields, report) if text is not None else []
        cards[name] = tuple(rows)
    return cards


def _read_composition(game: Game, file: GameFile | None, report: Report) -> CompositionSpec | None:
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
    decks: dict[str, DeckComposition] | None = validated(root, dict[str, DeckComposition], report)
    if decks is None or not isinstance(root, MappingNode):
        return None
    return CompositionSpec(decks, root)
