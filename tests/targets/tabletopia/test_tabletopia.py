"""Pictures for Tabletopia: its limits are kept, and names say what to place how often."""

from __future__ import annotations

import hashlib
import json
import re
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest
from msgspec.structs import replace

from cardgen.cache.face_cache import FaceCache
from cardgen.core.geometry import Extent
from cardgen.render.workers.pool import Workers
from cardgen.scene.items import Layer, Scene
from cardgen.targets.contract import Job, OptionError
from cardgen.targets.tabletopia.target import TabletopiaTarget
from tests.support.small_games import apart, digests, novelty, picture_at, poppler, write, zoo

tabletopia = TabletopiaTarget()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The whole zoo."""
    made = tmp_path_factory.mktemp("tabletopia") / "out"
    write(tabletopia, made, zoo())
    return made


def manifest(folder: Path) -> dict[str, Any]:
    return cast(dict[str, Any], json.loads((folder / "manifest.json").read_text("utf-8")))


def pictures(folder: Path, deck: str = "*") -> list[Path]:
    return sorted(path for path in folder.glob(f"{deck}/*"))


def board(*, side: float = 72 * 12.0) -> Job:
    """The lone card as a square board, its face stretched over it."""
    job = zoo("lone")
    deck = job.game.decks[0]
    size = replace(deck.size, name="board", trim=Extent(side, side))
    scenes = {
        face: Scene(size.page, size.trim_box, scene.ground, scene.marks, ())
        for face, scene in job.scenes.items()
    }
    decks = (replace(deck, size=size),)
    return replace(job, game=replace(job.game, decks=decks), scenes=scenes)


# --- names -------------------------------------------------------------------------------------


def test_a_file_is_named_by_the_card_and_its_copies(folder: Path) -> None:
    assert [path.name for path in pictures(folder, "rounds")] == [
        "back.png", "rounds-0-x1.png", "rounds-1-x2.png", "rounds-2-x3.png",
    ]  # fmt: skip
    names = [path.name for path in pictures(folder, "twins")]
    assert names[:3] == ["twins-0-x1-back.jpg", "twins-0-x1.jpg", "twins-1-x2-back.jpg"]
    assert len(pictures(folder, "hexes")) == 2


def test_names_count_the_whole_deck(folder: Path) -> None:
    for deck in zoo().game.decks:
        copies = [int(found[1]) for path in pictures(folder, deck.name)
                  if (found := re.search(r"-x(\d+)\.", path.name))]  # fmt: skip
        assert sum(copies) == deck.total


def test_the_guide_says_what_there_is(folder: Path) -> None:
    guide = (folder / "UPLOAD.md").read_text("utf-8")
    assert "| twins | 10 | 9 | 444 × 635 | 100 % |" in guide
    assert "20 MB" not in guide


# --- pictures ----------------------------------------------------------------------------------


def test_ten_pixels_are_a_millimetre_and_all_of_a_deck_have_one_size(folder: Path) -> None:
    for deck in zoo().game.decks:
        expected = tuple(round(side / 72 * 254) for side in (
            deck.size.trim.width, deck.size.trim.height))  # fmt: skip
        assert {picture_at(path).size for path in pictures(folder, deck.name)} == {expected}


def test_rectangles_are_jpeg_and_other_shapes_are_cut_out(folder: Path) -> None:
    for deck in zoo().game.decks:
        for path in pictures(folder, deck.name):
            shown = picture_at(path)
            if deck.size.shape == "rectangle":
                assert (shown.format, shown.mode) == ("JPEG", "RGB")
            else:
                assert (shown.format, shown.mode) == ("PNG", "RGBA")
                assert np.asarray(shown)[0, 0, 3] == 0


def test_every_file_shows_its_card(folder: Path) -> None:
    job = zoo()
    for deck, shown in zip(job.game.decks, manifest(folder)["decks"], strict=True):
        for card, row in zip(deck.cards, shown["cards"], strict=True):
            assert (card.id, card.copies) == (row["card"], row["copies"])
            for name, face in (("front", card.front), ("back", card.back)):
                assert (row[name] is None) == (face is None)
                if face is not None:
                    picture = picture_at(folder / row[name]).convert("RGB")
                    assert apart(picture, poppler(job.scenes[face])) < 2


# --- limits ------------------------------------------------------------------------------------


def test_a_board_is_made_smaller_and_the_guide_scales_it_back(tmp_path: Path) -> None:
    write(tabletopia, tmp_path / "out", board(side=72 * 20))
    (front,) = [path for path in pictures(tmp_path / "out") if path.stem != "back"]
    assert picture_at(front).size == (2000, 2000)
    assert manifest(tmp_path / "out")["decks"][0]["scale_percent"] == 254
    assert "| 2000 × 2000 | 254 % |" in (tmp_path / "out" / "UPLOAD.md").read_text("utf-8")


def test_a_resolution_over_the_limit_is_refused_with_the_one_that_fits(tmp_path: Path) -> None:
    with pytest.raises(OptionError) as caught:
        write(tabletopia, tmp_path / "out", board(side=72 * 20), dpi="150")
    assert caught.value.hint == "write `dpi=100` or leave it out"
    write(tabletopia, tmp_path / "out", board(side=72 * 20), dpi="100")


@pytest.mark.slow
def test_files_keep_the_limit_by_quality_first_then_by_size(tmp_path: Path) -> None:
    """Noise does not compress: a face of it is the hardest there is."""
    job = noisy()
    write(tabletopia, tmp_path / "out", job, limit="0.25")
    (path,) = pictures(tmp_path / "out")
    assert path.stat().st_size <= 250_000
    assert manifest(tmp_path / "out")["decks"][0]["pixels"] == [762, 762]
    write(tabletopia, tmp_path / "out", job, limit="0.1")
    assert pictures(tmp_path / "out")[0].stat().st_size <= 100_000
    assert manifest(tmp_path / "out")["decks"][0]["pixels"][0] < 762


def test_files_of_lower_quality_harm_none_that_are_kept(tmp_path: Path) -> None:
    """Files of the output and of the cache are one: what is too long is not written over."""
    kept = replace(noisy(), cache=FaceCache(tmp_path / "cache"))
    first = write(tabletopia, tmp_path / "first", kept, limit="0.25")
    entries = list((tmp_path / "cache").rglob("*.jpg"))
    assert len({entry.stem.split("-")[0] for entry in entries}) == len(entries) > 1
    for entry in entries:
        assert entry.stem.endswith(hashlib.sha256(entry.read_bytes()).hexdigest())
    assert write(tabletopia, tmp_path / "second", kept, limit="0.25") == first
    assert digests(tmp_path / "first") == digests(tmp_path / "second")


def test_a_limit_that_cannot_be_kept_as_asked_is_refused(tmp_path: Path) -> None:
    with pytest.raises(OptionError) as caught:
        write(tabletopia, tmp_path / "out", noisy(), limit="0.1", dpi="254")
    assert "lower `dpi`" in caught.value.hint
    assert not (tmp_path / "out").exists()


def noisy() -> Job:
    """A board of many small shapes, without a back."""
    from cardgen.core.color import Color
    from cardgen.core.geometry import Rect
    from cardgen.scene.items import Path as Shape
    from cardgen.scene.outlines import rectangle

    random = np.random.default_rng(3)
    job = board(side=72 * 3)
    colors = random.integers(0, 256, (60 * 60, 3))
    shapes = tuple(
        Shape(rectangle(Rect(i % 60 * 4.0, i // 60 * 4.0, 4, 4)), Color(*map(int, color)))
        for i, color in enumerate(colors)
    )
    deck = job.game.decks[0]
    cards = tuple(replace(card, back=None) for card in deck.cards)
    scenes = {face: replace(scene, ground=Layer(shapes)) for face, scene in job.scenes.items()}
    decks = (replace(deck, cards=cards),)
    return replace(job, game=replace(job.game, decks=decks), scenes=scenes)


@pytest.mark.parametrize(
    ("options", "word"),
    [
        ({"limit": "50"}, "from 0.1 to 10"),
        ({"format": "webp"}, "auto, jpeg, png"),
        ({"dip": "100"}, "did you mean `dpi`?"),
    ],
)
def test_what_cannot_be_had_is_refused(options: dict[str, str], word: str) -> None:
    with pytest.raises(OptionError) as caught:
        tabletopia.read_options(options)
    assert word in caught.value.hint


# --- all of it ---------------------------------------------------------------------------------


def test_the_same_game_gives_the_same_bytes_with_one_worker_or_two(
    tmp_path: Path, folder: Path
) -> None:
    with Workers(2) as workers:
        write(tabletopia, tmp_path / "two", zoo(), workers)
    assert digests(tmp_path / "two") == digests(folder)


@pytest.mark.slow
def test_novelty_fits_into_a_setup(tmp_path: Path) -> None:
    told: list[tuple[str, int, int]] = []
    job = replace(novelty(), progress=lambda *step: told.append(step))
    write(tabletopia, tmp_path / "out", job)
    found = pictures(tmp_path / "out")
    assert len(found) == 184
    assert sum(path.stat().st_size for path in found) < 20_000_000
    assert {picture_at(path).size for path in found} == {(635, 889)}
    assert told == [("decks", 1, 2), ("decks", 2, 2)]
