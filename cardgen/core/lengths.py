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
_UNITS = re.compile(r'["″a-z]+')
_SPELLED = {
    '"': "in", "″": "in", "inch": "in", "inches": "in", "millimeter": "mm", "millimeters": "mm",
    "points": "pt", "point": "pt", "pts": "pt", "pixel": "px", "pixels": "px", "percent": "%",
    "millimetre": "mm", "millimetres": "mm", "centimeter": "cm", "centimeters": "cm",
    "centimetre": "cm", "centimetres": "cm", "rem": "em", "ems": "em",
}  # fmt: skip
"""Units as they are written elsewhere."""
_FRACTION = re.compile(r"(?:([0-9]{1,4})[ -]+)?([0-9]{1,4}) ?/ ?([0-9]{1,4}) ?([a-z\"″]+)\Z")
"""`1/2in`, `2 1/2"`."""
_FILLING = re.compile(
    r"auto|fill|stretch|grow|flex|[0-9.]+ ?fr|(?:fit|min|max)-content", re.IGNORECASE
)
"""What other programs write for what is as large as its contents, or the room that is left."""
_VIEW = re.compile(r"([0-9.]+) ?(?:[dls]?v(?:w|h|min|max)|cq[whib])\Z", re.IGNORECASE)
"""Shares of a browser's window: there is none, but a box around."""
_CALC = re.compile(r"calc\((.*)\)\Z", re.IGNORECASE | re.DOTALL)
_BOUNDS = re.compile(r"(?:min|max|clamp)\(", re.IGNORECASE)
_VARIABLE = re.compile(r"(?:\$|var\(--|--)([a-z][\w-]*)\)?\Z", re.IGNORECASE)
_NAME = re.compile(r"\s*([a-z_]\w*)\b(?!\()", re.IGNORECASE)
_SHARES = {"full": "100%", "half": "50%", "1/2": "50%", "1/3": "33.33%", "1/4": "25%"}
_OTHER_UNITS = {"pc": (12, "pt"), "pica": (12, "pt"), "picas": (12, "pt"), "q": (0.25, "mm")}
_OTHER_UNIT = re.compile(r"([0-9.]+) ?([a-z]+)\Z", re.IGNORECASE)
_DECIMAL_COMMA = re.compile(r"(\d),(\d{1,2}(?!\d))")
"""No comma of thousands, which has three digits behind it."""
_SHORT = 20
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
    if fraction := _read_fraction(text):
        raise LengthError(f"`{shown}` is a fraction, and lengths are decimals", fraction)
    if foreign := _explain_foreign(text):
        raise LengthError(f"`{shown}` is not a length", foreign)
    if _CALCULATED.search(text):
        return _bounded(calculate_length(text, shown), shown)
    raise LengthError(f"`{shown}` is not a length", _explain(text))


def _explain(text: str) -> str:
    """What to write for a text that is no length: its digits and unit as they are read, if that
    makes one."""
    general = "write a number and a unit: mm, cm, in, pt, px, % or em"
    if len(text) > _SHORT:
        return general
    meant = _UNITS.sub(lambda found: _SPELLED.get(found[0], found[0]), text.lower())
    meant = _DECIMAL_COMMA.sub(r"\1.\2", meant).strip()
    return f"write `{meant}`" if _LENGTH.match(meant) else general


def _explain_foreign(text: str) -> str:
    """What to write for a length of CSS or InDesign; "" for what is none."""
    if _FILLING.fullmatch(text):
        return "leave it out; in a column or row `grow: 1` takes the room that is left"
    if view := _VIEW.match(text):
        return f"write `{view[1]}%`, which is of the box around"
    if calc := _CALC.match(text):
        return f"write `{calc[1].strip()}`, without `calc`"
    if _BOUNDS.match(text):
        return "limit it with `min-width`, `max-width`, `min-height` or `max-height`"
    if variable := _VARIABLE.match(text):
        name = variable[1].replace("-", "_")
        return f'write `"{{{{ {name} }}}}"`, and `{name}` below `vars:` in game.yaml'
    if text.lower() in _SHARES:
        return f"write `{_SHARES[text.lower()]}`, which is of the box around"
    other = _OTHER_UNIT.match(text)
    factor, unit = _OTHER_UNITS.get(other[2].lower(), (0, "")) if other else (0, "")
    if other is None or not unit or not _NUMBER.match(other[1]):
        return ""
    return f"write `{float(other[1]) * factor:g}{unit}`"


def _read_fraction(text: str) -> str:
    """What to write for `2 1/2in`; "" if it is no such thing."""
    found = _FRACTION.match(text.lower())
    unit = _SPELLED.get(found[4], found[4]) if found else ""
    if found is None or unit not in UNITS or not int(found[3]):
        return ""
    value = int(found[1] or 0) + int(found[2]) / int(found[3])
    return f"write `{value:.4g}{unit}`"


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
            if named := _NAME.match(text, at):
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
