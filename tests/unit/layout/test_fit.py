"""One size for a deck, and the ladder of sizes that it is chosen from."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from cardgen.bind.bound_texts import TextSetting
from cardgen.core.findings import Report
from cardgen.core.lengths import Length
from cardgen.files.memory_game import MemoryGame
from cardgen.layout.text.fit import DeckFit, fit_deck, list_regular_sizes, list_sizes
from cardgen.pipeline.inspection import check_game
from cardgen.scene.items import Glyphs, walk
from tests.support.samples import garamond

SIZES = (12.0, 11.0, 10.0, 9.0, 8.0)


def setting(**changes: object) -> TextSetting:
    """Text of 10 points that may shrink to 8 and grow to 11, by half points."""
    plain = TextSetting(
        garamond(), 10.0, 8.0, 11.0, 0.5, "deck", Length(12.0), "left", "top", language="en"
    )
    return replace(plain, **changes)


# --- the ladder --------------------------------------------------------------------------


def test_the_ladder_goes_down_from_the_largest_size_through_the_wanted_one() -> None:
    assert list_sizes(setting()) == (11.0, 10.5, 10.0, 9.5, 9.0, 8.5, 8.0)


def test_a_text_that_is_not_fitted_has_its_one_size() -> None:
    assert list_sizes(setting(fit="none")) == (10.0,)


def test_the_ends_of_the_ladder_are_on_it_even_off_the_step() -> None:
    assert list_sizes(setting(floor=8.75, ceiling=10.7)) == (10.7, 10.5, 10.0, 9.5, 9.0, 8.75)


def test_a_step_wider_than_the_range_leaves_its_ends() -> None:
    assert list_sizes(setting(step=5.0)) == (11.0, 10.0, 8.0)


def test_a_text_that_may_neither_grow_nor_shrink_has_one_size() -> None:
    assert list_sizes(setting(floor=10.0, ceiling=10.0)) == (10.0,)


def test_steps_that_are_no_binary_fractions_stay_round_numbers() -> None:
    assert list_sizes(setting(step=0.1, floor=9.7, ceiling=10.0)) == (10.0, 9.9, 9.8, 9.7)


def test_a_step_of_many_places_makes_sizes_of_a_ten_thousandth() -> None:
    assert list_sizes(setting(step=1 / 3, floor=10.0)) == (11.0, 10.6667, 10.3333, 10.0)


def test_a_text_of_two_lines_is_short_and_one_of_three_is_not() -> None:
    def size(text: str) -> float:
        layouts = (
            f'layouts: {{face: {{safe: [{{text: "{text}", font: text, size: 10pt, '
            "max-size: 14pt, fit: deck, left: 0, width: 40mm, top: 0, height: 40mm}]}}"
        )
        checked = check_game(MemoryGame({**GAME, "layouts.yaml": layouts}), Report())
        assert checked is not None
        (face,) = checked.laid.scenes.values()
        return max(item.size for item in walk(face.items) if isinstance(item, Glyphs))

    assert size("One line") == 14.0
    assert size("One line\\nand another") == 14.0
    assert size("One line\\nand another\\nand a third") == 10.0


GAME = {
    "game.yaml": "game: Short\nfonts: {text: EBGaramond-Regular.ttf}\n"
    "decks: {main: {cards: cards.yaml, size: poker, front: face, back: face}}\n",
    "cards.yaml": "- {name: Ant}\n",
}


def test_only_short_texts_grow_beyond_the_wanted_size() -> None:
    assert list_regular_sizes(setting()) == (10.0, 9.5, 9.0, 8.5, 8.0)


# --- one size for a deck -----------------------------------------------------------------


def deck(*groups: tuple[int, float]) -> DeckFit:
    """The fit of a deck of so many cards each of a largest fitting size."""
    largest = [size for count, size in groups for _ in range(count)]
    return fit_deck(SIZES, {f"card {i}": size for i, size in enumerate(largest)})


def test_a_deck_takes_the_largest_size_that_fits_all_its_cards() -> None:
    fit = deck((19, 12.0), (1, 11.0))
    assert fit.shared == 12.0
    assert deck((20, 11.0)).shared == 11.0


def test_exactly_85_percent_of_the_cards_are_enough() -> None:
    assert deck((17, 12.0), (3, 11.0)).shared == 12.0


def test_fewer_than_85_percent_are_not() -> None:
    assert deck((16, 12.0), (4, 11.0)).shared == 11.0


def test_the_others_stand_at_most_two_steps_below() -> None:
    assert deck((19, 12.0), (1, 10.0)).shared == 12.0
    assert deck((19, 12.0), (1, 9.0)).shared == 11.0


def test_near_the_foot_of_the_ladder_no_more_steps_are_asked_for_than_there_are() -> None:
    assert deck((19, 9.0), (1, 8.0)).shared == 9.0


def test_cards_that_fit_no_better_than_the_smallest_size_share_it() -> None:
    fit = fit_deck(SIZES, {"long": 7.0, "short": 12.0})
    assert fit.shared == 8.0


def test_a_card_has_the_shared_size_or_a_smaller_one_of_its_own() -> None:
    fit = deck((17, 12.0), (3, 11.0))
    assert {fit.sizes["card 0"], fit.sizes["card 19"]} == {12.0, 11.0}
    large = deck((16, 12.0), (4, 11.0))
    assert set(large.sizes.values()) == {11.0}


@pytest.mark.parametrize(("card", "tight"), [("card 0", False), ("card 19", True)])
def test_a_card_below_the_shared_size_is_tight(card: str, tight: bool) -> None:
    assert deck((17, 12.0), (3, 11.0)).is_tight(card) is tight
