"""Cards wider than high on upright components: nothing moves but the whole face, and when the
card is turned like the page of a book, its back is the same way up as its front."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pikepdf
import pytest
from msgspec.structs import replace
from numpy.typing import NDArray
from PIL import Image

from cardgen.core.findings import Report
from cardgen.core.geometry import Extent
from cardgen.core.sizes import Size, find_size
from cardgen.files.memory_game import MemoryGame
from cardgen.files.output_folder import replace_output
from cardgen.pipeline.inspection import check_game
from cardgen.render.face_pixels import rasterize
from cardgen.render.raster.rasterizer import Raster
from cardgen.scene.items import Scene
from cardgen.scene.outlines import Line, Move
from cardgen.targets.contract import Job
from cardgen.targets.gamecrafter.target import GamecrafterTarget, choose_components, describe_turned
from cardgen.targets.press.drivethru import DrivethruTarget
from cardgen.targets.shared.turned_cards import is_turned, turn_face
from tests.support import pdfx_checker as checker
from tests.support.target_runs import run_target

gamecrafter = GamecrafterTarget()
drivethru = DrivethruTarget()

LAYOUTS = """\
layouts:
  face:
    bleed:
      - {shape: rectangle, fill: "#e0d0b0"}
    trim:
      - {shape: rectangle, fill: "#aa3311", at: top left, width: 30mm, height: 8mm}
      - {shape: ellipse, fill: "#2040c0", at: bottom right, width: 9mm, height: 9mm}
  own:
    bleed:
      - {shape: rectangle, fill: "#b0c8d8"}
    trim:
      - {shape: rectangle, fill: "#aa3311", at: top left, width: 30mm, height: 8mm}
      - {shape: rectangle, fill: "#206020", at: right, width: 6mm, height: 12mm}
"""
UPRIGHT = Extent(180.0, 252.0)

Pixels = NDArray[Any]


@cache
def job(size: str = "poker-landscape", back: str = "own") -> Job:
    deck = f"{{cards: cards.yaml, size: {size}, front: face, back: {back}}}"
    upright = "{cards: cards.yaml, size: poker, front: face, back: own}"
    files: dict[str, str | bytes] = {
        "game.yaml": f"game: Tiny\ndecks:\n  wide: {deck}\n  tall: {upright}\n",
        "layouts.yaml": LAYOUTS,
        "cards.yaml": "- {id: fox, copies: 2}\n- {id: hen}\n",
    }
    checked = check_game(MemoryGame(files), Report(), checks=())
    assert checked is not None
    return checked.job(300, lambda *_: None)


def sides(given: Job) -> tuple[Scene, Scene]:
    card = given.game.decks[0].cards[0]
    assert card.back is not None
    return given.scenes[card.front], given.scenes[card.back]


def size(name: str) -> Size:
    found = find_size(name)
    assert found
    return found


def drawn(face: Scene, given: Job) -> Pixels:
    """A face as it is designed, its trim at 300 dpi."""
    whole = size("poker-landscape").pixels(300)
    ((_, shown),) = rasterize([face], whole, given.game.pictures)
    return shown[36:-36, 36:-36].astype(int)


def alike(one: Pixels, other: Pixels) -> bool:
    return one.shape == other.shape and float(np.abs(one - other).mean()) < 0.5


def assert_stands(front: Pixels, back: Pixels, given: Job) -> None:
    """Both sides are whole, and what is up on the front is up on the back."""
    face, own = (drawn(scene, given) for scene in sides(given))
    assert alike(front, np.rot90(face, -1))
    assert alike(back, np.rot90(own, 1))
    assert not alike(back, np.rot90(own, -1)), "the faces are not the same upside down"
    through = back[:, ::-1]  # the card as if it were glass, its front towards us
    card = np.rot90(through, 1)  # held so that the front reads
    assert alike(np.rot90(front, 1), face)
    assert alike(card[:, ::-1], own), "turned like a page, the back reads too"


# --- The Game Crafter --------------------------------------------------------------------------


@pytest.fixture(scope="module")
def crafted(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("crafted") / "out"
    with replace_output(folder) as output:
        run_target(gamecrafter, job(), output)
    return folder


def trim_of(file: Path) -> Pixels:
    """37.5 pixels of bleed a side."""
    with Image.open(file) as image:
        assert image.size == (825, 1125)
        made: Pixels = np.asarray(image).astype(int)
    return made[37:-38, 37:-38]


def test_a_wide_card_lies_on_the_upright_component_of_its_size(crafted: Path) -> None:
    given, folder = job(), crafted / "PokerDeck" / "wide"
    assert {file.name for file in folder.iterdir()} == {
        "back.png", "fox[face,2].png", "hen[face].png",
    }  # fmt: skip
    files = folder / "fox[face,2].png", folder / "back.png"
    front, back = (trim_of(file) for file in files)
    face, own = (drawn(scene, given) for scene in sides(given))
    assert near(front, np.rot90(face, -1))
    assert near(back, np.rot90(own, 1))
    assert not near(back, np.rot90(own, -1))


def near(one: Pixels, other: Pixels) -> bool:
    """Alike but for what half a pixel changes at edges."""
    return one.shape == other.shape and float((np.abs(one - other).max(axis=2) > 8).mean()) < 0.01


def test_upright_cards_beside_them_are_left_as_they_are(crafted: Path) -> None:
    told = json.loads((crafted / "manifest.json").read_text("utf-8"))["components"]
    assert [(one["deck"], one["component"], one["turned"]) for one in told] == [
        ("wide", "PokerDeck", True), ("tall", "PokerDeck", False),
    ]  # fmt: skip
    guide = (crafted / "UPLOAD.md").read_text("utf-8")
    assert guide.count("the cards lie on their side") == 1
    assert "top of a card is at the right of its face and at the left of its back" in guide


def test_the_run_can_say_how_many_cards_are_turned() -> None:
    made, without = choose_components(job(), "")
    assert without == []
    assert describe_turned(made) == ", 3 cards turned by 90° to stand upright"
    assert describe_turned(made[1:]) == ""


def test_equal_sides_are_two_files_as_they_are_turned_apart() -> None:
    (wide, tall), _ = choose_components(job(back="face"), "")
    assert wide.turned
    names = [(file.name, file.side) for file in wide.files]
    assert names == [("back.png", "back"), ("fox[face,2].png", "face"), ("hen[face].png", "face")]
    assert wide.files[0].scene != wide.files[1].scene
    assert wide.product.code == tall.product.code == "PokerDeck"


def test_another_component_can_be_asked_for_wide_cards_too() -> None:
    made, _ = choose_components(job(), "TradingDeck")
    assert [one.folder for one in made] == ["TradingDeck/wide", "TradingDeck/tall"]


# --- DriveThruCards ----------------------------------------------------------------------------


@pytest.fixture(scope="module")
def printed(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    folder = tmp_path_factory.mktemp("printed") / "out"
    with replace_output(folder) as output:
        return folder, run_target(drivethru, job(), output)


def test_wide_poker_cards_fill_the_services_upright_page(printed: tuple[Path, str]) -> None:
    folder, said = printed
    assert "6 cards on 12 pages" in said
    assert said.endswith("; 3 cards turned by 90° to stand upright")
    file = folder / "tiny-poker-landscape.pdf"
    assert checker.failed(file) == {}
    with pikepdf.open(file) as opened:
        assert len(opened.pages) == 6
        for page in opened.pages:
            assert [float(v) for v in page.mediabox] == [0, 0, 198, 270]
            assert [float(v) for v in page.trimbox] == [9, 9, 189, 261]
    told = json.loads((folder / "manifest.json").read_text("utf-8"))["files"]
    assert [(one["turned"], one["size"]["trim_mm"]) for one in told] == [
        (True, [63.5, 88.9]), (False, [63.5, 88.9]),
    ]  # fmt: skip


def test_both_sides_of_a_wide_card_are_the_same_way_up() -> None:
    given = job()
    face, own = sides(given)
    front, back = trimmed(turn_face(face, "front"), given), trimmed(turn_face(own, "back"), given)
    assert_stands(front, back, given)
    other = trimmed(turn_face(own, "front"), given)
    with pytest.raises(AssertionError):
        assert_stands(front, other, given)


def trimmed(face: Scene, given: Job) -> Pixels:
    ((_, shown),) = rasterize([face], size("poker").pixels(300), given.game.pictures)
    return shown[36:-36, 36:-36].astype(int)


def test_the_pages_are_those_faces(printed: tuple[Path, str]) -> None:
    """Back, then front: where each has its red bar, at the top of the card as it is held."""
    file = printed[0] / "tiny-poker-landscape.pdf"
    raster = Raster(file.read_bytes())
    back, front = (raster.page(number, (825, 1125)).astype(int) for number in (0, 1))
    raster.close()
    assert bar(front) == ("right", "top")
    assert bar(back) == ("left", "bottom")


def bar(page: Pixels) -> tuple[str, str]:
    red = np.argwhere((page[..., 0] - page[..., 1] > 70) & (page[..., 0] - page[..., 2] > 70))
    y, x = red.mean(axis=0)
    return "left" if x < 412 else "right", "top" if y < 562 else "bottom"


# --- what is turned ----------------------------------------------------------------------------


def test_only_plain_rectangles_of_that_size_on_their_side_are_turned() -> None:
    wide = size("poker-landscape")
    assert is_turned(wide, UPRIGHT)
    assert not is_turned(size("poker"), UPRIGHT)
    assert not is_turned(size("game-landscape"), UPRIGHT)
    assert not is_turned(size("square-89mm"), size("square-89mm").trim)
    assert not is_turned(replace(wide, folds_x=(126.0,)), UPRIGHT)
    assert not is_turned(replace(wide, shape="hexagon"), UPRIGHT)


def test_cut_and_folds_turn_with_the_face() -> None:
    face = replace(sides(job())[0], cut=(Move(10, 20),), folds=((Move(0, 0), Line(5, 0)),))
    page = face.page
    front, back = turn_face(face, "front"), turn_face(face, "back")
    assert front.page == back.page == Extent(page.height, page.width)
    assert front.cut == (Move(page.height - 20, 10),)
    assert back.cut == (Move(20, page.width - 10),)
    assert front.folds == ((Move(page.height, 0), Line(page.height, 5)),)
    assert front.trim.width == pytest.approx(face.trim.height)


def test_faces_that_share_a_ground_share_it_turned() -> None:
    given = job()
    first, second = (given.scenes[card.front] for card in given.game.decks[0].cards)
    assert first.ground is second.ground or first.ground == second.ground
    assert turn_face(first, "front").ground is turn_face(second, "front").ground
