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
    compare_faces,
)
from cardgen.core.findings import Finding, Report, Span
from cardgen.files.disk_game import DiskGame
from cardgen.files.memory_game import MemoryGame
from cardgen.pipeline.inspection import inspect_game
from cardgen.render.raster.color_difference import color_difference, convert_to_lab
from cardgen.render.raster.color_vision import KINDS, simulate
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


def test_pairs_that_are_compared_together_are_told_apart_as_each_by_itself() -> None:
    chance = np.random.default_rng(3)
    red = np.full((40, 30, 3), (180, 40, 40), np.uint8)
    white, speckled, green = np.full_like(red, 255), red.copy(), red.copy()
    speckled[chance.random((40, 30)) < 0.03] = (40, 60, 250)
    green[:30] = (110, 90, 30)
    pairs = [(red, other) for other in (white, red, speckled, green)]
    together = compare_faces(pairs, dpi=100)
    assert together == [compare_faces([pair], dpi=100)[0] for pair in pairs]
    assert together[1] == [0.0] * len(KINDS)
    assert len({min(shares) < 1 for shares in together}) == 2
    assert compare_faces([], dpi=100) == []


@pytest.mark.parametrize("share", [0.0, 0.001, 0.02, 0.3, 1.0])
def test_a_part_of_the_pixels_decides_only_where_it_is_enough(share: float) -> None:
    """Reds on one face, greens on the other; some of these are blue, which every eye tells."""
    chance = np.random.default_rng(7)
    first = np.full((80, 60, 3), (180, 40, 40), np.uint8)
    second = np.full((80, 60, 3), (110, 90, 30), np.uint8)
    second[chance.random((80, 60)) < share] = (40, 60, 250)
    (shares,) = compare_faces([(first, second)], dpi=100)
    for kind, found in zip(KINDS, shares, strict=True):
        step = max(1, 80 * 60 // 4000)
        pair = (one.reshape(1, -1, 3)[:, ::step] for one in (first, second))
        apart = color_difference(*(convert_to_lab(simulate(one, kind)) for one in pair)) >= ALIKE
        whole = float(apart.mean()) * 80 * 60 / (100 / 25.4) ** 2
        assert found == pytest.approx(whole) if whole < 1 else 1 <= found <= whole * 1.5
