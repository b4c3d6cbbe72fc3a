"""Foil, varnish and white ink that would not be where the design has them.

In      the elements of faces, the plates of their finishes.
Out     findings.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from cardgen.bind.bound_elements import (
    BoundElement,
    GroupBox,
    OutlineBox,
    list_marked_finishes,
)
from cardgen.bind.card.known_bodies import find_facts
from cardgen.cache.content_key import make_record_key
from cardgen.check.engine.rule import Explanation, Rule
from cardgen.check.engine.subject import CheckedFace, Subject
from cardgen.core.findings import Finding
from cardgen.render.finish_plates import finish_plate, has_finish, plate_pixels

_DPI = 150


class Finishes(Rule):
    """Finishes that are on no card, or cannot be put on as they look."""

    heading = "Ink, type and pictures in print"
    codes = (
        Explanation(
            "finish-unseen",
            "foil, varnish or white ink is asked for and is on no card",
            "Everything that is marked with it is covered by what is painted later, off the card, "
            "or empty. The service would get blank masks.",
            "Move the element up, so that nothing covers it, or take its `finish` away.",
        ),
        Explanation(
            "finish-solid",
            "what has a finish is translucent, and a finish is not",
            "Foil, varnish and white ink are there or not there. What is half translucent in the "
            "design gets them in full.",
            "Make the element solid, or give the finish to another one.",
            "warning",
        ),
    )
    looks_at = "faces"

    def find(self, subject: Subject) -> Iterable[Finding]:
        unseen: dict[str, Finding] = {}
        seen: set[str] = set()
        soft: dict[object, Finding] = {}
        for face in subject.faces:
            if not find_facts(face.bound).finished:
                continue
            for box, finish in _list_marked(face):
                if _is_soft(box):
                    soft.setdefault(box.span, _make_solid_finding(box, face, finish))
                if finish not in seen and finish not in unseen:
                    unseen[finish] = _make_unseen_finding(box, face, finish)
            asked = set(list_marked_finishes(face.bound.body.elements)) - seen
            seen |= {finish for finish in asked if _is_on(subject, face, finish)}
        yield from (found for finish, found in unseen.items() if finish not in seen)
        yield from soft.values()


def _list_marked(face: CheckedFace) -> Iterator[tuple[BoundElement, str]]:
    """Every element of a face that has a finish of its own."""
    waiting = list(face.bound.body.elements)
    while waiting:
        box = waiting.pop(0)
        if box.frame.finish:
            yield box, box.frame.finish
        if isinstance(box, GroupBox):
            waiting += box.children
        elif isinstance(box, OutlineBox):
            waiting += box.inside


def _is_soft(box: BoundElement) -> bool:
    return box.frame.opacity < 1 or box.frame.blend != "normal"


def _is_on(subject: Subject, face: CheckedFace, finish: str) -> bool:
    """Whether any of a finish is seen on a face, as long as it looks the same."""
    size = face.size.pixels(_DPI)
    key = make_record_key("finish", finish, size, subject.laid.scenes.digest(face.bound))
    found: bool | None = subject.kept.get(key)
    if found is None:
        plate = finish_plate(face.scene, finish)
        found = has_finish(plate_pixels(plate, size, subject.bound.pictures))
        subject.kept.put(key, found)
    return found


def _name(box: BoundElement) -> str:
    return getattr(box, "element", "") or "space"


def _make_unseen_finding(box: BoundElement, face: CheckedFace, finish: str) -> Finding:
    message = f"`{finish}` is asked for, and is on no card: all that has it is covered or empty"
    hint = "put the element above what covers it, or take its `finish` away"
    return Finding("finish-unseen", message, box.span, hint=hint, card=face.card)


def _make_solid_finding(box: BoundElement, face: CheckedFace, finish: str) -> Finding:
    message = f"`{_name(box)}` is translucent, and gets its `{finish}` in full"
    hint = "make it solid, or give the finish to another element"
    return Finding("finish-solid", message, box.span, "warning", hint=hint, card=face.card)
