"""What rules over a whole game ask of every face: which elements it has, which colors and icons.

In      the elements of a face.
Out     `FaceFacts`, by which a rule passes over faces that have nothing for it.

They are kept from one process to the next (`bind.kept.kept_cards`), so that a rule which looks at
all cards after one was edited opens none of the others.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct, field

from cardgen.bind.bound_elements import BoundElement, SpaceBox, TextBox, walk_elements
from cardgen.bind.bound_paint import Gradient
from cardgen.bind.bound_texts import Inline, InlineIcon
from cardgen.core.color import Color
from cardgen.core.findings import Span


class FaceFacts(Struct, frozen=True, array_like=True):
    """What there is on a face. Equal for cards that differ in nothing but their words."""

    spans: tuple[Span, ...] = ()
    """The places of elements, of texts those that are not empty."""
    colors: tuple[Color, ...] = ()
    icons: tuple[str, ...] = ()
    """Names of icons in texts."""
    straight: bool = False
    """Whether a typewriter's quotation mark is in a text."""
    balanced: bool = False
    """Whether the lines of a text are balanced."""
    finished: bool = False
    """Whether an element has foil, varnish or white ink."""


class _FaceSurvey(Struct):
    spans: dict[Span, None] = field(default_factory=dict)
    colors: dict[Color, None] = field(default_factory=dict)
    icons: dict[str, None] = field(default_factory=dict)
    straight: bool = False
    balanced: bool = False
    finished: bool = False

    def take(self, box: BoundElement) -> None:
        self.finished = self.finished or bool(box.frame.finish)
        if isinstance(box, TextBox):
            self.take_text(box)
            return
        self.spans[box.span] = None
        if not isinstance(box, SpaceBox):
            fill, pen = getattr(box, "fill", None), getattr(box, "pen", None)
            inks = [stop.color for stop in fill.stops] if isinstance(fill, Gradient) else [fill]
            inks += [pen.color if pen else None, getattr(box, "color", None)]
            self.colors.update((ink.opaque, None) for ink in inks if ink is not None)

    def take_text(self, box: TextBox) -> None:
        self.balanced = self.balanced or box.setting.balance
        if box.text:
            self.spans[box.span] = None
        for inline in _list_inlines(box):
            if inline.color is not None:
                self.colors[inline.color.opaque] = None
            if isinstance(inline, InlineIcon):
                self.icons[inline.text.strip("[]")] = None
            elif "'" in inline.text or '"' in inline.text:
                self.straight = True


def collect_facts(elements: Iterable[BoundElement]) -> FaceFacts:
    """Look at all elements of a face."""
    seen = _FaceSurvey()
    for box in walk_elements(elements):
        seen.take(box)
    return FaceFacts(
        tuple(seen.spans),
        tuple(seen.colors),
        tuple(seen.icons),
        seen.straight,
        seen.balanced,
        seen.finished,
    )


def _list_inlines(box: TextBox) -> Iterator[Inline]:
    return (inline for part in box.text.paragraphs for line in part for inline in line)
