"""Games of many distinct cards, and what a build of them takes.

In      a number of cards.
Out     a game in a folder; seconds and peak memory of building it.

Every card has a name and a rule text of its own over a ground of paper, and the deck one
size of type: no card is a copy of another, so nothing is saved by having seen it before.
"""

from __future__ import annotations

import random
import shutil
import sys
import tempfile
from pathlib import Path

from benchmarks.measure import Peak, Took, cardgen, clean_environment, run, watch

_GAME = """\
game: Many
language: en
palette: {ink: "#2b2320", rust: "#8c3b1c"}
fonts:
  text: {regular: EBGaramond-Regular.ttf, italic: EBGaramond-RegularItalic.ttf}
  display: Fraunces-SemiBold.ttf
decks:
  cards: {cards: cards.yaml, size: poker, front: front, back: back}
"""
_LAYOUTS = """\
styles:
  name: {font: display, size: 15pt, min-size: 11pt, align: center, color: rust}
  rule: {font: text, size: 11pt, min-size: 8pt, fit: deck, leading: 1.2, align: left, color: ink}
  cost: {font: display, size: 18pt, align: center, color: ink}
layouts:
  front:
    bleed: [{picture: parchment.jpg}]
    safe:
      - column:
          - {text: "{{ name }}", style: name}
          - space: 3mm
          - {shape: line, self: center, width: 20mm, height: 1mm, stroke: rust, stroke-width: 1pt}
          - space: 3mm
          - {text: "{{ rule }}", style: rule, grow: 1}
          - {text: "{{ cost }}", style: cost}
  back:
    bleed: [{picture: linen.jpg}]
"""
_NAMES = (
    "river forest harbour lantern merchant orchard winter summer market bridge tower field grain "
    "timber salt silver copper wool paper ink letter story"
).split()
_WORDS = (
    "a the one each every other two three draw take give return play keep move pay turn reveal "
    "card river forest harbour lantern merchant orchard winter summer market bridge tower field "
    "grain timber salt silver copper wool paper ink letter story before after until unless when "
    "gains loses counts adjacent next first last to from for with beside under over and or then"
).split()


def write_game(folder: Path, count: int, seed: int = 1) -> Path:
    """A game of `count` distinct cards."""
    chance = random.Random(seed)
    folder.mkdir(parents=True)
    (folder / "game.yaml").write_text(_GAME, "utf-8")
    (folder / "layouts.yaml").write_text(_LAYOUTS, "utf-8")
    rows = (_row(number, chance) for number in range(count))
    (folder / "cards.yaml").write_text("".join(rows), "utf-8")
    return folder


def _row(number: int, chance: random.Random) -> str:
    rule, name, cost = rule_text(chance, 12, 40), title(chance), chance.randint(1, 9)
    return f"- {{id: c{number:05d}, name: {name} {number}, rule: {rule}, cost: {cost}}}\n"


def rule_text(chance: random.Random, least: int, most: int) -> str:
    """A sentence of so many words."""
    words = chance.sample(_WORDS, chance.randint(least, most))
    return f"{' '.join(words).capitalize()}."


def title(chance: random.Random) -> str:
    """Two nouns."""
    return " ".join(chance.sample(_NAMES, 2)).title()


def build(count: int) -> tuple[Took, Peak]:
    """Build a game of `count` cards once for its time, once for its memory."""
    with tempfile.TemporaryDirectory(prefix="cardgen-bench-") as name:
        folder = Path(name)
        game = write_game(folder / "many", count)
        environment = clean_environment(folder / "cache")
        output = folder / "output"
        command = cardgen("build", game, "--fresh", "-o", output)
        took = run(command, folder, environment)
        shutil.rmtree(output)
        return took, watch(command, folder, environment)


def main(*counts: int) -> None:
    for count in counts or (500, 10_000):
        took, peak = build(count)
        print(
            f"{count:6d} cards: {took.wall:7.1f} s, {1000 * took.wall / count:6.2f} ms a card "
            f"({1000 * took.cpu / count:.2f} ms of processor time); "
            f"peak {peak.pss / 1e6:.0f} MB PSS, {peak.rss / 1e6:.0f} MB RSS"
        )


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
