"""CSS selectors → which elements of a file they fit.

In      the text before a rule's braces; elements, and where they stand.
Out     `Selector`s, and whether one fits an element.
Not here  what a rule says (`svg.css`).

Of CSS there are types, classes, ids, attributes, the combinators, and the pseudo-classes that go by
where an element stands. What goes by a mouse fits nothing on a card.

Source  Selectors Level 4, chapters 4 to 6, 14 and 15; 17 (specificity).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from msgspec import Struct

from cardgen.svg.tree import SvgElement

MAX_PARTS = 12
_TESTS = r"(?:[.#][\w-]+|\[[^\[\]]*\]|::?[A-Za-z-]+(?:\([^()]*\))?)"
_COMPOUND = re.compile(rf"(\*|[A-Za-z][\w-]*)?((?:{_TESTS})*)\Z")
_TEST = re.compile(_TESTS)
_JOINED = re.compile(r"\s*([>+~])\s*|\s+")
_ATTRIBUTE = re.compile(r"""\[\s*([\w:-]+)\s*(?:([~|^$*]?=)\s*("[^"]*"|'[^']*'|[\w-]+)\s*)?\]\Z""")
_STEP = re.compile(r"([+-]?\d*)n(?:([+-]\d+))?\Z")
_LISTED = re.compile(r"(?:\([^()]*\)|\[[^\[\]]*\]|[^,(\[])+")
_NEVER = frozenset(
    """active after before checked disabled focus focus-visible focus-within hover selection target
    visited""".split()
)
"""What holds of nothing that is printed."""
_PLACES = frozenset(("first-child", "first-of-type", "last-child", "last-of-type", "only-child"))
_NTH = frozenset(("nth-child", "nth-of-type"))
_ID, _CLASS = 10_000, 100
_TRIAL = 4
"""What it costs to try an element around or before another, in rules tried."""


class _Attribute(Struct, frozen=True):
    """A value that an attribute has to have; None if any will do."""

    name: str
    how: str
    value: str | None


class _Pseudo(Struct, frozen=True):
    name: str
    inner: tuple[Compound, ...] = ()
    step: tuple[int, int] = (0, 1)


class Compound(Struct, frozen=True):
    """What one element has to be."""

    tag: str
    marks: frozenset[str]
    others: tuple[_Attribute | _Pseudo, ...] = ()

    @property
    def specificity(self) -> int:
        ids = sum(mark.startswith("#") for mark in self.marks)
        own = _ID * ids + _CLASS * (len(self.marks) - ids) + (self.tag != "*")
        return own + sum(_specificity(other) for other in self.others)


class Selector(Struct, frozen=True):
    """What an element has to be, and before it those that it stands in or behind."""

    subject: Compound
    before: tuple[tuple[str, Compound], ...] = ()
    """From the nearest on: how each is joined to the one behind it, and what it has to be."""

    @property
    def goes_by_place(self) -> bool:
        """Whether it may fit an element here and not there."""
        return bool(self.before) or any(isinstance(one, _Pseudo) for one in self.subject.others)

    @property
    def specificity(self) -> int:
        return self.subject.specificity + sum(one.specificity for _, one in self.before)


class Kinship:
    """Where the elements of one file stand; `spend` is told of every trial."""

    def __init__(self, root: SvgElement, spend: Callable[[int], None]) -> None:
        self._root = root
        self._spend = spend
        self._places: dict[SvgElement, tuple[SvgElement, int]] = {}

    def parent(self, element: SvgElement) -> SvgElement | None:
        found = self._place(element)
        return found[0] if found else None

    def fits(
        self,
        selector: Selector,
        element: SvgElement,
        marks: frozenset[str],
        top: SvgElement | None = None,
    ) -> bool:
        """Whether a selector fits an element, whose classes and id are `marks`; one that stands in
        `top` has nothing around that."""
        subject = selector.subject
        if subject.tag not in ("*", element.name) or not subject.marks <= marks:
            return False
        plain = all(self._holds(other, element, top) for other in subject.others)
        return plain and self._led(selector.before, element, top)

    def _led(
        self, before: Sequence[tuple[str, Compound]], element: SvgElement, top: SvgElement | None
    ) -> bool:
        """Whether what stands before or around an element is as it has to be."""
        if not before:
            return True
        (joint, compound), *rest = before
        return any(
            self._fits(compound, one, top) and self._led(rest, one, top)
            for one in self._near(joint, element, top)
        )

    def _near(
        self, joint: str, element: SvgElement, top: SvgElement | None
    ) -> Iterator[SvgElement]:
        found = self._place(element, top)
        if found is None:
            return
        parent, place = found
        if joint in ("+", "~"):
            first = max(place - 1, 0) if joint == "+" else 0
            yield from (parent.children[at] for at in range(place - 1, first - 1, -1))
            return
        yield parent
        if joint == " ":
            yield from self._near(joint, parent, top)

    def _fits(self, compound: Compound, element: SvgElement, top: SvgElement | None) -> bool:
        self._spend(_TRIAL)
        if compound.tag not in ("*", element.name):
            return False
        if compound.marks and not compound.marks <= marks_of(element):
            return False
        return all(self._holds(other, element, top) for other in compound.others)

    def _holds(
        self, other: _Attribute | _Pseudo, element: SvgElement, top: SvgElement | None
    ) -> bool:
        if isinstance(other, _Attribute):
            return _has(other, element.attributes.get(other.name))
        match other.name:
            case "not":
                return not any(self._fits(one, element, top) for one in other.inner)
            case "is" | "where":
                return any(self._fits(one, element, top) for one in other.inner)
            case "root":
                return element is self._root
            case name if name in _NEVER:
                return False
            case _:
                return self._stands(other, element, top)

    def _stands(self, pseudo: _Pseudo, element: SvgElement, top: SvgElement | None) -> bool:
        """Whether an element is the first, last or n-th in its parent; a root is all of that."""
        found = self._place(element, top)
        siblings: Sequence[SvgElement] = found[0].children if found else (element,)
        self._spend(len(siblings))
        if pseudo.name.endswith("of-type"):
            siblings = [one for one in siblings if one.name == element.name]
        first, last = siblings[0] is element, siblings[-1] is element
        if pseudo.name == "only-child":
            return first and last
        if pseudo.name in _PLACES:
            return first if pseudo.name.startswith("first") else last
        step, offset = pseudo.step
        behind = siblings.index(element) + 1 - offset
        return behind == 0 if step == 0 else behind % step == 0 and behind // step >= 0

    def _place(
        self, element: SvgElement, top: SvgElement | None = None
    ) -> tuple[SvgElement, int] | None:
        if element is top:
            return None
        if not self._places:
            self._places = {
                child: (one, place)
                for one in self._root.walk()
                for place, child in enumerate(one.children)
            }
        return self._places.get(element)


def marks_of(element: SvgElement) -> frozenset[str]:
    """The classes and the id of an element, as a selector names them."""
    classes = [f".{name}" for name in element.attributes.get("class", "").split()]
    return frozenset(
        [*classes, f"#{element.attributes['id']}"] if "id" in element.attributes else classes
    )


def split_selectors(prelude: str) -> Iterator[str]:
    """The selectors before a rule's braces, of which each stands for itself."""
    if "(" not in prelude and "[" not in prelude:
        yield from prelude.split(",")
        return
    yield from _LISTED.findall(prelude)


def read_selector(text: str) -> Selector | None:
    """What a selector says, or None of one that is not known here."""
    parts = list(_split_parts(text.strip()))
    compounds = [_compound(part) for _, part in parts]
    if not compounds or None in compounds or len(compounds) > MAX_PARTS:
        return None
    known = [one for one in compounds if one]
    joints = [joint for joint, _ in parts[1:]]
    before = zip(reversed(joints), reversed(known[:-1]), strict=True)
    return Selector(known[-1], tuple(before))


def _split_parts(text: str) -> Iterator[tuple[str, str]]:
    """Each compound with what joins it to the one before it."""
    joint, start, position, depth = "", 0, 0, 0
    while position < len(text):
        depth += (text[position] in "([") - (text[position] in ")]")
        found = None if depth else _JOINED.match(text, position)
        if found is None:
            position += 1
            continue
        yield joint, text[start:position]
        joint, start = found[1] or " ", found.end()
        position = start
    yield joint, text[start:]


def _compound(text: str) -> Compound | None:
    found = _COMPOUND.match(text) if text else None
    if found is None:
        return None
    tests = _TEST.findall(found[2])
    others = [_other(test) for test in tests if test[0] not in ".#"]
    known = tuple(other for other in others if other)
    if len(known) < len(others):
        return None
    return Compound(found[1] or "*", frozenset(test for test in tests if test[0] in ".#"), known)


def _other(text: str) -> _Attribute | _Pseudo | None:
    if text[0] == "[":
        found = _ATTRIBUTE.match(text)
        return found and _Attribute(found[1], found[2] or "", found[3] and found[3].strip("\"'"))
    name, _, given = text.lstrip(":").removesuffix(")").partition("(")
    name = name.lower()
    if name in ("is", "not", "where"):
        inner = [_compound(part.strip()) for part in given.split(",")]
        known = tuple(one for one in inner if one)
        return _Pseudo(name, known) if len(known) == len(inner) else None
    if name in _NTH:
        step = _read_step(given)
        return _Pseudo(name, step=step) if step else None
    plain = name in _NEVER or name in _PLACES or name == "root"
    return _Pseudo(name) if plain and not given else None


def _read_step(text: str) -> tuple[int, int] | None:
    """The `An+B` of an `:nth-child()`."""
    text = re.sub(r"\s", "", text.lower())[:20]
    text = {"odd": "2n+1", "even": "2n"}.get(text, text)
    if re.fullmatch(r"[+-]?\d+", text):
        return 0, int(text)
    found = _STEP.match(text)
    if found is None:
        return None
    step = int(f"{found[1]}1") if found[1] in ("", "+", "-") else int(found[1])
    return step, int(found[2] or 0)


def _has(wanted: _Attribute, value: str | None) -> bool:
    if value is None or wanted.value is None:
        return value is not None and wanted.value is None
    match wanted.how:
        case "=":
            return value == wanted.value
        case "~=":
            return wanted.value in value.split()
        case "|=":
            return f"{value}-".startswith(f"{wanted.value}-")
        case "^=":
            return bool(wanted.value) and value.startswith(wanted.value)
        case "$=":
            return bool(wanted.value) and value.endswith(wanted.value)
        case _:
            return bool(wanted.value) and wanted.value in value


def _specificity(other: _Attribute | _Pseudo) -> int:
    if isinstance(other, _Attribute) or not other.inner:
        return _CLASS
    if other.name == "where":
        return 0
    return max(one.specificity for one in other.inner)
