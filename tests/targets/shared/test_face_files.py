"""Pictures that an earlier build rendered are not rendered again, and are the same."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from cardgen.cache.face_cache import FaceCache
from cardgen.scene.items import Scene
from cardgen.targets.contract import Job
from cardgen.targets.images.target import ImagesTarget
from cardgen.targets.pcio.target import PcioTarget
from cardgen.targets.registry import AnyTarget
from cardgen.targets.shared.face_files import SavedFace, save_scenes
from cardgen.targets.shared.picture_files import Encoding
from cardgen.targets.shared.trimmed_faces import PaintedFaces, paint_faces
from cardgen.targets.tabletopia.target import TabletopiaTarget
from cardgen.targets.ttpg.target import TtpgTarget
from cardgen.targets.tts.target import TtsTarget
from tests.support.small_games import write, zoo

SIZE = (120, 168)


def digests(folder: Path) -> dict[str, str]:
    files = (file for file in folder.rglob("*") if file.is_file())
    return {
        file.relative_to(folder).as_posix(): hashlib.sha256(file.read_bytes()).hexdigest()
        for file in files
    }


@pytest.fixture
def job(tmp_path: Path) -> Job:
    return replace(zoo(), cache=FaceCache(tmp_path / "cache"))


def scenes_of(job: Job) -> list[Scene]:
    deck = job.game.decks[0]
    return list(dict.fromkeys(job.scenes[face] for face in deck.faces))


class Painter:
    """Paints faces, and counts them."""

    def __init__(self, job: Job) -> None:
        self.painted = 0
        self._paint = partial(paint_faces, size=SIZE, pictures=job.game.pictures)

    @contextmanager
    def __call__(self, scenes: Sequence[Scene]) -> Iterator[PaintedFaces]:
        self.painted += len(scenes)
        with self._paint(scenes) as faces:
            yield faces


def save(job: Job, folder: Path, painter: Painter, **changed: object) -> list[SavedFace]:
    how = Encoding(**{"format": "webp", **changed})  # type: ignore[arg-type]
    scenes = scenes_of(job)
    folder.mkdir()
    files = [folder / f"{number}{how.suffix}" for number in range(len(scenes))]
    return list(save_scenes(job, scenes, files, how, painter, SIZE))


def test_what_was_rendered_before_is_fetched(job: Job, tmp_path: Path) -> None:
    painter = Painter(job)
    first = save(job, tmp_path / "first", painter)
    count = painter.painted
    second = save(job, tmp_path / "second", painter)
    assert (count, painter.painted) == (len(first), count)
    assert [(one.sha256, one.length) for one in second] == [
        (one.sha256, one.length) for one in first
    ]
    assert digests(tmp_path / "first") == digests(tmp_path / "second")


def test_another_encoding_is_another_file(job: Job, tmp_path: Path) -> None:
    painter = Painter(job)
    count = len(save(job, tmp_path / "webp", painter))
    save(job, tmp_path / "low", painter, quality=40)
    save(job, tmp_path / "jpeg", painter, format="jpeg")
    assert painter.painted == 3 * count


def test_a_harmed_entry_is_rendered_anew_and_the_order_stays(job: Job, tmp_path: Path) -> None:
    painter = Painter(job)
    first = save(job, tmp_path / "first", painter)
    entries = sorted((tmp_path / "cache").rglob("*.webp"))
    entries[0].write_bytes(b"")
    again = save(replace(job, cache=FaceCache(tmp_path / "cache")), tmp_path / "second", painter)
    assert painter.painted == len(first) + 1
    assert [one.sha256 for one in again] == [one.sha256 for one in first]


KEEPING: dict[str, tuple[AnyTarget, dict[str, str]]] = {
    "images": (ImagesTarget(), {"dpi": "72"}),
    "tts": (TtsTarget(), {"dpi": "60"}),
    "ttpg": (TtpgTarget(), {"dpi": "60", "format": "png"}),
    "pcio": (PcioTarget(), {"dpi": "60"}),
    "tabletopia": (TabletopiaTarget(), {"dpi": "60"}),
}


@pytest.mark.parametrize("name", KEEPING)
def test_a_target_writes_the_same_files_out_of_the_cache(
    job: Job, tmp_path: Path, name: str
) -> None:
    target, options = KEEPING[name]
    for folder in ("first", "second"):
        write(target, tmp_path / folder, job, **options)
    assert job.cache is not None
    assert job.cache.found == job.cache.made > 0
    write(target, tmp_path / "none", replace(job, cache=None), **options)
    assert digests(tmp_path / "first") == digests(tmp_path / "second") == digests(tmp_path / "none")


CHANGES: list[dict[str, Any]] = [{"count": 4}, {"copies": 2}, {"dpi": "50"}]


@pytest.mark.parametrize(
    ("name", "change"),
    [
        *((name, change) for name in KEEPING for change in CHANGES),
        *((name, {"quality": "30"}) for name in ("tts", "pcio")),
        ("ttpg", {"format": "jpeg"}),
        ("ttpg", {"per_sheet": "2"}),
    ],
)
def test_what_is_kept_is_not_taken_for_another_game_or_other_options(
    job: Job, tmp_path: Path, name: str, change: dict[str, Any]
) -> None:
    target, options = KEEPING[name]
    write(target, tmp_path / "before", job, **options)
    game = {name: value for name, value in change.items() if name in ("count", "copies")}
    options = {**options, **{name: v for name, v in change.items() if name not in game}}
    other = replace(zoo(**game), cache=job.cache)
    write(target, tmp_path / "kept", other, **options)
    write(target, tmp_path / "none", replace(other, cache=None), **options)
    assert digests(tmp_path / "kept") == digests(tmp_path / "none")
    assert digests(tmp_path / "kept") != digests(tmp_path / "before")


def test_two_virtual_tables_share_their_card_sheets(job: Job, tmp_path: Path) -> None:
    write(TtsTarget(), tmp_path / "tts", job, dpi="60")
    assert job.cache is not None
    made = job.cache.made
    write(TtpgTarget(), tmp_path / "ttpg", job, dpi="60")
    assert job.cache.made == made
    assert job.cache.found > 0
