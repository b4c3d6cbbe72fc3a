"""A game of `card_data/` as its tests look at it: its files, its design, what is found in it."""

from __future__ import annotations

import re
from functools import cached_property
from pathlib import Path
from typing import Any

import pytest
import yaml

from cardgen.check.rules.composition.card_rules import held_to_rules
from cardgen.check.rules.composition.deck_counts import check_composition
from cardgen.check.rules.composition.rule_functions import Asked, Table
from cardgen.check.rules.composition.value_counts import game_total, held_to
from cardgen.core.findings import Report
from cardgen.files.game_files import DiskGame, MemoryGame
from cardgen.pipeline.build import check_game
from cardgen.read.game import read_game
from tests.support.samples import ROOT, codes

SEEDS = ROOT.parent / "shared" / "seeds"

Card = dict[str, Any]


class GameData:
    """The folder of a game, and the number of its design."""

    def __init__(self, name: str, number: str) -> None:
        self.folder = ROOT / "card_data" / name
        self._number = number

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

    def seed(self) -> str:
        """The text of the design; a test that wants it is skipped where it is not."""
        found = sorted(SEEDS.glob(f"{self._number}_*.txt"))
        if not found:
            pytest.skip(f"the design is not at {SEEDS}")
        return found[0].read_text("utf-8")

    def findings(self, changed: dict[str, str]) -> list[str]:
        """Codes of what the composition says to the game with changed files."""
        report = Report()
        spec = read_game(MemoryGame({**self._files, **changed}), report)
        assert spec is not None
        assert report.findings == ()
        check_composition(spec, report)
        assert spec.composition is not None
        asked = Asked({name: Table(name, cards) for name, cards in spec.cards.items()})
        for name, wanted in spec.composition.decks.items():
            report.extend(held_to(name, spec.cards[name], wanted))
            report.extend(held_to_rules(name, spec.cards[name], wanted.rules, asked))
        if spec.composition.game is not None:
            report.extend(game_total(spec.cards, spec.composition.game))
        return codes(report.findings)

    def checked(self) -> list[str]:
        """Codes of what `check` finds."""
        report = Report()
        assert check_game(DiskGame(self.folder), report) is not None
        return codes(report.findings)


def runs(said: str) -> set[tuple[str, ...]]:
    """All six words in a row."""
    found = re.findall(r"[a-z0-9¢'’]+", said.lower())
    return {tuple(found[start : start + 6]) for start in range(len(found) - 5)}
