"""`cardgen build`: one game or all, once or whenever a file is saved.

In      games, what was asked for.
Out     output folders, and what is said of them.
Not here  arguments (`cli`), the phases (`build`), rendering (`render`).
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from cardgen.cli.terminal import (
    Interrupted,
    UsageError,
    fault_told,
    has_failed,
    in_cards,
    line_reader,
    progress_bar,
    show_findings,
    tally_of,
)

if TYPE_CHECKING:
    from cardgen.cache.face_cache import FaceCache
    from cardgen.core.findings import Finding
    from cardgen.files.game_files import DiskGame
    from cardgen.pipeline.build import Checked, Memo, Written
    from cardgen.render.workers.dask_cluster import Cluster
    from cardgen.render.workers.early_faces import Ahead
    from cardgen.render.workers.forked_checks import Beside
    from cardgen.shelf.index_page import Shelf


class Asked(Struct, frozen=True):
    """What `build` was asked for."""

    targets: list[str]
    output: Path
    dpi: float
    only: str
    jobs: int | None
    strict: bool
    fresh: bool
    cluster: Cluster | None = None
    again: bool = False
    """Built before, and watched since: warnings were shown already."""
    whole: bool = False
    """All that a game has, if no target is named: its gallery, its booklets and boxes too."""

    def words(self, game: DiskGame) -> list[str]:
        """What tells this command from others in the same project."""
        places = (game.folder, self.output.resolve())
        rest = (self.dpi, self.only, self.strict, self.whole, *sorted(self.targets))
        return [str(one) for one in (*places, *rest)]


def watch_games(games: Sequence[DiskGame], asked: Asked) -> None:
    """Build each game, and again when its files change, until Ctrl-C."""
    from cardgen.files.watch import iterate_saves
    from cardgen.pipeline.build import Memo

    saves = iterate_saves(games, asked.output)
    next(saves)  # from here on nothing is missed, not even what is saved during a build
    memos = {game.folder: Memo() for game in games}
    for game in games:
        _build_again(game, asked, memos[game.folder])
    print(f"watching {', '.join(game.name for game in games)}; Ctrl-C ends", flush=True)
    again = replace(asked, again=True)
    try:
        for saved in saves:
            for game in saved:
                _build_again(game, again, memos[game.folder])
    except (Interrupted, KeyboardInterrupt):
        print("stopped watching")


def _build_again(game: DiskGame, asked: Asked, memo: Memo) -> None:
    """A build that ends nothing: what is wrong is said, and the next save may mend it."""
    try:
        build_one(game, asked, memo)
    except UsageError as error:
        print(f"cardgen: {error}", file=sys.stderr)
    sys.stdout.flush()
    sys.stderr.flush()


def build_all(games: Sequence[DiskGame], asked: Asked) -> list[bool]:
    """Build every game whole, whatever becomes of the others, and a page that shows them all."""
    from cardgen.files.output_folder import UnwritableError
    from cardgen.shelf.index_page import Shelf

    asked_targets(asked.targets)  # a wrong target is no game's fault
    shelf, asked = Shelf(asked.output), replace(asked, whole=True)
    built = [_build_shelved(game, asked, shelf) for game in games]
    try:
        page = shelf.write()
    except UnwritableError as error:
        raise UsageError(str(error)) from None
    print(f"{sum(built)} of {len(built)} games built → {page.as_posix()}")
    return built


def _build_shelved(game: DiskGame, asked: Asked, shelf: Shelf) -> bool:
    """A build whose failure is said, on the page too, and stops nothing."""
    try:
        return build_one(game, asked, shelf=shelf)
    except UsageError as error:
        why = str(error)
    except Exception as error:
        if os.environ.get("CARDGEN_DEBUG"):
            raise
        why = f"a fault in cardgen itself: {fault_told(error)}"
    print(f"cardgen: {game.name}: {why}", file=sys.stderr)
    shelf.fail(game, why)
    return False


def build_one(
    found: DiskGame, asked: Asked, memo: Memo | None = None, shelf: Shelf | None = None
) -> bool:
    """Build a game, and say what was written where; False if it has errors."""
    from cardgen.cache.build_fingerprint import BuildFingerprint, PastBuild
    from cardgen.cache.project_cache import keep_project_cache
    from cardgen.files.game_files import clock

    started = clock()
    wanted = asked_targets(asked.targets)
    fingerprint = BuildFingerprint(found, asked.words(found))
    said = None if asked.fresh else fingerprint.unchanged()
    if said is not None:
        if not asked.again:
            print(said.findings, end="", file=sys.stderr)
        took = f"{clock() - started:.1f} s"
        print(f"nothing has changed, nothing rendered: {said.what} in {took}{said.tally}")
        if shelf is not None:
            shelf.keep(found, fingerprint.name)
        return True
    run = _Run(found, asked, memo)
    with run.workers:
        try:
            written = run.write(wanted)
        finally:
            run.close()
    if shelf is not None:
        shelf.place(found, fingerprint.name, run.checked, run.report, built=written is not None)
    if written is None:
        return False
    counted = f"; {tally_of(run.report)}" if run.report.findings else ""
    what = run.part + _summed(written, asked.output / found.name)
    print(f"{what}{run.rendered()} in {clock() - started:.1f} s{counted}")
    if not run.reads_more(wanted):
        folders = [one.folder for one in written if one.folder]
        said = PastBuild(run.findings(), counted, what)
        fingerprint.write(found.inputs, folders, said)
    if run.store is not None:
        run.store.used(fingerprint.name)
        keep_project_cache(found.project)
    return True


class _Run:
    """One build: inspect, render, and check while the workers render."""

    def __init__(self, game: DiskGame, asked: Asked, memo: Memo | None = None) -> None:
        from cardgen.core.findings import Report
        from cardgen.render.workers.pool import Workers, default_count

        self.game, self.asked, self.memo = game, asked, memo
        cluster = asked.cluster
        count = asked.jobs or (cluster.size if cluster else default_count())
        self.workers = Workers(count, cluster.executor if cluster else None)
        self.report = Report()
        self.checked: Checked | None = None
        self.part = ""
        self.store: FaceCache | None = None
        self.checks: Beside[tuple[Finding, ...]] | None = None
        self.judged = False
        self.ahead: Ahead | None = None

    def close(self) -> None:
        """Give up what is not finished."""
        if self.checks is not None:
            self.checks.close()
        if self.ahead is not None:
            self.ahead.close()

    def rendered(self) -> str:
        """How much of it was new; nothing, if all was."""
        store = self.store
        if store is None or not store.found:
            return ""
        return f", {store.made} of {store.made + store.found} faces rendered"

    def write(self, wanted: dict[str, dict[str, str]]) -> list[Written] | None:
        """Write the targets; None, and the findings on stderr, if the game forbids it."""
        from cardgen.pipeline.build import Early, inspect_game
        from cardgen.render.workers.early_faces import Ahead
        from cardgen.targets.installed import ALL

        if self._begins_early():
            self.ahead = Ahead(self.workers)
        early = Early(self.ahead, wanted, self.asked.dpi) if self.ahead else None
        self.checked = checked = inspect_game(
            self.game, self.report, checks=(), memo=self.memo, ahead=early
        )
        if checked is None or has_failed(self.report, self.asked.strict):
            if checked is not None:
                self.report.extend(checked.levels.faults(whole=False))
            self._stop()
            return None
        chosen = _chosen(checked, self.asked.only) if self.asked.only else checked
        if chosen is not checked:
            self.part = f"only {chosen.bound.total} of {checked.bound.total} cards: "
        wanted = wanted or {name: {} for name in self._usual(checked)}
        try:
            return self._written(chosen, wanted, lenient=ALL in self.asked.targets)
        except _FailedError:
            self._stop()
            return None

    def _usual(self, checked: Checked) -> list[str]:
        """The targets of a game for which none was named."""
        from cardgen.targets.installed import DEFAULT

        bound = checked.bound
        has = {"booklet": bound.booklets, "box": bound.boxes, "gallery": bound.total}
        further = [name for name, some in has.items() if some] if self.asked.whole else []
        return list(dict.fromkeys([*(checked.spec.file.build or [DEFAULT]), *further]))

    def _written(
        self, chosen: Checked, wanted: dict[str, dict[str, str]], *, lenient: bool
    ) -> list[Written]:
        from cardgen.cache.face_cache import FaceCache
        from cardgen.cache.project_cache import project_cache
        from cardgen.files.output_folder import UnwritableError
        from cardgen.pipeline.build import write_targets
        from cardgen.render.workers.dask_cluster import ClusterError
        from cardgen.targets.contract import OptionError

        if not self.asked.fresh:
            self.store = FaceCache(project_cache(self.game.project))
            self._check_beside(self.store)
        try:
            with progress_bar() as progress:
                job = replace(
                    chosen.job(self.asked.dpi, progress),
                    workers=self.workers,
                    store=self.store,
                    ahead=self.ahead,
                    meanwhile=self._check_now,
                )
                folder = self.asked.output / self.game.name
                return write_targets(job, wanted, folder, ready=self._judge, lenient=lenient)
        except (UnwritableError, ClusterError) as error:
            raise UsageError(str(error)) from None
        except OptionError as error:
            raise UsageError(f"{error}; {error.hint}") from None

    def _begins_early(self) -> bool:
        """Whether most faces will have to be rendered, here, and can be moved to the output."""
        from cardgen.cache.face_cache import FaceCache
        from cardgen.cache.project_cache import project_cache

        asked = self.asked
        if asked.only or asked.cluster or self.memo is not None or self.workers.count < 2:
            return False
        known = not asked.fresh and not FaceCache(project_cache(self.game.project)).is_empty()
        return not known and _one_disk(Path(tempfile.gettempdir()), asked.output)

    def _check_beside(self, store: FaceCache) -> None:
        """Have a copy of this process run the checks, if most faces were rendered before: then
        a core is free. Not where games are watched: there are threads, and more is known."""
        from cardgen.render.workers.forked_checks import Beside

        if self.memo is None and self.workers.count > 1 and not store.is_empty():
            self.checks = Beside(self._checks)

    def _check_now(self) -> None:
        """Run the checks that need no pixels, while faces are being rendered."""
        if self.checks is None:
            self._judge()

    def _checks(self) -> tuple[Finding, ...]:
        from cardgen.check.engine.registry import all_checks
        from cardgen.core.findings import Report

        assert self.checked is not None
        found = Report()
        self.checked.check(found, all_checks(pixels=False))
        found.extend(self.checked.levels.faults(whole=False))
        return found.findings

    def _judge(self) -> None:
        """Stop if the checks found errors: what is being written is unseen until then."""
        if self.judged:
            return
        self.judged = True
        self.report.extend(self.checks.result() if self.checks else self._checks())
        if has_failed(self.report, self.asked.strict):
            raise _FailedError
        if not self.asked.again:
            show_findings(self.report, self.game, out=sys.stderr)

    def _stop(self) -> None:
        show_findings(self.report, self.game, out=sys.stderr)
        print(f"{tally_of(self.report)}{in_cards(self.checked)}; nothing was written")

    def findings(self) -> str:
        """The findings as they were shown, without colour."""
        from cardgen.report.human import folded

        if not self.report.findings:
            return ""
        return (
            folded(self.report.findings, line_reader(self.game), self.game.label, color=False)
            + "\n"
        )

    def reads_more(self, wanted: dict[str, dict[str, str]]) -> bool:
        """Whether an option names a file of which the game knows nothing."""
        file = self.checked.spec.file if self.checked else None
        given = (wanted, file.targets if file else {})
        return any(
            key in _OUTSIDE for options in given for each in options.values() for key in each
        )


def _one_disk(one: Path, other: Path) -> bool:
    """Whether files can be moved from one place to the other, which need not be there yet."""
    other = next(path for path in (other.absolute(), *other.absolute().parents) if path.exists())
    return one.stat().st_dev == other.stat().st_dev


class _FailedError(Exception):
    """The checks found errors."""


_OUTSIDE = ("printer", "profile")
"""Options that name files outside the game."""


def _summed(written: Sequence[Written], folder: Path) -> str:
    """What was written where: of several targets a line each, those passed over last."""
    if len(written) == 1:
        return _told_of(written[0])
    for one in sorted(written, key=lambda one: one.folder is None):
        print(_told_of(one))
    done = sum(one.folder is not None for one in written)
    return f"{done} of {len(written)} targets → {folder.as_posix()}/"


def _told_of(one: Written) -> str:
    if one.folder is None:
        return f"no {one.target}: {one.what}"
    return f"{one.what} → {one.folder.as_posix()}/"


def _chosen(checked: Checked, only: str) -> Checked:
    """The game with the cards for which an expression holds."""
    from cardgen.expressions.template import TemplateFault
    from cardgen.pipeline.build import only_cards

    try:
        chosen = only_cards(checked, only)
    except TemplateFault as fault:
        raise UsageError(f"--only: {fault}") from None
    if not chosen.bound.total:
        raise UsageError(f"--only: `{only}` is true for no card")
    return chosen


def asked_targets(given: list[str] | None) -> dict[str, dict[str, str]]:
    """`sheets:paper=a4,duplex=long` → the target's name and its options."""
    from cardgen.core.findings import did_you_mean
    from cardgen.targets.installed import ALL, target_names

    wanted: dict[str, dict[str, str]] = {}
    names = target_names() if given else ()
    for text in given or []:
        if text == ALL:
            wanted |= {name: {} for name in names if name not in wanted}
            continue
        name, _, rest = text.partition(":")
        if name not in names:
            several = name.split(",")
            hint = did_you_mean(name, names, what="target")
            if len(several) > 1 and set(several) <= {*names}:
                hint = "write " + " ".join(f"`-t {each}`" for each in several)
            raise UsageError(f"there is no target `{name}`; {hint}")
        options = wanted.setdefault(name, {})
        for key, value in map(_option, filter(None, rest.split(","))):
            if options.setdefault(key, value) != value:
                raise UsageError(f"`{key}` of `{name}` is both `{options[key]}` and `{value}`")
    return wanted


def _option(text: str) -> tuple[str, str]:
    key, equals, value = (part.strip() for part in text.partition("="))
    if not (key and equals and value):
        raise UsageError(f"`{text}` is no option; write `name=value`, as in `paper=a4`")
    return key, value
