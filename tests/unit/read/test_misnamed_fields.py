"""A slip in `fields:` is told there, and carried into no row and no layout."""

from __future__ import annotations

from cardgen.core.findings import Finding, Report
from cardgen.files.memory_game import MemoryGame
from cardgen.pipeline.inspection import check_game
from tests.support.samples import font_bytes

GAME = (
    "game: Foxes\nfonts: {text: fonts/EBGaramond-Regular.ttf}\ndecks:\n"
    "  foxes: {cards: foxes.yaml, size: poker, front: fox, fields: {name: text, knd: text}}\n"
)
LAYOUTS = 'layouts: {fox: {safe: [{text: "{{ name }} {{ kind }}", font: text}]}}\n'


def _faults(rows: str, game: str = GAME) -> list[Finding]:
    files: dict[str, str | bytes] = {
        "game.yaml": game, "foxes.yaml": rows, "layouts.yaml": LAYOUTS,
        "fonts/EBGaramond-Regular.ttf": font_bytes(),
    }  # fmt: skip
    report = Report()
    check_game(MemoryGame(files), report)
    return [found for found in report.findings if found.severity == "error"]


def test_a_name_that_all_cards_have_is_misspelled_where_it_is_declared() -> None:
    (found,) = _faults("- {name: Fox, kind: red}\n- {name: Vixen, kind: gray}\n")
    assert found.message == "no card has the field `knd`, and 2 cards have `kind`"
    assert (str(found.span), found.hint) == ("game.yaml:4:76", "did you mean `kind`?")


def test_a_field_that_few_cards_have_is_no_slip_for_one_that_all_may_have() -> None:
    game = GAME.replace("knd: text", "kind: text, ids: list, price: {from: Cost}, costs: text")
    rows = "- {id: a, name: Fox, kind: red, Cost: 1}\n"
    more = "- {id: b, name: Cub, kind: a, Cost: 2, zork: 1}\n"
    assert [one.message for one in _faults(rows + more, game)] == [
        "this deck declares no field `zork`"
    ]


def test_a_slip_on_a_card_is_told_on_that_card() -> None:
    found = _faults(
        "- {name: Fox, knd: red}\n- {name: Vixen, kind: gray}\n- {name: Cub, kind: a}\n"
    )
    assert {str(one.span) for one in found} >= {"foxes.yaml:2:17", "foxes.yaml:3:15"}
