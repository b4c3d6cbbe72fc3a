"""Give a name of a game another, wherever it is typed, and be sure that nothing is lost.

In      a game that is open in an editor, a use of a name, the new name.
Out     edits by file; or a `RenameRefused`, which says why.

A name may also be worked out, by a template or from a column of the cards: no reader of names can
know. So the game is looked at with the edits in it before they are given: a field that names what
is no more is edited too, and if anything else is found that was not found before, nothing is done.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from msgspec import Struct

from cardgen.core.file_lines import split_lines
from cardgen.core.findings import Finding, Span
from cardgen.files.file_names import slug
from cardgen.lsp.documents import Documents
from cardgen.lsp.live_game import LiveGame
from cardgen.lsp.uses import Use
from cardgen.pipeline.checked_game import Checked
from cardgen.pipeline.edition_checks import merge_findings
from cardgen.scene.scene_digest import scene_digest

_NAME = re.compile(r"[^\W_](?:[\w .-]*\w)?\Z")
_MARKED = re.compile(r"\]\{[^{}]*\Z")
_ALIKE = {"style": "color", "color": "style"}
"""Both stand in `[words]{…}`."""
_ROUNDS = 4


_PRINTED = ("card", "deck")
"""Whose names a card may print: `{{ id }}`."""


class RenameRefused(Exception):
    """Why a name stays."""


Cards = Sequence[tuple[str, Sequence[str]]]
"""Each with what the pixels of its faces depend on."""


class WholeLook(Struct, frozen=True):
    """A game with its editions, and each of its cards as it looks."""

    findings: Sequence[Finding]
    cards: Cards


class NameEdit(Struct, frozen=True):
    """A name at a place, replaced."""

    span: Span
    new: str


def find_edits(
    game: LiveGame, documents: Documents, use: Use, new: str
) -> Mapping[str, Sequence[NameEdit]]:
    """Return the edits that give a name another, by file.

    Raises:
        RenameRefused: the new name is none, is taken, or would not be all that changes.
    """
    old = _name_of(use)
    _check_name(game, use, new)
    uses = [one for one in game.uses if (one.kind, one.name) == _key_of(use)]
    if not any(one.is_declared and one.typed is not None for one in uses):
        raise RenameRefused(f"`{old}` is made of the card's fields: give its row an `id:` first")
    edits = {_narrow(one.span, documents, game, old): None for one in uses if one.typed is not None}
    _refuse_blanks(game, documents, edits, new)
    before = _look(game.folder, documents.buffers)
    for _ in range(_ROUNDS):
        after = _look(game.folder, _apply(game, documents, edits, new))
        more = list(_list_new(before.findings, after.findings))
        if not more:
            if use.kind not in _PRINTED:
                _refuse_other_faces(before.cards, after.cards, use, new)
            _refuse_shared(game, documents, edits)
            return _by_file(edits, new)
        for finding in more:
            edits[_follow(finding, edits, documents, game, old)] = None
    raise RenameRefused(f"`{old}` is worked out in too many places")


def _refuse_blanks(
    game: LiveGame, documents: Documents, edits: Mapping[Span, None], new: str
) -> None:
    """Behind words in brackets a blank parts names."""
    for span in edits if " " in new else ():
        line = documents.lines_of(game.folder / span.file)[span.line - 1]
        if _MARKED.search(line[: span.column - 1]):
            raise RenameRefused(
                f"`{new}` would be several names in {span}: write it without blanks"
            )


def _refuse_other_faces(before: Cards, after: Cards, use: Use, new: str) -> None:
    """A name may mean something already where nobody declares it: `black`, `sc` in a text, or two
    names, as in `[words]{big red}`."""
    for (name, was), (_, now) in zip(before, after, strict=False):
        if was != now:
            message = f"`{new}` means something else already, and `{name}` would look different"
            raise RenameRefused(f"nothing is renamed: as a {use.kind} {message}")


def _refuse_shared(game: LiveGame, documents: Documents, edits: Mapping[Span, None]) -> None:
    """Other games may name what a file has that they include, those too that nobody opened."""
    included = [path for one in documents.list_games() if one is not game for path in one.shared]
    for span in edits:
        path = (game.folder / span.file).resolve()
        if not path.is_relative_to(game.folder) or path in included:
            reason = "which other games may include: give it another in all of them by hand"
            raise RenameRefused(f"the name stands in `{span.file}`, {reason}")


def _key_of(use: Use) -> tuple[str, str]:
    return use.kind, use.name


def _name_of(use: Use) -> str:
    return use.name.rpartition("/")[2] if use.kind == "card" else use.name


def _check_name(game: LiveGame, use: Use, new: str) -> None:
    if not _NAME.match(new):
        raise RenameRefused(f"`{new}` is no name: write letters, digits, `-` and `_`")
    if use.kind == "card" and slug(new) != new:
        raise RenameRefused(f"`{new}` is no id: write `{slug(new)}`")
    deck = f"{use.name.rpartition('/')[0]}/" if use.kind == "card" else ""
    for kind in (use.kind, _ALIKE.get(use.kind, use.kind)):
        if any((one.kind, one.name) == (kind, f"{deck}{new}") for one in game.uses):
            raise RenameRefused(f"there is a {kind} `{new}` already")


def _narrow(span: Span, documents: Documents, game: LiveGame, old: str) -> Span:
    """The place of a name without its quotes, as it is in the editor now."""
    lines = documents.lines_of(game.folder / span.file)
    line = lines[span.line - 1] if span.line <= len(lines) else ""
    typed = line[span.column - 1 : span.end_column - 1]
    if typed.strip("'\"") != old:
        raise RenameRefused(f"{span} has changed since the game could be read")
    return span.part(typed.index(old), len(old))


def _look(folder: Path, buffers: Mapping[Path, str]) -> WholeLook:
    """All that is found in a game and its editions, with nothing of an earlier look."""
    game = LiveGame(folder)
    look = game.look(buffers)
    found = [game.name_look(look)]
    found += [game.look_at_edition(buffers, name) for name in game.list_editions()]
    cards = _list_cards(look.checked) if look.checked else ()
    return WholeLook(merge_findings(found).findings, tuple(cards))


def _list_cards(checked: Checked) -> Iterator[tuple[str, Sequence[str]]]:
    scenes = checked.laid.scenes
    for card in (card for deck in checked.bound.decks for card in deck.cards):
        faces = (face for face in (card.front, card.back) if face in scenes)
        yield f"{card.deck}/{card.id}", [scene_digest(scenes[face]) for face in faces if face]


def _apply(
    game: LiveGame, documents: Documents, edits: Mapping[Span, None], new: str
) -> Mapping[Path, str]:
    buffers = dict(documents.buffers)
    for file, spans in _by_file(edits, new).items():
        path = (game.folder / file).resolve()
        lines = split_lines(documents.text_of(path), file)
        for edit in sorted(spans, key=lambda one: -one.span.column):
            number, span = edit.span.line - 1, edit.span
            line = lines[number]
            lines[number] = f"{line[: span.column - 1]}{new}{line[span.end_column - 1 :]}"
        buffers[path] = "".join(lines)
    return buffers


def _by_file(edits: Mapping[Span, None], new: str) -> Mapping[str, Sequence[NameEdit]]:
    found: dict[str, list[NameEdit]] = {}
    for span in edits:
        found.setdefault(span.file, []).append(NameEdit(span, new))
    return found


def _list_new(before: Sequence[Finding], after: Sequence[Finding]) -> Iterator[Finding]:
    """What is found after and was not before; a name that was found there is another now."""
    known = Counter(map(_place_of, before))
    for finding in after:
        place = _place_of(finding)
        if known[place] > 0:
            known[place] -= 1
        else:
            yield finding


def _place_of(finding: Finding) -> tuple[str, str, int]:
    span = finding.span
    return finding.code, span.file if span else "", span.line if span else 0


def _follow(
    finding: Finding, edits: Mapping[Span, None], documents: Documents, game: LiveGame, old: str
) -> Span:
    """The place of a field that names what is no more; cards keep what stands in their columns."""
    span = finding.span
    tables = game.sound.spec.tables.values() if game.sound else ()
    if span is not None and finding.code.startswith("unknown-"):
        lines = documents.lines_of(game.folder / span.file)
        line = lines[span.line - 1] if span.line <= len(lines) else ""
        typed = line[span.column - 1 : span.end_column - 1]
        place = span.part(max(0, typed.find(old)), len(old))
        settled = not any(span.file in files for files in tables)
        if typed.strip("'\"") == old and settled and place not in edits:
            return place
        literals = list(re.finditer(rf"(?<=['\"]){re.escape(old)}(?=['\"])", line))
        if len(literals) == 1 and settled and "{" in line:  # a name in an expression, only once
            place = Span(span.file, span.line, literals[0].start() + 1, literals[0].end() + 1)
            if place not in edits:
                return place
    where = f"{span}: " if span else ""
    reason = f"`{old}` is also worked out somewhere, and without it {where}{finding.message}"
    raise RenameRefused(f"nothing is renamed: {reason}")
