"""A bound scene → its stage."""

from __future__ import annotations

from collections.abc import Mapping

from cardgen.bind.bound_faces import BoundFace
from cardgen.bind.showcase.bound_scene import BoundScene
from cardgen.read.models.showcase import SceneKind
from cardgen.scene.items import Scene
from cardgen.targets.showcase.box import arrange_box
from cardgen.targets.showcase.camera import Camera
from cardgen.targets.showcase.flat import arrange_fan, arrange_grid, arrange_hand
from cardgen.targets.showcase.solid import arrange_spread, arrange_stacks, arrange_standing
from cardgen.targets.showcase.stage import Stage

_VIEWS: Mapping[SceneKind, tuple[float, float]] = {
    "stack": (-28.0, 34.0),
    "spread": (-16.0, 46.0),
    "standing": (-24.0, 14.0),
    "box": (-32.0, 20.0),
    "open-box": (-28.0, 26.0),
}
"""How things are turned, and from how far above they are seen, if a scene does not say."""


_EDGES_CLOSE_TOGETHER: frozenset[SceneKind] = frozenset({"stack", "box", "open-box"})


def choose_finer(scene: BoundScene) -> int:
    """How much larger than its picture a scene is drawn.

    In the picture's own pixels, edges that lie close together come out as stripes. Cards by
    themselves look as good so as faces do, which are rasterized once as large as their pictures;
    drawn twice as large, they took twice as long.
    """
    return 2 if scene.spec.scene in _EDGES_CLOSE_TOGETHER else 1


def arrange(scene: BoundScene, scenes: Mapping[BoundFace, Scene]) -> Stage:
    """Put everything of a scene in its place; no sell sheet."""
    spec, shadow = scene.spec, scene.spec.shadow
    faces = [scenes[shown.face] for shown in scene.cards]
    camera = _camera(scene)
    match spec.scene:
        case "fan":
            return arrange_fan(faces, spec.angle, shadow=shadow)
        case "hand":
            return arrange_hand(faces, spec.angle, shadow=shadow)
        case "grid":
            return arrange_grid(faces, spec.columns, scene.extent, shadow=shadow)
        case "spread":
            return arrange_spread(faces, camera, shadow=shadow)
        case "stack":
            counts = [shown.pile for shown in scene.cards]
            return arrange_stacks(list(zip(faces, counts, strict=True)), camera, shadow=shadow)
        case "standing":
            return arrange_standing(faces, camera, shadow=shadow)
        case "box" | "open-box":
            assert scene.box is not None
            opened = spec.scene == "open-box"
            return arrange_box(scene.box, scenes, faces, camera, opened=opened, shadow=shadow)
        case "sell-sheet":
            raise ValueError("a sell sheet is a page, and has no stage")


def _camera(scene: BoundScene) -> Camera:
    turn, tilt = _VIEWS.get(scene.spec.scene, (0.0, 90.0))
    own = scene.spec
    return Camera(turn if own.turn is None else own.turn, tilt if own.tilt is None else own.tilt)
