r"""The small markup of texts: `**bold**`, `*italic*`, `{icon}`, `[text]{style}`.

In      a text, templates already filled.
Out     paragraphs of `Piece`s with bold, italic and style names; faults with their offset.
Not here  what style and icon names mean (`bind.richtext`), quotes and dashes (`text.smart`).

A line break in the text is a line break on the card; an empty line begins a paragraph.
A backslash before any of `* { } [ ] \` makes it plain. A `*` between spaces, and an
apostrophe or bracket that opens nothing, are what they look like.
"""

from __future__ import annotations

from dataclasses import dataclass, field

SPECIAL = "*{}[]\\"


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of text with one look, or an icon; `offset` is where it stood."""

    text: str
    bold: bool = False
    italic: bool = False
    styles: tuple[str, ...] = ()
    icon: str = ""
    offset: int = 0


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong at `offset`, `length` characters long, and what to write instead."""

    message: str
    offset: int
    length: int
    hint: str


Line = tuple[Piece, ...]
Paragraph = tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Parsed:
    """The paragraphs of a text, each of one or more forced lines, and its faults."""

    paragraphs: tuple[Paragraph, ...]
    faults: tuple[Fault, ...] = ()


def plain(text: str) -> Parsed:
    """A text in which nothing is markup but line breaks."""
    lines = text.split("\n")
    return Parsed(_paragraphs([[Piece(line)] if line else [] for line in lines]))


def parse(text: str) -> Parsed:
    """Read markup. Faulty markup is reported and printed as it was typed."""
    reader = _Reader(text)
    reader.read()
    return Parsed(_paragraphs(reader.lines), tuple(reader.faults))


def _paragraphs(lines: list[list[Piece]]) -> tuple[Paragraph, ...]:
    """Group lines; empty ones part paragraphs, at the ends they are dropped."""
    paragraphs: list[list[Line]] = [[]]
    for line in lines:
        if any(piece.icon or piece.text.strip() for piece in line):
            paragraphs[-1].append(tuple(line))
        elif paragraphs[-1]:
            paragraphs.append([])
    return tuple(tuple(paragraph) for paragraph in paragraphs if paragraph)


@dataclass
class _Open:
    """A `*`, `**`, `***` or `[` that waits for its partner."""

    mark: str
    offset: int
    line: int
    piece: int


@dataclass
class _Reader:
    text: str
    at: int = 0
    bold: bool = False
    italic: bool = False
    word: str = ""
    start: int = 0
    lines: list[list[Piece]] = field(default_factory=lambda: [[]])
    open: list[_Open] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)

    def read(self) -> None:
        while self.at < len(self.text):
            self.step(self.text[self.at])
        self.flush()
        for left in self.open:
            closing = "]{style}" if left.mark == "[" else left.mark
            hint = f"close it with `{closing}`, or write `\\{left.mark[0]}` for the character"
            message = f"`{left.mark}` is never closed"
            self.faults.append(Fault(message, left.offset, len(left.mark), hint))

    def step(self, character: str) -> None:
        following = self.text[self.at + 1 : self.at + 2]
        if character == "\\" and following and following in SPECIAL:
            self.at += 1
            self.put(following)
        elif character == "\n":
            self.flush()
            self.lines.append([])
            self.at += 1
        elif character == "*":
            self.stars()
        elif character == "{":
            self.icon()
        elif character == "[":
            self.flush()
            self.open.append(_Open("[", self.at, len(self.lines) - 1, len(self.lines[-1])))
            self.at += 1
        elif character == "]":
            self.bracket()
        elif character == "}":
            self.fault("`}` closes nothing", 1, "write `\\}` for the character")
            self.put("}")
        else:
            self.put(character)

    def put(self, character: str) -> None:
        if not self.word:
            self.start = self.at
        self.word += character
        self.at += 1

    def flush(self) -> None:
        if self.word:
            piece = Piece(self.word, self.bold, self.italic, offset=self.start)
            self.lines[-1].append(piece)
            self.word = ""

    def fault(self, message: str, length: int, hint: str) -> None:
        self.faults.append(Fault(message, self.at, length, hint))

    def stars(self) -> None:
        run = len(self.text[self.at :]) - len(self.text[self.at :].lstrip("*"))
        before = self.text[self.at - 1 : self.at] or " "
        after = self.text[self.at + run : self.at + run + 1] or " "
        mark = "*" * run
        closes = bool(self.open) and self.open[-1].mark == mark and not before.isspace()
        if run > 3 or (not closes and after.isspace()):
            for _ in range(run):
                self.put("*")
            return
        self.flush()
        if closes:
            self.open.pop()
        else:
            self.open.append(_Open(mark, self.at, 0, 0))
        self.bold ^= run >= 2
        self.italic ^= run in (1, 3)
        self.at += run

    def icon(self) -> None:
        end = self.text.find("}", self.at)
        name = self.text[self.at + 1 : end] if end > 0 else ""
        if not name or any(c in SPECIAL or c == "\n" for c in name):
            self.fault(
                "`{` opens no icon", 1, "write `{name}` for an icon, `\\{` for the character"
            )
            self.put("{")
            return
        self.flush()
        piece = Piece("", self.bold, self.italic, icon=name.strip(), offset=self.at)
        self.lines[-1].append(piece)
        self.at = end + 1

    def bracket(self) -> None:
        opened = self.open[-1] if self.open and self.open[-1].mark == "[" else None
        end = self.text.find("}", self.at)
        if opened is None:
            self.fault("`]` closes nothing", 1, "write `\\]` for the character")
            self.put("]")
            return
        self.open.pop()
        if self.text[self.at + 1 : self.at + 2] != "{" or end < 0:
            message = "`[…]` has no style"
            hint = "write `[text]{style}`, or `\\[` and `\\]` for the characters"
            self.faults.append(Fault(message, opened.offset, self.at + 1 - opened.offset, hint))
            self.put("]")
            return
        self.flush()
        names = tuple(self.text[self.at + 2 : end].split())
        self.style(opened, names)
        self.at = end + 1

    def style(self, opened: _Open, names: tuple[str, ...]) -> None:
        for index in range(opened.line, len(self.lines)):
            first = opened.piece if index == opened.line else 0
            line = self.lines[index]
            line[first:] = [_styled(piece, names) for piece in line[first:]]


def _styled(piece: Piece, names: tuple[str, ...]) -> Piece:
    styles = names + piece.styles
    return Piece(piece.text, piece.bold, piece.italic, styles, piece.icon, piece.offset)
