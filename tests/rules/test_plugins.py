"""Rules that other distributions bring: found, run, and held to what a rule is."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from importlib.metadata import distributions
from pathlib import Path
from typing import ClassVar

import pytest

from cardgen.cache.entry_points import EntryPoint, list_entry_points
from cardgen.check.engine import registry
from cardgen.check.engine.rule import Explanation, Rule
from cardgen.check.engine.subject import Subject
from cardgen.core.findings import Finding, Report
from cardgen.files.memory_game import MemoryGame
from cardgen.pipeline.inspection import inspect_game
from tests.conftest import ROOT
from tests.rules.test_reading import GOOD

EXAMPLE = ROOT / "examples" / "plugins" / "table_manners"

CODE = Explanation("late-fox", "a fox comes late", "Nobody waits for it.", "Wake it.", "warning")


class LateFox(Rule):
    """A rule as a plug-in would bring it."""

    heading = "Foxes"
    codes: ClassVar[tuple[Explanation, ...]] = (CODE,)

    def find(self, subject: Subject) -> Iterator[Finding]:
        yield Finding("late-fox", "late", subject.spec.decks["main"].span, "warning")


class Crashing(LateFox):
    def find(self, subject: Subject) -> Iterator[Finding]:
        yield from super().find(subject)
        raise KeyError("den")


class Lying(LateFox):
    def find(self, subject: Subject) -> Iterator[Finding]:
        yield Finding("another-code", "it", subject.spec.decks["main"].span)


class Codeless(LateFox):
    codes = ()


class BadlyCoded(LateFox):
    codes = (Explanation("Late Fox", CODE.what, CODE.why, CODE.fix),)


class Twin(LateFox):
    codes = (Explanation("low-contrast", CODE.what, CODE.why, CODE.fix),)


def entry(value: str, name: str = "late-fox") -> EntryPoint:
    return EntryPoint(name, value, registry.GROUP, "fox-rules")


def loaded(*values: str) -> registry.Registry:
    own = [one for one in list_entry_points(registry.GROUP) if one.is_own]
    return registry.load_rules([*own, *map(entry, values)])


def found_with(made: registry.Registry, monkeypatch: pytest.MonkeyPatch) -> list[Finding]:
    """What `cardgen check` finds in a sound game with these rules."""
    with monkeypatch.context() as patch:
        patch.setattr(registry, "load_installed_rules", lambda: made)
        report = Report()
        checks = registry.all_checks(pixels=False)
        inspect_game(MemoryGame(GOOD), report, checks=checks)
        return [one for one in report.findings if one.code in ("late-fox", registry.BROKEN)]


def test_a_rule_of_another_distribution_is_run_after_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    made = loaded(f"{__name__}:LateFox")
    assert [one.distribution for one in made.rules][-1] == "fox-rules"
    assert {one.distribution for one in made.rules[:-1]} == {"cardgen"}
    assert [one.code for one in found_with(made, monkeypatch)] == ["late-fox"]


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ("no_such_module:Rule", "ModuleNotFoundError: No module named 'no_such_module'"),
        (f"{__name__}:Missing", "has no attribute 'Missing'"),
        (f"{__name__}:entry", "is not a subclass of `Rule`"),
        (f"{__name__}:Codeless", "its `codes` are not a tuple of `Explanation`s"),
        (f"{__name__}:BadlyCoded", "`Late Fox` is not a code: write small letters and hyphens"),
        (f"{__name__}:Twin", "the code `low-contrast` is taken by another rule"),
    ],
)
def test_a_plugin_that_cannot_be_loaded_is_a_finding(
    value: str, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = loaded(value)
    (finding,) = [one for one in found_with(made, monkeypatch) if one.code == registry.BROKEN]
    assert finding.severity == "error"
    assert said in finding.message
    assert "the rule `late-fox` of the package `fox-rules` cannot be loaded" in finding.message
    assert finding.hint == "update the package, or remove it: `pip uninstall fox-rules`"


def test_a_rule_that_fails_is_a_finding_beside_what_it_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    findings = found_with(loaded(f"{__name__}:Crashing"), monkeypatch)
    assert [one.code for one in findings] == [registry.BROKEN, "late-fox"]
    assert "the rule `Crashing` of the package `fox-rules` failed: KeyError: 'den'" in {
        one.message for one in findings
    }


def test_a_rule_may_report_only_codes_that_it_explains(monkeypatch: pytest.MonkeyPatch) -> None:
    (finding,) = found_with(loaded(f"{__name__}:Lying"), monkeypatch)
    assert "it reported the code `another-code`, not one of its own" in finding.message


def test_without_our_own_entry_points_nothing_passes_for_checked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    (finding,) = found_with(registry.load_rules([]), monkeypatch)
    assert finding.severity == "error"
    assert "it is not installed whole" in finding.message


# --- the example ---------------------------------------------------------------------------


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that the example is installed into, as `pip install` would."""
    folder = tmp_path_factory.mktemp("site")
    install = ["install", "--quiet", "--no-deps", "--no-build-isolation", "--no-index"]
    options = ["--disable-pip-version-check", "--target", str(folder), str(EXAMPLE)]
    subprocess.run([sys.executable, "-m", "pip", *install, *options], check=True)
    return folder


def cardgen(site: Path, *words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "cardgen", *words]
    path = os.pathsep.join((str(site), str(ROOT)))
    env = {**os.environ, "PYTHONPATH": path, "NO_COLOR": "1"}
    return subprocess.run(command, capture_output=True, text=True, check=False, env=env)


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("loud") / "game"
    folder.mkdir()
    for name, data in GOOD.items():
        file = folder / name
        file.parent.mkdir(exist_ok=True)
        file.write_bytes(str(data).encode())
    cards = (folder / "cards.yaml").read_text("utf-8")
    loud = cards.replace("Take a card.", "TAKE ANOTHER CARD NOW.")
    (folder / "cards.yaml").write_text(loud, "utf-8")
    return folder


@pytest.mark.slow
def test_the_example_is_installed_and_finds_what_it_says(site: Path, game: Path) -> None:
    run = cardgen(site, "check", str(game))
    assert "warning[shouting]: main: `rule` is typed in capitals throughout" in run.stdout
    assert "Traceback" not in run.stderr + run.stdout


@pytest.mark.slow
def test_the_example_is_explained_and_can_be_silenced(site: Path, game: Path) -> None:
    assert "Capitals have no ascenders" in cardgen(site, "explain", "shouting").stdout
    schema = cardgen(site, "schema", "game").stdout
    assert '"crowded-face"' in schema
    file = game / "game.yaml"
    text = file.read_text("utf-8")
    entry = "checks: [{code: shouting, level: off, reason: it is a war cry}]\n"
    file.write_text(text + entry, "utf-8")
    run = cardgen(site, "check", str(game))
    assert "shouting" not in run.stdout
    file.write_text(text, "utf-8")


def test_the_readme_of_the_example_names_its_codes() -> None:
    page = (EXAMPLE / "README.md").read_text("utf-8")
    code = "".join(path.read_text("utf-8") for path in EXAMPLE.rglob("*.py"))
    codes = re.findall(r'Explanation\(\s+"([a-z-]+)"', code)
    assert len(codes) == 2
    assert all(f"`{one}`" in page for one in codes)


def test_the_example_is_not_installed_where_tests_run() -> None:
    assert "cardgen-table-manners" not in {one.name for one in distributions()}
