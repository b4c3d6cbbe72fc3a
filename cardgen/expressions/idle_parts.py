"""Expressions that are read otherwise than they are meant: `cost == 3 or 4`, `cost * 1,5`.

In      the nodes of a parsed template.
Out     a `TemplateFault` for alternatives of which one always holds, for demands that nothing
        meets, and for a comma within a number.
Not here  what does not parse (`expressions.fault_messages`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from jinja2 import nodes

from cardgen.expressions.faults import TemplateFault

_Plain = str | int | float


def refuse_idle_parts(every: Iterable[nodes.Node], source: str) -> None:
    """Look at what is joined by `or`, `and` and commas.

    Raises:
        TemplateFault: it holds for every card or for none, or a number is two.
    """
    listed: set[int] = set()
    chosen: set[int] = set()
    """What `a == 1 and 'x' or 'y'` chooses from."""
    for node in every:
        match node:
            case nodes.Operand(op="in" | "notin", expr=nodes.Tuple() as values):
                listed.add(id(values))
            case nodes.Or():
                chosen |= {id(part) for part in _flatten(node, nodes.Or)}
                _check_alternatives(_flatten(node, nodes.Or))
            case nodes.And():
                _check_demands(_flatten(node, nodes.And), is_choice=id(node) in chosen)
            case nodes.Tuple() if id(node) not in listed:
                if not all(isinstance(one, nodes.Const) for one in node.items):
                    _check_numbers(node, source)


def _flatten(node: nodes.Expr, kind: type[nodes.BinExpr]) -> list[nodes.Expr]:
    if not isinstance(node, kind):
        return [node]
    return [*_flatten(node.left, kind), *_flatten(node.right, kind)]


def _check_alternatives(parts: Sequence[nodes.Expr]) -> None:
    """Refuse a bare value among questions, and two different values that something is not."""
    bare = [value for part in parts for value in _value_of(part)]
    if bare and any(map(_asks, parts)):
        known = list(_list_compared(parts, "eq"))
        name = known[0][0] if len({name for name, _ in known}) == 1 else ""
        values = [value for _, value in known] + bare
        hint = f"write `{_write_in(name, values)}`" if name else "compare it with something, too"
        holds = "holds always" if bare[0] else "never holds"
        message = f"{_write(bare[0])} stands alone behind `or`, and {holds}"
        raise TemplateFault("template-syntax", message, hint=hint)
    if len(bare) == len(parts):
        message = f"of values with `or` between them {_write(bare[0])} alone is taken"
        hint = f"write `in [{', '.join(map(repr, bare))}]`"
        raise TemplateFault("template-syntax", message, hint=hint)
    if any(isinstance(part, nodes.List) and part.items for part in parts if any(map(_asks, parts))):
        message = "a list stands alone behind `or`, and holds always"
        raise TemplateFault("template-syntax", message, hint="compare it with something, too")
    _check_values(_list_compared(parts, "ne"), "`or` between them holds always", "not in")


def _check_demands(parts: Sequence[nodes.Expr], *, is_choice: bool) -> None:
    """Refuse two different values that something is to have, and a bare one that is no choice."""
    bare = _value_of(parts[-1])
    if bare and not is_choice and all(map(_asks, parts[:-1])):
        message = f"{_write(bare[0])} stands alone behind `and`, and changes nothing"
        hint = f"compare it with something, too; a choice is `{bare[0]!r} if cost == 1 else ''`"
        raise TemplateFault("template-syntax", message, hint=hint)
    _check_values(_list_compared(parts, "eq"), "`and` between them never holds", "in")


def _check_values(compared: Iterable[tuple[str, _Plain]], said: str, sign: str) -> None:
    values: dict[str, list[_Plain]] = {}
    for name, value in compared:
        values.setdefault(name, []).append(value)
    for name, found in values.items():
        if len(set(found)) > 1:
            message = f"`{name}` is compared with two values, and {said}"
            hint = f"write `{_write_in(name, found, sign)}`"
            raise TemplateFault("template-syntax", message, word=name, hint=hint)


def _list_compared(parts: Iterable[nodes.Expr], sign: str) -> Iterator[tuple[str, _Plain]]:
    """The names that are compared with a constant, each with it."""
    for part in parts:
        match part:
            case nodes.Compare(expr=nodes.Name(name=name), ops=[nodes.Operand(op=op, expr=other)]):
                if op == sign:
                    yield from ((name, value) for value in _value_of(other))


def _asks(part: nodes.Expr) -> bool:
    """Whether a part is true or false, and nothing else."""
    if isinstance(part, nodes.And | nodes.Or):
        return _asks(part.left) and _asks(part.right)
    return isinstance(part, nodes.Compare | nodes.Test | nodes.Not)


def _value_of(part: nodes.Expr) -> list[_Plain]:
    """The text or number that a part is; nothing for anything else."""
    if isinstance(part, nodes.Neg):
        return [-value for value in _value_of(part.node) if not isinstance(value, str)]
    if isinstance(part, nodes.Const) and isinstance(part.value, str | int | float):
        return [] if isinstance(part.value, bool) else [part.value]
    return []


def _write_in(name: str, values: Sequence[_Plain], sign: str = "in") -> str:
    each = ", ".join(dict.fromkeys(map(repr, values)))
    return f"{name} {sign} [{each}]"


def _write(value: _Plain) -> str:
    return f"`{value!r}`"


def _check_numbers(listed: nodes.Tuple, source: str) -> None:
    """Refuse `cost * 1,5`, which is a list of two values; `(1, 5)` is meant as one, and so is what
    something is looked for in: `cost in (base,1,5)`."""
    for one, other in pairwise(listed.items):
        whole, decimals = _find_edge(one, last=True), _find_edge(other, last=False)
        if None not in (whole, decimals) and f"{whole},{decimals}" in source:
            message = f"a comma stands between two values, `{whole}` and `{decimals}`"
            hint = f"decimals stand behind a point: `{whole}.{decimals}`"
            raise TemplateFault("template-syntax", message, hint=hint)


def _find_edge(node: nodes.Node, *, last: bool) -> int | None:
    """The whole number that an expression ends with, or begins with; None if there is none."""
    match node:
        case nodes.Const(value=value) if isinstance(value, int) and not isinstance(value, bool):
            return value
        case nodes.BinExpr():
            return _find_edge(node.right if last else node.left, last=last)
        case nodes.Compare():
            return _find_edge(node.ops[-1].expr if last else node.expr, last=last)
        case nodes.Neg() if last:
            return _find_edge(node.node, last=last)
    return None
