"""Barcodes say what was typed, to a reader that is not ours, and what spoils them is found."""

from __future__ import annotations

import numpy as np
import pytest
import zxingcpp

from cardgen.core.findings import Report
from cardgen.files.memory_game import MemoryGame
from cardgen.layout.face.low_ink import low_ink
from cardgen.pipeline.checked_game import Checked
from cardgen.pipeline.inspection import check_game
from cardgen.render.face_pixels import rasterize

GAME = """\
game: Sample
palette: {ink: "#222222", paper: "#efe6d0", red: "#f02020", night: "#101020"}
fonts: {text: fonts/EBGaramond-Regular.ttf}
decks:
  main: {cards: cards.yaml, size: poker, front: face}
"""
QR = '{barcode: "{{ code }}", kind: qr, at: center, width: 24mm, height: 24mm}'
EAN = '{barcode: "{{ code }}", kind: ean-13, at: center, width: 36mm, height: 24mm}'


def look(element: str, code: str, *, over: str = "") -> tuple[Checked | None, list[str]]:
    """The game with this barcode, and what is found of barcodes on it."""
    more = f"      - {over}\n" if over else ""
    layouts = (
        "layouts:\n  face:\n    bleed:\n      - {shape: rectangle, fill: paper}\n"
        f"    safe:\n      - {element}\n{more}"
    )
    cards = f"- {{name: Fox, code: {code}}}\n"
    report = Report()
    files = {"game.yaml": GAME, "cards.yaml": cards, "layouts.yaml": layouts}
    checked = check_game(MemoryGame(files), report)
    own = [f for f in report.findings if "barcode" in f.code]
    assert [f for f in report.findings if f.severity == "error" and f not in own] == []
    return checked, [f"{f.severity}: {f.message}" for f in own]


def read(checked: Checked | None, *, spare: bool = False) -> list[str]:
    """What an independent reader finds on the face as it is printed."""
    assert checked is not None
    face = checked.bound.decks[0].cards[0].front
    scene = checked.laid.scenes[face]
    scene = low_ink(scene) if spare else scene
    size = face.size.pixels(300)
    ((_, pixels),) = rasterize([scene], size, checked.bound.pictures)
    return [found.text for found in zxingcpp.read_barcodes(np.ascontiguousarray(pixels))]


@pytest.mark.parametrize("code", ["https://example.org/x?a=1&b=2", "Füchse, 狐, 🦊", "12345"])
def test_a_qr_code_says_what_was_typed(code: str) -> None:
    checked, found = look(QR, f"'{code}'")
    assert (read(checked), found) == ([code], [])


@pytest.mark.parametrize("code", ["978-3-16-148410-0", "9783161484100", "'0012345678905'"])
def test_an_ean_13_says_its_digits(code: str) -> None:
    checked, found = look(EAN, code)
    assert (read(checked), found) == ([code.replace("-", "").strip("'")], [])


@pytest.mark.parametrize("element", [QR, EAN])
def test_a_barcode_is_read_where_ink_is_spared_and_where_it_is_turned(element: str) -> None:
    turned = element.replace("at: center", "at: center, rotate: 90")
    checked, found = look(turned, "9783161484100")
    assert (read(checked, spare=True), found) == (["9783161484100"], [])


@pytest.mark.parametrize(
    ("code", "hint"),
    [
        ("9783161484101", "`9783161484100` would be right"),
        ("978316148410", "with its check digit it is `9783161484100`"),
        ("'012345678905'", "a UPC-A of 12 digits is the EAN-13 `0012345678905`"),
        ("٩783161484100", "write all 13 digits"),
        ("''", "write all 13 digits"),
    ],
)
def test_what_is_no_ean_13_is_an_error_at_the_card(code: str, hint: str) -> None:
    layouts = f"layouts:\n  face:\n    safe:\n      - {EAN}\n"
    cards = f"- {{name: Fox, code: {code}}}\n"
    report = Report()
    files = {"game.yaml": GAME, "cards.yaml": cards, "layouts.yaml": layouts}
    check_game(MemoryGame(files), report)
    (finding,) = [f for f in report.findings if f.code == "bad-barcode"]
    assert hint in finding.hint
    assert str(finding.span).startswith("cards.yaml:1")
    assert finding.card == "main/fox"


@pytest.mark.parametrize("code", ["''", "x" * 3000])
def test_an_empty_qr_code_and_one_too_long_are_errors(code: str) -> None:
    _, found = look(QR, code)
    assert len(found) == 1
    assert found[0].startswith("error")


@pytest.mark.parametrize(
    ("element", "expected"),
    [
        (QR.replace("24mm", "7mm"), "error: the modules of `barcode` are 0.241 mm wide"),
        (QR.replace("24mm", "9mm"), "warning: the modules of `barcode` are 0.310 mm wide"),
        (EAN.replace("36mm", "29mm"), "error: the modules of `barcode` are 0.257 mm wide"),
        (EAN.replace("24mm", "12mm"), "warning: the bars of `barcode` are 12.00 mm high"),
        (QR.replace("at: center", "left: -4mm, top: 0"), "error: `barcode` with its quiet zone"),
    ],
)
def test_measures_that_scanners_refuse_are_found(element: str, expected: str) -> None:
    _, found = look(element, "9783161484100")
    assert found
    assert any(one.startswith(expected) for one in found), found


@pytest.mark.parametrize(
    ("element", "over", "expected"),
    [
        (EAN.replace("at:", "color: red, at:"), "", "red light"),
        (QR.replace("at:", "color: white, ground: night, at:"), "", "light on a dark ground"),
        (QR.replace("at:", "color: paper, at:"), "", "has a contrast of"),
        (QR.replace("at:", "opacity: 0.2, at:"), "", "is covered, or mixed with what is below"),
        (QR, "{shape: rectangle, fill: ink, at: center, width: 22.5mm, height: 22.5mm}", ""),
        (QR, "{shape: rectangle, fill: white}", "is covered, or mixed with what is below"),
        (EAN, "{shape: rectangle, fill: ink}", "is covered, or mixed with what is below"),
        (QR, "{shape: rectangle, fill: ink, left: 0, top: 0, width: 57mm, height: 31mm}", "quiet"),
        (EAN, "{shape: rectangle, fill: ink, at: center, width: 60mm, height: 1mm}", "covered"),
        (QR, "{shape: ellipse, fill: red, at: center, width: 9mm, height: 9mm}", "covered"),
    ],
)
def test_what_a_scanner_cannot_read_is_an_error(element: str, over: str, expected: str) -> None:
    _, found = look(element, "9783161484100", over=over)
    assert any(one.startswith("error") and expected in one for one in found), found


def test_a_small_sign_in_the_middle_of_a_forgiving_code_is_a_warning_and_still_read() -> None:
    element = QR.replace("at:", "correction: high, at:")
    sign = "{shape: ellipse, fill: red, at: center, width: 4mm, height: 4mm}"
    checked, found = look(element, "https://example.org/some/longer/address", over=sign)
    assert read(checked) == ["https://example.org/some/longer/address"]
    assert [one.split(":")[0] for one in found] == ["warning"]


def test_a_ground_of_none_lets_the_card_show_and_is_checked_as_printed() -> None:
    checked, found = look(QR.replace("at:", "ground: none, at:"), "12345")
    assert (read(checked), found) == (["12345"], [])


def test_correction_is_refused_for_bars() -> None:
    report = Report()
    element = EAN.replace("at:", "correction: high, at:")
    layouts = f"layouts:\n  face:\n    safe:\n      - {element}\n"
    files = {"game.yaml": GAME, "cards.yaml": "- {code: 1}\n", "layouts.yaml": layouts}
    check_game(MemoryGame(files), report)
    assert "`correction` says nothing of an EAN-13: it has none" in [
        f.message for f in report.findings
    ]


def test_a_text_far_too_long_for_any_barcode_is_a_finding() -> None:
    _, found = look(QR.replace("{{ code }}", "狐" * 5_000), "1")
    assert found == ["error: no QR code says 15,000 bytes at this correction"]


def test_a_card_has_so_many_barcodes_and_no_more() -> None:
    """Each takes up to a quarter of a second to find."""
    element = '{barcode: "{{ code }} {{ item }}", kind: qr, width: 15mm, repeat: %s}'
    for count, codes in (("20", []), ("21", ["over-budget"])):
        layouts = "layouts:\n  face:\n    bleed:\n      - " + element.replace("%s", count)
        cards = "- {name: Fox, code: a}\n"
        files = {"game.yaml": GAME, "cards.yaml": cards, "layouts.yaml": layouts}
        check_game(MemoryGame(files), report := Report(), checks=())
        assert [found.code for found in report.findings] == codes
