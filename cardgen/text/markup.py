r"""The small markup of texts: `**bold**`, `*italic*`, `{icon}`, `[text]{style}`.

In      a text, templates already filled.
Out     paragraphs of `Piece`s with bold, italic and style names; faults with their offset.
Not here  what style and icon names mean (`bind.card.rich_text`), quotes and dashes
        (`text.smart_punctuation`).

A line break in the text is a line break on the card; an empty line begins a paragraph.
`{gold}*3` and `3 × {gold}` are three icons. A backslash before any of `* { } [ ] × \` makes it
plain. A `*` between spaces or between digits, in brackets of its own, before `)` and after the end
of a word, and an apostrophe or bracket that opens nothing, are what they look like.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import chain

from msgspec import Struct, field
from msgspec.structs import replace

from cardgen.text.star_signs import is_figure, is_footnote, is_lone_star

SPECIAL = "*{}[]\\"
MAX_NESTING = 20
_PLAIN = re.compile(r"[^*{}\[\]\\\n]+")
_STARS = re.compile(r"\*+")
_ICON = re.compile(r"\{([^*{}\[\]\\\n]+)\}")
_TEMPLATE = re.compile(r"\{(?:\{[^\n]*?\}|%[^\n]*?%)\}")
_STYLE = re.compile(r"\{([^}]*)\}")
_NO_TEMPLATE = (
    "declare its field with `template: yes` under the deck's `fields:` in game.yaml, or write "
    "`\\{\\{ … \\}\\}` for the characters"
)
_TIMES_BEFORE = re.compile(r"([0-9]+)\s*×\s*\Z")
_TIMES_AFTER = re.compile(r"(?:\*|\s*×\s*)([0-9]+)")
_MORE = re.compile(r"[^\W\u3040-\u309f]|[.,:/%*]\w|\s*[×*/]\s*[\w{]|%|\*")
"""What makes a number before or after an icon another than it seems: `3.5`, `3/4`, `3 × 2`. The
hiragana after one are a word of their own (`{gold}*3を`); `個` and its like count with it."""
_APART = re.compile(r"(\A|[\s(\[“„«\"'—–:\u3000-\u30ff\u3400-\u9fff（［，：；！？])\Z")
"""What may stand before `3 × {gold}`; Chinese and Japanese part their words by nothing."""
_COUNTED = re.compile(r"([0-9]{1,2})\*(\{[^{}\n]+\})")
_OTHERS = re.compile(r"\}\*[0-9]|\\\*|\*\*+|\*[^*]+\*")
_CLOSING = re.compile(r"\S\*")
"""A star that may close `*2 cards*`, when other icons and marks are put aside."""
MAX_ICONS = 100


class MarkupPiece(Struct, frozen=True):
    """A stretch of text with one look, or an icon; `offset` is where it stood, `literal` code."""

    text: str
    bold: bool = False
    italic: bool = False
    styles: tuple[str, ...] = ()
    icon: str = ""
    offset: int = 0
    literal: bool = False


class MarkupFault(Struct, frozen=True):
    """What is wrong at `offset`, `length` characters long, and what to write instead."""

    message: str
    offset: int
    length: int
    hint: str


MarkupLine = tuple[MarkupPiece, ...]
MarkupParagraph = tuple[MarkupLine, ...]


class ParsedMarkup(Struct, frozen=True):
    """The paragraphs of a text, each of one or more forced lines, and its faults."""

    paragraphs: tuple[MarkupParagraph, ...]
    faults: tuple[MarkupFault, ...] = ()


def parse_plain(text: str) -> ParsedMarkup:
    """A text in which nothing is markup but line breaks."""
    lines = text.split("\n")
    return ParsedMarkup(_group_paragraphs([[MarkupPiece(line)] if line else [] for line in lines]))


def parse_markup(text: str) -> ParsedMarkup:
    """Read markup. Faulty markup is reported and printed as it was typed."""
    reader = _MarkupReader(text)
    try:
        reader.read()
    except _TooDeepError:
        hint = f"nest at most {MAX_NESTING} marks, or write `\\` before those that are none"
        fault = MarkupFault("marks are nested too deeply", reader.at, 1, hint)
        return ParsedMarkup(parse_plain(text).paragraphs, (fault,))
    return ParsedMarkup(_group_paragraphs(reader.lines), tuple(reader.faults))


def _group_paragraphs(lines: list[list[MarkupPiece]]) -> tuple[MarkupParagraph, ...]:
    """Group lines; empty ones part paragraphs, at the ends they are dropped."""
    paragraphs: list[list[MarkupLine]] = [[]]
    for line in lines:
        if any(piece.icon or piece.text.strip() for piece in line):
            paragraphs[-1].append(tuple(line))
        elif paragraphs[-1]:
            paragraphs.append([])
    return tuple(tuple(paragraph) for paragraph in paragraphs if paragraph)


class _OpenMark(Struct, frozen=True):
    """A `*`, `**`, `***` or `[` that waits for its partner, and the piece it stands before."""

    mark: str
    offset: int
    line: int
    piece: int
    bold: bool
    italic: bool


class _TooDeepError(Exception):
    """Marks are nested in marks more than a person would."""


class _MarkupReader(Struct):
    text: str
    at: int = 0
    bold: bool = False
    italic: bool = False
    word: list[str] = field(default_factory=list)
    start: int = 0
    lines: list[list[MarkupPiece]] = field(default_factory=lambda: [[]])
    open: list[_OpenMark] = field(default_factory=list)
    faults: list[MarkupFault] = field(default_factory=list)

    def read(self) -> None:
        while self.at < len(self.text):
            self.step(self.text[self.at])
        self.flush()
        for left in self.open:
            closing = "]{style}" if left.mark == "[" else left.mark
            hint = f"close it with `{closing}`, or write `\\{left.mark[0]}` for the character"
            hint = self.count_behind(left.offset) + hint
            message = f"`{left.mark}` is never closed"
            self.faults.append(MarkupFault(message, left.offset, len(left.mark), hint))
        for left in reversed(self.open):
            if left.mark != "[":
                self.unmark(left, len(left.mark))
            self.typed(left)

    def step(self, character: str) -> None:
        following = self.text[self.at + 1 : self.at + 2]
        if character == "\\" and following and following in SPECIAL:
            self.at += 1
            self.put(following)
        elif character == "\\" and following == "×":
            self.at += 1
            self.put(following)
            self.flush()
        elif character == "\n":
            self.flush()
            self.lines.append([])
            self.at += 1
        elif character == "*":
            self.stars()
        elif character == "{":
            self.icon()
        elif character == "[":
            self.opens("[")
        elif character == "]":
            self.bracket()
        elif character == "}":
            self.fault("`}` closes nothing", 1, "write `\\}` for the character")
            self.put("}")
        else:
            self.put(_match_at(_PLAIN, self.text, self.at) or character)

    def put(self, characters: str) -> None:
        if not self.word:
            self.start = self.at
        self.word.append(characters)
        self.at += len(characters)

    def flush(self) -> None:
        if self.word:
            piece = MarkupPiece("".join(self.word), self.bold, self.italic, offset=self.start)
            self.lines[-1].append(piece)
            self.word = []

    def fault(self, message: str, length: int, hint: str) -> None:
        self.faults.append(MarkupFault(message, self.at, length, hint))

    def opens(self, mark: str) -> None:
        if len(self.open) == MAX_NESTING:
            raise _TooDeepError
        self.flush()
        line, piece = len(self.lines) - 1, len(self.lines[-1])
        self.open.append(_OpenMark(mark, self.at, line, piece, self.bold, self.italic))
        self.at += len(mark)

    def typed(self, opened: _OpenMark) -> None:
        """Print a mark that turned out to be none."""
        piece = MarkupPiece(opened.mark, opened.bold, opened.italic, offset=opened.offset)
        self.lines[opened.line].insert(opened.piece, piece)

    def stars(self) -> None:
        mark = _match_at(_STARS, self.text, self.at)
        run = len(mark)
        before = self.text[self.at - 1 : self.at] or " "
        after = self.text[self.at + run : self.at + run + 1] or " "
        if is_lone_star(before, after):
            self.put(mark)
        elif run <= 3 and not before.isspace() and self.closes(run):
            self.flush()
            self.refuse_doubtful(run, after)
            self.close(run)
            self.at += run
        elif run <= 3 and not after.isspace() and not is_footnote(before, after):
            self.opens(mark)
            self.turn(run)
        else:
            self.put(mark)

    def closes(self, run: int) -> bool:
        """Whether as many stars are open inside the innermost bracket, and no part of a mark
        is left over: `***` alone may be closed in two steps."""
        stars = 0
        for opened in reversed(self.open):
            if opened.mark == "[":
                return False
            stars += len(opened.mark)
            if stars >= run:
                return stars == run or opened.mark == "***"
        return False

    def refuse_doubtful(self, run: int, after: str) -> None:
        """Report stars that may be no marks: `2*n*3` may be a product, `*/*` two signs."""
        opened = self.open[-1]
        before = self.text[opened.offset - 1 : opened.offset] if opened.offset else " "
        start, end = opened.offset, self.at + run
        inner = self.text[start:end].strip("*")
        glued = before.isalnum() and after.isalnum()
        shown, more, _ = self.text[start:end].partition("\n")
        behind = "…" if more else after
        counted = run == 1 and self.count_behind(start)
        if counted or (glued and (is_figure(before) or is_figure(after))):
            message = f"`{before}{shown}{behind}` may be a product, or words set apart by stars"
        elif run == 1 and (inner.startswith("/") or inner.endswith("/")):
            message = f"`{shown}` may be stars beside a slash, or signs set apart by stars"
        elif _has_case(before) and _has_case(after) and re.search(r"\s", inner):
            message = f"`{before}{shown}{behind}` may be words with stars, or set apart by stars"
        else:
            return
        hint = (counted or "") + "write `\\*` for a star"
        self.faults.append(MarkupFault(message, start, end - start, hint))
        self.unmark(opened, run)

    def count_behind(self, at: int) -> str:
        """How `3*{gold}` is written, if that star stands there; "" else."""
        found = _COUNTED.search(self.text, max(0, at - 2), at + 40)
        return f"write `{found[2]}*{found[1]}`, or " if found and found.end(1) == at else ""

    def unmark(self, opened: _OpenMark, stars: int) -> None:
        """Take the look of stars that are at fault from what stands behind them."""
        bold, italic = stars >= 2, stars != 2
        self.change(opened, lambda x: replace(x, bold=x.bold ^ bold, italic=x.italic ^ italic))

    def close(self, run: int) -> None:
        while run:
            opened = self.open.pop()
            stars = min(run, len(opened.mark))
            if stars < len(opened.mark):
                self.open.append(replace(opened, mark=opened.mark[stars:]))
            self.turn(stars)
            run -= stars

    def turn(self, stars: int) -> None:
        self.bold ^= stars >= 2
        self.italic ^= stars != 2

    def may_end_template(self) -> bool:
        """Whether the line has the end of a template that begins here: the pattern would look for
        it letter by letter, of thousands of `{{` from each."""
        end = {"{": "}}", "%": "%}"}.get(self.text[self.at + 1 : self.at + 2])
        below = self.text.find("\n", self.at)
        return end is not None and self.text.find(end, self.at, below if below >= 0 else None) >= 0

    def icon(self) -> None:
        template = _match_at(_TEMPLATE, self.text, self.at) if self.may_end_template() else ""
        if template:
            if all(fault.hint != _NO_TEMPLATE for fault in self.faults):
                message = "this text is no template: nothing in it is worked out"
                self.fault(message, len(template), _NO_TEMPLATE)
            self.put(template)
            return
        typed = _match_at(_ICON, self.text, self.at)
        if not typed:
            self.fault(
                "`{` opens no icon", 1, "write `{name}` for an icon, `\\{` for the character"
            )
            self.put("{")
            return
        before = _TIMES_BEFORE.search("".join(self.word)) if self.word else None
        after = _TIMES_AFTER.match(self.text, self.at + len(typed))
        count = self.icon_count(typed, before, after) if before or after else 1
        if count is None:
            before = after = None
        if before:
            kept = "".join(self.word)[: before.start()]
            self.word = [kept] if kept else []
        self.flush()
        piece = MarkupPiece("", self.bold, self.italic, icon=typed[1:-1].strip(), offset=self.at)
        self.lines[-1] += [piece] * (1 if count is None else count)
        self.at = after.end() if after else self.at + len(typed)

    def icon_count(
        self, typed: str, before: re.Match[str] | None, after: re.Match[str] | None
    ) -> int | None:
        """How often `3 × {icon}` or `{icon}*3` shows its icon; None, and a fault, if it is not
        clear whether it is that."""
        word = "".join(self.word)
        rest = self.text[after.end() :] if after else ""
        doubtful = bool((before and after) or _MORE.match(rest))
        if after and "×" not in after[0]:
            doubtful |= bool(_CLOSING.search(_OTHERS.sub("", rest.partition("\n")[0])))
        if before:
            left = word[: before.start()]
            doubtful |= not _APART.search(left) or bool(re.search(r"×\s*\Z", left))
        number = next(found[1] for found in (before, after) if found)
        if not doubtful and int(number[:9]) <= MAX_ICONS:
            return int(number)
        message = f"this may mean {number} times the icon, or the number and the icon"
        hint = (
            f"write `{typed}*3` for three icons (at most {MAX_ICONS}), `3 \\× {typed}` for the sign"
        )
        self.fault(message, len(typed), hint)
        return None

    def bracket(self) -> None:
        opened = self.open[-1] if self.open and self.open[-1].mark == "[" else None
        if opened is None:
            self.fault("`]` closes nothing", 1, "write `\\]` for the character")
            self.put("]")
            return
        self.open.pop()
        style = _match_at(_STYLE, self.text, self.at + 1)
        if not style:
            message = "`[…]` has no style"
            hint = "write `[text]{style}`, or `\\[` and `\\]` for the characters"
            inside = self.text[opened.offset + 1 : self.at]
            if inside.isidentifier():
                of_card = f"`{{{{ {inside} }}}}` in a layout for that field of the card"
                hint = f"write {of_card}, `{{{inside}}}` for an icon, {hint[6:]}"
            self.faults.append(
                MarkupFault(message, opened.offset, self.at + 1 - opened.offset, hint)
            )
            self.put("]")
            self.flush()
            self.typed(opened)
            return
        self.flush()
        self.check_ruby(opened, style)
        self.style(opened, tuple(style[1:-1].split()))
        self.at += 1 + len(style)

    def check_ruby(self, opened: _OpenMark, style: str) -> None:
        """Report ruby above anything but plain characters: it would stand above each part."""
        if not style.startswith("{ruby=") and " ruby=" not in style:
            return
        after = chain.from_iterable(self.lines[opened.line + 1 :])
        within = [*self.lines[opened.line][opened.piece :], *after]
        if len(within) > 1 or any(piece.icon for piece in within):
            message = "ruby stands above plain characters, not above marks and icons"
            hint = "put other marks around it: `**[漢字]{ruby=かんじ}**`"
            length = self.at + 1 - opened.offset
            self.faults.append(MarkupFault(message, opened.offset, length, hint))

    def style(self, opened: _OpenMark, names: tuple[str, ...]) -> None:
        self.change(opened, lambda piece: replace(piece, styles=names + piece.styles))

    def change(self, opened: _OpenMark, make: Callable[[MarkupPiece], MarkupPiece]) -> None:
        """Put other pieces in the place of those behind a mark."""
        for index in range(opened.line, len(self.lines)):
            first = opened.piece if index == opened.line else 0
            line = self.lines[index]
            line[first:] = [make(piece) for piece in line[first:]]


def _has_case(character: str) -> bool:
    """Whether a letter is of a script that parts all words by spaces, as Chinese does not."""
    return character.lower() != character.upper()


def _match_at(pattern: re.Pattern[str], text: str, at: int) -> str:
    """What `pattern` matches at `at`, or nothing."""
    found = pattern.match(text, at)
    return found[0] if found else ""
