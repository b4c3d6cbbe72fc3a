"""CSS variables: `--ink: #123456` on an element, `var(--ink)` on it and below.

In      declared values as text, by name; what the elements above have set.
Out     the values with every `var(…)` filled in.
Not here  which declarations an element has (`svg.css`).

Source  CSS Custom Properties Level 1, chapters 2 and 3. Departs: a variable that needs itself
        counts as not set, but its own fallback is taken all the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from msgspec import Struct

from cardgen.svg.tree import MAX_VALUE, Gaps, SvgElement

MAX_VARIABLES = 400
MAX_STEPS = 32
"""Variables that are made of others, one after the other."""
_VAR = re.compile(r"(?<![\w-])var\(", re.IGNORECASE)
_SET = re.compile(r"(?<![\w-])(--[^\s:;{}()]+)\s*:")
_NAME = re.compile(r"(?<![\w-])var\(\s*(--[^\s,()]+)\s*([,)]?)", re.IGNORECASE)


def is_variable(name: str) -> bool:
    return name.startswith("--")


def uses_variables(text: str) -> bool:
    return "var(" in text.lower()


class Variables(Struct):
    """The names of one file's variables: those that it sets, and those of them that it takes."""

    named: frozenset[str] = frozenset()
    wanted: frozenset[str] = frozenset()

    def unset(self, text: str) -> Iterator[str]:
        """What a text takes that no element sets, and for which it names nothing else."""
        if uses_variables(text):
            found = ((part[1], part[2]) for part in _NAME.finditer(text))
            yield from (name for name, comma in found if comma != "," and name not in self.named)


def read_variables(root: SvgElement, gaps: Gaps) -> Variables:
    """The variables of a file: elsewhere they may be set in vain, by the hundred."""
    texts = [text for element in root.walk() for text in _texts(element)]
    wanted = {found[1] for text in texts for found in _NAME.finditer(text)}
    if not wanted:
        return Variables()
    named = {found[1] for text in texts for found in _SET.finditer(text)}
    if len(wanted & named) > MAX_VARIABLES:
        message = f"more than {MAX_VARIABLES} CSS variables are not read"
        gaps.add(root, message, "write their values where they are used")
        return Variables(frozenset(named))
    return Variables(frozenset(named), frozenset(wanted & named))


def _texts(element: SvgElement) -> Iterator[str]:
    """What may set or take variables."""
    if element.name == "style":
        yield element.text
    for name, value in element.attributes.items():
        if name == "style" or (name not in ("d", "points") and uses_variables(value)):
            yield value


def filled_in(
    above: Mapping[str, str], own: Mapping[str, str], names: Iterable[str]
) -> dict[str, str]:
    """An element's own values, with what the named ones take from its variables and from those
    above. One that takes what is not set is left out."""
    filler = _Filler({name: own[name] for name in names if is_variable(name)}, above)
    filled = dict(own)
    for name in names:
        value = filler.variable(name, 0) if is_variable(name) else filler.filled(own[name], 0)
        if is_variable(name):
            filled[name] = "initial" if value is None else value
        else:
            filled[name] = value or "unset"
    return filled


class _Filler:
    """Fills in texts, with the variables that one element sets and those that it inherits."""

    def __init__(self, own: Mapping[str, str], above: Mapping[str, str]) -> None:
        self._own = own
        self._known = {name: value for name, value in above.items() if is_variable(name)}
        self._open: set[str] = set()
        self._done: dict[str, str | None] = {}

    def variable(self, name: str, depth: int) -> str | None:
        if name not in self._own or self._own[name] in ("inherit", "unset"):
            return self._known.get(name)
        if name in self._open or depth > MAX_STEPS or self._own[name] == "initial":
            return None
        if name not in self._done:
            self._open.add(name)
            self._done[name] = self.filled(self._own[name], depth + 1)
            self._open.discard(name)
        return self._done[name]

    def filled(self, text: str, depth: int) -> str | None:
        """A text with what it takes, or None if something of that is not set."""
        parts, position = [], 0
        while found := _VAR.search(text, position):
            end = _closing(text, found.end())
            name, comma, fallback = text[found.end() : end].partition(",")
            value = self.variable(name.strip(), depth)
            if value is None and comma and depth <= MAX_STEPS:
                value = self.filled(fallback.strip(), depth + 1)
            if value is None:
                return None
            parts += [text[position : found.start()], value]
            position = end + 1
        whole = "".join((*parts, text[position:])).strip()
        return whole if len(whole) <= MAX_VALUE else None


def _closing(text: str, start: int) -> int:
    """Where the bracket that opens before `start` is closed."""
    depth = 1
    for place in range(start, len(text)):
        depth += (text[place] == "(") - (text[place] == ")")
        if depth == 0:
            return place
    return len(text)
