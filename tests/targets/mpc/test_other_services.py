"""What `ORDER.md` says of other services: their own figures, and how sure each is."""

from __future__ import annotations

import json

import pytest

from cardgen.bind.bound_faces import BoundDeck
from cardgen.core.findings import Report
from cardgen.core.sizes import find_size, load_sizes
from cardgen.files.memory_game import MemoryGame
from cardgen.pipeline.inspection import check_game
from cardgen.read.models.game_file import OrderSpec
from cardgen.targets.mpc.other_services import OrderedGame, list_other_services
from cardgen.targets.shared.sold_sizes import find_products
from tests.conftest import ROOT

CATALOG = json.loads((ROOT / "cardgen" / "data" / "sizes.json").read_text("utf-8"))["sizes"]


FILES: dict[str, str | bytes] = {
    "game.yaml": """\
game: Zoo
decks:
  beasts: {cards: beasts.yaml, size: poker, front: face, back: face}
  maps: {cards: beasts.yaml, size: poker, front: face}
  fates: {cards: beasts.yaml, size: tarot, front: face, back: face}
""",
    "layouts.yaml": "layouts: {face: {bleed: [{shape: rectangle, fill: '#ffffff'}]}}\n",
    "beasts.yaml": "- {id: fox}\n",
}


def told(name: str, cards: int = 54, **order: str) -> dict[str, str]:
    size = find_size(name)
    assert size is not None
    spec = OrderSpec.model_validate(order)
    return {who: what for who, what, _ in list_other_services(size, cards, spec)}


@pytest.mark.parametrize("row", CATALOG, ids=lambda row: str(row["name"]))
def test_every_size_has_the_products_of_the_catalog(row: dict[str, dict[str, object]]) -> None:
    found = told(str(row["name"]))
    for service, name in (("printerstudio", "PrinterStudio"), ("gamecrafter", "The Game Crafter")):
        size = find_size(str(row["name"]))
        assert size is not None
        turned = find_products(size, service) if service == "gamecrafter" else ()
        sold = size.sold_by(service) or turned
        assert sold[0].code in found[name] if sold else found[name].startswith("nothing: ")


def test_the_game_crafter_is_named_for_cards_that_its_target_turns() -> None:
    assert "(PokerDeck)" in told("poker-landscape")["The Game Crafter"]
    assert told("mini-euro")["The Game Crafter"].startswith("nothing: ")


def test_an_order_that_is_too_large_elsewhere_is_told_to_be_divided() -> None:
    """PrinterStudio prints 234 bridge cards, Make Playing Cards 612."""
    assert "at most 234 cards in one order, so this one" in told("bridge", 300)["PrinterStudio"]
    assert "divided" not in told("bridge", 234)["PrinterStudio"]
    assert "divided" not in told("poker", 300)["PrinterStudio"]


def test_what_a_service_does_not_have_is_said() -> None:
    said = told("poker", stock="S27", foil="yes")
    assert said["PrinterStudio"].endswith("no stock `S27`, no foil")
    assert "foil" in said["BoardGamesMaker"]
    assert "no stock" not in told("poker")["PrinterStudio"]


def test_a_press_for_poker_cards_is_named_for_no_other() -> None:
    assert told("poker")["DriveThruCards"] == "`cardgen build -t drivethru`"
    assert told("tarot")["DriveThruCards"].startswith("nothing")


def test_what_the_target_for_drivethru_would_refuse_is_not_proposed() -> None:
    """It wants a back on each card of the game, and one size or `size=any`."""
    game = check_game(MemoryGame(FILES, "zoo"), Report(), checks=())
    assert game is not None
    poker, bare, tarot = game.bound.decks

    def told_of(*decks: BoundDeck, edition: str = "") -> str:
        of = OrderedGame(decks, edition)
        rows = list_other_services(poker.size, 54, OrderSpec.model_validate({}), of)
        return {who: what for who, what, _ in rows}["DriveThruCards"]

    assert told_of(poker) == "`cardgen build -t drivethru`"
    assert told_of(poker, edition="de") == "`cardgen build --edition de -t drivethru`"
    assert told_of(poker, bare).endswith("each card, and `maps` has no back")
    assert "`cardgen build -t drivethru:size=any`" in told_of(poker, tarot)


def test_every_row_says_how_sure_it_is() -> None:
    for size in load_sizes().values():
        for row in list_other_services(size, 54, OrderSpec.model_validate({})):
            assert all(row)
