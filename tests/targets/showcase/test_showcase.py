"""Scenes of the showcase: everything is in the picture, sharp, on the ground asked for."""

from __future__ import annotations

import hashlib
import io
import json
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from msgspec.structs import replace
from PIL import Image

from cardgen.bind.bound_faces import BoundCard
from cardgen.cache.face_cache import FaceCache
from cardgen.core.findings import Report
from cardgen.core.geometry import Extent, Rect
from cardgen.files.memory_game import MemoryGame
from cardgen.pipeline.inspection import check_game
from cardgen.read.models.showcase import SCENES
from cardgen.render.raster.rasterizer import Raster
from cardgen.scene.outlines import bounds, moved
from cardgen.targets.contract import Job, OptionError, UnsuitableError
from cardgen.targets.showcase.arranging import arrange
from cardgen.targets.showcase.camera import Camera
from cardgen.targets.showcase.painting import fit_stage
from cardgen.targets.showcase.stage import StagedFace
from cardgen.targets.showcase.target import ShowcaseTarget, scene_pixels
from tests.support.small_games import job_of
from tests.support.target_runs import write_target

GAME = """\
game: Small Show
palette: {red: "#c01020", blue: "#1020c0", sand: "#e8d8b0"}
fonts: {text: fonts/EBGaramond-Regular.ttf}
decks:
  cards: {cards: cards.yaml, size: mini, front: face, back: back}
boxes:
  tuck: {holds: cards, extra: 12mm, panels: {front: wall, left: wall, right: wall, top: wall}}
showcase:
"""
LAYOUTS = """\
layouts:
  face:
    bleed: [{shape: rectangle, fill: red}]
    safe: [{text: "{{ name }}", font: text, size: 12pt}]
  back:
    bleed: [{shape: rectangle, fill: blue}]
  wall:
    bleed: [{shape: rectangle, fill: sand}]
"""
CARDS = "- {name: One}\n- {name: Two, copies: 40}\n- {name: Three}\n"
SMALL = "width: 240px, height: 160px"
FLAT = ("fan", "hand", "grid", "spread", "standing", "stack", "box", "open-box")


def job(showcase: str, **files: str) -> Job:
    report = Report()
    whole = {"game.yaml": GAME + showcase, "layouts.yaml": LAYOUTS, "cards.yaml": CARDS, **files}
    found = check_game(MemoryGame(dict(whole)), report, checks=())
    assert found is not None
    assert [f.message for f in report.findings if f.severity == "error"] == []
    return job_of(found)


def scenes(more: str = "") -> str:
    return "".join(f"  {kind}: {{scene: {kind}, {SMALL}{more}}}\n" for kind in FLAT)


@cache
def transparent() -> Job:
    return job(scenes())


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("showcase") / "out"
    write_target(ShowcaseTarget(), made, transparent())
    return made


def digests(folder: Path) -> dict[str, str]:
    files = sorted(file for file in folder.iterdir() if file.suffix in (".png", ".webp", ".pdf"))
    return {file.name: hashlib.sha256(file.read_bytes()).hexdigest() for file in files}


def picture(folder: Path, name: str) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    return np.asarray(Image.open(folder / name))


def test_every_scene_is_a_png_a_webp_and_a_pdf_of_the_size_asked_for(folder: Path) -> None:
    for kind in FLAT:
        assert picture(folder, f"{kind}.png").shape == (160, 240, 4)
        assert picture(folder, f"{kind}.webp").shape[:2] == (160, 240)
        raster = Raster((folder / f"{kind}.pdf").read_bytes())
        assert len(raster) == 1
        raster.close()


@pytest.mark.slow
def test_the_same_game_gives_the_same_bytes(folder: Path, tmp_path: Path) -> None:
    write_target(ShowcaseTarget(), tmp_path / "again", job(scenes()))
    assert digests(tmp_path / "again") == digests(folder)
    manifest = json.loads((folder / "manifest.json").read_text("utf-8"))
    named = {name: sha for scene in manifest["scenes"] for name, sha in scene["files"].items()}
    assert named == digests(folder)


@pytest.mark.parametrize("kind", FLAT)
def test_nothing_that_is_shown_leaves_the_picture(kind: str) -> None:
    given = transparent()
    scene = next(one for one in given.game.showcase if one.name == kind)
    stage = arrange(scene, given.scenes)
    room = Rect(0, 0, scene.extent.width, scene.extent.height)
    fit = fit_stage(stage, room)
    faces = [part for part in stage.parts if isinstance(part, StagedFace)]
    assert faces
    for part in faces:
        box = bounds(moved(part.outline, fit))
        assert box is not None
        assert room.contains(box)


def test_a_transparent_ground_is_clear_at_the_corners_and_solid_on_the_cards(
    folder: Path,
) -> None:
    seen = picture(folder, "grid.png")
    assert (seen[0, 0, 3], seen[-1, -1, 3]) == (0, 0)
    red = (seen[..., 0] > 185) & (seen[..., 1] < 30) & (seen[..., 3] == 255)
    assert red.mean() > 0.2
    soft = (seen[..., 3] > 10) & (seen[..., 3] < 200)
    assert soft.mean() > 0.02  # shadows


@pytest.mark.parametrize("kind", ["box", "open-box"])
@pytest.mark.parametrize("sides", ["width: 160px, height: 160px", "width: 90px, height: 220px"])
def test_no_shadow_on_a_transparent_ground_ends_at_the_edge(
    kind: str, sides: str, tmp_path: Path
) -> None:
    """A box cast one that was cut off: an edge that was seen on whatever it was laid on."""
    given = job(f"  one: {{scene: {kind}, {sides}}}\n")
    write_target(ShowcaseTarget(), tmp_path / "out", given, "format=png")
    alpha = picture(tmp_path / "out", "one.png")[..., 3]
    edges = np.concatenate([alpha[0], alpha[-1], alpha[:, 0], alpha[:, -1]])
    assert edges.max() <= 8
    assert alpha.max() == 255


def test_on_a_ground_of_its_own_a_box_stands_in_the_middle() -> None:
    given = job(f"  one: {{scene: box, {SMALL}, ground: sand}}\n")
    stage = arrange(given.game.showcase[0], given.scenes)
    put = fit_stage(stage, Rect(0, 0, 240, 160))
    assert put.apply(*stage.box.center) == pytest.approx((120, 80))
    assert stage.reach.right > stage.box.right


@pytest.mark.parametrize(("holds", "upright"), [("[cards, wide]", True), ("wide", False)])
def test_cards_on_their_side_stand_upright_in_a_box_of_upright_ones(
    holds: str, *, upright: bool
) -> None:
    """They stood out of it on both sides; a box of them alone is as wide as they are."""
    wide = "  wide: {cards: cards.yaml, size: mini-landscape, front: face}\nboxes:\n"
    text = GAME.replace("boxes:\n", wide).replace("holds: cards", f"holds: {holds}")
    text += f"  one: {{scene: open-box, {SMALL}, cards: [wide/one], turn: 0, tilt: 5}}\n"
    files = {"game.yaml": text, "layouts.yaml": LAYOUTS, "cards.yaml": CARDS}
    found = check_game(MemoryGame(dict(files)), Report(), checks=())
    assert found is not None
    given = job_of(found)
    stage = arrange(given.game.showcase[0], given.scenes)
    shown = [part for part in stage.parts if isinstance(part, StagedFace)]
    card = next(one for one in shown if one.face in [given.scenes[c.front] for c in _cards(given)])
    box, front = bounds(card.outline), bounds(shown[-2].outline)
    assert box is not None
    assert front is not None
    assert (box.height > box.width) == upright
    assert front.left <= box.left
    assert box.right <= front.right


def _cards(given: Job) -> list[BoundCard]:
    return [card for deck in given.game.decks if deck.name == "wide" for card in deck.cards]


def test_shadows_of_one_shape_are_in_the_file_once(tmp_path: Path) -> None:
    one = f"  one: {{scene: fan, {SMALL}, cards: [cards], most: 1}}\n"
    many = f"  many: {{scene: fan, {SMALL}, cards: [{'cards, ' * 9}], most: 1}}\n"
    write_target(ShowcaseTarget(), tmp_path / "out", job(one + many))
    files = (tmp_path / "out" / f"{name}.pdf" for name in ("one", "many"))
    assert [file.read_bytes().count(b"/Subtype /Image") for file in files] == [4, 4]


@pytest.mark.parametrize(
    ("scene", "most"), [("scene: grid", 200), ("scene: spread", 40), ("scene: open-box", 40)]
)
def test_a_scene_of_more_cards_than_are_painted_is_an_error_at_its_cards(
    scene: str, most: int
) -> None:
    report = Report()
    text = f"{GAME}  s: {{{scene}, cards: [{'cards, ' * (most // 2 + 1)}], most: 2}}\n"
    check_game(
        MemoryGame({"game.yaml": text, "layouts.yaml": LAYOUTS, "cards.yaml": CARDS}),
        report,
        checks=(),
    )
    (found,) = (finding for finding in report.findings if finding.severity == "error")
    assert found.code == "over-budget"
    assert f"{most + 2} cards" in found.message
    assert found.span is not None
    assert found.span.line == 9


def test_without_shadows_nothing_is_around_the_cards(tmp_path: Path) -> None:
    write_target(ShowcaseTarget(), tmp_path / "out", job(scenes(", shadow: no")))
    seen = picture(tmp_path / "out", "grid.png")
    assert ((seen[..., 3] > 10) & (seen[..., 3] < 200)).mean() < 0.02


def test_a_ground_is_the_color_that_was_asked_for_or_lighter_in_the_middle(
    tmp_path: Path,
) -> None:
    own = f"  plain: {{scene: fan, {SMALL}, ground: sand}}\n"
    lit = f"  lit: {{scene: fan, {SMALL}, ground: sand, light: yes}}\n"
    write_target(ShowcaseTarget(), tmp_path / "out", job(own + lit), "format=png")
    plain, light = (picture(tmp_path / "out", f"{name}.png") for name in ("plain", "lit"))
    assert plain.shape[2] == 3
    assert tuple(plain[0, 0]) == (0xE8, 0xD8, 0xB0)
    assert int(light[4, 120].sum()) > int(light[0, 0].sum())


Seen = np.ndarray[tuple[int, ...], np.dtype[np.uint8]]


CLOSE_EDGES = ("stack", "box", "open-box")


def raster_as_docs_say(kind: str, pdf: bytes) -> Seen:
    """A page of a small scene: where edges lie close together, twice as large and made smaller."""
    raster = Raster(pdf)
    if kind not in CLOSE_EDGES:
        return np.asarray(raster.page(0, (240, 160)))
    large = raster.page(0, (480, 320)).astype(np.uint16)
    raster.close()
    parts = large.reshape(160, 2, 240, 2, 3).sum(axis=(1, 3))
    return np.asarray((parts + 2) // 4, np.uint8)


@pytest.mark.parametrize("kind", [kind for kind in FLAT if kind != "open-box"])
def test_a_picture_without_shadows_is_the_raster_of_its_pdf(kind: str, tmp_path: Path) -> None:
    own = f"  it: {{scene: {kind}, {SMALL}, ground: sand, shadow: no}}\n"
    write_target(ShowcaseTarget(), tmp_path / "out", job(own))
    expected = raster_as_docs_say(kind, (tmp_path / "out" / "it.pdf").read_bytes())
    off = np.abs(expected.astype(np.int16) - picture(tmp_path / "out", "it.png"))
    assert off.max() <= (2 if kind == "stack" else 0)  # what is blended is rounded otherwise


@pytest.mark.parametrize("light", ["no", "yes"])
@pytest.mark.parametrize("kind", FLAT)
def test_shadows_and_light_are_those_of_the_pdf(kind: str, light: str, tmp_path: Path) -> None:
    """Shadows are laid by Pillow, and a ground is drawn in the picture's own size; PDFium lays
    shadows at whole pixels, which are wider in the picture's own size."""
    own = f"  it: {{scene: {kind}, {SMALL}, ground: sand, light: {light}}}\n"
    write_target(ShowcaseTarget(), tmp_path / "out", job(own))
    expected = raster_as_docs_say(kind, (tmp_path / "out" / "it.pdf").read_bytes()).astype(np.int16)
    off = np.abs(expected - picture(tmp_path / "out", "it.png"))
    assert off.max() <= (16 if kind in CLOSE_EDGES else 32)
    assert off.mean() < (0.5 if kind in CLOSE_EDGES else 0.7)


@pytest.mark.parametrize("kind", FLAT)
def test_on_a_transparent_ground_a_picture_looks_like_its_pdf_on_paper(
    kind: str, folder: Path
) -> None:
    expected = raster_as_docs_say(kind, (folder / f"{kind}.pdf").read_bytes()).astype(np.float64)
    seen = picture(folder, f"{kind}.png").astype(np.float64)
    cover = seen[..., 3:] / 255
    off = np.abs(seen[..., :3] * cover + 255 * (1 - cover) - expected)
    assert off.max() <= (24 if kind in CLOSE_EDGES else 36)
    assert off.mean() < (0.6 if kind in CLOSE_EDGES else 1.0)


def test_more_dots_per_inch_are_more_pixels() -> None:
    given = transparent()
    assert scene_pixels(given.game.showcase[0], 600) == (480, 320)


def test_a_deck_gives_so_many_cards_and_a_back_is_asked_for_by_its_name() -> None:
    shown = job(f"  fan: {{scene: fan, {SMALL}, most: 2, cards: [cards, cards/two back]}}\n")
    cards = shown.game.showcase[0].cards
    assert [(card.face.card, card.face.side) for card in cards] == [
        ("one", "front"), ("two", "front"), ("two", "back"),
    ]  # fmt: skip


def test_a_pile_is_as_thick_as_its_deck_and_shows_its_back() -> None:
    given = job(f"  pile: {{scene: stack, {SMALL}, cards: cards}}\n")
    scene = given.game.showcase[0]
    assert [(card.face.side, card.pile) for card in scene.cards] == [("back", 42)]
    edges = [part for part in arrange(scene, given.scenes).parts if type(part).__name__ == "Path"]
    assert len(edges) == 42


def test_the_right_side_of_a_box_is_seen_if_it_is_turned_to_the_left() -> None:
    def sides(turn: int) -> int:
        given = job(f"  box: {{scene: box, {SMALL}, turn: {turn}}}\n")
        stage = arrange(given.game.showcase[0], given.scenes)
        return sum(isinstance(part, StagedFace) for part in stage.parts)

    assert sides(-30) == sides(30) == 3


def test_a_camera_keeps_what_is_upright_upright() -> None:
    camera = Camera(-30, 20)
    put = camera.plane(Rect(0, 0, 10, 20), (0, 20, 0), (10, 20, 0), (0, 0, 0))
    (x, y), (x1, y1) = put.apply(0, 0), put.apply(0, 20)
    assert x == pytest.approx(x1)
    assert y < y1


# --- sell sheets -----------------------------------------------------------------------------

SHEET = (
    f"  fan: {{scene: fan, {SMALL}}}\n"
    "  pitch: {scene: sell-sheet, text: pitch.md, picture: fan}\n"
)
TEXT = "# Small Show\n\n{{ count('cards') }} cards, see [the shop](https://example.com).\n"


def test_a_sell_sheet_is_one_page_with_its_text_and_its_link(tmp_path: Path) -> None:
    write_target(ShowcaseTarget(), tmp_path / "out", job(SHEET, **{"pitch.md": TEXT}))
    data = (tmp_path / "out" / "pitch.pdf").read_bytes()
    raster = Raster(data)
    assert len(raster) == 1
    page = raster._document[0]
    assert "42 cards" in page.get_textpage().get_text_range()
    assert page.get_size() == pytest.approx((612, 792))
    raster.close()
    assert b"https://example.com" in data
    seen = Image.open(io.BytesIO((tmp_path / "out" / "pitch.png").read_bytes()))
    assert seen.size == (2550, 3300)
    assert np.asarray(seen)[:1400, :, 1].min() < 30  # the cards above the text


def test_a_sell_sheet_of_two_pages_is_refused(tmp_path: Path) -> None:
    long = "\n\n".join(["Many words of a game that nobody can stop to talk about."] * 120)
    with pytest.raises(OptionError, match="takes 2 pages, not one"):
        write_target(ShowcaseTarget(), tmp_path / "out", job(SHEET, **{"pitch.md": long}))


# --- what cannot be done ---------------------------------------------------------------------


def test_a_game_without_a_showcase_is_told_how_to_have_one() -> None:
    with pytest.raises(UnsuitableError, match="has no showcase"):
        ShowcaseTarget().plan(job("  {}\n"), ShowcaseTarget().read_options({}))


def test_a_picture_of_too_many_pixels_is_refused_with_what_fits() -> None:
    huge = job("  fan: {scene: fan, width: 60in, height: 40in}\n")
    with pytest.raises(OptionError, match="too large") as refused:
        ShowcaseTarget().plan(huge, ShowcaseTarget().read_options({"dpi": "300"}))
    assert refused.value.hint == "write `dpi=158` or less"


@pytest.mark.parametrize(
    ("asked", "option"),
    [
        ({"format": "png", "quality": "50"}, "quality"),
        ({"format": "pdf", "quality": "50"}, "quality"),
        ({"format": "pdf", "dpi": "600"}, "dpi"),
    ],
)
def test_an_option_that_would_do_nothing_is_refused(asked: dict[str, str], option: str) -> None:
    with pytest.raises(OptionError) as refused:
        ShowcaseTarget().read_options(asked)
    assert refused.value.option == option


def test_an_edition_without_a_deck_is_without_the_scenes_that_name_it() -> None:
    game = GAME.replace("boxes:", "  more: {cards: cards.yaml, size: mini, front: face}\nboxes:")
    text = (
        f"{game}  a: {{scene: fan, cards: more}}\n  b: {{scene: fan, cards: cards}}\n"
        "  c: {scene: sell-sheet, text: pitch.md, picture: a}\n"
        "editions: {small: {without: [more]}}\n"
    )
    files = {"game.yaml": text, "layouts.yaml": LAYOUTS, "cards.yaml": CARDS, "pitch.md": TEXT}
    report = Report()
    found = check_game(MemoryGame(dict(files), edition="small"), report, checks=())
    assert [f.message for f in report.findings if f.severity == "error"] == []
    assert found is not None
    assert [scene.name for scene in found.bound.showcase] == ["b", "c"]


def test_every_kind_of_scene_is_in_these_tests() -> None:
    assert {*FLAT, "sell-sheet"} == set(SCENES)


def test_a_stage_fits_a_page_of_any_shape() -> None:
    given = transparent()
    stage = arrange(given.game.showcase[0], given.scenes)
    for extent in (Extent(50, 400), Extent(400, 50)):
        room = Rect(0, 0, extent.width, extent.height)
        put = fit_stage(stage, room)
        assert put.a > 0
        left, top = put.apply(stage.box.left, stage.box.top)
        assert room.contains(Rect(left, top, stage.box.width * put.a, stage.box.height * put.a))


# --- pictures made before ------------------------------------------------------------------

TWO = (
    f"  first: {{scene: grid, cards: cards/one, ground: sand, {SMALL}}}\n"
    f"  second: {{scene: grid, cards: cards/three, {SMALL}}}\n"
)


def build(folder: Path, cards: str = CARDS, showcase: str = TWO) -> tuple[dict[str, bytes], int]:
    """The files of a showcase, and how many pictures were made for it."""
    cache = FaceCache(folder / "cache")
    given = replace(job(showcase, **{"cards.yaml": cards}), cache=cache)
    name = folder / f"out-{len(list(folder.iterdir()))}"
    write_target(ShowcaseTarget(), name, given)
    return {file.name: file.read_bytes() for file in name.iterdir()}, cache.made


def test_scenes_that_are_as_they_were_are_not_drawn_again(tmp_path: Path) -> None:
    first, made = build(tmp_path)
    again, remade = build(tmp_path)
    assert (made, remade) == (4, 0)
    assert again == first


def test_a_card_that_changes_has_its_scenes_drawn_again(tmp_path: Path) -> None:
    first, _ = build(tmp_path)
    changed, made = build(
        tmp_path,
        CARDS.replace("Three", "Three, id: three, sort: 3").replace("name: Three", "name: Third"),
    )
    assert made == 2
    assert changed["first.png"] == first["first.png"]


def test_a_picture_of_another_size_or_ground_is_another(tmp_path: Path) -> None:
    build(tmp_path)
    _, made = build(tmp_path, showcase=TWO.replace("240px", "200px"))
    assert made == 4
    _, made = build(tmp_path, showcase=TWO.replace("sand", "blue"))
    assert made == 2


@pytest.mark.parametrize("scene", SCENES)
def test_a_deck_whose_cards_are_all_at_fault_is_told_once_and_breaks_no_scene(scene: str) -> None:
    broken = GAME.replace("back: back", "back: bach")
    rest = {"box": "", "sell-sheet": ", text: pitch.md"}.get(scene, ", cards: [cards]")
    entries = f"{{scene: {scene}{rest}}}"
    files = {"game.yaml": f"{broken}  one: {entries}\n", "layouts.yaml": LAYOUTS}
    report = Report()
    check_game(MemoryGame({**files, "cards.yaml": CARDS, "pitch.md": "Words.\n"}), report)
    assert [one.code for one in report.findings if one.severity == "error"] == ["unknown-layout"]
