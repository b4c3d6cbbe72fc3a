"""What a shelf tells of one game: its name, what it holds, a few of its faces.

In      a game as it went through the phases, its findings.
Out     an `Entry`: plain data, to be kept until the game changes.
Not here  which files there are (`shelf.output_links`), the page (`shelf.index_page`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import Any

from msgspec import Struct, to_builtins

from cardgen.bind.bound_faces import BoundDeck, BoundFace
from cardgen.core.findings import Report, plural
from cardgen.pipeline.inspection import Checked
from cardgen.scene.items import Scene
from cardgen.targets.gallery.faces import PictureStyle, render_pictures
from cardgen.targets.gallery.shapes import Shape, shape_of
from cardgen.targets.shared.web_page import data_uri
from cardgen.text.smart_punctuation import smarten

_FAN = 5
_LENS = PictureStyle(400, 80)


class Entry(Struct, frozen=True):
    """A game on the shelf. `fault` says why it was not built, if it was not."""

    folder: str
    name: str
    about: str = ""
    language: str = "en"
    facts: tuple[str, ...] = ()
    findings: str = ""
    fault: str = ""
    faces: tuple[str, ...] = ()
    """Pictures of the cover, as addresses that hold them."""
    shape: Shape | None = None

    def as_data(self) -> dict[str, Any]:
        data: dict[str, Any] = to_builtins(self)
        return data


def entry_of_data(data: dict[str, Any]) -> Entry:
    """The entry that was kept.

    Raises:
        KeyError, TypeError: it is none.
    """
    shape = Shape(**data["shape"]) if data["shape"] else None
    lists = {key: tuple(data[key]) for key in ("facts", "faces")}
    return Entry(**{**data, **lists, "shape": shape})


def faulty(folder: str, fault: str) -> Entry:
    """A game of which nothing is known but what went wrong."""
    return Entry(folder, folder, fault=fault)


def entry_of(folder: str, checked: Checked, report: Report, *, built: bool) -> Entry:
    """What is known of a game, built or not."""
    file = checked.spec.file
    scenes, shape = _cover(checked)
    return Entry(
        folder=folder,
        name=smarten(file.game, file.language),
        about=smarten(file.about, file.language),
        language=file.language,
        facts=tuple(_facts(checked)),
        findings=found_in(report),
        fault="" if built else found_in(report),
        faces=tuple(_pictures(checked, scenes)),
        shape=shape,
    )


def _facts(checked: Checked) -> Iterator[str]:
    bound = checked.bound
    one_size = len({deck.size.name for deck in bound.decks}) < 2
    total = plural(bound.total, "card" if one_size else "piece")
    yield total if len(bound.decks) == 1 else f"{total} in {len(bound.decks)} decks"
    if bound.booklets:
        yield plural(len(bound.booklets), "booklet")
    if bound.boxes:
        yield "a box" if len(bound.boxes) == 1 else f"{len(bound.boxes)} boxes"


def found_in(report: Report) -> str:
    """`1 error, 2 warnings`."""
    counts = (("error", report.count("error")), ("warning", report.count("warning")))
    return ", ".join(plural(count, what) for what, count in counts if count) or "no findings"


# --- the cover -----------------------------------------------------------------------------------


def _cover(checked: Checked) -> tuple[list[Scene], Shape | None]:
    """Faces for a fan, all of one shape: of the size that most cards have, and one back."""
    decks = _usual(checked.bound.decks)
    if not decks:
        return [], None
    corner = decks[0].size.corner
    found: dict[Scene, Shape] = {}
    for face in _faces(decks):
        scene = checked.laid.scenes.get(face)
        if scene is not None:
            found.setdefault(scene, shape_of(scene, corner))
    first = next(iter(found.values()), None)
    return [scene for scene, shape in found.items() if shape == first][:_FAN], first


def _usual(decks: Sequence[BoundDeck]) -> list[BoundDeck]:
    totals: Counter[str] = Counter()
    for deck in decks:
        totals[deck.size.name] += deck.total
    most = max(totals, key=lambda name: totals[name], default="")
    return [deck for deck in decks if deck.size.name == most and deck.cards]


def _faces(decks: Sequence[BoundDeck]) -> Iterator[BoundFace]:
    """The back of the first deck, then fronts of each deck in turn, far apart in it."""
    if decks[0].cards[0].back:
        yield decks[0].cards[0].back
    rows = [[deck.cards[i].front for i in _spread(len(deck.cards))] for deck in decks]
    for row in zip_longest(*rows):
        yield from (face for face in row if face)


def _spread(count: int) -> list[int]:
    """A few numbers below `count`, the middle one first."""
    shares = (0.5, 0.15, 0.8, 0.35, 0.65, 0.0, 0.95)
    return list(dict.fromkeys(int(share * count) for share in shares if count))


def _pictures(checked: Checked, scenes: Sequence[Scene]) -> Iterator[str]:
    job = checked.job(300, lambda _what, _done, _total: None)
    shots = render_pictures(job, scenes, _LENS)
    yield from (data_uri("image/webp", shots[scene].data) for scene in scenes)
