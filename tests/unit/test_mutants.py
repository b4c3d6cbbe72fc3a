"""The mutants of the benchmark are real changes, and its table points at files that exist."""

from __future__ import annotations

import ast
import os
from collections import Counter
from pathlib import Path
from types import ModuleType

import pytest

from benchmarks.mutant_changes import find_mutants, mutate
from benchmarks.mutant_runs import ROOT, find_survivors, replace_functions, run_tests, source_path
from benchmarks.mutants import EQUIVALENT, SUITES

SOURCE = '''"""A module."""
LIMIT: int = 200

def cut(a: float, b: float = 1e-9) -> float:
    """Cut."""
    if not a < b and b in (1, 2):
        a += 1
        print(a, b)
    return -max(a, b) if a else LIMIT * 2
'''


def changed(change: str, line: int) -> list[str]:
    """The line after each mutation of a kind."""
    found = [m for m in find_mutants(SOURCE) if (m.change, m.line) == (change, line)]
    return [ast.unparse(mutate(SOURCE, mutant)).splitlines()[line - 1] for mutant in found]


def test_each_mutant_differs_from_the_module_and_from_the_others() -> None:
    texts = [ast.unparse(mutate(SOURCE, mutant)) for mutant in find_mutants(SOURCE)]
    assert len({*texts, ast.unparse(ast.parse(SOURCE))}) == len(texts) + 1


def test_numbers_move_by_one_and_large_ones_are_doubled_and_tolerances_stay() -> None:
    assert changed("number", 2) == ["LIMIT: int = 400"]
    assert changed("number", 4) == []


def test_comparisons_up_to_rounding_are_turned_round_and_the_rounding_stays() -> None:
    source = "_SLACK = 1e-6\nok = a <= b + _SLACK\nright = a + 1 >= b - 1e-9\n"
    made = [ast.unparse(mutate(source, mutant)) for mutant in find_mutants(source)]
    assert [[*text.splitlines()[1:]] for text in made] == [
        ["ok = a > b + _SLACK", "right = a + 1 >= b - 1e-09"],
        ["ok = a <= b + _SLACK", "right = a + 1 < b - 1e-09"],
        ["ok = a <= b + _SLACK", "right = a - 1 >= b - 1e-09"],
        ["ok = a <= b + _SLACK", "right = a + 2 >= b - 1e-09"],
    ]


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "fork"), reason="Windows has no fork")
@pytest.mark.filterwarnings("ignore:.*multi-threaded.*:DeprecationWarning")
def test_a_test_that_killed_is_run_first_the_next_time(tmp_path: Path) -> None:
    test = tmp_path / "test_two.py"
    log = tmp_path / "log"
    line = f"    with open({str(log)!r}, 'a') as log: log.write({{!r}})\n"
    lines = ("def test_a():\n", line.format("a"), "def test_b():\n", line.format("b"))
    test.write_text("".join((*lines, "    assert False\n")))
    killers: Counter[str] = Counter()
    tree = ast.parse(source_path("cardgen.core.geometry").read_text("utf-8"))
    for _ in range(2):
        assert not run_tests("cardgen.core.geometry", [str(test)], tree, 60, killers)
    assert log.read_text() == "abb"
    assert [name.rpartition("::")[2] for name in killers] == ["test_b"]


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "fork"), reason="Windows has no fork")
@pytest.mark.filterwarnings("ignore:.*multi-threaded.*:DeprecationWarning")
def test_mutants_survive_that_no_test_notices(tmp_path: Path) -> None:
    """Of changes within functions and of others: of the latter the module is imported anew."""
    lines = (
        "from cardgen.core.geometry import POINTS_PER_INCH, Rect",
        "def test_a():\n    assert Rect(1, 2, 3, 4).right == 4",
        "def test_b():\n    assert POINTS_PER_INCH == 72",
    )
    (tmp_path / "test_some.py").write_text("\n".join(lines))
    source = source_path("cardgen.core.geometry").read_text("utf-8")
    parts = ("return self.left + self.width", "return self.top + self.height", "QUARTER_ARC =",
             "POINTS_PER_INCH =")  # fmt: skip
    found = find_mutants(source)
    some = [mutant for mutant in found if mutant.text.startswith(parts) and "," not in mutant.text]
    assert {mutant.inside for mutant in some} == {True, False}
    tests = [str(tmp_path / "test_some.py")]
    alive = find_survivors("cardgen.core.geometry", tests, source, some)
    assert {mutant.of for mutant in alive} == {"self.top + self.height", "0.5522847498307936"}


CHANGED = """
from functools import cache, cached_property
def plain(): return ONE
@cache
def kept(): return ONE
class Thing:
    @property
    def asked(self): return ONE
    @cached_property
    def once(self): return ONE
    @staticmethod
    def still(): return ONE
    @classmethod
    def whole(cls): return ONE
    def method(self): return [ONE for _ in range(1)][0]
"""


def test_every_kind_of_function_gets_its_changed_code() -> None:
    module = ModuleType("changed")
    exec(CHANGED.replace("ONE", "1"), module.__dict__)
    thing, plain = module.Thing(), module.plain
    assert (plain(), module.kept(), thing.asked) == (1, 1, 1)
    replace_functions(module, ast.parse(CHANGED.replace("ONE", "2")), Path("changed.py"))
    found = (plain(), module.kept(), thing.asked, thing.once, thing.still(), thing.whole())
    assert (*found, thing.method()) == (2,) * 7


def test_what_does_not_matter_in_which_order_is_not_swapped() -> None:
    assert changed("swap", 9) == []
    assert [text.strip() for text in changed("swap", 8)] == ["print(b, a)"]


def test_statements_are_removed_but_no_docstring() -> None:
    removed = [mutant.line for mutant in find_mutants(SOURCE) if mutant.change == "remove"]
    assert removed == [7, 8]


@pytest.mark.parametrize("module", EQUIVALENT)
def test_each_mutant_that_no_test_can_kill_is_one_of_the_module(module: str) -> None:
    found = {mutant.name for mutant in find_mutants(source_path(module).read_text("utf-8"))}
    assert {*EQUIVALENT[module]} - found == set()


@pytest.mark.parametrize("module", SUITES)
def test_every_module_and_its_tests_exist(module: str) -> None:
    assert source_path(module).is_file()
    assert all((ROOT / test).is_file() for test in SUITES[module])
