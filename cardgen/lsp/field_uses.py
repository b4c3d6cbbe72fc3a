"""Names in the fields of YAML that take names.

In      the tree of `game.yaml` or of layouts, as it was read.
Out     `Use`s; names that are nowhere declared among them.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from cardgen.lsp.uses import Use
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
    "ground": "color",
    "from": "color",
    "to": "color",
    "font": "font",
    "fallback": "font",
    "icon": "icon",
    "style": "style",
    "piece": "piece",
    "front": "layout",
    "back": "layout",
    "cover": "layout",
    "back-cover": "layout",
    "background": "layout",
    "layout": "layout",
    **dict.fromkeys(("left", "right", "top", "bottom", "flaps"), "layout"),
    "size": "size",
    "deck": "deck",
    "holds": "deck",
    "like": "size",
}
"""Fields that take a name, and its kind. `extends` takes one of the kind it stands in."""
VALUES_TAKE = {"palette": "color", "recolor": "color"}
"""Mappings whose values are names."""
DATA = frozenset(("vars", "fields", "defaults", "distinct", "targets", "hyphenation", "order"))
"""Parts of `game.yaml` in which keys are the designer's, or a target's, own: `defaults: {color: 3}`
is what stands in a column."""
GIVEN = frozenset(("takes", "params", "with"))
"""Parts of layouts in which keys are parameters (`lsp.parameter_uses`)."""
SHOWN = ("cards", "card")
"""Fields that take cards: `beasts/fox`, a deck, or `beasts back`."""
_FACE = re.compile(r" (?=(?:(?:bold|italic) ?)+\Z)")
"""What parts a font from its face: `text bold italic`."""
_SHARE = re.compile(r"\s*/\s*[\d.]+\s*%\Z")
"""How much of a color there is: `sea / 50%`."""


def list_declared(node: Node | None, kind: str) -> Iterator[Use]:
    """The keys of a mapping that declares names."""
    if isinstance(node, MappingNode):
        for name, (key, _) in node.entries.items():
            yield Use(kind, name, key.span, is_declared=True)


def list_aliases(root: Node | None) -> Iterator[Use]:
    """The other names of icons."""
    for icon in _list_values(find(root, "icons")):
        aliases = find(icon, "aliases")
        for one in aliases.items if isinstance(aliases, SequenceNode) else (aliases,):
            if isinstance(one, ScalarNode) and one.text:
                yield Use("icon", one.text, one.span, is_declared=True)


def _list_values(node: Node | None) -> list[Node]:
    return [value for _, value in node.entries.values()] if isinstance(node, MappingNode) else []


def list_used(node: Node | None, left_out: Collection[str], kind: str = "") -> Iterator[Use]:
    """Names in the fields below a node.

    Args:
        node: The root of a file, or what stands below it.
        left_out: Keys below which fields are others.
        kind: Of the declarations that the node stands in, if it does.
    """
    if isinstance(node, SequenceNode):
        for item in node.items:
            yield from list_used(item, left_out, kind)
    if not isinstance(node, MappingNode):
        return
    for key, (_, value) in node.entries.items():
        if key in left_out or (key == "cards" and kind == "deck"):  # files
            continue
        taken = kind if key == "extends" else TAKES.get(key, "")
        yield from _list_taken(value, taken, is_shown=key in SHOWN)
        if key in VALUES_TAKE and isinstance(value, MappingNode):
            for one in _list_values(value):
                yield from _list_taken(one, VALUES_TAKE[key], is_shown=False)
        if not isinstance(value, ScalarNode):
            inner = DECLARED.get(key, kind) if not kind or key in DECLARED else kind
            yield from list_used(value, left_out, kind if taken else inner)


def _list_taken(value: Node, kind: str, *, is_shown: bool) -> Iterator[Use]:
    """The name or names that a field of a kind holds, or the cards that it shows."""
    items = value.items if isinstance(value, SequenceNode) else (value,)
    for one in items:
        if isinstance(one, ScalarNode) and "{" not in one.text:
            if kind:
                yield find_name(one, kind)
            if is_shown:
                yield from list_shown(one)


def find_name(scalar: ScalarNode, kind: str) -> Use:
    """The name in a text: of a font without its face, of a color without its share."""
    text = scalar.text
    name = {"font": _FACE.split(text)[0], "color": _SHARE.sub("", text)}.get(kind, text)
    return Use(kind, name, scalar.span if name == text else scalar.part(0, len(name)))


def list_shown(node: Node | None) -> Iterator[Use]:
    """The deck and the card that a text such as `beasts/fox` names."""
    if not isinstance(node, ScalarNode):
        return
    first, slash, second = node.text.partition("/")
    if slash:
        yield Use("deck", first, node.part(0, len(first)))
        yield Use("card", node.text, node.part(len(first) + 1, len(second)), text=second)
    else:
        deck = node.text.split(" ")[0]
        yield Use("deck", deck, node.part(0, len(deck)))
