"""Tests say something: each makes a claim itself or through a function of the tests that does."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

from tests.conftest import ROOT

CLAIMS = {"raises", "warns", "fail", "expect"}
"""Calls of pytest and of Playwright that fail a test."""


@cache
def functions() -> tuple[tuple[Path, ast.FunctionDef], ...]:
    return tuple(
        (file, node)
        for file in sorted((ROOT / "tests").rglob("*.py"))
        for node in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(node, ast.FunctionDef)
    )


def called(function: ast.FunctionDef) -> set[str]:
    """The names of what a function calls."""
    names = set()
    for node in ast.walk(function):
        match node:
            case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)):
                names.add(name)
    return names


def claims(function: ast.FunctionDef, claiming: set[str]) -> bool:
    return any(isinstance(node, ast.Assert) for node in ast.walk(function)) or not (
        claiming.isdisjoint(called(function))
    )


def test_every_test_makes_a_claim() -> None:
    everything = [*functions()]
    helpers = [node for _, node in everything if not node.name.startswith("test_")]
    claiming = set(CLAIMS)
    while more := {n.name for n in helpers if claims(n, claiming)} - claiming:
        claiming |= more
    silent = [
        f"{file.name}:{node.lineno} {node.name}"
        for file, node in everything
        if node.name.startswith("test_") and not claims(node, claiming)
    ]
    assert silent == []


def test_no_test_calls_another() -> None:
    """A shared claim is a function with a name of its own."""
    calls = [
        f"{file.name}:{node.lineno} {name}"
        for file, node in functions()
        for name in called(node)
        if name.startswith("test_")
    ]
    assert calls == []


def test_a_function_without_a_claim_is_noticed() -> None:
    (silent, loud) = ast.parse("def a():\n    run()\ndef b():\n    check(run())\n").body
    assert isinstance(silent, ast.FunctionDef)
    assert isinstance(loud, ast.FunctionDef)
    assert not claims(silent, {"check"})
    assert claims(loud, {"check"})
