"""Lengths as designers type them: `2mm`, `0.1in`, `9pt`, `50%`, `0`, `(100% - 2 * 3mm) / 3`.

A bare number other than 0 is refused: 2 what? Units end here; everything past
`bind` is in points.
"""

from __future__ import annotations

import re

from msgspec import Struct

from cardgen.core.geometry import POINTS_PER_INCH, POINTS_PER_MM

UNITS = {
    "mm": POINTS_PER_MM,
    "cm": 10 * POINTS_PER_MM,
    "in": POINTS_PER_INCH,
    "pt": 1.0,
    "px": POINTS_PER_INCH / 300,
}
# `e-17` is how a template prints what is left of 0.3 - 3 * 0.1
_DIGITS = r"(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:e-[0-9]{1,3})?"
_LENGTH = re.compile(rf"([+-]?{_DIGITS})\s*(mm|cm|in|pt|px|%|em)\Z")
_TOKEN = re.compile(rf"\s*(?:({_DIGITS})\s*(mm|cm|in|pt|px|%|em)?|([-+*/()]))")
_CALCULATED = re.compile(r"[*/()]|[0-9.a-z%]\s*[-+]", re.IGNORECASE)
_NUMBER = re.compile(r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)\Z")
MAX_POINTS = 10_000 * POINTS_PER_MM
"""Ten meters: more is a slip, and arithmetic far above it is not exact."""
_MAX_MULTIPLE = 1000.0
_MAX_TEXT = 200
_MAX_DEPTH = 20


class LengthError(ValueError):
    """Not a length; `hint` says what to type instead."""

    def __init__(self, message: str, hint: str) -> None:
        super().__init__(message)
        self.hint = hint


class Length(Struct, frozen=True, gc=False):
    """Points, plus a share of the surrounding box, plus a multiple of the type size."""

    points: float = 0.0
    share: float = 0.0
    ems: float = 0.0

    def resolve(self, whole: float, em: float = 0.0) -> float:
        """In points, where the surrounding box measures `whole` and the type size is `em`."""
        return self.points + self.share * whole + self.ems * em


def parse_length(text: str) -> Length:
    """Read one length.

    Raises:
        LengthError: no unit, an unknown unit, no number, no calculation, or over ten meters.
    """
    text = text.strip()
    if parse_plain_number(text) == 0:
        return Length()
    shown = text if len(text) <= 24 else f"{text[:20]}…"
    found = _LENGTH.match(text)
    if found:
        return _bounded(_make_length(float(found[1]), found[2]), shown)
    if _NUMBER.match(text):
        hint = f"write `{shown}mm`, `{shown}pt`, `{shown}in` or `{shown}%`"
        raise LengthError(f"`{shown}` has no unit", hint)
    try:
        if _CALCULATED.search(text):
            return _bounded(calculate_length(text, shown), shown)
    except LengthError as error:
        raise _explain(text, shown) or error from None
    raise _explain(text, shown) or _name_units(text, shown)


def _explain(text: str, shown: str) -> LengthError | None:
    """The fault of a text that other programs would read; None for any other."""
    from cardgen.core.length_hints import explain_foreign, explain_fraction

    if fraction := explain_fraction(text):
        return LengthError(f"`{shown}` is a fraction, and lengths are decimals", fraction)
    foreign = explain_foreign(text)
    return LengthError(f"`{shown}` is not a length", foreign) if foreign else None


def _name_units(text: str, shown: str) -> LengthError:
    from cardgen.core.length_hints import spell_length

    meant = spell_length(text)
    meant = (
        f"`{meant}`" if _LENGTH.match(meant) else "a number and a unit: mm, cm, in, pt, px, % or em"
    )
    return LengthError(f"`{shown}` is not a length", f"write {meant}")


def _bounded(length: Length, shown: str) -> Length:
    multiple = max(abs(length.share), abs(length.ems))
    if not (abs(length.points) <= MAX_POINTS and multiple <= _MAX_MULTIPLE):  # NaN is neither
        raise LengthError(f"`{shown}` is too long", "write 10 m, 100000% or 1000em at most")
    return length


def split_length(text: str) -> tuple[float, str] | None:
    """The number and the unit of a length, "" for a plain 0; None if it is calculated or none."""
    text = text.strip()
    if parse_plain_number(text) == 0:
        return 0.0, ""
    found = _LENGTH.match(text)
    return (float(found[1]), found[2]) if found else None


def calculate_length(text: str, shown: str) -> Length:
    """The value of a calculation such as `(100% - 2 * 3mm) / 3`.

    Raises:
        LengthError: it is none, or its result is a plain number.
    """
    calculation = _Calculation(_tokens(text, shown), shown)
    result = calculation.sum()
    if calculation.tokens:
        raise calculation.fault(f"`{calculation.tokens[0]}` is too much here")
    if isinstance(result, float):
        if result == 0:
            return Length()
        raise calculation.fault("the result has no unit")
    return result


def _tokens(text: str, shown: str) -> list[str]:
    tokens, at = [], 0
    while at < len(text):
        found = _TOKEN.match(text, at)
        if found is None or len(text) > _MAX_TEXT:
            hint = "write numbers with units, and `+`, `-`, `*`, `/`: `50% - 3mm`"
            if named := re.compile(r"\s*([a-z_]\w*)\b(?!\()", re.IGNORECASE).match(text, at):
                hint = f"put a name in braces, and all in quotes: `{{{{ {named[1]} }}}}`"
            raise LengthError(f"`{shown}` is not a length", hint)
        tokens.append(found[3] or f"{found[1]}{found[2] or ''}")
        at = found.end()
    return tokens


class _Calculation(Struct):
    """A calculation that is being read from left to right."""

    tokens: list[str]
    shown: str
    depth: int = 0

    def fault(self, why: str) -> LengthError:
        hint = "write it as `50% - 3mm`, `2 * 3mm` or `(100% - 4mm) / 3`"
        return LengthError(f"`{self.shown}` cannot be calculated: {why}", hint)

    def next_is(self, operators: str) -> bool:
        return bool(self.tokens) and self.tokens[0] in operators

    def sum(self) -> Length | float:
        value = self.product()
        while self.next_is("+-"):
            sign = 1.0 if self.tokens.pop(0) == "+" else -1.0
            other = self.product()
            if isinstance(value, float) and isinstance(other, float):
                value += sign * other
            else:
                value = _added(self.as_length(value), self.as_length(other), sign)
        return value

    def as_length(self, value: Length | float) -> Length:
        """A part of a sum of lengths; a number other than 0 cannot be."""
        if isinstance(value, Length):
            return value
        if value:
            raise self.fault(f"`{value:g}` has no unit")
        return Length()

    def product(self) -> Length | float:
        value = self.term()
        while self.next_is("*/"):
            operator, other = self.tokens.pop(0), self.term()
            if operator == "/":
                if isinstance(other, Length):
                    raise self.fault("a length cannot divide")
                if not other:
                    raise self.fault("nothing can be divided by 0")
                other = 1 / other
            value = self.multiplied(value, other)
        return value

    def multiplied(self, one: Length | float, other: Length | float) -> Length | float:
        match one, other:
            case float(), float():
                return one * other
            case Length(), float():
                return _scaled(one, other)
            case float(), Length():
                return _scaled(other, one)
        raise self.fault("two lengths cannot be multiplied")

    def term(self) -> Length | float:
        self.depth += 1
        if not self.tokens:
            raise self.fault("something is missing at its end")
        if self.depth > _MAX_DEPTH:
            raise self.fault("it is nested too deeply")
        token = self.tokens.pop(0)
        if token in "+-":
            value = self.multiplied(self.term(), -1.0 if token == "-" else 1.0)
        elif token == "(":
            value = self.sum()
            if not self.next_is(")"):
                raise self.fault("a `)` is missing")
            self.tokens.pop(0)
        else:
            value = self.number(token)
        self.depth -= 1
        return value

    def number(self, token: str) -> Length | float:
        found = _LENGTH.match(token)
        if found:
            return _make_length(float(found[1]), found[2])
        try:
            return float(token)
        except ValueError:
            raise self.fault(f"`{token}` is too much here") from None


def _added(one: Length, other: Length, sign: float) -> Length:
    return Length(
        one.points + sign * other.points, one.share + sign * other.share, one.ems + sign * other.ems
    )


def _scaled(length: Length, factor: float) -> Length:
    return Length(length.points * factor, length.share * factor, length.ems * factor)


def parse_plain_number(text: str) -> float | None:
    """A number without a unit, in digits; None if it is anything else."""
    return float(text) if _NUMBER.match(text) else None


def _make_length(number: float, unit: str) -> Length:
    if unit == "%":
        return Length(share=number / 100)
    if unit == "em":
        return Length(ems=number)
    return Length(points=number * UNITS[unit])
