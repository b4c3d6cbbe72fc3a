"""Elements of a card in the page: shown to everyone, arranged with `--edit`."""

from __future__ import annotations

import random
import shutil
from pathlib import Path
from typing import Any

import pytest

from cardgen.core.geometry import POINTS_PER_MM
from cardgen.editing.arranging import EdgeMoves
from cardgen.editing.edit_history import FileChange
from cardgen.editing.refusal import RefusedError
from cardgen.files.disk_game import DiskGame
from cardgen.preview.arranged_face import arrange_face
from cardgen.preview.card_elements import list_face_elements
from cardgen.preview.element_editor import ElementChoice, ElementEditor, open_editor
from cardgen.preview.game_state import GameState
from tests.support.edit_requests import HEADERS, ask
from tests.support.previews import save, write_game

GAMES = ("banned-books", "leftovers", "novelty", "paperback", "war-of-the-words")
DATA = Path(__file__).parents[2] / "card_data"
MM = POINTS_PER_MM
LAYOUTS = """\
styles:
  base: {font: text, size: 9pt, color: ink}  # of all
  note: {extends: base, align: center}
pieces:
  badge:
    draw: {shape: ellipse, fill: rust, width: 8mm, height: 8mm, at: bottom right}
layouts:
  plain:
    bleed:
      - {shape: rectangle, fill: sand}
    safe:
      - {text: "{{ name }}", name: title, style: base, top: 2mm, height: 12mm}
  beast:
    extends: plain
    set: {title: {top: 3mm}}
    trim:
      - {text: "{{ kind }}", style: note, left: 50% - 9mm, width: 18mm, top: 30mm, height: 5mm}
      - {piece: badge, left: 5mm, bottom: 5mm, width: 12mm, height: 12mm}
  coin:
    safe:
      - {text: "{{ name }}", style: note, valign: middle}
  back:
    bleed:
      - {shape: rectangle, fill: rust}
"""


@pytest.fixture
def game(tmp_path: Path) -> Path:
    folder = write_game(tmp_path)
    save(folder / "layouts.yaml", LAYOUTS)
    return folder


def open_game(folder: Path) -> tuple[GameState, ElementEditor]:
    state = GameState(DiskGame(folder))
    state.refresh()
    shown = state.session.state.shown
    assert shown is not None
    return state, open_editor(shown)


def choose(editor: ElementEditor, words: str, card: str = "beasts/bear") -> ElementChoice:
    """The element with some words, or of some kind."""
    found = editor.list_elements(card, "front")["elements"]
    one = next(one for one in found if words in (one["words"], one["name"], one["kind"]))
    return choice_of(card, one)


def choice_of(card: str, one: dict[str, Any]) -> ElementChoice:
    place = one["place"]
    return ElementChoice(
        card, "front", one["at"], f"{place['file']}:{place['line']}:{place['column']}"
    )


def test_every_element_of_a_card_is_there_with_its_place(game: Path) -> None:
    answer = ask(game, "GET", "/elements.json?card=beasts/bear", edits=False)
    found = answer.json()["elements"]
    shown = [(one["kind"], one["name"], one["words"], one["place"]["line"]) for one in found]
    assert shown == [
        ("shape", "rectangle", "", 10),
        ("text", "text", "land", 17),
        ("overlay", "badge", "", 18),
        ("shape", "ellipse", "", 6),
        ("text", "title", "Bear", 12),
    ]
    left, top, width, height = found[1]["box"]
    assert (left * 69.85, top * 95.25) == pytest.approx((3.175 + 22.75, 33.175), abs=0.1)
    assert (width * 69.85, height * 95.25) == pytest.approx((18, 5), abs=0.1)


def test_an_element_says_its_options_its_style_and_whom_they_affect(game: Path) -> None:
    _, editor = open_game(game)
    found = editor.describe(choose(editor, "land"))
    own = {one["key"]: (one["text"], one["kind"], one["refused"]) for one in found["options"]}
    assert own["left"] == ("50% - 9mm", "length", "it is calculated; edit it in the file")
    assert own["width"] == ("18mm", "length", "")
    assert found["cards"] == 9
    style = {one["key"]: (one["text"], one["style"], one["cards"]) for one in found["style"]}
    assert style == {
        "font": ("text", "base", 14),
        "size": ("9pt", "base", 14),
        "color": ("ink", "base", 14),
        "align": ("center", "note", 14),
    }
    offered = {one["key"]: one for one in found["missing"]}
    assert offered["valign"]["choices"] == ["top", "middle", "bottom"]


def test_what_a_layout_sets_on_an_inherited_element_is_written_there(game: Path) -> None:
    _, editor = open_game(game)
    change = editor.change(choose(editor, "Bear"), "top", "3mm", "4mm")
    assert change.difference() == [
        "-    set: {title: {top: 3mm}}", "+    set: {title: {top: 4mm}}",
    ]  # fmt: skip


def test_an_option_of_a_style_is_written_in_the_style_that_has_it(game: Path) -> None:
    _, editor = open_game(game)
    change = editor.change(choose(editor, "land"), "size", "9pt", "10pt")
    assert change.difference() == [
        "-  base: {font: text, size: 9pt, color: ink}  # of all",
        "+  base: {font: text, size: 10pt, color: ink}  # of all",
    ]
    added = editor.change(choose(editor, "land"), "size", None, "10pt")
    assert added.difference()[1].endswith("height: 5mm, size: 10pt}")


@pytest.mark.parametrize(
    ("key", "old", "new", "why"),
    [
        ("width", "18mm", "18", "no unit"),
        ("width", "18mm", "wide", "not a length"),
        ("width", "18mm", "", "needs a value"),
        ("width", "18mm", "{{ legs }}mm", "template"),
        ("width", "17mm", "19mm", "meanwhile"),
        ("left", "50% - 9mm", "3mm", "calculated"),
        ("text", "{{ kind }}", "kind", "template"),
        ("color", "ink", "inc", "no color"),
        ("style", "note", "nota", "no style"),
        ("align", "center", "middle", "middle"),
        ("valign", None, "center", "center"),
        ("nothing", None, "1", "no option"),
    ],
)
def test_what_would_be_wrong_is_refused(
    game: Path, key: str, old: str | None, new: str, why: str
) -> None:
    _, editor = open_game(game)
    with pytest.raises(RefusedError, match=why):
        editor.change(choose(editor, "land"), key, old, new)


def test_what_is_included_or_changed_by_a_row_is_left_to_its_file(game: Path) -> None:
    included, _, own = LAYOUTS.partition("layouts:\n")
    save(game / "house.yaml", included + "layouts: {none: {}}\n")
    save(game / "layouts.yaml", "include: house.yaml\nlayouts:\n" + own)
    beasts = (game / "beasts.yaml").read_text("utf-8")
    (game / "beasts.yaml").write_text(
        beasts.replace("name: Crab,", "name: Crab, layout: {title: {height: 9mm}},"), "utf-8"
    )
    _, editor = open_game(game)
    with pytest.raises(RefusedError, match=r"house\.yaml"):
        editor.change(choose(editor, "land"), "size", "9pt", "10pt")
    with pytest.raises(RefusedError, match=r"a row of beasts\.yaml"):
        editor.change(choose(editor, "Crab", "beasts/crab"), "height", "9mm", "10mm")


def test_a_move_is_seen_before_it_is_written_as_it_is_afterwards(game: Path) -> None:
    state, editor = open_game(game)
    choice = choose(editor, "badge")
    moves = EdgeMoves(2 * MM, -3 * MM, 2 * MM, -3 * MM)
    plan = editor.plan(choice, moves)
    assert plan == {"left": "7mm", "bottom": "8mm"}
    tried = state.images.scene_png(editor.draw(choice, plan), 300)
    before = {"left": "5mm", "bottom": "5mm"}
    write(game, editor.arrange(choice, {key: [before[key], new] for key, new in plan.items()}))
    state.refresh()
    assert state.images.png(state.data["cards"]["beasts/bear"]["front"], 300) == tried


def write(game: Path, change: FileChange) -> None:
    assert (game / change.file).read_bytes() == change.before
    save(game / change.file, change.after)


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_a_dragged_element_stands_where_it_was_dropped(name: str, tmp_path: Path) -> None:
    """On cards of the five games: every element that can be moved or resized is where the page
    showed it, and only the lines of its lengths have changed."""
    folder = tmp_path / name
    shutil.copytree(DATA / name, folder)
    state, editor = open_game(folder)
    rng = random.Random(17)
    cards = rng.sample(sorted(state.data["cards"]), 2)
    assert sum(drag_elements(editor, card, rng) for card in cards) >= 4


def drag_elements(editor: ElementEditor, card: str, rng: random.Random) -> int:
    """Drag some elements of a card; how many can be."""
    found = editor.list_elements(card, "front")["elements"]
    arranged = 0
    for one in rng.sample(found, min(8, len(found))):
        x, y = rng.uniform(-20, 20), rng.uniform(-20, 20)
        moves = rng.choice([EdgeMoves(x, y, x, y), EdgeMoves(right=abs(x), bottom=abs(y))])
        try:
            plan = editor.plan(choice_of(card, one), moves)
        except RefusedError:
            continue
        check_arranged(editor, choice_of(card, one), plan)
        check_place(editor, choice_of(card, one), plan, moves)
        arranged += 1
    return arranged


def check_arranged(editor: ElementEditor, choice: ElementChoice, plan: dict[str, str]) -> None:
    now = {option.key: option.text for option in editor.select(choice).options}
    change = editor.arrange(choice, {key: [now.get(key), new] for key, new in plan.items()})
    came = [line for line in change.difference() if line[0] == "+"]
    assert all(any(f"{key}: {new}" in line for line in came) for key, new in plan.items())
    added = len(change.after.splitlines()) - len(change.before.splitlines())
    assert added <= sum(key not in now for key in plan)


def check_place(
    editor: ElementEditor, choice: ElementChoice, plan: dict[str, str], moves: EdgeMoves
) -> None:
    """What stands in an overlay is where it was dropped, to the step in which it is written."""
    found = editor.select(choice)
    old = found.on_face
    if old.container != "overlay" or "baseline" in plan or "width" in plan or "height" in plan:
        return
    made = arrange_face(found.face, old.box.span, plan)
    new = list_face_elements(editor.shown, made)[choice.at].placed.rect
    was = old.placed.rect
    assert new.left == pytest.approx(was.left + moves.left, abs=0.1)
    assert new.top == pytest.approx(was.top + moves.top, abs=0.1)


# --- what is asked of the server -------------------------------------------------------------

BADGE = {"card": "beasts/bear", "side": "front", "at": 2, "place": "layouts.yaml:18:9"}
WIDER = BADGE | {"key": "width", "old": "12mm", "new": "13mm"}
LEFT = BADGE | {"plan": {"left": ["5mm", "6mm"], "bottom": ["5mm", "4mm"]}}
MOVED = "card=beasts/bear&side=front&at=2&place=layouts.yaml:18:9&move=3,0,3,0"


def test_an_option_and_a_move_are_written(game: Path) -> None:
    assert ask(game, "POST", "/option", WIDER).json()["difference"][1].count("width: 13mm") == 1
    answer = ask(game, "GET", f"/arranged.json?{MOVED}")
    assert answer.json() == {"plan": {"left": ["5mm", "6.05mm"]}}
    assert ask(game, "POST", "/arrange", LEFT).status_code == 200
    line = "- {piece: badge, left: 6mm, bottom: 4mm, width: 13mm, height: 12mm}"
    assert (game / "layouts.yaml").read_text("utf-8").splitlines()[17].strip() == line
    picture = ask(game, "GET", f"/arranged.png?{MOVED}&w=200")
    assert picture.content.startswith(b"\x89PNG")
    assert (game / "layouts.yaml").read_text("utf-8").splitlines()[17].strip() == line


@pytest.mark.parametrize("address", ["/option", "/arrange"])
def test_only_the_page_itself_arranges(game: Path, address: str) -> None:
    body, before = WIDER | LEFT, (game / "layouts.yaml").read_bytes()
    foreign = [
        {"cookie": HEADERS["cookie"]},
        {"x-cardgen-token": "u" * 43},
        HEADERS | {"origin": "http://evil.example"},
    ]
    assert [ask(game, "POST", address, body, headers=one).status_code for one in foreign] == [
        403
    ] * 3
    assert ask(game, "POST", address, body, edits=False).status_code == 405
    assert ask(game, "GET", address, body).status_code == 405
    assert ask(game, "GET", f"/arranged.png?{MOVED}", edits=False).status_code == 404
    assert (game / "layouts.yaml").read_bytes() == before


@pytest.mark.parametrize(
    ("address", "body", "status"),
    [
        ("/option", WIDER | {"place": "layouts.yaml:17:9"}, 409),
        ("/option", WIDER | {"at": 99}, 409),
        ("/option", WIDER | {"at": "2"}, 409),
        ("/option", WIDER | {"at": True}, 409),
        ("/option", WIDER | {"card": "beasts/wolf"}, 409),
        ("/option", WIDER | {"new": 3}, 400),
        ("/arrange", BADGE | {"plan": {"left": "6mm"}}, 400),
        ("/arrange", BADGE | {"plan": {}}, 400),
        ("/arrange", BADGE | {"plan": {"../x": [None, "6mm"]}}, 409),
        ("/arrange", [], 400),
    ],
)
def test_what_makes_no_sense_is_refused(
    game: Path, address: str, body: object, status: int
) -> None:
    before = (game / "layouts.yaml").read_bytes()
    answer = ask(game, "POST", address, body)
    assert answer.status_code == status
    assert answer.json()["refused"]
    assert (game / "layouts.yaml").read_bytes() == before


@pytest.mark.parametrize("move", ["", "1,2,3", "a,b,c,d", "nan,0,0,0", "1e300,0,0,0"])
def test_a_move_is_four_numbers(game: Path, move: str) -> None:
    for name in ("arranged.json", "arranged.png"):
        answer = ask(game, "GET", f"/{name}?{MOVED.partition('&move')[0]}&move={move}")
        assert answer.status_code == 400


def test_layouts_behind_a_link_are_not_written(game: Path, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere.yaml"
    (game / "layouts.yaml").rename(elsewhere)
    (game / "layouts.yaml").symlink_to(elsewhere)
    before = elsewhere.read_bytes()
    assert ask(game, "POST", "/option", WIDER).status_code == 409
    assert elsewhere.read_bytes() == before
