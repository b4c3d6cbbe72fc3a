"""What does not fit on a face, or fits badly, and what to do about it.

In      a face laid out, the sizes of its deck.
Out     findings.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence

from cardgen.bind.bound_elements import BoundElement, GroupBox, SpaceBox, TextBox
from cardgen.bind.bound_faces import BoundFace
from cardgen.core.findings import Finding, Note, Report, plural
from cardgen.core.sizes import millimeters
from cardgen.layout.face.art import MAX_TILES
from cardgen.layout.face.boxes import PlacedElement, Squeeze
from cardgen.layout.face.laid_face import LaidFace, card_of, lay_out_face
from cardgen.layout.face.measure import Key, fit_key
from cardgen.layout.text.fit import DeckFit
from cardgen.layout.text.lines import is_cap_parted, is_cap_too_wide
from cardgen.layout.text.placed_text import NO_HYPHEN
from cardgen.layout.text.rivers import find_rivers
from cardgen.layout.text.words import is_rtl_paragraph
from cardgen.text.hyphenation import has_patterns
from cardgen.text.shaping import is_joined

_HOPELESS = 0.85
"""Share of a text that would have to go, from which on cutting is no advice."""
_TRIES, _STEP, _LEGIBLE, _NEAR = 6, 0.5, 5.0, 0.75
"""Smaller sizes that are tried for a text that overflows: how many, their steps and the least in
points, the least as a share of the size that it has."""


def report_misfits(laid: LaidFace, fits: Mapping[tuple[str, Key], DeckFit], report: Report) -> None:
    overflowing = False
    report.extend(_negative(laid))
    report.extend(_crowded(laid))
    for placed in laid.texts():
        assert isinstance(placed.box, TextBox)
        assert placed.block is not None
        if placed.missing or placed.block.overfull:
            overflowing = True
            report.add(_overflow(laid, placed))
            continue
        fit = fits.get((laid.face.layout, fit_key(placed.box)))
        if fit and card_of(laid.face) in fit.sizes and fit.is_tight(card_of(laid.face)):
            report.add(_tight(laid, placed, fit))
        report.extend(uneven_lines(laid.face, placed))
    if not overflowing:
        report.extend(_squeezed(laid))


def _crowded(laid: LaidFace) -> Iterable[Finding]:
    """Pictures that would be repeated too often."""
    for placed in laid.boxes.crowded:
        name = getattr(placed.box, "element", "picture")
        message = f"`{name}` has more than {MAX_TILES:,} tiles on this face"
        hint = "make the `tile` wider, or a larger pattern of several in one file"
        place, card = placed.box.span, card_of(laid.face)
        yield Finding("over-budget", message, place, hint=hint, card=card)


def _lost_cap(face: BoundFace, placed: PlacedElement) -> Iterator[Finding]:
    """A large first letter that is not set, though there are lines enough beside it."""
    box, block = placed.box, placed.block
    assert isinstance(box, TextBox)
    assert block is not None
    if not 1 < box.setting.drop_cap < len(block.lines) or box.curve is not None:
        return
    given = (box.text, box.setting, block.size, placed.rect.width)
    if is_cap_too_wide(*given):
        why = "it would take over half of the line"
        hint = "write a smaller `drop-cap`, or give the text a wider box"
    elif is_cap_parted(*given):
        why = "`paragraph-gap` would part the lines beside it"
        hint = "write a longer first paragraph, a smaller `drop-cap`, or `paragraph-gap: 0`"
    else:
        return
    message = f"`drop-cap` of `{box.element}` is left out: {why}"
    notes = (Note("set by the layout", box.span),)
    yield Finding(
        "lost-initial", message, box.source, "warning", hint=hint, notes=notes, card=card_of(face)
    )


def _lost_hyphen(face: BoundFace, placed: PlacedElement) -> Iterator[Finding]:
    assert isinstance(placed.box, TextBox)
    font = placed.block.lost_hyphen if placed.block else ""
    if font:
        notes = (Note("set by the layout", placed.box.span),)
        message = f"a word is divided, and `{font}` has no hyphen (U+002D)"
        yield Finding(
            "missing-glyph", message, placed.box.source, hint=NO_HYPHEN, notes=notes,
            card=card_of(face),
        )  # fmt: skip


def _negative(laid: LaidFace) -> Iterable[Finding]:
    """Elements whose width or height was calculated, and came out below 0."""
    for placed in laid.boxes.negative:
        across = placed.rect.width < 0
        name, length = ("width", placed.rect.width) if across else ("height", placed.rect.height)
        what = getattr(placed.box, "element", "space")
        message = f"the {name} of `{what}` comes out at {millimeters(length):g} mm"
        hint = "subtract less, or give the box around it more room"
        yield Finding("bad-length", message, placed.box.span, hint=hint, card=card_of(laid.face))


def _overflow(laid: LaidFace, placed: PlacedElement) -> Finding:
    box, block = placed.box, placed.block
    assert isinstance(box, TextBox)
    assert block is not None
    size = f"{block.size:g} pt"
    if box.curve is not None:
        many = "has more than one line, and " if len(block.lines) > 1 else ""
        message = (
            f"the text of `{box.element}` {many}is {millimeters(placed.missing):g} mm longer "
            f"than the curve it runs along at {size}, its smallest size"
        )
        hint = f"cut words, or give it a longer curve or {_smaller(box)}"
    elif placed.missing:
        message = (
            f"the text of `{box.element}` is {millimeters(placed.missing):g} mm too "
            f"{'wide' if box.setting.vertical else 'high'} for its box at {size}, its smallest size"
        )
        hint = _room_for(box, placed.missing / block.height, len(block.lines))
    else:
        wider, wide = ("longer", "higher") if box.setting.vertical else ("wider", "wider")
        message = f"a word of `{box.element}` is {wider} than its box at {size}, its smallest size"
        hint = f"use a shorter word, a {wide} box or {_smaller(box)}"
    fitting = _find_fitting_size(laid, placed)
    if _is_turned_box(placed):
        wide, high = (f"{millimeters(one):g} mm" for one in (placed.rect.height, placed.rect.width))
        hint = f"its box is turned with it: let it be {wide} wide and {high} high before it turns"
    elif fitting is not None:
        hint = f"{hint}; it fits at `min-size: {fitting:g}pt`"
    notes = (Note("set by the layout", box.span),)
    card = card_of(laid.face)
    return Finding("text-overflow", message, box.source, hint=hint, notes=notes, card=card)


def _is_turned_box(placed: PlacedElement) -> bool:
    """Whether a text that is turned by a quarter has the box that it would need afterwards."""
    box, rect = placed.box, placed.rect
    assert isinstance(box, TextBox)
    lying = box.curve is None and not box.setting.vertical
    return lying and abs(box.frame.rotate) % 180 == 90 and rect.height > 2 * rect.width


def _find_fitting_size(laid: LaidFace, placed: PlacedElement) -> float | None:
    """The size below its smallest at which a text that shrinks would fit, if it is near."""
    box, block = placed.box, placed.block
    key = placed_fit_key(placed)
    if key is None or block is None or not isinstance(box, TextBox):
        return None
    if box.setting.fit == "none" or box.setting.floor >= box.setting.size:
        return None
    least = max(_LEGIBLE, _NEAR * block.size)
    share = placed.missing / block.height if block.height else 0.0
    if block.size * math.sqrt(max(0.0, 1 - share)) < least:  # a text's area goes with its square
        return None
    step = max(_STEP, math.ceil((block.size - least) / _TRIES / _STEP) * _STEP)
    size = math.ceil(block.size / _STEP - 1) * _STEP
    while size >= least:
        smaller = lay_out_face(laid.face, {**laid.boxes.forced, key: size})
        there = next((p for p in smaller.texts() if placed_fit_key(p) == key), None)
        if there is not None and there.block and not (there.missing or there.block.overfull):
            return size
        size -= step
    return None


def _room_for(box: TextBox, share: float, lines: int) -> str:
    """What helps a text of which a share does not fit."""
    if lines < 2:
        more = "wider" if box.setting.vertical else "higher"
        return f"give it a {more} box, or {_smaller(box)}; no text is shorter than a line"
    if share >= _HOPELESS:
        return "give it more room: almost none of it fits"
    return f"cut about {plural(_characters(box, share), 'character')}, or give it more room"


def _smaller(box: TextBox) -> str:
    """How a text comes to be set smaller."""
    shrinks = box.setting.floor < box.setting.size
    return "a smaller `min-size`" if shrinks else "a `min-size`, down to which it shrinks"


def _characters(box: TextBox, share: float) -> int:
    count = sum(
        len(inline.text)
        for paragraph in box.text.paragraphs
        for line in paragraph
        for inline in line
    )
    return max(1, round(count * share))


def _tight(laid: LaidFace, placed: PlacedElement, fit: DeckFit) -> Finding:
    box, block = placed.box, placed.block
    assert isinstance(box, TextBox)
    assert block is not None
    wanted = lay_out_face(laid.face, {**laid.boxes.forced, fit_key(box): fit.shared})
    there = next(p for p in wanted.texts() if placed_fit_key(p) == fit_key(box))
    assert there.block is not None
    over = max(there.missing, sum(s.points for s in wanted.boxes.squeezes if not s.across))
    cut = _characters(box, min(1.0, over / max(there.block.height, 1e-6)))
    message = f"`{box.element}` is set at {block.size:g} pt, the deck at {fit.shared:g} pt"
    hint = f"cut about {plural(cut, 'character')} to join"
    notes = (Note("set by the layout", box.span),)
    return Finding(
        "tight-text",
        message,
        box.source,
        "warning",
        hint=hint,
        notes=notes,
        card=card_of(laid.face),
    )


def placed_fit_key(placed: PlacedElement) -> Key | None:
    return fit_key(placed.box) if isinstance(placed.box, TextBox) else None


def uneven_lines(face: BoundFace, placed: PlacedElement) -> Iterator[Finding]:
    """What the eye falls over in justified lines, or misses beside the first and at the ends."""
    yield from _lost_cap(face, placed)
    yield from _lost_hyphen(face, placed)
    yield from _loose_lines(face, placed)
    yield from _rivers(face, placed)


def _rivers(face: BoundFace, placed: PlacedElement) -> Iterator[Finding]:
    assert isinstance(placed.box, TextBox)
    assert placed.block is not None
    if placed.box.setting.align != "justify":
        return
    for first, last in find_rivers(placed.block.lines, placed.block.size):
        message = (
            f"wide word spaces of `{placed.box.element}` stand below one another on lines "
            f"{first + 1} to {last + 1}"
        )
        notes = (Note("set by the layout", placed.box.span),)
        yield Finding(
            "river", message, placed.box.source, "warning", hint=_advise(placed.box),
            notes=notes, card=card_of(face),
        )  # fmt: skip


def _advise(box: TextBox) -> str:
    """What makes the lines of a text less loose."""
    setting, joined = box.setting, _has_joined_letters(box)
    more = not (setting.hyphenate or joined) and has_patterns(setting.language)
    rtl = is_rtl_paragraph(box.text.paragraphs[0], setting.language)
    side = "start" if rtl else "left"
    hint = f"change a word, {'allow `hyphenate`, ' * more}or set it `align: {side}`"
    if not setting.letterspace and not joined:
        hint = hint.replace(", or", ", give it `letter-space: 2%`, or")
    return hint


def _has_joined_letters(box: TextBox) -> bool:
    return any(
        is_joined(inline.text)
        for paragraph in box.text.paragraphs
        for line in paragraph
        for inline in line
    )


def _loose_lines(face: BoundFace, placed: PlacedElement) -> Iterable[Finding]:
    assert isinstance(placed.box, TextBox)
    assert placed.block is not None
    for number, line in enumerate(placed.block.lines, 1):
        if line.space > 1.005 + placed.box.setting.space_stretch:
            message = (
                f"line {number} of `{placed.box.element}` has word spaces {line.space:.1f} times "
                "their normal width"
            )
            hint = _advise(placed.box)
            notes = (Note("set by the layout", placed.box.span),)
            yield Finding(
                "loose-line", message, placed.box.source, "warning", hint=hint, notes=notes,
                card=card_of(face),
            )  # fmt: skip


def _squeezed(laid: LaidFace) -> Iterable[Finding]:
    for squeeze in laid.boxes.squeezes:
        box = squeeze.box
        if squeeze.neighbor is not None:
            yield _over_neighbor(laid, squeeze, squeeze.neighbor)
            continue
        name = getattr(box, "element", "box")
        points = millimeters(squeeze.points)
        dimension = "wide" if squeeze.across else "high"
        message = f"what stands in `{name}` is {points:g} mm too {dimension} for it"
        if _is_fixed(box, across=squeeze.across):
            size = "width" if squeeze.across else "height"
            hint = f"make a `{size}` in it less, or write `grow: 1` in its place; gaps count, too"
            yield Finding("box-overflow", message, box.span, hint=hint, card=card_of(laid.face))
            continue
        texts = _source_texts(box)
        short = not squeeze.across and _stand_on_one_line(laid, texts)
        hint = "make something smaller, or give the box more room"
        hint = hint if short else f"shorten a text, {hint}"
        code = "text-overflow" if texts else "box-overflow"
        place = texts[0].source if texts and not short else box.span
        notes = () if place == box.span else (Note("set by the layout", box.span),)
        yield Finding(code, message, place, hint=hint, notes=notes, card=card_of(laid.face))


def _is_fixed(box: BoundElement, *, across: bool) -> bool:
    """Whether what stands in a row or column has widths, or heights, that no text changes."""
    if not isinstance(box, GroupBox) or box.kind != ("row" if across else "column"):
        return False
    frames = (child.frame for child in box.children if not isinstance(child, SpaceBox))
    sizes = [(frame.width if across else frame.height) for frame in frames if not frame.grow]
    return len(sizes) > 1 and None not in sizes


def _stand_on_one_line(laid: LaidFace, texts: Sequence[TextBox]) -> bool:
    """Whether there are texts, and none of them would be lower with fewer words."""
    own = {id(text) for text in texts}
    blocks = [placed.block for placed in laid.texts() if id(placed.box) in own]
    return bool(blocks) and all(block is not None and len(block.lines) < 2 for block in blocks)


def _over_neighbor(laid: LaidFace, squeeze: Squeeze, neighbor: BoundElement) -> Finding:
    """A child of a grid with a width of its own, too large for its column."""
    name, other = (getattr(box, "element", "space") for box in (squeeze.box, neighbor))
    over = f"`{other}` beside it" if other != name else "what is beside it"
    message = f"`{name}` is {millimeters(squeeze.points):g} mm too wide, and stands over {over}"
    hint = "leave out its `width`, or give the grid fewer `columns`"
    return Finding("box-overflow", message, squeeze.box.span, hint=hint, card=card_of(laid.face))


def _source_texts(box: BoundElement) -> list[TextBox]:
    """The texts in a box, the longest first: what a designer would shorten."""
    found: list[TextBox] = []
    if isinstance(box, TextBox):
        found = [box]
    elif isinstance(box, GroupBox):
        found = [text for child in box.children for text in _source_texts(child)]
    return sorted(found, key=lambda text: -_characters(text, 1.0))
