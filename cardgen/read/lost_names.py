"""Names that a game declares with a fault: who uses them is not told that they are not there.

In      the trees of `game.yaml` and the layouts, what of them is sound.
Out     `Report.lost`; fields that count as declared.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from cardgen.core.findings import ANY, Report
from cardgen.read.models.game_file import DeckSpec, GameFile
from cardgen.read.models.layouts import PieceSpec
from cardgen.read.models.tables import FieldSpec
from cardgen.read.syntax.nodes import MappingNode, Node, ScalarNode, SequenceNode, find


def note_lost_entries(report: Report, root: Node | None, file: GameFile | None) -> None:
    """What `game.yaml` declares, but with a fault."""
    note_lost(report, root, "fonts", "font", file.fonts if file else ())
    note_lost(report, root, "palette", "color", file.palette if file else ())
    note_lost(report, root, "icons", "icon", file.icons if file else ())
    note_lost(report, root, "decks", "deck", file.decks if file else ())
    for name, deck in file.decks.items() if file else ():
        _declare_lost_fields(find(root, "decks", name, "fields"), deck)


def _declare_lost_fields(declared: Node | None, deck: DeckSpec) -> None:
    """Let the fields of a deck that are declared with a fault be texts, so that nobody is told
    that there are no such fields."""
    if isinstance(declared, MappingNode):
        for name in declared.entries.keys() - deck.fields.keys():
            deck.fields[name] = FieldSpec.model_validate({})


def declare_lost_parameters(root: Node | None, pieces: Mapping[str, PieceSpec]) -> None:
    """Let the parameters of a piece that are declared with a fault have a default, so that nobody
    is told that it takes no such parameters: `takes: [a, b]`."""
    for name, piece in pieces.items():
        for key in ("takes", "params"):
            declared = find(root, "pieces", name, key)
            for one in _list_names(declared) - piece.takes.keys() - piece.params.keys():
                piece.takes[one] = ""


def _list_names(declared: Node | None) -> set[str]:
    if isinstance(declared, MappingNode):
        return set(declared.entries)
    items = declared.items if isinstance(declared, SequenceNode) else [declared]
    return {one.text for one in items if isinstance(one, ScalarNode) and one.text}


def note_lost(
    report: Report, root: Node | None, key: str, what: str, kept: Collection[str]
) -> None:
    """Names that were declared, but whose declaration is at fault."""
    declared = find(root, key)
    if isinstance(declared, MappingNode):
        report.lost |= {(what, name) for name in declared.entries if name not in kept}
    elif declared is not None or _is_misnamed(report, root, key):
        report.lost.add((what, ANY))


def _is_misnamed(report: Report, root: Node | None, key: str) -> bool:
    """Whether the names stand below a key that is a slip for the right one: `icon:`."""
    if not isinstance(root, MappingNode):
        return False
    keys = {name.span for name, _ in root.entries.values()}
    return any(
        one.code == "unknown-field" and one.span in keys and f"`{key}`" in one.hint
        for one in report.findings
    )
