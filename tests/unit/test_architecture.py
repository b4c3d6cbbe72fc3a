"""The import ladder, and what may be imported where."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.conftest import ROOT

PACKAGE = ROOT / "cardgen"

LADDER = (
    ("core",),
    ("files",),
    ("cache",),
    ("expressions",),
    ("text",),
    ("scene",),
    ("svg",),
    ("read",),
    ("bind", "scaffold"),
    ("layout",),
    ("render",),
    ("check",),
    ("report",),
    ("targets",),
    ("pipeline",),
    ("shelf",),
    ("preview",),
    ("cli",),
    ("__main__",),
)
RUNG = {name: rung for rung, names in enumerate(LADDER) for name in names}

ONLY_IN = {
    "reportlab": ("render/", "targets/"),
    "PIL": ("bind/pictures.py", "render/", "targets/", "check/"),
    "yaml": ("read/syntax/yaml_tree.py",),
    "pypdfium2": ("render/",),
    "pikepdf": ("render/press/",),
    "uharfbuzz": ("text/", "render/pdf/font_embedding.py"),
    "starlette": ("preview/",),
    "uvicorn": ("preview/launch.py",),
    "watchfiles": ("files/watch.py",),
    "distributed": ("render/workers/dask_cluster.py",),
    "typer": ("cli/",),
    "markdown_it": ("read/markdown_text/parser.py",),
    "rich": ("cli/",),
    "jinja2": ("expressions/template.py", "targets/", "preview/"),
}

MODULES = sorted(PACKAGE.rglob("*.py"))


def rung_of(module: str) -> str:
    """`cardgen.text.fonts` → `text`; `cardgen` itself → ``."""
    parts = module.split(".")
    return parts[1] if len(parts) > 1 else ""


def imports(path: Path) -> Iterator[str]:
    """Names of modules that a file imports, those for type checkers included."""
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
        if other in ("__version__", "") or other == own:
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
