"""One game on the shelf page: its name, its contents, a few of its faces.

In      a game as it went through the phases, its findings.
Out     an `GameEntry`: plain data, to be kept until the game changes.
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
from cardgen.pipeline.checked_game import Checked
from cardgen.scene.items import Scene
from cardgen.targets.gallery.faces import PictureStyle, render_whole
from cardgen.targets.gallery.shapes import TileShape, make_shape
from cardgen.targets.shared.web_page import data_uri
from cardgen.text.smart_punctuation import smarten

_MAX_PICTURES = 5
_PICTURE_SIZE = PictureStyle(400, 80)


class GameEntry(Struct, frozen=True):
    """A game on the shelf. `fault` says why it was not built, else it is empty."""

    folder: str
    name: str
    about: str = ""
    language: str = "en"
    facts: tuple[str, ...] = ()
    findings: str = ""
    fault: str = ""
    faces: tuple[str, ...] = ()
    """Pictures of the cover, as addresses that hold them."""
    shape: TileShape | None = None

    def to_data(self) -> dict[str, Any]:
        data: dict[str, Any] = to_builtins(self)
        return data


def read_entry(data: dict[str, Any]) -> GameEntry:
    """Read a cached entry.

    Raises:
        KeyError, TypeError: the data is not an entry.
    """
    shape = TileShape(**data["shape"]) if data["shape"] else None
    lists = {key: tuple(data[key]) for key in ("facts", "faces")}
    return GameEntry(**{**data, **lists, "shape": shape})


def make_failed_entry(folder: str, fault: str) -> GameEntry:
    """Return the entry of a game that could not be read."""
    return GameEntry(folder, folder, fault=fault)


def describe_game(folder: str, checked: Checked, report: Report, *, built: bool) -> GameEntry:
    """Describe a game, built or not."""
    file = checked.spec.file
    scenes, shape = _select_cover(checked)
    return GameEntry(
        folder=folder,
        name=smarten(file.game, file.language),
        about=smarten(file.about, file.language),
        language=file.language,
        facts=tuple(_list_facts(checked)),
        findings=count_findings(report),
        fault="" if built else count_findings(report),
        faces=tuple(_encode_pictures(checked, scenes)),
        shape=shape,
    )


def _list_facts(checked: Checked) -> Iterator[str]:
    bound = checked.bound
    one_size = len({deck.size.name for deck in bound.decks}) < 2
    total = plural(bound.total, "card" if one_size else "piece")
    yield total if len(bound.decks) == 1 else f"{total} in {len(bound.decks)} decks"
    if bound.booklets:
        yield plural(len(bound.booklets), "booklet")
    if bound.boxes:
        yield "a box" if len(bound.boxes) == 1 else f"{len(bound.boxes)} boxes"


def count_findings(report: Report) -> str:
    """`1 error, 2 warnings`."""
    counts = (("error", report.count("error")), ("warning", report.count("warning")))
    return ", ".join(plural(count, what) for what, count in counts if count) or "no findings"


# --- the cover -----------------------------------------------------------------------------------


def _select_cover(checked: Checked) -> tuple[list[Scene], TileShape | None]:
    """Return faces of one shape for the cover: one back, and fronts of the most common size."""
    decks = _select_decks(checked.bound.decks)
    if not decks:
        return [], None
    corner = decks[0].size.corner
    found: dict[Scene, TileShape] = {}
    for face in _alternate_faces(decks):
        scene = checked.laid.scenes.get(face)
        if scene is not None:
            found.setdefault(scene, make_shape(scene, corner))
    first = next(iter(found.values()), None)
    return [scene for scene, shape in found.items() if shape == first][:_MAX_PICTURES], first


def _select_decks(decks: Sequence[BoundDeck]) -> list[BoundDeck]:
    totals: Counter[str] = Counter()
    for deck in decks:
        totals[deck.size.name] += deck.total
    most = max(totals, key=lambda name: totals[name], default="")
    return [deck for deck in decks if deck.size.name == most and deck.cards]


def _alternate_faces(decks: Sequence[BoundDeck]) -> Iterator[BoundFace]:
    """Yield the back of the first deck, then fronts of each deck in turn."""
    if decks[0].cards[0].back:
        yield decks[0].cards[0].back
    rows = [[deck.cards[i].front for i in _spread_indices(len(deck.cards))] for deck in decks]
    for row in zip_longest(*rows):
        yield from (face for face in row if face)


def _spread_indices(count: int) -> list[int]:
    """Return a few indices below `count`, the middle one first."""
    shares = (0.5, 0.15, 0.8, 0.35, 0.65, 0.0, 0.95)
    return list(dict.fromkeys(int(share * count) for share in shares if count))


def _encode_pictures(checked: Checked, scenes: Sequence[Scene]) -> Iterator[str]:
    job = checked.job(300, lambda _what, _done, _total: None)
    shots = render_whole(job, scenes, _PICTURE_SIZE)
    yield from (data_uri(shots[scene].kind, shots[scene].data) for scene in scenes)
