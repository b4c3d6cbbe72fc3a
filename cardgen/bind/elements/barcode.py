"""Bind barcodes: a text encoded as modules.

In      an element's spec, the card's values.
Out     a `BarcodeBox`; a finding for what such a barcode cannot say.
Not here  where its modules stand (`layout.face.barcodes`), whether a machine can read them as
          they are printed (`check.rules.press.barcodes`).

Source  ISO/IEC 18004 (QR) and GS1 General Specifications, 5.2.1 (EAN-13): quiet zones of 4
        modules around, and of 11 and 7 modules left and right.
"""

from __future__ import annotations

import re
from functools import lru_cache

from msgspec import Struct

from cardgen.bind.bound_elements import BarcodeBox
from cardgen.bind.card.palette import Palette
from cardgen.bind.elements.card_context import CardContext, TemplateFiller
from cardgen.bind.elements.element_fields import frame, label
from cardgen.core.findings import Finding, Note, Span
from cardgen.expressions import syntax
from cardgen.read.models.drawn_elements import BarcodeElement
from cardgen.read.tables.cards import CardSpec

MAX_BARCODES = 20
MAX_SAID = 8_000
"""Characters that the barcodes of a card say together: the largest QR code has 7,089 digits."""
QUIET = {"qr": (4, 4), "ean-13": (11, 7)}
LEVELS = {"low": ("l", 0.07), "medium": ("m", 0.15), "quartile": ("q", 0.25), "high": ("h", 0.3)}


class BarcodeError(ValueError):
    """A text that such a barcode cannot say; `hint` says what to write."""

    def __init__(self, message: str, hint: str) -> None:
        super().__init__(message)
        self.hint = hint


class BarcodeBinder(Struct):
    """Binds the barcodes of one game, so many on each card: a QR code takes long to find."""

    filler: TemplateFiller
    palette: Palette
    _card: CardSpec | None = None
    _count: int = 0
    _said: int = 0

    def bind(self, spec: BarcodeElement, context: CardContext) -> BarcodeBox | None:
        start = len(self.filler.report)
        text = self.filler.field(spec, "barcode", context).strip()
        if len(self.filler.report) > start or not self._allows(text, spec, context):
            return None
        level, spared = LEVELS[spec.correction or "medium"]
        try:
            rows = encode_ean13(text) if spec.kind == "ean-13" else encode_qr(text, level)
        except BarcodeError as error:
            self._add("bad-barcode", str(error), error.hint, _find_source(spec, context), spec,
                      context)  # fmt: skip
            return None
        ground = spec.ground if spec.ground != "none" else ""
        palette = self.palette
        return BarcodeBox(
            frame=frame(spec),
            rows=rows,
            quiet=QUIET[spec.kind],
            color=palette.color(spec.color, spec.place("color")),
            ground=palette.color(ground, spec.place("ground")) if ground else None,
            element=label(spec, "barcode"),
            spared=spared if spec.kind == "qr" else 0.0,
            span=spec.span,
        )

    def _allows(self, text: str, spec: BarcodeElement, context: CardContext) -> bool:
        """Whether one more may be made besides those that the card has already."""
        if self._card is not context.card:
            self._card, self._count, self._said = context.card, 0, 0
        before = self._is_allowed()
        self._count += 1
        self._said += len(text)
        if before and not self._is_allowed():  # once a card
            message = (
                f"a card has {MAX_BARCODES} barcodes at most, which say {MAX_SAID:,} characters"
            )
            hint = "say less, as by a short address"
            self._add("over-budget", message, hint, spec.place("barcode"), spec, context)
        return self._is_allowed()

    def _is_allowed(self) -> bool:
        return self._count <= MAX_BARCODES and self._said <= MAX_SAID

    def _add(
        self, code: str, message: str, hint: str, place: Span, spec: BarcodeElement,
        context: CardContext,
    ) -> None:  # fmt: skip
        asked = spec.place("barcode")
        notes = (Note("asked for by the layout", asked),) if place != asked else ()
        card = context.label
        self.filler.report.add(Finding(code, message, place, hint=hint, notes=notes, card=card))


def _find_source(spec: BarcodeElement, context: CardContext) -> Span:
    """Where the text was written: the card's field, or the layout."""
    if "{" not in spec.barcode:
        return spec.place("barcode")
    names = sorted(syntax.find_names(spec.barcode) & set(context.card.values))
    return context.card.place(names[0]) if names else context.card.span


@lru_cache(maxsize=512)
def encode_qr(text: str, level: str) -> tuple[str, ...]:
    """The modules of the smallest QR code that says `text`: in UTF-8, if it is not ASCII.

    Raises:
        BarcodeError: The text is empty, or too long for any QR code.
    """
    import segno

    if not text:
        raise BarcodeError(
            "a QR code that says nothing", "fill the field, or draw it `when:` there is one"
        )
    plain = text.isascii()
    try:
        made = segno.make_qr(
            text,
            error=level,
            encoding=None if plain else "utf-8",
            mode=None if plain else "byte",
            eci=not plain,
        )
    except segno.DataOverflowError:
        size = len(text.encode())
        message = f"no QR code says {size:,} bytes at this correction"
        raise BarcodeError(message, "say less, as by a short address") from None
    return tuple("".join(map(str, row)) for row in made.matrix)


@lru_cache(maxsize=512)
def encode_ean13(text: str) -> tuple[str, ...]:
    """The one row of modules of an EAN-13; spaces and hyphens between its digits are left out.

    Raises:
        BarcodeError: It has not 13 digits, or not the check digit that the others ask for.
    """
    from barcode.ean import EuropeanArticleNumber13

    digits = re.sub(r"(?<=\d)[ -](?=\d)", "", text)
    if not re.fullmatch(r"[0-9]{13}", digits):
        raise BarcodeError(f"`{text}` is no EAN-13: it has 13 digits", _suggest_ean13(digits))
    check = find_check_digit(digits[:12])
    if digits[12] != check:
        message = f"the check digit of `{text}` is wrong: it is {digits[12]}, and should be {check}"
        raise BarcodeError(message, f"look for a slip; `{digits[:12]}{check}` would be right")
    return (EuropeanArticleNumber13(digits[:12]).build()[0],)


def _suggest_ean13(digits: str) -> str:
    if re.fullmatch(r"[0-9]{12}", digits):
        if find_check_digit("0" + digits[:11]) == digits[11]:
            return f"a UPC-A of 12 digits is the EAN-13 `0{digits}`"
        return f"with its check digit it is `{digits}{find_check_digit(digits)}`"
    return "write all 13 digits, the check digit last; quote them if the first is 0"


def find_check_digit(digits: str) -> str:
    """The last digit of an EAN-13 whose first twelve are these."""
    odd, even = sum(map(int, digits[::2])), sum(map(int, digits[1::2]))
    return str(-(odd + 3 * even) % 10)
