"""Rules that look at one face at a time, and the passes over all faces that they share.

In      a `Subject`, rules.
Out     findings, one an element, however many cards show it.

    FaceRule    looks at a face: where which element put its ink
    MarkRule    looks at the ink of one element
    PixelRule   looks at the pixels of a face

To gather the marks of a face, or to render it, costs more than any rule that looks at them,
so rules share a pass. They report `FaceFault`s: what is wrong with one element on many cards is
one finding (`check.engine.repeated_findings`).
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import groupby, islice
from typing import TYPE_CHECKING

from msgspec import Struct

from cardgen.cache.content_key import make_record_key
from cardgen.cache.disk_store import MAX_IN_MEMORY
from cardgen.check.engine.ground_light import GroundLights
from cardgen.check.engine.ink_marks import InkMark
from cardgen.check.engine.kept_findings import Weighed, recall, remember
from cardgen.check.engine.painted_light import FaceLight, look_at_scene
from cardgen.check.engine.repeated_findings import FaceFault, merge_faults
from cardgen.check.engine.rule import Rule
from cardgen.check.engine.subject import CheckedFace, Subject
from cardgen.core.findings import Finding
from cardgen.scene.items import Scene

if TYPE_CHECKING:
    from cardgen.render.raster.pixel_arrays import Pixels

DPI = 150
"""Enough to see what is behind a text, and a quarter of the pixels of a print."""


_FEW = 8
"""New faces that a check looks at by itself: a process of its own would have to import what that
takes once more."""


class FaceRule(Rule):
    """A rule that looks at each distinct face by itself."""

    looks_at = "faces"

    @abstractmethod
    def find_on_face(
        self, subject: Subject, face: CheckedFace, marks: Sequence[InkMark]
    ) -> Iterable[FaceFault]:
        """Look at a face.

        Args:
            subject: The game.
            face: One distinct face of it.
            marks: The ink of each element of the face, in painting order.
        """

    def find(self, subject: Subject) -> Iterable[Finding]:
        return check_faces(subject, (self,))


class MarkRule(FaceRule):
    """A rule that looks at the ink of each element by itself."""

    @abstractmethod
    def find_in_mark(
        self, subject: Subject, face: CheckedFace, mark: InkMark
    ) -> Iterable[FaceFault]:
        """Look at the ink of one element."""

    def find_on_face(
        self, subject: Subject, face: CheckedFace, marks: Sequence[InkMark]
    ) -> Iterable[FaceFault]:
        for mark in marks:
            yield from self.find_in_mark(subject, face, mark)


class PixelRule(Rule):
    """A rule that looks at the pixels of each distinct face by itself."""

    looks_at = "pixels"

    @abstractmethod
    def find_in_pixels(self, face: CheckedFace, pixels: Pixels) -> Iterable[FaceFault]:
        """Look at a face as it is printed, at `DPI`, and at nothing else: what is found on it is
        kept as long as it looks the same.

        Args:
            face: One distinct face of the game.
            pixels: Height x width x 3 bytes of sRGB, the bleed included.
        """

    def find_where_unsure(
        self,
        face: CheckedFace,
        pixels: Pixels,
        light: FaceLight,  # noqa: ARG002
    ) -> Iterable[FaceFault]:
        """As `find_in_pixels`, of a face whose ground is known: what is certain by that may be
        passed over."""
        return self.find_in_pixels(face, pixels)

    def needs_pixels(self, face: CheckedFace, light: FaceLight) -> bool:  # noqa: ARG002
        """Whether there may be a fault on a face: if not, it is not rendered for this rule.

        Args:
            face: One distinct face of the game.
            light: What is known of it: its ground, and what is painted on that.
        """
        return True

    def find(self, subject: Subject) -> Iterable[Finding]:
        return check_pixels(subject, (self,))


# --- passes --------------------------------------------------------------------------------


def check_faces(subject: Subject, rules: Sequence[FaceRule]) -> Iterator[Finding]:
    """Where ink stands, how fine it is, which pictures it comes from."""
    return merge_faults(subject, _find_face_faults(subject, rules, subject.faces))


def check_new_faces(subject: Subject, rules: Sequence[FaceRule]) -> Iterator[Finding]:
    """As `check_faces`, but faces that these rules saw in an earlier run are not laid out.

    The rules must be our own: of those the program's fingerprint knows every change; and they may
    look at nothing of the game but the face and its pictures. Where no layouts are kept, nothing
    would be gained, and nothing of this is.
    """
    if not subject.laid.keys:
        return check_faces(subject, rules)
    find = partial(_find_face_faults, subject, rules)
    return merge_faults(subject, _find_kept_faults(subject, rules, subject.faces, find))


def _find_face_faults(
    subject: Subject, rules: Sequence[FaceRule], faces: Iterable[CheckedFace]
) -> Iterator[FaceFault]:
    for face in faces:
        for rule in rules:
            yield from rule.find_on_face(subject, face, face.marks)


def check_pixels(subject: Subject, rules: Sequence[PixelRule]) -> Iterator[Finding]:
    """What only the printed face shows: one pass over the pixels of all faces."""
    return merge_faults(subject, _find_pixel_faults(subject, rules, subject.faces_by_size()))


def check_new_pixels(subject: Subject, rules: Sequence[PixelRule]) -> Iterator[Finding]:
    """As `check_pixels`, but faces that these rules saw in an earlier run are not rendered.

    The rules must be our own, as those of `check_new_faces`.
    """
    find = partial(_find_pixel_faults, subject, rules)
    return merge_faults(subject, _find_kept_faults(subject, rules, subject.faces_by_size(), find))


def _find_pixel_faults(
    subject: Subject, rules: Sequence[PixelRule], faces: Iterable[CheckedFace]
) -> Iterator[FaceFault]:
    for size, alike in groupby(faces, key=lambda face: face.size):
        while part := list(islice(alike, MAX_IN_MEMORY)):
            scenes = [face.scene for face in part]
            grounds = GroundLights(scenes, size.pixels(DPI), subject.bound.pictures, subject.kept)
            pairs = zip(part, scenes, strict=True)
            needy = [_make_needy(rules, face, scene, grounds) for face, scene in pairs]
            yield from _find_in_pixels(subject, [one for one in needy if one.rules])


class _NeedyFace(Struct, frozen=True):
    """A face, the rules that have to see its pixels, and what is known of it without them."""

    face: CheckedFace
    rules: Sequence[PixelRule]
    light: FaceLight | None = None

    def find(self, pixels: Pixels) -> Iterator[FaceFault]:
        """What the rules find in its pixels."""
        for rule in self.rules:
            if self.light is None:
                yield from rule.find_in_pixels(self.face, pixels)
            else:
                yield from rule.find_where_unsure(self.face, pixels, self.light)


def _make_needy(
    rules: Sequence[PixelRule], face: CheckedFace, scene: Scene, grounds: GroundLights
) -> _NeedyFace:
    ground = grounds.find(scene)
    if ground is None:
        return _NeedyFace(face, rules)
    light = look_at_scene(scene, ground)
    return _NeedyFace(face, [rule for rule in rules if rule.needs_pixels(face, light)], light)


def keep_certain(subject: Subject, rules: Sequence[PixelRule]) -> tuple[CheckedFace, ...]:
    """Keep of each face that nothing is wrong in its pixels, if that is certain from what its
    ground is between. Nothing is rendered; the rules must be our own.

    Returns:
        Faces that have to be rendered whole: they share their ground with hardly any other.
    """
    names = [type(rule).__qualname__ for rule in rules]
    alone: list[CheckedFace] = []
    for size, group in groupby(subject.faces_by_size(), key=lambda face: face.size):
        alike = tuple(group)
        scenes = [face.scene for face in alike]
        grounds = GroundLights(scenes, size.pixels(DPI), subject.bound.pictures, subject.kept)
        for face, scene in zip(alike, scenes, strict=True):
            ground = grounds.estimate(scene)
            light = look_at_scene(scene, ground) if ground else None
            if light and not any(rule.needs_pixels(face, light) for rule in rules):
                remember(subject.kept, _make_face_key(face, names), ())
            elif not grounds.is_shared(scene):
                alone.append(face)
    return tuple(alone)


def keep_pixel_faults(
    subject: Subject, rules: Sequence[PixelRule], faces: Iterable[CheckedFace]
) -> None:
    """Keep what rules find in the pixels of some faces. The rules must be our own."""
    find = partial(_find_pixel_faults, subject, rules)
    for _ in _find_kept_faults(subject, rules, iter(faces), find):
        continue


def _find_in_pixels(subject: Subject, needy: Sequence[_NeedyFace]) -> Iterator[FaceFault]:
    drawn = subject.rasters_of([one.face for one in needy], DPI)
    for (_, pixels), one in zip(drawn, needy, strict=True):
        yield from one.find(pixels)


def _find_kept_faults(
    subject: Subject,
    rules: Sequence[Rule],
    faces: Iterator[CheckedFace],
    find: Callable[[Sequence[CheckedFace]], Iterator[FaceFault]],
) -> Iterator[FaceFault]:
    """The faults of every face: those of earlier runs, and new ones. No more faces are in memory
    at once than a run keeps anyway."""
    names = [type(rule).__qualname__ for rule in rules]
    while part := list(islice(faces, MAX_IN_MEMORY)):
        yield from _find_faults_of_part(subject, names, part, find)


def _find_faults_of_part(
    subject: Subject,
    rules: Sequence[str],
    faces: Sequence[CheckedFace],
    find: Callable[[Sequence[CheckedFace]], Iterator[FaceFault]],
) -> Iterator[FaceFault]:
    keys = [_make_face_key(face, rules) for face in faces]
    known = [recall(subject.kept, key) for key in keys]
    new = [face for face, found in zip(faces, known, strict=True) if found is None]
    made: dict[int, list[Weighed]] = {id(face): [] for face in new}
    for one in find(new):
        made[id(one.face)].append((one.finding, one.weight))
    for face, key, found in zip(faces, keys, known, strict=True):
        if found is None:
            remember(subject.kept, key, made[id(face)])
        for finding, weight in made[id(face)] if found is None else found:
            yield FaceFault(finding, face, weight)


def has_many_new_faces(subject: Subject, rules: Sequence[Rule]) -> bool:
    """Whether more than a few faces, or most, were not seen by some rules in an earlier run."""
    if not subject.laid.keys:
        return True
    names = [type(rule).__qualname__ for rule in rules]
    new = known = 0
    for face in islice(subject.faces, MAX_IN_MEMORY):
        is_new = subject.kept.get(_make_face_key(face, names)) is None
        new, known = new + is_new, known + (not is_new)
        if new > _FEW:
            return True
    return new > known


def _make_face_key(face: CheckedFace, rules: Sequence[str]) -> bytes:
    """What stands for all that rules can see of a face."""
    key = face.laid.key(face.bound)
    return make_record_key("faults", DPI, rules, face.card, face.layout_place, key)
