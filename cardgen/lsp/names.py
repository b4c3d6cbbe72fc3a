"""Names that a game declares, and where each is used.

In      the files of a game, as they were read.
Out     `Use`s: a name, its kind, its place, whether it is declared there.

A name is used where a field that takes such names holds it, plainly and whole: what a template
works out is left to the checks.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from cardgen.core.file_lines import YAML_FILES, split_lines, strip_end
from cardgen.files.game_files import UnreadableError
from cardgen.lsp.parameter_uses import list_parameter_uses
from cardgen.lsp.text_uses import KnownNames, list_text_uses
from cardgen.lsp.translation_uses import PO_FILE, list_translation_uses, list_translations
from cardgen.lsp.uses import Use
from cardgen.pipeline.checked_game import Checked
from cardgen.read.game import COMPOSITION_FILE, GameSpec
from cardgen.read.syntax.nodes import MappingNode, Node, ScalarNode, SequenceNode, find
from cardgen.read.syntax.yaml_tree import read_yaml

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
SHOWN = ("cards", "card")
"""Fields that take cards: `beasts/fox`, a deck, or `beasts back`."""
_FACE = re.compile(r" (?=(?:(?:bold|italic) ?)+\Z)")
"""What parts a font from its face: `text bold italic`."""
TEXT_FILES = (".yaml", ".yml", ".csv", ".tsv", ".md")


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
    uses = (Use(one.kind, one.name, one.span) for one in _list_keys(spec))
    given = list_parameter_uses(spec.layouts.node, TAKES)
    corrected = _list_corrected(checked)
    found += [use for use in (*uses, *given, *corrected) if (use.kind, use.name) in known]
    found += _list_in_texts(checked, found)
    return list(dict.fromkeys(found))


def _list_in_texts(checked: Checked, declared: Iterable[Use]) -> Iterator[Use]:
    """Names in the words of cards, layouts and booklets."""
    names: dict[str, set[str]] = {}
    for use in declared:
        if use.is_declared:
            names.setdefault(use.kind, set()).add(use.name)
    cards: dict[str, set[str]] = {name: set() for name in names.get("deck", ())}
    for name in names.get("card", ()):
        deck, _, ident = name.partition("/")
        cards.setdefault(deck, set()).add(ident)
    known = KnownNames(names, cards)
    for file in (*list_text_files(checked), *list_translations(checked.spec)):
        try:
            text = checked.game.text(file)
        except UnreadableError:
            continue
        lines = [strip_end(line) for line in split_lines(text, file)]
        find_names = list_translation_uses if file.endswith(PO_FILE) else list_text_uses
        yield from find_names(lines, file, known)


def list_text_files(checked: Checked) -> list[str]:
    """The files of a game whose words cardgen sets, in YAML, CSV and Markdown."""
    spec = checked.spec
    tables = (name for files in spec.tables.values() for name in files)
    booklets = (booklet.text for booklet in spec.file.booklets.values())
    composition = spec.file.composition or COMPOSITION_FILE
    every = ("game.yaml", *spec.file.layouts, composition, *tables, *booklets)
    return [name for name in dict.fromkeys(every) if name.endswith(TEXT_FILES)]


def _list_keys(spec: GameSpec) -> Iterator[Use]:
    """Names that are keys elsewhere: of the composition, of what an edition changes, of values to
    tell apart; and the styles of booklets."""
    root = spec.file.node
    composition = spec.composition.node if spec.composition else None
    for node, kind in ((composition, "deck"), (find(root, "distinct"), "deck")):
        yield from _list_declared(node, kind)
    for edition in _list_values(find(root, "editions")):
        for field, kind in DECLARED.items():
            yield from _list_declared(find(edition, field), kind)
    for booklet in _list_values(find(root, "booklets")):
        for style in _list_values(find(booklet, "styles")):
            if isinstance(style, ScalarNode):
                yield Use("style", style.text, style.span)


def _list_corrected(checked: Checked) -> Iterator[Use]:
    """The cards that editions correct, in YAML."""
    editions = checked.spec.file.editions.values()
    for file in dict.fromkeys(path for one in editions for path in one.corrections):
        if not file.endswith(YAML_FILES):
            continue
        try:
            rows = read_yaml(checked.game.text(file), file)[0]
        except UnreadableError:
            continue
        for row in rows.items if isinstance(rows, SequenceNode) else ():
            yield from _list_shown(find(row, "card"))


def _list_values(node: Node | None) -> list[Node]:
    return [value for _, value in node.entries.values()] if isinstance(node, MappingNode) else []


def _list_declared(node: Node | None, kind: str) -> Iterator[Use]:
    if isinstance(node, MappingNode):
        for name, (key, _) in node.entries.items():
            yield Use(kind, name, key.span, is_declared=True)


def _list_cards(checked: Checked) -> Iterator[Use]:
    for deck in checked.bound.decks:
        for card in deck.cards:
            name = f"{deck.name}/{card.id}"
            yield Use("card", name, card.span, is_declared=True, text=None)
    for deck_name, rows in checked.spec.cards.items():
        for row in rows:
            typed = row.scalar("id")
            if typed is not None and typed.text == row.id and not row.span.cell:
                name = f"{deck_name}/{row.id}"
                yield Use("card", name, typed.span, is_declared=True, text=row.id)


def _list_used(node: Node | None, kind: str) -> Iterator[Use]:
    """Names in the fields below a node that stands in declarations of `kind`."""
    if isinstance(node, SequenceNode):
        for item in node.items:
            yield from _list_used(item, kind)
    if not isinstance(node, MappingNode):
        return
    for key, (_, value) in node.entries.items():
        taken = kind if key == "extends" else TAKES.get(key, "")
        yield from _list_taken(value, taken, is_shown=key in SHOWN)
        if not isinstance(value, ScalarNode):
            inner = DECLARED.get(key, kind) if not kind or key in DECLARED else kind
            yield from _list_used(value, kind if taken else inner)


def _list_taken(value: Node, kind: str, *, is_shown: bool) -> Iterator[Use]:
    """The name or names that a field of a kind holds, or the cards that it shows."""
    items = value.items if isinstance(value, SequenceNode) else (value,)
    for one in items:
        if isinstance(one, ScalarNode) and "{" not in one.text:
            if kind == "font":
                family = _FACE.split(one.text)[0]
                yield Use(kind, family, one.part(0, len(family)))
            elif kind:
                yield Use(kind, one.text, one.span)
            if is_shown:
                yield from _list_shown(one)


def _list_shown(node: Node | None) -> Iterator[Use]:
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


def list_names(checked: Checked, kind: str) -> list[str]:
    """The names of a kind that a game declares."""
    if kind == "card":
        return [f"{deck.name}/{card.id}" for deck in checked.bound.decks for card in deck.cards]
    found: list[str] = []
    for field, one in DECLARED.items():
        for root in (checked.spec.file.node, checked.spec.layouts.node):
            node = find(root, field) if one == kind else None
            if isinstance(node, MappingNode):
                found += node.entries
    return list(dict.fromkeys(found))
