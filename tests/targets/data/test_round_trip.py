"""200 generated decks come back from JSON and CSV as they were."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cardgen.core.findings import Report
from cardgen.files.memory_game import MemoryGame
from cardgen.read.game import read_game
from cardgen.read.tables.values import split_items
from cardgen.targets.data.target import DataTarget, _format_cell
from tests.support.small_games import checked, job_of, write

GAME = """\
game: Odd
fonts: {text: fonts/EBGaramond-Regular.ttf}
decks:
  odd:
    cards: odd.json
    size: poker
    front: f
    fields: {note: text, power: integer, weight: number, tags: list, more: mapping}
"""
LAYOUTS = 'layouts: {f: {safe: [{text: "{{ id }}", font: text, size: 12pt}]}}\n'

AWKWARD = st.sampled_from(
    ["=1+1", "'=SUM(A1)", "''=1", "+1+1", "@A1", "007", "1.50", "1e5", "true", "null", "~", "yes",
     "- a", "{a: b}", "[x]", '["x"]', "a; b", "a|b", "a,b", '"', '""', "'", " a ", "a\nb", "#",
     "x: y", "é", "漢字", "-5", "+5", "1_000", "0x1F", "{}", "[]", ";", "−1", "NaN", "1e999",
     "|", "a\tb"]
)  # fmt: skip
TEXTS = AWKWARD | st.text("ab1 ;,|'\"=+-@[]{}:.\n", min_size=1, max_size=8)
ITEMS = TEXTS | st.integers(-(10**9), 10**9)
WORDS = st.text("abc", min_size=1, max_size=3)
ROWS = st.lists(
    st.fixed_dictionaries(
        {},
        optional={
            "note": TEXTS,
            "power": st.integers(-(10**9), 10**9),
            "weight": st.integers(-999, 999) | st.sampled_from([0.5, -1.25, 100.75]),
            "tags": st.lists(ITEMS, max_size=3),
            "more": st.dictionaries(WORDS, ITEMS | st.lists(ITEMS, max_size=2), max_size=2),
        },
    ),
    min_size=1,
    max_size=4,
)


def values_of(game: str, files: dict[str, str | bytes]) -> list[dict[str, Any]]:
    """What the rows of the deck hold; a finding fails."""
    report = Report()
    spec = read_game(MemoryGame({"game.yaml": game, "layouts.yaml": LAYOUTS, **files}), report)
    assert spec is not None, report.findings
    assert not report.findings, report.findings
    kept = ("id", "copies")
    return [
        {
            name: value
            for name, value in card.values.items()
            if name not in kept and value is not None
        }
        for card in spec.cards["odd"]
    ]


@settings(
    max_examples=200, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck)
)
@given(ROWS)
def test_a_deck_of_awkward_values_comes_back(rows: list[dict[str, Any]]) -> None:
    named = [{"id": f"card-{number}", **row} for number, row in enumerate(rows)]
    source: dict[str, str | bytes] = {"odd.json": json.dumps(named)}
    typed = values_of(GAME, source)
    job = job_of(checked({"game.yaml": GAME, "layouts.yaml": LAYOUTS, **source}))
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made) / "out"
        write(DataTarget(), folder, job)
        cards = json.loads((folder / "cards.json").read_text("utf-8"))["cards"]
        table = (folder / "odd.csv").read_bytes()
    held = [{k: v for k, v in card["fields"].items() if v is not None} for card in cards]
    assert held == typed
    again = [{"id": f"card-{number}", **fields} for number, fields in enumerate(held)]
    assert values_of(GAME, {"odd.json": json.dumps(again)}) == typed
    assert values_of(GAME.replace("odd.json", "odd.csv"), {"odd.csv": table}) == typed


LOOSE = GAME.partition("    fields:")[0]
LOOSE_ROWS = st.lists(
    st.fixed_dictionaries(
        {},
        optional={
            "note": TEXTS,
            "power": st.integers(-(10**9), 10**9) | st.sampled_from([0.5, -1.25]),
            "tags": st.lists(ITEMS, max_size=3),
            "more": st.dictionaries(WORDS, ITEMS | st.lists(ITEMS, max_size=2), max_size=2),
            "any": ITEMS | st.lists(ITEMS, max_size=2),
        },
    ),
    min_size=1,
    max_size=4,
)


@settings(
    max_examples=200, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck)
)
@given(LOOSE_ROWS)
def test_fields_that_nothing_declares_come_back_with_what_the_manifest_says(
    rows: list[dict[str, Any]],
) -> None:
    """From CSV all but those of several types, which the manifest names; from JSON all."""
    named = [{"id": f"card-{number}", **row} for number, row in enumerate(rows)]
    source: dict[str, str | bytes] = {"odd.json": json.dumps(named)}
    typed = values_of(LOOSE, source)
    job = job_of(checked({"game.yaml": LOOSE, "layouts.yaml": LAYOUTS, **source}))
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made) / "out"
        write(DataTarget(), folder, job)
        cards = json.loads((folder / "cards.json").read_text("utf-8"))["cards"]
        (said,) = json.loads((folder / "manifest.json").read_text("utf-8"))["tables"]
        table = (folder / "odd.csv").read_bytes()
    again = [{"id": f"card-{number}", **card["fields"]} for number, card in enumerate(cards)]
    assert values_of(LOOSE, {"odd.json": json.dumps(again)}) == typed
    declared = f"{LOOSE}    fields: {json.dumps(said['fields'])}\n".replace("odd.json", "odd.csv")
    back = values_of(declared, {"odd.csv": table})
    mixed = said["only_in_json"]
    assert [_without(mixed, row) for row in back] == [_without(mixed, row) for row in typed]


def _without(names: list[str], row: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in row.items() if name not in names}


@pytest.mark.parametrize("separator", ["", "/", ",", ";"])
@pytest.mark.parametrize("items", [[], ["|"], ["a,b"], ["x", "y"], ["a/b"], ["a", "b|c"]])
def test_a_list_in_a_cell_is_split_as_the_field_says(items: list[Any], separator: str) -> None:
    cell = _format_cell(items, separator)
    if cell.startswith("["):
        assert json.loads(cell) == items
    else:
        assert split_items(cell, separator) == items
