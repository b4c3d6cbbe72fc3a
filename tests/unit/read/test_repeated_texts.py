"""Words of a list that an element repeats over are translated, where they are printed alone."""

from __future__ import annotations

import pytest

from cardgen.core.findings import Report
from cardgen.files.memory_game import MemoryGame
from cardgen.pipeline.inspection import lay_out_game
from cardgen.read.game import read_game
from cardgen.read.translation.messages import Collector
from cardgen.render.listing import words

GAME = """\
game: Fables
fonts: {text: fonts/EBGaramond-Regular.ttf}
decks: {d: {cards: d.yaml, size: poker, front: f}}
editions: {de: {language: de}}
"""
STEPS = "{text: 'Now: {{ item }}', repeat: \"['Draw it', 'Play it']\", font: text, size: 9pt}"
LIST = "{{ ['Draw it', 'Play it'] }}"


def files(element: str, translated: str = LIST) -> dict[str, str | bytes]:
    return {
        "game.yaml": GAME,
        "d.yaml": "- {name: Owl}\n",
        "layouts.yaml": f"layouts: {{f: {{safe: [{{column: [{element}]}}]}}}}\n",
        "translations/de.po": f'msgctxt "layouts.f"\nmsgid "{LIST}"\nmsgstr "{translated}"\n',
    }


def asked(element: str) -> set[str]:
    """The texts of the layout that translators are asked for."""
    collector = Collector()
    read_game(MemoryGame(files(element), edition="de"), Report(), visit=collector)
    return {message.text for message in collector.found if message.context == "layouts.f"}


def test_words_of_a_list_that_is_printed_are_translated() -> None:
    game = MemoryGame(files(STEPS, "{{ ['Ziehen', 'Spielen'] }}"), edition="de")
    checked = lay_out_game(game, Report())
    assert checked is not None
    (scene,) = checked.laid.scenes.values()
    assert "Now: Ziehen Now: Spielen" in " ".join(words(scene).split())
    assert asked(STEPS) == {"Now: {{ item }}", LIST}


def test_a_translation_of_a_list_has_as_many_words() -> None:
    report = Report()
    read_game(MemoryGame(files(STEPS, "{{ ['Ziehen'] }}"), edition="de"), report)
    assert "translation-placeholder" in [one.code for one in report.findings]


@pytest.mark.parametrize(
    "changed",
    [
        STEPS.replace("{{ item }}", "{{ count(item) }} {{ item }}"),
        STEPS.replace("{{ item }}", "{{ item if item == 'Draw it' }}"),
        STEPS.replace("font:", "when: item in name, font:"),
        STEPS.replace("font:", 'color: "{{ item }}", font:'),
        STEPS.replace("{{ item }}", "that"),
    ],
)
def test_words_that_are_looked_up_compared_or_not_printed_stay(changed: str) -> None:
    assert LIST not in asked(changed)
