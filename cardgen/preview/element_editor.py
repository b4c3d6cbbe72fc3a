"""One element of a card in the page: its options, whom they affect, and how it is moved.

In      a laid-out game, a card, a side, the number of an element on it.
Out     plain data for the page; changes of files, or refusals with their reasons.
Not here  HTTP (`preview.element_routes`), which bytes change (`cardgen.editing`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace

from cardgen.bind.bound_faces import BoundFace
from cardgen.bind.game.overrides import LayoutOverrides
from cardgen.core.findings import Report, Span
from cardgen.editing.arranging import EdgeMoves, Standing, plan_arrangement
from cardgen.editing.edit_history import FileChange
from cardgen.editing.element_options import (
    ElementOption,
    LayoutSource,
    list_missing,
    list_options,
    list_style_options,
    open_layouts,
)
from cardgen.editing.layout_editor import change_options, find_refusals
from cardgen.editing.layout_users import LayoutUsers
from cardgen.editing.refusal import RefusedError
from cardgen.pipeline.checked_game import Checked
from cardgen.preview.arranged_face import arrange_face, draw_arranged
from cardgen.preview.card_elements import (
    FaceElement,
    describe_elements,
    find_face,
    list_face_elements,
)
from cardgen.read.models.element import Element
from cardgen.read.models.layouts import LayoutSpec
from cardgen.read.tables.overrides import read_overrides
from cardgen.scene.items import Scene

Data = dict[str, Any]
_BASELINE = "baseline"


class ElementChoice(Struct, frozen=True):
    """Which element is meant: of which side of which card, and its number there."""

    card: str
    side: str
    at: int
    place: str
    """Where it stood in its file when the page was told of it."""


class SelectedElement(Struct, frozen=True):
    """An element on a face, with what its file says of it."""

    face: BoundFace
    on_face: FaceElement
    spec: Element
    options: tuple[ElementOption, ...]


class ElementEditor(Struct):
    """The elements of one state of a game."""

    shown: Checked
    source: LayoutSource
    users: LayoutUsers
    _faces: dict[tuple[str, str], tuple[BoundFace, list[FaceElement]]] = field(default_factory=dict)

    def list_elements(self, card: str, side: str) -> Data:
        """Describe the elements of a side of a card.

        Raises:
            RefusedError: there is no such side.
        """
        face, elements = self.open_face(card, side)
        return {"elements": describe_elements(elements, face.size.bleed_box)}

    def describe(self, choice: ElementChoice) -> Data:
        """Describe an element: its options, those of its style, whom they affect.

        Raises:
            RefusedError: it is not there.
        """
        found = self.select(choice)
        style = list_style_options(self.source, found.spec)
        missing = list_missing(self.source, found.spec)
        folder = self.shown.game.folder
        every = [option for option in (*found.options, *style, *missing) if not option.refused]
        refusals = find_refusals(folder, every) if folder else {}
        span = found.on_face.box.span
        return {
            "piece": self.source.find_piece(span),
            **self._count([span]),
            "options": [_describe(one, refusals) for one in found.options],
            "style": [self._describe_style(one, refusals) for one in style],
            "missing": [_describe(one, refusals) for one in missing],
            "palette": dict(self.source.spec.file.palette),
        }

    def change(self, choice: ElementChoice, key: str, old: str | None, new: str) -> FileChange:
        """Return the change that gives an option of an element, or of its style, another value.

        Raises:
            RefusedError: it cannot be changed here; the message says why.
        """
        found = self.select(choice)
        typed = (*found.options, *list_style_options(self.source, found.spec))
        missing = list_missing(self.source, found.spec)
        known = typed if old is not None else (*missing, *typed)
        option = next((one for one in known if one.key == key), None)
        if option is None:
            raise RefusedError(f"the element has no option `{key}`")
        return self._write([(option, old, new)])

    def plan(self, choice: ElementChoice, moves: EdgeMoves) -> dict[str, str]:
        """Return the options that change if an element's edges move, with their new texts.

        Raises:
            RefusedError: it cannot be moved here; the message says why.
        """
        return _plan(self.select(choice), moves)

    def arrange(self, choice: ElementChoice, plan: Mapping[str, list[str | None]]) -> FileChange:
        """Return the change that gives an element's lengths other values.

        Args:
            choice: The element.
            plan: Old and new texts by the keys of its options.

        Raises:
            RefusedError: it cannot be changed here; the message says why.
        """
        found = self.select(choice)
        options = {one.key: one for one in (*list_missing(self.source, found.spec), *found.options)}
        if not set(plan) <= set(options):
            raise RefusedError("the element has no such options")
        return self._write([(options[key], old, new or "") for key, (old, new) in plan.items()])

    def draw(self, choice: ElementChoice, plan: Mapping[str, str]) -> Scene:
        """Return the face as it would be with other lengths of an element.

        Raises:
            RefusedError: there is no such element.
        """
        found = self.select(choice)
        made = arrange_face(found.face, found.on_face.box.span, plan)
        return draw_arranged(self.shown, made)

    def select(self, choice: ElementChoice) -> SelectedElement:
        """Look an element up, on its face and in its file.

        Raises:
            RefusedError: it is not there.
        """
        face, elements = self.open_face(choice.card, choice.side)
        if not 0 <= choice.at < len(elements):
            raise RefusedError("the element is not there any more")
        on_face = elements[choice.at]
        if str(on_face.box.span) != choice.place:
            raise RefusedError("the layout was changed meanwhile")
        spec = self.source.find(self.find_layout(face, choice.card), on_face.box.span)
        if spec is None:
            raise RefusedError("the element stands in no layout")
        return SelectedElement(face, on_face, spec, tuple(list_options(self.source, spec)))

    def open_face(self, card: str, side: str) -> tuple[BoundFace, list[FaceElement]]:
        """Return a side of a card and its elements.

        Raises:
            RefusedError: there is no such side.
        """
        if (card, side) not in self._faces:
            face = find_face(self.shown, card, side)
            if face is None:
                raise RefusedError(f"there is no {side or 'side'} of `{card}`")
            self._faces.clear()
            self._faces[card, side] = face, list_face_elements(self.shown, face)
        return self._faces[card, side]

    def find_layout(self, face: BoundFace, card: str) -> LayoutSpec | None:
        """The face's layout, as the card's row changes it."""
        layout, deck = self.source.layouts.get(face.layout), card.partition("/")[0]
        rows = self.source.spec.cards.get(deck, ())
        row = next((one for one in rows if one.changes and one.span == face.span), None)
        if layout is None or row is None:
            return layout
        fields = self.source.spec.decks[deck].fields
        return LayoutOverrides(Report()).apply(layout, read_overrides(row.node, fields, Report()))

    def _describe_style(self, option: ElementOption, refusals: Mapping[str, str]) -> Data:
        takers = self.users.find_takers(option)
        texts = [f"{span.file}:{span.line}" for span in self.users.list_texts(option)]
        return _describe(option, refusals) | self._count(takers) | {"texts": texts}

    def _count(self, places: Sequence[Span]) -> Data:
        users = self.users
        return {"cards": users.count_cards(places), "panels": users.count_other_faces(places)}

    def _write(self, wanted: list[tuple[ElementOption, str | None, str]]) -> FileChange:
        folder = self.shown.game.folder
        if folder is None:
            raise RefusedError("the game is not on the disk")
        return change_options(folder, self.source.spec, wanted)


def open_editor(shown: Checked) -> ElementEditor:
    """Return what knows the elements of a game."""
    source = open_layouts(shown.spec)
    return ElementEditor(shown, source, LayoutUsers(shown.bound, source))


def _describe(option: ElementOption, refusals: Mapping[str, str]) -> Data:
    place = option.place
    return {
        "key": option.key,
        "text": option.text,
        "kind": option.kind,
        "choices": list(option.choices),
        "about": option.about,
        "refused": option.refused or refusals.get(option.key, ""),
        "style": option.style,
        "place": {"file": place.file, "line": place.line, "column": place.column},
    }


def _plan(found: SelectedElement, moves: EdgeMoves) -> dict[str, str]:
    """What changes if edges move; a mirrored layout is written as it stands before that."""
    one, frame = found.on_face, found.on_face.box.frame
    if one.box.frame.spot is not None and "at" not in {option.key for option in found.options}:
        raise RefusedError("it stands on a curve, `along`; edit it in the file")
    rect, inner, turned = one.placed.rect, one.inner, one.turn is not None
    is_moved = (moves.left, moves.top) == (moves.right, moves.bottom)
    if turned or (frame.rotate and not is_moved):
        raise RefusedError("it is turned; edit it in the file")
    left = rect.left - inner.left
    if found.face.body.mirrored:
        left = inner.right - rect.right
        moves = replace(moves, left=-moves.right, right=-moves.left)
    options = {option.key: option for option in found.options}
    standing = Standing(
        one.container,
        options,
        (left, rect.top - inner.top, rect.width, rect.height),
        (inner.width, inner.height),
        frame.at or "",
        grows=bool(frame.grow),
        moves_baseline=_BASELINE in options,
    )
    return plan_arrangement(standing, moves)
