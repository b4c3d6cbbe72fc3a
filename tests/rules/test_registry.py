"""The catalogue: every code that can be reported has its page, and no page is stale."""

from __future__ import annotations

import ast
import importlib
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

from cardgen.check.engine import registry as catalog
from cardgen.check.engine.face_rules import FaceRule, MarkRule, PixelRule
from cardgen.check.engine.levels import can_be_silenced
from cardgen.check.engine.rule import Explanation, Rule
from tests.conftest import ROOT
from tests.rules.test_reading import CASES

PACKAGE = ROOT / "cardgen"
PHASES = [
    PACKAGE / "core" / "findings.py",
    *(
        path
        for room in ("read", "bind", "layout", "pipeline")
        for path in sorted((PACKAGE / room).rglob("*.py"))
    ),
    PACKAGE / "check" / "rules" / "composition" / "deck_counts.py",
]
CODE = re.compile(r"[a-z]+(-[a-z]+)*")
PREFIX = {
    "Finding": "",
    "TranslationFault": "",
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


def test_every_code_of_the_phases_has_its_rule_and_none_is_stale() -> None:
    found = {code for path in PHASES for code in reported(path)}
    explained = catalog.phase_codes()
    where = "the module of cardgen/check/rules/source/ that is about its phase (binding_codes.py …)"
    assert found - explained == set(), f"explain the code in {where}"
    assert explained - found == set(), f"nothing reports the code any more: take it out of {where}"


def test_the_codes_of_the_corpus_are_in_the_catalogue() -> None:
    assert {code for code, _ in CASES} <= set(catalog.all_codes())


def subclasses(of: type) -> set[type]:
    found: list[type] = of.__subclasses__()
    return {*found, *(one for kind in found for one in subclasses(kind))}


def test_every_rule_that_is_written_is_an_entry_point() -> None:
    """An editable installation knows new ones only once it is made again."""
    paths = sorted((PACKAGE / "check" / "rules").rglob("*.py"))
    for path in paths:
        importlib.import_module(".".join(path.relative_to(ROOT).with_suffix("").parts))
    own = {kind for kind in subclasses(Rule) if kind.__module__.startswith("cardgen.check.rules.")}
    missing = own - {type(rule) for rule in catalog.all_rules()}
    assert missing == set(), (
        'name the rule in pyproject.toml, under [project.entry-points."cardgen.checks"], and run '
        "`make cards`: entry points are read when cardgen is installed"
    )
    assert catalog.load_installed_rules().faults == ()


def test_rules_stand_in_the_order_of_the_page() -> None:
    headings = [rule.heading for rule in catalog.all_rules()]
    assert list(dict.fromkeys(headings)) == list(catalog.HEADINGS)
    assert headings == sorted(headings, key=catalog.HEADINGS.index)


def test_no_code_is_taken_twice() -> None:
    codes = [one.code for one in catalog.all_explanations()]
    assert sorted(codes) == sorted(set(codes))


@pytest.mark.parametrize("code", catalog.all_explanations(), ids=lambda one: one.code)
def test_a_code_is_in_words_and_says_what_why_and_how(code: Explanation) -> None:
    assert CODE.fullmatch(code.code)
    for text in (code.what, code.why, code.fix):
        assert len(text) > 10, f"`{text}` says too little: write a sentence"
    assert "\n" not in code.what
    assert re.fullmatch(r"[A-Z`].*[^.]\.", code.sentence)


def test_codes_for_what_is_missing_are_fixed_and_judgements_are_not() -> None:
    fixed = {one.code for one in catalog.all_explanations() if one.fixed}
    assert not {"text-overflow", "composition-count", "tight-text", "missing-feature"} & fixed
    assert {"yaml-syntax", "unknown-font", "missing-file", "unknown-deck", "useless-level"} <= fixed
    assert all(can_be_silenced(code) is (code not in fixed) for code in catalog.all_codes())


def test_an_explanation_is_found_by_its_code() -> None:
    found = catalog.find_explanation("text-overflow")
    assert found is not None
    assert found.code == "text-overflow"
    assert catalog.find_explanation("nothing-of-the-kind") is None


def test_checks_of_pixels_can_be_left_out() -> None:
    assert len(catalog.all_checks(pixels=False)) < len(catalog.all_checks())


def test_every_rule_but_those_of_the_phases_is_run() -> None:
    """A rule that no list takes is silent, and nobody would notice."""
    run: set[object] = set()
    for check in catalog.all_checks():
        run.add(getattr(check, "__self__", None))
        run.update(getattr(check, "keywords", {}).get("rules", ()))
    assert {r for r in catalog.all_rules() if r.looks_at != "files"} <= run


def test_what_a_rule_looks_at_follows_from_its_kind() -> None:
    for rule in catalog.all_rules():
        if isinstance(rule, FaceRule | MarkRule):
            assert rule.looks_at == "faces", rule
        if isinstance(rule, PixelRule):
            assert rule.looks_at == "pixels", rule


# --- pages ---------------------------------------------------------------------------------


def test_the_page_of_checks_is_fresh() -> None:
    command = [sys.executable, "tools/checks_page.py", "--check"]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr


def test_the_page_of_checks_has_an_anchor_for_every_code() -> None:
    page = (ROOT / "docs" / "checks.md").read_text("utf-8")
    heads = re.findall(r"^### (.+)$", page, re.MULTILINE)
    assert heads == [one.code for one in catalog.all_explanations()]


def test_the_samples_of_the_ci_page_are_yaml_and_name_commands_that_exist() -> None:
    page = (ROOT / "docs" / "ci.md").read_text("utf-8")
    samples = [yaml.safe_load(text) for text in re.findall(r"```yaml\n(.*?)```", page, re.DOTALL)]
    assert len(samples) == 5
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
