"""Random edits of Novelty: each is told as what it is, and nothing else."""

from __future__ import annotations

import os
import random
import re
from collections.abc import Callable, Mapping
from functools import cache

import pytest

from cardgen.core.findings import Report
from cardgen.files.disk_game import DiskGame
from cardgen.files.overlay_game import OverlayGame
from cardgen.pipeline.inspection import lay_out_game
from cardgen.pipeline.print_sources import snapshot_checked
from cardgen.prints.comparison import CardDifference, compare
from cardgen.prints.snapshot import PrintSnapshot
from tests.conftest import NOVELTY

pytestmark = pytest.mark.slow

Files = dict[str, str]
TABLES = {"letters": "letters.yaml", "motifs": "motifs.yaml"}


def read(name: str) -> str:
    return (NOVELTY / name).read_text("utf-8")


def laid_out(files: Mapping[str, str]) -> PrintSnapshot:
    report = Report()
    checked = lay_out_game(OverlayGame(files, DiskGame(NOVELTY), "novelty"), report)
    assert checked is not None
    return snapshot_checked(checked, "x")


@cache
def novelty() -> PrintSnapshot:
    return laid_out({})


def rows(name: str) -> list[str]:
    """The table's head, and each row with its dash."""
    return re.split(r"(?m)^(?=- )", read(name))


def told(one: CardDifference) -> str:
    parts = [
        one.kind if one.kind != "changed" else "",
        "renamed" if one.is_renamed else "",
        "recounted" if one.is_recounted else "",
        "moved" if one.moved else "",
        *(f"field {change.field}" for change in one.fields),
        *one.causes,
    ]
    return " ".join(filter(None, parts))


def change_word(choose: random.Random) -> tuple[Files, list[str]]:
    """A word of a quote."""
    table = rows("motifs.yaml")
    at = choose.randrange(1, len(table))
    lines = table[at].split("\n")
    (line,) = [number for number, text in enumerate(lines) if text.startswith("  author:")]
    lines[line] += " Junior"
    table[at] = "\n".join(lines)
    return {"motifs.yaml": "".join(table)}, ["field author"]


def change_points(choose: random.Random) -> tuple[Files, list[str]]:
    table = rows("letters.yaml")
    at = choose.randrange(1, len(table))
    table[at] = re.sub(r"points: (-?\d+)", lambda m: f"points: {int(m[1]) + 5}", table[at])
    return {"letters.yaml": "".join(table)}, ["field points"]


def change_copies(choose: random.Random) -> tuple[Files, list[str]]:
    table = rows("letters.yaml")
    at = choose.randrange(1, len(table))
    table[at] = re.sub(r"copies: (\d+)", lambda m: f"copies: {int(m[1]) + 2}", table[at])
    return {"letters.yaml": "".join(table)}, ["recounted"]


def remove_card(choose: random.Random) -> tuple[Files, list[str]]:
    name = choose.choice(("letters.yaml", "motifs.yaml"))
    table = rows(name)
    del table[choose.randrange(1, len(table))]
    return {name: "".join(table)}, ["removed"]


def add_card(choose: random.Random) -> tuple[Files, list[str]]:
    table = rows("letters.yaml")
    letter = choose.choice(("qqq", "zzz", "xxx"))
    row = f"- {{letter: {letter}, copies: 1, points: 9, effect: Swap hands with another player}}\n"
    table.insert(choose.randrange(1, len(table)), row)
    return {"letters.yaml": "".join(table)}, ["added"]


def move_card(choose: random.Random) -> tuple[Files, list[str]]:
    table = rows("motifs.yaml")
    row = table.pop(choose.randrange(1, 20))
    table.insert(choose.randrange(25, len(table)), row)
    return {"motifs.yaml": "".join(table)}, ["moved"]


def change_layout(choose: random.Random) -> tuple[Files, list[str]]:
    """The size of the points, on all letters but the Wilds, which may have none."""
    size = choose.choice(("20pt", "24pt", "25pt", "26pt"))
    text = read("layouts.yaml").replace(
        "points: {extends: letter, size: 22pt", f"points: {{extends: letter, size: {size}", 1
    )
    return {"layouts.yaml": text}, ["layout"]


def rename_card(choose: random.Random) -> tuple[Files, list[str]]:
    """A motif's name, which is its id too."""
    table = rows("motifs.yaml")
    at = choose.randrange(1, len(table))
    table[at] = re.sub(r"(?m)^- name: .*$", f"- name: Title {choose.randrange(999)}", table[at])
    return {"motifs.yaml": "".join(table)}, ["renamed field name"]


def change_effect(choose: random.Random) -> tuple[Files, list[str]]:
    """A word of a longer text, in the midst."""
    table = rows("motifs.yaml")
    at = choose.randrange(1, len(table))
    table[at] = re.sub(r"(?m)^  source: (\w+)", r"  source: \1 Anew", table[at])
    return {"motifs.yaml": "".join(table)}, ["field source"]


def change_color(choose: random.Random) -> tuple[Files, list[str]]:
    """The red of the palette: no card that has none of it is told."""
    red = f"#a{choose.randrange(0x300000, 0x3FFFFF):x}"[:7]
    text = read("game.yaml").replace('red: "#a3262a"', f'red: "{red}"', 1)
    return {"game.yaml": text}, ["layout"]


def change_font(choose: random.Random) -> tuple[Files, list[str]]:
    font = choose.choice(("Fraunces-SemiBoldItalic", "EBGaramond-Bold", "EBGaramond-Medium"))
    text = read("game.yaml").replace("fonts/Fraunces-SemiBold.ttf", f"fonts/{font}.ttf", 1)
    return {"game.yaml": text}, ["font"]


def change_picture(choose: random.Random) -> tuple[Files, list[str]]:
    """The sign of one phase."""
    phase = choose.choice(("after", "draft", "next", "scoring"))
    drawn = read(f"art/{phase}.svg").replace("</svg>", '<path d="M0 0h3v3z"/></svg>')
    return {f"art/{phase}.svg": drawn}, ["picture"]


EDITS: tuple[Callable[[random.Random], tuple[Files, list[str]]], ...] = (
    change_word,
    change_points,
    change_copies,
    remove_card,
    add_card,
    move_card,
    change_layout,
    rename_card,
    change_effect,
    change_color,
    change_font,
    change_picture,
)
LOOKS = {
    change_layout: {"letters"},
    change_color: {"letters"},
    change_font: {"letters", "motifs"},
    change_picture: {"motifs"},
}
"""Edits that change how many cards look, and the decks of these."""
SEEDS = int(os.environ.get("CARDGEN_EDITS", "24"))


@pytest.mark.parametrize("seed", range(SEEDS))
def test_an_edit_is_told_as_what_it_is(seed: int) -> None:
    choose = random.Random(seed)
    edit = EDITS[seed % len(EDITS)]
    files, expected = edit(choose)
    differences = compare(novelty(), laid_out(files)).differences
    if edit in LOOKS:
        assert {told(one) for one in differences} == set(expected)
        assert {one.card.deck for one in differences} == LOOKS[edit]
    else:
        assert [told(one) for one in differences] == expected
