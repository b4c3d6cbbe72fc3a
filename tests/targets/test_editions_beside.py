"""Editions side by side: the gallery and `data` show what each makes of a card."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from msgspec.structs import replace

from cardgen.core.findings import Report
from cardgen.files.disk_game import DiskGame
from cardgen.files.memory_game import MemoryGame
from cardgen.pipeline.build import build_game
from cardgen.pipeline.build_request import BuildRequest
from cardgen.pipeline.card_selection import select_cards
from cardgen.pipeline.shown_editions import lay_out_editions
from cardgen.targets.contract import Job, OptionError
from cardgen.targets.data.target import DataTarget
from cardgen.targets.gallery.cards import group_decks
from cardgen.targets.gallery.editions import add_editions
from cardgen.targets.gallery.target import GalleryTarget
from tests.conftest import ROOT
from tests.support.small_games import checked, job_of
from tests.support.target_runs import write_target

FILES: dict[str, str | bytes] = {
    "game.yaml": """\
game: Fables
fonts: {text: fonts/EBGaramond-Regular.ttf}
decks: {beasts: {cards: beasts.yaml, size: poker, front: beast}}
editions:
  de: {language: de}
  more: {decks: {beasts: {cards: [beasts.yaml, more.yaml]}}}
""",
    "beasts.yaml": "- {id: fox, name: Fox}\n- {id: owl, name: Owl, copies: 2}\n",
    "more.yaml": "- {id: elk, name: Elk}\n",
    "layouts.yaml": """\
layouts: {beast: {safe: [{text: "{{ name }}", font: text, size: 9pt}]}}
""",
    "translations/de.po": """\
msgid ""
msgstr "Language: de\\n"

msgctxt "beasts.name"
msgid "Fox"
msgstr "Fuchs"

msgctxt "beasts.name"
msgid "Owl"
msgstr "Eule"
""",
}


def job_with(*editions: str) -> Job:
    job = job_of(checked(FILES))
    return replace(job, editions=lay_out_editions(job, MemoryGame(FILES), editions))


def test_the_gallery_shows_each_card_in_all_editions_one_after_the_other() -> None:
    job = job_with("de", "more")
    (group,) = add_editions(job, group_decks(job, backs=True), backs=True)
    assert [tile.name for tile in group.tiles] == [
        "Fox (as it is)", "Fuchs (de)", "Fox (more)",
        "Owl (as it is)", "Eule (de)", "Owl (more)",
        "Elk (more)",
    ]  # fmt: skip
    assert group.tiles[1].fields[0] == ("edition", "de")


def test_the_gallery_has_the_pictures_of_all_editions(tmp_path: Path) -> None:
    write_target(GalleryTarget(), tmp_path / "gallery", job_with("de"), "editions=de")
    manifest = json.loads((tmp_path / "gallery" / "manifest.json").read_text("utf-8"))
    assert [(card["card"], card["edition"]) for card in manifest["cards"]] == [
        ("fox", "as it is"), ("fox", "de"), ("owl", "as it is"), ("owl", "de"),
    ]  # fmt: skip
    assert len(manifest["faces"]) == 4


def test_data_says_what_an_edition_makes_of_each_card(tmp_path: Path) -> None:
    write_target(DataTarget(), tmp_path / "data", job_with("de", "more"), "editions=de+more")
    told = json.loads((tmp_path / "data" / "cards.json").read_text("utf-8"))
    fox, owl = told["cards"]
    assert fox["editions"]["de"]["front"]["text"] == "Fuchs"
    assert owl["editions"]["de"]["fields"]["name"] == "Eule"
    assert (tmp_path / "data" / "beasts-de.csv").read_text("utf-8").split()[1] == "fox,1,Fuchs"
    assert "elk,1,Elk" in (tmp_path / "data" / "beasts-more.csv").read_text("utf-8")


def test_a_build_lays_out_the_editions_that_its_targets_ask_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And it is made anew when one of them changes."""
    monkeypatch.setenv("CARDGEN_CACHE", str(tmp_path / "cache"))
    game = tmp_path / "fables"
    for name, text in FILES.items():
        (game / name).parent.mkdir(parents=True, exist_ok=True)
        (game / name).write_text(str(text), "utf-8")
    for folder in ("fonts",):
        shutil.copytree(ROOT / folder, game / folder)
    request = BuildRequest(targets={"data": {"editions": "all+longest"}}, output=tmp_path / "out")
    result = build_game(DiskGame(game), replace(request, jobs=1), Report())
    assert [one.target for one in result.written or ()] == ["data"]
    told = json.loads((tmp_path / "out" / "fables" / "data" / "cards.json").read_text("utf-8"))
    assert list(told["editions"]) == ["de", "more", "longest"]
    assert told["cards"][0]["editions"]["longest"]["fields"]["name"] == "Fuchs"
    words = str(FILES["translations/de.po"]).replace("Fuchs", "Rotfuchs")
    (game / "translations" / "de.po").write_text(words, "utf-8")
    build_game(DiskGame(game), replace(request, jobs=1), Report())
    assert "Rotfuchs" in (tmp_path / "out" / "fables" / "data" / "cards.json").read_text("utf-8")


def test_a_part_of_the_deck_is_that_part_in_the_other_editions_too(tmp_path: Path) -> None:
    chosen = job_of(select_cards(checked(FILES), "name == 'Owl'"))
    part = replace(chosen, only="name == 'Owl'")
    others = lay_out_editions(part, MemoryGame(FILES), ("de", "more"))
    job = replace(part, editions=others)
    write_target(DataTarget(), tmp_path / "data", job, "editions=de+more")
    tables = sorted(path.read_text("utf-8") for path in (tmp_path / "data").glob("*.csv"))
    assert tables == ["id,copies,name\nowl,2,Eule\n"] + ["id,copies,name\nowl,2,Owl\n"] * 2
    (group,) = add_editions(job, group_decks(job, backs=True), backs=True)
    assert [tile.name for tile in group.tiles] == ["Owl (as it is)", "Eule (de)", "Owl (more)"]


@pytest.mark.parametrize(
    ("asked", "said"), [("fr", "the game has no edition `fr`"), ("de+", "a name is missing")]
)
def test_an_edition_that_is_not_there_is_refused(asked: str, said: str, tmp_path: Path) -> None:
    for target in (GalleryTarget(), DataTarget()):
        with pytest.raises(OptionError, match=said):
            write_target(target, tmp_path / "out", job_of(checked(FILES)), f"editions={asked}")


def test_an_edition_with_errors_is_not_shown() -> None:
    files = {**FILES, "more.yaml": "- {id: elk, name: [}\n"}
    with pytest.raises(OptionError, match="the edition `more` has errors"):
        lay_out_editions(job_of(checked(FILES)), MemoryGame(files), ("more",))
