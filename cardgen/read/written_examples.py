"""How a mapping is written where something else stands.

In      the model of the mapping; the word or number that stands there instead.
Out     a mapping that the model takes, in one line; what was typed is in it, where it fits.
Not here  what else may be meant (`read.field_homes`).
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping

from cardgen.core.sizes import find_size
from cardgen.read.models.record import Spec

_EXAMPLES: dict[str, dict[str, str]] = {
    "AlongSpec": {"circle": "20mm"},
    "BookletSpec": {"text": "rules.md", "page": "a5"},
    "CurveSpec": {"sweep": "120"},
    "EditionSpec": {"language": "de"},
    "FieldSpec": {"type": "integer"},
    "FoldSpec": {"columns": "2"},
    "GlowSpec": {"blur": "1mm", "color": "white"},
    "GradientSpec": {"from": "white", "to": "black"},
    "MarginSpec": {"inner": "12mm", "outer": "8mm"},
    "OrderSpec": {"stock": "S30"},
    "PageSpec": {"name": "a5"},
    "ParameterSpec": {"type": "text"},
    "RuleSpec": {"that": "points > 0"},
    "ShadowSpec": {"y": "0.4mm", "color": "black"},
    "ShowcaseSpec": {"scene": "fan"},
    "SizeSpec": {"width": "63mm", "height": "88mm"},
    "SleeveSpec": {"edge": "2mm"},
    "StopSpec": {"at": "50%", "color": "white"},
    "TabSpec": {"width": "20mm", "height": "8mm"},
    "WithinSpec": {"shape": "ellipse"},
    "WrapSpec": {"shape": "ellipse", "width": "40%", "height": "50%"},
}
"""Of models whose needed fields, or first two, are not enough or do not go together."""
_FITS: dict[str, tuple[str, ...]] = {
    "AlongSpec": ("circle",),
    "BookletSpec": ("text",),
    "EditionSpec": ("language",),
    "FieldSpec": ("type",),
    "GlowSpec": ("blur", "color"),
    "GradientSpec": ("from",),
    "OrderSpec": ("stock",),
    "PageSpec": ("name",),
    "ParameterSpec": ("type",),
    "RuleSpec": ("that",),
    "ShadowSpec": ("y", "color"),
    "ShowcaseSpec": ("scene",),
    "StopSpec": ("at", "color"),
    "WithinSpec": ("shape",),
    "WrapSpec": ("shape",),
}
"""The fields of these that take what was typed; the first that does has it."""
_SWITCHES = frozenset(("yes", "no", "on", "off", "true", "false", "none"))
_SIDES = re.compile(
    r"(\d{1,4}(?:\.\d+)?)\s*(mm|cm|in|pt|px)?\s*(?:[x×*/,]|\s)\s*(\d{1,4}(?:\.\d+)?)\s*(mm|cm|in|pt|px)?"
)
"""A width and a height."""
_INCHES = 12
"""Sides below this that have no unit are inches: no card is that small in millimeters."""
_COLOR = re.compile(r"#?[^\W\d]\w*(?:-\w+)*(?: */ *\d+%)?|#[0-9a-fA-F]{3,8}")
_COLORS = frozenset(("color", "from"))
_PLAIN = re.compile(r"[\w.][\w .%+*/<>=()-]*")
"""A text that needs no quotes between braces."""


def write_example(model: type[Spec], typed: str = "") -> str:
    """The shortest mapping of a model that says something.

    Args:
        model: What is wanted.
        typed: What stands there instead; it is in the mapping, where it fits.
    """
    example = _EXAMPLES.get(model.__name__)
    if example is None:
        return _write_needed(model, typed)
    if model.__name__ == "SizeSpec":
        return _write(_read_size(typed) or example)
    if typed.strip().casefold() in _SWITCHES:
        return _write(example)
    fields = _FITS.get(model.__name__, ()) if typed else ()
    tries = ({**example, name: typed} for name in fields if _may_be(name, typed))
    return _write(next((one for one in tries if _is_sound(model, one)), example))


def _may_be(name: str, typed: str) -> bool:
    """Whether a field that takes any text may have been meant."""
    return name not in _COLORS or _COLOR.fullmatch(typed) is not None


def _write_needed(model: type[Spec], typed: str) -> str:
    """A mapping of the fields that a model needs, or else of its first two."""
    from cardgen.read.models.pydantic_models import typed_fields  # for what is at fault

    fields = typed_fields(model).values()
    listed = [info for info in fields if info.is_required()] or [*fields][:2]
    first = typed and listed[0].annotation is str
    values = (_quoted(typed) if first else "…", *("…" for _ in listed))
    pairs = zip(listed, values, strict=False)
    return f"{{{', '.join(f'{info.alias}: {value}' for info, value in pairs)}}}"


def _read_size(typed: str) -> Mapping[str, str]:
    """A size by its trade name, or by its sides; nothing for other words."""
    if find_size(typed.strip()):
        return {"like": typed.strip()}
    sides = _SIDES.fullmatch(typed.strip())
    if sides is None:
        return {}
    width, first, height, second = sides.groups()
    usual = "in" if max(float(width), float(height)) < _INCHES else "mm"
    unit = second or first or usual
    return {"width": f"{width}{first or unit}", "height": f"{height}{unit}"}


def _is_sound(model: type[Spec], values: Mapping[str, str]) -> bool:
    from pydantic import ValidationError

    try:
        model.model_validate(dict(values))
    except ValidationError:
        return False
    return True


def _write(values: Mapping[str, str]) -> str:
    return f"{{{', '.join(f'{name}: {_quoted(value)}' for name, value in values.items())}}}"


def _quoted(text: str) -> str:
    return text if _PLAIN.fullmatch(text) else json.dumps(text, ensure_ascii=False)
