"""Tests say something: each makes a claim itself or through a function of the tests that does."""

from __future__ import annotations

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
