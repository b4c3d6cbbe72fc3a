"""Values that must differ are held against grey and colour blindness."""

from __future__ import annotations

import numpy as np
import pytest

from cardgen.check.engine.subject import Subject
from cardgen.check.rules.press.color_vision import (
    ALIKE,
    DistinctPair,
    check_pairs,
    check_vision,
    color_difference,
    compare_faces,
    convert_to_lab,
)
from cardgen.core.findings import Finding, Report, Span
from cardgen.files.game_files import DiskGame, MemoryGame
from cardgen.pipeline.inspection import inspect_game
from cardgen.render.raster.color_vision import simulate
from tests.conftest import NOVELTY
from tests.support.rules import explanations_of

GAME = """\
game: Sample
palette: {red: "RED", green: "GREEN", paper: "#f4efe4"}
fonts: {text: fonts/EBGaramond-Regular.ttf}
decks:
  main: {cards: cards.yaml, size: poker, front: face}
"""
CARDS = "- {id: a, name: Fox, mark: red}\n- {id: b, name: Fox, mark: green}\n"
DISC = '{shape: ellipse, fill: "{{ mark }}", at: center, width: 2cm, height: 2cm}'
PLACE = Span("game.yaml", 5, 9, 13)
EYES = ["alike-in-grey", "alike-to-colour-blind"]

SHARMA = [  # L*, a*, b* twice, and the published ΔE00: all pairs of table 1
    (50, 2.6772, -79.7751, 50, 0, -82.7485, 2.0425),
    (50, 3.1571, -77.2803, 50, 0, -82.7485, 2.8615),
    (50, 2.8361, -74.0200, 50, 0, -82.7485, 3.4412),
    (50, -1.3802, -84.2814, 50, 0, -82.7485, 1.0000),
    (50, -1.1848, -84.8006, 50, 0, -82.7485, 1.0000),
    (50, -0.9009, -85.5211, 50, 0, -82.7485, 1.0000),
    (50, 0, 0, 50, -1, 2, 2.3669),
    (50, -1, 2, 50, 0, 0, 2.3669),
    (50, 2.49, -0.001, 50, -2.49, 0.0009, 7.1792),
    (50, 2.49, -0.001, 50, -2.49, 0.0010, 7.1792),
    (50, 2.49, -0.001, 50, -2.49, 0.0011, 7.2195),
    (50, 2.49, -0.001, 50, -2.49, 0.0012, 7.2195),
    (50, -0.001, 2.49, 50, 0.0009, -2.49, 4.8045),
    (50, -0.001, 2.49, 50, 0.0010, -2.49, 4.8045),
    (50, -0.001, 2.49, 50, 0.0011, -2.49, 4.7461),
    (50, 2.5, 0, 50, 0, -2.5, 4.3065),
    (50, 2.5, 0, 73, 25, -18, 27.1492),
    (50, 2.5, 0, 61, -5, 29, 22.8977),
    (50, 2.5, 0, 56, -27, -3, 31.9030),
    (50, 2.5, 0, 58, 24, 15, 19.4535),
    (50, 2.5, 0, 50, 3.1736, 0.5854, 1.0000),
    (50, 2.5, 0, 50, 3.2972, 0, 1.0000),
    (50, 2.5, 0, 50, 1.8634, 0.5757, 1.0000),
    (50, 2.5, 0, 50, 3.2592, 0.3350, 1.0000),
    (60.2574, -34.0099, 36.2677, 60.4626, -34.1751, 39.4387, 1.2644),
    (63.0109, -31.0961, -5.8663, 62.8187, -29.7946, -4.0864, 1.2630),
    (61.2901, 3.7196, -5.3901, 61.4292, 2.2480, -4.9620, 1.8731),
    (35.0831, -44.1164, 3.7933, 35.0232, -40.0716, 1.5901, 1.8645),
    (22.7233, 20.0904, -46.6940, 23.0331, 14.9730, -42.5619, 2.0373),
    (36.4612, 47.8580, 18.3852, 36.2715, 50.5065, 21.2231, 1.4146),
    (90.8027, -2.0831, 1.4410, 91.1528, -1.6435, 0.0447, 1.4441),
    (90.9257, -0.5406, -0.9208, 88.6381, -0.8985, -0.7239, 1.5381),
    (6.7747, -0.2908, -2.4247, 5.8714, -0.0985, -2.2286, 0.6377),
    (2.0776, 0.0795, -1.1350, 0.9033, -0.0636, -0.5514, 0.9082),
]  # fmt: skip


def subject(element: str = DISC, *, red: str, green: str, cards: str = CARDS) -> Subject:
    """A game whose cards show their mark by one element."""
    elements = "".join(f"      - {line}\n" for line in element.splitlines())
    paper = "    bleed:\n      - {shape: rectangle, fill: paper}\n"
    files = {
        "game.yaml": GAME.replace("RED", red).replace("GREEN", green),
        "cards.yaml": cards,
        "layouts.yaml": f"layouts:\n  face:\n{paper}    safe:\n{elements}",
    }
    report, game = Report(), MemoryGame(files)
    checked = inspect_game(game, report, checks=())
    assert checked is not None
    assert report.count("error") == 0, report.findings
    return Subject(game, checked.spec, checked.bound, checked.laid)


def look(game: Subject, first: str = "red", second: str = "green") -> list[Finding]:
    return list(check_pairs(game, [DistinctPair("main", "mark", first, second, PLACE)]))


def codes(game: Subject) -> list[str]:
    return [finding.code for finding in look(game)]


# --- the measure ---------------------------------------------------------------------------


@pytest.mark.parametrize("row", SHARMA)
def test_the_difference_is_that_of_the_published_pairs(row: tuple[float, ...]) -> None:
    first, second = np.array(row[:3], float), np.array(row[3:6], float)
    assert float(color_difference(first, second)) == pytest.approx(row[6], abs=5e-5)
    assert float(color_difference(second, first)) == pytest.approx(row[6], abs=5e-5)


def test_lab_of_known_colours() -> None:
    """White, black, and sRGB red as published by B. Lindbloom for D65."""
    pixels = np.array([[255, 255, 255], [0, 0, 0], [255, 0, 0]], np.uint8)
    wanted = np.array([[100, 0, 0], [0, 0, 0], [53.24, 80.09, 67.20]])
    assert np.allclose(convert_to_lab(pixels), wanted, atol=0.03)


# --- pairs ---------------------------------------------------------------------------------


def test_red_and_green_of_one_lightness_are_alike_to_some() -> None:
    findings = look(subject(red="#a8402c", green="#4f7320"))
    assert [finding.code for finding in findings] == EYES
    assert all(finding.span == PLACE for finding in findings)
    assert "protanopia" in findings[1].message or "deuteranopia" in findings[1].message
    assert findings[1].notes[0].message == "seen on `main/a` and `main/b`"


def test_colours_that_differ_in_lightness_are_told_apart() -> None:
    assert codes(subject(red="#7a1518", green="#a9d18e")) == []


def test_colours_of_one_lightness_may_be_apart_for_everybody_but_a_grey_print() -> None:
    assert codes(subject(red="#b0343a", green="#2f62b5")) == ["alike-in-grey"]


def test_another_shape_makes_up_for_the_colour() -> None:
    shapes = (
        "{shape: diamond, fill: red, when: mark == 'red', at: center, width: 2cm, height: 2cm}\n"
        "{shape: ellipse, fill: green, when: mark == 'green', at: center, width: 2cm, height: 2cm}"
    )
    assert codes(subject(shapes, red="#a8402c", green="#4f7320")) == []


def test_a_mark_that_is_not_drawn_is_alike_to_all() -> None:
    same = "{shape: ellipse, fill: \"{{ 'red' if mark else 'green' }}\", width: 2cm, height: 2cm}"
    assert codes(subject(same, red="#a8402c", green="#4f7320")) == EYES


def test_without_cards_to_compare_the_palette_is() -> None:
    cards = "- {id: a, name: Fox, mark: red}\n- {id: b, name: Owl, mark: green}\n"
    findings = look(subject(red="#a8402c", green="#4f7320", cards=cards))
    assert [finding.code for finding in findings] == EYES
    assert "palette" in findings[0].notes[0].message
    assert codes(subject(red="#7a1518", green="#a9d18e", cards=cards)) == []


def test_a_misspelt_value_is_an_error() -> None:
    findings = look(subject(red="#7a1518", green="#a9d18e"), second="grean")
    assert [finding.code for finding in findings] == ["distinct-unknown"]
    assert findings[0].hint == "did you mean `green`?"


@pytest.mark.parametrize(("deck", "field"), [("mian", "mark"), ("main", "mrak")])
def test_a_misspelt_deck_or_field_is_an_error(deck: str, field: str) -> None:
    game = subject(red="#7a1518", green="#a9d18e")
    findings = list(check_pairs(game, [DistinctPair(deck, field, "red", "green", PLACE)]))
    assert [finding.code for finding in findings] == ["distinct-unknown"]


def test_a_game_that_declares_nothing_is_not_looked_at() -> None:
    assert list(check_vision(subject(red="#a8402c", green="#4f7320"))) == []


@pytest.mark.slow
def test_the_marks_of_novelty_are_told_apart() -> None:
    game = DiskGame(NOVELTY)
    checked = inspect_game(game, Report(), checks=())
    assert checked is not None
    novelty = Subject(game, checked.spec, checked.bound, checked.laid)
    assert list(check_pairs(novelty, [DistinctPair("letters", "mark", "red", "blue", PLACE)])) == []


def test_every_rule_is_explained() -> None:
    assert all(
        rule.why.endswith(".") and rule.fix.endswith(".")
        for rule in explanations_of("press.color_vision")
    )


@pytest.mark.parametrize("share", [0.0, 0.001, 0.02, 0.3, 1.0])
def test_a_part_of_the_pixels_decides_only_where_it_is_enough(share: float) -> None:
    """Reds on one face, greens on the other; some of these are blue, which every eye tells."""
    chance = np.random.default_rng(7)
    first = np.full((80, 60, 3), (180, 40, 40), np.uint8)
    second = np.full((80, 60, 3), (110, 90, 30), np.uint8)
    second[chance.random((80, 60)) < share] = (40, 60, 250)
    for kind, found in compare_faces(first, second, dpi=100):
        step = max(1, 80 * 60 // 4000)
        pair = (one.reshape(1, -1, 3)[:, ::step] for one in (first, second))
        apart = color_difference(*(convert_to_lab(simulate(one, kind)) for one in pair)) >= ALIKE
        whole = float(apart.mean()) * 80 * 60 / (100 / 25.4) ** 2
        assert found == pytest.approx(whole) if whole < 1 else 1 <= found <= whole * 1.5
