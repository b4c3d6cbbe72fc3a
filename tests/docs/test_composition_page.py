"""`docs/composition.md`: its samples are kept by its decks, and it leaves nothing out."""

from __future__ import annotations

import re

import pytest

from cardgen.check.engine.registry import all_checks
from cardgen.core.findings import Finding, Report, format_findings
from cardgen.expressions.text_functions import TEXT_FUNCTIONS
from cardgen.files.memory_game import MemoryGame
from cardgen.pipeline.inspection import inspect_game
from cardgen.read.deck_functions import CARDS, DECK_FUNCTIONS
from cardgen.read.models.game_file import DeckComposition
from cardgen.read.models.rules import RuleSpec
from tests.support.samples import ROOT, the
from tools import field_tables

PAGE = (ROOT / "docs" / "composition.md").read_text("utf-8")
BLOCKS = re.findall(r"```yaml\n# ([\w.]+)\n(.*?)```", PAGE, re.DOTALL)
GAME = {name: text for name, text in BLOCKS if name != "composition.yaml"}
SAMPLES = [text for name, text in BLOCKS if name == "composition.yaml"]
LAYOUTS = "layouts: {face: {safe: []}}\n"


def found(composition: str, **files: str) -> list[Finding]:
    report = Report()
    texts = {**GAME, "layouts.yaml": LAYOUTS, "composition.yaml": composition, **files}
    inspect_game(MemoryGame(texts), report, checks=all_checks(pixels=False))
    return [finding for finding in report.findings if "composition" in finding.code]


def test_every_block_of_yaml_is_a_file_of_the_page() -> None:
    assert PAGE.count("```yaml") == len(BLOCKS) == len(GAME) + len(SAMPLES)
    assert set(GAME) == {"game.yaml", "letters.yaml", "words.yaml", "starters.yaml"}


@pytest.mark.parametrize("sample", SAMPLES, ids=range(len(SAMPLES)))
def test_every_sample_is_kept_by_the_decks_of_the_page(sample: str) -> None:
    report = Report()
    texts = {**GAME, "layouts.yaml": LAYOUTS, "composition.yaml": sample}
    inspect_game(MemoryGame(texts), report, checks=all_checks(pixels=False))
    spoken = [f for f in report.findings if f.severity == "error" or f.code == "idle-rule"]
    assert spoken == []


@pytest.mark.parametrize("sample", SAMPLES, ids=range(len(SAMPLES)))
def test_every_sample_finds_something_in_other_decks(sample: str) -> None:
    """It is no empty talk: with these cards each of them fires."""
    others = {
        "letters.yaml": "- {letter: l, points: 20, copies: 9}\n- {letter: k, points: x}\n",
        "words.yaml": "- {word: eel, kind: easy, points: 3}\n" * 2,
        "starters.yaml": "- {player: 1, letter: t, copies: 2}\n",
    }
    assert found(sample, **others)


def test_the_finding_that_is_shown_is_the_one_that_is_found() -> None:
    (rules,) = [sample for sample in SAMPLES if "because: easy words" in sample]
    words = GAME["words.yaml"].replace("lunate", "lunata")
    text = f"# composition.yaml\n{rules}"
    table = f"# words.yaml\n{words}"
    said = found(text, **{"words.yaml": table})
    wrong = the([finding for finding in said if "twice" in finding.message])
    lines = table.splitlines()
    shown = format_findings([wrong], lambda _, number: lines[number - 1], "", color=False)
    assert shown.strip() in PAGE


def test_every_field_is_spoken_of() -> None:
    for kind in (DeckComposition, RuleSpec):
        for name in kind.model_fields:
            assert f"`{field_tables.spelling(kind, name)}`" in PAGE, name


def test_the_table_of_rules_is_the_one_of_the_model() -> None:
    assert field_tables.table(RuleSpec).rstrip() in PAGE


@pytest.mark.parametrize("name", [*TEXT_FUNCTIONS, *DECK_FUNCTIONS])
def test_every_function_has_a_row(name: str) -> None:
    assert re.search(rf"^\| .*`{name}\(", PAGE, re.MULTILINE)


def test_no_function_is_invented() -> None:
    rows = re.findall(r"^\| (`\w+\(.*?) \|", PAGE, re.MULTILINE)
    named = {name for row in rows for name in re.findall(r"`(\w+)\(", row)}
    assert named == {*TEXT_FUNCTIONS, *DECK_FUNCTIONS}
    assert f"`{CARDS}`" in PAGE


def test_its_links_lead_somewhere() -> None:
    headings = re.findall(r"^#+ (.+)$", PAGE, re.MULTILINE)
    known = {re.sub(r"[^\w -]", "", head.lower()).replace(" ", "-") for head in headings}
    for anchor in re.findall(r"\]\(#([\w-]+)\)", PAGE):
        assert anchor in known, anchor
