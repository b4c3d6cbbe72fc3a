"""Markup of other programs in texts: it would be printed as it stands.

In      the texts of cards, layouts, constants and computed fields as they were typed.
Out     findings at the tag, entity or escape, with what to write instead.
Not here  HTML in a booklet's Markdown (`read.markdown_text.parser`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from msgspec.structs import replace

from cardgen.bind.card.html_markup import KNOWN_TAGS, unescape
from cardgen.check.engine.rule import Explanation, Rule
from cardgen.check.engine.subject import Subject
from cardgen.check.rules.wording.booklet_texts import read_booklet_files, recall_or_find
from cardgen.check.rules.wording.typed_texts import TypedText, list_doubtful_texts, scalars_below
from cardgen.check.rules.wording.typing import list_layout_texts, locate_part
from cardgen.check.rules.wording.unread_html import find_unread_html
from cardgen.core.findings import Finding, Note, Span, plural
from cardgen.read.syntax.nodes import MappingNode, Node, ScalarNode, SequenceNode, find


class ForeignMarkup(Rule):
    """HTML tags, HTML entities and escapes in the texts of cards and layouts."""

    heading = "How text is set"
    codes = (
        Explanation(
            "foreign-markup",
            "a text holds HTML, an escape or a mark of another Markdown, printed as it stands",
            "Tables from other tools bring `<b>`, `<br>`, `&amp;`, `\\n`, `_word_`, `~~word~~`, "
            "`:coin:` and `#(if …)#` along, booklets footnotes and tables without a free line "
            "above them. They are letters like any others here, and are printed.",
            "Write `**bold**`, `*italic*`, `[words]{style}`, the character itself, and a line "
            "break for a line break (a text after `|` in YAML, a quoted cell in CSV).",
            "warning",
        ),
    )

    def find(self, subject: Subject) -> Iterable[Finding]:
        yield from find_foreign_markup(subject)
        yield from find_in_own_texts(subject)
        yield from find_unread_html(subject)
        yield from recall_or_find(subject, "foreign markup", find_in_booklets)


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
    r"|(?P<command>\#\((?:if|switch)\b[^\n]{0,300}?\)\#|@\[[\w ]+(?:,[^\[\]\n]*)?\])"
    r"|(?P<picture><(?:bg)?img=[^<>\n]*>)"
    r"|(?P<sound>\[sound:[^\[\]\n]+\])|(?P<cloze>\{\{c\d+::[^{}\n]*\}\})"
    r"|(?P<formula></?anki-mathjax\b[^<>\n]*>)"
    r"|(?<![\w:])(?P<shortcode>:[a-z][a-z0-9]*(?:[_-][a-z0-9]+)*:)(?![\w:])",
    re.IGNORECASE,
)
"""Tags, entities, escapes, what Markdown knows beside stars (`_word_`, `~~word~~`, code), and what
CardMaker does (`#(if …)#`, `@[column]`, `<img=…>`), Anki (`[sound:…]`, `{{c1::…}}`), `\\13\\` of
nanDECK among the escapes, and icons as chats and Squib's samples name them (`:coin:`)."""
_HTML_LEAVES = ("shortcode", "command", "picture", "sound", "cloze", "formula")
"""What is printed as it stands in a field of HTML, too."""
_REPLACED = re.compile(r"""\breplace\(\s*(["'])(?P<text>.+?)\1""")
"""What an expression takes out of a text."""
_DIALECTS = re.compile(
    r"(?<=[-+*.)] )(?P<task>\[[ xX]\])(?=\s)|(?P<footnote>\[\^[^\[\]\s]+\])"
    r"|(?<![=\w])(?P<marked>==(?=[^\s=])[^=\n]+(?<=[^\s=])==)(?![=\w])"
    r"|(?<=> )(?P<aside>\[!(?![\w-]+\])[^\[\]]*\])"
    r"|(?<=\w)(?P<lowered>~[^\s~]+~)(?!~)|(?<=\w)(?P<raised>\^[^\s^]+\^)(?!\^)"
)
"""What GitHub, Pandoc and Obsidian know beside: tasks, footnotes, `==words==`, `H~2~O`, `x^2^`."""
_DEFINITION = re.compile(r"[\s>]*(?P<definition>:) +\S")
_DASHES = re.compile(
    r"^[\s>]*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)+\|?\s*$|^[\s>]*\|\s*:?-+:?\s*\|\s*$"
)
_ROW = re.compile(r"^[\s>]*\|[^|]+\|.*\|\s*$")
_MOST_FIELDS = 40
_FRONT_MATTER = re.compile(r"---[ \t]*\n(?:[\w-]+:.*\n|[ \t]+.*\n|- .*\n|\n)+---[ \t]*(?:\n|\Z)")
_EXPRESSION = re.compile(r"\{\{.*?\}\}", re.DOTALL)
_CODE = re.compile(r"`[^`]*`|\{\{.*?\}\}")
_BREAK = "break the line in the text itself"
_INSTEAD = {
    "line": "write `*italic*` or `**bold**`",
    "struck": "write `[words]{strike}`",
    "code": "leave these marks out, or write `[words]{style}`, a style of `layouts.yaml`",
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
}
_BREAKS = frozenset(("br", "p", "div", "hr", "li", "tr"))
_BOLD, _ITALIC = frozenset(("b", "strong")), frozenset(("i", "em"))


def find_foreign_markup(subject: Subject) -> Iterator[Finding]:
    """One finding for each text, at the first of what is foreign in it; equal texts once."""
    seen: set[tuple[str, str, str]] = set()
    replaced = _list_replaced(subject)
    for typed in list_doubtful_texts(subject, "foreign markup", _may_be_foreign):
        key = typed.deck, typed.field, typed.text
        found = list(list_foreign_markup(typed.text)) if key not in seen else []
        fields = subject.spec.decks[typed.deck].fields
        if typed.field in fields and fields[typed.field].markup == "html":
            found = [one for one in found if _is_left_by_html(one)]
        gone = [part for part, asked in replaced if typed.field in asked]
        found = [one for one in found if not any(part in one[0] for part in gone)]
        if found:
            seen.add(key)
            finding = _report_foreign_markup(
                subject, typed.scalar, found, f"`{typed.field}`", typed.label
            )
            yield _with_html(finding, typed.field, found)


def _with_html(finding: Finding, field: str, found: Sequence[re.Match[str]]) -> Finding:
    """A finding whose hint says how the field's HTML can stay."""
    if not any((one["tag"] or "").lower() in KNOWN_TAGS for one in found):
        return finding
    way = f"or let the HTML be read: `{field}: {{markup: html}}` under the deck's `fields:`"
    return replace(finding, hint=f"{finding.hint}; {way}")


def _is_left_by_html(found: re.Match[str]) -> bool:
    """Whether something is printed as it stands in a field of HTML, too."""
    if found["tag"]:
        return found["tag"].lower() not in KNOWN_TAGS
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
        found = list(list_foreign_markup(_EXPRESSION.sub(_blanked, scalar.text)))
        if found:
            yield _report_foreign_markup(subject, scalar, found, what)


def find_in_booklets(subject: Subject) -> Iterator[Finding]:
    """What a booklet's Markdown does not know: escapes, and parts of other dialects.

    It knows entities itself, and its tags are `markdown-html`.
    """
    for file, text in read_booklet_files(subject).items():
        lines = text.splitlines()
        for number, line in enumerate(lines, 1):
            bare = _CODE.sub(_blanked, line)
            found = [
                one
                for one in list_foreign_markup(bare)
                if one["escape"] or one["struck"] or one["shortcode"]
            ]
            found += _DIALECTS.finditer(bare)
            if number > 1 and lines[number - 2].strip():
                found += filter(None, [_DEFINITION.match(bare)])
            if found:
                scalar = ScalarNode(
                    Span(file, number, 1, len(line) + 1), line, plain=True, verbatim=0
                )
                yield _report_foreign_markup(subject, scalar, found, "this text")
        yield from _find_front_matter(file, lines)
        yield from _find_lost_tables(file, lines)


def _find_front_matter(file: str, lines: Sequence[str]) -> Iterator[Finding]:
    """Fields between two lines of dashes before a text, which other programs read."""
    found = _FRONT_MATTER.match("\n".join(lines[:_MOST_FIELDS]))
    if found:
        message = "the lines from here to the next `---` are printed, as a rule and a heading"
        hint = "take them away: `booklets:` in game.yaml has the fields of a booklet"
        yield Finding("foreign-markup", message, Span(file, 1, 1, 4), "warning", hint=hint)


def _find_lost_tables(file: str, lines: Sequence[str]) -> Iterator[Finding]:
    """Tables that Markdown takes for a part of a paragraph."""
    if not any(map(_ROW.match, lines)) and not any(map(_DASHES.match, lines)):
        return
    from cardgen.read.markdown_text.parser import MAX_CHARACTERS, find_crowded_line
    from cardgen.read.markdown_text.syntax import make_block_parser

    if sum(map(len, lines)) > MAX_CHARACTERS or find_crowded_line(lines):
        return  # none of it is printed, and to parse it would take long
    for token in make_block_parser().parse("\n".join(lines)):
        if token.type != "inline" or token.map is None or not token.content.strip("|-: \n"):
            continue
        numbers = range(*token.map)
        dashes = [number for number in numbers if _DASHES.match(lines[number])]
        rows = [number for number in numbers if _ROW.match(lines[number])]
        hint = "leave a line free above it, and give head and dashes as many columns"
        if len(rows) > 1 and not dashes:
            dashes, hint = rows[:1], "write a line of dashes below its head: `|---|---|`"
        for number in dashes:
            message = "this table is printed as it stands, in a paragraph"
            span = Span(file, number + 1, 1, len(lines[number]) + 1)
            yield Finding("foreign-markup", message, span, "warning", hint=hint)


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


def list_foreign_markup(text: str) -> Iterator[re.Match[str]]:
    """What is HTML or an escape in a text; `&` before other words is a character."""
    for found in _FOREIGN.finditer(text):
        if not found["entity"] or unescape(found[0]) != found[0]:
            yield found


def _report_foreign_markup(
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
