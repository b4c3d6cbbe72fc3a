"""`cardgen build` of all games of a project, two at a time, and a page that shows them.

In      games, what was asked for.
Out     output folders, and what is said of each game, in their order.
Not here  the build of one game (`cli.build_command`).

Most of a build runs on one core: a game is read, laid out and checked, and PDFs and pages are
written. So a copy of this process takes games from the same list, and what it has to say of them is
said here. The five games of this project on two cores: 11.7 s instead of 15.0, and less processor
time, as neither process has workers (in turns, on a busy machine).
"""

from __future__ import annotations

import os
import struct
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, redirect_stderr, redirect_stdout
from pathlib import Path
from typing import TYPE_CHECKING, TextIO, cast

from msgspec import Struct
from msgspec.structs import replace

from cardgen.cli.build_command import BuildCommand, build_one
from cardgen.cli.interrupts import (
    Interrupted,
    abandon_outputs,
    end_workers,
    raise_when_ended,
    was_interrupted,
)
from cardgen.cli.shortages import describe_shortage
from cardgen.cli.streams import unfiltered
from cardgen.cli.terminal import UsageError
from cardgen.core.address_space import has_room_for_workers
from cardgen.core.forked_call import ForkedCalls, can_fork
from cardgen.render.workers.pool import default_count
from cardgen.shelf.game_entry import GameEntry
from cardgen.shelf.index_page import ShelfPage

if TYPE_CHECKING:
    from cardgen.files.disk_game import DiskGame

_NUMBER = struct.Struct("<H")


def build_all(games: Sequence[DiskGame], command: BuildCommand) -> list[bool]:
    """Build every game whole, whatever becomes of the others, and a page that shows them all."""
    from cardgen.files.output_folder import UnwritableError

    command = replace(command, request=replace(command.request, everything=True))
    shelf, built = ShelfPage(command.request.output), list[bool]()
    for outcome in _build_games(games, command):
        for part in outcome.said:
            print(part.text, end="", file=sys.stderr if part.aside else sys.stdout)
        shelf.add(outcome.entry)
        built.append(outcome.built)
    try:
        page = shelf.write()
    except UnwritableError as error:
        raise UsageError(str(error)) from None
    print(f"{sum(built)} of {len(built)} games built → {page.as_posix()}")
    return built


class _SaidPart(Struct, frozen=True):
    """A part of what is said of a game."""

    text: str
    aside: bool
    """On stderr."""


class _BuiltGame(Struct, frozen=True):
    """What became of a game."""

    number: int
    built: bool
    said: list[_SaidPart]
    entry: GameEntry


def _build_games(games: Sequence[DiskGame], command: BuildCommand) -> Iterator[_BuiltGame]:
    """Build games, here and in a copy of this process; gives what became of each, in order."""
    forks = len(games) > 1 and _may_fork(command)
    with _GameList(games, _halve_jobs(command) if forks else command) as todo:
        calls = [todo.take_in_copy] * len(games)
        copy = ForkedCalls(calls, list[_BuiltGame], forks=forks, gently=True)
        found: dict[int, _BuiltGame] = {}
        try:
            for number in range(len(games)):
                while number not in found:
                    some = copy.next_result() if copy.is_ready() else todo.take()
                    some = some or copy.next_result() or [todo.build(number)]
                    found |= {one.number: one for one in some}
                yield found.pop(number)
        finally:
            copy.close()


def _may_fork(command: BuildCommand) -> bool:
    alone = command.request.jobs == 1 or command.request.cluster is not None
    return not alone and can_fork() and has_room_for_workers()


def _halve_jobs(command: BuildCommand) -> BuildCommand:
    """What one of two processes is to do: with half of the workers, or none."""
    jobs = max(1, (command.request.jobs or default_count()) // 2)
    return replace(command, request=replace(command.request, jobs=jobs))


class _GameList:
    """Games to build. Two processes take them from one list, which is a pipe of their numbers."""

    def __init__(self, games: Sequence[DiskGame], command: BuildCommand) -> None:
        self._games, self._command, self._process = games, command, os.getpid()
        self._numbers, writing = os.pipe()
        os.write(writing, b"".join(map(_NUMBER.pack, range(len(games)))))
        os.close(writing)

    def __enter__(self) -> _GameList:
        return self

    def __exit__(self, *_error: object) -> None:
        os.close(self._numbers)

    def take(self) -> list[_BuiltGame]:
        """Build the next game that nobody has begun; gives nothing if there is none."""
        taken = os.read(self._numbers, _NUMBER.size)
        return [self.build(*_NUMBER.unpack(taken))] if taken else []

    def take_in_copy(self) -> list[_BuiltGame]:
        """The same in a copy of the process, which ends with it."""
        if os.getpid() == self._process:
            return self.take()
        if os.getppid() != self._process:
            raise Interrupted
        raise_when_ended()
        try:
            return self.take()
        except Interrupted:
            end_workers()
            abandon_outputs()
            raise

    def build(self, number: int) -> _BuiltGame:
        """Build a game, whatever becomes of it."""
        game, shelf = self._games[number], ShelfPage(self._command.request.output)
        with _listen(shows=os.getpid() == self._process) as said:
            built = _build_shelved(game, self._command, shelf)
        return _BuiltGame(number, built, said, shelf.entry(game))


def _build_shelved(game: DiskGame, command: BuildCommand, shelf: ShelfPage) -> bool:
    """A build whose failure is said, on the page too, and stops nothing."""
    try:
        return build_one(game, command, shelf=shelf)
    except UsageError as error:
        why = str(error)
    except Exception as error:
        if was_interrupted():  # a library may have made a fault of its own of it
            raise Interrupted from None
        if os.environ.get("CARDGEN_DEBUG"):
            raise
        from cardgen.report.program_faults import describe_fault

        why = describe_shortage(error) or f"a fault in cardgen itself: {describe_fault(error)}"
    print(f"cardgen: {game.name}: {why}", file=sys.stderr)
    shelf.fail(game, why)
    return False


@contextmanager
def _listen(*, shows: bool) -> Iterator[list[_SaidPart]]:
    """What is said; `shows`: progress bars are shown meanwhile."""
    said = list[_SaidPart]()
    with ExitStack() as opened:
        nowhere = None if shows else opened.enter_context(Path(os.devnull).open("w"))
        out = _KeptStream(sys.stdout, nowhere, said, aside=False)
        err = _KeptStream(sys.stderr, nowhere, said, aside=True)
        opened.enter_context(redirect_stdout(cast("TextIO", out)))
        opened.enter_context(redirect_stderr(cast("TextIO", err)))
        yield said


class _KeptStream:
    """A stream that keeps what is printed, as colorful as the stream in whose place it is."""

    def __init__(
        self, stream: TextIO, bars: TextIO | None, said: list[_SaidPart], *, aside: bool
    ) -> None:
        self._stream, self._said, self._aside = stream, said, aside
        self.unfiltered = bars or unfiltered(stream)
        """Where progress bars are drawn."""

    def write(self, text: str) -> int:
        self._said.append(_SaidPart(text, self._aside))
        return len(text)

    def isatty(self) -> bool:
        return self._stream.isatty()

    def flush(self) -> None:
        """Nothing waits."""
