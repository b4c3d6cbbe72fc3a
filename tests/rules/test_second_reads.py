"""Rules look at files as they were typed, after the game was read from them."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

from cardgen.check.rules.wording.booklet_texts import read_booklet_files
from cardgen.core.findings import Report
from cardgen.files.disk_game import DiskGame
from cardgen.pipeline.inspection import inspect_game
from tests.support.previews import write_game


def test_a_booklet_that_is_gone_when_rules_look_at_it_ends_no_check(tmp_path: Path) -> None:
    """An editor had deleted it to write it anew: `UnreadableError`, a fault in cardgen itself."""
    game = DiskGame(write_game(tmp_path))
    rules = game.folder / "rules.md"
    rules.write_text("# Rules\n\nTake a beast.\n", "utf-8")
    with (game.folder / "game.yaml").open("a", encoding="utf-8") as file:
        file.write("booklets: {rules: {text: rules.md, page: a6}}\n")
    checked = inspect_game(game, Report(), checks=())
    assert checked is not None
    subject: Any = SimpleNamespace(game=game, spec=checked.spec, bound=checked.bound)
    assert read_booklet_files(subject) == {"rules.md": "# Rules\n\nTake a beast.\n"}
    rules.unlink()
    assert read_booklet_files(subject) == {"rules.md": ""}
