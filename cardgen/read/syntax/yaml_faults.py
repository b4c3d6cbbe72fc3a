"""What is wrong with a text that is not YAML, in a designer's words.

In      the parser's error, the lines of the file.
Out     a `Finding` at the cause: the quote or bracket that is not closed, the tab, the line that
        is indented otherwise; with what to write instead.
Not here  texts that are YAML and still not what was meant (`read.syntax.yaml_tree`).

The parser says where it could not go on, in words of the YAML specification; a quote that is not
closed stops it lines later. None of its words are shown.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import yaml
from msgspec import Struct

from cardgen.core.findings import Finding, Note, Span

_Loader: Any = getattr(yaml, "CBaseLoader", yaml.BaseLoader)


class Place(NamedTuple):
    """A line and a column, both from 0."""

    line: int
    column: int


class YamlError(Struct, frozen=True):
    """Where the parser stopped, and where what it was reading begins."""

    problem: str
    context: str
    at: Place
    start: Place
    lines: Sequence[str]

    def text(self, line: int) -> str:
        return self.lines[line] if 0 <= line < len(self.lines) else ""

    @property
    def before(self) -> str:
        """What stands on the line before the place."""
        return self.text(self.at.line)[: self.at.column]

    @property
    def after(self) -> str:
        """What stands on the line from the place on."""
        return self.text(self.at.line)[self.at.column :]


class Cause(Struct, frozen=True):
    """A sentence, what to write instead, and the place; with a second place if there is one."""

    message: str
    hint: str
    place: Place
    note: tuple[str, Place] | None = None


Describe = Callable[[YamlError], Cause | None]


def describe_yaml_error(
    error: yaml.MarkedYAMLError, file: str, text: str, lines: Sequence[str]
) -> Finding:
    """Describe a syntax error.

    Args:
        error: What the parser raised.
        file: The file's name, for places.
        text: What the file holds.
        lines: The same, line by line.

    Returns:
        A finding at the cause of the error, as far as it can be told.
    """
    mark = error.problem_mark or error.context_mark
    at = Place(mark.line, mark.column) if mark else Place(0, 0)
    begun = error.context_mark
    start = Place(begun.line, begun.column) if begun else at
    found = YamlError(error.problem or "", error.context or "", at, start, lines)
    cause = _find_open_quote(found, text) or _find_cause(found)
    notes = () if cause.note is None else (Note(cause.note[0], _span(file, cause.note[1])),)
    message = f"not valid YAML: {cause.message}"
    return Finding("yaml-syntax", message, _span(file, cause.place), hint=cause.hint, notes=notes)


def _span(file: str, place: Place) -> Span:
    return Span(file, place.line + 1, place.column + 1, place.column + 2)


def _find_cause(error: YamlError) -> Cause:
    found = _find_tab(error) or _find_comment(error)
    if found is not None:
        return found
    for pattern, describe in _CAUSES:
        if re.search(pattern, f"{error.context}: {error.problem}"):
            cause = describe(error)
            if cause is not None:
                return cause
    return Cause(
        "what stands here cannot be read",
        "check the indentation, quotes and brackets of this line and the one above",
        error.at,
    )


# --- tabs ------------------------------------------------------------------------------------


def _find_tab(error: YamlError) -> Cause | None:
    text = error.text(error.at.line)
    column = error.at.column
    if not (text[: column + 1].lstrip(" -").startswith("\t") or text[column : column + 1] == "\t"):
        return None
    return Cause(
        "a tab stands where YAML wants spaces",
        "indent with spaces; YAML does not allow tabs here",
        Place(error.at.line, text.index("\t")),
    )


# --- quotes ----------------------------------------------------------------------------------

_CLOSE = "close the quote or bracket that was opened above"


def _find_open_quote(error: YamlError, text: str) -> Cause | None:
    """A quoted text that runs over several lines up to the place: its end is another's
    beginning."""
    if "did not find expected" not in error.problem and "expected" not in error.problem:
        return None
    quoted = None
    try:
        for token in yaml.scan(text, Loader=_Loader):
            if token.start_mark.index > len(text) or token.start_mark.line > error.at.line:
                break
            if isinstance(token, yaml.ScalarToken) and token.style in ("'", '"'):
                quoted = token
    except yaml.YAMLError:
        pass
    if quoted is None or quoted.end_mark.line != error.at.line:
        return None
    if quoted.start_mark.line == quoted.end_mark.line or quoted.end_mark.column > error.at.column:
        return None
    return Cause(
        f"the text that begins with this {_quote_name(quoted.style)} does not end on its line",
        "close the quote where the text ends",
        Place(quoted.start_mark.line, quoted.start_mark.column),
        ("it ends here", Place(quoted.end_mark.line, max(0, quoted.end_mark.column - 1))),
    )


def _quote_name(quote: str) -> str:
    return f"quote (`{quote}`)"


def _describe_open_quote(error: YamlError) -> Cause:
    quote = error.text(error.start.line)[error.start.column : error.start.column + 1] or '"'
    return Cause(f"this {_quote_name(quote)} is never closed", _CLOSE, error.start)


def _describe_escape(error: YamlError) -> Cause:
    line = error.text(error.at.line)
    column = line.rfind("\\", 0, error.at.column + 2)
    column = column if column >= 0 else error.at.column
    return Cause(
        f"`{line[column : column + 2]}` means nothing inside double quotes",
        "inside double quotes write `\\\\` for a backslash",
        Place(error.at.line, error.at.column if line[error.at.column :][:1] == "\\" else column),
    )


def _describe_character_code(error: YamlError) -> Cause:
    return Cause(
        "a character's number is not complete",
        "write `\\x41`, `\\u0041` or `\\U00000041`; `\\\\` for a backslash",
        error.at,
    )


# --- brackets --------------------------------------------------------------------------------

_BRACKET = re.compile(r":\s+[^\s\"'\[{][^\"'{}]*\s\[")
"""A plain text in a flow mapping, with a bracket in it."""
_BRACKETS = re.compile(r"""\"(?:[^\"\\]|\\.)*\"|'[^']*'|(?:^|\s)#.*|[\[\]{}]""")
"""A quoted text, a comment, or a bracket."""
_COMMENT = re.compile(r"[:,\[{]\s+#[0-9a-fA-F]{3,8}\b")
"""A color that stands without quotes, and so begins a comment."""


def _find_comment(error: YamlError) -> Cause | None:
    """A color without quotes in brackets: what closes them is in the comment."""
    if "expected" not in error.problem:
        return None
    for line in range(max(0, min(error.at.line - 1, error.start.line)), error.at.line + 1):
        found = _COMMENT.search(error.text(line))
        if found:
            place = Place(line, error.text(line).index("#", found.start()))
            hint = 'a `#` begins a comment; put a color in quotes, as in `"#a3262a"`'
            return Cause("a comment hides what closes the bracket", hint, place)
    return None


def _describe_brackets(error: YamlError) -> Cause:
    """In brackets: one is not closed, a comma is missing, or a bracket is of the other kind."""
    opened = error.text(error.start.line)[error.start.column : error.start.column + 1] or "["
    closing = {"[": "]", "{": "}"}.get(opened, "]")
    note = (f"the `{opened}` that is open", error.start)
    if _BRACKET.search(error.text(error.at.line)[: error.at.column + 1]):
        hint = 'put an expression with brackets in quotes, as in `when: "n in [2, 3]"`'
        return Cause("a bracket stands in a text without quotes", hint, error.at, note)
    other = error.after[:1]
    if other == ":" and error.at.line == error.start.line:
        return _describe_second_colon(error)
    if other in ("]", "}") and other != closing:
        message = f"`{other}` stands where `{closing}` is to close the bracket"
        return Cause(message, f"write `{closing}`", error.at, note)
    if error.at.line > error.start.line:
        hint = "close the bracket, or put a comma between the entries"
        message = f"this `{opened}` is not closed before the line where reading stops"
        return Cause(message, hint, error.start, ("reading stops here", error.at))
    if error.before.rstrip().endswith(('"', "'")):
        hint = "close the bracket, put a comma between the entries, or quote the whole text"
        return Cause("something follows the closing quote", hint, error.at, note)
    hint = "close the bracket, or put a comma between the entries"
    return Cause(f"a comma or `{closing}` is missing before this", hint, error.at, note)


def _describe_missing_entry(error: YamlError) -> Cause:
    sign = error.after[:1]
    if sign in ("]", "}"):
        return Cause(
            f"`{sign}` closes a bracket that nobody opened",
            "remove it, or quote a text that begins with it",
            error.at,
        )
    if sign == ",":
        hint = "remove the comma, or quote a text that begins with one"
        return Cause("nothing stands before this comma", hint, error.at)
    opened = None if error.after.strip() else _find_open_bracket(error)
    if opened is not None:
        bracket = error.text(opened.line)[opened.column]
        hint = "close the bracket where the list or the row ends"
        return Cause(f"this `{bracket}` is never closed", hint, opened)
    return Cause("a value is missing here", 'write one, or `""` for an empty text', error.at)


def _find_open_bracket(error: YamlError) -> Place | None:
    """The innermost bracket that is open where reading stops; quoted texts are passed over."""
    opened: list[Place] = []
    for number in range(min(error.at.line + 1, len(error.lines))):
        for found in _BRACKETS.finditer(error.text(number)):
            if found[0] in ("[", "{"):
                opened.append(Place(number, found.start()))
            elif found[0] in ("]", "}") and opened:
                opened.pop()
    return opened[-1] if opened else None


# --- keys, lists and indentation -------------------------------------------------------------


def _describe_second_colon(error: YamlError) -> Cause:
    """A text goes on into the next line, or has a colon in it."""
    key = error.before
    above = error.text(error.at.line - 1)
    if key.strip() and ": " not in key and above.strip() and _indent(key) > _indent(above):
        return Cause(
            f"`{key.strip()}` is indented as if it went on with the text above",
            "indent it as the entry above it, or give that entry no text of its own",
            Place(error.at.line, _indent(key)),
        )
    hint = "quote a text that contains `: `"
    return Cause("a text without quotes has a colon and a space in it", hint, error.at)


def _describe_missing_colon(error: YamlError) -> Cause:
    text = error.text(error.start.line)[error.start.column :]
    found = re.match(r"([^\s:\"'\[\]{},]+):(\S.*)", text)
    if found:
        hint = f"write `{found[1]}: {found[2]}`"
        place = Place(error.start.line, error.start.column + found.end(1))
        return Cause("a space is missing after the colon", hint, place)
    hint = "end the key with a colon and a space: `key: value`"
    return Cause("this line has no colon after its key", hint, error.start)


def _describe_odd_line(error: YamlError) -> Cause:
    """A line that is no entry of the mapping that it stands in."""
    before, after = error.before, error.after
    if before.rstrip().endswith(('"', "'")):
        return Cause(
            "something follows the closing quote",
            "quote the whole text: in single quotes write `''` for `'`, in double quotes `\\\"`",
            error.at,
        )
    if re.match(r"-(\s|$)", after) and not before.strip():
        hint = "indent the list below its key, or remove the `-`"
        return Cause("a list begins among the keys of a mapping", hint, error.at)
    if after.startswith(":"):
        return Cause("a key is missing before this colon", "write `key: value`", error.at)
    if not before.strip():
        return _describe_indent(error)
    hint = "check the indentation, and quote a text that begins with a quote"
    return Cause("a new key is expected here", hint, error.at)


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


def _describe_indent(error: YamlError) -> Cause:
    hint = "indent it exactly as the entries that it belongs to; check the line above too"
    return Cause("the indentation is that of no entry above", hint, error.at)


def _describe_odd_entry(error: YamlError) -> Cause:
    """A line in a list that does not begin with a dash."""
    if re.match(r"-\S", error.after):
        hint = "write a space after the `-`"
        return Cause("a space is missing after the dash", hint, error.at)
    if error.at.column > error.start.column:
        return _describe_indent(error)
    hint = "begin it with `- `, or indent it as the entry above it"
    return Cause("a line without `- ` stands in a list", hint, error.at)


def _describe_list_in_line(error: YamlError) -> Cause:
    hint = "put the `-` on a line of its own"
    return Cause("a list cannot begin on the line of its key", hint, error.at)


def _describe_question_mark(error: YamlError) -> Cause:
    hint = "quote a text that begins with `? `"
    return Cause("`? ` begins a key, and none can stand here", hint, error.at)


# --- signs that mean something -----------------------------------------------------------------


def _describe_first_character(error: YamlError) -> Cause:
    sign = error.after[:1]
    message = f"a text cannot begin with `{sign}`" if sign.strip() else "a text cannot begin here"
    return Cause(message, "quote a text that begins with this character", error.at)


def _describe_name(error: YamlError) -> Cause:
    """`*` and `&` are read as an alias or anchor, and no name follows, or more than one."""
    sign = error.text(error.start.line)[error.start.column : error.start.column + 1] or "*"
    what = "repeats the value of that name" if sign == "*" else "names a value"
    hint = "quote a text that begins with `*` or `&`"
    return Cause(f"`{sign}` {what}: letters and digits, then a space", hint, error.start)


def _describe_tag(error: YamlError) -> Cause:
    hint = "quote a text that begins with `!`"
    return Cause("`!` begins a tag, of which cards have none", hint, error.start)


def _describe_block_text(error: YamlError) -> Cause:
    sign = error.text(error.start.line)[error.start.column : error.start.column + 1] or "|"
    hint = f"begin the text on the next line, indented; quote a text that begins with `{sign}`"
    message = f"after `{sign}` nothing but the end of the line can stand"
    return Cause(message, hint, error.at)


def _describe_directive(error: YamlError) -> Cause:
    hint = "remove the line, or quote a text that begins with `%`"
    return Cause("a line cannot begin with `%`", hint, Place(error.start.line, 0))


def _describe_second_document(error: YamlError) -> Cause:
    hint = "remove the line `...` or `---` above it"
    return Cause("something stands below the end of the document", hint, error.at)


_CAUSES: tuple[tuple[str, Describe], ...] = (
    (r"(quoted|scalar): found unexpected (end of stream|document)", _describe_open_quote),
    (r"unknown escape", _describe_escape),
    (r"(hexdecimal|hexadecimal|Unicode character escape)", _describe_character_code),
    (r"flow (sequence|mapping): .*expected ','", _describe_brackets),
    (r"could not find expected ':'", _describe_missing_colon),
    (r"mapping values are not allowed", _describe_second_colon),
    (r"mapping keys are not allowed", _describe_question_mark),
    (r"sequence entries are not allowed", _describe_list_in_line),
    (r"directive|incompatible YAML|%TAG|tag handle '!'$", _describe_directive),
    (r"tag|URI", _describe_tag),
    (r"(anchor|alias): .*alphabetic", _describe_name),
    (r"block scalar", _describe_block_text),
    (r"cannot start any token", _describe_first_character),
    (r"node: .*expected (the )?node content", _describe_missing_entry),
    (r"block collection: .*expected", _describe_odd_entry),
    (r"block mapping: .*expected", _describe_odd_line),
    (r"<document start>", _describe_second_document),
)
"""What the parsers of libyaml and PyYAML say, and what it means here; the first that fits."""
