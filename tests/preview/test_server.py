"""The preview without a browser: the live state, what is told, who is refused."""

from __future__ import annotations

import asyncio
import io
import json
import re
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from PIL import Image

from cardgen.cache.entry_store import EntryStore
from cardgen.core.findings import Finding, Report
from cardgen.files.disk_game import DiskGame
from cardgen.files.memory_game import MemoryGame
from cardgen.files.output_folder import replace_output
from cardgen.pipeline.inspection import check_game
from cardgen.preview import last_print as prints
from cardgen.preview import live_updates
from cardgen.preview.check_process import CheckProcess
from cardgen.preview.face_images import LOOKS, SizeLimitedCache
from cardgen.preview.finding_owners import FindingOwners
from cardgen.preview.game_state import GameState
from cardgen.preview.launch import HOST, listen, load_token
from cardgen.preview.live_updates import LiveUpdates
from cardgen.preview.server import ServerSettings, make_app
from cardgen.preview.session import Session, run_checks
from cardgen.render.raster.color_vision import KINDS, simulate
from cardgen.render.raster.pixel_arrays import encode_png
from cardgen.render.raster.rasterizer import Raster
from cardgen.targets.contract import OptionError
from cardgen.targets.mpc.target import MpcTarget
from cardgen.targets.shared.papers import find_paper
from tests.support.patience import SECONDS
from tests.support.previews import preview, save, write_game
from tests.support.target_runs import run_target

mpc = MpcTarget()

TOKEN = "t" * 43
PORT = 8765
BASE = f"http://127.0.0.1:{PORT}"


@pytest.fixture
def game(tmp_path: Path) -> Path:
    return write_game(tmp_path)


def edit(game: Path, before: str, after: str, file: str = "beasts.yaml") -> None:
    text = (game / file).read_text("utf-8")
    assert before in text
    (game / file).write_text(text.replace(before, after), "utf-8")


def board(game: Path, printed: Path | None = None) -> GameState:
    made = GameState(DiskGame(game), printed)
    made.refresh()
    return made


def codes(findings: tuple[Finding, ...]) -> list[str]:
    return [finding.code for finding in findings]


# --- the live state --------------------------------------------------------------------------


def test_an_edit_changes_its_own_cards_and_no_other(game: Path) -> None:
    shown = board(game)
    edit(game, "name: Crab", "name: Lobster")
    change = shown.refresh()
    assert set(change["cards"]) == {"beasts/lobster"}
    assert len(change["faces"]) == 1
    assert change["from"] == 1
    assert change["revision"] == 2


def test_saving_without_a_change_tells_of_no_card(game: Path) -> None:
    shown = board(game)
    edit(game, "- {name: Adder", "-  {name: Adder")
    change = shown.refresh()
    assert change["faces"] == {}
    assert "decks" not in change


def test_cards_that_only_stand_on_another_line_are_no_news(game: Path) -> None:
    shown = board(game)
    edit(game, "- {name: Adder", "# Beasts of field and sea\n- {name: Adder")
    change = shown.refresh()
    assert change["cards"] == {}
    assert change["places"]["beasts/fox"] == ["beasts.yaml", 7, 3]
    assert len(change["places"]) == 6, "the coins stand where they stood"
    assert shown.data["cards"]["beasts/fox"]["line"] == 7
    edit(game, "- {name: Eland, kind: land, legs: 4}\n", "")
    change = shown.refresh()
    assert change["cards"] == {}
    assert set(change["places"]) == {"beasts/fox"}
    assert "decks" in change


def test_a_card_that_changes_and_moves_is_told_whole(game: Path) -> None:
    shown = board(game)
    edit(game, "- {name: Fox, kind: land, legs: 4, copies: 3}", "\n- {name: Fox, legs: 4}")
    change = shown.refresh()
    assert set(change["cards"]) == {"beasts/fox"}
    assert change["cards"]["beasts/fox"]["line"] == 7
    assert change["places"] == {}


def test_a_broken_file_keeps_the_last_good_cards_and_says_what_is_wrong(game: Path) -> None:
    session = Session(DiskGame(game))
    good = session.refresh().shown
    edit(game, "name: Crab, kind", "name: Crab kind: [")
    broken = session.refresh()
    assert good is not None
    assert broken.shown is not None
    assert broken.shown.bound.decks[0] == good.bound.decks[0]
    assert broken.kept
    assert broken.frozen == ("beasts",)
    assert "yaml-syntax" in codes(broken.findings)
    edit(game, "name: Crab kind: [", "name: Crab, kind")
    mended = session.refresh()
    assert not mended.kept
    assert "yaml-syntax" not in codes(mended.findings)


def test_only_the_deck_that_cannot_be_read_is_frozen(game: Path) -> None:
    shown = board(game)
    edit(game, "name: Crab, kind", "name: Crab kind: [")
    edit(game, "name: Ten", "name: Twenty", "coins.yaml")
    change = shown.refresh()
    assert set(change["cards"]) == {"coins/twenty"}
    assert change["frozen"] == ["beasts"]
    assert "beasts/crab" in shown.data["cards"]
    for card in shown.data["cards"].values():
        assert shown.images.png(card["front"], 100) is not None


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("composition.yaml", "beasts: {total: 9}\ndragons: {total: 3}\n"),
        ("rules.md", '# Rules\n\n{{ row("beasts/zebra") }}\n\n{{ nothing }}\n'),
    ],
)
def test_an_error_in_composition_or_rules_freezes_no_card(game: Path, file: str, text: str) -> None:
    with (game / "game.yaml").open("a", encoding="utf-8") as settings:
        settings.write("booklets: {rules: {text: rules.md, page: a6, styles: {body: body}}}\n")
    with (game / "layouts.yaml").open("a", encoding="utf-8") as layouts:
        layouts.write("styles: {body: {font: text, size: 9pt, color: ink}}\n")
    (game / "rules.md").write_text("# Rules\n\n{{ row('beasts/crab') }}\n", "utf-8")
    shown = board(game)
    assert not shown.data["kept"]
    (game / file).write_text(text, "utf-8")
    edit(game, "name: Crab", "name: Lobster")
    change = shown.refresh()
    assert [f for f in change["findings"] if f["severity"] == "error"] != []
    assert "beasts/lobster" in change["cards"]
    assert (change["kept"], change["lacking"], change["frozen"]) == (False, False, [])


COIN = '{text: "{{ name }}", font: text, size: 9pt, color: ink, align: center'


@pytest.mark.parametrize(
    ("file", "before", "after", "frozen"),
    [
        ("layouts.yaml", COIN, COIN.replace("font:", "fnt:"), ["coins"]),
        ("layouts.yaml", COIN, COIN.replace("9pt", "9xx"), ["coins"]),
        ("layouts.yaml", COIN, COIN.replace("name }}", "name( }}"), ["coins"]),
        ("layouts.yaml", COIN, COIN.replace("ink", "inc"), ["coins"]),
        ("layouts.yaml", "  coin:", "  coyn:", ["coins"]),
        ("layouts.yaml", "  coin:\n", "  coin:\n    extends: base\n", ["coins"]),
        ("layouts.yaml", "text: Back", "txt: Back", ["beasts", "coins"]),
        ("layouts.yaml", "  coin:", "  coin: [", ["beasts", "coins"]),
        ("game.yaml", "size: round-25mm", "sise: round-25mm", ["coins"]),
        ("game.yaml", "size: round-25mm", "size: round-25mm, colour: red", ["coins"]),
        ("game.yaml", "size: round-25mm", "size: round-25xx", ["coins"]),
        ("game.yaml", "cards: coins.yaml", "cards: renamed.yaml", ["coins"]),
        ("game.yaml", "game: Tiny", "gme: Huge\ngame: Tiny", []),
        ("game.yaml", "decks:", "boxes: {tuck: {kind: none}}\ndecks:", []),
        ("coins.yaml", "copies: 4", "copies: many", ["coins"]),
    ],
)
def test_an_error_freezes_the_decks_that_it_touches(
    game: Path, file: str, before: str, after: str, frozen: list[str]
) -> None:
    shown = board(game)
    edit(game, before, after, file)
    edit(game, "name: Crab", "name: Lobster")
    change = shown.refresh()
    assert change["frozen"] == frozen
    assert shown.data["errors"] > 0
    assert ("beasts/lobster" in shown.data["cards"]) is ("beasts" not in frozen)
    assert {"coins/one", "coins/ten"} <= set(shown.data["cards"])
    assert [deck["name"] for deck in shown.data["decks"]] == ["beasts", "coins"]
    edit(game, after, before, file)
    assert shown.refresh()["frozen"] == []


def test_a_deck_that_is_no_longer_declared_goes(game: Path) -> None:
    shown = board(game)
    (game / "composition.yaml").write_text("coins: {total: 5}\n", "utf-8")
    text = (game / "game.yaml").read_text("utf-8")
    (game / "game.yaml").write_text(re.sub(r"  coins: .*\n", "", text), "utf-8")
    change = shown.refresh()
    assert change["frozen"] == []
    assert [deck["name"] for deck in shown.data["decks"]] == ["beasts"]


def test_a_deck_that_is_frozen_thaws_when_it_is_mended(game: Path) -> None:
    shown = board(game)
    edit(game, "name: Crab, kind", "name: Crab kind: [")
    shown.refresh()
    edit(game, "name: Crab kind: [", "name: Lobster, kind")
    change = shown.refresh()
    assert "beasts/lobster" in change["cards"]
    assert change["frozen"] == []


@pytest.mark.parametrize("file", ["game.yaml", "layouts.yaml"])
def test_any_file_may_be_broken_without_losing_the_cards(game: Path, file: str) -> None:
    session = Session(DiskGame(game))
    good = session.refresh().shown
    (game / file).write_text("][", "utf-8")
    assert session.refresh().shown is good


def test_a_text_that_overflows_is_shown_as_it_would_print(game: Path) -> None:
    session = Session(DiskGame(game))
    session.refresh()
    edit(game, "name: Crab", f"name: {'Crab and ' * 30}")
    state = session.refresh()
    assert not state.kept
    assert "text-overflow" in codes(state.findings)
    assert state.shown is not None


def test_a_game_that_is_broken_from_the_start_shows_findings_and_no_cards(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text("game: [", "utf-8")
    state = Session(DiskGame(tmp_path)).refresh()
    assert state.shown is None
    assert state.lacking
    assert not state.kept
    assert state.findings


def test_cards_are_kept_only_of_a_game_that_was_whole(game: Path) -> None:
    """What is shown while tables are broken from the start is no last good state."""
    good = {name: (game / name).read_text("utf-8") for name in ("beasts.yaml", "coins.yaml")}
    for name in good:
        (game / name).write_text("- {name: [", "utf-8")
    shown = board(game)
    assert (shown.data["lacking"], shown.data["kept"]) == (True, False)
    assert shown.data["cards"] == {}
    assert all(finding["hides"] for finding in shown.data["findings"])
    (game / "coins.yaml").write_text(good["coins.yaml"], "utf-8")
    shown.refresh()
    assert (shown.data["lacking"], shown.data["kept"]) == (True, False)
    assert set(shown.data["cards"]) == {"coins/one", "coins/ten"}
    (game / "beasts.yaml").write_text(good["beasts.yaml"], "utf-8")
    shown.refresh()
    assert (shown.data["lacking"], shown.data["kept"]) == (False, False)
    (game / "coins.yaml").write_text("[", "utf-8")
    shown.refresh()
    assert (shown.data["lacking"], shown.data["kept"]) == (False, True)
    assert len(shown.data["cards"]) == 8


def test_a_target_that_cannot_be_written_hides_no_card(game: Path) -> None:
    session = Session(DiskGame(game))
    good = session.refresh().shown
    edit(game, "name: Crab", "name: Lobster")
    with (game / "game.yaml").open("a", encoding="utf-8") as file:
        file.write("targets: {sheets: {grid: 40x40}}\n")
    state = session.refresh()
    assert "bad-option" in codes(state.findings)
    assert not state.kept
    assert state.shown is not good


def test_checks_follow_and_their_findings_stay_over_an_edit(game: Path) -> None:
    session = Session(DiskGame(game))
    state = session.refresh()
    assert "unbalanced-quotes" not in codes(state.findings)
    assert not state.judged
    state = session.judge(pixels=True)
    assert "unbalanced-quotes" in codes(state.findings)
    assert state.judged
    edit(game, "name: Crab", "name: Lobster")
    state = session.refresh()
    assert "unbalanced-quotes" in codes(state.findings), "kept until the checks ran again"
    edit(game, '"no and left', "no and left")
    session.refresh()
    assert "unbalanced-quotes" not in codes(session.judge(pixels=False).findings)


def test_an_error_hides_nothing_of_what_the_checks_find_in_other_decks(game: Path) -> None:
    """Neither in the page nor on the command line, wherever the error is written."""
    edit(game, "name: Ten", "name: 'Ten \"or so'", "coins.yaml")
    session = Session(DiskGame(game))
    session.refresh()
    session.judge(pixels=False)
    edit(game, "name: title, font: text", "name: title, font: texts", "layouts.yaml")
    assert session.refresh().frozen == ("beasts",)
    state = session.judge(pixels=False)
    assert codes(state.findings) == ["unknown-font", "unbalanced-quotes"]
    assert state.findings[1].card.startswith("coins/")
    assert codes(run_checks(DiskGame(game), pixels=False)) == codes(state.findings)
    edit(game, "texts", "text", "layouts.yaml")
    assert codes(session.refresh().findings) == ["unbalanced-quotes"] * 2


def test_a_judgement_of_an_older_state_is_not_taken(game: Path) -> None:
    session = Session(DiskGame(game))
    old = session.refresh().revision
    session.refresh()
    late = session.judged(old, [Finding("mixed-wording", "too late")], final=True)
    assert codes(late.findings) == []


def test_the_preview_judges_as_check_does(game: Path) -> None:
    report = Report()
    check_game(DiskGame(game), report)
    assert run_checks(DiskGame(game), pixels=True) == report.findings


# --- what is told ----------------------------------------------------------------------------


def test_fields_that_are_not_declared_stand_as_the_table_has_them(game: Path) -> None:
    edit(game, "cards: coins.yaml", "cards: coins.csv", "game.yaml")
    (game / "coins.csv").write_text("name;zeal;copies;art\nOne;z;2;\nTen;;1;t\n", "utf-8")
    shown = board(game)
    fields = {deck["name"]: deck["fields"] for deck in shown.data["decks"]}
    assert fields["beasts"] == ["name", "kind", "legs", "note"]
    assert fields["coins"] == ["name", "zeal", "art"]
    assert list(shown.data["cards"]["coins/one"]["fields"]) == ["name", "zeal"]


def test_words_of_a_face_are_what_a_reader_would_read(game: Path) -> None:
    shown = board(game)
    card = shown.data["cards"]["beasts/adder"]
    assert shown.data["faces"][card["front"]]["text"] == "Adder land, 0"
    assert shown.data["faces"][card["back"]]["text"] == "Back"


def test_a_change_applied_to_the_old_state_gives_the_new_one(game: Path) -> None:
    shown = board(game)
    old = json.loads(json.dumps(shown.data))
    edit(game, "- {name: Crab", "\n- {name: Lobster")
    change = shown.refresh()
    cards = old["cards"] | change["cards"]
    for key, place in change["places"].items():
        cards[key] |= dict(zip(("file", "line", "column"), place, strict=True))
    there = {key for deck in change["decks"] for key in deck["cards"]}
    assert {k: v for k, v in cards.items() if k in there} == shown.data["cards"]
    assert set(shown.data["faces"]) <= set(old["faces"]) | set(change["faces"])


def test_findings_lead_to_card_element_and_place(game: Path) -> None:
    shown = board(game)
    shown.judged(1, run_checks(DiskGame(game), pixels=False), final=True)
    details = shown.details()
    number = [f["code"] for f in shown.data["findings"]].index("unbalanced-quotes")
    finding = shown.data["findings"][number]
    assert finding["card"] == "beasts/bear"
    assert (finding["place"]["file"], finding["place"]["line"]) == ("beasts.yaml", 2)
    ((left, top, width, height),) = details["boxes"][number]["front"]
    page, mm = (63.5 + 6.096, 88.9 + 6.096), 3.048 * 2
    assert top == pytest.approx((mm + 20) / page[1], abs=0.001), "the note stands 20 mm down"
    assert height == pytest.approx(8 / page[1], abs=0.001)
    assert (left, width) == (
        pytest.approx(mm / page[0], abs=0.001),
        pytest.approx(1 - 2 * left, abs=0.001),
    )


def test_a_finding_in_a_row_belongs_to_its_card_even_if_it_names_none(game: Path) -> None:
    edit(game, "legs: 10", "legs: ten")
    session = Session(DiskGame(game))
    state = session.refresh()
    owners = FindingOwners(state.shown)
    finding = next(f for f in state.findings if f.span and f.span.line == 2 + 1)
    assert finding.card == ""
    assert owners.find_card(finding).startswith("beasts/")


@pytest.mark.parametrize("added", ["- {name: [\n", "---\n- {name: Gnu}\n"])
def test_a_file_that_cannot_be_read_is_the_fault_of_no_card(game: Path, added: str) -> None:
    session = Session(DiskGame(game))
    session.refresh()
    (game / "beasts.yaml").write_text((game / "beasts.yaml").read_text("utf-8") + added, "utf-8")
    state = session.refresh()
    (finding,) = state.findings
    assert finding.span is not None
    assert finding.span.line > 6
    assert FindingOwners(state.shown).find_card(finding) == ""


def test_values_are_said_in_plain_words(game: Path) -> None:
    edit(
        game,
        "    fields: {name: text, kind: [land, sea], legs: integer, note: text}\n",
        "",
        "game.yaml",
    )
    row = "tags: [a, 2], cost: {wood: 2, gold: 1}, steps: [{go: 1, to: x}, {go: 2}]"
    edit(game, "legs: 10", f"legs: 10, {row}")
    fields = board(game).data["cards"]["beasts/crab"]["fields"]
    assert fields == {
        "name": "Crab", "kind": "sea", "legs": "10", "tags": "a, 2", "cost": "wood: 2, gold: 1",
        "steps": "go: 1, to: x; go: 2",
    }  # fmt: skip


def test_sizes_carry_their_cut_in_any_shape(game: Path) -> None:
    sizes = board(game).data["sizes"]
    assert sizes["poker"]["print"] == [822, 1122]
    assert "C" in sizes["poker"]["cut"], "rounded corners"
    assert sizes["round-25mm"]["cut"].count("C") == 4


def test_the_counts_stand_beside_what_is_expected(game: Path) -> None:
    (game / "composition.yaml").write_text("beasts: {total: 9, count: {kind: {sea: 3}}}\n", "utf-8")
    shown = board(game)
    lines = {(x["deck"], x["what"]): x for x in shown.details()["summary"]}
    assert lines["beasts", "cards"] == {
        "deck": "beasts", "by": "", "fields": [], "what": "cards",
        "found": 9, "expected": "9", "good": True,
    }  # fmt: skip
    assert not lines["beasts", "kind sea"]["good"]


def test_distributions_are_those_of_the_command_line(game: Path) -> None:
    spread = {(one["deck"], one["what"]): one for one in board(game).details()["spread"]}
    kinds = spread["beasts", "kind"]
    assert (sorted(kinds["counts"]), kinds["sum"]) == ([["land", 7], ["sea", 2]], None)
    legs = spread["beasts", "legs"]
    assert legs["sum"] == sum(int(value) * count for value, count in legs["counts"])


def test_an_expression_by_which_is_counted_stands_apart_from_what_is_counted(game: Path) -> None:
    by = "kind ~ ': ' ~ legs if legs else ''"
    counts = f"{{{json.dumps(by)}: {{'land: 4': 5}}, kind: {{sea: 2, land: 7}}}}"
    (game / "composition.yaml").write_text(f"beasts: {{count: {counts}}}\n", "utf-8")
    lines = [(x["by"], x["what"]) for x in board(game).details()["summary"]]
    assert (by, "land: 4") in lines
    assert ("", "kind sea") in lines


# --- pictures --------------------------------------------------------------------------------


def png(shown: GameState, width: int, look: str = "", card: str = "beasts/adder") -> Image.Image:
    data = shown.images.png(shown.data["cards"][card]["front"], width, look)
    assert data is not None
    return Image.open(io.BytesIO(data))


def test_pictures_have_the_width_asked_for(game: Path) -> None:
    shown = board(game)
    assert png(shown, 200).size == (200, round(200 * 94.996 / 69.596))
    assert png(shown, 822).size == (822, 1122)


def test_the_picture_at_full_size_is_the_print_byte_for_byte(game: Path, tmp_path: Path) -> None:
    checked = check_game(DiskGame(game), Report(), checks=())
    assert checked is not None
    job = checked.job(300, lambda *_: None)
    with replace_output(tmp_path / "out") as output:
        run_target(mpc, job, output)
    shown = board(game)
    card = shown.data["cards"]["beasts/fox"]
    made = shown.images.print_png(card["front"], (822, 1122), 300)
    printed = sorted((tmp_path / "out" / "poker" / "fronts").glob("*-beasts-fox.png"))
    assert len(printed) == 3
    assert made == printed[0].read_bytes()


@pytest.mark.parametrize("look", [look for look in LOOKS if look and look != "low-ink"])
def test_other_eyes_see_the_same_simulation_as_proofs(game: Path, look: Any) -> None:
    import numpy as np

    shown = board(game)
    plain = np.asarray(png(shown, 120))
    assert (np.asarray(png(shown, 120, look)) == simulate(plain, look)).all()


def test_low_ink_leaves_the_ground_white(game: Path) -> None:
    shown = board(game)
    assert png(shown, 100).getpixel((5, 5)) == (232, 216, 176)
    assert png(shown, 100, "low-ink").getpixel((5, 5)) == (255, 255, 255)


def test_a_picture_that_memory_does_not_do_for_is_told_and_the_server_goes_on(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    known(client)
    front = client.get("/state.json").json()["cards"]["beasts/bear"]["front"]
    images = client.live.game_state.images

    def lack(*_given: object) -> bytes:
        raise MemoryError

    with monkeypatch.context() as patch:
        patch.setattr(images, "_encode", lack)
        told = client.get(f"/face/{front}.png?w=400")
    assert told.status_code == 503
    assert told.json() == {"fault": "there is not enough memory for this"}
    assert client.get(f"/face/{front}.png?w=400").status_code == 200


def test_a_face_nobody_knows_has_no_picture(game: Path) -> None:
    assert board(game).images.png("0" * 32, 100) is None


def test_pictures_of_faces_that_are_gone_are_not_kept(game: Path) -> None:
    """But for those of the last change, which a page may still ask for."""
    state = GameState(DiskGame(game))
    held = []
    for legs in range(4, 24):
        edit(game, f"Eland, kind: land, legs: {legs}}}", f"Eland, kind: land, legs: {legs + 1}}}")
        state.refresh()
        front = state.data["cards"]["beasts/eland"]["front"]
        assert state.images.png(front, 60 + legs) is not None
        held.append(len(state.images._encoded._values))
    assert max(held) == 2


def test_pictures_are_kept_within_a_number_of_bytes() -> None:
    kept: SizeLimitedCache[str, bytes] = SizeLimitedCache(10)
    for name in "abc":
        kept.put(name, b"", 4)
    assert kept.size == 8
    assert kept.get("a") is None
    assert kept.get("b") == b""
    kept.put("d", b"", 4)
    assert kept.get("c") is None, "b was used last"


# --- events ----------------------------------------------------------------------------------


@pytest.mark.parametrize("sign", ["\u2028", "\x0b", "\x0c", "\x1e"])
def test_the_lines_of_a_file_are_those_that_its_findings_count(game: Path, sign: str) -> None:
    (game / "notes.csv").write_text(f'name,note\nFox,"a{sign}b"\nOwl,c\n', "utf-8")
    shown = board(game).source("notes.csv", 3)
    assert shown is not None
    assert shown["lines"] == ["name,note", f'Fox,"a{sign}b"', "Owl,c"]


def test_a_page_gets_a_word_while_the_game_is_read_again(
    game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else it would hold a server that reads for long for one that does not answer."""
    monkeypatch.setattr(live_updates, "_IDLE_SECONDS", 0.05)
    shown = board(game)

    async def judge(_pixels: bool) -> tuple[Finding, ...]:
        return ()

    async def story() -> None:
        live = LiveUpdates(shown, judge)
        live.ready.set()
        events = live.events()
        with shown._lock:
            words = [await asyncio.wait_for(anext(events), 10) for _ in range(2)]
        assert [word and word[0] for word in words] == ["hello", None]

    asyncio.run(story())


def test_a_save_is_told_first_and_judged_afterwards(game: Path) -> None:
    async def story() -> list[tuple[str, Any]]:
        async def judge(pixels: bool) -> tuple[Finding, ...]:
            return run_checks(DiskGame(game), pixels=pixels)

        live = LiveUpdates(GameState(DiskGame(game)), judge)
        heard: list[tuple[str, Any]] = []
        async with live.running():
            await live.ready.wait()
            await asyncio.sleep(0.3)
            async with asyncio.timeout(SECONDS):
                async for event in live.events():
                    if event is None:
                        continue
                    heard.append(event)
                    if event[0] == "hello":
                        edit(game, "name: Crab", "name: Lobster")
                    if event[0] == "findings" and event[1]["judged"] and event[1]["revision"] > 1:
                        break
        return heard

    heard = asyncio.run(story())
    names = [name for name, data in heard if name == "hello" or data["revision"] > 1]
    assert names[:2] == ["hello", "change"]
    assert names[-1] == "findings"


def test_a_page_that_opens_can_tell_whether_it_missed_anything(game: Path) -> None:
    """What is told between a page's state and its line to the server is told to nobody."""

    async def story() -> tuple[int, list[int]]:
        async def judge(pixels: bool) -> tuple[Finding, ...]:
            return run_checks(DiskGame(game), pixels=pixels)

        live = LiveUpdates(GameState(DiskGame(game)), judge)
        async with live.running(), asyncio.timeout(SECONDS):
            await live.ready.wait()
            state = live.game_state.data["told"]
            live.game_state.details()
            numbers = []
            async for event in live.events():
                if event is not None:
                    numbers.append(event[1]["told"])
                    if event[0] == "findings":
                        assert live.game_state.data["told"] >= numbers[-1]
                        break
        return state, numbers

    state, numbers = asyncio.run(story())
    assert numbers[0] > state
    assert numbers == sorted(numbers)
    assert len(set(numbers)) == len(numbers)


def test_a_fault_of_cardgen_is_told_and_the_next_save_is_seen(
    game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story() -> list[str]:
        async def judge(_pixels: bool) -> tuple[Finding, ...]:
            return ()

        shown = GameState(DiskGame(game))
        live = LiveUpdates(shown, judge)
        async with live.running(), asyncio.timeout(SECONDS):
            await live.ready.wait()
            heard = []
            good = shown.session.refresh
            monkeypatch.setattr(shown.session, "refresh", broken)
            edit(game, "name: Crab", "name: Lobster")
            async for event in live.events():
                if event is None or event[0] in ("details", "findings"):
                    continue
                heard.append(event[0])
                if event[0] == "fault":
                    assert shown.data["fault"] == "A fault in cardgen itself: ValueError: oh"
                    monkeypatch.setattr(shown.session, "refresh", good)
                    edit(game, "name: Lobster", "name: Prawn")
                if event[0] == "change":
                    assert shown.data["fault"] == ""
                    return heard
        return heard

    def broken() -> None:
        raise ValueError("oh")

    assert asyncio.run(story()) == ["hello", "fault", "change"]


# --- who is refused --------------------------------------------------------------------------


class Client:
    """A browser of few words: asks the application itself, and keeps cookies."""

    def __init__(self, live: LiveUpdates, runner: asyncio.Runner) -> None:
        self.live = live
        transport = httpx.ASGITransport(make_app(live, ServerSettings(TOKEN, PORT)))
        self.http = httpx.AsyncClient(transport=transport, base_url=BASE)
        self.runner = runner

    def request(self, method: str, path: str, **given: Any) -> httpx.Response:
        return self.runner.run(self.http.request(method, path, **given))

    def get(self, path: str, **given: Any) -> httpx.Response:
        return self.request("GET", path, **given)


@pytest.fixture
def client(game: Path) -> Iterator[Client]:
    async def judge(_pixels: bool) -> tuple[Finding, ...]:
        return ()

    live = LiveUpdates(GameState(DiskGame(game), game.parent.parent / "printed"), judge)
    running = live.running()
    with asyncio.Runner() as runner:
        runner.run(running.__aenter__())
        made = Client(live, runner)
        yield made
        runner.run(made.http.aclose())
        runner.run(running.__aexit__(None, None, None))


def known(client: Client) -> Client:
    """A browser that opened the address with the key."""
    assert client.get(f"/?token={TOKEN}").status_code == 200
    return client


def test_the_key_opens_the_page_and_stays_as_a_cookie_of_this_site_alone(
    client: Client,
) -> None:
    answer = client.get(f"/?token={TOKEN}")
    cookie = answer.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Strict" in cookie
    assert client.get("/state.json").json()["game"] == "Tiny Beasts"


@pytest.mark.parametrize("path", ["/", "/state.json", "/events", "/static/app.js", "/face/x.png"])
@pytest.mark.parametrize(
    "key", ["", "?token=", "?token=wrong", f"?token={TOKEN[:-1]}", "?token=%ff"]
)
def test_without_the_key_nothing_is_shown(client: Client, path: str, key: str) -> None:
    answer = client.get(f"{path}?{key}")
    assert answer.status_code == 403
    assert "set-cookie" not in answer.headers


@pytest.mark.parametrize(
    "host", ["evil.example", f"evil.example:{PORT}", "127.0.0.1", f"127.0.0.1.evil.example:{PORT}",
             "127.0.0.1:1", f"[::1]:{PORT}", ""],
)  # fmt: skip
def test_a_foreign_host_is_refused_even_with_the_key(client: Client, host: str) -> None:
    answer = client.get(f"/?token={TOKEN}", headers={"host": host})
    assert answer.status_code == 400
    assert "set-cookie" not in answer.headers


@pytest.mark.parametrize("origin", ["http://evil.example", "null", f"https://127.0.0.1:{PORT}"])
def test_another_pages_request_is_refused(client: Client, origin: str) -> None:
    answer = known(client).get("/state.json", headers={"origin": origin})
    assert answer.status_code == 403
    own = known(client).get("/state.json", headers={"origin": BASE})
    assert own.status_code == 200


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH", "OPTIONS"])
def test_nothing_can_be_changed(client: Client, method: str) -> None:
    assert known(client).request(method, "/state.json").status_code == 405


@pytest.mark.parametrize(
    "path",
    ["/source.json?file=../../secret.txt&line=1", "/source.json?file=/etc/passwd&line=1",
     "/source.json?file=link.yaml&line=1", "/source.json?file=..%2f..%2fsecret.txt",
     "/source.json?file=%00", "/source.json?file=", "/static/..%2fserver.py",
     "/static/server.py", "/static/%2e%2e/serve.py", "/font/..%2f..%2fsecret.ttf",
     "/face/..%2f..%2fsecret.txt.png", "/print/0/front.png?card=../secret",],
)  # fmt: skip
def test_a_path_outside_the_game_is_refused(client: Client, game: Path, path: str) -> None:
    secret = game.parent.parent / "secret.txt"
    secret.write_text("secret", "utf-8")
    (game / "link.yaml").symlink_to(secret)
    answer = known(client).get(path)
    assert answer.status_code == 404
    assert "secret" not in answer.text
    assert "root:" not in answer.text


@pytest.mark.parametrize(
    "path", ["/print/{}/front.png", "/print/{}/front.json", "/sheet/{}/front.png"]
)
def test_a_place_of_5000_digits_is_not_found(client: Client, path: str) -> None:
    assert known(client).get(path.format("5" * 5000)).status_code == 404


def test_a_file_of_the_game_is_shown_around_its_line(client: Client) -> None:
    found = known(client).get("/source.json?file=game.yaml&line=5").json()
    assert found["first"] == 2
    assert found["lines"][3] == "  beasts:"


def test_a_file_of_the_project_is_shown_if_the_game_includes_it(client: Client, game: Path) -> None:
    for name in ("house.yaml", "secret.yaml"):
        (game.parent.parent / name).write_text("styles: {}\n", "utf-8")
    layouts = game / "layouts.yaml"
    save(layouts, f"include: ../../house.yaml\n{layouts.read_text('utf-8')}")
    live = known(client)
    for _ in range(int(SECONDS / 0.1)):
        found = live.get("/source.json?file=../../house.yaml&line=1")
        if found.status_code == 200:
            break
        live.runner.run(asyncio.sleep(0.1))
    assert found.json()["lines"] == ["styles: {}"]
    assert live.get("/source.json?file=../../secret.yaml&line=1").status_code == 404


def test_a_row_of_a_table_is_shown_whole_and_alone(client: Client, game: Path) -> None:
    rows = "- name: Ant\n  kind: land\n  note: small\n\n# the second\n- {name: Bee}\n"
    (game / "beasts.yaml").write_text(rows, "utf-8")
    live = known(client)
    found: dict[str, Any] = {}
    for _ in range(int(SECONDS / 0.1)):
        found = live.get("/source.json?file=beasts.yaml&line=1").json()
        if len(found["lines"]) == 3:
            break
        live.runner.run(asyncio.sleep(0.1))
    assert found["lines"] == ["- name: Ant", "  kind: land", "  note: small"]
    inside = live.get("/source.json?file=beasts.yaml&line=2").json()
    assert inside["first"] == 1


def test_the_state_travels_compressed_and_not_again_while_it_is_the_same(client: Client) -> None:
    live = known(client)
    first = live.get("/state.json")
    assert first.headers["content-encoding"] == "gzip"
    assert len(first.json()["cards"]) == 8
    plain = live.get("/state.json", headers={"accept-encoding": "identity"})
    assert "content-encoding" not in plain.headers
    live.live.game_state.details()
    for _ in range(100):  # until nothing of an earlier test is told any more
        later = live.get("/state.json")
        tag = {"if-none-match": later.headers["etag"]}
        assert later.headers["etag"] != first.headers["etag"]
        again = live.get("/state.json", headers=tag)
        if again.status_code == 304:
            break
    assert (again.status_code, again.content) == (304, b"")
    live.live.game_state.details()
    assert live.get("/state.json", headers=tag).status_code == 200


def test_every_answer_keeps_the_page_to_itself(client: Client) -> None:
    for answer in (client.get("/"), known(client).get("/state.json"), client.get("/nowhere")):
        policy = answer.headers["content-security-policy"]
        assert "default-src 'self'" in policy
        assert "frame-ancestors 'none'" in policy
        assert "unsafe" not in policy
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["referrer-policy"] == "no-referrer"
        assert "access-control-allow-origin" not in answer.headers


@pytest.mark.parametrize("query", ["w=0", "w=5000", "w=-1", "w=100&look=nothing"])
def test_pictures_that_no_screen_shows_are_refused(client: Client, query: str) -> None:
    state = known(client).get("/state.json").json()
    key = state["cards"]["beasts/fox"]["front"]
    good = client.get(f"/face/{key}.png?w=100")
    assert good.status_code == 200
    assert "immutable" in good.headers["cache-control"]
    answer = client.get(f"/face/{key}.png?{query}")
    assert answer.status_code == 404 or query == "w=-1", "what is no number is left aside"


# --- the last print --------------------------------------------------------------------------


def manifest(folder: Path, front: str, **more: object) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    slot = {"slot": 1, "deck": "beasts", "card": "fox", "copy": 1, "front": front, "back": None}
    data = {"size": {"name": "poker", "pixels": [822, 1122], "dpi": 300}, "slots": [slot | more]}
    file = folder / "manifest.json"
    file.write_text(json.dumps(data), "utf-8")
    return file


def some_png() -> bytes:
    import numpy as np

    return encode_png(np.zeros((4, 4, 3), np.uint8), 300)


def test_a_manifests_own_pictures_are_served(client: Client, game: Path) -> None:
    folder = game.parent.parent / "printed"
    manifest(folder, "fronts/001.png")
    (folder / "fronts").mkdir()
    (folder / "fronts" / "001.png").write_bytes(some_png())
    told = known(client).get("/prints.json").json()
    assert told["cards"] == {"beasts/fox": {"front": 0}}
    answer = client.get("/print/0/front.png?card=beasts/fox")
    assert answer.content == some_png()
    assert client.get("/print/0/back.png?card=beasts/fox").status_code == 404
    assert client.get("/print/1/front.png?card=beasts/fox").status_code == 404


def test_a_print_is_seen_with_the_same_eyes_as_what_would_be_printed(
    client: Client, game: Path
) -> None:
    import numpy as np

    folder = game.parent.parent / "printed"
    manifest(folder, "001.png")
    pixels = np.random.default_rng(6).integers(0, 256, (112, 82, 3), dtype=np.uint8)
    (folder / "001.png").write_bytes(encode_png(pixels, 300))
    known(client).get("/prints.json")
    for look in KINDS:
        seen = client.get(f"/print/0/front.png?card=beasts/fox&look={look}").content
        made = np.asarray(Image.open(io.BytesIO(seen)))
        assert (made == simulate(pixels, look)).all(), look
    for other in ("", "low-ink", "nothing"):
        seen = client.get(f"/print/0/front.png?card=beasts/fox&look={other}").content
        assert seen == (folder / "001.png").read_bytes()
    (folder / "001.png").write_bytes(some_png()[:40])
    assert client.get("/print/0/front.png?card=beasts/fox&look=greyscale").status_code == 404


@pytest.mark.parametrize("front", ["../secret.png", "/etc/passwd", "link.png", "notes.txt", ".."])
def test_a_manifest_that_points_elsewhere_is_not_followed(
    client: Client, game: Path, front: str
) -> None:
    folder = game.parent.parent / "printed"
    file = manifest(folder, front)
    secret = folder.parent / "secret.png"
    secret.write_bytes(some_png())
    (folder / "link.png").symlink_to(secret)
    (folder / "notes.txt").write_text("notes", "utf-8")
    assert file.is_file()
    known(client).get("/prints.json")
    assert client.get("/print/0/front.png?card=beasts/fox").status_code == 404


def test_a_picture_that_is_none_is_not_given_out(tmp_path: Path) -> None:
    manifest(tmp_path, "a.png")
    (tmp_path / "a.png").write_text("root:x:0:0", "utf-8")
    (found,) = prints.find_prints(tmp_path)
    side = found.side("beasts/fox", "front")
    assert side is not None
    assert prints.read_png(side) is None


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"size": 3, "slots": []}', "[" * 5000, "\xff"])
def test_a_file_that_is_no_manifest_is_passed_over(tmp_path: Path, text: str) -> None:
    (tmp_path / "manifest.json").write_bytes(text.encode("latin-1"))
    assert prints.find_prints(tmp_path) == ()


def test_a_face_is_told_apart_from_its_print(game: Path, tmp_path: Path) -> None:
    checked = check_game(DiskGame(game), Report(), checks=())
    assert checked is not None
    job = checked.job(300, lambda *_: None)
    with replace_output(tmp_path / "out") as output:
        run_target(mpc, job, output)
    shown = board(game, tmp_path / "out")
    number = shown.printed()["cards"]["beasts/fox"]["front"]

    def same(card: str) -> bool | None:
        key = shown.data["cards"][card]["front"]
        told: bool | None = shown.compare_with_printed(number, card, "front", key)["same"]
        return told

    assert same("beasts/fox")
    edit(game, "legs: 4, copies: 3", "legs: 4, copies: 3, note: Sly")
    shown.refresh()
    assert same("beasts/fox") is False
    assert same("beasts/crab")
    crab = shown.data["cards"]["beasts/crab"]["front"]
    told = shown.compare_with_printed(number, "beasts/fox", "front", crab)
    assert told == {"same": False, "as": ["beasts/crab"]}
    told = shown.compare_with_printed(number, "beasts/gnu", "front", crab)
    assert told == {"same": None, "as": ["beasts/crab"]}, "a card that was not printed"


# --- sheets ----------------------------------------------------------------------------------


def test_sheets_are_those_of_the_target(game: Path) -> None:
    shown = board(game)
    told = shown.sheets({"paper": "a4", "duplex": "long"})["sheets"]
    assert [len(sheet["cards"]) for sheet in told] == [9, 5]
    assert told[0]["sides"] == ["front", "back"]
    data = shown.sheet({"paper": "a4", "duplex": "long"}, (1, "front"), 420)
    assert data is not None
    page = Image.open(io.BytesIO(data))
    assert page.size == (420, 594)
    left, top, width, height = told[0]["cards"][0]["box"]
    middle = (round((left + width / 2) * 420), round((top + height * 0.9) * 594))
    assert page.getpixel(middle) == (232, 216, 176), "a card lies where the page is told"


@pytest.mark.parametrize(
    ("own", "asked", "options", "grids"),
    [
        ("", {}, ("a4", "long", "auto"), ["3 × 3", "8 × 6"]),
        ("{paper: letter, duplex: none, grid: 2x2}", {}, ("letter", "none", "auto"), ["2 × 2"]),
        ("{paper: letter, marks: guides}", {"marks": "crop"}, ("letter", "long", "crop"), []),
        ("{paper: letter, grid: 4x2}", {"paper": "a4"}, ("a4", "long", "auto"), ["3 × 3"]),
        ("{stock: avery-5371, gap: 0}", {}, ("letter", "long", "auto"), ["5 × 2"]),
        ("{stock: avery-5371}", {"paper": "a4"}, ("a4", "long", "auto"), ["3 × 3"]),
        ("{paper: a4, format: png, dpi: 600}", {}, ("a4", "long", "auto"), ["3 × 3"]),
        ("{paper: a4, duplex: separate}", {}, ("a4", "separate", "auto"), ["3 × 3"]),
        ("{duplex: separate}", {"duplex": "long"}, ("a4", "long", "auto"), ["3 × 3"]),
        ("{paper: letter, cutter: cricut}", {}, ("letter", "long", "auto"), []),
        ("{silhouette: 3, inset: 12mm}", {"marks": "crop"}, ("a4", "long", "crop"), []),
        ("{silhouette: 3, cut: svg}", {"duplex": "fold"}, ("a4", "fold", "auto"), []),
        ("{marks-on: fronts}", {"marks": "none"}, ("a4", "long", "none"), []),
        ("{marks-on: backs}", {"duplex": "none"}, ("a4", "none", "auto"), []),
        ("{paper: letter, skip: 5}", {"paper": "4x6"}, ("4x6", "long", "auto"), ["2 × 1"]),
    ],
)
def test_sheets_begin_as_the_game_says_and_end_as_one_chooses(
    game: Path, own: str, asked: dict[str, str], options: tuple[str, str, str], grids: list[str]
) -> None:
    if "stock" in own and not asked:
        edit(game, "size: poker", "size: business", file="game.yaml")
    with (game / "game.yaml").open("a", encoding="utf-8") as file:
        file.write(f"targets: {{sheets: {own}}}\n" if own else "")
    told = board(game).sheets(asked)
    assert tuple(told["options"].values())[:3] == options
    for sheet, grid in zip(told["sheets"][::2], grids[:1], strict=False):
        assert sheet["grid"] == grid


@pytest.mark.parametrize(
    ("own", "asked", "ink"),
    [("", {}, "full"), ("ink: low", {}, "low"), ("ink: low", {"ink": "full"}, "full")],
)
def test_sheets_spare_ink_where_the_game_says_so(
    game: Path, own: str, asked: dict[str, str], ink: str
) -> None:
    with (game / "game.yaml").open("a", encoding="utf-8") as file:
        file.write(f"targets: {{sheets: {{paper: a4, {own}}}}}\n")
    shown = board(game)
    assert shown.sheets(asked)["options"]["ink"] == ink
    picture = shown.sheet(asked, (1, "front"), 420)
    assert picture is not None
    light = Image.open(io.BytesIO(picture)).convert("L").histogram()
    full = shown.sheet({"ink": "full"}, (1, "front"), 420)
    assert full is not None
    more = light[255] > Image.open(io.BytesIO(full)).convert("L").histogram()[255]
    assert more == (ink == "low")


def test_boards_in_tiles_beside_folded_cards_have_their_own_pages(game: Path) -> None:
    """A folded sheet is one page, the back of a tile another."""
    edit(game, "size: round-25mm", "size: plan", file="game.yaml")
    with (game / "game.yaml").open("a", encoding="utf-8") as file:
        file.write("sizes: {plan: {width: 300mm, height: 200mm}}\n")
    shown = board(game)
    asked = {"paper": "a4", "duplex": "fold", "cards": "0,6"}
    told = shown.sheets(asked)["sheets"]
    assert [sheet["sides"] for sheet in told][:2] == [["front"], ["front", "back"]]
    front, back = (shown.sheet(asked, (2, side), 300) for side in ("front", "back"))
    assert front is not None
    assert back is not None
    middles = [Image.open(io.BytesIO(one)).getpixel((150, 150)) for one in (front, back)]
    assert middles == [(128, 176, 224), (192, 96, 32)], "sky in front, rust behind"


def test_backs_in_a_file_of_their_own_are_shown_and_saved(game: Path) -> None:
    with (game / "game.yaml").open("a", encoding="utf-8") as file:
        file.write("targets: {sheets: {paper: a4, duplex: separate}}\n")
    shown = board(game)
    told = shown.sheets({})
    assert told["files"] == ["fronts.pdf", "backs.pdf"]
    assert [sheet["sides"] for sheet in told["sheets"]] == [["front", "back"]] * 2
    together = {"duplex": "long"}
    assert shown.sheet({}, (1, "back"), 300) == shown.sheet(together, (1, "back"), 300)
    assert shown.sheet({}, (2, "front"), 300) == shown.sheet(together, (2, "front"), 300)
    saved = {name: shown.sheets_pdf({}, name) for name in (*told["files"], "sheets.pdf")}
    assert saved["sheets.pdf"] is None
    assert saved["fronts.pdf"] != saved["backs.pdf"]
    assert len(Raster(saved["backs.pdf"] or b"")) == 2
    assert shown.sheets({"duplex": "long"})["files"] == ["sheets.pdf"]


def test_sheets_are_mended_for_the_printer_of_the_game(
    game: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    with (game / "game.yaml").open("a", encoding="utf-8") as file:
        file.write("targets: {sheets: {paper: a4, printer: office}}\n")
    shown = board(game)
    assert shown.sheets({})["printer"].startswith("not mended: `printer=office`")
    as_drawn = shown.sheet({}, (1, "back"), 840)
    (tmp_path / "config" / "cardgen").mkdir(parents=True)
    (tmp_path / "config" / "cardgen" / "printers.yaml").write_text(
        "office: {back: {x: 3mm}, margins: 40mm}\n", "utf-8"
    )
    mended = board(game)
    told = mended.sheets({})
    assert told["printer"] == "for the printer office"
    assert told["sheets"][0]["grid"] == "2 × 2"
    assert mended.sheet({}, (1, "back"), 840) != as_drawn


@pytest.mark.parametrize(("cards", "count"), [("2-3", 2), ("0,7", 3), ("none", 0), ("9-,x", 0)])
def test_sheets_hold_the_selected_cards_alone(game: Path, cards: str, count: int) -> None:
    shown = board(game)
    try:
        found = shown.sheets({"paper": "a4", "cards": cards})
    except OptionError:
        found = {"sheets": []}
    assert sum(len(sheet["cards"]) for sheet in found["sheets"]) == count


def test_a_paper_that_is_none_is_a_sentence(client: Client) -> None:
    told = known(client).get("/sheets.json?paper=banana").json()
    assert told["fault"] == "there is no paper `banana`"
    assert client.get("/sheet/1/front.png?paper=banana").status_code == 404
    assert client.get("/sheet/99/front.png?paper=a4").status_code == 404


def test_papers_come_with_their_size_as_one_would_type_it(client: Client) -> None:
    offered = known(client).get("/state.json").json()["config"]["papers"]
    assert {one["key"]: one["size"] for one in offered}["letter"] == "215.9x279.4mm"
    for one in offered:
        size, paper = find_paper(one["size"]).extent, find_paper(one["key"]).extent
        assert (size.width, size.height) == pytest.approx((paper.width, paper.height), abs=0.02)
    assert len(client.get("/sheets.json?paper=100x148mm").json()["sheets"]) > 2


# --- the program -----------------------------------------------------------------------------


def test_the_preview_listens_on_this_machine_alone_and_takes_the_next_free_port() -> None:
    first = listen(0)
    first.listen()
    port = first.getsockname()[1]
    assert first.getsockname()[0] == HOST == "127.0.0.1"
    second = listen(port)
    assert second.getsockname()[1] > port
    first.close()
    second.close()


def test_the_key_is_unguessable_and_stays_the_same_for_a_game(tmp_path: Path) -> None:
    one, other = (DiskGame(write_game(tmp_path / name)) for name in "ab")
    cache = EntryStore("", tmp_path / "cache")
    token = load_token(one, cache)
    assert len(token) == 43
    assert load_token(one, cache) == token
    assert load_token(other, cache) != token
    assert load_token(one, EntryStore("", tmp_path / "cache2")) != token
    for file in (tmp_path / "cache").iterdir():
        assert file.stat().st_mode & 0o077 == 0, "for this user alone"


@pytest.mark.slow
def test_the_program_prints_one_address_writes_nothing_and_ends_well(game: Path) -> None:
    before = {file: file.stat().st_mtime_ns for file in game.rglob("*")}
    with preview(game.parent.parent) as server:
        with urllib.request.urlopen(server.url, timeout=SECONDS) as answer:
            assert b"<main" in answer.read()
        with pytest.raises(urllib.error.HTTPError) as refused:
            urllib.request.urlopen(server.origin, timeout=SECONDS)
        assert refused.value.code == 403
        refused.value.close()
    assert server.process.returncode == 0
    assert {file: file.stat().st_mtime_ns for file in game.rglob("*")} == before


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--print", "nowhere"], "there is no `nowhere`"),
        (["--editor", "javascript:alert('{path}')"], "is no link to a file"),
        (["--editor", "vscode://file/"], "is no link to a file"),
        (["nothing"], "there is no game `nothing`"),
    ],
)
def test_wrong_usage_is_one_sentence(game: Path, options: list[str], said: str) -> None:
    run = subprocess.run(
        [sys.executable, "-m", "cardgen", "preview", *options],
        capture_output=True, text=True, check=False, cwd=game.parent.parent,
    )  # fmt: skip
    assert run.returncode == 2
    assert said in run.stderr
    assert not re.search("Traceback", run.stderr)


def test_a_game_in_memory_can_be_a_session_too() -> None:
    """The session knows no disk."""
    files = {"game.yaml": "game: Nothing\ndecks: {}\n"}
    assert Session(MemoryGame(files)).refresh().findings


@pytest.mark.slow
def test_checks_run_in_a_process_that_may_be_killed(game: Path) -> None:
    async def story() -> tuple[Any, Any, Any]:
        inspector = CheckProcess(game)
        first = await inspector.find_findings(pixels=False)
        assert inspector.child.process is not None
        inspector.child.process.kill()
        second = await inspector.find_findings(pixels=False)
        third = await inspector.find_findings(pixels=True)
        inspector.close()
        return first, second, third

    first, second, third = asyncio.run(story())
    assert codes(first) == ["unbalanced-quotes"]
    assert second is None
    assert codes(third) == ["unbalanced-quotes"]
