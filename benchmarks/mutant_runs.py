"""Run tests on the mutants of a module, each in a process of its own.

In      a module, its mutants, files of tests.
Out     the mutants that all tests pass with.

Tests are collected once. For a change within a function a copy of that process is forked, in which
functions get the changed code in place of their own; for other changes the module is imported anew
from its changed code. The first failing test ends it; tests that killed before are run first, then
the quick ones, and Hypothesis does not look for the smallest example.
"""

from __future__ import annotations

import ast
import contextlib
import functools
import importlib
import importlib.abc
import importlib.machinery
import io
import json
import os
import signal
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

import hypothesis
import pytest

from benchmarks.mutant_changes import Mutant, mutate

ROOT = Path(__file__).resolve().parent.parent
SLOWER = 10
"""A mutant's tests may take so many times as long as without it."""
SLOW = 1.0
"""Tests that take more seconds of processor time are left out: the share killed is no lower with
them."""
_PHASES = (hypothesis.Phase.explicit, hypothesis.Phase.generate)
"""Of a failing example no smaller one is looked for."""


def find_survivors(
    module: str, tests: Sequence[str], source: str, mutants: Sequence[Mutant]
) -> list[Mutant]:
    """Return the mutants that all tests pass with.

    Raises:
        RuntimeError: A test fails without a mutant.
    """
    session = _Session(module, source, [mutant for mutant in mutants if mutant.inside])
    found: dict[str, Any] = json.loads(_in_child(lambda: _collect_and_run(session, tests)) or "{}")
    if "limit" not in found:
        raise RuntimeError(f"{module}: a test fails without a mutant: {found.get('killers')}")
    killers = Counter[str](found["killers"])
    alive = [session.mutants[index] for index in found["survivors"]]
    for mutant in mutants:
        tree = mutate(source, mutant)
        if not mutant.inside and run_tests(module, tests, tree, found["limit"], killers):
            alive.append(mutant)
    return sorted(alive, key=lambda mutant: mutant.line)


def source_path(module: str) -> Path:
    return ROOT / (module.replace(".", "/") + ".py")


def _in_child(run: Any) -> str:
    """What a function returns in a forked copy of this process; "" if it does not return."""
    reading, writing = os.pipe()
    child = os.fork()
    if child:
        os.close(writing)
        with os.fdopen(reading, encoding="utf-8") as told:
            result = told.read()
        os.waitpid(child, 0)
        return result
    try:
        os.close(reading)
        with _silence():
            os.write(writing, run().encode())
    finally:
        os._exit(0)


def _pytest(plugin: object, tests: Sequence[str]) -> int:
    os.chdir(ROOT)
    hypothesis.settings.register_profile("mutants", phases=_PHASES)
    hypothesis.settings.load_profile("mutants")
    options = ["-x", "-q", "--assert=plain", "-p", "no:randomly"]
    return int(pytest.main([*options, *tests], plugins=[plugin]))


# --- changes within functions --------------------------------------------------------------


class _Session:
    """A plug-in of pytest that runs the collected tests once for each mutant."""

    def __init__(self, module: str, source: str, mutants: Sequence[Mutant]) -> None:
        self.module, self.source, self.mutants = module, source, mutants
        self.killers: Counter[str] = Counter()
        self.survivors: list[int] = []
        self.limit = 0
        self.failed = ""

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        importlib.import_module(self.module)
        durations = self.measure(session.items)
        if not durations:
            return True
        self.limit = SLOWER * (2 + int(sum(durations.values())))
        quick = [item for item in session.items if durations[item.nodeid] < SLOW]
        for index, mutant in enumerate(self.mutants):
            items = sorted(quick, key=lambda i: (-self.killers[i.nodeid], durations[i.nodeid]))
            if self.passes(items, mutant, self.limit):
                self.survivors.append(index)
        return True

    def measure(self, items: Sequence[pytest.Item]) -> dict[str, float]:
        """How long each test takes without a mutant; nothing if one fails."""
        found: dict[str, float] = json.loads(_in_child(lambda: self.time(items)) or "{}")
        return found

    def time(self, items: Sequence[pytest.Item]) -> str:
        durations = {}
        for item, following in zip(items, [*items[1:], None], strict=True):
            began = time.process_time()
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            durations[item.nodeid] = time.process_time() - began
        return "" if self.failed else json.dumps(durations)

    def passes(self, items: Sequence[pytest.Item], mutant: Mutant, limit: int) -> bool:
        """Whether all tests pass; else the one that does not is counted."""
        failed = _in_child(lambda: self.run(items, mutant, limit))
        if failed not in ("", "passed"):
            self.killers[failed] += 1
        return failed == "passed"

    def run(self, items: Sequence[pytest.Item], mutant: Mutant, limit: int) -> str:
        signal.alarm(limit)
        tree = mutate(self.source, mutant)
        replace_functions(sys.modules[self.module], tree, source_path(self.module))
        for item, following in zip(items, [*items[1:], None], strict=True):
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            if self.failed:
                return self.failed
        return "passed"

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.failed = report.nodeid


def _collect_and_run(session: _Session, tests: Sequence[str]) -> str:
    _pytest(session, tests)
    found: dict[str, Any] = {"killers": session.killers, "survivors": session.survivors}
    return json.dumps({**found, "limit": session.limit} if session.limit else found)


def replace_functions(module: ModuleType, tree: ast.Module, path: Path) -> None:
    """Give the functions of a module, whoever holds them, the code that they have in a tree."""
    changed = ModuleType(module.__name__)
    exec(compile(tree, str(path), "exec"), changed.__dict__)
    for own, new in zip(_functions(module), _functions(changed), strict=True):
        own.__code__ = new.__code__


def _functions(module: ModuleType) -> Iterator[FunctionType]:
    """The functions and methods that are defined in a module, in their order."""
    owners: list[object] = [module]
    while owners:
        for value in vars(owners.pop(0)).values():
            if isinstance(value, type) and value.__module__ == module.__name__:
                owners.append(value)
            for part in _parts(value):
                if isinstance(part, FunctionType) and part.__module__ == module.__name__:
                    yield part


def _parts(value: object) -> Iterator[object]:
    """The functions that a descriptor or a cache is made of."""
    match value:
        case FunctionType():
            yield value
        case property():
            yield from (value.fget, value.fset)
        case staticmethod() | classmethod():
            yield value.__func__
        case functools.cached_property():
            yield value.func
        case functools._lru_cache_wrapper():
            value.cache_clear()
            yield value.__wrapped__


# --- other changes -------------------------------------------------------------------------


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
    """Whether the tests pass with a module that is imported from a changed tree.

    Which test fails is counted in `killers`.
    """
    plugin = _KillersFirst(killers)
    failed = _in_child(lambda: _test_here(module, tests, tree, plugin, limit))
    if failed not in ("", "passed"):
        killers[failed] += 1
    return failed == "passed"


def _test_here(
    module: str, tests: Sequence[str], tree: ast.Module, plugin: _KillersFirst, limit: int
) -> str:
    signal.alarm(limit)
    for name in [name for name in sys.modules if name.split(".")[0] in ("cardgen", "tests")]:
        del sys.modules[name]
    path = source_path(module)
    sys.meta_path.insert(0, _MutantLoader(module, path, compile(tree, str(path), "exec")))
    code = _pytest(plugin, tests)
    return plugin.failed or ("passed" if code == 0 else "import")


@contextlib.contextmanager
def _silence() -> Iterator[None]:
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, 1)
    os.dup2(null, 2)
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        yield
