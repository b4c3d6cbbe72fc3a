"""Simple HTML of other tools' tables → the markup of card texts.

In      a text with `<b>`, `<i>`, `<br>`, `<p>`, `<div>`, entities and escaped line breaks.
Out     the same with `**bold**`, `*italic*` and line breaks; other tags stay as they are typed.
Not here  the markup itself (`text.markup`); what is said of HTML elsewhere (the rule
          `foreign-markup`).
"""

from __future__ import annotations

import re

from cardgen.text.markup import SPECIAL

_MARKS = {"b": "**", "strong": "**", "i": "*", "em": "*"}
KNOWN_TAGS = frozenset((*_MARKS, "br", "p", "div"))
_TOKEN = re.compile(
    r"<(?P<end>/?)(?P<tag>b|strong|i|em|br|p|div)(?:\s[^<>]*)?/?>|(?P<entity>&#?\w+;)|(?P<line>(?:\\r)?\\n)",
    re.IGNORECASE,
)


def convert_html(text: str) -> str:
    """Return a text in the markup of cards; its own stars and braces are letters."""
    writer = _MarkupWriter()
    last = 0
    for found in _TOKEN.finditer(text):
        writer.letters(text[last : found.start()])
        last = found.end()
        if found["entity"]:
            writer.letters(unescape(found[0]))
        elif found["line"] or found["tag"].lower() == "br":
            writer.line()
        elif found["tag"].lower() == "p":
            writer.paragraph()
        elif found["tag"].lower() == "div":
            writer.own_line()
        elif found["end"]:
            writer.close(_MARKS[found["tag"].lower()])
        else:
            writer.open(_MARKS[found["tag"].lower()])
    writer.letters(text[last:])
    return writer.finish()


def unescape(entity: str) -> str:
    """The character of an entity. Hardly a text has one, and Python knows 2,231: they are
    imported when they are wanted."""
    import html

    return html.unescape(entity)


class _MarkupWriter:
    """Marks stand at letters: blanks go outside of them, and empty ones are dropped."""

    def __init__(self) -> None:
        self.out = ""
        self.opened: list[str] = []
        self.waiting: list[str] = []

    def letters(self, text: str) -> None:
        for character in text:
            if not character.isspace() and self.waiting:
                self.out += "".join(self.waiting)
                self.opened += self.waiting
                self.waiting = []
            self.out += f"\\{character}" if character in SPECIAL else character

    def line(self) -> None:
        self.out += "\n"

    def own_line(self) -> None:
        if self.out.strip() and not self.out.endswith("\n"):
            self.line()

    def paragraph(self) -> None:
        if self.out.strip():
            self.out = f"{self.out.rstrip()}\n\n"

    def open(self, mark: str) -> None:
        if mark not in self.opened and mark not in self.waiting:
            self.waiting.append(mark)

    def close(self, mark: str) -> None:
        if mark in self.waiting:
            self.waiting.remove(mark)
            return
        if mark not in self.opened:
            return
        inner = self.opened[self.opened.index(mark) + 1 :]
        kept = self.out.rstrip()
        blanks = self.out[len(kept) :]
        self.out = f"{kept}{''.join(reversed(inner))}{mark}{blanks}"
        self.opened = self.opened[: self.opened.index(mark)]
        self.waiting = [*inner, *self.waiting]  # what was closed out of order goes on

    def finish(self) -> str:
        for mark in reversed(self.opened[:]):
            self.close(mark)
        return self.out.strip()
