"""Lay an edition over a game: trees of YAML in, a tree of YAML out.

In      the root of `game.yaml`, of layouts or of a composition; what is laid over it.
Out     the same with the edition's entries, each with the place where it was written.
Not here  what the entries mean (`read.models`), corrected rows (`read.editions.corrections`).

Mappings are merged entry by entry, everything else is replaced. A font, an icon, a size, a color
and a constant is replaced whole: what is left of another would be surprising. `checks` follow
those of the game.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from cardgen.core.findings import Finding, Report, Span, did_you_mean
from cardgen.read.models.editions import OWN_KEYS, WHOLE_ENTRIES
from cardgen.read.syntax.nodes import MappingNode, Node, ScalarNode, SequenceNode, find

ALL = "all"
"""Asks for the game as it is, and for every edition."""
LEFT_OUT = ("decks", "boxes", "booklets")
"""Parts of which `without` takes entries."""
_NEEDED = {"decks": ("deck", "cards"), "boxes": ("box", "panels"), "booklets": ("booklet", "text")}
"""What an entry of each is called, and the field that none can do without."""


def edition_names(root: Node | None) -> tuple[str, ...]:
    """The editions that a game has, in the order in which they are written."""
    declared = find(root, "editions")
    return tuple(declared.entries) if isinstance(declared, MappingNode) else ()


def edition_chain(root: Node | None, name: str, report: Report) -> tuple[str, ...] | None:
    """The editions that an edition is made of: those that it extends, then itself.

    Returns:
        Their names, each once; None, and a finding, where there is no such edition or, with one
        already, no game.
    """
    known = edition_names(root)
    if root is None and report.count("error"):
        return None
    if name not in known:
        place = find(root, "editions")
        span = place.span if place else Span("game.yaml", 1, 1, 2)
        hint = did_you_mean(name, known, what="edition")
        message = f"the game has no edition `{name}`"
        report.add(Finding("unknown-edition", message, span, hint=hint))
        return None
    chain: list[str] = []
    _add_to_chain(root, name, (), chain, report)
    return tuple(chain)


def _add_to_chain(
    root: Node | None, name: str, path: tuple[str, ...], chain: list[str], report: Report
) -> None:
    known = edition_names(root)
    for each in scalars(find(root, "editions", name, "extends")):
        if each.text in (*path, name):
            way = " → ".join((*path, name, each.text))
            message = f"this edition extends itself: {way}"
            report.add(Finding("circular-edition", message, each.span))
        elif each.text not in known:
            hint = did_you_mean(each.text, known, what="edition")
            message = f"the game has no edition `{each.text}`"
            report.add(Finding("unknown-edition", message, each.span, hint=hint))
        elif each.text not in chain:
            _add_to_chain(root, each.text, (*path, name), chain, report)
    if name not in chain:
        chain.append(name)


def scalars(node: Node | None) -> list[ScalarNode]:
    """The texts of a value that is a word or a list of words."""
    if isinstance(node, ScalarNode):
        return [node] if node.text else []
    items = node.items if isinstance(node, SequenceNode) else []
    return [item for item in items if isinstance(item, ScalarNode)]


def merge_game(root: MappingNode, chain: Sequence[str], report: Report) -> MappingNode:
    """The root of `game.yaml` as an edition has it."""
    merged = root
    for name in chain:
        edition = find(root, "editions", name)
        if isinstance(edition, MappingNode):
            merged = _with_edition(merged, edition, report)
    return merged


def _with_edition(root: MappingNode, edition: MappingNode, report: Report) -> MappingNode:
    entries = dict(root.entries)
    for key, (typed, value) in edition.entries.items():
        if key in OWN_KEYS:
            continue
        below = root.value(key)
        if key in _NEEDED and isinstance(value, MappingNode):
            value = _known(root, key, value, report)
        if key in WHOLE_ENTRIES and isinstance(below, MappingNode):
            if isinstance(value, MappingNode):
                entries[key] = (typed, MappingNode(below.span, {**below.entries, **value.entries}))
        elif key == "checks" and isinstance(below, SequenceNode):
            if isinstance(value, SequenceNode):
                entries[key] = (typed, SequenceNode(below.span, [*below.items, *value.items]))
        else:
            entries[key] = (typed, merge_nodes(below, value))
    left_out = scalars(edition.value("without"))
    return _without(MappingNode(root.span, entries), left_out, report)


def _known(root: MappingNode, part: str, above: MappingNode, report: Report) -> MappingNode:
    """The entries that add a deck, box or booklet, or change one that is there."""
    known, (what, needed) = _names(root.value(part)), _NEEDED[part]
    editions = (find(root, "editions", name) for name in edition_names(root))
    left_out = {word.text for one in editions for word in scalars(find(one, "without"))}
    kept = {}
    for name, (typed, value) in above.entries.items():
        whole = not isinstance(value, MappingNode) or needed in value.entries
        if whole or name in known:
            kept[name] = typed, value
            continue
        message = f"there is no {what} `{name}` to change"
        hint = did_you_mean(name, known, what=what) if known else ""
        hint = hint if hint.endswith("?") else f"{hint}; a new one needs `{needed}:`".lstrip("; ")
        if name in left_out:
            hint = "this edition starts from one that leaves it out"
        report.add(Finding("unknown-deck", message, typed.span, hint=hint))
    return MappingNode(above.span, kept)


def merge_nodes(below: Node | None, above: Node) -> Node:
    """What `above` makes of `below`: of two mappings their entries, else what is above."""
    if not (isinstance(below, MappingNode) and isinstance(above, MappingNode)):
        return above
    entries = dict(below.entries)
    for key, (typed, value) in above.entries.items():
        entries[key] = (typed, merge_nodes(below.value(key), value))
    return MappingNode(below.span, entries)


def merge_layouts(root: MappingNode, above: MappingNode) -> MappingNode:
    """The root of a layouts file with the styles, pieces and layouts of another."""
    entries = dict(root.entries)
    for part, (typed, value) in above.entries.items():
        below = root.value(part)
        if isinstance(below, MappingNode) and isinstance(value, MappingNode):
            value = MappingNode(below.span, {**below.entries, **value.entries})
            typed = root.entries[part][0]
        entries[part] = (typed, value)
    return MappingNode(root.span, entries)


def _without(root: MappingNode, names: Iterable[ScalarNode], report: Report) -> MappingNode:
    """A game without some of its decks, boxes and booklets."""
    left_out = _list_left_out(root, list(names), report)
    if not left_out:
        return root
    decks = left_out & set(_names(root.value("decks")))
    entries = dict(root.entries)
    for part in LEFT_OUT:
        if part in entries:
            entries[part] = (entries[part][0], _pruned(entries[part][1], left_out))
    if "distinct" in entries:
        entries["distinct"] = (entries["distinct"][0], _pruned(entries["distinct"][1], decks))
    checks = root.value("checks")
    if isinstance(checks, SequenceNode):
        items = [item for item in checks.items if not _is_about(item, left_out)]
        entries["checks"] = (entries["checks"][0], SequenceNode(checks.span, items))
    boxes = root.value("boxes")
    if isinstance(boxes, MappingNode):
        boxes = _pruned(boxes, left_out)
        entries["boxes"] = (entries["boxes"][0], _unpacked(boxes, decks))
    showcase = root.value("showcase")
    if isinstance(showcase, MappingNode):
        entries["showcase"] = (entries["showcase"][0], _without_scenes(showcase, left_out))
    return MappingNode(root.span, entries)


def _list_left_out(root: MappingNode, words: Sequence[ScalarNode], report: Report) -> set[str]:
    """The names of what is left out; none where no deck would stay."""
    left_out = {word.text for word in words}
    known = {name for part in LEFT_OUT for name in _names(root.value(part))}
    for word in words:
        if word.text not in known:
            hint = did_you_mean(word.text, known, what="deck")
            message = f"there is no deck, box or booklet `{word.text}` to leave out"
            report.add(Finding("unknown-deck", message, word.span, hint=hint))
    decks = {*_names(root.value("decks"))}
    if decks and decks <= left_out:
        message = "this edition leaves out all decks"
        hint = "keep one of them, or add another under `decks:`"
        report.add(Finding("unknown-deck", message, words[0].span, hint=hint))
        return set()
    return left_out


def _without_scenes(showcase: MappingNode, left_out: Collection[str]) -> MappingNode:
    """A showcase without the scenes of what is left out; sell sheets lose their picture."""
    gone = {name for name, (_, scene) in showcase.entries.items() if _shows(scene, left_out)}
    kept = {}
    for name, (typed, scene) in showcase.entries.items():
        picture = find(scene, "picture")
        if isinstance(scene, MappingNode) and isinstance(picture, ScalarNode):
            scene = _pruned(scene, {"picture"} if picture.text in gone else set())
        if name not in gone:
            kept[name] = typed, scene
    return MappingNode(showcase.span, kept)


def _shows(scene: Node, names: Collection[str]) -> bool:
    """Whether a scene names a deck, a card of it, or a box."""
    cards, box = find(scene, "cards"), find(scene, "box")
    items = cards.items if isinstance(cards, SequenceNode) else [cards, box]
    typed = [node.text for node in (*items, box) if isinstance(node, ScalarNode)]
    return any(text.partition(" ")[0].partition("/")[0] in names for text in typed)


def _names(node: Node | None) -> tuple[str, ...]:
    return tuple(node.entries) if isinstance(node, MappingNode) else ()


def _pruned(node: Node, names: Collection[str]) -> Node:
    if not isinstance(node, MappingNode):
        return node
    kept = {name: entry for name, entry in node.entries.items() if name not in names}
    return MappingNode(node.span, kept)


def _is_about(level: Node, names: Collection[str]) -> bool:
    """Whether an entry of `checks:` speaks of something that is left out."""
    deck, card = find(level, "deck"), find(level, "card")
    return (isinstance(deck, ScalarNode) and deck.text in names) or (
        isinstance(card, ScalarNode) and card.text.partition("/")[0] in names
    )


def _unpacked(boxes: Node, decks: Collection[str]) -> Node:
    """Boxes that hold no deck that is left out."""
    if not isinstance(boxes, MappingNode):
        return boxes
    made = {}
    for name, (typed, box) in boxes.entries.items():
        holds = find(box, "holds")
        if isinstance(box, MappingNode) and isinstance(holds, SequenceNode):
            items = [
                item
                for item in holds.items
                if not (isinstance(item, ScalarNode) and item.text in decks)
            ]
            rest = SequenceNode(holds.span, items)
            box = MappingNode(box.span, {**box.entries, "holds": (box.entries["holds"][0], rest)})
        made[name] = (typed, box)
    return MappingNode(boxes.span, made)


def compose(below: MappingNode, above: MappingNode) -> MappingNode:
    """A composition with another laid over it."""
    merged = merge_nodes(below, above)
    assert isinstance(merged, MappingNode)
    return merged


def keep_decks(composition: MappingNode, left_out: Collection[str]) -> MappingNode:
    """A composition that says nothing of the decks that are left out."""
    kept = {name: one for name, one in composition.entries.items() if name not in left_out}
    return MappingNode(composition.span, kept)
