"""Expressions as they were parsed → functions that work them out, without compiling them.

In      the syntax tree of an expression.
Out     a function of values; None for what only Jinja's compiler understands.
Not here  which expressions are allowed (`expressions.syntax`), what their operators may do
          (`expressions.sandbox`).

Each node becomes one function that does what Jinja's compiled code does, by way of the same
sandbox. To write, parse and run that code takes 0.4 ms an expression, and each run of it begins
with a context of its own. Without both, a check or a build of 216 cards after an edited word takes
7 % fewer instructions (10.4 → 9.7 and 7.7 → 7.2 thousand million, measured in turns).
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any

from jinja2 import nodes
from jinja2.runtime import Context, new_context
from jinja2.utils import _PassArg, missing

from cardgen.expressions.sandbox import ENVIRONMENT
from cardgen.expressions.template_functions import join_texts


class Scope:
    """What the names of an expression stand for in one run of it."""

    def __init__(self, values: Mapping[str, Any]) -> None:
        self.values = values

    @cached_property
    def context(self) -> Context:
        """The same for functions that ask for it."""
        return new_context(ENVIRONMENT, None, {}, dict(self.values), globals=ENVIRONMENT.globals)

    def look_up(self, name: str) -> Any:
        """What a name stands for; Jinja's undefined if it is none."""
        found = self.values.get(name, missing)
        if found is missing:
            found = ENVIRONMENT.globals.get(name, missing)
        return ENVIRONMENT.undefined(name=name) if found is missing else found


Run = Callable[[Scope], Any]
"""Works out a part of an expression."""


class _UnknownNodeError(Exception):
    """A node that is left to Jinja."""


def interpret(node: nodes.Expr) -> Callable[[Mapping[str, Any]], Any] | None:
    """Return what works out an expression; None if Jinja has to compile it."""
    try:
        run = _prepare(node)
    except _UnknownNodeError:
        return None
    return lambda values: run(Scope(values))


def _prepare(node: nodes.Node | None) -> Run:
    match node:
        case nodes.Const(value=value):
            return lambda _: value
        case nodes.Name(name=name):
            return lambda scope: scope.look_up(name)
        case nodes.Compare():
            return _prepare_comparison(node)
        case nodes.And() | nodes.Or() | nodes.Not() | nodes.CondExpr():
            return _prepare_choice(node)
        case nodes.BinExpr() | nodes.Neg() | nodes.Concat():
            return _prepare_operation(node)
        case nodes.Getattr() | nodes.Getitem():
            return _prepare_entry(node)
        case nodes.Tuple() | nodes.List() | nodes.Dict():
            return _prepare_literal(node)
        case nodes.Call() | nodes.Filter() | nodes.Test():
            return _prepare_call(node)
    raise _UnknownNodeError


def _prepare_all(parts: Sequence[nodes.Node]) -> list[Run]:
    return [_prepare(part) for part in parts]


# --- choices and comparisons -----------------------------------------------------------------


def _prepare_choice(node: nodes.And | nodes.Or | nodes.Not | nodes.CondExpr) -> Run:
    if isinstance(node, nodes.Not):
        negated = _prepare(node.node)
        return lambda scope: not negated(scope)
    if isinstance(node, nodes.CondExpr):
        test, first, second = _prepare_all(_whole_choice(node))
        return lambda scope: first(scope) if test(scope) else second(scope)
    left, right = _prepare(node.left), _prepare(node.right)
    if isinstance(node, nodes.And):
        return lambda scope: left(scope) and right(scope)
    return lambda scope: left(scope) or right(scope)


def _whole_choice(node: nodes.CondExpr) -> tuple[nodes.Expr, nodes.Expr, nodes.Expr]:
    if node.expr2 is None:  # what it stands for without `else` names its place in the template
        raise _UnknownNodeError
    return node.test, node.expr1, node.expr2


_COMPARISONS: Mapping[str, Callable[[Any, Any], Any]] = {
    "eq": operator.eq,
    "ne": operator.ne,
    "gt": operator.gt,
    "gteq": operator.ge,
    "lt": operator.lt,
    "lteq": operator.le,
    "in": lambda part, whole: part in whole,
    "notin": lambda part, whole: part not in whole,
}


def _prepare_comparison(node: nodes.Compare) -> Run:
    first = _prepare(node.expr)
    steps = [(_COMPARISONS[one.op], _prepare(one.expr)) for one in node.ops]
    if len(steps) == 1:
        compare, second = steps[0]
        return lambda scope: compare(first(scope), second(scope))

    def run(scope: Scope) -> Any:
        left, result = first(scope), True
        for compare, prepared in steps:
            right = prepared(scope)
            result = compare(left, right)
            if not result:
                return result
            left = right
        return result

    return run


# --- operators and literals ------------------------------------------------------------------


def _prepare_operation(node: nodes.BinExpr | nodes.Neg | nodes.Concat) -> Run:
    if isinstance(node, nodes.Neg):
        positive = _prepare(node.node)
        return lambda scope: -positive(scope)
    if isinstance(node, nodes.Concat):
        parts = _prepare_all(node.nodes)
        return lambda scope: join_texts([part(scope) for part in parts])
    sign = node.operator
    if sign not in ENVIRONMENT.intercepted_binops:
        raise _UnknownNodeError
    left, right = _prepare(node.left), _prepare(node.right)
    return lambda scope: ENVIRONMENT.call_binop(scope, sign, left(scope), right(scope))


def _prepare_entry(node: nodes.Getattr | nodes.Getitem) -> Run:
    whole = _prepare(node.node)
    if isinstance(node, nodes.Getattr):
        name = node.attr
        return lambda scope: ENVIRONMENT.getattr(whole(scope), name)
    key = _prepare(node.arg)
    return lambda scope: ENVIRONMENT.getitem(whole(scope), key(scope))


def _prepare_literal(node: nodes.Tuple | nodes.List | nodes.Dict) -> Run:
    if isinstance(node, nodes.Dict):
        pairs = [(_prepare(pair.key), _prepare(pair.value)) for pair in node.items]
        return lambda scope: {key(scope): value(scope) for key, value in pairs}
    parts, kind = _prepare_all(node.items), list if isinstance(node, nodes.List) else tuple
    return lambda scope: kind([part(scope) for part in parts])


# --- calls -----------------------------------------------------------------------------------


def _prepare_call(node: nodes.Call | nodes.Filter | nodes.Test) -> Run:
    if node.dyn_args is not None or node.dyn_kwargs is not None:
        raise _UnknownNodeError
    named = {str(one.key): _prepare(one.value) for one in node.kwargs}
    first, given = _prepare(node.node), _prepare_all(node.args)
    call = _call_named if isinstance(node, nodes.Call) else _find_filter(node)

    def run(scope: Scope) -> Any:
        about = first(scope)
        values = [one(scope) for one in given]
        options = {name: one(scope) for name, one in named.items()}
        return call(scope, about, *values, **options)

    return run


def _call_named(scope: Scope, function: Any, /, *args: Any, **options: Any) -> Any:
    return ENVIRONMENT.call(scope.context, function, *args, **options)


def _find_filter(node: nodes.Filter | nodes.Test) -> Callable[..., Any]:
    """A filter or test, as Jinja calls it."""
    known: Mapping[str, Any] = (
        ENVIRONMENT.filters if isinstance(node, nodes.Filter) else ENVIRONMENT.tests
    )
    found = known.get(node.name)
    if found is None:
        raise _UnknownNodeError
    asks = _PassArg.from_obj(found)
    if asks is None:
        return lambda _, *args, **options: found(*args, **options)
    if asks is _PassArg.environment:
        return lambda _, *args, **options: found(ENVIRONMENT, *args, **options)
    if asks is _PassArg.context:
        return lambda scope, *args, **options: found(scope.context, *args, **options)
    return lambda scope, *args, **options: found(scope.context.eval_ctx, *args, **options)
