"""The import ladder, and what may be imported where."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest

from tests.conftest import ROOT

PACKAGE = ROOT / "cardgen"

LADDER = (
    ("version",),
    ("core",),
    ("files",),
    ("cache",),
    ("expressions",),
    ("text",),
    ("scene",),
    ("svg",),
    ("read",),
    ("bind", "importers"),
    ("scaffold",),
    ("layout",),
    ("render",),
    ("check",),
    ("report",),
    ("targets",),
    ("prints",),
    ("pipeline",),
    ("translation",),
    ("api",),
    ("shelf",),
    ("editing",),
    ("preview",),
    ("lsp",),
    ("cli",),
    ("__main__",),
)
RUNG = {name: rung for rung, names in enumerate(LADDER) for name in names}

ONLY_IN = {
    "reportlab": ("render/", "targets/"),
    "PIL": (
        "bind/pictures.py",
        "bind/picture_decoding.py",
        "bind/picture_placeholder.py",
        "render/",
        "targets/",
        "prints/",
        "check/",
        "api/",
    ),
    "yaml": ("read/syntax/",),
    "pypdfium2": ("render/",),
    "pikepdf": ("render/press/",),
    "uharfbuzz": ("text/", "render/pdf/font_embedding.py"),
    "starlette": ("preview/",),
    "uvicorn": ("preview/launch.py",),
    "watchfiles": ("files/watch.py",),
    "distributed": ("render/workers/dask_cluster.py",),
    "typer": ("cli/",),
    "markdown_it": ("read/markdown_text/", "read/translation/translated_markdown.py"),
    "rich": ("cli/",),
    "polib": ("read/translation/po_file.py", "translation/"),
    "jinja2": ("expressions/", "targets/", "preview/"),
}

MODULES = sorted(PACKAGE.rglob("*.py"))


def rung_of(module: str) -> str:
    """`cardgen.text.fonts` → `text`; `cardgen` itself → ``."""
    parts = module.split(".")
    return parts[1] if len(parts) > 1 else ""


@cache
def imports(path: Path) -> tuple[str, ...]:
    """Names of modules that a file imports, those for type checkers included."""
    return tuple(_list_imports(path))


def _list_imports(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            assert node.level == 0, f"{path}: imports are absolute"
            if node.module == "cardgen":
                yield from (f"cardgen.{alias.name}" for alias in node.names)
            else:
                yield node.module


@pytest.mark.parametrize("path", MODULES, ids=lambda p: str(p.relative_to(PACKAGE)))
def test_imports_go_down_the_ladder_only(path: Path) -> None:
    own = path.relative_to(PACKAGE).parts[0].removesuffix(".py")
    for module in imports(path):
        if not module.startswith("cardgen.") or own == "__init__":
            continue
        other = rung_of(module)
        if other in ("", own):
            continue
        assert RUNG[other] < RUNG[own], f"{own} imports {module}"


@pytest.mark.parametrize("path", MODULES, ids=lambda p: str(p.relative_to(PACKAGE)))
def test_libraries_stay_where_they_belong(path: Path) -> None:
    name = path.relative_to(PACKAGE).as_posix()
    for module in imports(path):
        allowed = ONLY_IN.get(module.split(".")[0])
        assert allowed is None or name.startswith(allowed), f"{name} imports {module}"


def test_every_module_stands_on_the_ladder() -> None:
    names = {path.relative_to(PACKAGE).parts[0].removesuffix(".py") for path in MODULES}
    assert names - {"__init__"} <= set(RUNG)


def test_only_the_command_line_prints() -> None:
    for path in MODULES:
        calls = [
            node
            for node in ast.walk(ast.parse(path.read_text("utf-8")))
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
        ]
        printing = any(call.func.id == "print" for call in calls if isinstance(call.func, ast.Name))
        assert not printing or path.parent.name == "cli", path


def test_no_module_has_a_name_that_refuses_nothing() -> None:
    vague = {"utils", "helpers", "common", "base", "manager", "misc"}
    assert not vague & {path.stem for path in MODULES}


def test_every_module_says_what_it_is_for() -> None:
    for path in MODULES:
        assert ast.get_docstring(ast.parse(path.read_text("utf-8"))), path


# --- cycles ----------------------------------------------------------------------------------


def modules_at_import(path: Path) -> Iterator[str]:
    """What a module imports while it is imported itself: not in functions, not for type
    checkers alone."""
    waiting: list[ast.AST] = [ast.parse(path.read_text("utf-8"))]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            continue
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            continue
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        waiting += ast.iter_child_nodes(node)


def cycles(graph: Mapping[str, set[str]]) -> list[list[str]]:
    """Every set of nodes that lead back to themselves, sorted: nodes that reach each other."""
    reach = {node: reached(graph, node) for node in graph}
    found = {
        tuple(sorted({node} | {other for other in reach[node] if node in reach.get(other, ())}))
        for node in graph
        if node in reach[node]
    }
    return [list(group) for group in sorted(found)]


def reached(graph: Mapping[str, set[str]], start: str) -> set[str]:
    found: set[str] = set()
    waiting = list(graph[start])
    while waiting:
        node = waiting.pop()
        if node not in found:
            found.add(node)
            waiting += graph.get(node, ())
    return found


def test_a_cycle_would_be_found() -> None:
    assert cycles({"a": {"b"}, "b": {"c"}, "c": {"b", "d"}, "d": set()}) == [["b", "c"]]
    assert cycles({"a": {"b"}, "b": set()}) == []


def module_graph() -> dict[str, set[str]]:
    """Which modules of the package each one imports."""
    names = {
        ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path
        for path in MODULES
    }
    return {
        name: {other for other in modules_at_import(path) if other in names and other != name}
        for name, path in names.items()
    }


def inner_room(module: str) -> str:
    """`cardgen.render.pdf.painter` → `cardgen.render.pdf`; a module that stands in no such folder
    is its own room."""
    parts = module.split(".")
    return ".".join(parts[:3]) if len(parts) > 3 else module


def test_no_modules_import_each_other_in_a_circle() -> None:
    assert cycles(module_graph()) == []


def test_no_rooms_within_a_room_import_each_other_in_a_circle() -> None:
    graph: dict[str, set[str]] = {}
    for module, others in module_graph().items():
        own = inner_room(module)
        graph.setdefault(own, set()).update(inner_room(o) for o in others if inner_room(o) != own)
    assert cycles(graph) == []


def test_no_two_classes_share_a_name() -> None:
    places: dict[str, list[str]] = {}
    for path in MODULES:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ClassDef):
                name = path.relative_to(PACKAGE).as_posix()
                places.setdefault(node.name.lstrip("_"), []).append(name)
    assert {name: where for name, where in places.items() if len(where) > 1} == {}


def test_the_rules_know_their_engine_and_it_does_not_know_them() -> None:
    for path in sorted((PACKAGE / "check" / "engine").glob("*.py")):
        assert not [m for m in imports(path) if m.startswith("cardgen.check.rules")], path


def test_no_scripts_of_the_page_import_each_other_in_a_circle() -> None:
    folders = PACKAGE / "preview" / "static", PACKAGE / "data" / "play"
    scripts = [script for folder in folders for script in sorted(folder.glob("*.js"))]
    graph = {
        path.name: set(re.findall(r"from '\./([\w.]+)'", path.read_text("utf-8")))
        for path in scripts
    }
    assert set().union(*graph.values()) <= set(graph)
    assert cycles(graph) == []
