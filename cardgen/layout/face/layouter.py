"""Lay out faces: bound elements → scenes, one size for the texts that share it.

In      every `BoundFace` of a game.
Out     a `Scene` for each distinct face; findings for what does not fit.

Equal faces are laid out once. Texts with `fit: deck` are first set as large as each card
allows; then the deck's size is chosen, and only faces that change are laid out again.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from functools import partial

from msgspec import Struct, field

from cardgen.bind.bound_elements import TextBox
from cardgen.bind.bound_faces import BoundFace
from cardgen.core.findings import Finding, Report
from cardgen.layout.face.boxes import PlacedElement
from cardgen.layout.face.drawing import items_of
from cardgen.layout.face.effects import MAX_BLENDS
from cardgen.layout.face.face_memo import FaceMemo, SeenFace
from cardgen.layout.face.kept_layouts import (
    Forced,
    KeptLayouts,
    SharedText,
    Shares,
    count_all_blends,
    make_layout_key,
)
from cardgen.layout.face.laid_face import LaidFace, card_of, is_grown, lay_out_face
from cardgen.layout.face.measure import Key, fit_key
from cardgen.layout.face.misfits import report_misfits, uneven_lines
from cardgen.layout.face.scene_store import Scenes, count_kept_scenes
from cardgen.layout.text.fit import DeckFit, find_ladder, fit_deck
from cardgen.scene.cut_outline import fold_outlines, trim_outline
from cardgen.scene.items import Layer, Scene

SHARED = ("deck", "editions")
"""What `fit` says of texts whose size is decided for many cards."""


class LaidOut(Struct):
    """The scenes of a game by face."""

    scenes: Scenes = field(default_factory=Scenes)
    deck_fits: dict[tuple[str, Key], DeckFit] = field(default_factory=dict)
    placed: dict[BoundFace, tuple[PlacedElement, ...]] = field(default_factory=dict)
    """Placed elements of faces, as many as are kept."""
    keys: dict[BoundFace, bytes] = field(default_factory=dict)
    """What stands for the layouts of faces, if some are kept for later processes."""

    def add_scene(self, face: BoundFace, scene: Scene) -> None:
        """Add a face that was laid out in an earlier run, or replace it."""
        self.scenes.put(face, scene)
        self.placed.pop(face, None)

    def key(self, face: BoundFace) -> bytes:
        """What stands for all that is on a face, places in files included."""
        return self.keys.get(face) or make_layout_key(face, self.scenes.digest(face))

    def elements(self, face: BoundFace) -> tuple[PlacedElement, ...]:
        """A face's placed elements, with the sizes that its deck shares."""
        found = self.placed.get(face)
        return place_face(face, self.deck_fits) if found is None else found


def lay_out(faces: Iterable[BoundFace], report: Report, memo: FaceMemo | None = None) -> LaidOut:
    """Lay out every distinct face.

    Adds to `report` what does not fit; the caller decides whether to stop. What is kept of
    a face between its first and its final layout is small, so that many faces fit.

    Args:
        faces: May be equal; each distinct one is laid out once.
        report: Takes the findings.
        memo: Kept by the caller between runs of one process, as long as layouts and styles
            are the same; what is in it is not laid out again.
    """
    layouter = Layouter(report, memo)
    layouter.add(faces)
    return layouter.finish()


class Layouter:
    """Lays out a game's faces, some at a time: what is settled early may be settled anew, if
    further faces share a size with it."""

    def __init__(
        self, report: Report, memo: FaceMemo | None = None, kept: KeptLayouts | None = None
    ) -> None:
        """Begin with no faces; see `lay_out`. Where layouts of earlier processes are kept, scenes
        are made when they are asked for."""
        self.scenes = Scenes()
        self._report, self._memo, self._kept = report, memo, kept
        self._keys: dict[BoundFace, bytes] = {}
        self._placed: dict[BoundFace, tuple[PlacedElement, ...]] = {}
        self._first: dict[BoundFace, Shares] = {}
        self._last: dict[BoundFace, tuple[Forced, bool]] = {}
        """Faces whose deck decided on sizes: these, and whether the face is sound with them."""
        self._unsound: set[BoundFace] = set()
        """Faces that are not, as large as each allows."""
        self._most: Mapping[tuple[str, Key], float] = {}

    def add(self, faces: Iterable[BoundFace]) -> None:
        """Lay out each face as if it were alone. Faces have the order in which they are added last,
        whichever of them were added before."""
        given = tuple(dict.fromkeys(faces))
        new = [face for face in given if face not in self._first]
        self.scenes.limit = count_kept_scenes(len(self._first) + len(new))
        for face in new:
            seen = self._seen(face, ())
            self._first[face] = seen.shares
            if not seen.sound:
                self._unsound.add(face)
        self._first = {face: self._first[face] for face in dict.fromkeys((*given, *self._first))}

    def shares_editions(self) -> bool:
        """Whether a text has one size in all editions."""
        return any(one.fit == "editions" for shares in self._first.values() for one in shares)

    def limit_sizes(self, most: Mapping[tuple[str, Key], float]) -> None:
        """Set texts that share their size with other editions no larger than those do."""
        self._most = most

    def edition_sizes(self) -> dict[tuple[str, Key], float]:
        """The sizes of texts that share theirs with other editions, as this one would have them."""
        fits = _fits(self._first)
        return {
            (face.layout, one.key): fits[face.layout, one.key].shared
            for face, shares in self._first.items()
            for one in shares
            if one.fit == "editions"
        }

    def settle(self) -> dict[tuple[str, Key], DeckFit]:
        """Give the texts that share a size the one that suits all faces so far."""
        fits = _limited(_fits(self._first), self._most)
        for face, shares in self._first.items():
            forced = _forced(face, shares, fits)
            if forced != self._forced(face):
                self._last[face] = forced, self._seen(face, forced).sound
        return fits

    def finish(self) -> LaidOut:
        """All scenes; what does not fit is in the report."""
        fits = self.settle()
        for face, shares in self._first.items():
            forced, sound = self._last.get(face, ((), face not in self._unsound))
            if not sound or _tight_keys(face, shares, fits):
                report_misfits(lay_out_face(face, dict(forced)), fits, self._report)
        return LaidOut(self.scenes, fits, self._placed, self._keys)

    def _forced(self, face: BoundFace) -> Forced:
        return self._last[face][0] if face in self._last else ()

    def _check_blends(self, face: BoundFace, count: int) -> None:
        if count > MAX_BLENDS:
            message = f"a face blends at least {count:,} times; at most {MAX_BLENDS} are painted"
            hint = "blend groups of elements as one, or flatten the drawing in its program"
            self._report.add(
                Finding("over-budget", message, face.span, hint=hint, card=card_of(face))
            )

    def _seen(self, face: BoundFace, forced: Forced) -> SeenFace:
        if self._kept is not None:
            self._keys[face] = self._kept.make_key(face, forced)
        seen = self._remembered(face, forced) or self._recalled(face) or self._laid(face, forced)
        if self._memo is not None:
            self._memo.put(face, forced, seen)
        self._check_blends(face, seen.blends)
        if seen.scene is None:
            assert seen.known is not None
            make = self._plan_scene(face, forced, seen.known[0])
            self.scenes.put_unmade(face, seen.known, make)
        else:
            self.scenes.put(face, seen.scene, seen.known)
        return seen

    def _plan_scene(self, face: BoundFace, forced: Forced, digest: str) -> Callable[[], Scene]:
        """How a scene is made when it is asked for."""
        assert self._kept is not None
        lay_out = partial(_make_scene, face, forced, self.scenes)
        return partial(self._kept.make_scene, self._keys[face], digest, lay_out)

    def _keeps(self, face: BoundFace) -> bool:
        """Whether a face's placed elements are kept."""
        return face in self._placed or len(self._placed) < self.scenes.limit

    def _remembered(self, face: BoundFace, forced: Forced) -> SeenFace | None:
        """What an earlier run of this process saw."""
        known = self._memo.get(face, forced) if self._memo is not None else None
        if known is not None and known.scene is None and self._kept is None:
            return None
        if known is not None and self._kept is not None and known.known is None:
            return None
        if known is not None:
            keeps = self._keeps(face)
            self._placed.pop(face, None)  # it may stand there with other sizes
            if known.face is face and known.placed is not None and keeps:
                self._placed[face] = known.placed
        return known

    def _recalled(self, face: BoundFace) -> SeenFace | None:
        """What an earlier process saw."""
        if self._kept is None:
            return None
        found = self._kept.recall(self._keys[face])
        if found is None:
            return None
        kept, shares = found
        self._placed.pop(face, None)
        known = (kept.digest, kept.look)
        return SeenFace(None, known, kept.blends, shares, kept.sound, face, None)

    def _laid(self, face: BoundFace, forced: Forced) -> SeenFace:
        laid, keeps = lay_out_face(face, dict(forced)), self._keeps(face)
        if keeps:
            self._placed[face] = (*laid.background, *laid.rest)
        scene, shares, sound = _scene(laid, self.scenes), _list_shares(laid), _is_sound(laid)
        known, blends = None, count_all_blends(scene)
        if self._kept is not None:
            kept = self._kept.keep(self._keys[face], scene, shares, sound)
            known = (kept.digest, kept.look)
        placed = self._placed[face] if keeps else None
        return SeenFace(scene, known, blends, shares, sound, face, placed)


def _list_shares(laid: LaidFace) -> Shares:
    """Texts whose size the deck shares, as large as this face allows."""
    return tuple(
        _make_shared(placed.box, placed.block.size)
        for placed in laid.texts()
        if isinstance(placed.box, TextBox) and placed.block is not None and _joins_deck(placed)
    )


def _make_shared(box: TextBox, size: float) -> SharedText:
    setting = box.setting
    return SharedText(fit_key(box), size, setting.fit, find_ladder(setting))


def _joins_deck(placed: PlacedElement) -> bool:
    box = placed.box
    return (
        isinstance(box, TextBox)
        and box.setting.fit in SHARED
        and bool(box.text)
        and not is_grown(placed)
    )


def _is_sound(laid: LaidFace) -> bool:
    blocks = ((placed, placed.block) for placed in laid.texts())
    fitting = all(not placed.missing and block and not block.overfull for placed, block in blocks)
    return (
        fitting
        and not laid.boxes.squeezes
        and not laid.boxes.negative
        and not laid.boxes.crowded
        and not any(any(uneven_lines(laid.face, placed)) for placed in laid.texts())
    )


def _make_scene(face: BoundFace, forced: Forced, scenes: Scenes) -> Scene:
    return _scene(lay_out_face(face, dict(forced)), scenes)


def _scene(laid: LaidFace, scenes: Scenes) -> Scene:
    """The scene of a face; the grounds that faces share are one."""
    size, ground, marks = laid.face.size, _layer(laid.background), _layer(laid.rest)
    cut, folds = trim_outline(size), fold_outlines(size)
    return Scene(size.page, size.trim_box, scenes.ground(ground), marks, cut, folds)


def place_face(
    face: BoundFace, fits: Mapping[tuple[str, Key], DeckFit]
) -> tuple[PlacedElement, ...]:
    """A face's placed elements, with the sizes that its deck shares."""
    laid = _again(lay_out_face(face, {}), fits)
    return (*laid.background, *laid.rest)


def lay_out_alone(face: BoundFace, fits: Mapping[tuple[str, Key], DeckFit]) -> Scene:
    """Return the scene of a face that is in no deck, with the sizes that one shares."""
    return _scene(_again(lay_out_face(face, {}), fits), Scenes())


def _layer(elements: tuple[PlacedElement, ...]) -> Layer:
    return Layer(tuple(item for placed in elements for item in items_of(placed)))


# --- one size for a deck -------------------------------------------------------------------


def _fits(
    first: Mapping[BoundFace, Shares],
) -> dict[tuple[str, Key], DeckFit]:
    """For each text element with `fit: deck`, the size its deck shares."""
    largest: dict[tuple[str, Key], dict[str, float]] = defaultdict(dict)
    last: dict[tuple[str, Key], SharedText] = {}
    for face, shares in first.items():
        card = card_of(face)
        for one in shares:
            key = (face.layout, one.key)
            last[key] = one
            largest[key][card] = min(largest[key].get(card, one.size), one.size)
    return {key: fit_deck(last[key].ladder.sizes, found) for key, found in largest.items()}


def _limited(
    fits: dict[tuple[str, Key], DeckFit], most: Mapping[tuple[str, Key], float]
) -> dict[tuple[str, Key], DeckFit]:
    """The sizes of this edition, none above what the others share."""
    for key, size in most.items():
        fit = fits.get(key)
        if fit is not None and size < fit.shared:
            fits[key] = DeckFit(size, {card: min(own, size) for card, own in fit.sizes.items()})
    return fits


def _forced(
    face: BoundFace,
    shares: Iterable[SharedText],
    fits: Mapping[tuple[str, Key], DeckFit],
) -> Forced:
    """The sizes that the deck decided, if any differs from the face's own."""
    card = card_of(face)
    wanted = [(one, fits[face.layout, one.key].sizes[card]) for one in shares]
    if all(decided == one.size for one, decided in wanted):
        return ()
    return tuple((one.key, decided) for one, decided in wanted)


def _tight_keys(
    face: BoundFace,
    shares: Iterable[SharedText],
    fits: Mapping[tuple[str, Key], DeckFit],
) -> list[Key]:
    """The texts that stand below their deck's size."""
    card = card_of(face)
    return [one.key for one in shares if fits[face.layout, one.key].is_tight(card)]


def _again(laid: LaidFace, fits: Mapping[tuple[str, Key], DeckFit]) -> LaidFace:
    """Lay out once more with the decided sizes, if they differ from the first ones."""
    forced: dict[Key, float] = {}
    changed = False
    for placed in laid.texts():
        box, block = placed.box, placed.block
        assert isinstance(box, TextBox)
        assert block is not None
        fit = fits.get((laid.face.layout, fit_key(box)))
        size = fit.sizes.get(card_of(laid.face)) if fit else None
        if size is not None and not is_grown(placed):
            forced[fit_key(box)] = size
            changed = changed or size != block.size
    return lay_out_face(laid.face, forced) if changed else laid
