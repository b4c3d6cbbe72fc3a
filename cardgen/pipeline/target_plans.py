"""What targets are about to write: options read, plans made, each once a build.

In      the targets that a game and a command name, with their options as they were typed.
Out     `TargetPlan`s; findings for what `game.yaml` asks for and cannot be had.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from cardgen.check.engine.levels import Levels
from cardgen.check.engine.whole_decks import OtherPieces, list_other_pieces
from cardgen.check.engine.written_entries import WrittenEntries
from cardgen.core.findings import Finding, Report, Span, plural
from cardgen.files.file_names import is_device
from cardgen.files.game_files import GameFiles
from cardgen.pipeline.defaults import DIFF, DRAFT, ONLY, SINCE
from cardgen.read.editions.merging import ALL
from cardgen.read.game import GameSpec
from cardgen.read.models.game_file import GameFile
from cardgen.targets.contract import Job, OptionError, UnsuitableError
from cardgen.targets.foreign_names import suggest_target
from cardgen.targets.installed import target_names
from cardgen.targets.registry import AnyTarget, find_target

MISSING_PICTURE = "missing-picture"
_EDITION = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,39}")

_MEANT = re.compile(r"did you mean `([^`]+)`\?")

_ASIDE = {"booklet": "booklets"}
NO_FAULTS: Mapping[str, int] = {}
Options = Mapping[str, str]


def stops_build(report: Report, aside: Sequence[SetAside] = ()) -> bool:
    """Whether there is an error beside pictures that are missing: drafts go on without them.

    Args:
        report: The findings.
        aside: Pieces whose errors stop only targets that print them.
    """
    return any(
        f.severity == "error"
        and f.code != MISSING_PICTURE
        and not any(other.contains(f) for other in aside)
        for f in report.findings
    )


class SetAside(Struct, frozen=True):
    """Pieces that only some targets print."""

    pieces: OtherPieces
    section: str
    written: WrittenEntries

    def contains(self, finding: Finding) -> bool:
        """Whether a finding is about them, or about an entry that is left out as faulty."""
        if self.pieces.contains(finding):
            return True
        entry = self.written.find(finding.span) if finding.span else None
        return entry is not None and entry[0] == self.section


def list_set_aside(spec: GameSpec, game: GameFiles) -> tuple[SetAside, ...]:
    """The pieces whose errors stop only targets that print them: booklets."""
    written = WrittenEntries(game, spec)
    return tuple(
        SetAside(other, _ASIDE[other.target], written)
        for other in list_other_pieces(spec)
        if other.target in _ASIDE
    )


def count_faults(aside: Sequence[SetAside], report: Report) -> dict[str, int]:
    """How many errors each kind of piece has."""
    errors = [found for found in report.findings if found.severity == "error"]
    return {one.pieces.target: sum(map(one.contains, errors)) for one in aside}


def hold_faulty(plans: Sequence[TargetPlan], faults: Mapping[str, int]) -> list[TargetPlan]:
    """The plans, those of targets passed over whose pieces have errors."""
    return [plan if plan.refusal else hold_target(plan.target, faults) or plan for plan in plans]


def hold_target(target: AnyTarget, faults: Mapping[str, int]) -> TargetPlan | None:
    """That a target is passed over because of errors in what it prints; None if there are none."""
    count = sum(faults.get(piece, 0) for piece in target.pieces)
    if not count:
        return None
    names = " and ".join(f"{piece}s" for piece in target.pieces)
    refusal = f"the game's {names} have {plural(count, 'error')}"
    return TargetPlan(target, refusal=refusal, faulty=True)


class UnfinishedError(UnsuitableError):
    """A target would be ordered, and the game is not finished."""


class TargetPlan(Struct, frozen=True):
    """A target and what it is about to write; or why it is passed over."""

    target: AnyTarget
    plan: Any = None
    refusal: str = ""
    faulty: bool = False
    """Whether it is passed over because what it prints has errors."""


def plan_targets(
    job: Job,
    wanted: Mapping[str, Options],
    levels: Levels,
    report: Report,
    *,
    lenient: bool = False,
    whole: bool = True,
    faults: Mapping[str, int] = NO_FAULTS,
) -> list[TargetPlan]:
    """Plan every target that is wanted, and look at those that the game names besides.

    Args:
        job: What all of them are given.
        wanted: Options as they were typed, over those that the game gives under `targets:`.
        levels: Of the game, for the findings.
        report: Takes the findings.
        lenient: Pass over targets that make nothing of this game, be it all of them. Otherwise
            they are passed over as long as others can be written.
        whole: Whether the job holds the whole game; what does not suit a part is no finding.
        faults: Errors of pieces that only some targets print; those are passed over.

    Raises:
        OptionError: a target does not take these options, or cannot do it, and the game's own
            file is not at fault.
    """
    file = job.game.spec.file
    found = Report()
    refused: list[OptionError] = []
    raised: OptionError | None = None
    plans: list[TargetPlan] = []
    for name in dict.fromkeys((*wanted, *file.build, *file.targets)):
        typed = wanted.get(name, {})
        try:
            held = hold_target(find_target(name), faults) if any(faults.values()) else None
            if held is not None:
                plans += [held] if name in wanted else []
                continue
            own_options = file.targets.get(name, {})
            _refuse_outside(job, own_options, typed)
            plan = _plan_target(job, name, {**own_options, **typed})
            plans += [plan] if name in wanted else []
        except OptionError as error:
            own = not typed and whole and not isinstance(error, UnfinishedError)
            finding = _finding(file, name, error) if own else None
            if finding is not None:
                found.add(finding)
            elif name in wanted and isinstance(error, UnsuitableError):
                plans.append(TargetPlan(find_target(name), refusal=str(error)))
                refused += [] if lenient else [error]
            elif name in wanted:
                raised = raised or error
    report.extend(levels.apply(found.findings))
    if raised is None and refused and all(plan.refusal and not plan.faulty for plan in plans):
        raised = refused[0]  # nothing would be written
    if raised is not None and not stops_build(report):
        raise raised
    return plans


def check_plans(job: Job, levels: Levels, report: Report) -> None:
    """Report targets that the game names and that cannot be written for it."""
    plan_targets(job, {}, levels, report)


def _plan_target(job: Job, name: str, options: Options) -> TargetPlan:
    target = find_target(name)
    if target.needs_cards:
        refuse_no_cards(job)
    if target.costs_money and job.missing_pictures and not job.draft:
        missing = plural(len(job.missing_pictures), "picture")
        verb = "is" if len(job.missing_pictures) == 1 else "are"
        hint = "`--draft` prints the cards with DRAFT on them"
        raise UnfinishedError(f"{missing} {verb} missing", hint)
    return TargetPlan(target, target.plan(job, target.read_options(options)))


def refuse_no_cards(job: Job) -> None:
    """Refuse a game without a card that is printed.

    Raises:
        UnsuitableError: it has none.
    """
    if not job.game.total:
        raise UnsuitableError("this game prints no cards", _no_cards_hint(job))


def _no_cards_hint(job: Job) -> str:
    """What to write in a game without cards, or in one whose cards are all benched."""
    if any(job.game.spec.cards.values()):
        return "all of them are on the bench: give those that are printed `copies: 1` or more"
    return "give it a deck under `decks:`, and its table a row"


def _refuse_outside(job: Job, own: Options, typed: Options) -> None:
    """Refuse a profile outside its folder that a game names: only who types it may mean it."""
    path = own.get("profile", "") if "profile" not in typed else ""
    if not path or job.folder is None:
        return
    try:
        file = (job.folder / path).resolve()
        inside = file.is_relative_to(job.folder.resolve()) and file.is_file()
    except (OSError, ValueError, RuntimeError):
        inside = False
    if not inside:
        hint = "copy it into the game's folder, or type it as `-t TARGET:profile=…`"
        raise OptionError(f"the profile `{path}` is no file of the game", hint, option="profile")


def _finding(file: GameFile, name: str, error: OptionError) -> Finding | None:
    """What is wrong with an entry of `game.yaml`; None if it asks for no such thing."""
    if isinstance(error, UnsuitableError):
        if name not in file.build:
            return None
        place = file.place("build", file.build.index(name))
        return Finding("unsuitable-target", str(error), place, hint=error.hint)
    if name not in file.build and name not in file.targets:
        return None
    place = _option_place(file, name, error.option)
    return Finding("bad-option", str(error), place, hint=error.hint)


def _report_unknown(name: str, names: Sequence[str], place: Span) -> Finding:
    target, _, options = name.partition(":")
    hint = suggest_target(target.strip(), names)
    if name.casefold() == ALL:
        hint = "name each of them, as `build: [mpc, sheets]`; `-t all` is for the command line"
    elif options and target.strip() in names:
        hint = f"write `{target.strip()}`, and its options under `targets:`"
    return Finding("unknown-target", f"there is no target `{name}`", place, hint=hint)


def _tell_repeated(found: Finding, taken: set[str]) -> Finding:
    """A finding whose hint names no target that the list has, or has had proposed before."""
    meant = _MEANT.fullmatch(found.hint)
    if meant is None:
        return found
    if meant[1] in taken:
        hint = f"`{meant[1]}` is named in this list already: leave it out"
        return replace(found, hint=hint)
    taken.add(meant[1])
    return found


def check_target_entries(file: GameFile, report: Report) -> None:
    """Report targets that the game names and that are not there, and options they do not take."""
    if not (file.build or file.targets):
        return
    names = target_names()
    taken = set(file.build)
    for index, name in enumerate(file.build):
        if name not in names:
            found = _report_unknown(name, names, file.place("build", index))
            report.add(_tell_repeated(found, taken))
    for name, options in file.targets.items():
        if name not in names:
            report.add(_report_unknown(name, names, file.key("targets", name)))
            continue
        try:
            find_target(name).read_options(options)
        except OptionError as error:
            place = _option_place(file, name, error.option)
            report.add(Finding("bad-option", str(error), place, hint=error.hint))


def check_edition_names(file: GameFile, report: Report) -> None:
    """Report editions whose output would stand in the place of something else."""
    if not file.editions:
        return
    taken = dict.fromkeys((*target_names(), ALL, DRAFT, ONLY, SINCE, DIFF), "means something else")
    for name in file.editions:
        plain = _EDITION.fullmatch(name) and not is_device(name)
        why = taken.get(name.casefold()) if plain else "is no folder's name"
        if why:
            hint = "write letters, digits and hyphens, as in `pt-BR`, and no target's name"
            message = f"`{name}` {why}; an edition has an output folder of that name"
            place = file.key("editions", name)
            report.add(Finding("bad-edition", message, place, hint=hint))
        taken[name.casefold()] = "is there in other capitals"


def _option_place(file: GameFile, target: str, option: str) -> Span:
    """Where the value of a target's option is given, or an option that it does not take; else the
    target, or where it is named."""
    if target not in file.targets:
        return file.place("build", file.build.index(target))
    if option not in file.targets[target]:
        return file.key("targets", target)
    is_known = option in find_target(target).options.help_lines()
    return (
        file.place("targets", target, option) if is_known else file.key("targets", target, option)
    )
