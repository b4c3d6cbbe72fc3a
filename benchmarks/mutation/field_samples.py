"""A sample of every field that a layout's elements, styles, paints and places have.

In      `field_samples.txt`, a line each: model and field, an element, perhaps a style or piece,
        with the field in angle brackets.
Out     `Sample`s: with the field, without it, with its name or its value mistyped.

What stands after a bar in the brackets is there instead, where the field cannot be left out.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

_TABLE = Path(__file__).with_name("field_samples.txt")
WORDS = "Between the tides it looks for a larger shell, and leaves its own to the next in a row."

STAGE = """\
game: Fields
palette: {ink: "#22333b", paper: "#fbf6ea", sea: "#1d6f8a", sun: "#f0b13c", foam: "#bfe0e2"}
fonts:
  title: fonts/Fraunces-SemiBold.ttf
  text:
    regular: fonts/EBGaramond-Regular.ttf
    italic: fonts/EBGaramond-RegularItalic.ttf
    bold: fonts/EBGaramond-SemiBold.ttf
decks:
  fields: {cards: cards.yaml, size: poker, front: "{{ face }}", back: "{{ face }}"}
"""
"""`game.yaml` of the game that samples are tried in; its cards name their layout in `face`."""

STYLES = """\
styles:
  plain: {font: text, size: 9pt, color: ink}
  colored: {font: text, size: 9pt, color: sea}
  scaled: {params: {scale: {type: number, default: 1}}, font: text, size: "{{ 8 * scale }}pt"}
pieces:
  badge:
    params: {tint: {type: text, default: sea}}
    draw: {shape: hexagon, width: 12mm, height: 10mm, fill: "{{ tint }}"}
"""
"""What stands above the layouts of samples."""

SHELL = b"""\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 90">
  <path d="M50 86 L12 62 A46 46 0 1 1 88 62 Z" fill="#d9573f"/>
  <path d="M36 76 H64 V88 H36 Z" fill="currentColor"/>
</svg>
"""
"""`shell.svg`."""


@dataclass(frozen=True)
class Sample:
    """An element, and perhaps a style or a piece that it uses, one of which has a field."""

    model: str
    field: str
    element: str
    own: str = ""

    @property
    def name(self) -> str:
        return f"{self.model}.{self.field}"

    def given(self) -> Sample:
        """The sample with the field."""
        return self._changed(lambda given, _: given)

    def without(self) -> Sample:
        """The sample without the field, or with another value."""
        return self._changed(lambda _, other: other)

    def misspelled(self) -> Sample:
        """With a slip in the field's name."""
        start = f"{self.field}:"
        return self._changed(lambda given, _: given.replace(start, f"{self.field}q:", 1))

    def mistyped(self) -> Sample:
        """With a value that the field cannot have."""
        return self._changed(lambda given, _: re.sub(r": .*", ": [[[no]]]", given, flags=re.DOTALL))

    def _changed(self, change: Callable[[str, str], str]) -> Sample:
        return replace(self, element=_fill(self.element, change), own=_fill(self.own, change))

    @property
    def defines(self) -> str:
        """What `own` is: a style or a piece."""
        return ("styles" if "style: own" in self.element else "pieces") if self.own else ""


def _fill(text: str, change: Callable[[str, str], str]) -> str:
    def replaced(match: re.Match[str]) -> str:
        given, _, other = match[1].partition("|")
        return change(given, other)

    made = re.sub(r"<([^<>]*)>", replaced, text, count=1)
    made = re.sub(r", (?=[}\]])|(?<=\{), ", "", made)
    return made.replace("WORDS", f'"{WORDS}"')


def list_samples() -> tuple[Sample, ...]:
    """All samples, in the order of their table."""
    made = []
    for line in _TABLE.read_text("utf-8").splitlines():
        name, element, *own = re.split(r"\s+\|\s", line)
        model, field = name.strip().split(".")
        made.append(Sample(model, field, element.strip(), "".join(own).strip()))
    return tuple(made)


def make_files(samples: Sequence[Sample]) -> dict[str, str | bytes]:
    """A game with a card and a layout for each sample: `face: s0`, `face: s1` and so on. What
    a sample says stands on one line of `layouts.yaml`."""
    defined: dict[str, list[str]] = {"styles": [], "pieces": []}
    layouts, cards = [], []
    for number, sample in enumerate(samples):
        element = sample.element.replace(": own", f": own{number}")
        if sample.own:
            defined[sample.defines].append(f"  own{number}: {sample.own}")
        box = "left: 10mm, top: 10mm, width: 42mm, height: 60mm"
        layouts.append(f"  s{number}: {{trim: [{{overlay: [{element}], {box}}}]}}")
        cards.append(f"- {{id: s{number}, face: s{number}}}")
    above = STYLES.replace("pieces:\n", "\n".join([*defined["styles"], "pieces:", ""]))
    lines = [above.rstrip(), *defined["pieces"], "layouts:", *layouts, ""]
    return {
        "game.yaml": STAGE,
        "layouts.yaml": "\n".join(lines),
        "cards.yaml": "\n".join([*cards, ""]),
        "shell.svg": SHELL,
    }


def find_line(text: str, number: int, sample: Sample) -> int:
    """On which line of `layouts.yaml` a sample's field stands."""
    start = f"  own{number}: " if sample.own else f"  s{number}: "
    return next(i for i, line in enumerate(text.splitlines(), 1) if line.startswith(start))
