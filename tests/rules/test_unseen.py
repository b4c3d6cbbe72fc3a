"""Words in no color, and elements that are printed over themselves, are told."""

from __future__ import annotations

from io import BytesIO

import pytest
from PIL import Image

from cardgen.check.rules.press.unseen import Unseen
from cardgen.core.findings import Report
from cardgen.files.memory_game import MemoryGame
from cardgen.pipeline.inspection import check_game

GAME = """\
game: G
palette: {ink: "#222222", clear: "#22222200"}
fonts: {text: fonts/EBGaramond-Regular.ttf}
decks: {d: {cards: d.yaml, size: poker, front: f}}
"""
WORDS = "font: text, size: 9pt"
STAR = "shape: star, fill: ink, width: 5mm, height: 5mm"


def unseen(element: str) -> list[str]:
    """What is said of elements that print nothing."""
    files = {
        "game.yaml": GAME,
        "d.yaml": "- {name: Fox, tint: clear, ways: [a, b]}\n",
        "layouts.yaml": f"layouts: {{f: {{safe: [{element}]}}}}\n",
    }
    report = Report()
    check_game(MemoryGame(files), report, checks=(Unseen().find,))
    assert report.count("error") == 0, report.findings
    return [f.message for f in report.findings if f.code == "unseen-element"]


@pytest.mark.parametrize(
    ("element", "lost"),
    [
        (f"{{text: Hello, {WORDS}, color: clear}}", "Hello"),
        (f"{{text: Hello, {WORDS}, color: '#0000'}}", "Hello"),
        (f"{{text: Hello, {WORDS}, color: 'ink / 0%'}}", "Hello"),
        (f"{{text: Hello, {WORDS}, color: '{{{{ tint }}}}'}}", "Hello"),
        (f"{{text: 'A [quiet]{{clear}} word', {WORDS}, color: ink}}", "quiet"),
        (f"{{row: [{{text: Hello, {WORDS}, color: clear}}]}}", "Hello"),
    ],
)
def test_words_in_a_color_that_is_none_are_told(element: str, lost: str) -> None:
    (said,) = unseen(element)
    assert f"“{lost}” is in a fully transparent color" in said


@pytest.mark.parametrize(
    "element",
    [
        "{shape: rectangle, fill: clear}",
        "{shape: star, stroke: clear}",
        "{shape: ellipse, fill: clear, stroke: 'ink / 0%'}",
        "{shape: rectangle, fill: {from: clear, to: 'ink / 0%'}}",
        "{path: M 0 0 L 100 0 L 50 100 Z, fill: clear}",
    ],
)
def test_a_shape_in_a_color_that_is_none_is_told(element: str) -> None:
    (said,) = unseen(element)
    assert "is painted in fully transparent colors" in said


@pytest.mark.parametrize(
    "element",
    [
        "{shape: rectangle, fill: clear, stroke: ink}",
        "{shape: rectangle, fill: {from: clear, to: ink}}",
        "{shape: rectangle, fill: 'ink / 20%'}",
    ],
)
def test_a_shape_that_is_seen_some_other_way_is_let_be(element: str) -> None:
    assert unseen(element) == []


@pytest.mark.parametrize(
    "element",
    [
        f"{{text: Hello, {WORDS}, color: 'ink / 20%'}}",
        f"{{text: Hello, {WORDS}, color: clear, stroke: ink, stroke-width: 0.5pt}}",
        f"{{text: '', {WORDS}, color: clear}}",
    ],
)
def test_letters_that_are_seen_some_other_way_are_let_be(element: str) -> None:
    assert unseen(element) == []


@pytest.mark.parametrize(
    "element",
    [
        f"{{{STAR}, repeat: 3}}",
        f"{{{STAR}, repeat: ways, top: 9mm}}",
        f"{{text: '{{{{ item }}}}', {WORDS}, color: ink, repeat: ways}}",
        f"{{overlay: [{{{STAR}, repeat: 2}}], width: 20mm, height: 20mm}}",
    ],
)
def test_what_is_repeated_in_one_place_is_told(element: str) -> None:
    (said,) = unseen(element)
    assert "times in one place" in said


@pytest.mark.parametrize(
    "element",
    [
        f"{{{STAR}, repeat: 1}}",
        f"{{{STAR}, repeat: 2, at: [[9mm, 9mm], [20mm, 20mm]]}}",
        f"{{{STAR}, repeat: 2, left: '{{{{ index * 9 }}}}mm'}}",
        f"{{{STAR}, repeat: 3, rotate: '{{{{ index * 30 }}}}'}}",
        f"{{{STAR}, repeat: 3, opacity: 0.3}}",
        f"{{row: [{{{STAR}, repeat: 3}}]}}",
        f"{{{STAR}, repeat: ways, when: item == 'a'}}",
    ],
)
def test_what_is_repeated_in_places_or_looks_of_its_own_is_let_be(element: str) -> None:
    assert unseen(element) == []


@pytest.mark.parametrize("effect", ["rotate: 90", "opacity: 0.5", "blend: multiply"])
def test_a_box_without_a_size_is_an_anchor_for_what_stands_in_it(effect: str) -> None:
    """As in web pages: what is in it is turned about the point that it is."""
    box = f"{{overlay: [{{{STAR}, left: 9mm}}], at: center, width: 0, height: 0, {effect}}}"
    assert unseen(box) == []


def picture(color: tuple[int, ...], spot: tuple[int, ...]) -> bytes:
    """A picture of one color with a dot in another."""
    image = Image.new("RGBA", (300, 300), color)
    image.putpixel((150, 150), spot)
    out = BytesIO()
    image.save(out, "PNG")
    return out.getvalue()


def find_blank_pictures(layout: str, name: str, data: bytes) -> list[str]:
    files: dict[str, str | bytes] = {
        "game.yaml": f"{GAME}icons: {{gap: {name}}}\n",
        "d.yaml": "- {name: Fox}\n",
        "layouts.yaml": f"layouts: {{f: {{safe: [{layout}]}}}}\n",
        name: data,
    }
    report = Report()
    check_game(MemoryGame(files), report, checks=(Unseen().find,))
    codes = ("unseen-element", "svg-gap")
    return [f.message for f in report.findings if f.code in codes]


@pytest.mark.parametrize(("alpha", "told"), [(0, True), (1, False)])
def test_a_picture_without_a_pixel_that_shows_is_told(alpha: int, *, told: bool) -> None:
    shown, data = (
        "picture: a.png, width: 20mm, height: 20mm",
        picture((0, 0, 0, 0), (0, 0, 0, alpha)),
    )
    said = find_blank_pictures(f"{{{shown}}}", "a.png", data)
    assert said == ["`picture` is fully transparent, and nothing of it is printed"] * told


def test_an_icon_that_shows_nothing_holds_a_place_free_among_words() -> None:
    data = picture((0, 0, 0, 0), (0, 0, 0, 0))
    assert find_blank_pictures(f"{{text: 'a {{gap}} b', {WORDS}}}", "a.png", data) == []


@pytest.mark.parametrize("name", ["blank.png", "icons/no_icon.png", "Spacer-2.png", "none.svg"])
def test_a_picture_that_is_called_blank_is_meant_to_be(name: str) -> None:
    drawing = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"/>'
    data = drawing if name.endswith(".svg") else picture((0, 0, 0, 0), (0, 0, 0, 0))
    shown = f"{{picture: {name}, width: 20mm, height: 20mm}}"
    assert find_blank_pictures(shown, name, data) == []
    other = f"throne{name[-4:]}"
    assert find_blank_pictures(shown.replace(name, other), other, data)
