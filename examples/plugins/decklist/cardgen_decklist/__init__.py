"""Import deck lists: lines such as `3x Fox`, in files that end in `.deck`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from cardgen.importers.contract import Importer, ImportFault
from cardgen.importers.game_text import game_yaml, layouts_yaml, quote

_LINE = re.compile(r"(\d+)\s*x?\s+(\S.*)")
_LAYOUT = """\
  card:
    bleed:
      - {shape: rectangle, fill: paper}
    safe:
      - {text: "{{ name }}", style: title, left: 0, right: 0, top: 0, height: 10mm}
"""


class DecklistImporter(Importer):
    """Reads a deck list."""

    name = "decklist"
    about = "a deck list (.deck) with lines such as `3x Fox`"

    def accepts(self, source: Path) -> bool:
        return source.is_file() and source.suffix == ".deck"

    def read(self, source: Path, title: str) -> Mapping[str, bytes]:
        found = [_LINE.match(line) for line in source.read_text("utf-8").splitlines()]
        rows = [f"- {{name: {quote(m[2].strip())}, copies: {m[1]}}}\n" for m in found if m]
        if not rows:
            raise ImportFault(f"`{source}` has no line such as `3x Fox`")
        deck = "{cards: cards.yaml, size: poker, front: card, back: back}"
        return {
            "game.yaml": game_yaml(title, {"cards": deck}).encode(),
            "cards.yaml": "".join(rows).encode(),
            "layouts.yaml": layouts_yaml([_LAYOUT]).encode(),
        }
