"""Names that a game declares, and where each is used.

In      the files of a game, as they were read.
Out     `Use`s: a name, its kind, its place, whether it is declared there.

A name is used where a field that takes such names holds it, plainly and whole: what a template
works out is left to the checks.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from cardgen.core.findings import Span
from cardgen.pipeline.inspection import Checked
from cardgen.read.syntax.nodes import MappingNode, Node, ScalarNode, SequenceNode, find

DECLARED = {
    "palette": "color",
    "fonts": "font",
    "icons": "icon",
    "decks": "deck",
    "sizes": "size",
    "styles": "style",
    "pieces": "piece",
    "layouts": "layout",
}
"""Mappings whose keys are names, and the kind of these."""
TAKES = {
    "color": "color",
    "fill": "color",
    "stroke": "color",
    "accent": "color",
    "from": "color",
    "to": "color",
    "font": "font",
    "icon": "icon",
    "style": "style",
    "piece": "piece",
    "front": "layout",
    "back": "layout",
    "cover": "layout",
    "back-cover": "layout",
    "background": "layout",
    "layout": "layout",
    "size": "size",
    "deck": "deck",
    "card": "card",
}
"""Fields that take a name, and its kind. `extends` takes one of the kind it stands in."""


class Use(Struct, frozen=True):
    """A name at a place."""

    kind: str
    name: str
    span: Span
    is_declared: bool = False


def list_uses(checked: Checked) -> list[Use]:
    """Every name of a game at every place, declarations first."""
    spec = checked.spec
    found: list[Use] = []
    for root in (spec.file.node, spec.layouts.node):
        for field, kind in DECLARED.items():
            found += _list_declared(find(root, field), kind)
    found += _list_cards(checked)
    known = {(use.kind, use.name) for use in found}
    for root in (spec.file.node, spec.layouts.node):
        found += [use for use in _list_used(root, "") if (use.kind, use.name) in known]
    if spec.composition is not None:
        decks = _list_declared(spec.composition.node, "deck")
        uses = (Use("deck", one.name, one.span) for one in decks)
        found += [use for use in uses if (use.kind, use.name) in known]
    return found


def _list_declared(node: Node | None, kind: str) -> Iterator[Use]:
    if isinstance(node, MappingNode):
        for name, (key, _) in node.entries.items():
            yield Use(kind, name, key.span, is_declared=True)


def _list_cards(checked: Checked) -> Iterator[Use]:
    for deck in checked.bound.decks:
        for card in deck.cards:
            yield Use("card", f"{deck.name}/{card.id}", card.span, is_declared=True)


def _list_used(node: Node | None, kind: str) -> Iterator[Use]:
    """Names in the fields below a node that stands in declarations of `kind`."""
    if isinstance(node, SequenceNode):
        for item in node.items:
            yield from _list_used(item, kind)
    if not isinstance(node, MappingNode):
        return
    for key, (_, value) in node.entries.items():
        taken = kind if key == "extends" else TAKES.get(key, "")
        if isinstance(value, ScalarNode):
            if taken and "{" not in value.text:
                yield Use(taken, value.text, value.span)
        elif taken and isinstance(value, SequenceNode):
            scalars = (one for one in value.items if isinstance(one, ScalarNode))
            yield from (Use(taken, one.text, one.span) for one in scalars)
            yield from _list_used(value, kind)
        else:
            inner = DECLARED.get(key, kind) if not kind or key in DECLARED else kind
            yield from _list_used(value, inner)
