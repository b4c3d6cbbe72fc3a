"""What the page writes is shown without waiting for the system to tell of it, and told once."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

from cardgen.core.findings import Finding, Span
from cardgen.files.disk_game import DiskGame
from cardgen.preview import live_updates
from cardgen.preview.game_state import GameState
from cardgen.preview.live_updates import Judge, LiveUpdates
from cardgen.preview.moved_rows import find_row_now
from cardgen.preview.server import ServerSettings, make_app
from cardgen.read.syntax.nodes import MappingNode
from cardgen.read.tables.cards import CardSpec
from tests.support.edit_requests import BASE, HEADERS, PORT, TOKEN
from tests.support.patience import SECONDS
from tests.support.previews import write_game

EDIT = {"card": "beasts/bear", "field": "legs", "old": "4", "new": "6"}
Saves = asyncio.Queue[frozenset[Path]]
Story = Callable[[LiveUpdates, httpx.AsyncClient, Saves], Awaitable[None]]


@pytest.fixture
def game(tmp_path: Path) -> Path:
    return write_game(tmp_path)


async def judge_nothing(_pixels: bool) -> None:
    return None


def run_story(
    game: Path, story: Story, monkeypatch: pytest.MonkeyPatch, judge: Judge = judge_nothing
) -> None:
    """A live game whose saves are told when the story says so, and no sooner."""

    async def run() -> None:
        saves: Saves = asyncio.Queue()
        saves.put_nowait(frozenset())

        async def tell(_game: DiskGame, _stop: asyncio.Event) -> AsyncIterator[frozenset[Path]]:
            while True:
                yield await saves.get()

        monkeypatch.setattr(live_updates, "iterate_saves_async", tell)
        live = LiveUpdates(GameState(DiskGame(game)), judge)
        transport = httpx.ASGITransport(make_app(live, ServerSettings(TOKEN, PORT, edits=True)))
        async with (
            live.running(),
            httpx.AsyncClient(transport=transport, base_url=BASE, headers=HEADERS) as client,
            asyncio.timeout(SECONDS),
        ):
            await live.ready.wait()
            await story(live, client, saves)

    asyncio.run(run())


async def wait_for_revision(live: LiveUpdates, revision: int) -> dict[str, Any]:
    while live.game_state.data["revision"] < revision:
        await asyncio.sleep(0.005)
    cards: dict[str, Any] = live.game_state.data["cards"]
    return cards


def test_an_edit_is_shown_though_no_save_was_told(
    game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(live: LiveUpdates, client: httpx.AsyncClient, _saves: Saves) -> None:
        assert (await client.post("/edit", json=EDIT)).status_code == 200
        cards = await wait_for_revision(live, 2)
        assert cards["beasts/bear"]["fields"]["legs"] == "6"
        assert (await client.post("/undo", json={})).status_code == 200
        cards = await wait_for_revision(live, 3)
        assert cards["beasts/bear"]["fields"]["legs"] == "4"

    run_story(game, story, monkeypatch)


def test_a_save_that_is_an_edit_of_the_page_is_not_read_twice(
    game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(live: LiveUpdates, client: httpx.AsyncClient, saves: Saves) -> None:
        await client.post("/edit", json=EDIT)
        await wait_for_revision(live, 2)
        saves.put_nowait(frozenset({game / "beasts.yaml"}))
        saves.put_nowait(frozenset({game / "coins.yaml"}))  # of another program
        await wait_for_revision(live, 3)
        await asyncio.sleep(0)
        assert saves.empty()
        assert live.game_state.data["revision"] == 3

    run_story(game, story, monkeypatch)


def test_a_save_that_is_never_told_is_seen_when_a_page_opens(
    game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(live: LiveUpdates, _client: httpx.AsyncClient, _saves: Saves) -> None:
        save_untold(game)
        async for event in live.events():
            if event is not None and event[0] == "change":
                break
        assert live.game_state.data["cards"]["beasts/bear"]["fields"]["legs"] == "7"

    run_story(game, story, monkeypatch)


def test_a_save_that_is_never_told_is_seen_while_a_page_is_open(
    game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live_updates, "_IDLE_SECONDS", 0.01)

    async def story(live: LiveUpdates, _client: httpx.AsyncClient, _saves: Saves) -> None:
        saved = False
        async for event in live.events():
            if event is None and not saved:
                saved = True
                save_untold(game)
            if event is not None and event[0] == "change":
                break
        assert live.game_state.data["cards"]["beasts/bear"]["fields"]["legs"] == "7"

    run_story(game, story, monkeypatch)


def test_a_save_that_is_never_told_is_seen_when_the_checks_are_done(
    game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(live: LiveUpdates, _client: httpx.AsyncClient, saves: Saves) -> None:
        saves.put_nowait(frozenset({game / "beasts.yaml"}))
        await wait_for_revision(live, 2)
        while not live.game_state.session.state.judged:
            await asyncio.sleep(0.005)
        cards = await wait_for_revision(live, 3)
        assert cards["beasts/bear"]["fields"]["legs"] == "7"

    async def judge(pixels: bool) -> tuple[Finding, ...]:
        if pixels and b"legs: 7" not in (game / "beasts.yaml").read_bytes():
            save_untold(game)
        return ()

    run_story(game, story, monkeypatch, judge)


def test_files_that_stay_as_they_are_are_not_read_again(
    game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Those that are missing or cannot be read too."""
    monkeypatch.setattr(live_updates, "_IDLE_SECONDS", 0.01)
    layouts = game / "layouts.yaml"
    picture = "{picture: none.png}\n      - {text: Back,"
    layouts.write_text(layouts.read_text("utf-8").replace("{text: Back,", picture))

    async def story(live: LiveUpdates, _client: httpx.AsyncClient, _saves: Saves) -> None:
        idle = 0
        async for event in live.events():
            idle += event is None
            if idle == 5:
                break
        assert live.game_state.data["revision"] == 1

    run_story(game, story, monkeypatch)


def save_untold(game: Path) -> None:
    file = game / "beasts.yaml"
    file.write_bytes(file.read_bytes().replace(b"kind: land, legs: 4", b"kind: land, legs: 7"))


def test_what_another_program_saves_beside_an_edit_is_shown(
    game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the same file, or in another that is told of in the same breath."""

    async def story(live: LiveUpdates, client: httpx.AsyncClient, saves: Saves) -> None:
        await client.post("/edit", json=EDIT)
        await wait_for_revision(live, 2)
        file = game / "beasts.yaml"
        file.write_bytes(file.read_bytes().replace(b"legs: 6", b"legs: 7"))  # as many bytes
        saves.put_nowait(frozenset({file}))
        cards = await wait_for_revision(live, 3)
        assert cards["beasts/bear"]["fields"]["legs"] == "7"
        await client.post("/edit", json=EDIT | {"old": "7"})
        await wait_for_revision(live, 4)
        coins = game / "coins.yaml"
        coins.write_bytes(coins.read_bytes().replace(b"name: Ten", b"name: Hen"))
        saves.put_nowait(frozenset({file, coins}))
        cards = await wait_for_revision(live, 5)
        assert "coins/hen" in cards

    run_story(game, story, monkeypatch)


@pytest.mark.parametrize(
    ("address", "body"),
    [
        ("/row", {"card": "beasts/dolphin", "change": "delete"}),
        ("/row", {"card": "beasts/dolphin", "change": "down"}),
        ("/edit", {"card": "beasts/dolphin", "field": "legs", "old": "0", "new": "1"}),
        ("/new-row", {"card": "beasts/dolphin", "field": "name", "text": "Eel"}),
        ("/cells", {"cells": [["beasts/dolphin", "legs", "1"]]}),
    ],
)
def test_a_row_that_another_program_has_moved_is_not_taken_for_another(
    game: Path, monkeypatch: pytest.MonkeyPatch, address: str, body: object
) -> None:
    """Before its save is told: where the dolphin was there stands now another row as long."""

    async def story(_live: LiveUpdates, client: httpx.AsyncClient, _saves: Saves) -> None:
        file = game / "beasts.yaml"
        crab, dolphin = file.read_text("utf-8").splitlines()[2:4]
        moved = dolphin.replace("Dolphin", "Octopus") + "\n" + crab.replace("10", "0")
        file.write_text(file.read_text("utf-8").replace(f"{crab}\n{dolphin}", moved), "utf-8")
        before = file.read_bytes()
        told = await client.post(address, json=body)
        assert (told.status_code, file.read_bytes()) == (409, before)
        assert "saved by another program meanwhile" in told.json()["refused"]

    run_story(game, story, monkeypatch)


@pytest.mark.parametrize("moved", [True, False])
def test_a_row_of_a_frozen_deck_is_changed_only_where_it_stood_when_the_deck_was_whole(
    game: Path, monkeypatch: pytest.MonkeyPatch, moved: bool
) -> None:
    async def story(live: LiveUpdates, client: httpx.AsyncClient, saves: Saves) -> None:
        file, layouts = game / "beasts.yaml", game / "layouts.yaml"
        crab, dolphin = file.read_text("utf-8").splitlines()[2:4]
        if moved:
            text = file.read_text("utf-8").replace(f"{crab}\n{dolphin}", f"{dolphin}\n{crab}")
            file.write_text(text, "utf-8")
        layouts.write_text(layouts.read_text("utf-8").replace("  beast:", "  best:"), "utf-8")
        saves.put_nowait(frozenset({file, layouts}))
        await wait_for_revision(live, 2)
        assert "beasts" in live.game_state.session.state.frozen
        before = file.read_text("utf-8")
        told = await client.post("/row", json={"card": "beasts/crab", "change": "delete"})
        if moved:
            assert (told.status_code, file.read_text("utf-8")) == (409, before)
            assert "has changed since the deck `beasts` was whole" in told.json()["refused"]
        else:
            assert told.status_code == 200
            assert file.read_text("utf-8") == before.replace(f"{crab}\n", "")

    run_story(game, story, monkeypatch)


BEAR = "Bear, kind: land, legs: 6"


def test_a_value_that_freezes_its_deck_can_be_typed_anew(
    game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The page shows the deck as it was; the row is that of the file as it is."""

    async def story(live: LiveUpdates, client: httpx.AsyncClient, _saves: Saves) -> None:
        file = game / "beasts.yaml"
        before = file.read_text("utf-8")
        name = {"card": "beasts/crab", "field": "name", "old": "Crab", "new": "{x}"}
        assert (await client.post("/edit", json=name)).status_code == 200
        await live.settle()
        assert "beasts" in live.game_state.session.state.frozen
        row = (await client.get("/row.json", params={"card": "beasts/crab"})).json()
        assert row["fields"][0]["text"] == "{x}"
        assert (await client.post("/edit", json=EDIT)).status_code == 200
        again = name | {"old": "{x}", "new": "Prawn"}
        assert (await client.post("/edit", json=again)).status_code == 200
        after = before.replace("Crab", "'Prawn'").replace("Bear, kind: land, legs: 4", BEAR)
        assert file.read_text("utf-8") == after
        await live.settle()
        assert not live.game_state.session.state.frozen

    run_story(game, story, monkeypatch)


@pytest.mark.parametrize(
    ("now", "found"),
    [
        ("abcde", "c"),
        ("abXde", "X"),
        ("aYXde", "X"),
        ("abXe", ""),
        ("acbde", ""),
        ("abdce", ""),
        ("Yabcde", "c"),
        ("abcZZde", "c"),
        ("ab", ""),
        ("", ""),
    ],
)
def test_a_row_is_found_again_only_where_there_is_no_doubt(now: str, found: str) -> None:
    before, after = ([row_of(name, at) for at, name in enumerate(text)] for text in ("abcde", now))
    row = find_row_now(before, after, 2)
    assert (row.values["name"] if row else "") == found


def row_of(name: str, line: int) -> CardSpec:
    return CardSpec("", 1, {"name": name}, MappingNode(Span("cards.yaml", line, 1, 1), {}))


def test_edits_that_follow_each_other_at_once_are_written_to_their_own_rows(
    game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first moves all rows below it."""

    async def story(_live: LiveUpdates, client: httpx.AsyncClient, _saves: Saves) -> None:
        told = await asyncio.gather(
            client.post("/row", json={"card": "beasts/adder", "change": "duplicate"}),
            client.post("/edit", json=EDIT),
            client.post("/edit", json=EDIT | {"card": "beasts/eland", "new": "8"}),
            client.post("/row", json={"card": "beasts/crab", "change": "delete"}),
        )
        assert [one.status_code for one in told] == [200] * 4
        found = [line.split(",")[0] for line in (game / "beasts.yaml").read_text().splitlines()]
        assert [name.split()[-1] for name in found] == [
            "Adder", "Adder", "Bear", "Dolphin", "Eland", "Fox",
        ]  # fmt: skip
        assert "Eland, kind: land, legs: 8" in (game / "beasts.yaml").read_text("utf-8")

    run_story(game, story, monkeypatch)
