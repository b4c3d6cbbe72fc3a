"""What large games set aside: it comes back equal, whoever reads it, and changes no output."""

from __future__ import annotations

import multiprocessing
import os
import random
import sys
import threading
from pathlib import Path

import pytest
from msgspec.structs import replace

from cardgen.bind.bound_elements import TextBox
from cardgen.bind.bound_faces import Body, BoundFace
from cardgen.bind.bound_texts import ZERO
from cardgen.bind.card import face_bodies as bodies_module
from cardgen.bind.card.face_bodies import BodyStore, StoredBody
from cardgen.cache.disk_store import DiskStore, PickleStore
from cardgen.check.engine import subject as subject_module
from cardgen.core.findings import Finding, Report
from cardgen.files.memory_game import MemoryGame
from cardgen.layout.face import scene_store as scenes_module
from cardgen.pipeline.checked_game import Checked
from cardgen.pipeline.inspection import check_game
from cardgen.read.tables import cards as cards_module
from cardgen.render.workers.pool import Workers
from tests.support.target_runs import write_targets

GAME = """\
game: Many
palette: {ink: "#222222", sand: "#eeddaa", rust: "#aa4422"}
fonts: {text: EBGaramond-Regular.ttf}
decks: {cards: {cards: cards.yaml, size: mini, front: front, back: "back{{ n % 2 }}"}}
"""
LAYOUTS = """\
styles: {body: {font: text, size: 11pt, min-size: 6pt, fit: deck, color: ink}}
layouts:
  front:
    bleed: [{picture: parchment.jpg}]
    safe:
      - column:
          - {text: "{{ rule }}", style: body}
          - {shape: line, width: 10mm, height: 1mm, stroke: rust}
  back0: {bleed: [{shape: rectangle, fill: sand}]}
  back1: {bleed: [{shape: rectangle, fill: rust}]}
"""


def game(count: int = 14) -> MemoryGame:
    rows = "".join(
        f"- {{id: c{i}, n: {i}, copies: {1 + i % 3}, rule: {' '.join(['word'] * (3 + i * 2))}}}\n"
        for i in range(count)
    )
    return MemoryGame({"game.yaml": GAME, "layouts.yaml": LAYOUTS, "cards.yaml": rows})


@pytest.fixture
def all_aside(monkeypatch: pytest.MonkeyPatch) -> None:
    """Games of some cards are dealt with as those of thousands."""
    monkeypatch.setattr(cards_module, "MAX_IN_MEMORY", 2)
    monkeypatch.setattr(bodies_module, "LARGE_GAME", 2)
    monkeypatch.setattr(scenes_module, "LARGE_GAME", 2)
    monkeypatch.setattr(subject_module, "MAX_IN_MEMORY", 2)


def checked(given: MemoryGame) -> Checked:
    report = Report()
    found = check_game(given, report)
    assert found is not None, report.findings
    return found


def files(folder: Path, given: MemoryGame) -> dict[str, bytes]:
    found, nothing = checked(given), lambda *_: None
    with Workers(1) as workers:
        write_targets(replace(found.job(72, nothing), workers=workers), {"mpc": {}}, folder)
    return {p.relative_to(folder).as_posix(): p.read_bytes() for p in folder.rglob("*.*")}


# --- bytes -------------------------------------------------------------------------------------


def test_bytes_come_back(tmp_path: Path) -> None:
    spool = DiskStore()
    given = [os.urandom(size) for size in (0, 1, 7, 70_000, 3)]
    places = [spool.put(data) for data in given]
    assert [spool.get(place) for place in reversed(places)] == given[::-1]
    assert list(tmp_path.iterdir()) == []


@pytest.fixture(params=[True, False], ids=["pread", "seek"])
def _both_ways(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if not request.param:
        monkeypatch.delattr(os, "pread", raising=False)


def _filled(count: int = 400) -> tuple[DiskStore, list[tuple[int, bytes]]]:
    spool, chance = DiskStore(), random.Random(3)
    data = [chance.randbytes(chance.randint(1, 1_800)) for _ in range(count)]
    return spool, [(spool.put(one), one) for one in data]


def _wrong(spool: DiskStore, kept: list[tuple[int, bytes]], seed: int) -> int:
    """How many of a thousand readings give something else."""
    chance = random.Random(seed)
    return sum(spool.get(place) != data for place, data in chance.choices(kept, k=1000))


@pytest.mark.usefixtures("_both_ways")
def test_threads_read_at_the_same_time() -> None:
    spool, kept = _filled()
    wrong: list[int] = []
    threads = [
        threading.Thread(target=lambda seed=i: wrong.append(_wrong(spool, kept, seed)))
        for i in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == [0] * 4


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="copies are forked on Linux only")
def test_a_forked_copy_reads_at_the_same_time() -> None:
    """They share an open file, and so its position."""
    spool, kept = _filled()

    def copy() -> None:
        os._exit(min(99, sum(_wrong(spool, kept, seed) for seed in range(20))))

    process = multiprocessing.get_context("fork").Process(target=copy)
    process.start()
    wrong = 0
    while process.is_alive():
        wrong += _wrong(spool, kept, 99)
    process.join()
    assert (wrong, process.exitcode) == (0, 0)


# --- values ------------------------------------------------------------------------------------


def test_what_is_shared_stays_the_same_object() -> None:
    pickles = PickleStore(lambda value: isinstance(value, tuple))
    shared = (1, 2)
    place = pickles.put([shared, {"a": (3,)}, "text"])
    found = pickles.get(place)
    assert found == [shared, {"a": (3,)}, "text"]
    assert found[0] is shared
    assert pickles.get(place) is found, "what was read last is not read again"
    pickles.get(pickles.put(["another"]))
    assert pickles.get(place) is not found
    assert pickles.get(place) == found


@pytest.mark.usefixtures("all_aside")
def test_faces_set_aside_are_equal_to_those_that_are_not(monkeypatch: pytest.MonkeyPatch) -> None:
    aside = checked(game()).bound.decks[0]
    monkeypatch.undo()
    plain = checked(game()).bound.decks[0]
    kinds = [type(card.front.drawn) for card in aside.cards]
    assert kinds == [Body] + [StoredBody] * 13, "the first card has two faces"
    assert aside == plain
    assert [hash(card) for card in aside.cards] == [hash(card) for card in plain.cards]
    assert aside.cards[3] != plain.cards[4]
    back, again = aside.cards[5].back, aside.cards[7].back
    assert back is not None
    assert again is not None
    assert back.drawn is again.drawn, "a back is set aside once"
    texts = [box for box in aside.cards[9].front.body.safe[0].children if isinstance(box, TextBox)]  # type: ignore[union-attr]
    assert texts[0].source == plain.cards[9].front.body.safe[0].children[0].source  # type: ignore[union-attr]
    assert aside.cards[9].front.body.safe[0].padding[0] is ZERO  # type: ignore[union-attr]


def test_only_the_last_bodies_are_looked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bodies_module, "LARGE_GAME", 0)
    found = checked(game(30)).bound.decks[0]
    bodies = BodyStore()
    first = bodies.keep(found.cards[0].front.body)
    assert bodies.keep(found.cards[0].front.body) is first
    for card in found.cards[1:]:
        bodies.keep(card.front.body)
    again = bodies.keep(found.cards[0].front.body)
    assert again is not first
    assert again == first


def test_a_back_is_one_body_wherever_its_card_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two that stand for the same elements are opened whenever faces are looked up."""
    monkeypatch.setattr(bodies_module, "LARGE_GAME", 6)
    cards = checked(game()).bound.decks[0].cards
    kinds = [type(card.front.drawn) for card in cards]
    assert {Body, StoredBody} == set(kinds)
    backs: dict[BoundFace, set[int]] = {}
    for card in cards:
        assert card.back is not None
        backs.setdefault(card.back, set()).add(id(card.back.drawn))
    assert [len(bodies) for bodies in backs.values()] == [1] * len(backs)


def test_a_row_that_is_asked_for_again_at_once_is_read_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(cards_module, "MAX_IN_MEMORY", 0)
    rows = checked(game()).spec.cards["cards"]
    assert rows[1].node is rows[1].node
    first, second = rows[0].node, rows[1].node
    assert first != second
    assert rows[0].node == first
    assert rows[0].place("rule") != rows[1].place("rule")


@pytest.mark.usefixtures("all_aside")
def test_rows_set_aside_know_their_places(monkeypatch: pytest.MonkeyPatch) -> None:
    aside = checked(game()).spec.cards["cards"]
    monkeypatch.undo()
    plain = checked(game()).spec.cards["cards"]
    assert [card.row is card.node for card in aside] == [True, True] + [False] * 12
    assert [card.node for card in aside] == [card.node for card in plain]
    assert [card.place("rule") for card in aside] == [card.place("rule") for card in plain]


# --- what comes of it ----------------------------------------------------------------------------


@pytest.mark.usefixtures("all_aside")
def test_the_files_of_a_large_game_are_those_of_a_small_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A card with copies is one face; two backs take turns."""
    aside = files(tmp_path / "aside", game())
    monkeypatch.undo()
    assert aside == files(tmp_path / "plain", game())
    assert sum(name.endswith(".pdf") for name in aside) == 2


@pytest.mark.slow
@pytest.mark.usefixtures("all_aside")
def test_what_is_wrong_in_a_large_game_is_said_as_in_a_small_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def findings() -> tuple[Finding, ...]:
        report, given = Report(), game(90)
        rows = given.text("cards.yaml").replace("id: c7,", "id: c6,").replace("n: 11,", "n: x y,")
        told = {"game.yaml": GAME, "layouts.yaml": LAYOUTS, "cards.yaml": rows + "- {id: [}\n"}
        broken = dict(told, **{"cards.yaml": rows + "- just words\n"})
        check_game(MemoryGame(told), report)
        check_game(MemoryGame(broken), report)
        return report.findings

    aside = findings()
    monkeypatch.undo()
    assert aside == findings()
    wanted = {"yaml-syntax", "wrong-type", "duplicate-id", "text-overflow"}
    assert wanted <= {finding.code for finding in aside}
