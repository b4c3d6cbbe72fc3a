"""What the project's Python files import, define and call. Each is parsed once; its syntax tree,
which takes much more room than what is asked of it, is not kept."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from msgspec import Struct

Definition = ast.FunctionDef | ast.AsyncFunctionDef


class FunctionFacts(Struct, frozen=True):
    """A function or method, those within it counted as its own."""

    name: str
    line: int
    asserts: bool
    calls: frozenset[str]
    """The last part of each name that it calls."""


class FileFacts(Struct, frozen=True):
    """A file."""

    path: Path
    docstring: str
    imports: tuple[str, ...]
    """Modules, those for type checkers included; a relative import begins with a dot."""
    early_imports: tuple[str, ...]
    """What is imported while it is imported itself: not in functions, not for type checkers
    alone. A name that is taken from a module may be a module too."""
    classes: tuple[str, ...]
    functions: tuple[FunctionFacts, ...]
    plain_calls: frozenset[str]
    """Names without a dot that it calls."""


@cache
def read_facts(path: Path) -> FileFacts:
    return parse_facts(path.read_text("utf-8"), path)


def parse_facts(text: str, path: Path = Path("some.py")) -> FileFacts:
    tree = ast.parse(text)
    nodes = list(ast.walk(tree))
    return FileFacts(
        path,
        ast.get_docstring(tree) or "",
        tuple(name for node in nodes for name in _imported(node)),
        tuple(_imported_early(tree)),
        tuple(node.name for node in nodes if isinstance(node, ast.ClassDef)),
        tuple(_facts_of(node) for node in nodes if isinstance(node, Definition)),
        frozenset(name for node in nodes for name in _called(node, plain=True)),
    )


def _imported(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.ImportFrom) and node.module == "cardgen":
        yield from (f"cardgen.{alias.name}" for alias in node.names)
    elif isinstance(node, ast.ImportFrom):
        yield "." * node.level + (node.module or "")


def _imported_early(tree: ast.Module) -> Iterator[str]:
    waiting: list[ast.AST] = [tree]
    while waiting:
        node = waiting.pop()
        if isinstance(node, Definition | ast.Lambda | ast.expr):
            continue
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            continue
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        waiting += ast.iter_child_nodes(node)


def _facts_of(function: Definition) -> FunctionFacts:
    nodes = list(ast.walk(function))
    return FunctionFacts(
        function.name,
        function.lineno,
        any(isinstance(node, ast.Assert) for node in nodes),
        frozenset(name for node in nodes for name in _called(node)),
    )


def _called(node: ast.AST, *, plain: bool = False) -> Iterator[str]:
    match node:
        case ast.Call(func=ast.Name(id=name)):
            yield name
        case ast.Call(func=ast.Attribute(attr=name)) if not plain:
            yield name
