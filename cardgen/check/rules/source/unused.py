"""What a game declares and nothing uses: styles, colors, files, elements.

In      the files as they were written, the bound faces of every card.
Out     findings at the declaration.
Not here  names that are used and not declared (`bind`), fields (`field_use`).

What a layout, style, piece, icon or font mentions is an edge of a graph
(`check.rules.source.mentions`); what the cards' faces are made of is where it starts. Of all
that is not reached only what nothing else mentions is reported: the rest falls away with it,
and stands in its notes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec import Struct, field
from msgspec.structs import replace

from cardgen.bind.card.known_bodies import KnownBody, find_facts
from cardgen.bind.elements.element_fields import children
from cardgen.check.engine.rule import Explanation, Rule
from cardgen.check.engine.subject import Subject
from cardgen.check.rules.source.blank_cards import BLANK_CARD, find_blank_cards
from cardgen.check.rules.source.divided_words import find_unused_divisions
from cardgen.check.rules.source.idle_comparisons import IDLE_COMPARISON, find_idle_comparisons
from cardgen.check.rules.source.idle_fields import IDLE_FIELD, find_idle_fields
from cardgen.check.rules.source.mentions import (
    MentionGraph,
    Name,
    find_names_in_markup,
    read_mentions,
)
from cardgen.check.rules.source.number_texts import NUMBER_TEXT, find_number_texts
from cardgen.check.rules.source.span_styles import find_idle_in_spans
from cardgen.check.rules.source.table_copies import UNREAD_COPY, find_unread_copies
from cardgen.check.rules.wording.typed_texts import TypedText, list_doubtful_texts
from cardgen.core.color import Color, is_hex, parse_hex
from cardgen.core.findings import Finding, Note, Span
from cardgen.read.models.drawn_elements import TextElement
from cardgen.read.models.elements import AnyElement, PieceElement
from cardgen.read.models.layouts import PieceSpec

_SAID = {
    "layout": "no deck uses the layout",
    "style": "no text uses the style",
    "font": "no text uses the font",
    "color": "nothing has the color",
    "icon": "no text holds the icon",
    "piece": "no layout uses the piece",
    "file": "nothing uses the file",
}
_SPOKEN = {"color": "color"}
_LEFTOVER = (
    "What nothing uses is often a slip: the name is typed otherwise where it should be used, "
    "or a card or layout went and left it behind. It also makes the reader look for its use."
)


def _explain_unused(kind: str) -> Explanation:
    noun = _SPOKEN.get(kind, kind)
    fix = f"Remove the {noun}, or use it where it was meant to be."
    what = f"nothing uses the {noun}"
    return Explanation(f"unused-{kind}", what, _LEFTOVER, fix, "warning", style=True)


class UnusedNames(Rule):
    """Styles, fonts, colors, icons, pieces, layouts and files that nothing uses."""

    heading = "What is there and not used"
    codes = (
        *(_explain_unused(kind) for kind in ("layout", "style", "font", "color", "icon", "piece")),
        Explanation(
            "unused-file",
            "nothing uses a picture or font in the game's own folder",
            "A picture without a card is often a card without its picture: the name is typed "
            "otherwise, or an older version is in use. It also travels with the game for nothing.",
            "Use the file, move it out of the game's folder, or delete it. Files of the project's "
            "shared `fonts/` and `textures/` are not looked at.",
            "warning",
            style=True,
        ),
        Explanation(
            "unused-hyphenation",
            "`hyphenation:` divides a word that nothing prints",
            "A listed word stands for itself alone: its plural, or the word with one letter typed "
            "otherwise, is divided on the cards by the patterns as before.",
            "List the word as it is printed, each form of it, or remove the entry.",
            "warning",
            style=True,
        ),
        UNREAD_COPY,
    )

    def find(self, subject: Subject) -> Iterable[Finding]:
        yield from find_unused_names(subject)
        yield from find_unused_divisions(subject)
        yield from find_unread_copies(subject)


class NeverDrawn(Rule):
    """Elements of layouts that stand on no card, blank cards, and fields that say nothing."""

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
            style=True,
        ),
        IDLE_COMPARISON,
        BLANK_CARD,
        IDLE_FIELD,
    )

    def find(self, subject: Subject) -> Iterable[Finding]:
        idle = list(find_idle_comparisons(subject))
        hints = {finding.span: finding.hint for finding in idle}
        never = list(_without_compared(subject, list(find_never_drawn(subject))))
        told = {finding.span for finding in never}
        yield from (replace(one, hint=hints.get(one.span, one.hint)) for one in never)
        yield from (one for one in idle if one.span not in told)
        yield from find_blank_cards(subject)
        yield from find_idle_fields(subject)
        yield from find_idle_in_spans(subject)


# --- what the cards are made of ------------------------------------------------------------


class _DrawnNames(Struct):
    """What the faces of all cards hold: places of elements, colors, icons."""

    spans: set[Span] = field(default_factory=set)
    colors: set[Color] = field(default_factory=set)
    icons: set[str] = field(default_factory=set)


def _collect_drawn(subject: Subject) -> _DrawnNames:
    drawn = _DrawnNames()
    seen: set[int] = set()
    for face in subject.bound.faces:
        facts = find_facts(face)
        if id(facts) not in seen:
            drawn.spans.update(facts.spans)
            drawn.colors.update(facts.colors)
            drawn.icons.update(facts.icons)
            if isinstance(face.drawn, KnownBody):  # others make theirs anew
                seen.add(id(facts))
    return drawn


def _may_name(typed: TypedText) -> bool:
    return "{" in typed.text


def _list_starts(graph: MentionGraph, drawn: _DrawnNames) -> Iterator[Name]:
    """What decks and cards mention themselves."""
    subject = graph.subject
    yield from {("layout", face.layout) for face in subject.bound.faces}
    for deck in subject.spec.decks.values():
        yield from (("layout", deck.front), ("layout", deck.back))
    for typed in list_doubtful_texts(subject, "names in markup", _may_name):
        if "{" in typed.text:
            yield from find_names_in_markup(typed.text)
    yield from (("icon", name) for name in drawn.icons)
    booklets = (*subject.bound.booklets, *subject.bound.sell_sheets)
    yield from (name for booklet in booklets for name in booklet.uses)
    yield from (("color", scene.ground) for scene in subject.spec.file.showcase.values())
    if graph.dyed:
        for name, code in subject.spec.file.palette.items():
            if is_hex(code) and parse_hex(code) in drawn.colors:
                yield "color", name


# --- findings ------------------------------------------------------------------------------


def find_unused_names(subject: Subject) -> Iterator[Finding]:
    """Declarations that nothing reaches."""
    graph = subject.share(read_mentions)
    reached = graph.reached(_list_starts(graph, subject.share(_collect_drawn)))
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
    order = {name: number for number, name in enumerate(unreached)}
    first = {*heads}
    for head in heads:
        after = (graph.reached([head]) - first) & order.keys()
        yield _report_unused(graph, head, sorted(after, key=order.__getitem__))


def _report_unused(graph: MentionGraph, head: Name, after: Iterable[Name]) -> Finding:
    kind, name = head
    notes = (
        Note(f"with it goes the {_SPOKEN.get(other, other)} `{what}`", graph.declared[other, what])
        for other, what in after
    )
    hint = "delete the file, or use it" if kind == "file" else "remove it, or use it"
    message = f"{_SAID[kind]} `{name}`"
    place = graph.declared[head]
    return Finding(f"unused-{kind}", message, place, "warning", hint=hint, notes=tuple(notes))


def find_never_drawn(subject: Subject) -> Iterator[Finding]:
    """Elements of used layouts that stand on no card."""
    drawn = subject.share(_collect_drawn)
    used = {face.layout for face in subject.bound.faces}
    pieces = subject.spec.layouts.pieces
    told: set[Span] = set()
    for name, layout in subject.bound.layouts.items():
        if name not in used:
            continue
        for part in layout.parts:
            for element in _find_outermost(part or (), drawn.spans, pieces, told):
                yield _report_never_drawn(element)


def _without_compared(subject: Subject, never: Sequence[Finding]) -> Iterator[Finding]:
    """Those whose condition is not told already, as it compares a number with a text."""
    if never and all(entry.code != NUMBER_TEXT.code for entry in subject.spec.file.checks):
        told = {found.span for found in find_number_texts(subject)}
    else:
        told = set()
    yield from (found for found in never if found.span not in told)


def _find_outermost(
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
            one = isinstance(element.piece, str)  # not a template
            inner = [pieces[element.piece].draw] if one else []
        yield from _find_outermost(inner, drawn, pieces, told)


def _report_never_drawn(element: AnyElement) -> Finding:
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
