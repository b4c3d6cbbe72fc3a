"""Keys in braces that have no value: an entry without its colon, or the rest of a text that ends at
its first comma.

In      the key, the entry before it, the line that they stand in.
Out     the entry, or the text, as it was meant; the finding.
Not here  which keys these are (`read.syntax.node_builder`).

What was meant is read on, so that nobody is told of what follows: that a field is missing, or that
there is none of such a name.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from cardgen.core.findings import Finding, Span
from cardgen.read.syntax.nodes import Node, ScalarNode

_TIGHT = re.compile(r"([^\W\d][\w-]*)(\s*[:=：]\s*)(?!//)(\S.*)")
_QUOTED = re.compile(r"""(["'])(.*)\1""")
_DECIMAL = re.compile(r"[+-]?\d+,\d+(?!,)[\w%°]*")
_WORDS = re.compile(r"[\w-]+(?:, *[\w-]+)+")
_WORD = re.compile(r"[\w-]+")


def has_no_value(key: ScalarNode, value: Node) -> bool:
    """Whether not even a colon follows a key, as in braces may be."""
    empty = isinstance(value, ScalarNode) and value.plain and not value.text
    start, end = (value.span.line, value.span.column), (key.span.line, key.span.end_column)
    return empty and key.plain and start <= end


def is_word(text: str) -> bool:
    """Whether a text is one word, as fields are called."""
    return _WORD.fullmatch(text) is not None and not text[0].isdigit()


def is_plain_text(value: Node) -> bool:
    """Whether a value is a text without quotes, which ends at its first comma."""
    return isinstance(value, ScalarNode) and value.plain and bool(value.text)


def read_tight_entry(key: ScalarNode) -> tuple[ScalarNode, ScalarNode, Finding] | None:
    """The entry that `cost:3` or `cost=3` is meant to be."""
    found = _TIGHT.fullmatch(key.text)
    if found is None:
        return None
    sign, begin = found[2].strip(), found.start(3)
    name = ScalarNode(key.part(0, len(found[1])), found[1], True, 0)
    quoted = _QUOTED.fullmatch(found[3])
    place, text = key.part(begin, len(found[3])), quoted[2] if quoted else found[3]
    value = ScalarNode(place, text, quoted is None, 1 if quoted else 0)
    what = "no space behind its colon" if sign == ":" else f"`{sign}` in the place of its colon"
    hint = f"write `{found[1]}: {found[3]}`"
    if " " in found[3]:
        hint += ", or put the whole text in quotes"
    return name, value, Finding("yaml-colon", f"`{found[1]}` has {what}", key.span, hint=hint)


def join_text(text: ScalarNode, rest: ScalarNode, lines: Sequence[str]) -> ScalarNode:
    """A text with what stands behind its comma."""
    span, end = text.span, rest.span.end_column
    if span.line != rest.span.line:
        return ScalarNode(span, f"{text.text}, {rest.text}", True)
    whole = Span(span.file, span.line, span.column, end)
    line = lines[span.line - 1] if span.line <= len(lines) else ""
    return ScalarNode(whole, line[span.column - 1 : end - 1], True, 0)


def describe_cut_text(text: ScalarNode, rest: ScalarNode, *, in_table: bool) -> Finding:
    """A text that ends at its comma, and what is behind it; in a table it may be any text."""
    whole = text.text
    if _DECIMAL.fullmatch(whole):
        message = f"a comma parts `{whole}` in two: in braces it ends an entry"
        hint = f"write `{whole.replace(',', '.')}`"
        hint += ", or put the whole text in quotes" if in_table else ""
    else:
        message = f"`{rest.text}` has no value: the text before it ends at the comma"
        hint = "put the whole text in quotes"
        if _WORDS.fullmatch(whole):
            hint = f"give it one, {hint}, or a list in brackets: `[{whole}]`"
    return Finding("yaml-comma", message, rest.span, hint=hint)
