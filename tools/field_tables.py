"""Tables of the fields of the models, as they stand in the documentation.

In      a page with `<!-- fields: CLASS -->` … `<!-- end -->`.
Out     the page with those tables made anew from the models.
"""

from __future__ import annotations

import inspect
import re
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from cardgen.read.models import (
    booklets,
    boxes,
    components,
    drawn_elements,
    editions,
    element,
    elements,
    flows,
    layouts,
    paint,
    parameters,
    places,
    showcase,
    styles,
    values,
)
from cardgen.read.models import (
    credits as credits_model,
)
from cardgen.read.models import game_file as model
from cardgen.read.models import tables as tables_model
from cardgen.read.models.record import Spec

_FIELDS = re.compile(r"(<!-- fields: (\w+) -->\n).*?(<!-- end -->)", re.DOTALL)
_WORDS: tuple[tuple[Any, str], ...] = (
    (values.Measure, "length"),
    (values.Breadth, "length"),
    (components.Absolute, "length"),
    (components.Dimension, "length"),
    (values.TextMeasure, "length"),
    (values.TypeMeasure, "length"),
    (values.TextDistance, "length, may be negative"),
    (values.Percent, "percent"),
    (values.Share, "percent"),
    (values.Distance, "length, may be negative"),
    (values.TypeSize, "type size"),
    (values.GridPitch, "length"),
    (values.Leading, "number or length"),
    (values.Tracking, "number or length"),
    (places.Place, "corner, point or list of points"),
    (places.Point, "point"),
    (values.Padding, "one, two or four lengths"),
    (values.Features, "tag or list of tags"),
    (values.Names, "name or list of names"),
    (values.Text, "text"),
    (elements.AnyElement, "element"),
    (values.Count, "whole number"),
    (str, "text"),
    (bool, "yes or no"),
    (int, "whole number"),
    (float, "number"),
    (dict[str, dict[str, values.Count]], "fields, and in each values with a number"),
    (dict[str, dict[str, Any]], "names of elements, and in each fields"),
)
_UNSAID = {"order": "What to order from the print service."}


def models() -> dict[str, type[Spec]]:
    """The models that a designer fills in, by name."""
    modules = (
        places,
        parameters,
        components,
        boxes,
        booklets,
        showcase,
        layouts,
        drawn_elements,
        element,
        elements,
        flows,
        paint,
        styles,
        tables_model,
        credits_model,
        editions,
        model,
    )
    found = {
        name: kind
        for module in modules
        for name, kind in vars(module).items()
        if inspect.isclass(kind) and issubclass(kind, Spec) and kind is not Spec
        if name == kind.__name__
    }
    return dict(sorted(found.items()))


def own_fields(kind: type[Spec]) -> list[str]:
    """The fields that a model itself declares, not those of the models it builds on."""
    return [*kind.own_fields]


def spelling(kind: type[Spec], name: str) -> str:
    """A field as it is written in YAML."""
    return kind.model_fields[name].alias or name


def table(kind: type[Spec]) -> str:
    """The table of a model's own fields."""
    hints = get_type_hints(kind, include_extras=True)
    rows = ["| field | what to write | if left out | meaning |", "|---|---|---|---|"]
    for name in own_fields(kind):
        info = kind.model_fields[name]
        meaning = info.description or _UNSAID.get(name, "The elements inside.")
        default = "*needed*" if info.is_required() else _shown(info.default)
        cells = (f"`{spelling(kind, name)}`", _kind_of_value(hints[name]), default, meaning)
        rows.append("| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |")
    return "\n".join(rows) + "\n"


def _shown(default: Any) -> str:
    """A default as it would be written in YAML."""
    if default in (None, "", [], {}, ...):
        return ""
    if isinstance(default, bool):
        return "no" if default is False else "yes"
    if isinstance(default, tuple):
        return "`[" + ", ".join(f"{number:g}" for number in default) + "]`"
    return f"`{default:g}`" if isinstance(default, float) else f"`{default}`"


def _kind_of_value(hint: Any) -> str:
    for known, word in _WORDS:
        if hint == known:
            return word
    origin, inner = get_origin(hint), get_args(hint)
    if origin is Literal:
        return ", ".join(f"`{word}`" for word in inner)
    if origin in (Union, UnionType):
        return " or ".join(_kind_of_value(part) for part in inner if part is not type(None))
    if origin is list:
        return f"list of {_plural(_kind_of_value(inner[0]))}"
    if hint is Any:
        return "value"
    if origin is tuple:
        return f"list of {len(inner)} {_plural(_kind_of_value(inner[0]))}"
    if origin is dict:
        return f"{_plural(_kind_of_value(inner[1]))} by name"
    if inspect.isclass(hint) and issubclass(hint, Spec):
        return hint.__name__.removesuffix("Spec").lower()
    return _kind_of_value(inner[0])  # an annotated type


def _plural(noun: str) -> str:
    if noun.startswith("list of"):
        return noun.replace("list", "lists", 1)
    if " " in noun:
        return noun if noun.endswith("by name") else f"({noun})"
    return f"{noun}es" if noun.endswith("x") else f"{noun}s"


def with_tables(page: str) -> str:
    """The page with its field tables made anew."""
    known = models()
    return _FIELDS.sub(lambda m: m[1] + table(known[m[2]]) + m[3], page)


def tables(page: str) -> dict[str, str]:
    """The field tables of the page, by model."""
    return {found[2]: found[0] for found in _FIELDS.finditer(page)}
