"""Small changes of a Python module: operators, comparisons, conditions, numbers, statements.

In      the source of a module.
Out     `Mutant`s, each of which `mutate` makes into a tree.
Not here  whether tests notice them (`mutant_runs`).
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator
from dataclasses import dataclass

_COMMUTATIVE = ("min", "max")
_TOLERANCE = 1e-3
"""Smaller numbers stand for the rounding of floating point numbers, and are not mutated. Whether
a comparison with such a number is strict makes no difference, so it is turned round."""
_TOLERANCES = ("_SLACK",)
"""Names of such numbers."""
_WEIGHT = 100
"""Larger numbers are doubled instead of moved by one."""

_COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
    ast.In: ast.NotIn, ast.NotIn: ast.In,
}  # fmt: skip
_OPPOSITES: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.Gt, ast.LtE: ast.Gt, ast.Gt: ast.Lt, ast.GtE: ast.Lt,
}  # fmt: skip
_OPERATORS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Div, ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult, ast.Mod: ast.Mult, ast.Pow: ast.Mult,
}  # fmt: skip


@dataclass(frozen=True)
class Mutant:
    """One change: the node it is about (by its number in the tree), and what is done to it."""

    node: int
    change: str
    line: int
    text: str
    of: str
    """The node in words."""
    inside: bool
    """Whether it is in the body of a function."""

    @property
    def name(self) -> str:
        return f"{self.change} {self.of}: {self.text}"

    def __str__(self) -> str:
        return f"{self.line} {self.name}"


def find_mutants(source: str) -> list[Mutant]:
    """Every mutant of a module, in the order of its lines."""
    tree, lines = ast.parse(source), source.splitlines()
    skipped, inside = _skipped_nodes(tree), _nodes_of_bodies(tree)
    found = []
    for number, node in enumerate(ast.walk(tree)):
        if node in skipped:
            continue
        for change in _changes(node):
            line = getattr(node, "lineno", 0)
            of = ast.unparse(node).partition("\n")[0]
            text = lines[line - 1].strip()
            found.append(Mutant(number, change, line, text, of, node in inside))
    return sorted(found, key=lambda mutant: (mutant.line, mutant.node, mutant.change))


def _nodes_of_bodies(tree: ast.Module) -> set[ast.AST]:
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    return {node for function in functions for line in function.body for node in ast.walk(line)}


def _skipped_nodes(tree: ast.Module) -> set[ast.AST]:
    """Annotations, docstrings, decorators, base classes, and what errors are raised with."""
    skipped: set[ast.AST] = set()
    for node in ast.walk(tree):
        parts: list[ast.AST | None] = []
        match node:
            case ast.AnnAssign():
                parts = [node.annotation]
            case ast.arg():
                parts = [node.annotation]
            case ast.FunctionDef():
                parts = [node.returns, *node.decorator_list]
            case ast.ClassDef():
                parts = [*node.bases, *node.keywords, *node.decorator_list]
            case ast.Assign(value=ast.Subscript(value=ast.Name(id="Literal"))):
                parts = [node]
            case ast.Expr(value=ast.Constant()) | ast.Raise():
                parts = [node]
        for part in parts:
            if part is not None:
                skipped.update(ast.walk(part))
    return skipped


def _changes(node: ast.AST) -> Iterator[str]:
    """What may be done to a node."""
    if isinstance(node, ast.Compare):
        yield "compare"
    if isinstance(node, ast.BinOp | ast.AugAssign) and _may_replace(node):
        yield "operator"
    if isinstance(node, ast.BoolOp):
        yield "boolean"
    if isinstance(node, ast.If | ast.IfExp | ast.While):
        yield "negate"
    if isinstance(node, ast.Constant | ast.UnaryOp):
        yield from _value_changes(node)
    if isinstance(node, ast.Call) and _may_swap(node):
        yield "swap"
    if isinstance(node, ast.Expr | ast.AugAssign | ast.Continue | ast.Break):
        yield "remove"


def _value_changes(node: ast.Constant | ast.UnaryOp) -> Iterator[str]:
    match node:
        case ast.Constant(value=bool()):
            yield "flip"
        case ast.Constant(value=int() | float() as number) if not 0 < number < _TOLERANCE:
            yield "number"
        case ast.UnaryOp(op=ast.Not()):
            yield "unary"
        case ast.UnaryOp(op=ast.USub(), operand=operand) if not _is_tolerance(operand):
            yield "unary"


def _is_tolerance(node: ast.AST) -> bool:
    if isinstance(node, ast.Name):
        return node.id in _TOLERANCES
    value = node.value if isinstance(node, ast.Constant) else None
    return isinstance(value, int | float) and 0 < value < _TOLERANCE


def _may_replace(node: ast.BinOp | ast.AugAssign) -> bool:
    return type(node.op) in _OPERATORS and not (
        isinstance(node, ast.BinOp) and (_is_tolerance(node.left) or _is_tolerance(node.right))
    )


def _may_swap(call: ast.Call) -> bool:
    first = call.args[:2]
    known = call.func.id if isinstance(call.func, ast.Name) else ""
    starred = any(isinstance(argument, ast.Starred) for argument in first)
    return len(first) == 2 and not starred and known not in _COMMUTATIVE


def mutate(source: str, mutant: Mutant) -> ast.Module:
    """The tree of a module with one change."""
    tree = ast.parse(source)
    node = next(node for number, node in enumerate(ast.walk(tree)) if number == mutant.node)
    if mutant.change == "remove":
        _Remover(node).visit(tree)
        return ast.fix_missing_locations(tree)
    _apply(node, mutant.change)
    return ast.fix_missing_locations(tree)


class _Remover(ast.NodeTransformer):
    def __init__(self, removed: ast.AST) -> None:
        self.removed = removed

    def visit(self, node: ast.AST) -> ast.AST:
        if node is self.removed:
            return ast.copy_location(ast.Pass(), node)
        return self.generic_visit(node)


def _apply(node: ast.AST, change: str) -> None:
    match node, change:
        case ast.Compare(), "compare":
            turned = _OPPOSITES if any(map(_is_tolerance, ast.walk(node))) else _COMPARISONS
            node.ops[0] = turned.get(type(node.ops[0]), _COMPARISONS[type(node.ops[0])])()
        case ((ast.BinOp() | ast.AugAssign()), "operator"):
            node.op = _OPERATORS[type(node.op)]()
        case ast.BoolOp(), "boolean":
            node.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
        case ast.UnaryOp(), "unary":
            same: ast.unaryop = ast.UAdd()
            if isinstance(node.op, ast.USub):
                node.op = same
            else:
                node.operand = ast.UnaryOp(ast.Not(), copy.deepcopy(node.operand))
        case ((ast.If() | ast.IfExp() | ast.While()), "negate"):
            node.test = ast.UnaryOp(ast.Not(), node.test)
        case ast.Constant(value=bool(value)), "flip":
            node.value = not value
        case ast.Constant(value=(int() | float()) as number), "number":
            node.value = number * 2 if number >= _WEIGHT else number + 1
        case ast.Call(), "swap":
            node.args[0], node.args[1] = node.args[1], node.args[0]
