"""Texts that a veil, a frame with a window, a mask or a blend mode takes away are found."""

from __future__ import annotations

import io
from typing import Any

import pytest
from PIL import Image, ImageDraw

from cardgen.core.findings import Finding
from tests.unit.layout.test_faces import laid

WORDS = "text: Move your crab, font: text, size: 10pt, color: black"
TITLE = f"- {{{WORDS}, left: 10mm, top: 10mm, width: 30mm, height: 5mm}}"


def find_veiled(elements: str, **more: Any) -> list[Finding]:
    _, findings = laid(elements, **more)
    return [found for found in findings if found.code == "veiled-text"]


def frame(*, window: bool) -> bytes:
    """A picture with transparent corners, and perhaps a window where the title stands."""
    picture = Image.new("RGBA", (574, 828), (230, 215, 184, 255))
    draw = ImageDraw.Draw(picture)
    draw.rectangle((0, 0, 20, 20), fill=(0, 0, 0, 0))
    if window:
        draw.rectangle((60, 60, 500, 200), fill=(0, 0, 0, 0))
    out = io.BytesIO()
    picture.save(out, "PNG")
    return out.getvalue()


def test_a_text_under_a_frame_is_told_and_one_in_its_window_is_not() -> None:
    over = f"{TITLE}\n- {{picture: frame.png}}"
    (found,) = find_veiled(over, files={"frame.png": frame(window=False)})
    assert found.message == "`text` is hardly seen under `picture`: “Move your crab”"
    assert found.hint.startswith("put `picture` before `text`")
    assert [note.message for note in found.notes] == ["`picture` stands here"]
    assert find_veiled(over, files={"frame.png": frame(window=True)}) == []
    assert (
        find_veiled(f"- {{picture: frame.png}}\n{TITLE}", files={"frame.png": frame(window=False)})
        == []
    )


def test_what_a_solid_part_hides_is_not_told_as_veiled_too() -> None:
    """So is the sheet for a missing picture: a solid ground, and a picture on it."""
    panel = '<rect width="9" height="9" fill="#fff"/>'
    soft = panel.replace("#fff", "#eee").replace("/>", ' fill-opacity="0.5"/>')
    svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">{}</svg>'
    over = f"{TITLE}\n- {{picture: panel.svg, fit: stretch}}"
    _, found = laid(over, files={"panel.svg": svg.format(panel + soft).encode()})
    codes = {one.code for one in found}
    assert "covered-text" in codes
    assert "veiled-text" not in codes


def test_the_window_of_a_drawing_that_is_clipped_by_even_and_odd_hides_nothing() -> None:
    svg = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 60">
    <clipPath id="c"><path clip-rule="evenodd" d="M0 0h60v60h-60zM{}"/></clipPath>
    <rect width="60" height="60" fill="#ddd" clip-path="url(#c)"/></svg>"""
    over = f"{TITLE}\n- {{picture: frame.svg, left: 0, top: 0, width: 60mm, height: 60mm}}"
    for window, codes in (("5 5h50v50h-50z", set()), ("5 30h50v25h-50z", {"covered-text"})):
        _, found = laid(over, files={"frame.svg": svg.format(window).encode()})
        assert {one.code for one in found} & {"covered-text", "veiled-text"} == codes


@pytest.mark.parametrize("cover", ["white / 80%", "white"])
def test_words_on_a_curve_are_quoted_as_words(cover: str) -> None:
    curve = TITLE.replace("}", ", curve: {path: M0 15 Q30 0 60 15, view: [0, 0, 60, 20]}}").replace(
        "10pt", "8pt"
    )
    large = curve.replace("width: 30mm, height: 5mm", "width: 40mm, height: 13mm")
    _, found = laid(f"{large}\n- {{shape: rectangle, fill: {cover}}}")
    (one,) = (one for one in found if one.code in ("veiled-text", "covered-text"))
    assert "“Move your crab”" in one.message


@pytest.mark.parametrize(("veil", "told"), [("white / 80%", True), ("white / 20%", False)])
def test_a_veil_is_told_where_it_takes_the_words(veil: str, told: bool) -> None:
    over = f"{TITLE}\n- {{shape: rectangle, fill: {veil}}}"
    assert bool(find_veiled(over)) == told


@pytest.mark.parametrize("veils", [["white / 60%"], ["white / 50%", "white / 20%"]])
def test_a_text_that_a_veil_pales_is_told_with_its_contrast(veils: list[str]) -> None:
    """Letters of black below a veil of white are gray: no letter is lost, all are hard to read."""
    shapes = "\n".join(f"- {{shape: rectangle, fill: {veil}}}" for veil in veils)
    (found,) = find_veiled(f"{TITLE}\n{shapes}")
    assert found.message == "`text` in #000000 has a contrast of 2.8:1 under `rectangle`"
    assert found.hint.startswith("put `rectangle` before `text`")
    assert [note.message for note in found.notes] == ["`rectangle` stands here"]
    assert find_veiled(f"{shapes}\n{TITLE}") == []


def test_a_veil_with_round_corners_pales_a_text_in_one_too() -> None:
    corner = "left: 9mm, top: 9mm, width: 45mm, height: 20mm, radius: 3mm"
    (found,) = find_veiled(f"{TITLE}\n- {{shape: rectangle, fill: white / 60%, {corner}}}")
    assert "has a contrast of 2.8:1" in found.message


def test_a_veil_over_some_of_a_text_is_judged_by_pixels_alone() -> None:
    beside = "- {shape: rectangle, fill: white / 60%, left: 20mm, width: 40mm}"
    assert find_veiled(f"{TITLE}\n{beside}") == []


def test_a_veil_that_runs_out_is_told_where_it_is_solid() -> None:
    fade = "{{from: white, to: white / 0%, angle: {}}}"
    shape = f"- {{{{shape: rectangle, top: 0, height: 30mm, fill: {fade}}}}}"
    assert find_veiled(f"{TITLE}\n{shape.format(0)}")
    right = TITLE.replace("left: 10mm", "right: 0")
    assert not find_veiled(f"{right}\n{shape.format(0)}")


def test_what_veils_the_room_beside_a_text_is_not_told() -> None:
    assert not find_veiled(f"{TITLE}\n- {{shape: rectangle, fill: white / 80%, top: 20mm}}")


@pytest.mark.parametrize(
    ("color", "blend", "told"),
    [("white", "multiply", True), ("black", "multiply", False), ("black", "screen", True)],
)
def test_a_text_that_its_blend_mode_takes_away_is_told(color: str, blend: str, told: bool) -> None:
    text = TITLE.replace("color: black", f"color: {color}, blend: {blend}")
    ground = "- {shape: rectangle, fill: white}\n"
    found = find_veiled(ground + text)
    assert bool(found) == told
    if told:
        assert found[0].message.startswith(f"`text` is not seen in `blend: {blend}`")


@pytest.mark.parametrize(
    ("mask", "told"),
    [
        ("{shape: rectangle, fill: black, left: 90%}", True),
        ("{shape: rectangle, fill: black}", False),
        ("{shape: rectangle, fill: {from: black, to: black / 30%}}", False),
        ("{shape: rectangle, fill: black}, mask-by: light", True),
    ],
)
def test_a_text_that_its_mask_takes_away_is_told(mask: str, told: bool) -> None:
    box = "top: 10mm, left: 0, width: 30mm, height: 6mm"
    found = find_veiled(f"- {{overlay: [{{{WORDS}}}], mask: {mask}, {box}}}")
    assert bool(found) == told
    if told:
        assert "behind the mask of the box around it" in found[0].message


def test_half_transparent_text_is_decoration() -> None:
    faint = TITLE.replace("color: black", "color: black, opacity: 0.4")
    assert not find_veiled(f"{faint}\n- {{shape: rectangle, fill: white / 80%}}")


def test_letters_thinner_than_a_pixel_are_told_only_where_nothing_of_them_is_left() -> None:
    small = TITLE.replace("size: 10pt", "size: 2pt")
    assert not find_veiled(f"{small}\n- {{shape: rectangle, fill: white / 40%}}")
    assert find_veiled(
        f"{small}\n- {{picture: frame.png}}", files={"frame.png": frame(window=False)}
    )
