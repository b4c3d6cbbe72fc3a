"""The last print of numbered cards beside the game: which card was which, as `diff` has it."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.support.pages import chromium, shown_preview
from tests.support.previews import GAME, preview, save, write_game

NUMBERED = GAME.replace(
    "fields: {name", 'id: "{{ number }}"\n    fields: {number: integer, name'
).replace("beasts.yaml", "beasts.csv")
NAMES = ["Adder", "Bear", "Crab", "Dolphin"]


def table(names: list[str]) -> str:
    rows = (f"{number},{name},land,4,\n" for number, name in enumerate(names, 1))
    return "number,name,kind,legs,note\n" + "".join(rows)


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game that was printed once."""
    folder = write_game(tmp_path_factory.mktemp("last-print"))
    save(folder / "game.yaml", NUMBERED)
    save(folder / "beasts.csv", table(NAMES))
    command = [sys.executable, "-m", "cardgen", "build", "tiny", "-t", "mpc", "-j", "1"]
    subprocess.run(command, cwd=folder.parent.parent, check=True, capture_output=True)
    return folder


@pytest.fixture(scope="module")
def page(game: Path) -> Iterator[Page]:
    with (
        chromium() as browser,
        preview(game.parent.parent) as server,
        shown_preview(browser, f"{server.url}#mode=print") as shown,
    ):
        yield shown


def expect_verdicts(page: Page, told: list[str]) -> None:
    fronts = page.locator('.pair[data-card^="beasts/"][data-side="front"] .verdict')
    expect(fronts).to_have_text(told)


@pytest.mark.slow
def test_numbered_cards_below_a_new_row_stand_beside_what_they_were(page: Page, game: Path) -> None:
    expect_verdicts(page, ["same"] * 4)
    save(game / "beasts.csv", table(["Gnu", *NAMES]))
    was = [f"same, was {number}" for number in (1, 2, 3, 4)]
    expect_verdicts(page, ["not printed yet", *was])
    crab = page.locator('.pair[data-card="beasts/4"][data-side="front"] .then img')
    expect(crab).to_have_attribute("alt", "beasts/3, front, as printed")
    head = page.locator("#cards h2").first
    expect(head).to_have_text("beastsprinted then · now · nothing changed · 1 not printed yet")
    expect(page.locator("#cards > .none")).to_be_hidden()


@pytest.mark.slow
def test_the_numbered_card_that_went_is_told_as_gone(page: Page, game: Path) -> None:
    save(game / "beasts.csv", table(NAMES[1:]))
    expect_verdicts(page, ["same, was 2", "same, was 3", "same, was 4"])
    gone = page.locator("#cards > .none")
    expect(gone).to_have_text("Printed then, not in the game now: beasts/1")


@pytest.mark.slow
def test_a_numbered_card_that_says_other_things_is_the_one_of_its_number(
    page: Page, game: Path
) -> None:
    save(game / "beasts.csv", table(["Adder", "Boar", *NAMES[2:]]))
    expect_verdicts(page, ["same", "changed", "same", "same"])
    expect(page.locator("#cards > .none")).to_be_hidden()
    save(game / "game.yaml", NUMBERED.replace("  beasts:", "  animals:"))
    fronts = page.locator('.pair[data-card^="animals/"][data-side="front"] .verdict')
    was = [f"same, was beasts/{number}" for number in (1, 3, 4)]
    expect(fronts).to_have_text([was[0], "not printed yet", *was[1:]])
