"""The room for playingcards.io: a stored package whose widgets refer to each other and fit."""

from __future__ import annotations

import io
import json
import re
import zipfile
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest
from msgspec.structs import replace
from PIL import Image

from cardgen.core.geometry import Extent
from cardgen.render.workers.pool import Workers
from cardgen.scene.items import Scene
from cardgen.targets.contract import OptionError
from cardgen.targets.pcio import target as pcio_target
from cardgen.targets.pcio.room import TABLE, CardKind, DeckPile, make_room, place_holders
from cardgen.targets.pcio.target import PcioTarget
from tests.support.small_games import apart, digests, novelty, poppler, write, zoo

pcio = PcioTarget()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The whole zoo."""
    made = tmp_path_factory.mktemp("pcio") / "out"
    write(pcio, made, zoo())
    return made


@pytest.fixture(scope="module")
def entries(folder: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(folder / "small-zoo.pcio") as package:
        assert package.testzip() is None
        return {name: package.read(name) for name in package.namelist()}


@pytest.fixture(scope="module")
def widgets(entries: dict[str, bytes]) -> list[dict[str, Any]]:
    return cast(list[dict[str, Any]], json.loads(entries["widgets.json"]))


def of_type(widgets: list[dict[str, Any]], name: str) -> list[dict[str, Any]]:
    return [widget for widget in widgets if widget["type"] == name]


def picture(entries: dict[str, bytes], address: str) -> Image.Image:
    assert address.startswith("package://userassets/")
    return Image.open(io.BytesIO(entries[address.removeprefix("package://")]))


def side(deck: dict[str, Any], card: dict[str, Any], name: str) -> str:
    """The address of what a card shows, as a template says it: the deck's own or the kind's."""
    (shown,) = deck[f"{name}Template"]["objects"]
    assert (shown["x"], shown["y"]) == (0, 0)
    assert (shown["w"], shown["h"]) == (deck["cardWidth"], deck["cardHeight"])
    if shown["valueType"] == "static":
        return cast(str, shown["value"])
    return cast(str, deck["cardTypes"][card["cardType"]][shown["value"]])


# --- the package -------------------------------------------------------------------------------


def test_a_package_is_stored_with_fixed_dates(folder: Path) -> None:
    with zipfile.ZipFile(folder / "small-zoo.pcio") as package:
        infos = package.infolist()
    assert {info.compress_type for info in infos} == {zipfile.ZIP_STORED}
    assert {info.date_time for info in infos} == {(1980, 1, 1, 0, 0, 0)}
    root = ["schemaVersion", "variantId", "variantDate", "widgets.json"]
    assert [info.filename for info in infos[:4]] == root
    assert all(info.filename.startswith("userassets/") for info in infos[4:])


def test_the_schema_is_a_number(entries: dict[str, bytes]) -> None:
    assert entries["schemaVersion"] == b"8"


def test_the_variant_is_an_id_and_milliseconds_that_depend_on_the_game_alone(
    entries: dict[str, bytes], tmp_path: Path
) -> None:
    assert re.fullmatch(rb"[0-9a-f]{20}", entries["variantId"])
    assert re.fullmatch(rb"[0-9]{13}", entries["variantDate"])
    write(pcio, tmp_path / "again", zoo())
    write(pcio, tmp_path / "other", novelty())
    again, other = tmp_path / "again" / "small-zoo.pcio", tmp_path / "other" / "novelty.pcio"
    with zipfile.ZipFile(again) as same, zipfile.ZipFile(other) as different:
        assert same.read("variantId") == entries["variantId"] != different.read("variantId")
        assert same.read("variantDate") == different.read("variantDate")


def test_pictures_are_in_the_package_once_and_all_of_them_are_shown(
    entries: dict[str, bytes],
) -> None:
    pictures = {name: data for name, data in entries.items() if name.startswith("userassets/")}
    assert len(set(pictures.values())) == len(pictures)
    text = entries["widgets.json"].decode("utf-8")
    assert all(f"package://{name}" in text for name in pictures)


def test_pictures_are_short_enough_for_every_reader(entries: dict[str, bytes]) -> None:
    assert max(map(len, entries.values())) < 2 * 1024 * 1024


# --- widgets -----------------------------------------------------------------------------------


def test_widgets_have_names_of_their_own(widgets: list[dict[str, Any]]) -> None:
    names = Counter(widget["id"] for widget in widgets)
    assert max(names.values()) == 1
    assert all(isinstance(widget[key], int) for widget in widgets for key in "xyz")


def test_every_printed_card_lies_on_its_deck(widgets: list[dict[str, Any]]) -> None:
    decks = {deck["id"]: deck for deck in of_type(widgets, "cardDeck")}
    holders = {holder["id"]: holder for holder in of_type(widgets, "holder")}
    cards = of_type(widgets, "card")
    assert len(cards) == zoo().game.total
    for card in cards:
        deck = decks[card["deck"]]
        assert card["cardType"] in deck["cardTypes"]
        assert card["parent"] == deck["parent"]
        assert holders[card["parent"]]["allowedDecks"] == [deck["id"]]
        assert card["faceup"] is False


def test_there_are_as_many_of_a_card_as_its_copies(widgets: list[dict[str, Any]]) -> None:
    counted = Counter((card["deck"], card["cardType"]) for card in of_type(widgets, "card"))
    decks = zip(of_type(widgets, "cardDeck"), zoo().game.decks, strict=True)
    for shown, deck in decks:
        for card in deck.cards:
            assert counted[shown["id"], f"card-{card.id}"] == card.copies
            assert shown["cardTypes"][f"card-{card.id}"]["label"] == card.values["name"]


def test_every_card_shows_its_own_face_and_back(
    widgets: list[dict[str, Any]], entries: dict[str, bytes]
) -> None:
    """As poppler renders them, brought to the picture's size."""
    job = zoo()
    for shown, deck in zip(of_type(widgets, "cardDeck"), job.game.decks, strict=True):
        for card in deck.cards:
            widget = {"cardType": f"card-{card.id}"}
            face = over_white(picture(entries, side(shown, widget, "face")))
            distance = {
                other.id: apart(face, shaped(job.scenes[other.front], deck.size.shape))
                for other in (card, deck.cards[0])
            }
            assert min(distance, key=lambda name: distance[name]) == card.id
            assert distance[card.id] < 3
            back = over_white(picture(entries, side(shown, widget, "back")))
            if card.back is None:
                assert np.asarray(back).min() > 250
            else:
                assert apart(back, shaped(job.scenes[card.back], deck.size.shape)) < 3


def over_white(shown: Image.Image) -> Image.Image:
    ground = Image.new("RGBA", shown.size, "white")
    ground.alpha_composite(shown.convert("RGBA"))
    return ground.convert("RGB")


@cache
def shaped(face: Scene, shape: str) -> Image.Image:
    """A face as poppler renders it, cut out where it is no rectangle."""
    shown = np.asarray(poppler(face)).copy()
    height, width = shown.shape[:2]
    x = np.abs(np.arange(width) + 0.5 - width / 2)[None, :] / (width / 2)
    y = np.abs(np.arange(height) + 0.5 - height / 2)[:, None] / (height / 2)
    outside = {"circle": np.hypot(x, y) > 1, "hexagon": x + y / 2 > 1}.get(shape)
    if outside is not None:
        shown[outside] = 255
    return Image.fromarray(shown)


def test_what_is_no_rectangle_has_nothing_around_it(
    widgets: list[dict[str, Any]], entries: dict[str, bytes]
) -> None:
    for shown, deck in zip(of_type(widgets, "cardDeck"), zoo().game.decks, strict=True):
        round_or_six_sided = deck.size.shape != "rectangle"
        face = picture(entries, side(shown, {"cardType": f"card-{deck.cards[0].id}"}, "face"))
        assert (face.format, face.mode) == (("PNG", "RGBA") if round_or_six_sided
                                            else ("JPEG", "RGB"))  # fmt: skip
        assert shown["faceTemplate"]["includeRadius"] is not round_or_six_sided


# --- the table ---------------------------------------------------------------------------------


def boxes(widgets: list[dict[str, Any]]) -> list[tuple[int, int, int, int]]:
    return [(w["x"], w["y"], w["x"] + w["width"], w["y"] + w["height"])
            for w in of_type(widgets, "holder")]  # fmt: skip


def test_decks_lie_side_by_side_above_the_hand(widgets: list[dict[str, Any]]) -> None:
    found = boxes(widgets)
    for number, (left, top, right, bottom) in enumerate(found):
        assert left >= 0
        assert top >= 20  # room for the label
        assert right <= TABLE.width
        assert bottom <= 820 - 32  # room for the button, and the hand
        for other in found[number + 1 :]:
            assert right <= other[0] or other[2] <= left or bottom <= other[1] or other[3] <= top


def test_pieces_keep_their_sizes_to_each_other(widgets: list[dict[str, Any]]) -> None:
    for shown, deck in zip(of_type(widgets, "cardDeck"), zoo().game.decks, strict=True):
        scale = 160 / 252
        assert shown["cardWidth"] == pytest.approx(deck.size.trim.width * scale, abs=0.5)
        assert shown["cardHeight"] == pytest.approx(deck.size.trim.height * scale, abs=0.5)


@pytest.mark.parametrize(("count", "trim"), [(40, Extent(180, 252)), (3, Extent(1500, 1500))])
def test_what_does_not_fit_is_made_smaller_until_it_does(count: int, trim: Extent) -> None:
    kind = CardKind("a", "a", 1, "package://userassets/a.jpg", None)
    piles = [DeckPile(f"{i}", f"deck-{i}", trim, (kind,), None, False) for i in range(count)]
    assert len({(place.width, place.height) for place in place_holders(piles)}) == 1
    for left, top, right, bottom in boxes(make_room(piles)):
        assert min(left, top) >= 0
        assert right <= TABLE.width
        assert bottom <= TABLE.height


# --- options -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "word"),
    [
        ({"dpi": "1"}, "from 36 to 600"),
        ({"quality": "200"}, "from 1 to 100"),
        ({"qualty": "80"}, "did you mean `quality`?"),
    ],
)
def test_what_cannot_be_had_is_refused(options: dict[str, str], word: str) -> None:
    with pytest.raises(OptionError) as caught:
        pcio.read_options(options)
    assert word in caught.value.hint


def test_a_picture_too_long_is_made_smaller_unless_its_size_was_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pcio_target, "MOST_BYTES", 9_000)
    write(pcio, tmp_path / "out", zoo("rounds"))
    with zipfile.ZipFile(tmp_path / "out" / "small-zoo.pcio") as package:
        lengths = [i.file_size for i in package.infolist() if i.filename.startswith("userassets")]
    assert max(lengths) <= 9_000
    with pytest.raises(OptionError) as caught:
        write(pcio, tmp_path / "out", zoo("rounds"), dpi="300")
    assert caught.value.hint == "lower `dpi`"


def test_the_same_game_gives_the_same_bytes_with_one_worker_or_two(
    tmp_path: Path, folder: Path
) -> None:
    with Workers(2) as workers:
        write(pcio, tmp_path / "two", zoo(), workers)
    assert digests(tmp_path / "two") == digests(folder)


def test_the_manifest_leads_from_each_card_to_its_pictures(
    folder: Path, entries: dict[str, bytes]
) -> None:
    manifest = json.loads((folder / "manifest.json").read_text("utf-8"))
    rows = [row for deck in manifest["decks"] for row in deck["cards"]]
    assert len(rows) == 21
    assert all(row[name] in entries for row in rows for name in ("face", "back"))


def test_novelty_is_a_room_of_two_decks(tmp_path: Path) -> None:
    told: list[tuple[str, int, int]] = []
    write(pcio, tmp_path / "out", replace(novelty(), progress=lambda *step: told.append(step)))
    with zipfile.ZipFile(tmp_path / "out" / "novelty.pcio") as package:
        widgets = json.loads(package.read("widgets.json"))
    assert [holder["label"] for holder in of_type(widgets, "holder")] == ["letters", "motifs"]
    assert len(of_type(widgets, "card")) == 216
    assert told == [("decks", 1, 2), ("decks", 2, 2)]
