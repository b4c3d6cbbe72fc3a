"""Repeated elements on points, lines, grids, circles and arcs."""

from __future__ import annotations

import pytest

from cardgen.bind.bound_elements import SpaceBox
from cardgen.core.geometry import Rect
from cardgen.core.lengths import parse_length
from cardgen.scene import items as scene
from cardgen.scene import outlines
from cardgen.scene.items import Path
from tests.unit.bind.test_templates_in_fields import bound, one_fault
from tests.unit.layout.test_faces import SAFE, laid

MM = 72 / 25.4


def middles(fields: str, card: str = "name: Fox") -> list[tuple[int, int]]:
    """The middles of small shapes in the safe box, in percent of it."""
    face, _ = laid(f"- {{shape: ellipse, width: 2mm, height: 2mm, fill: a, {fields}}}", card=card)
    found = []
    for item in scene.walk(face.items):
        if isinstance(item, Path):
            x, y = box_of(item).center
            found.append((percent(x - SAFE.left, SAFE.width), percent(y - SAFE.top, SAFE.height)))
    return found


def box_of(item: Path) -> Rect:
    found = outlines.bounds(item.outline)
    assert found is not None
    return found


def percent(part: float, whole: float) -> int:
    return round(100 * part / whole)


def test_each_stands_on_its_point_with_its_middle() -> None:
    assert middles("repeat: 2, at: [[25%, 10%], [75%, 50% + 10%]]") == [(25, 10), (75, 60)]


def test_one_point_needs_no_repeat() -> None:
    assert middles("at: [25%, 10%]") == [(25, 10)]


def test_points_come_from_the_card() -> None:
    card = "pips: [[50%, 20%], [50%, 80%, 180]]"
    assert middles('repeat: pips, at: "{{ pips }}"', card) == [(50, 20), (50, 80)]
    assert middles('repeat: pips, at: "{{ item }}"', card) == [(50, 20), (50, 80)]


def test_fewer_than_the_places_take_the_first() -> None:
    assert middles("repeat: 1, at: [[25%, 10%], [75%, 10%]]") == [(25, 10)]


def test_a_line_has_its_ends_and_one_stands_in_its_middle() -> None:
    line = "along: {line: [[0%, 50%], [100%, 50%]]}"
    assert middles(f"repeat: 3, {line}") == [(0, 50), (50, 50), (100, 50)]
    assert middles(f"repeat: 1, {line}") == [(50, 50)]


def test_a_grid_shares_the_box() -> None:
    assert middles("repeat: 4, along: {grid: 2}") == [(25, 25), (75, 25), (25, 75), (75, 75)]


def test_a_circle_begins_at_the_top_and_goes_clockwise() -> None:
    share = round(50 * SAFE.width / SAFE.height)
    assert middles("repeat: 4, along: {circle: 50%}") == [
        (50, 50 - share), (100, 50), (50, 50 + share), (0, 50),
    ]  # fmt: skip


def test_an_arc_has_one_at_each_end() -> None:
    assert middles("repeat: 3, along: {arc: 50%, from: -90, to: 90}")[::2] == [(0, 50), (100, 50)]


def test_each_is_turned_with_its_place_if_asked() -> None:
    faces, _ = bound(
        "{shape: rectangle, width: 2mm, height: 6mm, rotate: 5, repeat: 2,"
        " along: {circle: 40%, from: 90, turn: yes}}",
        "{name: A}",
    )
    assert [element.frame.rotate for element in faces[0]] == [95, 275]


def test_first_and_last_are_known() -> None:
    face, _ = laid(
        "- {text: \"{{ '<' if first }}{{ item }}{{ '>' if last }}\", font: text, repeat: [a, b, c],"
        " along: {line: [[50%, 10%], [50%, 90%]]}}".replace("[a, b, c]", "\"['a', 'b', 'c']\"")
    )
    texts = [item.text for item in scene.walk(face.items) if isinstance(item, scene.Glyphs)]
    assert texts == ["<a", "b", "c>"]


def test_a_field_or_parameter_that_is_called_first_stays_what_it_is() -> None:
    faces, findings = bound(
        "{piece: p, with: {first: '7'}}",
        "{name: A}",
        more="pieces: {p: {takes: {first: 1}, draw: "
        "{column: [{space: '{{ first }}mm', repeat: 2}]}}}\n",
    )
    assert findings == ()
    own, _ = bound("{space: '{{ first }}mm', repeat: 2}", "{name: A, first: 3}")
    spaces = [element for element in own[0] if isinstance(element, SpaceBox)]
    assert [space.length for space in spaces] == [parse_length("3mm")] * 2
    assert "19.8" in str(faces[0])  # 7 mm in points


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ("at: [[1%, 2%], [3%, 4%]]", "2 places for one"),
        ("repeat: 3, at: [[1%, 2%], [3%, 4%]]", "3 to place, and 2 places"),
        ("at: [1%, 2%], left: 1mm", "no `left`"),
        ("repeat: 2, along: {grid: 2}, at: [1%, 2%]", "no `at`"),
        ("along: {line: [[0, 0], [1mm, 1mm]], circle: 1mm}", "one of line"),
        ("along: {arc: 1mm}", "`to` an angle"),
        ("along: {grid: 2, turn: yes}", "belong to a circle"),
        ("at: [1%]", "two lengths each"),
        ("at: [1%, 2]", "no unit"),
        ("at: [1%, 2%, round]", "no angle"),
        ("at: middel", "not `middel`"),
        ("repeat: 2.5", "cannot be repeated 2.5 times"),
        ("repeat: 0 - 1", "cannot be repeated -1 times"),
        ("repeat: 300", "200 times at most"),
    ],
)
def test_what_cannot_be_is_said(fields: str, words: str) -> None:
    fault = one_fault(f"{{shape: ellipse, width: 1mm, height: 1mm, {fields}}}", "{name: A}")
    assert words in fault.message


@pytest.mark.parametrize(
    ("card", "words"),
    [
        ("tags: red; blue", "write `tags: list`"),
        ("tags: red|blue", "write `tags: list`"),
        ('tags: "red, blue,green"', "write `tags: list`"),
        ("tags: {red: 1, blue: 2}", "`tags|list` for its keys"),
    ],
)
def test_what_looks_like_several_and_is_drawn_once_is_said(card: str, words: str) -> None:
    fault = one_fault("{space: 1mm, repeat: tags}", f"{{name: A, {card}}}")
    assert (fault.code, fault.severity, words in fault.hint) == ("repeat-one", "warning", True)


@pytest.mark.parametrize(
    ("repeat", "card"),
    [
        ("tags", "tags: red"),
        ("tags", '"tags": "Draw a card, then stop."'),
        ("tags", "tags: [red; blue]"),
        ('"[tags]"', "tags: red; blue"),
        ('"[tags]"', "tags: {red: 1, blue: 2}"),
    ],
)
def test_one_value_is_repeated_once_without_a_word(repeat: str, card: str) -> None:
    _, found = bound(f"{{space: 1mm, repeat: {repeat}}}", f"{{name: A, {card}}}")
    assert tuple(found) == ()


def test_a_shape_on_a_point_needs_a_size() -> None:
    assert one_fault("{shape: ellipse, at: [1%, 2%]}", "{name: A}").code == "bad-place"


def test_what_stands_in_a_row_stands_on_no_point() -> None:
    element = "{row: [{shape: ellipse, width: 1mm, height: 1mm, at: [1%, 2%]}]}"
    assert one_fault(element, "{name: A}").code == "bad-place"


def test_a_point_that_a_card_gives_wrongly_names_the_card() -> None:
    fault = one_fault('{space: 1mm, at: "{{ p }}"}', "{name: A, id: a, p: [1, 2]}")
    assert (fault.card, fault.code) == ("d/a", "bad-length")
