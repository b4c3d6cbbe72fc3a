"""The fixed texts of a game: of its layouts, titles and lines of `game.yaml`.

In      the root of `game.yaml` or of the layouts; a visit.
Out     the same tree, each text as the visit gives it.
Not here  texts of cards (`read.translation.card_texts`) and of booklets
        (`read.translation.translated_markdown`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping

from msgspec import Struct
from msgspec.structs import replace

from cardgen.expressions.faults import TemplateFault
from cardgen.expressions.printed_words import compared_names, holds_list, prints_words
from cardgen.expressions.syntax import find_names
from cardgen.read.syntax.nodes import MappingNode, Node, ScalarNode, SequenceNode, find
from cardgen.read.translation.messages import Visit, has_words

Leaves = Callable[[str], bool]
Printed = Mapping[str, frozenset[str]]
"""By piece, the parameters that it prints."""
_TITLES = ("title", "head", "foot")
_EXPRESSION = re.compile(r"\{\{\s*(.*?)\s*\}\}", re.DOTALL)
_IN_LANGUAGE = re.compile(r"\blanguages(?:\.\w+|\[[^\]]+\])\.(\w+)")
"""A field that is printed in a language: `languages.de.rule`."""


def is_text(node: Node | None) -> bool:
    """Whether a text of a layout or of `game.yaml` holds words to translate."""
    return isinstance(node, ScalarNode) and (has_words(node.text) or prints_words(node.text))


def visit_game(root: Node | None, visit: Visit) -> Node | None:
    """The root of `game.yaml`: the game's name and line, titles, computed texts."""
    if not isinstance(root, MappingNode):
        return root
    for key in ("game", "about"):
        root = _with(root, (key,), f"game.{key}", visit)
    for part, keys in (("booklets", _TITLES),):
        for name in _keys(root.value(part)):
            for key in keys:
                root = _with(root, (part, name, key), f"{part}.{name}", visit)
    for deck in _keys(root.value("decks")):
        for field in _keys(find(root, "decks", deck, "fields")):
            path = ("decks", deck, "fields", field, "value")
            root = _with(root, path, f"{deck}.{field}", visit)
    return root


def visit_constants(root: Node | None, names: Iterable[str], visit: Visit) -> dict[str, str]:
    """The constants of `game.yaml` of some names that hold words, as a visit gives them."""
    nodes = {name: find(root, "vars", name) for name in names}
    return {
        name: visit(node, f"vars.{name}", "").text
        for name, node in nodes.items()
        if isinstance(node, ScalarNode) and has_words(node.text)
    }


def _keys(node: Node | None) -> tuple[str, ...]:
    return tuple(node.entries) if isinstance(node, MappingNode) else ()


def _with(root: MappingNode, path: tuple[str, ...], context: str, visit: Visit) -> MappingNode:
    """The tree with the text at a path visited."""
    node = find(root, *path)
    if not isinstance(node, ScalarNode) or not is_text(node):
        return root
    return _replaced(root, path, visit(node, context, ""))


def _replaced(node: MappingNode, path: tuple[str, ...], new: Node) -> MappingNode:
    key, value = node.entries[path[0]]
    if len(path) > 1:
        assert isinstance(value, MappingNode)
        new = _replaced(value, path[1:], new)
    return MappingNode(node.span, {**node.entries, path[0]: (key, new)})


# --- layouts -------------------------------------------------------------------------------


def visit_layouts(root: Node | None, visit: Visit, leaves: Leaves | None = None) -> Node | None:
    """The root of the layouts: texts, outlines of words, and what pieces are given to print.

    Args:
        root: The root.
        visit: Given each text.
        leaves: Told the language that a text or its style names, says whether to pass it over.
    """
    if not isinstance(root, MappingNode):
        return root
    printed = printed_parameters(root)
    styles = find(root, "styles")
    walk = _Walk(printed, keyed_parameters(root, printed), visit, styles, leaves)
    entries = dict(root.entries)
    for part in ("pieces", "layouts"):
        key_value = entries.get(part)
        if key_value and isinstance(key_value[1], MappingNode):
            owner = key_value[1]
            made = {
                name: (key, walk.visit(value, f"{part}.{name}"))
                for name, (key, value) in owner.entries.items()
            }
            entries[part] = (key_value[0], MappingNode(owner.span, made))
    return MappingNode(root.span, entries)


class _Walk(Struct):
    printed: Printed
    keyed: Printed
    visitor: Visit
    styles: Node | None
    leaves: Leaves | None

    def visit(self, node: Node, context: str) -> Node:
        if isinstance(node, SequenceNode):
            return SequenceNode(node.span, [self.visit(item, context) for item in node.items])
        if not isinstance(node, MappingNode):
            return node
        piece = node.value("piece")
        entries = {}
        for name, (key, value) in node.entries.items():
            made = value
            if name == "takes":
                made = self.parameters(value, context, context.partition(".")[2])
            elif name == "with" and isinstance(piece, ScalarNode):
                made = self.parameters(value, context, piece.text)
            elif name == "repeat" and isinstance(value, ScalarNode):
                made = self.listed(node, value, context)
            elif isinstance(value, ScalarNode):
                if _is_printed(name, value) and not self.is_done(node):
                    made = self.visitor(value, context, "")
            else:
                made = self.visit(value, context)
            entries[name] = (key, made)
        return MappingNode(node.span, entries)

    def is_done(self, element: MappingNode) -> bool:
        """Whether the text of an element, or its style, names a language that is left alone."""
        if self.leaves is None:
            return False
        named: Node | None = element
        for key in ("style", *["extends"] * len(_keys(self.styles))):
            said = named.value("language") if isinstance(named, MappingNode) else None
            if isinstance(said, ScalarNode):
                return self.leaves(said.text)
            style = named.value(key) if isinstance(named, MappingNode) else None
            named = find(self.styles, style.text) if isinstance(style, ScalarNode) else None
        return False

    def listed(self, element: MappingNode, value: ScalarNode, context: str) -> ScalarNode:
        """The list that an element repeats over, its words visited as those of a template if the
        element prints them and nothing else."""
        template = ScalarNode(value.span, f"{{{{ {value.text} }}}}", plain=False)
        if not (holds_list(template.text) and prints_words(template.text)):
            return value
        item = _item_of(element)
        below = _without_repeat(element)
        if item not in printed_names(below, self.printed) or self.is_done(element):
            return value
        if item in key_names(below, self.printed, self.keyed) or not _is_bare(below, item):
            return value
        found = _EXPRESSION.fullmatch(self.visitor(template, context, "").text)
        return value if found is None else replace(value, text=found[1])

    def parameters(self, node: Node, context: str, piece: str) -> Node:
        """The parameters of a piece, those that it prints visited."""
        if not isinstance(node, MappingNode):
            return node
        shown = self.printed.get(piece, frozenset())
        entries = {}
        for name, (key, value) in node.entries.items():
            if name in shown and isinstance(value, ScalarNode) and _is_given_text(value.text):
                value = self.visitor(value, context, "")
            entries[name] = (key, value)
        return MappingNode(node.span, entries)


def _is_given_text(text: str) -> bool:
    """Whether a parameter that a piece prints holds words: one letter alone is a shape, a list
    of an expression is data."""
    if has_words(text):
        return len(text) > 1
    return prints_words(text) and not holds_list(text)


def _is_printed(key: str, node: ScalarNode) -> bool:
    """Whether the value of an element's key is a text with words: one letter alone is a shape."""
    if key == "outline":
        return is_text(node) and len(node.text) > 1
    return key == "text" and is_text(node)


# --- what is printed, and what is compared -------------------------------------------------


def elements(root: Node | None) -> Iterator[MappingNode]:
    """Every mapping below the pieces and layouts."""
    if isinstance(root, SequenceNode):
        for item in root.items:
            yield from elements(item)
    elif isinstance(root, MappingNode):
        yield root
        for _, value in root.entries.values():
            yield from elements(value)


def names_of(source: str, *, expression: bool = False) -> frozenset[str]:
    """The names of a template; none if it does not parse."""
    try:
        return find_names(source, expression=expression)
    except TemplateFault:
        return frozenset()


def printed_parameters(root: Node | None) -> Printed:
    """By piece, the parameters that it prints, by itself or through other pieces."""
    pieces = find(root, "pieces")
    own = pieces.entries if isinstance(pieces, MappingNode) else {}
    printed: dict[str, frozenset[str]] = dict.fromkeys(own, frozenset())
    for _ in own:  # each round may carry a name through one more piece
        fresh = {
            name: printed_names(find(value, "draw"), printed)
            & frozenset(_keys(find(value, "takes")))
            for name, (_, value) in own.items()
        }
        if fresh == printed:
            break
        printed = fresh
    return printed


def printed_names(root: Node | None, printed: Printed) -> frozenset[str]:
    """The names that the texts below a node print."""
    found: set[str] = set()
    for element in elements(root):
        for key in ("text", "outline"):
            value = element.value(key)
            if isinstance(value, ScalarNode):
                found |= names_of(value.text) | {*_IN_LANGUAGE.findall(value.text)}
        repeat, name = element.value("repeat"), _item_of(element)
        below = _without_repeat(element)
        if isinstance(repeat, ScalarNode) and name in printed_names(below, printed):
            found |= names_of(repeat.text, expression=True)
        found |= _through_piece(element, printed)
    return frozenset(found)


def _item_of(element: MappingNode) -> str:
    """What an element that is repeated calls the value at hand."""
    alias = element.value("as")
    return alias.text if isinstance(alias, ScalarNode) else "item"


def _is_bare(element: MappingNode, name: str) -> bool:
    """Whether each template below an element that uses a name prints it, and does no more."""
    bare = re.compile(rf"\{{\{{\s*{re.escape(name)}\s*(?:\|[^{{}}]*)?\}}\}}")
    for below in elements(element):
        for key, (_, value) in below.entries.items():
            if not isinstance(value, ScalarNode):
                continue
            if name in names_of(bare.sub("", value.text), expression=key in ("when", "repeat")):
                return False
    return True


def _without_repeat(element: MappingNode) -> MappingNode:
    rest = {name: entry for name, entry in element.entries.items() if name != "repeat"}
    return MappingNode(element.span, rest)


def _through_piece(element: MappingNode, printed: Printed) -> set[str]:
    """The names that an element gives a piece to print."""
    piece, given = element.value("piece"), element.value("with")
    if not (isinstance(piece, ScalarNode) and isinstance(given, MappingNode)):
        return set()
    shown = printed.get(piece.text, frozenset())
    values = (value for name, (_, value) in given.entries.items() if name in shown)
    names = (names_of(value.text) for value in values if isinstance(value, ScalarNode))
    return {name for some in names for name in some}


class LayoutNames(Struct, frozen=True):
    """What the layouts of a game do with names: print them, or need their very words."""

    printed: frozenset[str]
    needed: frozenset[str]


def read_layout_names(root: Node | None) -> LayoutNames:
    """What layouts and pieces print, and what they compare, look up, or name pictures, colors
    and styles by."""
    printed = printed_parameters(root)
    keyed = keyed_parameters(root, printed)
    return LayoutNames(printed_names(root, printed), key_names(root, printed, keyed))


def keyed_parameters(root: Node | None, printed: Printed) -> Printed:
    """By piece, the parameters whose very words matter to it."""
    pieces = find(root, "pieces")
    own = pieces.entries if isinstance(pieces, MappingNode) else {}
    keyed: dict[str, frozenset[str]] = dict.fromkeys(own, frozenset())
    for _ in own:
        fresh = {
            name: key_names(find(value, "draw"), printed, keyed)
            & frozenset(_keys(find(value, "takes")))
            for name, (_, value) in own.items()
        }
        if fresh == keyed:
            break
        keyed = fresh
    return keyed


def key_names(root: Node | None, printed: Printed, keyed: Printed) -> frozenset[str]:
    """The names below a node whose very words matter."""
    found: set[str] = set()
    for element in elements(root):
        piece = element.value("piece")
        name = piece.text if isinstance(piece, ScalarNode) else ""
        plain = printed.get(name, frozenset()) - keyed.get(name, frozenset())
        for key, (_, value) in element.entries.items():
            found |= _keys_in(key, value, plain)
        repeat, item = element.value("repeat"), _item_of(element)
        below = _without_repeat(element)
        if isinstance(repeat, ScalarNode) and item in key_names(below, printed, keyed):
            found |= names_of(repeat.text, expression=True)
    return frozenset(found)


def _keys_in(key: str, value: Node, plain: Collection[str]) -> frozenset[str]:
    """The names that one entry of an element needs word for word; parameters that are `plain`
    are printed and nothing else."""
    if key == "with" and isinstance(value, MappingNode):
        needed = (
            compared_names(one.text) if name in plain else names_of(one.text)
            for name, (_, one) in value.entries.items()
            if isinstance(one, ScalarNode)
        )
        return frozenset(name for some in needed for name in some)
    if not isinstance(value, ScalarNode):
        return frozenset()
    if key in ("when", "repeat"):
        return compared_names(value.text, expression=True)
    if key in ("text", "outline"):
        return compared_names(value.text)
    return names_of(value.text) if "{" in value.text else frozenset()
