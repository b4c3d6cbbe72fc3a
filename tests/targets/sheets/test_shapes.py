"""Pieces that are no plain cards: honeycombs, boards over several sheets, folds."""

from __future__ import annotations

from itertools import combinations, pairwise
from math import ceil, hypot
from pathlib import Path

import pytest
from msgspec.structs import replace

from cardgen.core.sizes import Size
from cardgen.targets.contract import OptionError, UnsuitableError
from cardgen.targets.sheets.fit import plan_sheet
from cardgen.targets.sheets.plan import SheetPlan
from tests.support.sheet_pdf import Point, Sheet, box_of, read_sheets
from tests.targets.sheets.test_cut_files import kit
from tests.targets.sheets.test_pages import EXACT, MM, job, manifest, options, size, words, write


def own(name: str) -> Size:
    return kit(name, 1).game.decks[0].size


# --- honeycombs ------------------------------------------------------------------------------


def middles(plan: SheetPlan) -> list[Point]:
    return [(x / MM, y / MM) for x, y in (cell.trim.center for cell in plan.cells())]


@pytest.mark.parametrize(
    ("name", "asked", "places", "in_grid"),
    [
        ("land", "", 18, 15),
        ("land", "paper=a3", 42, 30),
        ("coin", "", 60, 48),
        ("coin", "paper=a3,gap=1mm", 128, 117),
    ],
)
def test_a_honeycomb_holds_more_where_it_does(
    name: str, asked: str, places: int, in_grid: int
) -> None:
    assert plan_sheet(own(name), options(asked)).places == places
    rows = f"{asked},nest=no" if asked else "nest=no"
    assert plan_sheet(own(name), options(rows)).places == in_grid


@pytest.mark.parametrize("gap", [0.0, 2.0, 6.0])
def test_circles_of_a_honeycomb_are_a_gap_apart_and_no_closer(gap: float) -> None:
    plan = plan_sheet(own("coin"), options(f"gap={gap}mm" if gap else ""))
    assert plan.nest
    apart = [hypot(a[0] - b[0], a[1] - b[1]) for a, b in combinations(middles(plan), 2)]
    assert min(apart) == pytest.approx(30 + gap, abs=EXACT)


@pytest.mark.parametrize("gap", [0.0, 2.0])
@pytest.mark.parametrize("name", ["land", "hex-66mm"])
def test_hexagons_of_a_honeycomb_have_equal_gaps_at_all_six_sides(name: str, gap: float) -> None:
    """Measured across the sides: along the level ones' normal, and the slanted ones'. The
    trade's small hexagon is not quite regular."""
    one = own(name) if name == "land" else size(name)
    wide, high = one.trim.width / MM, one.trim.height / MM
    plan = plan_sheet(one, options(f"gap={gap}mm,paper=a3" if gap else "paper=a3"))
    assert plan.nest
    at = {(cell.row, cell.column): cell.trim.center for cell in plan.cells()}
    (x0, y0), (x1, y1), (x2, y2) = ((x / MM, y / MM) for x, y in (at[0, 0], at[1, 0], at[0, 1]))
    assert (x1 - x0, y1 - y0 - high) == pytest.approx((0, gap), abs=EXACT)
    normal = high / 2, wide / 4
    length = hypot(*normal)
    across = ((x2 - x0) * normal[0] + (y2 - y0) * normal[1]) / length
    own_width = 2 * (wide / 2) * normal[0] / length
    assert across - own_width == pytest.approx(gap, abs=EXACT)


@pytest.mark.parametrize("asked", ["", "duplex=short", "gap=3mm,paper=a4", "silhouette=3"])
@pytest.mark.parametrize("name", ["land", "coin"])
def test_backs_of_a_honeycomb_lie_under_their_fronts(tmp_path: Path, name: str, asked: str) -> None:
    write(tmp_path / "out", kit(name, 13), asked)
    front, back = read_sheets(tmp_path / "out" / "sheets.pdf")
    one = own(name)
    trim = one.bleed, one.bleed, one.trim.width, one.trim.height
    landscape = front.page[0] > front.page[1]
    upright = ("short" in asked) == landscape
    assert len(front.faces) == len(back.faces) == 13
    for over, under in zip(front.faces, back.faces, strict=True):
        left, top, right, bottom = box_of(under.box(*trim))
        wide, high = front.page
        seen = (
            (wide - right, top, wide - left, bottom)
            if upright
            else (left, high - bottom, right, high - top)
        )
        assert seen == pytest.approx(box_of(over.box(*trim)), abs=EXACT)


@pytest.mark.parametrize("name", ["land", "coin"])
@pytest.mark.parametrize("asked", ["", "gap=2mm", "gap=6mm"])
def test_pictures_of_a_honeycomb_do_not_reach_into_their_neighbours(
    tmp_path: Path, name: str, asked: str
) -> None:
    """No corner of a picture's hexagon is inside that of another; each has its bleed."""
    write(tmp_path / "out", kit(name, 13), asked)
    front = read_sheets(tmp_path / "out" / "sheets.pdf")[0]
    clips = [face.clip for face in front.faces]
    assert all(len(clip) >= 7 for clip in clips)
    boxes = [box_of(clip) for clip in clips]
    for mine, other in combinations(range(len(clips)), 2):
        if _far(boxes[mine], boxes[other]):
            continue
        assert not any(_inside(point, clips[other]) for point in clips[mine])
    gap = float(asked[4:-2]) if asked else 0.0
    one = own(name)
    height = boxes[0][3] - boxes[0][1]
    assert height - one.trim.height / MM == pytest.approx(min(gap, 6.0), abs=EXACT)


def _far(one: tuple[float, ...], other: tuple[float, ...]) -> bool:
    return one[2] < other[0] or other[2] < one[0] or one[3] < other[1] or other[3] < one[1]


def _inside(point: Point, ring: list[Point]) -> bool:
    """Deeper than a hundredth of a millimetre in a convex ring."""
    x, y = point
    depths = []
    for (x1, y1), (x2, y2) in pairwise(ring):
        if hypot(x2 - x1, y2 - y1) > 1e-6:
            depths.append(((x2 - x1) * (y - y1) - (y2 - y1) * (x - x1)) / hypot(x2 - x1, y2 - y1))
    return all(d > EXACT for d in depths) or all(d < -EXACT for d in depths)


def test_the_run_says_that_a_honeycomb_has_no_bleed_and_how_to_have_it(tmp_path: Path) -> None:
    said = write(tmp_path / "out", kit("land", 13))
    assert (
        said
        == "13 cards on 1 sheet, 18 nested land on Letter, no bleed (a gap makes room for more)"
    )
    said = write(tmp_path / "out", kit("land", 13), "gap=6mm")
    assert "full bleed around" in said


def test_a_honeycomb_yields_to_the_bleed_or_grid_asked_for() -> None:
    for asked in ("bleed=3mm", "grid=2x3", "duplex=fold"):
        assert plan_sheet(own("land"), options(asked)).nest is None
    assert plan_sheet(own("land"), options("bleed=3mm,gap=6mm")).nest


# --- boards ----------------------------------------------------------------------------------


def board_box(sheet: Sheet, one: Size) -> tuple[float, float, float, float]:
    """Where the whole board's trim would lie on the page."""
    (face,) = sheet.faces
    return box_of(face.box(one.bleed, one.bleed, one.trim.width, one.trim.height))


@pytest.mark.parametrize(
    ("asked", "overlap"),
    [("", 10), ("paper=a4", 10), ("overlap=15mm", 15), ("turn=portrait,overlap=0", 0),
     ("paper=a3", 10), ("silhouette=3", 10), ("bleed=0,marks=none", 10)],
)  # fmt: skip
def test_tiles_cover_the_board_and_overlap_as_asked(
    tmp_path: Path, asked: str, overlap: float
) -> None:
    """Laid side by side by their places in the manifest, tiles show every part of the board,
    and neighbours the same strip."""
    one = own("atlas")
    write(tmp_path / "out", kit("atlas", 1), asked)
    told = manifest(tmp_path / "out")
    columns, rows = told["grids"][0]["tiles"]
    sheets = read_sheets(tmp_path / "out" / "sheets.pdf")[::2]
    assert len(sheets) == columns * rows == told["sheets"]
    shown = {}
    for sheet, slot in zip(sheets, told["slots"], strict=True):
        left, top, *_ = board_box(sheet, one)
        clip = box_of(sheet.faces[0].clip)
        shown[slot["row"], slot["column"]] = tuple(
            round(v, 4) for v in (clip[0] - left, clip[1] - top, clip[2] - left, clip[3] - top)
        )
    for (row, column), (left, top, right, bottom) in shown.items():
        if column < columns:
            assert right - shown[row, column + 1][0] == pytest.approx(overlap, abs=EXACT)
        else:
            assert right >= 400 - EXACT
        if row < rows:
            assert bottom - shown[row + 1, column][1] == pytest.approx(overlap, abs=EXACT)
        else:
            assert bottom >= 300 - EXACT
        assert left <= EXACT or column > 1
        assert top <= EXACT or row > 1


@pytest.mark.parametrize("asked", ["", "paper=a4", "paper=a3", "overlap=20mm", "margin=12mm"])
def test_a_board_takes_the_fewest_sheets(asked: str) -> None:
    """Counted by hand: upright or turned, a sheet shows what margin, header and 3 mm for
    marks leave."""
    asked_for = options(asked)
    margin = (asked_for.margin or 5 * MM) / MM
    overlap = asked_for.overlap / MM
    counts = []
    for landscape in (False, True):
        page = asked_for.paper.turned(landscape=landscape)
        room = page.width / MM - 2 * (margin + 3), page.height / MM - 2 * (margin + 3.5 + 3)
        across, down = (
            ceil((length - overlap) / (free - overlap))
            for length, free in zip((400, 300), room, strict=True)
        )
        counts.append(across * down)
    plan = plan_sheet(own("atlas"), asked_for)
    assert plan.tiles
    assert plan.tiles.columns * plan.tiles.rows == min(counts)


def test_seams_are_drawn_where_the_next_tiles_edge_comes_to_lie(tmp_path: Path) -> None:
    one = own("atlas")
    write(tmp_path / "out", kit("atlas", 1))
    first, second = read_sheets(tmp_path / "out" / "sheets.pdf")[0:3:2]
    left, *_ = board_box(first, one)
    grey = [line for line in first.lines if line.color != (0.0,) * 3 and not line.dashed]
    upright = next(li for li in grey if li.points[0][0] == pytest.approx(li.points[1][0]))
    edge = box_of(second.faces[0].clip)[0] - board_box(second, one)[0]
    assert upright.points[0][0] - left == pytest.approx(edge, abs=EXACT)
    ticks = [
        line.points
        for line in first.lines
        if len(line.points) == 2 and not line.dashed and line.color == (0.0,) * 3
        and abs(line.points[0][0] - upright.points[0][0]) < EXACT
        and abs(line.points[1][0] - upright.points[0][0]) < EXACT
    ]  # fmt: skip
    assert len(ticks) == 2, "register marks stand in the margin, above and below"


def test_the_crop_marks_of_a_tile_stand_at_its_edges(tmp_path: Path) -> None:
    write(tmp_path / "out", kit("atlas", 1), "bleed=0")
    for sheet in read_sheets(tmp_path / "out" / "sheets.pdf"):
        left, top, right, bottom = box_of(sheet.faces[0].clip)
        straight = [li.points for li in sheet.lines if len(li.points) == 2 and not li.dashed]
        xs = {round(a[0], 2) for a, b in straight if abs(a[0] - b[0]) < 1e-6}
        ys = {round(a[1], 2) for a, b in straight if abs(a[1] - b[1]) < 1e-6}
        assert {round(left, 2), round(right, 2)} <= xs
        assert {round(top, 2), round(bottom, 2)} <= ys


def test_backs_of_a_board_that_is_too_large_to_be_folded_are_told(tmp_path: Path) -> None:
    """Among sheets that are printed on one side they have pages of their own."""
    told = write(tmp_path / "out", kit("atlas", 1), "duplex=fold")
    assert told.endswith("; atlas is too large to be folded: its backs have pages of their own")
    assert "folded" not in write(tmp_path / "out", kit("atlas", 1), "duplex=separate")


def test_used_places_are_of_no_sheet_that_a_board_goes_over(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match="begins with a whole one") as caught:
        write(tmp_path / "out", kit("atlas", 1), "skip=2")
    assert caught.value.option == "skip"


@pytest.mark.parametrize("duplex", ["long", "short", "fold"])
def test_the_back_of_a_tile_is_the_same_part_of_the_board(tmp_path: Path, duplex: str) -> None:
    one = own("atlas")
    write(tmp_path / "out", kit("atlas", 1), f"duplex={duplex}")
    pages = read_sheets(tmp_path / "out" / "sheets.pdf")
    assert len(pages) == 8
    for front, back in zip(pages[::2], pages[1::2], strict=True):
        wide, high = front.page
        over, under = board_box(front, one), board_box(back, one)
        clip_over, clip_under = box_of(front.faces[0].clip), box_of(back.faces[0].clip)
        columns = (duplex == "short") == (wide > high) or duplex == "fold"
        for mine, other in ((over, under), (clip_over, clip_under)):
            left, top, right, bottom = other
            seen = (
                (wide - right, top, wide - left, bottom)
                if columns
                else (left, high - bottom, right, high - top)
            )
            assert seen == pytest.approx(mine, abs=EXACT)


def test_every_tile_says_which_it_is(tmp_path: Path) -> None:
    write(tmp_path / "out", kit("atlas", 1), "paper=a4")
    text = words(tmp_path / "out" / "sheets.pdf")
    for row in (1, 2):
        for column in (1, 2):
            assert f"thing-0, row {row} of 2, column {column} of 2" in text


def test_a_board_that_fits_lies_on_one_sheet() -> None:
    assert plan_sheet(own("mat"), options("paper=a4")).tiles is None
    assert plan_sheet(own("atlas"), options("paper=500x400mm")).tiles is None


@pytest.mark.parametrize(
    ("name", "asked", "message", "option"),
    [
        ("atlas", "tile=no",
         "atlas (400 × 300 mm) does not fit Letter; tile=yes does", "tile"),
        ("atlas", "overlap=190mm,turn=portrait",
         "atlas (400 × 300 mm) does not fit Letter; overlap=10mm does", "overlap"),
        ("mat", "paper=100x140mm,tile=no",
         "mat (180 × 120 mm) does not fit 100 × 140 mm; paper=letter or paper=a4 does", "paper"),
    ],
)  # fmt: skip
def test_a_board_that_may_not_be_tiled_says_what_would_do(
    name: str, asked: str, message: str, option: str
) -> None:
    with pytest.raises(OptionError) as caught:
        plan_sheet(own(name), options(asked))
    assert str(caught.value) == message
    assert caught.value.option == option


def test_a_grid_for_cards_does_not_keep_boards_from_being_tiled() -> None:
    assert plan_sheet(own("atlas"), options("grid=3x3")).tiles


def test_boards_and_cards_of_a_game_go_on_sheets_of_their_own(tmp_path: Path) -> None:
    said = write(tmp_path / "out", kit("atlas", 2), "skip=0")
    assert said.startswith("2 cards on 8 sheets, atlas on 2×2 sheets of Letter on its side")
    told = manifest(tmp_path / "out")
    assert [slot["slot"] for slot in told["slots"]] == [1] * 4 + [2] * 4


def test_a_part_used_sheet_is_one_of_cards_not_a_boards_tile(tmp_path: Path) -> None:
    """The board comes first in the game; the sheet in the drawer has held cards."""
    game = kit("atlas", 1)
    mats = kit("mat", 3)
    both = replace(game, game=replace(game.game, decks=(*game.game.decks, *mats.game.decks)))
    both = replace(both, scenes={**game.scenes, **mats.scenes})
    write(tmp_path / "out", both, "paper=a4,skip=1")
    slots = [(s["sheet"], s["row"]) for s in manifest(tmp_path / "out")["slots"]]
    assert slots == [(1, 1), (2, 1), (3, 2), (4, 2), (5, 2), (6, 1), (6, 2)]


def test_a_game_without_cards_is_told_so(tmp_path: Path) -> None:
    game = kit("mat", 1)
    empty = replace(game, game=replace(game.game, decks=()))
    with pytest.raises(UnsuitableError, match="no cards"):
        write(tmp_path / "out", empty)


# --- folds -----------------------------------------------------------------------------------


def dashes(sheet: Sheet) -> list[list[Point]]:
    return [line.points for line in sheet.lines if line.dashed]


def test_folds_are_ticked_outside_the_cut_at_both_ends(tmp_path: Path) -> None:
    one = own("mat")
    write(tmp_path / "out", kit("mat", 1), "paper=a4")
    for sheet, mirrored in zip(
        read_sheets(tmp_path / "out" / "sheets.pdf"), (False, True), strict=True
    ):
        left, top, *_ = board_box(sheet, one)
        clip = box_of(sheet.faces[0].clip)
        xs = sorted({round(a[0] - left, 2) for a, b in dashes(sheet) if abs(a[0] - b[0]) < 1e-3})
        ys = sorted({round(a[1] - top, 2) for a, b in dashes(sheet) if abs(a[1] - b[1]) < 1e-3})
        assert xs == pytest.approx([60, 120], abs=EXACT), mirrored
        assert ys == pytest.approx([60], abs=EXACT)
        assert len(dashes(sheet)) == 6
        for a, b in dashes(sheet):
            x, y = (a[0] + b[0]) / 2, (a[1] + b[1]) / 2
            assert x < clip[0] or x > clip[2] or y < clip[1] or y > clip[3], "outside the bleed"
            assert hypot(b[0] - a[0], b[1] - a[1]) == pytest.approx(3, abs=EXACT)


def test_a_fold_between_two_boards_has_no_tick_on_either(tmp_path: Path) -> None:
    """Two mats one below the other without a gap: the fold is ticked above and below both."""
    write(tmp_path / "out", kit("mat", 2), "paper=a4,grid=1x2")
    front = read_sheets(tmp_path / "out" / "sheets.pdf")[0]
    assert len(front.faces) == 2
    upright = [line for line in dashes(front) if abs(line[0][0] - line[1][0]) < 1e-3]
    assert len(upright) == 4


def test_a_fold_goes_on_over_the_tiles_it_crosses(tmp_path: Path) -> None:
    one = own("atlas")
    write(tmp_path / "out", kit("atlas", 1), "paper=a3,turn=portrait")
    seen = []
    for sheet in read_sheets(tmp_path / "out" / "sheets.pdf")[::2]:
        left, *_ = board_box(sheet, one)
        clip = box_of(sheet.faces[0].clip)
        places = {round(a[0] - left, 2) for a, b in dashes(sheet) if abs(a[0] - b[0]) < 1e-3}
        has_it = clip[0] < left + 200 < clip[2]
        assert places == ({200.0} if has_it else set())
        seen.append(has_it)
    assert any(seen)


def test_a_circle_has_no_crop_marks(tmp_path: Path) -> None:
    write(tmp_path / "out", kit("coin", 3), "nest=no,header=no")
    front = read_sheets(tmp_path / "out" / "sheets.pdf")[0]
    assert all(len(line.points) > 12 for line in front.lines)


def test_a_plain_card_has_no_outline(tmp_path: Path) -> None:
    write(tmp_path / "out", job("poker", 3), "header=no")
    front = read_sheets(tmp_path / "out" / "sheets.pdf")[0]
    assert all(len(line.points) == 2 for line in front.lines)


@pytest.mark.parametrize("name", ["land", "coin"])
@pytest.mark.parametrize("asked", ["margin=5mm", "margin=8mm,gap=2mm", "margin=6mm,duplex=short"])
def test_nothing_of_a_honeycomb_is_printed_outside_the_margin(
    tmp_path: Path, name: str, asked: str
) -> None:
    """Not even the points of the hexagons that circles are shown through."""
    write(tmp_path / "out", kit(name, 60), asked)
    margin = float(asked[7 : asked.index("mm")])
    for sheet in read_sheets(tmp_path / "out" / "sheets.pdf"):
        wide, high = sheet.page
        for face in sheet.faces:
            left, top, right, bottom = box_of(face.clip)
            assert min(left, top) >= margin - EXACT
            assert max(right - wide, bottom - high) <= -margin + EXACT
