"""Marks of other Markdown in booklets: they would be printed as they stand.

In      the Markdown files of a game's booklets.
Out     findings at what GitHub, Pandoc, Obsidian and word processors know, and a booklet not.
Not here  HTML (`read.markdown_text.parser`), the texts of cards (`foreign_markup`).

Code and comments are left alone.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise

from msgspec import Struct

from cardgen.check.engine.subject import Subject
from cardgen.check.rules.wording.booklet_texts import read_booklet_files
from cardgen.check.rules.wording.foreign_marks import list_foreign_markup, report_foreign_markup
from cardgen.core.findings import Finding, Span
from cardgen.read.syntax.nodes import ScalarNode

_DIALECTS = re.compile(
    r"(?<=[-+*.)] )(?P<task>\[[ xX]\])(?=\s)"
    r"|(?P<toc>\[\[?_?toc_?\]\]?(?=\s*$))"
    r"|(?P<footnote>\^?\[\^[^\[\]\s]+\]|\^\[[^\[\]]+\])"
    r"|(?P<embedded>!\[\[[^\[\]]+\]\])|(?P<wiki>\[\[[^\[\]]+\]\])"
    r"|(?P<cited>\[@[\w:.-]+[^\[\]]*\])"
    r"|(?P<sized>!\[[^\[\]]*\|\d+(?:x\d+)?\]\(|!\[[^\[\]]*\]\([^()\s]+ =\d+x?\d*\))"
    r"|(?P<hidden>%%[^%]+%%)"
    r"|(?P<math>\$\$?(?=\S)[^$\\^_=]*[\\^_=][^$]*(?<=\S)\$\$?(?!\d))"
    r"|(?P<page>\\(?:new|clear|column)?page(?:break)?\b|\\(?:columnbreak|tableofcontents)\b)"
    r"|(?<![=\w])(?P<marked>==(?=[^\s=])[^=]+(?<=[^\s=])==)(?![=\w])"
    r"|(?<=> )(?P<aside>\[!(?![\w-]+\])[^\[\]]*\])|(?<=\])(?<=[\w-]\])(?P<fold>[-+])(?=\s|$)"
    r"|(?<=\w)(?P<lowered>~[^\s~]+~)(?!~)|(?<=\w)(?P<raised>\^[^\s^]+\^)(?!\^)"
    r"|(?<=\s)(?P<anchor>\^[\w-]{4,})(?=\s*$)",
    re.IGNORECASE,
)
"""What GitHub, Pandoc and Obsidian know beside: tasks, footnotes, `[[links]]`, `==words==`,
`H~2~O`, `x^2^`, `$x_1$`, pages of LaTeX."""
_DIRECTIVE = re.compile(r"(?P<directive>:::+[ ]*\S.*|(?:!!!|\?\?\?\+?) \w.*)$")
_TIGHT_HEADING = re.compile(r"(?P<heading>#{2,6})(?=[^#\s])|(?P<first>#)(?=[^\W\d_])")
_DEFINITION = re.compile(r"(?P<definition>[:~])(?= +\S)")
_INDENT = re.compile(r"[\s>]*")
_ITEMS = re.compile(
    r"(?P<bullet>[•‣◦∙▪▫■□●○◆◇➢➤✓✔☐☑·])\s*(?=\S)|(?P<dash>[–—+-])\s*(?=[^\s–—+-])"
    r"|(?P<letter>\(?(?:[A-Za-z]|[ivx]{1,5}|[IVX]{1,5})[.)])\s+(?=\S)"
    r"|(?P<number>\(?\d{1,3}(?:\.\d{1,3})*[.)])\s*(?=[^\W\d])|(?P<auto>#[.)]|\(@\w*\))\s+(?=\S)"
)
"""What lines of a list begin with in other programs."""
_BAR = re.compile(r"\|\s+[^|]+$")
_COLUMNS = re.compile(r"\s*-{3,}(?:\s+-{3,})+\s*$")
_DASHES = re.compile(
    r"^[\s>]*(?:\|\s*)?:?-+:?\s*(?:\|\s*:?-+:?\s*)+(?:\|\s*)?$|^[\s>]*\|\s*:?-+:?\s*\|\s*$"
)
_ROW = re.compile(r"^[\s>]*\|[^|]+\|.*\|\s*$")
_REFERENCE = re.compile(r"\[(?P<words>[^\[\]\n]+)\]\[(?P<name>[^\[\]\n]*)\]")
_DEFINED = re.compile(r"[ >]*\[([^\[\]^][^\[\]]*)\]:\s*\S")
_WORDS = re.compile(r"[^\W\d_]{2}")
"""What a link has to show: `[2][3]` are dice, or boxes."""
_MOST_FIELDS = 40
_FRONT_MATTER = re.compile(r"---[ \t]*\n(?:[\w-]+:.*\n|[ \t]+.*\n|- .*\n|\n)+---[ \t]*(?:\n|\Z)")
_BLANKED = re.compile(r"`[^`]*`|\{\{(?:(?!\{\{).)*?\}\}|<!--(?:(?!<!--).)*?-->", re.DOTALL)
"""Each begins at the last mark before its end: what has no end is not looked through from each
mark in it."""
_PRINTED = ("escape", "struck", "shortcode")
"""Of what cards do not know, what booklets do not know either."""


class _Prose(Struct, frozen=True):
    """The lines of a paragraph, a heading or a row: as typed, and without marks of lists and
    quotations before them."""

    kind: str
    """What the parser calls it: `paragraph_open`, `heading_open`, `td_open`, `hr` …"""
    file: str
    first: int
    typed: Sequence[str]
    inner: Sequence[str]

    def span(self, index: int) -> Span:
        return Span(self.file, self.first + index, 1, max(2, len(self.typed[index]) + 1))

    def locate(self, index: int, mark: str) -> Span:
        """The place of a mark that a line begins with."""
        at = self.typed[index].find(mark)
        return self.span(index).part(max(0, at), len(mark))


def find_in_booklets(subject: Subject) -> Iterator[Finding]:
    """What a booklet's Markdown does not know: escapes, and parts of other dialects.

    It knows entities itself, and its tags are `markdown-html`.
    """
    for file, text in read_booklet_files(subject).items():
        lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
        yield from _find_front_matter(file, lines)
        defined = {_fold(found[1]) for found in map(_DEFINED.match, lines) if found}
        for prose in _list_prose(file, lines):
            yield from _find_marks(subject, prose)
            yield from _find_references(prose, defined)
            if prose.kind == "paragraph_open":
                yield from _find_lost_lines(prose)
            elif prose.kind == "hr":
                yield from _find_columns(prose)


def _list_prose(file: str, lines: Sequence[str]) -> Iterator[_Prose]:
    """The texts of a file, of a row of a table its first cell's, and the rules between them."""
    from cardgen.read.markdown_text.parser import MAX_CHARACTERS, find_crowded_line
    from cardgen.read.markdown_text.syntax import make_block_parser

    if sum(map(len, lines)) > MAX_CHARACTERS or find_crowded_line(lines):
        return  # none of it is printed, and to parse it would take long
    after, before = 0, ""
    for token in make_block_parser().parse("\n".join(lines)):
        kind = before if token.type == "inline" else token.type
        if token.map and token.type in ("inline", "hr") and token.map[0] >= after:
            first, after = token.map
            inner = [line.strip() for line in token.content.split("\n")]
            yield _Prose(kind, file, first + 1, lines[first:after], inner)
        before = token.type


def _find_marks(subject: Subject, prose: _Prose) -> Iterator[Finding]:
    """One finding for each line, at the first mark of it."""
    bare = _BLANKED.sub(_blanked, "\n".join(prose.typed)).split("\n")
    for index, line in enumerate(bare):
        found = list(_DIALECTS.finditer(line))
        known = {one.start() for one in found}
        others = (one for one in list_foreign_markup(line) if any(one[kind] for kind in _PRINTED))
        found += [one for one in others if one.start() not in known]
        indent = _INDENT.match(line)
        begins = (_DIRECTIVE, _DEFINITION) if index else (_DIRECTIVE,)
        found += filter(None, (one.match(line, indent.end() if indent else 0) for one in begins))
        if found:
            typed = prose.typed[index]
            scalar = ScalarNode(prose.span(index), typed, plain=True, verbatim=0)
            yield report_foreign_markup(subject, scalar, found, "this text")


def _find_references(prose: _Prose, defined: Collection[str]) -> Iterator[Finding]:
    """Links by a name that no line gives an address; where none does, they are brackets."""
    bare = _BLANKED.sub(_blanked, "\n".join(prose.typed)).split("\n") if defined else ()
    for index, line in enumerate(bare):
        for found in _REFERENCE.finditer(line):
            name = found["name"] or found["words"]
            is_meant = _WORDS.search(found["words"]) and found["name"] != found["words"]
            if is_meant and _fold(name) not in defined:
                message = f"`{found[0]}` is printed as it stands: no line gives `{name}` an address"
                hint = f"write `[{found['words']}](https://…)`, or `[{name}]: https://…` in a line"
                place = prose.span(index).part(found.start(), len(found[0]))
                yield Finding("foreign-markup", message, place, "warning", hint=hint)


def _fold(name: str) -> str:
    """A name of a link, as Markdown compares it."""
    return " ".join(name.casefold().split())


def _find_lost_lines(prose: _Prose) -> Iterator[Finding]:
    """What begins a heading, a list or a table elsewhere, and is a part of a paragraph here."""
    tables = list(_find_lost_tables(prose))
    yield from tables
    yield from filter(None, [_find_heading(prose), _find_items(prose)])
    if len(prose.inner) > 1 and not tables and all(map(_BAR.match, prose.inner)):
        message = "these lines are printed in one paragraph, with their bars"
        hint = "take the bars away, and end each line but the last with a backslash"
        yield Finding("foreign-markup", message, prose.locate(0, "|"), "warning", hint=hint)


def _find_heading(prose: _Prose) -> Finding | None:
    """Words behind `#` without a space."""
    for index, line in enumerate(prose.inner):
        found = _TIGHT_HEADING.match(line)
        if found and (found["heading"] or not index):
            mark = found[0]
            message = (
                f"`{mark}` is printed as it stands: no space follows it, so this is no heading"
            )
            hint = f"write `{mark} {line[len(mark) :][:20].split()[0]}`; or `\\#` for the character"
            return Finding(
                "foreign-markup", message, prose.locate(index, mark), "warning", hint=hint
            )
    return None


def _find_items(prose: _Prose) -> Finding | None:
    """Two lines, one below the other, that begin as items of a list do elsewhere."""
    items = [_ITEMS.match(line) for line in prose.inner]
    for index, (one, other) in enumerate(pairwise(items)):
        if one and other and one.lastgroup == other.lastgroup and not _ends(prose.typed[index]):
            message = "the lines of this list run on in one paragraph"
            hint = "begin them with `- ` or `1. `, below a free line; or end them with a backslash"
            place = prose.locate(index, one[0].strip())
            return Finding("foreign-markup", message, place, "warning", hint=hint)
    return None


def _ends(line: str) -> bool:
    """Whether a line is ended on the page where it ends in the file."""
    return line.endswith(("\\", "  "))


def _find_front_matter(file: str, lines: Sequence[str]) -> Iterator[Finding]:
    """Fields between two lines of dashes before a text, which other programs read."""
    found = _FRONT_MATTER.match("\n".join(lines[:_MOST_FIELDS]))
    if found:
        message = "the lines from here to the next `---` are printed, as a rule and a heading"
        hint = "take them away: `booklets:` in game.yaml has the fields of a booklet"
        yield Finding("foreign-markup", message, Span(file, 1, 1, 4), "warning", hint=hint)


def _find_columns(rule: _Prose) -> Iterator[Finding]:
    """A rule whose dashes stand in columns, as below the head of a table of Pandoc's."""
    if _COLUMNS.match(rule.typed[0]):
        message = "this is a rule; a table, if it is meant, is printed as lines of text"
        hint = "write its rows as `| words | words |`, and `|---|---|` below its head"
        yield Finding("foreign-markup", message, rule.span(0), "warning", hint=hint)


def _find_lost_tables(prose: _Prose) -> Iterator[Finding]:
    """Tables that Markdown takes for a part of a paragraph, or for a rule."""
    if not "".join(prose.inner).strip("|-: "):
        return
    numbers = range(len(prose.typed))
    dashes = [number for number in numbers if _DASHES.match(prose.typed[number])]
    rows = [number for number in numbers if _ROW.match(prose.typed[number])]
    hint = "leave a line free above it, and give head and dashes as many columns"
    if len(rows) > 1 and not dashes:
        dashes, hint = rows[:1], "write a line of dashes below its head: `|---|---|`"
    for number in dashes:
        message = "this table is printed as it stands, in a paragraph"
        yield Finding("foreign-markup", message, prose.span(number), "warning", hint=hint)


def _blanked(found: re.Match[str]) -> str:
    return re.sub(r"[^\n]", " ", found[0])
