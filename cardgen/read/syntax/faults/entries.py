"""Faults of keys, lists and indentation in a text that is not YAML."""

from __future__ import annotations

import re

from cardgen.read.syntax.faults.yaml_error import Cause, Place, YamlError


def describe_second_colon(error: YamlError) -> Cause:
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


def describe_missing_colon(error: YamlError) -> Cause:
    """A line that would be a key, had it a colon and a space."""
    text = error.text(error.start.line)[error.start.column :]
    found = re.match(r"([^\s:\"'\[\]{},]+):(\S.*)", text)
    if found:
        hint = f"write `{found[1]}: {found[2]}`"
        place = Place(error.start.line, error.start.column + found.end(1))
        return Cause("a space is missing after the colon", hint, place)
    hint = "end the key with a colon and a space: `key: value`"
    return Cause("this line has no colon after its key", hint, error.start)


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
