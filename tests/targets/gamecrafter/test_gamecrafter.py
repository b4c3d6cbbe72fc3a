"""The Game Crafter's files: exact pixels, nothing scaled, names that its uploader reads."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace
from numpy.typing import NDArray
from PIL import Image

from cardgen.core.findings import Report
from cardgen.core.sizes import Size, find_size
from cardgen.files.memory_game import MemoryGame
from cardgen.pipeline.inspection import inspect_game
from cardgen.render.face_pixels import rasterize
from cardgen.render.workers.pool import Workers
from cardgen.targets.contract import OptionError, UnsuitableError
from cardgen.targets.gamecrafter.target import GamecrafterTarget, find_nearest_product
from tests.support.target_runs import write_targets

LAYOUTS = """\
layouts:
  face:
    bleed: [{shape: rectangle, fill: {from: "#c04020", to: "#2040c0", angle: 30}}]
    safe: [{shape: rectangle, fill: "#{{ hue }}", at: top left, width: 5mm, height: 5mm}]
  one: {bleed: [{shape: rectangle, fill: "#224466"}]}
  two: {bleed: [{shape: rectangle, fill: "#664422"}]}
"""
CARDS = """\
- {id: fox, hue: aa3311, copies: 3, back: one}
- {id: hen, hue: ddaa33, back: two}
- {id: owl, hue: 33aa55, back: face}
"""
NAME = re.compile(r"([a-z0-9-]+)\[(face|back|all)(?:,([1-9][0-9]*))?\]\.png")

Pixels = NDArray[Any]


def game(*decks: str, more: str = "") -> MemoryGame:
    text = "game: Foxes\n" + more + "decks:\n" + "".join(f"  {deck}\n" for deck in decks)
    return MemoryGame({"game.yaml": text, "layouts.yaml": LAYOUTS, "cards.yaml": CARDS})


def deck(name: str, size: str, back: str = "one") -> str:
    return f'{name}: {{cards: cards.yaml, size: {size}, front: face, back: "{back}"}}'


def build(made: MemoryGame, folder: Path, jobs: int = 1, **options: str) -> tuple[Path, str]:
    """The target's folder and its last line; the build's dpi is none that the service takes."""
    report = Report()
    checked = inspect_game(made, report, checks=())
    assert checked is not None
    assert report.count("error") == 0, report.findings

    def silent(_what: str, _done: int, _total: int) -> None: ...

    with Workers(jobs) as workers:
        job = replace(checked.job(96, silent), workers=workers)
        (written,) = write_targets(job, {"gamecrafter": options}, folder)
    return folder / "gamecrafter", written.what


def pixels(file: Path) -> Pixels:
    with Image.open(file) as image:
        assert image.mode == "RGB"
        assert image.format == "PNG"
        return np.asarray(image).astype(int)


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = game(
        deck("beasts", "poker"), deck("odd", "game", "{{ back }}"), deck("chits", "round-25mm")
    )
    return build(made, tmp_path_factory.mktemp("built"))[0]


COMPONENTS = {
    "PokerDeck/beasts": (825, 1125),
    "EuroPokerDeck/odd": (825, 1125),
    "LargeCircleChit/chits": (375, 375),
}


@pytest.mark.parametrize(("folder", "size"), COMPONENTS.items())
def test_every_file_has_the_components_pixels_at_300_dpi(
    built: Path, folder: str, size: tuple[int, int]
) -> None:
    files = list((built / folder).glob("*.png"))
    assert len(files) >= 4
    for file in files:
        with Image.open(file) as image:
            assert image.size == size
            assert image.mode == "RGB"
            assert [round(d) for d in image.info["dpi"]] == [300, 300]


def test_names_say_card_side_and_quantity(built: Path) -> None:
    def names(folder: str) -> set[str]:
        return {file.name for file in (built / folder).glob("*.png")}

    assert names("PokerDeck/beasts") == {
        "back.png", "fox[face,3].png", "hen[face].png", "owl[face].png",
    }  # fmt: skip
    assert names("EuroPokerDeck/odd") == {
        "fox[face,3].png", "fox[back].png", "hen[face].png", "hen[back].png", "owl[all].png",
    }  # fmt: skip


@pytest.mark.parametrize("folder", COMPONENTS)
def test_read_as_the_uploader_does_the_names_give_the_whole_deck(built: Path, folder: str) -> None:
    """Each card once, in its number of copies, with a back of its own or the common one."""
    common = (built / folder / "back.png").is_file()
    fronts: dict[str, int] = {}
    backs: set[str] = set()
    for file in (built / folder).glob("*[[]*.png"):
        read = NAME.fullmatch(file.name)
        assert read, file.name
        if read[2] in ("face", "all"):
            assert read[1] not in fronts
            fronts[read[1]] = int(read[3] or 1)
        if read[2] in ("back", "all"):
            backs.add(read[1])
    assert fronts == {"fox": 3, "hen": 1, "owl": 1}
    assert backs == (set() if common else set(fronts))


def drawn(size: Size) -> Pixels:
    """The fox's face at 300 dpi with its own bleed, by the renderer of every other target."""
    checked = inspect_game(game(deck("beasts", size.name)), Report(), checks=())
    assert checked is not None
    scene = checked.laid.scenes[checked.bound.decks[0].cards[0].front]
    ((_, shown),) = rasterize([scene], size.pixels(300), checked.bound.pictures)
    return shown.astype(int)


def test_a_face_is_moved_to_the_middle_and_not_scaled(built: Path) -> None:
    """`game` has 36 px of bleed a side, the component's file 40.5 and 43.5: nearest pixels of
    the printed face lie in the file shifted by half a pixel, at both ends alike."""
    size = find_size("game")
    assert size
    made, face = pixels(built / "EuroPokerDeck/odd/fox[face,3].png"), drawn(size)
    x, y = 4, 7
    inside = made[y : y + face.shape[0], x : x + face.shape[1]]
    assert face.shape == (1110, 816, 3)
    assert abs(inside[20:60, 200:] - face[20:60, 200:]).max() <= 2
    assert middle_of_mark(made) - middle_of_mark(face) == pytest.approx([7.5, 4.5], abs=0.51)
    assert extent_of_mark(made) == pytest.approx(extent_of_mark(face), abs=1)


def where(pixels: Pixels) -> Pixels:
    return np.argwhere((abs(pixels - (0xAA, 0x33, 0x11)) < 3).all(axis=2))


def middle_of_mark(pixels: Pixels) -> Pixels:
    """Of the square in the corner of the safe zone, row and column."""
    found: Pixels = (where(pixels).max(axis=0) + where(pixels).min(axis=0)) / 2
    return found


def extent_of_mark(pixels: Pixels) -> Pixels:
    found: Pixels = where(pixels).max(axis=0) - where(pixels).min(axis=0)
    return found


def test_a_file_that_is_scaled_would_be_found() -> None:
    """The comparison above can fail."""
    size = find_size("game")
    assert size
    face = drawn(size)
    with Image.fromarray(face.astype(np.uint8)) as image:
        scaled = np.asarray(image.resize((825, 1125))).astype(int)
    assert middle_of_mark(scaled) - middle_of_mark(face) != pytest.approx([7.5, 4.5], abs=0.51)


@pytest.mark.parametrize(
    ("folder", "most"), [("PokerDeck/beasts", (2, 2)), ("EuroPokerDeck/odd", (5, 8))]
)
def test_what_the_face_lacks_is_its_own_last_pixel_and_the_manifest_says_how_many(
    built: Path, folder: str, most: tuple[int, int]
) -> None:
    across, down = most
    made = pixels(built / folder / "fox[face,3].png")
    assert (made[:, :across] == made[:, across : across + 1]).all()
    assert (made[:, -across:] == made[:, -across - 1 : -across]).all()
    assert (made[:down] == made[down : down + 1]).all()
    assert not (made[:, across] == made[:, across + 8]).all(), "a gradient goes on inside"
    edges = np.concatenate([made[0], made[-1], made[:, 0], made[:, -1]])
    assert edges.max() <= 0xC0 + 1, "no white comes through"
    manifest = json.loads((built / "manifest.json").read_text("utf-8"))
    told = {one["folder"]: one["carried_on_px"] for one in manifest["components"]}
    assert told[folder] == [across, down]
    guide = (built / "UPLOAD.md").read_text("utf-8")
    assert f"repeated {across} pixels at the left and right, {down} at the top" in guide


def test_a_component_with_the_faces_own_bleed_needs_no_repeating(built: Path) -> None:
    manifest = json.loads((built / "manifest.json").read_text("utf-8"))
    told = {one["folder"]: one["carried_on_px"] for one in manifest["components"]}
    assert told["LargeCircleChit/chits"] == [0, 0]


def test_the_manifest_names_every_file_with_its_hash(built: Path) -> None:
    import hashlib

    manifest = json.loads((built / "manifest.json").read_text("utf-8"))
    rows = [row for one in manifest["components"] for row in one["files"]]
    on_disk = {f.relative_to(built).as_posix() for f in built.rglob("*.png")}
    assert {row["file"] for row in rows} == on_disk
    for row in rows:
        assert hashlib.sha256((built / row["file"]).read_bytes()).hexdigest() == row["sha256"]
    assert {row["source"] for row in rows if row["card"] == "hen"} == {"cards.yaml:2"}


def test_two_workers_write_the_same_bytes(built: Path, tmp_path: Path) -> None:
    again, _ = build(game(deck("beasts", "poker")), tmp_path, jobs=2)
    for file in again.rglob("*.png"):
        assert file.read_bytes() == (built / file.relative_to(again)).read_bytes()


def test_another_component_of_the_same_size_can_be_asked_for(tmp_path: Path) -> None:
    folder, _ = build(game(deck("beasts", "poker")), tmp_path, component="foilpokerdeck")
    assert [entry.name for entry in folder.iterdir() if entry.is_dir()] == ["FoilPokerDeck"]


@pytest.mark.parametrize(
    ("options", "message", "hint"),
    [
        ({"component": "PokreDeck"}, "no component `PokreDeck`", "`PokerDeck`"),
        ({"komponent": "PokerDeck"}, "no option `komponent`", "`component`"),
    ],
)
def test_a_slip_in_an_option_is_found_with_what_was_meant(
    options: dict[str, str], message: str, hint: str
) -> None:
    with pytest.raises(OptionError, match=re.escape(message)) as caught:
        GamecrafterTarget().read_options(options)
    assert hint in caught.value.hint


def test_a_component_that_no_deck_has_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UnsuitableError, match="no deck has the size of `HexDeck`"):
        build(game(deck("beasts", "poker")), tmp_path, component="HexDeck")


def test_a_size_that_is_not_sold_is_refused_with_the_nearest_component(tmp_path: Path) -> None:
    with pytest.raises(UnsuitableError, match="the nearest is `PokerDeck`") as caught:
        build(game(deck("beasts", "magnum-copper")), tmp_path)
    assert "`size: poker` is `PokerDeck`" in caught.value.hint


def test_a_size_of_the_games_own_is_the_component_that_is_as_large(tmp_path: Path) -> None:
    sizes = "sizes: {mine: {width: 2.5in, height: 3.5in, bleed: 5mm}, disk: {like: round-25mm}}\n"
    made = game(deck("beasts", "mine"), deck("chits", "disk"), more=sizes)
    folder, told = build(made, tmp_path)
    assert "left out" not in told
    assert pixels(folder / "PokerDeck/beasts/owl[face].png").shape == (1125, 825, 3)
    assert pixels(folder / "LargeCircleChit/chits/owl[face].png").shape == (375, 375, 3)


def test_a_size_in_whole_millimeters_is_the_component_that_is_meant(tmp_path: Path) -> None:
    made = game(deck("beasts", "mine"), more="sizes: {mine: {width: 63mm, height: 88mm}}\n")
    folder, told = build(made, tmp_path)
    assert "left out" not in told
    assert pixels(folder / "EuroPokerDeck/beasts/owl[face].png").shape == (1125, 825, 3)
    lying = game(deck("beasts", "mine"), more="sizes: {mine: {width: 88mm, height: 63mm}}\n")
    folder, told = build(lying, tmp_path / "lying")
    assert "left out" not in told
    assert pixels(folder / "EuroPokerDeck/beasts/owl[face].png").shape == (1125, 825, 3)
    wide = game(deck("beasts", "mine"), more="sizes: {mine: {width: 64mm, height: 88mm}}\n")
    with pytest.raises(UnsuitableError, match="no component of 64 × 88 mm"):
        build(wide, tmp_path)


def test_a_face_without_bleed_is_told_in_the_last_line(tmp_path: Path) -> None:
    sizes = "sizes: {bare: {like: poker, bleed: 0mm}, own: {like: poker, bleed: 3mm}}\n"
    made = game(deck("bare", "bare"), deck("own", "own"), deck("usual", "poker"), more=sizes)
    told = build(made, tmp_path)[1]
    assert told.endswith("; of 3.2 mm bleed `bare` 0 mm: the rest is its edge, carried on")


def test_a_tab_or_a_fold_makes_no_card_of_the_service(tmp_path: Path) -> None:
    sizes = "sizes: {mine: {width: 2.5in, height: 3.5in, fold: {columns: 2}}}\n"
    with pytest.raises(UnsuitableError, match="only, which is `size: poker`, not `mine`"):
        build(game(deck("beasts", "mine"), more=sizes), tmp_path)


def test_square_corners_are_not_told_that_there_is_no_such_size(tmp_path: Path) -> None:
    with pytest.raises(UnsuitableError) as caught:
        build(game(deck("beasts", "poker-square-corners")), tmp_path)
    assert "no component of" not in str(caught.value)
    assert "`PokerDeck` only, which is `size: poker`" in str(caught.value)


def test_one_card_is_counted_in_the_singular(tmp_path: Path) -> None:
    lone = game(deck("lone", "poker"))
    lone = MemoryGame(
        {name: lone.text(name) for name in ("game.yaml", "layouts.yaml")}
        | {"cards.yaml": "- {id: fox, hue: aa3311}\n"}
    )
    guide = (build(lone, tmp_path)[0] / "UPLOAD.md").read_text("utf-8")
    assert "the proofs: 1 card, each" in guide


def test_a_deck_that_is_not_sold_is_left_out_and_said(tmp_path: Path) -> None:
    folder, told = build(game(deck("beasts", "poker"), deck("plans", "a5")), tmp_path)
    assert "left out: `plans`: The Game Crafter has no component of 148 × 210 mm" in told
    assert "`plans`: The Game Crafter has no component" in (folder / "UPLOAD.md").read_text("utf-8")
    assert json.loads((folder / "manifest.json").read_text("utf-8"))["left_out"]


@pytest.mark.parametrize(
    ("size", "code"),
    [("round-30mm", "MiniCircleTile"), ("hex-94mm", "HexDeck"), ("standard-euro", "BridgeDeck")],
)
def test_the_nearest_component_has_the_shape_and_nearly_the_size(size: str, code: str) -> None:
    found = find_size(size)
    assert found
    assert find_nearest_product(found)[1].code == code
