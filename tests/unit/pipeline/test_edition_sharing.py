"""Editions share what is bound and laid out alike in them, and so do two looks at one game."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal

import pytest
from PIL import Image

from cardgen.bind import pictures
from cardgen.bind.bound_faces import BoundFace
from cardgen.bind.game.faces import FaceBinder
from cardgen.core.findings import Finding, Report
from cardgen.files.disk_game import DiskGame
from cardgen.layout.face import laid_face, layouter
from cardgen.layout.face.measure import Key
from cardgen.pipeline.check_record import SharedPhases
from cardgen.pipeline.edition_checks import check_views
from cardgen.pipeline.inspection import lay_out_game
from cardgen.pipeline.phase_cache import PhaseCache
from cardgen.scene.scene_digest import scene_digest

GAME = """\
game: Shared
palette: {sand: "#eeddaa", ink: "#111111"}
fonts: {text: EBGaramond-Regular.ttf}
decks:
  cards:
    cards: cards.yaml
    size: mini
    front: front
    fields:
      name: text
      others: {value: '{{ count("cards", "name == ''Fox''") }}'}
editions:
  second: {corrections: corrections.yaml}
  rusty: {palette: {ink: "#803010"}}
  small: {layouts: small.yaml}
"""
LAYOUTS = """\
layouts:
  front:
    bleed: [{shape: rectangle, fill: sand}]
    safe: [{text: "{{ name }} {{ others }}", font: text, size: 9pt, color: ink}]
"""
SMALL = """\
layouts:
  front:
    safe: [{text: "{{ name }}", font: text, size: 3pt, color: ink}]
"""
CARDS = "- {name: Fox}\n- {name: Owl}\n- {name: Elk}\n"
CORRECTIONS = "- {card: owl, field: name, old: Owl, new: Little Owl, reason: its name}\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CARDGEN_CACHE", str(tmp_path / "cache"))
    files = {
        "game.yaml": GAME, "layouts.yaml": LAYOUTS, "cards.yaml": CARDS, "small.yaml": SMALL,
        "corrections.yaml": CORRECTIONS,
    }  # fmt: skip
    for name, text in files.items():
        (tmp_path / name).write_text(text, "utf-8")
    return tmp_path


@pytest.fixture
def laid(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The cards whose faces are laid out, one after the other."""
    names: list[str] = []
    real = laid_face.lay_out_face

    def lay_out_face(face: BoundFace, forced: dict[Key, float]) -> laid_face.LaidFace:
        names.append(face.card)
        return real(face, forced)

    monkeypatch.setattr(layouter, "lay_out_face", lay_out_face)
    return names


def findings(folder: Path, *editions: str) -> tuple[Finding, ...]:
    return check_views([DiskGame(folder, name) for name in editions]).findings


def test_an_edition_binds_and_lays_out_its_own_cards_alone(
    folder: Path, bound: list[str], laid: list[str]
) -> None:
    findings(folder, "", "second")
    assert bound == ["fox", "owl", "elk", "owl"]
    assert laid == ["fox", "owl", "elk", "owl"]


@pytest.mark.parametrize("edition", ["second", "rusty", "small"])
def test_what_is_found_in_an_edition_is_what_is_found_in_it_alone(
    folder: Path, edition: str
) -> None:
    cache = PhaseCache()
    shared = [lay_out(folder, name, cache) for name in ("", edition)]
    alone = [lay_out(folder, name, PhaseCache()) for name in ("", edition)]
    assert shared == alone
    assert shared[0] != shared[1]


def lay_out(folder: Path, edition: str, cache: PhaseCache) -> list[str]:
    """How each card of an edition looks, and where it stands."""
    checked = lay_out_game(DiskGame(folder, edition), Report(), cache=cache)
    assert checked is not None
    return [
        f"{card.id} {card.span} {scene_digest(checked.laid.scenes[face])} "
        f"{[str(placed.box.span) for placed in checked.laid.elements(face)]}"
        for card in checked.bound.decks[0].cards
        for face in (card.front, card.back)
        if face is not None
    ]


@pytest.fixture
def sides(folder: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The faces that are bound, of a game with editions whose backs are their own."""
    backs = "decks: {cards: {back: other}}"
    editions = f"  turned: {{{backs}}}\n  rusted: {{{backs}, palette: {{ink: '#803010'}}}}\n"
    (folder / "game.yaml").write_text(
        GAME.replace("    front: front\n", "    front: front\n    back: back\n") + editions, "utf-8"
    )
    text = "  {}: {{safe: [{{text: {}, font: text, size: 9pt, color: sand}}]}}\n"
    layouts = LAYOUTS + text.format("back", "Shared") + text.format("other", "'{{ name }}'")
    (folder / "layouts.yaml").write_text(layouts, "utf-8")
    bound: list[str] = []
    real = FaceBinder.face

    def face(self: FaceBinder, side: Literal["front", "back"], *rest: Any) -> BoundFace | None:
        bound.append(side)
        return real(self, side, *rest)

    monkeypatch.setattr(FaceBinder, "face", face)
    return bound


def test_of_cards_with_other_backs_the_backs_alone_are_bound(
    folder: Path, sides: list[str]
) -> None:
    cache = PhaseCache()
    lay_out(folder, "", cache)
    sides.clear()
    lay_out(folder, "turned", cache)
    assert sides == ["back"] * 3


def test_a_front_that_is_not_bound_again_is_as_it_would_be(folder: Path, sides: list[str]) -> None:
    names = ("", "turned", "rusted", "", "turned")
    cache = PhaseCache()
    shared = [lay_out(folder, name, cache) for name in names]
    assert shared == [lay_out(folder, name, PhaseCache()) for name in names]
    assert shared[1] != shared[2]
    assert "front" in sides


def test_an_edited_row_is_bound_on_both_sides(folder: Path, sides: list[str]) -> None:
    cache = PhaseCache()
    lay_out(folder, "", cache)
    (folder / "cards.yaml").write_text(CARDS.replace("Elk", "Eel"), "utf-8")
    sides.clear()
    assert lay_out(folder, "turned", cache) == lay_out(folder, "turned", PhaseCache())
    assert sides[:4] == ["back", "back", "front", "back"]


def test_a_field_that_other_cards_decide_is_worked_out_anew(folder: Path) -> None:
    cache = PhaseCache()
    lay_out(folder, "", cache)
    (folder / "cards.yaml").write_text(CARDS.replace("Elk", "Fox"), "utf-8")
    assert lay_out(folder, "", cache) == lay_out(folder, "", PhaseCache())


def test_a_file_saved_between_two_editions_is_read_anew(folder: Path) -> None:
    cache = PhaseCache()
    lay_out(folder, "", cache)
    (folder / "layouts.yaml").write_text(LAYOUTS.replace("9pt", "12pt"), "utf-8")
    assert lay_out(folder, "second", cache) == lay_out(folder, "second", PhaseCache())


def test_of_an_edited_layout_that_no_card_takes_nothing_is_bound_again(
    folder: Path, bound: list[str], laid: list[str]
) -> None:
    other = "  other:\n    safe: [{text: Rules, font: text, size: 9pt, color: ink}]\n"
    (folder / "layouts.yaml").write_text(LAYOUTS + other, "utf-8")
    cache = PhaseCache()
    lay_out(folder, "", cache)
    bound.clear()
    laid.clear()
    (folder / "layouts.yaml").write_text(LAYOUTS + other.replace("9pt", "8pt"), "utf-8")
    lay_out(folder, "", cache)
    assert (bound, laid) == ([], [])
    (folder / "layouts.yaml").write_text(LAYOUTS.replace("9pt", "8pt") + other, "utf-8")
    lay_out(folder, "", cache)
    assert bound == laid == ["fox", "owl", "elk"]


def test_the_text_of_a_booklet_is_set_in_the_styles_of_its_edition(folder: Path) -> None:
    booklets = "booklets: {rules: {text: rules.md, page: a6, styles: {body: body}}}\neditions:"
    (folder / "game.yaml").write_text(GAME.replace("editions:", booklets), "utf-8")
    style = "styles: {body: {font: text, size: 10pt, color: ink}}\n"
    (folder / "layouts.yaml").write_text(style + LAYOUTS, "utf-8")
    (folder / "rules.md").write_text("Play a card.\n", "utf-8")
    cache = PhaseCache()
    shared = [bind_text(folder, name, cache) for name in ("", "rusty", "small")]
    assert shared == [bind_text(folder, name, PhaseCache()) for name in ("", "rusty", "small")]
    assert shared[0] != shared[1]


def bind_text(folder: Path, edition: str, cache: PhaseCache) -> bytes:
    """What stands for the blocks of the booklet."""
    checked = lay_out_game(DiskGame(folder, edition), Report(), cache=cache)
    assert checked is not None
    return checked.bound.booklets[0].text.digest


def test_pictures_that_an_edited_layout_shows_no_more_count_no_more(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pictures, "MAX_ALL_PIXELS", 1_500_000)
    monkeypatch.setattr(pictures, "PIXELS_PER_BYTE", 0)
    for name in ("one.png", "two.png"):
        Image.new("RGB", (1000, 1000), "#ddccaa" if name == "one.png" else "#aaccdd").save(
            folder / name
        )
    cache = PhaseCache()
    for name in ("one.png", "two.png"):
        layouts = LAYOUTS.replace("{shape: rectangle, fill: sand}", f"{{picture: {name}}}")
        (folder / "layouts.yaml").write_text(layouts, "utf-8")
        report = Report()
        assert lay_out_game(DiskGame(folder), report, cache=cache)
        assert report.findings == ()


def test_of_a_large_game_nothing_is_held_for_the_next_edition(folder: Path) -> None:
    cache = PhaseCache(most=2)
    shared = [lay_out(folder, name, cache) for name in ("", "second")]
    assert shared == [lay_out(folder, name, PhaseCache()) for name in ("", "second")]
    assert not cache.laid
    assert not cache.bound.keeps


def test_a_game_without_editions_holds_nothing(folder: Path) -> None:
    (folder / "game.yaml").write_text(GAME.partition("editions:")[0], "utf-8")
    assert SharedPhases().open(DiskGame(folder)) is None
