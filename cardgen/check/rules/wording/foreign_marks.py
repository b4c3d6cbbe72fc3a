"""Marks of other programs in a text, and what to write in their place.

In      a text as it was typed.
Out     what in it is HTML, an escape, or a mark that other programs know; findings at it.
Not here  which texts are looked at (`foreign_markup`, `foreign_markdown`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from cardgen.bind.card.html_markup import unescape
from cardgen.check.engine.subject import Subject
from cardgen.check.rules.wording.typing import locate_part
from cardgen.core.findings import Finding, Note, plural
from cardgen.read.syntax.nodes import ScalarNode

_TAGS = (
    "a|b|big|blockquote|br|center|code|del|div|em|font|h[1-6]|hr|i|img|ins|li|mark|ol|p|s|small|"
    "span|strike|strong|sub|sup|table|td|th|tr|tt|u|ul"
)
_FOREIGN = re.compile(
    rf"</?(?P<tag>{_TAGS})(?:\s+[\w-]+\s*=[^<>]*)?\s*/?>|&(?P<entity>\#\d+|\#x[0-9a-f]+|[a-z][a-z0-9]*);"
    r"|(?P<escape>(?:\\r)?\\n|\\13\\)"
    r"|(?<![\w_])(?P<line>__?)(?=[^\W_])[^_\n{}]*(?<=[^\s_])(?P=line)(?![\w_])"
    r"|(?P<struck>~~(?=\S)[^~\n]+(?<=\S)~~)"
    r"|(?<!`)(?P<code>`(?=[^\s`])[^`\n]*(?<=\S)`)(?!`)"
    r"|(?P<quoted>(?<![\w,]),,(?:(?=[^\W_])[^,\n]{0,60}?(?:''|[\"”“])|(?=[^\W\d_])\w+)"
    r"|(?<!`)``(?=[^\s`])[^`\n]{0,60}?''"
    r"|(?<![\w<])<<(?=[^<>\n]* )[^<>\n]{1,60}>>(?![\w>])"
    r"|(?<![\w>])>>(?=\w[^<>\n]* )[^<>\n]{1,60}<<(?![\w<]))"
    r"|(?P<command>\#\((?:if|switch)\b[^\n]{0,300}?\)\#|@\[[\w ]+(?:,[^\[\]\n]*)?\])"
    r"|(?P<picture><(?:bg)?img=[^<>\n]*>)"
    r"|(?P<sound>\[sound:[^\[\]\n]+\])|(?P<cloze>\{\{c\d+::[^{}\n]*\}\})"
    r"|(?P<formula></?anki-mathjax\b[^<>\n]*>)"
    r"|(?m:^)(?:(?P<table>\|?[ ]*:?-{3,}:?[ ]*\|[-:| ]*)(?m:$)|(?P<heading>\#{2,6})(?=[ ]\S))"
    r"|(?<![\w:])(?P<shortcode>:[a-z][a-z0-9]*(?:[_-][a-z0-9]+)*:)(?![\w:])",
    re.IGNORECASE,
)
"""Tags, entities, escapes, what Markdown knows beside stars (`_word_`, `~~word~~`, code, the dashes
below a table's head, `## heading`), and what CardMaker does (`#(if …)#`, `@[column]`, `<img=…>`),
Anki (`[sound:…]`, `{{c1::…}}`), `\\13\\` of nanDECK among the escapes, and icons as chats and
Squib's samples name them (`:coin:`), and quotation marks as typewriters and TeX have them."""
_BREAK = "break the line in the text itself"
_INSTEAD = {
    "quoted": 'type `"words"`: straight marks become those of the language',
    "line": "write `*italic*` or `**bold**`",
    "struck": "write `[words]{strike}`",
    "code": "leave these marks out, or write `[words]{style}`, a style of `layouts.yaml`",
    "table": "place its cells as texts of a `grid:` in the layout, a field each",
    "heading": "write `**words**`, or `[words]{style}`, a style of `layouts.yaml`",
    "task": "leave the brackets out",
    "footnote": "put the note into the text, or into brackets",
    "marked": "write `[words]{style}`, a style of `layouts.yaml`",
    "lowered": "write the character itself, as in `H₂O`, or `[2]{style}`",
    "raised": "write the character itself, as in `x²`, or `[2]{style}`",
    "command": "let the layout do it: `{{ field }}`, `when:`, or a computed field",
    "picture": "write `{icon}`, an icon under `icons:` in game.yaml",
    "sound": "take it out: a card plays no sound",
    "cloze": "write the word itself, or `___` for the gap",
    "formula": "write the formula in letters, as in `x²`, or place a picture of it",
    "aside": "write one word, and the title behind it: `> [!example] The first round`",
    "definition": "write `**Word:** what it is`, or a list",
    "toc": "write `{{ contents() }}`",
    "embedded": "write `![caption](picture.png)`",
    "wiki": "write `[words](#heading)`, with the heading's words in small letters and hyphens",
    "cited": "name the source in words",
    "sized": 'write the width behind the file: `![caption](map.png "60mm")`',
    "hidden": "write `<!-- words -->`",
    "math": "write the formula in letters, as in `x²`, or place a picture of it",
    "page": "write `{{ page_break() }}`, `{{ column_break() }}` or `{{ contents() }}`, by itself",
    "fold": "take the sign away: a box on paper is open",
    "anchor": "take it away, or name a heading: `## Scoring {#scoring}`",
    "directive": "write a box: `> [!note] Its title`, each line of it behind `> `",
}
_BREAKS = frozenset(("br", "p", "div", "hr", "li", "tr"))
_BOLD, _ITALIC = frozenset(("b", "strong")), frozenset(("i", "em"))


def list_foreign_markup(text: str) -> Iterator[re.Match[str]]:
    """What is HTML or an escape in a text; `&` before other words is a character."""
    for found in _FOREIGN.finditer(text):
        if not found["entity"] or unescape(found[0]) != found[0]:
            yield found


def report_foreign_markup(
    subject: Subject, scalar: ScalarNode, found: list[re.Match[str]], where: str, card: str = ""
) -> Finding:
    first, *others = found
    further = f", and {plural(len(others), 'other')} in this text" if others else ""
    return Finding(
        "foreign-markup",
        f"`{first[0]}` in {where} is printed as it stands{further}",
        locate_part(subject, scalar, first.start(), len(first[0])),
        "warning",
        hint=suggest_replacement(first),
        notes=tuple(
            Note(f"`{one[0]}`", locate_part(subject, scalar, one.start(), len(one[0])))
            for one in others
        ),
        card=card,
    )


def suggest_replacement(found: re.Match[str]) -> str:
    """Say what to write in place of a tag, an entity, an escape or a mark."""
    if name := (found.groupdict().get("shortcode") or "").strip(":"):
        return f"write `{{{name}}}`, an icon under `icons:` in game.yaml"
    named_marks = {name: hint for name, hint in _INSTEAD.items() if found.groupdict().get(name)}
    if named_marks:
        return next(iter(named_marks.values()))
    if found["entity"]:
        character = unescape(found[0])
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
    if tag == "img":
        return "write `{icon}`, an icon under `icons:` in game.yaml, or place a `picture:`"
    return "write `[words]{style}`, a style of `layouts.yaml`"
