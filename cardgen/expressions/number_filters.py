"""The filters that make numbers of texts: `cost|int`, `share|float`.

In      a value, and perhaps what it counts as where it is no number.
Out     the number; an empty value counts as 0.
Not here  how numbers are printed (`expressions.language_functions`).

Jinja's own make 0 of whatever is no number: `3 gold` or `1,5` would be printed as 0, untold.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from jinja2.filters import do_float, do_int

from cardgen.expressions.faults import TemplateFault

_NO_NUMBER = object()
_SHOWN = 40


def read_integer(value: Any, default: Any = _NO_NUMBER, base: int = 10) -> Any:
    """A whole number; what is behind the point is cut off.

    Raises:
        TemplateFault: the value is no number, and nothing says what it counts as.
    """
    return _read("int", value, default, lambda spare: do_int(value, spare, base))


def read_float(value: Any, default: Any = _NO_NUMBER) -> Any:
    """A number with decimals.

    Raises:
        TemplateFault: the value is no number, and nothing says what it counts as.
    """
    return _read("float", value, default, lambda spare: do_float(value, spare))


def _read(name: str, value: Any, default: Any, read: Callable[[Any], Any]) -> Any:
    if value is None or not str(value).strip():
        return read(0 if default is _NO_NUMBER else default)
    number = read(default)
    number = default if number != number else number  # what spreadsheets write as `nan`
    if number is not _NO_NUMBER:
        return number
    shown = str(value)
    shown = f"{shown[:_SHOWN]}…" if len(shown) > _SHOWN else shown
    message = f"`{shown}` is no number"
    hint = f"correct it, or say what it counts as: `|{name}(0)`"
    raise TemplateFault("template-value", message, word=name, hint=hint)
