"""After an edit of a card table only cards whose row changed are bound: what is kept of the others
is what binding them would make, or nothing."""

from __future__ import annotations

import io
import os
from pathlib import Path

import pytest
from PIL import Image

from cardgen.bind import pictures
from cardgen.bind.pictures import PictureStore
from cardgen.core.findings import Report
from cardgen.files.disk_game import DiskGame
from cardgen.pipeline.build import build_game
from cardgen.pipeline.build_request import BuildRequest
from cardgen.pipeline.check_record import CheckResult, check_project
from tests.conftest import ROOT

GAME = """\
game: Kept
vars: {most: 3}
palette: {sand: "#eeddaa", ink: "#111111"}
fonts: {text: EBGaramond-Regular.ttf}
decks:
  cards: {cards: [cards.yaml, more.csv], size: mini, front: front, back: back}
"""
LAYOUTS = """\
layouts:
  front:
    bleed: [{picture: dot.png}]
    safe:
      - column:
          - {text: "{{ name }} SAID", font: text, size: 9pt, min-size: 4pt, fit: deck, color: ink}
          - {text: "{{ rule }}", font: text, size: 7pt, color: ink}
  back:
    bleed: [{shape: rectangle, fill: sand}]
"""
ROWS = '- {name: Fox, rule: ""}\n- {name: Owl, rule: ""}\n- {name: Elk, rule: Runs}\n'
MORE = "name,rule\nHare,Hops\nToad,Sits\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CARDGEN_CACHE", str(tmp_path / "cache"))
    folder = tmp_path / "kept"
    folder.mkdir()
    for name, text in (("game.yaml", GAME), ("cards.yaml", ROWS), ("more.csv", MORE)):
        (folder / name).write_text(text, "utf-8")
    (folder / "dot.png").write_bytes(png(900, 1200))
    write_layouts(folder, "")
    return folder


def png(width: int, height: int) -> bytes:
    out = io.BytesIO()
    Image.new("RGB", (width, height), "#ddccaa").save(out, "PNG")
    return out.getvalue()


def write_layouts(folder: Path, said: str) -> None:
    (folder / "layouts.yaml").write_text(LAYOUTS.replace("SAID", said), "utf-8")


def edit(folder: Path, name: str, old: str, new: str) -> None:
    file = folder / name
    text = file.read_text("utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), "utf-8")


def check(folder: Path, **settings: str) -> CheckResult:
    return check_project(DiskGame(folder), settings)


def check_afresh(folder: Path, monkeypatch: pytest.MonkeyPatch) -> CheckResult:
    """What a check finds for which nothing is kept."""
    with monkeypatch.context() as patch:
        patch.setenv("CARDGEN_CACHE", str(folder.parent / "empty" / os.urandom(4).hex()))
        return check(folder)


ALL = ["fox", "owl", "elk", "hare", "toad"]


def test_of_an_edited_table_the_edited_row_alone_is_bound(folder: Path, bound: list[str]) -> None:
    check(folder)
    assert bound == ALL
    bound.clear()
    edit(folder, "cards.yaml", "name: Owl", "name: Eul")
    check(folder)
    assert bound == ["eul"]
    bound.clear()
    edit(folder, "more.csv", "Sits", "Rests")
    check(folder)
    assert bound == ["toad"]


def test_a_reverted_row_is_bound_again_and_no_other(folder: Path, bound: list[str]) -> None:
    check(folder)
    edit(folder, "cards.yaml", "Owl", "Eul")
    check(folder)
    bound.clear()
    edit(folder, "cards.yaml", "Eul", "Owl")
    check(folder)
    assert bound == ["owl"]


@pytest.mark.parametrize(
    "said",
    [
        "{{ count('cards', \\\"name == 'Owl'\\\") }}",
        "{{ sum('cards', 'copies') }}",
        "{{ of('cards', 'name', 'Owl') }}",
        "{{ all([1], 'count(\\\\'cards\\\\') > 1') }}",
        "{{ all([1], rule) if rule else '' }}",
    ],
)
def test_cards_that_ask_all_cards_are_bound_when_any_row_changes(
    folder: Path, bound: list[str], said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_layouts(folder, said)
    check(folder)
    bound.clear()
    edit(folder, "cards.yaml", "Owl", "Eul")
    found = check(folder)
    assert {*bound} == {"fox", "eul", "elk", "hare", "toad"}
    assert found == check_afresh(folder, monkeypatch)


@pytest.mark.parametrize("said", ["{{ total }}", "{{ map([1], 'total') }}"])
def test_cards_that_print_how_many_there_are_depend_on_it(
    folder: Path, bound: list[str], said: str
) -> None:
    write_layouts(folder, said)
    check(folder)
    bound.clear()
    edit(folder, "cards.yaml", "{name: Owl,", "{name: Owl, copies: 3,")
    check(folder)
    assert {*bound} == {*ALL}


@pytest.mark.parametrize("said", ["{{ slot }}", "{{ map([1], 'slot') }}"])
def test_cards_that_print_their_slot_depend_on_the_cards_before(
    folder: Path, bound: list[str], said: str
) -> None:
    write_layouts(folder, said)
    check(folder)
    bound.clear()
    edit(folder, "cards.yaml", "{name: Owl,", "{name: Owl, copies: 3,")
    check(folder)
    assert {"owl", "elk", "hare", "toad"} <= {*bound} <= {*ALL, "owl-2", "owl-3"} - {"fox"}


def change_layout(folder: Path) -> None:
    edit(folder, "layouts.yaml", "size: 9pt", "size: 8pt")


def change_palette(folder: Path) -> None:
    edit(folder, "game.yaml", "#111111", "#222222")


def change_picture(folder: Path) -> None:
    (folder / "dot.png").write_bytes(png(901, 1200))


def lose_picture(folder: Path) -> None:
    (folder / "dot.png").unlink()


def add_font_in_the_first_place(folder: Path) -> None:
    """The font that is found is in the folder of fonts that cardgen ships."""
    shipped = ROOT / "fonts" / "EBGaramond-Bold.ttf"
    (folder / "EBGaramond-Regular.ttf").write_bytes(shipped.read_bytes())


def add_column(folder: Path) -> None:
    edit(folder, "cards.yaml", "name: Owl", "name: Owl, cost: 2")


def harm(folder: Path) -> None:
    (file,) = (folder.parent / "cache" / "projects").glob("*/cards/*")
    data = bytearray(file.read_bytes())
    data[len(data) // 2] ^= 1
    file.write_bytes(data)


def cut_short(folder: Path) -> None:
    (file,) = (folder.parent / "cache" / "projects").glob("*/cards/*")
    file.write_bytes(file.read_bytes()[:-7])


@pytest.mark.parametrize(
    "change",
    [
        change_layout, change_palette, change_picture, lose_picture, add_font_in_the_first_place,
        add_column, harm, cut_short,
    ],
)  # fmt: skip
def test_all_cards_are_bound_where_what_they_share_has_changed(
    folder: Path, bound: list[str], change: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    check(folder)
    bound.clear()
    change(folder)  # type: ignore[operator]
    edit(folder, "cards.yaml", "Runs", "Leaps")
    found = check(folder)
    assert bound == ALL
    assert found == check_afresh(folder, monkeypatch)


def test_files_that_no_card_asks_for_may_come_and_go(
    folder: Path, bound: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A picture for the next card, a note, the copy that an editor leaves beside a table."""
    check(folder)
    for name in ("next.png", "notes.txt", "cards.yaml~"):
        for is_there in (True, False):
            if is_there:
                (folder / name).write_bytes(png(90, 120))
            else:
                (folder / name).unlink()
            edit(folder, "cards.yaml", "Runs", "Runs on")
            bound.clear()
            found = check(folder)
            assert bound == ["elk"]
            assert found == check_afresh(folder, monkeypatch)


BOOKLET = "booklets:\n  rules: {text: rules.md, page: a6, styles: {body: plain}}\n"


def add_booklet(folder: Path) -> None:
    """A text and a composition, of which no card is made."""
    edit(folder, "game.yaml", "decks:", f"{BOOKLET}decks:")
    edit(folder, "layouts.yaml", "layouts:", "styles: {plain: {font: text, size: 9pt}}\nlayouts:")
    (folder / "rules.md").write_text('There are {{ count("cards") }} cards.\n', "utf-8")
    (folder / "composition.yaml").write_text("cards: {total: 5}\n", "utf-8")


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("rules.md", "cards.", "cards. Twist."),
        ("rules.md", "cards.", "cards. [Lost](#nowhere)"),
        ("composition.yaml", "total: 5", "total: 6"),
    ],
)
def test_cards_are_kept_where_what_booklets_alone_depend_on_has_changed(
    folder: Path, bound: list[str], name: str, old: str, new: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    add_booklet(folder)
    assert not check(folder).report.count("error")
    bound.clear()
    edit(folder, name, old, new)
    found = check(folder)
    assert bound == []
    assert found == check_afresh(folder, monkeypatch)
    bound.clear()
    edit(folder, "cards.yaml", "Owl", "Eul")
    found = check(folder)
    assert bound == ["eul"]
    assert found == check_afresh(folder, monkeypatch)


def test_a_composition_with_styles_that_layouts_include_is_no_mere_composition(
    folder: Path, bound: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    add_booklet(folder)
    edit(folder, "layouts.yaml", "layouts:", "include: composition.yaml\nlayouts:")
    check(folder)
    bound.clear()
    edit(folder, "composition.yaml", "cards:", "styles: {other: {font: text}}\ncards:")
    found = check(folder)
    assert {*ALL} <= {*bound}
    assert found == check_afresh(folder, monkeypatch)


def test_a_constant_set_anew_is_another_view(folder: Path, bound: list[str]) -> None:
    write_layouts(folder, "{{ most }}")
    check(folder)
    bound.clear()
    check(folder, most="7")
    assert bound == ALL


def test_a_table_that_is_a_layout_file_too_has_the_findings_of_both(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    edit(folder, "game.yaml", "decks:", "layouts: [layouts.yaml, cards.yaml]\ndecks:")
    check(folder)
    edit(folder, "cards.yaml", "Runs", "Leaps")
    assert check(folder) == check_afresh(folder, monkeypatch)


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("game.yaml", "vars:", "targets: {sheets: {paper: a4}}\nvars:"),
        ("game.yaml", "decks:\n", "decks:\n  more: {cards: more.csv, size: tarot, front: other}\n"),
        ("layouts.yaml", "layouts:", "layouts: # of all cards"),
        ("layouts.yaml", "layouts:", "\nlayouts:"),
        ("layouts.yaml", "fill: ink", "fill: sand"),
    ],
)
def test_cards_that_take_nothing_of_what_was_edited_are_kept(
    folder: Path, bound: list[str], name: str, old: str, new: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = "  other:\n    bleed: [{shape: rectangle, fill: ink}]\n"
    (folder / "layouts.yaml").write_text(LAYOUTS + other, "utf-8")
    check(folder)
    bound.clear()
    edit(folder, name, old, new)
    found = check(folder)
    assert {*bound} <= (set() if "more:" not in new else {"hare", "toad"})
    assert found == check_afresh(folder, monkeypatch)


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("game.yaml", 'ink: "#111111"', 'ink: "#eeddaa"'),
        ("game.yaml", "{most: 3}", "{most: 4}"),
        ("game.yaml", "size: mini", "size: tarot"),
        ("game.yaml", "front: front", "front: back"),
        ("layouts.yaml", "size: 7pt", "size: 6pt"),
        ("layouts.yaml", "fill: sand", "fill: ink"),
    ],
)
def test_cards_that_take_of_what_was_edited_are_bound_again(
    folder: Path, bound: list[str], name: str, old: str, new: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_layouts(folder, "{{ most }}")
    check(folder)
    bound.clear()
    edit(folder, name, old, new)
    found = check(folder)
    assert {*ALL} <= {*bound}
    assert found == check_afresh(folder, monkeypatch)


def test_a_card_whose_layout_a_template_names_is_bound_after_an_edit_of_any_layout(
    folder: Path, bound: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The template may work out its name with what is only known when the card is bound."""
    edit(folder, "game.yaml", "front: front", "front: \"{{ 'front' }}\"")
    check(folder)
    bound.clear()
    edit(folder, "layouts.yaml", "size: 7pt", "size: 6pt")
    found = check(folder)
    assert {*ALL} <= {*bound}
    assert found == check_afresh(folder, monkeypatch)


def test_a_fault_that_cards_share_is_told_when_the_first_of_them_is_mended(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    edit(folder, "layouts.yaml", "{picture: dot.png}", "{picture: \"{{ rule or 'dot' }}.png\"}")
    edit(folder, "cards.yaml", 'name: Fox, rule: ""', "name: Fox, rule: gone")
    edit(folder, "cards.yaml", 'name: Owl, rule: ""', "name: Owl, rule: gone")
    check(folder)
    edit(folder, "cards.yaml", "name: Fox, rule: gone", "name: Fox, rule: dot")
    found = check(folder)
    assert any("gone.png" in one.message for one in found.findings)
    assert found == check_afresh(folder, monkeypatch)


def test_an_edit_tells_what_a_check_from_nothing_tells(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Sizes that the deck shares, typewriter's marks, doubled words, equal rows."""
    long = "A name that is far too long to stand on one line of a small card"
    for old, new in (
        ("Owl", long),
        ("Runs", "it's the the end"),
        (long, "Fox"),
        ("it's the the end", "Runs"),
        ("rule: Runs", 'rule: "Says \\"no\\""'),
    ):
        edit(folder, "cards.yaml", old, new)
        assert check(folder) == check_afresh(folder, monkeypatch)


def test_a_picture_of_a_kept_card_is_opened_when_it_is_asked_for(folder: Path) -> None:
    game, first = DiskGame(folder), PictureStore()
    bitmap = first.add(game.asset("dot.png"))
    later = PictureStore()
    later.expect(first.list_known(), game)
    assert later.data(bitmap) == first.data(bitmap)


def test_pictures_of_kept_cards_count_for_what_all_may_have(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, first = DiskGame(folder), PictureStore()
    first.add(game.asset("dot.png"))
    later = PictureStore()
    later.expect(first.list_known(), game)
    later.add(game.asset("dot.png"))
    monkeypatch.setattr(pictures, "MAX_ALL_PIXELS", 1_500_000)
    monkeypatch.setattr(pictures, "PIXELS_PER_BYTE", 0)
    (folder / "other.png").write_bytes(png(1000, 1000))
    with pytest.raises(pictures.PictureError, match="one too many"):
        later.add(game.asset("other.png"))
    assert later.is_over_with_known


def test_a_build_that_renders_all_faces_keeps_the_cards_that_it_bound(
    folder: Path, bound: list[str], tmp_path: Path
) -> None:
    request = BuildRequest(output=tmp_path / "output", jobs=2)
    build_game(DiskGame(folder), request, Report())
    assert bound == ALL
    bound.clear()
    edit(folder, "cards.yaml", "name: Owl", "name: Eul")
    build_game(DiskGame(folder), request, Report())
    assert bound == ["eul"]
