"""The mutants of the benchmark are real changes, and its table points at files that exist."""

from __future__ import annotations

import ast

import pytest

from benchmarks.mutants import ROOT, SUITES, find_mutants, mutate, source_path

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


def test_what_does_not_matter_in_which_order_is_not_swapped() -> None:
    assert changed("swap", 9) == []
    assert [text.strip() for text in changed("swap", 8)] == ["print(b, a)"]


def test_statements_are_removed_but_no_docstring() -> None:
    removed = [mutant.line for mutant in find_mutants(SOURCE) if mutant.change == "remove"]
    assert removed == [7, 8]


@pytest.mark.parametrize("module", SUITES)
def test_every_module_and_its_tests_exist(module: str) -> None:
    assert source_path(module).is_file()
    assert all((ROOT / test).is_file() for test in SUITES[module])
