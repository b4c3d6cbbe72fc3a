"""What expressions hold names against: `rank == '7'`, `rank in [7, 8]`.

In      the source of an expression or a template.
Out     pairs of a name and a constant that it is compared with. A name that goes through a filter
        of letters or spaces first, or a function like it, stands with it: `kind|lower`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache

from jinja2 import nodes
from jinja2.filters import do_title

from cardgen.expressions.faults import TemplateFault
from cardgen.expressions.syntax import parse_template

Constant = str | int | float
_EQUAL = ("eq", "ne")
_AMONG = ("in", "notin")
CHANGES: Mapping[str, Callable[[str], str]] = {
    "capitalize": str.capitalize, "lower": str.lower, "title": do_title, "trim": str.strip,
    "upper": str.upper,
}  # fmt: skip
"""What filters make of a text that is compared, by their names."""


@lru_cache(maxsize=1024)
def find_compared_constants(
    source: str, *, expression: bool = False
) -> tuple[tuple[str, Constant], ...]:
    """The constants that each name is to equal, as they stand; none if it does not parse."""
    try:
        _, every = parse_template(f"{{{{ {source} }}}}" if expression else source)
    except TemplateFault:
        return ()
    compared = (node for node in every if isinstance(node, nodes.Compare))
    return tuple(pair for node in compared for pair in _list_pairs(node))


def _list_pairs(node: nodes.Compare) -> Iterator[tuple[str, Constant]]:
    left: nodes.Expr = node.expr
    for operand in node.ops:
        right = operand.expr
        if operand.op in _EQUAL:
            yield from ((name, value) for name in _names(left) for value in _constants(right))
            yield from ((name, value) for name in _names(right) for value in _constants(left))
        elif operand.op in _AMONG and isinstance(right, nodes.List | nodes.Tuple):
            items = (value for item in right.items for value in _constants(item))
            yield from ((name, value) for value in items for name in _names(left))
        left = right


def _names(node: nodes.Expr) -> list[str]:
    match node:
        case nodes.Name(name=name):
            return [name]
        case (
            nodes.Filter(name=change, node=nodes.Name(name=name), args=[])
            | nodes.Call(node=nodes.Name(name=change), args=[nodes.Name(name=name)])
        ) if change in CHANGES:
            return [f"{name}|{change}"]
    return []


def _constants(node: nodes.Expr) -> list[Constant]:
    if isinstance(node, nodes.Const) and isinstance(node.value, str | int | float):
        return [] if isinstance(node.value, bool) else [node.value]
    return []
