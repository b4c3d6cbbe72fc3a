"""A game that is being edited: what was found in it when it was looked at last.

In      a game's folder, the texts of its open files.
Out     a `LookResult`: the game as far as it is sound, and its findings.

One process looks again and again: cards that did not change are neither bound nor laid out, what
rules saw in pixels is kept (`check.engine.kept_findings`). The game as it is comes first, its
editions when nobody types.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from msgspec import Struct

from cardgen.core.file_lines import YAML_FILES
from cardgen.core.findings import Finding, Report
from cardgen.files.edited_game import EditedGame
from cardgen.files.game_files import UnreadableError
from cardgen.lsp.names import list_uses
from cardgen.lsp.uses import Use
from cardgen.pipeline.check_record import list_unused_places
from cardgen.pipeline.checked_game import Checked
from cardgen.pipeline.edition_checks import EditionFindings
from cardgen.pipeline.inspection import inspect_game
from cardgen.pipeline.keyed_files import list_keyed
from cardgen.pipeline.phase_cache import PhaseCache
from cardgen.read.syntax.nodes import MappingNode, find
from cardgen.read.syntax.yaml_tree import read_yaml

Buffers = Mapping[Path, str]


class LookResult(Struct, frozen=True):
    """One look at a game."""

    game: EditedGame
    checked: Checked | None
    findings: tuple[Finding, ...]


class LiveGame:
    """A game of which files are open in an editor."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.last: LookResult | None = None
        """The last look, whatever was found."""
        self.sound: Checked | None = None
        """The game as it was when all of it could be read; names are completed from it."""
        self._lost: frozenset[str] = frozenset()
        """What could not be read of it even then."""
        self._shared: dict[str, frozenset[Path]] = {}
        """The files outside its folder that the last look at it, and at each edition, asked for."""
        self._named: tuple[Checked, list[Use]] | None = None
        self._phases = PhaseCache()
        self._keyed: frozenset[str] = frozenset()
        """The files whose content is in the keys of cards, as the last look read them."""
        self._settled: Buffers = {}
        """The open files that are not in the keys of cards, as the last look read them."""

    @property
    def shared(self) -> frozenset[Path]:
        """The files outside its folder that it or an edition asks for, links followed."""
        return frozenset().union(*self._shared.values())

    @property
    def uses(self) -> list[Use]:
        """Every name in the game as it could be read last, declarations first."""
        checked = self.sound
        if checked is None:
            return []
        if self._named is None or self._named[0] is not checked:
            self._named = checked, list_uses(checked)
        return self._named[1]

    def look(self, buffers: Buffers) -> LookResult:
        """Look at the game as it is."""
        if self._list_settled(buffers) != self._settled:
            self._phases = PhaseCache()
        game = EditedGame(self.folder, buffers)
        report = Report()
        checked = inspect_game(game, report, cache=self._phases)
        self.last = LookResult(game, checked, report.findings)
        kept = {name: self._shared.get(name, frozenset()) for name in self.list_editions()}
        self._shared = kept | {"": frozenset(_list_outside(self.folder, game.inputs.states))}
        if checked is not None:
            self._take(checked, report.findings)
            self._keyed = list_keyed(checked.spec)
            if checked.kept is not None:
                checked.kept.forget_unused()
        self._settled = self._list_settled(buffers)
        return self.last

    def _take(self, checked: Checked, findings: Iterable[Finding]) -> None:
        """Answer from a game, unless something that an earlier look could read is lost: half of a
        line is typed, and the names in it are asked for."""
        lost = frozenset(_list_lost(checked, findings))
        if self.sound is None or lost <= self._lost:
            self.sound, self._lost = checked, lost

    def list_editions(self) -> tuple[str, ...]:
        """The editions of the game as it was looked at last."""
        checked = self.last.checked if self.last else None
        return tuple(checked.spec.file.editions) if checked else ()

    def name_look(self, look: LookResult) -> EditionFindings:
        """A look at the game as it is, to be merged with those at its editions."""
        return EditionFindings("", look.findings, self._list_corrections())

    def look_at_edition(self, buffers: Buffers, name: str) -> EditionFindings:
        """Look at one edition."""
        report = Report()
        edition = EditedGame(self.folder, buffers, name)
        inspect_game(edition, report, unused=True)
        outside = frozenset(_list_outside(self.folder, edition.inputs.states))
        self._shared = self._shared | {name: outside}
        places = list_unused_places(edition, report.findings)
        return EditionFindings(name, report.findings, self._list_corrections(), places)

    def _list_corrections(self) -> frozenset[str]:
        editions = self.sound.spec.file.editions if self.sound else {}
        return frozenset(path for one in editions.values() for path in one.corrections)

    def _list_settled(self, buffers: Buffers) -> Buffers:
        """The open files that must stay as they are for what was bound and laid out to hold: all
        but those whose content is in the keys of cards."""
        keyed = {(self.folder / name).resolve() for name in self._keyed}
        return {
            path: text
            for path, text in buffers.items()
            if path not in keyed and (path.is_relative_to(self.folder) or path in self.shared)
        }


def _list_lost(checked: Checked, findings: Iterable[Finding]) -> Iterator[str]:
    """The files of YAML that a game has and nothing was read of; its decks that are at fault."""
    places = {one.span.file for one in findings if one.span and one.severity == "error"}
    yield from (file for file in places if file.endswith(YAML_FILES) and _is_broken(checked, file))
    decks = find(checked.spec.file.node, "decks")
    if isinstance(decks, MappingNode):
        yield from decks.entries.keys() - checked.spec.decks.keys()


def _is_broken(checked: Checked, file: str) -> bool:
    """Whether a file is there, and no YAML."""
    game = checked.game
    try:
        text = game.shared_text(file) if file.startswith("../") else game.text(file)
    except UnreadableError:
        return False
    return read_yaml(text, file)[0] is None


def _list_outside(folder: Path, files: Iterable[Path]) -> Iterator[Path]:
    for file in files:
        if ".." in file.parts or not file.is_relative_to(folder):
            path = file.resolve()
            if not path.is_relative_to(folder):
                yield path
