"""The paper of a face, where nothing else hides it."""

import pytest

from cardgen.core.color import BLACK
from cardgen.core.geometry import Extent, Rect
from cardgen.scene.items import Bitmap, Group, Item, Layer, Path, Picture, Scene
from cardgen.scene.outlines import ellipse, rectangle
from cardgen.scene.paper import find_paper

TRIM = Rect(10, 10, 80, 100)
PAGE = Rect(0, 0, 100, 120)


def scene(*ground: Item, marks: tuple[Item, ...] = ()) -> Scene:
    return Scene(Extent(100, 120), TRIM, Layer(ground), Layer(marks))


def painted(box: Rect) -> Path:
    return Path(rectangle(box), fill=BLACK)


def picture(*, has_alpha: bool) -> Picture:
    return Picture(Bitmap("linen", 10, 10, "png", has_alpha), PAGE)


@pytest.mark.parametrize(
    "item",
    [painted(PAGE), painted(TRIM), picture(has_alpha=False), Group((painted(PAGE),))],
    ids=["page", "trim", "picture", "group"],
)
def test_a_face_that_is_printed_all_over_needs_no_paper(item: Item) -> None:
    assert not find_paper(scene(item))


@pytest.mark.parametrize(
    "item",
    [
        painted(Rect(10, 10, 80, 50)),
        Path(ellipse(PAGE), fill=BLACK),
        Path(rectangle(PAGE)),
        picture(has_alpha=True),
        Group((painted(PAGE),), opacity=0.5),
        Group((painted(PAGE),), blend="multiply"),
        Group((painted(PAGE),), clip=ellipse(PAGE)),
    ],
    ids=["half", "ellipse", "line", "alpha", "opacity", "blend", "clip"],
)
def test_what_leaves_some_of_it_bare_stands_on_paper(item: Item) -> None:
    assert find_paper(scene(item))


def test_a_face_without_a_ground_is_paper_as_large_as_its_page() -> None:
    (paper,) = find_paper(scene(marks=(painted(Rect(20, 20, 5, 5)),)))
    assert isinstance(paper, Path)
    assert paper.outline == rectangle(PAGE)
