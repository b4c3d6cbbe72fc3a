"""Packages for Tabletop Playground: templates have the makers' form, every card finds its cell."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema
import numpy as np
import pytest
from PIL import Image

from cardgen.targets.contract import OptionError
from cardgen.targets.ttpg.target import TtpgTarget
from tests.support.small_games import apart, digests, picture_at, poppler, write, zoo

ttpg = TtpgTarget()

TEXT = {"type": "string"}
SHARE = {"type": "number", "minimum": 0, "maximum": 1}
BY_CELL = {"type": "object", "propertyNames": {"pattern": "^(0|[1-9][0-9]*)$"}}
GUID = {"type": "string", "pattern": "^[0-9A-F]{32}$"}
CARD = {
    "type": "object",
    "required": [
        "BackIndex", "CardMetadata", "CardNames", "CardTags", "CollisionType", "FrontTexture",
        "GUID", "HiddenIndex", "Indices", "Metadata", "Models", "Name", "SurfaceType", "Tags",
        "Type",
    ],
    "properties": {
        "Type": {"const": "Card"},
        "GUID": GUID,
        "Name": {"type": "string", "minLength": 1},
        "CollisionType": {"enum": ["Regular", "Ground", "Penetrable", "Static"]},
        "SurfaceType": {
            "enum": ["Plastic", "Wood", "Metal", "Cardboard", "Cloth", "Glass", "Silent"]
        },
        **dict.fromkeys(("Friction", "Restitution", "Density", "Roughness", "Metallic"), SHARE),
        "FrontTexture": {"type": "string", "minLength": 1},
        "BackTexture": TEXT,
        "BackIndex": {"type": "integer", "minimum": -3},
        "HiddenIndex": {"type": "integer", "minimum": -3},
        "NumHorizontal": {"type": "integer", "minimum": 1, "maximum": 128},
        "NumVertical": {"type": "integer", "minimum": 1, "maximum": 128},
        "Width": {"type": "number", "minimum": 0.1},
        "Height": {"type": "number", "minimum": 0.1},
        "Thickness": {"type": "number", "minimum": 0.01},
        "Model": {"enum": ["Rounded", "Square", "Round", "Hexagonal"]},
        "Indices": {"type": "array", "minItems": 1, "items": {"type": "integer", "minimum": 0}},
        "CardNames": {**BY_CELL, "additionalProperties": TEXT},
        "CardMetadata": {**BY_CELL, "additionalProperties": TEXT},
        "CardTags": {"type": "object"},
        "PrimaryColor": False,
    },
}  # fmt: skip
"""What the makers' schema asks of a template of cards (tabletop-playground-schemas, b496b20)."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The whole zoo."""
    made = tmp_path_factory.mktemp("ttpg") / "out"
    write(ttpg, made, zoo())
    return made


def templates(folder: Path) -> list[dict[str, Any]]:
    files = sorted((folder / "small-zoo" / "Templates").iterdir())
    return [json.loads(file.read_text("utf-8")) for file in files]


def stacks_of(folder: Path, deck: str) -> list[dict[str, Any]]:
    files = sorted((folder / "small-zoo" / "Templates").glob(f"{deck}-*.json"))
    return [json.loads(file.read_text("utf-8")) for file in files]


def texture(folder: Path, name: str) -> Image.Image:
    return picture_at(folder / "small-zoo" / "Textures" / name).convert("RGB")


def cell(picture: Image.Image, stack: dict[str, Any], index: int) -> Image.Image:
    width, height = picture.width // stack["NumHorizontal"], picture.height // stack["NumVertical"]
    row, column = divmod(index, stack["NumHorizontal"])
    left, top = column * width, row * height
    return picture.crop((left, top, left + width, top + height))


def test_templates_have_the_form_that_the_makers_publish(folder: Path) -> None:
    found = templates(folder)
    assert len(found) == len(zoo().game.decks)
    for template in found:
        jsonschema.validate(template, CARD)


@pytest.mark.parametrize(
    ("name", "value"), [("Indices", []), ("GUID", "abc"), ("BackIndex", -4), ("Width", 0)]
)
def test_the_form_can_be_missed(folder: Path, name: str, value: object) -> None:
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({**templates(folder)[0], name: value}, CARD)


def test_the_folder_is_a_package(folder: Path) -> None:
    told = json.loads((folder / "small-zoo" / "Manifest.json").read_text("utf-8"))
    assert set(told) == {"Name", "Version", "GUID"}
    jsonschema.validate(told["GUID"], GUID)
    guids = [told["GUID"], *(template["GUID"] for template in templates(folder))]
    assert len(set(guids)) == len(guids)
    assert "`small-zoo`" in (folder / "IMPORT.md").read_text("utf-8")


def test_a_stack_has_each_card_as_often_as_it_is_printed(folder: Path) -> None:
    for deck in zoo().game.decks:
        (stack,) = stacks_of(folder, deck.name)
        assert len(stack["Indices"]) == deck.total


@pytest.mark.parametrize("most", [2, 69])
def test_every_cell_shows_the_card_that_it_names(most: int, tmp_path: Path) -> None:
    job = zoo("beasts", "twins")
    write(ttpg, tmp_path / "out", job, per_sheet=str(most))
    for deck in job.game.decks:
        faces = {card.id: poppler(job.scenes[card.front]) for card in deck.cards}
        shown = 0
        for stack in stacks_of(tmp_path / "out", deck.name):
            picture = texture(tmp_path / "out", stack["FrontTexture"])
            for index, name in stack["CardMetadata"].items():
                assert apart(cell(picture, stack, int(index)), faces[name]) < 2
            shown += len(stack["Indices"])
        assert shown == deck.total


def test_backs_are_one_picture_or_one_a_card(folder: Path) -> None:
    """-2 is a file that is the back, -3 the same cell of another file."""
    job = zoo()
    for deck in job.game.decks:
        (stack,) = stacks_of(folder, deck.name)
        assert stack["BackIndex"] == (-3 if deck.name == "twins" else -2)
        assert stack["HiddenIndex"] == -3
        back = texture(folder, stack["BackTexture"])
        for card in deck.cards:
            cells = [int(i) for i, name in stack["CardMetadata"].items() if name == card.id]
            for index in cells:
                shown = cell(back, stack, index) if deck.name == "twins" else back
                if card.back is None:
                    assert np.asarray(shown).min() >= 250
                else:
                    assert apart(shown, poppler(job.scenes[card.back])) < 2


def test_cards_have_their_size_in_centimeters(folder: Path) -> None:
    for deck in zoo().game.decks:
        (stack,) = stacks_of(folder, deck.name)
        trim = deck.size.trim
        sides = stack["Width"] * 10, stack["Height"] * 10
        assert sides == pytest.approx((trim.width / 72 * 25.4, trim.height / 72 * 25.4), abs=0.01)


def test_the_program_has_each_shape_or_the_card_is_cut_square(folder: Path) -> None:
    known = {"circle": "Round", "hexagon": "Hexagonal"}
    for deck in zoo().game.decks:
        (stack,) = stacks_of(folder, deck.name)
        wanted = known.get(deck.size.shape)
        assert stack["Model"] == wanted if wanted else stack["Model"] in ("Rounded", "Square")


def test_names_and_guids_stay_when_a_card_changes(tmp_path: Path) -> None:
    write(ttpg, tmp_path / "one", zoo("beasts", count=3))
    write(ttpg, tmp_path / "two", zoo("beasts", count=4))
    one, two = (stacks_of(tmp_path / name, "beasts")[0] for name in ("one", "two"))
    for name in ("GUID", "FrontTexture", "BackTexture", "Name"):
        assert one[name] == two[name]
    assert len(one["Indices"]) != len(two["Indices"])


def test_equal_games_are_equal_packages(tmp_path: Path) -> None:
    for name in ("one", "two"):
        write(ttpg, tmp_path / name, zoo("beasts"))
    assert digests(tmp_path / "one") == digests(tmp_path / "two")


def test_a_field_that_no_card_has_is_refused(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match="no card has a field `titel`"):
        write(ttpg, tmp_path / "out", zoo("beasts"), name="titel")
