"""Lines around letters, gradients across them, shadows and glows; what rules make of them."""

from __future__ import annotations

from typing import Any

import pytest

from cardgen.core.color import Color
from cardgen.core.findings import Report
from cardgen.layout.face.low_ink import low_ink
from cardgen.pipeline.inspection import check_game
from cardgen.scene.items import Glyphs, Group, Item, Linear, Path, Scene, walk
from cardgen.scene.outlines import bounds
from tests.unit.layout.test_faces import errors, game_of

WHITE, BLACK = Color(255, 255, 255), Color(0, 0, 0)
TEXT = "font: text, size: 20pt, color: white"


def items(elements: str, **more: Any) -> tuple[Item, ...]:
    """What a card shows, whatever rules say of it."""
    return scene(elements, **more).items


def scene(elements: str, **more: Any) -> Scene:
    report = Report()
    checked = check_game(game_of(elements, **more), report, checks=())
    assert checked is not None, report.findings
    (face,) = checked.laid.scenes.values()
    return face


def codes(elements: str, **more: Any) -> set[str]:
    report = Report()
    check_game(game_of(elements, **more), report)
    return {found.code for found in report.findings}


# --- around letters ------------------------------------------------------------------------


def test_a_line_outside_lies_under_all_letters_at_twice_its_width() -> None:
    line, run = items(f"- {{text: Tide, {TEXT}, stroke: black, stroke-width: 1pt}}")
    assert isinstance(line, Path)
    assert line.stroke is not None
    assert (line.stroke.width, line.fill, line.of_text) == (2.0, None, True)
    assert isinstance(run, Glyphs)
    assert run.text == "Tide"


def test_lines_of_all_words_come_before_the_first_letter() -> None:
    made = items(f'- {{text: "Low [water]{{a}} now", {TEXT}, stroke: black}}')
    kinds = [type(item) for item in made]
    assert kinds == [Path] * kinds.count(Path) + [Glyphs] * kinds.count(Glyphs)


@pytest.mark.parametrize("width", ["0", "0mm", "0em", "'{{ 0 }}pt'"])
def test_letters_have_no_line_around_them_that_is_0_wide(width: str) -> None:
    (run,) = items(f"- {{text: Tide, {TEXT}, stroke: black, stroke-width: {width}}}")
    assert isinstance(run, Glyphs)


def test_a_line_on_the_edge_lies_over_its_letters_and_one_inside_is_cut_to_them() -> None:
    center = f"- {{text: Tide, {TEXT}, stroke: a, stroke-width: 0.1em, stroke-side: center}}"
    run, line = items(center)
    assert isinstance(run, Glyphs)
    assert isinstance(line, Path)
    assert line.stroke is not None
    assert line.stroke.width == pytest.approx(2.0)
    _, inside = items(center.replace("side: center", "side: inside"))
    assert isinstance(inside, Group)
    assert inside.clip is not None


def test_a_style_in_markup_brings_its_line() -> None:
    top = "styles:\n  loud: {font: text, stroke: black}\n"
    made = items(f'- {{text: "go [now]{{loud}}", {TEXT}}}', top=top)
    assert [type(item) for item in made] == [Path, Glyphs, Glyphs]


@pytest.mark.parametrize(
    ("text", "words", "kinds"),
    [
        ("underline: yes", "strike: yes", [Glyphs, Path, Path]),
        ("underline: yes", "underline: no", [Glyphs]),
        ("strike: yes", "strike: no", [Glyphs]),
        ("stroke: black", "stroke: none", [Glyphs]),
        ("stroke: black", "underline: yes", [Path, Glyphs, Path]),
        ("fill: {from: white, to: black}", "color: a", [Glyphs]),
        ("fill: {from: white, to: black}", "features: smcp", [Path, Glyphs]),
    ],
)
def test_a_style_in_markup_changes_what_it_names_and_leaves_the_rest(
    text: str, words: str, kinds: list[type]
) -> None:
    made = items(
        f"- {{text: '[now]{{own}}', {TEXT}, {text}}}", top=f"styles:\n  own: {{{words}}}\n"
    )
    assert [type(item) for item in made] == kinds


def test_a_color_of_words_is_seen_in_a_gradient() -> None:
    text = f"text: '[now]{{a}}', {TEXT}"
    assert items(f"- {{{text}, fill: {{from: white, to: black}}}}") == items(f"- {{{text}}}")


def test_a_style_in_markup_may_take_tracking_away() -> None:
    spread = f"{TEXT}, tracking: 300"
    runs = [
        items(f"- {{text: '[now]{{own}}', {spread}}}", top=f"styles:\n  own: {{{own}}}\n")[0]
        for own in ("color: a", "color: a, tracking: 0")
    ]
    ends = [run.glyphs[-1].x - run.glyphs[0].x for run in runs if isinstance(run, Glyphs)]
    assert ends[1] < ends[0]


def test_an_icon_has_the_line_of_its_text() -> None:
    made = items(f'- {{text: "{{sun}} go", {TEXT}, stroke: black, stroke-width: 1pt}}')
    lines = [item for item in walk(made) if isinstance(item, Path) and item.stroke]
    assert len(lines) == 2
    box = bounds(lines[0].outline)
    assert box is not None
    assert box.height == pytest.approx(15.0)


def test_a_width_without_a_line_is_told() -> None:
    assert "bad-stroke" in codes(f"- {{text: Tide, {TEXT}, stroke-width: 1pt}}")
    assert "bad-stroke" not in codes(f"- {{text: Tide, {TEXT}, stroke: none, stroke-width: 1pt}}")


def test_a_gradient_runs_across_the_letters_and_the_words_can_be_copied() -> None:
    fill = "{from: a, to: b, angle: 90}"
    letters, run = items(f"- {{text: Tide, {TEXT}, fill: {fill}, top: 0, height: 40mm}}")
    assert isinstance(letters, Path)
    assert isinstance(letters.fill, Linear)
    assert letters.fill.end[1] - letters.fill.start[1] == pytest.approx(20.0)
    assert isinstance(run, Glyphs)
    assert run.hidden
    assert run.text == "Tide"


def test_a_space_between_words_of_other_looks_paints_nothing_in_a_gradient() -> None:
    """An outline without a segment would clip the gradient to nothing, which is the whole page."""
    words = f'- {{text: "[low]{{a}} [water]{{a}}", {TEXT}, fill: {{from: a, to: b}}}}'
    assert not [item for item in items(words) if isinstance(item, Path)]


def test_lines_below_words_run_on_in_their_gradient() -> None:
    text = f"- {{text: Tide, {TEXT}, underline: yes, fill: {{from: a, to: b}}}}"
    letters, line = (item for item in items(text) if isinstance(item, Path))
    assert isinstance(line.fill, Linear)
    assert line.fill == letters.fill


@pytest.mark.parametrize("name", ["underline", "strike"])
def test_words_are_ruled_in_one_line_from_the_first_to_the_last(name: str) -> None:
    made = items(f'- {{text: "go [low water]{{{name}}} now", {TEXT}}}')
    (rule,) = (item for item in made if isinstance(item, Path))
    runs = [item for item in made if isinstance(item, Glyphs)]
    box = bounds(rule.outline)
    assert box is not None
    marked = [run for run in runs if "low" in run.text or "water" in run.text]
    assert box.left == pytest.approx(marked[0].glyphs[0].x)
    assert box.right > marked[-1].glyphs[-1].x
    baseline = marked[0].glyphs[0].y
    assert (box.top > baseline) == (name == "underline")


# --- shadows -------------------------------------------------------------------------------


def test_a_shadow_lies_under_its_element_and_says_nothing() -> None:
    shadow = "{x: 1mm, y: 2mm, blur: 1mm, color: a / 50%}"
    made = items(f"- {{text: Tide, {TEXT}, shadow: {shadow}}}")
    cast, _ = made
    assert isinstance(cast, Group)
    assert cast.opacity == 0.5
    (moved,) = cast.items
    assert isinstance(moved, Group)
    assert moved.transform is not None
    assert (moved.transform.e, moved.transform.f) == pytest.approx((72 / 25.4, 144 / 25.4))
    assert [item.text for item in walk(made) if isinstance(item, Glyphs)] == ["Tide"]


def test_a_shadow_falls_to_the_same_side_of_a_turned_element() -> None:
    (made, turned) = (
        items(f"- {{shape: star, fill: a, shadow: {{x: 1mm, y: 0mm}}{more}}}")
        for more in ("", ", rotate: 90")
    )
    shifts = [
        group.items[0].transform  # type: ignore[union-attr]
        for group in (made[0], turned[0])
    ]
    assert shifts[0] == shifts[1]


def test_an_inner_shadow_is_seen_within_its_element_alone() -> None:
    shape, shadow = items("- {shape: star, fill: a, inner-shadow: {blur: 2mm}}")
    assert isinstance(shadow, Group)
    assert shadow.mask == (shape,)


def test_an_element_with_a_shadow_fades_as_one() -> None:
    (made,) = items("- {shape: star, fill: a, shadow: {}, opacity: 0.5}")
    assert isinstance(made, Group)
    assert made.opacity == 0.5
    assert len(made.items) == 2


def test_low_ink_has_neither_shadows_nor_lines_around_letters() -> None:
    face = low_ink(scene(f"- {{text: Tide, {TEXT}, stroke: black, shadow: {{}}}}"))
    (run,) = face.items
    assert isinstance(run, Glyphs)


def test_a_shadow_of_an_unknown_color_is_told() -> None:
    assert errors("- {shape: star, fill: a, shadow: {color: nope}}") == ["unknown-color"]


# --- what rules make of them ---------------------------------------------------------------

GROUND = "- {shape: rectangle, fill: white, left: -9mm, right: -9mm, top: -9mm, bottom: -9mm}\n"


@pytest.mark.parametrize(
    "help_",
    [
        "stroke: black, stroke-width: 1pt",
        "glow: {color: black, blur: 1mm, strength: 4}",
        "shadow: {x: 0mm, y: 0mm, blur: 0.6mm, strength: 4, color: black}",
    ],
)
def test_white_letters_on_white_are_read_by_what_is_around_them(help_: str) -> None:
    text = f"- {{text: Tide, {TEXT}, top: 0, height: 12mm"
    assert "low-contrast" in codes(GROUND + text + "}")
    assert "low-contrast" not in codes(GROUND + text + f", {help_}}}")


def test_a_line_of_the_letters_own_lightness_helps_nobody() -> None:
    text = f"- {{text: Tide, {TEXT}, top: 0, height: 12mm, stroke: '#dddddd'}}"
    assert "low-contrast" in codes(GROUND + text)


def test_a_text_doubled_as_a_shadow_is_judged_by_its_upper_copy() -> None:
    text = (
        "- {{text: Tide, font: text, size: 20pt, color: '{0}', top: {1}, left: {1}, height: 9mm}}\n"
    )
    dark = GROUND.replace("white", '"#303030"')
    doubled = text.format("#202020", "0.5mm") + text.format("#ffffff", "0")
    assert "low-contrast" in codes(dark + text.format("#202020", "0.5mm"))
    assert not {"low-contrast", "overlapping-texts"} & codes(dark + doubled)


def test_lines_around_letters_are_no_icons_and_cover_nothing() -> None:
    found = codes(GROUND + f"- {{text: Tide, {TEXT}, stroke: '#777777', top: 0, height: 12mm}}")
    assert not {"icon-contrast", "covered-text"} & found


# --- from the card -------------------------------------------------------------------------


def test_lines_gradients_and_shadows_may_come_from_the_card() -> None:
    line, _ = items(
        f"- {{text: Tide, {TEXT}, stroke: '{{{{ tint }}}}', stroke-width: '{{{{ width }}}}pt'}}",
        card="name: Fox, tint: b, width: 3",
    )
    assert isinstance(line, Path)
    assert line.stroke is not None
    assert (line.stroke.width, str(line.stroke.paint)) == (6.0, "#bb0000")
    shadow, _ = items(
        "- {shape: star, fill: a, shadow: {color: '{{ tint }}', blur: '{{ width }}mm'}}",
        card="name: Fox, tint: b, width: 3",
    )
    (cast,) = shadow.items[0].items if isinstance(shadow.items[0], Group) else ()  # type: ignore[union-attr]
    assert isinstance(cast, Path)


def test_shadows_that_double_at_each_level_are_an_error_and_not_followed() -> None:
    """20 levels would be a million shadows, each of which is looked at."""
    plain = "{shape: rectangle, fill: white, width: 9mm, height: 9mm}"
    nested = "- " + "{overlay: [" * 20 + plain + "], shadow: {blur: 3mm}}" * 20
    assert "over-budget" in codes(nested)
