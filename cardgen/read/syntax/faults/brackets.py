"""Faults of brackets in a text that is not YAML: open, of the other kind, hidden by a comment."""

from __future__ import annotations

import re

from cardgen.read.syntax.faults.entries import closed_bracket, describe_second_colon
from cardgen.read.syntax.faults.yaml_error import Cause, Place, YamlError

_BRACKET = re.compile(r":\s+[^\s\"'\[{][^\"'{},]*\s\[")
"""A plain text in a flow mapping, with a bracket in it."""
_BRACKETS = re.compile(r"""\"(?:[^\"\\]|\\.)*\"|'[^']*'|(?:^|\s)#.*|[\[\]{}]""")
"""A quoted text, a comment, or a bracket."""
_COMMENT = re.compile(r"[:,\[{]\s+#[0-9a-fA-F]{3,8}\b")
"""A color that stands without quotes, and so begins a comment."""
_HIDING = re.compile(r"[^\s\"'][ \t]+(#[^\s#][^\"']*[\]}].*)")
"""A comment behind a text, with a bracket in it: `{rule: Take card #3}`."""


_TEMPLATE = re.compile(r"(?:: +|- +|[\[,] *)(\{\{[^{}]*\}\})")
"""A template that stands without quotes, which YAML takes for two mappings."""


def find_comment(error: YamlError) -> Cause | None:
    """A `#` without quotes in brackets: what closes them is in the comment."""
    if "expected" not in error.problem:
        return None
    return _find_comment_from(error, max(0, min(error.at.line - 1, error.start.line)))


def _find_comment_from(error: YamlError, first: int) -> Cause | None:
    message = "a comment hides what closes the bracket"
    for line in range(first, error.at.line + 1):
        text = error.text(line)
        found = _COMMENT.search(text)
        if found:
            place = Place(line, text.index("#", found.start()))
            hint = 'a `#` begins a comment; put a color in quotes, as in `"#a3262a"`'
            return Cause(message, hint, place)
        found = _HIDING.search(text)
        if found:
            hint = "a `#` after a blank begins a comment; put the text in quotes"
            return Cause(message, hint, Place(line, found.start(1)))
    return None


def describe_brackets(error: YamlError) -> Cause:
    """In brackets: one is not closed, a comma is missing, or a bracket is of the other kind."""
    if template := _find_template(error):
        return template
    opened = error.text(error.start.line)[error.start.column : error.start.column + 1] or "["
    closing = {"[": "]", "{": "}"}.get(opened, "]")
    note = (f"the `{opened}` that is open", error.start)
    if _BRACKET.search(error.text(error.at.line)[: error.at.column + 1]):
        hint = 'put an expression with brackets in quotes, as in `when: "n in [2, 3]"`'
        return Cause("a bracket stands in a text without quotes", hint, error.at, note)
    other = error.after[:1]
    if other == ":" and error.at.line == error.start.line:
        return describe_second_colon(error)
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
    if begun := closed_bracket(error.before):
        hint = f"put a comma between the entries, or a text that begins with `{begun}` in quotes"
    return Cause(f"a comma or `{closing}` is missing before this", hint, error.at, note)


def _find_template(error: YamlError) -> Cause | None:
    """A template without quotes in which reading stops: `text: {{ 'a' if b else 'c' }}`."""
    for found in _TEMPLATE.finditer(error.text(error.at.line)):
        if found.start(1) + 1 == error.start.column and error.at.column < found.end(1):
            text = found[1]
            quoted = f'"{text}"' if '"' not in text else "'" + text.replace("'", "''") + "'"
            place = Place(error.at.line, error.start.column)
            return Cause(
                "a template stands without quotes", f"put a template in quotes: `{quoted}`", place
            )
    return None


def describe_missing_entry(error: YamlError) -> Cause:
    """A bracket, a comma or the end of the file where a value is due."""
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
        hidden = _find_comment_from(error, opened.line)
        if hidden is not None:
            return hidden
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
