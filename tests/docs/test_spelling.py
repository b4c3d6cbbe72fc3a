"""What users read is spelled as in the APIs around it: color, gray, center."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.conftest import ROOT

BRITISH = re.compile(
    r"colour|\bgrey\b|greyed|neighbour|behaviour|favour|millimetre|centimetre|misspelt|catalogue|"
    r"rasteris|centring|\bcentred?s?\b",
    re.IGNORECASE,
)
FIXED = re.compile(
    r"alike-in-grey|alike-to-colour-blind|font-licence|full_colour_only|LICENCE|"
    r"`(grey|centre|colour)`|\bgrey=[0-9a-f]{6}|\.catalogue|https?://\S+",
)
"""Codes that games name, words that files hold, and addresses; `licence` is a field of credits."""

PAGES = [
    *(page for page in sorted((ROOT / "docs").glob("*.md")) if page.name != "performance.md"),
    *(ROOT / name for name in ("README.md", "CHANGELOG.md", "ARCHITECTURE.md", "CONTRIBUTING.md")),
    *(ROOT / "cardgen/data/new_game" / name for name in ("README.md", "game.yaml", "layouts.yaml")),
]
ROOMS = (
    *("api", "bind", "check", "cli", "core", "expressions", "files", "layout", "pipeline"),
    *("importers", "lsp", "preview", "prints", "read", "render", "report", "svg", "targets"),
    "text",
)
"""Where findings and answers are worded."""


def british(text: str) -> list[str]:
    return BRITISH.findall(FIXED.sub("", text))


def messages(path: Path) -> Iterator[str]:
    """Texts of a module that are no docstrings and no single words, such as keys of files."""
    tree = ast.parse(path.read_text("utf-8"))
    plain = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if not isinstance(node, ast.Constant) or id(node) in plain:
            continue
        if isinstance(node.value, str) and " " in node.value:
            yield node.value


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_pages_are_in_american_spelling(page: Path) -> None:
    assert british(page.read_text("utf-8")) == []


@pytest.mark.parametrize("room", ROOMS)
def test_messages_are_in_american_spelling(room: str) -> None:
    found = {
        (str(path.relative_to(ROOT)), text)
        for path in sorted((ROOT / "cardgen" / room).rglob("*.py"))
        for text in messages(path)
        if british(text)
    }
    assert found == set()


def test_a_british_word_would_be_found() -> None:
    assert british("the colour of the neighbours, grey") == ["colour", "neighbour", "grey"]
    assert british("the code `alike-in-grey`") == []
