"""What a value has to be that was refused, in a designer's words.

In      an error of pydantic's, the node that it is about.
Out     what is expected there, and what to write.
Not here  fields that are none or that are missing (`read.validate`).
"""

from __future__ import annotations

import re
from typing import Any

from cardgen.core.findings import did_you_mean
from cardgen.read.field_homes import explain_elements, explain_sequence, model_named
from cardgen.read.foreign_choices import explain_choice
from cardgen.read.models.paint import GradientSpec
from cardgen.read.syntax.nodes import Node, ScalarNode, SequenceNode
from cardgen.read.written_examples import write_example

_SHOWN_NAMES = 4
_VALUES = {"takes": '""', "vars": '""', "editions": "{language: …}"}
"""What stands beside each name of a mapping, where anything does not do."""
_PERCENT = re.compile(r"-?\d{1,9}(\.\d+)?\s*%")
_PAIR = re.compile(
    r"(-?\d+(?:\.\d+)?%?)(?:\s*(?:\.\.+|…|-|–|to|and|,|/|\s)\s*(-?\d+(?:\.\d+)?%?))?"
)
"""A least and a greatest number, or one number."""
_DEGREES = re.compile(r"(-?\d{1,6}(?:\.\d+)?|-?\.\d+)\s*(°|deg|degrees|turns?|rad)")
_IN_DEGREES = {"turn": 360.0, "turns": 360.0, "rad": 57.29578}
_SIDES = ("top", "bottom", "left", "right")
_BETWEEN_WORDS = re.compile(r"[\s,_-]+")
_SPOT = re.compile(r"(-?\d[\d.]*(?:mm|cm|in|pt|px|%)|0)[ ,]+(-?\d[\d.]*(?:mm|cm|in|pt|px|%)|0)")
"""Two lengths, as a place."""


def describe_expected(kind: str, context: Any, node: Node, key: str) -> tuple[str, str]:
    """What a value has to be, and what to write.

    Args:
        kind: The kind of pydantic's error.
        context: What that says of it, such as the bounds of a number.
        node: What stands there.
        key: The field that it is the value of.
    """
    if kind in ("literal_error", "enum"):
        options = str(context["expected"]).replace("'", "`")
        return options, _choice_hint(node, options, key)
    if kind.startswith("int_"):
        return "a whole number", "write digits only, as in `2`"
    if kind.startswith(("float_", "finite")):
        return "a number", _share_hint(node) or "write digits, as in `1.5`"
    if kind.startswith("bool_"):
        return "yes or no", "write `yes` or `no`"
    if kind == "string_pattern_mismatch":
        return "a name of small letters and `_`", "write for example `tag`"
    if kind.startswith("string_too_short"):
        return "a text that is not empty", ""
    if kind.startswith("string"):
        listed = explain_sequence(key) if isinstance(node, SequenceNode) else ""
        one = "" if isinstance(node, ScalarNode) else "write one text, in quotes if need be"
        return "a text", listed or one
    if kind.startswith(("list", "tuple")):
        return "a list", _list_hint(kind, node)
    if kind in ("model_type", "dict_type", "model_attributes_type"):
        return "a mapping", _mapping_hint(context.get("class_name", ""), node, key)
    return _bounds(kind, context, node)


def _choice_hint(node: Node, options: str, key: str) -> str:
    """The choice that a word is a slip for, or stands for elsewhere."""
    word = node.text if isinstance(node, ScalarNode) else ""
    if key == "at" and (spot := _SPOT.fullmatch(word)):
        return f"write `left: {spot[1]}, top: {spot[2]}`"
    if key == "at" and (corner := _read_corner(word)):
        return f"did you mean `{corner}`?"
    known = [option.strip("`") for option in options.replace(" or ", ", ").split(", ")]
    same = next((one for one in known if sorted(one.split()) == sorted(word.split())), word)
    hint = explain_choice(word, known) or did_you_mean(same, known, what="word")
    return "" if hint.startswith("known") else hint


def _read_corner(word: str) -> str:
    """The corner or side of `top center`, `middle-left` and `bottom, right`; "" for others."""
    words = [one for one in _BETWEEN_WORDS.split(word.casefold()) if one]
    sides = sorted((one for one in words if one in _SIDES), key=_SIDES.index)
    others = [one for one in words if one not in _SIDES]
    clash = len(sides) > 2 or sides in (["top", "bottom"], ["left", "right"])
    if not words or clash or any(one not in ("center", "centre", "middle") for one in others):
        return ""
    return " ".join(dict.fromkeys(sides)) or "center"


def _list_hint(kind: str, node: Node) -> str:
    """The least and the greatest of `0..3`, `0-3` or `20% to 30%`, as a list; one for both."""
    if kind.startswith("list"):
        return "begin each entry with `- `, or write `[a, b]`"
    typed = _PAIR.fullmatch(node.text.strip()) if isinstance(node, ScalarNode) else None
    least, most = (typed[1], typed[2] or typed[1]) if typed else ("a", "b")
    return f"write `[{least}, {most}]`"


def _share_hint(node: Node) -> str:
    """How a number is written that was typed in percent or degrees."""
    typed = node.text.strip() if isinstance(node, ScalarNode) else ""
    if degrees := _DEGREES.fullmatch(typed):
        factor = _IN_DEGREES.get(degrees[2])
        if factor is not None:
            return f"write `{float(degrees[1]) * factor:g}`, in degrees"
        return f"write `{degrees[1]}`, without `{degrees[2]}`"
    if not _PERCENT.fullmatch(typed):
        return ""
    return f"write `{float(typed.rstrip('% ')) / 100:g}`, without `%`"


def _value_hint(node: Node, key: str) -> str:
    """How names in a list are written that are to have values."""
    names = (
        [one.text for one in node.items if isinstance(one, ScalarNode)]
        if isinstance(node, SequenceNode)
        else []
    )
    value = _VALUES.get(key, "…")
    shown = ", ".join(f"{name}: {value}" for name in names[:_SHOWN_NAMES])
    return f"give each a value, as in `{{{shown}}}`" if shown else ""


def _one_line(node: Node) -> str:
    """A text, or the texts of a list, as they were typed."""
    match node:
        case ScalarNode():
            return node.text
        case SequenceNode(items=items) if all(isinstance(one, ScalarNode) for one in items):
            return ", ".join(one.text for one in items if isinstance(one, ScalarNode))
        case _:
            return ""


def _mapping_hint(name: str, node: Node, key: str) -> str:
    """How a mapping of the model of that name is written."""
    model = model_named(name)
    if model is None:
        return (not name and _value_hint(node, key)) or "write `key: value` lines"
    if isinstance(node, SequenceNode) and (hint := explain_elements(model)):
        return hint
    typed = _one_line(node)
    plain = f"; one color alone is `color: {typed}`" if model is GradientSpec and typed else ""
    return f"write `{write_example(model, typed)}`{plain}"


def _bounds(kind: str, context: Any, node: Node) -> tuple[str, str]:
    share = isinstance(node, ScalarNode) and node.text.endswith("%")
    bounds = {key: _format_bound(value, share=share) for key, value in context.items()}
    words = {
        "greater_than": ("a number above {gt}", "write a larger number"),
        "greater_than_equal": ("a number of {ge} or more", "write `{ge}` or more"),
        "less_than_equal": ("a number of {le} at most", "write `{le}` or less"),
        "too_long": ("at most {max_length}", "leave some out"),
        "too_short": ("at least {min_length}", "add an entry"),
    }
    text, hint = words.get(kind, ("another value", ""))
    if kind == "less_than_equal" and context.get("le") == 1 and not share:
        hint = _explain_whole(node) or hint
    return text.format_map(bounds), hint.format_map(bounds)


def _explain_whole(node: Node) -> str:
    """A share that was typed in percent without its sign, `50` for one half."""
    typed = node.text.strip() if isinstance(node, ScalarNode) else ""
    shared = re.fullmatch(r"\d{2,3}(?:\.\d+)?", typed) and float(typed) <= 100
    return f"write `{float(typed) / 100:g}`; 1 is all of it" if shared else ""


def _format_bound(value: Any, *, share: bool) -> Any:
    """A bound as it is typed: percent are read as a share of 1."""
    if not isinstance(value, int | float):
        return value
    return f"{100 * value:.10g}%" if share else f"{value:.10g}"
