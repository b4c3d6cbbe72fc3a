"""Tokens, tiles, boards, dividers, box panels: rules know their outlines, services their sizes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from PIL import Image

from cardgen.check.engine.cut_distance import (
    list_outline_points,
    measure_outside_safe,
    measure_overshoot,
)
from cardgen.check.engine.levels import Levels
from cardgen.check.engine.subject import Check, Subject
from cardgen.check.rules.product.boxes import check_boxes
from cardgen.core.findings import Finding, Report
from cardgen.core.geometry import POINTS_PER_MM as MM
from cardgen.core.geometry import Extent
from cardgen.core.sizes import UNLIMITED, Size, Tab, Wall
from cardgen.files.memory_game import MemoryGame
from cardgen.files.output_folder import replace_output
from cardgen.pipeline.checked_game import Checked
from cardgen.pipeline.inspection import check_game, inspect_game
from cardgen.scene.cut_outline import safe_outline, trim_outline
from cardgen.targets.contract import UnsuitableError
from cardgen.targets.mpc.target import MpcTarget
from tests.support.rules import PRESS, checks_of
from tests.support.samples import law
from tests.support.target_runs import run_target
from tools import component_pictures as tool
from tools.layout_pictures import PICTURES, TABLE, Sample, check, samples, stage

mpc = MpcTarget()

SIZES = """
  coin: {shape: circle, diameter: 40mm}
  field: {shape: hexagon, width: 60mm}
  board: {width: 120mm, height: 80mm, fold: {columns: 2, rows: 2}}
  index: {width: 66mm, height: 91mm, corner: 2mm, tab: {width: 20mm, height: 8mm, places: 3}}
  tall: {width: 66mm, height: 91mm, corner: 2mm, tab: {width: 30mm, height: 20mm, places: 2}}
  round: {width: 66mm, height: 91mm, corner: 15mm}
"""
GAME = f"""\
game: Sample
palette: {{ink: "#222222", paper: "#e0e0e0"}}
fonts: {{text: fonts/EBGaramond-Regular.ttf}}
sizes: {SIZES}
decks:
  main: {{cards: cards.yaml, size: SIZE, front: face}}
"""
PAPER = "{shape: rectangle, fill: paper}"


def game_of(
    size: str, *, bleed: str = PAPER, more: str = "", **parts: str
) -> tuple[MemoryGame, Checked]:
    """A game whose layout has these elements, one a part."""
    given = {"bleed": bleed, **parts}
    layout = "".join(f"    {part}: [{element}]\n" for part, element in given.items() if element)
    files: dict[str, str | bytes] = {
        "game.yaml": GAME.replace("SIZE", size) + more,
        "cards.yaml": "- {name: Fox}\n",
        "layouts.yaml": f"layouts:\n  plain: {{bleed: [{PAPER}]}}\n  face:\n{layout}",
    }
    game, report = MemoryGame(files), Report()
    checked = inspect_game(game, report, checks=())
    assert checked is not None
    assert not report.count("error"), report.findings
    return game, checked


def look(
    size: str,
    checks: Iterable[Check] = tuple(checks_of(*PRESS)),
    *,
    bleed: str = PAPER,
    more: str = "",
    parts: Mapping[str, str] | None = None,
) -> list[Finding]:
    game, checked = game_of(size, bleed=bleed, more=more, **(parts or {}))
    subject = Subject(game, checked.spec, checked.bound, checked.laid)
    return [finding for check in checks for finding in check(subject)]


def found(size: str, *, bleed: str = PAPER, **parts: str) -> list[str]:
    return [finding.code for finding in look(size, bleed=bleed, parts=parts)]


def text(words: str = "Fox", **where: str) -> str:
    place = "".join(f", {key}: {value}" for key, value in where.items())
    return f'{{text: "{words}", font: text, size: 10pt, color: ink{place}}}'


def shape(kind: str, inset: str, pen: str = "fill: ink") -> str:
    return f"{{shape: {kind}, {pen}, left: {inset}, right: {inset}, top: {inset}, bottom: {inset}}}"


# --- outlines ------------------------------------------------------------------------------


@cache
def own_sizes() -> dict[str, Size]:
    sizes = {
        name: game_of(name)[1].bound.decks[0].cards[0].front.size
        for name in re.findall(r"^  (\w+):", SIZES, re.MULTILINE)
    }
    panel = replace(sizes["board"], folds_x=(), folds_y=(), corner=0.0)
    for side in ("top", "right", "bottom", "left"):
        sizes[f"notch {side}"] = replace(panel, wall=Wall((), (side, 9 * MM)))
    return sizes


NAMES = ("coin", "field", "board", "index", "tall", "round", *(
    f"notch {side}" for side in ("top", "right", "bottom", "left")
))  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_rules_measure_from_the_line_that_is_cut(name: str) -> None:
    size = own_sizes()[name]
    slack = 2.1 * MM if size.tab else 0.02  # the little roundings of a tab are not measured
    for x, y in list_outline_points(trim_outline(size), 1.0):
        assert abs(measure_overshoot(size, 0.0, x, y)) < slack, (x / MM, y / MM)


@pytest.mark.parametrize("name", ["coin", "field", "round"])
def test_the_safe_zone_of_rules_is_the_one_that_proofs_draw(name: str) -> None:
    size = own_sizes()[name]
    for x, y in list_outline_points(safe_outline(size), 1.0):
        assert abs(measure_outside_safe(size, x, y)) < 0.02


@law
@given(
    x=st.floats(-20, 150), y=st.floats(-20, 150), inset=st.floats(0, 9), name=st.sampled_from(NAMES)
)
def test_moving_the_line_inwards_moves_all_points_outwards(
    x: float, y: float, inset: float, name: str
) -> None:
    size = own_sizes()[name]
    near = measure_overshoot(size, 0.0, x * MM, y * MM)
    assert measure_overshoot(size, inset * MM, x * MM, y * MM) == pytest.approx(near + inset * MM)


# --- circles, hexagons, round corners ------------------------------------------------------


def test_text_in_the_corner_of_a_round_corner_is_outside_the_safe_zone() -> None:
    corner = text("M", left="3.5mm", top="3.5mm")
    assert found("board", trim=corner) == []
    assert found("round", trim=corner) == ["text-outside-safe"]


@pytest.mark.parametrize(("size", "kind"), [("coin", "ellipse"), ("field", "hexagon")])
def test_a_line_along_the_cut_of_a_round_piece_is_a_frame(size: str, kind: str) -> None:
    line = "stroke: ink, stroke-width: 0.5mm"
    assert found(size, trim=shape(kind, "1mm", line)) == ["thin-frame"]
    assert found(size, trim=shape(kind, "5mm", line)) == []


@pytest.mark.parametrize(("size", "kind"), [("coin", "ellipse"), ("field", "hexagon")])
def test_a_panel_that_leaves_a_thin_ring_is_a_frame(size: str, kind: str) -> None:
    assert found(size, trim=shape(kind, "1.5mm")) == ["thin-frame"]
    assert found(size, trim=shape(kind, "6mm")) == []
    assert found(size, trim=shape(kind, "-3mm")) == []


def test_a_square_in_a_circle_is_no_frame() -> None:
    assert found("coin", trim=shape("rectangle", "9mm")) == []
    assert found("coin", trim=shape("rectangle", "6.8mm")) == ["near-trim"]


# --- dividers ------------------------------------------------------------------------------


def test_text_on_the_tab_is_safe_and_text_beside_it_is_cut_away() -> None:
    assert found("index", tab=text(at="center")) == []
    assert found("index", trim=text(right="5mm", top="2mm")) == ["text-outside-safe"]
    assert found("index", trim=text(left="5mm", top="-2mm")) == ["text-outside-safe"]


def test_the_tab_has_room_for_what_its_own_part_holds() -> None:
    """A low tab has a lower safe zone, and so has the rule."""
    tabs = {"index": (6, 16), "tall": (5, 25)}
    for size, (top, left) in tabs.items():
        for place in ("top left", "top right", "bottom"):
            assert found(size, tab=text("Mg", at=place)) == [], (size, top, left, place)


def test_text_may_run_from_the_body_up_into_the_tab() -> None:
    tall = text("I", left="8mm", top="12mm").replace("10pt", "60pt")
    assert found("tall", trim=tall) == []


def test_an_edge_near_the_cut_beside_the_tab_is_near_the_cut() -> None:
    def panel(top: str) -> str:
        return f"{{shape: rectangle, fill: ink, left: 8mm, width: 50mm, top: {top}, height: 30mm}}"

    assert found("index", trim=panel("8.5mm")) == ["near-trim"]
    assert found("index", trim=panel("12mm")) == []


def test_a_panel_on_the_tab_is_measured_from_the_tab() -> None:
    inside = "{shape: rectangle, fill: ink, left: 4mm, width: 12mm, top: 3.5mm, height: 20mm}"
    assert found("index", trim=inside) == []
    assert found("index", trim=inside.replace("3.5mm", "1mm")) == ["near-trim"]


def test_a_band_over_the_tab_may_end_above_its_foot_and_not_just_below() -> None:
    band = "{shape: rectangle, fill: ink, left: 0, right: 0, top: 0, height: HEIGHT}"
    assert found("index", bleed=f"{PAPER}, {band}".replace("HEIGHT", "12mm")) == ["near-trim"]
    assert found("index", bleed=f"{PAPER}, {band}".replace("HEIGHT", "16mm")) == []


def test_paint_is_wanted_around_tab_and_body_and_nowhere_else() -> None:
    body = "{shape: rectangle, fill: paper, left: 0, right: 0, top: 6mm, bottom: 0}"
    tab = "{shape: rectangle, fill: paper, left: 0, width: 26mm, top: 0, height: 30mm}"
    assert found("index", bleed=f"{body}, {tab}") == []
    assert "bleed-missing" in found("index", bleed=f"{body.replace('6mm', '11mm')}, {tab}")
    narrow = tab.replace("left: 0", "left: 3mm")
    assert found("index", bleed=f"{body}, {narrow}") == ["near-trim"]


# --- boards --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("place", "codes"),
    [
        ({"left": "50mm", "top": "10mm"}, ["text-on-fold"]),
        ({"left": "10mm", "top": "36mm"}, ["text-on-fold"]),
        ({"left": "10mm", "top": "10mm"}, []),
        ({"left": "63mm", "top": "50mm"}, []),
    ],
)
def test_text_over_either_fold_is_a_warning(place: dict[str, str], codes: list[str]) -> None:
    assert found("board", trim=text("A harbour town", **place)) == codes


def test_two_texts_may_face_each_other_over_the_fold() -> None:
    halves = text("Left        ", right="62mm", top="10mm", align="right")
    assert found("board", trim=f"{halves}, {text('right', left='62mm', top='10mm')}") == []


def test_a_line_runs_over_a_fold_in_its_word_gap_too() -> None:
    """No letter is near the fold; the line is read across it all the same."""
    words = "Left        right".replace(" ", "\N{NO-BREAK SPACE}")
    line = text(words, left="0", width="120mm", top="10mm", align="center")
    assert found("board", trim=line) == ["text-on-fold"]


def test_lines_may_stand_above_and_below_a_fold() -> None:
    lines = text("Above\\n\\nbelow", left="5mm", top="TOP", leading="8mm")
    assert found("board", trim=lines.replace("TOP", "33mm")) == []
    assert found("board", trim=lines.replace("TOP", "37mm")) == ["text-on-fold"]


def test_the_fold_is_named_in_millimetres() -> None:
    finding = look("board", parts={"trim": text("A harbour town", left="50mm", top="10mm")})[0]
    assert (finding.code, finding.severity) == ("text-on-fold", "warning")
    assert "fold 60 mm from the left" in finding.message


# --- boxes ---------------------------------------------------------------------------------

BOX = """\
boxes:
  tuck: {extra: 20mm, panels: {PANELS}}
"""


def box(panels: str) -> str:
    return BOX.replace("PANELS", panels)


ALL = "front: face, back: face, left: face, right: face, top: face, bottom: face"


def test_a_panel_is_looked_at_like_a_card() -> None:
    findings = look("coin", more=box(ALL), parts={"safe": text("Fox", at="center")})
    assert findings == []
    near = text("Fox", left="0.5mm", top="15mm")
    cards = {
        finding.card for finding in look("coin", more=box("front: face"), parts={"trim": near})
    }
    assert cards == {"tuck/front", "main/fox"}
    both = look("coin", more=box("front: face, back: face"), parts={"trim": near})
    notes = [note.message for finding in both for note in finding.notes]
    assert notes == ["on 2 panels, the first is `tuck/back`"]


def test_no_bleed_is_missed_where_a_panel_goes_on_into_its_neighbour() -> None:
    """Bare at the left and right: the front lies between both sides."""
    bare = "{shape: rectangle, fill: paper, left: 3.2mm, right: 3.2mm, top: 0, bottom: 0}"

    def missed(panels: str) -> list[str]:
        findings = look("board", more=box(panels), bleed=bare)
        return [f.message for f in findings if (f.code, f.card) == ("bleed-missing", "tuck/front")]

    assert missed("front: face, left: plain, right: plain") == []
    (message,) = missed("front: face, left: plain")
    assert "the right" in message
    assert "the left" not in message


def test_findings_on_panels_speak_of_their_edge_and_not_of_a_cut() -> None:
    panel = "{shape: rectangle, fill: ink, left: 1mm, width: 10mm, top: 20mm, height: 10mm}"
    findings = look("board", more=box("front: face"), parts={"trim": panel})
    messages = {f.card: f.message for f in findings if f.code == "near-trim"}
    assert "of the panel's edge at the left" in messages["tuck/front"]
    assert "of the cut at the left" in messages["main/fox"]


def test_a_level_may_be_given_for_a_box_and_for_a_panel() -> None:
    for scope in ("deck: tuck", "card: tuck/front"):
        levels = f"checks: [{{code: text-outside-safe, level: 'off', reason: x, {scope}}}]\n"
        _, checked = game_of("board", more=box("front: face") + levels)
        finding = Finding("text-outside-safe", "x", card="tuck/front")
        other = Finding("text-outside-safe", "x", card="main/fox")
        own = Levels(checked.spec, checked.bound)
        assert own.apply([finding, other]) == (other,)
        assert own.find_faults(whole=True) == ()


def test_sound_boxes_have_no_finding_and_odd_ones_have_theirs() -> None:
    assert look("board", [check_boxes], more=box(ALL)) == []
    thick = look("board", [check_boxes], more=box(ALL).replace("20mm", "130mm"))
    assert [(f.code, f.hint) for f in thick] == [
        ("box-depth", "write `piles: 2`, or make two boxes of it")
    ]
    thin = look("board", [check_boxes], more=box(ALL).replace("20mm", "4mm"))
    assert [f.code for f in thin] == ["box-depth"]
    bare = look("board", [check_boxes], more=box("front: face"))
    assert [f.code for f in bare] == ["bare-panel"]
    assert look("board", [check_boxes], more=box("flaps: face")) == []


# --- services ------------------------------------------------------------------------------

DECKS = """\
game: Sample
palette: {paper: "#e0e0e0"}
sizes: {coin: {shape: circle, diameter: 30mm}, near: {width: 63mm, height: 89mm}}
decks:
  cards: {cards: cards.yaml, size: poker, front: face, back: face}
  coins: {cards: cards.yaml, size: coin, front: face}
"""


def decks(text: str) -> Checked:
    files: dict[str, str | bytes] = {
        "game.yaml": text,
        "cards.yaml": "- {name: Fox, copies: 700}\n",
        "layouts.yaml": f"layouts: {{face: {{bleed: [{PAPER}]}}}}\n",
    }
    checked = check_game(MemoryGame(files), Report(), checks=())
    assert checked is not None
    return checked


def service(text: str) -> set[str]:
    checked = decks(text)
    subject = Subject(MemoryGame({}), checked.spec, checked.bound, checked.laid)
    return {
        finding.code for check in checks_of("service.print_service") for finding in check(subject)
    }


def test_rules_of_a_service_are_silent_on_what_it_does_not_sell() -> None:
    assert service(DECKS) == {"too-many-cards"}
    assert service(DECKS.replace("size: poker", "size: near")) == set()
    assert service(DECKS.replace("size: coin", "size: near")) == {"too-many-cards"}
    assert service(DECKS.replace("size: coin", "size: poker")) >= {"no-back"}


def test_rules_of_a_service_are_silent_if_the_game_is_not_built_for_it() -> None:
    assert service(DECKS + "build: [sheets]\n") == set()
    assert service(DECKS + "build: [sheets, mpc]\n") == {"too-many-cards"}


def write(folder: Path, text: str) -> str:
    checked = decks(text.replace("poker", "micro"))
    with replace_output(folder) as output:
        return run_target(mpc, checked.job(72, lambda *_: None), output)


def test_a_deck_as_large_as_a_size_that_is_sold_is_told_that_size(tmp_path: Path) -> None:
    text = DECKS.replace("{shape: circle, diameter: 30mm}", "{width: 63mm, height: 88mm}")
    said = write(tmp_path / "mpc", text)
    assert "they sell no such size, but `coins` is as large as `size: game`" in said
    guide = (tmp_path / "mpc" / "micro-1" / "ORDER.md").read_text("utf-8")
    assert "But `coins` is as large as `size: game`." in guide


def test_decks_that_the_service_does_not_sell_are_left_out_and_named(tmp_path: Path) -> None:
    said = write(tmp_path / "mpc", DECKS)
    assert "not coins: they sell no such size" in said
    folders = sorted(file.name for file in (tmp_path / "mpc").iterdir() if file.is_dir())
    assert folders == ["micro-1", "micro-2"]
    guide = (tmp_path / "mpc" / "micro-1" / "ORDER.md").read_text("utf-8")
    assert "`coins`" in guide
    assert "does not sell its size" in guide


def test_a_game_that_the_service_sells_nothing_of_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UnsuitableError, match="none of this game's sizes") as refused:
        write(tmp_path / "mpc", DECKS.replace("size: poker", "size: near"))
    assert "sheets" in refused.value.hint


# --- the page ------------------------------------------------------------------------------

PAGE = tool.PAGE.read_text("utf-8")


@pytest.mark.parametrize("sample", samples(PAGE), ids=lambda sample: sample.name)
def test_every_sample_of_the_page_lays_out_without_a_finding(sample: Sample) -> None:
    checked, findings = check(sample, stage(PAGE))
    assert [f"{finding.code}: {finding.message}" for finding in findings] == []
    assert checked is not None


def test_every_picture_of_the_page_is_there_small_and_made_from_it() -> None:
    shown = re.findall(r"!\[[^\]]+\]\(pictures/([\w-]+)\.png\)", PAGE)
    made = [
        name
        for sample in samples(PAGE)
        if "picture" in sample.options
        for checked in [check(sample, stage(PAGE))[0]]
        if checked is not None
        for name, _ in tool.pictures(sample, checked)
    ]
    assert shown == made
    for name in shown:
        file = PICTURES / f"{name}.png"
        assert file.stat().st_size < 40_000, "run `python -m tools.component_pictures`"
        with Image.open(file) as image:
            assert image.convert("RGB").getpixel((0, 0)) in (TABLE, (255, 255, 255))


def test_a_size_without_a_tab_has_no_safe_zone_of_one() -> None:
    plain = Size("x", Extent(100, 100), 9, 9, 0, "", "", UNLIMITED)
    tabbed = replace(plain, tab=Tab(30, 20, 10))
    assert measure_outside_safe(plain, 60, 12) == measure_overshoot(plain, 9, 60, 12)
    assert measure_outside_safe(tabbed, 34, 20) < 0 < measure_outside_safe(tabbed, 80, 20)
