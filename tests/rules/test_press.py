"""What the press would spoil is found on small games, and on nothing that is sound."""

from __future__ import annotations

import io
import struct
from collections.abc import Mapping

import numpy as np
import pytest
from msgspec.structs import replace
from PIL import Image

from cardgen.check.engine.cut_distance import measure_overshoot
from cardgen.check.engine.subject import Subject
from cardgen.check.rules.press import contrast
from cardgen.check.rules.press.pictures import read_profile_name
from cardgen.core.color import BLACK, WHITE, Color, contrast_ratio
from cardgen.core.findings import Finding, Report
from cardgen.core.geometry import POINTS_PER_MM
from cardgen.core.sizes import load_sizes
from cardgen.files.disk_game import DiskGame
from cardgen.files.memory_game import MemoryGame
from cardgen.pipeline.inspection import inspect_game
from tests.conftest import NOVELTY
from tests.support.rules import PRESS, checks_of, explanations_of

RULES = explanations_of(*PRESS)
OWN = {rule.code for rule in RULES}

GAME = """\
game: Sample
palette: {ink: "#222222", paper: "#eeeeee", night: "#102030"}
fonts: {text: fonts/EBGaramond-Regular.ttf}
decks:
  main: {cards: cards.yaml, size: SIZE, front: face}
"""
PAPER = "{shape: rectangle, fill: paper}"


def subject(files: Mapping[str, str | bytes]) -> Subject:
    """The game of these files, which has no other faults."""
    report = Report()
    game = MemoryGame(files)
    checked = inspect_game(game, report, checks=())
    others = [f for f in report.findings if f.severity == "error" and f.code not in OWN]
    assert checked is not None, report
    assert others == []
    return Subject(game, checked.spec, checked.bound, checked.laid)


def sample(  # one argument a part of the game
    *,
    bleed: str = PAPER,
    trim: str = "",
    safe: str = "",
    size: str = "poker",
    cards: str = "- {name: Fox}\n",
    files: Mapping[str, str | bytes] | None = None,
) -> Subject:
    """A game whose layout has these elements, one a line."""
    parts = {"bleed": bleed, "trim": trim, "safe": safe}
    written = "".join(
        f"    {part}:\n" + "".join(f"      - {line}\n" for line in lines.splitlines())
        for part, lines in parts.items()
        if lines
    )
    layouts = (
        f"styles:\n  body: {{font: text, size: 10pt, color: ink}}\nlayouts:\n  face:\n{written}"
    )
    game = GAME.replace("SIZE", size)
    return subject(
        {"game.yaml": game, "cards.yaml": cards, "layouts.yaml": layouts, **(files or {})}
    )


def look(game: Subject) -> list[Finding]:
    return [finding for check in checks_of(*PRESS) for finding in check(game)]


def found(game: Subject) -> list[str]:
    return [f"{finding.severity} {finding.code}" for finding in look(game)]


def the(game: Subject, code: str = "") -> Finding:
    """The only finding, or the only one of a code."""
    findings = [finding for finding in look(game) if code in ("", finding.code)]
    assert len(findings) == 1, [f.message for f in findings]
    return findings[0]


def line_of(game: Subject, finding: Finding) -> str:
    """What the finding points at, from its column on."""
    assert finding.span
    line = game.game.text(finding.span.file).splitlines()[finding.span.line - 1]
    return line[finding.span.column - 1 :]


def png(width: int, height: int, color: tuple[int, ...] = (90, 90, 90), **saved: bytes) -> bytes:
    out = io.BytesIO()
    mode = "RGBA" if len(color) == 4 else "RGB"
    Image.new(mode, (width, height), color).save(out, "PNG", icc_profile=saved.get("icc"))
    return out.getvalue()


def text(content: str = "Take a card", **changes: str) -> str:
    more = "".join(f", {key.replace('_', '-')}: {value}" for key, value in changes.items())
    return f'{{text: "{content}", style: body{more}}}'


def test_a_sound_card_has_no_finding() -> None:
    assert found(sample(safe=text(left="0", right="0", top="0"))) == []


# --- safe zone and cut ---------------------------------------------------------------------


def test_text_outside_the_safe_zone_is_an_error_at_its_element() -> None:
    game = sample(trim=text("{{ name }}", left="1mm", top="20mm"))
    finding = the(game)
    assert (finding.code, finding.severity, finding.card) == (
        "text-outside-safe",
        "error",
        "main/fox",
    )
    assert line_of(game, finding).startswith('{text: "{{ name }}"')
    assert "at the left" in finding.message


def test_text_in_the_trim_part_may_stand_inside_the_safe_zone() -> None:
    assert found(sample(trim=text(left="4mm", top="20mm"))) == []


def test_what_counts_is_ink_and_not_the_box_around_it() -> None:
    """The line's box begins at the safe zone's top less a millimetre of empty ascent."""
    assert found(sample(trim=text("xxx", left="10mm", top="2.4mm"))) == []


def test_rotated_text_is_seen_where_it_is_printed() -> None:
    turned = text(left="-20mm", top="40mm", width="60mm", height="5mm", align="center", rotate="90")
    assert found(sample(safe=turned)) == []
    assert found(sample(safe=turned.replace("left: -20mm", "left: -31mm"))) == [
        "error text-outside-safe"
    ]


QUOTED = (
    "\u201cTake a card,\u201d said the fox, and it took the others with \u201cgreat\u201d pleasure"
)


def test_hanging_signs_may_reach_into_the_reserve_of_the_safe_zone() -> None:
    """Half a millimeter and more, where they are still further from the cut than it drifts."""
    hung = sample(safe=text(QUOTED, left="0", right="0", top="0", size="11pt", hang="yes"))
    assert found(hung) == []
    moved = text(QUOTED, left="2.4mm", right="3mm", top="20mm", size="11pt", hang="yes")
    assert found(sample(trim=moved)) == ["error text-outside-safe"]


def test_hanging_signs_as_near_to_the_cut_as_it_drifts_are_told_with_what_hangs_them() -> None:
    large = sample(safe=text(QUOTED[:12], left="0", right="0", top="0", size="30pt", hang="yes"))
    finding = the(large)
    assert finding.code == "text-outside-safe"
    assert "`hang`" in finding.hint


def test_an_icon_in_a_text_is_held_to_the_safe_zone() -> None:
    icons = GAME.replace("SIZE", "poker") + "icons: {coin: {picture: coin.png}}\n"
    files: dict[str, str | bytes] = {"coin.png": png(200, 200), "game.yaml": icons}
    game = sample(trim=text("{coin}", left="1mm", top="20mm"), files=files)
    assert found(game) == ["error text-outside-safe"]
    game = sample(trim=text("{coin}", left="5mm", top="20mm"), files=files)
    assert found(game) == []


def test_a_fault_on_many_cards_is_one_finding_that_counts_them() -> None:
    cards = "".join(f"- {{name: Fox {n}}}\n" for n in range(12))
    game = sample(trim=text("{{ name }}", left="1mm", top="20mm"), cards=cards)
    finding = the(game)
    assert [note.message for note in finding.notes] == ["on 12 cards, the first is `main/fox-0`"]
    assert finding.notes[0].span is not None


def test_one_card_can_be_given_a_level_of_its_own() -> None:
    """Folded into the others, its finding would take theirs with it."""
    cards = "".join(f"- {{name: Fox {n}}}\n" for n in range(3))
    entry = "checks: [{code: text-outside-safe, card: main/fox-0, level: warning}]\n"
    files = {"game.yaml": GAME.replace("SIZE", "poker") + entry}
    line = text("{{ name }}", left="1mm", top="20mm")
    findings = look(sample(trim=line, cards=cards, files=files))
    assert [finding.card for finding in findings] == ["main/fox-0", "main/fox-1"]


def test_a_round_card_has_a_round_safe_zone() -> None:
    corner = text("Take", left="2mm", top="2mm")
    assert found(sample(safe=corner)) == []
    assert found(sample(safe=corner, size="circle", bleed="{shape: rectangle, fill: paper}")) == [
        "error text-outside-safe"
    ]


@pytest.mark.parametrize("name", ["poker", "circle", "hex"])
def test_the_outline_is_where_the_cut_is(name: str) -> None:
    size = next(s for s in load_sizes().values() if name in (s.name, *s.aliases))
    x, y = size.trim_box.center
    assert measure_overshoot(size, 0, x, y) < 0
    assert measure_overshoot(size, 0, size.trim_box.right, y) == pytest.approx(0, abs=0.01)
    assert measure_overshoot(size, 3, size.trim_box.right, y) >= 2.5
    corner = measure_overshoot(size, 0, size.trim_box.right, size.trim_box.bottom)
    assert corner > 5 or name == "poker"


def test_a_picture_that_ends_near_the_cut_is_a_warning() -> None:
    art = {"art.png": png(2000, 1200)}
    near = "{picture: art.png, left: 1mm, right: 10mm, top: 20mm, height: 30mm}"
    finding = the(sample(trim=near, files=art))
    assert (finding.code, finding.severity) == ("near-trim", "warning")
    assert finding.message.endswith("at the left")
    clear = near.replace("1mm, right", "4mm, right")
    assert found(sample(trim=clear, files=art)) == []


def test_a_picture_may_run_through_the_cut() -> None:
    art = {"art.png": png(2000, 1200)}
    band = "{picture: art.png, left: 0, right: 0, top: 0, height: 40mm}"
    assert found(sample(bleed=f"{PAPER}\n{band}", files=art)) == []


def test_a_panel_that_stops_at_the_cut_is_a_warning() -> None:
    panel = "{shape: rectangle, fill: night, left: 0, right: 0, top: 0, height: 20mm}"
    finding = the(sample(trim=panel))
    assert finding.code == "near-trim"
    assert finding.message.endswith("at the left, the top and the right")


def disc(left: str, **changes: str) -> str:
    """A disc of 15 mm, or another shape as large."""
    kind = changes.get("kind", "shape: ellipse")
    more = changes.get("more", "")
    size = "width: 15mm, height: 15mm"
    return f"{{{kind}, name: disc, fill: night, left: {left}, top: 30mm, {size}{more}}}"


DIAMOND = "path: M 50 0 L 100 50 L 50 100 L 0 50 Z"


@pytest.mark.parametrize("kind", ["shape: ellipse", "shape: diamond", DIAMOND])
@pytest.mark.parametrize(
    ("left", "codes"),
    [
        ("3mm", []),
        ("1.4mm", ["warning near-trim"]),
        ("0", ["warning near-trim"]),
        ("-1mm", ["warning near-trim"]),
        ("-4mm", []),
    ],
)
def test_a_shape_of_any_outline_is_held_off_the_cut(kind: str, left: str, codes: list[str]) -> None:
    assert found(sample(trim=disc(left, kind=kind))) == codes


def test_a_turned_panel_is_measured_where_its_corner_is() -> None:
    """Turned by 45 degrees, its corner is 3.1 mm farther out than its side was."""
    panel = disc("4mm", kind="shape: rectangle", more=", rotate: 45")
    assert found(sample(trim=panel)) == ["warning near-trim"]
    assert found(sample(trim=panel.replace("left: 4mm", "left: 7mm"))) == []


def test_a_curve_counts_as_far_as_it_is_drawn() -> None:
    """Its control points lie 1 mm from the cut, the curve itself 4.7 mm."""
    bow = "path: M 100 0 C 0 0 0 100 100 100 Z"
    assert found(sample(trim=disc("1mm", kind=bow))) == []


def test_a_disc_on_a_round_card_is_held_off_its_round_cut() -> None:
    small = "{shape: ellipse, fill: night, at: center, width: 20mm, height: 20mm}"
    at_edge = "{shape: ellipse, fill: night, left: 1mm, top: 40%, width: 15mm, height: 15mm}"
    assert found(sample(trim=small, size="circle")) == []
    assert found(sample(trim=at_edge, size="circle")) == ["warning near-trim"]


@pytest.mark.parametrize(
    ("inset", "width", "codes"),
    [
        ("1mm", "1mm", ["warning thin-frame"]),
        ("2mm", "0.5mm", ["warning thin-frame"]),
        ("4mm", "0.5mm", []),
        ("0.5mm", "7mm", []),
    ],
)
def test_a_thin_line_along_the_cut_is_a_warning(inset: str, width: str, codes: list[str]) -> None:
    frame = (
        f"{{shape: rectangle, stroke: ink, stroke-width: {width}, radius: 2mm, "
        f"left: {inset}, right: {inset}, top: {inset}, bottom: {inset}}}"
    )
    assert found(sample(trim=frame)) == codes


@pytest.mark.parametrize(("inset", "codes"), [("2mm", ["warning thin-frame"]), ("3mm", [])])
def test_a_panel_that_leaves_a_thin_border_is_a_warning(inset: str, codes: list[str]) -> None:
    panel = (
        f"{{shape: rectangle, fill: night, left: {inset}, right: {inset}, "
        f"top: {inset}, bottom: {inset}}}"
    )
    assert found(sample(trim=panel)) == codes


# --- bleed ---------------------------------------------------------------------------------


def test_a_background_that_stops_at_the_cut_is_an_error_at_its_layout() -> None:
    game = sample(bleed="", trim="{path: M 0 0 H 100 V 100 H 0 Z, fill: paper}")
    finding = the(game, "bleed-missing")
    assert finding.severity == "error"
    assert line_of(game, finding).startswith("face:")
    assert "the left, the top, the right and the bottom" in finding.message


def test_a_side_without_bleed_is_named() -> None:
    low = "{path: M 0 0 H 100 V 100 H 0 Z, fill: night, left: 0, right: 0, top: 2mm, bottom: 0}"
    finding = the(sample(bleed=low), "bleed-missing")
    assert finding.message.endswith("at the top")


def test_a_white_card_needs_no_bleed() -> None:
    assert (
        found(sample(bleed="{shape: ellipse, fill: night, at: center, width: 3cm, height: 3cm}"))
        == []
    )


def test_a_round_card_is_painted_beyond_its_round_cut() -> None:
    disc = "{shape: ellipse, fill: night}"
    assert found(sample(bleed=disc, size="circle")) == []
    assert "error bleed-missing" in found(sample(bleed="", trim=disc, size="circle"))


# --- one over the other --------------------------------------------------------------------

TITLE = text("Foxglove", left="0", top="0", size="20pt", name="title")
"""Its ink is 23 mm wide and 7 mm high."""


def over(kind: str = "shape: ellipse", left: str = "18mm", top: str = "0", more: str = "") -> str:
    size = "width: 10mm, height: 10mm"
    return f"{{{kind}, name: price, fill: night, left: {left}, top: {top}, {size}{more}}}"


def test_a_disc_painted_over_a_title_is_a_warning_at_the_title() -> None:
    game = sample(safe=f"{TITLE}\n{over()}")
    finding = the(game)
    assert (finding.code, finding.severity) == ("covered-text", "warning")
    assert finding.message == "`title` is hidden in part by `price`: “ve”"
    assert line_of(game, finding).startswith('{text: "Foxglove"')
    assert line_of(game, replace(finding, span=finding.notes[0].span)).startswith("{shape: ell")


def test_the_hint_says_how_far_to_move_it() -> None:
    hint = the(sample(safe=f"{TITLE}\n{over()}")).hint
    way = float(hint.removeprefix("move them ").split()[0])
    assert 0 < way < 10
    assert found(sample(safe=f"{TITLE}\n{over(left=f'{18 + way}mm')}")) == []
    assert found(sample(safe=f"{TITLE}\n{over(left=f'{18 + way - 1}mm')}")) != []


def test_what_is_painted_before_a_text_is_its_ground() -> None:
    assert "covered-text" not in " ".join(found(sample(safe=f"{over()}\n{TITLE}")))


@pytest.mark.parametrize(
    ("kind", "codes"),
    [
        ("shape: rectangle", ["warning covered-text"]),
        ("shape: ellipse", []),
        ("shape: diamond", []),
        ("path: M 100 0 V 100 H 0 Z", []),
    ],
)
def test_the_corner_of_its_box_is_no_part_of_a_disc(kind: str, codes: list[str]) -> None:
    """The box hides the foot of the last letter, its round or slanted shape does not."""
    assert found(sample(safe=f"{TITLE}\n{over(kind, '22.2mm', '5.5mm')}")) == codes


def test_a_frame_and_a_veil_hide_nothing() -> None:
    line = over("shape: rectangle").replace("fill: night", "stroke: ink")
    assert found(sample(safe=f"{TITLE}\n{line}")) == []
    veil = over(more=", opacity: 0.3")
    assert found(sample(safe=f"{TITLE}\n{veil}")) == []
    stain = over(more=", blend: multiply").replace("night", "paper")
    assert found(sample(safe=f"{TITLE}\n{stain}")) == []


def test_a_picture_covers_where_it_is_solid_and_within_its_mask() -> None:
    art = {"art.png": png(400, 400)}
    spot = "{picture: art.png, left: 22.2mm, top: 5.5mm, width: 10mm, height: 10mm}"
    assert found(sample(safe=f"{TITLE}\n{spot}", files=art)) == ["warning covered-text"]
    masked = spot.replace("left", "mask: ellipse, left")
    assert found(sample(safe=f"{TITLE}\n{masked}", files=art)) == []
    holes = {"art.png": png(400, 400, (90, 90, 90, 128))}
    assert found(sample(safe=f"{TITLE}\n{spot}", files=holes)) == []


def test_a_panel_of_other_texts_covers_as_well() -> None:
    panel = "{column: [{text: Six, style: body, color: '#ffffff'}], fill: night, "
    panel += "left: 18mm, top: 0, width: 10mm, height: 8mm}"
    assert found(sample(safe=f"{TITLE}\n{panel}")) == ["warning covered-text"]


def test_letters_that_a_window_cuts_off_are_not_there_to_hide() -> None:
    title = TITLE.replace("top: 0", "top: 0, width: 30mm")
    window = f"{{overlay: [{title}], clip: true, left: 0, top: 0, width: 17mm, height: 12mm}}"
    assert found(sample(safe=f"{window}\n{over()}")) == ["warning clipped-text"]


def test_two_texts_over_each_other_are_a_warning_at_the_upper_one() -> None:
    cost = text("Costs five", left="18mm", top="3mm", name="cost")
    game = sample(safe=f"{TITLE}\n{cost}")
    finding = the(game)
    assert (finding.code, finding.severity) == ("overlapping-texts", "warning")
    assert finding.message == "`cost` is printed over `title`"
    assert line_of(game, finding).startswith('{text: "Costs')
    assert found(sample(safe=f"{TITLE}\n{cost.replace('18mm', '25mm')}")) == []


def test_text_in_the_hollow_of_a_large_letter_is_legible() -> None:
    large = text("O", left="0", top="0", size="90pt")
    within = text("one", left="9mm", top="16mm")
    assert found(sample(safe=f"{large}\n{within}")) == []
    assert found(sample(safe=f"{large}\n{within.replace('9mm', '2mm')}")) == [
        "warning overlapping-texts"
    ]


def test_a_shadow_a_faded_letter_and_a_pattern_are_decoration() -> None:
    shadow = TITLE.replace("left: 0", "left: 0.4mm").replace("top: 0", "top: 0.4mm")
    assert found(sample(safe=f"{shadow}\n{TITLE}")) == []
    line = text("Take one card", left="3mm", top="9mm")
    for letter in (
        text("G", left="0", top="0", size="60pt", opacity="0.2"),
        text("G", left="0", top="0", size="60pt", color="'#d8d8d8'"),
    ):
        codes = found(sample(safe=f"{letter}\n{line}"))
        assert "warning overlapping-texts" not in codes


# --- pictures ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("pixels", "codes"),
    [(100, ["error low-resolution"]), (200, ["warning medium-resolution"]), (240, [])],
)
def test_resolution_is_that_of_the_picture_as_placed(pixels: int, codes: list[str]) -> None:
    art = "{picture: art.png, at: center, width: 20mm, height: 20mm}"
    assert found(sample(safe=art, files={"art.png": png(pixels, pixels)})) == codes


def test_a_crop_leaves_fewer_pixels() -> None:
    art = "{picture: art.png, at: center, width: 20mm, height: 20mm, crop: [0%, 0%, 50%, 50%]}"
    assert found(sample(safe=art, files={"art.png": png(240, 240)})) == [
        "warning medium-resolution"
    ]


def test_the_hint_says_how_many_pixels_it_takes() -> None:
    art = "{picture: art.png, at: center, width: 1in, height: 1in}"
    finding = the(sample(safe=art, files={"art.png": png(100, 100)}))
    assert finding.message == "`picture` has 100 dpi as printed"
    assert "300 × 300" in finding.hint


def test_a_texture_in_the_bleed_is_measured_too() -> None:
    assert found(sample(bleed="{picture: art.png}", files={"art.png": png(411, 561)})) == [
        "warning medium-resolution"
    ]


def test_a_transparent_background_lets_the_paper_through() -> None:
    holes = {"art.png": png(822, 1122, (90, 90, 90, 128))}
    assert found(sample(bleed="{picture: art.png}", files=holes)) == ["warning picture-alpha"]
    solid = {"art.png": png(822, 1122, (90, 90, 90, 255))}
    assert found(sample(bleed="{picture: art.png}", files=solid)) == []


def test_a_cut_out_over_a_background_is_what_transparency_is_for() -> None:
    art = {"art.png": png(240, 240, (90, 90, 90, 128))}
    assert (
        found(sample(safe="{picture: art.png, at: center, width: 2cm, height: 2cm}", files=art))
        == []
    )


def icc(name: str, *, old: bool = False) -> bytes:
    """A colour profile of which there is only the name."""
    if old:
        tag = b"desc" + bytes(4) + struct.pack(">I", len(name) + 1) + name.encode() + b"\0"
    else:
        words = name.encode("utf-16-be")
        tag = b"mluc" + bytes(4) + struct.pack(">II", 1, 12) + b"enUS"
        tag += struct.pack(">II", len(words), 28) + words
    return bytes(128) + struct.pack(">I4sII", 1, b"desc", 144, len(tag)) + tag


@pytest.mark.parametrize("old", [True, False])
def test_a_profile_is_known_by_its_name(old: bool) -> None:
    assert read_profile_name(icc("Display P3", old=old)) == "Display P3"
    assert read_profile_name(icc("sRGB IEC61966-2.1", old=old)) == ""


def test_a_broken_profile_is_no_crash() -> None:
    assert read_profile_name(b"") == ""
    assert read_profile_name(b"desc" * 60) == "unnamed"


def test_a_picture_of_another_colour_space_is_a_warning() -> None:
    art = "{picture: art.png, at: center, width: 2cm, height: 2cm}"
    wide = {"art.png": png(240, 240, icc=icc("Adobe RGB (1998)"))}
    finding = the(sample(safe=art, files=wide))
    assert finding.code == "picture-profile"
    assert "`Adobe RGB (1998)`" in finding.message
    usual = {"art.png": png(240, 240, icc=icc("sRGB built-in"))}
    assert found(sample(safe=art, files=usual)) == []


def test_a_cmyk_picture_is_a_warning() -> None:
    out = io.BytesIO()
    Image.new("CMYK", (240, 240), (0, 90, 0, 0)).save(out, "JPEG")
    art = "{picture: art.jpg, at: center, width: 2cm, height: 2cm}"
    assert found(sample(safe=art, files={"art.jpg": out.getvalue()})) == ["warning picture-profile"]


def photograph(orientation: int) -> bytes:
    exif = Image.Exif()
    exif[0x0112] = orientation
    out = io.BytesIO()
    Image.new("RGB", (240, 240), (120, 90, 60)).save(out, "JPEG", exif=exif.tobytes())
    return out.getvalue()


@pytest.mark.parametrize("orientation", [0, 1, 2, 6, 7, 9])
def test_a_photograph_is_fine_however_the_camera_was_held(orientation: int) -> None:
    art = "{picture: art.jpg, at: center, width: 2cm, height: 2cm}"
    assert found(sample(safe=art, files={"art.jpg": photograph(orientation)})) == []


def test_damaged_notes_of_a_camera_are_no_crash() -> None:
    out = io.BytesIO()
    Image.new("RGB", (240, 240)).save(out, "JPEG", exif=b"Exif\0\0MM\0*\0\0\xff\xff")
    art = "{picture: art.jpg, at: center, width: 2cm, height: 2cm}"
    assert found(sample(safe=art, files={"art.jpg": out.getvalue()})) == []


# --- lines and small text ------------------------------------------------------------------


@pytest.mark.parametrize(("width", "codes"), [("0.2pt", ["warning hairline"]), ("0.25pt", [])])
def test_a_line_below_a_quarter_point_is_a_warning(width: str, codes: list[str]) -> None:
    line = (
        f"{{shape: line, stroke: ink, stroke-width: {width}, at: center, width: 2cm, height: 1mm}}"
    )
    assert found(sample(safe=line)) == codes


def test_a_rectangle_used_as_a_hairline_is_one() -> None:
    line = "{shape: rectangle, fill: ink, at: center, width: 2cm, height: 0.05mm}"
    assert found(sample(safe=line)) == ["warning hairline"]
    assert found(sample(safe=line.replace("0.05mm", "0.2mm"))) == []


@pytest.mark.parametrize(("size", "codes"), [("6pt", ["warning small-text"]), ("6.5pt", [])])
def test_text_below_six_and_a_half_points_is_a_warning(size: str, codes: list[str]) -> None:
    assert found(sample(safe=text(top="0", left="0", size=size))) == codes


def test_small_marks_that_are_no_letters_are_not_small_text() -> None:
    assert found(sample(safe=text("· · ·", top="0", left="0", size="5pt"))) == []


# --- contrast ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("color", "size", "codes"),
    [
        ("#000000", "10pt", []),
        ("#6f6f6f", "10pt", ["warning low-contrast"]),  # 4.4:1 on #eeeeee
        ("#6c6c6c", "10pt", []),  # 4.6:1
        ("#888888", "14pt", []),  # 3.1:1, large
        ("#8c8c8c", "14pt", ["warning low-contrast"]),  # 2.9:1
        ("#b0b0b0", "10pt", ["error low-contrast"]),  # 1.9:1
        ("#eeeeee", "10pt", ["error low-contrast"]),
    ],
)
def test_text_is_held_against_its_ground(color: str, size: str, codes: list[str]) -> None:
    line = text(
        "Take one card from the market", left="0", top="10mm", color=f"'{color}'", size=size
    )
    assert found(sample(safe=line)) == codes


def test_the_ratio_is_that_of_wcag() -> None:
    grey = contrast.measure_luminance(Color(0x77, 0x77, 0x77))
    assert contrast_ratio(
        contrast.measure_luminance(BLACK), contrast.measure_luminance(WHITE)
    ) == pytest.approx(21)
    assert contrast_ratio(grey, contrast.measure_luminance(WHITE)) == pytest.approx(4.48, abs=0.01)


def test_what_is_behind_a_text_is_taken_from_the_picture() -> None:
    line = text("Take one card", left="0", top="10mm")
    dark = "{shape: rectangle, fill: night, left: 0, width: 57mm, top: 8mm, height: 10mm}"
    codes = [code.split()[1] for code in found(sample(safe=f"{dark}\n{line}"))]
    assert codes == ["low-contrast"]
    light = dark.replace("night", "paper")
    assert found(sample(safe=f"{light}\n{line}")) == []


def test_one_unreadable_word_of_a_line_is_enough() -> None:
    line = text("Take one card from the market row", left="0", top="10mm")
    spot = "{shape: rectangle, fill: ink, left: 18mm, width: 14mm, top: 8mm, height: 10mm}"
    assert found(sample(safe=f"{spot}\n{line}")) == ["error low-contrast"]


def test_faded_text_is_as_weak_as_it_looks() -> None:
    assert found(sample(safe=text(left="0", top="9mm", opacity="0.9"))) == []
    assert found(sample(safe=text(left="0", top="9mm", opacity="0.3"))) == ["error low-contrast"]


def test_faded_text_that_no_color_would_mend_is_to_be_more_solid() -> None:
    fault = the(sample(safe=text(left="0", top="9mm", opacity="0.2")), "low-contrast")
    assert fault.hint == "make it more solid: an `opacity` nearer to 1"


def test_grain_of_a_paper_does_not_hide_the_ground() -> None:
    noise = np.random.default_rng(7).integers(200, 256, (40, 400, 3), dtype=np.uint8)
    noise[12:28, 20:380:12] = 30
    ground = contrast.find_ground(noise, Color(30, 30, 30))
    assert ground.contrast > 10


def test_an_ornament_may_be_quiet() -> None:
    leaf = text("❧", left="0", top="9mm", color="'#cccccc'")
    assert found(sample(safe=leaf)) == []


def test_the_hint_gives_a_colour_that_would_do() -> None:
    grey = text("Take one card", left="0", top="9mm", color="'#8c8c8c'")
    hint = the(sample(safe=grey)).hint
    mended = text("Take one card", left="0", top="9mm", color=f"'{hint.split('`')[1]}'")
    assert found(sample(safe=mended)) == []


@pytest.mark.parametrize(
    ("size", "fill", "codes"),
    [("7pt", "night", ["warning reversed-small-text"]), ("8pt", "night", []), ("7pt", "paper", [])],
)
def test_small_light_text_on_dark_is_a_warning(size: str, fill: str, codes: list[str]) -> None:
    color = "ink" if fill == "paper" else "'#ffffff'"
    line = text("Take one card", left="0", top="9mm", size=size, color=color)
    assert found(sample(bleed=f"{{shape: rectangle, fill: {fill}}}", safe=line)) == codes


# --- the family ----------------------------------------------------------------------------


def test_every_rule_is_explained() -> None:
    for rule in RULES:
        assert rule.what[0].islower(), rule.code
        assert rule.what[-1] != ".", rule.code
        assert rule.why.endswith("."), rule.code
        assert rule.fix.endswith("."), rule.code
    assert len({rule.code for rule in RULES}) == len(RULES)


def test_millimetres_are_those_of_the_card() -> None:
    size = load_sizes()["poker"]
    beyond = measure_overshoot(size, size.safe, size.trim_box.left + POINTS_PER_MM, 100)
    assert beyond / POINTS_PER_MM == pytest.approx(2.048)


def test_novelty_prints_without_a_finding() -> None:
    game = DiskGame(NOVELTY)
    checked = inspect_game(game, Report(), checks=())
    assert checked is not None
    found = look(Subject(game, checked.spec, checked.bound, checked.laid))
    assert checked.levels.apply(found) == ()


# --- icons -----------------------------------------------------------------------------------

DROP = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10">SHAPE</svg>'
DISC = '<circle cx="5" cy="5" r="4"/>'


def faint_icons(plate: str, shape: str = DISC, color: str = "") -> list[str]:
    """The findings on an icon, half as large as its plate."""
    icon = f"{{picture: drop.svg{color}}}"
    files: dict[str, str | bytes] = {
        "drop.svg": DROP.replace("SHAPE", shape),
        "game.yaml": GAME.replace("SIZE", "poker") + f"icons: {{drop: {icon}}}\n",
    }
    ground = f"{{shape: rectangle, fill: '{plate}'}}"
    game = sample(bleed=ground, safe=text("{drop}", left="9mm", top="9mm"), files=files)
    checks = checks_of("press.icon_contrast")
    return [finding.code for check in checks for finding in check(game)]


@pytest.mark.parametrize(
    ("plate", "codes"),
    [("#111111", ["icon-contrast"]), ("#404040", ["icon-contrast"]), ("#f0e8d8", [])],
)
def test_a_black_icon_on_a_dark_plate_is_a_warning(plate: str, codes: list[str]) -> None:
    assert faint_icons(plate) == codes


def test_an_icon_is_seen_if_one_of_its_colors_stands_out() -> None:
    assert faint_icons("#111111", DISC + '<path d="M3 5H7" stroke="#ffffff"/>') == []
    tinted = DISC.replace("<circle", '<circle fill="currentColor"')
    assert faint_icons("#111111", tinted, ", color: '#e0c060'") == []
    assert faint_icons("#e8d8b0", tinted, ", color: '#e0c060'") == ["icon-contrast"]
