"""Pictures of cards: cut exactly, named plainly, of the size and kind asked for."""

from __future__ import annotations

import hashlib
import io
import json
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest
from msgspec.structs import replace
from numpy.typing import NDArray
from PIL import Image

from cardgen.core.color import WHITE
from cardgen.core.geometry import Extent, Rect
from cardgen.core.sizes import find_size
from cardgen.render.raster.coverage import measure_coverage
from cardgen.render.raster.picture_files import Encoding, blend_over, encode_picture
from cardgen.render.workers.pool import Workers
from cardgen.scene.items import Layer, Scene
from cardgen.scene.outlines import Close, Line, Move, Outline, ellipse, rectangle, rounded
from cardgen.targets.contract import OptionError
from cardgen.targets.images.target import ImagesTarget
from cardgen.targets.shared.trimmed_faces import paint_faces
from tests.support.small_games import (
    apart,
    checked,
    digests,
    job_of,
    picture_at,
    poppler,
    write,
    zoo,
)

images = ImagesTarget()

Points = NDArray[np.float64]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The whole zoo as it comes."""
    made = tmp_path_factory.mktemp("images") / "out"
    write(images, made, zoo())
    return made


def manifest(folder: Path) -> dict[str, Any]:
    return cast(dict[str, Any], json.loads((folder / "manifest.json").read_text("utf-8")))


def pictures(folder: Path) -> list[str]:
    return sorted(path.relative_to(folder).as_posix() for path in folder.glob("*/*"))


def pixels(path: Path) -> NDArray[np.uint8]:
    return np.asarray(picture_at(path))


# --- which files there are ---------------------------------------------------------------------


def test_each_card_has_a_file_by_its_id_and_a_shared_back_is_there_once(folder: Path) -> None:
    assert [name for name in pictures(folder) if name.startswith(("rounds/", "lone/"))] == [
        "lone/back.png", "lone/lone-0.png",
        "rounds/back.png", "rounds/rounds-0.png", "rounds/rounds-1.png", "rounds/rounds-2.png",
    ]  # fmt: skip


def test_cards_with_backs_of_their_own_have_a_file_for_each(folder: Path) -> None:
    names = [name for name in pictures(folder) if name.startswith("twins/")]
    expected = [f"twins/twins-{i}{side}.png" for i in range(5) for side in ("", "-back")]
    assert names == sorted(expected)


def test_cards_without_a_back_have_no_file_for_it(folder: Path) -> None:
    names = [name for name in pictures(folder) if name.startswith("hexes/")]
    assert names == ["hexes/hexes-0.png", "hexes/hexes-1.png"]


@pytest.mark.parametrize(
    ("sides", "expected"),
    [("front", ["rounds-0.png", "rounds-1.png", "rounds-2.png"]), ("back", ["back.png"])],
)
def test_one_side_may_be_enough(tmp_path: Path, sides: str, expected: list[str]) -> None:
    write(images, tmp_path / "out", zoo("rounds"), sides=sides)
    assert pictures(tmp_path / "out") == [f"rounds/{name}" for name in expected]


def test_every_copy_may_have_a_file_that_is_a_link_to_the_first(tmp_path: Path) -> None:
    write(images, tmp_path / "out", zoo("rounds"), copies="all")
    assert pictures(tmp_path / "out") == [
        f"rounds/{name}.png"
        for name in ("back", "rounds-0", "rounds-1-1", "rounds-1-2", "rounds-2-1", "rounds-2-2",
                     "rounds-2-3")
    ]  # fmt: skip
    copies = [tmp_path / "out" / "rounds" / f"rounds-2-{i}.png" for i in (1, 2, 3)]
    assert len({path.stat().st_ino for path in copies}) == 1


def test_no_card_takes_the_name_of_another_file(tmp_path: Path) -> None:
    """Ids that look like backs and copies."""
    game = "game: T\npalette: {a: '#112233'}\ndecks: {d: {cards: d.yaml, size: micro, BACK}}\n"
    layouts = "layouts: {f: {bleed: [{shape: rectangle, fill: '{{ c }}'}]}}\n"
    ids = ("fox", "fox-back", "back", "fox-1", "fox-2")
    rows = "".join(f'- {{id: {n}, c: "#00{i}0ff", copies: 2}}\n' for i, n in enumerate(ids))
    for back in ("front: f", "front: f, back: f"):
        files = {"game.yaml": game.replace("BACK", back), "layouts.yaml": layouts, "d.yaml": rows}
        job = job_of(checked(files))
        for copies in ("one", "all"):
            write(images, tmp_path / "out", job, copies=copies)
            for entry in manifest(tmp_path / "out")["pictures"]:
                wanted = (0, 16 * ids.index(entry["card"]), 255)
                for side in ("front", "back"):
                    if entry[side]:
                        shown = picture_at(tmp_path / "out" / entry[side]).convert("RGB")
                        assert shown.getpixel((100, 100)) == wanted


# --- what they show ----------------------------------------------------------------------------


def test_pictures_are_the_cards_cut_to_trim(folder: Path) -> None:
    """As poppler renders them: the same pixels at the same places, but for smoothing."""
    job = zoo()
    for entry, card in zip(
        manifest(folder)["pictures"],
        (card for deck in job.game.decks for card in deck.cards),
        strict=True,
    ):
        for side, face in (("front", card.front), ("back", card.back)):
            if face is not None:
                shown = picture_at(folder / entry[side])
                expected = poppler(job.scenes[face])
                assert shown.size == expected.size
                whole = Image.fromarray(np.asarray(shown)[:, :, :3])
                assert apart(whole, expected) < 0.8, entry[side]


def test_the_comparison_with_poppler_can_fail() -> None:
    card = zoo("beasts").game.decks[0].cards[0]
    expected = poppler(zoo("beasts").scenes[card.front])
    moved = Image.fromarray(np.roll(np.asarray(expected), 2, axis=1))
    assert apart(moved, expected) > 0.8


@pytest.mark.parametrize("dpi", [36, 72, 150, 300, 301.5, 600])
def test_a_picture_is_as_large_as_its_card_at_any_resolution(tmp_path: Path, dpi: float) -> None:
    write(images, tmp_path / "out", zoo("twins"), dpi=str(dpi), sides="front")
    picture = picture_at(tmp_path / "out" / "twins" / "twins-0.png")
    assert picture.size == (round(1.75 * dpi), round(2.5 * dpi))
    assert picture.info["dpi"][0] == pytest.approx(dpi, abs=0.02)


def test_the_bleed_may_be_kept_as_the_printer_has_it(tmp_path: Path) -> None:
    write(images, tmp_path / "out", zoo("twins"), box="bleed")
    size = find_size("mini")
    assert size is not None
    picture = picture_at(tmp_path / "out" / "twins" / "twins-0.png")
    assert picture.mode == "RGB"
    assert picture.size == size.pixels(300) == (597, 822)


@pytest.mark.parametrize(
    ("name", "kind", "modes"),
    [("png", "PNG", {"RGBA"}), ("jpeg", "JPEG", {"RGB"}), ("webp", "WEBP", {"RGBA"})],
)
def test_pictures_are_of_the_kind_asked_for(
    tmp_path: Path, name: str, kind: str, modes: set[str]
) -> None:
    write(images, tmp_path / "out", zoo("twins"), format=name)
    found = [picture_at(tmp_path / "out" / one) for one in pictures(tmp_path / "out")]
    assert {picture.format for picture in found} == {kind}
    assert {picture.mode for picture in found} == modes
    square = tmp_path / "square"
    write(images, square, zoo("twins"), format=name, corners="square")
    assert {picture_at(square / one).mode for one in pictures(square)} == {"RGB"}


def test_jpeg_shows_the_background_outside_the_corners(tmp_path: Path) -> None:
    write(images, tmp_path / "white", zoo("twins"), format="jpeg")
    write(images, tmp_path / "green", zoo("twins"), format="jpeg", background="#00ff00")
    white, green = (pixels(tmp_path / n / "twins" / "twins-0.jpg") for n in ("white", "green"))
    assert white[0, 0].min() >= 245
    assert green[0, 0].tolist() == pytest.approx([0, 255, 0], abs=16)
    assert np.array_equal(white[300:400, 200:300], green[300:400, 200:300])


def test_a_lower_quality_is_shorter(tmp_path: Path) -> None:
    def length(format_: str, quality: str) -> int:
        write(images, tmp_path / "out", zoo("lone"), format=format_, quality=quality)
        suffix = {"jpeg": "jpg"}.get(format_, format_)
        return (tmp_path / "out" / "lone" / f"lone-0.{suffix}").stat().st_size

    for format_ in ("jpeg", "webp"):
        assert length(format_, "40") < length(format_, "92") * 0.8


# --- outlines ----------------------------------------------------------------------------------


BOX = Rect(5, 5, 90, 126)
Inside = Callable[[Points, Points], NDArray[np.bool_]]


def in_round_corners(x: Points, y: Points) -> NDArray[np.bool_]:
    return np.hypot(x - np.clip(x, 9, 81), y - np.clip(y, 9, 117)) <= 9


def in_circle(x: Points, y: Points) -> NDArray[np.bool_]:
    return np.hypot(x - 45, y - 63) <= 45


def in_hexagon(x: Points, y: Points) -> NDArray[np.bool_]:
    """39 points from the middle to the level sides, 45 to the corners at the sides."""
    across, down = np.abs(x - 45), np.abs(y - 63)
    return (down <= 39) & (across / 45 + down / 39 / 2 <= 1)


def in_tab(x: Points, y: Points) -> NDArray[np.bool_]:
    slant = 4 * (20 - y) / 20
    return (y >= 20) | ((x >= 10 + slant) & (x <= 44 - slant))


SHAPES: dict[str, tuple[Outline, Inside]] = {
    "round corners": (rounded(BOX, 9), in_round_corners),
    "circle": (ellipse(Rect(5, 23, 90, 90)), in_circle),
    "hexagon": (
        (Move(5, 68), Line(27.5, 29), Line(72.5, 29), Line(95, 68), Line(72.5, 107),
         Line(27.5, 107), Close()),
        in_hexagon,
    ),
    "tab": (
        (Move(5, 25), Line(15, 25), Line(19, 5), Line(45, 5), Line(49, 25), Line(95, 25),
         Line(95, 131), Line(5, 131), Close()),
        in_tab,
    ),
}  # fmt: skip


def sampled(inside: Inside, size: tuple[int, int]) -> Points:
    """How much of each pixel is inside, by asking at 32 x 32 points of it."""
    fine = 32
    across, down = ((np.arange(n * fine) + 0.5) / (n * fine) for n in size)
    found = inside((across * BOX.width)[None, :], (down * BOX.height)[:, None])
    shares: Points = found.reshape(size[1], fine, size[0], fine).mean(axis=(1, 3)) * 255
    return shares


@pytest.mark.parametrize("name", SHAPES)
@pytest.mark.parametrize("dpi", [40, 97, 150])
def test_a_pixel_on_the_edge_is_as_opaque_as_the_card_covers_it(name: str, dpi: int) -> None:
    """Against the shape's own equation; what is left is the sampling's coarseness."""
    outline, inside = SHAPES[name]
    size = round(BOX.width / 72 * dpi), round(BOX.height / 72 * dpi)
    face = Scene(Extent(100, 136), BOX, Layer(()), Layer(()), outline)
    with paint_faces([face], size, zoo().game.pictures, cut=True) as faces:
        alpha = faces.coverage(0).astype(float)
    expected = sampled(inside, size)
    assert np.abs(alpha - expected).max() < 9
    assert np.abs(alpha - expected).mean() < 0.2
    edge = (expected > 0) & (expected < 255)
    assert len(np.unique(alpha[edge])) > 3  # smooth, not sawn


def test_what_lies_outside_the_picture_covers_nothing_of_it() -> None:
    box = Rect(10, 10, 10, 10)
    assert measure_coverage(rectangle(Rect(0, 0, 5, 50)), box, (20, 20)).max() == 0
    assert measure_coverage(rectangle(Rect(30, 0, 5, 50)), box, (20, 20)).max() == 0
    assert measure_coverage(rectangle(Rect(0, 0, 50, 50)), box, (20, 20)).min() == 255
    half = measure_coverage(rectangle(Rect(0, 0, 15.25, 50)), box, (20, 20))
    assert half[7].tolist() == [255] * 10 + [128] + [0] * 9


def test_an_outline_turned_the_other_way_covers_the_same() -> None:
    box = Rect(0, 0, 30, 30)
    corners = [(3.0, 4.0), (22.0, 6.5), (27.0, 25.0), (8.0, 19.0)]
    ways: list[Outline] = [
        (Move(*p[0]), *(Line(*q) for q in p[1:]), Close()) for p in (corners, corners[::-1])
    ]
    one, other = (measure_coverage(way, box, (45, 40)) for way in ways)
    assert np.array_equal(one, other)


def test_cards_of_any_shape_are_cut_out(folder: Path) -> None:
    alphas = {
        name: pixels(folder / name)[:, :, 3]
        for name in ("beasts/beasts-0.png", "rounds/rounds-0.png", "hexes/hexes-0.png")
    }
    for alpha in alphas.values():
        assert {int(alpha[0, 0]), int(alpha[-1, -1])} == {0}
        assert alpha[alpha.shape[0] // 2, alpha.shape[1] // 2] == 255
    share = {name.split("/")[0]: alpha.mean() / 255 for name, alpha in alphas.items()}
    assert share["rounds"] == pytest.approx(np.pi / 4, abs=0.002)
    assert share["hexes"] == pytest.approx(0.75, abs=0.01)
    width, height, r = 1.25, 1.75, 0.125
    assert share["beasts"] == pytest.approx(1 - (4 - np.pi) * r * r / (width * height), abs=0.001)


def test_the_colours_of_the_bleed_go_on_below_what_is_cut_away(folder: Path) -> None:
    """So that a picture scaled down has no dark edge."""
    shown = pixels(folder / "twins" / "twins-1-back.png")
    row = zoo().game.decks[1].cards[1].values["color"]
    assert "#" + "".join(f"{c:02x}" for c in shown[0, 0, :3]) == row
    assert shown[0, 0, 3] == 0


def test_a_ground_shows_through_by_the_rest_of_the_coverage() -> None:
    black = np.zeros((1, 3, 3), np.uint8)
    alpha = np.array([[0, 51, 255]], np.uint8)
    assert blend_over(black, alpha, WHITE)[0, :, 0].tolist() == [255, 204, 0]


def test_png_with_alpha_says_what_it_was_given() -> None:
    random = np.random.default_rng(5)
    colors = random.integers(0, 256, (37, 23, 3), np.uint8)
    alpha = random.integers(0, 256, (37, 23), np.uint8)
    shown = Image.open(io.BytesIO(encode_picture(colors, alpha, Encoding("png"))))
    assert np.array_equal(np.asarray(shown), np.dstack((colors, alpha)))


# --- options -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "word"),
    [
        ({"formt": "png"}, "did you mean `format`?"),
        ({"format": "gif"}, "png, jpeg, webp"),
        ({"dpi": "20"}, "from 36 to 1200"),
        ({"dpi": "1e3"}, "from 36 to 1200"),
        ({"quality": "101", "format": "jpeg"}, "from 1 to 100"),
        ({"quality": "80"}, "format=jpeg"),
        ({"background": "red", "format": "jpeg"}, "#ffffff"),
        ({"background": "#fff"}, "format=jpeg"),
        ({"corners": "round", "box": "bleed"}, "box=trim"),
        ({"copies": "two"}, "one, all"),
    ],
)
def test_what_cannot_be_had_is_refused(options: dict[str, str], word: str) -> None:
    with pytest.raises(OptionError) as caught:
        images.read_options(options)
    assert word in caught.value.hint
    assert caught.value.option in options


def test_options_are_read_in_any_case_and_with_blanks() -> None:
    read = images.read_options({"format": " WebP ", "dpi": "150", "corners": "Square"})
    assert (read.format, read.dpi, read.corners) == ("webp", 150, "square")


@pytest.mark.parametrize(
    ("format_", "dpi", "hint"),
    [("webp", "1200", "write `dpi=409` or less"), ("png", "1200", "write `dpi=456` or less")],
)
def test_a_picture_that_no_program_opens_is_refused_before_anything_is_written(
    tmp_path: Path, format_: str, dpi: str, hint: str
) -> None:
    job = zoo("lone")
    size = replace(job.game.decks[0].size, name="table", trim=Extent(72 * 40, 72 * 30))
    decks = tuple(replace(deck, size=size) for deck in job.game.decks)
    large = replace(job, game=replace(job.game, decks=decks))
    with pytest.raises(OptionError) as caught:
        write(images, tmp_path / "out", large, format=format_, dpi=dpi)
    assert hint in caught.value.hint
    assert not (tmp_path / "out").exists()


# --- all of it ---------------------------------------------------------------------------------


def test_the_manifest_has_the_hash_and_the_source_of_every_picture(folder: Path) -> None:
    entries = manifest(folder)["pictures"]
    assert len(entries) == 21
    named = set()
    for entry in entries:
        for side in ("front", "back"):
            if entry[side]:
                named.add(entry[side])
                data = (folder / entry[side]).read_bytes()
                assert hashlib.sha256(data).hexdigest() == entry[f"{side}_sha256"]
    assert named == set(pictures(folder))
    assert entries[10]["source"] == "twins.yaml:1"


def test_equal_faces_are_rendered_once(tmp_path: Path) -> None:
    game = "game: T\npalette: {a: '#112233'}\ndecks: {d: {cards: d.yaml, size: micro, front: f}}\n"
    layouts = "layouts: {f: {bleed: [{shape: rectangle, fill: a}]}}\n"
    job = job_of(
        checked({"game.yaml": game, "layouts.yaml": layouts, "d.yaml": "- {id: a}\n- {id: b}\n"})
    )
    write(images, tmp_path / "out", job)
    one, other = ((tmp_path / "out" / "d" / f"{name}.png").stat() for name in "ab")
    assert one.st_ino == other.st_ino


@pytest.mark.parametrize("format_", ["png", "jpeg", "webp"])
def test_the_same_game_gives_the_same_bytes_with_one_worker_or_two(
    tmp_path: Path, format_: str
) -> None:
    write(images, tmp_path / "one", zoo("beasts", "rounds"), format=format_)
    with Workers(2) as workers:
        write(images, tmp_path / "two", zoo("beasts", "rounds"), workers, format=format_)
    assert digests(tmp_path / "one") == digests(tmp_path / "two")


def test_progress_counts_up_to_the_last_picture(tmp_path: Path) -> None:
    told: list[tuple[str, int, int]] = []
    job = replace(zoo("rounds"), progress=lambda *step: told.append(step))
    said = write(images, tmp_path / "out", job)
    assert [done for _, done, _ in told] == [1, 2, 3, 4]
    assert {total for _, _, total in told} == {4}
    assert said.startswith("4 pictures of 3 cards as PNG, ")
    assert all(a[1] < b[1] for a, b in pairwise(told))


def test_a_picture_of_nothing_but_noise_is_a_jpeg_too() -> None:
    """Pillow's buffer for code tables of its own is too small for it."""
    noise = np.random.default_rng(1).integers(0, 256, (700, 700, 3), np.uint8)
    shown = Image.open(io.BytesIO(encode_picture(noise, None, Encoding("jpeg"))))
    assert np.abs(np.asarray(shown, float) - noise).mean() < 12
