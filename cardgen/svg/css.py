"""What an element's properties are: attributes, `<style>` rules, `style="…"`.

In      elements, and the text of the file's style sheets.
Out     an element's own properties as text, by name; what it inherits.
Not here  what a value means (`svg.paint`, `svg.values`).

Of CSS there is what drawing programs write: rules for what `svg.selectors` knows. Anything else is
a gap.

Source  CSS 2.1, chapter 6.4.3 (specificity).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from msgspec import Struct, field

from cardgen.svg.selectors import Kinship, Selector, marks_of, read_selector, split_selectors
from cardgen.svg.tree import DrawingError, Gaps, SvgElement, cut, quoted
from cardgen.svg.values import EM, BadValueError, read_length
from cardgen.svg.variables import (
    filled_in,
    is_variable,
    read_variables,
    uses_variables,
)

MAX_RULES = 4_000
MAX_TRIALS = 2_000_000
MAX_FONT = 100_000.0
INHERITED = frozenset(
    """clip-rule color color-interpolation fill fill-opacity fill-rule font-size marker marker-end
    marker-mid marker-start paint-order stroke stroke-dasharray stroke-dashoffset stroke-linecap
    stroke-linejoin stroke-miterlimit stroke-opacity stroke-width visibility""".split()
)
_OWN = frozenset(
    """clip-path display filter isolation mask mask-type mix-blend-mode opacity overflow stop-color
    stop-opacity transform transform-box transform-origin
    vector-effect""".split()
)
_KNOWN = INHERITED | _OWN
_OF_A_LINE = frozenset(("context-fill", "context-stroke"))
"""What a marker hands down to its parts; no file gives it a value."""
_HARMLESS = frozenset(
    """-inkscape-stroke alignment-baseline backface-visibility background background-color
    baseline-shift block-progression color-interpolation-filters
    color-profile color-rendering color-scheme cursor direction dominant-baseline
    enable-background flood-color flood-opacity forced-color-adjust image-rendering
    kerning lighting-color margin outline padding pointer-events print-color-adjust shape-inside
    shape-margin shape-padding shape-rendering solid-color solid-opacity tab-size unicode-bidi
    user-select white-space will-change""".split()
)
_HARMLESS_FAMILIES = (
    "-inkscape-", "-moz-", "-ms-", "-webkit-", "font", "letter-", "line-", "text-", "word-",
    "writing-",
)  # fmt: skip
_SILENT_RULES = frozenset(("@charset", "@font-face", "@namespace"))
"""Fonts are of texts, which are told themselves."""
_SHEETS = {"type": ("", "text/css"), "media": ("", "all", "print", "screen")}
"""What the attributes of a `<style>` say of one that is read."""
_MET = frozenset(("all", "and", "only", "print", "screen", "(prefers-color-scheme:light)"))
_UNMET = frozenset(
    ("(hover)", "(hover:hover)", "(prefers-color-scheme:dark)", "(prefers-reduced-motion)",
     "(prefers-reduced-motion:reduce)", "speech")
)  # fmt: skip
"""What holds of a card, and what does not, among the words of an `@media`."""
_SIDES = frozenset(("width", "height"))
_COLORS = frozenset(("color", "fill", "stop-color", "stroke"))
_NEW_COLOR = re.compile(r"(?:color|color-mix|device-cmyk|hwb|lab|lch|light-dark|oklab|oklch)\(")
"""What a program writes after a plain color, for viewers that know it."""
_COLON = re.compile(r"\s*:\s*")
_BRACE = re.compile(r"[{}]")

_Weight = tuple[bool, int, int]
"""Of two values for a property the heavier wins: important, specificity, order."""


class _CssRule(Struct):
    selector: Selector
    values: dict[str, tuple[_Weight, str]] = field(default_factory=dict)

    def add(self, name: str, value: str, weight: _Weight) -> None:
        if name not in self.values or (
            self.values[name][0] <= weight and not _keeps_plain(name, value)
        ):
            self.values[name] = weight, value


class Stylesheet:
    """The style sheets of one file."""

    def __init__(self, root: SvgElement, gaps: Gaps) -> None:
        self._root = root
        self._gaps = gaps
        self._rules: dict[Selector, _CssRule] = {}
        self._by_mark: dict[str, list[_CssRule]] = {}
        self._count = 0
        self._trials = 0
        self._goes_by_place = False
        self._known: dict[tuple[SvgElement, SvgElement | None], Mapping[str, str]] = {}
        self._kinship = Kinship(root, self._try)
        self._in_place: dict[SvgElement, dict[str, str]] = {}
        self._variables = read_variables(root, gaps)
        for element in root.walk():
            if element.name == "style":
                self._read(element)

    def properties(self, element: SvgElement, top: SvgElement | None = None) -> Mapping[str, str]:
        """An element's own properties, without those it inherits; `top` is the element that a `use`
        shows with this in it: rules go by what is in that alone."""
        key = element, top if self._goes_by_place else None
        if key not in self._known:
            self._known[key] = self._cascade(*key)
        return self._known[key]

    def style_in_place(self, element: SvgElement) -> Mapping[str, str]:
        """An element's properties with those of all that it stands in, wherever it is used."""
        if element not in self._in_place:
            parent = self._kinship.parent(element)
            above = self.style_in_place(parent) if parent else {}
            self._in_place[element] = inherit(above, self.properties(element))
        return self._in_place[element]

    def _cascade(self, element: SvgElement, top: SvgElement | None) -> dict[str, str]:
        own = {name: value for name, value in element.attributes.items() if name in _KNOWN}
        weights: dict[str, _Weight] = {}
        for rule in self._matching(element, top):
            for name, (weight, value) in rule.values.items():
                newer = weight >= weights.get(name, (False, 0, 0))
                plain = name in own and name not in weights
                if newer and not (plain and _keeps_plain(name, value)):
                    weights[name], own[name] = weight, value
        held = {name for name, (important, *_) in weights.items() if important}
        inline = self._declared(element, element.attributes.get("style", ""))
        for name, value, bang in inline:
            plain = name in own and name not in weights
            if (bang or name not in held) and not (plain and _keeps_plain(name, value)):
                weights.pop(name, None)
                own[name] = value
        self._note_unset(element, own)
        return {name: cut(value) for name, value in own.items()}

    def _note_unset(self, element: SvgElement, own: Mapping[str, str]) -> None:
        for value in own.values():
            for name in self._variables.unset(value):
                message = f"the CSS variable {quoted(name)} is not set in the drawing"
                hint = f"write the value itself, or `var({cut(name)}, #rrggbb)`"
                self._gaps.add(element, message, hint)

    def _matching(self, element: SvgElement, top: SvgElement | None) -> Iterator[_CssRule]:
        marks = marks_of(element)
        for mark in ("", element.name, *sorted(marks)):
            rules = self._by_mark.get(mark, ())
            self._try(len(rules))
            for rule in rules:
                if self._kinship.fits(rule.selector, element, marks, top):
                    yield rule

    def _try(self, count: int) -> None:
        self._trials += count
        if self._trials > MAX_TRIALS:
            raise DrawingError("has too many CSS rules for its many elements")

    def _read(self, element: SvgElement) -> None:
        for name, meant in _SHEETS.items():
            word = element.attributes.get(name, "").lower()
            if word not in meant and not (name == "media" and _holds(word)):
                message = f"a `<style>` with the {name} {quoted(word)} is not read"
                self._gaps.add(element, message, f"leave its {name} out")
                return
        for prelude, block in self._blocks(element):
            for text in split_selectors(prelude):
                self._count_rule()
                selector = read_selector(text)
                if selector is None:
                    hint = "give the elements a class, and the rule that class"
                    message = f"the CSS selector {quoted(text)} is not supported"
                    self._gaps.add(element, message, hint)
                else:
                    self._add(element, selector, block)

    def _count_rule(self) -> None:
        self._count += 1
        if self._count > MAX_RULES:
            raise DrawingError(f"has more than {MAX_RULES:,} CSS rules, the limit")

    def _add(self, element: SvgElement, selector: Selector, block: str) -> None:
        if selector not in self._rules:
            self._rules[selector] = _CssRule(selector)
            self._goes_by_place = self._goes_by_place or selector.goes_by_place
            subject = selector.subject
            key = min(subject.marks) if subject.marks else subject.tag.replace("*", "")
            self._by_mark.setdefault(key, []).append(self._rules[selector])
        for name, value, important in self._declared(element, block):
            weight = important, selector.specificity, self._count
            self._rules[selector].add(name, value, weight)

    def _blocks(self, element: SvgElement) -> Iterator[tuple[str, str]]:
        """Each rule as what stands before its braces and inside them."""
        text, position, inside = _uncommented(element.text), 0, ""
        while (brace := text.find("{", position)) >= 0:
            prelude = text[position:brace].strip().lstrip(inside)
            media = _media(prelude)
            if any(query <= _MET for query in media):
                self._count_rule()
                position, inside = brace + 1, "} \t\r\n"
                continue
            if prelude.startswith("@"):
                if not media or not all(_is_unmet(query) for query in media):
                    self._at_rule(element, prelude)
                semicolon = text.find(";", position, brace)
                position = semicolon + 1 if semicolon >= 0 else _after_block(text, brace)
                continue
            end = text.find("}", brace)
            end = len(text) if end < 0 else end
            yield prelude, text[brace + 1 : end]
            position = end + 1
        rest = text[position:].strip().lstrip(inside)
        if rest.startswith("@"):
            self._at_rule(element, rest)

    def _at_rule(self, element: SvgElement, prelude: str) -> None:
        word = re.split(r"[\s;]", prelude, maxsplit=1)[0]
        if word not in _SILENT_RULES:
            hint = "write its rules without it, or leave it out"
            self._gaps.add(element, f"the CSS rule {quoted(word)} is not supported", hint)

    def _declared(self, element: SvgElement, block: str) -> Iterator[tuple[str, str, bool]]:
        for declaration in _uncommented(block).split(";"):
            name, colon, value = declaration.partition(":")
            name = name.strip()
            if is_variable(name):
                if colon and name in self._variables.wanted:
                    value, bang, _ = value.partition("!important")
                    yield name, value.strip(), bool(bang)
                continue
            name = name.lower()
            plain = name.removeprefix("-webkit-")
            name = plain if plain in _OWN else name
            if name in _KNOWN and colon:
                value, bang, _ = value.partition("!important")
                yield name, value.strip(), bool(bang)
            elif name and not self._is_harmless(element, name):
                message = f"the CSS property {quoted(name)} is not supported"
                self._gaps.add(element, message, "write it as an attribute, or leave it out")

    def _is_harmless(self, element: SvgElement, name: str) -> bool:
        """Whether a property changes nothing in print, or is read elsewhere."""
        if element is self._root and name in _SIDES:
            return True
        return name in _HARMLESS or name.startswith(_HARMLESS_FAMILIES)


def read_root_style(root: SvgElement) -> dict[str, str]:
    """What the `style` of a drawing's root says of its size and its `background`, of which the
    color alone may be given: what is said last is meant."""
    parts = _uncommented(root.attributes.get("style", "")).split(";")
    pairs = (part.partition(":") for part in parts)
    style = {
        name.strip().lower().replace("background-color", "background"): cut(value.partition("!")[0])
        for name, _, value in pairs
    }
    return {name: style[name] for name in (*_SIDES, "background") if name in style}


def inherit(parent: Mapping[str, str], own: Mapping[str, str]) -> dict[str, str]:
    """A child's properties: its own, and of its parent's those that are handed down; variables are
    filled in."""
    style = {name: value for name, value in parent.items() if _is_handed_down(name)}
    names = [name for name, value in own.items() if is_variable(name) or uses_variables(value)]
    if names:
        own = filled_in(style, own, names)
    for name, value in own.items():
        if value == "inherit":
            style.update({name: parent[name]} if name in parent else {})
        elif value == "initial":
            style.pop(name, None)
        elif value not in ("unset", "revert"):
            style[name] = value if name != "font-size" else _font_size(value, parent)
    return style


def em_of(style: Mapping[str, str]) -> float:
    return float(style.get("font-size", EM))


def _font_size(text: str, parent: Mapping[str, str]) -> str:
    """The size of an element's font in units, which its `em` is; that of its parent if it is one of
    a name."""
    above = em_of(parent)
    try:
        size = read_length(text, above, above)
    except BadValueError:
        return str(above)
    return str(size) if 0 < size <= MAX_FONT else str(above)


def _is_handed_down(name: str) -> bool:
    return name in INHERITED or name in _OF_A_LINE or is_variable(name)


def isolates(style: Mapping[str, str]) -> bool:
    """Whether an element keeps what it holds from blending with what is below it."""
    return style.get("isolation") == "isolate" or style.get("clip-path", "none") != "none"


def _keeps_plain(name: str, value: str) -> bool:
    """Whether a value is a color in a form that is not read, so that one that the same rule or
    element gives stays: as in `fill:#d9d9d9;fill:color(display-p3 0.85 0.85 0.85)`. Of another rule
    it would be another color, and no word of it."""
    return name in _COLORS and _NEW_COLOR.match(value.lower()) is not None


def _media(prelude: str) -> list[frozenset[str]]:
    """Each query of an `@media`, one of which has to hold: its words, and what stands there in
    brackets, without space."""
    if not prelude.lower().startswith("@media"):
        return []
    text = _COLON.sub(":", cut(prelude[6:]).lower())
    queries = re.split(r",|\bor\b", text)
    return [frozenset(re.findall(r"\([^()\s]*\)|\S+", query)) for query in queries]


def _holds(words: str) -> bool:
    """Whether the `media` of a `<style>` are those of a card, such as `screen, print`."""
    return any(query <= _MET for query in _media(f"@media {words}"))


def _is_unmet(query: frozenset[str]) -> bool:
    return bool(query & _UNMET) and "not" not in query


def _uncommented(text: str) -> str:
    """Without comments; a search for each opening's end would take n² steps."""
    first, *parts = text.replace("<!--", "").replace("-->", "").split("/*")
    return first + "".join(part.partition("*/")[2] for part in parts)


def _after_block(text: str, brace: int) -> int:
    """Where the block that opens at `brace` is over, inner blocks and all."""
    depth = 0
    for found in _BRACE.finditer(text, brace):
        depth += 1 if found[0] == "{" else -1
        if depth == 0:
            return found.end()
    return len(text)
