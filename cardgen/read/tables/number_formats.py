"""A number or date as a spreadsheet's cell shows it.

In      the value of a cell, the code of its number format: `0.00`, `0%`, `d. mmmm yyyy`.
Out     the text that the spreadsheet program shows.
Not here  finding a cell's format (`read.tables.xlsx`, `read.tables.xls`).

A file does not hold the country it was made for: decimals are shown with a point, names of
months and days in English unless the format states a language, and the short date, which each
country writes its own way, as `2026-03-01`.

Source  ECMA-376, Part 1, 18.8.30 and 18.8.31 (number formats).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date, datetime, time, timedelta
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction

from cardgen.read.tables.date_languages import DateNames, UnknownLanguageError, read_date_names

CellValue = int | float | datetime | date | time | timedelta

GENERAL = "General"
BUILT_IN = {
    0: GENERAL, 1: "0", 2: "0.00", 3: "#,##0", 4: "#,##0.00", 9: "0%", 10: "0.00%",
    11: "0.00E+00", 12: "# ?/?", 13: "# ??/??", 14: "yyyy-mm-dd", 15: "d-mmm-yy", 16: "d-mmm",
    17: "mmm-yy", 18: "h:mm AM/PM", 19: "h:mm:ss AM/PM", 20: "h:mm", 21: "h:mm:ss",
    22: "yyyy-mm-dd h:mm", 37: "#,##0;(#,##0)", 38: "#,##0;(#,##0)", 39: "#,##0.00;(#,##0.00)",
    40: "#,##0.00;(#,##0.00)", 41: '#,##0;-#,##0;"-"',
    43: '#,##0.00;-#,##0.00;"-"', 45: "mm:ss", 46: "[h]:mm:ss", 47: "mm:ss.0", 48: "##0.0E+0",
    49: "@",
}  # fmt: skip
"""Formats that have a number and no code in the file. Others, such as those of currencies, are
shown for the country of the machine."""

_TOKEN = re.compile(
    r'"(?P<quoted>[^"]*)"|\\(?P<escaped>.)|\[\$(?P<currency>[^\]-]*)[^\]]*\]'
    r"|\[(?P<elapsed>h+|m+|s+)\]|(?P<numerals>\[(?:DBNum|NatNum)\d+\])|\[[^\]<>=]*\]|(?P<pad>[_*].)"
    r"|(?P<general>General)|(?P<date>AM/PM|A/P|y+|m+|d+|h+|s+)|(?P<digits>[0#?][0#?,.]*|\.[0#?]+)"
    r"|(?P<power>E[+-]0+)|(?P<slash>/)|(?P<other>.)",
    re.IGNORECASE | re.DOTALL,
)
_SECTION = re.compile(r'"[^"]*"|\\.|[^;]', re.DOTALL)
_MOST_DECIMALS = 30
_TEXT = 3
"""The part of a code that is for texts: the fourth."""
_LARGE = 1e9
"""From here on ten digits would drop all decimals, and write a power of ten."""
_FIRST_YEAR = 1900
_DAY_OF_TIMES = date(1899, 12, 31)
"""The day of a time that has none."""
_SHORT = 3
"""Letters of a code that ask for a short name: `mmm`, `ddd`."""
_Token = tuple[str, str]
_MARKS = {"%": "percent", "@": "value"}


class UnknownFormatError(ValueError):
    """A code that is not understood here."""


class NoDateError(UnknownFormatError):
    """A date is to be shown of a number that is none: programs show `####`, or a day 0."""


def show_general(value: float) -> str:
    """A number without a format: whole numbers whole, others to ten digits, or as many as it has
    before its point; powers of ten as spreadsheets write them, `1E-07`."""
    if isinstance(value, int) or (value.is_integer() and abs(value) < 1e15):
        return str(int(value))
    digits = 15 if abs(value) >= _LARGE else 10
    return f"{value:.{digits}g}".upper()


def show_value(value: CellValue, code: str) -> str:
    """The text that a cell with this format shows.

    Raises:
        UnknownFormatError: the code holds what is not known here.
    """
    if isinstance(value, date | time | timedelta):
        return _show_moment(value, code)
    section, value = _section_for(value, code)
    tokens = list(_tokens(section))
    kinds = {kind for kind, _ in tokens}
    if not section.strip():
        return "" if ";" in code else show_general(value)  # `;;;` hides its cells
    if section.strip().casefold() in ("general", "@"):
        return show_general(value)
    if kinds & {"date", "elapsed", "value"}:
        raise UnknownFormatError(code)
    if "general" in kinds:
        shown = (show_general(value) if k == "general" else text for k, text in tokens)
        return "".join(shown).strip()
    if "slash" in kinds:
        return _fraction(value, tokens)
    return _number(value, tokens)


def show_text(value: str, code: str) -> str:
    """What a cell shows of a text: `"No. "@` writes more around it.

    Raises:
        UnknownFormatError: the code holds what is not known here.
    """
    parts = _sections(code)
    section = parts[_TEXT] if len(parts) > _TEXT else next((p for p in parts if "@" in p), "@")
    tokens = list(_tokens(section))
    shown = (value if kind in ("value", "general") else text for kind, text in tokens)
    return "".join(shown).strip()


def _section_for(value: float, code: str) -> tuple[str, float]:
    """The part of a code for the number's sign, and the number that it shows."""
    parts = _sections(code)
    if any(re.search(r"\[[<>=]", part) for part in parts):
        raise UnknownFormatError(code)
    if value < 0 and len(parts) > 1:
        return parts[1], -value
    if value == 0 and len(parts) > 2:
        return parts[2], value
    return parts[0], value


def _sections(code: str) -> list[str]:
    parts, last = [], 0
    for index in _semicolons(code):
        parts.append(code[last:index])
        last = index + 1
    return [*parts, code[last:]]


def _semicolons(code: str) -> Iterator[int]:
    at = 0
    while at < len(code):
        found = _SECTION.match(code, at)
        if found is None and code[at] == ";":
            yield at
        at = found.end() if found else at + 1


def _tokens(section: str) -> Iterator[_Token]:
    for found in _TOKEN.finditer(section):
        kind = found.lastgroup
        text = found[kind] if kind else ""
        if kind == "other" and text in _MARKS:
            yield _MARKS[text], text
        elif kind == "other" and text.isascii() and text.isalpha():
            raise UnknownFormatError(section)  # `b`, `e`, `g` are years of other calendars
        elif kind == "numerals":
            raise UnknownFormatError(section)
        elif kind in ("quoted", "escaped", "currency", "other"):
            yield "text", text
        elif kind == "pad":
            yield "text", " " if text[0] == "_" and text[1] == " " else ""
        elif kind:
            yield kind, text


# --- numbers -------------------------------------------------------------------------------


def _number(value: float, tokens: list[_Token]) -> str:
    joined = "".join(text for kind, text in tokens if kind == "digits")
    percents = sum(kind == "percent" for kind, _ in tokens)
    scaled = Decimal(repr(value)) * 100**percents
    if any(kind == "power" for kind, _ in tokens):
        return _placed(tokens, _scientific(scaled, joined, tokens))
    pattern = joined.rstrip(",")
    scaled /= 1000 ** (len(joined) - len(pattern))
    shown = _digits(abs(scaled), pattern)
    minus = "-" if scaled < 0 and shown.strip("0.,") else ""
    return minus + _placed(tokens, shown)


def _digits(value: Decimal, pattern: str) -> str:
    whole, _, part = pattern.partition(".")
    decimals = re.sub(r"[^0#?]", "", part)[:_MOST_DECIMALS]
    rounded = value.quantize(Decimal(1).scaleb(-len(decimals)), ROUND_HALF_UP)
    digits, _, after = f"{rounded:f}".partition(".")
    for mark in reversed(decimals):  # `#` shows no zero at the end
        if mark != "#" or not after.endswith("0"):
            break
        after = after[:-1]
    least = whole.count("0")
    digits = digits.lstrip("0").rjust(least, "0")
    if "," in whole:
        digits = f"{int(digits or 0):,}".rjust(least, "0") if digits else digits
    point = "." if after or (decimals and "0" in decimals) or pattern.endswith(".") else ""
    return f"{digits}{point}{after}"


def _scientific(value: Decimal, pattern: str, tokens: list[_Token]) -> str:
    if len(pattern.partition(".")[0]) != 1:
        raise UnknownFormatError(pattern)  # powers by threes
    least = sum(text.count("0") for kind, text in tokens if kind == "power")
    decimals = len(re.sub(r"[^0#?]", "", pattern.partition(".")[2]))
    mantissa, _, power = f"{value:.{min(decimals, _MOST_DECIMALS)}E}".partition("E")
    return f"{mantissa}E{'-' if power.startswith('-') else '+'}{power.lstrip('+-').zfill(least)}"


def _placed(tokens: list[_Token], shown: str) -> str:
    """The digits where their placeholders stand, and the texts around them."""
    parts = _divided(shown, [text for kind, text in tokens if kind == "digits"])
    out = []
    for kind, text in tokens:
        if kind == "digits":
            out.append(parts.pop(0))
        elif kind in ("text", "percent"):
            out.append(text)
    return "".join(out).strip()


def _divided(shown: str, runs: list[str]) -> list[str]:
    """The digits of each run of placeholders, from the last one: `(###) ###-####`."""
    if len(runs) > 1 and any(mark in run for run in runs for mark in ",."):
        raise UnknownFormatError("".join(runs))
    parts: list[str] = []
    for run in runs[:0:-1]:
        parts.insert(0, shown[-len(run) :])
        shown = shown[: -len(run)]
    return [shown, *parts]


def _fraction(value: float, tokens: list[_Token]) -> str:
    runs = [text for kind, text in tokens if kind == "digits"]
    whole_first = len(runs) > 2
    most = 10 ** min(len(runs[-1]), 5) - 1
    near = Fraction(abs(value)).limit_denominator(most)
    sign = "-" if value < 0 else ""
    whole, rest = divmod(near, 1) if whole_first else (0, near)
    if whole_first and not rest:
        return f"{sign}{whole}"
    shown = f"{rest.numerator}/{rest.denominator}"
    return f"{sign}{whole} {shown}" if whole else f"{sign}{shown}"


# --- dates ---------------------------------------------------------------------------------


def _show_moment(value: date | time | timedelta, code: str) -> str:
    tokens = list(_tokens(_sections(code)[0]))
    if not any(kind in ("date", "elapsed") for kind, _ in tokens):
        return str(value)  # ISO: the code says nothing of dates
    if _has_day(tokens) and not (isinstance(value, date) and value.year >= _FIRST_YEAR):
        raise NoDateError(code)
    names, is_span = _find_names(code), isinstance(value, timedelta)
    half = any(text.upper() in ("AM/PM", "A/P") for kind, text in tokens if kind == "date")
    out = []
    for index, (kind, text) in enumerate(tokens):
        if kind in ("date", "elapsed"):
            minutes = text[0] in "mM" and _beside_time(tokens, index)
            if kind == "date" and text[0] in "yYmMdD" and not (minutes or is_span):
                day = value if isinstance(value, date) else _DAY_OF_TIMES
                out.append(_day_part(day, text.lower(), names))
            else:
                out.append(_part(value, text.lower(), half=half, whole=kind != "date"))
        elif kind in ("text", "slash"):
            out.append(text)
        elif kind == "digits" and text.startswith("."):
            out.append(_fraction_of_second(value, len(text) - 1))
    return "".join(out).strip()


def shows_early_day(value: object, code: str) -> bool:
    """Whether a day before March 1900 is shown: Excel counts a 29 February in that year, other
    programs begin a day earlier, and so they show different days."""
    early = isinstance(value, date) and (value.year, value.month) < (_FIRST_YEAR, 3)
    return early and _has_day(list(_tokens(_sections(code)[0])))


def _has_day(tokens: list[_Token]) -> bool:
    return any(kind == "date" and text[0] in "yYdD" for kind, text in tokens)


def _beside_time(tokens: list[_Token], index: int) -> bool:
    """Whether an `m` means minutes: it stands after hours or before seconds."""
    before = [t for k, t in tokens[:index] if k in ("date", "elapsed")]
    after = [t for k, t in tokens[index + 1 :] if k in ("date", "elapsed")]
    return bool((before and before[-1][0] in "hH") or (after and after[0][0] in "sS"))


def _part(value: date | time | timedelta, part: str, *, half: bool, whole: bool) -> str:
    seconds, clock = _clock(value)
    if whole or isinstance(value, timedelta):
        count = {"h": seconds // 3600, "m": seconds // 60, "s": seconds}[part[0]]
        if not whole:
            count = {"h": seconds // 3600, "m": seconds // 60 % 60, "s": seconds % 60}[part[0]]
        return str(count).zfill(len(part))
    if part[0] == "a":
        return "AM" if clock.hour < 12 else "PM"
    hour = (clock.hour - 1) % 12 + 1 if half else clock.hour
    number = {"h": hour, "m": clock.minute, "s": clock.second}[part[0]]
    return str(number).zfill(min(2, len(part)))


def _find_names(code: str) -> DateNames:
    """Names of months and days as a code has them."""
    try:
        return read_date_names(code)
    except UnknownLanguageError:
        raise UnknownFormatError(code) from None


def _day_part(day: date, part: str, known: DateNames) -> str:
    if part[0] == "y":
        return f"{day.year:04}" if len(part) > 2 else f"{day.year % 100:02}"
    number, names = (day.month, known.months) if part[0] == "m" else (day.day, known.days)
    name = names[day.month - 1] if part[0] == "m" else names[day.weekday()]
    if len(part) == _SHORT and not known.has_short:
        raise UnknownFormatError(part)
    if len(part) > 2:
        return name[:1] if len(part) == 5 else name if len(part) > 3 else name[:3]
    return str(number).zfill(len(part))


def _fraction_of_second(value: date | time | timedelta, digits: int) -> str:
    """The decimals of a time."""
    count = 0
    if isinstance(value, timedelta):
        count = value.microseconds
    elif isinstance(value, datetime | time):
        count = value.microsecond
    return f".{count:06}"[: digits + 1]


def _clock(value: date | time | timedelta) -> tuple[int, time]:
    """All seconds of a span of time, and the time of day of a moment."""
    if isinstance(value, timedelta):
        return int(value.total_seconds()), time()
    clock = value if isinstance(value, time) else time()
    if isinstance(value, datetime):
        clock = value.time()
    return clock.hour * 3600 + clock.minute * 60 + clock.second, clock
