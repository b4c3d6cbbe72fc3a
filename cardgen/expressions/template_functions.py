"""Functions that a template may call, and what it prints of a value.

In      values of cards, what a function was called with.
Out     `TemplateFunction`s, which may also stand among the values; texts; faults in the designer's
        words where one is called wrongly.
Not here  the environment that knows them by their names (`expressions.sandbox`).
"""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import islice
from typing import Any

import jinja2
from jinja2 import pass_context
from jinja2.exceptions import SecurityError
from jinja2.runtime import Context
from jinja2.utils import _PassArg

from cardgen.expressions.fault_messages import MAPPING_PRINTED, YES_NO_PRINTED, describe_error
from cardgen.expressions.faults import TemplateFault
from cardgen.expressions.language_functions import CREDITS, LANGUAGE, change_case, choose_plural
from cardgen.expressions.list_functions import Evaluate, ListFault, call_list_function

MAX_TEXT = 20_000
_VALUES = (str, int, float, list, tuple, Mapping, type(None), jinja2.Undefined)


class TemplateFunction:
    """A function that an expression may call, where it is given among the values."""

    def __init__(self, call: Callable[..., Any], name: str = "") -> None:
        self._call, self.name = call, name

    def __call__(self, *args: Any, **options: Any) -> Any:
        return self._call(*args, **options)


def checked_function(name: str, call: Callable[..., Any]) -> TemplateFunction:
    """A function that says so, in the designer's words, if it is called wrongly."""
    signature = inspect.signature(call)
    sample = f"write `{name}({', '.join(signature.parameters)})`"

    def checked(*args: Any, **options: Any) -> Any:
        try:
            signature.bind(*args, **options)
        except TypeError as error:
            message = f"`{name}` is called wrongly: {describe_error(error)[0]}"
            raise TemplateFault("template-value", message, word=name, hint=sample) from None
        return call(*args, **options)

    return TemplateFunction(checked, name)


def uncalled(function: TemplateFunction) -> TemplateFault:
    """What is wrong with the name of a function without brackets."""
    name = function.name
    message = f"`{name}` is a function, and stands here without its brackets"
    return TemplateFault("template-value", message, word=name, hint=f"write `{name}(…)`")


class ListFunction(TemplateFunction):
    """A function over a list, whose expression in quotes knows what the one around it knows."""

    jinja_pass_arg = _PassArg.context

    def __init__(self, name: str, evaluate: Evaluate) -> None:
        self.name, self._evaluate = name, evaluate

    def __call__(self, *args: Any, **options: Any) -> Any:
        context, *given = args
        if not 1 <= len(given) <= 2 or options:
            raise self.fault(f"`{self.name}` is called wrongly")
        known = context.get_all()
        try:
            return check_bounds(call_list_function(self.name, known, self._evaluate, *given))
        except ListFault as error:
            raise self.fault(str(error)) from None

    def fault(self, message: str) -> TemplateFault:
        hint = f'write `{self.name}(list, "an expression over item")`'
        return TemplateFault("template-value", message, word=self.name, hint=hint)


class PluralFunction(TemplateFunction):
    """`plural(n, "card", "cards")`: the form that goes with a number in the game's language."""

    jinja_pass_arg = _PassArg.context

    def __init__(self) -> None:
        self.name = "plural"

    def __call__(self, *args: Any, **options: Any) -> Any:
        context, *given = args
        if len(given) < 2 or options:
            hint = 'write `plural(n, "card", "cards")`'
            message = "`plural` is called wrongly"
            raise TemplateFault("template-value", message, word=self.name, hint=hint)
        language = str(context.get(LANGUAGE) or "en")
        return check_bounds(choose_plural(language, given[0], tuple(given[1:])))


class CreditsFunction(TemplateFunction):
    """`credits()`: whose work is printed, as `credits.yaml` names them."""

    jinja_pass_arg = _PassArg.context

    def __init__(self) -> None:
        self.name = "credits"

    def __call__(self, *args: Any, **options: Any) -> Any:
        if len(args) > 1 or options:
            hint = "write `credits()`"
            message = "`credits` takes nothing"
            raise TemplateFault("template-value", message, word=self.name, hint=hint)
        return check_bounds(str(args[0].get(CREDITS) or ""))


class CaseFunction(TemplateFunction):
    """`upper(name)`: a text in capitals, or small letters, of the language that it is in."""

    jinja_pass_arg = _PassArg.context

    def __init__(self, name: str) -> None:
        self.name, self._change = name, make_case_filter(name)

    def __call__(self, *args: Any, plain: bool = False, **options: Any) -> Any:
        context, *given = args
        if len(given) != 1 or options:
            hint = f"write `{self.name}(text)`"
            message = f"`{self.name}` is called wrongly: it takes one text"
            raise TemplateFault("template-value", message, word=self.name, hint=hint)
        return self._change(context, given[0], plain=plain)


def make_case_filter(name: str) -> Callable[..., Any]:
    """The filter that makes capitals or small letters. Where it is compared (`plain`), lists and
    mappings stay: conditions look for a word in all that they hold."""

    @pass_context
    def changed(context: Context, value: Any, *, plain: bool = False) -> str:
        text = str(value) if plain and isinstance(value, list | dict) else print_text(value)
        return str(check_bounds(change_case(context, name, text, plain=plain)))

    return changed


def format_printed(value: Any) -> Any:
    """What stands in the text for a value."""
    if isinstance(value, TemplateFunction):
        raise uncalled(value)
    if not isinstance(value, _VALUES):
        raise SecurityError("this is no value to print")
    if isinstance(value, float) and not math.isfinite(value):
        raise SecurityError("the number is too large")
    if isinstance(value, dict):
        raise SecurityError(MAPPING_PRINTED)
    if isinstance(value, bool):
        raise SecurityError(YES_NO_PRINTED)
    if isinstance(value, list | tuple):
        return ", ".join(str(format_printed(item)) for item in value)
    if isinstance(value, float):
        return str(int(value)) if value.is_integer() else f"{value:.10g}"
    return "" if value is None else value


def print_text(value: Any) -> str:
    """What stands in the text for a value, as a text."""
    return str(format_printed(value))


def join_texts(values: Iterable[Any]) -> str:
    """What `~` makes of values; Jinja writes `None` for a field that a card lacks."""
    return "".join(map(print_text, values))


def check_bounds(value: Any) -> Any:
    if isinstance(value, Iterator):
        value = list(islice(value, MAX_TEXT + 1))
    if isinstance(value, str | list | tuple) and len(value) > MAX_TEXT:
        raise SecurityError("the text grows too long")
    if isinstance(value, float) and not math.isfinite(value):
        raise SecurityError("the number is too large")
    return value
