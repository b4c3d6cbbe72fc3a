"""The Jinja environment of templates: sandboxed and bounded.

Out     `ENVIRONMENT`, with the filters and functions that a template may use.
Not here  the functions (`expressions.template_functions`), which statements a template may hold
        (`expressions.syntax`), evaluating it (`expressions.template`).

Decks are shared, so a template is a stranger's code: no method calls, no attributes, no way to
make a text or number grow without bound.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable, Mapping
from functools import wraps
from types import CodeType
from typing import Any

import jinja2
from jinja2.exceptions import SecurityError
from jinja2.filters import do_round
from jinja2.sandbox import SandboxedEnvironment
from jinja2.utils import _PassArg

from cardgen.expressions.characters import (
    of_characters,
    pick_part,
    read_characters,
    reverse_value,
)
from cardgen.expressions.code_generator import TemplateCompiler
from cardgen.expressions.fault_messages import NO_POWERS
from cardgen.expressions.faults import TemplateFault
from cardgen.expressions.language_functions import (
    CASES,
    format_date,
    format_number,
    sort_values,
)
from cardgen.expressions.list_functions import LIST_FUNCTIONS, Evaluate
from cardgen.expressions.number_filters import read_float, read_integer
from cardgen.expressions.template_functions import (
    MAX_TEXT,
    CaseFunction,
    CreditsFunction,
    ListFunction,
    PluralFunction,
    TemplateFunction,
    check_bounds,
    checked_function,
    format_printed,
    join_texts,
    make_case_filter,
    print_text,
)
from cardgen.expressions.text_functions import TEXT_FUNCTIONS

_MAX_DIGITS = 15
_MAX_NUMBER = 10**_MAX_DIGITS
FILTERS = (
    "abs capitalize count default d first float int join last length list lower max min "
    "replace reverse round sort string sum title trim unique upper wordcount number date"
).split()
_OF_TEXT = "replace string trim wordcount".split()
"""Filters of texts: what they are given is what is printed of it."""
_BETWEEN_WORDS = re.compile(r"[,;、，]|\w")
"""What stands between words of a list, and not between letters that are spelled out."""
_BETWEEN_ITEMS = re.compile(r"\S[,;|、，\n]\s*\S")
"""What stands between the items of a list that is typed as a text."""
_OF_LISTS = "max min sort unique".split()
_DECLARE_LIST = "for a list write `tags: list` under the deck's `fields:`"
_OF_CHARACTERS = "count first last length list max min sort unique".split()
"""Filters that are told the characters of a text."""
_OF_PARTS = "length reverse".split()
"""Filters of texts and lists: a field that a card lacks is an empty text."""


class Sandbox(SandboxedEnvironment):
    """Values are what a card can hold: they have entries, and no attributes or methods."""

    code_generator_class = TemplateCompiler
    join_texts = staticmethod(join_texts)
    slice_value = staticmethod(pick_part)
    intercepted_binops = frozenset(["*", "**", "%", "+", "-", "/", "//"])
    """Jinja works out all others when it compiles, and cannot write down an infinity."""

    def _compile(self, source: str, filename: str) -> CodeType:
        """Jinja's hook; Python's own warnings of what a card says (`1[0:2]`) are for nobody."""
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", SyntaxWarning)
            return super()._compile(source, filename)

    def getattr(self, obj: Any, attribute: str) -> Any:
        if isinstance(obj, jinja2.Undefined):
            return obj  # what is said is about the first name that is not there
        return (
            self.getitem(obj, attribute)
            if isinstance(obj, Mapping)
            else self.undefined(obj=obj, name=attribute)
        )

    def getitem(self, obj: Any, argument: Any) -> Any:
        if isinstance(obj, jinja2.Undefined):
            return obj
        try:
            return pick_part(obj, argument)
        except (TypeError, LookupError):
            return self.undefined(obj=obj, name=argument)

    def call_binop(self, context: Any, operator: str, left: Any, right: Any) -> Any:
        numbers = isinstance(left, int | float) and isinstance(right, int | float)
        if operator == "**":
            raise SecurityError(NO_POWERS)
        if operator in ("*", "%") and not numbers:
            raise SecurityError(f"`{operator}` works on plain numbers only")
        result = super().call_binop(context, operator, left, right)
        if numbers and not abs(result) <= _MAX_NUMBER:  # nor NaN
            raise SecurityError("the number is too large")
        return result

    def call(self, context: Any, obj: Any, *args: Any, **options: Any) -> Any:
        if isinstance(obj, jinja2.Undefined) and obj._undefined_name:
            from cardgen.expressions.foreign_words import suggest_method

            name = str(obj._undefined_name)
            hint = suggest_method(name, {*self.globals, *LIST_FUNCTIONS})
            message = f"there is no function `{name}`"
            raise TemplateFault("undefined-name", message, word=name, hint=hint)
        on_list = bool(args) and isinstance(args[0], list | tuple)
        if on_list and isinstance(obj, TemplateFunction) and obj.name in LIST_FUNCTIONS:
            obj = self.globals[obj.name]  # not what is said of decks: `sum("units", "cost")`
        return super().call(context, obj, *args, **options)

    def is_safe_callable(self, obj: Any) -> bool:
        return isinstance(obj, TemplateFunction)


def _replace_text(text: Any, old: Any, new: Any, count: int | None = None) -> str:
    source = str(text)
    if len(source) * max(1, len(str(new))) > 50 * MAX_TEXT:
        raise SecurityError("the text grows too long")
    return source.replace(str(old), str(new), -1 if count is None else count)


def _refuse_texts(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
    """A filter of lists that takes no text in which a list is typed; the letters of a word it
    takes."""

    at = 0 if _PassArg.from_obj(function) is None else 1

    @wraps(function)
    def refusing(*args: Any, **options: Any) -> Any:
        if isinstance(args[at], str) and _BETWEEN_ITEMS.search(args[at]):
            message = f"`{name}` would take the letters of a text, not what is listed in it"
            raise TemplateFault("template-value", message, word=name, hint=_DECLARE_LIST)
        return function(*args, **options)

    return refusing


def _join_texts(values: Any, separator: Any = "") -> str:
    if isinstance(values, str) and len(values) > 1 and _BETWEEN_WORDS.search(str(separator)):
        message = f"`join` would put `{separator}` between the letters of a text"
        raise TemplateFault("template-value", message, word="join", hint=_DECLARE_LIST)
    parts = [print_text(value) for value in read_characters(values)]
    if len(parts) * len(str(separator)) > MAX_TEXT:
        raise SecurityError("the text grows too long")
    return str(separator).join(parts)


def _round_number(value: Any, precision: int = 0, method: str = "common") -> float:
    if abs(precision) > _MAX_DIGITS:
        raise SecurityError(f"a number has at most {_MAX_DIGITS} digits")
    return do_round(value, precision, method)  # type: ignore[arg-type]


def bound_result(function: Callable[..., Any]) -> Callable[..., Any]:
    """A filter whose result is a value of bounded size."""

    @wraps(function)
    def bounded(*args: Any, **options: Any) -> Any:
        return check_bounds(function(*args, **options))

    return bounded


def _accept_absent(function: Callable[..., Any]) -> Callable[..., Any]:
    """A filter for which an absent value, its first plain argument, is an empty text."""

    @wraps(function)
    def filled(*args: Any, **options: Any) -> Any:
        plain = ["" if value is None else value for value in args]
        return function(*plain, **options)

    return filled


def _print_arguments(function: Callable[..., Any]) -> Callable[..., Any]:
    """A filter of a text, whose plain arguments are as they are printed. Lists and mappings stay:
    conditions look for a word in all that they hold."""

    @wraps(function)
    def printed(*args: Any, **options: Any) -> Any:
        plain = [a if isinstance(a, list | tuple | dict) else format_printed(a) for a in args]
        return function(*plain, **options)

    return printed


def _make_environment() -> Sandbox:
    environment = Sandbox(
        undefined=jinja2.StrictUndefined,
        autoescape=False,
        finalize=format_printed,
        keep_trailing_newline=True,
        cache_size=0,
        optimized=False,  # the optimizer changes parsed trees, which others still read
    )
    known = {
        **environment.filters,
        "float": read_float,
        "int": read_integer,
        "replace": _replace_text,
        "join": _join_texts,
        "reverse": reverse_value,
        "round": _round_number,
        "sort": sort_values,
    }
    environment.filters = {name: bound_result(known[name]) for name in FILTERS if name in known}
    environment.filters |= {
        name: of_characters(environment.filters[name]) for name in _OF_CHARACTERS
    }
    environment.filters |= {name: _accept_absent(environment.filters[name]) for name in _OF_PARTS}
    environment.filters |= {
        name: _refuse_texts(name, environment.filters[name]) for name in _OF_LISTS
    }
    environment.filters |= {name: _print_arguments(environment.filters[name]) for name in _OF_TEXT}
    environment.filters |= {
        "number": bound_result(format_number),
        "date": bound_result(format_date),
    }
    environment.globals = {
        name: checked_function(name, bound_result(call)) for name, call in TEXT_FUNCTIONS.items()
    }
    environment.filters |= {name: make_case_filter(name) for name in CASES}
    environment.globals |= {"plural": PluralFunction(), "credits": CreditsFunction()}
    environment.globals |= {name: CaseFunction(name) for name in ("lower", "upper")}
    return environment


ENVIRONMENT = _make_environment()
FUNCTION_NAMES = TEXT_FUNCTIONS.keys() | LIST_FUNCTIONS.keys() | {"plural", "credits"}


def add_list_functions(evaluate: Evaluate) -> None:
    """Let templates call functions over lists, whose expressions `evaluate` evaluates."""
    ENVIRONMENT.globals |= {name: ListFunction(name, evaluate) for name in LIST_FUNCTIONS}
