"""Where boxes stand: columns, rows, grids, overlays, limits, repeats and pieces.

Shapes of known colours stand in for content; a layout is a few lines of YAML in the safe
box of a poker card, whose corner is taken as the origin and which is 162.72 x 234.72 pt.
"""

from __future__ import annotations

import io
import textwrap
from collections.abc import Mapping
from itertools import pairwise
from typing import Any

import pytest
from PIL import Image

from cardgen.core.findings import Finding, Report
from cardgen.core.geometry import Rect
from cardgen.core.sizes import load_sizes
from cardgen.files.memory_game import MemoryGame
from cardgen.pipeline.inspection import check_game
from cardgen.scene import outlines
from cardgen.scene.items import Glyphs, Group, Path, Picture, Scene, walk

SAFE = load_sizes()["poker"].safe_box
MM = 72 / 25.4

GAME = """\
game: Boxes
palette: {a: "#aa0000", b: "#bb0000", c: "#cc0000", d: "#dd0000"}
fonts: {text: fonts/EBGaramond-Regular.ttf}
icons:
  sun: {picture: sun.svg, aliases: [sol]}
decks:
  main: {cards: cards.yaml, size: poker, front: face}
"""
SUN = '<svg width="10" height="20"><rect width="10" height="20" fill="#ff0000"/></svg>'


def png(width: int, height: int, *, alpha: bool = False) -> bytes:
    out = io.BytesIO()
    color = (90, 30, 200, 128) if alpha else (90, 30, 200)
    Image.new("RGBA" if alpha else "RGB", (width, height), color).save(out, "PNG")
    return out.getvalue()


Files = dict[str, str | bytes]


def game_of(
    elements: str,
    *,
    card: str = "name: Fox",
    top: str = "",
    icons: str = "",
    palette: str = "",
    files: Mapping[str, str | bytes] | None = None,
) -> MemoryGame:
    """A game of one card whose safe box holds `elements`; `icons`, `palette` and `files` are
    added to those that it has."""
    body = textwrap.indent(textwrap.dedent(elements).strip(), "      ")
    game = GAME.replace("\ndecks:", f"\n  {icons}\ndecks:")
    own: Files = {
        "game.yaml": game.replace('dd0000"', f'dd0000", {palette}'),
        "cards.yaml": f"- {{{card}}}\n",
        "layouts.yaml": f"{textwrap.dedent(top)}layouts:\n  face:\n    safe:\n{body}\n",
        "sun.svg": SUN,
        "wide.png": png(1200, 600),
        "clear.png": png(400, 400, alpha=True),
    }
    return MemoryGame({**own, **(files or {})})


def laid(elements: str, **more: Any) -> tuple[Scene, tuple[Finding, ...]]:
    """The scene of the one card of `game_of`, and the findings."""
    report = Report()
    checked = check_game(game_of(elements, **more), report)
    assert checked is not None, [f"{f.span} {f.message}" for f in report.findings]
    (face,) = checked.laid.scenes.values()
    return face, report.findings


def faults(elements: str, **more: Any) -> list[Finding]:
    """The errors of `game_of`."""
    report = Report()
    check_game(game_of(elements, **more), report)
    return [found for found in report.findings if found.severity == "error"]


def errors(elements: str, **more: Any) -> list[str]:
    """The codes of the errors of `game_of`."""
    return [found.code for found in faults(elements, **more)]


def boxes(elements: str, *, card: str = "name: Fox", top: str = "") -> list[tuple[str, Rect]]:
    """Each filled shape's colour and rectangle in mm from the safe box's corner."""
    face, _ = laid(elements, card=card, top=top)
    return [
        (str(item.fill)[1], in_mm(outlines.bounds(item.outline)))
        for item in walk(face.items)
        if isinstance(item, Path)
    ]


def in_mm(box: Rect | None) -> Rect:
    assert box is not None
    return Rect(
        round((box.left - SAFE.left) / MM, 2),
        round((box.top - SAFE.top) / MM, 2),
        round(box.width / MM, 2),
        round(box.height / MM, 2),
    )


WIDTH, HEIGHT = round(SAFE.width / MM, 2), round(SAFE.height / MM, 2)


def block(color: str, rest: str) -> str:
    return f"{{shape: rectangle, fill: {color}, {rest}}}"


def test_a_column_puts_children_below_each_other_with_its_gap() -> None:
    found = boxes(f"""
        - column:
            - {block("a", "height: 10mm")}
            - {block("b", "height: 5mm")}
          gap: 2mm
    """)
    assert found == [("a", Rect(0, 0, WIDTH, 10)), ("b", Rect(0, 12, WIDTH, 5))]


def test_growing_children_share_what_is_left_by_their_shares() -> None:
    found = boxes(f"""
        - row:
            - {block("a", "width: 10mm")}
            - {block("b", "grow: 1")}
            - {block("c", "grow: 3")}
          width: 50mm
          at: top left
          height: 4mm
    """)
    assert [(c, r.left, r.width) for c, r in found] == [("a", 0, 10), ("b", 10, 10), ("c", 20, 30)]


def test_what_grows_in_a_row_as_wide_as_its_content_leaves_no_room_to_the_others() -> None:
    """A row in a corner is as wide as what is in it, and no wider than its parent."""
    found = boxes(f"""
        - row:
            - {block("a", "width: 10mm")}
            - {block("b", "grow: 1")}
          at: top left
          height: 4mm
    """)
    assert found == [("a", Rect(0, 0, 10, 4)), ("b", Rect(10, 0, round(WIDTH - 10, 2), 4))]
    words = "A fox that goes on and on about the hens that it would have if it had them"
    row = f"{{shape: ellipse, width: 6mm, height: 6mm}}, {{text: {words}, font: text, grow: 1}}"
    assert errors(f"- {{row: [{row}], at: top}}") == []


@pytest.mark.parametrize(
    ("justify", "tops"),
    [("start", (0, 10)), ("center", (10, 20)), ("end", (20, 30)), ("between", (0, 30)),
     ("around", (5, 25))],
)  # fmt: skip
def test_justify_says_where_children_stand_along(justify: str, tops: tuple[int, int]) -> None:
    found = boxes(f"""
        - column:
            - {block("a", "height: 10mm")}
            - {block("b", "height: 10mm")}
          justify: {justify}
          height: 40mm
          top: 0
    """)
    assert tuple(r.top for _, r in found) == tops


@pytest.mark.parametrize(
    ("align", "left", "width"), [("start", 0, 10), ("center", 20, 10), ("end", 40, 10)]
)
def test_align_says_how_children_stand_across(align: str, left: float, width: float) -> None:
    found = boxes(f"""
        - column: [{block("a", "width: 10mm, height: 4mm")}]
          align: {align}
          width: 50mm
          left: 0
    """)
    assert [(r.left, r.width) for _, r in found] == [(left, width)]


def test_a_child_may_stand_across_on_its_own() -> None:
    found = boxes(f"""
        - column:
            - {block("a", "width: 10mm, height: 4mm, self: end")}
            - {block("b", "width: 10mm, height: 4mm")}
          width: 50mm
          left: 0
          align: start
    """)
    assert [r.left for _, r in found] == [40, 0]


def test_padding_is_one_two_or_four_lengths() -> None:
    child = f"overlay: [{block('a', '')}], width: 40mm, height: 40mm, at: top left"
    for padding, rect in (
        ("2mm", Rect(2, 2, 36, 36)),
        ("2mm 5mm", Rect(5, 2, 30, 36)),
        ("1mm 2mm 3mm 4mm", Rect(4, 1, 34, 36)),
    ):
        assert boxes(f"- {{{child}, padding: {padding}}}") == [("a", rect)]


def test_a_grid_fills_rows_of_equal_columns() -> None:
    found = boxes(f"""
        - grid:
            - {block("a", "height: 10mm")}
            - {block("b", "height: 6mm")}
            - {block("c", "height: 8mm")}
          columns: 2
          gap: 2mm
          width: 42mm
          at: top left
          align: start
    """)
    places = [(c, r.left, r.top) for c, r in found]
    assert places == [("a", 0, 0), ("b", 22, 0), ("c", 0, 12)]


def test_a_grid_that_stretches_shares_the_height_out() -> None:
    found = boxes(f"""
        - grid: [{block("a", "")}, {block("b", "")}, {block("c", "")}, {block("d", "")}]
          columns: 2
          height: 40mm
          width: 40mm
          at: top left
    """)
    assert [(r.left, r.top, r.width, r.height) for _, r in found] == [
        (0, 0, 20, 20), (20, 0, 20, 20), (0, 20, 20, 20), (20, 20, 20, 20),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("anchors", "rect"),
    [
        ("at: top left, width: 10mm, height: 4mm", Rect(0, 0, 10, 4)),
        ("at: bottom right, width: 10mm, height: 4mm", Rect(WIDTH - 10, HEIGHT - 4, 10, 4)),
        ("left: 2mm, right: 3mm, top: 1mm, height: 4mm", Rect(2, 1, WIDTH - 5, 4)),
        ("left: 2mm, width: 5mm, bottom: 1mm, height: 4mm", Rect(2, HEIGHT - 5, 5, 4)),
        ("top: 10%, height: 50%, left: 0, width: 50%",
         Rect(0, HEIGHT / 10, WIDTH / 2, HEIGHT / 2)),
        ("left: -1mm, width: 5mm, top: 0, height: 1mm", Rect(-1, 0, 5, 1)),
    ],
)  # fmt: skip
def test_anchors_place_an_element_in_its_box(anchors: str, rect: Rect) -> None:
    ((_, found),) = boxes(f"- {block('a', anchors)}")
    expected = (rect.left, rect.top, rect.width, rect.height)
    assert (found.left, found.top, found.width, found.height) == pytest.approx(expected, abs=0.011)


def test_limits_hold_what_is_natural_in_bounds() -> None:
    found = boxes("""
        - row:
            - {text: "a long text that would be wide", font: text, max-width: 12mm}
            - {shape: rectangle, fill: a, width: 3mm, height: 3mm}
            - {space: 1mm, min-width: 20mm}
            - {shape: rectangle, fill: b, width: 3mm, height: 3mm}
          top: 0
          height: 30mm
    """)
    assert [r.left for _, r in found] == [12, 35]


def test_a_false_condition_leaves_an_element_and_its_gap_out() -> None:
    found = boxes(
        f"""
        - column:
            - {block("a", "height: 10mm")}
            - {block("b", "height: 10mm, when: cost > 3")}
            - {block("c", "height: 10mm")}
          gap: 1mm
        """,
        card="name: Fox, cost: 2",
    )
    assert [(c, r.top) for c, r in found] == [("a", 0), ("c", 11)]


def test_repeat_draws_an_element_for_each_value() -> None:
    found = boxes(
        """
        - row:
            - {shape: rectangle, repeat: colors, as: dye, fill: "{{ dye }}", width: 4mm}
          height: 4mm
          top: 0
        """,
        card="name: Fox, colors: [a, c, b]",
    )
    assert [(c, r.left) for c, r in found] == [("a", 0), ("c", 4), ("b", 8)]


def test_repeat_takes_a_number_and_counts_from_nought() -> None:
    face, _ = laid(
        """
        - row: [{text: "{{ index }}", font: text, repeat: cost, width: 4mm}]
          height: 10mm
        """,
        card="name: Fox, cost: 3",
    )
    assert [run.text for run in walk(face.items) if isinstance(run, Glyphs)] == ["0", "1", "2"]


def test_a_piece_is_drawn_with_its_parameters_in_the_frame_of_its_use() -> None:
    found = boxes(
        """
        - {piece: badge, with: {dye: b}, at: top left, width: 8mm, height: 6mm}
        - {piece: badge, left: 10mm, width: 4mm, top: 0, height: 4mm}
        """,
        top="""\
        pieces:
          badge:
            takes: {dye: a}
            draw: {shape: rectangle, fill: "{{ dye }}"}
        """,
    )
    assert found == [("b", Rect(0, 0, 8, 6)), ("a", Rect(10, 0, 4, 4))]


def test_set_changes_named_elements_of_the_layout_it_extends() -> None:
    face, _ = laid(
        f"- {block('a', 'name: box, at: top left, width: 10mm, height: 4mm')}",
        top="",
    )
    assert len(face.items) == 1
    files = {
        "game.yaml": GAME.replace("front: face", "front: child"),
        "cards.yaml": "- {name: Fox}\n",
        "layouts.yaml": "layouts:\n"
        "  face:\n"
        "    safe:\n"
        "      - {shape: rectangle, fill: a, name: box, at: top left, width: 9mm, height: 4mm}\n"
        "  child: {extends: face, set: {box: {width: 20mm, fill: b}}}\n",
        "sun.svg": SUN,
    }
    checked = check_game(MemoryGame(files), Report())
    assert checked is not None
    ((path,),) = (scene.items for scene in checked.laid.scenes.values())
    assert isinstance(path, Path)
    assert str(path.fill) == "#bb0000"
    assert in_mm(outlines.bounds(path.outline)) == Rect(0, 0, 20, 4)


def test_what_is_too_full_is_an_error_that_says_by_how_much() -> None:
    with pytest.raises(AssertionError, match=r"5 mm too high"):
        laid(f"""
            - column: [{block("a", "height: 10mm")}, {block("b", "height: 10mm")}]
              height: 15mm
              top: 0
        """)


# --- pictures ------------------------------------------------------------------------------


def pictures(elements: str) -> list[Picture]:
    face, _ = laid(elements)
    return [item for item in walk(face.items) if isinstance(item, Picture)]


@pytest.mark.parametrize(
    ("fit", "rect"),
    [("cover", Rect(-10, 0, 40, 20)), ("contain", Rect(0, 5, 20, 10)),
     ("stretch", Rect(0, 0, 20, 20))],
)  # fmt: skip
def test_a_picture_covers_is_contained_or_stretches(fit: str, rect: Rect) -> None:
    (picture,) = pictures(
        f"- {{picture: wide.png, fit: {fit}, at: top left, width: 20mm, height: 20mm}}"
    )
    assert in_mm(picture.rect) == rect


@pytest.mark.parametrize(
    "element",
    [
        "- {picture: wide.png, at: top left, max-height: 5mm}",
        "- {column: [{picture: wide.png, max-height: 5mm, self: start}]}",
        "- {row: [{picture: wide.png, max-height: 5mm, self: start}]}",
    ],
)
def test_a_picture_that_is_held_low_keeps_its_proportions(element: str) -> None:
    (picture,) = pictures(element)
    assert in_mm(picture.rect) == Rect(0, 0, 10, 5)


def test_a_crop_shows_part_of_a_picture() -> None:
    (picture,) = pictures(
        "- {picture: wide.png, crop: [50%, 0%, 50%, 100%], at: top left, width: 20mm, height: 20mm}"
    )
    assert in_mm(picture.rect) == Rect(-20, 0, 40, 20)


def test_a_mask_cuts_a_picture_to_a_shape() -> None:
    face, _ = laid("- {picture: wide.png, mask: ellipse, at: top left, width: 9mm, height: 9mm}")
    (group,) = face.items
    assert isinstance(group, Group)
    assert group.clip is not None
    assert in_mm(outlines.bounds(group.clip)) == Rect(0, 0, 9, 9)


def test_a_tint_makes_another_picture_of_the_same_size() -> None:
    plain, tinted = pictures("""
        - {picture: clear.png, at: top left, width: 9mm, height: 9mm}
        - {picture: clear.png, color: a, at: top left, width: 9mm, height: 9mm}
    """)
    assert plain.bitmap.key != tinted.bitmap.key
    assert (tinted.bitmap.width, tinted.bitmap.has_alpha) == (400, True)


def test_a_drawing_is_vectors_in_its_box() -> None:
    face, _ = laid("- {picture: sun.svg, fit: contain, at: top left, width: 20mm, height: 20mm}")
    (path,) = [item for item in walk(face.items) if isinstance(item, Path)]
    assert in_mm(outlines.bounds(path.outline)) == Rect(5, 0, 10, 20)


def test_an_icon_stands_in_the_line_scaled_with_the_text() -> None:
    face, _ = laid('- {text: "one {sun} two {sol}", font: text, size: 20pt}')
    suns = [outlines.bounds(i.outline) for i in walk(face.items) if isinstance(i, Path)]
    assert len(suns) == 2
    assert [round(box.height, 2) for box in suns if box] == [15.0, 15.0]
    runs = [item for item in walk(face.items) if isinstance(item, Glyphs)]
    assert suns[0] is not None
    assert runs[0].glyphs[-1].x < suns[0].left < runs[1].glyphs[0].x


def test_an_icon_grows_and_shrinks_with_the_words_around_it() -> None:
    face, _ = laid(
        '- {text: "one {sun} [two {sun}]{200%} [{sun}]{50%}", font: text, size: 20pt, top: 5mm}'
    )
    suns = [outlines.bounds(i.outline) for i in walk(face.items) if isinstance(i, Path)]
    assert [round(box.height, 2) for box in suns if box] == [15.0, 30.0, 7.5]


# --- text ----------------------------------------------------------------------------------


def baselines(elements: str) -> list[float]:
    face, _ = laid(elements)
    runs = [item for item in walk(face.items) if isinstance(item, Glyphs)]
    return [round(run.glyphs[0].y, 2) for run in runs]


def test_a_text_shrinks_down_its_ladder_until_it_fits() -> None:
    face, found = laid(
        '- {text: "Two words here", font: text, size: 30pt, min-size: 10pt, step: 5pt, '
        "width: 20mm, height: 10mm, at: top left}"
    )
    sizes = {item.size for item in walk(face.items) if isinstance(item, Glyphs)}
    assert sizes == {10.0}
    assert "text-overflow" not in {finding.code for finding in found}


NAME = "A Name That is Longer Than All of the Others in This Deck"


def test_a_text_in_a_row_shrinks_until_its_lines_are_as_high_as_the_row() -> None:
    """It stands in the middle of the row there, as it would if it were short."""
    row = f"{{text: {NAME}, font: text, size: 24pt, min-size: 6pt, grow: 1}}"
    scene, _ = laid(f"- {{row: [{row}], align: center, height: 8mm, top: 20mm}}")
    glyphs = [one for item in walk(scene.items) if isinstance(item, Glyphs) for one in item.glyphs]
    lines = [(glyph.y - SAFE.top) / MM for glyph in glyphs]
    assert (min(lines) > 20, max(lines) < 28) == (True, True)
    assert errors(f"- {{row: [{row}], align: center, height: 8mm, top: 20mm}}") == []


def test_lines_that_are_higher_than_their_row_are_told() -> None:
    row = f"{{text: {NAME}, font: text, size: 24pt, grow: 1}}"
    codes = errors(f"- {{row: [{row}], align: center, height: 8mm, top: 20mm}}")
    assert codes == ["text-overflow"]
    column = f"{{column: [{{text: {NAME}, font: text}}, {{text: {NAME}, font: text}}]}}"
    codes = errors(f"- {{row: [{column}], align: center, height: 4mm, top: 20mm}}")
    assert codes == ["text-overflow"]


def test_one_line_may_be_a_little_higher_than_its_row() -> None:
    row = "{text: Foxes, font: text, size: 20pt}"
    assert errors(f"- {{row: [{row}], align: center, height: 8mm, top: 20mm}}") == []


def test_a_short_text_grows_to_its_largest_size() -> None:
    face, _ = laid(
        '- {text: "Hm!", font: text, size: 10pt, max-size: 20pt, fit: card, height: 20mm, top: 0}'
    )
    assert {item.size for item in walk(face.items) if isinstance(item, Glyphs)} == {20.0}


def test_baselines_stand_on_a_grid_where_the_layout_asks() -> None:
    found = baselines("""
        - column:
            - {text: "one", font: text, size: 9pt, grid: 12pt}
            - {space: 1.3mm}
            - {text: "two", font: text, size: 11pt, grid: 12pt}
    """)
    assert all(abs(y / 12 - round(y / 12)) < 0.001 for y in found)


def test_a_baseline_can_be_given() -> None:
    (y,) = baselines('- {text: "Q", font: text, size: 20pt, baseline: 30mm}')
    assert y == pytest.approx(SAFE.top + 30 * MM, abs=0.01)


def test_a_text_is_as_high_as_its_baseline_moves_it_down() -> None:
    first, second = baselines("""
        - column:
            - {text: "one", font: text, size: 10pt, baseline: 8mm}
            - {text: "two", font: text, size: 10pt}
    """)
    assert first == pytest.approx(SAFE.top + 8 * MM, abs=0.01)
    assert second - first == pytest.approx(12.5, abs=0.01)


def test_what_stands_over_its_neighbor_in_a_grid_is_told() -> None:
    cell = "shape: rectangle, fill: black, height: 5mm, repeat: 4, width:"
    (found,) = faults(f"- {{grid: [{{{cell} 40mm}}], columns: 2}}")
    assert found.code == "box-overflow"
    assert found.message.startswith("`rectangle` is ")
    assert found.message.endswith(" mm too wide, and stands over what is beside it")
    title = "{text: one, font: text, size: 9pt, name: title, width: 40mm}"
    (wide,) = faults(f"- {{grid: [{title}, {{shape: rectangle, height: 5mm}}], columns: 2}}")
    assert wide.code == "box-overflow"
    assert wide.message.endswith(" mm too wide, and stands over `rectangle` beside it")
    assert wide.hint == "leave out its `width`, or give the grid fewer `columns`"
    assert faults(f"- {{grid: [{{{cell} 40mm}}], columns: 1}}") == []
    assert faults(f"- {{grid: [{{{cell} 26mm}}], columns: 2, gap: 5mm}}") == []


def test_gaps_that_leave_no_room_for_the_columns_of_a_grid_are_told() -> None:
    cell = "shape: rectangle, fill: black, height: 5mm, repeat: 5"
    found = faults(f"- {{grid: [{{{cell}}}], columns: 5, gap: 20mm}}")
    assert "box-overflow" in {one.code for one in found}


TWO_LINES = '- {text: "one\\ntwo", font: text, size: 10pt, height: 10mm, top: 0'


def test_lines_that_a_baseline_moves_out_of_their_box_are_told() -> None:
    (found,) = faults(f"{TWO_LINES}, baseline: 9mm}}")
    assert found.code == "text-overflow"
    assert found.message.startswith("the text of `text` is 3.41 mm too high for its box")
    assert faults(f"{TWO_LINES}, baseline: 5mm}}") == []
    assert faults(f"{TWO_LINES}, baseline: 9mm}}".replace("\\ntwo", "")) == []
    assert faults(f"{TWO_LINES}, baseline: 12mm}}".replace("\\ntwo", "")) == []


def test_lines_that_a_baseline_moves_down_shrink_into_their_box() -> None:
    face, found = laid(f"{TWO_LINES}, baseline: 7mm, min-size: 6pt, step: 1pt}}")
    sizes = {item.size for item in walk(face.items) if isinstance(item, Glyphs)}
    assert sizes == {6.0}
    assert "text-overflow" not in {finding.code for finding in found}


@pytest.mark.parametrize("baseline", ["-1mm", "50%"])
def test_a_baseline_above_or_by_a_share_leaves_a_text_as_high_as_its_lines(baseline: str) -> None:
    column = """
        - column:
            - {{space: 5mm}}
            - {{text: "one", font: text, size: 10pt{}}}
            - {{text: "two", font: text, size: 10pt}}
    """
    assert baselines(column.format(f", baseline: {baseline}"))[1] == baselines(column.format(""))[1]


def test_rotation_fading_and_blending_take_an_element_as_one() -> None:
    face, _ = laid(
        f"- {{overlay: [{block('a', '')}, {block('b', '')}], rotate: 90, opacity: 0.5, "
        "blend: multiply, at: center, width: 10mm, height: 20mm}"
    )
    (group,) = face.items
    assert isinstance(group, Group)
    assert (group.opacity, group.blend) == (0.5, "multiply")
    assert group.transform is not None
    center = SAFE.center
    assert group.transform.apply(*center) == pytest.approx(center)
    x, y = group.transform.apply(center[0] + 5, center[1])
    assert (x, y) == pytest.approx((center[0], center[1] + 5))


JUSTIFIED = (
    '- {{text: "{text}", font: text, size: 9pt, align: justify, width: 45mm, height: 40mm, '
    "at: top left{more}}}"
)
SENTENCE = (
    "He moved between the glittering files of bowing courtiers and recognised that he was "
    "indeed a captive now, shut up in this gilded cage."
)


def right_edges(more: str) -> list[float]:
    face, _ = laid(JUSTIFIED.format(text=SENTENCE, more=more))
    edges = []
    for run in walk(face.items):
        if isinstance(run, Glyphs):
            last = run.glyphs[-1]
            advance = run.face.font.get_glyph_h_advance(last.index) / run.face.upem * run.size
            edges.append(round((last.x + advance - SAFE.left) / MM, 2))
    return edges


def test_justified_lines_end_at_the_measure_but_for_the_last() -> None:
    edges = right_edges("")
    assert len(edges) > 3
    assert edges[:-1] == [45.0] * (len(edges) - 1)
    assert edges[-1] < 45


@pytest.mark.parametrize("align", ["left", "justify"])
def test_only_the_first_line_of_a_paragraph_is_shorter_by_its_indent(align: str) -> None:
    """Three words fill the measure, two a line with the indent."""
    words = " ".join(["wwwwww"] * 11)
    text = JUSTIFIED.format(text=rf"{words}\n\n{words}", more=", indent: 12mm")
    face, _ = laid(text.replace("width: 45mm", "width: 51mm").replace("justify", align))
    lines = [run.text.split() for run in walk(face.items) if isinstance(run, Glyphs)]
    assert [len(line) for line in lines] == [3, 3, 3, 2, 2, 3, 3, 3]


def line_ends(text: str, width: str) -> tuple[list[float], set[str]]:
    """Where the lines of a German text end that is set with letterspace, and what is found."""
    more = ", hyphenate: yes, language: de, letter-space: 2%"
    source = JUSTIFIED.format(text=text, more=more).replace("width: 45mm", f"width: {width}")
    face, found = laid(source)
    ends: dict[float, float] = {}
    for run in walk(face.items):
        if isinstance(run, Glyphs):
            last = run.glyphs[-1]
            reach = last.x + run.face.advance(last.index) * run.size
            ends[last.y] = max(ends.get(last.y, 0.0), round((reach - SAFE.left) / MM, 2))
    return [ends[y] for y in sorted(ends)], {finding.code for finding in found}


@pytest.mark.parametrize("width", ["30mm", "36mm", "43mm", "45mm", "47mm"])
def test_a_long_word_alone_on_its_lines_fits_them_by_its_letters(width: str) -> None:
    """A line without a word space has letters to move, as the breaking of lines reckons with."""
    word = "Donaudampfschifffahrtsgesellschaftskapitän ist ein langes Wort"
    ends, codes = line_ends(word, width)
    assert "text-overflow" not in codes
    assert max(ends) <= float(width[:-2]) + 0.01


def test_the_letters_of_a_short_word_alone_on_its_line_stay_together() -> None:
    """There is no word space to fill the line, and letters move by 2% at the most."""
    ends, _ = line_ends("Da DONAUDAMPFSCHIFFFAHRTS ist hier", "45mm")
    assert ends[0] < 15


def test_letterspace_takes_its_part_so_that_word_spaces_stay_in_bounds() -> None:
    """The same lines, or better ones; letters move apart by at most what is allowed."""
    face, found = laid(JUSTIFIED.format(text=SENTENCE, more=", letter-space: 2%"))
    assert "loose-line" not in {finding.code for finding in found}
    gaps = []
    for run in walk(face.items):
        if isinstance(run, Glyphs):
            for before, after in pairwise(run.glyphs):
                advance = run.face.font.get_glyph_h_advance(before.index) / run.face.upem
                if before.text.isalpha() and after.text.isalpha():
                    gaps.append((after.x - before.x) / run.size - advance)
    assert max(gaps) < 0.02 + 0.06  # kerning moves letters too
    assert sorted(gaps)[len(gaps) // 2] > 0.001


def test_lines_looser_than_the_limit_are_reported() -> None:
    text = (
        "extraordinarily uncharacteristic misunderstandings counterrevolutionaries notwithstanding"
    )
    _, found = laid(JUSTIFIED.format(text=text, more=""))
    assert "loose-line" in {finding.code for finding in found}


# --- limits where a parent says how large a child is ------------------------------------------


@pytest.mark.parametrize(
    ("elements", "sizes"),
    [
        ("- column: [{shape: rectangle, fill: a, height: 5mm, max-width: 8mm}]", [(8, 5)]),
        ("- column: [{shape: rectangle, fill: a, height: 5mm, min-width: 80mm}]", [(80, 5)]),
        ("- row: [{shape: rectangle, fill: a, width: 5mm, max-height: 3mm}]", [(5, 3)]),
        (
            "- row: [{shape: rectangle, fill: a, grow: 1, max-width: 5mm}, "
            "{shape: rectangle, fill: b, grow: 1}]\n  width: 40mm\n  height: 9mm",
            [(5, 9), (35, 9)],
        ),
        (
            "- column: [{shape: rectangle, fill: a, grow: 3}, "
            "{shape: rectangle, fill: b, grow: 1, min-height: 20mm}]\n  width: 9mm\n  height: 40mm",
            [(9, 20), (9, 20)],
        ),
        (
            "- grid: [{shape: rectangle, fill: a, width: 5mm, height: 4mm}, "
            "{shape: rectangle, fill: b, max-width: 7mm}]\n  columns: 2\n  width: 40mm\n"
            "  height: 10mm",
            [(5, 4), (7, 10)],
        ),
    ],
)
def test_a_child_keeps_its_own_size_and_limits(
    elements: str, sizes: list[tuple[float, float]]
) -> None:
    assert [(box.width, box.height) for _, box in boxes(elements)] == sizes


@pytest.mark.parametrize(
    ("sizes", "remedy"),
    [
        ("size: 20pt", "a `min-size`, down to which it shrinks"),
        ("size: 20pt, min-size: 18pt", "a smaller `min-size`"),
    ],
)
@pytest.mark.parametrize("box", ["height: 2mm", "height: 9mm, width: 4mm"])
def test_a_text_too_large_is_told_to_shrink_by_what_it_has(
    sizes: str, remedy: str, box: str
) -> None:
    (found,) = faults(f"- {{text: Foxes, font: text, {sizes}, {box}, left: 0, top: 0}}")
    assert found.code == "text-overflow"
    assert f"box, or {remedy}" in found.hint or f"box or {remedy}" in found.hint


def test_a_turned_text_in_a_box_as_it_would_stand_is_told_that_its_box_turns() -> None:
    side = "text: Foxes and hens, font: text, left: 0, width: 6mm, top: 0, height: 60mm"
    (found,) = [one for one in faults(f"- {{{side}, rotate: -90}}") if one.code == "text-overflow"]
    assert "let it be 60 mm wide and 6 mm high before it turns" in found.hint
    assert all("turned" not in one.hint for one in faults(f"- {{{side}, size: 20pt}}"))


def test_widths_and_gaps_that_are_more_than_their_row_are_told_in_the_layout() -> None:
    """No text can be shortened so that they fit."""
    half = "{overlay: [{text: Fox, font: text}], width: 50%}"
    (found,) = faults(f"- {{row: [{half}, {half}], gap: 2mm}}")
    assert (found.code, str(found.span)[:13]) == ("box-overflow", "layouts.yaml:")
    assert found.hint.startswith("make a `width` in it less, or write `grow: 1`")


def test_lines_that_cannot_be_fewer_are_not_to_be_shortened() -> None:
    one, two = "{text: '{{ name }}', font: text}", "{text: b, font: text}"
    (found,) = faults(f"- {{column: [{one}, {two}], height: 5mm}}")
    assert (found.code, str(found.span)[:13]) == ("text-overflow", "layouts.yaml:")
    assert "shorten" not in found.hint
