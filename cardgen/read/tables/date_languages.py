"""Names of months and days in the language that a number format states: `[$-407]d. mmmm yyyy`.

In      the code of a format.
Out     names, English ones where it states no language.
Not here  dates without such a mark, whose language is that of the machine (`number_formats`).

Short names (`Mrz`) are each program's own: only English ones are known.

Source  [MS-LCID], Windows Language Code Identifier Reference; names of the Unicode CLDR, by Babel.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from msgspec import Struct

_STATED = re.compile(r"\[\$[^\]-]*-(?:x-)?([0-9A-Za-z-]+)(?:,[0-9A-F]+)?\]")
_NUMBER = re.compile(r"[0-9A-Fa-f]{1,8}")
_OF_THE_MACHINE = ("F800", "F400", "sysdate", "systime", "sysdate-auto")
_MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
)  # fmt: skip
_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_LANGUAGES = 0xFFFF
"""Bits of a number that stand for a language; those above it for digits and calendars."""
_PLAIN_DIGITS = (0x0, 0x1)


class UnknownLanguageError(ValueError):
    """A format states a language, digits or a calendar that are not known here."""


class DateNames(Struct, frozen=True):
    """Names from January and from Monday on; short ones are their first three letters."""

    months: Sequence[str] = _MONTHS
    days: Sequence[str] = _DAYS
    has_short: bool = True


def read_date_names(code: str) -> DateNames:
    """The names in the language that a code states, or English ones.

    Raises:
        UnknownLanguageError: it is not known here, or is shown in other digits.
    """
    found = _STATED.search(code)
    stated = found[1] if found else ""
    if not stated or stated in _OF_THE_MACHINE:
        return DateNames()
    return _names_in(_language_of(stated))


def _language_of(stated: str) -> str:
    """The tag of a language, `de-DE`, by its tag or its number."""
    if not _NUMBER.fullmatch(stated) or stated.isalpha():
        return stated
    from locale import windows_locale

    number = int(stated, 16)
    if number >> 24 not in _PLAIN_DIGITS or number >> 16 & 0xFF:
        raise UnknownLanguageError(stated)
    tag = windows_locale.get(number & _LANGUAGES) or windows_locale.get(number & 0x3FF | 0x400)
    if tag is None:
        raise UnknownLanguageError(stated)
    return tag.replace("_", "-")


@cache
def _names_in(tag: str) -> DateNames:
    if tag.partition("-")[0] == "en":
        return DateNames()
    from babel import Locale, UnknownLocaleError

    try:
        known = Locale.parse(tag, sep="-")
    except (ValueError, UnknownLocaleError):
        raise UnknownLanguageError(tag) from None
    months, days = known.months["format"]["wide"], known.days["format"]["wide"]
    return DateNames(
        tuple(months[n + 1] for n in range(12)), tuple(days[n] for n in range(7)), has_short=False
    )
