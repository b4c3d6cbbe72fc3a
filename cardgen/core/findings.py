"""What cardgen tells a designer: places, findings, reports, and their human and JSON forms.

In      `Span`s from the reader, `Finding`s from every phase.
Out     text for a terminal, JSON for programs.
Not here  printing (`cli` alone writes to a terminal), deciding what is wrong (`check`).

Findings are collected, not raised: phases go on with what is sound, so that one run shows
all that is wrong.
"""

from __future__ import annotations

import difflib
import json
import posixpath
import re
from collections.abc import Callable, Iterable, Iterator
from typing import Literal

from msgspec import Struct, field

from cardgen.core.edit_distance import count_slips
from cardgen.core.printable_text import escape_controls

Severity = Literal["error", "warning"]
_ORDER = {"error": 0, "warning": 1}


class Span(Struct, frozen=True, gc=False, array_like=True):
    """A place in a file of the game folder: 1-based line and columns, end exclusive."""

    file: str
    line: int
    column: int
    end_column: int

    def __str__(self) -> str:
        if "#" in self.file and self.cell:
            return f"{self.path}: {self.cell}"
        return f"{self.file}:{self.line}:{self.column}"

    @property
    def path(self) -> str:
        """The file, without the sheet if it is a workbook."""
        found = _WORKBOOK.match(self.file) if "#" in self.file else None
        return found[1] if found else self.file

    @property
    def cell(self) -> str:
        """`Units!C7` if the file is a sheet of a workbook, `cards.xlsx#Units`; else ""."""
        found = _WORKBOOK.match(self.file) if "#" in self.file else None
        return f"{found[2]}!{_column_letters(self.column)}{self.line}" if found else ""

    def part(self, start: int, length: int) -> Span:
        """`length` columns that begin `start` columns into this place; a cell has no parts."""
        if "#" in self.file and self.cell:
            return self
        column = self.column + start
        return Span(self.file, self.line, column, column + max(1, length))


_WORKBOOK = re.compile(r"(.*\.(?:xlsx|xlsm|xls|ods))#(.*)\Z", re.IGNORECASE)


def _column_letters(number: int) -> str:
    """Column 1 is A, 27 is AA."""
    letters = ""
    while number > 0:
        number, digit = divmod(number - 1, 26)
        letters = chr(65 + digit) + letters
    return letters


class Note(Struct, frozen=True):
    """A remark beside a finding, with a second place where there is one."""

    message: str
    span: Span | None = None


class Finding(Struct, frozen=True):
    """One thing that is wrong, in the designer's words.

    `label` stands under the caret, `hint` says what to type instead, `card` names the
    card it is about (`deck/id`), "" where it is about no single card.
    """

    code: str
    message: str
    span: Span | None = None
    severity: Severity = "error"
    label: str = ""
    hint: str = ""
    notes: tuple[Note, ...] = ()
    card: str = ""


ANY = "*"
"""In `Report.lost`: all names of a kind, because the file that declares them is broken."""
FIELD = "field"
"""The kind of fields of a mapping in `Report.lost`, which goes there by its place."""

_WORD = re.compile(r"[^\W_]+")
_SHORT = 3
"""Letters of a name that may be short for a longer one."""
_SPOKEN = {"color": "color", "size": "component size"}


_CUT = "yaml-comma"
"""The code of a text that ends at a comma."""


class Report(Struct):
    """The findings of one run, each kept once.

    `lost` are names whose declaration is itself at fault: that they are missing further
    on is no news.
    """

    _findings: dict[Finding, None] = field(default_factory=dict)
    lost: set[tuple[str, str]] = field(default_factory=set)
    cut: dict[tuple[str, int], list[int]] = field(default_factory=dict)
    """The columns in which texts are cut off, by line, each told: what they lack is no news
    either."""
    told: int = 0
    """How often something was found wrong, also what is here already, or is no news. Whoever keeps
    what nothing was wrong with looks at this: the next run may find it there alone."""

    def __len__(self) -> int:
        return len(self._findings)

    def __bool__(self) -> bool:
        return True  # a report without findings is a report

    def add(self, finding: Finding) -> None:
        self.told += 1
        if self.cut and self._is_of_cut_text(finding.span):
            return
        if finding.code == _CUT and finding.severity == "error" and finding.span is not None:
            self.cut.setdefault((finding.span.file, finding.span.line), []).append(
                finding.span.column
            )
        self._findings.setdefault(finding)

    def _is_of_cut_text(self, span: Span | None) -> bool:
        """Whether a place begins before the end of a cut text, and goes on behind it."""
        return span is not None and any(
            span.column < column < span.end_column
            for column in self.cut.get((span.file, span.line), ())
        )

    def is_lost(self, what: str, name: str) -> bool:
        """Whether a name of that kind may be missing only because of another fault."""
        return bool(self.lost & {(what, name), (what, ANY)})

    def lacks_field(self, place: Span) -> bool:
        """Whether a mapping may lack a field only because that was refused."""
        return (FIELD, str(place)) in self.lost

    def unknown(
        self, what: str, name: str, known: Iterable[str], place: Span, *, hint: str = ""
    ) -> None:
        """Report a name that is not there: `what` is a kind such as `layout`. Without a `hint`,
        the nearest of the known names is proposed."""
        self.told += 1
        if not self.is_lost(what, name):
            hint = hint or did_you_mean(name, known, what=_SPOKEN.get(what, what))
            kind = _SPOKEN.get(what, what)
            message = f"there is no {kind} `{name}`" if name else f"an empty text names no {kind}"
            self.add(Finding(f"unknown-{what}", message, place, hint=hint))

    def extend(self, findings: Iterable[Finding]) -> None:
        for finding in findings:
            self.add(finding)

    def replace(self, findings: Iterable[Finding]) -> None:
        """Hold these findings instead."""
        self._findings = dict.fromkeys(findings)

    def list_since(self, start: int) -> list[Finding]:
        """The findings that were added when there were `start` of them."""
        return list(self._findings)[start:]

    def change_since(self, start: int, change: Callable[[Finding], Finding]) -> None:
        """Change the findings that were added when there were `start` of them."""
        if len(self._findings) == start:
            return
        added = self.list_since(start)
        for finding in added:
            del self._findings[finding]
        self.extend(map(change, added))

    @property
    def findings(self) -> tuple[Finding, ...]:
        """Errors first, then by place: the same order on every run."""
        return tuple(sorted(self._findings, key=_sort_key))

    def count(self, severity: Severity) -> int:
        return sum(finding.severity == severity for finding in self._findings)


def _sort_key(finding: Finding) -> tuple[int, str, int, int, str, str]:
    span = finding.span or Span("", 0, 0, 0)
    order = _ORDER[finding.severity]
    return order, span.file, span.line, span.column, finding.code, finding.message


def find_closest(word: str, known: Iterable[str]) -> str | None:
    """The known word that `word` was probably meant to be, or None.

    Words that share letters may be others all the same: `cost` is not a slip for `copies`.
    """
    return next(_find_near(word, known), None)


def _find_near(word: str, known: Iterable[str]) -> Iterator[str]:
    """At most three names that a word may be a slip for, those with most of its letters first."""
    names = sorted(set(known))
    folded = {name.casefold(): name for name in reversed(names)}
    typed = word.casefold()
    found = difflib.get_close_matches(typed, list(folded), n=3, cutoff=0.6)
    return (folded[one] for one in found if _is_near(typed, one))


def _list_nearest(word: str, known: Iterable[str]) -> list[str]:
    """The name that a word is probably a slip for, with those that are just as near."""
    near = list(_find_near(word, known))
    distances = [_measure(word.casefold(), name.casefold()) for name in near]
    return sorted(n for n, far in zip(near, distances, strict=True) if far == distances[0])


def _measure(typed: str, known: str) -> tuple[int, float]:
    """How many slips a word is from a known one, and how much both have in common."""
    return count_slips(typed, known), difflib.SequenceMatcher(None, known, typed).ratio()


def _is_near(typed: str, known: str) -> bool:
    return count_slips(typed, known) <= max(1, (max(len(typed), len(known)) - 1) // 2)


def is_part(word: str, other: str) -> bool:
    """Whether all words of one name are in the other one, or it is short for it: `title` of
    `card-title`, `rect` of `rectangle`."""
    typed, known = word.casefold(), other.casefold()
    words, others = (set(_WORD.findall(one)) for one in (typed, known))
    shorter, longer = sorted((typed, known), key=len)
    short = len(shorter) >= _SHORT and longer.startswith(shorter)
    return short or (bool(words and others) and (words <= others or others <= words))


def _find_part(word: str, names: Iterable[str]) -> str | None:
    """The nearest of the names that a word is a part of, or that is a part of it."""
    parts = {name.casefold(): name for name in names if is_part(word, name)}
    found = difflib.get_close_matches(word.casefold(), list(parts), n=1, cutoff=0.6)
    return parts[found[0]] if found else None


_DECLARED = {
    "color": "palette:` in game.yaml",
    "deck": "decks:` in game.yaml",
    "edition": "editions:` in game.yaml",
    "font": "fonts:` in game.yaml, with its file",
    "icon": "icons:` in game.yaml, with its file",
    "layout": "layouts:` in layouts.yaml",
    "piece": "pieces:` in layouts.yaml",
    "style": "styles:` in layouts.yaml",
}
"""Where a game declares what it may name."""
_OWN_WORDS = frozenset({"field", "kind", "word"})
"""What models have, not games: a part of such a word is mostly another word."""


def did_you_mean(word: str, known: Iterable[str], *, what: str) -> str:
    """A hint: the nearest known words, or the list of them, or where to declare the first."""
    names = sorted(set(known))
    near = _list_nearest(word, names)
    if not near and what not in _OWN_WORDS:
        near = [part] if (part := _find_part(word, names)) is not None else []
    if near:
        return f"did you mean {' or '.join(f'`{name}`' for name in near)}?"
    declare = f"declare it under `{_DECLARED[what]}" if what in _DECLARED else ""
    if not names:
        return f"there is no {what} yet{declare and f'; {declare}'}"
    shown = ", ".join(f"`{name}`" for name in names[:12])
    return f"known: {shown}{', …' if len(names) > 12 else ''}{declare and f'; or {declare}'}"


def plural(count: int, noun: str) -> str:
    """`1 card`, `2 cards`, `2 boxes`."""
    ending = "" if count == 1 else "es" if noun.endswith(("s", "x", "ch")) else "s"
    return f"{count} {noun}{ending}"


ReadLine = Callable[[str, int], str | None]

_COLORS = {"error": "31", "warning": "33", "note": "36", "hint": "32", "bar": "34", "bold": "1"}


def format_findings(
    findings: Iterable[Finding], read_line: ReadLine, prefix: str, *, color: bool
) -> str:
    """Findings with their source line and a caret, as a compiler shows them.

    Args:
        findings: In the order to show them.
        read_line: Gives line *n* of a file of the game folder, or None.
        prefix: Put before file names, so that they can be opened from where the user is.
        color: Whether to use ANSI colors.
    """
    painter = _FindingFormatter(read_line, prefix, color)
    return "\n".join(painter.block(finding) for finding in findings)


def join_place(prefix: str, place: str) -> str:
    """Put a game's folder before a place in it; what leads out of the folder, as to a file that
    games share, takes its last parts off: `games/boats/` and `../house.yaml:3:1` are
    `games/house.yaml:3:1`."""
    return posixpath.normpath(prefix + place) if place.startswith("../") else prefix + place


class _FindingFormatter(Struct):
    read_line: ReadLine
    prefix: str
    color: bool

    def ink(self, text: str, *names: str) -> str:
        if not self.color:
            return text
        return f"\x1b[{';'.join(_COLORS[name] for name in names)}m{text}\x1b[0m"

    def block(self, finding: Finding) -> str:
        head = self.ink(f"{finding.severity}[{finding.code}]", finding.severity, "bold")
        subject = f"{finding.card}: " if finding.card else ""
        lines = [f"{head}: {escape_controls(subject + finding.message)}"]
        margin = " " * (1 + len(str(finding.span.line if finding.span else 0)))
        if finding.span:
            lines += self.source(finding, finding.span, margin)
        for note in finding.notes:
            at = f" at {join_place(self.prefix, str(note.span))}" if note.span else ""
            told = escape_controls(f"{note.message}{at}")
            lines.append(f"{margin} = {self.ink('note', 'note')}: {told}")
        if finding.hint:
            lines.append(f"{margin} = {self.ink('hint', 'hint')}: {escape_controls(finding.hint)}")
        return "\n".join(lines) + "\n"

    def source(self, finding: Finding, span: Span, margin: str) -> list[str]:
        arrow, bar = self.ink("-->", "bar"), self.ink("|", "bar")
        lines = [f"{margin}{arrow} {escape_controls(join_place(self.prefix, str(span)))}"]
        text = None if span.cell else self.read_line(span.file, span.line)
        if text is None:
            return lines
        text, start, end = _cut_source_line(
            escape_controls(text), span.column - 1, span.end_column - 1
        )
        under = " " * start + self.ink("^" * (end - start), finding.severity)
        label = f" {escape_controls(finding.label)}" if finding.label else ""
        number = self.ink(str(span.line), "bar")
        rows = [f"{margin} {bar}", f" {number} {bar} {text}", f"{margin} {bar} {under}{label}"]
        return lines + rows + ([f"{margin} {bar}"] if finding.notes or finding.hint else [])


_WIDE = 100
_LEAD = 40


def _cut_source_line(text: str, start: int, end: int) -> tuple[str, int, int]:
    """A stretch of a long source line around what is marked, cut ends shown as `…`."""
    end = max(start + 1, min(end, len(text)))
    if len(text) <= _WIDE:
        return text.replace("\t", " "), start, end
    first = max(0, start - _LEAD)
    last = min(len(text), first + _WIDE)
    head, tail = "…" if first else "", "…" if last < len(text) else ""
    end = min(end, last)
    shown = f"{head}{text[first:last]}{tail}".replace("\t", " ")
    return shown, start - first + len(head), max(start + 1, end) - first + len(head)


def findings_to_json(findings: Iterable[Finding], prefix: str) -> str:
    """Findings as a JSON list, keys as the design fixes them."""
    return json.dumps([_finding_to_dict(finding, prefix) for finding in findings], indent=2) + "\n"


def _finding_to_dict(finding: Finding, prefix: str) -> dict[str, object]:
    span = finding.span
    return {
        "code": finding.code,
        "severity": finding.severity,
        "message": finding.message,
        "file": join_place(prefix, span.path) if span else None,
        "line": span.line if span else None,
        "column": span.column if span else None,
        "end_column": span.end_column if span else None,
        **({"cell": span.cell} if span and span.cell else {}),
        "label": finding.label,
        "hint": finding.hint,
        "card": finding.card or None,
    }
