"""What is told of a ground without its pixels holds for all of its pixels."""

from __future__ import annotations

import io
import random

import pytest
from PIL import Image

from cardgen.bind.picture_extremes import MOST_PIXELS, find_extremes
from cardgen.bind.pictures import PictureStore
from cardgen.cache.result_store import ResultStore
from cardgen.check.engine import ground_estimate
from cardgen.check.engine.ground_estimate import GroundEstimate, estimate_ground
from cardgen.check.engine.luminances import measure_luminances
from cardgen.core.color import LINEAR_LIGHT, Color
from cardgen.core.geometry import Extent, Rect
from cardgen.files.game_files import Asset
from cardgen.render.face_pixels import ground_pixels
from cardgen.scene.items import Group, Item, Layer, Linear, Paint, Path, Picture, Scene, Stop
from cardgen.scene.outlines import ellipse, rectangle

PAGE = Extent(60.0, 90.0)
WHOLE = Rect(0.0, 0.0, PAGE.width, PAGE.height)
SIZE = (125, 188)


def noise(chance: random.Random, mode: str = "RGB", kind: str = "PNG") -> bytes:
    """A picture of noise between two levels."""
    low = chance.randrange(200)
    high = low + chance.randrange(1, 256 - low)
    size = chance.randrange(20, 200), chance.randrange(20, 200)
    bands = len(Image.new(mode, (1, 1)).getbands())
    picture = Image.frombytes(
        mode, size, bytes(chance.randint(low, high) for _ in range(size[0] * size[1] * bands))
    )
    out = io.BytesIO()
    picture.save(out, kind)
    return out.getvalue()


def scene(*items: Item) -> Scene:
    return Scene(PAGE, WHOLE, Layer(items), Layer(()))


def picture(store: PictureStore, data: bytes, rect: Rect = WHOLE) -> Picture:
    return Picture(store.add(Asset("noise.png", data)), rect)


def estimate(one: Scene, store: PictureStore) -> GroundEstimate | None:
    return estimate_ground(one, store, ResultStore(None))


def random_items(chance: random.Random, store: PictureStore) -> list[Item]:
    mode, kind = chance.choice((("RGB", "PNG"), ("RGBA", "PNG"), ("L", "PNG"), ("RGB", "JPEG")))
    shown = picture(store, noise(chance, mode, kind), random_rect(chance))
    items: list[Item] = [Path(rectangle(random_rect(chance)), random_paint(chance))]
    items += [shown, Path(ellipse(random_rect(chance)), random_paint(chance))]
    chance.shuffle(items)
    clip = chance.choice((None, rectangle(WHOLE), ellipse(WHOLE), rectangle(random_rect(chance))))
    return [Group(tuple(items[:2]), clip, opacity=chance.choice((1.0, 0.4))), items[2]]


def random_rect(chance: random.Random) -> Rect:
    if chance.random() < 0.4:
        return Rect(-2.0, -3.0, PAGE.width + 5, PAGE.height + 4)
    left, top = chance.uniform(-10, 40), chance.uniform(-10, 60)
    return Rect(left, top, chance.uniform(5, 60), chance.uniform(5, 60))


def random_color(chance: random.Random) -> Color:
    red, green, blue = (chance.randrange(256) for _ in range(3))
    return Color(red, green, blue, chance.choice((1.0, 0.5)))


def random_paint(chance: random.Random) -> Paint:
    if chance.random() < 0.7:
        return random_color(chance)
    first, last = random_color(chance), random_color(chance)
    return Linear((0.0, 0.0), (30.0, 60.0), (Stop(0.0, first), Stop(1.0, last)))


def test_no_pixel_of_random_grounds_is_darker_or_lighter() -> None:
    chance = random.Random(20)
    bare = 0
    for _ in range(60):
        store = PictureStore()
        one = scene(*random_items(chance, store))
        found = estimate(one, store)
        assert found is not None
        pixels = ground_pixels(one, SIZE, store)
        light = measure_luminances(pixels)
        assert LINEAR_LIGHT[found.darkest] <= light.min() + 0.002
        assert LINEAR_LIGHT[found.lightest] >= light.max() - 0.002
        assert found.bare or int(pixels.min(axis=2).max()) < 254
        bare += found.bare
    assert 0 < bare < 60


def test_a_picture_over_the_whole_page_hides_the_paper() -> None:
    store = PictureStore()
    shown = picture(store, noise(random.Random(1)), Rect(-1.0, -1.0, 70.0, 100.0))
    below = Path(rectangle(WHOLE), Color(255, 0, 0))
    alone = estimate(scene(shown), store)
    assert alone is not None
    assert estimate(scene(below, Group((shown,), rectangle(WHOLE))), store) == alone
    clipped = estimate(scene(Group((shown,), ellipse(WHOLE))), store)
    assert clipped is not None
    assert (clipped.lightest, clipped.bare) == (255, True)


@pytest.mark.parametrize("blend", ["multiply", "screen"])
def test_nothing_is_told_of_grounds_that_are_mixed(
    blend: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nor are pictures below it unpacked for that."""
    store, shown = PictureStore(), Path(rectangle(WHOLE), Color(9, 9, 9))
    below = picture(store, noise(random.Random(3)))
    monkeypatch.setattr(ground_estimate, "find_extremes", pytest.fail)
    mixed = Group((shown,), blend=blend)  # type: ignore[arg-type]
    assert estimate(scene(below, Group((mixed,))), store) is None


def test_a_picture_whose_colors_may_be_shown_otherwise_is_not_told_of() -> None:
    out = io.BytesIO()
    Image.new("CMYK", (4, 4)).save(out, "JPEG")
    assert find_extremes(out.getvalue()) is None
    out = io.BytesIO()
    Image.new("RGB", (4, 4)).save(out, "PNG", icc_profile=b"some profile")
    assert find_extremes(out.getvalue()) is None
    out = io.BytesIO()
    Image.new("L", (MOST_PIXELS // 1000 + 1, 1000)).save(out, "PNG", compress_level=1)
    assert find_extremes(out.getvalue()) is None


def test_the_extremes_of_a_picture_are_found_once(monkeypatch: pytest.MonkeyPatch) -> None:
    store, kept = PictureStore(), ResultStore(None)
    shown = picture(store, noise(random.Random(2)))
    first = estimate_ground(scene(shown), store, kept)
    monkeypatch.setattr(ground_estimate, "find_extremes", pytest.fail)
    assert estimate_ground(scene(shown), store, kept) == first
