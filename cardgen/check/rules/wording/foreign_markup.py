"""Markup of other programs in texts: it would be printed as it stands.

In      the texts of cards, layouts, constants and computed fields as they were typed.
Out     findings at the tag, entity or escape, with what to write instead.
Not here  booklets (`foreign_markdown`; HTML in them is told by `read.markdown_text.parser`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from msgspec.structs import replace

from cardgen.bind.card.html_markup import KNOWN_TAGS
from cardgen.check.engine.rule import Explanation, Rule
from cardgen.check.engine.subject import Subject
from cardgen.check.rules.wording.booklet_texts import recall_or_find
from cardgen.check.rules.wording.foreign_markdown import find_in_booklets
from cardgen.check.rules.wording.foreign_marks import list_foreign_markup, report_foreign_markup
from cardgen.check.rules.wording.typed_texts import TypedText, list_doubtful_texts, scalars_below
from cardgen.check.rules.wording.typing import list_layout_texts, locate_part
from cardgen.check.rules.wording.unread_html import NO_MARKUP, find_unread_html
from cardgen.core.findings import Finding
from cardgen.read.syntax.nodes import MappingNode, Node, ScalarNode, SequenceNode, find


class ForeignMarkup(Rule):
    """HTML tags, HTML entities and escapes in the texts of cards and layouts."""

    heading = "How text is set"
    codes = (
        Explanation(
            "foreign-markup",
            "a text holds HTML, an escape or a mark of another Markdown, printed as it stands",
            "Tables from other tools bring `<b>`, `<br>`, `&amp;`, `\\n`, `_word_`, `~~word~~`, "
            "`:coin:` and `#(if …)#` along, typists `,,words''` and `<< words >>`, booklets "
            "footnotes, `[[links]]`, `[TOC]`, `\\newpage`, "
            "tables without a free line above them, and lines that begin with `a.` or `•`, which "
            "run on in one paragraph; layouts bring `<<name>>` and `%name%`. "
            "They are letters like any others here, and are printed.",
            "Write `**bold**`, `*italic*`, `[words]{style}`, the character itself, and a line "
            "break for a line break (a text after `|` in YAML, a quoted cell in CSV).",
            "warning",
        ),
    )

    def find(self, subject: Subject) -> Iterable[Finding]:
        yield from find_foreign_markup(subject)
        yield from find_in_own_texts(subject)
        yield from find_foreign_placeholders(subject)
        yield from find_unread_html(subject)
        yield from recall_or_find(subject, "foreign markup", find_in_booklets)


_HTML_LEAVES = (
    "shortcode",
    "command",
    "picture",
    "sound",
    "cloze",
    "formula",
    "table",
    "heading",
    "quoted",
)
"""What is printed as it stands in a field of HTML, too."""
_OF_NANDECK = "\\13\\"
"""A line break, which HTML does not know."""
_REPLACED = re.compile(r"""\breplace\(\s*(["'])(?P<text>.+?)\1""")
"""What an expression takes out of a text."""
_PLACEHOLDER = re.compile(
    r"<<\s*(\w[\w -]*?)\s*>>|«\s*(\w[\w -]*?)\s*»|%(\w+)%|@(\w+)@|\$([^\W\d]\w*)"
)
"""A field as InDesign, Word and scripts name it: `<<name>>`, `«name»`, `%name%`, `$name`."""
_EXPRESSION = re.compile(r"\{\{(?:(?!\{\{).)*?\}\}", re.DOTALL)


def find_foreign_markup(subject: Subject) -> Iterator[Finding]:
    """One finding for each text, at the first of what is foreign in it; equal texts once."""
    seen: set[tuple[str, str, str]] = set()
    replaced = _list_replaced(subject)
    for typed in list_doubtful_texts(subject, "foreign markup", _may_be_foreign):
        key = typed.deck, typed.field, typed.text
        found = list(list_foreign_markup(typed.text)) if key not in seen else []
        fields = subject.spec.decks[typed.deck].fields
        is_html = typed.field in fields and fields[typed.field].markup == "html"
        if is_html:
            found = [one for one in found if _is_left_by_html(one)]
        gone = [part for part, asked in replaced if typed.field in asked]
        found = [one for one in found if not any(part in one[0] for part in gone)]
        if found:
            seen.add(key)
            finding = report_foreign_markup(
                subject, typed.scalar, found, f"`{typed.field}`", typed.label
            )
            yield _with_html(finding, typed.field, found, is_html=is_html)


def _with_html(
    finding: Finding, field: str, found: Sequence[re.Match[str]], *, is_html: bool
) -> Finding:
    """A finding whose hint says how the field's HTML can stay, or why it cannot."""
    if is_html:
        needs = "`{" in finding.hint or "]{" in finding.hint
        return replace(finding, hint=f"{finding.hint}; for that {NO_MARKUP}") if needs else finding
    if not any((one["tag"] or "").lower() in KNOWN_TAGS for one in found):
        return finding
    way = f"or let the HTML be read: `{field}: {{markup: html}}` under the deck's `fields:`"
    return replace(finding, hint=f"{finding.hint}; {way}")


def _is_left_by_html(found: re.Match[str]) -> bool:
    """Whether something is printed as it stands in a field of HTML, too."""
    if found["tag"]:
        return found["tag"].lower() not in KNOWN_TAGS
    if found["escape"] == _OF_NANDECK:
        return True
    return any(found[name] for name in _HTML_LEAVES)


def _list_replaced(subject: Subject) -> frozenset[tuple[str, str]]:
    """The parts of texts that layouts and computed fields replace, each with the template, which
    names the fields that it replaces them in."""
    texts = (scalar.text for _, scalar in _own_texts(subject) if "replace" in scalar.text)
    return frozenset((found["text"], text) for text in texts for found in _REPLACED.finditer(text))


def _may_be_foreign(typed: TypedText) -> bool:
    return any(True for _ in list_foreign_markup(typed.text))


def find_in_own_texts(subject: Subject) -> Iterator[Finding]:
    """One finding for each text of the layouts, the constants and the computed fields."""
    for what, scalar in _own_texts(subject):
        text = _EXPRESSION.sub(_blanked, scalar.text)
        found = [one for one in list_foreign_markup(text) if not _names_field(one, subject)]
        if found:
            yield report_foreign_markup(subject, scalar, found, what)


def _names_field(found: re.Match[str], subject: Subject) -> bool:
    """Whether `<< name >>` is told as the field that it names, and not as a quotation."""
    named = _PLACEHOLDER.fullmatch(found[0]) if found["quoted"] else None
    known = {name.casefold() for name in _list_fields(subject)} if named else ()
    return named is not None and next(filter(None, named.groups())).casefold() in known


def find_foreign_placeholders(subject: Subject) -> Iterator[Finding]:
    """One finding for each text that names a field as the data merge of other programs does."""
    fields: dict[str, str] = {}
    shown: str | None = None
    for what, scalar in _own_texts(subject):
        text = _EXPRESSION.sub(_blanked, scalar.text)
        for found in _PLACEHOLDER.finditer(text):
            fields = fields or {name.casefold(): name for name in sorted(_list_fields(subject))}
            name = fields.get(next(filter(None, found.groups())).casefold(), "")
            if name and found[0][0] == "«" and shown is None:
                shown = _join_expressions(subject)
            if name and not _is_quotation(found, text, name, shown or ""):
                yield Finding(
                    "foreign-markup",
                    f"`{found[0]}` in {what} is printed as it stands",
                    locate_part(subject, scalar, found.start(), len(found[0])),
                    "warning",
                    hint=f"write `{{{{ {name} }}}}` for that field of the card",
                )
                break


def _join_expressions(subject: Subject) -> str:
    """All that the game's own texts ask of the cards."""
    texts = (scalar.text for _, scalar in _own_texts(subject))
    return " ".join(found[0] for text in texts for found in _EXPRESSION.finditer(text))


def _is_quotation(found: re.Match[str], text: str, name: str, shown: str) -> bool:
    """Whether it is in quotes as French sets them: a label of a field that is shown beside it, or
    spaced among other words."""
    if found[0][0] != "«":
        return False
    if re.search(rf"\b{re.escape(name)}\b", shown):
        return True
    others = text[: found.start()] + text[found.end() :]
    return found[0][1].isspace() and any(letter.isalnum() for letter in others)


def _list_fields(subject: Subject) -> set[str]:
    declared = (name for deck in subject.spec.decks.values() for name in deck.fields)
    typed = (name for rows in subject.spec.cards.values() for row in rows for name in row.values)
    return {*declared, *typed}


def _blanked(found: re.Match[str]) -> str:
    return " " * len(found[0])


def _own_texts(subject: Subject) -> Iterator[tuple[str, ScalarNode]]:
    """The texts that the game's own files hold beside the cards, with what they are."""
    layouts = subject.spec.layouts.node
    yield from (("this text", scalar) for _, scalar in list_layout_texts(layouts))
    yield from (("this value", scalar) for scalar in _handed_over(layouts))
    file = subject.spec.file.node
    for name, value in _entries(find(file, "vars")):
        yield from ((f"`{name}`", scalar) for scalar in scalars_below(value))
    for deck in subject.spec.decks.values():
        for name, value in _entries(find(deck.node, "fields")):
            template = find(value, "value")
            yield from ((f"`{name}`", scalar) for scalar in scalars_below(template))


def _entries(node: Node | None) -> Iterator[tuple[str, Node]]:
    if isinstance(node, MappingNode):
        yield from ((name, value) for name, (_, value) in node.entries.items())


def _handed_over(node: Node | None) -> Iterator[ScalarNode]:
    """What `with:` hands to pieces."""
    if isinstance(node, SequenceNode):
        for item in node.items:
            yield from _handed_over(item)
    for name, value in _entries(node):
        if name == "with":
            yield from (scalar for _, one in _entries(value) for scalar in scalars_below(one))
        else:
            yield from _handed_over(value)
