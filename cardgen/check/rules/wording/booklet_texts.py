"""The paragraphs of booklets as they were typed.

In      the Markdown files of a game's booklets.
Out     each paragraph, code and expressions blanked, with where its characters stand.
Not here  what is wrong with them (`check.rules.wording.quotations`, `quote_spacing`).

Tables are left out: their cells hold signs alone, and inches.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import partial

from msgspec import Struct

from cardgen.cache.content_key import make_record_key
from cardgen.check.engine.kept_findings import keep_findings
from cardgen.check.engine.second_reads import read_again
from cardgen.check.engine.subject import Subject
from cardgen.core.findings import Finding, Span

_CODE = re.compile(
    r"`[^`\n]*`|\{\{(?:(?!\{\{).)*?\}\}|<!--(?:(?!<!--).)*?-->|\]\((?:(?!\]\()[^)\n])*\)"
    r"|\{[^{}\n]*\}",
    re.DOTALL,
)
"""Code, expressions, comments, where links lead, what words look like; each begins at the last mark
before its end, so that what has no end is not looked through again and again."""
_FENCE = re.compile(r"^[ >]*(```|~~~)")
_BEGINS = re.compile(r"^[ >]*(?:[-*+]|\d+[.)])[ \t]+|^#+ |^[ >]*:::")
"""A new entry of a list, a heading, a box."""
_CELLS = re.compile(r"^[ >]*\||\|[ \t]*$")
_LANGUAGE = re.compile(r"\blang=([A-Za-z0-9_-]+)")
_QUOTED = re.compile(r"^[ >]*>[ ]?")


class BookletText(Struct, frozen=True):
    """A paragraph: its first line's number, and its lines joined."""

    file: str
    line: int
    typed: str

    @property
    def text(self) -> str:
        """What is printed as it stands, everything else blanked."""
        return _CODE.sub(lambda found: re.sub(r"[^\n]", "x", found[0]), self.typed)

    def locate(self, offset: int) -> Span:
        before = self.typed[:offset]
        column = offset - before.rfind("\n")
        return Span(self.file, self.line + before.count("\n"), column, column + 1)


def read_booklet_files(subject: Subject) -> dict[str, str]:
    """The Markdown of all booklets by the names of their files."""
    booklets = subject.spec.file.booklets
    return {
        file: read_again(subject.game, file)
        for file in (booklets[one.name].text for one in subject.bound.booklets)
    }


def list_booklet_texts(subject: Subject) -> Iterator[BookletText]:
    """The paragraphs of all booklets, equal files once."""
    for file, text in read_booklet_files(subject).items():
        yield from _list_paragraphs(file, text.splitlines())


def recall_or_find(
    subject: Subject, rule: str, find: Callable[[Subject], Iterable[Finding]]
) -> Iterable[Finding]:
    """What a rule finds in the booklets' paragraphs, kept as long as these stay.

    Args:
        subject: The game.
        rule: The rule's name.
        find: It looks at the booklets' files and at the language of the tables, and at nothing else
            of the game.
    """
    files = read_booklet_files(subject)
    parts = (rule, subject.spec.source_language, list(files.items()))
    return keep_findings(
        subject.kept, make_record_key("booklet texts", parts), partial(find, subject)
    )


def _list_paragraphs(file: str, lines: Iterable[str]) -> Iterator[BookletText]:
    paragraph: list[str] = []
    fenced = False
    number = 0
    for number, line in enumerate(lines, 1):
        fence = _FENCE.match(line) is not None
        bare = _QUOTED.sub(lambda found: " " * len(found[0]), line)
        ends = fenced or fence or not bare.strip() or _CELLS.search(line) is not None
        if paragraph and (ends or _BEGINS.match(line)):
            yield BookletText(file, number - len(paragraph), "\n".join(paragraph))
            paragraph = []
        fenced = fenced != fence
        if not ends:
            paragraph.append(bare)
    if paragraph:
        yield BookletText(file, number + 1 - len(paragraph), "\n".join(paragraph))


def find_language(subject: Subject, one: BookletText) -> str:
    """The language that a paragraph is judged in; "" where words of several stand in it."""
    language = subject.spec.source_language
    named = set(_LANGUAGE.findall(one.typed))
    return language if named <= {language} else ""
