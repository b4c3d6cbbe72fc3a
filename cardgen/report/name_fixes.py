"""Hints that name what is meant, as edits: one name, or value, in the place of another.

In      a `Finding`, the line that it stands in.
Out     `Fix`es of the name alone: in a text, in quotation marks, in a call, behind a deck.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from cardgen.core.edit_distance import count_slips
from cardgen.core.findings import Finding, Span, find_closest, is_part
from cardgen.report.fix import Fix

_MEANT = re.compile(
    r"(?:did you mean|is it the card) `([^`]+)`\?(?:\Z|; any other | It is \d+ short| See `)"
)
_THERE = re.compile(r"write `([^`]+)` there\b")
_INSTEAD = re.compile(r"write `([^`]+)`(?:: digits only|, without `[^`]+`)?\Z")
_NOWHERE = ("unknown-", "undefined-", "distinct-unknown", "wrong-type")
"""How codes begin of names, and words to choose from, that are not there."""
_OWN_WORDS = ("unknown-field", "wrong-type")
"""Codes of words that models have: other tools have others, which are known."""
_NUMBER = re.compile(r"\d+")
_NAMED = re.compile(r"`([^`]+)`")
_QUOTED = re.compile(r"""(["'])(.*)\1\Z""")
_PLAIN = re.compile(r"[A-Za-z_][\w .+/-]*\Z")
_VALUE = re.compile(r"-?\w[\w.%/+-]*\Z")
_PART = re.compile(r"\w[\w/-]*(?:[ .]\w[\w/-]*)*\Z")
"""What can stand in the middle of any text of YAML, CSV and Markdown."""
_BESIDE = re.compile(r"\](?:\{[^{}]*\}|\([^()]*\))+|: *[\w.-]+(?= *[,}]|\Z)")
"""What a place stands before that names something: the styles of words, the end of a link, the
value of an option."""
_ICON = re.compile(r"\{[^{}]+\}\Z")
"""A place that holds the braces around a name: they are no slips of it."""
_BEGINNINGS = ("[", "{", "|", ">", "- ")
"""Where lists, mappings and texts of several lines begin."""
_NEEDS_QUOTES = frozenset(("null", "true", "false", "yes", "no", "on", "off", "y", "n"))


def list_name_fixes(finding: Finding, span: Span, line: str) -> Iterator[Fix]:
    """The edits of a hint that names what is meant."""
    old = line[span.column - 1 : span.end_column - 1]
    if meant := _MEANT.search(finding.hint):
        safe = finding.severity == "error" and finding.code.startswith(_NOWHERE)
        typed = old[1:-1] if _ICON.match(old) else _without_quotes(old)
        safe = safe and not _is_far(finding.code, typed, meant[1])
        yield from _replace_name(finding, span, line, meant[1], safe=safe)
    elif there := _THERE.match(finding.hint):
        yield from _replace_value(span, old, there[1])
    elif f"`{_without_quotes(old)}`" in finding.message:
        instead = _INSTEAD.fullmatch(finding.hint)
        if instead and _VALUE.match(instead[1]):
            yield from _replace_value(span, old, instead[1])


def _without_quotes(old: str) -> str:
    quoted = _QUOTED.match(old)
    return quoted[2] if quoted else old


def _is_far(code: str, typed: str, meant: str) -> bool:
    """Whether a name is a guess by its letters or words, and more than a slip or two away, or
    numbered: which of `heading-1` to `heading-6` is meant by `heading` nobody knows."""
    in_words = code not in _OWN_WORDS and is_part(typed, meant)
    guessed = in_words or find_closest(typed, [meant]) is not None
    longest = max(len(typed), len(meant))
    numbered = _NUMBER.findall(typed) != _NUMBER.findall(meant)
    return guessed and (
        numbered or count_slips(typed.casefold(), meant.casefold()) > max(1, longest // 3)
    )


def _replace_name(
    finding: Finding, span: Span, line: str, new: str, *, safe: bool
) -> Iterator[Fix]:
    """The nearest name in the place of one that is nowhere."""
    old = line[span.column - 1 : span.end_column - 1]
    typed = _without_quotes(old)
    if typed and f"`{typed}`" in finding.message:
        text = _write_as(old, new)
        if text is not None and "\n" not in new:
            yield Fix(f"write `{new}`", span, old, text, is_safe=safe)
        return
    names = _NAMED.findall(finding.message)
    if not names or not _PART.match(new):
        return
    beside = _BESIDE.match(line, span.end_column - 1)
    text = old.replace("/", " ") + (beside[0] if beside else "")
    found = list(re.finditer(rf"(?<![\w-]){re.escape(names[-1])}(?![\w-])", text))
    if len(found) == 1:
        start = span.column + found[0].start()
        place = Span(span.file, span.line, start, start + len(names[-1]))
        yield Fix(f"write `{new}`", place, names[-1], new, is_safe=safe)


def _write_as(old: str, new: str) -> str | None:
    """A name as it stands in the quotation marks of another, or without; None where it cannot."""
    if quoted := _QUOTED.match(old):
        mark = quoted[1]
        return None if any(sign in new for sign in (mark, "\\")) else f"{mark}{new}{mark}"
    plain = _PLAIN.match(new) and new.casefold() not in _NEEDS_QUOTES and new == new.strip()
    return new if plain else None


def _replace_value(span: Span, old: str, new: str) -> Iterator[Fix]:
    """A value that the hint says whole, for one that stands in its place whole."""
    if old.startswith(_BEGINNINGS) or old == "-":
        return
    text = new if _VALUE.match(new) and not _QUOTED.match(old) else _write_as(old, new)
    if old and text is not None and text != old and new.casefold() not in _NEEDS_QUOTES:
        yield Fix(f"write `{new}`", span, old, text, is_safe=False)
