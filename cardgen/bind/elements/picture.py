"""Bind pictures: files opened, each once."""

from __future__ import annotations

import re

from msgspec import Struct, field

from cardgen.bind.bound_elements import PictureBox, PicturePlacing
from cardgen.bind.bound_texts import ZERO
from cardgen.bind.card.palette import Palette
from cardgen.bind.elements.card_context import CardContext, TemplateFiller
from cardgen.bind.elements.element_fields import frame, label
from cardgen.bind.pictures import PICTURE_FILES, PictureError, PictureStore, split_part
from cardgen.bind.upright_art import find_upright
from cardgen.core.color import Color
from cardgen.core.findings import Finding, Note, Report, Span
from cardgen.expressions import syntax
from cardgen.files.game_files import GameFiles, UnreadableError, find_remedy
from cardgen.files.lfs_pointer import FETCH, ONLY_A_POINTER
from cardgen.files.misnamed_files import guess_file
from cardgen.read.models.drawn_elements import PictureElement
from cardgen.scene.items import Bitmap
from cardgen.scene.translucency import opaque_items
from cardgen.svg.color import CURRENT
from cardgen.svg.drawing import Drawing
from cardgen.svg.item_transforms import colors_of, recolored

_NAMED = re.compile(r"\W*(\w+)\W*")
"""A name in any signs."""


class PictureBinder(Struct):
    """Binds the pictures of one game."""

    game: GameFiles
    pictures: PictureStore
    palette: Palette
    filler: TemplateFiller
    report: Report
    _bitmaps: dict[str, Bitmap | Drawing | None] = field(default_factory=dict)
    _faults: dict[str, tuple[str, str, str]] = field(default_factory=dict)
    """Code, reason and hint of pictures that could not be opened, by their paths."""
    _told: set[tuple[str, Span]] = field(default_factory=set)
    """At which places faults are reported."""

    def bind(self, spec: PictureElement, context: CardContext) -> PictureBox | None:
        path = self.filler.field(spec, "picture", context).strip()
        bitmap = self.bitmap(path, spec, context)
        if bitmap is None:
            return None
        bitmap = self.recolored(bitmap, spec)
        placing = _placing(spec, bitmap)
        color = self.palette.color(spec.color, spec.place("color")) if spec.color else None
        if color is not None and isinstance(bitmap, Drawing):
            self._doubt_color(bitmap, spec)
        drawn = isinstance(bitmap, Bitmap) and bitmap.key in self.pictures.placeholders
        if color is not None and isinstance(bitmap, Bitmap) and not drawn:
            bitmap = self.tinted(bitmap, color.opaque, spec, context)
        if bitmap is None:
            return None
        return PictureBox(
            frame=frame(spec),
            bitmap=bitmap,
            fit="contain" if drawn else spec.fit,
            radius=spec.radius or ZERO,
            element=label(spec, "picture"),
            crop=None if drawn else spec.crop,
            mask=spec.mask or "",
            color=None if drawn else color,
            placing=None if drawn else placing,
            asked_fit=drawn or "fit" in spec.model_fields_set,
            missing=drawn,
            span=spec.span,
        )

    def _doubt_color(self, art: Drawing, spec: PictureElement) -> None:
        """Report a color that nothing in the drawing takes."""
        place = spec.place("color")
        if "{" in spec.picture or CURRENT in colors_of(art.items):
            return
        message = "`color` says nothing here: the drawing has colors of its own"
        hint = 'replace them by `recolor:`, or write `fill="currentColor"` in the drawing'
        self.report.add(Finding("bad-recolor", message, place, "warning", hint=hint))

    def recolored(self, art: Bitmap | Drawing, spec: PictureElement) -> Bitmap | Drawing:
        """The drawing with its colors replaced; a finding for what cannot be."""
        if not spec.recolor:
            return art
        if isinstance(art, Bitmap):
            if art.key not in self.pictures.placeholders:
                hint = "leave `recolor` out, tint it with `color:`, or take an SVG drawing"
                message = "a picture of pixels has no colors that could be replaced one by one"
                place = spec.place("recolor")
                self.report.add(Finding("bad-recolor", message, place, hint=hint))
            return art
        changes: dict[Color, Color] = {}
        present = set(colors_of(art.items))
        for typed, wanted in spec.recolor.items():
            place = spec.place("recolor", typed)
            old, new = self.palette.color(typed, place), self.palette.color(wanted, place)
            changes[old.opaque] = new
            if old.opaque not in present:
                known = ", ".join(sorted({f"`{_name_color(color)}`" for color in present})[:8])
                message = f"the drawing has no color `{typed}`"
                hint = f"it has {known}" if known else "it has no colors"
                if CURRENT in present:
                    hint += "; `color:` says what `currentColor` is"
                self.report.add(Finding("bad-recolor", message, place, "warning", hint=hint))
        items = opaque_items(recolored(art.items, lambda own: changes.get(own, own)))
        return Drawing(art.width, art.height, items)

    def bitmap(
        self, path: str, spec: PictureElement, context: CardContext
    ) -> Bitmap | Drawing | None:
        if not path:
            self.no_picture(spec, context)
            return self.pictures.placeholder("")
        if path not in self._bitmaps:
            self._bitmaps[path] = self._open(path)
        if path in self._faults:
            self._report_fault(path, spec, context)
        return self._bitmaps[path]

    def _open(self, path: str) -> Bitmap | Drawing | None:
        """Open a picture; a placeholder where there is none."""
        try:
            name, part = split_part(path)
            return self.pictures.open(self.game.asset(name), self.report, part)
        except UnreadableError as error:
            if error.reason == ONLY_A_POINTER:  # the picture is there, for all others
                self._faults[path] = ("bad-picture", error.reason, FETCH)
                return None
            guess = guess_file(split_part(path)[0], self.game, PICTURE_FILES)
            hint = f"did you mean `{guess}`?" if guess else "put the file into the game folder"
            hint = find_remedy(error.reason, hint)
            self._faults[path] = ("missing-picture", error.reason, hint)
            return self.pictures.placeholder(path)
        except PictureError as error:
            self._faults[path] = ("bad-picture", str(error), error.hint)
            return None

    def _report_fault(self, path: str, spec: PictureElement, context: CardContext) -> None:
        """Report a picture at fault where a card names it, or where the layout does."""
        code, reason, hint = self._faults[path]
        place, card = spec.place("picture"), ""
        notes: tuple[Note, ...] = ()
        if "{{" in spec.picture or "{%" in spec.picture:
            names = sorted(syntax.find_names(spec.picture) & set(context.card.values))
            notes, card = (Note("asked for by the layout", place),), context.label
            place = context.card.place(names[0]) if names else context.card.span
        if (path, place) in self._told:
            self.report.told += 1
            return
        self._told.add((path, place))
        message = f"the picture `{path}` {reason}"
        field = _find_field(path, context) if code == "missing-picture" else None
        if field:
            hint = f"write `{{{{ {field} }}}}` for that field of the card"
        self.report.add(Finding(code, message, place, hint=hint, notes=notes, card=card))

    def tinted(
        self, bitmap: Bitmap, color: Color, spec: PictureElement, context: CardContext
    ) -> Bitmap | None:
        try:
            return self.pictures.tinted(bitmap, color)
        except PictureError as error:
            message = f"the picture `{spec.picture}` {error}"
            hint = "use a smaller picture, or draw it in that color"
            place, card = spec.place("color"), context.label
            self.report.add(Finding("bad-picture", message, place, hint=hint, card=card))
            return None

    def no_picture(self, spec: PictureElement, context: CardContext) -> None:
        """Report a card whose picture field is empty."""
        message = "this card has no picture: the name of the file is empty"
        hint = "fill the field, or draw the element only `when:` it is there"
        notes = (Note("asked for by the layout", spec.place("picture")),)
        place = context.card.span
        self.report.add(
            Finding("missing-picture", message, place, hint=hint, notes=notes, card=context.label)
        )


def _find_field(path: str, context: CardContext) -> str | None:
    """The card's field that a path names in the way of another program: `$art`, `[art]`, `art`."""
    named = _NAMED.fullmatch(path)
    return named[1] if named and named[1] in context.card.values else None


def _name_color(color: Color) -> str:
    return "currentColor" if color == CURRENT else str(color)


def _placing(spec: PictureElement, art: Bitmap | Drawing) -> PicturePlacing | None:
    """How the picture is turned and spread; None if it is as it is stored."""
    flip, turn = str(spec.flip or ""), spec.turn
    if isinstance(art, Bitmap) and not {"flip", "turn"} & spec.model_fields_set:
        flip, turn = find_upright(art)
    made = PicturePlacing(flip, turn, spec.focus, spec.slice_, spec.slice_width, spec.tile)
    return None if made == PicturePlacing() else made
