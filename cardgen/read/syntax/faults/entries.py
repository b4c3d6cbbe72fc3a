"""Faults of keys, lists and indentation in a text that is not YAML."""

from __future__ import annotations

import re
from collections.abc import Sequence

from cardgen.read.syntax.faults.yaml_error import Cause, Place, YamlError


def describe_second_colon(error: YamlError) -> Cause:
    """A text goes on into the next line or the next key, or has a colon in it."""
    key = error.before
    above = error.text(error.at.line - 1)
    if key.strip() and ": " not in key and above.strip() and _indent(key) > _indent(above):
        hint = "indent it as the entry above it, or give that entry no text of its own"
        if " " in key.strip():
            hint = "put the text above in quotes, with this line in it, or indent a key as that one"
        return Cause(
            f"`{key.strip()}` is indented as if it went on with the text above",
            hint,
            Place(error.at.line, _indent(key)),
        )
    return (
        _describe_parted_name(error)
        or _describe_next_key(error)
        or Cause("a text without quotes has a colon and a space in it", _QUOTE, error.at)
    )


_QUOTE = "quote a text that contains `: `"
_PARTED = re.compile(r"([\w-]+): ([\w-]+)\Z")
"""Before a colon: the name of a field with a colon in it, `st: roke-width`."""
_WORD_AND_COLON = re.compile(r"([\w-]+):(?=\s|\Z)")
_PARTING = re.compile(r"(?:\A|[\w\s])([;|:])\s+\Z")
"""A sign between two entries, in the place of a comma."""


def _describe_parted_name(error: YamlError) -> Cause | None:
    """The name of a field that a colon and a space part."""
    from cardgen.read.field_homes import is_field  # for what is at fault

    found = _PARTED.search(error.before)
    if found is None or not is_field(found[1] + found[2]) or is_field(found[1]):
        return None
    message = f"`{found[0]}` is the name of a field with a colon in it"
    hint = f"write `{found[1]}{found[2]}`, or {_QUOTE}"
    return Cause(message, hint, error.at)


def _describe_next_key(error: YamlError) -> Cause | None:
    """A text that runs into a key which other lines have, too: `{name: Owl cost: 3}`."""
    line = error.text(error.at.line)
    first = re.search(r"[\w-]*\Z", error.before)
    start = first.start() if first else error.at.column
    found = next(
        (
            word
            for word in _WORD_AND_COLON.finditer(line, start)
            if "," not in line[start : word.start()] and is_key_elsewhere(word[1], error)
        ),
        None,
    )
    before = line[: found.start()].rstrip() if found else ""
    is_flow = "flow" in error.context
    if (
        found is None
        or not before
        or before.endswith(("{", "-"))
        or (is_flow and before.endswith(","))
    ):
        return None
    place = Place(error.at.line, found.start(1))
    if not is_flow:
        hint = f"begin a new line with it, put all entries in braces, or {_QUOTE}"
        return Cause(f"`{found[1]}` stands in the line of another entry", hint, place)
    if parting := _PARTING.search(line[: found.start()]):
        sign = parting[1]
        message = f"`{sign}` stands before `{found[1]}`, and a comma parts the entries"
        hint = f"write a comma for it, or {_QUOTE}"
        return Cause(message, hint, Place(error.at.line, parting.start(1)))
    hint = f"put one there, or {_QUOTE}"
    return Cause(f"a comma is missing before `{found[1]}`", hint, place)


def is_key_elsewhere(word: str, error: YamlError) -> bool:
    """Whether a word is a key in another line of the file."""
    return _is_key(word, error.lines, but=error.at.line)


def _is_key(word: str, lines: Sequence[str], *, but: int) -> bool:
    key = re.compile(rf"(?:\A|[{{,-]) *{re.escape(word)}:(?: |\Z)")
    return any(
        word in line and key.search(line) for number, line in enumerate(lines) if number != but
    )


def describe_missing_colon(error: YamlError) -> Cause:
    """A line that would be a key, had it a colon and a space."""
    text = error.text(error.start.line)[error.start.column :]
    return describe_key_without_colon(text, error.start, error.lines)


_TIGHT = re.compile(r"([^\s:\"'\[\]{},]+):(\S.*)")
_OTHER_SIGN = re.compile(r"([^\W\d][\w-]*)\s*(?:=>?|;|：|->)\s*(\S.*)")
_TWO_WORDS = re.compile(r"([^\W\d][\w-]*)\s+(\S.*)")


def describe_key_without_colon(text: str, place: Place, lines: Sequence[str]) -> Cause:
    """A line with a key that has no colon and space behind it, from that key on."""
    found = _TIGHT.match(text)
    if found:
        hint = f"write `{found[1]}: {found[2]}`"
        place = Place(place.line, place.column + found.end(1))
        return Cause("a space is missing after the colon", hint, place)
    hint = "end the key with a colon and a space: `key: value`"
    found = _OTHER_SIGN.match(text) or _TWO_WORDS.match(text)
    if found and (_OTHER_SIGN.match(text) or _is_key(found[1], lines, but=place.line)):
        hint = f"write `{found[1]}: {found[2]}`"
    elif " " in text.strip():
        hint += "; indent a text that goes on further than its key"
    return Cause("this line has no colon after its key", hint, place)


def describe_odd_line(error: YamlError) -> Cause:
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
    if opening := closed_bracket(before):
        hint = f"put a text that begins with `{opening}` in quotes"
        return Cause(f"something follows the closing `{before.rstrip()[-1]}`", hint, error.at)
    hint = "check the indentation, and quote a text that begins with a quote"
    return Cause("a new key is expected here", hint, error.at)


def closed_bracket(before: str) -> str:
    """The bracket that opens what a text ends with, as in `{gold}`; "" if it ends with none."""
    return {"}": "{", "]": "["}.get(before.rstrip()[-1:], "")


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


def _describe_indent(error: YamlError) -> Cause:
    hint = "indent it exactly as the entries that it belongs to; check the line above too"
    return Cause("the indentation is that of no entry above", hint, error.at)


def describe_odd_entry(error: YamlError) -> Cause:
    """A line in a list that does not begin with a dash."""
    if dashes := re.match(r"-{2,}", error.after):
        hint = "write one dash, and a space behind it"
        return Cause(f"`{dashes[0]}` begins no entry of a list", hint, error.at)
    if re.match(r"-\S", error.after):
        hint = "write a space after the `-`"
        return Cause("a space is missing after the dash", hint, error.at)
    if error.at.column > error.start.column:
        return _describe_indent(error)
    hint = "begin it with `- `, or indent it as the entry above it"
    return Cause("a line without `- ` stands in a list", hint, error.at)


def describe_list_in_line(error: YamlError) -> Cause:
    """A dash behind a key."""
    hint = "put the `-` on a line of its own"
    return Cause("a list cannot begin on the line of its key", hint, error.at)


def describe_question_mark(error: YamlError) -> Cause:
    """A text that begins with a question mark."""
    hint = "quote a text that begins with `? `"
    return Cause("`? ` begins a key, and none can stand here", hint, error.at)
