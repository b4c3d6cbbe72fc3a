"""A save that is built again: objects are the same ones, sheets keep their names if asked."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from cardgen.files.memory_game import MemoryGame
from cardgen.targets.tts.saved_object import Guids
from cardgen.targets.tts.target import TtsTarget
from tests.support.press_games import BEASTS, LAYOUTS, files, job_of, write

MORE = "- {name: Aardvark}\n" + BEASTS.replace("copies: 2", "copies: 3")
OTHER = LAYOUTS.replace("fill: rust, at", "fill: sky, at")


def build(folder: Path, options: str = "", **changed: str) -> dict[str, Any]:
    write(TtsTarget(), folder, job_of(MemoryGame(files(**changed))), options)
    made: dict[str, Any] = json.loads((folder / "tiny.json").read_text("utf-8"))
    return made


def guids(saved: dict[str, Any]) -> dict[str, list[str]]:
    (deck,) = saved["ObjectStates"]
    found: dict[str, list[str]] = {"": [deck["GUID"]]}
    for card in deck["ContainedObjects"]:
        found.setdefault(card["Nickname"], []).append(card["GUID"])
    return found


def test_cards_keep_their_guids_when_others_come_before_them(tmp_path: Path) -> None:
    old = guids(build(tmp_path / "old"))
    new = guids(build(tmp_path / "new", beasts_yaml=MORE))
    assert new[""] == old[""]
    assert new["Wyvern"] == old["Wyvern"]
    assert new["Basilisk"][:2] == old["Basilisk"]
    assert len({guid for each in new.values() for guid in each}) == 6


def test_no_two_objects_of_a_large_game_share_a_guid() -> None:
    taken = Guids("game")
    found = [taken.take("deck", str(number)) for number in range(20_000)]
    assert len(set(found)) == len(found)


@pytest.mark.parametrize(("options", "same"), [("files=same", True), ("", False)])
def test_a_sheet_that_changes_keeps_its_name_if_asked(
    options: str, same: bool, tmp_path: Path
) -> None:
    one = build(tmp_path / "one", options)
    two = build(tmp_path / "two", options, layouts_yaml=OTHER)
    assert (one == two) is same
    sheets = [
        {file.name: file.read_bytes() for file in (tmp_path / name).glob("beasts-faces*.jpg")}
        for name in ("one", "two")
    ]
    assert (sheets[0].keys() == sheets[1].keys()) is same
    assert sheets[0] != sheets[1]
