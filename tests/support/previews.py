"""A small game to show, and the preview of it: as a process, as an application."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.support.patience import SECONDS

GAME = """\
game: Tiny Beasts
palette: {ink: "#000000", sand: "#e8d8b0", rust: "#c06020", sky: "#80b0e0"}
fonts: {text: fonts/EBGaramond-Regular.ttf}
decks:
  beasts:
    cards: beasts.yaml
    size: poker
    front: beast
    back: back
    fields: {name: text, kind: [land, sea], legs: integer, note: text}
  coins: {cards: coins.yaml, size: round-25mm, front: coin, back: back}
"""
LAYOUTS = """\
layouts:
  beast:
    bleed:
      - {shape: rectangle, fill: sand}
    safe:
      - {text: "{{ name }}", name: title, font: text, size: 18pt, color: ink, height: 12mm}
      - {text: "{{ note }}", name: note, font: text, size: 9pt, color: ink, top: 20mm, height: 8mm}
      - {text: "{{ kind }}, {{ legs }}", font: text, size: 9pt, color: ink, at: bottom left}
  coin:
    bleed:
      - {shape: rectangle, fill: sky}
    safe:
      - {text: "{{ name }}", font: text, size: 9pt, color: ink, align: center, valign: middle}
  back:
    bleed:
      - {shape: rectangle, fill: rust}
    trim:
      - {text: Back, font: text, size: 14pt, color: ink, align: center, valign: middle}
"""
BEASTS = """\
- {name: Adder, kind: land, legs: 0, copies: 2}
- {name: Bear, kind: land, legs: 4, note: 'It said "no and left'}
- {name: Crab, kind: sea, legs: 10}
- {name: Dolphin, kind: sea, legs: 0}
- {name: Eland, kind: land, legs: 4}
- {name: Fox, kind: land, legs: 4, copies: 3}
"""
COINS = "- {name: One, copies: 4}\n- {name: Ten}\n"


def write_game(folder: Path) -> Path:
    """The game's folder, `tiny`, in a project of its own."""
    game = folder / "card_data" / "tiny"
    game.mkdir(parents=True)
    files = {
        "game.yaml": GAME,
        "layouts.yaml": LAYOUTS,
        "beasts.yaml": BEASTS,
        "coins.yaml": COINS,
    }
    for name, text in files.items():
        (game / name).write_text(text, "utf-8")
    return game


def save(file: Path, text: str | bytes) -> None:
    """Save a file that is watched, as editors do: at once. One that is written where it stands is
    empty for a moment, and a watcher may look just then."""
    beside = file.with_name(f".{file.name}.tmp")
    beside.write_bytes(text.encode() if isinstance(text, str) else text)
    beside.replace(file)


@dataclass
class Server:
    """A preview that runs."""

    url: str
    process: subprocess.Popen[str]

    @property
    def origin(self) -> str:
        return self.url.partition("/?")[0]

    @property
    def port(self) -> int:
        return int(self.origin.rpartition(":")[2])

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(timeout=SECONDS)
        if self.process.stdout:
            self.process.stdout.close()


def start(project: Path, *options: str, port: int = 0) -> Server:
    command = [sys.executable, "-m", "cardgen", "preview", "--no-open", "--port", str(port)]
    process = subprocess.Popen(
        [*command, *options],
        cwd=project,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    assert process.stdout is not None
    line = process.stdout.readline()
    found = re.search(r"http\S+", line)
    assert found is not None, line
    return Server(found.group(), process)


@contextmanager
def preview(project: Path, *options: str, port: int = 0) -> Iterator[Server]:
    server = start(project, *options, port=port)
    try:
        yield server
    finally:
        server.stop()
