"""Signs at the beginning of a text that mean something else to YAML."""

from __future__ import annotations

from cardgen.read.syntax.faults.yaml_error import Cause, Place, YamlError


def describe_first_character(error: YamlError) -> Cause:
    """A sign that YAML keeps for itself."""
    sign = error.after[:1]
    message = f"a text cannot begin with `{sign}`" if sign.strip() else "a text cannot begin here"
    return Cause(message, "quote a text that begins with this character", error.at)


def describe_name(error: YamlError) -> Cause:
    """`*` and `&` are read as an alias or anchor, and no name follows, or more than one."""
    sign = error.text(error.start.line)[error.start.column : error.start.column + 1] or "*"
    what = "repeats the value of that name" if sign == "*" else "names a value"
    hint = "quote a text that begins with `*` or `&`"
    return Cause(f"`{sign}` {what}: letters and digits, then a space", hint, error.start)


def describe_tag(error: YamlError) -> Cause:
    """An exclamation mark."""
    hint = "quote a text that begins with `!`"
    return Cause("`!` begins a tag, of which cards have none", hint, error.start)


def describe_block_text(error: YamlError) -> Cause:
    """`|` or `>`, with words behind it."""
    sign = error.text(error.start.line)[error.start.column : error.start.column + 1] or "|"
    hint = f"begin the text on the next line, indented; quote a text that begins with `{sign}`"
    message = f"after `{sign}` nothing but the end of the line can stand"
    return Cause(message, hint, error.at)


def describe_directive(error: YamlError) -> Cause:
    """A per cent sign at the beginning of a line."""
    hint = "remove the line, or quote a text that begins with `%`"
    return Cause("a line cannot begin with `%`", hint, Place(error.start.line, 0))


def describe_second_document(error: YamlError) -> Cause:
    """What follows `...` or a second `---`."""
    hint = "remove the line `...` or `---` above it"
    return Cause("something stands below the end of the document", hint, error.at)
