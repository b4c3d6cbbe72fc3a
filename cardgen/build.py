"""The pipeline on one screen: read → bind → check → lay out → write.

In      a game's files, the targets to write.
Out     a `Report`, and output folders that are whole or untouched.
Not here  printing, exit codes (`cli`).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from cardgen.bind import template
from cardgen.bind.faces import BoundGame, bind_game
from cardgen.bind.tree import BoundCard, BoundDeck
from cardgen.check.composition import check_composition
from cardgen.diagnostics import Report
from cardgen.layout.face import LaidOut, lay_out
from cardgen.read.game import GameSpec, read_game
from cardgen.render.workers import Workers
from cardgen.targets.catalogue import find_target
from cardgen.targets.target import Job, Progress
from cardgen.workspace import Game, replacing


@dataclass(frozen=True)
class Checked:
    """A game that went through all phases before rendering."""

    spec: GameSpec
    bound: BoundGame
    laid: LaidOut


def check_game(game: Game, report: Report) -> Checked | None:
    """Everything that can be found out without rendering.

    Phases go on past errors with what is sound, so that one run shows all that is wrong.

    Returns:
        The laid-out game, or None if there were errors.
    """
    spec = read_game(game, report)
    if spec is None:
        return None
    check_composition(spec, report)
    bound = bind_game(spec, game, report)
    laid = lay_out(bound.faces, report)
    return None if report.count("error") else Checked(spec, bound, laid)


def only_cards(checked: Checked, expression: str) -> Checked:
    """The game with only the cards for which `expression` holds.

    Raises:
        TemplateFault: the expression is broken, or uses a field that no card has.
    """
    bound = checked.bound
    decks = tuple(replace(deck, cards=_holding(deck, expression)) for deck in bound.decks)
    known = {name for deck in bound.decks for card in deck.cards for name in card.values}
    unknown = template.unknown_names(expression, known, expression=True)
    if unknown:
        message = f"no card has a field `{unknown[0]}`"
        raise template.TemplateFault("undefined-name", message)
    left = tuple(deck for deck in decks if deck.cards)
    return replace(checked, bound=replace(bound, decks=left))


def _holding(deck: BoundDeck, expression: str) -> tuple[BoundCard, ...]:
    """Cards that lack a field which others have are as if it were empty."""
    names = template.names_in(expression, expression=True)
    empty: dict[str, Any] = dict.fromkeys(names)
    return tuple(c for c in deck.cards if template.holds(expression, empty | dict(c.values)))


@dataclass(frozen=True, slots=True)
class Written:
    """What a target wrote, and where."""

    target: str
    folder: Path
    what: str


def write_targets(
    checked: Checked,
    names: Iterable[str],
    folder: Path,
    *,
    dpi: float,
    progress: Progress,
    workers: Workers,
) -> list[Written]:
    """Write each target into its own folder below `folder`.

    Raises:
        UnwritableError: the output folder cannot be written; the last output is as it was.
    """
    job = Job(checked.bound, checked.laid.scenes, dpi, progress, workers)
    written = []
    for name in names:
        target = find_target(name)
        with replacing(folder / name) as output:
            what = target.write(job, output)
        written.append(Written(name, folder / name, what))
    return written
