"""Change the code of the core modules, and count how many changes their tests notice.

    .venv/bin/python -m benchmarks.mutants [--sample N] [--seed N] [MODULE …]

In      `SUITES`: modules, and for each the test files that are about it.
Out     `benchmarks/mutants.json`, from which `tools/performance_page.py` makes a table: the
        share of mutants killed per module, and every survivor.

A mutant is one small change: an operator or comparison replaced, a condition negated, a number
moved by one (a large one doubled), a statement removed, two arguments swapped. It is killed if a
test fails, and also if the tests take ten times as long as they should. Annotations, docstrings,
wordings and decorators are not mutated, nor `EQUIVALENT` places, where no test can tell the
difference.

Each mutant is tested in a forked process in which the libraries are imported already, so this
runs on POSIX systems only. The first failing test ends it; tests that killed a mutant before are
run first, and Hypothesis does not look for the smallest example. Every mutant is tried, or with
`--sample` so many a module, drawn by the seed, and then nothing is recorded.
"""

from __future__ import annotations

import argparse
import ast
import contextlib
import copy
import importlib.abc
import importlib.machinery
import io
import json
import os
import random
import signal
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

import hypothesis
import pytest

ROOT = Path(__file__).resolve().parent.parent
RESULTS = ROOT / "benchmarks" / "mutants.json"
SEED = 12
SLOWER = 10
"""A mutant's tests may take so many times as long as without it."""

_COUNTS = ("tests/rules/test_value_counts.py", "tests/rules/test_deck_counts.py")
_SHEETS = ("tests/targets/sheets/test_plans.py",)

SUITES: dict[str, tuple[str, ...]] = {
    "cardgen.text.linebreak": ("tests/unit/text/test_linebreak.py",),
    "cardgen.layout.text.fit": ("tests/unit/layout/test_fit.py",),
    "cardgen.targets.booklet.imposition": ("tests/targets/booklet/test_imposition.py",),
    "cardgen.core.geometry": ("tests/unit/core/test_geometry.py",),
    "cardgen.targets.sheets.grid": _SHEETS,
    "cardgen.targets.sheets.nest": _SHEETS,
    "cardgen.targets.sheets.fit": _SHEETS,
    "cardgen.render.raster.png_encode": ("tests/unit/render/test_png_encode.py",),
    "cardgen.check.rules.composition.deck_counts": _COUNTS,
    "cardgen.check.rules.composition.value_counts": _COUNTS,
    "cardgen.check.rules.composition.card_group": _COUNTS,
    "cardgen.check.rules.composition.field_values": _COUNTS,
    "cardgen.check.rules.composition.kind_counts": _COUNTS,
    "cardgen.check.rules.composition.equal_rows": _COUNTS,
    "cardgen.check.rules.composition.error_localization": _COUNTS,
    "cardgen.check.rules.composition.card_rule": ("tests/rules/test_card_rules.py",),
    "cardgen.check.rules.composition.card_rules": ("tests/rules/test_card_rules.py",),
    "cardgen.check.rules.composition.group_contents": ("tests/rules/test_card_rules.py",),
}

EQUIVALENT: dict[str, str] = {
    "lru_cache": "speed",
}
"""Names whose lines are not mutated, and why."""

_LIBRARIES = ("hypothesis", "hypothesis.strategies", "jinja2", "msgspec", "numpy", "PIL.Image",
              "pikepdf", "pydantic", "pypdfium2", "pytest", "reportlab.pdfgen.canvas",
              "uharfbuzz", "yaml")  # fmt: skip

_PHASES = (hypothesis.Phase.explicit, hypothesis.Phase.generate)
"""Of a failing example no smaller one is looked for."""

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

    def __str__(self) -> str:
        return f"{self.line} {self.change}: {self.text}"


@dataclass(frozen=True)
class Outcome:
    """How a module's mutants fared."""

    module: str
    tried: int
    survivors: tuple[Mutant, ...]

    @property
    def killed(self) -> float:
        return 1 - len(self.survivors) / self.tried if self.tried else 1.0

    def as_json(self) -> dict[str, Any]:
        killed = self.tried - len(self.survivors)
        return {"tried": self.tried, "killed": killed, "survivors": [*map(str, self.survivors)]}


# --- mutants -------------------------------------------------------------------------------


def find_mutants(source: str) -> list[Mutant]:
    """Every mutant of a module, in the order of its lines."""
    tree, lines = ast.parse(source), source.splitlines()
    skipped = _skipped_nodes(tree)
    found = []
    for number, node in enumerate(ast.walk(tree)):
        if node in skipped:
            continue
        for change in _changes(node):
            line = getattr(node, "lineno", 0)
            text = lines[line - 1].strip()
            if not any(name in text for name in EQUIVALENT):
                found.append(Mutant(number, change, line, text))
    return sorted(found, key=lambda mutant: (mutant.line, mutant.node, mutant.change))


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


# --- tests ---------------------------------------------------------------------------------


class _MutantLoader(importlib.abc.InspectLoader, importlib.abc.MetaPathFinder):
    """Imports one module from its changed code."""

    def __init__(self, module: str, path: Path, code: CodeType) -> None:
        self.module, self.path, self.code = module, path, code

    def find_spec(
        self, name: str, *_path_and_target: object
    ) -> importlib.machinery.ModuleSpec | None:
        if name != self.module:
            return None
        return importlib.machinery.ModuleSpec(name, self, origin=str(self.path))

    def get_source(self, fullname: str) -> str | None:  # noqa: ARG002 - the protocol
        return None

    def get_code(self, fullname: str) -> CodeType:  # noqa: ARG002
        return self.code

    def exec_module(self, module: ModuleType) -> None:
        module.__file__ = str(self.path)
        exec(self.code, module.__dict__)


class _KillersFirst:
    """A plug-in of pytest: tests that killed mutants before are run first."""

    def __init__(self, killers: Counter[str]) -> None:
        self.killers, self.failed = killers, ""

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items.sort(key=lambda item: -self.killers[item.nodeid])

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.failed = report.nodeid


def run_tests(
    module: str, tests: Sequence[str], tree: ast.Module, limit: int, killers: Counter[str]
) -> bool:
    """Whether the tests pass with a module's changed tree, in a process of their own.

    Which test fails is counted in `killers`.
    """
    reading, writing = os.pipe()
    child = os.fork()
    if child:
        os.close(writing)
        with os.fdopen(reading, encoding="utf-8") as told:
            killer = told.read()
        _, status = os.waitpid(child, 0)
        killers.update([killer] if killer else [])
        return status == 0
    try:
        os.close(reading)
        signal.alarm(limit)
        code, plugin = 1, _KillersFirst(killers)
        with _silence():
            code = _test_here(module, tests, tree, plugin)
            os.write(writing, plugin.failed.encode())
    finally:
        os._exit(code)


def _test_here(module: str, tests: Sequence[str], tree: ast.Module, plugin: _KillersFirst) -> int:
    path = source_path(module)
    code = compile(tree, str(path), "exec")
    sys.meta_path.insert(0, _MutantLoader(module, path, code))
    os.chdir(ROOT)
    hypothesis.settings.register_profile("mutants", phases=_PHASES)
    hypothesis.settings.load_profile("mutants")
    options = ["-x", "-q", "--assert=plain", "-p", "no:randomly"]
    return int(pytest.main([*options, *tests], plugins=[plugin]))


@contextlib.contextmanager
def _silence() -> Iterator[None]:
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, 1)
    os.dup2(null, 2)
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        yield


def source_path(module: str) -> Path:
    return ROOT / (module.replace(".", "/") + ".py")


def try_module(module: str, *, sample: int | None, seed: int) -> Outcome:
    """Run the tests of a module on its mutants: all of them, or a sample."""
    tests, source = SUITES[module], source_path(module).read_text("utf-8")
    killers: Counter[str] = Counter()
    began = time.monotonic()
    if not run_tests(module, tests, ast.parse(source), 600, killers):
        raise SystemExit(f"{module}: a test fails without a mutant: {[*killers]}")
    limit = SLOWER * (1 + int(time.monotonic() - began))
    mutants = find_mutants(source)
    if sample is not None and sample < len(mutants):
        mutants = random.Random(f"{seed}{module}").sample(mutants, sample)
    survivors = [
        mutant
        for mutant in sorted(mutants, key=lambda mutant: mutant.line)
        if run_tests(module, tests, mutate(source, mutant), limit, killers)
    ]
    return Outcome(module, len(mutants), tuple(survivors))


def record(outcomes: Sequence[Outcome]) -> None:
    """Write what was found of these modules into the results; of the others it stays."""
    known = json.loads(RESULTS.read_text("utf-8")) if RESULTS.exists() else {}
    known.update({outcome.module: outcome.as_json() for outcome in outcomes})
    kept = {module: known[module] for module in SUITES if module in known}
    RESULTS.write_text(json.dumps(kept, indent=1, ensure_ascii=False) + "\n", "utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description="Mutate core modules and run their tests.")
    parser.add_argument("modules", nargs="*", help="the last part of their names will do")
    parser.add_argument("--sample", type=int, help="so many mutants a module, not all")
    parser.add_argument("--seed", type=int, default=SEED)
    options = parser.parse_args()
    for library in _LIBRARIES:
        importlib.import_module(library)
    for module in SUITES:
        if options.modules and not any(module.endswith(name) for name in options.modules):
            continue
        outcome = try_module(module, sample=options.sample, seed=options.seed)
        share = f"{outcome.killed:6.1%} of {outcome.tried} killed"
        print(f"{module:55} {share}", flush=True)
        for mutant in outcome.survivors:
            print(f"    {mutant}", flush=True)
        if options.sample is None:
            record([outcome])


if __name__ == "__main__":
    main()
