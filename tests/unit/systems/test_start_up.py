"""What a command does not need it does not import: these lists grow on purpose or not at all."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests.support.saved_games import SavedGame

_PROGRAM = """
import sys
from cardgen.cli import main
before = set(sys.modules)
try:
    main()
except SystemExit:
    pass
names = {name.partition(".")[0] for name in set(sys.modules) - before}
late = {"numpy"} - ({"numpy"} if "numpy._core" in sys.modules else set())
light = set(sys.stdlib_module_names) - {"email", "html", "logging", "multiprocessing"}
print("imported", *sorted(names - light - late), file=sys.stderr)
"""
"""Says what a command imported: packages, and of Python's own modules those that take long."""

COMMAND_LINE = {"click", "msgspec"}
"""What reads arguments, and what records are made of."""
PHASES = {"deflate", "jinja2", "pydantic_core", "uharfbuzz", "yaml"}
"""What reading, binding and layout of a game without booklets and pictures need."""
COPIES = sys.platform.startswith("linux") and len(os.sched_getaffinity(0)) > 1
"""Whether a process without threads makes a copy of itself; this one may have threads."""
_BELOW = {
    "__mp_main__",
    "annotated_types",
    "markupsafe",
    "mdurl",
    "typing_extensions",
    "typing_inspection",
}
"""What these import themselves."""


def imported(cache: Path, *words: str) -> set[str]:
    run = subprocess.run(
        [sys.executable, "-c", _PROGRAM, *words],
        env={**os.environ, "CARDGEN_CACHE": str(cache)},
        capture_output=True,
        text=True,
        check=True,
    )
    found = set(run.stderr.rpartition("imported")[2].split())
    private = {name for name in found if name.startswith(("_sysconfigdata", "_cython", "cython"))}
    return found - private - _BELOW - {"cardgen", "colorama"}


def test_the_version_needs_nothing(tmp_path: Path) -> None:
    assert imported(tmp_path, "--version") == set()


def test_a_check_of_a_small_game_needs_what_its_phases_need(tmp_path: Path) -> None:
    """Faces are drawn and looked at in a copy of the process, where there can be one."""
    game = SavedGame(tmp_path)
    found = imported(tmp_path / "cache", "check", str(game.folder))
    assert found == COMMAND_LINE | PHASES or not COPIES
    again = imported(tmp_path / "cache", "check", str(game.folder))
    assert again == COMMAND_LINE


def test_a_check_after_an_edited_word_validates_nothing(tmp_path: Path) -> None:
    game = SavedGame(tmp_path)
    imported(tmp_path / "cache", "check", str(game.folder))
    game.save("cards.yaml")
    found = imported(tmp_path / "cache", "check", str(game.folder))
    assert found <= COMMAND_LINE | PHASES - {"pydantic_core"} | {"pyphen"}
    assert "yaml" in found


def test_a_check_of_edited_layouts_validates_them_without_pydantic(tmp_path: Path) -> None:
    game = SavedGame(tmp_path)
    imported(tmp_path / "cache", "check", str(game.folder))
    game.save("layouts.yaml")
    found = imported(tmp_path / "cache", "check", str(game.folder))
    assert "pydantic_core" in found
    assert "pydantic" not in found


def test_a_print_after_an_edited_word_starts_no_workers(tmp_path: Path) -> None:
    game = SavedGame(tmp_path)
    words = ("build", str(game.folder), "-o", str(tmp_path / "output"))
    imported(tmp_path / "cache", *words)
    game.save("cards.yaml")
    found = imported(tmp_path / "cache", *words)
    assert "reportlab" in found
    assert not found & {"pydantic", "pydantic_core", "multiprocessing"}


def test_a_print_of_cards_without_finishes_needs_no_numpy_and_no_pydantic(tmp_path: Path) -> None:
    game = SavedGame(tmp_path)
    out = ("-o", str(tmp_path / "output"))
    found = imported(tmp_path / "cache", "build", str(game.folder), *out)
    assert not found & {"numpy", "pydantic"}


def test_a_build_with_nothing_changed_needs_no_phase(tmp_path: Path) -> None:
    game = SavedGame(tmp_path)
    words = ("build", str(game.folder), "-o", str(tmp_path / "output"))
    imported(tmp_path / "cache", *words)
    assert imported(tmp_path / "cache", *words) <= COMMAND_LINE | {"deflate"}


def test_an_explanation_needs_no_raster(tmp_path: Path) -> None:
    assert imported(tmp_path, "explain", "low-contrast") <= COMMAND_LINE | PHASES
