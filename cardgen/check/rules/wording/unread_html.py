"""Fields of HTML whose marks would be printed: in texts that read none, or beside those of HTML.

In      the layouts as they were written, the fields that decks declare as HTML, their texts.
Out     a finding at each such text.

HTML becomes the markup of cards (`bind.card.html_markup`), which `markup: no` prints as it stands:
`<b>Draw</b>` as `**Draw**`. The stars and braces of such a field are letters.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from cardgen.check.engine.subject import Subject
from cardgen.check.rules.source.mentions import Name, find_fields, read_mentions
from cardgen.check.rules.wording.typed_texts import TypedText, list_doubtful_texts
from cardgen.check.rules.wording.typing import locate_part
from cardgen.core.findings import Finding, Note
from cardgen.read.syntax.nodes import MappingNode, Node, ScalarNode, SequenceNode, find

_NO = frozenset(("no", "false"))
_MOST_STYLES = 100
_OWN = re.compile(
    r"\*\*[^\s*][^*\n]*\*\*|\[[^\[\]\n]+\]\{[^{}\n]+\}|(?<![{\\])\{(?P<icon>[^{}\s]+)\}(?!\})"
)
"""Bold words, words with a style and icons, as other fields have them."""
NO_MARKUP = "take `markup: html` away, and write `**bold**` for `<b>`"
"""What to do where a text needs the markup of cards, and its field is HTML."""


def find_unread_html(subject: Subject) -> Iterator[Finding]:
    """One finding for each text and field."""
    html = _list_html(subject)
    if not any(html.values()):
        return
    yield from _find_own_markup(subject, html)
    graph, plain = subject.share(read_mentions), _list_plain_texts(subject)
    seen: set[tuple[str, object]] = set()
    for deck in subject.bound.decks:
        owners = graph.reached(("layout", face.layout) for face in deck.faces)
        for owner in sorted(owners):
            for text, reason in plain.get(owner, ()):
                for field in sorted(html[deck.name] & find_fields("text", text.text)):
                    if (field, text.span) not in seen:
                        seen.add((field, text.span))
                        yield _report_unread(field, text, reason)


def _list_html(subject: Subject) -> dict[str, set[str]]:
    """The fields of each deck that are HTML."""
    return {
        name: {field for field, spec in deck.fields.items() if spec.markup == "html"}
        for name, deck in subject.spec.decks.items()
    }


def _find_own_markup(subject: Subject, html: dict[str, set[str]]) -> Iterator[Finding]:
    """One finding for each text of HTML with markup of cards in it; braces are such if they name
    an icon of the game."""
    icons = subject.spec.file.icons

    def find_mark(typed: TypedText) -> re.Match[str] | None:
        if typed.field not in html[typed.deck]:
            return None
        marks = _OWN.finditer(typed.text)
        return next((one for one in marks if not one["icon"] or one["icon"] in icons), None)

    context = sorted(icons), sorted((deck, sorted(fields)) for deck, fields in html.items())
    doubtful = list_doubtful_texts(
        subject, "markup in HTML", lambda typed: find_mark(typed) is not None, context
    )
    for typed in doubtful:
        found = find_mark(typed)
        if found is not None:
            yield Finding(
                "foreign-markup",
                f"`{found[0]}` in `{typed.field}` is printed as it stands: the field is HTML",
                locate_part(subject, typed.scalar, found.start(), len(found[0])),
                "warning",
                hint="write `<b>bold</b>`" if found[0].startswith("**") else NO_MARKUP,
                card=typed.label,
            )


def _report_unread(field: str, text: ScalarNode, reason: ScalarNode) -> Finding:
    return Finding(
        "foreign-markup",
        f"`{field}` is HTML, and this text reads no markup: `<b>` would print `**`",
        text.span,
        "warning",
        hint="write `markup: yes` here, or take `markup: no` away",
        notes=(Note("`markup: no` is", reason.span),),
    )


def _list_plain_texts(subject: Subject) -> dict[Name, list[tuple[ScalarNode, ScalarNode]]]:
    """The texts of each layout and piece that read no markup, each with what says so."""
    root = subject.spec.layouts.node
    found: dict[Name, list[tuple[ScalarNode, ScalarNode]]] = {}
    for kind, key in (("layout", "layouts"), ("piece", "pieces")):
        for name, (_, node) in getattr(find(root, key), "entries", {}).items():
            found[kind, name] = [
                (text, reason)
                for element, text in _list_texts(node)
                if (reason := _find_markup(root, element)) and reason.text.casefold() in _NO
            ]
    return found


def _list_texts(node: Node | None) -> Iterator[tuple[MappingNode, ScalarNode]]:
    if isinstance(node, SequenceNode):
        for item in node.items:
            yield from _list_texts(item)
    elif isinstance(node, MappingNode):
        text = find(node, "text")
        if isinstance(text, ScalarNode):
            yield node, text
        for _, value in node.entries.values():
            yield from _list_texts(value)


def _find_markup(root: Node | None, element: MappingNode) -> ScalarNode | None:
    """What says whether an element reads markup: itself, its style, or one that this extends."""
    at: Node | None = element
    for _ in range(_MOST_STYLES):
        said = find(at, "markup")
        if isinstance(said, ScalarNode):
            return said
        above = find(at, "style" if at is element else "extends")
        if not isinstance(above, ScalarNode):
            return None
        at = find(root, "styles", above.text)
    return None
