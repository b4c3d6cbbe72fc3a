"""What cards and booklets take of `game.yaml` and of the layouts, as keys.

In      a game as it was read; a deck or a booklet, and the layouts that it takes.
Out     a key of what all of them share; a key of what one takes beside it.
Not here  styles, pieces, colors, icons: those that are looked up (`bind.kept.named_values`).

An edit of another deck, of a box, of a layout that no card takes leaves both as they are. Bound
elements know where they were written in the layouts, so places there are part of a key, as far as
they are places in a style, a piece, a layout, an edition (`core.entry_lines`); of other entries of
`game.yaml` nothing that is kept knows where they were.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from cardgen.cache.content_key import make_record_key
from cardgen.core.findings import Finding, Report
from cardgen.read.credits import print_credits
from cardgen.read.file_trees import GAME_FILE
from cardgen.read.game import GameSpec
from cardgen.read.models.booklets import BookletSpec
from cardgen.read.models.game_file import DeckSpec
from cardgen.read.models.layouts import LayoutSpec
from cardgen.read.syntax.nodes import MappingNode, Node, ScalarNode

_UNSHARED = frozenset(
    (
        "decks", "boxes", "booklets", "showcase", "editions", "checks", "distinct", "order",
        "build", "targets", "layouts", "composition", "palette", "icons",
    )
)  # fmt: skip
"""Entries of `game.yaml` of which nothing reaches cards and booklets, or what has a key of its
own."""
_SIDES = frozenset(("front", "back"))


def make_shared_key(spec: GameSpec, report: Report) -> bytes:
    """Return what stands for what all cards and booklets of a game share: fonts, constants. Where
    there are errors in definitions, these too: what they made the reader leave out is not looked
    up in detail."""
    file = spec.file.node
    entries = {
        name: leave_places(entry[1])
        for name, entry in (file.entries.items() if file else ())
        if name not in _UNSHARED
    }
    templated = any(style.templates for style in spec.layouts.styles.values())
    errors = [(one.code, one.message, one.span) for one in _list_errors(spec, report)]
    return make_record_key(entries, templated, spec.constants, print_credits(spec.credits), errors)


def _list_errors(spec: GameSpec, report: Report) -> Iterator[Finding]:
    """What is wrong with definitions, as far as it has been found."""
    files = {GAME_FILE, *spec.layout_files}
    for one in report.findings:
        if one.severity == "error" and (one.span is None or one.span.path in files):
            yield one


def make_deck_key(deck: DeckSpec) -> bytes:
    """Return what stands for a deck's own definitions, but for the layouts of its cards."""
    written = leave_places(deck.node) or {}
    return make_record_key({name: value for name, value in written.items() if name not in _SIDES})


def make_layout_key(source: str, layouts: Mapping[str, LayoutSpec]) -> bytes:
    """Return what stands for one side's layout: for all layouts, where a template names that of a
    card."""
    names = sorted(layouts) if "{" in source else (source,)
    return make_record_key(source, _list_taken(names, layouts))


def make_booklet_key(booklet: BookletSpec, layouts: Mapping[str, LayoutSpec]) -> bytes:
    """Return what stands for a booklet's own definitions."""
    names = (booklet.cover, booklet.back_cover, booklet.background)
    return _make_key(booklet.node, names, layouts)


def _make_key(
    node: MappingNode | None, names: Iterable[str], layouts: Mapping[str, LayoutSpec]
) -> bytes:
    return make_record_key(leave_places(node), _list_taken(names, layouts))


def _list_taken(names: Iterable[str], layouts: Mapping[str, LayoutSpec]) -> list[Node | None]:
    return [layouts[name].node for name in names if name in layouts]


def leave_places(node: Node | None) -> Any:
    """What was written, wherever it was."""
    if isinstance(node, MappingNode):
        return {key: leave_places(value) for key, (_, value) in node.entries.items()}
    if isinstance(node, ScalarNode):
        return node.text, node.plain
    return [leave_places(item) for item in node.items] if node is not None else None
