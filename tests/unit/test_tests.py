"""Tests say something: each makes a claim itself or through a function of the tests that does."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from tests.conftest import ROOT
from tests.support.python_files import FunctionFacts, parse_facts, read_facts

CLAIMS = {"raises", "warns", "fail", "expect"}
"""Calls of pytest and of Playwright that fail a test."""


def functions() -> Iterator[tuple[Path, FunctionFacts]]:
    """Give each function of the tests with its file."""
    for file in sorted((ROOT / "tests").rglob("*.py")):
        yield from ((file, function) for function in read_facts(file).functions)


def claims(function: FunctionFacts, claiming: set[str]) -> bool:
    return function.asserts or not claiming.isdisjoint(function.calls)


def test_every_test_makes_a_claim() -> None:
    everything = [*functions()]
    helpers = [node for _, node in everything if not node.name.startswith("test_")]
    claiming = set(CLAIMS)
    while more := {n.name for n in helpers if claims(n, claiming)} - claiming:
        claiming |= more
    silent = [
        f"{file.name}:{node.line} {node.name}"
        for file, node in everything
        if node.name.startswith("test_") and not claims(node, claiming)
    ]
    assert silent == []


def test_no_test_calls_another() -> None:
    """A shared claim is a function with a name of its own."""
    calls = [
        f"{file.name}:{node.line} {name}"
        for file, node in functions()
        for name in node.calls
        if name.startswith("test_")
    ]
    assert calls == []


def test_a_function_without_a_claim_is_noticed() -> None:
    (silent, loud) = parse_facts("def a():\n    run()\ndef b():\n    check(run())\n").functions
    assert not claims(silent, {"check"})
    assert claims(loud, {"check"})


def drawn_anew(text: str) -> list[str]:
    """The properties whose examples are others on each run, or are timed, as Hypothesis has it."""
    tree = ast.parse(text)
    assigned = [node for node in tree.body if isinstance(node, ast.Assign)]
    fixed = {"law"} | {ast.unparse(node.targets[0]) for node in assigned if is_fixed(node.value)}
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    return [
        node.name
        for node in functions
        if any(ast.unparse(one).startswith("given(") for one in node.decorator_list)
        and not any(ast.unparse(one) in fixed or is_fixed(one) for one in node.decorator_list)
    ]


def is_fixed(settings: ast.expr) -> bool:
    words = ast.unparse(settings)
    own = "deadline=None" in words and "derandomize=True" in words
    return words.startswith("settings(") and (own or words.startswith("settings(law,"))


def test_properties_have_the_same_examples_on_every_run_and_no_clock() -> None:
    """By itself Hypothesis fails an example that takes 0.2 s, as any may on a busy machine."""
    texts = {file: file.read_text("utf-8") for file in sorted((ROOT / "tests").rglob("*.py"))}
    found = [
        f"{file.name}: {name}"
        for file, text in texts.items()
        if "@given" in text
        for name in drawn_anew(text)
    ]
    assert found == []


def test_a_property_that_is_drawn_anew_is_noticed() -> None:
    start = "quickly = settings(deadline=None, derandomize=True)\n"
    for line, noticed in (
        ("", True),
        ("@law\n", False),
        ("@quickly\n", False),
        ("@settings(law, max_examples=9)\n", False),
        ("@settings(max_examples=9, deadline=None)\n", True),
    ):
        text = f"{start}@given(numbers)\n{line}def test_it(number): pass\n"
        assert drawn_anew(text) == ["test_it"] * noticed, line
