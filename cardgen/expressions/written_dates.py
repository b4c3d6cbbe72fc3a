"""Dates as people and spreadsheets write them: `2026-03-01`, `01.03.2026`, `1 March 2026`.

In      a text, the language of the card.
Out     a day; None for a text that is no date, or that can be read as two days.
Not here  how a date is printed (`expressions.language_functions`).

A spreadsheet shows days before 1900 as they were typed, so a column may hold several forms. With
points the day comes first wherever such dates are written. With strokes (`2/3/1901`) it is the
month in some countries and the day in others: such a text is read where only one of the two is a
date.
"""

from __future__ import annotations

import re
from datetime import date as Date  # noqa: N812 - as in `language_functions`
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from babel import Locale

_MIDNIGHT = re.compile(r"[T ]0?0:00(?::00(?:\.0+)?)?\Z")
_YEAR_FIRST = re.compile(r"(\d{4})([./])(\d{1,2})\2(\d{1,2})\Z|(\d{4})-(\d{1,2})-(\d{1,2})\Z")
_POINTS = re.compile(r"(\d{1,2})\. ?(\d{1,2})\. ?(\d{4})\Z")
_STROKES = re.compile(r"(\d{1,2})([/-])(\d{1,2})\2(\d{4})\Z")
_DAY_NAMED = re.compile(r"(\d{1,2})\.?(?: de | |-)([^\W\d_]+)\.?(?: de | |-)(\d{4})\Z")
_NAMED_DAY = re.compile(r"([^\W\d_]+)\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})\Z")


def read_date(text: str, locale: Locale) -> Date | None:
    """The day that a text says; None if it says none, or may say two."""
    text = _MIDNIGHT.sub("", " ".join(text.split()))
    days = {day for day in _list_readings(text, locale) if day is not None}
    return days.pop() if len(days) == 1 else None


def list_meanings(text: str) -> list[Date]:
    """The days that a text with strokes may say, the earlier first."""
    found = _STROKES.match(text.strip())
    if found is None:
        return []
    one, other, year = found[1], found[3], found[4]
    days = {_day(year, one, other), _day(year, other, one)}
    return sorted(day for day in days if day is not None)


def _list_readings(text: str, locale: Locale) -> list[Date | None]:
    if found := _YEAR_FIRST.match(text):
        year, month, day = (part for part in found.groups() if part and part not in "./")
        return [_day(year, month, day)]
    if found := _POINTS.match(text):
        return [_day(found[3], found[2], found[1])]
    if _STROKES.match(text):
        return [*list_meanings(text)]
    if found := _DAY_NAMED.match(text):
        return [_day(found[3], _month(found[2], locale), found[1])]
    if found := _NAMED_DAY.match(text):
        return [_day(found[3], _month(found[1], locale), found[2])]
    try:
        return [Date.fromisoformat(text)]
    except ValueError:
        return [None]


def _day(year: str, month: str, day: str) -> Date | None:
    try:
        return Date(int(year), int(month), int(day))
    except ValueError:
        return None


def _month(word: str, locale: Locale) -> str:
    """The number of a month by its name, in the card's language or in English; "0" for none."""
    from babel import Locale

    for known in (locale, Locale("en")):
        for context in ("format", "stand-alone"):
            for width in ("wide", "abbreviated"):
                for number, name in known.months[context][width].items():
                    if name.rstrip(".").casefold() == word.casefold():
                        return str(number)
    return "0"
