"""Slips before the place where reading stops: signs that only look like those of YAML, what other
languages write, and lines that lack a sign, so that the next one cannot be read.

In      a `YamlError`.
Out     the cause, where a line says it; None where the place itself is at fault.

What is looked for is written so in no file that YAML can read, or reading stops in that very line.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from cardgen.read.syntax.faults.entries import describe_key_without_colon
from cardgen.read.syntax.faults.yaml_error import Cause, Describe, Place, YamlError

_ODD_SPACE = re.compile(r"[ -]*([\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000])")
_ODD_DASH = re.compile(r" *([\u2010-\u2015\u2212\u2022\u2023\u25cf\u25e6\u00b7*])[ \u00a0]+(?=\S)")
_JOINED_DASH = re.compile(r" *(-)(?=[^\W\d]|[{\[\"'\u201c\u201e])")
_QUOTE_PAIRS = {"“": "”", "„": "“”", "”": "”", "«": "»", "»": "«", "‘": "’", "‚": "‘’", "’": "’"}
_CURLY = re.compile(rf"(?:\A *(?:- +)?|[:,\[{{] *)([{''.join(_QUOTE_PAIRS)}])")
"""What begins a value, in the place of a quote."""
_COMMENT = re.compile(r" *(//|/\*|;|<!--|--)")
_ENTRY_IN_BRACES = re.compile(r" *(?=[{\[])")
_TEXT_OF_KEY = re.compile(r"(?P<lead> *)(?:- +)?[\w-]+: +[^\s#&!|>{[]")
_IN_LIST = re.compile(r"( *)- ")
_PLAIN_LINE = re.compile(r"(?P<lead> *(?:- +)?)(?P<text>[^\s\"'{\[|>&*!#%@`-].*)\Z")
_CLOSED_ROW = re.compile(r"(?P<lead> *(?:- +)?)[\w-]+: (?P<rest>[^{}]*)\} *\Z")
_NEXT_KEY = re.compile(r", *[\w-]+: ")
_ROUND_ROW = re.compile(r"(?P<lead> *(?:- +)?)\([\w-]+: .*\) *\Z")
_KNOWN_END = re.compile(r"[}\]\"'] *\Z")


def find_slip(error: YamlError) -> Cause | None:
    """The slip that an error follows from."""
    return next((cause for find in _SLIPS if (cause := find(error)) is not None), None)


def _lines(error: YamlError) -> Iterator[int]:
    """The line in which reading stops, and the one in which what was read begins."""
    yield error.at.line
    if error.start.line != error.at.line:
        yield error.start.line


def _find_odd_space(error: YamlError) -> Cause | None:
    for line in _lines(error):
        if found := _ODD_SPACE.match(error.text(line)):
            message = f"the space U+{ord(found[1]):04X} stands where YAML wants a plain one"
            return Cause(message, "type plain spaces in its place", Place(line, found.start(1)))
    return None


def _find_odd_dash(error: YamlError) -> Cause | None:
    """A dash, bullet or star that a text program made of a hyphen."""
    for line in _lines(error):
        found = _ODD_DASH.match(error.text(line))
        if found is None or _goes_on(error, line):
            continue
        if found[1] != "*" or _has_entry(error, found.start(1)):
            message = f"`{found[1]}` begins no entry of a list"
            return Cause(message, "type `-`", Place(line, found.start(1)))
    return None


def _goes_on(error: YamlError, line: int) -> bool:
    """Whether a line is indented as if it went on with the text above."""
    text = _TEXT_OF_KEY.match(error.text(line - 1))
    return text is not None and text.end("lead") < _count_indent(error.text(line))


def _count_indent(text: str) -> int:
    return len(text) - len(text.lstrip(" "))


def _has_entry(error: YamlError, indent: int) -> bool:
    """Whether a line of the file begins an entry of a list, as far in as another line."""
    lists = (_IN_LIST.match(line) for line in error.lines)
    return any(found is not None and len(found[1]) == indent for found in lists)


def _find_joined_dash(error: YamlError) -> Cause | None:
    for line in _lines(error):
        found = _JOINED_DASH.match(error.text(line))
        if found and not _goes_on(error, line):
            message, hint = "a space is missing after the dash", "write a space after the `-`"
            return Cause(message, hint, Place(line, found.start(1)))
    return None


def _find_curly_quote(error: YamlError) -> Cause | None:
    """A curly quote that begins a text: YAML reads it as a letter, and what follows as no text."""
    text = error.text(error.at.line)
    begins = [found for found in _CURLY.finditer(text) if found.start(1) < error.at.column]
    if not begins:
        return None
    begun = begins[-1]
    inside = text[begun.end() : error.at.column]
    if any(sign in inside for sign in _QUOTE_PAIRS[begun[1]]):
        return None
    message = f"`{begun[1]}` is no quote of YAML, so the text behind it stands without quotes"
    hint = 'put the whole text in quotes as keyboards have them: `"…"`'
    return Cause(message, hint, Place(error.at.line, begun.start(1)))


def _find_row_without_dash(error: YamlError) -> Cause | None:
    """Braces or brackets at the beginning of a line in a list."""
    text = error.text(error.start.line)
    found = _ENTRY_IN_BRACES.match(text) if "simple key" in error.context else None
    if found is None or not _has_entry(error, found.end()):
        return None
    message = "an entry of the list lacks its `- `"
    return Cause(message, "begin it with `- `", Place(error.start.line, found.end()))


def _find_comma_behind(error: YamlError) -> Cause | None:
    """A comma at the end of an entry, as in JSON."""
    after = error.after.lstrip(" ")
    if not (after.startswith(",") and "block" in error.context and _KNOWN_END.search(error.before)):
        return None
    if after[1:].strip() and not after[1:].lstrip().startswith("#"):
        return None
    place = Place(error.at.line, len(error.text(error.at.line)) - len(after))
    return Cause("a comma stands behind the end of an entry", "remove the comma", place)


def _find_missing_brace(error: YamlError) -> Cause | None:
    """A row that is closed and was never opened, or stands in brackets of another kind."""
    if "mapping values" not in error.problem:
        return None
    text = error.text(error.at.line)
    found = _CLOSED_ROW.match(text)
    if found and _NEXT_KEY.search(found["rest"]):
        hint = "write `{` there; or take the `}` away, and put each entry on a line of its own"
        place = Place(error.at.line, found.end("lead"))
        return Cause("a `{` is missing before this entry", hint, place)
    if found := _ROUND_ROW.match(text):
        place = Place(error.at.line, found.end("lead"))
        return Cause("`(` begins no row", "write the row in braces: `{name: …}`", place)
    return None


def _find_foreign_comment(error: YamlError) -> Cause | None:
    found = _COMMENT.match(error.text(error.start.line))
    if found is None or "simple key" not in error.context:
        return None
    message = f"`{found[1]}` begins no comment"
    hint = "begin a comment with `#`, as in `# birds`"
    return Cause(message, hint, Place(error.start.line, found.start(1)))


def _find_line_without_colon(error: YamlError) -> Cause | None:
    """A colon in a line below one that has none: both are one text to YAML."""
    if "mapping values" not in error.problem or ": " in error.before:
        return None
    line = error.at.line - 1
    found = _PLAIN_LINE.match(error.text(line))
    begun = len(error.before) - len(error.before.lstrip(" "))
    if found is None or len(found["lead"]) != begun or ": " in found["text"]:
        return None
    if found["text"].rstrip().endswith(":"):
        return None
    return describe_key_without_colon(found["text"], Place(line, begun), error.lines)


def _find_colon_without_value(error: YamlError) -> Cause | None:
    if "unexpected ':'" not in error.problem:
        return None
    hint = "write one, or a space behind the colon if there is none"
    return Cause("a value is missing behind this colon", hint, error.at)


_SLIPS: tuple[Describe, ...] = (
    _find_odd_space,
    _find_odd_dash,
    _find_joined_dash,
    _find_curly_quote,
    _find_row_without_dash,
    _find_missing_brace,
    _find_comma_behind,
    _find_foreign_comment,
    _find_line_without_colon,
    _find_colon_without_value,
)
