"""What mentions what: the names that layouts, styles, pieces, icons and fonts refer to.

In      the files as they were written.
Out     a `MentionGraph`: what is declared, where, and what each mentions.

A color that a template chooses is known by its value on the cards, a picture by the file
names that the template gives for them.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import suppress

from msgspec import Struct, field

from cardgen.bind.pictures import split_part
from cardgen.check.engine.subject import Subject
from cardgen.core.findings import Span
from cardgen.expressions import syntax, template
from cardgen.expressions.faults import TemplateFault
from cardgen.files.spelling import plain_path
from cardgen.read.models.templated import has_template
from cardgen.read.print_record import FOLDER as PRINTS
from cardgen.read.syntax.nodes import MappingNode, Node, ScalarNode, SequenceNode, find
from cardgen.text.font_collection import split_face

Name = tuple[str, str]
"""A kind and a name: `("style", "body")`."""

_DYES = frozenset(("color", "fill", "stroke", "from", "to", "recolor"))
_NAMING = frozenset(("style", "piece", "font"))
_CONDITIONS = frozenset(("when", "repeat"))
_ARGUMENTS = frozenset(("with", "takes"))
_MARKED = re.compile(r"\]\{([^{}]*)\}")
_ICON = re.compile(r"(?<!\{)\{([^{}%]+)\}")
_QUOTED = re.compile(r"'([^']*)'|\"([^\"]*)\"")


def list_scalars(node: Node | None, key: str = "") -> Iterator[tuple[str, ScalarNode]]:
    """Every scalar below a node with the key it is the value of."""
    if isinstance(node, ScalarNode):
        yield key, node
    elif isinstance(node, SequenceNode):
        for item in node.items:
            yield from list_scalars(item, key)
    elif isinstance(node, MappingNode):
        for name, (_, value) in node.entries.items():
            yield from list_scalars(value, key if key in _ARGUMENTS else name)


def _list_mentions(key: str, text: str) -> Iterator[Name]:
    """The names that a value may stand for."""
    if key in ("style", "piece"):
        yield key, text
    elif key == "font":
        yield key, " ".join(word for word in text.split() if word not in ("bold", "italic"))
    elif key == "picture":
        yield "file", split_part(text)[0]
    elif key in _DYES:
        yield "color", text.partition("/")[0].strip()
    elif key in _ARGUMENTS:
        yield from _names_of_any_kind(text)
    if "{" in text and key not in _CONDITIONS:
        yield from find_names_in_markup(text)
        for quoted in _QUOTED.findall(text):
            yield from _names_of_any_kind("".join(quoted))


def find_names_in_markup(text: str) -> Iterator[Name]:
    for names in _MARKED.findall(text):
        for name in names.split():
            yield "style", name
            yield "color", name
    for name in _ICON.findall(text):
        yield "icon", name.strip()


def _names_of_any_kind(text: str) -> Iterator[Name]:
    return ((kind, text) for kind in ("color", "style", "icon", "file"))


def find_fields(key: str, text: str) -> frozenset[str]:
    """The fields of a card that a template uses."""
    try:
        if key in _CONDITIONS and text:
            return syntax.find_names(text, expression=True)
        return syntax.find_names(text) if "{" in text else frozenset()
    except TemplateFault:
        return frozenset()


def _pattern_of(source: str) -> re.Pattern[str]:
    """What a template can give, as far as the text around its values tells."""
    return re.compile(".*".join(map(re.escape, re.split(r"\{\{.*?\}\}|\{%.*?%\}", source))))


def read_mentions(subject: Subject) -> MentionGraph:
    """What mentions what in a game; several rules share it."""
    return MentionGraph(subject).read()


class MentionGraph(Struct):
    """What is declared, where, and what each mentions; of layouts and pieces also the fields
    of cards that they use."""

    subject: Subject
    declared: dict[Name, Span] = field(default_factory=dict)
    edges: dict[Name, set[Name]] = field(default_factory=lambda: defaultdict(set))
    fields: dict[Name, set[str]] = field(default_factory=lambda: defaultdict(set))
    shared: frozenset[str] = frozenset()
    """Files that are included, and may be there for other games."""
    dyed: bool = False
    """Whether a template chooses a color somewhere."""

    def read(self) -> MentionGraph:
        file, layouts = self.subject.spec.file, self.subject.spec.layouts
        laid_over = (path for edition in file.editions.values() for path in edition.layouts)
        own = {*file.layouts, file.span.file, *laid_over}
        nodes = (find(layouts.node, key) for key in ("styles", "pieces", "layouts"))
        keys = (key for node in nodes for key, _ in getattr(node, "entries", {}).values())
        self.shared = frozenset(key.span.file for key in keys) - own
        for name in list_own_files(self.subject):
            self.declared["file", name] = Span(name, 1, 1, 2)
        for kind, root, key in (
            ("color", file.node, "palette"),
            ("font", file.node, "fonts"),
            ("icon", file.node, "icons"),
            ("style", layouts.node, "styles"),
            ("piece", layouts.node, "pieces"),
            ("layout", layouts.node, "layouts"),
        ):
            self.declare(kind, find(root, key))
        for icon, spec in file.icons.items():
            for alias in spec.aliases:
                self.edges["icon", alias].add(("icon", icon))
        return self

    def declare(self, kind: str, declared: Node | None) -> None:
        for name, (key, node) in getattr(declared, "entries", {}).items():
            if key.span.file not in self.shared:
                self.declared[kind, name] = key.span
            for inner, scalar in list_scalars(node, "picture" if kind == "icon" else ""):
                self.follow((kind, name), inner, scalar.text)

    def follow(self, owner: Name, key: str, text: str) -> None:
        kind = owner[0]
        self.fields[owner] |= find_fields(key, text)
        self.dyed = self.dyed or (key in _DYES and "{" in text)
        if kind == "font":
            self.edges[owner].add(("font", text))
            self.edges[owner] |= self.files(split_face(text)[0])
        elif kind == "color":
            self.edges[owner].add(("color", text.partition("/")[0].strip()))
        else:
            short = kind == "icon" and not key  # `coin: coin.svg`
            named = set(_list_mentions("picture" if short else key, text))
            if key == "extends":
                named.add((kind, text))
            if key in _NAMING and has_template(text):
                named |= self.named_by(key, text)
            self.edges[owner] |= named
            for _, path in [name for name in named if name[0] == "file"]:
                self.edges[owner] |= self.files(path)

    def named_by(self, key: str, text: str) -> set[Name]:
        """The styles, pieces or fonts that a template names on any card."""
        given = self.filled(text)
        if not given:  # it uses what only a piece or a repeated element knows
            like = _pattern_of(text)
            given = {name for kind, name in self.declared if like.fullmatch(name)}
        return {name for one in given for name in _list_mentions(key, one)}

    def files(self, path: str) -> set[Name]:
        """The game's own files that a path, or a template for paths, leads to."""
        paths = self.filled(path) if "{" in path else {path}
        if not paths:  # it uses what only a piece or a repeated element knows
            like = re.compile("(?:.*/)?" + _pattern_of(path).pattern)
            return {name for name in self.declared if name[0] == "file" and like.fullmatch(name[1])}
        folders = ("", "fonts/", "textures/")
        plain = {plain_path(one) for name in paths for one in (name, split_part(name)[0])}
        found = (("file", folder + name) for name in plain for folder in folders)
        return {name for name in found if name in self.declared}

    def filled(self, source: str) -> set[str]:
        """What a template gives for the cards on which it works. Cards alike in all that it uses
        are asked once."""
        try:
            names = sorted(syntax.find_names(source))
        except TemplateFault:
            return set()
        alike = {
            repr([card.values.get(name) for name in names]): card.values
            for deck in self.subject.bound.decks
            for card in deck.cards
        }
        paths = set()
        for values in alike.values():
            with suppress(TemplateFault):
                paths.add(template.fill(source, values).strip())
        return paths

    def reached(self, start: Iterable[Name]) -> set[Name]:
        """All that is mentioned, directly or not, by what is given, and that itself."""
        found: set[Name] = set()
        waiting = list(start)
        while waiting:
            name = waiting.pop()
            if name not in found:
                found.add(name)
                waiting += self.edges.get(name, ())
        return found


def list_own_files(subject: Subject) -> tuple[str, ...]:
    """Pictures and fonts in the game's own folder; those of remembered prints are cardgen's."""
    pictures = (".png", ".jpg", ".jpeg", ".webp", ".avif", ".svg")
    suffixes = (*pictures, ".ttf", ".otf", ".woff", ".woff2", ".ttc", ".otc")
    own = (name for name in subject.game.own_files() if not name.startswith(PRINTS))
    return tuple(name for name in own if name.lower().endswith(suffixes))
