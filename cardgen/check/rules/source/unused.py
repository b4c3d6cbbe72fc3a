"""What a game declares and nothing uses: styles, colours, files, fields, elements.

In      the files as they were written, the bound faces of every card.
Out     findings at the declaration, or at the first card that has the field.
Not here  names that are used and not declared (`bind`).

What a layout, style, piece, icon or font mentions is an edge of a graph; what the cards'
faces are made of is where it starts. Of all that is not reached only what nothing else
mentions is reported: the rest falls away with it, and stands in its notes.

A colour that a template chooses is known by its value on the cards, a picture by the file
names that the template gives for them.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping

from msgspec import Struct, field

from cardgen.bind.bound_faces import (
    BoundElement,
    Gradient,
    GroupBox,
    InlineIcon,
    OutlineBox,
    SpaceBox,
    TextBox,
)
from cardgen.bind.card.elements import children
from cardgen.bind.card.inheritance import resolve_layouts
from cardgen.check.engine.rule import Explanation, Rule
from cardgen.check.engine.subject import Subject
from cardgen.check.rules.wording.typing import typed_texts
from cardgen.core.color import Color, is_hex, parse_hex
from cardgen.core.findings import Finding, Note, Report, Span, closest, plural
from cardgen.expressions import template
from cardgen.expressions.template import TemplateFault
from cardgen.read.models.game_file import DeckSpec
from cardgen.read.models.layouts import AnyElement, PieceElement, PieceSpec, TextElement
from cardgen.read.syntax.nodes import MappingNode, Node, ScalarNode, SequenceNode, find

Name = tuple[str, str]
"""A kind and a name: `("style", "body")`."""

_SAID = {
    "layout": "no deck uses the layout",
    "style": "no text uses the style",
    "font": "no text uses the font",
    "color": "nothing has the colour",
    "icon": "no text holds the icon",
    "piece": "no layout uses the piece",
    "file": "nothing uses the file",
}
_SPOKEN = {"color": "colour"}
_LEFTOVER = (
    "What nothing uses is often a slip: the name is typed otherwise where it should be used, "
    "or a card or layout went and left it behind. It also makes the reader look for its use."
)


def _rule(kind: str) -> Explanation:
    noun = _SPOKEN.get(kind, kind)
    fix = f"Remove the {noun}, or use it where it was meant to be."
    return Explanation(f"unused-{kind}", f"nothing uses the {noun}", _LEFTOVER, fix, "warning")


class UnusedNames(Rule):
    """Styles, fonts, colors, icons, pieces, layouts and files that nothing uses."""

    heading = "What is there and not used"
    codes = (
        *(_rule(kind) for kind in ("layout", "style", "font", "color", "icon", "piece")),
        Explanation(
            "unused-file",
            "nothing uses a picture or font in the game's own folder",
            "A picture without a card is often a card without its picture: the name is typed "
            "otherwise, or an older version is in use. It also travels with the game for nothing.",
            "Use the file, move it out of the game's folder, or delete it. Files of the project's "
            "shared `fonts/` and `textures/` are not looked at.",
            "warning",
        ),
    )

    def find(self, subject: Subject) -> Iterable[Finding]:
        return unused_names(subject)


class FieldsNotShown(Rule):
    """Fields of cards that no layout shows."""

    heading = "What is there and not used"
    codes = (
        Explanation(
            "field-not-shown",
            "no layout of its deck and no booklet uses a field of a card",
            "What was typed there is printed nowhere. Mostly the field's name is misspelt on that "
            "card, or the layout was never told of it.",
            "Use the field in a layout as `{{ field }}`, in a table of a booklet, in the deck's "
            "`id` or the composition, correct its name, or remove it. A note for yourself belongs "
            "in a `#` comment.",
            "warning",
        ),
    )

    def find(self, subject: Subject) -> Iterable[Finding]:
        return fields_not_shown(subject)


class NeverDrawn(Rule):
    """Elements of layouts that stand on no card."""

    heading = "What is there and not used"
    codes = (
        Explanation(
            "never-drawn",
            "an element of a layout stands on no card",
            "Its condition is false on every card, or its text is empty on every card, so what it "
            "should show is missing from all of them.",
            "Correct the condition (a value is often typed otherwise on the cards), fill in the "
            "field, or remove the element.",
            "warning",
        ),
    )

    def find(self, subject: Subject) -> Iterable[Finding]:
        return never_drawn(subject)


# --- what mentions what --------------------------------------------------------------------

_DYES = frozenset(("color", "fill", "stroke", "from", "to"))
_CONDITIONS = frozenset(("when", "repeat"))
_ARGUMENTS = frozenset(("with", "takes"))
_MARKED = re.compile(r"\]\{([^{}]*)\}")
_ICON = re.compile(r"(?<!\{)\{([^{}%]+)\}")
_QUOTED = re.compile(r"'([^']*)'|\"([^\"]*)\"")


def _typed(node: Node | None, key: str = "") -> Iterator[tuple[str, ScalarNode]]:
    """Every scalar below a node with the key it is the value of."""
    if isinstance(node, ScalarNode):
        yield key, node
    elif isinstance(node, SequenceNode):
        for item in node.items:
            yield from _typed(item, key)
    elif isinstance(node, MappingNode):
        for name, (_, value) in node.entries.items():
            yield from _typed(value, key if key in _ARGUMENTS else name)


def _mentions(key: str, text: str) -> Iterator[Name]:
    """The names that a value may stand for."""
    if key in ("style", "piece"):
        yield key, text
    elif key == "font":
        yield key, " ".join(word for word in text.split() if word not in ("bold", "italic"))
    elif key == "picture":
        yield "file", text
    elif key in _DYES:
        yield "color", text
    elif key in _ARGUMENTS:
        yield from _any_kind(text)
    if "{" in text and key not in _CONDITIONS:
        yield from _in_markup(text)
        for quoted in _QUOTED.findall(text):
            yield from _any_kind("".join(quoted))


def _in_markup(text: str) -> Iterator[Name]:
    for names in _MARKED.findall(text):
        for name in names.split():
            yield "style", name
            yield "color", name
    for name in _ICON.findall(text):
        yield "icon", name.strip()


def _any_kind(text: str) -> Iterator[Name]:
    return ((kind, text) for kind in ("color", "style", "icon", "file"))


def _fields(key: str, text: str) -> frozenset[str]:
    """The fields of a card that a template uses."""
    try:
        if key in _CONDITIONS:
            return template.names_in(text, expression=True)
        return template.names_in(text) if "{" in text else frozenset()
    except TemplateFault:
        return frozenset()


class _Graph(Struct):
    """What is declared, where, and what each mentions; of layouts and pieces also the fields
    of cards that they use."""

    subject: Subject
    declared: dict[Name, Span] = field(default_factory=dict)
    edges: dict[Name, set[Name]] = field(default_factory=lambda: defaultdict(set))
    fields: dict[Name, set[str]] = field(default_factory=lambda: defaultdict(set))
    dyed: bool = False
    """Whether a template chooses a colour somewhere."""

    def read(self) -> _Graph:
        file, layouts = self.subject.spec.file, self.subject.spec.layouts
        for name in own_files(self.subject):
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
            self.declared[kind, name] = key.span
            for inner, scalar in _typed(node):
                self.follow((kind, name), inner, scalar.text)

    def follow(self, owner: Name, key: str, text: str) -> None:
        kind = owner[0]
        self.fields[owner] |= _fields(key, text)
        self.dyed = self.dyed or (key in _DYES and "{" in text)
        if kind == "font":
            self.edges[owner].add(("font", text))
            self.edges[owner] |= self.files(text)
        elif kind != "color":
            named = set(_mentions(key, text))
            if key == "extends":
                named.add((kind, text))
            self.edges[owner] |= named
            for _, path in [name for name in named if name[0] == "file"]:
                self.edges[owner] |= self.files(path)

    def files(self, path: str) -> set[Name]:
        """The game's own files that a path, or a template for paths, leads to."""
        paths = self.filled(path) if "{" in path else {path}
        if not paths:  # it uses what only a piece or a repeated element knows
            parts = re.split(r"\{\{.*?\}\}|\{%.*?%\}", path)
            like = re.compile("(?:.*/)?" + ".*".join(map(re.escape, parts)))
            return {name for name in self.declared if name[0] == "file" and like.fullmatch(name[1])}
        folders = ("", "fonts/", "textures/")
        found = (("file", folder + name) for name in paths for folder in folders)
        return {name for name in found if name in self.declared}

    def filled(self, source: str) -> set[str]:
        """What a template gives for the cards on which it works."""
        paths = set()
        for deck in self.subject.bound.decks:
            for card in deck.cards:
                try:
                    paths.add(template.fill(source, card.values).strip())
                except TemplateFault:
                    continue
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


def own_files(subject: Subject) -> tuple[str, ...]:
    """Pictures and fonts in the game's own folder."""
    suffixes = (".png", ".jpg", ".jpeg", ".svg", ".ttf", ".otf", ".woff", ".woff2")
    return tuple(name for name in subject.game.own_files() if name.lower().endswith(suffixes))


# --- what the cards are made of ------------------------------------------------------------


class _Drawn(Struct):
    """What the faces of all cards hold: places of elements, colours, icons."""

    spans: set[Span] = field(default_factory=set)
    colors: set[Color] = field(default_factory=set)
    icons: set[str] = field(default_factory=set)
    seen: set[int] = field(default_factory=set)

    def add(self, elements: Iterable[BoundElement]) -> None:
        for box in elements:
            if id(box) not in self.seen:
                self.seen.add(id(box))
                self.box(box)

    def box(self, box: BoundElement) -> None:
        if isinstance(box, TextBox):
            self.text(box)
            return
        self.spans.add(box.span)
        if isinstance(box, GroupBox | OutlineBox):
            self.add(box.children if isinstance(box, GroupBox) else box.inside)
        if not isinstance(box, SpaceBox):
            fill, pen = getattr(box, "fill", None), getattr(box, "pen", None)
            inks = [stop.color for stop in fill.stops] if isinstance(fill, Gradient) else [fill]
            inks += [pen.color if pen else None, getattr(box, "color", None)]
            self.colors |= {ink for ink in inks if ink is not None}

    def text(self, box: TextBox) -> None:
        if box.text:
            self.spans.add(box.span)
        for inline in (i for p in box.text.paragraphs for line in p for i in line):
            if inline.color is not None:
                self.colors.add(inline.color)
            if isinstance(inline, InlineIcon):
                self.icons.add(inline.text.strip("[]"))


def _drawn(subject: Subject) -> _Drawn:
    drawn = _Drawn()
    for face in dict.fromkeys(subject.bound.faces):
        drawn.add(face.body.elements)
    return drawn


def _starts(graph: _Graph, drawn: _Drawn) -> Iterator[Name]:
    """What decks and cards mention themselves."""
    subject = graph.subject
    yield from {("layout", face.layout) for face in subject.bound.faces}
    for deck in subject.spec.decks.values():
        yield from (("layout", deck.front), ("layout", deck.back))
    for typed in typed_texts(subject):
        if "{" in typed.text:
            yield from _in_markup(typed.text)
    yield from (("icon", name) for name in drawn.icons)
    yield from (name for booklet in subject.bound.booklets for name in booklet.uses)
    if graph.dyed:
        for name, code in subject.spec.file.palette.items():
            if is_hex(code) and parse_hex(code) in drawn.colors:
                yield "color", name


# --- findings ------------------------------------------------------------------------------


def unused_names(subject: Subject) -> Iterator[Finding]:
    """Declarations that nothing reaches."""
    graph = _Graph(subject).read()
    reached = graph.reached(_starts(graph, _drawn(subject)))
    unreached = {name: None for name in graph.declared if name not in reached}
    mentioned = {
        target for name in unreached for target in graph.edges.get(name, ()) if target != name
    }
    heads = [name for name in unreached if name not in mentioned]
    told = graph.reached(heads)
    for name in unreached:  # what is left mentions itself in a circle
        if name not in told:
            heads.append(name)
            told |= graph.reached([name])
    for head in heads:
        after = [name for name in unreached if name in graph.reached([head]) - {*heads}]
        yield _unused(graph, head, after)


def _unused(graph: _Graph, head: Name, after: Iterable[Name]) -> Finding:
    kind, name = head
    notes = (
        Note(f"with it goes the {_SPOKEN.get(other, other)} `{what}`", graph.declared[other, what])
        for other, what in after
    )
    hint = "delete the file, or use it" if kind == "file" else "remove it, or use it"
    message = f"{_SAID[kind]} `{name}`"
    place = graph.declared[head]
    return Finding(f"unused-{kind}", message, place, "warning", hint=hint, notes=tuple(notes))


def fields_not_shown(subject: Subject) -> Iterator[Finding]:
    """Card fields that nothing of their deck uses."""
    graph = _Graph(subject).read()
    for name, deck in subject.spec.decks.items():
        used = _fields_used(graph, name, deck)
        counts: dict[str, int] = defaultdict(int)
        for card in subject.spec.cards.get(name, ()):
            for column in card.values:
                counts[column] += 1
        for column, count in counts.items():
            if column not in used:
                yield _not_shown(subject, name, column, (count, [c for c in counts if c in used]))


def _fields_used(graph: _Graph, name: str, deck: DeckSpec) -> set[str]:
    subject = graph.subject
    layouts = {("layout", f.layout) for f in subject.bound.faces if f.deck == name}
    used = {f for owner in graph.reached(layouts) for f in graph.fields.get(owner, ())}
    for source in (deck.front, deck.back, deck.id):
        used |= _fields("", source)
    used |= {field for booklet in subject.bound.booklets for field in booklet.fields.get(name, ())}
    composition = subject.spec.composition
    for wanted in (find(composition.node, key) for key in (name, "game")) if composition else ():
        used |= {field for word in _expressions(wanted) for field in _fields("when", word)}
    return used


def _expressions(wanted: Node | None) -> Iterator[str]:
    """Fields and expressions that a composition counts or compares."""
    for key, (_, node) in getattr(wanted, "entries", {}).items():
        if key == "rules":
            yield from _in_rules(node)
        elif isinstance(node, MappingNode):
            yield from node.entries
        else:
            yield from (scalar.text for _, scalar in _typed(node))


def _in_rules(rules: Node) -> Iterator[str]:
    """Expressions of a composition's rules, those in quotes among them."""
    for rule in getattr(rules, "items", ()):
        held = find(rule, "holds")
        yield from getattr(held, "entries", ())
        texts = [scalar.text for key in ("that", "all", "for", "by") for _, scalar in
                 _typed(find(rule, key))]  # fmt: skip
        yield from texts
        for text in texts:
            yield from _in_quotes(text)


def _in_quotes(text: str) -> Iterator[str]:
    try:
        calls = template.calls_in(text)
    except TemplateFault:
        return
    yield from (value for call in calls for value in call.values if isinstance(value, str))


def _not_shown(
    subject: Subject, deck: str, column: str, known: tuple[int, Iterable[str]]
) -> Finding:
    count, used = known
    card = next(card for card in subject.spec.cards[deck] if column in card.values)
    key = card.node.key(column)
    guess = closest(column, used)
    many = plural(count, "card")
    return Finding(
        "field-not-shown",
        f"no layout of `{deck}` shows the field `{column}`, which {many} "
        f"{'has' if count == 1 else 'have'}",
        key.span if key else card.span,
        "warning",
        hint=f"did you mean `{guess}`?" if guess else f"use `{{{{ {column} }}}}` in a layout",
    )


def never_drawn(subject: Subject) -> Iterator[Finding]:
    """Elements of used layouts that stand on no card."""
    drawn = _drawn(subject)
    used = {face.layout for face in subject.bound.faces}
    pieces = subject.spec.layouts.pieces
    told: set[Span] = set()
    for name, layout in resolve_layouts(subject.spec.layouts.layouts, Report()).items():
        if name not in used:
            continue
        for part in layout.parts:
            for element in _outermost(part or (), drawn.spans, pieces, told):
                yield _never(element)


def _outermost(
    elements: Iterable[AnyElement],
    drawn: set[Span],
    pieces: Mapping[str, PieceSpec],
    told: set[Span],
) -> Iterator[AnyElement]:
    """Elements that are not drawn, in boxes that are; each once."""
    for element in elements:
        if element.span in told:
            continue
        told.add(element.span)
        if element.span not in drawn:
            if element.when or element.repeat or isinstance(element, TextElement):
                yield element
            continue
        inner = children(element)
        if isinstance(element, PieceElement):
            inner = [pieces[element.piece].draw]
        yield from _outermost(inner, drawn, pieces, told)


def _never(element: AnyElement) -> Finding:
    kind = next((k for k in ("when", "repeat") if getattr(element, k)), "text")
    said = {
        "when": "the condition of this element is false on every card",
        "repeat": "this element is repeated for nothing on every card",
        "text": "this text is empty on every card",
    }
    return Finding(
        "never-drawn",
        said[kind],
        element.place(kind),
        "warning",
        hint="compare it with what is typed on the cards, or remove the element",
    )
