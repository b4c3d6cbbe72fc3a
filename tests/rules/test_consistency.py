"""One thing said in two ways over a deck: what counts as a difference, and what does not."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import pytest

from cardgen.bind.game.binding import bind_game
from cardgen.check.engine.subject import Check, Subject
from cardgen.check.rules.wording.consistency import find_mixed_wording, split_texts
from cardgen.core.findings import Finding, Report
from cardgen.files.disk_game import DiskGame
from cardgen.files.game_files import GameFiles
from cardgen.files.memory_game import MemoryGame
from cardgen.layout.face.layouter import lay_out
from cardgen.read.game import read_game
from tests.conftest import NOVELTY
from tests.rules.test_reading import GOOD, unmarked
from tests.support.rules import checks_of
from tests.support.samples import codes, the


def subject(files: Mapping[str, str | bytes], game: type[MemoryGame] = MemoryGame) -> Subject:
    """The good game with some files changed, gone through all phases before the checks."""
    return through_phases(game({**GOOD, **files}))


def novelty() -> Subject:
    return through_phases(DiskGame(NOVELTY))


def through_phases(game: GameFiles) -> Subject:
    report = Report()
    spec = read_game(game, report)
    assert spec is not None, report.findings
    bound = bind_game(spec, game, report)
    laid = lay_out(bound.faces, report)
    assert report.count("error") == 0, report.findings
    return Subject(game, spec, bound, laid)


def at_mark(check: Check, files: Mapping[str, str]) -> Finding:
    """The finding at the mark in the files, the only one."""
    clean, file, line, column = unmarked(files)
    finding = the(list(check(subject(clean))))
    place = finding.span
    assert place is not None
    assert (place.file, place.line, place.column) == (file, line, column), finding
    return finding


def silent(checks: Iterable[Check], files: Mapping[str, str]) -> bool:
    game = subject(files)
    return [finding for check in checks for finding in check(game)] == []


def deck(*rules: str, field: str = "rule") -> dict[str, str]:
    """A card for each rule; no composition."""
    names = ("Fox", "Owl", "Hen", "Elk", "Jay", "Cat")
    rows = (f"- {{name: {n}, cost: 1, {field}: {r}}}\n" for n, r in zip(names, rules, strict=False))
    return {"cards.yaml": "".join(rows), "composition.yaml": "main: {}\n"} | LAYOUT


LAYOUT = {
    "layouts.yaml": GOOD["layouts.yaml"].replace("{{ rule }}", "{{ rule|join(' ') }}"),
}


@pytest.mark.parametrize(
    ("rules", "said"),
    [
        (("Draw five cards", "Draw five cards", "Draw §5 cards"), "`5` here, `five` on 2 cards"),
        (("Take the card", "Take the card", "§Take card"), "`Take card` here, `Take the card`"),
        (("+2 if first", "+2 if first", '"§+2, if first"'), "`+2, if` here, `+2 if` on 2 cards"),
        (("to the right", "to the right", "§to right"), "`to right` here, `to the right`"),
        (("Draw a card", "Draw a card", "§draw a card"), "`draw` here, `Draw` on 2 cards"),
        (("Third card", "Third card", "§3rd card"), "`3rd` here, `Third` on 2 cards"),
        (("Play testing", "Play testing", "§Playtesting"), "`Playtesting` here, `Play testing`"),
    ],
)
def test_the_rarer_wording_is_pointed_at_beside_the_usual_one(
    rules: tuple[str, ...], said: str
) -> None:
    finding = at_mark(find_mixed_wording, deck(*rules))
    assert finding.code == "mixed-wording"
    assert said in finding.message
    assert finding.notes
    assert finding.card


@pytest.mark.parametrize(
    "rules",
    [
        ("Draw 5 cards", "Draw 6 cards", "Draw five dice"),
        ("+2 if first", "-2 if first", "+1 if first"),
        ("Take a card", "Take the card"),
        ("Take it", "Take it?", "Take two"),
        ("First card", "Second card"),
        ("It's mine", "It’s mine"),
        ("Draw 20 coins", "Draw two coins"),
        ("a", "A"),
        ("Worth 1 more", "Turn up one more card"),
        ("red", "blue", "green"),
    ],
)
def test_texts_that_mean_different_things_or_print_alike_are_left_alone(
    rules: tuple[str, ...],
) -> None:
    assert silent(checks_of("wording.consistency"), deck(*(f'"{rule}"' for rule in rules)))


def test_names_of_pictures_are_no_wording() -> None:
    assert silent([find_mixed_wording], deck("art/my fox.png", "art/My Fox.PNG"))
    assert not silent([find_mixed_wording], deck("art/my fox", "art/My fox"))


def test_amounts_do_not_hide_that_the_words_differ() -> None:
    rules = ("+1 to the card two to the right", "+1 to the left", "+2 to the left")
    finding = at_mark(find_mixed_wording, deck(*rules, "+2 §to card two to the right"))
    assert "`to card` here, `to the card` on 1 card" in finding.message


def test_the_notes_name_every_text_of_the_group_and_its_cards() -> None:
    finding = at_mark(
        find_mixed_wording,
        deck("Draw five cards", "Draw six cards", "Draw five cards", "Draw §5 cards"),
    )
    assert [note.message for note in finding.notes] == [
        "`Draw five cards` on 2 cards, first",
        "`Draw six cards` on 1 card, first",
    ]


def test_figures_and_words_for_numbers_are_mixed_in_texts_that_are_else_different() -> None:
    rules = ("Draw two extra cards", "Flip two extra dice", "Everybody draws §2 extra cards")
    finding = at_mark(find_mixed_wording, deck(*rules))
    assert "figures and words" in finding.message
    assert [note.message for note in finding.notes] == ["`two extra`", "`two extra`"]


def test_numbers_of_a_card_that_is_benched_are_held_against_no_other_way() -> None:
    files = deck("Draw 2 cards", "Look at a hand")
    files["cards.yaml"] = files["cards.yaml"].replace("name: Fox", "name: Fox, copies: 0")
    assert silent([find_mixed_wording], files)


def test_cards_on_the_bench_are_called_so() -> None:
    files = deck("§Draw 2 cards", "Draw two cards", "Draw two cards")
    files["cards.yaml"] = files["cards.yaml"].replace("name: Fox", "name: Fox, copies: 0")
    found = next(
        iter(
            find_mixed_wording(
                subject({**files, "cards.yaml": files["cards.yaml"].replace("§", "")})
            )
        )
    )
    assert found.label == "on 1 benched card"


def test_copies_count_as_cards_when_the_rarer_wording_is_chosen() -> None:
    files = deck("Draw five cards", "Draw §5 cards")
    files["cards.yaml"] = files["cards.yaml"].replace("name: Fox", "name: Fox, copies: 3")
    assert "on 3 cards" in at_mark(find_mixed_wording, files).message


def test_long_texts_are_not_compared() -> None:
    long = "Draw a card, look at it, show it to the player on your left and then put it away "
    assert silent(checks_of("wording.consistency"), deck(f"'{long}5 times'", f"'{long}five times'"))


def test_the_words_of_a_list_are_compared_each() -> None:
    finding = at_mark(find_mixed_wording, deck("[Take it, Go on]", "[Take it]", "[§take it]"))
    assert finding.code == "mixed-wording"


def test_novelty_shows_its_true_differences_and_no_others() -> None:
    found = list(find_mixed_wording(novelty()))
    assert codes(found) == ["mixed-wording"] * 6
    said = "\n".join(finding.message for finding in found)
    for part in (
        "`6` here, `five`", "`+2, if` here, `+2 if`", "`Double the score` here, `Double score`",
        "`to right` here, `to the right`", "`to card` here, `to the card`",
        "`2 additional` here, `two additional`",
    ):  # fmt: skip
        assert part in said


def test_an_amount_may_have_thousands_of_digits() -> None:
    few, many = split_texts(("500", "5" * 5000)).values()
    assert many[0].form == few[0].form
