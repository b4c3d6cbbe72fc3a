"""Can a machine read the barcodes as they are printed.

In      a barcode's `InkMark`; the pixels of its face.
Out     `FaceFault`s.
Not here  what a barcode may say (`bind.elements.barcode`).

The size of a module is known from the layout. Whether each module is as dark or as light as it
should be, and the quiet zone empty, is looked up in the raster: so whatever is painted over or
behind a barcode counts, and so do its own colors, translucency and blending.

Sources  Denso Wave, "Point for setting the module size" (qrcode.com): 4 dots a module or more,
         0.33 mm at 300 dpi; usual scanners resolve 0.25 mm. GS1 General Specifications: a
         module of 0.264 to 0.660 mm for EAN-13 on consumer goods, bars 18.28 mm high or more.
         ISO/IEC 15416: symbol contrast 40 % or more for grade C, measured in red light, for
         which bars in red are paper.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from msgspec import Struct

from cardgen.bind.bound_elements import BarcodeBox, walk_elements
from cardgen.check.engine.cut_distance import measure_farthest_overshoot
from cardgen.check.engine.face_rules import MarkRule, PixelRule
from cardgen.check.engine.ink_marks import InkMark, transform_rect
from cardgen.check.engine.luminances import measure_luminances
from cardgen.check.engine.painted_light import FaceLight
from cardgen.check.engine.repeated_findings import FaceFault, make_fault
from cardgen.check.engine.rule import Explanation
from cardgen.check.engine.subject import CheckedFace, Subject
from cardgen.core.color import LINEAR_LIGHT, Color, luminance
from cardgen.core.geometry import POINTS_PER_MM, Rect
from cardgen.core.late_import import import_late
from cardgen.layout.face.barcodes import place_symbol

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from cardgen.render.raster.pixel_arrays import Pixels
else:
    np = import_late("numpy")

QR_MODULE, QR_LEAST = 0.33, 0.25
EAN_MODULES = (0.264, 0.660)
EAN_HEIGHT = 18.28
LEAST_CONTRAST = 0.4
_SLACK = 0.0005


class BarcodeSize(MarkRule):
    """Barcodes too small for print and scanner, or cut off."""

    heading = "Ink, type and pictures in print"
    codes = (
        Explanation(
            "barcode-size",
            "a barcode is too small or too large to be read",
            "Scanners want modules of 0.33 mm in a QR code, 0.25 mm at least, and bars of 0.264 to "
            "0.66 mm in an EAN-13, 18.28 mm high; shops refuse smaller ones.",
            "Give it a larger box, or say less in a QR code: a short address has fewer modules.",
        ),
        Explanation(
            "barcode-cut",
            "a barcode or its quiet zone reaches over the cut",
            "A scanner finds a barcode by the empty zone around it; beyond the card's edge there "
            "is the table.",
            "Move it into the card, with its box: the quiet zone is a part of that.",
        ),
    )

    def find_in_mark(
        self, subject: Subject, face: CheckedFace, mark: InkMark
    ) -> Iterable[FaceFault]:
        return find_bad_sizes(face, mark)


class BarcodeReading(PixelRule):
    """Barcodes that a machine cannot tell from what is around and behind them."""

    heading = "Ink, type and pictures in print"
    codes = (
        Explanation(
            "barcode-contrast",
            "the modules of a barcode stand out too little",
            "A scanner looks for dark on light, with a difference of 40 % of full reflectance "
            "(ISO/IEC 15416); bars are read in red light, in which red ink is as light as paper. "
            "Light modules on a dark ground are not found by many readers.",
            "Print it in black or a dark blue or green on white.",
        ),
        Explanation(
            "barcode-covered",
            "something is painted over a barcode, or in its quiet zone",
            "A scanner finds a barcode by the empty zone around it, and reads all of its modules. "
            "A QR code bears a small loss in its middle, and then bears no scratch besides.",
            "Move what covers it, or the barcode. For a sign in the middle of a QR code say "
            "`correction: high`.",
        ),
    )

    def needs_pixels(self, face: CheckedFace, light: FaceLight) -> bool:
        # asked before its ink is: each face of a large game would be laid out once more
        return any(isinstance(box, BarcodeBox) for box in walk_elements(face.bound.body.elements))

    def find_in_pixels(self, face: CheckedFace, pixels: Pixels) -> Iterable[FaceFault]:
        return find_unreadable(face, pixels)


def find_bad_sizes(face: CheckedFace, mark: InkMark) -> Iterator[FaceFault]:
    """What is wrong with a barcode's measures on the card."""
    box = mark.box
    if not isinstance(box, BarcodeBox):
        return
    symbol, context = place_symbol(box, mark.placed.rect), mark.shown[0].context
    module = measure_module(mark, box)
    height = symbol.height * context.scale / POINTS_PER_MM
    page = transform_rect(symbol, context.turn)
    if measure_farthest_overshoot(face.size, 0.0, page) > 0.01 * POINTS_PER_MM:
        message = f"`{mark.name}` with its quiet zone reaches over the cut"
        hint = "move it into the card"
        yield make_fault("barcode-cut", message, face, box.span, hint=hint, severity="error")
    for message, hint, severe in _judge_size(box, mark.name, module, height):
        yield make_fault(
            "barcode-size",
            message,
            face,
            box.span,
            hint=hint,
            severity="error" if severe else "warning",
            weight=-module,
        )


def measure_module(mark: InkMark, box: BarcodeBox) -> float:
    """How wide a module is as printed, in millimeters."""
    symbol = place_symbol(box, mark.placed.rect)
    return symbol.width / box.across * mark.shown[0].context.scale / POINTS_PER_MM


def _judge_size(
    box: BarcodeBox, name: str, module: float, height: float
) -> Iterator[tuple[str, str, bool]]:
    """What is wrong, what helps, and whether it is an error."""
    wide = f"the modules of `{name}` are {module:.3f} mm wide"
    if not box.bars:
        if module < QR_MODULE - _SLACK:
            side = box.across * QR_MODULE
            hint = f"give it a box of {side:.1f} mm, or say less in it"
            yield f"{wide}, below {QR_MODULE} mm", hint, module < QR_LEAST - _SLACK
        return
    least, most = EAN_MODULES
    if not least - _SLACK <= module <= most + _SLACK:
        widths = f"{least * box.across:.1f} to {most * box.across:.1f} mm"
        yield f"{wide}, not {least} to {most:.2f} mm", f"make its box {widths} wide", True
    if height < EAN_HEIGHT - _SLACK:
        message = f"the bars of `{name}` are {height:.2f} mm high, below {EAN_HEIGHT} mm"
        yield message, f"make its box {EAN_HEIGHT} mm high", False


_MIXED = 0.15
"""How much lighter or darker than its own color a module must be to be another's."""


# --- pixels ----------------------------------------------------------------------------------


class Reading(Struct, frozen=True):
    """What a scanner sees: light, 0 … 1, of modules that should be dark, and should be light,
    and of the quiet zone."""

    dark: NDArray[np.float32]
    light: NDArray[np.float32]
    quiet: NDArray[np.float32]

    @property
    def contrast(self) -> float:
        """The difference between most light and most dark modules; below 0 if inverted."""
        return float(np.percentile(self.light, 75) - np.percentile(self.dark, 25))

    @property
    def middle(self) -> float:
        """What parts light from dark."""
        return float(np.percentile(self.light, 75) + np.percentile(self.dark, 25)) / 2

    @property
    def lost(self) -> float:
        """The share of modules that look like the other kind."""
        wrong = np.count_nonzero(self.dark > self.middle)
        wrong += np.count_nonzero(self.light < self.middle)
        return float(wrong) / (self.dark.size + self.light.size)

    @property
    def disturbed(self) -> bool:
        """Whether something dark stands in the quiet zone."""
        return bool((self.quiet < self.middle).any())


def find_unreadable(face: CheckedFace, pixels: Pixels) -> Iterator[FaceFault]:
    """What a scanner would stumble over, barcode by barcode."""
    for mark in face.marks:
        if isinstance(mark.box, BarcodeBox):
            reading = read_barcode(face, mark, mark.box, pixels)
            if reading is not None:
                yield from _judge_reading(face, mark, mark.box, reading)


def _judge_reading(
    face: CheckedFace, mark: InkMark, box: BarcodeBox, reading: Reading
) -> Iterator[FaceFault]:
    if reading.contrast < LEAST_CONTRAST:
        covered = _is_covered(box, reading)
        yield (
            _describe_cover(face, mark, box)
            if covered
            else _describe_contrast(face, mark, box, reading.contrast)
        )
        return
    if reading.disturbed:
        message = f"something is painted in the quiet zone of `{mark.name}`"
        hint = "move it away; a `ground:` covers what lies below"
        yield make_fault("barcode-covered", message, face, box.span, hint=hint, severity="error")
    if reading.lost > 0:
        much = reading.lost > box.spared / 3
        message = f"{reading.lost:.1%} of `{mark.name}` are covered, or hard to tell apart"
        hint = "move what covers it" + ("" if box.bars else ", or say `correction: high`")
        yield make_fault(
            "barcode-covered",
            message,
            face,
            box.span,
            hint=hint,
            severity="error" if much else "warning",
            weight=reading.lost,
        )


def _is_covered(box: BarcodeBox, reading: Reading) -> bool:
    """Whether modules are not of the colors that they have: something lies on them, or they are
    mixed with what is below."""
    own = _find_light(box.color, red=box.bars)
    ground = _find_light(box.ground, red=box.bars) if box.ground else None
    paled = abs(float(np.percentile(reading.dark, 25)) - own) > _MIXED
    return paled or (
        ground is not None and abs(float(np.percentile(reading.light, 75)) - ground) > _MIXED
    )


def _find_light(color: Color, *, red: bool) -> float:
    return LINEAR_LIGHT[color.red] if red else luminance(color)


def _describe_cover(face: CheckedFace, mark: InkMark, box: BarcodeBox) -> FaceFault:
    """Say that nothing of a barcode's colors is left."""
    message = f"`{mark.name}` is covered, or mixed with what is below it: it cannot be read"
    hint = "put it after what covers it in the layout, and leave `opacity` and `blend` out"
    return make_fault(
        "barcode-covered", message, face, box.span, hint=hint, severity="error", weight=1.0
    )


def _describe_contrast(
    face: CheckedFace, mark: InkMark, box: BarcodeBox, contrast: float
) -> FaceFault:
    seen = "in red light" if box.bars else "in light"
    message = f"`{mark.name}` has a contrast of {contrast:.0%} {seen}, below {LEAST_CONTRAST:.0%}"
    hint = "make it black on white"
    if contrast < -0.05:
        message = f"`{mark.name}` is light on a dark ground"
        hint = "swap `color` and `ground`: scanners look for dark on light"
    return make_fault(
        "barcode-contrast",
        message,
        face,
        box.span,
        hint=hint,
        severity="error",
        weight=-contrast,
    )


def read_barcode(
    face: CheckedFace, mark: InkMark, box: BarcodeBox, pixels: Pixels
) -> Reading | None:
    """Look up every module; None where the barcode is not on the page, which is told elsewhere."""
    symbol = place_symbol(box, mark.placed.rect)
    light = _measure_light(pixels, red=box.bars)
    wanted = _list_modules(box)
    turn = mark.shown[0].context.turn
    points = _list_points(symbol, wanted.shape)
    if turn is not None:
        points = points @ np.array([[turn.a, turn.b], [turn.c, turn.d]]) + (turn.e, turn.f)
    height, width = light.shape
    x = (points[..., 0] * width / face.size.page.width).astype(int)
    y = (points[..., 1] * height / face.size.page.height).astype(int)
    if x.min() < 0 or y.min() < 0 or x.max() >= width or y.max() >= height:
        return None
    seen = light[y, x]
    return Reading(seen[wanted == 1], seen[wanted == 0], seen[wanted == -1])


def _measure_light(pixels: Pixels, *, red: bool) -> NDArray[np.float32]:
    if not red:
        return measure_luminances(pixels)
    return np.array(LINEAR_LIGHT, np.float32)[pixels[..., 0]]


_SCANS = 9
"""Lines that are read across bars."""


def _list_modules(box: BarcodeBox) -> NDArray[np.int8]:
    """What each module should be: 1 dark, 0 light, -1 quiet zone."""
    rows = np.array([[int(module) for module in row] for row in box.rows], np.int8)
    rows = np.repeat(rows, _SCANS, axis=0) if box.bars else rows
    above = 0 if box.bars else box.quiet[0]
    return np.pad(rows, ((above, above), box.quiet), constant_values=-1)


def _list_points(symbol: Rect, shape: tuple[int, ...]) -> NDArray[np.float64]:
    """The middles of all modules, in points."""
    down, across = shape
    xs = symbol.left + (np.arange(across) + 0.5) * symbol.width / across
    ys = symbol.top + (np.arange(down) + 0.5) * symbol.height / down
    return np.stack(np.meshgrid(xs, ys), axis=-1)
