"""Numbers, dates, plurals and order as a language has them: `{{ n|number }}`, `{{ names|sort }}`.

In      a value, the language that the expression's values name under `LANGUAGE`.
Out     a text.

Babel has the rules of Unicode's CLDR; it is imported where a template asks for it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from jinja2 import pass_context
from jinja2.filters import do_title, make_multi_attrgetter

from cardgen.expressions.collation import sort_key
from cardgen.expressions.faults import TemplateFault
from cardgen.expressions.written_dates import list_meanings, read_date

if TYPE_CHECKING:
    from babel import Locale
    from jinja2.runtime import Context

CREDITS = "_credits"
"""The name of what `credits()` prints among the values of an expression."""
LANGUAGE = "_language"
"""The name of the language among the values of an expression; no field can have it."""
TEXT_LANGUAGE = "_text_language"
"""The name of the language whose capitals a text has that is printed. What names a file, a color
or a layout, or is a condition, is told none: its capitals are Unicode's."""
INTERNAL = frozenset({CREDITS, LANGUAGE, TEXT_LANGUAGE})
"""Names among those values that nobody is to be told of."""
_PLAIN: Mapping[str, Callable[[str], str]] = {
    "capitalize": str.capitalize, "lower": str.lower, "title": do_title, "upper": str.upper,
}  # fmt: skip
CASES = tuple(_PLAIN)
"""The filters that make capitals or small letters."""
_CASED = re.compile("|".join(CASES))
_SAID = re.compile("number|date|plural|sort")
"""What is written otherwise in another language, in small letters and capitals alike."""
_FORMS = ("zero", "one", "two", "few", "many", "other")
_COUNTED = 220
"""Numbers that are asked for their form: the rules of all languages have come around by then."""
_ASKED_DIGITS = re.compile(r"-u-(?:\w+-)*?nu-(\w+)", re.IGNORECASE)
"""What a tag says of its digits: `fa-u-nu-latn`."""
_ZEROS: Mapping[str, str] = {
    "adlm": "\U0001e950", "arab": "\u0660", "arabext": "\u06f0", "beng": "\u09e6",
    "cakm": "\U00011136", "deva": "\u0966", "gujr": "\u0ae6", "guru": "\u0a66",
    "hmnp": "\U0001e140", "khmr": "\u17e0", "knda": "\u0ce6", "laoo": "\u0ed0",
    "mlym": "\u0d66", "mtei": "\uabf0", "mymr": "\u1040", "nkoo": "\u07c0",
    "olck": "\u1c50", "orya": "\u0b66", "tamldec": "\u0be6", "telu": "\u0c66",
    "thai": "\u0e50", "tibt": "\u0f20",
}  # fmt: skip
"""The first of the ten digits of CLDR's numbering systems, those of Latin letters aside."""
_DATES = ("short", "medium", "long", "full")


@cache
def find_locale(language: str) -> Locale:
    """The locale of a BCP 47 tag; English, if Babel has none."""
    from babel import Locale, UnknownLocaleError

    parts = language.split("-")
    for tag in (*("-".join(parts[:end]) for end in range(len(parts), 0, -1)), "en"):
        try:
            return Locale.parse(tag, sep="-")
        except (ValueError, UnknownLocaleError):
            continue
    raise AssertionError("Babel has English")


def _language(context: Context) -> str:
    return str(context.get(LANGUAGE) or "en")


@cache
def _numbering_of(language: str) -> str:
    """The numbering system of a language: CLDR's, or the one that its tag asks for."""
    asked = _ASKED_DIGITS.search(language)
    return asked[1].lower() if asked else str(find_locale(language).default_numbering_system)


def _in_own_digits(text: str, language: str) -> str:
    """A text in the digits of a language, those of Persian or Bengali."""
    zero = _ZEROS.get(_numbering_of(language))
    return text.translate({ord("0") + n: ord(zero) + n for n in range(10)}) if zero else text


def changes_case(source: str) -> bool:
    """Whether an expression may make capitals or small letters."""
    return _CASED.search(source) is not None


def for_print(source: str, values: Mapping[str, Any], language: str = "") -> Mapping[str, Any]:
    """The values of an expression that is printed in a language, the card's if none is said."""
    own: dict[str, Any] = {}
    if language and language != values.get(LANGUAGE) and _SAID.search(source):
        own[LANGUAGE] = language
    if changes_case(source):
        own[TEXT_LANGUAGE] = language or values.get(LANGUAGE)
    return {**values, **own} if own else values


def change_case(context: Context, name: str, text: str, *, plain: bool) -> str:
    """A text in the capitals or small letters of its language; `plain` where it is compared: in
    those of none, what stands in braces too."""
    if plain:
        return _PLAIN[name](text)
    from cardgen.expressions.letter_case import change_letters

    return change_letters(name, text, str(context.get(TEXT_LANGUAGE) or ""))


@pass_context
def sort_values(
    context: Context,
    value: Iterable[Any],
    reverse: bool = False,
    case_sensitive: bool = False,  # noqa: ARG001 - as Jinja's: capitals are the last thing that counts
    attribute: str | int | None = None,
) -> list[Any]:
    """What is in a list, words in the order of the language."""
    language = _language(context)

    def make_key(found: Any) -> Any:
        return sort_key(found, language) if isinstance(found, str) else found

    key = make_multi_attrgetter(context.environment, attribute, postprocess=make_key)
    return sorted(value, key=key, reverse=reverse)


@pass_context
def format_number(context: Context, value: Any, digits: Any = None) -> str:
    """A number with the separators and digits of the language: `1,234.5`, `1.234,5`, `۱٬۲۳۴٫۵`."""
    from babel.numbers import format_decimal

    number = _number_of(value, "number")
    if number is None:
        return ""
    if not (digits is None or isinstance(digits, int)) or isinstance(digits, bool):
        message = "`number` takes how many decimals are printed"
        hint = "write `cost|number(2)`; its separators are those of the language"
        raise TemplateFault("template-value", message, word="number", hint=hint)
    places = "." + "0" * min(digits, 10) if digits else ""
    pattern = f"#,##0{places}" if digits is not None else None
    language = _language(context)
    locale, system = find_locale(language), _numbering_of(language)
    if system not in locale.number_symbols:
        system = "latn"
    written = format_decimal(number, format=pattern, locale=locale, numbering_system=system)
    return _in_own_digits(written, language)


@pass_context
def format_date(context: Context, value: Any, style: str = "long") -> str:
    """A date as the language writes it, typed as `2026-03-01` or in another form that can mean
    one day alone (`expressions.written_dates`)."""
    from babel.dates import format_date as written

    if value in (None, ""):
        return ""
    if style not in _DATES:
        hint = f"write one of {', '.join(_DATES)}"
        raise TemplateFault("template-value", f"`{style}` is no length of a date", hint=hint)
    language = _language(context)
    locale = find_locale(language)
    day = read_date(str(value), locale)
    if day is None:
        raise _refuse_date(str(value))
    return _in_own_digits(written(day, format=style, locale=locale), language)


def _refuse_date(text: str) -> TemplateFault:
    meanings = list_meanings(text)
    if meanings:
        hint = f"write the one that is meant: {' or '.join(f'`{day}`' for day in meanings)}"
        return TemplateFault("template-value", f"`{text}` can be two days", hint=hint)
    hint = "write year, month and day, as in `2026-03-01`"
    return TemplateFault("template-value", f"`{text}` is no date", hint=hint)


def list_plural_forms(language: str) -> list[str]:
    """The forms that words have beside numbers in a language, in CLDR's order."""
    rule = find_locale(language).plural_form
    return [form for form in _FORMS if form in rule.tags or form == "other"]


@cache
def list_whole_forms(language: str) -> tuple[str, ...]:
    """Those of the forms that stand beside whole numbers, as cards have them: the three of
    Polish that gettext knows, not the one for fractions; of French not the one for millions."""
    rule = find_locale(language).plural_form
    found = {rule(number) for number in range(_COUNTED)}
    return tuple(form for form in list_plural_forms(language) if form in found)


def choose_plural(language: str, count: Any, forms: tuple[Any, ...]) -> str:
    """The form of a word that goes with a number in a language.

    Raises:
        TemplateFault: it is no number, or the language has another number of forms.
    """
    number = _number_of(count, "plural")
    wanted = find_locale(language).plural_form(abs(number or 0))
    every, whole = list_plural_forms(language), list_whole_forms(language)
    own = next((own for own in (every, whole) if len(own) == len(forms)), None)
    if own is None and len(forms) == 2:
        return str(forms[0 if wanted == "one" else 1])
    if own is None:
        counted = "1 form" if len(forms) == 1 else f"{len(forms)} forms"
        raise _missing_form(language, f"`plural` has {counted}", whole)
    if wanted not in own and "other" not in own:
        raise _missing_form(language, f"`plural` has no form for {number:g}", every)
    return str(forms[own.index(wanted if wanted in own else "other")])


def _missing_form(language: str, message: str, asked: Sequence[str]) -> TemplateFault:
    said = f"{len(asked)} forms" if len(asked) > 1 else "1 form"
    hint = f"`{language}` has {said}: write `plural(n, …)` with {', '.join(asked)}"
    return TemplateFault("template-value", message, word="plural", hint=hint)


def _number_of(value: Any, name: str) -> int | float | None:
    if value is None or value == "":
        return None
    if isinstance(value, bool) or not isinstance(value, int | float):
        try:
            return float(value) if "." in str(value) else int(value)
        except (TypeError, ValueError):
            message = f"`{value}` is no number"
            hint = "give it a field or a sum"
            raise TemplateFault("template-value", message, word=name, hint=hint) from None
    return value
