"""Games of which one file is random; the number of a game decides its content.

In      `GOOD`, a small good game; the grammars of its files.
Out     `Made`: a game with one file of random bytes, of random YAML, of a good file with slips, or
        by a grammar.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from benchmarks.fuzz.element_grammar import layouts
from benchmarks.fuzz.file_grammar import cards, composition, drawing, game, table
from benchmarks.fuzz.hostile_values import MARKUP, TEXTS, word

Files = dict[str, str | bytes]

GOOD: Mapping[str, str] = {
    "game.yaml": """\
game: Sample
palette: {ink: "#222222", leaf: "#2a6b3f", paper: "#f4efe4"}
fonts:
  text: {regular: fonts/EBGaramond-Regular.ttf, italic: fonts/EBGaramond-RegularItalic.ttf}
icons:
  coin: {picture: coin.svg}
decks:
  main: {cards: cards.yaml, size: mini, front: face, back: reverse}
  more: {cards: more.csv, size: mini, front: face, back: reverse}
checks:  # so that all other checks are reached
  - {code: text-overflow, level: warning}
  - {code: box-overflow, level: warning}
  - {code: bleed-missing, level: warning}
  - {code: text-outside-safe, level: warning}
  - {code: low-contrast, level: warning}
""",
    "cards.yaml": """\
- {name: Fox, cost: 2, rule: "Take a card, {coin}."}
- {name: Owl, cost: 3, rule: Look at a hand.}
""",
    "more.csv": "name,cost,rule\nHen,1,Draw two cards.\n",
    "layouts.yaml": """\
styles:
  body: {font: text, size: 10pt, color: ink}
pieces:
  badge:
    takes: {label: ""}
    draw: {text: "{{ label }}", style: body}
layouts:
  face:
    bleed:
      - {shape: rectangle, fill: paper}
    safe:
      - {text: "{{ name }}", style: body, at: top left, name: title}
      - {piece: badge, with: {label: "{{ cost }}"}, at: top right}
      - {text: "{{ rule }}", style: body, left: 0, right: 0, bottom: 0, height: 20mm}
  reverse:
    bleed:
      - {shape: rectangle, fill: leaf}
    safe:
      - {path: "M 0 0 L 100 0 L 50 100 Z", fill: paper, at: center, width: 9mm, height: 9mm}
""",
    "composition.yaml": "main: {total: 2, count: {name: {Fox: 1, Owl: 1}}, unique: [name]}\n",
    "coin.svg": '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle r="4"/></svg>\n',
}

_TOKENS = (
    "- ", "? ", ": ", ", ", "[", "]", "{", "}", "&a ", "*a ", "!x ", "!!int ", "| ", "> ", "|2-\n",
    "'", '"', "#",
    "%YAML 1.1\n", "---\n", "...\n", "<<: ", "\n", "\n  ", "\n    ", "\t", "\\", "@", "`", "\0",
    "\x07", "\ud7ff",
    "name", "text", "cards", "layouts", "decks", "safe", "face", "main", "~", "\ufeff", "\r",
    "\x85", "\u2028",
)  # fmt: skip


def noise(chance: random.Random, _: str) -> bytes:
    return chance.randbytes(chance.choice((0, 1, 8, 100, 3000)))


def tokens(chance: random.Random, _: str) -> str:
    """Words and marks of YAML in any order."""
    return "".join(
        word(chance, _TOKENS, _TOKENS, TEXTS) for _ in range(chance.choice((3, 10, 40, 200)))
    )


def deep(chance: random.Random, _: str) -> str:
    """Nesting, anchors and aliases without end."""
    many = chance.choice((30, 61, 500, 20_000))
    return chance.choice(
        (
            "[" * many,
            "{a: " * many,
            "- " * many + "a",
            "\n".join(" " * i + "a:" for i in range(min(many, 400))),
            "a: &a [x, x]\n" + "".join(f"k{i}: &k{i} [*a, *a]\n" for i in range(min(many, 500))),
            "".join(f"k{i}: &k{i} [{f'*k{i - 1}, ' * 9 if i else ''}x]\n" for i in range(min(many,
            60))),
            "- &a {b: *a}\n" * min(many, 500),
            "? " * many,
            "- {name: " + "[" * many + "]" * many + "}",
            "- {name: x}\n" * min(many, 3000),
        )
    )  # fmt: skip


def slips(chance: random.Random, file: str) -> str:
    """A good file with some characters lost, doubled or wrong, and lines moved."""
    text = GOOD[file]
    for _ in range(chance.choice((1, 1, 2, 5, 20))):
        at, end = sorted(chance.randrange(len(text) + 1) for _ in range(2))
        end = min(end, at + chance.choice((1, 1, 3, 30)))
        put = chance.choice(
            ("", "", text[at:end] * 2, word(chance, _TOKENS), word(chance, TEXTS, MARKUP))
        )
        text = text[:at] + put + text[end:]
    return text


_GRAMMAR: Mapping[str, Callable[[random.Random], str]] = {
    "layouts.yaml": layouts,
    "cards.yaml": cards,
    "more.csv": table,
    "composition.yaml": composition,
    "game.yaml": game,
    "coin.svg": drawing,
}


def grammar(chance: random.Random, file: str) -> str:
    return _GRAMMAR[file](chance)


_WAYS = (noise, tokens, deep, slips, slips, grammar, grammar, grammar, grammar)
_TARGETS = ("layouts.yaml",) * 5 + ("cards.yaml",) * 2 + tuple(GOOD)


@dataclass(frozen=True)
class Made:
    """A game of which one file is random."""

    file: str
    way: str
    files: Files = field(repr=False)


def made(chance: random.Random) -> Made:
    file, way = chance.choice(_TARGETS), chance.choice(_WAYS)
    return Made(file, way.__name__, {**GOOD, file: way(chance, file)})


def numbered(number: int, seed: int) -> Made:
    return made(random.Random(f"{seed}/{number}"))
