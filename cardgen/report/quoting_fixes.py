"""Hints to quote a text that YAML takes for something else, as edits.

In      a `Finding` of how a file is written, the line that it stands in.
Out     a `Fix` that puts the text in quotes, whole.

Where the text begins and ends is what its line says: it begins behind a key, and ends with the
line, or in braces at the next key or at the brace that closes them. Where that leaves room for
doubt, as in a text of several lines, there is no edit; where a word before a colon is a field, or a
key of other lines, as in `name: Fox cost: 3`, it is not safe, and a comma before that key is
another edit; nor is it where the colon parts the name of a field, as in `st: roke-width: 1mm`,
which can be joined as well.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import count

from cardgen.core.file_lines import YAML_FILES
from cardgen.core.findings import Finding, ReadLine, Span
from cardgen.read.field_homes import is_field
from cardgen.report.fix import Fix
from cardgen.report.known_keys import is_key_elsewhere, is_known_key, is_table

_ASKED = re.compile(r"\bquote a text that|put the (?:whole )?text in quotes")
_BLOCK = re.compile(r"(?P<lead> *(?:- +)*)(?P<key>[\w-][\w .-]*|\"[^\"]*\"|'[^']*'): +(?=\S)")
_KEY = re.compile(r"(?P<lead>[{,] *)(?P<key>[\w-][\w .-]*?|\"[^\"]*\"|'[^']*'): +(?=\S)")
_NEXT_KEY = re.compile(r", *([\w-][\w .-]*|\"[^\"]*\"|'[^']*'):(?=[ ,}]|\Z)")
"""With a space it may be a key, or words of the text."""
_FIELD_BEFORE = re.compile(r"[{,] *[\w-]+: *(?:\"[^\"]*\"|'[^']*'|\[[^\]]*\]|[^:,\"']*), *")
"""A field whose value has no colon, up to the key behind it."""
_KEY_BEFORE = re.compile(r"([\w-]+): +\Z")
_WORD_BEFORE_COLON = re.compile(r"[\w-]+(?=: )")
_KEY_IN_TEXT = re.compile(r"[\w-]+(?=:(?: |\Z))")
"""A word of a text that may be the next key."""
_BEFORE_KEY = re.compile(rf"(?P<gap>[;|:]? +)(?P<key>{_KEY_IN_TEXT.pattern})")
"""What stands where a comma is wanted."""
_NOTHING_BEFORE = "nothing stands before this comma"
_ROW_KEYS = ("id", "copies")
"""Fields of every row, be it the only one that has them."""
_CLOSING = re.compile(r"[\]}]+(?: *,[^#]*)? *(?: #.*)?\Z")
"""What closes the brackets, and what stands behind them."""
_COMMENT = re.compile(r"[ \t]#")
_CURLY = re.compile("[“”„«‘‚](.+)[”“»’‘]")
"""A text in quotes that YAML does not know: printed or not, nobody can say."""
_LISTED = re.compile(r"a list in brackets: `(\[[^`]+\])`")
_OPENING = tuple("\"'[{|>")
"""How values begin that are no texts without quotes."""


def list_quoting_fixes(
    finding: Finding, span: Span, line: str, read_line: ReadLine
) -> Iterator[Fix]:
    """The edit of a hint that asks for quotes."""
    if not (span.file.endswith(YAML_FILES) and _ASKED.search(finding.hint)):
        return
    if finding.message.endswith(_NOTHING_BEFORE):
        return  # the comma goes
    found = _find_text(line, span, read_line)
    if found is None or (_COMMENT.search(found[1]) and finding.code != "yaml-comment"):
        return
    column, text = found
    if not _is_key_behind(line[column - 1 + len(text) :], span, read_line):
        return
    place = Span(span.file, span.line, column, column + len(text))
    sure = finding.severity == "error" and finding.code != "yaml-alias"
    others = [
        fix
        for fix in (
            _join_key(line, column, text, span, read_line),
            _part_keys(line, column, text, span, read_line),
        )
        if fix is not None
    ]
    yield from others
    curly = _CURLY.fullmatch(text)
    if curly is not None:
        new = _quote(curly[1])
        yield Fix(f"write `{_shorten(new)}`", place, text, new, is_safe=False)
    if listed := _LISTED.search(finding.hint):
        yield Fix(f"write `{listed[1]}`", place, text, listed[1], is_safe=False)
    safe = sure and not (others or curly or listed) and not _may_hold_key(text, span, read_line)
    yield Fix(f"write `{_shorten(_quote(text))}`", place, text, _quote(text), is_safe=safe)


def make_quoting_fix(place: Span, text: str) -> Fix:
    """A text in quotes; nothing else can be meant."""
    new = _quote(text)
    return Fix(f"write `{_shorten(new)}`", place, text, new, is_safe=True)


def _part_keys(line: str, column: int, text: str, span: Span, read_line: ReadLine) -> Fix | None:
    """A comma before the next key, which a text in braces runs into: `{name: Owl cost: 3}`."""
    if _BLOCK.match(line) and not line[: column - 1].count("{"):
        return None
    for found in _BEFORE_KEY.finditer(text):
        if is_known_key(found["key"], span, read_line):
            gap, start = found["gap"], column + found.start()
            place = Span(span.file, span.line, start, start + len(gap))
            return Fix(f"write a comma before `{found['key']}`", place, gap, ", ", is_safe=False)
    return None


def _may_hold_key(text: str, span: Span, read_line: ReadLine) -> bool:
    """Whether a text without quotes may run into the next key, or into the next line."""
    if text.endswith(":") and not is_table(read_line, span.file):
        return True
    return any(is_known_key(word, span, read_line) for word in _KEY_IN_TEXT.findall(text))


def _join_key(line: str, column: int, text: str, span: Span, read_line: ReadLine) -> Fix | None:
    """The name of a field in one piece, where a colon and a space part it."""
    before = _KEY_BEFORE.search(line[: column - 1])
    behind = _WORD_BEFORE_COLON.match(text)
    if before is None or behind is None:
        return None
    whole = before[1] + behind[0]
    if not (is_field(whole) or is_key_elsewhere(whole, span, read_line)):
        return None
    start = before.start() + 1
    old = line[start - 1 : column - 1] + behind[0]
    place = Span(span.file, span.line, start, start + len(old))
    return Fix(f"write `{whole}`", place, old, whole, is_safe=False)


def _is_key_behind(rest: str, span: Span, read_line: ReadLine) -> bool:
    """Whether what follows a text in its line is a key in another row. If not, it may be words of
    the text: `text: Choose one: heal, then: draw`."""
    found = _NEXT_KEY.match(rest)
    if found is None or found[1] in _ROW_KEYS:
        return True
    key = re.compile(rf"(?:\A *|- +|{{ *|{_FIELD_BEFORE.pattern}){re.escape(found[1])}:(?: |\Z)")
    for number in count(1):
        line = read_line(span.file, number)
        if line is None:
            return False
        if number != span.line and found[1] in line and key.search(line):
            return True
    return False


def _find_text(line: str, span: Span, read_line: ReadLine) -> tuple[int, str] | None:
    """The text around a place, and its column; None where it is not plain to see."""
    at = span.column - 1
    block = _BLOCK.match(line)
    if block is not None and not line[block.end() :].startswith(_OPENING):
        start, end = block.end(), len(line.rstrip(" "))
        indent = len(block["lead"])
        below = read_line(span.file, span.line + 1) or ""
        goes_on = bool(below.strip()) and len(below) - len(below.lstrip(" ")) > indent
        if goes_on or _is_in_brackets(line[start:end], below):
            return None
    else:
        keys = [found for found in _KEY.finditer(line) if found.end() <= at]
        if not keys:
            return None
        start = keys[-1].end()
        end = _find_end(line, start, at)
    text = line[start:end].rstrip(" ")
    if not start <= at < end or text.startswith(_OPENING) or text.count('"') % 2:
        return None
    return start + 1, text


def _is_in_brackets(text: str, below: str) -> bool:
    """Whether a line seems to be one of several between brackets."""
    opened = sum((letter in "[{") - (letter in "]}") for letter in text)
    return opened != 0 or text.endswith(",") or below.lstrip(" ").startswith(("]", "}"))


def _find_end(line: str, start: int, at: int) -> int:
    """Where a text in brackets ends: before the next key, or what closes the brackets around it;
    before its start if that is not plain to see. Icons, links and templates have brackets too."""
    depth = 0
    for index in range(start, len(line)):
        letter = line[index]
        if letter in "]}" and depth == 0:
            text = line[start:index].rstrip(" ").removesuffix(",")
            return start + len(text) if _CLOSING.match(line, index) else -1
        if letter == "," and depth == 0 and index > at and (key := _NEXT_KEY.match(line, index)):
            return -1 if " " in key[1] else index
        depth += (letter in "[{") - (letter in "]}")
    return -1


def _quote(text: str) -> str:
    """A text in quotes, which holds it as it stands."""
    if '"' in text or "\\" in text:
        return "'" + text.replace("'", "''") + "'"
    return f'"{text}"'


def _shorten(text: str) -> str:
    return text if len(text) <= 40 else f"{text[:38]}…{text[-1]}"
