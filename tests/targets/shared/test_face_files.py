"""Pictures that an earlier build rendered are not rendered again, and are the same."""

from __future__ import annotations

import hashlib
from contextlib import closing
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace

from cardgen.cache.face_cache import FaceCache
from cardgen.render.raster.picture_files import Encoding
from cardgen.render.workers.face_renderer import FaceRenderer
from cardgen.render.workers.picture_file import carry_on_edges
from cardgen.render.workers.pool import Workers
from cardgen.render.workers.raster_tasks import Margins, PictureFile
from cardgen.scene.items import Scene
from cardgen.scene.outlines import rectangle
from cardgen.targets.contract import Job
from cardgen.targets.images.target import ImagesTarget
from cardgen.targets.pcio.target import PcioTarget
from cardgen.targets.registry import AnyTarget
from cardgen.targets.shared.face_files import SavedFace, request_picture, save_picture
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


def save(job: Job, folder: Path, **changed: object) -> list[SavedFace]:
    how = Encoding(**{"format": "webp", **changed})  # type: ignore[arg-type]
    folder.mkdir()
    with closing(FaceRenderer(Workers(), job.cache)) as faces:
        job = replace(job, faces=faces)
        requests = [request_picture(job, scene, SIZE, PictureFile(how)) for scene in scenes_of(job)]
        faces.begin(requests)
        return [
            save_picture(job, request, folder / f"{number}{how.suffix}")
            for number, request in enumerate(requests)
        ]


def made_by(job: Job) -> int:
    """How many pictures were rendered so far."""
    assert job.cache is not None
    return job.cache.made


def test_what_was_rendered_before_is_fetched(job: Job, tmp_path: Path) -> None:
    first = save(job, tmp_path / "first")
    count = made_by(job)
    second = save(job, tmp_path / "second")
    assert (count, made_by(job)) == (len(first), count)
    assert first == second
    assert digests(tmp_path / "first") == digests(tmp_path / "second")


def test_another_encoding_is_another_file(job: Job, tmp_path: Path) -> None:
    count = len(save(job, tmp_path / "webp"))
    save(job, tmp_path / "low", quality=40)
    save(job, tmp_path / "jpeg", format="jpeg")
    assert made_by(job) == 3 * count


def test_a_harmed_entry_is_rendered_anew_and_the_order_stays(job: Job, tmp_path: Path) -> None:
    first = save(job, tmp_path / "first")
    entries = sorted((tmp_path / "cache").rglob("*.webp"))
    entries[0].write_bytes(b"")
    job = replace(job, cache=FaceCache(tmp_path / "cache"))
    again = save(job, tmp_path / "second")
    assert made_by(job) == 1
    assert again == first


def test_a_face_cut_out_along_another_line_is_another_file(job: Job, tmp_path: Path) -> None:
    whole = scenes_of(job)[0]
    other = replace(whole, cut=rectangle(whole.trim.inset_by(5)))
    picture = PictureFile(Encoding(), cut=True)
    with closing(FaceRenderer(Workers(), job.cache)) as faces:
        job = replace(job, faces=faces)
        saved = [
            save_picture(
                job, request_picture(job, scene, SIZE, picture), tmp_path / f"{number}.png"
            )
            for number, scene in enumerate((whole, other))
        ]
    assert saved[0].sha256 != saved[1].sha256


def test_edges_are_carried_on_as_numpy_carries_them() -> None:
    inner = np.random.default_rng(5).integers(0, 256, (7, 5, 3), np.uint8)
    for across, down in ((0, 0), (2, 0), (0, 3), (2, 3)):
        around = ((down, down), (across, across), (0, 0))
        pixels = np.pad(inner, around)
        carry_on_edges(pixels, Margins(across, down))
        assert np.array_equal(pixels, np.pad(inner, around, mode="edge"))


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
