"""One order of several games."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from typing import Any

import pytest

from tests.cli.test_commands import cardgen
from tests.support.printed_games import LAYOUTS, ROWS, write_game


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Two games of one size; their texts share the words, and have other sizes."""
    games = tmp_path / "card_data"
    write_game(games / "zoo")
    small = LAYOUTS.replace("12pt", "11pt").replace("fill: ink", "fill: paper")
    write_game(games / "farm", rows=[{**row, "copies": 3} for row in ROWS], layouts=small)
    return tmp_path


def manifest(project: Path) -> list[dict[str, Any]]:
    text = (project / "output/order/poker/manifest.json").read_text()
    slots: list[dict[str, Any]] = json.loads(text)["slots"]
    return slots


def test_two_games_are_one_order_and_each_slot_is_filled_once(project: Path) -> None:
    run = cardgen("order", "zoo", "farm", cwd=project)
    assert run.returncode == 0, run.stderr
    assert run.stdout == (
        "poker: 24 cards in a bracket of 36, 12 blanks\n"
        "  apart, zoo: 9 cards in a bracket of 18, 9 blanks\n"
        "  apart, farm: 15 cards in a bracket of 18, 3 blanks\n"
        "  one order has 12 blanks, several have 12\n"
        "24 cards as 48 PNGs and 2 PDFs, 12 blanks to the next bracket → output/order/\n"
    )
    slots = manifest(project)
    assert [slot["slot"] for slot in slots] == list(range(1, 25))
    assert [slot["deck"] for slot in slots] == ["zoo beasts"] * 9 + ["farm beasts"] * 15


def test_each_game_keeps_its_own_faces(project: Path) -> None:
    assert cardgen("order", "zoo", "farm", cwd=project).returncode == 0
    fronts = {(slot["deck"], slot["card"]): slot["front_sha256"] for slot in manifest(project)}
    backs = {slot["deck"]: slot["back_sha256"] for slot in manifest(project)}
    assert len(set(fronts.values())) == 2 * len(ROWS)
    assert len(set(backs.values())) == 2
    for game in ("zoo", "farm"):
        assert cardgen("build", game, "-t", "mpc", cwd=project).returncode == 0
        alone = json.loads((project / f"output/{game}/mpc/poker/manifest.json").read_text())
        for slot in alone["slots"]:
            assert slot["front_sha256"] == fronts[f"{game} beasts", slot["card"]]


def test_the_order_file_lists_each_slot_of_fronts_once_and_the_rarer_backs(project: Path) -> None:
    write_game(project / "card_data/zoo", rows=ROWS[:2])
    assert cardgen("order", "zoo", "farm", cwd=project).returncode == 0
    folder = project / "output/order/poker"
    # the tool orders its 63 × 88 mm product only, and these are poker cards
    assert "There is no `zoo-farm.xml`" in (folder / "ORDER.md").read_text()
    for name in ("zoo", "farm"):
        game = project / "card_data" / name / "game.yaml"
        game.write_text(game.read_text().replace('"poker"', '"game"'))
    run = cardgen("order", "zoo", "farm", cwd=project)
    assert run.returncode == 0, run.stderr
    order = ElementTree.parse(project / "output/order/game/zoo-farm.xml").getroot()
    slots = [
        int(number)
        for text in (each.text or "" for each in order.findall("fronts/card/slots"))
        for number in text.split(",")
    ]
    assert sorted(slots) == list(range(18))
    backs = [each.text or "" for each in order.findall("backs/card/slots")]
    assert backs == ["0,1,2"]


def test_blanks_are_filled_with_chosen_cards_in_turns(project: Path) -> None:
    run = cardgen(
        "order", "zoo", "farm", "--fill", "zoo beasts/mole", "--fill", "farm beasts/otter",
        cwd=project,
    )  # fmt: skip
    assert run.returncode == 0, run.stderr
    cards = [(slot["deck"], slot["card"]) for slot in manifest(project)]
    assert len(cards) == 36
    assert cards.count(("zoo beasts", "mole")) == 2 + 6
    assert cards.count(("farm beasts", "otter")) == 3 + 6


def test_prices_are_compared_where_somebody_keeps_a_table(project: Path) -> None:
    (project / "prices.csv").write_text("size,cards,price\npoker,18,10\npoker,36,14.5\n")
    run = cardgen("order", "zoo", "farm", "--prices", "prices.csv", cwd=project)
    assert "poker: 24 cards in a bracket of 36, 12 blanks, 14.50\n" in run.stdout
    assert "several have 12, 5.50 less to pay\n" in run.stdout


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        (("zoo", "zoo"), "a game is named twice"),
        (("zoo", "barn"), "there is no game `barn`"),
        (("zoo", "farm", "--fill", "mole"), "which `mole`? There is `zoo beasts/mole`, "),
        (("zoo", "--fill", "moel"), "there is no card `moel`; did you mean"),
        (("zoo", "--prices", "none.csv"), "cannot read none.csv"),
    ],
)
def test_what_cannot_be_ordered_is_said(project: Path, typed: tuple[str, ...], said: str) -> None:
    run = cardgen("order", *typed, cwd=project)
    assert run.returncode == 2
    assert said in run.stderr
    assert not (project / "output").exists()


def test_prices_may_be_parted_by_semicolons_as_spreadsheets_do(project: Path) -> None:
    (project / "prices.csv").write_text("size;cards;price\n2.5x3.5in;18;10,50\n")
    run = cardgen("order", "zoo", "--prices", "prices.csv", cwd=project)
    assert "in a bracket of 18, 9 blanks, 10.50\n" in run.stdout


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ("pokr,18,10", "p.csv:2: there is no size `pokr`; did you mean `poker`?"),
        ("poker,50,10", "p.csv:2: 50 cards are no bracket, 55 are"),
    ],
)
def test_a_price_that_no_order_can_have_is_said(project: Path, row: str, said: str) -> None:
    """Such rows were passed over: the order had no price, and nobody knew why."""
    (project / "p.csv").write_text(f"size,cards,price\n{row}\n")
    run = cardgen("order", "zoo", "--prices", "p.csv", cwd=project)
    assert (run.returncode, run.stderr) == (2, f"cardgen: --prices: {said}\n")


@pytest.mark.parametrize("text", ["", "size,cards\n", "size,cards,price\npoker,x,1\n", "\xff"])
def test_a_table_of_prices_that_is_none_is_said(project: Path, text: str) -> None:
    (project / "p.csv").write_bytes(text.encode("latin-1"))
    run = cardgen("order", "zoo", "--prices", "p.csv", cwd=project)
    assert run.returncode == 2
    assert run.stderr.startswith("cardgen: --prices: ")


def test_one_order_has_one_stock(project: Path) -> None:
    game = project / "card_data/farm/game.yaml"
    data = json.loads(game.read_text())
    game.write_text(json.dumps({**data, "order": {"stock": "S33"}}))
    run = cardgen("order", "zoo", "farm", cwd=project)
    assert run.returncode == 2
    assert "one order has one stock, but zoo asks for `S30` and farm for `S33`" in run.stderr


def test_a_game_with_errors_is_not_ordered(project: Path) -> None:
    (project / "card_data/farm/composition.yaml").write_text("beasts: {total: 3}\n")
    run = cardgen("order", "zoo", "farm", cwd=project)
    assert run.returncode == 1
    assert "farm: 1 error, 1 warning; nothing was written" in run.stdout
    assert not (project / "output").exists()


def test_a_draft_is_not_ordered(project: Path) -> None:
    (project / "card_data/farm/one.png").unlink()
    run = cardgen("order", "zoo", "farm", cwd=project)
    assert run.returncode == 1
    assert not (project / "output").exists()


def test_a_game_of_which_all_cards_are_benched_is_told_as_such(project: Path) -> None:
    write_game(project / "card_data/bench", rows=[{**row, "copies": 0} for row in ROWS])
    run = cardgen("order", "bench", cwd=project)
    assert run.returncode == 2
    assert run.stderr.startswith("cardgen: this game prints no cards; all of them are on the bench")


def test_games_in_folders_of_one_name_are_told_apart(project: Path) -> None:
    write_game(project / "other/zoo", rows=ROWS[:2])
    run = cardgen("order", "zoo", "other/zoo", "--fill", "zoo-2 beasts/mole", cwd=project)
    assert run.returncode == 0, run.stderr
    decks = [slot["deck"] for slot in manifest(project)]
    assert (decks[:9], set(decks[9:])) == (["zoo beasts"] * 9, {"zoo-2 beasts"})


def test_a_card_is_found_in_a_game_whose_folder_has_a_blank(project: Path) -> None:
    write_game(project / "my zoo", rows=ROWS[:2])
    run = cardgen("order", "my zoo", "--fill", "beasts/mole", cwd=project)
    assert run.returncode == 0, run.stderr
    assert len(manifest(project)) == 18


def test_an_edition_is_ordered_beside_the_game(project: Path) -> None:
    game = project / "card_data/zoo"
    plain = json.loads((game / "game.yaml").read_text("utf-8"))
    editions = {"de": {"language": "de", "translation": "de.csv"}}
    (game / "game.yaml").write_text(json.dumps({**plain, "editions": editions}), "utf-8")
    rows = "".join(f"{row['id']},{row['id']} auf Deutsch\n" for row in ROWS)
    (game / "de.csv").write_text(f"id,name\n{rows}", "utf-8")
    run = cardgen("order", "zoo", "zoo@de", cwd=project)
    assert run.returncode == 0, run.stderr
    fronts = {(slot["deck"], slot["card"]): slot["front_sha256"] for slot in manifest(project)}
    assert fronts["zoo beasts", "mole"] != fronts["zoo@de beasts", "mole"]
    assert "zoo@de: 9 cards" in run.stdout
    run = cardgen("order", "zoo", "zoo@fr", cwd=project)
    assert run.returncode != 0
    assert "Traceback" not in run.stderr
    assert "fr" in run.stderr


def test_games_that_share_no_size_are_not_one_order(project: Path) -> None:
    file = project / "card_data/farm/game.yaml"
    file.write_text(file.read_text("utf-8").replace('"poker"', '"game"'), "utf-8")
    run = cardgen("order", "zoo", "farm", cwd=project)
    assert run.returncode == 2
    assert "zoo has `poker` and the others have `game`; order them apart" in run.stderr
    assert not (project / "output").exists()
