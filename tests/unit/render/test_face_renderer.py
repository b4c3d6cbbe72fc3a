"""Faces rendered once a build, whoever asks for them, and as soon as that is known."""

from __future__ import annotations

import hashlib
import io
from collections.abc import Iterator
from functools import cache, partial
from pathlib import Path

import pytest
from PIL import Image

from cardgen.bind.pictures import PictureStore
from cardgen.cache.face_cache import FaceCache
from cardgen.core.color import Color
from cardgen.core.geometry import Extent, Rect
from cardgen.files.game_files import Asset
from cardgen.files.memory_game import MemoryGame
from cardgen.render.workers.face_painting import FaceRequest, Look, TaskPainter
from cardgen.render.workers.face_renderer import FaceRenderer
from cardgen.render.workers.pool import Workers
from cardgen.scene.items import Bitmap, Layer, Picture, Scene
from cardgen.scene.items import Path as Shape
from cardgen.scene.outlines import rectangle
from cardgen.scene.scene_digest import scene_digest

LOOK = Look((70, 100), 100, PictureStore())


@cache
def scene(number: int) -> Scene:
    """A page with a bar of its own length."""
    page = Extent(50.4, 72)
    bar = Shape(rectangle(Rect(0, 0, 5 + number, 10)), fill=Color(25, 50, 75))
    return Scene(page, Rect(0, 0, 50.4, 72), Layer(()), Layer((bar,)))


def request(number: int) -> FaceRequest:
    return FaceRequest(number, partial(scene, number), LOOK)


@pytest.mark.parametrize("count", [1, 2])
def test_the_files_are_the_same_however_they_were_asked_for(tmp_path: Path, count: int) -> None:
    """Begun or not, in order or not, one after the other or all at once."""
    with Workers(1) as one:
        plain = FaceRenderer(one)
        wanted = [plain.write(request(n), tmp_path / f"plain-{n}.png") for n in range(9)]
        plain.close()
    with Workers(count) as workers:
        faces = FaceRenderer(workers)
        faces.begin(request(n) for n in range(7))
        faces.begin(request(n) for n in range(9))
        order = [5, 0, 8, 3, 1, 2, 4, 6, 7]
        found = {n: faces.write(request(n), tmp_path / f"{n}.png") for n in order}
        faces.close()
    assert [found[n] for n in range(9)] == wanted
    for number in range(9):
        data = (tmp_path / f"{number}.png").read_bytes()
        assert hashlib.sha256(data).hexdigest() == wanted[number]


def test_making_a_renderer_starts_nothing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    FaceRenderer(Workers(1))
    assert list(tmp_path.iterdir()) == []


def test_a_face_is_rendered_once_for_all_who_ask(tmp_path: Path) -> None:
    cache = FaceCache(tmp_path / "cache")
    with Workers(1) as workers:
        faces = FaceRenderer(workers, cache)
        faces.begin([request(1), request(2), request(1)])
        twin = FaceRequest("another name", partial(scene, 1), LOOK)
        first = faces.write(request(1), tmp_path / "front.png")
        assert faces.write(twin, tmp_path / "back.png") == first
        assert faces.write(request(1), tmp_path / "again.png") == first
        faces.close()
    assert cache.made == 2, "two faces under three names"


def test_scenes_are_fetched_as_the_workers_come_to_them(tmp_path: Path) -> None:
    fetched: list[int] = []

    def fetch(number: int) -> Scene:
        fetched.append(number)
        return scene(number % 9)

    def requests() -> Iterator[FaceRequest]:
        for number in range(5_000):
            yield FaceRequest(number, partial(fetch, number), LOOK)

    with Workers(1) as workers:
        faces = FaceRenderer(workers)
        faces.begin(requests())
        assert fetched == []
        faces.write(request(0), tmp_path / "first.png")
        assert len(fetched) < 20
        faces.close()


def test_what_was_rendered_before_is_not_rendered_again(tmp_path: Path) -> None:
    first, second = FaceCache(tmp_path / "cache"), FaceCache(tmp_path / "cache")
    with Workers(1) as workers:
        for store in (first, second):
            faces = FaceRenderer(workers, store)
            faces.write(request(3), tmp_path / f"{id(store)}.png")
            faces.close()
    assert (first.made, first.found, second.made, second.found) == (1, 0, 0, 1)


def test_a_kept_face_of_a_known_digest_needs_no_scene(tmp_path: Path) -> None:
    def refuse() -> Scene:
        raise AssertionError

    store = FaceCache(tmp_path / "cache")
    with Workers(1) as workers:
        faces = FaceRenderer(workers, store)
        first = faces.write(request(3), tmp_path / "first.png")
        known = FaceRequest("known", refuse, LOOK, scene_digest(scene(3)))
        assert faces.write(known, tmp_path / "known.png") == first
        new = FaceRequest("new", partial(scene, 4), LOOK, scene_digest(scene(4)))
        assert faces.write(new, tmp_path / "new.png") != first
        faces.close()


def test_one_face_in_two_looks_is_two_files(tmp_path: Path) -> None:
    large = Look((140, 200), 200, LOOK.pictures)
    with Workers(1) as workers:
        faces = FaceRenderer(workers)
        both = [request(1), FaceRequest(1, partial(scene, 1), large)]
        faces.begin(both)
        hashes = [faces.write(one, tmp_path / f"{one.look.dpi}.png") for one in both]
        faces.close()
    assert len(set(hashes)) == 2


def test_closing_leaves_nothing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "temporary").mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "temporary"))
    with Workers(2) as workers:
        faces = FaceRenderer(workers)
        faces.begin(request(n) for n in range(9))
        faces.write(request(0), tmp_path / "0.png")
        faces.close()
    assert list((tmp_path / "temporary").iterdir()) == []


def test_faces_begun_at_different_times_share_a_ground(tmp_path: Path) -> None:
    """A worker may be reading its PDF: it is not written again."""
    ground = Layer((Shape(rectangle(Rect(0, 0, 40, 60)), fill=Color(9, 80, 9)),))

    def face(number: int) -> FaceRequest:
        own = scene(number)
        both = Scene(own.page, own.trim, ground, own.marks)
        return FaceRequest(number, lambda: both, LOOK)

    painter, written = TaskPainter(tmp_path), dict[Path, int]()
    for start in (0, 5, 10):
        wanted = [(face(n).scene(), LOOK, tmp_path / f"{n}.png") for n in range(start, start + 5)]
        list(painter.tasks(wanted))
        for file in tmp_path.glob("*.pdf"):
            assert written.setdefault(file, file.stat().st_mtime_ns) == file.stat().st_mtime_ns
    assert len([file for file in written if file.name.startswith("ground")]) == 1


def show_picture(bitmap: Bitmap) -> Scene:
    page = Extent(50.4, 72)
    box = Rect(0, 0, page.width, page.height)
    return Scene(page, box, Layer(()), Layer((Picture(bitmap, box),)))


def paint_picture(level: int, side: int) -> bytes:
    """A PNG with opacity: a PDF does not take its pixels as they are."""
    out = io.BytesIO()
    Image.new("RGBA", (side, side), (level, 200, 100, 128)).save(out, "PNG")
    return out.getvalue()


def test_few_large_pictures_are_in_one_pdf(tmp_path: Path) -> None:
    """They are there unpacked: 48 of them would be some hundred megabytes."""
    pictures = PictureStore()
    look = Look((70, 100), 100, pictures)
    assets = [Asset(f"{n}.png", paint_picture(n, 1500)) for n in range(20)]
    faces = [(show_picture(pictures.add(a)), look, tmp_path / f"{a.name}") for a in assets]
    tasks = list(TaskPainter(tmp_path).tasks(faces))
    sizes = [Path(str(pdf)).stat().st_size for pdf in {task.pdf for task in tasks}]
    assert [page.file for task in tasks for page in task.pages] == [str(f) for *_, f in faces]
    assert max(sizes) < 50_000_000
    assert len(sizes) == 5


def test_a_face_whose_picture_changed_meanwhile_is_not_kept(tmp_path: Path) -> None:
    """The file is changed after it was known and before it is opened, and changed back later."""
    before, after = (paint_picture(level, 40) for level in (10, 90))
    first = PictureStore()
    bitmap = first.add(Asset("art.png", before))

    def render(data: bytes, name: str) -> bytes:
        pictures = PictureStore()
        pictures.expect(first.list_known(), MemoryGame({"art.png": data}))
        look = Look((70, 100), 100, pictures)
        with Workers(1) as workers:
            faces = FaceRenderer(workers, FaceCache(tmp_path))
            file = tmp_path / name
            faces.write(FaceRequest(0, lambda: show_picture(bitmap), look), file)
            faces.close()
        return file.read_bytes()

    changed = render(after, "changed.png")
    assert render(before, "as-it-was.png") != changed
    assert render(before, "again.png") == (tmp_path / "as-it-was.png").read_bytes()
