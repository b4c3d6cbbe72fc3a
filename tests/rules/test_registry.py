"""The catalogue: every code that can be reported has its page, and no page is stale."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

from cardgen.check.engine import levels
from cardgen.check.engine import registry as catalogue
from cardgen.check.engine.rule import Rule
from cardgen.check.rules.source import source_codes as phases
from tests.conftest import ROOT
from tests.rules.test_reading import CASES

PACKAGE = ROOT / "cardgen"
PHASES = [
    PACKAGE / "core" / "findings.py",
    *(
        path
        for room in ("read", "bind", "layout")
        for path in sorted((PACKAGE / room).rglob("*.py"))
    ),
    PACKAGE / "check" / "rules" / "composition" / "deck_counts.py",
    PACKAGE / "pipeline" / "build.py",
]
CODE = re.compile(r"[a-z]+(-[a-z]+)*")
PREFIX = {
    "Finding": "",
    "TemplateFault": "",
    "report": "",
    "value_error": "bad-",
    "unknown": "unknown-",
}


def constants(node: ast.AST) -> Iterator[str]:
    """The texts that an argument may be: itself, or either side of a condition."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from constants(node.body)
        yield from constants(node.orelse)


def reported(path: Path) -> Iterator[str]:
    """The codes in a module: first arguments of what makes findings, and `code = …`."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Call) and node.args:
            name = getattr(node.func, "id", getattr(node.func, "attr", ""))
            if name in PREFIX:
                texts = [text for text in constants(node.args[0]) if CODE.fullmatch(text)]
                yield from (PREFIX[name] + text for text in texts)
        elif isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "code":
            yield from constants(node.value)


def rules() -> list[Rule]:
    return list(catalogue.all_rules())


def test_every_code_of_the_phases_has_its_rule_and_none_is_stale() -> None:
    found = {code for path in PHASES for code in reported(path)}
    assert {rule.code for rule in phases.RULES} == found


def test_the_codes_of_the_corpus_are_in_the_catalogue() -> None:
    assert {code for code, _ in CASES} <= set(catalogue.all_codes())


def test_every_family_that_is_named_exists_and_brings_rules() -> None:
    assert len(catalogue.families()) == len(set(catalogue.FAMILIES))
    assert all(family.RULES for family in catalogue.families())


def test_no_code_is_taken_twice() -> None:
    codes = [rule.code for rule in rules()]
    assert sorted(codes) == sorted(set(codes))


@pytest.mark.parametrize("rule", rules(), ids=lambda rule: rule.code)
def test_a_rule_has_a_code_in_words_and_says_what_why_and_how(rule: Rule) -> None:
    assert CODE.fullmatch(rule.code)
    for text in (rule.what, rule.why, rule.fix):
        assert len(text) > 10, text
    assert "\n" not in rule.what
    assert re.fullmatch(r"[A-Z`].*[^.]\.", catalogue.sentence(rule))


def test_only_codes_of_the_phases_are_fixed() -> None:
    assert {rule.code for rule in phases.RULES} >= phases.FIXED
    assert not {"text-overflow", "composition-count", "tight-text"} & phases.FIXED
    assert {"yaml-syntax", "unknown-font", "missing-file"} <= phases.FIXED


def test_a_rule_is_found_by_its_code() -> None:
    assert catalogue.find_rule("text-overflow") in phases.RULES
    assert catalogue.find_rule("useless-level") in levels.RULES
    assert catalogue.find_rule("nothing-of-the-kind") is None


def test_checks_of_pixels_can_be_left_out() -> None:
    some, every = catalogue.all_checks(pixels=False), catalogue.all_checks()
    assert set(some) <= set(every)


# --- pages ---------------------------------------------------------------------------------


def test_the_page_of_checks_is_fresh() -> None:
    command = [sys.executable, "tools/checks_page.py", "--check"]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr


def test_the_page_of_checks_has_an_anchor_for_every_code() -> None:
    page = (ROOT / "docs" / "checks.md").read_text("utf-8")
    heads = re.findall(r"^### (.+)$", page, re.MULTILINE)
    assert heads == [rule.code for rule in rules()]


def test_the_samples_of_the_ci_page_are_yaml_and_name_commands_that_exist() -> None:
    page = (ROOT / "docs" / "ci.md").read_text("utf-8")
    samples = [yaml.safe_load(text) for text in re.findall(r"```yaml\n(.*?)```", page, re.DOTALL)]
    assert len(samples) == 4
    commands = set(re.findall(r"\bcardgen (check|build|schema|[a-z]+ --)", page))
    assert commands == {"check", "build", "schema"}


def test_the_hook_runs_the_check_on_files_of_a_game() -> None:
    (hook,) = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text("utf-8"))
    assert (hook["id"], hook["entry"]) == ("cardgen-check", "cardgen check")
    page = (ROOT / "docs" / "ci.md").read_text("utf-8")
    assert f"id: {hook['id']}" in page
    pattern = re.compile(hook["files"])
    for name in ("card_data/novelty/game.yaml", "cards.csv", "fonts/A.ttf", "art/fox.png"):
        assert pattern.search(name), name
    assert not pattern.search("README.md")
