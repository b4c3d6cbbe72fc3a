"""Markup of other programs in the cards' texts: it would be printed as it stands.

In      the cards' texts as they were typed.
Out     findings at the tag, entity or escape, with what to write instead.
Not here  HTML in a booklet's Markdown (`read.markdown_text.parser`).
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Iterator

from cardgen.bind.card.html_markup import KNOWN_TAGS
from cardgen.check.engine.rule import Explanation, Rule
from cardgen.check.engine.subject import Subject
from cardgen.check.rules.wording.typing import Typed, place_of, typed_texts
from cardgen.core.findings import Finding, Note, plural


class ForeignMarkup(Rule):
    """HTML tags, HTML entities and escapes in the texts of cards."""

    heading = "How text is set"
    codes = (
        Explanation(
            "foreign-markup",
            "a text holds HTML or an escape, which is printed as it stands",
            "Tables from other tools bring `<b>`, `<br>`, `&amp;` and `\\n` along. They are "
            "letters like any others here, and stand on the card.",
            "Write `**bold**`, `*italic*`, `[words]{style}`, the character itself, and a line "
            "break for a line break (a text after `|` in YAML, a quoted cell in CSV).",
            "warning",
        ),
    )

    def find(self, subject: Subject) -> Iterable[Finding]:
        return find_foreign_markup(subject)


_TAGS = (
    "a|b|big|blockquote|br|center|code|del|div|em|font|h[1-6]|hr|i|img|ins|li|mark|ol|p|s|small|"
    "span|strike|strong|sub|sup|table|td|th|tr|tt|u|ul"
)
_FOREIGN = re.compile(
    rf"</?(?P<tag>{_TAGS})(?:\s+[\w-]+\s*=[^<>]*)?\s*/?>|&(?P<entity>\#\d+|\#x[0-9a-f]+|[a-z][a-z0-9]*);"
    r"|(?P<escape>(?:\\r)?\\n)",
    re.IGNORECASE,
)
_BREAK = "break the line in the text itself"
_BREAKS = frozenset(("br", "p", "div", "hr", "li", "tr"))
_BOLD, _ITALIC = frozenset(("b", "strong")), frozenset(("i", "em"))


def find_foreign_markup(subject: Subject) -> Iterator[Finding]:
    """One finding for each text, at the first of what is foreign in it; equal texts once."""
    seen: set[tuple[str, str, str]] = set()
    for typed in typed_texts(subject):
        key = typed.deck, typed.field, typed.text
        found = list(foreign_in(typed.text)) if key not in seen else []
        fields = subject.spec.decks[typed.deck].fields
        if typed.field in fields and fields[typed.field].markup == "html":
            found = [one for one in found if one["tag"] and one["tag"].lower() not in KNOWN_TAGS]
        if found:
            seen.add(key)
            yield _finding(subject, typed, found)


def foreign_in(text: str) -> Iterator[re.Match[str]]:
    """What is HTML or an escape in a text; `&` before other words is a character."""
    for found in _FOREIGN.finditer(text):
        if not found["entity"] or html.unescape(found[0]) != found[0]:
            yield found


def _finding(subject: Subject, typed: Typed, found: list[re.Match[str]]) -> Finding:
    first, *others = found
    further = f", and {plural(len(others), 'other')} in this text" if others else ""
    return Finding(
        "foreign-markup",
        f"`{first[0]}` in `{typed.field}` is printed as it stands{further}",
        place_of(subject, typed.scalar, first.start(), len(first[0])),
        "warning",
        hint=what_to_write(first),
        notes=tuple(
            Note(f"`{one[0]}`", place_of(subject, typed.scalar, one.start(), len(one[0])))
            for one in others
        ),
        card=typed.label,
    )


def what_to_write(found: re.Match[str]) -> str:
    """Say what to write in place of a tag, an entity or an escape."""
    if found["entity"]:
        character = html.unescape(found[0])
        named = {"\xa0": "a no-break space", "\u2009": "a thin space", "\xad": "a soft hyphen"}
        return f"write {named.get(character, f'`{character}`')}"
    if found["escape"]:
        return _BREAK
    tag = found["tag"].lower()
    if tag in _BOLD:
        return "write `**bold**`"
    if tag in _ITALIC:
        return "write `*italic*`"
    if tag in _BREAKS:
        return _BREAK
    return "write `[words]{style}`, a style of `layouts.yaml`"
