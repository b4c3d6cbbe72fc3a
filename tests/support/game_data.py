"""A game of `card_data/` as its tests look at it: its files, its design, what is found in it."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from functools import cached_property
from pathlib import Path
from typing import Any

import yaml

from cardgen.check.rules.composition.card_rules import check_rules
from cardgen.check.rules.composition.deck_counts import check_composition
from cardgen.check.rules.composition.value_counts import compare_cards, compare_game_total
from cardgen.core.findings import Report
from cardgen.files.disk_game import DiskGame
from cardgen.files.memory_game import MemoryGame
from cardgen.pipeline.inspection import check_game
from cardgen.read.deck_functions import DeckFunctions, DeckTable
from cardgen.read.game import read_game
from tests.support.samples import ROOT, codes

SPECIFICATIONS = ROOT / "tests" / "data" / "specifications"

Card = dict[str, Any]


class GameData:
    """The folder of a game."""

    def __init__(self, name: str) -> None:
        self.folder = ROOT / "card_data" / name

    @cached_property
    def _files(self) -> dict[str, str | bytes]:
        paths = [path for path in self.folder.rglob("*") if path.is_file()]
        return {path.relative_to(self.folder).as_posix(): path.read_bytes() for path in paths}

    def files(self) -> dict[str, str | bytes]:
        """Their content, by name."""
        return self._files

    def text(self, name: str) -> str:
        content = self._files[name]
        return content if isinstance(content, str) else content.decode("utf-8")

    def load(self, name: str) -> Any:
        """A YAML file; all values are texts."""
        return yaml.load(self.text(name), Loader=yaml.BaseLoader)

    def fonts(self) -> tuple[set[str], set[str]]:
        """Families by the names of their files, and the files of licences."""
        paths = [Path(name) for name in self._files if name.startswith("fonts/")]
        families = {path.stem.partition("-")[0] for path in paths if path.suffix == ".woff2"}
        return families, {path.as_posix() for path in paths if path.suffix == ".txt"}

    def design(self) -> Any:
        """Facts of the design that the game was made from: counts, names, prices."""
        facts = yaml.safe_load((SPECIFICATIONS / "facts.yaml").read_text("utf-8"))
        return facts[self.folder.name]

    def copied(self, said: str) -> list[tuple[str, ...]]:
        """Six words in a row of a text that stand in the design just so."""
        return runs_of_the_design(self.folder.name, runs(said))

    def findings(self, changed: dict[str, str]) -> list[str]:
        """Codes of what the composition says to the game with changed files."""
        report = Report()
        spec = read_game(MemoryGame({**self._files, **changed}), report)
        assert spec is not None
        assert report.findings == ()
        check_composition(spec, report)
        assert spec.composition is not None
        deck_functions = DeckFunctions(
            {name: DeckTable(name, cards) for name, cards in spec.cards.items()}
        )
        for name, wanted in spec.composition.decks.items():
            report.extend(compare_cards(name, spec.cards[name], wanted))
            report.extend(check_rules(name, spec.cards[name], wanted.rules, deck_functions))
        if spec.composition.game is not None:
            report.extend(compare_game_total(spec.cards, spec.composition.game))
        return codes(report.findings)

    def checked(self) -> list[str]:
        """Codes of what `check` finds."""
        report = Report()
        assert check_game(DiskGame(self.folder), report) is not None
        return codes(report.findings)


def runs_of_the_design(game: str, found: Iterable[tuple[str, ...]]) -> list[tuple[str, ...]]:
    """Those runs of words that the design of a game has, known by their fingerprints."""
    lines = (SPECIFICATIONS / f"{game}-runs.txt").read_text("ascii").splitlines()
    known = {line for line in lines if not line.startswith("#")}
    return [run for run in found if fingerprint(run) in known]


def fingerprint(run: tuple[str, ...]) -> str:
    return hashlib.blake2b(" ".join(run).encode(), digest_size=6).hexdigest()


def runs(said: str) -> set[tuple[str, ...]]:
    """All six words in a row."""
    found = re.findall(r"[a-z0-9¢'’]+", said.lower())
    return {tuple(found[start : start + 6]) for start in range(len(found) - 5)}
