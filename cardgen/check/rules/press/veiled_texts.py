"""Texts that are hardly seen though nothing solid lies on them.

In      a face's pixels, the marks of its elements.
Out     `FaceFault`s.
Not here  what solid shapes and pictures hide (`check.rules.press.overlap`), text in nearly the
        color of its ground (`check.rules.press.contrast`).

A picture with transparent parts may be a frame with a window for the text, or lie over it; a veil,
another blend mode and a mask may leave letters as they are, or take them away. The pixels
say which: around the outline of a letter that is seen, some are as light as the letter and
some as what it stands on. A veil of one color that lies over a text is computed: letters
have the contrast of their own color below it.

Limits  A letter of which the pattern of a cover shows through is taken for seen. Text that is
        half transparent itself is decoration. Turned and clipped veils are judged by pixels alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace

from cardgen.bind.bound_elements import TextBox
from cardgen.check.engine.face_rules import PixelRule
from cardgen.check.engine.ink_marks import InkMark, ItemOnPage, quote_letters
from cardgen.check.engine.letter_edges import has_edges, measure_letter
from cardgen.check.engine.painted_area import measure_common_area
from cardgen.check.engine.painted_light import FaceLight
from cardgen.check.engine.plain_veils import find_color_below, is_plain_veil
from cardgen.check.engine.repeated_findings import FaceFault, make_fault
from cardgen.check.engine.rule import Explanation
from cardgen.check.engine.subject import CheckedFace
from cardgen.check.rules.press.contrast import FADED, find_lack, format_ratio, is_of_its_ground
from cardgen.check.rules.press.overlap import SOLID, is_hidden_by
from cardgen.core.findings import Note
from cardgen.core.geometry import Rect
from cardgen.scene.items import Glyph, Glyphs, Group, Item, Path, Picture

if TYPE_CHECKING:
    from cardgen.render.raster.pixel_arrays import Pixels

UNREADABLE, UNSEEN = 2.0, 1.25
"""Contrasts with the ground, as printed: of a letter below a veil, and of one that is mixed in."""
_VEIL = 0.1
"""What is less solid is no veil."""
_FEW = 2
"""Letters of a longer text that may be lost: the edge of a frame touches them."""


class VeiledTexts(PixelRule):
    """Texts below a veil or a frame, or taken away by their mask or blend mode."""

    heading = "Ink, type and pictures in print"
    codes = (
        Explanation(
            "veiled-text",
            "text is hardly seen under a veil, behind a mask or in its blend mode",
            "A frame drawn in another program covers what stands before it in the layout, but for "
            "its window; a translucent panel pales it; white letters in the mode `multiply` are "
            "nothing at all. It is measured on the printed face.",
            "Put the frame or panel before the text in the layout, let its mask show the text, or "
            "take another blend mode or color. Text that is meant as decoration is silenced with "
            "the reason.",
            "warning",
        ),
    )

    def needs_pixels(self, face: CheckedFace, light: FaceLight) -> bool:
        if not any(map(_is_soft, face.scene.items)):
            return False  # nor is it laid out once more for its ink
        return any(True for _ in _list_doubtful(face.marks))

    def find_in_pixels(self, face: CheckedFace, pixels: Pixels) -> Iterable[FaceFault]:
        for mark, veils in _list_doubtful(face.marks):
            yield from _check_text(face, pixels, mark, veils)


def _is_soft(item: Item) -> bool:
    """Whether something lets through what is below it, or is mixed with that."""
    if isinstance(item, Group):
        mixed = item.mask or item.opacity < SOLID or item.blend != "normal"
        return bool(mixed) or any(map(_is_soft, item.items))
    return isinstance(item, Picture) and item.bitmap.has_alpha


def _list_doubtful(marks: Sequence[InkMark]) -> Iterator[tuple[InkMark, list[InkMark]]]:
    """Texts that are mixed in, or have something soft on them, and what that is."""
    for index, mark in enumerate(marks):
        if not isinstance(mark.box, TextBox) or mark.shown[0].context.opacity < FADED:
            continue
        rect = mark.rect
        veils = [later for later in marks[index + 1 :] if rect and _may_veil(later, rect)]
        if veils or _is_mixed(mark):
            yield mark, veils


def _is_mixed(mark: InkMark) -> bool:
    around = mark.shown[0].context
    return around.masked or around.blend != "normal"


def _may_veil(mark: InkMark, rect: Rect) -> bool:
    if isinstance(mark.box, TextBox):
        return False
    return any(_is_veil(shown, rect) for shown in mark.shown)


def _is_veil(shown: ItemOnPage, rect: Rect) -> bool:
    """Whether an item that is not solid lies near a box."""
    around, item = shown.context, shown.item
    if shown.rect is None or around.opacity < _VEIL or not measure_common_area(shown.rect, rect):
        return False
    solid = around.opacity >= SOLID and around.blend == "normal" and not around.masked
    if isinstance(item, Picture):
        return item.bitmap.has_alpha or not solid
    return isinstance(item, Path) and item.fill is not None and not solid


def _check_text(
    face: CheckedFace, pixels: Pixels, mark: InkMark, veils: Sequence[InkMark]
) -> Iterator[FaceFault]:
    """One fault for a text that is lost or pale, if its color alone is not the reason."""
    found = _find_lost(face, pixels, mark, veils) or _find_paled(face, pixels, mark, veils)
    if found and not any(is_of_its_ground(face, pixels, shown) for shown in mark.shown):
        yield found


def _find_lost(
    face: CheckedFace, pixels: Pixels, mark: InkMark, veils: Sequence[InkMark]
) -> FaceFault | None:
    """One fault for a text of which letters are lost."""
    least = UNREADABLE if veils else UNSEEN
    letters = list(_measure_letters(face, pixels, mark))
    lost = [(shown, glyph) for shown, glyph, contrast in letters if contrast < least]
    many = len(lost) > (_FEW if veils else len(letters) / 2)
    if not lost or not (many or len(lost) == len(letters)):
        return None
    left = [over for over in veils if not is_hidden_by(mark, over)]
    if veils and not left:
        return None
    quoted = quote_letters(mark, {id(glyph) for _, glyph in lost})
    return _report(face, mark, left, quoted, len(lost))


def _find_paled(
    face: CheckedFace, pixels: Pixels, mark: InkMark, veils: Sequence[InkMark]
) -> FaceFault | None:
    """One fault for a text that stands out too little below veils of one color."""
    if has_edges(mark):
        return None
    above = [(over, veil) for over in veils for veil in over.shown]
    for shown in mark.shown:
        run, plain = shown.item, [one for one in above if is_plain_veil(one[1], shown.rect)]
        if isinstance(run, Glyphs) and plain:
            printed = find_color_below(run.color, [veil for _, veil in plain])
            lack = find_lack(face, pixels, shown, printed)
            over = plain[0][0]
            if lack is not None and not is_hidden_by(mark, over):
                ratio = format_ratio(lack)
                told = f"`{mark.name}` in {run.color} has a contrast of {ratio}:1 under"
                return _tell(face, mark, over, f"{told} `{over.name}`", 0)
    return None


def _measure_letters(
    face: CheckedFace, pixels: Pixels, mark: InkMark
) -> Iterator[tuple[ItemOnPage, Glyph, float]]:
    """The letters and figures of a text with the contrast that their edges have."""
    for shown in mark.shown:
        run = shown.item
        for glyph in run.glyphs if isinstance(run, Glyphs) else ():
            if any(map(str.isalnum, glyph.text)):
                contrast = measure_letter(pixels, face.size, shown, glyph)
                if contrast is not None:
                    yield shown, glyph, contrast


def _report(
    face: CheckedFace, mark: InkMark, veils: Sequence[InkMark], words: str, count: int
) -> FaceFault:
    around, place = mark.shown[0].context, mark.box.span
    if not veils:
        why, hint = f"in `blend: {around.blend}`", "take another color, or leave `blend` out"
        if around.masked:
            why, hint = "behind the mask of the box around it", "let the mask show it"
        message = f"`{mark.name}` is not seen {why}: {words}"
        return make_fault("veiled-text", message, face, place, hint=hint, weight=count)
    message = f"`{mark.name}` is hardly seen under `{veils[0].name}`: {words}"
    return _tell(face, mark, veils[0], message, count)


def _tell(face: CheckedFace, mark: InkMark, over: InkMark, message: str, count: int) -> FaceFault:
    """A fault of what lies over a text."""
    hint = f"put `{over.name}` before `{mark.name}` in the layout, or move them apart"
    made = make_fault("veiled-text", message, face, mark.box.span, hint=hint, weight=count)
    note = Note(f"`{over.name}` stands here", over.box.span)
    return replace(made, finding=replace(made.finding, notes=(note,)))
