"""How the texts of `sheets` options are read.

In      a text as typed: `3mm`, `3x3`, `office`.
Out     lengths in points, grids, counts, printers.
Not here  which options there are and what goes together (`sheets.options`).
"""

from __future__ import annotations

import re
from typing import Literal, get_args

from cardgen.core.lengths import LengthError, parse_length
from cardgen.core.sizes import millimeters
from cardgen.targets.option_error import OptionError
from cardgen.targets.options import (
    JsonSchema,
    OneOf,
    OptionType,
    PaperLength,
    make_refusal,
    unit_hint,
)
from cardgen.targets.sheets.printer_file import find_printer
from cardgen.targets.sheets.printers import PrinterProfile

Duplex = Literal["long", "short", "fold", "separate", "none"]

_GRID = re.compile(r"([1-9][0-9]?)x([1-9][0-9]?)\Z")
_MOST_SKIPPED = 9999


class Distance(OptionType):
    """A length on paper; a refusal says what is wrong with it."""

    def read(self, option: str, text: str) -> float | None:
        text = text.casefold()
        try:
            length = parse_length(text)
        except LengthError as error:
            hint = unit_hint(text) or error.hint
            raise OptionError(f"`{option}={text}`: {error}", hint, option=option) from None
        if length.share or length.ems or length.points < 0:
            message = f"`{option}={text}` is no length on paper"
            raise OptionError(message, f"write 0 or more, such as `{option}=3mm`", option=option)
        return length.points

    def schema(self) -> JsonSchema:
        return PaperLength().schema()


class Bleed(Distance):
    """A length, `none`, or `auto`: as much as fits."""

    def read(self, option: str, text: str) -> float | None:
        if text.casefold() == "auto":
            return None
        return 0.0 if text.casefold() == "none" else super().read(option, text)


class MarkSize(Distance):
    """A length that the machine's program takes."""

    def __init__(self, least: float, most: float) -> None:
        self.least, self.most = least, most

    def read(self, option: str, text: str) -> float | None:
        value = super().read(option, text)
        if value is not None and not self.least - 1e-6 <= value <= self.most + 1e-6:
            least, most = (f"{millimeters(bound):g} mm" for bound in (self.least, self.most))
            raise make_refusal(option, text, f"cutting machines take {least} to {most}")
        return value


class BackSide(OneOf):
    """How backs are printed; a folded sheet has the trade's name too."""

    def __init__(self) -> None:
        super().__init__((*get_args(Duplex), "gutterfold"))

    def read(self, option: str, text: str) -> str:
        word = super().read(option, text)
        return "fold" if word == "gutterfold" else word


def read_mark_count(option: str, text: str) -> int:
    """How many registration marks, 0 for none."""
    word = OneOf(("3", "4", "no")).read(option, text)
    return 0 if word == "no" else int(word)


def read_printer(option: str, text: str) -> PrinterProfile:
    del option
    return find_printer(text.casefold())


def read_grid(option: str, text: str) -> tuple[int, int] | None:
    text = text.casefold()
    if text == "auto":
        return None
    found = _GRID.match(text.replace("×", "x"))
    if not found:
        hint = "write columns and rows, such as `grid=3x3`, or `grid=auto`"
        raise OptionError(f"`{option}={text}` is no grid", hint, option=option)
    return int(found[1]), int(found[2])


def read_skip(option: str, text: str) -> int:
    if not re.fullmatch("[0-9]{1,4}", text):
        hint = f"write how many places are used already, 0 … {_MOST_SKIPPED}"
        raise OptionError(f"`{option}={text}` is no count", hint, option=option)
    return int(text)
