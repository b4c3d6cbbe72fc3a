"""Fields of styles that words in a text cannot follow.

In      styles, and where layouts, cards, pages and booklets name them.
Out     a finding at each such field of a style that stands on words alone: `[words]{name}`.
Not here  fields of elements (`check.rules.source.idle_fields`), styles that nothing uses
        (`check.rules.source.unused`).

A style that a text, a booklet or another style also begins from is let pass: there the field
says something. So is one in an included file, which other games may use otherwise.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from cardgen.check.engine.subject import Subject
from cardgen.check.rules.source.mentions import (
    MentionGraph,
    find_names_in_markup,
    list_scalars,
    read_mentions,
)
from cardgen.check.rules.wording.typed_texts import TypedText, list_doubtful_texts
from cardgen.core.findings import Finding
from cardgen.read.models.styles import StyleSpec
from cardgen.read.models.templated import has_template
from cardgen.read.syntax.nodes import find

FOLLOWED = frozenset(
    ("font", "color", "fill", "stroke", "stroke_width", "stroke_side", "underline", "strike")
) | frozenset(("tracking", "features", "language", "extends", "params"))
"""What words take from a style that is named in markup."""
_NAMING = ("style", "extends", "with", "takes")
_OF_ALL = "leave it out, or give it to the style of the whole text"
_HINTS = {
    "size": "write a share of the size behind the name: `[words]{NAME 80%}`",
    "smart": "type the characters that you want, or set the whole text so",
    "markup": "put a backslash before each mark, or set the whole text so",
}


def find_idle_in_spans(subject: Subject) -> Iterator[Finding]:
    """One finding for each field of a style that its words cannot follow."""
    graph = subject.share(read_mentions)
    spans = set(_list_span_styles(graph))
    for other in _list_text_styles(graph):
        if not spans:
            return
        spans.discard(other)
    for name, style in subject.spec.layouts.styles.items():
        if name in spans and ("style", name) in graph.declared:
            yield from _list_unfollowed(name, style)


def _list_unfollowed(name: str, style: StyleSpec) -> Iterator[Finding]:
    for field in type(style).model_fields:
        if field in FOLLOWED or field not in style.model_fields_set:
            continue
        key = field.replace("_", "-")
        message = f"`{key}` says nothing here: the style `{name}` stands on words in texts alone"
        hint = _HINTS.get(field, _OF_ALL).replace("NAME", name)
        yield Finding("idle-field", message, style.key(key), "warning", hint=hint)


def _list_span_styles(graph: MentionGraph) -> Iterator[str]:
    """The styles that markup names: `[words]{name}`."""
    subject = graph.subject
    nodes = (subject.spec.file.node, subject.spec.layouts.node)
    typed = (one.text for one in list_doubtful_texts(subject, "span styles", _may_name_style))
    written = (scalar.text for node in nodes for _, scalar in list_scalars(node))
    for text in chain(written, typed):
        if "]{" in text:
            yield from (name for kind, name in find_names_in_markup(text) if kind == "style")
    for booklet in (*subject.bound.booklets, *subject.bound.sell_sheets):
        yield from (name for kind, name in booklet.uses if kind == "style")


def _may_name_style(typed: TypedText) -> bool:
    return "]{" in typed.text


def _list_text_styles(graph: MentionGraph) -> Iterator[str]:
    """The names that may be styles of whole texts: what layouts and pieces say, roles of booklets,
    and whatever a card's row says alone in a cell."""
    spec = graph.subject.spec
    for key, scalar in list_scalars(spec.layouts.node):
        if key == "style" and has_template(scalar.text):
            yield from (name for kind, name in graph.named_by(key, scalar.text) if kind == "style")
        elif key in _NAMING:
            yield scalar.text
    for section in ("booklets", "showcase", "editions"):
        yield from (scalar.text for _, scalar in list_scalars(find(spec.file.node, section)))
    for card in chain.from_iterable(spec.cards.values()):
        yield from (scalar.text for _, scalar in list_scalars(card.node))
