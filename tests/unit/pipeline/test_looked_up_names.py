"""After an edit of a color, a style, a piece or an icon those cards are bound again that looked it
up, and no other: what is kept of these is what binding them would make."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardgen.bind.booklet.blocks import BlockBinder
from cardgen.bind.booklet.bound_booklet import BookBlock
from cardgen.bind.bound_faces import BoundCard
from cardgen.bind.game.card_values import PrintedCard
from cardgen.bind.game.deck import DeckBinder
from cardgen.bind.game.faces import NO_FACES, KnownFaces
from cardgen.core.findings import Report
from cardgen.core.sizes import Size
from cardgen.files.disk_game import DiskGame
from cardgen.pipeline.check_record import SharedPhases, check_project
from cardgen.pipeline.inspection import inspect_game
from cardgen.pipeline.phase_cache import PhaseCache
from tests.unit.pipeline.test_kept_cards import check, check_afresh, edit

GAME = """\
game: Named
palette:
  sand: "#eeddaa"
  ink: "#111111"
  fire: "#aa1111"
  sea: "#114466"
  rose: "#881133"
  moss: "#225511"
  night: "#222244"
  slate: "#333333"
  bone: "#f8f4e8"
fonts: {text: EBGaramond-Regular.ttf}
icons:
  paw: {picture: paw.svg, aliases: [foot], color: moss}
decks:
  cards: {cards: cards.yaml, size: mini, front: front, back: back}
booklets:
  rules: {text: rules.md, page: a6, styles: {body: plain}}
"""
LAYOUTS = """\
styles:
  plain: {font: text, size: 7pt, color: ink}
  tone: {color: fire}
  loud: {extends: tone, tracking: 20}
  calm: {font: text, size: 6pt, color: slate}
  strong: {font: text, size: 8pt, color: ink}
pieces:
  plaque: {draw: {shape: rectangle, fill: rose, height: 2mm}}
  ring: {draw: {shape: rectangle, fill: sand, height: 3mm}}
layouts:
  front:
    bleed: [{shape: rectangle, fill: sand}]
    safe:
      - column:
          - {text: "{{ name }}", style: plain}
          - {text: "{{ rule }}", style: plain}
          - {text: "{{ note }}", style: "{{ manner or 'plain' }}", when: note}
          - {shape: rectangle, fill: "{{ tint or 'sand' }}", height: 1mm}
          - {piece: "{{ part or 'ring' }}"}
          - column: [{text: framed, style: plain}]
            fill: night
            when: framed
  back:
    bleed: [{shape: rectangle, fill: bone}]
"""
ROWS = """\
- {name: Plain, rule: Sits}
- {name: Loud, rule: "Runs [far]{loud}"}
- {name: Louder, rule: "Runs [far]{loud}"}
- {name: Shown, rule: "Has a {foot}"}
- {name: Tinted, tint: sea}
- {name: Faded, tint: sea / 50%}
- {name: Partly, part: plaque}
- {name: Calm, note: Sleeps, manner: calm}
- {name: Calm too, note: Rests, manner: calm}
- {name: Framed, framed: "yes"}
- {name: Framed twice, framed: "yes"}
"""
EDITION = "editions: {second: {decks: {cards: {back: back}}}}\nbooklets:"
PAW = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle cx="4" cy="4" r="3"/></svg>'
)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CARDGEN_CACHE", str(tmp_path / "cache"))
    folder = tmp_path / "named"
    folder.mkdir()
    files = {
        "game.yaml": GAME, "layouts.yaml": LAYOUTS, "cards.yaml": ROWS, "paw.svg": PAW,
        "rules.md": "Some [words]{rose} of rules.\n",
    }  # fmt: skip
    for name, text in files.items():
        (folder / name).write_text(text, "utf-8")
    return folder


@pytest.fixture
def bound(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The cards, and the texts of booklets, that were bound since it was cleared."""
    names: list[str] = []
    real_card, real_text = DeckBinder.bind_card, BlockBinder.blocks

    def bind(
        self: DeckBinder, printed: PrintedCard, size: Size, known: KnownFaces = NO_FACES
    ) -> BoundCard | None:
        names.append(printed.ident)
        return real_card(self, printed, size, known)

    def blocks(self: BlockBinder, source: tuple[object, ...]) -> tuple[BookBlock, ...]:
        names.append("the rules")
        return real_text(self, source)  # type: ignore[arg-type]

    monkeypatch.setattr(DeckBinder, "bind_card", bind)
    monkeypatch.setattr(BlockBinder, "blocks", blocks)
    return names


ALL = [
    "plain", "loud", "louder", "shown", "tinted", "faded", "partly", "calm", "calm-too", "framed",
    "framed-twice",
]  # fmt: skip
NOBODY = [
    ("game.yaml", "palette:\n", 'palette:\n  unused: "#123456"\n'),
    ("game.yaml", "icons:\n", "icons:\n  unused: {picture: paw.svg}\n"),
    ("layouts.yaml", "styles:\n", "styles:\n  unused: {color: fire}\n"),
    ("layouts.yaml", "size: 8pt", "size: 9pt"),
    ("layouts.yaml", "pieces:\n", "pieces:\n  unused: {draw: {text: No, style: plain}}\n"),
]
SOME = [
    ("game.yaml", '"#aa1111"', '"#bb1111"', ["loud", "louder"]),
    ("layouts.yaml", "tone: {color: fire}", "tone: {color: sea}", ["loud", "louder"]),
    ("layouts.yaml", "tracking: 20", "tracking: 30", ["loud", "louder"]),
    ("game.yaml", "palette:\n", 'palette:\n  loud: "#123456"\n', ["loud", "louder"]),
    ("game.yaml", '"#225511"', '"#225522"', ["shown"]),
    ("game.yaml", "color: moss", "color: sea", ["shown"]),
    ("game.yaml", "aliases: [foot], ", "aliases: [foot], height: 0.9, ", ["shown"]),
    ("game.yaml", "paw: {picture", "pad: {picture", ["shown"]),
    ("game.yaml", '"#114466"', '"#114477"', ["tinted", "faded"]),
    ("game.yaml", '"#881133"', '"#881144"', ["partly", "the rules"]),
    ("layouts.yaml", "height: 2mm", "height: 4mm", ["partly"]),
    ("layouts.yaml", "size: 6pt", "size: 6.5pt", ["calm", "calm-too"]),
    ("game.yaml", '"#333333"', '"#333344"', ["calm", "calm-too"]),
    ("game.yaml", '"#f8f4e8"', '"#f8f4e9"', ALL),
    ("game.yaml", '"#222244"', '"#222255"', ["framed", "framed-twice"]),
    ("layouts.yaml", "styles:\n", "styles:\n  rose: {color: sea}\n", ["the rules"]),
]


@pytest.mark.parametrize(("name", "old", "new"), NOBODY)
def test_what_no_card_looked_up_binds_none(
    folder: Path,
    bound: list[str],
    name: str,
    old: str,
    new: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    check(folder)
    bound.clear()
    edit(folder, name, old, new)
    found = check(folder)
    assert bound == []
    assert found == check_afresh(folder, monkeypatch)


@pytest.mark.parametrize(("name", "old", "new", "cards"), SOME)
def test_the_cards_that_looked_up_a_name_are_bound_when_it_means_something_else(
    folder: Path,
    bound: list[str],
    name: str,
    old: str,
    new: str,
    cards: list[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    check(folder)
    bound.clear()
    edit(folder, name, old, new)
    found = check(folder)
    assert bound == cards
    assert found == check_afresh(folder, monkeypatch)
    bound.clear()
    edit(folder, name, new, old)
    check(folder)
    assert bound == cards


@pytest.mark.parametrize(
    ("name", "old", "new", "cards"), [one for one in SOME if "\n" not in one[2]]
)
def test_the_same_cards_are_bound_in_a_process_that_looks_again(
    folder: Path, bound: list[str], name: str, old: str, new: str, cards: list[str]
) -> None:
    cache = PhaseCache()
    inspect_game(DiskGame(folder), Report(), cache=cache)
    bound.clear()
    edit(folder, name, old, new)
    found, afresh = Report(), Report()
    checked = inspect_game(DiskGame(folder), found, cache=cache)
    assert [one for one in bound if one != "the rules"] == [c for c in cards if c != "the rules"]
    again = inspect_game(DiskGame(folder), afresh)
    assert checked is not None
    assert again is not None
    assert found.findings == afresh.findings
    assert [f.body.elements for f in checked.bound.faces] == [
        f.body.elements for f in again.bound.faces
    ]


def test_the_text_of_a_booklet_in_an_edition_knows_the_names_of_the_game_before_it(
    folder: Path, bound: list[str]
) -> None:
    """The edition has the words that the game's own booklet was bound with, and kept its own."""
    edit(folder, "game.yaml", "booklets:", EDITION)
    check_editions(folder)
    bound.clear()
    edit(folder, "game.yaml", '"#881133"', '"#881144"')
    check_editions(folder)
    assert bound.count("the rules") == 2


def test_a_card_that_a_process_recalled_is_bound_when_its_names_mean_something_else(
    folder: Path, bound: list[str]
) -> None:
    edit(folder, "game.yaml", "booklets:", EDITION)  # a process keeps what editions share
    check(folder)
    edit(folder, "cards.yaml", "Sits", "Stays")
    shared = SharedPhases()
    check_project(DiskGame(folder), {}, shared=shared)
    bound.clear()
    edit(folder, "game.yaml", '"#aa1111"', '"#bb1111"')
    check_project(DiskGame(folder), {}, shared=shared)
    shared.close()
    assert bound == ["loud", "louder"]


def check_editions(folder: Path) -> None:
    """Check a game and its edition in one process, which keeps the cards and texts of the first."""
    shared = SharedPhases()
    for edition in ("", "second"):
        check_project(DiskGame(folder, edition), {}, shared=shared)
    shared.close()
