"""What is written here for names, functions and tests of other languages.

In      a name, a method or a test that expressions do not have.
Out     a hint with what to write; of names that nobody else has either, the nearest.

Sources  the functions of spreadsheets (OpenFormula), of Python, JavaScript and Jinja.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from difflib import get_close_matches

from cardgen.core.findings import did_you_mean
from cardgen.expressions.unquoted_words import quote_word

_IF = "write `a if condition else b`"
_PLACE = "`slot` is the card's place in the deck, `copy` which of its copies it is"
_ALONE = "fields stand alone: `{{ name }}`"
_SAME = "the same game prints the same cards, so nothing here is random"
_DATE = "the same game prints the same cards; write the date below `vars:`"
_AGAIN = "`repeat:` draws an element several times, `{coin}*3` an icon in a text"
_IN = "write `'part' in name`"
_NAMES = {
    "case": _IF,
    "card": _ALONE,
    "choose": _IF,
    "concat": "write `~` between texts: `{{ name ~ cost }}`",
    "concatenate": "write `~` between texts: `{{ name ~ cost }}`",
    "date": _DATE,
    "false": "write `false`",
    "format": "write `cost | number`",
    "i": _PLACE,
    "if": _IF,
    "ifelse": _IF,
    "iif": _IF,
    "index": _PLACE,
    "item": "`item` is each value of an element's `repeat:`, and of `all`, `any`, `map`, `filter`",
    "loop": "`repeat:` calls each of its values `item`",
    "max": "write `[a, b] | max`",
    "min": "write `[a, b] | min`",
    "n": _PLACE,
    "nil": "write `none`",
    "no": _PLACE,
    "now": _DATE,
    "nr": _PLACE,
    "null": "write `none`",
    "number": _PLACE,
    "position": _PLACE,
    "rand": _SAME,
    "random": _SAME,
    "range": _AGAIN,
    "record": _ALONE,
    "repeat": _AGAIN,
    "rept": _AGAIN,
    "row": _ALONE,
    "shuffle": _SAME,
    "switch": _IF,
    "this": _ALONE,
    "today": _DATE,
    "true": "write `true`",
    "undefined": "write `none`",
}
_LITERALS = {_NAMES[word] for word in ("null", "nil", "undefined", "true", "false")}
"""Values that are no texts either."""
_FILTERS = {
    "abs": "abs",
    "capitalize": "capitalize",
    "default": "default",
    "first": "first",
    "float": "float",
    "int": "int",
    "join": "join",
    "last": "last",
    "len": "length",
    "length": "length",
    "max": "max",
    "min": "min",
    "proper": "title",
    "replace": "replace",
    "reverse": "reverse",
    "reversed": "reverse",
    "round": "round",
    "size": "length",
    "sort": "sort",
    "sorted": "sort",
    "str": "string",
    "strip": "trim",
    "substitute": "replace",
    "title": "title",
    "tolowercase": "lower",
    "tostring": "string",
    "touppercase": "upper",
    "trim": "trim",
    "unique": "unique",
    "upper": "upper",
    "lower": "lower",
}
"""Functions and methods that are filters here."""
_METHODS = {
    "contains": _IN,
    "endswith": "write `name[-1:] == 'x'` for its last letter",
    "includes": _IN,
    "indexof": _IN,
    "split": "let the field be a list: `{type: list, separator: …}` below `fields:`",
    "startswith": "write `name[:1] == 'x'` for its first letter",
}
_TESTS = {
    "blank": "write `not name`",
    "empty": "write `not name`",
    "nil": "write `is none`",
    "null": "write `is none`",
    "set": "write `is not none`",
}
_PADDED = "write `{{ ('000' ~ number)[-3:] }}` for three digits, as in `012`"
_FOREIGN_FILTERS = {
    "capfirst": "capitalize",
    "format": _PADDED,
    "len": "length",
    "pad": _PADDED,
    "slice": "write `name[:3]` for its first three letters",
    "truncate": "write `name[:20]` for its first twenty letters",
    "wordwrap": "leave it out: a text breaks where its box ends",
    "padleft": _PADDED,
    "rjust": _PADDED,
    "size": "length",
    "split": _METHODS["split"],
    "str": "string",
    "strip": "trim",
    "tostring": "string",
    "zfill": _PADDED,
}
"""Filters of Jinja, Liquid and Python that are another here, or none."""
_SLIP = 0.8
"""How alike words are that differ in a letter of five."""


def suggest_name(name: str, known: Iterable[str], *, what: str = "field", source: str = "") -> str:
    """A hint on a name that is not there: what other languages mean by it, or the nearest.

    Args:
        name: As it was typed.
        known: The names that are there.
        what: What they are, for "there is no field yet".
        source: The expression, if it is known: what is not called in it is meant as a field, as
            `title` and `unique` are in tables that have such columns.
    """
    names = {*known}
    folded = {one.casefold() for one in names}
    called = not source or re.search(rf"\b{re.escape(name)}\s*\(", source)
    said = _NAMES.get(name.casefold(), "") or (_suggest_filter(name) if called else "")
    if said == _PLACE and "slot" not in names:
        said = ""
    swapped = sorted(name.casefold()) in map(sorted, folded)
    slip = swapped or get_close_matches(name.casefold(), folded, n=1, cutoff=_SLIP)
    if not (slip or said in _LITERALS) and (quoted := quote_word(name, names, source)):
        return f"texts stand in quotes: `{quoted}`"
    if said == _ALONE or not slip:
        return said or did_you_mean(name, names, what=what)
    return did_you_mean(name, names, what=what)


def suggest_filter(name: str, filters: Iterable[str]) -> str:
    """A hint on a filter that is not there: what does the same here, or the nearest."""
    said = _FOREIGN_FILTERS.get(name.casefold(), "")
    if said in filters:
        return f"did you mean `{said}`?"
    return said or did_you_mean(name, filters, what="filter")


def suggest_method(name: str, functions: Iterable[str]) -> str:
    """A hint on a function that is called behind a dot.

    Args:
        name: As it was typed.
        functions: Those that there are.
    """
    if name in functions:
        return f"functions stand alone: `{name}(…)`"
    found = _METHODS.get(name.casefold().replace("_", "")) or _suggest_filter(name)
    return found or "a value has no functions; filters stand behind a bar: `name | upper`"


def suggest_test(name: str, known: Iterable[str]) -> str:
    """A hint on what stands behind `is` and is no test."""
    if known_as := _TESTS.get(name.casefold(), ""):
        return known_as
    slip = get_close_matches(name.casefold(), known, n=1, cutoff=_SLIP)
    return f"did you mean `{slip[0]}`?" if slip else f"values are compared: `== '{name}'`"


def suggest_entry(name: str) -> str:
    """A hint on an entry that a value lacks."""
    return _suggest_filter(name) or "correct its name"


def _suggest_filter(name: str) -> str:
    found = _FILTERS.get(name.casefold().replace("_", ""))
    return f"filters stand behind a bar: `name | {found}`" if found else ""
