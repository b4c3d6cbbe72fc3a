"""The state of a large game comes in pages, and checks that run hold up no end."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from starlette.applications import Starlette

from cardgen.files.disk_game import DiskGame
from cardgen.preview.check_process import CheckProcess
from cardgen.preview.game_state import GameState
from cardgen.preview.launch import PreviewServer, listen, server_config
from cardgen.preview.state_pages import FIRST_CARDS, PAGE_CARDS, card_page, first_page
from tests.support.patience import SECONDS
from tests.support.previews import write_game


def state_of(game: Path, cards: int) -> GameState:
    rows = "".join(f"- {{name: Beast {number}, kind: land}}\n" for number in range(cards))
    (game / "beasts.yaml").write_text(rows, "utf-8")
    made = GameState(DiskGame(game))
    made.refresh()
    return made


def test_a_small_game_is_whole_at_once(tmp_path: Path) -> None:
    data = state_of(write_game(tmp_path), 5).data
    assert first_page(data) == data | {"left": 0}


def test_a_large_game_comes_in_pages_that_make_the_whole(tmp_path: Path) -> None:
    data = state_of(write_game(tmp_path), FIRST_CARDS + 50).data
    first = first_page(data)
    assert len(first["cards"]) == FIRST_CARDS
    assert first["left"] == 52
    assert first["decks"] == data["decks"], "order and height of all are known at once"
    rest = card_page(data, FIRST_CARDS)
    assert rest["next"] is None
    assert first["cards"] | rest["cards"] == data["cards"]
    assert first["faces"] | rest["faces"] == data["faces"]
    shown = {card[side] for card in first["cards"].values() for side in ("front", "back")}
    assert set(first["faces"]) == shown, "no words of cards that are not there"


def test_a_page_names_the_next_and_none_is_beyond_the_last(tmp_path: Path) -> None:
    data = state_of(write_game(tmp_path), 3).data
    many = data | {"decks": [{**data["decks"][0], "cards": ["beasts/beast-0"] * (PAGE_CARDS + 1)}]}
    assert card_page(many, 0)["next"] == PAGE_CARDS
    assert card_page(many, PAGE_CARDS)["next"] is None
    assert card_page(data, 9_999_999) == {
        "revision": data["revision"],
        "cards": {},
        "faces": {},
        "next": None,
    }


def test_checks_that_are_running_end_with_the_preview(tmp_path: Path) -> None:
    checks = CheckProcess(write_game(tmp_path))
    answers: list[object] = []
    asking = threading.Thread(target=lambda: answers.append(checks.child.ask(True)))
    asking.start()
    while checks.child.process is None or checks.child.process.pid is None:
        time.sleep(0.01)
    checks.close()
    asking.join(timeout=SECONDS)
    assert not asking.is_alive()
    assert checks.child.ask(False) is None, "none is started again"


def test_the_end_of_the_preview_does_not_wait_for_a_game_that_is_read() -> None:
    go_on, read = threading.Event(), threading.Event()

    def read_game() -> None:
        go_on.wait(SECONDS)
        read.set()

    @asynccontextmanager
    async def reading(_app: Starlette) -> AsyncIterator[None]:
        task = asyncio.create_task(asyncio.to_thread(read_game))
        yield
        task.cancel()

    def end() -> None:
        server.should_exit = True

    config = server_config(Starlette(lifespan=reading))
    server = PreviewServer(config, ready=end, end=lambda: None)
    server.run([listen(0)])
    assert not read.is_set()
    go_on.set()
