"""Faces of which it is certain that nothing is wrong in their pixels are not rendered."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

import pytest

from cardgen.cache.result_store import ResultStore
from cardgen.check.engine import painted_light
from cardgen.check.engine.covered_boxes import find_path_share
from cardgen.check.engine.face_rules import DPI, PixelRule
from cardgen.check.engine.ground_light import GroundLights, measure_ground
from cardgen.check.engine.ink_marks import InkMark, ItemOnPage
from cardgen.check.engine.luminances import measure_luminances
from cardgen.check.engine.painted_light import FaceLight, look_at_scene
from cardgen.check.engine.registry import all_rules
from cardgen.check.engine.repeated_findings import FaceFault
from cardgen.check.engine.subject import CheckedFace, Subject
from cardgen.check.rules.press import contrast
from cardgen.check.rules.press.contrast import Contrast
from cardgen.core.color import BLACK
from cardgen.core.geometry import Extent, Rect
from cardgen.render import face_pixels
from cardgen.render.raster.pixel_arrays import Pixels
from cardgen.scene.items import Glyphs, Layer, Path, Scene, Stroke
from cardgen.scene.outlines import Line, Move, Outline, ellipse, rectangle, rounded
from tests.support.small_games import checked

GAME = """\
game: Certain
palette: {sand: "#eeddaa", ink: "#111111", gray: "#8a8a8a", white: "#ffffff"}
fonts: {text: EBGaramond-Regular.ttf}
decks: {cards: {cards: cards.yaml, size: mini, front: front}}
"""
TEXT = '{text: "Some words of the rules", font: text, size: 9pt, color: SHADE, top: 5mm}'
BAND = "{shape: rectangle, fill: ink, left: -2mm, right: -2mm, top: 3mm, height: 10mm}"
PLATE = (
    "{shape: rectangle, fill: ink, radius: 3mm, left: -2mm, right: -2mm, top: 1mm, height: 14mm}"
)
FRAME = "{shape: rectangle, stroke: ink, stroke-width: 1mm, left: -2mm, right: -2mm}"


def subject(elements: str, *, fill: str = "sand", cards: int = 1) -> Subject:
    layouts = f"layouts:\n  front:\n    bleed: [{{shape: rectangle, fill: {fill}}}]\n"
    rows = "".join(f"- {{id: card-{number}}}\n" for number in range(cards))
    files = {
        "game.yaml": GAME,
        "layouts.yaml": f"{layouts}    safe:\n{elements}",
        "cards.yaml": rows,
    }
    found = checked(files)
    return Subject(found.game, found.spec, found.bound, found.laid, ResultStore(None))


def lines(*elements: str, shade: str = "ink") -> str:
    return "".join(f"      - {element.replace('SHADE', shade)}\n" for element in elements)


def list_needy(game: Subject) -> list[list[str]]:
    """The rules that must see each face's pixels."""
    return [[type(rule).__name__ for rule in rules] for _, _, rules, _ in look_at_faces(game)]


def look_at_faces(
    game: Subject,
) -> Iterator[tuple[CheckedFace, FaceLight | None, Sequence[PixelRule], Sequence[PixelRule]]]:
    """Each face, what is known of it, the rules that must see its pixels, and the others."""
    rules = [rule for rule in all_rules() if isinstance(rule, PixelRule)]
    for size in dict.fromkeys(face.size for face in game.faces):
        faces = [face for face in game.faces if face.size == size]
        scenes = [face.scene for face in faces for _ in range(3)]
        grounds = GroundLights(scenes, size.pixels(DPI), game.bound.pictures, game.kept)
        for face in faces:
            ground = grounds.find(face.scene)
            light = look_at_scene(face.scene, ground) if ground else None
            needy = [rule for rule in rules if light is None or rule.needs_pixels(face, light)]
            yield face, light, needy, [rule for rule in rules if rule not in needy]


@pytest.mark.parametrize(
    ("elements", "shade"),
    [
        ([TEXT], "ink"),
        ([BAND, TEXT.replace("size: 9pt", "size: 11pt")], "white"),
        ([PLATE, TEXT], "white"),
        ([FRAME, TEXT], "ink"),
        (["{shape: rectangle, fill: sand, opacity: 0.5, top: 3mm, height: 9mm}", TEXT], "ink"),
        (["{shape: rectangle, fill: gray, bottom: 0, height: 4mm}", TEXT], "ink"),
    ],
)
def test_text_that_stands_out_from_all_there_can_be_needs_no_pixels(
    elements: list[str], shade: str
) -> None:
    assert list_needy(subject(lines(*elements, shade=shade))) == [[]]


@pytest.mark.parametrize(
    ("elements", "shade"),
    [
        ([TEXT], "gray"),
        ([TEXT], "white"),
        ([PLATE, TEXT], "ink"),
        ([TEXT, PLATE], "ink"),
        (["{shape: rectangle, fill: ink, opacity: 0.4, top: 3mm, height: 9mm}", TEXT], "ink"),
        (["{shape: ellipse, fill: ink, top: 3mm, height: 9mm}", TEXT], "white"),
        ([TEXT.replace("{text", "{opacity: 0.5, text")], "ink"),
        ([TEXT.replace("{text", "{shadow: {x: 1mm, blur: 1mm, color: ink}, text")], "ink"),
        ([BAND, TEXT.replace("9pt", "7pt")], "white"),
        (["{shape: rectangle, fill: ink, blend: multiply, top: 3mm, height: 9mm}", TEXT], "ink"),
        (["{text: ■, font: text, size: 90pt, color: ink, top: -8mm}", TEXT], "ink"),
    ],
)
def test_text_that_may_be_pale_is_looked_at(elements: list[str], shade: str) -> None:
    assert "Contrast" in list_needy(subject(lines(*elements, shade=shade)))[0]


def test_a_mark_beyond_the_cut_or_a_bare_ground_is_looked_at_for_the_bleed() -> None:
    beyond = "{shape: rectangle, fill: white, left: -9mm, width: 3mm}"
    assert list_needy(subject(lines(beyond))) == [["BleedMissing"]]
    assert list_needy(subject(lines(TEXT), fill="white")) == [["BleedMissing"]]


def test_a_barcode_is_looked_at() -> None:
    code = "{barcode: example.org/a, kind: qr, width: 14mm, height: 14mm}"
    assert list_needy(subject(lines(code))) == [["BarcodeReading"]]


def test_what_is_certain_the_pixels_confirm() -> None:
    """Panels, frames and texts at random, in colors that are near each other or far apart."""
    chance, certain, faults = random.Random(20), 0, 0
    for _ in range(12):
        elements = [_draw_element(chance) for _ in range(6)]
        game = subject(lines(*elements), fill=chance.choice(["sand", "ink", "gray", "white"]))
        pixels = {face.card: drawn for face, drawn in game.rasters(DPI)}
        for face, light, needy, others in look_at_faces(game):
            certain += len(others)
            found = [one for rule in others for one in rule.find_in_pixels(face, pixels[face.card])]
            assert not found, [one.finding.message for one in found]
            assert light is not None
            for rule in needy:
                found = list(rule.find_in_pixels(face, pixels[face.card]))
                assert list(rule.find_where_unsure(face, pixels[face.card], light)) == found
                faults += len(found)
    assert certain > 12
    assert faults > 12


def test_of_a_face_only_the_texts_that_may_be_pale_are_looked_at(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    looked: list[str] = []

    def check_run(
        face: CheckedFace, pixels: Pixels, mark: InkMark, shown: ItemOnPage, run: Glyphs
    ) -> Iterator[FaceFault]:
        looked.append(run.text)
        return measured(face, pixels, mark, shown, run)

    measured = contrast._check_run
    monkeypatch.setattr(contrast, "_check_run", check_run)
    pale = TEXT.replace("Some words of the rules", "Pale words").replace("SHADE", "gray")
    game = subject(lines(TEXT, pale.replace("top: 5mm", "top: 30mm")))
    assert len(list(Contrast().find(game))) == 1
    assert looked == ["Pale words"]


def _draw_element(chance: random.Random) -> str:
    color = f'"#{chance.choice(["11", "55", "99", "dd", "ff"]) * 3}"'
    top, left = chance.randrange(-4, 40), chance.randrange(-4, 20)
    place = f"top: {top}mm, left: {left}mm"
    return chance.choice([
        f"{{text: Some words, font: text, size: {chance.choice([6, 9, 14])}pt, color: {color}, "
        f"{place}}}",
        f"{{shape: rectangle, fill: {color}, radius: {chance.choice([0, 2])}mm, {place}, "
        f"width: {chance.randrange(4, 40)}mm, height: {chance.randrange(1, 20)}mm, "
        f"opacity: {chance.choice([1, 1, 0.5])}}}",
        f"{{shape: ellipse, stroke: {color}, stroke-width: 1mm, {place}, width: 20mm, "
        f"height: {chance.randrange(4, 30)}mm}}",
    ])  # fmt: skip


# --- grounds ---------------------------------------------------------------------------------


def test_a_ground_is_rendered_once_and_known_to_later_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    game, drawn = subject(lines(TEXT), cards=3), list[Scene]()
    real = face_pixels.ground_pixels

    def ground_pixels(scene: Scene, *rest: object) -> object:
        drawn.append(scene)
        return real(scene, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(face_pixels, "ground_pixels", ground_pixels)
    assert list_needy(game) == [[]]
    assert len(drawn) == 1
    assert list_needy(game) == [[]]
    assert len(drawn) == 1, "the second look asks what is kept"
    pale = subject(lines(TEXT), fill="ink")
    again = Subject(pale.game, pale.spec, pale.bound, pale.laid, game.kept)
    assert "Contrast" in list_needy(again)[0], "another ground is another key"


@pytest.mark.parametrize("harm", ["levels", [9, 9, b"", b"", False], {"width": 1}])
def test_a_ground_that_is_not_kept_whole_is_measured_anew(harm: object) -> None:
    game = subject(lines(TEXT), cards=3)
    assert list_needy(game) == [[]]
    (key,) = (key for key, one in game.kept.added.items() if isinstance(one, list))
    game.kept.put(key, harm)
    assert list_needy(game) == [[]]
    assert game.kept.get(key) != harm


def test_the_range_of_a_box_holds_all_its_pixels() -> None:
    game = subject(
        "".join(
            f"      - {{shape: ellipse, fill: {color}, left: {left}mm, top: {left}mm, "
            f"width: 9mm, height: 7mm}}\n"
            for left, color in enumerate(["ink", "gray", "white", "sand"])
        )
    )
    face = next(iter(game.faces))
    (_, pixels), *_ = game.rasters(DPI)
    light, page = measure_ground(pixels, face.scene), face.scene.page
    levels = measure_luminances(pixels)
    height, width = levels.shape
    chance = random.Random(3)
    for _ in range(200):
        left, top = chance.uniform(0, page.width * 0.9), chance.uniform(0, page.height * 0.9)
        box = Rect(left, top, chance.uniform(1, 30), chance.uniform(1, 30))
        low, high = light.range_in(box, page)
        rows = slice(int(top / page.height * height), int(box.bottom / page.height * height) + 1)
        columns = slice(int(left / page.width * width), int(box.right / page.width * width) + 1)
        assert low <= levels[rows, columns].min() + 1e-6
        assert high >= levels[rows, columns].max() - 1e-6


def test_what_lies_behind_a_box_is_found_alike_among_few_and_many(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Of a face with hundreds of items an array says which are near."""
    chance = random.Random(4)
    game = subject(lines(*(_draw_element(chance) for _ in range(12))))
    face, few, *_ = next(look_at_faces(game))
    assert few is not None
    monkeypatch.setattr(painted_light, "_MANY", 0)
    many = look_at_scene(face.scene, few.ground)
    assert (few.edges is None, many.edges is None) == (True, False)
    for _ in range(200):
        x, y, width, height = (chance.uniform(0, 60) for _ in range(4))
        box = Rect(x, y, width + 1, height + 1)
        one, other = (light.find_range(box, 4, BLACK, ()) for light in (few, many))
        assert one == other


def test_nothing_painted_is_as_white_as_paper() -> None:
    empty = Scene(Extent(10, 10), Rect(1, 1, 8, 8), Layer(()), Layer(()))
    light = GroundLights([empty], (20, 20), subject("").bound.pictures, ResultStore(None))
    found = light.find(empty)
    assert found is not None
    assert found.range_in(Rect(2, 2, 3, 3), empty.page) == (1.0, 1.0)
    assert found.bare


# --- boxes -----------------------------------------------------------------------------------

BOX = Rect(10, 10, 20, 6)
RING = (*rectangle(Rect(0, 0, 60, 40)), *reversed(rectangle(Rect(5, 5, 40, 20))[:4]))
DIAMOND: Outline = (Move(20, -40), Line(80, 13), Line(20, 66), Line(-40, 13))


@pytest.mark.parametrize(
    ("path", "share"),
    [
        (Path(rectangle(Rect(0, 0, 60, 40)), BLACK), "whole"),
        (Path(rounded(Rect(2, 2, 60, 40), 6), BLACK), "whole"),
        (Path(ellipse(Rect(-20, -20, 80, 66)), BLACK), "part"),
        (Path(rounded(Rect(9, 9, 22, 8), 6), BLACK), "part"),
        (Path(rectangle(Rect(0, 0, 20, 40)), BLACK), "part"),
        (Path(rectangle(Rect(12, 11, 2, 2)), BLACK), "part"),
        (Path(rectangle(Rect(40, 0, 20, 40)), BLACK), "none"),
        (Path(rectangle(Rect(0, 0, 60, 40)), None, Stroke(BLACK, 2.0)), "none"),
        (Path(rectangle(Rect(8, 8, 60, 40)), None, Stroke(BLACK, 6.0)), "part"),
        (Path(DIAMOND, BLACK), "part"),
        (Path((*rectangle(Rect(0, 0, 60, 40)), *rectangle(Rect(5, 5, 40, 20))), BLACK), "part"),
    ],
)
def test_a_path_covers_a_box_wholly_or_not_at_all_only_if_that_is_certain(
    path: Path, share: str
) -> None:
    assert find_path_share(path, BOX) == share


def test_a_drawing_of_very_many_segments_may_paint_a_part() -> None:
    outline = tuple(segment for _ in range(20) for segment in rectangle(Rect(0, 0, 60, 40)))
    assert find_path_share(Path(outline, BLACK), BOX) == "part"


# --- layouts ---------------------------------------------------------------------------------

CODE = "{barcode: example.org/a, kind: qr, width: 14mm, height: 14mm}"


def test_faces_without_icons_and_barcodes_are_not_laid_out_again_for_their_pixels() -> None:
    numbered = TEXT.replace("Some words", "{{ id }}: some words")
    game = subject(lines(numbered), cards=5)
    looked = [face for face, _, _, _ in look_at_faces(game)]
    assert len(looked) == 5
    assert not any({"elements", "marks"} & vars(face).keys() for face in looked)


@pytest.mark.parametrize("around", ["{column: [CODE]}", "{overlay: [{row: [CODE]}]}"])
def test_a_barcode_is_looked_at_in_whatever_holds_it(around: str) -> None:
    assert list_needy(subject(lines(around.replace("CODE", CODE)))) == [["BarcodeReading"]]
