"""The main paths of the preview and of the gallery in Debian's Firefox."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.firefox import Firefox, firefox
from tests.support.previews import BEASTS, preview, save, write_game

pytestmark = [pytest.mark.slow, pytest.mark.flaky(reruns=2)]


@pytest.fixture(scope="module")
def window(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Firefox]:
    with firefox(tmp_path_factory.mktemp("firefox") / "profile") as one:
        yield one


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_game(tmp_path_factory.mktemp("pages"))


def test_the_preview_shows_searches_opens_and_follows_a_save(window: Firefox, game: Path) -> None:
    with preview(game.parent.parent) as server:
        window.open(server.url)
        window.wait("document.querySelectorAll('#cards .face[data-shown]').length >= 6")
        window.run(
            "const box = document.getElementById('search'); box.value = 'legs>=4 -fox';"
            "box.dispatchEvent(new Event('input'));"
        )
        window.wait("document.querySelectorAll('#cards .card').length === 3")
        window.run("document.querySelector('#cards .card').click();")
        window.wait("document.getElementById('detail').open && location.hash.includes('card=')")
        window.run("history.back();")
        window.wait("!document.getElementById('detail').open")
        save(game / "beasts.yaml", BEASTS.replace("legs: 10", "legs: 2"))
        window.wait("document.querySelectorAll('#cards .card').length === 2")
        for mode, seen in (
            ("sheets", ".sheet img"),
            ("hand", ".hand .face[data-shown]"),
            ("table", ".table-row"),
            ("play", ".play-pile img"),
        ):
            window.run(f"location.hash = 'mode={mode}';")
            window.wait(f"document.querySelector('{seen}')")


def test_the_gallery_opens_cards_notes_and_plays(window: Firefox, game: Path) -> None:
    command = [sys.executable, "-m", "cardgen", "build", "tiny", "-t", "gallery", "-j", "1"]
    project = game.parent.parent
    subprocess.run(command, cwd=project, check=True, capture_output=True)
    window.open((project / "output" / "tiny" / "gallery" / "index.html").as_uri())
    window.wait("!document.getElementById('bar').hidden")
    window.run("document.querySelector('.open').click();")
    window.wait("document.getElementById('big').open && location.hash.startsWith('#beasts/')")
    window.run(
        "const note = document.getElementById('note'); note.value = 'Fine';"
        "note.dispatchEvent(new Event('input')); history.back();"
    )
    window.wait("!document.getElementById('big').open && document.querySelector('.noted')")
    window.run("document.getElementById('play').click();")
    window.wait("document.querySelectorAll('.play-pile').length === 2")
    window.run(
        "const pile = document.querySelector('.play-pile'); pile.focus();"
        "for (const key of 'da')"
        " pile.dispatchEvent(new KeyboardEvent('keydown', {key, bubbles: true}));"
    )
    window.wait("document.querySelectorAll('.play-held').length === 2")
    window.wait("location.hash.startsWith('#play=2.')")
