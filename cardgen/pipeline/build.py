"""The pipeline on one screen: read → bind → lay out → check → write.

In      a game's files, the targets to write.
Out     a `Report`, and output folders that are whole or untouched.
Not here  printing, exit codes (`cli`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from cardgen.bind.bound_faces import BoundCard, BoundDeck, BoundFace
from cardgen.bind.game.bind_cache import BindCache
from cardgen.bind.game.binding import bind_game
from cardgen.bind.game.bound_game import BoundGame
from cardgen.bind.pictures import PictureStore
from cardgen.cache.disk_store import MAX_IN_MEMORY
from cardgen.check.engine.levels import Levels
from cardgen.check.engine.registry import all_checks
from cardgen.check.engine.subject import Check, Subject
from cardgen.check.rules.composition.deck_counts import check_composition
from cardgen.core.findings import Finding, Report, Span
from cardgen.expressions import template
from cardgen.files.game_files import GameFiles
from cardgen.files.input_record import State, is_as_recorded
from cardgen.files.output_folder import replace_output
from cardgen.layout.face import layouter as face
from cardgen.layout.face.layouter import LaidOut
from cardgen.read.game import GameSpec, read_game
from cardgen.read.models.game_file import GameFile
from cardgen.read.syntax.nodes import MappingNode, find
from cardgen.render.workers.early_faces import Ahead
from cardgen.render.workers.face_files import Look
from cardgen.scene.items import Scene
from cardgen.targets.contract import Job, OptionError, Progress, TargetOptions, UnsuitableError
from cardgen.targets.installed import DEFAULT, target_names
from cardgen.targets.registry import AnyTarget, find_target

_DPI = 300.0
"""Where nobody said at how many."""


class Checked(Struct, frozen=True):
    """A game that went through all phases before rendering."""

    spec: GameSpec
    bound: BoundGame
    laid: LaidOut
    game: GameFiles
    levels: Levels

    def job(self, dpi: float, progress: Progress) -> Job:
        """What a target is given of it."""
        folder = getattr(self.game, "folder", None)
        return Job(self.bound.printed(), self.laid.scenes, dpi, progress, folder=folder)

    def check(self, report: Report, checks: Sequence[Check]) -> None:
        """Run checks; their findings go into `report` at the levels that the game gives them."""
        subject = Subject(self.game, self.spec, self.bound, self.laid)
        for check in checks:
            report.extend(self.levels.applied(check(subject)))


class Memo:
    """What one process remembers of its last look at a game, so that the next is quick.

    As long as only card tables change, cards that did not are neither bound nor laid out
    again; when any other file does, all is forgotten.
    """

    def __init__(self) -> None:
        self.bound = BindCache()
        self.laid: face.Memo = {}
        self._states: Mapping[Path, State] = {}

    def begin(self) -> None:
        """Forget what may no longer be true of the game's files."""
        states = self._states.items()
        if not states or not all(is_as_recorded(path, state) for path, state in states):
            self.bound, self.laid = BindCache(), {}

    def end(self, game: GameFiles, spec: GameSpec, faces: int) -> None:
        """Note how the files were when this run read them, but for card tables."""
        tables = {name.rpartition("/")[2] for files in spec.tables.values() for name in files}
        states = game.inputs.states.items()
        self._states = {path: state for path, state in states if path.name not in tables}
        if len(self.laid) > 8 * faces + 64:
            self.laid.clear()


def check_game(
    game: GameFiles, report: Report, *, checks: Sequence[Check] | None = None
) -> Checked | None:
    """All that can be found out about a game; see `inspect_game`.

    Returns:
        The laid-out game, or None if there were errors.
    """
    inspected = inspect_game(game, report, checks=checks)
    return None if report.count("error") else inspected


def inspect_game(
    game: GameFiles,
    report: Report,
    *,
    checks: Sequence[Check] | None = None,
    memo: Memo | None = None,
    ahead: Early | None = None,
) -> Checked | None:
    """Go through all phases, and then the checks.

    Phases go on past errors with what is sound, so that one run shows all that is wrong;
    checks look at whole games only.

    Args:
        game: The game's files.
        report: Takes the findings, at the levels that the game gives them.
        checks: Those to run; all, if left out. If there are none, the caller runs them, and
            then asks the `Levels` for their own faults.
        memo: Kept by the caller between runs of one process.
        ahead: Has faces rendered as soon as their deck is laid out.

    Returns:
        The game as far as it is sound, or None if not even its decks are known.
    """
    found = Report()
    game.begin_record()
    if memo is not None:
        memo.begin()
    spec = read_game(game, found)
    if spec is None:
        report.extend(found.findings)
        return None
    check_composition(spec, found)
    _check_targets(spec, found)
    layouter = face.Layouter(found, memo.laid if memo else None)

    def begin(deck: BoundDeck, pictures: PictureStore) -> None:
        if ahead is not None and not found.count("error") and ahead.wants(spec, deck):
            layouter.add(deck.faces)
            layouter.settle()
            ahead.begin(deck, layouter.scenes, pictures)

    bound = bind_game(spec, game, found, memo.bound if memo else None, begin)
    levels = Levels(spec, bound)
    layouter.add(bound.faces)
    laid = layouter.finish()
    if memo is not None:
        memo.end(game, spec, len(laid.scenes))
    inspected = Checked(spec, bound, laid, game, levels)
    if not found.count("error"):
        _check_plans(inspected, found)
    report.extend(levels.applied(found.findings))
    if checks == ():
        return inspected
    whole = not report.count("error")
    if whole:
        inspected.check(report, all_checks() if checks is None else checks)
    report.extend(levels.faults(whole=whole and checks is None))
    return inspected


class Early(Struct, frozen=True):
    """Which faces are rendered before all decks are laid out: those of targets that show every
    face of a deck, in games that are small enough to be in memory whole."""

    ahead: Ahead
    targets: Mapping[str, object]
    """Asked for, by name; none: those of the game."""
    dpi: float

    def wants(self, spec: GameSpec, deck: BoundDeck) -> bool:
        names = self.targets or spec.file.build or [DEFAULT]
        few = sum(map(len, spec.cards.values())) <= MAX_IN_MEMORY
        return few and any(_renders_deck(name, deck) for name in names)

    def begin(
        self, deck: BoundDeck, scenes: Mapping[BoundFace, Scene], pictures: PictureStore
    ) -> None:
        look = Look(deck.size.pixels(self.dpi), self.dpi, pictures)
        self.ahead.begin([scenes[face] for face in deck.faces], look)


def _renders_deck(name: str, deck: BoundDeck) -> bool:
    """Whether a target renders every face of a deck; one that cannot be used is told of later."""
    try:
        return name in target_names() and find_target(name).renders_deck(deck)
    except OptionError:
        return False


def _check_targets(spec: GameSpec, report: Report) -> None:
    """The targets that the game names, and the options that it gives them."""
    file = spec.file
    if not (file.build or file.targets):
        return
    names = target_names()
    for index, name in enumerate(file.build):
        if name not in names:
            report.unknown("target", name, names, file.place("build", index))
    for name, options in file.targets.items():
        if name not in names:
            report.unknown("target", name, names, _key(file, "targets", name))
            continue
        try:
            find_target(name).read_options(options)
        except OptionError as error:
            report.add(
                Finding(
                    "bad-option", str(error), _option(file, name, error.option), hint=error.hint
                )
            )


def _check_plans(checked: Checked, report: Report) -> None:
    """Whether the targets that the game names can be written for it, with its options."""
    file = checked.spec.file
    for name in dict.fromkeys((*file.build, *file.targets)):
        job = checked.job(_DPI, lambda *_: None)
        try:
            target = find_target(name)
            target.plan(job, target.read_options(file.targets.get(name, {})))
        except UnsuitableError as error:
            if name in file.build:
                place = file.place("build", file.build.index(name))
                report.add(Finding("unsuitable-target", str(error), place, hint=error.hint))
        except OptionError as error:
            place = _option(file, name, error.option)
            report.add(Finding("bad-option", str(error), place, hint=error.hint))


def _option(file: GameFile, target: str, option: str) -> Span:
    """Where a target's option is given; else the target, or where it is named."""
    given = file.targets.get(target, {})
    if target not in file.targets:
        return file.place("build", file.build.index(target))
    return _key(file, "targets", target, *([option] if option in given else []))


def _key(file: GameFile, *path: str) -> Span:
    """The place of the last key of a path, as far as it is in the file."""
    owner = find(file.node, *path[:-1])
    key = owner.key(path[-1]) if isinstance(owner, MappingNode) else None
    return key.span if key else file.place(*path[:-1])


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


class Written(Struct, frozen=True):
    """What a target wrote, and where; or why it was passed over, and nowhere."""

    target: str
    folder: Path | None
    what: str


def write_targets(
    job: Job,
    targets: Mapping[str, Mapping[str, str]],
    folder: Path,
    *,
    ready: Callable[[], None] = lambda: None,
    lenient: bool = False,
) -> list[Written]:
    """Write each target, by name with its options, into its own folder below `folder`.

    Args:
        job: What all of them are given. What is to be done meanwhile is done once.
        targets: Their options go over those that the game gives under `targets:`.
        folder: The game's output.
        ready: Called before an output is put in its place. It may raise, as may what is done
            meanwhile: then nothing is written.
        lenient: Pass over targets that make nothing of this game.

    Raises:
        OptionError: a target does not take these options, or cannot do it; nothing was written.
        UnwritableError: the output folder cannot be written; the last output is as it was.
    """
    given = job.game.spec.file.targets
    wanted = {name: {**given.get(name, {}), **options} for name, options in targets.items()}
    read = {name: find_target(name).read_options(options) for name, options in wanted.items()}
    left = [job.meanwhile]
    job = replace(job, meanwhile=lambda: left.pop()() if left else None)
    planned = [_planned(job, name, options, lenient=lenient) for name, options in read.items()]
    return [_write(job, each, folder / each.target.name, ready) for each in planned]


class _Planned(Struct, frozen=True):
    """A target and what it is about to write; or why it is passed over."""

    target: AnyTarget
    plan: Any
    refusal: str = ""


def _planned(job: Job, name: str, options: TargetOptions, *, lenient: bool) -> _Planned:
    """Plan a target; known before any is written."""
    target = find_target(name)
    try:
        return _Planned(target, target.plan(job, options))
    except UnsuitableError as error:
        if not lenient:
            raise
        return _Planned(target, None, str(error))


def _write(job: Job, planned: _Planned, folder: Path, ready: Callable[[], None]) -> Written:
    target = planned.target
    if planned.refusal:
        return Written(target.name, None, planned.refusal)
    with replace_output(folder, folder.parents[1]) as output:
        what = target.write(job, planned.plan, output)
        job.meanwhile()
        ready()
    return Written(target.name, folder, what)
