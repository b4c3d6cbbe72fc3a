"""How many characters fit where a text stands, for translators to know before they write.

In      a game laid out.
Out     by the place of a text, about how many characters of it fit; nothing for texts whose box
        grows with them.

What fits depends on the words. What is told is the room in lines of the smallest size that the text
may have, in characters as wide as those of the source; a tenth is left for lines that end early.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from cardgen.bind.bound_elements import Frame, GroupBox, TextBox
from cardgen.bind.bound_texts import RichText
from cardgen.core.findings import Report, Span
from cardgen.files.game_files import GameFiles
from cardgen.layout.face.boxes import PlacedElement
from cardgen.layout.face.measure import line_length, line_room
from cardgen.layout.text.fit import list_sizes
from cardgen.layout.text.lines import measure_natural_width
from cardgen.pipeline.inspection import lay_out_game

_RAGGED = 0.9
Room = Mapping[Span, int]


def measure_room(game: GameFiles) -> Room:
    """The room of each text of a game's faces; the least, where it stands on several."""
    checked = lay_out_game(game, Report())
    found: dict[Span, int] = {}
    for face in checked.bound.faces if checked else ():
        for placed in _bounded_texts(checked.laid.elements(face)) if checked else ():
            box = placed.box
            if isinstance(box, TextBox) and box.curve is None and _longest(box.text):
                count = _count(box, placed)
                found[box.source] = min(count, found.get(box.source, count))
    return found


def _bounded_texts(
    elements: Iterable[PlacedElement], *, fills: bool = True
) -> Iterator[PlacedElement]:
    """The texts whose height does not depend on their words.

    Args:
        elements: Stand in one box, or on the face itself.
        fills: Whether what says nothing of its place fills the box.
    """
    for placed in elements:
        if placed.block is not None and _is_bounded(placed.box.frame, fills=fills):
            yield placed
        box = placed.box
        inside = isinstance(box, GroupBox) and box.kind == "overlay"
        yield from _bounded_texts((*placed.children, *placed.mask), fills=inside)


def _is_bounded(frame: Frame, *, fills: bool) -> bool:
    ends = (frame.top is not None, frame.bottom is not None)
    free = frame.at is None and frame.spot is None and not any(ends)
    return frame.height is not None or all(ends) or (fills and free)


def _count(box: TextBox, placed: PlacedElement) -> int:
    setting, size = box.setting, list_sizes(box.setting)[-1]
    pitch = setting.leading.resolve(0.0, size)
    lines = max(1, int(line_room(box, placed.rect) / max(pitch, 1e-6) + 1e-6))
    letter = measure_natural_width(box.text, setting, size) / _longest(box.text)
    across = line_length(box, placed.rect.width, placed.rect.height) / max(letter, 1e-6)
    return max(1, int(across * lines * (_RAGGED if lines > 1 else 1.0)))


def _longest(text: RichText) -> int:
    """The characters of its longest line."""
    lines = (line for paragraph in text.paragraphs for line in paragraph)
    return max((sum(len(inline.text) for inline in line) for line in lines), default=0)
