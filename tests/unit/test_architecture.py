"""The import ladder, and what may be imported where."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from tests.conftest import ROOT
from tests.support.python_files import read_facts

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
    "uvicorn": ("preview/launch.py", "preview/timed_connection.py"),
    "watchfiles": ("files/watch.py",),
    "distributed": ("render/workers/dask_cluster.py",),
    "click": ("cli/",),
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


def imports(path: Path) -> tuple[str, ...]:
    """Names of modules that a file imports, those for type checkers included."""
    return read_facts(path).imports


def test_imports_are_absolute() -> None:
    assert [p for p in MODULES if any(name.startswith(".") for name in imports(p))] == []


def test_imports_go_down_the_ladder_only() -> None:
    up = [
        f"{own} imports {module}"
        for own, module in imports_between_rooms()
        if not_below(own, module)
    ]
    assert up == []


def imports_between_rooms() -> Iterator[tuple[str, str]]:
    """Give each room with every module of another room that it imports."""
    for path in MODULES:
        own = path.relative_to(PACKAGE).parts[0].removesuffix(".py")
        for module in imports(path):
            if module.startswith("cardgen.") and own not in ("__init__", rung_of(module)):
                yield own, module


def not_below(own: str, module: str) -> bool:
    return rung_of(module) != "" and RUNG[rung_of(module)] >= RUNG[own]


def test_an_import_up_the_ladder_would_be_found() -> None:
    assert not_below("text", "cardgen.layout.text.lines")
    assert not_below("bind", "cardgen.importers.table")
    assert not not_below("layout", "cardgen.text.fonts")


def test_libraries_stay_where_they_belong() -> None:
    strayed = [
        f"{path.relative_to(PACKAGE)} imports {module}"
        for path in MODULES
        for module in imports(path)
        if not path.relative_to(PACKAGE)
        .as_posix()
        .startswith(ONLY_IN.get(module.split(".")[0], ""))
    ]
    assert strayed == []


def test_every_module_stands_on_the_ladder() -> None:
    names = {path.relative_to(PACKAGE).parts[0].removesuffix(".py") for path in MODULES}
    assert names - {"__init__"} <= set(RUNG)


def test_only_the_command_line_prints() -> None:
    printing = {path.parent.name for path in MODULES if "print" in read_facts(path).plain_calls}
    assert printing <= {"cli"}


def test_no_module_has_a_name_that_refuses_nothing() -> None:
    vague = {"utils", "helpers", "common", "base", "manager", "misc"}
    assert not vague & {path.stem for path in MODULES}


def test_every_module_says_what_it_is_for() -> None:
    assert [path for path in MODULES if not read_facts(path).docstring] == []


# --- cycles ----------------------------------------------------------------------------------


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
        name: {
            other for other in read_facts(path).early_imports if other in names and other != name
        }
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
        for name in read_facts(path).classes:
            where = path.relative_to(PACKAGE).as_posix()
            places.setdefault(name.lstrip("_"), []).append(where)
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
