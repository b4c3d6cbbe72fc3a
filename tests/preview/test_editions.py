"""The preview's page of editions side by side."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from starlette.requests import Request

from cardgen.core.findings import Finding
from cardgen.files.disk_game import DiskGame
from cardgen.files.watch import SharedFiles
from cardgen.preview.edition_routes import EditionRoutes
from cardgen.preview.edition_views import EditionViews
from cardgen.preview.game_state import GameState
from cardgen.preview.live_updates import LiveUpdates
from tests.preview.test_server import TOKEN, Client
from tests.support.previews import save, write_game

PO = """\
msgid ""
msgstr "Language: de\\n"

msgctxt "beasts.name"
msgid "Fox"
msgstr "Rotfuchs"
"""


@pytest.fixture
def game(tmp_path: Path) -> Path:
    folder = write_game(tmp_path)
    with (folder / "game.yaml").open("a") as file:
        file.write("editions:\n  de: {language: de}\n  plain: {without: coins}\n")
    (folder / "translations").mkdir()
    (folder / "translations" / "de.po").write_text(PO, "utf-8")
    return folder


def card_of(told: dict[str, Any], name: str) -> dict[str, Any]:
    found: dict[str, Any] = next(card["editions"] for card in told["cards"] if card["id"] == name)
    return found


def test_each_card_has_its_faces_in_every_edition_and_in_the_longest_language(game: Path) -> None:
    told = EditionViews(DiskGame(game)).describe(1)
    assert [one["name"] for one in told["editions"]] == ["", "de", "plain", "longest"]
    fox, adder = card_of(told, "fox"), card_of(told, "adder")
    texts = {name: one["front"]["text"].split()[0] for name, one in fox.items()}
    assert texts == {"": "Fox", "de": "Rotfuchs", "plain": "Fox", "longest": "Rotfuchs"}
    assert len({one["front"]["key"] for one in adder.values()}) == 1
    assert set(card_of(told, "ten")) == {"", "de", "longest"}


def test_an_edition_with_an_error_says_so_and_the_others_are_shown(game: Path) -> None:
    yaml = (game / "game.yaml").read_text("utf-8")
    (game / "game.yaml").write_text(yaml.replace("without: coins", "without: coyns"), "utf-8")
    told = EditionViews(DiskGame(game)).describe(1)
    faults = {one["name"]: one["fault"] for one in told["editions"]}
    assert faults == {"": "", "de": "", "plain": "1 error in this edition", "longest": ""}


def test_a_change_of_a_translation_is_seen(game: Path) -> None:
    views = EditionViews(DiskGame(game))
    before = card_of(views.describe(1), "fox")["de"]["front"]
    (game / "translations" / "de.po").write_text(PO.replace("Rotfuchs", "Reineke"), "utf-8")
    assert card_of(views.describe(1), "fox")["de"]["front"] == before, "nothing was told to change"
    after = card_of(views.describe(2), "fox")["de"]["front"]
    assert after["text"].startswith("Reineke")
    assert views.png("de", after["key"], 80)


@pytest.fixture
def client(game: Path) -> Iterator[Client]:
    async def judge(_pixels: bool) -> tuple[Finding, ...]:
        return ()

    live = LiveUpdates(GameState(DiskGame(game), None), judge)
    running = live.running()
    with asyncio.Runner() as runner:
        runner.run(running.__aenter__())
        made = Client(live, runner)
        yield made
        runner.run(made.http.aclose())
        runner.run(running.__aexit__(None, None, None))


def test_what_an_edition_includes_from_beside_the_game_is_watched(game: Path) -> None:
    house, yaml = game.parent.parent / "house.yaml", (game / "game.yaml").read_text("utf-8")
    house.write_text("styles: {large: {font: text, size: 9pt}}\n", "utf-8")
    save(game / "lux.yaml", "include: ../../house.yaml\n")
    save(game / "game.yaml", yaml.replace("de: {", "de: {layouts: lux.yaml, "))

    async def judge(_pixels: bool) -> tuple[Finding, ...]:
        return ()

    one = DiskGame(game)
    with ThreadPoolExecutor(1) as drawing:
        live = LiveUpdates(GameState(one, None), judge)
        live.ready.set()
        routes = EditionRoutes(live, drawing)
        asyncio.run(routes.editions(Request({"type": "http"})))
    saves = SharedFiles()
    assert not saves.find_saved(one)
    save(house, "styles: {large: {font: text, size: 10pt}}\n")
    assert [file.resolve() for file in saves.find_saved(one)] == [house]


def test_the_page_its_data_and_its_pictures_are_served_to_its_own_page_alone(
    client: Client,
) -> None:
    for path in ("/editions", "/editions.json", "/edition-face/x.png"):
        assert client.get(path).status_code == 403
    assert "side by side" in client.get("/editions", params={"token": TOKEN}).text
    told = client.get("/editions.json").json()
    key = card_of(told, "fox")["de"]["front"]["key"]
    picture = client.get(f"/edition-face/{key}.png", params={"edition": "de", "w": "80"})
    assert Image.open(io.BytesIO(picture.content)).width == 80
    for asked in ({"edition": "xx"}, {"edition": "de", "w": "99999"}, {"edition": "plain"}):
        assert client.get(f"/edition-face/{key}.png", params=asked).status_code == 404
    assert client.get("/state.json").json()["editions"] == ["de", "plain"]
