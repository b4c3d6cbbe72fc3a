"""Decks for Tabletop Simulator: the saved object has its form, every card finds its cell."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Any, cast

import jsonschema
import numpy as np
import pytest
from msgspec.structs import replace
from PIL import Image

from cardgen.bind.bound_faces import BoundCard
from cardgen.core.geometry import Extent
from cardgen.core.sizes import load_sizes
from cardgen.render.workers.pool import Workers
from cardgen.targets.contract import Job, OptionError
from cardgen.targets.tts.card_sheets import LARGEST, MOST_CARDS, choose_grid, divide_cards
from cardgen.targets.tts.target import TtsTarget
from tests.support.small_games import (
    apart,
    checked,
    digests,
    job_of,
    novelty,
    picture_at,
    poppler,
    write,
    zoo,
)

tts = TtsTarget()

NUMBER = {"type": "number"}
TEXT = {"type": "string"}
TRANSFORM = {
    "type": "object",
    "required": [f"{a}{b}" for a in ("pos", "rot", "scale") for b in "XYZ"],
    "additionalProperties": NUMBER,
}
SHEETS = {
    "type": "object",
    "minProperties": 1,
    "propertyNames": {"pattern": "^[1-9][0-9]*$"},
    "additionalProperties": {
        "type": "object",
        "additionalProperties": False,
        "required": [
            "FaceURL", "BackURL", "NumWidth", "NumHeight", "BackIsHidden", "UniqueBack", "Type",
        ],
        "properties": {
            "FaceURL": {"type": "string", "minLength": 1},
            "BackURL": {"type": "string", "minLength": 1},
            "NumWidth": {"type": "integer", "minimum": 1, "maximum": 10},
            "NumHeight": {"type": "integer", "minimum": 1, "maximum": 7},
            "BackIsHidden": {"type": "boolean"},
            "UniqueBack": {"type": "boolean"},
            "Type": {"enum": [0, 1, 2, 3, 4]},
        },
    },
}  # fmt: skip
COMMON = {
    "GUID": {"type": "string", "pattern": "^[0-9a-f]{6}$"},
    "Nickname": {"type": "string", "minLength": 1},
    "Description": TEXT,
    "Transform": TRANSFORM,
    "CustomDeck": SHEETS,
    "ColorDiffuse": {"type": "object", "required": ["r", "g", "b"]},
    "LuaScript": TEXT,
    "XmlUI": TEXT,
    **{key: {"type": "boolean"} for key in ("Locked", "Snap", "Sticky", "Tooltip", "Hands")},
}
CARD = {
    "type": "object",
    "required": ["Name", "CardID", *COMMON],
    "properties": {
        **COMMON,
        "Name": {"enum": ["Card", "CardCustom"]},
        "CardID": {"type": "integer", "minimum": 100},
        "CustomDeck": {**SHEETS, "maxProperties": 1},
        "DeckIDs": False,
    },
}
DECK = {
    "type": "object",
    "required": ["Name", "DeckIDs", "ContainedObjects", *COMMON],
    "properties": {
        **COMMON,
        "Name": {"enum": ["Deck", "DeckCustom"]},
        "DeckIDs": {"type": "array", "minItems": 2, "items": {"type": "integer"}},
        "ContainedObjects": {"type": "array", "minItems": 2, "items": CARD},
        "CardID": False,
    },
}
SCHEMA = {
    "type": "object",
    "required": [
        "SaveName", "GameMode", "Date", "Table", "Sky", "Note", "Rules", "LuaScript",
        "LuaScriptState", "XmlUI", "ObjectStates", "TabStates",
    ],
    "properties": {
        "SaveName": {"type": "string", "minLength": 1},
        "Date": {"const": ""},
        "ObjectStates": {"type": "array", "minItems": 1, "items": {"oneOf": [CARD, DECK]}},
        "TabStates": {"type": "object"},
    },
}  # fmt: skip
"""What the simulator asks of a saved object, as far as decks go."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The whole zoo."""
    made = tmp_path_factory.mktemp("tts") / "out"
    write(tts, made, zoo())
    return made


def saved(folder: Path, name: str = "small-zoo") -> dict[str, Any]:
    return cast(dict[str, Any], json.loads((folder / f"{name}.json").read_text("utf-8")))


def cards_in(thing: dict[str, Any]) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = thing.get("ContainedObjects", [thing])
    return found


@lru_cache(maxsize=8)
def opened(path: Path) -> Image.Image:
    return picture_at(path).convert("RGB")


def cell(folder: Path, card: dict[str, Any], side: str = "FaceURL") -> Image.Image:
    """The picture of a card, found as the simulator finds it: by its number alone."""
    key, index = divmod(card["CardID"], 100)
    sheet = card["CustomDeck"][str(key)]
    picture = opened(folder / sheet[side])
    if side == "BackURL" and not sheet["UniqueBack"]:
        return picture
    columns, rows = sheet["NumWidth"], sheet["NumHeight"]
    width, height = picture.width // columns, picture.height // rows
    assert (width * columns, height * rows) == picture.size, "cells are not equal"
    assert index < columns * rows
    left, top = index % columns * width, index // columns * height
    return picture.crop((left, top, left + width, top + height))


def printed(job: Job, deck: int) -> Iterator[BoundCard]:
    for card in job.game.decks[deck].cards:
        yield from [card] * card.copies


# --- the saved object --------------------------------------------------------------------------


def test_the_saved_object_has_the_form_that_the_simulator_reads(folder: Path) -> None:
    found = jsonschema.Draft202012Validator(SCHEMA).iter_errors(saved(folder))
    assert [error.message for error in found] == []


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("ObjectStates", 0, "DeckIDs"), []),
        (("ObjectStates", 0, "CustomDeck", "1", "NumWidth"), 11),
        (("ObjectStates", 0, "ContainedObjects", 0, "CardID"), 7),
        (("ObjectStates", 4, "Name"), "Deck"),
        (("Date",), "2026-01-01"),
    ],
)
def test_the_schema_can_fail(folder: Path, path: tuple[Any, ...], value: object) -> None:
    broken = owner = saved(folder)
    for key in path[:-1]:
        owner = owner[key]
    owner[path[-1]] = value
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(broken, SCHEMA)


def test_a_deck_lists_its_copies_and_holds_a_card_for_each(folder: Path) -> None:
    job = zoo()
    for number, thing in enumerate(saved(folder)["ObjectStates"]):
        ids = [card["CardID"] for card in cards_in(thing)]
        assert len(ids) == job.game.decks[number].total
        assert thing.get("DeckIDs", ids) == ids
        copies = Counter(ids)
        assert sorted(copies.values()) == sorted(c.copies for c in job.game.decks[number].cards)


def test_every_card_carries_the_sheet_that_its_number_names(folder: Path) -> None:
    for thing in saved(folder)["ObjectStates"]:
        for card in cards_in(thing):
            key = str(card["CardID"] // 100)
            assert list(card["CustomDeck"]) == [key]
            assert card["CustomDeck"][key] == thing["CustomDeck"][key]


def test_a_card_alone_is_a_card_and_no_deck(folder: Path) -> None:
    lone = saved(folder)["ObjectStates"][4]
    assert (lone["Name"], lone["CardID"] % 100) == ("CardCustom", 0)
    assert lone["Nickname"] == "lone 0"


def test_names_and_texts_come_from_the_card(folder: Path) -> None:
    cards = cards_in(saved(folder)["ObjectStates"][1])
    assert [card["Nickname"] for card in cards[:2]] == ["twins 0", "twins 1"]
    assert {card["Description"] for card in cards} == {""}  # the name is all that the face says


def test_a_description_is_what_players_read(tmp_path: Path) -> None:
    layouts = """\
layouts:
  f:
    safe:
      - column:
          - {text: "{{ title }}", font: text, size: 12pt}
          - {text: "{{ rule }}", font: text, size: 8pt}
"""
    rule = "Draw two cards, then put one of them back under the pile of its owner."
    game = """\
game: T
fonts: {text: fonts/EBGaramond-Regular.ttf}
decks: {d: {cards: d.yaml, size: micro, front: f}}
"""
    rows = f'- {{title: "Owl\'s Eye", rule: "{rule}"}}\n- {{title: Fox, rule: Wait., copies: 2}}\n'
    job = job_of(checked({"game.yaml": game, "layouts.yaml": layouts, "d.yaml": rows}))
    write(tts, tmp_path / "out", job)
    owl, fox, _ = cards_in(saved(tmp_path / "out", "t")["ObjectStates"][0])
    assert (owl["Nickname"], owl["Description"]) == ("Owl's Eye", rule)
    assert (fox["Nickname"], fox["Description"]) == ("Fox", "Wait.")
    write(tts, tmp_path / "out", job, name="rule")
    assert cards_in(saved(tmp_path / "out", "t")["ObjectStates"][0])[1]["Nickname"] == "Wait."


def test_a_name_has_no_marks_of_markup_and_is_not_said_again(tmp_path: Path) -> None:
    layouts = "layouts:\n  f: {safe: [{text: '{{ name }}', font: text, size: 9pt}]}\n"
    game = """\
game: T
fonts: {text: {regular: fonts/EBGaramond-Regular.ttf, bold: fonts/EBGaramond-Bold.ttf}}
decks: {d: {cards: d.yaml, size: micro, front: f}}
"""
    rows = "- {name: '**Fox** & \\*Co\\*'}\n- {name: '**Old** owl'}\n"
    job = job_of(checked({"game.yaml": game, "layouts.yaml": layouts, "d.yaml": rows}))
    write(tts, tmp_path / "out", job)
    cards = cards_in(saved(tmp_path / "out", "t")["ObjectStates"][0])
    assert [card["Nickname"] for card in cards] == ["Fox & *Co*", "Old owl"]
    assert {card["Description"] for card in cards} == {""}


def test_shapes_have_the_simulators_numbers(folder: Path) -> None:
    kinds = [
        {sheet["Type"] for sheet in thing["CustomDeck"].values()}
        for thing in saved(folder)["ObjectStates"]
    ]
    assert kinds == [{0}, {0}, {4}, {3}, {0}]


def test_objects_have_names_of_their_own(folder: Path) -> None:
    things = saved(folder)["ObjectStates"]
    names = [c["GUID"] for thing in things for c in (thing, *thing.get("ContainedObjects", []))]
    assert len(names) == len(set(names))


# --- cells -------------------------------------------------------------------------------------


def test_every_number_finds_its_own_face(folder: Path) -> None:
    """Sheets are cut up again; each cell is nearest to the face of its card, as poppler renders
    it, and near enough."""
    job = zoo()
    for number, thing in enumerate(saved(folder)["ObjectStates"]):
        faces = {card.id: poppler(job.scenes[card.front]) for card in job.game.decks[number].cards}
        for card, wanted in zip(cards_in(thing), printed(job, number), strict=True):
            shown = cell(folder, card)
            distances = {name: apart(shown, face) for name, face in faces.items()}
            assert min(distances, key=lambda name: distances[name]) == wanted.id
            assert distances[wanted.id] < 2


def test_every_number_finds_its_own_back(folder: Path) -> None:
    job = zoo()
    for number, thing in enumerate(saved(folder)["ObjectStates"]):
        own = {sheet["UniqueBack"] for sheet in thing["CustomDeck"].values()}
        assert own == {job.game.decks[number].name == "twins"}
        for card, wanted in zip(cards_in(thing), printed(job, number), strict=True):
            shown = cell(folder, card, "BackURL")
            if wanted.back is None:
                assert np.asarray(shown).min() >= 250
            else:
                assert apart(shown, poppler(job.scenes[wanted.back])) < 2


@pytest.mark.parametrize("most", [1, 4, 6])
def test_a_deck_may_be_on_several_sheets(tmp_path: Path, most: int) -> None:
    job = zoo("beasts", "twins")
    write(tts, tmp_path / "out", job, per_sheet=str(most), format="png")
    for number, thing in enumerate(saved(tmp_path / "out")["ObjectStates"]):
        keys = [int(key) for key in thing["CustomDeck"]]
        assert thing["Name"] == ("Deck" if len(keys) > 1 else "DeckCustom")
        assert keys == sorted(keys)
        assert len(keys) == -(-len(job.game.decks[number].cards) // most)
        for card, wanted in zip(cards_in(thing), printed(job, number), strict=True):
            assert apart(cell(tmp_path / "out", card), poppler(job.scenes[wanted.front])) < 1.5
            back = job.scenes[wanted.back] if wanted.back else None
            assert back is not None
            assert apart(cell(tmp_path / "out", card, "BackURL"), poppler(back)) < 1.5


def test_no_card_stands_where_the_simulator_looks_for_the_hidden_one(folder: Path) -> None:
    for thing in saved(folder)["ObjectStates"]:
        for key, sheet in thing["CustomDeck"].items():
            assert sheet["BackIsHidden"] is True
            places = sheet["NumWidth"] * sheet["NumHeight"]
            ids = {c["CardID"] for c in cards_in(thing) if c["CardID"] // 100 == int(key)}
            assert int(key) * 100 + places - 1 not in ids or places == 1


def test_the_hidden_card_shows_the_back(folder: Path) -> None:
    thing = saved(folder)["ObjectStates"][0]
    sheet = thing["CustomDeck"]["1"]
    hidden = {**cards_in(thing)[0], "CardID": 100 + sheet["NumWidth"] * sheet["NumHeight"] - 1}
    back = zoo().game.decks[0].cards[0].back
    assert back is not None
    assert apart(cell(folder, hidden), poppler(zoo().scenes[back])) < 2


def test_cells_are_cut_to_trim(folder: Path) -> None:
    """The black mark at the trim's corner reaches the corner of its cell: no bleed is left."""
    for card in cards_in(saved(folder)["ObjectStates"][0])[:3]:
        corner = np.asarray(cell(folder, card).crop((0, 0, 12, 6)))
        assert corner.max() < 60


def test_cards_that_look_the_same_share_a_cell(tmp_path: Path) -> None:
    files = {
        "game.yaml": "game: T\nfonts: {text: fonts/EBGaramond-Regular.ttf}\n"
        "decks: {d: {cards: d.yaml, size: micro, front: f}}\n",
        "layouts.yaml": "layouts: {f: {trim: [{text: '{{ name }}', font: text}]}}\n",
        "d.yaml": "- {name: a}\n- {name: a}\n- {name: b}\n",
    }
    write(tts, tmp_path / "out", job_of(checked(files)))
    assert saved(tmp_path / "out", "t")["ObjectStates"][0]["DeckIDs"] == [100, 100, 101]


# --- sheets ------------------------------------------------------------------------------------


def test_sheets_keep_the_limits_whatever_the_size() -> None:
    for size in load_sizes().values():
        for cards in (1, 2, 5, 17, 40, MOST_CARDS):
            grid = choose_grid(cards, size.trim, 1200)
            assert max(grid.size) <= LARGEST
            assert grid.columns <= 10
            assert grid.rows <= 7
            assert grid.places >= cards + (cards > 1)
            width, height = grid.cell
            assert width / height == pytest.approx(size.trim.width / size.trim.height, rel=0.01)


def test_no_other_grid_would_have_larger_cells() -> None:
    """Every grid tried by hand here, for poker cards."""
    trim = Extent(180, 252)
    for cards in (3, 10, 25, 48, 69):
        best = max(
            min(LARGEST // columns / 180, LARGEST // rows / 252)
            for columns in range(1, 11)
            for rows in range(1, 8)
            if columns * rows > cards
        )
        assert choose_grid(cards, trim, 1200).cell[0] == pytest.approx(best * 180, abs=1)


def test_cards_are_no_finer_than_asked_for() -> None:
    assert choose_grid(2, Extent(180, 252), 300).cell == (750, 1050)
    assert choose_grid(2, Extent(180, 252), 100).cell == (250, 350)


def test_a_sheet_holds_sixty_nine_cards_and_no_more() -> None:
    assert divide_cards(69, MOST_CARDS) == [69]
    assert divide_cards(70, MOST_CARDS) == [35, 35]
    assert divide_cards(139, MOST_CARDS) == [47, 46, 46]
    assert choose_grid(69, Extent(180, 252), 300).places == 70


@pytest.mark.parametrize(("format_", "kind"), [("jpeg", "JPEG"), ("png", "PNG")])
def test_pictures_are_rgb_of_the_kind_asked_for(tmp_path: Path, format_: str, kind: str) -> None:
    write(tts, tmp_path / "out", zoo("twins"), format=format_)
    pictures = [path for path in (tmp_path / "out").iterdir() if "twins" in path.name]
    assert len(pictures) == 2
    for path in pictures:
        picture = picture_at(path)
        assert (picture.format, picture.mode) == (kind, "RGB")


def test_a_picture_that_changes_gets_another_name(tmp_path: Path) -> None:
    write(tts, tmp_path / "one", zoo("beasts"))
    write(tts, tmp_path / "two", zoo("beasts", count=9))
    one, two = (sorted(p.name for p in (tmp_path / n).glob("beasts-*")) for n in ("one", "two"))
    assert one[0] == two[0]
    assert one[0].startswith("beasts-back-")
    assert one[1] != two[1]


def test_the_thumbnail_is_a_card_on_nothing(folder: Path) -> None:
    picture = picture_at(folder / "small-zoo.png")
    assert (picture.size, picture.mode) == ((256, 256), "RGBA")
    alpha = np.asarray(picture)[:, :, 3]
    assert (alpha[128, 128], alpha[128, 4]) == (255, 0)


# --- addresses ---------------------------------------------------------------------------------


def urls(folder: Path) -> set[str]:
    things = saved(folder)["ObjectStates"]
    sheets = [sheet for thing in things for sheet in thing["CustomDeck"].values()]
    return {sheet[side] for sheet in sheets for side in ("FaceURL", "BackURL")}


def test_addresses_are_names_of_files_unless_told_otherwise(folder: Path) -> None:
    assert all((folder / url).is_file() for url in urls(folder))
    assert "tts:url=" in (folder / "IMPORT.md").read_text("utf-8")


@pytest.mark.parametrize(
    ("option", "value", "base"),
    [
        ("url", "https://example.org/zoo", "https://example.org/zoo/"),
        ("url", "https://example.org/get?file=", "https://example.org/get?file="),
        ("url", "https://example.org/get?file=zoo/", "https://example.org/get?file=zoo/"),
        ("folder", "/home/ann/my games", "file:///home/ann/my%20games/"),
        ("folder", "C:\\games\\zoo", "file:///C:/games/zoo/"),
    ],
)
def test_a_base_stands_before_every_name(
    tmp_path: Path, option: str, value: str, base: str
) -> None:
    write(tts, tmp_path / "out", zoo("lone"), **{option: value})
    for url in urls(tmp_path / "out"):
        assert url.startswith(base)
        assert (tmp_path / "out" / url.removeprefix(base)).is_file()


@pytest.mark.parametrize(
    ("options", "word"),
    [
        ({"url": "example.org"}, "https://"),
        ({"url": "https://example.org/x?y=1"}, "put at its end"),
        ({"url": "https://example.org/x#top"}, "put at its end"),
        ({"folder": "games/zoo"}, "whole path"),
        ({"url": "https://a.b/", "folder": "/a"}, "one of them"),
        ({"per-sheet": "70"}, "from 1 to 69"),
        ({"format": "webp"}, "jpeg, png"),
        ({"quality": "0"}, "from 1 to 100"),
        ({"quality": "80", "format": "png"}, "leave out `quality`"),
        ({"dpi": "abc"}, "from 36 to 1200"),
        ({"persheet": "3"}, "did you mean `per-sheet`?"),
    ],
)
def test_what_cannot_be_had_is_refused(options: dict[str, str], word: str) -> None:
    with pytest.raises(OptionError) as caught:
        tts.read_options(options)
    assert word in caught.value.hint
    assert caught.value.option in options


def test_a_name_that_no_card_has_is_refused(tmp_path: Path) -> None:
    with pytest.raises(OptionError) as caught:
        write(tts, tmp_path / "out", zoo("lone"), name="nmae")
    assert caught.value.hint == "did you mean `name`?"
    assert not (tmp_path / "out").exists()


# --- all of it ---------------------------------------------------------------------------------


def test_the_same_game_gives_the_same_bytes_with_one_worker_or_two(
    tmp_path: Path, folder: Path
) -> None:
    with Workers(2) as workers:
        write(tts, tmp_path / "two", zoo(), workers)
    assert digests(tmp_path / "two") == digests(folder)


def test_nothing_that_is_written_names_a_place_on_this_computer(folder: Path) -> None:
    paths = [path for path in folder.iterdir() if path.suffix in (".json", ".md")]
    texts = [path.read_text("utf-8") for path in paths]
    assert not any(str(Path.home()) in text or "/tmp" in text for text in texts)


def test_the_manifest_says_which_card_is_in_which_cell(folder: Path) -> None:
    manifest = json.loads((folder / "manifest.json").read_text("utf-8"))
    sheets = {sheet["key"]: sheet for sheet in manifest["sheets"]}
    for number, thing in enumerate(saved(folder)["ObjectStates"]):
        for card, wanted in zip(cards_in(thing), printed(zoo(), number), strict=True):
            key, index = divmod(card["CardID"], 100)
            assert wanted.id in sheets[key]["cells"][index]
            assert (folder / sheets[key]["face"]).is_file()


def test_progress_counts_sheets_up_to_the_last(tmp_path: Path) -> None:
    told: list[tuple[str, int, int]] = []
    job = replace(zoo("beasts"), progress=lambda *step: told.append(step))
    write(tts, tmp_path / "out", job, per_sheet="4")
    assert told == [("sheets", 1, 3), ("sheets", 2, 3), ("sheets", 3, 3)]


@pytest.mark.slow
def test_every_card_of_novelty_finds_its_cell(tmp_path: Path, built: Path) -> None:
    """The print files are the other rendering: their trim is what each cell shows."""
    write(tts, tmp_path / "out", novelty())
    slots = json.loads((built / "manifest.json").read_text("utf-8"))["slots"]
    things = saved(tmp_path / "out", "novelty")["ObjectStates"]
    cards = [card for thing in things for card in cards_in(thing)]
    assert len(cards) == len(slots) == 216
    pairs = zip(reversed(cards), reversed(slots), strict=True)
    first = {card["CardID"]: (card, slot) for card, slot in pairs}
    assert len(first) == 182
    trims = {key: trim_of(built / slot["front"]) for key, (_, slot) in first.items()}
    backs = {slot["back"]: trim_of(built / slot["back"]) for _, slot in first.values()}
    for (key, (card, slot)), (other, _) in pairwise([*first.items(), *list(first.items())[:1]]):
        shown = cell(tmp_path / "out", card)
        assert apart(shown, trims[key]) < min(6, apart(shown, trims[other]))
        assert apart(cell(tmp_path / "out", card, "BackURL"), backs[slot["back"]]) < 2


def trim_of(path: Path) -> Image.Image:
    """The card that is left of a print file when its bleed is cut away."""
    return picture_at(path).convert("RGB").crop((36, 36, 786, 1086)).reduce(2)
