"""Layers and scenes."""

import pickle

import pytest

from cardgen.core.color import BLACK, WHITE
from cardgen.core.geometry import Extent, Rect
from cardgen.scene.items import Group, Layer, Path, Scene, walk
from cardgen.scene.outlines import (
    rectangle,
)

BOX = Rect(10, 20, 30, 40)


def path(color: object = BLACK) -> Path:
    return Path(rectangle(BOX), fill=BLACK if color is BLACK else WHITE)


def test_layers_of_equal_items_are_equal() -> None:
    assert Layer((path(),)) == Layer((path(),))
    assert hash(Layer((path(),))) == hash(Layer((path(),)))


@pytest.mark.parametrize(
    "other", [Layer(()), Layer((path(WHITE),)), Layer((path(), path())), "layer"]
)
def test_other_layers_are_not(other: object) -> None:
    assert Layer((path(),)) != other


def test_an_empty_layer_is_false() -> None:
    assert not Layer(())
    assert Layer((path(),))


def test_a_layer_that_travelled_between_processes_is_equal() -> None:
    layer = Layer((path(),))
    assert pickle.loads(pickle.dumps(layer)) == layer


def test_a_scene_is_its_ground_and_then_its_marks() -> None:
    ground, marks = path(), path(WHITE)
    scene = Scene(Extent(9, 9), BOX, Layer((ground,)), Layer((marks,)))
    assert scene.items == (ground, marks)


def test_walking_opens_groups_in_painting_order() -> None:
    one, two, three = path(), path(WHITE), path()
    found = list(walk((one, Group((Group((two,)), three)))))
    assert [id(item) for item in found] == [id(one), id(two), id(three)]
